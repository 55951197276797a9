"""Friends at the host's tables over SSH, without accounts: ``risk-tui host``.

``server`` listens and lets friends in by the guest list, ``limits`` keeps strangers from shutting
them out, ``visit`` connects a friend's terminal with a program of their own, which ``forks`` makes,
and ``lobby`` lets a friend of several tables choose. ``pages`` serves the same tables to browsers.
``tables`` reads who plays in which game.
"""
