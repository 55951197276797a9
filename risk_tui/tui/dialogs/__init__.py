"""Dialogs, which open over a screen and return an answer.

Imports ``map``, ``panels``, ``theme``, ``screens.base`` and the packages below ``tui``, but no
other screen.

Start with ``text_dialogs.TextDialog``, then ``choices.ChoiceDialog``.
"""
