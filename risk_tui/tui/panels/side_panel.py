"""The lines beside the map: players, continents, territory, decision, log."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import ceil

from rich.cells import cell_len
from rich.text import Text
from textual.geometry import Size

from risk_tui.boards.board import NO_SEAT
from risk_tui.commands.wording import has_targets
from risk_tui.data.language import N_, _, pgettext
from risk_tui.engine.decisions import Decision, ToDefend, ToOccupy
from risk_tui.engine.declarations import pointed_fields
from risk_tui.engine.events import BattleResolved
from risk_tui.engine.records import Record
from risk_tui.engine.view import View
from risk_tui.saves.talk import TalkLine
from risk_tui.table.seats import Seat, seat_on
from risk_tui.text.prompts import heading_of
from risk_tui.text.record_lines import WIDTH, describe_talk, log_parts
from risk_tui.text.wrapping import wrap
from risk_tui.tui.panels import standings
from risk_tui.tui.panels.dice_display import BIG_ROWS, ShownRoll, dice_lines
from risk_tui.tui.panels.odds_lines import ROWS, SHORT_ROWS
from risk_tui.tui.theme.palette import seat_glyph
from risk_tui.tui.theme.styles import DIM, GOLD, HEAD, NARROW, SOFT, STRONG, fit, seat_style

TERRITORY_ROWS = 4
"""Minimum lines for a territory whose neighbours are listed by their codes."""


def names_rows(view: View) -> int:
    """Return the number of lines for any territory with one per neighbour, and a blank one."""
    return 3 + max(map(len, view.board.linked))


def territory_lines(
    view: View, seats: Sequence[Seat], territory: int, width: int, *, names: bool = False
) -> list[Text]:
    """Return a territory with its neighbours: one line for each with ``names``, else their codes.

    Neighbours of other owners come first, then the viewer's own; for a spectator, those of the
    territory's owner. They are separated by ``·``, or by headings with ``names``. Short lists are
    filled with blank lines, so that nothing below moves with the cursor.
    """
    lines = [
        _title_line(view, seats, territory, width),
        _holder_line(view, seats, territory, width),
    ]
    own = view.owner[territory] if view.own_seat is None else view.own_seat
    linked = sorted(view.board.linked[territory], key=lambda other: -view.armies[other])
    others = [other for other in linked if view.owner[other] != own]
    groups = (others, [other for other in linked if view.owner[other] == own])
    if names:
        lines += _neighbours_by_name(view, seats, groups, own, territory, width)
    else:
        lines += _neighbours_by_code(view, seats, groups, territory, width)
    rows = names_rows(view) if names else TERRITORY_ROWS
    return lines + [Text()] * (rows - len(lines))


def _title_line(view: View, seats: Sequence[Seat], territory: int, width: int) -> Text:
    symbols = Text()
    for mark in view.marks(territory):
        if mark.seat is not None:
            seat = seats[mark.seat]
            symbols.append(f" {mark.sign}", HEAD).append(seat_glyph(seat.colour), seat_style(seat))
            symbols.append("" if mark.count is None else str(mark.count), DIM)
        else:
            number = "" if mark.count is None else mark.count
            words = f"{mark.sign} {_(mark.word)}" if width >= NARROW else f"{mark.sign}{number}"
            symbols.append(f" {words}", DIM)
    place = view.board.territories[territory]
    has_room = cell_len(place.name) <= width - 1 - symbols.cell_len
    # Show the code instead of cutting the name; it can be found on the map.
    return Text(" ").append(place.name if has_room else place.code, STRONG).append_text(symbols)


def _holder_line(view: View, seats: Sequence[Seat], territory: int, width: int) -> Text:
    """Return the line for a territory's owner, armies and continent."""
    owner = view.owner[territory]
    line = Text(" ")
    if owner != NO_SEAT:
        seat = seat_on(view, seats, territory)
        armies = f" {_armies(view, territory)}"
        name = f"{seat_glyph(seat.colour)} {seat.name}"
        # Cut the name, not the number, which is shown in full nowhere else.
        room = width - line.cell_len - cell_len(armies)
        line.append(fit(name, min(cell_len(name), room)), seat_style(seat))
        line.append(armies, STRONG)
    else:
        free_label = _("free") if view.round == 0 else _("empty")
        line.append(_("not seen") if territory in view.unseen else free_label, DIM)
    short_names_here = standings.short_names(
        [other.name for other in view.board.one_earth.continents]
    )
    forms = []
    for number in view.board.continents_by_territory[territory]:
        continent = view.board.continents[number]
        name, short = continent.name, short_names_here[number % len(short_names_here)]
        bonus = f" {continent.bonus:+}" if continent.exists else ""
        forms.append((name + bonus, name, short + bonus, short))
    room = width - line.cell_len - 3
    locations = map(", ".join, zip(*forms, strict=True))
    location = next((text for text in locations if cell_len(text) <= room), "")
    return line.append(f" · {location}" if location else "", DIM)


def _armies(view: View, territory: int) -> str:
    """Return the armies of a territory, or the sign for hidden ones."""
    return standings.UNKNOWN if territory in view.unseen else str(view.armies[territory])


def one_way_sign(view: View, territory: int, other: int) -> str:
    """Return ``>`` for a link that leads only to ``other``, ``<`` for one that leads only back."""
    if other not in view.board.neighbours[territory]:
        return "<"
    return "" if other in view.board.approaches[territory] else ">"


def _neighbours_by_code(
    view: View,
    seats: Sequence[Seat],
    groups: tuple[list[int], list[int]],
    territory: int,
    width: int,
) -> list[Text]:
    lines, board = [Text()], view.board
    for is_own, group in enumerate(groups):
        for number, other in enumerate(group):
            # A code names its Earth only if that is another one.
            is_near = board.earth_of(other) == board.earth_of(territory)
            place = board.base_territory(other) if is_near else board.territories[other]
            label, style = one_way_sign(view, territory, other) + place.code, DIM
            if view.owner[other] == NO_SEAT:
                label += standings.UNKNOWN if other in view.unseen else ""
            else:
                seat = seat_on(view, seats, other)
                label += f"{seat_glyph(seat.colour)}{_armies(view, other)}"
                style = seat_style(seat, bold=not is_own)
            starts_own = is_own and number == 0 and bool(groups[0])
            if lines[-1].cell_len + len(label) + (3 if starts_own else 1) > width:
                lines.append(Text())
            lines[-1].append(" · " if starts_own else " ", DIM)
            lines[-1].append(label, style)
    return lines


def _neighbours_by_name(
    view: View,
    seats: Sequence[Seat],
    groups: tuple[list[int], list[int]],
    own: int,
    territory: int,
    width: int,
) -> list[Text]:
    lines = []
    same = _("yours") if own == view.seat else _("same")
    for heading, group in zip((_("others"), same), groups, strict=True):
        for number, other in enumerate(group):
            owner = view.owner[other]
            line = Text(" ").append(fit(heading if number == 0 else "", 8), DIM)
            code, name = view.board.territories[other].code, view.board.territories[other].name
            name = one_way_sign(view, territory, other) + name
            if owner == NO_SEAT:
                sign = standings.UNKNOWN if other in view.unseen else " "
                lines.append(line.append(f"{sign} {code}  {name}", DIM))
                continue
            seat = seat_on(view, seats, other)
            style = seat_style(seat, bold=owner != own)
            line.append(f"{seat_glyph(seat.colour)} {code}{_armies(view, other):>4} {name}", style)
            if line.cell_len + cell_len(seat.name) + 3 <= width and owner != own:
                line.append(f" · {seat.name}", DIM)
            lines.append(line)
    return lines


_NAMES_WIDTH = 44
"""Minimum columns for listing neighbours by name."""


@dataclass(frozen=True, slots=True)
class PanelLayout:
    """The parts of the panel and their lengths; a small panel has fewer parts.

    Args:
        gaps: Blank lines between the parts, a bar of all armies, and the heading of the log.
        wraps: Rows of their own for names of players that are too long.
        continents: A row for each continent; otherwise they share rows.
        titled: Headings over continents that share rows, and over progress to a victory.
        names: A line for each neighbour.
        big: Dice of three lines.
        goals: Every public goal in words.
        odds: Lines for the odds.
        log: Minimum lines for the log.
    """

    gaps: bool = True
    wraps: bool = True
    continents: bool = True
    titled: bool = True
    names: bool = True
    big: bool = True
    goals: bool = True
    odds: int = ROWS
    log: int = 6


_SMALL = PanelLayout(
    gaps=False, continents=False, goals=False, big=False, names=False, odds=ROWS - 1, log=2
)
_LAYOUTS = (
    PanelLayout(),
    PanelLayout(goals=False),
    PanelLayout(goals=False, big=False),
    PanelLayout(goals=False, names=False),
    PanelLayout(goals=False, big=False, names=False, log=5),
    PanelLayout(gaps=False, goals=False, big=False, names=False, log=3),
    _SMALL,
    replace(_SMALL, odds=SHORT_ROWS, log=0),
    replace(_SMALL, odds=SHORT_ROWS, wraps=False, log=0),
    replace(_SMALL, odds=SHORT_ROWS, wraps=False, titled=False, log=0),
)
"""Layouts from the longest to the shortest."""


def _is_in_attack(decision: Decision) -> bool:
    """Return True if a decision belongs to the attack, so that the last dice are shown."""
    return "attack" in (decision.kind, decision.part_of)


def last_roll(view: View, records: Sequence[Record], seats: Sequence[Seat]) -> ShownRoll | None:
    """Return the dice on the table, or those of a battle in the last records, or ``None``.

    A defender sees only the dice of the current attack. Outside the attack there are none.
    """
    if view.decision is not None and not _is_in_attack(view.decision):
        return None
    battle = view.battle
    if battle is not None and battle.attack:
        attacker, defender = seats[view.acting_seat], seats[view.owner[battle.target]]
        return ShownRoll(attacker, battle.attack, defender, battle.defence)
    if isinstance(view.decision, ToDefend):
        return None
    for record in reversed(records[-3:]):
        for event in reversed(record.events):
            if isinstance(event, BattleResolved):
                return shown_roll(event, seats) if event.attack_dice else None
    return None


def shown_roll(event: BattleResolved, seats: Sequence[Seat]) -> ShownRoll:
    """Return the dice of a completed battle, with its losses."""
    return ShownRoll(
        seats[event.attacker],
        event.attack_dice,
        seats[event.defender],
        event.defence_dice,
        (event.attacker_losses, event.defender_losses),
    )


def upper_lines(
    view: View,
    seats: Sequence[Seat],
    width: int,
    layout: PanelLayout,
    away: Collection[int] = (),
    earth: int = 0,
) -> list[Text]:
    """Return the lines for players, continents and goals. Only the cursor's Earth affects them."""
    gap = [Text()] if layout.gaps else []
    if layout.continents:
        continents = standings.continents_lines(view, seats, width, earth)
    else:
        continents = standings.continents_short(view, seats, width, earth, titled=layout.titled)
    progress = standings.victory_lines(view, seats, width, goals=layout.goals, titled=layout.titled)
    return [
        *standings.players_lines(view, seats, width, away, wraps=layout.wraps),
        *([standings.share_line(view, seats, width)] if layout.gaps else []),
        *gap,
        *standings.earths_lines(view, seats, width, earth),
        *continents,
        *gap,
        *progress,
        *(gap if progress else []),
    ]


def layout_for(
    view: View, seats: Sequence[Seat], size: Size, *, advice: bool = True
) -> PanelLayout:
    """Return the longest layout that fits, or else the shortest; without ``advice`` no odds.

    Parts keep their positions while a game is played, because room for a battle is reserved even if
    there is none. Only the lines about victories, and names of bots, can change the layout.
    """
    for candidate in _LAYOUTS:
        names = candidate.names and size.width >= _NAMES_WIDTH
        layout = replace(candidate, names=names, odds=candidate.odds if advice else 0)
        if _height(view, seats, size.width, layout) + layout.log <= size.height:
            return layout
    return layout


def _height(view: View, seats: Sequence[Seat], width: int, layout: PanelLayout) -> int:
    """Return the number of lines of the whole panel except the log."""
    board = view.board
    rows = len(standings.real_continents(board))
    continents = 1 + rows if layout.continents else layout.titled + ceil(rows / 2)
    continents += board.earths if board.earths > 1 else 0
    progress = len(
        standings.victory_lines(view, seats, width, goals=layout.goals, titled=layout.titled)
    )
    territory_rows = names_rows(view) if layout.names else TERRITORY_ROWS
    decision = (
        2
        + bool(view.rules.extra_seats)
        + territory_rows
        + layout.odds
        + (BIG_ROWS if layout.big else 1)
    )
    gaps = 5 + (progress > 0) if layout.gaps else 0
    players = len(seats) + (standings.wrapped_names(view, seats, width) if layout.wraps else 0)
    return 1 + players + continents + progress + decision + gaps


def lower_lines(
    view: View,
    seats: Sequence[Seat],
    width: int,
    layout: PanelLayout,
    cursor: int,
    source: int | None,
) -> list[Text]:
    """Return the lines for the decision and for the territory under the cursor."""
    decision = view.decision
    if decision is None:
        head, places = Text(_(" GAME OVER"), HEAD), []
    else:
        phase, heading = pgettext("phase", decision.kind).upper(), heading_of(decision, view, seats)
        # If both are too long, the number that matters stays: the top bar has the phase, too.
        room = max(width - 2 - cell_len(heading), 1)
        head = Text(f" {fit(phase, min(cell_len(phase), room))} ", HEAD)
        head.append(heading, STRONG)
        # A source outside the board is ``None``.
        places = [getattr(decision, name) for name in pointed_fields(type(decision))]
    lines = [head, *_force_line(view, seats)]
    if places and not isinstance(decision, ToOccupy):
        lines += _source_and_target(view, places, width)
    elif source is not None:
        lines += _source_and_target(view, (source,), width)
    elif decision is not None and (_is_in_attack(decision) or has_targets(decision)):
        lines.append(Text())
    return lines + territory_lines(view, seats, cursor, width, names=layout.names)


def dice_rows(view: View, dice: ShownRoll | None, width: int, layout: PanelLayout) -> list[Text]:
    """Return the lines for the dice; a constant number while battles are fought.

    If there is room, the heading of the log follows.
    """
    lines = [] if dice is None else dice_lines(dice, width, big=layout.big)
    if view.decision is not None and _is_in_attack(view.decision):
        lines += [Text()] * ((BIG_ROWS if layout.big else 1) - len(lines))
    return lines + ([Text(), Text(_(" LOG"), HEAD)] if layout.gaps else [])


def _source_and_target(view: View, territories: Sequence[int | None], width: int) -> list[Text]:
    """Return the source and the target of an action, in one line unless the panel is narrow.

    One line keeps the panel still during a battle, in which attacker and defender take turns.
    """
    places = list(zip(_PLACE_TEMPLATES, territories, strict=False))
    full, short = (
        [_place_text(view, words, territory, short=is_short) for words, territory in places]
        for is_short in (False, True)
    )
    pairs = zip(full, short, strict=True)
    texts = [text if cell_len(text) <= width else code for text, code in pairs]
    if width < NARROW:
        return [Text(text, GOLD) for text in texts]
    return [Text("".join(texts if sum(map(cell_len, texts)) <= width else short), GOLD)]


_PLACE_TEMPLATES = N_("from {place} {armies}"), N_("to {place} {armies}")


def _place_text(view: View, words: str, territory: int | None, *, short: bool) -> str:
    """Return the words for a source or target; ``None`` is outside the board."""
    if territory is None:
        name, armies = _("outside"), view.armies_outside
    else:
        place, armies = view.board.territories[territory], view.armies[territory]
        name = place.code if short else place.name
    return " " + _(words, place=name, armies=armies)


def _force_line(view: View, seats: Sequence[Seat]) -> list[Text]:
    """Return a line with the seat for whose armies a player decides, unless it is their own."""
    force = getattr(view.decision, "force", None)
    if view.decision is None or force in (None, view.decision.seat):
        return []
    return [Text(_(" for the {seat}", seat=seats[force].name), seat_style(seats[force]))]


def log_lines(
    records: Sequence[Record | TalkLine],
    seats: Sequence[Seat],
    view: View,
    size: Size,
    reader: int | None = None,
) -> list[Text]:
    """Return the last lines of the log, newest last; shortened on a narrow panel.

    Players have their glyph and their name, which is cut if the line is too long; on a narrow panel
    only the glyph. ``reader`` is the only seat that reads the log, ``None`` if there are several.
    """
    narrow = size.width < NARROW
    lines: list[Text] = []
    width = min(WIDTH, size.width - 1)

    def labels(room: int) -> list[Seat]:
        return [replace(seat, name=_player_label(seat, room)) for seat in seats]

    def parts_of(record: Record, labelled: list[Seat]) -> tuple[list[list[str]], bool]:
        entries = list(log_parts(record, labelled, view.board, width, reader))
        return entries, all(cell_len("".join(parts)) <= width for parts in entries)

    full = labels(0 if narrow else size.width)
    for record in reversed(records):
        if len(lines) >= size.height:
            break
        if isinstance(record, TalkLine):
            lines += reversed(_talk_lines(record, seats, size.width))
            continue
        named = full
        entries, fits = parts_of(record, named)
        # Several lines may be one that was too long.
        if not narrow and (not fits or len(entries) > 1):
            shorter, short_entries = named, entries
            for room in range(size.width - _WORDS_WIDTH, 2, -1):
                shorter = labels(room)
                short_entries, short_fits = parts_of(record, shorter)
                if short_fits:
                    break
            if not fits or len(short_entries) != len(entries):
                entries, named = short_entries, shorter
        lines += [_log_line(parts, record.seat, named, narrow) for parts in reversed(entries)]
    return list(reversed(lines[: max(0, size.height)]))


MAX_TALK_ROWS = 4
"""Maximum rows of a line of talk in the panel."""


def _talk_lines(line: TalkLine, seats: Sequence[Seat], width: int) -> list[Text]:
    """Return a line of talk in rows, with the speaker's name in colour."""
    name, rows = seats[line.seat].name, wrap(describe_talk(line, seats), max(width - 2, 10))
    texts = [Text(f" {row}", SOFT) for row in rows[:MAX_TALK_ROWS]]
    if texts[0].plain[1:].startswith(name):
        texts[0].stylize(seat_style(seats[line.seat], bold=True), 1, 1 + len(name))
    if len(rows) > MAX_TALK_ROWS:
        texts[-1] = Text(f"{fit(texts[-1].plain, width - 3)} …", SOFT)
    return texts


_WORDS_WIDTH = 27
"""Columns that most long lines need in addition to a name."""


def _player_label(seat: Seat, room: int) -> str:
    glyph = seat_glyph(seat.colour)
    return f"{glyph} {fit(seat.name, min(room, cell_len(seat.name)))}" if room else glyph


def _log_line(parts: Sequence[str], acting: int, seats: Sequence[Seat], shortened: bool) -> Text:
    """Return a line with the names of players in their colours, bold for the acting one."""
    line = Text(" ", SOFT)
    for seat, group in groupby(parts, lambda part: getattr(part, "seat", None)):
        text = "".join(group)
        if seat is not None:
            line.append(text, seat_style(seats[seat], bold=seat == acting))
        else:
            line.append(_shorten(text) if shortened else text)
    return line


def _shorten(text: str) -> str:
    """Remove or abbreviate the optional words in a line of the log."""
    text = text.replace("⚔ ", "").replace("  ", " ")
    # Only between numbers: "of" and "v" can be parts of sentences and names.
    text = re.sub(r"(\d) v (\d)", r"\1v\2", text)
    text = re.sub(r"(\d) of (\d)", r"\1/\2", text)
    return re.sub(r" (−\d) (−\d)$", r" \1\2", text)
