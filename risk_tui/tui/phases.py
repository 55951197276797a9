"""The strip at the top: whose turn it is, and how far it has come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.text import Text

from risk_tui.tui.palette import seat_glyph
from risk_tui.tui.words import DIM, HEAD, STRONG, badge_style, seat_style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.rules import Rules
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat

_PHASE_OF = {"occupy": "attack", "defend": "attack", "alter": "attack"}
"""Decisions that belong to a phase of another name."""


def phase_line(view: View, seats: Sequence[Seat], width: int, saved: str) -> Text:
    """Whose turn it is, and how far it has come; in the end who has won."""
    line = Text()
    for number in view.winners or (view.turn,):
        seat = seats[number]
        line.append(f" {seat_glyph(seat.colour)} {seat.name.upper()} ", badge_style(seat))
    if view.decision is None:
        line.append("  won, and the game is over", HEAD)
    else:
        line.append("  Setting up  " if view.round == 0 else f"  Round {view.round}  ", DIM)
        if view.acting != view.turn:
            _allies(line, view, seats, width)
        now = _PHASE_OF.get(view.decision.kind, view.decision.kind)
        order = phases_of(view)
        strip = _strip(order, now)
        if line.cell_len + strip.cell_len > width and now in order:
            strip = _strip(order[order.index(now) :], now)
        line.append_text(strip)
    for right in (f"{view.ruleset.title} · {saved} ✓ ", f"{saved} ✓ ", ""):
        room = width - line.cell_len - cell_len(right)
        if room > 0:
            break
    return line.append(" " * max(0, room)).append(right, DIM)


def phases_of(view: View) -> tuple[str, ...]:
    """The phases of the set-up, of a turn, or of what the Allied Army does in it."""
    if view.round == 0:
        return _set_up(view)
    if view.acting != view.turn:
        return ("reinforce", "attack")
    return _turn(view.rules)


def _set_up(view: View) -> tuple[str, ...]:
    rules = view.rules
    claim = () if rules.set_up.dealt else ("claim",)
    place = ("place",) if rules.set_up.places else ()
    return (*claim, *place, *(("capital",) if rules.capitals.played else ()))


def _turn(rules: Rules) -> tuple[str, ...]:
    declare = ("declare",) if rules.income.forfeited_by_attackers else ()
    if rules.placing.after_attacks:
        start = ("trade", "attack", "reinforce")
    else:
        start = ("reinforce", "trade", "attack")
    end = ("draw", "fortify") if rules.draw.before_fortify else ("fortify", "draw")
    return (*declare, *start, *end)


def _allies(line: Text, view: View, seats: Sequence[Seat], width: int) -> None:
    """Who leads which other armies."""
    assert view.decision is not None, "somebody decides for them"
    leader, force = seats[view.decision.seat], seats[view.acting]
    if view.decision.seat == view.turn:
        line.append(f"{force.name} attacks ", seat_style(force, bold=True))
    else:
        line.append(f"{leader.name}", seat_style(leader, bold=True))
        leads = " leads the" if width > 100 else ":"
        line.append(f"{leads} {force.name} ", seat_style(force))


def _strip(order: Sequence[str], now: str) -> Text:
    strip = Text()
    for name in order:
        _phase(strip, name, now, order)
    return strip


def _phase(line: Text, name: str, now: str, order: Sequence[str]) -> None:
    if name == now:
        line.append(f" ▸ {name.upper()} ", STRONG)
    elif now in order and order.index(name) < order.index(now):
        line.append(f" {name.capitalize()} ✓ ", DIM)
    else:
        line.append(f" {name.capitalize()} ", DIM)
