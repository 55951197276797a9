"""One game being played at this terminal: its file, seats, real dice, bots and orders; lessons.

Begin with ``table``: a ``Table`` has a ``ledger``, a ``seating``, ``dice`` and an ``automation``.
``situation`` is what a front end shows of one moment. The room may import ``saves``, ``bots`` and
what is below them; it knows no front end.
"""
