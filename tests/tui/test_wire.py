"""What goes over the wire: only what differs, and so that every terminal shows what is meant."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pyte
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual._compositor import LayoutUpdate
from textual._context import visible_screen_stack
from textual.strip import Strip
from textual.widgets import Static

from risk_tui.tui.terminal import wire
from risk_tui.tui.terminal.shadow import Shadow
from tests.tui.tables import MIDDLE, at_table, attacking, on_screen, play, press

if TYPE_CHECKING:
    from pathlib import Path

    from hypothesis.strategies import DrawFn

WIDTH, HEIGHT = 14, 3
SIZE = (WIDTH, HEIGHT)

COLOURS = ["#d55e00", "#0b1521", "rgb(0,114,178)", "red", "bright_blue", "color(208)", "default"]
STYLES = st.one_of(
    st.none(),
    st.just(Style.null()),
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
SIGNS = st.sampled_from([*"AB1 ", "  ", "▀", "▄", "▀▀", "█", "●", "⚔", "⚀", "✚", "龍", "e\u0301"])
OTHERS = st.sampled_from(["", "\a", "\x1b[?25h", "\x1b[?25l", "\x1b[2;5H", "\x1b[3;14H", "\x1b[H"])
"""What Textual writes besides, between two updates."""


@st.composite
def pieces(draw: DrawFn) -> tuple[int, int, Strip]:
    """Something to be laid over a row: the row, the column and a strip that fits."""
    strip = Strip(
        Segment(draw(SIGNS), draw(STYLES))
        for _ in range(draw(st.integers(min_value=1, max_value=9)))
    )
    x = draw(st.integers(0, WIDTH - 1))
    return draw(st.integers(0, HEIGHT - 1)), x, strip.crop(0, WIDTH - x)


def laid_over(row: Strip, x: int, strip: Strip) -> Strip:
    """A row with a strip over it; of a wide sign that is cut in two a blank is left."""
    return Strip.join([row.crop(0, x), strip, row.crop(x + strip.cell_length, WIDTH)])


def emulator(width: int = WIDTH, height: int = HEIGHT) -> tuple[pyte.Screen, pyte.Stream]:
    """A terminal that shows something else; like Textual's it does not wrap lines."""
    screen = pyte.Screen(width, height)
    stream = pyte.Stream(screen)
    stream.feed("\x1b[7;31m" + "#" * (width * height - 1) + "\x1b[m\x1b[?7l")
    return screen, stream


def look(screen: pyte.Screen) -> list[list[tuple[Any, ...]]]:
    """What is seen: the same cell can be drawn in more than one way."""
    return [
        [_cell(screen.buffer[y][x]) for x in range(screen.columns)] for y in range(screen.lines)
    ]


def _cell(char: Any) -> tuple[Any, ...]:
    flags = (char.bold, char.italics, char.underscore, char.strikethrough, char.reverse)
    lines = flags[2:]
    if char.data == " " and not any(lines):
        return (" ", char.bg)
    if char.data == "█" and not any(flags):
        return (" ", char.fg)
    if char.data == "▄" and not any(flags):
        return ("▀", char.bg, char.fg, flags)
    return (char.data, char.fg, char.bg, flags)


def drawn_plainly(rows: list[Strip]) -> list[list[tuple[Any, ...]]]:
    """The rows, written without any thrift: each sign addressed, styled and reset."""
    screen, stream = emulator(rows[0].cell_length, len(rows))
    for y, row in enumerate(rows):
        x = 0
        for text, style, _ in row:
            for sign in re.findall(r".\u0301?", text):
                shown = sign
                if style is not None:
                    shown = Strip.render_style(style, sign, ColorSystem.TRUECOLOR)
                stream.feed(f"\x1b[{y + 1};{x + 1}H{shown}")
                x += Segment(sign).cell_length
    return look(screen)


def blank_rows() -> list[Strip]:
    return [Strip.blank(WIDTH, Style(bgcolor="#0b1521")) for _ in range(HEIGHT)]


def write(shadow: Shadow, *placed: tuple[int, int, Strip]) -> str:
    """What is written for some pieces."""
    by_row: dict[int, list[tuple[int, Strip]]] = {}
    for y, x, strip in placed:
        by_row.setdefault(y, []).append((x, strip))
    change = shadow.compare(SIZE, by_row)
    shadow.keep(change)
    return change.text


def write_all(shadow: Shadow, rows: list[Strip]) -> str:
    return write(shadow, *((y, 0, row) for y, row in enumerate(rows)))


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(OTHERS, st.lists(pieces(), max_size=4)), max_size=4))
def test_the_terminal_shows_what_is_meant(
    updates: list[tuple[str, list[tuple[int, int, Strip]]]],
) -> None:
    shadow, rows = Shadow(), blank_rows()
    screen, stream = emulator()
    stream.feed(write_all(shadow, rows))
    for others, update in updates:
        stream.feed(others)
        for y, x, strip in update:
            rows[y] = laid_over(rows[y], x, strip)
        stream.feed(write(shadow, *update))
        assert look(screen) == drawn_plainly(rows)
        # A whole repaint finds nothing left to do.
        assert write_all(shadow, rows) == ""


@settings(max_examples=50, deadline=None)
@given(st.lists(pieces(), max_size=6))
def test_after_it_has_forgotten_everything_is_written(
    update: list[tuple[int, int, Strip]],
) -> None:
    shadow, rows = Shadow(), blank_rows()
    for y, x, strip in update:
        rows[y] = laid_over(rows[y], x, strip)
    write_all(shadow, rows)
    shadow.forget()
    screen, stream = emulator()
    stream.feed(write_all(shadow, rows))
    assert look(screen) == drawn_plainly(rows)


def test_another_size_makes_it_forget() -> None:
    shadow = Shadow()
    rows = {0: [(0, Strip([Segment("A" * 10)]))]}
    shadow.keep(shadow.compare((10, 1), rows))
    assert shadow.compare((10, 1), rows).text == ""
    assert shadow.compare((10, 2), rows).text.count("A") == 10


def test_what_lies_beyond_the_edges_is_left_out() -> None:
    # Between a change of size and the layout for it widgets still have their old places.
    shadow = Shadow()
    strip = Strip([Segment("abcd")])
    change = shadow.compare((6, 1), {0: [(0, strip), (4, strip), (9, strip)], 1: [(0, strip)]})
    assert re.sub(r"\x1b\[[\d;]*[mH]", "", change.text) == "abcdab"


def test_what_was_not_written_is_not_taken_for_shown() -> None:
    shadow = Shadow()
    rows = {0: [(0, Strip([Segment("A")]))]}
    assert shadow.compare(SIZE, rows).text == shadow.compare(SIZE, rows).text != ""


def test_the_pen_is_left_as_others_expect_it() -> None:
    shadow = Shadow()
    screen, stream = emulator()
    loud = Style(color="#ffffff", bgcolor="#ff0000", bold=True, reverse=True)
    stream.feed(write(shadow, (0, 0, Strip([Segment("AB", loud)]))))
    stream.feed("\x1b[3;1Hx")
    assert screen.buffer[2][0] == pyte.screens.Char("x")


def test_a_changed_label_costs_its_cells() -> None:
    shadow = Shadow()
    land, label = Style(bgcolor="#835b13"), Style(color="#ffffff", bgcolor="#201408", bold=True)

    def row(armies: str) -> Strip:
        return Strip([Segment("    ", land), Segment(f"UK{armies}", label), Segment("    ", land)])

    write(shadow, (1, 0, row("8")))
    text = write(shadow, (1, 0, row("7")))
    assert text == "\x1b[2;7H\x1b[0;1;38;2;255;255;255;48;2;32;20;8m7\x1b[m"


def test_ink_is_not_sent_for_blanks() -> None:
    shadow = Shadow()
    before = Strip([Segment("A ", Style(color="#111111", bgcolor="#222222"))])
    after = Strip([Segment("A", Style(color="#111111", bgcolor="#222222"))])
    after = Strip([*after, Segment(" ", Style(color="#999999", bgcolor="#222222", bold=True))])
    write(shadow, (0, 0, before))
    assert write(shadow, (0, 0, after)) == ""


def test_ink_counts_for_blanks_where_it_is_seen() -> None:
    shadow = Shadow()
    for style in (Style(reverse=True, color="#111111"), Style(underline=True, color="#111111")):
        write(shadow, (0, 0, Strip([Segment(" ", style)])))
        assert "153;153;153" in write(
            shadow, (0, 0, Strip([Segment(" ", style + Style(color="#999999"))]))
        )


@pytest.mark.parametrize("sign", ["⚔", "✚", "龍", "⏎", "e\u0301", "\U0001f0a0"])
def test_after_a_sign_of_doubtful_width_the_column_is_said(sign: str) -> None:
    text = write(Shadow(), (0, 0, Strip([Segment(f"{sign}x")])))
    assert re.search(re.escape(sign) + r"\x1b\[(\d+G|\d+;\d+H)x", text), repr(text)


def test_control_codes_never_reach_the_terminal() -> None:
    text = write(Shadow(), (0, 0, Strip([Segment("a\x1b[2Jb\x07\x9bc\n")])))
    assert re.sub(r"\x1b\[[\d;]*[mHGC]", "", text) == "a[2Jbc"


def test_no_colours_are_written_when_styles_have_none() -> None:
    plain = [Segment("AB", Style(bold=True)), Segment("CD", Style(reverse=True)), Segment("E")]
    text = write(Shadow(), (0, 0, Strip(plain)))
    assert not re.search(r"[34]8|[34]9", text)


# How it hangs together with Textual


async def test_textual_composes_a_screen_as_we_know_it(tmp_path: Path) -> None:
    """If this fails, a new Textual calls something otherwise: see ``risk_tui/tui/wire.py``.

    Until that is mended the program writes whole widgets, as Textual does by itself.
    """
    app = play(attacking(tmp_path / "a.risk"))
    async with app.run_test(size=MIDDLE) as pilot:
        await at_table(pilot)
        screen: Any = app.screen
        assert hasattr(screen, "_compositor"), "Screen._compositor is missing"
        compositor = screen._compositor
        assert compositor.render_update.__module__ == wire.__name__, (
            "Compositor.render_update is missing"
        )
        visible_screen_stack.set(app._background_screens)
        screen.refresh()
        compositor.update_widgets({screen})
        full = compositor.render_update()
        for name in ("strips", "region", "render_segments"):
            assert hasattr(full, name), f"LayoutUpdate.{name} is missing"
        found = wire.pieces_of(full)
        assert found is not None
        assert _text_of(found) == on_screen(app)

        for name in wire._PENDING:
            assert hasattr(screen, name), f"Screen.{name} is missing"
        for name in ("_batch_count", "_display"):
            assert hasattr(app, name), f"App.{name} is missing"
        assert isinstance(compositor.visible_widgets, dict), "Compositor.visible_widgets changed"
        assert type(full) is LayoutUpdate, "Compositor.render_full_update changed"

        line = screen.query_one("#phases")
        line.refresh()
        compositor.update_widgets({line})
        partial = compositor.render_update()
        for name in ("chops", "spans", "chop_ends", "render_segments"):
            assert hasattr(partial, name), f"ChopsUpdate.{name} is missing"
        found = wire.pieces_of(partial)
        assert found is not None
        assert list(found) == [0]
        assert _text_of(found) == on_screen(app).splitlines()[0]


def _text_of(found: Any) -> str:
    """The text of rows that are complete."""
    rows = []
    for y in sorted(found):
        x, text = 0, ""
        for start, strip in found[y]:
            assert start == x
            x += strip.cell_length
            text += strip.text
        rows.append(text.rstrip())
    return "\n".join(rows)


class Watched:
    """The app with a terminal in place of nothing."""

    def __init__(self, app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        self.app = app
        self.writes: list[str] = []
        self.screen, self._stream = emulator(*app.size)
        monkeypatch.setattr(type(app._driver), "is_headless", False)
        monkeypatch.setattr(app._driver, "write", self._write)

    def _write(self, text: str) -> None:
        self.writes.append(text)
        self._stream.feed(text)

    def assert_true(self) -> None:
        """The terminal shows what Textual would draw."""
        visible_screen_stack.set(self.app._background_screens)
        assert look(self.screen) == drawn_plainly(self.app.screen._compositor.render_strips())


async def test_all_that_keys_change_comes_to_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = play(attacking(tmp_path / "a.risk"))
    async with app.run_test(size=MIDDLE) as pilot:
        await at_table(pilot)
        watched = Watched(app, monkeypatch)
        await press(pilot, "ctrl+l")
        watched.assert_true()
        for keys in ("right", "U K enter", "right", "enter", "?", "escape", "down"):
            await press(pilot, *keys.split())
            watched.assert_true()


async def test_a_step_of_the_cursor_is_written_in_one_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = play(attacking(tmp_path / "a.risk"))
    async with app.run_test(size=MIDDLE) as pilot:
        await at_table(pilot)
        watched = Watched(app, monkeypatch)
        await press(pilot, "ctrl+l", "right")
        watched.writes.clear()
        await press(pilot, "left")
        assert len(watched.writes) == 1
        assert len(watched.writes[0].encode()) < 1000
        watched.writes.clear()
        await press(pilot, "escape")
        assert watched.writes == []


async def test_what_lies_over_the_map_stays_there(
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
        await pilot.pause()
        watched = Watched(app, monkeypatch)
        await press(pilot, "ctrl+l", *"BR", "up", "right")
        assert "a note" in watched.screen.display[2]
        watched.assert_true()


async def test_every_screen_and_dialog_writes_thriftily(tmp_path: Path) -> None:
    app = play(attacking(tmp_path / "a.risk"))
    async with app.run_test(size=MIDDLE) as pilot:
        await at_table(pilot)
        for key in ("?", "v"):
            await press(pilot, key)
            compositor: Any = app.screen._compositor
            assert compositor.render_update.__module__ == wire.__name__
            await press(pilot, "escape")


def test_another_textual_writes_in_its_own_way() -> None:
    stranger: Any = SimpleNamespace(_compositor=SimpleNamespace())
    wire.hook(stranger)
    wire.hook(SimpleNamespace())  # type: ignore[arg-type]
    assert vars(stranger._compositor) == {}
    assert wire.pieces_of(object()) is None
    assert wire.pieces_of(SimpleNamespace(chops=[], spans=[(0, 0, 1)])) is None


async def test_an_update_goes_through_the_shadow_of_the_app() -> None:
    update: Any = SimpleNamespace(
        strips=[[Strip([Segment("A")])]], region=SimpleNamespace(x=0, y=0)
    )
    compositor = SimpleNamespace(render_update=lambda full=False: update)
    app = SimpleNamespace(shadow=Shadow(), is_headless=False, is_inline=False, size=(1, 1))
    screen: Any = SimpleNamespace(_compositor=compositor, app=app)
    wire.hook(screen)
    assert compositor.render_update().render_segments(None) == "\x1b[H\x1b[mA"
    assert compositor.render_update() is None
    # What an unknown kind of update wrote is not known; afterwards nothing is taken for shown.
    strips = update.strips
    del update.strips
    assert compositor.render_update() is update
    update.strips = strips
    assert compositor.render_update().render_segments(None) == "\x1b[H\x1b[mA"
    # A picture of the screen is not written to it.
    assert compositor.render_update(full=True) is update
