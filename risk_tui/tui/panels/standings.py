"""The standings in the panel: players, progress to a victory, and continents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import compress, zip_longest

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from risk_tui.boards.board import NO_CONQUEROR, NO_SEAT, Board, Continent
from risk_tui.data.language import _, pgettext
from risk_tui.engine.hooks import PublicGoals, VictoryProgress
from risk_tui.engine.view import View
from risk_tui.table.seats import Seat, seat_on
from risk_tui.text.words import describe_goal, shorten_number
from risk_tui.tui.text_widgets import filled_text
from risk_tui.tui.theme.palette import BAR, seat_glyph
from risk_tui.tui.theme.styles import DIM, GONE, HEAD, NARROW, STRONG, badge_style, fit, seat_style

UNKNOWN = "?"
"""Shown instead of a hidden number."""

_ON_BAR = Style(bgcolor=BAR.hex)

NEAR = 2
"""Maximum number of a continent's missing territories that are named."""

_BONUS_WIDTH, _SHARE_WIDTH, _OWN_WIDTH = 3, 6, 3
"""Columns for a continent's bonus, the leader's share, and the player's own share."""

_ROOMY_WIDTH = 44
"""Minimum columns of the panel for a gap between glyph and share, and for armies."""


def players_lines(
    view: View,
    seats: Sequence[Seat],
    width: int,
    away: Collection[int] = (),
    *,
    wraps: bool = True,
) -> list[Text]:
    """Return a row for each player, in playing order: territories, armies, cards and income.

    During setup, the armies left to place are shown instead of cards and income. ``▸`` marks the
    player who decides, and the name of the player in turn is a badge.

    Args:
        view: The view of the player at this terminal.
        seats: The seats of the game.
        width: Columns of a row.
        away: The seats of players without a terminal, whose names are marked.
        wraps: True gives a name that is too long a row of its own instead of cutting it.
    """
    wide = width >= NARROW
    name_width = _name_width(width)
    head = Text(" " + fit(pgettext("panel", "PLAYERS"), name_width + 2), HEAD)
    head.append("".join(map(str.rjust, *_columns(wide, view))), DIM)
    lines = [head]
    decider = view.decision.seat if view.decision is not None else -1
    for number in view.listed_seats():
        seat = seats[number]
        name = _marked_name(view, seat, number, number in away, name_width)
        wrapped = wraps and cell_len(name) > name_width
        room = width - 3 if wrapped else name_width
        row = Text("▸" if number == decider else " ", STRONG)
        row.append_text(_label(view, seat, number, fit(name, min(cell_len(name), room))))
        if wrapped:
            lines.append(row)
            row = Text()
        row.pad_right(name_width + 3 - row.cell_len)
        if view.status[number] in ("playing", "neutral"):
            row.append(_figures_text(view, number, wide))
        else:
            row.append_text(_out_text(view, seats, number, wide))
        if number == decider:
            row.stylize(STRONG, name_width + 3)
        lines.append(row)
    return lines


def wrapped_names(view: View, seats: Sequence[Seat], width: int) -> int:
    """Return the number of names that need a row of their own while no player is away."""
    room = _name_width(width)
    return sum(
        cell_len(_marked_name(view, seat, number, False, room)) > room
        for number, seat in enumerate(seats)
    )


def _name_width(width: int) -> int:
    """Return the columns for names before the figures."""
    return width - (23 if width >= NARROW else 16)


def share_line(view: View, seats: Sequence[Seat], width: int) -> Text:
    """Return all armies on the board as one bar, with a section of glyphs for each seat.

    If some armies are hidden, return the legend of the signs for that instead.
    """
    if view.unseen:
        return Text(_(" + at least, ? unknown"), DIM)
    armies = [(seat, view.armies_of(seat)) for seat in view.listed_seats()]
    line, so_far, end, total = Text(" "), 0, 0, sum(number for _, number in armies)
    for owner, number in armies:
        if not number:
            continue
        # Round the ends of sections, not their lengths, so that they always fill the bar.
        so_far += number
        start, end = end, (width - 2) * so_far // total
        seat = seats[owner]
        has_left = view.status[owner] not in ("playing", "neutral")
        style = (GONE if has_left else seat_style(seat)) + _ON_BAR
        line.append(seat_glyph(seat.colour) * (end - start), style)
    return line


def _columns(wide: bool, view: View) -> tuple[list[str], tuple[int, ...]]:
    """Return the titles and widths of the columns of figures.

    The columns are territories, armies, then armies to place or cards and income. The help explains
    the abbreviations in the titles.
    """
    if view.round == 0:
        titles = _("terr. army left") if wide else _("ter arm lft")
        return titles.split(), (6, 6, 6) if wide else (4, 4, 4)
    titles = _("terr. army card +") if wide else _("ter arm cd +")
    return titles.split(), (5, 5, 5, 4) if wide else (3, 4, 3, 3)


def _label(view: View, seat: Seat, number: int, name: str) -> Text:
    """Return a player's glyph and name: a badge during their turn, grey if they are out."""
    status = view.status[number]
    is_deciding = view.decision is not None and view.decision.seat == number
    in_turn = number == view.turn and view.decision is not None
    if status not in ("playing", "neutral"):
        style = GONE + Style(strike=status == "eliminated")
    else:
        style = badge_style(seat) if in_turn else seat_style(seat, bold=is_deciding)
    return Text(f"{seat_glyph(seat.colour)} {name}", style)


def _marked_name(view: View, seat: Seat, number: int, away: bool, room: int) -> str:
    """Return a name with a mark for the bot that plays, or for a player who is away.

    The mark of a bot is its name, in less room only a word, and in even less room a sign.
    """
    if view.status[number] == "neutral" or (seat.is_person and not away):
        return seat.name
    words, sign = ([_("·away")], "~") if seat.is_person else ([f"·{seat.player}", _("·bot")], "*")
    fitting = (word for word in words if room > 10 and cell_len(seat.name + word) <= room)
    return seat.name + next(fitting, sign)


def _out_text(view: View, seats: Sequence[Seat], number: int, wide: bool) -> Text:
    """Return how a player left the game: eliminated, or with land that is neutral now."""
    if view.status[number] != "eliminated":
        return Text(_("{on_board} neutral", on_board=f"{_board_figures(view, number)[0]:>3}"), GONE)
    text = Text(_(" out"), GONE)
    by = view.beaten_by[number]
    if by not in (NO_SEAT, NO_CONQUEROR, number):
        sign = Text(seat_glyph(seats[by].colour), seat_style(seats[by]))
        text.append_text(
            filled_text(_(", beaten by {seat}") if wide else _(", by {seat}"), seat=sign)
        )
    return text


def _figures_text(view: View, number: int, wide: bool) -> str:
    """Return a player's figures in columns. Most neutral armies have no cards and no income."""
    figures, is_player = _board_figures(view, number), view.status[number] == "playing"
    if view.round == 0:
        if is_player or view.rules.neutral.is_dealt:
            figures.append(str(view.unplaced[number]))
    elif is_player or (view.rules.hooks.acts and view.may_attack(number)):
        income = str(view.income(number)) if view.sees_land_of(number) else UNKNOWN
        figures += [str(view.card_counts[number]), income]
    return "".join(
        _fit_figure(figure, width - 1).rjust(width)
        for figure, width in zip(figures, _columns(wide, view)[1], strict=False)
    )


def _board_figures(view: View, number: int) -> list[str]:
    """Return a player's territories and armies; if some are hidden, the known minimum and ``+``."""
    land = f"{len(view.territories_of(number))}{'' if view.sees_land_of(number) else '+'}"
    armies = f"{view.armies_of(number)}{'' if view.sees_armies_of(number) else '+'}"
    return [land, armies]


def _fit_figure(figure: str, cells: int) -> str:
    """Shorten a figure to ``cells``. The ``+`` after it, for hidden armies, stays."""
    digits = figure.rstrip("+")
    if len(figure) <= cells or not digits.isdecimal():
        return figure
    sign = figure[len(digits) :]
    return shorten_number(int(digits), cells - len(sign)) + sign


def victory_lines(
    view: View, seats: Sequence[Seat], width: int, *, goals: bool, titled: bool
) -> list[Text]:
    """Return the lines about victories other than by conquest, each with its title.

    With ``goals``, add a line for each public goal, with the player who reached it.
    """
    lines = _announcement_lines(view, seats, width)
    for standing in view.standings():
        lines += standing_lines(standing, seats, width, titled=titled)
    for public_goals in view.public_goals() if goals else ():
        lines += goal_lines(public_goals, view.board, seats, width)
    return lines


def goal_lines(
    public_goals: PublicGoals, board: Board, seats: Sequence[Seat], width: int
) -> list[Text]:
    """Return a line for each public goal with the player who reached it, cut to ``width``."""
    lines = []
    for goal, taker in public_goals.goals:
        words = describe_goal(goal, seats, board)
        if cell_len(words) > width - 3:
            words = describe_goal(goal, seats, board, short=True)
        line = Text(" ")
        if taker is not None:
            seat, style = seats[taker], "" if public_goals.are_personal else DIM
            line.append(f"{seat_glyph(seat.colour)} ", seat_style(seat)).append(words, style)
        else:
            line.append("· ", DIM).append(words)
        line.truncate(width, overflow="ellipsis")
        lines.append(line)
    return lines


def _announcement_lines(view: View, seats: Sequence[Seat], width: int) -> list[Text]:
    """Return a line per seat that has announced a victory; on a narrow panel one for all."""
    announcers = list(compress(seats, view.victory_announced))
    narrow = width < NARROW
    if narrow and len(announcers) > 1:
        line = Text(" ⚑ ", HEAD)
        for seat in announcers:
            line.append(seat_glyph(seat.colour), seat_style(seat))
        return [line.append(_(" nearly won"), STRONG)]
    words = _("{seat} nearly won") if narrow else _("{seat} will win if they hold on")
    lines = []
    for seat in announcers:
        name = Text(seat.name, seat_style(seat))
        line = Text(" ⚑ ", HEAD).append_text(filled_text(words, STRONG, seat=name))
        line.truncate(width, overflow="ellipsis")
        lines.append(line)
    return lines


def standing_lines(
    standing: VictoryProgress, seats: Sequence[Seat], width: int, *, titled: bool = True
) -> list[Text]:
    """Return the title with the number that wins, and the number of each seat.

    Both are in one line if they fit. If not ``titled``, there is one line without the title, and
    without the number that wins if that does not fit.
    """
    title = f"{standing.title} " if titled else ""
    head = Text(" ").append(f"{standing.sign} ", HEAD).append(title, DIM)
    needed = Text(_("of {number}", number=standing.needed) if standing.needed else "", DIM)
    for gap in (" ", ""):
        counts = Text()
        for seat, count in standing.counts.items():
            style = seat_style(seats[seat], bold=count > 0)
            counts.append(f"{seat_glyph(seats[seat].colour)}{count}{gap}", style)
        if counts.cell_len + (0 if titled else head.cell_len) < width:
            break
    line = Text.assemble(head, counts, needed)
    if line.cell_len <= width:
        return [line]
    if not titled:
        return [Text.assemble(head, counts)]
    if head.cell_len + needed.cell_len > width:
        head.right_crop(len(standing.title.split()[-1]) + 1)
    return [head.append_text(needed), Text(" ").append_text(counts)]


def real_continents(board: Board, earth: int = 0) -> list[Continent]:
    """Return the continents of an Earth that exist, without that of territories in none."""
    return [continent for continent in board.continents_on(earth) if continent.exists]


def earths_lines(view: View, seats: Sequence[Seat], width: int, earth: int) -> list[Text]:
    """Return a row for each Earth, or none if there is only one.

    A row shows the glyph of each continent's leader, on a coloured background if they hold all of
    it, and the number of territories of each player. ``earth`` is the number of the current Earth.
    """
    board, lines = view.board, list[Text]()
    for number in range(board.earths if board.earths > 1 else 0):
        words = _("Earth {number}", number=number + 1) if width >= NARROW else str(number + 1)
        is_shown = number == earth
        line = Text("▸" if is_shown else " ").append(f"{words} ", STRONG if is_shown else DIM)
        for continent in real_continents(board, number):
            leader, missing = _leader_and_missing(view, continent)
            if leader is None:
                line.append("·", DIM)
            else:
                style = seat_style(seats[leader]) if missing else badge_style(seats[leader])
                line.append(seat_glyph(seats[leader].colour), style)
        owners = [view.owner[territory] for territory in board.territories_on(number)]
        holders = sorted(set(owners) - {NO_SEAT}, key=lambda seat: (-owners.count(seat), seat))
        for seat in holders:
            count = f" {seat_glyph(seats[seat].colour)}{owners.count(seat)}"
            if line.cell_len + len(count) <= width:
                line.append(count, seat_style(seats[seat]))
        lines.append(line)
    return lines


def continents_lines(view: View, seats: Sequence[Seat], width: int, earth: int = 0) -> list[Text]:
    """Return a row for each continent: bonus, own share, leader's share, what the leader lacks.

    The territories that the leader lacks are shown if there are at most ``NEAR`` of them and the
    row is wide. A very wide row has more room for names.
    """
    names = [continent.name for continent in real_continents(view.board.one_earth)]
    name_width = 13 if width >= NARROW else 11
    longest = max(map(cell_len, names), default=0)
    name_width += min(max(longest - name_width, 0), max(width - _ROOMY_WIDTH, 0))
    # The plus is above that of a bonus with one digit.
    head_width = name_width + _BONUS_WIDTH - (width >= NARROW)
    head = Text(fit(_(" CONTINENTS"), head_width), HEAD)
    if width >= NARROW:
        you = "" if view.seat is None else _("you")
        share = fit(_("most"), _SHARE_WIDTH + len(_gap(width)))
        head.append(f"+{you.rjust(_OWN_WIDTH + 1)} {share} {_('missing')}", DIM)
    else:
        head.append(_("+ most"), DIM)
    continents = real_continents(view.board, earth)
    rows = (
        _continent_row(view, seats, continent, name, width)
        for name, continent in zip(_fit_names(names, name_width), continents, strict=True)
    )
    return [head, *rows]


def continents_short(
    view: View, seats: Sequence[Seat], width: int, earth: int = 0, *, titled: bool = True
) -> list[Text]:
    """Return the continents, two per row: short name, bonus, and leader's share."""
    names = short_names([continent.name for continent in real_continents(view.board.one_earth)])
    continents = real_continents(view.board, earth)
    for bonus, gap, in_full in (("{:+}", " ", True), ("{:+}", "", True), (" {}", "", False)):
        cells = []
        for name, continent in zip(names, continents, strict=True):
            cells.append(Text(f" {name}").append(f"{bonus.format(continent.bonus)}{gap}", DIM))
            leader, missing = _leader_and_missing(view, continent)
            _append_share(cells[-1], view, seats, continent, leader, missing, in_full=in_full)
        start = max((cell.cell_len for cell in cells[::2]), default=0)
        if start + max((cell.cell_len for cell in cells[1::2]), default=0) <= width:
            break
    lines = [Text(_(" CONTINENTS"), HEAD).append(_("  most"), DIM)] if titled else []
    for left, right in zip_longest(cells[::2], cells[1::2], fillvalue=Text()):
        left.pad_right(max(start, width // 2) - left.cell_len)
        lines.append(left.append_text(right))
    return lines


def short_names(names: Sequence[str]) -> list[str]:
    """Shorten names of continents to three letters; two would look like a territory's code.

    >>> short_names(["North America", "South America", "Asia", "Asia Minor", "Up"])
    ['NAm', 'SAm', 'Asi', 'AMi', 'Up ']
    >>> short_names(["Northland", "Northsea"])
    ['Nor', 'Not']
    >>> short_names(["Empire russe", "Empire ottoman", "Amérique du Nord", "Amérique du Sud"])
    ['Eru', 'Eot', 'ANo', 'ASu']
    """
    taken: list[str] = []
    firsts = Counter(name.partition(" ")[0] for name in names)
    for name in names:
        words = [word for word in name.split() if word[:1].isupper()]
        if not words or (len(words) == 1 and firsts[words[0]] > 1):
            words = name.split()
        short = words[0][:1] + words[1][:2] if len(words) > 1 else name[:3]
        free = short
        for letter in "".join(words)[3:] + "123456789":
            if free not in taken:
                break
            free = short[:2] + letter
        taken.append(free.ljust(3))
    return taken


def _fit_names(names: Sequence[str], width: int) -> list[str]:
    """Fit names to ``width`` columns. If long names share their first word, abbreviate it.

    >>> _fit_names(["Amérique du Nord", "Amérique du Sud", "Asie"], 13)
    ['Amér. du Nord', 'Amér. du Sud ', 'Asie         ']
    """
    rests: dict[str, list[int]] = {}
    for name in names:
        if cell_len(name) > width:
            first, _blank, rest = name.partition(" ")
            rests.setdefault(first, []).append(cell_len(rest))

    def fit_name(name: str) -> str:
        first, _blank, rest = name.partition(" ")
        cells = rests.get(first, []) if cell_len(name) > width else []
        letters = width - max(cells, default=0) - 2
        shares_first = len(cells) > 1 and letters > 0
        return fit(f"{first[:letters]}. {rest}" if shares_first else name, width)

    return [fit_name(name) for name in names]


def _continent_row(
    view: View, seats: Sequence[Seat], continent: Continent, name: str, width: int
) -> Text:
    leader, missing = _leader_and_missing(view, continent)
    style = Style() if leader is None or missing else seat_style(seats[leader], bold=True)
    line = Text(" ").append(name, style)
    line.append(f"{continent.bonus:+}".rjust(_BONUS_WIDTH), DIM)
    if width < NARROW:
        line.append(" ")
        _append_share(line, view, seats, continent, leader, missing, _gap(width))
        return line
    counted = continent.scoring_territories(view.outside_continents)
    number = sum(view.owner[territory] == view.seat for territory in counted)
    if view.seat is not None and view.seat != leader and number:
        line.append(f"{number}".rjust(_OWN_WIDTH), seat_style(seats[view.seat]))
    else:
        line.append(" " * _OWN_WIDTH)
    line.append(" ")
    start_of_share = line.cell_len
    _append_share(line, view, seats, continent, leader, missing, _gap(width))
    if leader is not None:
        end_of_share = start_of_share + len(_gap(width)) + _SHARE_WIDTH
        line.pad_right(end_of_share - line.cell_len)
        _append_missing(line, view, seats, missing, width)
    return line


def _gap(width: int) -> str:
    """Return the gap between the leader's glyph and share."""
    return " " if width >= _ROOMY_WIDTH else ""


def _append_share(
    line: Text,
    view: View,
    seats: Sequence[Seat],
    continent: Continent,
    leader: int | None,
    missing: Sequence[int],
    gap: str = "",
    *,
    in_full: bool = True,
) -> None:
    """Append the leader's share of a continent. Unless ``in_full``, omit a total of two digits."""
    if leader is None:
        return
    total = len(continent.scoring_territories(view.outside_continents))
    sign = seat_glyph(seats[leader].colour)
    count = total - len(missing)
    if count == total:
        label = _("{sign} all", sign=sign)
        fits = in_full or cell_len(label) < _SHARE_WIDTH
        line.append(label if fits else label.replace(" ", ""), badge_style(seats[leader]))
    else:
        share = f"{count}/{total}" if in_full or total < 10 else str(count)
        line.append(f"{sign}{gap}{share}", seat_style(seats[leader]))


def _append_missing(
    line: Text, view: View, seats: Sequence[Seat], missing: list[int], width: int
) -> None:
    """Append the few territories that the leader lacks for a continent, with their owners."""
    shows_armies = width >= _ROOMY_WIDTH
    for territory in missing if len(missing) <= NEAR else ():
        owner, code = view.owner[territory], view.board.base_territory(territory).code
        line.append(" ")
        if owner == NO_SEAT:
            line.append(code, DIM)
            continue
        is_counted = shows_armies and territory not in view.unseen
        armies = str(view.armies[territory]) if is_counted else ""
        seat = seat_on(view, seats, territory)
        line.append(f"{code}{seat_glyph(seat.colour)}{armies}", seat_style(seat))


def _leader_and_missing(view: View, continent: Continent) -> tuple[int | None, list[int]]:
    """Return the seat with the most territories of a continent, and those that it lacks.

    The seat is ``None`` if there is none. Seats that have left the game do not count. Of equal
    seats, the lower number leads.
    """
    counted = continent.scoring_territories(view.outside_continents)
    owners = [view.owner[territory] for territory in counted]
    candidates = {
        owner
        for owner in owners
        if owner != NO_SEAT and view.status[owner] in ("playing", "neutral")
    }
    if not candidates:
        return None, []
    leader = min(candidates, key=lambda seat: (-owners.count(seat), seat))
    return leader, [territory for territory in counted if view.owner[territory] != leader]
