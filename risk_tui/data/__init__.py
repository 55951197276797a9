"""Tools for files, untrusted text, languages and settings, which know nothing of the game.

Imports ``errors`` and no other package, so that every package may use it.

Start with ``yaml_document`` for reading files that people edit, ``clean_text`` for showing text of
unknown origin, ``suggestions`` for errors about mistyped words, and ``files`` for reading and
writing files.
"""
