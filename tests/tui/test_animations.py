"""Animations show great events, delay nothing, and end at any key."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from textual.app import App
from textual.pilot import Pilot

from risk_tui.boards.board import Continent
from risk_tui.commands.front_end import Page
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.events import (
    BattleResolved,
    CardsTaken,
    Conquered,
    MissionsShown,
    SeatEliminated,
)
from risk_tui.engine.goals import HoldContinents
from risk_tui.engine.records import Outcome
from risk_tui.engine.state import Phase
from risk_tui.rules.library import load_ruleset
from risk_tui.table.situation import ScreenPrivacy, Situation
from risk_tui.table.table import Table
from risk_tui.tui.dialogs.text_dialogs import VictoryDialog
from risk_tui.tui.game import animations
from risk_tui.tui.game.game_screen import GameScreen
from tests.engine.positions import ANN, BEN, BOARD, CID, at, position
from tests.extent import few
from tests.inside import roll_with
from tests.new_games import SEATS
from tests.tui import editions
from tests.tui.tables import (
    MIDDLE,
    SMALL,
    WINS,
    armies,
    at_table,
    attacking,
    code,
    due,
    game_screen,
    last_stand,
    on_screen,
    owner,
    play,
    press,
    said,
    seated,
    set_out,
    settle,
    side,
    siege,
    type_line,
    until,
)

FRAMES = ("ROLL_SECONDS", "TUMBLE_SECONDS", "FLASH_SECONDS", "BANNER_SECONDS", "SWEEP_SECONDS")


BLOW: tuple[Outcome, ...] = ((6, 6, 6), (1, 1))
"""Three dice that beat two."""


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every still stands until a key ends it."""
    for name in FRAMES:
        monkeypatch.setattr(animations, name, 600.0)
    monkeypatch.setattr(animations, "MAX_SECONDS", 3600.0)
    monkeypatch.setattr(animations, "MAX_ROLLS_SECONDS", 3600.0)


@pytest.fixture
def held_banners(held: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Banners stand until a key ends them; dice and flashes are over at once."""
    monkeypatch.setattr(animations, "TUMBLE_SECONDS", 0.001)
    monkeypatch.setattr(animations, "FLASH_SECONDS", 0.001)


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Frames follow each other at once."""
    for name in FRAMES:
        monkeypatch.setattr(animations, name, 0.001)


def label(app: App[None], letters: str) -> str:
    """The label of a territory as the map shows it."""
    shown = on_screen(app)
    start = shown.index(letters)
    return shown[start : start + 4].strip()


def moving(app: App[None]) -> bool:
    """Return True during an animation."""
    return game_screen(app).animator.frame is not animations.STILL


def beside_bots(path: Path, *luck: Outcome, ukraine: int = 8) -> Table:
    """Ann attacks the six armies of a bot in Ural."""
    return attacking(path, *luck, players=("Ann", "bot", "bot"), ukraine=ukraine, ural=6)


def last_of_ben(path: Path) -> Table:
    """Ural is Ben's last territory, and Ann attacks it with luck; Cid plays on."""
    game = position(
        {"Ann": {"Ukraine": 9}, "Ben": {"Ural": 1}},
        rest="Cid",
        luck=WINS,
        hands={"Ben": "Ontario, Congo"},
    )
    return set_out(path, game)


@pytest.mark.usefixtures("held")
async def test_result_is_hidden_while_dice_fall(tmp_path: Path) -> None:
    table = siege(*BLOW, ural=3)(tmp_path / "a.risk")
    async with seated(table, motion="on", size=MIDDLE) as pilot:
        await press(pilot, *"UK", "enter", *"UR")
        chance = "UK (8) takes it 91%"
        assert chance in side(pilot.app)
        await press(pilot, "enter")
        # It has happened, and is safe; it only has not been shown yet.
        assert armies(table, "UK", "UR") == (8, 1)
        assert game_screen(pilot.app).animator.frame.dice is not None
        assert "■3" in label(pilot.app, "UR")
        assert "UK→UR" not in side(pilot.app)
        assert chance in side(pilot.app)
        await press(pilot, "left")
        assert not moving(pilot.app)
        assert "■1" in label(pilot.app, "UR")
        assert "UK→UR 666 v 11" in side(pilot.app)
        # The key that ended it did what it means, too.
        assert game_screen(pilot.app).selection.cursor != code("UR")


@pytest.mark.usefixtures("held")
async def test_enter_attacks_again_while_dice_fall(tmp_path: Path) -> None:
    table = siege(*BLOW * 2, ural=5)(tmp_path / "a.risk")
    async with seated(table, motion="on") as pilot:
        await press(pilot, *"UK", "enter", *"UR", "enter")
        await press(pilot, "enter")
        assert armies(table, "UR") == (1,)


@pytest.mark.usefixtures("held")
async def test_conquered_territory_flashes_while_armies_move_in(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(animations, "TUMBLE_SECONDS", 0.001)
    table = attacking(tmp_path / "a.risk", *WINS)
    async with seated(table, motion="on", size=MIDDLE) as pilot:
        await press(pilot, *"UK", "enter", *"UR", "enter")
        screen = game_screen(pilot.app)
        await until(pilot, lambda: moving(pilot.app) and screen.animator.frame.dice is None)
        assert owner(table, "UR") == "Ann"
        assert "■" in label(pilot.app, "UR")
        # The question for the number waits for nothing.
        assert due(table) == ("occupy", "Ann")
        await press(pilot, "4", "enter")
        assert armies(table, "UR") == (4,)
        await press(pilot, "left")
        assert "●4" in label(pilot.app, "UR")


@pytest.mark.usefixtures("held_banners")
async def test_elimination_is_announced_in_the_top_line(tmp_path: Path) -> None:
    async with seated(last_of_ben(tmp_path / "a.risk"), motion="on") as pilot:
        await press(pilot, *"UK", "enter", *"UR", "enter")
        await until(pilot, lambda: "is out" in on_screen(pilot.app))
        top = " ".join(on_screen(pilot.app).splitlines()[0].split())
        assert top == "■ BEN is out · ● Ann takes 2 cards"
        game_screen(pilot.app).animator.skip()
        await settle(pilot)
        assert "ATTACK" in on_screen(pilot.app).splitlines()[0]


@pytest.mark.usefixtures("held_banners")
async def test_key_ends_the_victory_sweep_and_opens_the_dialog(tmp_path: Path) -> None:
    async with play(last_stand(tmp_path / "a.risk"), motion="on").run_test(size=SMALL) as pilot:
        screen = await at_table(pilot)
        await type_line(pilot, "a kamchatka japan")
        await until(pilot, lambda: bool(screen.animator._on_end) and moving(pilot.app))
        assert isinstance(pilot.app.screen, GameScreen)
        await press(pilot, "q")  # means the moment, not the table
        assert isinstance(pilot.app.screen, VictoryDialog)
        await press(pilot, "enter")
        assert said(pilot.app).startswith("The game is over")


@pytest.mark.usefixtures("brief")
async def test_animations_end_by_themselves(tmp_path: Path) -> None:
    async with seated(last_stand(tmp_path / "a.risk"), motion="on") as pilot:
        await type_line(pilot, "a kamchatka japan")
        await until(pilot, lambda: isinstance(pilot.app.screen, VictoryDialog))
        assert not moving(pilot.app)


@pytest.mark.usefixtures("held")
async def test_opening_a_dialog_ends_an_animation(tmp_path: Path) -> None:
    table = siege(*BLOW, ural=3)(tmp_path / "a.risk")
    async with play(table, motion="on").run_test(size=SMALL) as pilot:
        screen = await at_table(pilot)
        await press(pilot, *"UK", "enter", *"UR", "enter")
        assert moving(pilot.app)
        screen.front_end.show(Page.LOG)
        await settle(pilot)
        assert not moving(pilot.app)


@pytest.mark.usefixtures("held")
async def test_blitz_shows_no_tumbling_dice(tmp_path: Path) -> None:
    table = siege(*BLOW, *WINS, ural=3)(tmp_path / "a.risk")
    async with play(table, motion="on").run_test(size=SMALL) as pilot:
        screen = await at_table(pilot)
        fallen = []
        table.ledger.subscribe(lambda: fallen.append(screen.animator.frame.dice is not None))
        await press(pilot, *"UK", "enter", *"UR", "b")
        await pilot.app.workers.wait_for_complete()
        assert due(table)[0] == "occupy"
        assert not any(fallen[:2])  # the order, and the first battle


@pytest.mark.usefixtures("held")
async def test_each_roll_of_a_blitz_shows_the_armies_left(tmp_path: Path) -> None:
    table = beside_bots(tmp_path / "a.risk", *BLOW * 3)
    async with play(table, motion="on", pace="fast").run_test(size=SMALL) as pilot:
        screen = await at_table(pilot)
        await press(pilot, *"UK", "enter", *"UR", "b")
        await pilot.app.workers.wait_for_complete()
        await until(pilot, lambda: due(table) == ("occupy", "Ann"))
        # The first roll was a step of its own, as the dice in defence were asked for.
        assert armies(table, "UR") == (0,)
        dice = screen.animator.frame.dice
        assert dice is not None
        assert (dice.tumbling, dice.losses) == (False, (0, 2))
        assert label(pilot.app, "UR").endswith("2")
        # The panel does not give away how it ends.
        assert "Ada 4" in side(pilot.app)
        screen.animator.skip()
        await settle(pilot)
        assert "Ada 4" not in side(pilot.app)


@pytest.mark.usefixtures("held")
async def test_outcome_of_a_blitz_follows_its_rolls(tmp_path: Path) -> None:
    table = beside_bots(tmp_path / "a.risk", *((1, 1, 1), (6, 6)) * 3, ukraine=9)
    async with play(table, motion="on", pace="fast").run_test(size=SMALL) as pilot:
        screen = await at_table(pilot)
        await type_line(pilot, "blitz ukraine ural stop-at 3")
        await pilot.app.workers.wait_for_complete()
        await until(pilot, lambda: armies(table, "UK") == (3,))
        await until(pilot, lambda: screen.animator.frame.fights_on)
        assert "The blitz stops" not in said(pilot.app)
        assert "in progress" not in said(pilot.app), "there is nothing left to stop"
        # A key ends the rolls, and does not take the news with it.
        await press(pilot, "right")
        assert not screen.animator.frame.fights_on
        assert "Blitz stopped: Ukraine has 3 left, Ural 6" in said(pilot.app)


async def until_rolls_are_shown(pilot: Pilot[None]) -> GameScreen:
    """Blitz Ural; the screen, once it shows the rolls."""
    screen = await at_table(pilot)
    await press(pilot, *"UK", "enter", *"UR", "b")
    await pilot.app.workers.wait_for_complete()
    await until(pilot, lambda: screen.animator.frame.fights_on)
    return screen


@pytest.mark.usefixtures("held")
@pytest.mark.parametrize(
    ("key", "then"),
    few(
        [
            ("enter", "occupy"),
            ("4", "occupy"),
            ("right", "occupy"),
            ("N", "attack"),
            ("e", "fortify"),
        ],
        2,
    ),
)
async def test_question_for_armies_follows_the_rolls(key: str, then: str, tmp_path: Path) -> None:
    """No number is given unseen, but who has gone on takes what is proposed."""
    table = beside_bots(tmp_path / "a.risk", *BLOW * 3, 5)
    async with play(table, motion="on", pace="fast").run_test(size=SMALL) as pilot:
        screen = await until_rolls_are_shown(pilot)
        assert not screen.prompt.asking
        await press(pilot, key)
        assert not screen.animator.frame.fights_on
        assert (due(table)[0], screen.prompt.asks_number) == (then, then == "occupy")


@pytest.mark.usefixtures("held")
async def test_command_typed_during_rolls_is_complete(tmp_path: Path) -> None:
    table = beside_bots(tmp_path / "a.risk", *BLOW * 3, 5)
    async with play(table, motion="on", pace="fast").run_test(size=SMALL) as pilot:
        await until_rolls_are_shown(pilot)
        await press(pilot, *":blitz")
        assert said(pilot.app).startswith(" :blitz")
        assert due(table)[0] == "occupy"


@pytest.mark.usefixtures("held")
async def test_bots_without_pause_are_not_animated(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk", players=("bot", "Ben", "bot"))
    roll_with(table, seeded_chance(1))
    table.seating.set_defence(BEN, "most")
    async with play(table, motion="on").run_test(size=SMALL) as pilot:
        seen = []
        table.ledger.subscribe(lambda: seen.append(moving(pilot.app)))
        await until(pilot, lambda: due(table)[1] == "Ben")
        battles = [
            f for r in table.history(None) for f in r.events if isinstance(f, BattleResolved)
        ]
        assert battles
        assert not any(seen)


async def test_motion_off_disables_animations(tmp_path: Path) -> None:
    async with seated(last_stand(tmp_path / "a.risk"), motion="off") as pilot:
        await type_line(pilot, "a kamchatka japan")
        assert isinstance(pilot.app.screen, VictoryDialog)


def test_animations_are_short() -> None:
    game = position({"Ann": {"Ukraine": 3, "Ural": 1}}, phase=Phase.ATTACK, winners=(ANN,))
    view, seats = game.view(None), SEATS
    battle = BattleResolved(ANN, BEN, at("Ukraine"), at("Ural"), (6, 6, 6), (1,), 0, 1)
    for stills in (
        animations.dice_tumble(battle, view, seats, Random(1)),
        animations.conquest_flash(Conquered(ANN, at("Ural"), BEN), view, seats),
        animations.victory_sweep(view, seats),
        animations.limit_duration(
            [
                *animations.dice_tumble(battle, view, seats, Random(1)),
                *animations.conquest_flash(Conquered(ANN, at("Ural"), BEN), view, seats),
                *animations.elimination_banner(SeatEliminated(BEN, ANN), 3, seats),
            ],
            animations.MAX_SECONDS,
        ),
    ):
        assert 0 < sum(still.seconds for still in stills) <= animations.MAX_SECONDS + 1e-9


def test_banners_last_one_to_two_seconds() -> None:
    banner = animations.elimination_banner(SeatEliminated(BEN, ANN), 3, SEATS)
    assert 1 <= sum(still.seconds for still in banner) <= animations.MAX_BANNER_SECONDS


def test_banner_of_an_elimination_without_a_winner_names_none() -> None:
    still, _struck = animations.elimination_banner(SeatEliminated(BEN, BEN), 0, SEATS)
    assert still.headline is not None
    assert still.headline.plain.endswith("BEN  is out of the game")


def test_banner_counts_only_the_cards_of_the_player_who_is_out(tmp_path: Path) -> None:
    table = set_out(tmp_path / "a.risk", position({}))
    animator = animations.Animator(table, *[lambda *_: True] * 4)  # type: ignore[arg-type]
    events = [SeatEliminated(BEN, ANN), CardsTaken(ANN, BEN, 3, ()), SeatEliminated(CID, ANN)]
    situation = Situation.of(table, ScreenPrivacy(table))
    frames = animator._frames_of(events, situation, 1.0)
    told = [str(frame.headline) for frame in frames if frame.headline is not None]
    assert "Ann  takes 3 cards" in told[0]
    assert "defeated by" in told[2]


def test_banner_names_and_highlights_a_won_or_broken_continent() -> None:
    australia = {"Indonesia": 1, "New Guinea": 1, "Western Australia": 1, "Eastern Australia": 1}
    conquest, seats = Conquered(ANN, at("Indonesia"), BEN), SEATS

    def told(ann: dict[str, int], ben: dict[str, int]) -> list[tuple[str, set[int]]]:
        game = position({"Ann": {**ann, "Brazil": 1}, "Ben": {**ben, "Peru": 1}}, rest="Cid")
        view = game.view(None)
        frames = animations.continent_banner(conquest, view.owner, view, seats)
        return [(str(frame.headline).strip(), set(frame.label_colours)) for frame in frames[:1]]

    places = {at(name) for name in australia}
    assert told(australia, {}) == [("● Ann  holds all of Australia +2", places)]
    others = {name: 1 for name in australia if name != "Indonesia"}
    assert told({"Indonesia": 1}, others) == [("■ Ben  loses Australia +2", places)]
    assert told({"Indonesia": 1}, {}) == []


def test_banner_names_each_continent_of_a_conquered_territory() -> None:
    isles = Continent("Isles", 3, (at("Indonesia"), at("Japan")))
    board = replace(BOARD, continents=(*BOARD.continents, isles))
    view = position({"Ann": {"Indonesia": 1, "Japan": 1}}, rest="Cid").view(None)
    conquest, seen = Conquered(ANN, at("Indonesia"), BEN), replace(view, board=board)
    frames = animations.continent_banner(conquest, view.owner, seen, SEATS)
    assert str(frames[0].headline).strip() == "● Ann  holds all of Isles +3"


def test_conquests_that_arrive_together_have_one_banner_per_change() -> None:
    conquests = [Conquered(ANN, at("Indonesia"), BEN), Conquered(ANN, at("New Guinea"), BEN)]
    australia = ("Indonesia", "New Guinea", "Western Australia", "Eastern Australia")
    for held, told in (
        (australia, ["● Ann  holds all of Australia +2"]),
        (australia[:2], ["■ Ben  loses Australia +2"]),
    ):
        ben = {name: 1 for name in australia if name not in held}
        view = position({"Ann": dict.fromkeys(held, 1), "Ben": ben}, rest="Cid").view(None)
        owners = animations.owners_after(conquests, view.owner)
        frames = [
            animations.continent_banner(event, owner, view, SEATS)
            for event, owner in zip(conquests, owners, strict=True)
        ]
        assert [str(each[0].headline).strip() for each in frames if each] == told


async def test_banner_for_a_broken_continent_follows_a_plan(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(animations, "FLASH_SECONDS", 0.001)
    lands = {"Ann": {"Siam": 9, "Japan": 1}, "Cid": {"Brazil": 1}}
    game = position(lands, rest="Ben", luck=WINS * 2)
    async with seated(set_out(tmp_path / "a.risk", game), motion="on") as pilot:
        await type_line(pilot, "fight siam indonesia new guinea stop-below 1")
        await until(pilot, lambda: "Ben  loses Australia +2" in on_screen(pilot.app))


async def test_question_is_asked_when_the_rolls_end_and_a_banner_follows(
    held_banners: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(animations, "ROLL_SECONDS", 0.001)
    lands = {"Ann": {"Siam": 9, "Japan": 1}, "Cid": {"Brazil": 1}}
    game = position(lands, rest="Ben", luck=[(1, 1, 1), (6,), (6, 6, 6), (1,)])
    async with seated(set_out(tmp_path / "a.risk", game), motion="on") as pilot:
        await type_line(pilot, "blitz siam indonesia")
        await until(pilot, lambda: "Ben  loses Australia +2" in on_screen(pilot.app))
        assert "Armies from Siam into Indonesia" in on_screen(pilot.app)


def test_banner_names_a_mission_and_highlights_its_territories() -> None:
    continents = (BOARD.continents[0], BOARD.continents[5])
    places = [territory for each in continents for territory in each.territories]
    held = {BOARD.territories[place].name: 1 for place in [*places, at("Egypt")]}
    game = position({"Ann": held}, rules=load_ruleset("us-1993-mission"), winners=(ANN,))
    view, names = game.view(None), " and ".join(each.name for each in continents)
    mission = view.rules.missions.deck.index(HoldContinents((0, 5), 0))
    frames = animations.mission_banner(MissionsShown(ANN, (mission,)), view, SEATS)
    told = f"● Ann  has fulfilled a mission: hold {names}"
    assert {str(frame.headline).strip() for frame in frames} == {told}
    assert set(frames[0].label_colours) == set(places)
    assert 1 <= sum(frame.seconds for frame in frames) <= animations.MAX_BANNER_SECONDS


@pytest.mark.usefixtures("held_banners")
async def test_mission_banner_stays_until_a_key_ends_it(tmp_path: Path) -> None:
    async with seated(editions.destroying(tmp_path / "a.risk"), motion="on") as pilot:
        await press(pilot, *"UK", "enter", *"UR", "enter")
        await until(pilot, lambda: "has fulfilled a mission: destroy" in on_screen(pilot.app))
        await press(pilot, "x")
        assert isinstance(pilot.app.screen, VictoryDialog)
