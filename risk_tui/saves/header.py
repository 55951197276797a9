"""The header of a saved game: everything that a game needs before its first step.

It has the complete ruleset and the compressed files of the board, so that a game continues with the
rules that it was started with, on any machine.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from typing import Any

from risk_tui.data.language import _
from risk_tui.engine.game import GameSetup
from risk_tui.errors import RiskError
from risk_tui.rules.library import board_of
from risk_tui.rules.ruleset import ruleset_from_data, ruleset_to_data
from risk_tui.saves.errors import SaveError
from risk_tui.saves.schema import MAX_HEADER


def compress_files(files: Mapping[str, str]) -> str:
    """Compress the texts of files, by their names, into one text."""
    return _compress(json.dumps(dict(files), ensure_ascii=False))


@lru_cache(maxsize=2)
def _compress(text: str) -> str:
    """Compress a text; most games of a process have the same board."""
    return b64encode(zlib.compress(text.encode())).decode("ascii")


def decompress_files(packed: object) -> dict[str, str]:
    """Return the texts of compressed files, by their names.

    Older games have them uncompressed; these are returned as they are.

    Raises:
        ValueError: If they are anything else, or too long for a header.
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


@dataclass(frozen=True, slots=True)
class SeatSetup:
    """A seat at the start of the game.

    ``player`` is ``person``, the id of a bot, or ``external:`` with the label of a program.
    """

    name: str
    colour: str
    player: str


@dataclass(frozen=True, slots=True)
class TableOptions:
    """Options of a game that are not rules; they apply at every terminal.

    If ``advice``, odds are shown to players. If ``real_dice``, players roll dice on the table, and
    the program asks for the results.
    """

    advice: bool = True
    real_dice: bool = False


DEFAULT_OPTIONS = TableOptions()


@dataclass(frozen=True, slots=True)
class Header:
    """The header of a game; a ``seed`` makes its dice and cards repeatable.

    Raises:
        RiskError: If it has a seed and real dice.
    """

    setup: GameSetup
    seats: tuple[SeatSetup, ...]
    seed: str | None
    created: str
    options: TableOptions = DEFAULT_OPTIONS

    def __post_init__(self) -> None:
        if self.seed is not None and self.options.real_dice:
            raise RiskError(
                _("a seed repeats the program's dice, so it can't be used with real dice")
            )
        if self.setup.ruleset.limits.pieces_by_colour:
            colours = tuple(seat.colour for seat in self.seats)
            object.__setattr__(self, "setup", replace(self.setup, colours=colours))

    def to_json(self) -> str:
        """Return the header as JSON."""
        return json.dumps(
            {
                "created": self.created,
                "seed": self.seed,
                "options": asdict(self.options),
                "seats": [[seat.name, seat.colour, seat.player] for seat in self.seats],
                "ruleset": ruleset_to_data(self.setup.ruleset),
                "board": compress_files(self.setup.board.files),
            },
            ensure_ascii=False,
        )


def read_header(text: str, where: str) -> Header:
    """Read the header that ``to_json`` wrote.

    Raises:
        SaveError: If the text is anything else; the message begins with ``where``.
    """
    try:
        data = json.loads(text)
        seats = tuple(map(_seat, data["seats"]))
        ruleset = ruleset_from_data(data["ruleset"], source=_("its rules"), has_begun=True)
        setup = GameSetup(board_of(decompress_files(data["board"])), ruleset, len(seats))
        seed, created = data["seed"], data["created"]
        if not (seed is None or isinstance(seed, str)) or not isinstance(created, str):
            raise ValueError("texts expected")
        return Header(setup, seats, seed, created, _options(data["options"]))
    except (ValueError, KeyError, TypeError, RecursionError, StopIteration) as error:
        reason = str(error) if isinstance(error, RiskError) else _("its header can't be read")
        raise SaveError(f"{where}: {reason}") from None


def _options(data: Any) -> TableOptions:
    options = TableOptions(**data)
    if not all(type(value) is bool for value in asdict(options).values()):
        raise ValueError("true or false expected")
    if data.keys() != asdict(options).keys():
        raise ValueError("every option expected")
    return options


def _seat(data: Any) -> SeatSetup:
    if not isinstance(data, list) or not all(isinstance(text, str) for text in data):
        raise ValueError("texts expected")
    return SeatSetup(*data)
