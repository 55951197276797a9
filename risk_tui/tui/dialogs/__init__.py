"""Dialogs, which open over a screen and return an answer.

Imports ``panels``, ``theme``, ``screens.base`` and the rooms below ``tui``; never another screen.

Start with ``text_dialogs.TextDialog``, then ``choices.ChoiceDialog``.
"""
