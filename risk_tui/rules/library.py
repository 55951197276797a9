"""Finding maps and rulesets by name: the shipped ones and the player's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from risk_tui.boards.board import Board
from risk_tui.boards.map_file import parse_board, picture_names
from risk_tui.data.documents import MAX_CHARACTERS
from risk_tui.data.files import open_text, reason
from risk_tui.data.language import _, did_you_mean
from risk_tui.errors import BoardError, DataError, RulesetError
from risk_tui.rules.set_up import STANDARD_MAP as STANDARD_MAP

if TYPE_CHECKING:
    from risk_tui.rules.ruleset import Ruleset

_PACKAGE = Path(__file__).resolve().parent.parent


def _folders(kind: str) -> Iterator[Path]:
    """Yield the folders to search, the player's own first."""
    yield player_folder(kind)
    yield own_folder(kind)


def player_folder(kind: str) -> Path:
    """Return the folder of the player's own ``maps`` or ``rulesets``, which may not exist."""
    from platformdirs import user_data_path

    return user_data_path("risk-tui", appauthor=False) / kind


def own_folder(kind: str) -> Path:
    """Return the folder of the ``maps``, ``rulesets`` or ``docs`` that the program ships with."""
    installed = _PACKAGE / "data" / kind
    return installed if installed.is_dir() else _PACKAGE.parent / kind


def names(kind: str) -> list[str]:
    """Return the names of all maps (``kind`` is ``maps``) or rulesets (``rulesets``), sorted."""
    return [path.stem for path in paths(kind)]


def paths(kind: str) -> tuple[Path, ...]:
    """Return the files of all maps or rulesets, in the order of ``names``."""
    found: dict[str, Path] = {}
    for folder in _folders(kind):
        # Hidden files are those of other programs, such as macOS and editors.
        for path in folder.glob("[!.]*.yaml") if path_exists(folder) else ():
            found.setdefault(path.stem, path)
    return tuple(found[name] for name in sorted(found))


def locate(kind: str, name: str) -> Path:
    """Return the file for a name or a path.

    Raises:
        DataError: If there is no such file.
    """
    if name.endswith(".yaml") or "/" in name or "\\" in name:
        path = Path(name)
        if path_exists(path):
            return path
        raise DataError(_("there is no file {name}", name=name))
    for folder in _folders(kind):
        path = folder / f"{name}.yaml"
        if path_exists(path):
            return path
    hint = did_you_mean(name, names(kind))
    if kind == "maps":
        raise DataError(_("unknown map {name!r}; {hint}", name=name, hint=hint))
    raise DataError(_("unknown ruleset {name!r}; {hint}", name=name, hint=hint))


def path_exists(path: Path) -> bool:
    """Return True if the path exists; reading it fails later if it is not a file."""
    try:
        return path.exists()
    except OSError:  # An impossible file name, or a forbidden folder.
        return False


def read_text(path: Path, *, source: str = "") -> str:
    """Return the text of a file. Errors name its ``source``, by default the name of the file.

    Raises:
        DataError: If it can't be read.
    """
    source = source or path.name
    try:
        with open_text(path) as file:
            text = file.read(MAX_CHARACTERS + 1)
    except UnicodeDecodeError:
        raise DataError(_("{path}: not UTF-8 text", path=source)) from None
    except OSError as error:
        raise DataError(
            _("{path}: cannot be read: {reason}", path=source, reason=reason(error))
        ) from None
    if len(text) > MAX_CHARACTERS:
        raise DataError(
            _(
                "{path}: too large; at most {max_characters} characters are read",
                path=source,
                max_characters=MAX_CHARACTERS,
            )
        )
    return text


def load_board(name: str) -> Board:
    """Load the board of a map, by name or by the path of its YAML file.

    While its files are unchanged, the same board is returned.

    Raises:
        DataError: If the file can't be read.
        BoardError: If its contents are invalid.
    """
    path = locate("maps", name)
    files = {path.name: read_text(path)}
    for picture in _picture_names(files[path.name], source=path.name):
        if not path_exists(path.parent / picture):
            raise BoardError(
                _(
                    "{path}: its picture {picture} is missing beside it",
                    path=path.name,
                    picture=picture,
                )
            )
        files[picture] = read_text(path.parent / picture)
    return _parse_board(tuple(files.items()), shipped=path.parent == own_folder("maps"))


_picture_names = lru_cache(maxsize=8)(picture_names)


@lru_cache(maxsize=8)
def _parse_board(files: tuple[tuple[str, str], ...], *, shipped: bool) -> Board:
    return parse_board(dict(files), shipped=shipped, new=True)


def board_of(files: Mapping[str, str]) -> Board:
    """Return the board of these texts of files; the shipped board if they equal a shipped map.

    Args:
        files: The texts by the names of their files, the map first.

    Raises:
        DataError: If the files are not a valid map.
    """
    for path in own_folder("maps").glob("*.yaml"):
        if path.name == next(iter(files)):
            with suppress(DataError):
                own = load_board(str(path))
                if own.files == files:
                    return own
    return parse_board(files)


def load_ruleset(name: str) -> Ruleset:
    """Load a ruleset by name or by the path of its YAML file.

    Raises:
        DataError: If the file can't be read.
        RulesetError: If its contents are invalid.
    """
    path = locate("rulesets", name)
    return _own_ruleset(path) if path.parent == own_folder("rulesets") else _load_ruleset(path)


def _load_ruleset(path: Path) -> Ruleset:
    """Load the ruleset in a file, and those that it extends."""
    from risk_tui.rules.ruleset import parse_ruleset

    def find(parent: str) -> tuple[str, str]:
        beside = path.parent / (parent if parent.endswith(".yaml") else f"{parent}.yaml")
        file = beside if path_exists(beside) else locate("rulesets", parent)
        return file.name, read_text(file)

    ruleset = parse_ruleset(read_text(path), source=path.name, find=find)
    if ruleset.ruleset != path.stem:
        raise RulesetError(
            _(
                "{path}: 'ruleset' must be the file's own name, {name}, not {ruleset}",
                path=path.name,
                name=path.stem,
                ruleset=ruleset.ruleset,
            )
        )
    return ruleset


_own_ruleset = cache(_load_ruleset)
"""Loads a shipped ruleset; its file does not change while the program runs."""
