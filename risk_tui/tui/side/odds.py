"""What the odds say about the territory under the cursor: in the panel, where players decide."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.text import Text

from risk_tui.engine.decisions import ToAlter, ToDefend
from risk_tui.language.words import count, percent
from risk_tui.odds import advice
from risk_tui.tui.words import DIM, NARROW, STRONG, WARNING, fit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.view import View
    from risk_tui.odds.advice import Fight
    from risk_tui.odds.routes import Route

ROWS = 3
"""Lines that the odds take where there is room."""

SHORT_ROWS = 2
"""Lines that they take where there is little."""

_FULL, _EMPTY = "█", "·"
_RISKY = 0.5
"""The chance from which on a threat is shown as a warning."""


@dataclass(frozen=True, slots=True)
class Aim:
    """What the odds are asked about: the territory under the cursor, and what is meant with it.

    ``source`` is the territory chosen to act from, ``stop_at`` the armies at which a blitz is to
    be broken off, if anybody said so. Only to somebody who looks ``alone`` the odds may tell what
    is in his hand.
    """

    place: int
    source: int | None = None
    stop_at: int | None = None
    alone: bool = False


def odds_lines(view: View, aim: Aim, width: int, rows: int) -> list[Text]:
    """So many lines on what may become of a territory; empty ones where there is nothing to say."""
    lines = _lines(view, aim, width)[:rows]
    return lines + [Text()] * (rows - len(lines))


def campaign_lines(view: View, routes: Sequence[Route], width: int, rows: int) -> list[Text]:
    """So many lines on a campaign, or on one of several stacks."""
    chance = prod(route.campaign.chance for route in routes)
    wide = width >= NARROW
    line = Text(" campaign " if wide else " plan ", DIM).append(percent(chance), STRONG)
    taken = sum(route.campaign.mean for route in routes)
    places = sum(len(route.places) for route in routes)
    mean = f"{taken:.1f} of {places}"
    if wide:
        line.append(" ").append_text(_bar(chance, width - line.cell_len - 2))
    lines = [line, Text(f" {mean} fall on average" if wide else f" {mean} on average", DIM)]
    if len(routes) == 1 and chance:
        (route,) = routes
        end = view.board.territories[route.places[-1]]
        left = f"{route.campaign.mean_left:.1f} armies"
        tail = f" {left} left in {end.name}" if wide else f", {left}"
        lines.append(Text(fit(tail, min(width, cell_len(tail))), DIM))
    elif len(routes) > 1:
        lines.append(Text(f" by {count(len(routes), 'stack')}", DIM))
    return (lines + [Text()] * rows)[:rows]


def _lines(view: View, aim: Aim, width: int) -> list[Text]:
    decision = view.decision
    if isinstance(decision, ToDefend):
        return _defences(view, width)
    if isinstance(decision, ToAlter):
        return _fight_lines(view, decision.source, Aim(decision.target), width)
    seat = view.acting if view.acting == view.neutral else view.seat
    if seat is None or view.owner[aim.place] < 0:
        return []
    if view.owner[aim.place] == seat:
        return _threat(view, seat, aim.place, width)
    start = aim.source if aim.source in view.board.neighbours[aim.place] else None
    if start is None:
        start = advice.strongest(view, aim.place, seat)
    return [] if start is None else _fight_lines(view, start, aim, width)


def _fight_lines(view: View, source: int, aim: Aim, width: int) -> list[Text]:
    whole = advice.fight(view, source, aim.place, alone=aim.alone)
    if whole is None:
        return []
    lines = [_falls(view, whole, width)]
    if aim.stop_at is not None and 1 < aim.stop_at < view.armies[source]:
        cut = advice.fight(view, source, aim.place, stop_at=aim.stop_at, alone=aim.alone)
        assert cut is not None, "there is an army to spare"
        lines.append(_stop(cut, aim.stop_at, width))
    return [*lines, *_left_out(whole), _cast(whole, width), _losses(whole)]


def _falls(view: View, fight: Fight, width: int) -> Text:
    """The chance of conquest and who survives it."""
    found = fight.conquest
    left = f"{found.mean_survivors:.1f}"
    if width < NARROW:
        line = Text(" falls ", DIM).append(percent(found.chance), STRONG)
        return line.append(f" left {left}" if found.chance else "", DIM)
    code = view.board.territories[fight.source].code
    line = Text(f" {code} {view.armies[fight.source]} takes it ", DIM)
    line.append(percent(found.chance), STRONG).append(" ")
    tail = f" {left} left" if found.chance else ""
    return line.append_text(_bar(found.chance, width - line.cell_len - len(tail) - 1)).append(
        tail, DIM
    )


def _bar(chance: float, width: int) -> Text:
    full = round(chance * max(width, 0))
    return Text(_FULL * full, STRONG).append(_EMPTY * (max(width, 0) - full), DIM)


def _cast(fight: Fight, width: int) -> Text:
    """What this cast may cost the attacker."""
    thrown = fight.cast
    words = "cast: lose" if width >= NARROW else "lose"
    gap, sign = (" ", "%") if width >= NARROW else (":", "")
    parts = [
        f"{each.attacker_losses}{gap}{percent(each.ways / thrown.total).rstrip('%')}{sign}"
        for each in thrown.outcomes
    ]
    line = f" {words} {(' · ' if width >= NARROW else ' ').join(parts)}"
    return Text(line if width >= NARROW else f"{line}%", DIM)


def _stop(fight: Fight, stop_at: int, width: int) -> Text:
    """What stopping at some number of armies makes of it."""
    found = fight.conquest
    if width < NARROW:
        return Text(f" at {stop_at}: falls {percent(found.chance)}", DIM)
    kept = count(stop_at, "army")
    return Text(f" stopping at {kept}: {percent(found.chance)}, ", DIM).append(
        f"{found.mean_survivors:.1f} left", DIM
    )


def _left_out(fight: Fight) -> list[Text]:
    """Powers over the dice that the numbers do not tell of, if there are any."""
    counted = fight.conquest.powers
    names = [
        name
        for name, wanted, has in zip(
            ("re-rolls", "the commander"), fight.wanted, counted, strict=True
        )
        if wanted and not has
    ]
    return [Text(f" without {' and '.join(names)}", DIM)] if names else []


def _losses(fight: Fight) -> Text:
    found = fight.conquest
    return Text(
        f" to the end: lose {found.attacker_losses:.1f}, kill {found.defender_losses:.1f}", DIM
    )


def _defences(view: View, width: int) -> list[Text]:
    """What each number of dice in defence leads to."""
    found = advice.defences(view)
    if width < NARROW:
        parts = [f"{dice}:{percent(chance)}" for dice, chance in found.items()]
        return [Text(f" falls {' '.join(parts)}", DIM)]
    lines = []
    for dice, chance in found.items():
        line = Text(f" with {count(dice, 'die')} it falls ", DIM)
        lines.append(line.append(percent(chance), STRONG))
    return lines


def _threat(view: View, seat: int, place: int, width: int) -> list[Text]:
    """How likely one's own territory falls to its strongest neighbour."""
    found = advice.threats(view, seat).get(place)
    if found is None:
        return []
    style = WARNING if found.chance >= _RISKY else STRONG
    start = view.board.territories[found.source]
    whom = start.name if width >= NARROW else start.code
    line = Text(" may fall: ", DIM).append(percent(found.chance), style)
    tail = f" to {whom} {view.armies[found.source]}"
    room = width - line.cell_len
    return [line.append(fit(tail, min(room, cell_len(tail))), DIM)]
