"""Commands: the lines that players type and the keys that they press, for every front end.

Imports ``text``, ``table`` and everything below them; it knows no front end.

Start with ``base.Command``, then read a small one in ``table_commands``. ``all_commands`` parses
and completes a line and lists the help; ``action_command`` makes the commands of actions;
``pointing`` has the meanings of keys on the map; ``front_end`` is the interface of a front end.
"""
