"""Tools for files, untrusted text, languages and settings, which know nothing of the game.

Imports ``errors`` and no other package, so that every package may use it.

Start with ``documents`` for reading files that people edit, ``clean_text`` for showing text of
unknown origin, ``language`` for sentences, ``files`` for reading and writing files, and
``environment`` for the installation and a safe process.
"""
