"""The story of a played game: charts, turning points, reviews, statistics, and its text record.

Imports ``commands`` and everything below it, and no front end.

Start with ``story.Story``, and ``story.read_story``, which builds one from a file. ``moments`` and
``turning_points`` derive facts from its steps, ``chances`` and ``review`` estimate by playing
games, and ``page``, ``plain`` and ``board_svg`` format it.
"""
