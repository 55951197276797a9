"""The engine: a game by the rules, with its state, phases, chance and records.

Imports ``rules`` and everything below it. It knows no front end, file, bot or table, and its
sentences speak of the game alone.

Start with ``game.Game``: ``decision``, ``legal_actions``, ``apply`` and ``view``. ``phases`` has a
module for each phase, ``variant`` the hooks of variants, and ``declarations`` the language of
actions, decisions and events.
"""
