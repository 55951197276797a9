"""The story of a game as a self-contained HTML page.

All text from the game's file is escaped in the page, and the script inserts it as text. The page
forbids other scripts, connections and files. For the replay it stores every moment as the changes
since the one before.
"""

from __future__ import annotations

import base64
import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from risk_tui.data.clean_text import printable
from risk_tui.data.language import N_, _, colon, current
from risk_tui.engine.events import BattleResolved
from risk_tui.story.board_svg import StoryTheme, board_svg, safe, view_box
from risk_tui.story.plain import (
    TABLE_NOTES,
    TABLE_TITLES,
    describe_state,
    figure_cells,
    series_data,
)
from risk_tui.story.story import Moment, Story, event_sentences
from risk_tui.text.words import SeatName, card_name

if TYPE_CHECKING:
    from risk_tui.story.review import Review


_SCRIPT_TEXTS = (
    N_("Keys:"),
    N_("Round {round}, {name}"),
    N_("Setting up"),
    N_("faster"),
    N_("faster, slower"),
    N_("hands"),
    N_("next step"),
    N_("next turn"),
    N_("no cards"),
    N_("play ({speed} a second)"),
    N_("play or stop"),
    N_("round"),
    N_("scroll"),
    N_("show all cards"),
    N_("slower"),
    N_("start and end"),
    N_("step"),
    N_("step before"),
    N_("step {now} of {last}"),
    N_("stop ({speed} a second)"),
    N_("the game begins"),
    N_("to the end"),
    N_("to the start"),
    N_("turn"),
    N_("turn before"),
    N_("turning point"),
)
"""The texts that the script of the page shows, which are translated in ``page_data``."""


def page_data(story: Story, theme: StoryTheme, review: Review | None = None) -> dict[str, Any]:
    """Return the data for the script of the page: numbers, lists and printable texts.

    ``steps`` has ``[changes, text, marks]`` for each moment. ``changes`` has three numbers for
    every changed territory: its index, that of its style in ``looks``, and its armies. ``text``
    describes the step, ``marks`` are its territories. ``looks`` are pairs of colour and signs.
    ``hands`` has all hands at each moment at which any of them changed; it is empty until the game
    is over.
    """
    styles: dict[tuple[str, str], int] = {}
    steps: list[list[Any]] = []
    hands: dict[int, list[list[int]]] = {}
    before: list[tuple[int, int]] = []
    for number in range(story.end + 1):
        moment = story.moment(number, is_open=story.is_over)
        view = moment.view
        cells = [
            (styles.setdefault(theme.land(view, story.seats, territory), len(styles)), armies)
            for territory, armies in enumerate(view.armies)
        ]
        changes = [
            value
            for territory, cell in enumerate(cells)
            if not before or cell != before[territory]
            for value in (territory, *cell)
        ]
        steps.append(
            [
                changes,
                printable(" · ".join(event_sentences(story, moment))),
                _marked_territories(moment),
            ]
        )
        now_held = [list(hand) for hand in moment.hands]
        if now_held and (not hands or now_held != hands[max(hands)]):
            hands[number] = now_held
        before = cells
    return {
        "words": {text: _(text) for text in _SCRIPT_TEXTS},
        "colon": colon(),
        "seats": [
            {
                "name": printable(seat.name),
                "colour": theme.colour(seat.colour),
                "glyph": theme.glyph(seat.colour),
            }
            for seat in story.seats
        ],
        "looks": [list(pair) for pair in styles],
        "steps": steps,
        "hands": hands,
        "cards": [printable(card_name(card, story.board)) for card in range(len(story.board.deck))]
        if hands
        else [],
        "turns": [[turn.seat, turn.round, turn.start] for turn in story.turns],
        "series": series_data(story),
        "continents": [printable(continent.name) for continent in story.board.continents],
        "holdings": [
            [holding.continent, holding.seat, holding.start, holding.end]
            for holding in story.holdings
        ],
        "points": [[point.start, point.moment] for point in story.turning_points],
        "mistakes": [mistake.moment for mistake in review.mistakes] if review else [],
    }


def _marked_territories(moment: Moment) -> list[int]:
    """Return the territories that the step before a moment affects: those of a battle or action."""
    if moment.record is None:
        return []
    for event in moment.record.events:
        if isinstance(event, BattleResolved):
            return [end for end in (event.source, event.target) if end is not None]
    return list(moment.record.action.aims)


_FOLDER = Path(__file__).parent


def story_html(story: Story, theme: StoryTheme, review: Review | None = None) -> str:
    """Return the page as HTML, with the review if there is one."""
    style = (_FOLDER / "page.css").read_text(encoding="utf-8")
    script = (_FOLDER / "page.js").read_text(encoding="utf-8")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = (
        "default-src 'none'; img-src data:; style-src 'unsafe-inline'; "
        f"script-src 'sha256-{digest}'"
    )
    width, height = view_box(story)
    last = story.moment(story.end)
    missing = f'<p class="missing">{safe(story.missing)}</p>' if story.missing else ""
    colours = (
        f":root {{ --sea: {theme.sea}; --line: {theme.line}; --text: {theme.text}; "
        f"--panel: {theme.panel}; }}"
    )
    return f"""<!DOCTYPE html>
<html lang="{current().replace("_", "-")}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>{safe(story.occasion)}</title>
<style>{colours}
{style}</style>
</head>
<body>
<header><h1>{safe(story.occasion)}</h1><p>{safe(describe_state(story))}</p>{missing}</header>
<main>
<section id="replay" aria-label="{safe(_("Replay"))}">
<svg id="board" viewBox="0 0 {width} {height}" role="img" aria-label="{safe(_("The board"))}">
{board_svg(story, last, theme)}
</svg>
<p id="step" aria-live="polite"></p>
<input id="where" type="range" min="0" max="{story.end}" value="{story.end}"
 aria-label="{safe(_("Moment"))}">
<div id="controls"></div>
<div id="hands"></div>
</section>
<section id="points"><h2>{safe(_("Turning points"))}</h2>
{_points_html(story, theme)}
</section>
<section id="charts"><h2>{safe(_("Charts"))}</h2><div id="tabs"></div>
<svg id="chart" role="img" aria-label="{safe(_("Chart"))}"></svg><p id="basis"></p></section>
<section id="table"><h2>{safe(_("Players"))}</h2>
{_table_html(story, theme)}
</section>
{_review_html(story, theme, review) if review else ""}
</main>
<footer id="keys"></footer>
<script type="application/json" id="data">{_safe_json(page_data(story, theme, review))}</script>
<script>{script}</script>
</body>
</html>
"""


def _safe_json(data: object) -> str:
    """Return JSON that is safe inside a ``script`` element."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def _points_html(story: Story, theme: StoryTheme) -> str:
    """Return the turning points as a list of buttons that show their moments."""
    rows = []
    for number, point in enumerate(story.turning_points):
        words = "".join(
            _name_html(part, story.seats[part.seat].colour, theme)
            if isinstance(part, SeatName)
            else _escape_part(part)
            for part in point.parts
        )
        rows.append(
            f'<li><button data-point="{number}"><b>{point.round}</b>'
            f"<span>{words}</span></button></li>"
        )
    return f"<ol>{''.join(rows)}</ol>" if rows else f"<p>{safe(_('No turning points yet.'))}</p>"


def _review_html(story: Story, theme: StoryTheme, review: Review) -> str:
    """Return the review of each reviewed seat; mistakes are buttons that show their moments."""
    parts = []
    order = {mistake: number for number, mistake in enumerate(review.mistakes)}
    for number in review.seats:
        seat = story.seats[number]
        rows = "".join(
            f'<li><button data-mistake="{order[mistake]}"><b>{mistake.round}</b>'
            f"<span>{safe(mistake.sentence)}</span></button></li>"
            for mistake in review.of(number)
        )
        parts.append(
            f"<h3>{_name_html(seat.name, seat.colour, theme)}</h3>"
            f"<p>{safe(review.summary(number, seat.name))}</p>"
            + (f"<ol>{rows}</ol>" if rows else "")
        )
    body = "".join(parts)
    title = safe(_("Review"))
    return f'<section id="review"><h2>{title}</h2>{body}<p>{safe(review.basis)}</p></section>'


def _escape_part(text: str) -> str:
    """Escape a part of a sentence, and keep the blanks at its ends."""
    before, after = (" " if end == " " else "" for end in (text[:1], text[-1:]))
    return f"{before}{safe(text)}{after}"


def _name_html(name: str, colour: str, theme: StoryTheme) -> str:
    return f'<b style="color:{theme.colour(colour)}">{theme.glyph(colour)} {safe(name)}</b>'


def _table_html(story: Story, theme: StoryTheme) -> str:
    """Return the table of all figures, and the missions if the game is over."""
    head = "".join(f"<th>{safe(_(title))}</th>" for title in TABLE_TITLES)
    rows = []
    for number, (seat, tally) in enumerate(zip(story.seats, story.tallies, strict=True)):
        outcome = _("★ won") if number in story.winners else tally.exit
        cells = (*figure_cells(tally).values(), outcome)
        rows.append(
            f"<tr><th>{_name_html(seat.name, seat.colour, theme)}</th>"
            + "".join(f"<td>{safe(cell)}</td>" for cell in cells)
            + "</tr>"
        )
    missions = "".join(
        f"<li>{_name_html(story.seats[number].name, story.seats[number].colour, theme)}{colon()}"
        f"{safe('; '.join(texts))}</li>"
        for number, texts in enumerate(story.missions)
        if texts
    )
    secrets = f"<h2>{safe(_('Missions'))}</h2><ul>{missions}</ul>" if missions else ""
    note = "".join(map(_, TABLE_NOTES)).strip()
    body = f"<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody>"
    return f"<table>{body}</table><p>{safe(note)}</p>{secrets}"
