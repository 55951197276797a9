"""The lines beside the map: players, continents, the decision, the log; and the footer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.text import Text

from risk_tui.engine.decisions import (
    ToAlter,
    ToAttack,
    ToChooseCapital,
    ToDeclare,
    ToDefend,
    ToOccupy,
    ToPlace,
    ToReinforce,
)
from risk_tui.engine.facts import BattleFought
from risk_tui.tui.palette import GOLD
from risk_tui.tui.side.continents import continents_lines, continents_short
from risk_tui.tui.side.dice import BIG, Cast, dice_lines
from risk_tui.tui.side.odds import ROWS, SHORT_ROWS
from risk_tui.tui.side.players import players_lines, share_line
from risk_tui.tui.side.standing import standing_lines
from risk_tui.tui.side.territory import ROWS as PLACE_ROWS
from risk_tui.tui.side.territory import names_rows, place_lines
from risk_tui.tui.words import DIM, HEAD, NARROW, STRONG, fit, seat_style

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from textual.geometry import Size

    from risk_tui.engine.records import Record
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat

_BATTLING = ("attack", "defend", "alter", "occupy")
"""Decisions beside which the last dice are of interest."""

_FROM = (*_BATTLING, "fortify")
"""Decisions that may have a source."""

_NAMES = 44
"""Columns from which on neighbours are told by their names."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What the parts of the panel look like: the less room there is, the fewer of these.

    ``gaps``: air between the parts, a bar of all armies, and headings for everything;
    ``continents``: each in a row of its own; ``names``: the neighbours one a line; ``big``:
    dice of three lines; ``objectives``: every objective in words; ``odds``: lines for them.
    """

    gaps: bool = True
    continents: bool = True
    names: bool = True
    big: bool = True
    objectives: bool = True
    odds: int = ROWS
    log: int = 6
    """Lines that must be left for the log."""


_PLANS = (
    Plan(),
    Plan(objectives=False),
    Plan(objectives=False, big=False),
    Plan(objectives=False, names=False),
    Plan(objectives=False, big=False, names=False, log=5),
    Plan(gaps=False, objectives=False, big=False, names=False, odds=SHORT_ROWS, log=3),
    Plan(
        gaps=False,
        continents=False,
        objectives=False,
        big=False,
        names=False,
        odds=SHORT_ROWS,
        log=0,
    ),
)
"""From rich to spare."""


def battle_cast(view: View, records: Sequence[Record], seats: Sequence[Seat]) -> Cast | None:
    """The dice on the table, or those of the last battle.

    Who defends is shown no dice but those against him.
    """
    if view.decision is not None and view.decision.kind not in _BATTLING:
        return None
    battle = view.battle
    if battle is not None and battle.attack:
        attacker, defender = (seats[view.owner[at]] for at in (battle.source, battle.target))
        return Cast(attacker, battle.attack, defender, battle.defence)
    if isinstance(view.decision, ToDefend):
        return None
    for record in reversed(records[-3:]):
        for fact in record.facts:
            if isinstance(fact, BattleFought):
                return cast_of(fact, seats)
    return None


def cast_of(fact: BattleFought, seats: Sequence[Seat]) -> Cast:
    """The dice of a battle that was fought, with what they cost."""
    return Cast(
        seats[fact.attacker],
        fact.attack_dice,
        seats[fact.defender],
        fact.defence_dice,
        (fact.attacker_losses, fact.defender_losses),
    )


def pending_armies(view: View) -> str:
    """The number that matters most for the decision, for its heading."""
    match view.decision:
        case ToReinforce(armies=armies):
            return f"{armies} to place"
        case ToPlace(unplaced=unplaced, neutral=0):
            return f"{unplaced} left"
        case ToPlace(most=most, neutral=neutral):
            return f"{most} + {neutral} grey"
        case ToChooseCapital():
            return "in secret"
        case ToDeclare(armies=armies):
            return f"+{armies} or attack"
        case ToAttack(armies=armies) if armies:
            return f"{armies} to place"
        case ToOccupy(least=least, most=most):
            return f"{least} to {most}"
        case ToDefend(most=1):
            return "1 die"
        case ToDefend(most=most):
            return f"1 to {most} dice"
    return ""


def keys_line(keys: Sequence[tuple[str, str]], width: int) -> Text:
    """The footer; where not all keys fit, those that everybody finds anyway go first."""
    shown = list(keys)
    for spare in ("A-Z", "←↑↓→", "Tab", "u"):
        if sum(cell_len(key) + cell_len(label) + 3 for key, label in shown) < width:
            break
        shown = [(key, label) for key, label in shown if key != spare]
    line = Text(" ")
    for key, label in shown:
        line.append(key, STRONG).append(f" {label}  ", DIM)
    return line


def upper_lines(
    view: View, seats: Sequence[Seat], width: int, plan: Plan, away: Collection[int] = ()
) -> list[Text]:
    """What the cursor does not change: players, continents, missions and objectives."""
    gap = [Text("")] if plan.gaps else []
    continents = continents_lines if plan.continents else continents_short
    return [
        *players_lines(view, seats, width, away),
        *([share_line(view, seats, width)] if plan.gaps else []),
        *gap,
        *continents(view, seats, width),
        *gap,
        *_with_gap(_standing(view, seats, width, plan), gap),
    ]


def lower_lines(
    view: View,
    seats: Sequence[Seat],
    width: int,
    plan: Plan,
    cursor: int,
    source: int | None,
    dice: Cast | None,
    odds: Sequence[Text] = (),
) -> list[Text]:
    """The decision, the territory under the cursor, its odds, the dice, the heading of the log."""
    gap = [Text("")] if plan.gaps else []
    return [
        *_decision_lines(view, seats, width, cursor, source, plan),
        *odds,
        *_dice_rows(view, dice, width, plan),
        *gap,
        *([Text(" LOG", HEAD)] if plan.gaps else []),
    ]


def plan_for(view: View, seats: Sequence[Seat], size: Size, *, advice: bool = True) -> Plan:
    """The richest plan with which everything fits; the odds are ``advice``, and may be off.

    Within a game it changes with the size only, or little would stay where the eye expects it:
    room is left for a battle even where there is none.
    """
    for each in _PLANS:
        names = each.names and size.width >= _NAMES
        plan = replace(each, names=names, odds=each.odds if advice else 0)
        if _height(view, seats, size.width, plan) + plan.log <= size.height:
            return plan
    return plan


def _height(view: View, seats: Sequence[Seat], width: int, plan: Plan) -> int:
    """The lines of everything but the log."""
    board = view.board
    continents = 1 + len(board.continents) if plan.continents else -(-len(board.continents) // 2)
    standing = len(_standing(view, seats, width, plan))
    place = names_rows(view) if plan.names else PLACE_ROWS
    decision = 2 + (view.neutral is not None) + place + plan.odds + (BIG if plan.big else 1)
    gaps = 5 + (standing > 0) if plan.gaps else 0
    return 1 + len(seats) + continents + standing + decision + gaps


def _standing(view: View, seats: Sequence[Seat], width: int, plan: Plan) -> list[Text]:
    return standing_lines(view, seats, width, objectives=plan.objectives)


def _with_gap(lines: list[Text], gap: list[Text]) -> list[Text]:
    return lines + gap if lines else lines


def _decision_lines(
    view: View, seats: Sequence[Seat], width: int, cursor: int, source: int | None, plan: Plan
) -> list[Text]:
    if view.decision is None:
        head = Text(" GAME OVER", HEAD)
    else:
        head = Text(f" {view.decision.kind.upper()} ", HEAD)
        head.append(pending_armies(view), STRONG)
    lines = [head, *_force_line(view, seats)]
    match view.decision:
        case ToDefend() | ToAlter() as decision:
            lines += _ends(view, (decision.source, decision.target), width)
        case _ if source is not None:
            lines += _ends(view, (source,), width)
        case decision if decision is not None and decision.kind in _FROM:
            lines.append(Text())
    return lines + place_lines(view, seats, cursor, width, names=plan.names)


def _dice_rows(view: View, dice: Cast | None, width: int, plan: Plan) -> list[Text]:
    """The dice, on as many lines as they may take while battles are fought."""
    if view.decision is None or view.decision.kind not in _BATTLING:
        return [] if dice is None else dice_lines(dice, width, big=plan.big)
    lines = [] if dice is None else dice_lines(dice, width, big=plan.big)
    return lines + [Text()] * ((BIG if plan.big else 1) - len(lines))


def _ends(view: View, places: Sequence[int], width: int) -> list[Text]:
    """Where armies start from, and what they attack: in one line where there is room.

    One line, so that a battle, which asks its defender in between, moves nothing else.
    """
    named = list(zip(("from", "to"), places, strict=False))
    if width < NARROW:
        return [_end_of(view, word, place, width) for word, place in named]
    ends = [_end_of(view, word, place, width).plain for word, place in named]
    if sum(map(cell_len, ends)) > width:
        land = view.board.territories
        ends = [f" {word} {land[place].code} {view.armies[place]}" for word, place in named]
    return [Text("".join(ends), GOLD.hex)]


def _end_of(view: View, word: str, place: int, width: int) -> Text:
    """Where armies start from, or what they attack."""
    name, armies = view.board.territories[place].name, str(view.armies[place])
    room = width - len(word) - len(armies) - 3
    return Text(f" {word} {fit(name, min(room, cell_len(name)))} {armies}", GOLD.hex)


def _force_line(view: View, seats: Sequence[Seat]) -> list[Text]:
    """Whose armies are decided for, when they are not the decider's own."""
    force = getattr(view.decision, "force", None)
    if view.decision is None or force in (None, view.decision.seat):
        return []
    return [Text(f" for the {seats[force].name}", seat_style(seats[force]))]
