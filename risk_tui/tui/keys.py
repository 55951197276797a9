"""The keys of the game screen: one entry each, from which dispatch, footer and help all come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from risk_tui.engine.view import View


@dataclass(frozen=True, slots=True)
class Key:
    """``action`` is the stable name of what the key does; ``keys`` are Textual's key names.

    ``kinds`` are the decisions for which the footer shows it; with none it is never there.
    """

    action: str
    keys: tuple[str, ...]
    shown: str
    label: str
    help: str
    kinds: tuple[str, ...] = ()


_ALL = ("claim", "place", "reinforce", "trade", "attack", "defend", "occupy", "fortify")
_LAND = ("claim", "place", "reinforce", "attack", "fortify")

KEYS: tuple[Key, ...] = (
    Key("act", ("enter",), "⏎", "", "do what the decision asks with this territory", _ALL),
    Key("move.left", ("left", "h"), "←h", "", "move the cursor to the left"),
    Key("move.down", ("down", "j"), "↓j", "", "move the cursor down"),
    Key("move.up", ("up", "k"), "↑k", "", "move the cursor up"),
    Key("move.right", ("right", "l"), "→l", "", "move the cursor to the right"),
    Key("next", ("tab",), "Tab", "next", "go to the next territory that can act", _LAND),
    Key("previous", ("shift+tab",), "⇧Tab", "", "go back to the one before"),
    Key("jump", (), "A-Z", "jump", "type a territory's code in capitals to jump there", _LAND),
    Key("attack", ("a",), "a", "", "attack the territory under the cursor once", ()),
    Key("blitz", ("b",), "b", "blitz", "attack until conquered; 5b stops at 5 armies", ("attack",)),
    Key(
        "all",
        ("r",),
        "r",
        "all here",
        "put all armies to place on this territory; 3r puts three",
        ("reinforce",),
    ),
    Key(
        "end",
        ("e",),
        "e",
        "end",
        "end trading, attacks or the turn",
        ("trade", "attack", "fortify"),
    ),
    Key(
        "place",
        ("p",),
        "p",
        "place rest",
        "place the rest of the starting armies for me",
        ("place",),
    ),
    Key(
        "cards",
        ("c",),
        "c",
        "cards",
        "see your cards, trade a set",
        ("reinforce", "trade", "attack"),
    ),
    Key(
        "defend.most",
        ("s",),
        "s",
        "always most",
        "in defence: roll the most dice from now on, without being asked",
        ("defend",),
    ),
    Key("undo", ("u",), "u", "undo", "take back, until dice or cards were seen", _LAND),
    Key("skip", ("space",), "␣", "skip", "skip ahead to the next decision of a person"),
    Key(
        "command",
        ("colon",),
        ":",
        "command",
        "type a command, such as  :attack ukraine ural 3",
        _ALL,
    ),
    Key("log", ("v",), "v", "", "view the whole log"),
    Key("rules", ("i",), "i", "", "the rules of this game"),
    Key("help", ("question_mark", "f1"), "?", "help", "help for where you are", _ALL),
    Key("cancel", ("escape",), "Esc", "", "forget the chosen territory; stop a blitz"),
    Key("leave", ("q",), "q", "leave", "leave the table; the game is saved at every step"),
)

_ENTER_LABELS = {
    "claim": "claim",
    "place": "place 1",
    "reinforce": "reinforce",
    "trade": "trade",
    "attack": "choose",
    "defend": "roll most",
    "occupy": "move in",
    "fortify": "choose",
}


_AIMED = {"attack": "attack", "fortify": "move"}
"""What Enter does once there is a source."""

_ACTIONS = {key: each.action for each in KEYS for key in each.keys}


def action_of(key: str) -> str | None:
    """The action of a key."""
    return _ACTIONS.get(key)


def footer(view: View, mine: bool, source: int | None) -> Iterator[tuple[str, str]]:
    """The keys that work now as (key, label)."""
    decision = view.decision
    if decision is None:
        yield from (("v", "log"), ("i", "rules"), ("q", "leave"))
        return
    if not mine:
        yield from (("␣", "skip ahead"), ("v", "log"), ("?", "help"), ("q", "leave"))
        return
    yield ("←↑↓→", "move")
    kind = decision.kind
    for key in KEYS:
        if kind not in key.kinds:
            continue
        label = key.label or _ENTER_LABELS.get(kind, "")
        if key.action == "act" and source is not None and kind in _AIMED:
            label = _AIMED[kind]
        if key.action != "cards" or view.hand:
            yield key.shown, label
    yield "q", "leave"
