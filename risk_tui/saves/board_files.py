"""The files of a board as the header of a game keeps them: packed, as they are mostly blanks."""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from risk_tui.saves.schema import MAX_HEADER

if TYPE_CHECKING:
    from collections.abc import Mapping


def pack_files(files: Mapping[str, str]) -> str:
    """The texts of files by their names, as one short text."""
    return _pack(tuple(files.items()))


@lru_cache(maxsize=1)
def _pack(files: tuple[tuple[str, str], ...]) -> str:
    """The same; mostly a game is played on the board of the last one."""
    text = json.dumps(dict(files), ensure_ascii=False)
    return b64encode(zlib.compress(text.encode())).decode("ascii")


def unpack_files(packed: object) -> dict[str, str]:
    """The files that were packed; games from before keep them as they are.

    Raises ``ValueError`` for anything else, and for more than a header may hold.
    """
    files: Any = packed
    if isinstance(packed, str):
        reader = zlib.decompressobj()
        try:
            text = reader.decompress(b64decode(packed, validate=True), MAX_HEADER)
        except zlib.error as error:
            raise ValueError(str(error)) from None
        if not reader.eof:
            raise ValueError("too long, or cut off")
        files = json.loads(text)
    if not (isinstance(files, dict) and files):
        raise ValueError("a table of texts expected")
    if not all(isinstance(text, str) for text in files.values()):
        raise ValueError("texts expected")
    return files
