"""What the odds say about the territory under the cursor: in the panel, where players decide."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.text import Text

from risk_tui.engine.decisions import ToAlter, ToDefend, ToReinforce
from risk_tui.language.words import count, percent
from risk_tui.odds import advice
from risk_tui.tui.words import DIM, NARROW, STRONG, WARNING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.view import View
    from risk_tui.odds.advice import Fight
    from risk_tui.odds.marches import March

ROWS = 3
"""Lines that the odds take where there is room."""

SHORT_ROWS = 2
"""Lines that they take where there is little."""

_FULL, _EMPTY = "█", "·"


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


def aim_lines(view: View, aim: Aim, width: int) -> list[Text]:
    """What may become of a territory, the most important line first; none without anything."""
    decision = view.decision
    if isinstance(decision, ToDefend):
        return _defences(view, width)
    if isinstance(decision, ToAlter):
        return _as_they_lie(view, decision, width)
    seat = advice.side_of(view)
    if view.owner[aim.place] == seat:
        return _threat(view, seat, aim, width)
    if aim.place not in advice.land(view, seat).enemies:
        return []
    start = aim.source if aim.source in view.board.neighbours[aim.place] else None
    if start is None:
        start = advice.strongest(view, aim.place, seat)
    return [] if start is None else _fight_lines(view, start, aim, width)


def _as_they_lie(view: View, decision: ToAlter, width: int) -> list[Text]:
    """What the dice on the table lead to if they stand."""
    losses = view.rules.combat.losses(decision.attack, decision.defence)
    chance = advice.after(view, decision.source, decision.target, losses, kept=True)
    words = "as they lie, it falls" if width >= NARROW else "falls"
    return [Text(f" {words} ", DIM).append(percent(chance), STRONG)]


def campaign_lines(
    view: View, marches: Sequence[March], width: int, *, partial: bool = False
) -> list[Text]:
    """How likely a campaign comes to its end, of one stack or of several; none without any.

    ``partial``: it does not take all that was asked for.
    """
    if not marches:
        return []
    chance = prod(march.campaign.chance for march in marches)
    wide = width >= NARROW
    whole = "campaign" if wide else "plan"
    word = "this part" if partial else whole
    line = Text(f" {word} ", DIM).append(percent(chance), STRONG)
    taken = sum(march.campaign.mean for march in marches)
    places = sum(len(march.places) for march in marches)
    if wide:
        line.append(" ").append_text(_bar(chance, width - line.cell_len - 2))
    tail = " fall on average" if wide else " on average"
    lines = [line, Text(f" {taken:.1f} of {places}{tail}", DIM)]
    if len(marches) > 1:
        lines.append(Text(f" by {count(len(marches), 'stack')}", DIM))
    elif marches[0].campaign.left and chance:
        end = view.board.territories[marches[0].places[-1]]
        left = f" {marches[0].campaign.mean_left:.1f} armies left in "
        name = end.name if len(left) + cell_len(end.name) <= width else end.code
        lines.append(Text(left + name, DIM))
    return lines


def _fight_lines(view: View, source: int, aim: Aim, width: int) -> list[Text]:
    whole = advice.fight(view, source, aim.place, alone=aim.alone)
    if whole is None:
        return []
    lines = [_falls(view, whole, width)]
    if aim.stop_at is not None and 1 < aim.stop_at < view.armies[source]:
        cut = advice.fight(view, source, aim.place, stop_at=aim.stop_at, alone=aim.alone)
        assert cut is not None, "there is an army to spare"
        lines.append(_stop(cut, aim.stop_at, width))
    return [*lines, *_powers(whole), _cast(whole, width), _losses(whole)]


def _falls(view: View, fight: Fight, width: int) -> Text:
    """The chance of conquest, and the armies left then, the one that stays included."""
    found = fight.conquest
    chance = _about(fight) + percent(found.chance)
    left = f"{found.mean_survivors + 1:.1f}" if found.chance else ""
    if width < NARROW:
        line = Text(" falls ", DIM).append(chance, STRONG)
        return line.append(f" left {left}" if left else "", DIM)
    code = view.board.territories[fight.source].code
    line = Text(f" {code} {view.armies[fight.source]} takes it ", DIM)
    line.append(chance, STRONG).append(" ")
    tail = f" {left} left" if left else ""
    return line.append_text(_bar(found.chance, width - line.cell_len - len(tail) - 1)).append(
        tail, DIM
    )


def _about(fight: Fight) -> str:
    """A sign before chances in which something is left out."""
    return "~" if fight.wanted != fight.conquest.powers else ""


def _bar(chance: float, width: int) -> Text:
    full = round(chance * max(width, 0))
    return Text(_FULL * full, STRONG).append(_EMPTY * (max(width, 0) - full), DIM)


def _cast(fight: Fight, width: int) -> Text:
    """What this cast may cost the attacker."""
    thrown = fight.cast
    words = "cast: lose" if width >= NARROW else "lose"
    gap, sign = (" ", "%") if width >= NARROW else (":", "")
    lost = sorted({each.attacker_losses for each in thrown.outcomes})
    parts = [f"{each}{gap}{percent(thrown.chance(each)).rstrip('%')}{sign}" for each in lost]
    line = f" {words} {(' · ' if width >= NARROW else ' ').join(parts)}"
    return Text(line if width >= NARROW else f"{line}%", DIM)


def _stop(fight: Fight, stop_at: int, width: int) -> Text:
    """What stopping at some number of armies makes of it."""
    found = fight.conquest
    chance = _about(fight) + percent(found.chance)
    if width < NARROW:
        return Text(f" at {stop_at}: falls {chance}", DIM)
    left = f", {found.mean_survivors + 1:.1f} left" if found.chance else ""
    return Text(f" stop at {stop_at}: {chance}{left}", DIM)


def _powers(fight: Fight) -> list[Text]:
    """Which powers over the dice the numbers count, and which they leave out, if there are any."""
    told: dict[str, list[str]] = {"counting": [], "without": []}
    names = ("re-rolls", "the commander")
    for name, wanted, has in zip(names, fight.wanted, fight.conquest.powers, strict=True):
        if wanted:
            told["counting" if has else "without"].append(name)
    parts = [f"{word} {' and '.join(names)}" for word, names in told.items() if names]
    return [Text(f" {', '.join(parts)}", DIM)] if parts else []


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


def _threat(view: View, seat: int, aim: Aim, width: int) -> list[Text]:
    """How likely one's own territory falls to its strongest neighbour, and with more armies."""
    found = advice.threat(view, seat, aim.place)
    if found is None:
        return []
    style = WARNING if found.chance >= advice.RISKY else STRONG
    start = view.board.territories[found.source]
    words = "may fall:" if width >= NARROW else "falls"
    line = Text(f" {words} ", DIM).append(percent(found.chance), style)
    armies = view.armies[found.source]
    room = width - line.cell_len - len(f" to  {armies}")
    whom = start.name if cell_len(start.name) <= room else start.code
    lines = [line.append(f" to {whom} {armies}", DIM)]
    if isinstance(view.decision, ToReinforce) and view.decision.armies and view.acting == seat:
        more = aim.stop_at or view.decision.armies
        then = advice.threat(view, seat, aim.place, more)
        assert then is not None, "more armies take no threat away"
        lines.append(Text(f" with {more} more: {percent(then.chance)}", DIM))
    return lines
