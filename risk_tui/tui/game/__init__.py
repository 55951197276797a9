"""The game screen, and the parts it is made of.

Imports the rest of ``tui`` except ``app``, and the packages below ``tui``. No part imports the
screen; the parts call it through ``moment.ScreenServices``.

Start with ``game_screen.GameScreen``, which creates the parts, and ``front_end.ScreenFrontEnd``,
which carries out keys and typed lines. ``moment`` holds the situation that all parts show.
"""
