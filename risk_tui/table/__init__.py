"""One game being played at this terminal: its file, seats, real dice, bots and orders; lessons.

Imports ``saves``, ``bots`` and what is below them; it knows no front end.

Start with ``table.Table``, which has a ``ledger``, a ``seating``, ``dice``, a ``clock``, an
``automation`` and the ``talk``.
``situation`` is what a front end shows of one moment.
"""
