"""``risk-tui maps``: list, show, check, draw, pack and import boards."""

from __future__ import annotations

import argparse
import re
import shlex
import textwrap
from collections.abc import Sequence
from pathlib import Path
from string import ascii_letters
from typing import Any

from risk_tui.boards.board import Board
from risk_tui.boards.draw import SIZES, draw_map
from risk_tui.boards.foreign import MAX_BYTES, foreign_sketch, map_name, read_foreign
from risk_tui.boards.land import BoardCoast, Coast, read_coast
from risk_tui.boards.map_file import parse_board
from risk_tui.boards.packed_board import PACKED_MAGIC, pack_board, unpack_board
from risk_tui.boards.picture import SEA, Picture, cell_pixels
from risk_tui.boards.sketch_file import Sketch, read_sketch
from risk_tui.cli.output import print_json
from risk_tui.data.clean_text import printable
from risk_tui.data.files import overwrite, read_file, writing
from risk_tui.data.language import _, join_and, pluralize
from risk_tui.errors import BoardError, DataError, RiskError
from risk_tui.rules.library import load_board, locate, names, own_folder, player_folder, read_text

_WIDTH = 88
"""The maximum width of printed sentences, in columns."""

_DEFAULT_SIZE = (84, 32)
"""The columns and rows that a shown picture must fit by default."""

_MAX_COAST_BYTES = 30_000_000
"""The maximum size of a file of coastlines, in bytes."""

_MAP_NAME = re.compile(r"\w[\w-]*")
"""A map's name, which is also a file name, and no option if it is typed in a command."""


def list_boards(options: argparse.Namespace) -> None:
    """List all boards."""
    rows: list[dict[str, object]] = []
    for name in names("maps"):
        try:
            board = load_board(name)
        except DataError as error:
            rows.append({"name": name, "problem": str(error)})
            text = printable(error)
        else:
            rows.append(
                {
                    "name": name,
                    "title": board.title,
                    "about": board.about,
                    "territories": len(board.territories),
                    "continents": len(board.continents),
                    "links": len(board.links),
                    "sea_lanes": len(board.sea_lanes),
                }
            )
            text = f"{printable(_(board.title))}: {summary(board)}"
        if not options.json:
            print(f"{printable(name):<16} {text}")
    if options.json:
        print_json(rows)


def show(options: argparse.Namespace) -> None:
    """Show a board: its largest picture that fits, and its links or its other names."""
    board = load_board(options.map)
    if options.json:
        print_json(board_to_data(board))
        return
    columns, rows = _parse_size(options.size) if options.size else _DEFAULT_SIZE
    print(f"{printable(_(board.title))}: {summary(board)}")
    print(textwrap.fill(printable(_(board.about)), _WIDTH))
    if list(board.pictures):
        print()
        print("\n".join(picture_lines(board, board.pictures.largest_within(columns, rows))))
    for line in name_lines(board) if options.names else link_lines(board):
        print(textwrap.fill(line, _WIDTH, subsequent_indent=" " * 7) if line else "")


def check(options: argparse.Namespace) -> int:
    """Check a board and its pictures; the exit code is 2 for a problem."""
    try:
        board = load_board(options.map)
        board.validate_pictures()
    except RiskError as error:
        if not options.json:
            raise
        print_json({"map": options.map, "pictures": [], "problem": str(error)})
        return 2
    sizes = [f"{picture.columns}x{picture.rows}" for picture in board.pictures]
    if options.json:
        print_json({"map": options.map, "pictures": sizes, "problem": None})
        return 0
    print(
        _(
            "{map}: {board} is valid: {summary}",
            map=printable(options.map),
            board=printable(_(board.title)),
            summary=summary(board),
        )
    )
    print(_("pictures of {sizes}", sizes=", ".join(sizes)))
    if not any(picture.columns <= 58 and picture.rows <= 21 for picture in board.pictures):
        print(_("none of them fits a terminal of 80x24, which has room for 58x21"))
    return 0


def draw(options: argparse.Namespace) -> None:
    """Draw pictures from a sketch, and write them with their map."""
    path, folder = Path(options.sketch), Path(options.into)
    sketch = read_sketch(read_text(path), source=path.name)
    _check_name(sketch.board.name)
    sizes = [_parse_size(text) for text in options.sizes] or list(SIZES)
    coast = _load_coast(options.coast) if options.coast else None
    if not folder.is_dir():
        raise DataError(_("there is no folder {into}", into=options.into))
    _write_map(sketch, coast, sizes, path, folder, force=options.force)
    print(
        _(
            "look at it with: risk-tui maps show {path}",
            path=_quoted(folder / f"{sketch.board.name}.yaml"),
        )
    )


def pack(options: argparse.Namespace) -> None:
    """Pack a board into one file.

    Raises:
        DataError: If that would overwrite a file of the board, or without ``--force`` any file.
    """
    board = load_board(options.map)
    board.validate_pictures()
    path = Path(options.to or f"{board.name}.zip")
    _check_free(path, force=options.force)
    folder = locate("maps", options.map).parent
    if path.exists() and any(path.samefile(folder / name) for name in board.files):
        raise DataError(
            _("{path} is a file of the map itself; choose another name", path=printable(path))
        )
    data = pack_board(board.files)
    _write_file(path, data)
    kilobytes = len(data) // 1000 + 1
    print(_("wrote {path}, {kilobytes} KB", path=printable(path), kilobytes=kilobytes))
    print(_("to import it: risk-tui maps import {path}", path=_quoted(path.name)))


def import_board(options: argparse.Namespace) -> None:
    """Import a packed board, or draw one of another program."""
    path = Path(options.file)
    data = _read_file(path, MAX_BYTES)
    folder = Path(options.into) if options.into else player_folder("maps")
    if not options.into:
        folder.mkdir(parents=True, exist_ok=True)
    elif not folder.is_dir():
        raise DataError(_("there is no folder {into}", into=options.into))
    if data.startswith(PACKED_MAGIC):
        name = _unpack(data, path, folder, options)
    else:
        name = _draw_foreign(data, path, folder, options)
    file = name if not options.into else folder / f"{name}.yaml"
    print(_("play on it with: risk-tui play --map {file}", file=_quoted(file)))


def _unpack(data: bytes, path: Path, folder: Path, options: argparse.Namespace) -> str:
    """Unpack a board into a folder, and return its name.

    Raises:
        DataError: If it is invalid, or a file would be overwritten: another board's picture, or
            without ``--force`` any file.
    """
    files = unpack_board(data, source=printable(path.name))
    board = parse_board(files, new=True)
    board.validate_pictures()
    first, *pictures = files
    name = options.name or first.removesuffix(".yaml")
    _check_imported_name(name, options)
    used = [folder / file for file in pictures if (folder / file).exists()]
    if used and not (folder / f"{name}.yaml").exists():
        raise DataError(
            _(
                "{path} belongs to another board; use --into to write this one to a folder of its "
                "own",
                path=used[0],
            )
        )
    for file in (f"{name}.yaml", *pictures):
        _check_free(folder / file, force=options.force)
    # The map is written last, so that no board is listed before its pictures exist.
    for file in pictures:
        _write_file(folder / file, files[file].encode())
    _write_file(folder / f"{name}.yaml", files[first].encode())
    print(_("{board}: {summary}", board=printable(_(board.title)), summary=summary(board)))
    return name


def _check_name(name: str) -> None:
    """Check the name of a map, which also names its files.

    Raises:
        DataError: If it is invalid.
    """
    if not _MAP_NAME.fullmatch(name):
        raise DataError(
            _(
                "{name!r} is not a valid map name; use letters, digits, '-' and '_', and no '-' "
                "at the start",
                name=name,
            )
        )


def _check_imported_name(name: str, options: argparse.Namespace) -> None:
    """Check the name of an imported map.

    Raises:
        DataError: If it is invalid, or the map would hide a shipped one from the player.
    """
    _check_name(name)
    if not options.into and (own_folder("maps") / f"{name}.yaml").exists():
        raise DataError(
            _("the program has a board {name} of its own; give this one a --name", name=name)
        )


def _draw_foreign(data: bytes, path: Path, folder: Path, options: argparse.Namespace) -> str:
    """Convert a board of another program, draw it into a folder, and return its name."""

    def read_file_beside(name: str) -> str | None:
        return read_text(path.parent / name) if (path.parent / name).is_file() else None

    shipped = own_folder("maps")
    teg = load_board(str(shipped / "teg.yaml"))
    foreign = read_foreign(data, source=path.name, beside=read_file_beside, teg=teg)
    name = options.name or map_name(path.stem if path.stem != "onu" else foreign.title)
    if not options.name and (shipped / f"{name}.yaml").exists():
        name = map_name(f"{name}-{foreign.program}")
    _check_imported_name(name, options)
    sketch, coast = foreign_sketch(foreign, source=path.name, name=name)
    _write_map(sketch, coast, list(SIZES), path, folder, force=options.force)
    board = sketch.board
    print(
        _(
            "{board}, a board of {program}: {summary}",
            board=printable(board.title),
            program=foreign.program,
            summary=summary(board),
        )
    )
    for text in foreign.left_out:
        print(_("not imported: {text}", text=printable(text)))
    for text in foreign.missing:
        print(_("missing in the file: {text}", text=printable(text)))
    return name


def _write_map(
    sketch: Sketch,
    coast: Coast | None,
    sizes: Sequence[tuple[int, int]],
    path: Path,
    folder: Path,
    *,
    force: bool,
) -> None:
    """Draw the pictures of a sketch, and write them and their map into a folder.

    Args:
        sketch: The territories and their neighbours.
        coast: The coastlines to draw on, if any.
        sizes: The columns and rows of each picture.
        path: The file of the sketch, which must not be overwritten.
        folder: The folder for the files.
        force: True to overwrite existing files.

    Raises:
        DataError: If a file would be overwritten without ``force``, or no picture can be drawn.
    """
    names = [f"{sketch.board.name}-{columns}x{rows}.txt" for columns, rows in sizes]
    for name in (*names, f"{sketch.board.name}.yaml"):
        if (folder / name).resolve() == path.resolve():
            raise DataError(
                _("{name} would be written over its own sketch; rename the sketch", name=name)
            )
        _check_free(folder / name, force=force)
    pattern = re.compile(rf"{re.escape(sketch.board.name)}-\d+x\d+\.txt")
    existing = sorted(file.name for file in folder.iterdir() if pattern.fullmatch(file.name))
    others = {name: read_text(folder / name) for name in existing if name not in names}
    has_picture = False
    for name, text in draw_map(sketch, coast, sizes, others):
        if isinstance(text, BoardError):
            outcome = _("not listed") if name in others else _("not drawn")
            print(f"{outcome}: {printable(str(text))}", flush=True)
            continue
        if name.endswith(".yaml") and not has_picture:
            raise DataError(_("could not draw a valid picture; nothing was written"))
        _write_file(folder / name, text.encode())
        has_picture = True
        print(_("wrote {path}", path=printable(folder / name)), flush=True)


def _quoted(path: Path | str) -> str:
    """Return a path as one printable word of a command."""
    return printable(shlex.quote(str(path)))


def _check_free(path: Path, *, force: bool) -> None:
    """Check that a file may be written.

    Raises:
        DataError: If it exists, and ``force`` is False.
    """
    if path.exists() and not force:
        raise DataError(_("{path} already exists; use --force to overwrite it", path=path))


def _write_file(path: Path, data: bytes) -> None:
    """Write a file, replacing an existing one.

    Raises:
        DataError: If it can't be written.
    """
    with writing(path, DataError):
        overwrite(path, data)


def _read_file(path: Path, max_bytes: int) -> bytes:
    """Read a file.

    Raises:
        DataError: If it is larger than ``max_bytes``.
        OSError: If it can't be read.
    """
    data = read_file(path, max_bytes + 1)
    if len(data) > max_bytes:
        raise DataError(
            _(
                "{path} is too large; at most {megabytes} MB are read",
                path=path,
                megabytes=max_bytes // 1_000_000,
            )
        )
    return data


def _load_coast(name: str) -> Coast:
    """Load coastlines from a GeoJSON file, or from another board by its name.

    Raises:
        DataError: If they are invalid.
        OSError: If the file can't be read.
    """
    if not name.lower().endswith("json"):
        return BoardCoast(load_board(name))
    try:
        text = _read_file(Path(name), _MAX_COAST_BYTES).decode("utf-8")
    except UnicodeDecodeError:
        raise DataError(_("{name}: not UTF-8 text", name=name)) from None
    return read_coast(text, source=Path(name).name)


def _parse_size(text: str) -> tuple[int, int]:
    """Parse a size such as ``84x32``: columns and rows.

    Raises:
        DataError: If it is invalid, or not between 20x5 and 300x120.
    """
    match = re.fullmatch(r"(\d{1,3})x(\d{1,3})", text)
    if match is None or not (20 <= int(match[1]) <= 300 and 5 <= int(match[2]) <= 120):
        raise DataError(
            _("{text!r} is not a size; write columns and rows from 20x5 to 300x120", text=text)
        )
    return int(match[1]), int(match[2])


_LANE = "·"
"""The character of a sea lane in a picture."""


def picture_lines(board: Board, picture: Picture) -> list[str]:
    """Draw a picture in characters: letters for land, dots for sea lanes, codes for labels.

    A cell with at least two pixels of sea is sea.
    """
    cells = [
        [_cell_character(board, cell_pixels(picture.pixels, x, y)) for x in range(picture.columns)]
        for y in range(picture.rows)
    ]
    for lane in picture.lanes:
        for x, y in lane.cells(picture.pixels):
            if cells[y][x] == " ":
                cells[y][x] = _LANE
    for label in picture.continent_labels:
        cells[label.row][label.column : label.column + len(label.text)] = printable(label.text)
    for territory, (column, row) in zip(board.territories, picture.labels, strict=True):
        cells[row][column : column + 2] = territory.code
    return ["".join(row).rstrip() for row in cells]


def _cell_character(board: Board, pixels: Sequence[int]) -> str:
    if pixels.count(SEA) >= 2:
        return " "
    lands = sorted(pixel for pixel in pixels if pixel != SEA)
    return _letter(board, max(lands, key=lands.count))


def _letter(board: Board, territory: int) -> str:
    """Return the letter of a territory; on boards without letters, territories may share one."""
    return board.territories[territory].letter or ascii_letters[territory % len(ascii_letters)]


def link_lines(board: Board) -> list[str]:
    """List each continent with its bonus, and its territories with their neighbours.

    A name followed by ``~`` is a neighbour across water. A name after ``>`` can be attacked from
    the territory, but can't attack it; with ``<`` it is the other way round.
    """
    lines = []
    for continent in board.continents:
        name = printable(continent.name)
        if continent.exists:
            armies = pluralize(continent.bonus, "army")
            name = _("{continent}, {armies} a turn", continent=name, armies=armies)
        lines += ["", name]
        for number in continent.territories:
            territory = board.territories[number]
            names = [_neighbour_label(board, number, other) for other in board.linked[number]]
            lines.append(
                f"  {_letter(board, number)} {territory.code} {printable(territory.name)}: "
                f"{', '.join(names)}"
            )
    return lines


def _neighbour_label(board: Board, territory: int, other: int) -> str:
    """Return the name of a linked territory, with the signs of ``link_lines``."""
    name = printable(board.territories[other].name)
    if other not in board.neighbours[territory]:
        return f"<{name}"
    if other not in board.approaches[territory]:
        return f">{name}"
    return f"{name}~" if board.is_sea_lane(territory, other) else name


def name_lines(board: Board) -> list[str]:
    """List the other names of territories; translations are followed by their languages."""
    lines = []
    for territory in board.territories:
        languages: dict[str, list[str]] = {}
        for language, name in territory.translations:
            languages.setdefault(name, []).append(language)
        translated = [f"{name} ({', '.join(where)})" for name, where in languages.items()]
        if names := ", ".join([*territory.also, *translated]):
            lines.append(f"  {territory.code} {printable(territory.name)}: {printable(names)}")
    return lines


def board_to_data(board: Board) -> dict[str, Any]:
    """Return a board as data; neighbours are indices in the list of territories."""
    return {
        "name": board.name,
        "title": board.title,
        "about": board.about,
        "territories": [
            {
                "name": territory.key,
                "code": territory.code,
                "also": list(territory.also),
                "translations": dict(territory.translations),
                "neighbours": list(board.neighbours[number]),
                "over_water": [
                    other for other in board.neighbours[number] if board.is_sea_lane(number, other)
                ],
            }
            for number, territory in enumerate(board.territories)
        ],
        "continents": [
            {"name": each.key, "bonus": each.bonus, "territories": list(each.territories)}
            for each in board.continents
        ],
        "pictures": [f"{picture.columns}x{picture.rows}" for picture in board.pictures],
    }


def summary(board: Board) -> str:
    """Describe the size of a board in one phrase."""
    return join_and(
        [
            pluralize(len(board.territories), "territory"),
            pluralize(sum(each.exists for each in board.continents), "continent"),
            _("{land} links ({sea} over water)", land=len(board.links), sea=len(board.sea_lanes)),
        ]
    )
