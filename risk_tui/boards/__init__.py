"""Boards: territories, links, continents, their pictures, and the files of both.

Imports ``data`` and ``errors``, and no other package. Boards don't know rules or games.

Start with ``board.Board``. ``map_file.parse_board`` makes one from a map's YAML text, and
``picture_file.parse_picture`` reads its pictures. ``draw`` makes pictures from a sketch.
"""
