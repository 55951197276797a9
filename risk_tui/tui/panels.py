"""The lines beside the map: players, continents, the decision, the log; and the footer."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text
from textual.geometry import Size

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
from risk_tui.language.sentences import short_record
from risk_tui.tui.marks import CAPITAL, CITY
from risk_tui.tui.palette import NEUTRAL, seat_glyph
from risk_tui.tui.standing import standing_lines
from risk_tui.tui.words import DIM, HEAD, NARROW, STRONG, fit, seat_style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.records import Record
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat

DICE = " ⚀⚁⚂⚃⚄⚅"
_BATTLING = ("attack", "defend", "alter", "occupy")
"""Decisions beside which the last dice are of interest."""

_NARROW_TITLES = {("left",): ("lft",), ("card", "+"): ("cd", "+")}


def players_lines(view: View, seats: Sequence[Seat], width: int) -> list[Text]:
    """A row for each player: territories, armies, cards and income (or armies to place)."""
    wide = width >= NARROW
    name_width = width - (23 if wide else 16)
    head = Text(" " + fit("PLAYERS", name_width + 2), HEAD)
    last: tuple[str, ...] = ("left",) if view.round == 0 else ("card", "+")
    titles = ("land", "army", *last) if wide else ("ter", "arm", *_NARROW_TITLES[last])
    widths = _widths(wide, view)
    head.append("".join(each.rjust(width) for each, width in zip(titles, widths, strict=True)), DIM)
    lines = [head]
    due = view.decision.seat if view.decision is not None else -1
    for number, seat in enumerate(seats):
        lines.append(_player_line(view, seat, number, name_width, number == due))
    return lines


def _widths(wide: bool, view: View) -> tuple[int, ...]:
    if view.round == 0:
        return (6, 6, 6) if wide else (4, 4, 4)
    return (5, 5, 5, 4) if wide else (3, 4, 3, 3)


def _player_line(view: View, seat: Seat, number: int, name_width: int, due: bool) -> Text:
    status = view.status[number]
    if status == "neutral":
        return _neutral_line(view, seat, number, name_width)
    line = Text("▸" if due else " ", STRONG)
    name = fit(seat.name, name_width)
    if not seat.is_person:
        mark = "·bot" if name_width > 10 else "*"
        room = name_width - len(mark)
        name = fit(fit(seat.name, min(room, cell_len(seat.name))) + mark, name_width)
    if status != "playing":
        gone = Style(color=NEUTRAL.hex, strike=status == "eliminated")
        line.append(f"{seat_glyph(seat.colour)} {name}", gone)
        word = " out" if status == "eliminated" else f"{len(view.territories_of(number)):3} neutral"
        return line.append(word, gone)
    line.append(seat_glyph(seat.colour) + " ", seat_style(seat))
    line.append(name, seat_style(seat, bold=due))
    line.append(_figures(view, number, name_width > 10), STRONG if due else Style())
    return line


def _neutral_line(view: View, seat: Seat, number: int, name_width: int) -> Text:
    """An army that nobody plays: it has no cards and no income."""
    grey = seat_style(seat)
    line = Text(f" {seat_glyph(seat.colour)} {fit(seat.name, name_width)}", grey)
    figures = [len(view.territories_of(number)), view.armies_of(number)]
    if view.round == 0 and view.rules.third_army.pile:
        figures.append(view.unplaced[number])
    return line.append(_row(figures, _widths(name_width > 10, view)[: len(figures)]))


def _figures(view: View, number: int, wide: bool) -> str:
    figures = [len(view.territories_of(number)), view.armies_of(number)]
    if view.round == 0:
        figures.append(view.unplaced[number])
    else:
        figures += [view.card_counts[number], view.income(number)]
    return _row(figures, _widths(wide, view))


def _row(figures: Sequence[int], widths: Sequence[int]) -> str:
    return "".join(str(each).rjust(width) for each, width in zip(figures, widths, strict=True))


def _holders(view: View) -> list[int]:
    """The seats that can hold a continent; one that left the game holds nothing."""
    return [seat for seat, status in enumerate(view.status) if status in ("playing", "neutral")]


def continents_lines(view: View, seats: Sequence[Seat], width: int) -> list[Text]:
    """A row for each continent: its bonus, who holds it, or who holds how much of it."""
    name_width = width - 11
    lines = [Text(" " + fit("CONTINENTS", name_width + 1), HEAD).append("+  held", DIM)]
    for continent in view.board.continents:
        owners = [view.owner[place] for place in continent.territories]
        counts = {seat: owners.count(seat) for seat in _holders(view) if seat in owners}
        line = (
            Text(" ").append(fit(continent.name, name_width)).append(f"{continent.bonus:2} ", DIM)
        )
        if counts:
            seat = min(counts, key=lambda each: (-counts[each], each))
            held = counts[seat] == len(owners)
            style = seat_style(seats[seat], bold=held)
            line.append(seat_glyph(seats[seat].colour) + " ", style)
            line.append("all" if held else f"{counts[seat]}/{len(owners)}", style)
        lines.append(line)
    return lines


def place_lines(view: View, seats: Sequence[Seat], place: int, width: int) -> list[Text]:
    """The territory under the cursor: name, owner, armies, continent, and its neighbours."""
    territory = view.board.territories[place]
    owner = view.owner[place]
    line = Text(" ").append(territory.name, STRONG)
    if place in view.capitals:
        line.append(f" {CAPITAL}", HEAD)
        line.append_text(_glyph(seats[view.capitals.index(place)]))
    elif place in view.cities:
        line.append(f" {CITY} city" if width >= NARROW else f" {CITY}", DIM)
    if owner >= 0:
        line.append(f" {view.armies[place]} ", STRONG)
        line.append(
            f"{seat_glyph(seats[owner].colour)} {seats[owner].name}", seat_style(seats[owner])
        )
    else:
        line.append(" free", DIM)
    lines = [line, Text()]
    for other in view.board.neighbours[place]:
        code = view.board.territories[other].code
        holder = view.owner[other]
        label = f"{code}{view.armies[other]}" if holder >= 0 else code
        if lines[-1].cell_len + len(label) >= width:
            lines.append(Text())
        lines[-1].append(" ").append(label, seat_style(seats[holder]) if holder >= 0 else DIM)
    return lines


def _glyph(seat: Seat) -> Text:
    return Text(seat_glyph(seat.colour), seat_style(seat))


def battle_line(view: View, records: Sequence[Record], seats: Sequence[Seat]) -> Text:
    """The dice on the table, or those of the last battle, as dice."""
    if view.decision is not None and view.decision.kind not in _BATTLING:
        return Text("")
    battle = view.battle
    if battle is not None and battle.attack:
        attacker, defender = (seats[view.owner[at]] for at in (battle.source, battle.target))
        return _thrown(attacker, defender, battle.attack, battle.defence)
    for record in reversed(records[-3:]):
        for fact in record.facts:
            if isinstance(fact, BattleFought):
                return _dice(fact, seats)
    return Text("")


def _dice(fact: BattleFought, seats: Sequence[Seat]) -> Text:
    attacker, defender = seats[fact.attacker], seats[fact.defender]
    line = _thrown(attacker, defender, fact.attack_dice, fact.defence_dice)
    line.append(f" −{fact.attacker_losses}", seat_style(attacker, bold=True))
    line.append(f" −{fact.defender_losses}", seat_style(defender, bold=True))
    return line


def _thrown(attacker: Seat, defender: Seat, attack: Sequence[int], defence: Sequence[int]) -> Text:
    line = Text(" ")
    line.append("".join(f"{DICE[face]} " for face in attack), seat_style(attacker, bold=True))
    line.append("v ", DIM)
    shown = "".join(f"{DICE[face]} " for face in defence) or "? "
    return line.append(shown, seat_style(defender, bold=True))


def log_lines(
    records: Sequence[Record], seats: Sequence[Seat], view: View, size: Size
) -> list[Text]:
    """The last lines of the log, newest last; on a narrow panel in short."""
    narrow = size.width < NARROW
    if narrow:
        seats = [replace(seat, name=set_cell_size(seat.name, 3).strip()) for seat in seats]
    lines: list[Text] = []
    for record in reversed(records):
        for sentence in reversed(short_record(record, seats, view.board)):
            if narrow:
                sentence = sentence.replace("⚔ ", "").replace(" v ", "v").replace("  ", " ")
                sentence = re.sub(r" (−\d) (−\d)$", r" \1\2", sentence)
            lines.append(_log_line(sentence, record.seat, seats))
        if len(lines) >= size.height:
            break
    return list(reversed(lines[: size.height]))


def _log_line(sentence: str, seat: int, seats: Sequence[Seat]) -> Text:
    line = Text(" " + sentence, Style(color="#b8c2cc"))
    for number, each in enumerate(seats):
        place = re.search(rf"(?<!\w){re.escape(each.name)}(?!\w)", line.plain)
        if place:
            line.stylize(seat_style(each, bold=number == seat), *place.span())
    return line


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


def side_lines(
    view: View,
    seats: Sequence[Seat],
    records: Sequence[Record],
    size: Size,
    cursor: int,
    source: int | None,
) -> list[Text]:
    """Everything beside the map, for a panel of this size; the log gets what room is left."""
    roomy = size.height > 28
    gap = [Text("")] if roomy else []
    lines = [
        *players_lines(view, seats, size.width),
        *gap,
        *continents_lines(view, seats, size.width),
        *gap,
        *_with_gap(standing_lines(view, seats, size), gap),
        *_decision_lines(view, seats, records, size.width, cursor, source),
        *gap,
    ]
    if roomy:
        lines.append(Text(" LOG", HEAD))
    return lines + log_lines(records, seats, view, Size(size.width, size.height - len(lines)))


def _with_gap(lines: list[Text], gap: list[Text]) -> list[Text]:
    return lines + gap if lines else lines


def _decision_lines(
    view: View,
    seats: Sequence[Seat],
    records: Sequence[Record],
    width: int,
    cursor: int,
    source: int | None,
) -> list[Text]:
    if view.decision is None:
        head = Text(" GAME OVER", HEAD)
    else:
        head = Text(f" {view.decision.kind.upper()} ", HEAD)
        head.append(pending_armies(view), STRONG)
    lines = [head, *_force_line(view, seats)]
    match view.decision:
        case ToDefend() | ToAlter() as decision:
            lines += [_end_of(view, "from", decision.source), _end_of(view, "to", decision.target)]
        case _ if source is not None:
            lines.append(_end_of(view, "from", source))
    lines += place_lines(view, seats, cursor, width)
    dice = battle_line(view, records, seats)
    return [*lines, dice] if dice.plain else lines


def _end_of(view: View, word: str, place: int) -> Text:
    """Where armies start from, or what they attack."""
    return Text(f" {word} {view.board.territories[place].name} {view.armies[place]}", "#ffdd80")


def _force_line(view: View, seats: Sequence[Seat]) -> list[Text]:
    """Whose armies are decided for, when they are not the decider's own."""
    force = getattr(view.decision, "force", None)
    if view.decision is None or force in (None, view.decision.seat):
        return []
    return [Text(f" for the {seats[force].name}", seat_style(seats[force]))]
