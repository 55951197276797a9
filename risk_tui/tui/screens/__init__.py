"""The screens around a game: title, new game, saved games, rules, settings, statistics.

Imports other parts of ``tui``, but never ``game``, and the packages below ``tui``.

Start with ``base.RiskScreen``, the base of all screens and dialogs, then ``start.StartScreen``.
"""
