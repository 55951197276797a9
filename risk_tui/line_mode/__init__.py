"""Line mode: the game in lines of text, for screen readers, dumb terminals, pipes and scripts.

Imports ``story``, ``commands`` and everything below them, and knows nothing of Textual.

Start with ``session.play_by_lines``; ``front_end`` carries out commands, and ``line_input``
reads the lines.
"""
