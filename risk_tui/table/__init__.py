"""One game at this terminal: its file, seats, real dice, bots and orders. Also the first lesson.

Imports ``saves``, ``bots`` and the packages below them, but no front end.

Start with ``table.Table``, which has a ``ledger``, a ``seating``, ``dice``, a ``clock``, an
``automation`` and the ``talk``.
``situation`` has everything that a front end shows at one moment.
"""
