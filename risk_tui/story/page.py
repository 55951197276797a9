"""The story of a game as one page for any browser: nothing in it comes from elsewhere.

Whatever comes from the game's file is text: escaped in the page, and put there as text by its
script. The page allows no other script, no connection and no file beside it.
"""

from __future__ import annotations

import base64
import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING

from risk_tui.story.board_svg import board_svg, safe, view_box
from risk_tui.story.page_data import page_data, point_parts
from risk_tui.text.words import duration, join_and, pluralize

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.story.look import Look
    from risk_tui.story.review import Review
    from risk_tui.story.story import Story

_FOLDER = Path(__file__).parent


def story_html(story: Story, look: Look, review: Review | None = None) -> str:
    """The whole page, with the review where there is one."""
    style = (_FOLDER / "page.css").read_text(encoding="utf-8")
    script = (_FOLDER / "page.js").read_text(encoding="utf-8")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = (
        "default-src 'none'; img-src data:; style-src 'unsafe-inline'; "
        f"script-src 'sha256-{digest}'"
    )
    width, height = view_box(story)
    last = story.moment(story.end)
    colours = (
        f":root {{ --sea: {look.sea}; --line: {look.line}; --text: {look.text}; "
        f"--panel: {look.panel}; }}"
    )
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>{safe(story.name)}</title>
<style>{colours}
{style}</style>
</head>
<body>
<header><h1>{safe(story.name)}</h1><p>{safe(_subtitle(story))}</p>{_missing(story)}</header>
<main>
<section id="replay" aria-label="Replay">
<svg id="board" viewBox="0 0 {width} {height}" role="img" aria-label="The board">
{board_svg(story, last, look)}
</svg>
<p id="step" aria-live="polite"></p>
<input id="where" type="range" min="0" max="{story.end}" value="{story.end}" aria-label="Moment">
<div id="controls"></div>
<div id="hands"></div>
</section>
<section id="points"><h2>Turning points</h2>
{_points(story, look)}
</section>
<section id="charts"><h2>Charts</h2><div id="tabs"></div>
<svg id="chart" role="img" aria-label="Chart"></svg><p id="basis"></p></section>
<section id="table"><h2>Players</h2>
{_table(story, look)}
</section>
{_review(story, look, review) if review else ""}
</main>
<footer id="keys"></footer>
<script type="application/json" id="data">{_json(page_data(story, look, review))}</script>
<script>{script}</script>
</body>
</html>
"""


def _json(data: object) -> str:
    """Data as JSON that cannot end the element it stands in."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def _subtitle(story: Story) -> str:
    """Who won, and when."""
    rounds = f"round {story.turns[-1].round}" if story.turns[-1].round else "setting up"
    steps = pluralize(story.end, "step")
    if not story.is_over:
        return f"So far: {rounds}, {steps}"
    winners = join_and([story.seats[seat].name for seat in story.winners])
    return f"{winners} won in {rounds}, after {steps}"


def _missing(story: Story) -> str:
    return f'<p class="missing">{safe(story.missing)}</p>' if story.missing else ""


def _points(story: Story, look: Look) -> str:
    """The turning points as a list, each a button that leads to its moment."""
    rows = []
    for number, point in enumerate(story.turning_points):
        words = "".join(
            _words(text) if seat is None else _name(text, story.seats[seat].colour, look)
            for text, seat in point_parts(point)
        )
        rows.append(
            f'<li><button data-point="{number}"><b>{point.round}</b>'
            f"<span>{words}</span></button></li>"
        )
    return f"<ol>{''.join(rows)}</ol>" if rows else "<p>Nothing has turned the game yet.</p>"


def _review(story: Story, look: Look, review: Review) -> str:
    """Of everybody who was reviewed luck and decisions; a mistake is a button to its moment."""
    parts = []
    order = {mistake: number for number, mistake in enumerate(review.mistakes)}
    for number in review.seats:
        seat = story.seats[number]
        rows = "".join(
            f'<li><button data-mistake="{order[mistake]}"><b>{mistake.round}</b>'
            f"<span>{safe(mistake.text.partition(': ')[2])}</span></button></li>"
            for mistake in review.of(number)
        )
        parts.append(
            f"<h3>{_name(seat.name, seat.colour, look)}</h3>"
            f"<p>{safe(review.summary(number, seat.name))}</p>"
            + (f"<ol>{rows}</ol>" if rows else "")
        )
    body = "".join(parts)
    return f'<section id="review"><h2>Review</h2>{body}<p>{safe(review.basis)}</p></section>'


def _words(text: str) -> str:
    """A part of a sentence, with the blanks between it and a name."""
    before, after = (" " if end == " " else "" for end in (text[:1], text[-1:]))
    return f"{before}{safe(text)}{after}"


def _name(name: str, colour: str, look: Look) -> str:
    return f'<b style="color:{look.colour(colour)}">{look.glyph(colour)} {safe(name)}</b>'


def _table(story: Story, look: Look) -> str:
    """The table of conquests, losses, luck, cards and time; what was hidden, once all is over."""
    titles = ("", "took", "gave", "beat", "lost", "luck", "cards", "sets", "time", "")
    head = "".join(f"<th>{title}</th>" for title in titles)
    rows = []
    for number, (seat, tally) in enumerate(zip(story.seats, story.tallies, strict=True)):
        end = f"out in round {tally.out}" if tally.out is not None else ""
        cells: Sequence[object] = (
            tally.taken,
            tally.lost_land,
            tally.beaten,
            tally.lost,
            f"{float(tally.luck.luck):+.1f}" if tally.luck.battles else "",
            tally.cards,
            f"{tally.sets} for {tally.set_armies}" if tally.sets else 0,
            duration(tally.seconds) if tally.seconds is not None else "",
            "★ won" if number in story.winners else end,
        )
        rows.append(
            f"<tr><th>{_name(seat.name, seat.colour, look)}</th>"
            + "".join(f"<td>{safe(cell)}</td>" for cell in cells)
            + "</tr>"
        )
    missions = "".join(
        f"<li>{_name(story.seats[number].name, story.seats[number].colour, look)}: "
        f"{safe('; '.join(told))}</li>"
        for number, told in enumerate(story.missions)
        if told
    )
    secrets = f"<h2>Missions</h2><ul>{missions}</ul>" if missions else ""
    note = (
        "<p>took, gave: territories; beat, lost: armies in battle; luck: armies beyond the average"
        " of the dice; sets: traded, and the armies for them</p>"
    )
    body = f"<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody>"
    return f"<table>{body}</table>{note}{secrets}"
