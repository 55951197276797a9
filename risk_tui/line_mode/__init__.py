"""Line mode: the same game by lines, for screen readers, dumb terminals, pipes and scripts.

Imports ``story``, ``commands`` and everything below them, and knows nothing of Textual.

Start with ``session.play_by_lines``; ``front_end`` does what commands ask for, and ``line_input``
reads the lines.
"""
