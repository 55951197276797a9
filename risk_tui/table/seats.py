"""Seats: their players, colours and names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from itertools import chain, count
from string import ascii_uppercase
from typing import TYPE_CHECKING, Protocol, TypeVar
from urllib.parse import quote, unquote

from risk_tui.data.clean_text import checked_characters, max_width, printable, transliterate
from risk_tui.data.language import _, join_or, pgettext, similar_words
from risk_tui.errors import RiskError

if TYPE_CHECKING:
    from risk_tui.engine.game import GameSetup
    from risk_tui.engine.view import View
    from risk_tui.saves.folder import SavedGame

COLOURS = ("red", "blue", "green", "yellow", "purple", "cyan")
GREY = "grey"
"""The colour of an army without a player, if it has no player's colour."""
PERSON = "person"
NO_PLAYER = "nobody"
"""The player of a seat without one: another seat leads its armies, or the rules control them."""
EXTERNAL = "external:"
"""The prefix of a player that is an external program; the program's label follows."""
NAME_WIDTH = 12
"""Columns that a player's name may take."""
WATCH = "-"
"""The designation for watchers, in place of a seat's."""
BY_NAME = "name:"
"""The prefix of a designation that gives a player's name, never a colour."""

_MAX_CHARACTERS = 3 * NAME_WIDTH
"""Characters that a name may have; there may be more than columns because of combining marks."""


@dataclass(slots=True)
class Seat:
    """A place at the table.

    ``player`` is ``person``, the id of a bot, ``external:`` with the label of a program, or
    ``NO_PLAYER``; ``defence`` is the standing answer to the question for defence dice: ``ask``,
    ``most`` or ``one``.
    """

    name: str
    colour: str
    player: str = PERSON
    defence: str = "ask"
    first: str = field(init=False, compare=False)
    """The player of this seat at the start of the game."""
    given_name: str = field(init=False, compare=False)
    """The name in the file; a terminal that shows only ASCII may spell it differently."""

    def __post_init__(self) -> None:
        self.first = self.player
        self.given_name = self.name

    @property
    def is_person(self) -> bool:
        """True if a person plays this seat."""
        return self.player == PERSON

    @property
    def may_have_person(self) -> bool:
        """True if a person plays this seat, or played it at the start and may come back."""
        return PERSON in (self.player, self.first)


def is_external(player: str) -> bool:
    """Return True if a player is an external program."""
    return _EXTERNAL.fullmatch(player) is not None


def describe_player(player: str) -> str:
    """Return the words for a player in a sentence: ``a person``, ``the bot general``."""
    if player == PERSON:
        return _("a person")
    if is_external(player):
        return _("the program {command}", command=player.removeprefix(EXTERNAL))
    return _("the bot {player}", player=player)


_EXTERNAL = re.compile(rf"{EXTERNAL}[a-z0-9](?:[a-z0-9-]{{0,22}}[a-z0-9])?")


def extra_seats(setup: GameSetup, players: Sequence[Seat]) -> list[Seat]:
    """Return the seats of armies without a player, in colours that no player has."""
    taken = {seat.colour for seat in players}
    seats = []
    for extra in setup.rules.extra_seats:
        colours = (extra.colour, *(COLOURS if extra.colour != GREY else ()), GREY)
        colour = next(colour for colour in colours if colour not in taken or colour == GREY)
        taken.add(colour)
        seats.append(Seat(extra.name, colour, NO_PLAYER))
    spell_names(seats, ascii=False)
    return seats


def player_names(seats: Iterable[Seat]) -> list[str]:
    """Return the names of the seats that have players."""
    return [seat.name for seat in seats if seat.player != NO_PLAYER]


def seat_on(view: View, seats: Sequence[Seat], territory: int) -> Seat:
    """Return the seat that holds a territory, with the colour of its pieces there."""
    seat, number = seats[view.owner[territory]], view.colour(territory)
    if not number:
        return seat
    taken = {seat.colour for seat in seats}
    free = [colour for colour in COLOURS if colour not in taken]
    return replace(seat, colour=free[(number - 1) % len(free)]) if free else seat


def seat_argument(name: str) -> str:
    """Return a text with which ``seat_by_name`` finds a player of this name in any game.

    It has only ASCII letters and digits, ``-``, ``.``, ``_``, ``~``, ``:`` and ``%``, so it is safe
    in every file, shell and locale.
    """
    return BY_NAME + quote(name, safe="")


def seat_by_name(text: str, seats: Sequence[Seat], *, unambiguous: bool = False) -> int:
    """Find a seat by its player's name, in either spelling, or else by its colour.

    A colour is in English or in the language in use. A text from ``seat_argument`` finds a seat
    only by its given name, because spellings and colours differ from game to game.

    Raises:
        RiskError: If there is no such seat or, if ``unambiguous``, more than one that the text
            could mean.
    """
    names = [seat.given_name for seat in seats]
    given = list(map(comparable_name, names))
    spelled = list(map(comparable_name, ascii_names(names)))
    colours = [pgettext("colour", seat.colour) for seat in seats]
    labels = [given, spelled, [seat.colour for seat in seats], list(map(comparable_name, colours))]
    if text.startswith(BY_NAME):
        text, labels = unquote(text.removeprefix(BY_NAME)), [given]
    key = comparable_name(text)
    if not key:
        raise RiskError(_("name a seat (a player's name or a colour)"))
    playable = {
        number: f"{seat.name} ({colours[number]})"
        for number, seat in enumerate(seats)
        if seat.player != NO_PLAYER
    }
    meant = [number for label in labels for number in playable if label[number] == key]
    if not meant:
        there = ", ".join(playable.values())
        raise RiskError(
            _("unknown seat {text!r}; choose from: {there}", text=text[:40], there=there)
        )
    if unambiguous and len(set(meant)) > 1:
        different = list(dict.fromkeys(meant))
        could_be = join_or([playable[number] for number in different])
        exact = join_or([seat_argument(names[number]) for number in different])
        raise RiskError(
            _(
                "{text!r} could be {could_be}; write {exact}",
                text=text[:40],
                could_be=could_be,
                exact=exact,
            )
        )
    return meant[0]


def comparable_name(name: str) -> str:
    """Return a player's name for exact comparisons, in which accents and punctuation count.

    It has no case and no extra spaces, and is in Unicode form NFC.
    """
    return " ".join(unicodedata.normalize("NFC", name).split()).casefold()


def clean_name(text: str) -> str:
    """Normalise and trim a player's name.

    Raises:
        RiskError: If it is empty, wider than ``NAME_WIDTH`` columns, has more than
            ``_MAX_CHARACTERS`` characters, or has one that can't be shown literally (control,
            bidirectional, invisible, or too many marks).
    """
    if len(text) > _MAX_CHARACTERS * 4:  # Normalising a very long text is slow.
        raise _too_long(text)
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise RiskError(_("a player needs a name"))
    for char, visible in checked_characters(name):
        if not visible:
            excerpt = name[: 2 * NAME_WIDTH]
            raise RiskError(
                _(
                    "the name {excerpt!a} has a character that cannot be shown: {char!a}",
                    excerpt=excerpt,
                    char=char,
                )
            )
    if len(name) > _MAX_CHARACTERS or sum(map(max_width, name)) > NAME_WIDTH:
        raise _too_long(name)
    return name


def spell_names(seats: Sequence[Seat], *, ascii: bool) -> None:
    """Spell players' names in ASCII or as given; name armies in the language in use."""
    names = [_(seat.given_name) if seat.player == NO_PLAYER else seat.given_name for seat in seats]
    for seat, name in zip(seats, ascii_names(names) if ascii else names, strict=True):
        seat.name = name


class Named(Protocol):
    """A player in statistics of several games."""

    name: str


NamedT = TypeVar("NamedT", bound=Named)


def spell_copies(players: Iterable[NamedT], *, ascii: bool) -> list[NamedT]:
    """Return copies of players with names in ASCII, or as the players gave them."""
    copies = list(map(copy, players))
    if ascii:
        names = ascii_names([player.name for player in copies])
        for player, name in zip(copies, names, strict=True):
            player.name = name
    return copies


def spell_game(game: SavedGame, *, ascii: bool) -> SavedGame:
    """Return a saved game with names in ASCII, or as the players gave them."""
    summary = game.summary
    if summary is None or not ascii:
        return game
    players = ascii_names(summary.players)
    spelled = dict(zip(summary.players, players, strict=True))
    winners = tuple(spelled.get(name, name) for name in summary.winners)
    to_move = spelled.get(summary.to_move, summary.to_move)
    changed = replace(summary, players=tuple(players), winners=winners, to_move=to_move)
    return replace(game, summary=changed)


def ascii_names(names: Sequence[str]) -> list[str]:
    """Return spellings of names in ASCII that differ, ignoring case, if the names do.

    Names in ASCII are unchanged. A name without any letter or digit in ASCII becomes the first free
    letter.

    >>> ascii_names(["Zoe", "Zoë", "Жанна", "★"])
    ['Zoe', 'Zoe 2', 'Zhanna', 'A']
    """
    taken = {name.casefold() for name in names if name.isascii()}
    spellings = []
    for name in names:
        spelling = name if name.isascii() else _free_spelling(name, taken)
        taken.add(spelling.casefold())
        spellings.append(spelling)
    return spellings


def _free_spelling(name: str, taken: set[str]) -> str:
    # An emoji is transliterated to a word between colons.
    plain = " ".join(transliterate(name).replace(":", " ").split())[:NAME_WIDTH].rstrip()
    spellings: Iterable[str] = chain(ascii_uppercase, (f"A {number}" for number in count(2)))
    if any(map(str.isalnum, plain)):
        endings = (f" {number}" for number in count(2))
        numbered = (plain[: NAME_WIDTH - len(end)].rstrip() + end for end in endings)
        spellings = chain([plain], numbered)
    return next(spelling for spelling in spellings if spelling.casefold() not in taken)


def _too_long(name: str) -> RiskError:
    excerpt = printable(name, 2 * NAME_WIDTH)
    return RiskError(
        _(
            "the name {excerpt} is too long; at most {name_width} columns",
            excerpt=repr(excerpt),
            name_width=NAME_WIDTH,
        )
    )


def seat_players(names: Sequence[str], bots: Sequence[str]) -> list[Seat]:
    """Return the seats for players given on a command line.

    ``NAME`` is a person, and ``NAME=colour`` chooses a colour. A bot is written as ``bot``, as an
    id (one of ``bots``, perhaps with a budget) or as ``bot:`` and an id; ``NAME:bot`` gives it a
    name. ``NAME:person`` is a person, even if the name looks like a mistyped bot.

    Raises:
        RiskError: If a name or colour is taken or unknown.
    """
    from risk_tui.bots import is_built_in

    seats: list[Seat] = []
    if len(names) > len(COLOURS):
        raise _too_many(names)
    for text in names:
        text, _rest, colour = text.partition("=")
        label, _rest, player = text.partition(":")
        bot_name = player.strip() or label.strip()
        is_known = bot_name.partition("-")[0] in bots and is_built_in(bot_name)
        bot = bot_name if is_known or bot_name in bots else bots[0] if bot_name == "bot" else None
        near = similar_bot(bot_name, bots) if bot is None else ""
        if player.strip() not in ("", PERSON) and bot is None:
            hint = (
                _("did you mean {near}?", near=near)
                if near
                else _("there are: bot, {bots}", bots=", ".join(bots))
            )
            raise RiskError(
                _("unknown bot {player!r}; {hint}", player=player.strip()[:40], hint=hint)
            )
        # A label in both cases is the name of a person, not a mistyped bot.
        is_name = not (label.islower() or label.isupper() or bot_name.lower() == "bot")
        if not player.strip() and near and not is_name:
            label = printable(label.strip(), 40)
            raise RiskError(
                _(
                    "unknown bot {word}; did you mean {near}? for a person of that name write "
                    "{name}:{person}",
                    word=repr(label),
                    near=near,
                    name=label,
                    person=PERSON,
                )
            )
        is_named = bot is None or (player and label.strip() != "bot")
        name = label if is_named else _bot_name([*names, *(seat.name for seat in seats)])
        seats.append(Seat(clean_name(name), colour.strip().lower(), bot or PERSON))
    for seat in seats:
        if not seat.colour:
            taken = {other.colour for other in seats}
            seat.colour = next(free for free in COLOURS if free not in taken)
    check_seats(seats)
    return seats


def similar_bot(name: str, bots: Sequence[str]) -> str:
    """Return the bot that a name probably misspells; empty if there is none."""
    name, known = name[:40].lower(), ["bot", *bots]
    near = similar_words(name, known, cutoff=0.78)
    near += [bot for bot in known if sorted(bot) == sorted(name)]  # Letters were swapped.
    return near[0] if near else ""


def check_seats(seats: Sequence[Seat]) -> None:
    """Raise ``RiskError`` unless all names differ, and all colours are known and differ."""
    if len(seats) > len(COLOURS):
        raise _too_many(seats)
    names: set[str] = set()
    colours: set[str] = set()
    for seat in seats:
        if seat.name.casefold() in names:
            raise RiskError(_("two players are named {seat}; rename one", seat=repr(seat.name)))
        if seat.colour not in COLOURS:
            there = ", ".join(COLOURS)
            raise RiskError(
                _(
                    "unknown colour {colour!r}; there are: {there}",
                    colour=seat.colour[:40],
                    there=there,
                )
            )
        if seat.colour in colours:
            raise RiskError(
                _("two players have the colour {colour}; choose another", colour=seat.colour)
            )
        names.add(seat.name.casefold())
        colours.add(seat.colour)


def _too_many(players: Sequence[object]) -> RiskError:
    return RiskError(
        _(
            "too many players: {players_count}; there are {colours_count} colours",
            players_count=len(players),
            colours_count=len(COLOURS),
        )
    )


_BOT_NAMES = ("Ada", "Boole", "Carl", "Daisy", "Emmy", "Felix")


def _bot_name(players: Sequence[str]) -> str:
    """Return a name for a bot that no player has; each may be followed by a colour or a bot."""
    taken = {comparable_name(player.partition("=")[0].partition(":")[0]) for player in players}
    return next(name for name in _BOT_NAMES if name.casefold() not in taken)
