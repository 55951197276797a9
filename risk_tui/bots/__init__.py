"""The registry of bots by id. A built-in bot's module is imported only when the bot is made.

Imports ``odds`` and everything below it. A bot sees a view, never the state of a game, and knows
neither tables nor saves. Built-in bots are in ``_BUILT_IN``. Other packages register a bot with an
entry point in the group ``risk_tui.bots``: its name is the id, its object makes a bot from a seed.

Start with ``base.Bot``, the interface; ``simple`` has a bot in a few lines, and ``planner`` the
strong ones. ``external_bot`` runs a program as a bot, ``guarded`` checks answers of untrusted bots.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, NamedTuple

from risk_tui.data.clean_text import printable
from risk_tui.data.language import _, did_you_mean
from risk_tui.errors import DeclarationError, RiskError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from risk_tui.bots.base import Bot

DEFAULT_BOT = "mira"
"""The id of the all-rounder, which plays if a player types only ``bot``."""

ENTRY_POINTS = "risk_tui.bots"
"""The group of entry points for bots of other packages."""

_ID = re.compile(r"[a-z][a-z0-9-]{0,23}")
_OLD_OSKAR_ID = re.compile(r"oskar-[1-9][0-9]{0,3}")
"""Ids such as ``oskar-25`` in saved games of earlier versions, in which Oskar had a budget."""
_MAX_ABOUT = 200
"""The most characters of a package's description of its bot, or of its error."""

_RESERVED_WORDS = ("bot", "nobody", "off", "order", "person", "table")
"""Words that commands and options accept in place of a bot's id, with another meaning."""


class BotInfo(NamedTuple):
    """The description of a bot."""

    id: str
    """Typed by players and written to game files: lower-case letters, digits and hyphens."""
    name: str
    about: str
    """One line about its play."""
    strength: int
    """1 for the weakest; 0 if it was not measured."""
    factory: str
    """``module:name`` of its factory, which takes a seed."""


def _by_id(bots: Iterable[BotInfo]) -> dict[str, BotInfo]:
    """Return bots by their ids.

    Raises:
        DeclarationError: If an id is invalid or not unique.
    """
    by_id: dict[str, BotInfo] = {}
    for bot in bots:
        if not _ID.fullmatch(bot.id) or bot.id in _RESERVED_WORDS:
            raise DeclarationError(
                f"{bot.id!r} can't be the id of a bot; use up to 24 lower-case letters, digits and "
                f"hyphens, a letter first, and none of these words: {', '.join(_RESERVED_WORDS)}"
            )
        if bot.id in by_id:
            raise DeclarationError(f"two bots are called {bot.id!r}")
        by_id[bot.id] = bot
    return by_id


_PLANNER = "risk_tui.bots.planner.planner_bot:"
_BUILT_IN = _by_id(
    (
        BotInfo(
            "recruit",
            "Recruit",
            "Places and attacks at random wherever it has more armies. For your first games.",
            1,
            "risk_tui.bots.simple:Recruit",
        ),
        BotInfo(
            "toni",
            "Toni",
            "A beginner: attacks the weakest neighbour, guards little, trades at once.",
            2,
            "risk_tui.bots.simple:Beginner",
        ),
        BotInfo(
            "greta", "Greta", "Grows continents and guards their borders.", 3, _PLANNER + "Greta"
        ),
        BotInfo("ivo", "Ivo", "Hunts players and their cards.", 3, _PLANNER + "Ivo"),
        BotInfo("oskar", "Oskar", "Prefers armies and cards to territory.", 4, _PLANNER + "Oskar"),
        BotInfo(
            "mira", "Mira", "Plans a whole turn and considers the replies.", 5, _PLANNER + "Planner"
        ),
    )
)


def _by_strength() -> list[BotInfo]:
    """Return the built-in bots, the weakest first."""
    return sorted(_BUILT_IN.values(), key=lambda bot: bot.strength)


def all_bots() -> list[BotInfo]:
    """Return every bot: built-in ones, the weakest first, then those of other packages."""
    return _by_strength() + [_describe(point) for point in _entry_points().values()]


def bot_ids() -> list[str]:
    """Return the ids of all bots: ``DEFAULT_BOT``, then the others in the order of ``all_bots``."""
    others = [bot.id for bot in _by_strength() if bot.id != DEFAULT_BOT]
    return [DEFAULT_BOT, *others, *_entry_points()]


def bot_name(id: str) -> str:
    """Return the name of a built-in bot."""
    return _BUILT_IN[id].name


def is_built_in(id: str) -> bool:
    """Return True if an id is that of a built-in bot, now or in earlier versions."""
    return _built_in(id) is not None


def _built_in(id: str) -> BotInfo | None:
    """Return the description of a built-in bot; ids of earlier versions are accepted too."""
    return _BUILT_IN.get("oskar" if _OLD_OSKAR_ID.fullmatch(id) else id)


def is_bot_id(text: str) -> bool:
    """Return True if a text could be the id of a bot, built-in or not."""
    return _ID.fullmatch(text) is not None


def strongest_bot() -> str:
    """Return the id of the strongest built-in bot, which gives advice."""
    return _by_strength()[-1].id


def make_bot(id: str, seed: int | str) -> Bot:
    """Make a bot by its id; the same ``seed`` always makes a bot that plays the same.

    Raises:
        RiskError: If the id is unknown, or a package's bot can't be made.
    """
    if (bot := _built_in(id)) is not None:
        module, _rest, name = bot.factory.partition(":")
        make: Callable[[int | str], Bot] = getattr(import_module(module), name)
        return make(seed)
    if (point := _entry_points().get(id)) is not None:
        return _make_from(point, seed)
    raise RiskError(
        _("unknown bot {id!r}; {did_you_mean}", id=id, did_you_mean=did_you_mean(id, bot_ids()))
    )


@cache
def _entry_points() -> dict[str, EntryPoint]:
    """Return the entry points of installed packages by id; built-in ids can't be overridden."""
    points = sorted(entry_points(group=ENTRY_POINTS), key=lambda point: point.name)
    return {
        point.name: point
        for point in points
        if is_bot_id(point.name)
        and not is_built_in(point.name)
        and point.name not in _RESERVED_WORDS
    }


def _describe(point: EntryPoint) -> BotInfo:
    """Describe a package's bot by the attributes ``name`` and ``about`` of its factory."""
    try:
        factory = point.load()
        name = str(getattr(factory, "name", point.name))
        about = str(getattr(factory, "about", "") or getattr(factory, "__doc__", "") or "")
    except BaseException as error:  # A module may exit the program.
        about = _("cannot be loaded: {problem}", problem=_describe_error(error))
        return BotInfo(point.name, point.name, printable(about, _MAX_ABOUT), 0, point.value)
    line = about.strip().partition("\n")[0]
    return BotInfo(point.name, printable(name, 24), printable(line, _MAX_ABOUT), 0, point.value)


def _make_from(point: EntryPoint, seed: int | str) -> Bot:
    """Make a bot of another package.

    Raises:
        RiskError: If the package fails in any way.
    """
    try:
        bot: Bot = point.load()(seed)
    except BaseException as error:  # A module may exit the program.
        problem = printable(_describe_error(error), _MAX_ABOUT)
        raise RiskError(
            _(
                "the bot {point} of {text} fails: {problem}",
                point=point.name,
                text=point.value,
                problem=problem,
            )
        ) from error
    return bot


def _describe_error(error: BaseException) -> str:
    """Describe a package's exception; its text is left out if getting that raises another one."""
    text = ""
    with suppress(BaseException):
        text = f": {error}"
    return type(error).__name__ + text
