"""The keys of the game screen: one entry each, from which dispatch, footer and help all come."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from risk_tui.engine.decisions import DECISIONS, ToAttack, ToBegin, ToDefend, ToTrade

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.view import View


@dataclass(frozen=True, slots=True)
class Key:
    """``action`` is the stable name of what the key does; ``keys`` are Textual's key names.

    ``labels`` says what the footer calls it for each kind of decision for which it shows it.
    """

    action: str
    keys: tuple[str, ...]
    shown: str
    help: str
    labels: Mapping[str, str] = field(default_factory=dict)


ASKED = tuple(each.kind for each in DECISIONS if each is not ToBegin)
"""Every kind of decision that a person is asked for: a game begins by itself."""

_LAND = ("claim", "place", "capital", "reinforce", "attack", "fortify")


def _for(label: str, *kinds: str) -> dict[str, str]:
    return dict.fromkeys(kinds, label)


KEYS: tuple[Key, ...] = (
    Key(
        "act",
        ("enter",),
        "⏎",
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
    Key("move.left", ("left", "h"), "←h", "move the cursor to the left"),
    Key("move.down", ("down", "j"), "↓j", "move the cursor down"),
    Key("move.up", ("up", "k"), "↑k", "move the cursor up"),
    Key("move.right", ("right", "l"), "→l", "move the cursor to the right"),
    Key("next", ("tab",), "Tab", "go to the next territory that can act", _for("next", *_LAND)),
    Key("previous", ("shift+tab",), "⇧Tab", "go back to the one before"),
    Key(
        "jump",
        (),
        "A-Z",
        "type a territory's code in capitals to jump there",
        _for("jump", *_LAND),
    ),
    Key(
        "attack",
        ("a",),
        "a",
        "attack what is under the cursor once; declare an attack",
        {"declare": "attack"},
    ),
    Key(
        "blitz",
        ("b",),
        "b",
        "attack until conquered; 5b stops at 5 armies",
        {"attack": "blitz"},
    ),
    Key(
        "all",
        ("r",),
        "r",
        "put all armies here, 3r three; declare to reinforce",
        {"reinforce": "all here", "attack": "place here", "declare": "reinforce"},
    ),
    Key(
        "end",
        ("e",),
        "e",
        "end trading, attacks or the turn; let the dice stand",
        {**_for("end", "attack", "fortify"), "trade": "go on", "alter": "let stand"},
    ),
    Key(
        "place",
        ("p",),
        "p",
        "place the rest of the starting armies for me",
        {"place": "place rest"},
    ),
    Key(
        "cards",
        ("c",),
        "c",
        "see your cards, trade a set",
        _for("cards", "declare", "reinforce", "trade", "attack"),
    ),
    Key(
        "mission",
        ("m",),
        "m",
        "see your secret mission, or the objectives of all",
        _for("mission", *ASKED),
    ),
    Key(
        "defend.most",
        ("s",),
        "s",
        "in defence: roll the most dice from now on, without being asked",
        {"defend": "always most"},
    ),
    Key(
        "undo",
        ("u",),
        "u",
        "take back, until dice or cards were seen",
        _for("undo", *_LAND, "declare"),
    ),
    Key("skip", ("space",), "␣", "skip ahead to the next decision of a person"),
    Key(
        "command",
        ("colon",),
        ":",
        "type a command, such as  :attack ukraine ural 3",
        _for("command", *ASKED),
    ),
    Key("log", ("v",), "v", "view the whole log"),
    Key("rules", ("i",), "i", "the rules of this game"),
    Key("help", ("question_mark", "f1"), "?", "help for where you are", _for("help", *ASKED)),
    Key("cancel", ("escape",), "Esc", "forget the chosen territory; stop a blitz"),
    Key("leave", ("q",), "q", "leave the table; the game is saved at every step"),
)

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
    if isinstance(decision, ToDefend):
        yield (
            " ".join(map(str, range(1, decision.most + 1))),
            "dice" if decision.most > 1 else "die",
        )
    for key in KEYS:
        if decision.kind in key.labels and _of_use(key, view, decision):
            yield key.shown, _label(key, view, decision, source)
    yield "q", "leave"


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
