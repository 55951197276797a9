"""Friends at the host's tables over SSH, without accounts: ``risk-tui host``.

Imports ``table``, ``text`` and the packages below them, but no front end.

Start with ``server``, which lets in the friends on the guest list and keeps strangers from
blocking it. ``visit`` connects a friend's terminal with their program, which ``forks`` starts, and
in the ``lobby`` they choose a table. ``pages`` serves the same ``tables`` to browsers. The
``keeper`` makes decisions that no terminal makes, and ``notify`` calls absent players.
"""

PORT = 2222
"""The default port of the server."""
