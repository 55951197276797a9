"""Friends at the host's tables over SSH, without accounts: ``risk-tui host``.

``server`` listens and lets in the friends on the guest list, ``limits`` prevents strangers from
blocking the server, ``visit`` connects a friend's terminal with their own program, which ``forks``
starts, and ``lobby`` lets a friend choose between several tables. ``pages`` serves the same tables
to browsers. ``tables`` reads the players of each game, ``keeper`` makes decisions that no terminal
makes, and ``notify`` calls absent players.
"""
