"""Boards as single files, to share: zip archives of a map and its pictures."""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Mapping
from contextlib import suppress
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile, ZipInfo

from risk_tui.boards.foreign import map_name
from risk_tui.boards.map_file import picture_names
from risk_tui.data.documents import MAX_CHARACTERS
from risk_tui.data.language import _
from risk_tui.errors import DataError

PACKED_MAGIC = b"PK\x03\x04"
"""The first bytes of a packed board."""

_MAX_UNPACKED_BYTES, _MAX_PACKED_FILES = 5_000_000, 40
"""Limits on the unpacked bytes and files of a packed board."""

_ZIP_ERRORS: tuple[type[Exception], ...]
_ZIP_ERRORS = (BadZipFile, EOFError, NotImplementedError, OSError, RuntimeError, zlib.error)
with suppress(ImportError):  # Python may be built without it.
    import lzma

    _ZIP_ERRORS += (lzma.LZMAError,)

_PACKED_FILE_NAME = re.compile(r"[\w-]+\.(?:yaml|txt)")


def pack_board(files: Mapping[str, str]) -> bytes:
    """Return an archive of a board's files. Equal files give equal bytes.

    A map gets a plain name if archives may not contain its own.
    """
    buffer = io.BytesIO()
    source = next(iter(files))
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        for name, text in files.items():
            if name == source and not (
                name.endswith(".yaml") and _PACKED_FILE_NAME.fullmatch(name)
            ):
                name = f"{map_name(name)}.yaml"
            archive.writestr(ZipInfo(name), text.encode(), ZIP_DEFLATED)
    return buffer.getvalue()


def unpack_board(data: bytes, *, source: str) -> dict[str, str]:
    """Return the texts of a packed board's files by name, the map first. No file is written.

    Args:
        data: The bytes of the archive, which are not trusted.
        source: The archive's name for messages.

    Raises:
        DataError: If it is not an archive of one map and exactly its pictures. The message is one
            line.
    """
    try:
        texts = _read_texts(data)
    except _ZIP_ERRORS:
        raise DataError(_("{source}: the archive is damaged", source=source)) from None
    except UnicodeDecodeError:
        raise DataError(_("{source}: not UTF-8 text", source=source)) from None
    except ValueError as error:
        raise DataError(f"{source}: {error}") from None
    maps = [name for name in texts if name.endswith(".yaml")]
    if len(maps) != 1:
        raise DataError(
            _("{source}: a packed board has one map, NAME.yaml, and its pictures", source=source)
        )
    (board_map,) = maps
    pictures = picture_names(texts[board_map], source=board_map)
    if missing := [name for name in pictures if name not in texts]:
        raise DataError(
            _("{source}: the picture {name} is missing", source=source, name=missing[0])
        )
    if extra := [name for name in texts if name not in (board_map, *pictures)]:
        raise DataError(
            _("{source}: {name} is not a picture of the map", source=source, name=extra[0])
        )
    return {name: texts[name] for name in (board_map, *pictures)}


def _read_texts(data: bytes) -> dict[str, str]:
    """Read all files of an archive, each within its limits.

    Raises:
        ValueError: If a name or a size is out of bounds.
    """
    texts: dict[str, str] = {}
    left = _MAX_UNPACKED_BYTES
    with ZipFile(io.BytesIO(data)) as archive:
        if len(archive.infolist()) > _MAX_PACKED_FILES:
            raise ValueError(_("an archive has at most {number} files", number=_MAX_PACKED_FILES))
        for info in archive.infolist():
            if not _PACKED_FILE_NAME.fullmatch(info.filename) or info.filename in texts:
                raise ValueError(
                    _(
                        "{name!r} is not the name of a map or a picture, or occurs twice",
                        name=info.filename[:60],
                    )
                )
            # The sizes in an archive may be false, so read no more than the limit.
            with archive.open(info) as file:
                content = file.read(left + 1)
            left -= len(content)
            if left < 0 or len(content) > 4 * MAX_CHARACTERS:
                raise ValueError(_("its contents are too large"))
            texts[info.filename] = content.decode("utf-8")
    return texts
