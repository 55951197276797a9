"""Which keys are offered: in the footer, in the help, and in the palette."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.commands.action_command import ActionCommand, is_offered
from risk_tui.commands.all_commands import COMMANDS
from risk_tui.commands.base import KeyBinding, Where
from risk_tui.engine.decisions import ToAttack, ToDefend
from risk_tui.tui.input.bindings import COMMAND_OF, DEFAULT_KEYMAP, KEYS, Keymap

if TYPE_CHECKING:
    from collections.abc import Iterator

    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.view import View
    from risk_tui.rules.ruleset import Ruleset


def footer(
    view: View,
    local_turn: bool,
    source: int | None,
    keymap: Keymap = DEFAULT_KEYMAP,
    *,
    can_repeat: bool = False,
    on_plan: bool = False,
    remote: bool = False,
    away: str = "",
    advice: bool = True,
    paused: bool = False,
) -> Iterator[tuple[str, str]]:
    """The keys that work now, as pairs of a key's sign and its label.

    ``local_turn``: whether a person at this terminal decides; ``source``: the territory to act
    from, if one is chosen; ``can_repeat``: whether an attack can be repeated; ``on_plan``: whether
    the cursor is on a plan that can be fought; ``remote``: whether another terminal decides;
    ``away``: the player for whom all wait, whose seat may be taken here; ``advice``: whether this
    table shows odds; ``paused``: whether the computer players wait before each step.
    """
    decision = view.decision

    def labelled(*actions: str) -> Iterator[tuple[str, str]]:
        return ((keymap.sign(action), _COMMON_LABELS[action]) for action in actions)

    if decision is None:
        yield from labelled("rematch", "new", "story", "log", "recap", "rules", "help", "leave")
        return
    if not local_turn:
        own = (("cards", view.hand), ("mission", view.missions))
        actions = [action for action, content in own if content]
        if away:
            yield f":sit {away}", "play it here"
            yield f":bot {away}", "the computer plays"
            yield from labelled("command", "help", "leave")
            return
        if remote:
            yield from labelled(*actions)
        elif paused:
            yield keymap.sign("step"), "one step"
            yield keymap.sign("pause"), "go on"
        else:
            yield from labelled("skip", "pause", "step")
        yield from labelled("command", "log", "help", "leave")
        return
    directions = ("left", "up", "down", "right")
    yield "".join(keymap.sign(f"move.{direction}") for direction in directions), "move"
    if isinstance(decision, ToDefend):
        yield (
            " ".join(map(str, range(1, decision.most + 1))),
            "dice" if decision.most > 1 else "die",
        )
    for key in keys_of(advice):
        usable = can_repeat if key.action == "repeat" else _is_usable(key, view, decision)
        label = _label(key, view, decision, source)
        if on_plan and key.action == "blitz":
            label = "fight"
        if label and usable:
            yield keymap.sign(key.action), label
        if key.action == "front.back" and decision.on_map:
            yield "A-Z", "jump"
    yield from labelled("leave")


_COMMON_LABELS = {
    "rematch": "rematch",
    "new": "new game",
    "story": "story",
    "recap": "recap",
    "cards": "cards",
    "mission": "mission",
    "log": "log",
    "rules": "rules",
    "leave": "leave",
    "skip": "skip ahead",
    "pause": "pause",
    "step": "step",
    "help": "help",
    "command": "command",
}


def keys_of(advice: bool) -> list[KeyBinding]:
    """The bindings at a table with advice, or at one without."""
    return [key for key in KEYS if advice or not key.advice]


def keys_in(ruleset: Ruleset, advice: bool) -> list[tuple[KeyBinding, str]]:
    """The bindings that games with a ruleset have any use for, each with its help."""
    return [
        (key, "; ".join([key.help, *_also(key, ruleset)]))
        for key in keys_of(advice)
        if key.action not in COMMAND_OF or COMMAND_OF[key.action].is_used_by(ruleset)
    ]


def _also(key: KeyBinding, ruleset: Ruleset) -> Iterator[str]:
    return (words for name, words in key.also if COMMANDS[name].is_used_by(ruleset))


def useful_actions(view: View, local_turn: bool, *, advice: bool = True) -> list[KeyBinding]:
    """The bindings that have anything to do now, without those that only move the cursor."""
    decision = view.decision if local_turn else None

    def is_listed(key: KeyBinding) -> bool:
        if key.useful is Where.ALWAYS or decision is None:
            return key.useful is Where.ALWAYS
        return key.is_useful_for(decision) and _is_usable(key, view, decision)

    keys = (key for key in keys_of(advice) if not key.action.startswith(_NOT_LISTED))
    return [key for key in keys if is_listed(key)]


_NOT_LISTED = ("move.", "find", "cancel")
"""The beginnings of actions that the list of actions leaves out."""


def _label(key: KeyBinding, view: View, decision: Decision, source: int | None) -> str:
    if key.action == "mission" and not view.missions:
        return next((goals.name for goals in view.open_goals()), key.label_for(decision))
    if key.action == "act" and source is not None and "target" in decision.keys:
        return str(decision.keys["target"])
    return key.label_for(decision)


def has_missions(view: View) -> bool:
    """Whether this game has missions or open goals to look at."""
    return view.ruleset.missions.played or bool(view.rules.hooks.open_goals)


def _is_usable(key: KeyBinding, view: View, decision: Decision) -> bool:
    """Whether a key has anything to do in this decision."""
    command = COMMAND_OF.get(key.action)
    if command is not None and issubclass(command, ActionCommand) and command.action.key:
        return is_offered(command.action, view)
    match key.action:
        case "cards":
            return bool(view.hand)
        case "mission":
            # Whoever defends at a shared screen is not alone with it.
            return has_missions(view) and not (
                isinstance(decision, ToDefend) and view.ruleset.missions.played
            )
        case "all" if isinstance(decision, ToAttack):
            return decision.armies > 0
        case "end":
            return not getattr(decision, "must_trade", False)
    return True
