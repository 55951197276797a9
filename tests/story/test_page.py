"""Pages, pictures and recordings of a story: complete, and safe with any names."""

from __future__ import annotations

import json
import math
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from risk_tui.boards.picture import SEA
from risk_tui.cli.story import story_theme
from risk_tui.engine.actions import Begin
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.game import Game, GameSetup
from risk_tui.engine.records import Record
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.story.board_svg import ACROSS, DOWN, label_places, moment_svg, outlines, view_box
from risk_tui.story.page import page_data, story_html
from risk_tui.story.story import Story, build_story
from risk_tui.table.seats import Seat
from risk_tui.tui.story.cast import HEIGHT, WIDTH, cast_frames, cast_lines
from risk_tui.tui.theme.display_mode import DisplayMode
from tests.story.conftest import COLOURS, SEATS, SETUP
from tests.waiting import PATIENCE

HOSTILE = ["</script><script>alert(1)</script>", "\x1b]0;x\x07A", "a\u2028\u202eb", "\"&<i>'"]
THEME = story_theme()


@pytest.fixture(scope="module")
def hostile(records: list[Record]) -> Story:
    """A story with names that no table would accept."""
    seats = [Seat(name, colour) for name, colour in zip(HOSTILE, COLOURS, strict=True)]
    return build_story(
        SETUP, seats, records, name="<img src=x onerror=alert(1)>", missing="<b>\x00gone"
    )


class Elements(HTMLParser):
    """The elements of a page, with their attributes, and the texts of scripts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self._in_script = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self._in_script = tag == "script"

    def handle_endtag(self, tag: str) -> None:
        self._in_script = False

    def handle_data(self, data: str) -> None:
        if self._in_script:
            self.scripts.append(data)


def data_of(page: str) -> dict[str, object]:
    """Return the data for the script of a page."""
    found = json.loads(Elements(page).scripts[0])
    assert isinstance(found, dict)
    return found


def test_page_needs_no_other_file(story: Story) -> None:
    page = story_html(story, THEME)
    addresses = set(re.findall(r"https?://[^\s\"'<]*", page))
    assert addresses == {"http://www.w3.org/2000/svg"}  # The name of a format, not an address.
    parsed = Elements(page)
    for tag, attributes in parsed.elements:
        assert "src" not in attributes
        assert attributes.get("href", "data:,") == "data:,"
        assert not any(name.startswith("on") for name in attributes)
        assert tag not in ("iframe", "img", "object", "form")
    assert "default-src 'none'" in page
    assert len(page.encode()) < 1_500_000


def test_names_on_a_page_are_escaped(hostile: Story) -> None:
    page = story_html(hostile, THEME)
    assert len(Elements(page).scripts) == 2
    assert "alert(1)</script>" not in page
    assert "<img" not in page
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f\u2028\u2029\u202e]", page)
    names = [seat["name"] for seat in data_of(page)["seats"]]  # type: ignore[union-attr,index]
    assert names[0] == HOSTILE[0]


def test_data_of_a_page_contains_every_moment(story: Story) -> None:
    data = page_data(story, THEME)
    lands: dict[int, tuple[int, int]] = {}
    for number, (changes, _, _) in enumerate(data["steps"]):
        for territory, look, armies in zip(*[iter(changes)] * 3, strict=True):
            lands[territory] = look, armies
        if number % 40 == 0:
            view = story.moment(number).view
            assert [lands[t][1] for t in range(len(view.armies))] == list(view.armies)
            colours = [data["looks"][lands[t][0]][0] for t in range(len(view.armies))]
            assert colours == [THEME.land(view, story.seats, t)[0] for t in range(len(colours))]
    assert len(data["steps"]) == story.end + 1


def test_board_of_a_story_has_the_signs_of_the_map(capital_story: Story) -> None:
    moment = capital_story.moment(capital_story.end)
    board = capital_story.board
    signs = {
        territory: next(mark.sign for mark in moment.view.marks(territory))
        for territory in range(board.size)
        if moment.view.marks(territory)
    }
    assert len(signs) == len(SEATS)
    picture, data = moment_svg(capital_story, moment, THEME), page_data(capital_story, THEME)
    for territory, sign in signs.items():
        assert f"{sign}{board.territories[territory].code}</text>" in picture
    assert any("★" in shown for _, shown in data["looks"])


def test_page_has_hands_only_after_the_game(story: Story, records: list[Record]) -> None:
    over = story_html(story, THEME)
    assert data_of(over)["hands"]
    assert "Missions" in over
    going_on = story_html(build_story(SETUP, SEATS, records[:250]), THEME)
    data = data_of(going_on)
    assert (data["hands"], data["cards"]) == ({}, [])
    assert "(infantry)" not in going_on.replace("trades", "")
    assert "'s mission" not in going_on


def test_picture_is_well_formed_and_shows_the_moment(hostile: Story) -> None:
    for moment in (0, hostile.end // 2, hostile.end):
        at = hostile.moment(moment)
        tree = ElementTree.fromstring(moment_svg(hostile, at, THEME))
        texts = {each.get("id"): each.text for each in tree.iter() if each.get("id")}
        assert [texts[f"a{t}"] for t in range(42)] == [str(n) for n in at.view.armies]
        assert not [each for each in tree.iter() if each.tag.endswith("script")]


def test_captions_of_a_picture_are_not_covered(story: Story) -> None:
    """They are drawn last, and no wider than the free sea that the board reserves for them."""
    picture = moment_svg(story, story.moment(0), THEME)
    covering = max(picture.rindex(f"<{tag} ") for tag in ("path", "circle"))
    for caption in list(story.board.pictures)[-1].continent_labels:
        width = f'textLength="{4 * len(caption.text)}"'
        found = re.search(rf"<text [^>]*{width}[^>]*>{re.escape(caption.text)}<", picture)
        assert found and found.start() > covering


def test_captions_touch_no_disc(story: Story) -> None:
    picture = moment_svg(story, story.moment(0), THEME)
    captions = re.findall(r'<text x="(\S+)" y="(\S+)" textLength="(\S+)"', picture)
    assert len(captions) == len(story.board.continents)
    for left, base, length in (map(float, caption) for caption in captions):
        for x, y in label_places(story):
            across = max(left - x, 0.0, x - left - length)
            down = max(base - 6 - y, 0.0, y - base)
            assert math.hypot(across, down) > 8.75, "the disc's radius and half of its line"


@pytest.mark.parametrize("number", range(7))
def test_outline_encloses_the_land_of_its_territory(number: int) -> None:
    picture = list(load_board("classic").pictures)[number]
    pixels = picture.pixels
    areas = dict.fromkeys(range(42), 0.0)
    for territory, path in outlines(picture).items():
        for loop in re.findall(r"M(\S+) (\S+)l([^z]*)z", path):
            x, y, steps = int(loop[0]), int(loop[1]), list(map(int, loop[2].split()))
            points = [(x, y)]
            for across, down in zip(steps[::2], steps[1::2], strict=True):
                x, y = x + across, y + down
                points.append((x, y))
            for (x1, y1), (x2, y2) in zip(points, [*points[1:], points[0]], strict=True):
                areas[territory] += (x1 * y2 - x2 * y1) / 2
    for territory, area in areas.items():
        land = sum(line.count(territory) for line in pixels) * ACROSS * DOWN
        assert land and abs(area - land) < 0.35 * land
    assert SEA not in areas


def test_recording_ends_as_the_last_moment(story: Story) -> None:
    turn = story.turns[3]
    moments = range(turn.start, turn.end + 1)
    head, *lines = (
        json.loads(line)
        for line in cast_lines(cast_frames(story, moments, DisplayMode()), WIDTH, HEIGHT, "x")
    )
    assert (head["version"], head["width"], head["height"]) == (2, WIDTH, HEIGHT)
    times = [time for time, _, _ in lines]
    assert times == sorted(times)
    assert {kind for _, kind, _ in lines} == {"o"}
    pyte = pytest.importorskip("pyte")
    screens = []
    for frames in (moments, [moments[-1]]):
        screen = pyte.Screen(WIDTH, HEIGHT)
        stream = pyte.Stream(screen)
        frame_lines = cast_lines(cast_frames(story, frames, DisplayMode()), WIDTH, HEIGHT, "x")
        for line in list(frame_lines)[1:]:
            stream.feed(json.loads(line)[2])
        screens.append(screen.display)
    assert screens[0] == screens[1]


CHROMIUM = shutil.which("chromium")


@pytest.mark.skipif(CHROMIUM is None, reason="there is no browser")
def test_browser_opens_the_page_without_an_error(tmp_path: Path, hostile: Story) -> None:
    page = story_html(hostile, THEME)
    path = tmp_path / "page.html"
    path.write_text(page, encoding="utf-8")
    command = [
        str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr",
        "--dump-dom", f"--user-data-dir={tmp_path}/profile", path.as_uri(),
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert "CONSOLE" not in done.stderr
    shown = Elements(done.stdout)
    assert [tag for tag, _ in shown.elements].count("polyline") == 4
    assert f"step {hostile.end} of {hostile.end}" in done.stdout
    assert "Shift ↑ ↓ round" in done.stdout and "o hands" in done.stdout


def test_picture_shows_all_earths() -> None:
    setup = GameSetup(load_board("classic"), load_ruleset("n-ple-earth"), 3)
    game = Game(setup, seeded_chance(1))
    seats = [Seat(name, colour) for name, colour in zip("ABC", COLOURS, strict=False)]
    story = build_story(setup, seats, [game.apply(Begin())])
    tree = ElementTree.fromstring(moment_svg(story, story.moment(1), THEME))
    ids = {element.get("id") for element in tree.iter()}
    count = len(setup.board.territories)
    assert setup.board.earths > 1
    assert {f"{kind}{number}" for kind in "pdac" for number in range(count)} <= ids
    width, height = view_box(story)
    places = label_places(story)
    assert len(set(places)) == len(places) == count
    assert all(0 < x < width and 0 < y < height for x, y in places)
