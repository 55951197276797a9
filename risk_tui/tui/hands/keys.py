"""The keys of the game screen: one entry each, from which dispatch, footer and help all come."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from risk_tui.engine.decisions import DECISIONS, ToAttack, ToBegin, ToDefend, ToTrade

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.view import View


@dataclass(frozen=True, slots=True)
class Key:
    """``action`` is the stable name of what the key does; ``keys`` are the keys it has by default.

    A key is written as its character, or by a name such as ``enter`` or ``ctrl+p``. ``labels``
    says what the footer calls it for each kind of decision for which it shows it, ``also`` names
    kinds for which it is of use but not shown; one that has neither is always of use. In
    ``help`` the name of an action in braces stands for its key.
    """

    action: str
    keys: tuple[str, ...]
    help: str
    labels: Mapping[str, str] = field(default_factory=dict)
    also: tuple[str, ...] = ()
    advice: bool = False
    """Whether it tells odds, which a table may do without."""


ASKED = tuple(each.kind for each in DECISIONS if each is not ToBegin)
"""Every kind of decision that a person is asked for: a game begins by itself."""

_LAND = ("claim", "place", "capital", "reinforce", "attack", "fortify")
_TURN = ("declare", "reinforce", "trade", "attack", "occupy", "fortify")


def _for(label: str, *kinds: str) -> dict[str, str]:
    return dict.fromkeys(kinds, label)


KEYS: tuple[Key, ...] = (
    Key(
        "act",
        ("enter",),
        "do what the decision asks with this territory",
        {
            "claim": "claim",
            "place": "place 1",
            "capital": "choose",
            "declare": "choose",
            "reinforce": "reinforce",
            "trade": "trade",
            "attack": "choose",
            "defend": "roll most",
            "alter": "the dice",
            "occupy": "move in",
            "fortify": "choose",
        },
    ),
    Key("move.left", ("left", "h"), "move the cursor to the left"),
    Key("move.down", ("down", "j"), "move the cursor down"),
    Key("move.up", ("up", "k"), "move the cursor up"),
    Key("move.right", ("right", "l"), "move the cursor to the right"),
    Key(
        "next",
        ("tab",),
        "go to the next territory that can act",
        _for("next", *_LAND),
    ),
    Key("previous", ("shift+tab",), "go back to the one before", also=_LAND),
    Key(
        "front",
        ("f",),
        "your next territory beside an enemy, strongest first",
        also=ASKED,
    ),
    Key("front.back", ("g",), "go back to the front before", also=ASKED),
    Key(
        "attack",
        ("a",),
        "attack what is under the cursor once; declare an attack",
        {"declare": "attack"},
        also=("attack",),
    ),
    Key(
        "blitz",
        ("b",),
        "attack until conquered; 5{blitz} stops at 5 armies",
        {"attack": "blitz"},
    ),
    Key(
        "repeat",
        (".",),
        "the last attack, or blitz, once more",
        {"attack": "again"},
    ),
    Key(
        "all",
        ("r",),
        "put all armies here, 3{all} three; declare to reinforce",
        {"reinforce": "all here", "attack": "place here", "declare": "reinforce"},
        also=("place",),
    ),
    Key(
        "end",
        ("e",),
        "end trading, attacks or the turn; let the dice stand",
        {**_for("end", "attack", "fortify"), "trade": "go on", "alter": "let stand"},
    ),
    Key(
        "place",
        ("p",),
        "place the rest of the starting armies for me",
        {"place": "place rest"},
    ),
    Key(
        "cards",
        ("c",),
        "see your cards, trade a set",
        _for("cards", "declare", "reinforce", "trade", "attack"),
        also=_TURN,
    ),
    Key(
        "mission",
        ("m",),
        "see your secret mission, or the objectives of all",
        _for("mission", *ASKED),
    ),
    Key(
        "defend.most",
        ("s",),
        "in defence: roll the most dice from now on, without being asked",
        {"defend": "always most"},
    ),
    Key(
        "undo",
        ("u",),
        "take back, until dice or cards were seen",
        _for("undo", *_LAND, "declare"),
        also=ASKED,
    ),
    Key("skip", ("space",), "skip ahead to the next decision of a person"),
    Key(
        "command",
        (":",),
        "type a command, such as  :attack ukraine ural 3",
        _for("command", *ASKED),
    ),
    Key("find", ("ctrl+p",), "find an action or a command by its name"),
    Key("log", ("v",), "view the whole log"),
    Key("recap", ("w",), "what happened since your last turn"),
    Key(
        "threats",
        ("t", "f6"),
        "how likely your territories fall to their strongest neighbours",
        also=ASKED,
        advice=True,
    ),
    Key(
        "plan",
        ("x", "f7"),
        "plan a campaign: mark the next territory, or its end",
        {"attack": "plan"},
        also=ASKED,
        advice=True,
    ),
    Key("luck", ("d", "f8"), "the dice so far: luck and faces"),
    Key("rules", ("i",), "the rules of this game"),
    Key("settings", ("o",), "settings: colours, signs, theme, pace"),
    Key("help", ("?", "f1"), "help for where you are", _for("help", *ASKED)),
    Key("cancel", ("escape",), "forget what was typed or chosen; stop a blitz"),
    Key("leave", ("q",), "leave the table; the game is saved at every step"),
)

_SIGNS = {
    "enter": "⏎",
    "left": "←",
    "down": "↓",
    "up": "↑",
    "right": "→",
    "tab": "Tab",
    "shift+tab": "⇧Tab",
    "space": "␣",
    "escape": "Esc",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "delete": "Del",
    "insert": "Ins",
}

_PLAIN = {"enter": "Enter", "shift+tab": "S-Tab", "space": "Space"}
"""Where nothing but ASCII may be written."""

_ARROWS = {each: each.capitalize() for each in ("left", "down", "up", "right")}
"""There too, but side by side in the footer their signs are plain enough."""


def sign(key: str, *, plain: bool = False) -> str:
    """How a key is shown; ``plain``: without signs that ASCII lacks.

    >>> sign("enter"), sign("ctrl+p"), sign("f1"), sign("?"), sign("enter", plain=True)
    ('⏎', '^P', 'F1', '?', 'Enter')
    """
    if key.startswith("ctrl+"):
        return f"^{key[-1].upper()}"
    if plain and key in _PLAIN:
        return _PLAIN[key]
    return _SIGNS.get(key, key if len(key) == 1 else key.capitalize())


def word(key: str, *, plain: bool = False) -> str:
    """How a key is called in a sentence.

    >>> word("enter"), word("space"), word("e")
    ('Enter', 'space', 'e')
    """
    return {"enter": "Enter", "space": "space"}.get(key) or sign(key, plain=plain)


_TOKEN = re.compile(r"\{(" + "|".join(re.escape(each.action) for each in KEYS) + r")\}")


class Keymap:
    """Which key does what: the defaults, or what a player made of them.

    A ``plain`` one names keys without signs that ASCII lacks.
    """

    def __init__(
        self, changed: Mapping[str, tuple[str, ...]] | None = None, *, plain: bool = False
    ) -> None:
        self.keys = {each.action: each.keys for each in KEYS} | dict(changed or {})
        """The keys of every action, at least one."""
        self._plain = plain
        self._actions = {key: action for action, keys in self.keys.items() for key in keys}

    @cached_property
    def in_ascii(self) -> Keymap:
        """The same keys with plain names."""
        return Keymap(self.keys, plain=True)

    def action_of(self, key: str, mark: str) -> str | None:
        """The action of a key, told by its name and its character, if it has one."""
        shown = len(mark) == 1 and mark.isprintable() and mark != " "
        return self._actions.get(mark if shown else key)

    def sign(self, action: str) -> str:
        """How the first key of an action is shown."""
        return sign(self.keys[action][0], plain=self._plain)

    def signs(self, action: str) -> str:
        """How all keys of an action are shown in a list."""
        arrows = _ARROWS if self._plain else {}
        keys = self.keys[action]
        return " ".join(arrows.get(key) or sign(key, plain=self._plain) for key in keys)

    def fill(self, text: str, names: Iterable[str] = ()) -> str:
        """``text`` with the key of each action that stands in it in braces.

        ``names`` of players stay as they are, even with braces.

        >>> Keymap().fill("{end} ends the turn of {end}", ["of {end}"])
        'e ends the turn of {end}'
        """
        kept = [re.escape(name) for name in names if "{" in name]
        tokens = "|".join([*kept, _TOKEN.pattern])
        return re.sub(
            tokens,
            lambda found: word(self.keys[found[1]][0], plain=self._plain) if found[1] else found[0],
            text,
        )


DEFAULT = Keymap()

_AIMED = {"attack": "attack", "fortify": "move"}
"""What Enter does once there is a source."""


def footer(
    view: View,
    mine: bool,
    source: int | None,
    keymap: Keymap = DEFAULT,
    *,
    again: bool = False,
    waits: bool = False,
    advice: bool = True,
) -> Iterator[tuple[str, str]]:
    """The keys that work now as (key, label).

    ``again``: whether an attack can be repeated; ``waits``: whether another terminal decides;
    ``advice``: whether this table is told odds.
    """
    decision = view.decision

    def shown(*actions: str) -> Iterator[tuple[str, str]]:
        return ((keymap.sign(action), _ALWAYS[action]) for action in actions)

    if decision is None:
        yield from shown("log", "rules", "leave")
        return
    if not mine:
        own = [each for each, held in (("cards", view.hand), ("mission", view.missions)) if held]
        yield from shown(*(own if waits else ["skip"]), "command", "log", "help", "leave")
        return
    yield "".join(keymap.sign(f"move.{each}") for each in ("left", "up", "down", "right")), "move"
    if isinstance(decision, ToDefend):
        yield (
            " ".join(map(str, range(1, decision.most + 1))),
            "dice" if decision.most > 1 else "die",
        )
    for key in keys_of(advice):
        usable = again if key.action == "repeat" else _of_use(key, view, decision)
        if decision.kind in key.labels and usable:
            yield keymap.sign(key.action), _label(key, view, decision, source)
        if key.action == "front.back" and decision.kind in _LAND:
            yield "A-Z", "jump"
    yield from shown("leave")


_ALWAYS = {
    "cards": "cards",
    "mission": "mission",
    "log": "log",
    "rules": "rules",
    "leave": "leave",
    "skip": "skip ahead",
    "help": "help",
    "command": "command",
}


def keys_of(advice: bool) -> list[Key]:
    """All keys of a table with advice, or of one without."""
    return [key for key in KEYS if advice or not key.advice]


def useful(view: View, mine: bool, *, advice: bool = True) -> list[Key]:
    """The actions that have anything to do now, without those that only move the cursor."""
    kind = view.decision.kind if mine and view.decision is not None else ""

    def has_use(key: Key) -> bool:
        kinds = (*key.labels, *key.also)
        if not kinds or key.action in ("command", "help"):
            return True
        return view.decision is not None and kind in kinds and _of_use(key, view, view.decision)

    return [key for key in keys_of(advice) if not key.action.startswith(_BY_HAND) and has_use(key)]


_BY_HAND = ("move.", "find", "cancel")
"""Actions that are nothing to be found by name."""


def _label(key: Key, view: View, decision: Decision, source: int | None) -> str:
    if key.action == "mission" and not view.missions:
        return "objectives"
    if key.action == "act" and source is not None:
        return _AIMED.get(decision.kind, key.labels[decision.kind])
    if key.action == "act" and isinstance(decision, ToTrade) and not decision.may_trade:
        return "go on"
    return key.labels[decision.kind]


def has_missions(view: View) -> bool:
    """Whether there are missions or objectives to be looked at."""
    return view.ruleset.missions.played or view.ruleset.objectives.played


def _of_use(key: Key, view: View, decision: Decision) -> bool:
    """Whether a key has anything to do."""
    match key.action:
        case "cards":
            return bool(view.hand)
        case "mission":
            return has_missions(view)
        case "all" if isinstance(decision, ToAttack):
            return decision.armies > 0
        case "end" if isinstance(decision, ToTrade):
            return not decision.must_trade
    return True
