"""The story of a played game: charts, turning points, reviews, statistics, and its text record.

Imports ``commands`` and everything below it, and no front end.

Start with ``story.Story``, which ``reading`` makes of a file; ``moments`` and ``turning_points``
are read off its steps, ``chances`` and ``review`` are estimated, ``page``, ``plain``, ``board_svg``
and ``cast`` write it for others.
"""
