"""The top bar with turn and phase, and the keys for the footer, the help and the palette."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len
from rich.text import Text

from risk_tui.commands.action_command import ActionCommand, is_offered
from risk_tui.commands.all_commands import all_commands
from risk_tui.commands.base import KeyBinding, Occasion, occasions_of
from risk_tui.commands.wording import is_on_map, key_labels
from risk_tui.data.language import N_, _, capitalize, ngettext, pgettext
from risk_tui.engine.decisions import Decision, ToAttack, ToDefend
from risk_tui.engine.view import View
from risk_tui.rules.ruleset import Ruleset
from risk_tui.rules.titles import translated_title
from risk_tui.table.seats import Seat
from risk_tui.text.time_phrases import current_round
from risk_tui.tui.key_hints import KeyHint
from risk_tui.tui.keymap import DEFAULT_KEYMAP, Keymap, command_with_key, key_bindings
from risk_tui.tui.text_widgets import filled_text
from risk_tui.tui.theme.palette import seat_glyph
from risk_tui.tui.theme.styles import DIM, HEAD, STRONG, badge_style, seat_style


def footer(
    view: View,
    local_turn: bool,
    source: int | None,
    keymap: Keymap = DEFAULT_KEYMAP,
    *,
    can_repeat: bool = False,
    can_undo: bool = False,
    on_plan: bool = False,
    below_limit: bool = False,
    remote: bool = False,
    away: str = "",
    advice: bool = True,
    paused: bool = False,
    next_games: Sequence[str] = (),
) -> Iterator[KeyHint]:
    """Yield the keys that work now.

    Args:
        view: The view of the player at this terminal.
        local_turn: True if a person at this terminal decides.
        source: The territory to act from, if one is chosen.
        keymap: The player's keys.
        can_repeat: True if an attack can be repeated.
        can_undo: True if a step can be undone.
        on_plan: True if the cursor is on a plan that can be fought.
        below_limit: True if the chance of this plan is below the limit at which it stops.
        remote: True if another terminal decides.
        away: The name of the absent player that the game waits for, if this terminal can take
            their seat; else empty.
        advice: True if this table shows odds.
        paused: True if bots wait before each step.
        next_games: The actions that start another game after this one.
    """
    decision = view.decision
    if decision is None:
        actions = [*next_games, "story", "log", "recap", "rules", "help", "leave"]
        yield from map(keymap.labelled, actions)
        return
    if not local_turn:
        own = (("cards", view.hand), ("mission", view.missions))
        actions = [action for action, content in own if content]
        if away:
            yield KeyHint(f":sit {away}", _("play it here"), "")
            yield KeyHint(f":bot {away}", _("let a bot play"), "")
            yield from map(keymap.labelled, ("command", "help", "leave"))
            return
        if remote:
            yield from map(keymap.labelled, actions)
        elif paused:
            yield keymap.labelled("step", _("one step"))
            yield keymap.labelled("pause", _("continue"))
        else:
            yield from map(keymap.labelled, ("skip", "pause", "step"))
        yield from map(keymap.labelled, ("command", "log", "help", "leave"))
        return
    directions = ("left", "up", "down", "right")
    arrows = "".join(keymap.sign(f"move.{direction}") for direction in directions)
    yield KeyHint(arrows, _("move"), "", "move")
    if isinstance(decision, ToDefend):
        for number in map(str, range(1, decision.most + 1)):
            yield KeyHint(number, ngettext("die", "dice", int(number)), number)
    labels, occasions = key_labels(decision), occasions_of(decision)
    if source is not None and "target" in labels:
        labels["act"] = labels["target"]
    possible = {"repeat": can_repeat, "undo": can_undo}
    if on_plan:
        labels["blitz"] = "" if below_limit else _("fight")
    for key in keys_of(advice):
        label = labels.get(key.action, _(key.label) if key.shown in occasions else "")
        if key.action == "mission" and not view.missions:
            label = next((_(goals.name) for goals in view.public_goals()), label)
        if label and possible.get(key.action, True) and _is_usable(key, view, decision):
            yield keymap.labelled(key.action, label)
        if key.action == "front.back" and is_on_map(decision):
            yield KeyHint("A-Z", _("jump"), "", "jump")
    yield keymap.labelled("leave")


def keys_of(advice: bool) -> list[KeyBinding]:
    """Return the bindings; without ``advice``, omit those for odds."""
    return [key for key in key_bindings() if advice or not key.advice]


def keys_in(ruleset: Ruleset, advice: bool) -> list[tuple[KeyBinding, str]]:
    """Return the bindings that games with a ruleset can use, each with its help for them."""
    keys = []
    for key in keys_of(advice):
        command = command_with_key(key.action)
        if command is None or command.is_used_by_ruleset(ruleset):
            also = [
                _(words)
                for name, words in key.also
                if all_commands()[name].is_used_by_ruleset(ruleset)
            ]
            keys.append((key, "; ".join([_(key.help), *also])))
    return keys


def useful_actions(view: View, local_turn: bool, *, advice: bool) -> list[KeyBinding]:
    """Return the bindings that are useful now, except those in ``_UNLISTED_PREFIXES``."""
    decision = view.decision if local_turn else None
    labels = {} if decision is None else key_labels(decision)
    occasions = set() if decision is None else occasions_of(decision)
    keys = []
    for key in keys_of(advice):
        is_useful = key.useful is Occasion.ALWAYS
        if not is_useful and decision is not None:
            command = command_with_key(key.action)
            is_useful = (
                (key.action in labels or key.useful in occasions)
                and (command is None or command.is_used_by_ruleset(view.ruleset))
                and _is_usable(key, view, decision)
            )
        if is_useful and not key.action.startswith(_UNLISTED_PREFIXES):
            keys.append(key)
    return keys


_UNLISTED_PREFIXES = ("move.", "find", "cancel")
"""Prefixes of actions that the list of actions leaves out."""


def _is_usable(key: KeyBinding, view: View, decision: Decision) -> bool:
    """Return True if the action of a key is possible in the pending decision."""
    command = command_with_key(key.action)
    if command is not None and issubclass(command, ActionCommand) and command.action.is_extra:
        return is_offered(command.action, view)
    match key.action:
        case "cards":
            return bool(view.hand)
        case "mission":
            if view.ruleset.missions.played:
                # Others can see a defender's shared screen.
                return not isinstance(decision, ToDefend)
            return bool(view.rules.hooks.public_goals)
        case "all" if isinstance(decision, ToAttack):
            return decision.armies > 0
        case "end":
            return not getattr(decision, "must_trade", False)
    return True


SEEDED = N_("seeded dice")
"""The note in the bar of a game whose dice can be predicted from a known seed."""


def phase_bar(
    view: View,
    seats: Sequence[Seat],
    width: int,
    saved: str,
    *,
    seeded: bool = False,
    clock: str = "",
) -> Text:
    """Return the bar with the player whose turn it is and the phase, or with the winners.

    Args:
        view: The view of the player at this terminal.
        seats: The seats of the game.
        width: Columns of the bar.
        saved: The name of the saved game, or a word for it, shown before a tick; empty if the game
            is not saved.
        seeded: True if the dice come from a known seed.
        clock: The time that is left for the decision; empty without a clock.
    """
    line = Text()
    for number in view.winners or (view.turn,):
        seat = seats[number]
        line.append(f" {seat_glyph(seat.colour)} {seat.name.upper()} ", badge_style(seat))
    if view.decision is None:
        line.append(_("  won"), HEAD)
    else:
        line.append(f"  {current_round(view)}  ", DIM)
        if clock:
            line.append(_("time {clock}  ", clock=clock), STRONG)
        if view.acting_seat != view.turn:
            _append_leader(line, view, seats, width)
        now = view.decision.part_of or view.decision.kind
        order = phases_of(view)
        if now == "trade" and order[:2] == ("trade", "reinforce"):
            # A set can be traded after all armies are placed.
            order = ("reinforce", "trade", *order[2:])
        if now == "reinforce" and view.rules.placement.after_attacks and view.is_before_regrouping:
            # These armies are for cards, and are placed before the attacks.
            order = ("reinforce", *(name for name in order if name != now))
        may_trade = now != "trade" and getattr(view.decision, "may_trade", False)
        strip = _phase_strip(order, now, not_over="trade" if may_trade else "")
        if line.cell_len + strip.cell_len > width and now in order:
            strip = _phase_strip(order[order.index(now) :], now)
        line.append_text(strip)
    dice = f"{_(SEEDED)} · " if seeded else ""
    saved = f"{saved} ✓ " if saved else _("not saved ")
    # The first of these that fits is shown at the right edge.
    right_texts = [
        f"{dice}{translated_title(view.ruleset.title)} · {saved}",
        f"{dice}{saved}",
        f"{_(SEEDED)} " * seeded,
        "",
    ]
    for right in right_texts:
        room = width - line.cell_len - cell_len(right)
        if room > 0:
            break
    return line.append(" " * max(0, room)).append(right, DIM)


def phases_of(view: View) -> tuple[str, ...]:
    """Return the phases of setup, of a turn, or of an army that is led during a turn."""
    rules = view.rules
    if view.round == 0:
        claim = () if rules.set_up.dealt else ("claim",)
        place = ("place",) if rules.set_up.places else ()
        return (*claim, *place, *rules.hooks.phases_after_setup)
    if view.acting_seat != view.turn:
        return ("reinforce", "attack")
    if rules.placement.after_attacks:
        start = ("trade", "attack", "reinforce")
    else:
        start = ("trade", "reinforce", "attack")
    end = ("draw", "fortify") if rules.card_draw.before_fortify else ("fortify", "draw")
    phases: tuple[str, ...] = (*start, *end)
    for change in rules.hooks.phase_names:
        phases = change(phases)
    return phases


def _append_leader(line: Text, view: View, seats: Sequence[Seat], width: int) -> None:
    """Append the player who leads another army, or the army that attacks the player in turn."""
    assert view.decision is not None, "the game is not over"
    leader, force = seats[view.decision.seat], seats[view.acting_seat]
    if view.decision.seat == view.turn:
        line.append(_("{name} attacks ", name=force.name), seat_style(force, bold=True))
    else:
        names = {
            "leader": Text(leader.name, seat_style(leader, bold=True)),
            "army": Text(force.name, seat_style(force)),
        }
        led = _("{leader} leads the {army} ") if width > 100 else _("{leader}: {army} ")
        line.append_text(filled_text(led, seat_style(force), **names))


def _phase_strip(order: Sequence[str], now: str, not_over: str = "") -> Text:
    """Return the phases in order, with a tick at each one before ``now``.

    ``not_over`` gets no tick, because the player can return to it.
    """
    strip = Text()
    over = order[: order.index(now)] if now in order else ()
    for name in order:
        words = pgettext("phase", name)
        if name == now:
            strip.append(f" ▸ {words.upper()} ", STRONG)
        else:
            tick = "✓ " if name in over and name != not_over else ""
            strip.append(f" {capitalize(words)} {tick}", DIM)
    return strip
