"""Colours, signs and themes for a terminal, and how they are chosen."""

from __future__ import annotations

from itertools import chain, combinations, product
from pathlib import Path

import pytest
from rich.color import Color as RichColor
from rich.color import ColorType
from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.color import Color

from risk_tui.data.settings import Settings, load_settings, save_settings
from risk_tui.saves.errors import saves_folder
from risk_tui.tui.theme import palette
from risk_tui.tui.theme.display_mode import DisplayMode, colours_of, display_mode, signs_of
from risk_tui.tui.theme.line_filters import build_filters
from risk_tui.tui.theme.palette import (
    GREY,
    HOUSE,
    RGB,
    SEAT_COLOURS,
    SHADES,
    label_background,
    name_colour,
    name_ground,
    terminal_colour,
    tint,
)
from tests.extent import few, usual_or_full
from tests.tui.tables import (
    MIDDLE,
    SMALL,
    at_table,
    attacking,
    new_table,
    on_screen,
    play,
    press,
    strips_of,
    until,
)
from tests.tui.vision import contrast, distance, hue, seen_distance, shown, xterm_rgb

COLOURS = ("full", "256", "16", "none")
THEMES = ("dark", "light")
SEATS = [*SEAT_COLOURS.values(), GREY]


def in_modes(*colours: str) -> pytest.MarkDecorator:
    """Run a test with these colours, in each theme."""
    return pytest.mark.parametrize(("colours", "theme"), [*product(colours, THEMES)])


# Choosing


@pytest.mark.parametrize(
    ("environ", "colours"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, "full"),
        ({"TERM": "xterm-256color"}, "256"),
        ({"TERM": "tmux-256color", "COLORTERM": "24bit"}, "full"),
        ({"TERM": "xterm-direct"}, "full"),
        ({"TERM": "xterm-kitty"}, "full"),
        ({"TERM": "screen"}, "16"),
        ({"TERM": "linux"}, "16"),
        ({"TERM": "vt100"}, "none"),
        ({"TERM": "xterm-mono"}, "none"),
        ({"WT_SESSION": "1"}, "full"),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, "none"),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, "256"),
    ],
)
def test_colours_are_chosen_from_the_terminal(environ: dict[str, str], colours: str) -> None:
    assert colours_of(environ) == colours


@pytest.mark.parametrize(
    ("environ", "signs"),
    [
        ({"LANG": "de_DE.UTF-8"}, "blocks"),
        ({"LANG": "C.utf8"}, "blocks"),
        ({"LANG": "de_DE.ISO-8859-1"}, "ascii"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "ascii"),
        ({"LC_ALL": "", "LANG": "en_GB.UTF-8"}, "blocks"),
        ({}, "blocks"),
        ({"TERM": "linux", "LANG": "en_GB.UTF-8"}, "ascii"),
    ],
)
def test_signs_are_chosen_from_the_locale(environ: dict[str, str], signs: str) -> None:
    assert signs_of(environ) == signs


def test_settings_come_before_the_environment() -> None:
    environ = {"TERM": "vt100", "LC_ALL": "C", "NO_COLOR": "1"}
    assert display_mode(Settings(), environ) == DisplayMode("none", "ascii", "dark")
    told = Settings(colours="full", signs="blocks", theme="light")
    assert display_mode(told, environ) == DisplayMode("full", "blocks", "light")


def test_unknown_setting_keeps_its_default(tmp_path: Path) -> None:
    save_settings(Settings(colours="17", signs="ascii", theme="blue", motion="on"))
    assert load_settings() == Settings(signs="ascii", motion="on")


def test_animations_are_off_over_ssh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SSH_CONNECTION", raising=False)
    assert Settings().shows_animations
    monkeypatch.setenv("SSH_CONNECTION", "10.0.0.1 1 10.0.0.2 22")
    assert not Settings().shows_animations
    assert Settings(motion="on").shows_animations
    assert not Settings(motion="off").shows_animations


# Colours


def test_no_two_roles_share_a_colour() -> None:
    names = [name for name in vars(palette) if isinstance(vars(palette)[name], RGB)]
    roles = {name: vars(palette)[name] for name in names if name != "WHITE"}
    values = [*roles.values(), *SEAT_COLOURS.values()]
    assert len(values) == len(set(values))
    assert set(HOUSE.values()) <= {*values, *SEATS}


def key(colour: RichColor) -> object:
    """Return what distinguishes two colours of a terminal."""
    return (colour.number, colour.triplet) if colour.type is not ColorType.DEFAULT else "own"


@in_modes("full", "256", "16")
@pytest.mark.parametrize("shade", SHADES)
def test_seats_stay_apart(colours: str, theme: str, shade: str) -> None:
    lands = [key(terminal_colour(tint(each, shade), colours, theme)) for each in SEATS]
    badges = [key(terminal_colour(each, colours, theme)) for each in SEATS]
    words = [
        (key(terminal_colour(name, colours, theme)), name_ground(name, colours, theme))
        for name in map(name_colour, SEATS)
    ]
    assert len(set(lands)) == len(lands)
    assert len(set(words)) == len(words)
    assert len(set(badges)) == len(badges)
    if colours == "16" and shade == "plain":
        assert badges == lands
    sea = key(terminal_colour(palette.SEA, colours, theme))
    assert sea not in lands
    assert (sea, None) not in words


def shown_contrast(ink: RGB, ground: RGB, theme: str) -> float:
    """The contrast between two colours as a theme shows them."""
    return contrast(shown(ink, "full", theme), shown(ground, "full", theme))


@pytest.mark.parametrize("theme", THEMES)
def test_text_is_readable(theme: str) -> None:
    grounds = (palette.SEA, palette.PANEL, palette.BAR)
    inks = (
        palette.TEXT,
        palette.SOFT,
        palette.DIM,
        palette.HEAD,
        palette.STRONG,
        palette.GOLD,
        palette.WARN,
    )
    assert all(shown_contrast(ink, ground, theme) >= 4.5 for ink in inks for ground in grounds)
    # Names in seat colours come with a glyph; large or bold text needs three to one.
    assert all(shown_contrast(name_colour(each), palette.PANEL, theme) >= 3 for each in SEATS)
    for each in SEATS:
        for kind in SHADES:
            ground = label_background(tint(each, kind))
            assert shown_contrast(palette.LABEL, ground, theme) >= 4.5
            assert shown_contrast(palette.LABEL_QUIET, ground, theme) >= 3
    assert shown_contrast(palette.INK, palette.CURSOR, theme) >= 7
    assert shown_contrast(palette.INK, palette.ROUTE, theme) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_text_is_readable_in_16_colours(theme: str) -> None:
    (filter,) = build_filters(DisplayMode("16", theme=theme))
    names = map(name_colour, SEATS)
    inks = (palette.LANE, palette.TEXT, palette.GOLD, palette.AMBER, palette.WARN, palette.GOOD)
    for ink in (*names, *inks):
        written = Segment("a", Style(color=ink.hex, bgcolor=palette.PANEL.hex))
        ((_, style, _),) = filter.apply([written], Color(0, 0, 0))
        assert style is not None
        numbers = [colour.number for colour in (style.color, style.bgcolor) if colour is not None]
        assert contrast(*(xterm_rgb(number) for number in numbers)) >= 3, ink


def test_padding_after_a_name_has_no_background() -> None:
    (filter,) = build_filters(DisplayMode("16", theme="light"))
    name = Style(color=name_colour(SEAT_COLOURS["yellow"]).hex, bgcolor=palette.PANEL.hex)
    written = [Segment(" ◊ Dan  ", name), Segment(" ", name), Segment("  7", name)]
    shown = filter.apply(written, Color(0, 0, 0))
    grounds = {
        text: style.bgcolor.number
        for text, style, _ in shown
        if style is not None and style.bgcolor
    }
    white, yellow = 15, 11
    assert grounds == {" ": white, "◊ Dan": yellow, "  ": white, "7": yellow}
    assert "".join(text for text, *_ in shown) == " ◊ Dan     7"


@pytest.mark.parametrize("theme", THEMES)
def test_lanes_and_routes_differ_from_land_in_16_colours(theme: str) -> None:
    lands = [key(terminal_colour(each, "16", theme)) for each in SEAT_COLOURS.values()]
    for role in (palette.LANE, palette.ROUTE, palette.CURSOR):
        assert key(terminal_colour(role, "16", theme)) not in lands


@in_modes("256", "16")
def test_labels_are_readable_on_all_land_in_few_colours(colours: str, theme: str) -> None:
    for land in (*SEATS, palette.FREE, palette.GREY):
        for shade in SHADES:
            ground = terminal_colour(label_background(tint(land, shade)), colours, theme)
            inks = (palette.LABEL, palette.LABEL_QUIET)
            loud, quiet = (key(terminal_colour(ink, colours, theme)) for ink in inks)
            assert len({key(ground), loud, quiet}) == 3


DANGERS = (palette.SAFE, palette.MEDIUM_RISK, palette.HIGH_RISK, palette.NO_RISK, palette.UNKNOWN)
SHADED = {owner: [tint(owner, shade) for shade in SHADES] for owner in (*SEATS, palette.FREE)}


@in_modes("full", "256", "16")
def test_shades_of_different_owners_can_be_told_apart(colours: str, theme: str) -> None:
    dangers = {danger: [tint(danger, "plain")] for danger in DANGERS}
    for lands in (SHADED, dangers):
        for (one, ones), (other, others) in combinations(lands.items(), 2):
            if colours == "16" and {one, other} == {palette.GREY, palette.FREE}:
                continue  # Free land and neutral armies are told apart by signs.
            for this, that in product(ones, others):
                apart = distance(shown(this, colours, theme), shown(that, colours, theme))
                assert apart >= 8, (one, other, this, that)


@in_modes("full", "256")
def test_shades_of_one_owner_differ_in_lightness_alone(colours: str, theme: str) -> None:
    for owner, shades in SHADED.items():
        plain, quiet, choice, glow = (shown(shade, colours, theme) for shade in shades)
        assert glow != quiet
        assert seen_distance(quiet, choice) >= 6.5
        assert seen_distance(quiet, plain) >= 6.5
        if owner in SEAT_COLOURS.values():
            turn = abs(hue(quiet) - hue(choice))
            assert min(turn, 360 - turn) <= 20, owner


@in_modes("full", "256")
def test_land_without_threats_is_less_visible_than_endangered_land(
    colours: str, theme: str
) -> None:
    def from_sea(land: RGB) -> float:
        shades = (tint(land, "plain"), palette.SEA)
        return contrast(*(shown(shade, colours, theme) for shade in shades))

    others = from_sea(palette.NO_RISK)
    assert all(others < from_sea(danger) for danger in (palette.MEDIUM_RISK, palette.HIGH_RISK))


@in_modes("full", "256", "16")
def test_coasts_and_continent_borders_are_visible(colours: str, theme: str) -> None:
    dangers = [tint(danger, "plain") for danger in DANGERS]
    for land in {*chain.from_iterable(SHADED.values()), *dangers}:
        for beside in (palette.SHELF, palette.CONTINENT_BORDER):
            ends = (shown(each, colours, theme) for each in (land, beside))
            assert contrast(*ends) >= 1.8, (land, beside)
        line = (shown(each, colours, theme) for each in (land, palette.darken(land)))
        assert contrast(*line) >= 1.5, land


@pytest.mark.parametrize("colours", COLOURS)
@pytest.mark.parametrize("theme", few([*THEMES], 1))
def test_filtering_a_line_twice_changes_nothing(colours: str, theme: str) -> None:
    """Lines behind a dialog have been through the filters before."""
    filters = build_filters(DisplayMode(colours, "ascii", theme))
    roles = [each for each in vars(palette).values() if isinstance(each, RGB)]
    line = [
        Segment("● x", Style(color=ink.hex, bgcolor=ground.hex, bold=True))
        for ink in roles
        for ground in roles
    ]

    def through(segments: list[Segment]) -> list[Segment]:
        for each in filters:
            segments = each.apply(segments, Color(0, 0, 0))
        return segments

    once = through(line)
    assert through(once) == once


def test_highlights_are_reversed_without_colours() -> None:
    (without_colours,) = build_filters(DisplayMode("none"))
    lit = Segment("a", Style(color="#ffffff", bgcolor=palette.PICKED.hex))
    calm = Segment("b", Style(color="#ffffff", bgcolor=palette.PANEL.hex, bold=True))
    first, second = without_colours.apply([lit, calm], Color(0, 0, 0))
    assert first.style is not None
    assert second.style is not None
    assert (first.style.reverse, second.style.reverse, second.style.bold) == (True, False, True)
    assert {each.style.color for each in (first, second)} == {None}


# The whole screen


def styles_on(app: App[None]) -> list[Style]:
    """Every style of what the screen shows."""
    segments = chain.from_iterable(strips_of(app))
    return [segment.style for segment in segments if segment.style is not None]


@pytest.mark.parametrize(
    ("colours", "theme"),
    usual_or_full([*product(COLOURS, THEMES[:1]), ("16", "light")], [*product(COLOURS, THEMES)]),
)
async def test_screen_uses_only_the_colours_of_the_mode(
    colours: str, theme: str, tmp_path: Path
) -> None:
    app = play(attacking(tmp_path / "a.risk"), mode=DisplayMode(colours, "blocks", theme))
    allowed = {
        "full": {ColorType.TRUECOLOR},
        "256": {ColorType.EIGHT_BIT, ColorType.STANDARD},
        "16": {ColorType.STANDARD, ColorType.DEFAULT},
        "none": set[ColorType](),
    }[colours]
    async with app.run_test(size=SMALL) as pilot:
        await at_table(pilot)
        if colours == "16":
            # Terminals show bold text in colours 0 to 7 in the bright colours 8 to 15, so black
            # becomes grey.
            bold = {style.color.number for style in styles_on(app) if style.bold and style.color}
            assert bold.isdisjoint(range(8) if theme == "light" else {0})
        for keys in ([], ["question_mark"], ["escape", "colon"]):
            await press(pilot, *keys)
            inks = [ink for style in styles_on(app) for ink in (style.color, style.bgcolor) if ink]
            assert {ink.type for ink in inks} <= allowed


async def test_names_stay_different_in_ascii(tmp_path: Path) -> None:
    table = new_table(tmp_path / "a.risk", "Жанна,Zoe,Zoë")
    app = play(table, mode=DisplayMode("16", "ascii"))
    async with app.run_test(size=MIDDLE) as pilot:
        await at_table(pilot)
        assert all(name in on_screen(app) for name in ("Zhanna", "Zoe", "Zoe 2"))
        app.settings.signs = "blocks"
        app.apply_setting("signs")
        await pilot.pause()
        assert [seat.name for seat in table.seats] == ["Жанна", "Zoe", "Zoë"]


async def test_names_are_the_same_in_all_screens() -> None:
    new_table(saves_folder() / "names.risk", "Жанна,☺☺,♥♥").close()
    names = ("Zhanna", "relaxed rela", "hearts heart")
    async with play(None, mode=DisplayMode("16", "ascii")).run_test(size=MIDDLE) as pilot:
        assert any(f"{name} to move" in on_screen(pilot.app) for name in names)
        await press(pilot, "r", "enter")
        assert ", ".join(names) in on_screen(pilot.app)
        await press(pilot, "escape", "p")
        await until(pilot, lambda: all(name in on_screen(pilot.app) for name in names))
