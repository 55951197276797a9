"""Untrusted text made safe, and the places of files: YAML, clean characters, ASCII, settings.

Imports ``errors`` and no other room, so that every room may use it. It knows nothing of the game.

Start with ``yaml_document`` for reading files that people edit, ``clean_text`` for showing text of
unknown origin, ``suggestions`` for errors about mistyped words, and ``files`` for reading and
writing.
"""
