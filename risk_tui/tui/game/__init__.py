"""The game screen, and the parts it is made of.

Imports the rest of ``tui`` but its start and menus, and everything below ``tui``. A part knows
those before it and never the screen; what it asks of that is in ``screen_services``.

Start with ``game_screen.GameScreen``, which makes the parts, and ``front_end.ScreenFrontEnd``,
which does what keys and lines mean: the front end of commands. ``moment`` holds the situation that
all show.
"""
