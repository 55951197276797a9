"""The story of a game on the screen: its charts, its tables, and the replay on the map.

Imports ``map``, ``panels``, the bases of ``screens``, and packages below ``tui``.

Start with ``story_screen.StoryScreen``. ``pages`` has its rows of text; ``replay_screen`` shows
moments of the game, and ``cast`` records them for terminals.
"""
