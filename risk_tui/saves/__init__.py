"""Saved games: a SQLite file each, to which every step is appended before it is shown.

Imports ``engine`` and the packages below it, but neither bots nor tables.

Start with ``save_file.SaveFile``; ``database`` is the connection below it, ``header`` and
``entries`` are the content of a file, ``schema`` is its format, ``locks`` reserve the seats, and
``folder`` finds games.
"""
