"""Many games between bots: played in parallel, counted, compared, and used to tune bots.

Imports ``table`` and everything below it. It knows no front end: ``cli`` prints the results.

Start with ``one_game.play_game``, which plays and measures a game of a ``Match``.
``runner.run_games`` plays many, ``results`` stores them, and ``statistics`` compares them.
"""
