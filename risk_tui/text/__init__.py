"""Sentences for players: events, questions, recaps, odds of dice, and rules.

Imports ``laboratory``, ``table`` and everything below. It returns plain text, or text in parts that
a front end may colour, and knows no terminal.

Start with ``words.fill``, which fills the slots of a message. ``prompts`` has the questions,
``record_lines`` the sentences of the log, and ``rulebook`` the rules.
"""
