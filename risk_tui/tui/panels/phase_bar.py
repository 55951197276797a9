"""The bar at the top: whose turn it is, and in which phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.text import Text

from risk_tui.tui.theme.palette import seat_glyph
from risk_tui.tui.theme.styles import DIM, HEAD, STRONG, badge_style, seat_style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.game_rules import Rules
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat

SEEDED = "seeded dice"
"""The note in the bar of a game whose dice somebody may know in advance."""


def phase_bar(
    view: View, seats: Sequence[Seat], width: int, saved: str, *, seeded: bool = False
) -> Text:
    """The bar in ``width`` columns: whose turn it is, and in which phase; in the end who has won.

    ``saved`` stands before a tick: the name of the saved game, or a word for it. If it is empty,
    the game is not kept.
    """
    line = Text()
    for number in view.winners or (view.turn,):
        seat = seats[number]
        line.append(f" {seat_glyph(seat.colour)} {seat.name.upper()} ", badge_style(seat))
    if view.decision is None:
        line.append("  won, and the game is over", HEAD)
    else:
        line.append("  Setting up  " if view.round == 0 else f"  Round {view.round}  ", DIM)
        if view.acting_seat != view.turn:
            _append_leader(line, view, seats, width)
        now = view.decision.part_of or view.decision.kind
        order = phases_of(view)
        if now == "trade":
            order = _placed_before_trade(order)
        may_trade = now != "trade" and getattr(view.decision, "may_trade", False)
        strip = _strip(order, now, not_over="trade" if may_trade else "")
        if line.cell_len + strip.cell_len > width and now in order:
            strip = _strip(order[order.index(now) :], now)
        line.append_text(strip)
    dice, saved = f"{SEEDED} · " if seeded else "", f"{saved} ✓ " if saved else "not kept "
    rights = [f"{dice}{view.ruleset.title} · {saved}", f"{dice}{saved}", f"{SEEDED} " * seeded, ""]
    for right in rights:
        room = width - line.cell_len - cell_len(right)
        if room > 0:
            break
    return line.append(" " * max(0, room)).append(right, DIM)


def phases_of(view: View) -> tuple[str, ...]:
    """The phases of the set-up, of a turn, or of what an army does in it that is led."""
    if view.round == 0:
        return _set_up_phases(view)
    if view.acting_seat != view.turn:
        return ("reinforce", "attack")
    return _turn_phases(view.rules)


def _set_up_phases(view: View) -> tuple[str, ...]:
    rules = view.rules
    claim = () if rules.set_up.dealt else ("claim",)
    place = ("place",) if rules.set_up.places else ()
    return (*claim, *place, *rules.hooks.after_set_up)


def _turn_phases(rules: Rules) -> tuple[str, ...]:
    if rules.placement.after_attacks:
        start = ("trade", "attack", "reinforce")
    else:
        start = ("trade", "reinforce", "attack")
    end = ("draw", "fortify") if rules.card_draw.before_fortify else ("fortify", "draw")
    phases: tuple[str, ...] = (*start, *end)
    for change in rules.hooks.turn_phases:
        phases = change(phases)
    return phases


def _placed_before_trade(order: tuple[str, ...]) -> tuple[str, ...]:
    """The phases where cards are asked about alone: only once the armies received are placed."""
    if order[:2] == ("trade", "reinforce"):
        return ("reinforce", "trade", *order[2:])
    return order


def _append_leader(line: Text, view: View, seats: Sequence[Seat], width: int) -> None:
    """Append who decides for armies that are not their own."""
    assert view.decision is not None, "somebody decides for them"
    leader, force = seats[view.decision.seat], seats[view.acting_seat]
    if view.decision.seat == view.turn:
        line.append(f"{force.name} attacks ", seat_style(force, bold=True))
    else:
        line.append(f"{leader.name}", seat_style(leader, bold=True))
        leads = " leads the" if width > 100 else ":"
        line.append(f"{leads} {force.name} ", seat_style(force))


def _strip(order: Sequence[str], now: str, not_over: str = "") -> Text:
    """The phases in their order; one may be ``not_over`` although another one is on."""
    strip = Text()
    for name in order:
        _append_phase(strip, name, now, [phase for phase in order if phase != not_over])
    return strip


def _append_phase(line: Text, name: str, now: str, order: Sequence[str]) -> None:
    if name == now:
        line.append(f" ▸ {name.upper()} ", STRONG)
    elif now in order and name in order and order.index(name) < order.index(now):
        line.append(f" {name.capitalize()} ✓ ", DIM)
    else:
        line.append(f" {name.capitalize()} ", DIM)
