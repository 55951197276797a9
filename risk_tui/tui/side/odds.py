"""What the odds say about the territory under the cursor: in the panel, where players decide."""

from __future__ import annotations

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


def odds_lines(
    view: View, place: int, source: int | None, stop_at: int | None, width: int, rows: int
) -> list[Text]:
    """So many lines on what may become of a territory; empty ones where there is nothing to say.

    ``source`` is the territory chosen to act from, ``stop_at`` the armies at which a blitz is
    to be broken off, if anybody said so.
    """
    lines = _lines(view, place, source, stop_at, width)[:rows]
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


def _lines(
    view: View, place: int, source: int | None, stop_at: int | None, width: int
) -> list[Text]:
    decision = view.decision
    if isinstance(decision, ToDefend):
        return _defences(view, width)
    if isinstance(decision, ToAlter):
        return _fight_lines(view, decision.source, decision.target, None, width)
    seat = view.acting if view.acting == view.neutral else view.seat
    if seat is None or view.owner[place] < 0:
        return []
    if view.owner[place] == seat:
        return _threat(view, seat, place, width)
    start = source if source in view.board.neighbours[place] else None
    if start is None:
        start = advice.strongest(view, place, seat)
    return [] if start is None else _fight_lines(view, start, place, stop_at, width)


def _fight_lines(
    view: View, source: int, target: int, stop_at: int | None, width: int
) -> list[Text]:
    whole = advice.fight(view, source, target)
    if whole is None:
        return []
    lines = [_falls(view, whole, width), _cast(whole, width)]
    if stop_at is not None and 1 < stop_at < view.armies[source]:
        cut = advice.fight(view, source, target, stop_at=stop_at)
        assert cut is not None, "there is an army to spare"
        stop = _stop(cut, stop_at, width)
        return [lines[0], stop, lines[1]] if width < NARROW else [*lines, stop]
    return [*lines, *_left_out(whole), _losses(whole)]


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
