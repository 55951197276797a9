"""All pictures of a board: each is read when a terminal of its size first needs it."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from risk_tui.boards.picture import Picture

_SIZE = re.compile(r"^size: *\[ *(\d{1,3}), *(\d{1,3}) *\]", re.MULTILINE)
"""How almost every picture says its size; one that says it otherwise is read to know it."""


class PictureSet:
    """The pictures of a board, smallest first; to read one is to prove it.

    ``files`` holds their texts by name; ``parse`` makes a picture of a text and its name.
    """

    def __init__(self, files: Mapping[str, str], parse: Callable[[str, str], Picture]) -> None:
        self._files = files
        self._picture = cache(lambda name: parse(files[name], name))
        self._names = sorted(files, key=self._cells)

    def changed(self, change: Callable[[Picture], Picture]) -> PictureSet:
        """The same pictures with a change that leaves their sizes as they are."""
        return PictureSet(self._files, lambda _, name: change(self._picture(name)))

    def __iter__(self) -> Iterator[Picture]:
        return map(self._picture, self._names)

    def largest_within(self, columns: int, rows: int) -> Picture:
        """The largest picture that fits; the smallest if none does."""
        best = self._names[0]
        for name in self._names:
            wide, high = self._size(name)
            if wide <= columns and high <= rows:
                best = name
        return self._picture(best)

    def _cells(self, name: str) -> int:
        columns, rows = self._size(name)
        return columns * rows

    def _size(self, name: str) -> tuple[int, int]:
        match = _SIZE.search(self._files[name])
        if match is not None:
            return int(match[1]), int(match[2])
        picture = self._picture(name)
        return picture.columns, picture.rows
