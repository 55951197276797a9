"""The Textual app: screens, the map, panels, dialogs, keys and the terminal.

Imports Textual and the packages below it; ``cli`` imports it.

Start with ``app.RiskApp``, which opens the screens, and ``game``, the game screen. ``keymap`` has
all keys, ``prompt`` is the bottom line. ``map``, ``panels`` and ``theme`` draw; ``terminal`` reads
and writes.
"""
