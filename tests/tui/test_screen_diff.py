"""The reduction of output to changed cells, as a terminal shows it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pyte
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn
from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import LayoutUpdate
from textual.geometry import Region
from textual.strip import Strip
from textual.widgets import Static

from risk_tui.data.crash_log import log_path
from risk_tui.tui.terminal.screen_diff import ScreenDiff, plain_painting
from tests.extent import usual_or_full
from tests.tui.tables import MIDDLE, at_table, attacking, play, press, settle, strips_of

WIDTH, HEIGHT = 14, 3
CONSOLE = Console(color_system="truecolor")

COLOURS = ["#d55e00", "#0b1521", "rgb(0,114,178)", "red", "bright_blue", "color(208)", "default"]
STYLES = st.one_of(
    st.none(),
    st.builds(
        Style,
        color=st.sampled_from([None, *COLOURS]),
        bgcolor=st.sampled_from([None, *COLOURS]),
        bold=st.sampled_from([None, False, True]),
        dim=st.sampled_from([None, True]),
        italic=st.sampled_from([None, True]),
        underline=st.sampled_from([None, True]),
        reverse=st.sampled_from([None, True]),
        strike=st.sampled_from([None, True]),
    ),
    # As on the map, where most cells have two colours and nothing else.
    st.builds(Style, color=st.sampled_from(COLOURS[:3]), bgcolor=st.sampled_from(COLOURS[:3])),
)
SIGNS = st.sampled_from([*"AB1 ", "  ", "▀", "▄", "▀▀", "█", "●", "⚔", "⚀", "►", "龍", "e\u0301"])
OTHERS = st.sampled_from(["", "\a", "\x1b[?25h", "\x1b[?25l", "\x1b[2;5H", "\x1b[3;14H", "\x1b[H"])
"""Other output of Textual between two updates."""


@st.composite
def changes(draw: DrawFn) -> tuple[int, int, Strip]:
    """Draw a change: a row, a column, and a strip that fits there."""
    strip = Strip(Segment(draw(SIGNS), draw(STYLES)) for _ in range(draw(st.integers(1, 9))))
    x = draw(st.integers(0, WIDTH - 1))
    return draw(st.integers(0, HEIGHT - 1)), x, strip.crop(0, WIDTH - x)


def laid_over(row: Strip, x: int, strip: Strip) -> Strip:
    """Return a row with a strip over it; blanks replace halves of wide characters."""
    return Strip.join([row.crop(0, x), strip, row.crop(x + strip.cell_length, WIDTH)])


def emulator(width: int = WIDTH, height: int = HEIGHT) -> tuple[pyte.Screen, pyte.Stream]:
    """Return a terminal with other contents, which like Textual's does not wrap lines."""
    screen = pyte.Screen(width, height)
    stream = pyte.Stream(screen)
    stream.feed("\x1b[7;31m" + "#" * (width * height - 1) + "\x1b[m\x1b[?7l")
    return screen, stream


def look(screen: pyte.Screen) -> list[list[tuple[Any, ...]]]:
    """Return the visible part of each cell: for a blank, its ground and the lines through it."""
    return [
        [
            (" ", char.bg) if char.data == " " and not any(char[5:8]) else tuple(char)
            for char in (screen.buffer[y][x] for x in range(screen.columns))
        ]
        for y in range(screen.lines)
    ]


def drawn_plainly(rows: list[Strip]) -> list[list[tuple[Any, ...]]]:
    """Return the look of rows whose characters are all positioned and styled one by one."""
    screen, stream = emulator(rows[0].cell_length, len(rows))
    for y, row in enumerate(rows):
        x = 0
        for text, style, _ in row:
            for sign in re.findall(r".\u0301?", text):
                styled = Strip.render_style(style or Style(), sign, ColorSystem.TRUECOLOR)
                stream.feed(f"\x1b[{y + 1};{x + 1}H{styled}")
                x += Segment(sign).cell_length
    return look(screen)


def write(screen_diff: ScreenDiff, *rows: Strip) -> str:
    """Return the output that shows these rows."""
    return screen_diff.reduce(painted(*rows)).removesuffix("\x1b[1;1H")


def painted(*rows: Strip) -> str:
    """Return the output with which Textual paints rows."""
    update = LayoutUpdate([[row] for row in rows], Region(0, 0, rows[0].cell_length, len(rows)))
    return update.render_segments(CONSOLE) + "\x1b[1;1H"


def row_of(text: str, style: Style | None = None) -> Strip:
    return Strip([Segment(text, style)])


@settings(max_examples=usual_or_full(25, 200))
@given(st.lists(st.tuples(OTHERS, st.booleans(), st.lists(changes(), max_size=4)), max_size=4))
def test_the_terminal_shows_the_intended_screen(
    updates: list[tuple[str, bool, list[tuple[int, int, Strip]]]],
) -> None:
    screen_diff = ScreenDiff()
    rows = [Strip.blank(WIDTH, Style(bgcolor="#0b1521"))] * HEIGHT
    screen, stream = emulator()
    stream.feed(write(screen_diff, *rows))
    for others, garbled, update in updates:
        stream.feed(others)
        if garbled:
            stream.feed("\x1b[2J")
            screen_diff.invalidate()
        for y, x, strip in update:
            rows[y] = laid_over(rows[y], x, strip)
        stream.feed(write(screen_diff, *rows))
        assert look(screen) == drawn_plainly(rows)
        assert write(screen_diff, *rows) == ""


def test_empty_updates_write_nothing() -> None:
    screen_diff, row = ScreenDiff(), painted(row_of("A"))
    begin, end = "\x1b[?2026h", "\x1b[?2026l"
    assert screen_diff.reduce("\x1b[?1049h") == "\x1b[?1049h"
    sent = [screen_diff.reduce(text) for text in (begin, row, end, begin, row, end)]
    assert sent[0] == "" == "".join(sent[3:])
    assert sent[1].startswith(begin)
    assert sent[2] == end


def test_an_untested_textual_paints_by_itself(
    own_folders: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("risk_tui.tui.terminal.screen_diff.version_of", lambda _: "8.3.0")
    assert (
        plain_painting() == "plain painting, as Textual 8.3.0 is not one of those that were tried"
    )
    assert [ScreenDiff().reduce(text) for text in ["\x1b[1;1HA"] * 2] == ["\x1b[1;1HA"] * 2
    assert log_path().read_text().count(plain_painting()) == 1


def test_a_half_overwritten_wide_character_is_rewritten() -> None:
    for half in ("\x1b[1;2Hx", "\x1b[1;1Hx"):
        screen_diff = ScreenDiff()
        write(screen_diff, row_of("龍"))
        screen_diff.reduce(half)
        assert "龍" in write(screen_diff, row_of("龍"))


def test_cells_beside_a_removed_block_are_rewritten() -> None:
    """With many fonts xterm draws blocks too wide, so remains of them would stay beside them."""
    screen_diff = ScreenDiff()
    write(screen_diff, row_of("ab█cd"))
    written = write(screen_diff, row_of("ab cd"))
    assert "b c" in written and "a" not in written and "d" not in written


def test_the_pen_is_reset_after_an_update() -> None:
    screen, stream = emulator()
    loud = Style(color="#ffffff", bgcolor="#ff0000", bold=True, reverse=True)
    stream.feed(write(ScreenDiff(), row_of("AB", loud)) + "\x1b[3;1Hx")
    assert screen.buffer[2][0] == pyte.screens.Char("x")


def test_a_changed_label_costs_its_cells() -> None:
    screen_diff = ScreenDiff()
    land, label = Style(bgcolor="#835b13"), Style(color="#ffffff", bgcolor="#201408", bold=True)

    def row(armies: str) -> Strip:
        return Strip([Segment("    ", land), Segment(f"UK{armies}", label), Segment("    ", land)])

    write(screen_diff, row("8"))
    assert write(screen_diff, row("7")) == (
        "\x1b[0;1;48;2;32;20;8;38;2;255;255;255m\x1b[1;7H7\x1b[m"
    )


def test_cells_of_one_colour_are_written_together() -> None:
    one, other = Style(color="#111111"), Style(color="#999999")
    text = write(ScreenDiff(), *[Strip([Segment("ab", one), Segment("cd", other)])] * HEIGHT)
    assert [text.count(colour) for colour in ("17;17;17", "153;153;153")] == [1, 1]


def test_a_space_is_written_in_the_ink_of_its_neighbours() -> None:
    """Its own ink is invisible, and codes for colours cost most bytes."""
    red, blue = Style(color="#ff0000", bgcolor="#0b1521"), Style(color="#0000ff", bgcolor="#0b1521")
    screen_diff = ScreenDiff()
    for ink, text in ((blue, "Ha b\x1b[m"), (red, "")):
        row = Strip([Segment("a", red), Segment(" ", ink), Segment("b", red)])
        assert write(screen_diff, row)[-len("Ha b\x1b[m") :] == text


def test_the_cursor_moves_within_a_row_without_an_address() -> None:
    screen_diff = ScreenDiff()
    write(screen_diff, row_of("abcdef"))
    assert write(screen_diff, row_of("xbcyez")) == "\x1b[0m\x1b[1;1Hx\x1b[2Cy\x1b[Cz\x1b[m"


@pytest.mark.parametrize("sign", ["⚔", "龍", "⏎", "e\u0301", "\U0001f0a0"])
def test_characters_of_doubtful_width_are_written_first(sign: str) -> None:
    text = write(ScreenDiff(), row_of(f"ab{sign}x"))
    signs = re.sub(r"\x1b\[[\d;]*m", "", text)
    assert re.fullmatch(rf"\x1b\[1;3H{sign}\x1b\[1;1Hab\x1b\[2?Cx", signs), repr(text)


def test_control_codes_never_reach_the_terminal() -> None:
    text = write(ScreenDiff(), row_of("a\x1b[2Jb\x07\x9bc\n"))
    assert re.sub(r"\x1b\[[\d;]*[mHC]", "", text) == "a[2Jbc"


def test_no_colours_are_written_when_styles_have_none() -> None:
    plain = [Segment("AB", Style(bold=True)), Segment("CD", Style(reverse=True)), Segment("E")]
    assert not re.search(r"[34]8|[34]9", write(ScreenDiff(), Strip(plain)))


# Textual's behaviour that this relies on


class Watched:
    """An app whose output is written to an emulated terminal."""

    def __init__(self, app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        self.app = app
        self.writes: list[str] = []
        self.screen, self._stream = emulator(*app.size)
        monkeypatch.setattr(type(app._driver), "is_headless", False)
        monkeypatch.setattr(app._driver, "write", self._write)

    def _write(self, text: str) -> None:
        if text := self.app.screen_diff.reduce(text):
            self.writes.append(text)
            self._stream.feed(text)

    def assert_true(self) -> None:
        """Check that the terminal shows what Textual would draw."""
        assert look(self.screen) == drawn_plainly(strips_of(self.app))


async def test_all_changes_by_keys_reach_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = play(attacking(tmp_path / "a.risk"))
    async with app.run_test(size=MIDDLE) as pilot:
        await at_table(pilot)
        watched = Watched(app, monkeypatch)
        await press(pilot, "ctrl+l")
        watched.assert_true()
        for keys in ("right", "U K enter", "right", "enter", "?", "escape", "escape escape right"):
            await press(pilot, *keys.split())
            watched.assert_true()

        # A step of the cursor is written in one go.
        watched.writes.clear()
        await press(pilot, "left")
        assert len(watched.writes) == 1
        assert len(watched.writes[0].encode()) < 1000
        watched.writes.clear()
        await press(pilot, "escape")
        assert watched.writes == []


async def test_a_widget_over_the_map_stays_visible(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = play(attacking(tmp_path / "a.risk"))
    async with app.run_test(size=MIDDLE) as pilot:
        screen = await at_table(pilot)
        note = Static("a note")
        note.styles.position = "absolute"
        note.styles.width = 60
        note.styles.height = 30
        note.styles.offset = (5, 2)
        note.styles.layer = "above"
        screen.styles.layers = ("default", "above")
        await screen.mount(note)
        await settle(pilot)
        watched = Watched(app, monkeypatch)
        await press(pilot, "ctrl+l", *"BR", "up", "right")
        assert "a note" in watched.screen.display[2]
        watched.assert_true()
