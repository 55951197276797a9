"""Players learn nothing of what fog hides: twins with other hidden parts look alike.

The levels are Warzone's (warzone.com/wiki/Fog).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import risk_tui.engine.game as game_module
import risk_tui.engine.records as records_module
from risk_tui.boards.board import NO_SEAT
from risk_tui.bots.reasons import WinsContinent
from risk_tui.commands.odds_report import describe_threats, territory_report
from risk_tui.commands.reports import board_page
from risk_tui.engine import actions as do
from risk_tui.engine import view as view_module
from risk_tui.engine.actions import Action
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.decisions import ToDefend
from risk_tui.engine.events import BattleResolved, Conquered, Event, TurnBegan
from risk_tui.engine.game import Game, GameSetup
from risk_tui.engine.imagination import with_hidden_estimated
from risk_tui.engine.records import Record, SeatVisibility, sight_of
from risk_tui.engine.state import Phase
from risk_tui.errors import RiskError
from risk_tui.rules.house_rules import values_of_variants, with_house_rules
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.rules.variant_options import VariantOptions
from risk_tui.saves.header import read_header
from risk_tui.saves.save_file import SaveFile
from risk_tui.story.record_writer import write_transcript
from risk_tui.story.statistics import read_result
from risk_tui.story.story import story_at_table
from risk_tui.table.dice_archive import dice_in_file
from risk_tui.table.seats import COLOURS, PERSON, Seat
from risk_tui.table.situation import ScreenPrivacy
from risk_tui.table.table import Table
from risk_tui.text.recap import describe_recap, recap
from risk_tui.tui.map.highlights import highlights, territory_styles
from risk_tui.tui.panels.standings import players_lines
from risk_tui.variants.fog import Fog
from risk_tui.variants.trench import TrenchMemory
from tests.bots.matches import planners
from tests.engine.positions import ANN, BEN, CID, at, position
from tests.engine.twins import copy_of, learnt, play_at_random
from tests.extent import few

BOARD = load_board("classic")
LEVELS = ("light", "normal", "dense", "heavy", "complete")
US = load_ruleset("us-1993")
_ALONE = {"fog", "absent_colours", *Fog.excludes}
"""Variants that are not mixed with fog here: absent colours need missions."""


def foggy(level: str, *variants: str, seats: int = 3, **changes: object) -> GameSetup:
    values = {**values_of_variants(variants), "setup.allocation": "deal", **changes}
    values["variants.fog.level"] = level
    return GameSetup(BOARD, with_house_rules(US, values), seats)


def _in_fog(lands: dict[str, dict[str, int]], **more: Any) -> Game:
    return position(lands, rules=foggy("normal").ruleset, **more)


def sight(game: Game, seat: int | None) -> SeatVisibility:
    return sight_of(game._context.hooks.sight[0](game._context), seat)


def twin_in_fog(game: Game, seat: int | None, rng: random.Random) -> Game:
    """A twin with other armies and owners wherever the seat does not see these."""
    twin = copy_of(game)
    state, seen = twin.state(), sight(game, seat)
    fixed = set() if state.battle is None else {state.battle.source, state.battle.target}
    fixed |= set() if state.occupying is None else set(state.occupying[:2])
    free = [place for place in range(len(state.owner)) if place not in fixed]
    for place in free:
        if place not in seen.armies and state.armies[place]:
            state.armies[place] = rng.randint(1, 9)
    # An exchange removes no seat from the board, and brings none back.
    hidden = [place for place in free if place not in seen.owners and state.owner[place] != NO_SEAT]
    owners = [state.owner[place] for place in hidden]
    rng.shuffle(owners)
    for place, owner in zip(hidden, owners, strict=True):
        state.owner[place] = owner
    for place in hidden:
        taker = rng.choice(owners)
        if rng.random() < 0.3 and owners.count(state.owner[place]) > 1:
            owners.remove(state.owner[place])
            owners.append(taker)
            state.owner[place] = taker
    decision = game.decision
    if state.phase is Phase.REINFORCE and seat not in (state.turn, decision and decision.seat):
        state.armies_to_place = rng.randint(1, 9)
    twin.set_state(state)
    return twin


def anything(rng: random.Random) -> Action:
    """Return a random action, which may be illegal."""
    source, target = (rng.randrange(len(BOARD.territories)) for _ in range(2))
    if rng.random() < 0.5:
        target = rng.choice(sorted(BOARD.neighbours[source]))
    return rng.choice(
        (
            do.Attack(source, target, rng.randint(1, 3)),
            do.Fortify(source, target, rng.randint(1, 3)),
            do.Reinforce(target, 1),
            do.Place(target),
            do.Enter(source, target, 1),
        )
    )


class Watcher:
    """Compares a game with its twins while it is played."""

    def __init__(self, seed: object, every: int) -> None:
        self.rng = random.Random(str(seed))
        self.steps = count()
        self.every = every
        """The number of steps of which one is looked at."""
        self.counts: Counter[str] = Counter()

    def look(self, game: Game, action: Action) -> None:
        if next(self.steps) % self.every:
            return
        for seat in (None, *range(game.setup.seats)):
            twin = twin_in_fog(game, seat, self.rng)
            self.counts["differing"] += twin.state() != game.state()
            seen = learnt(game.view(seat), twin.view(seat))
            assert not seen, f"seat {seat} could tell by {seen} in {game.view(seat)}"
            decision = game.decision
            assert decision is not None
            if decision.seat == seat:
                self._refusals(game, twin)
            self._step(copy_of(game), twin, seat, action)

    def _refusals(self, game: Game, twin: Game) -> None:
        for _ in range(4):
            action = anything(self.rng)
            reasons = [each.why_not(action) for each in (game, twin)]
            assert reasons[0] == reasons[1], f"refusals tell of {action}: {reasons}"
            self.counts["refusals"] += reasons[0] is not None

    def _step(self, game: Game, twin: Game, seat: int | None, action: Action) -> None:
        seen = sight(game, seat)
        is_own = game.decision is not None and game.decision.seat == seat
        if is_own and isinstance(action, do.Attack) and action.target not in seen.armies:
            return  # An attack reveals the defender and their dice.
        memories = game.view(seat).memories
        try:
            record, other = game.apply(action), twin.apply(action)
        except RiskError:
            assert not is_own, f"a twin refuses {action}"
            return  # what another one does there cannot be done here
        if not record.redacted_for(seat).events:
            remembered = game.view(seat).memories
            assert remembered == memories, f"{memories} became {remembered} by a hidden {action}"
        is_seen = isinstance(action, do.Attack) and action.source in seen.armies
        if is_seen and record.events != other.events:
            return  # an army that is seen has fared otherwise
        if self._is_open(game, twin, record, other, seat):
            return
        same = record.redacted_for(seat) == other.redacted_for(seat)
        assert same, f"seat {seat} could tell by the record of {action}"
        told = learnt(game.view(seat), twin.view(seat))
        assert not told, f"seat {seat} could tell by {told} after {action}"
        self.counts["steps"] += 1

    def _is_open(
        self, game: Game, twin: Game, record: Record, other: Record, seat: int | None
    ) -> bool:
        """Return True if a step differs in public facts, such as the decision or an elimination."""
        views = [each.view(None) for each in (game, twin)]
        kinds = [[type(event) for event in each.events] for each in (record, other)]
        told = any(each.redacted_for(seat).events for each in (record, other))
        after = [sight(each, seat) for each in (game, twin)]
        gains = [sight_of(record.sights[0], seat).gains_from(each) for each in after]
        named = ("phase", "decision", "status", "card_counts", "turn", "deck_count", "discard")
        return (
            any(gains)
            or after[0] != after[1]
            or (told and kinds[0] != kinds[1])
            or any(getattr(views[0], name) != getattr(views[1], name) for name in named)
        )


@pytest.mark.parametrize("level", few([*LEVELS], 2))
def test_twins_in_fog_look_the_same(level: str) -> None:
    watcher = Watcher(level, 13)
    for seats in (2, 3, 4):
        play_at_random(foggy(level, seats=seats), watcher.rng, 250, watcher.look)
    assert watcher.counts["differing"] > 100
    assert watcher.counts["steps"] > 50
    assert watcher.counts["refusals"] > 50


@pytest.mark.parametrize(
    "key", few([key for key in VariantOptions().sections if key not in _ALONE], 6)
)
def test_twins_look_the_same_with_other_variants(key: str) -> None:
    watcher = Watcher(key, 9)
    play_at_random(foggy("heavy", key, seats=4), watcher.rng, 120, watcher.look)
    assert watcher.counts["differing"] > 20


@pytest.mark.parametrize(
    ("module", "name", "leak"),
    [
        (game_module, "seen_view", lambda view, sight, attacker: view),
        (records_module, "seen_event", lambda event, seat, sight: event),
        (view_module, "_visible_counts", lambda counts, sight: counts),
        (view_module, "_decision_of_another", lambda decision, view, sight, attacker: decision),
    ],
)
def test_a_leak_would_be_noticed(
    module: ModuleType, name: str, leak: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, leak)
    watcher = Watcher(name, 3)
    with pytest.raises(AssertionError, match="could tell"):
        play_at_random(foggy("normal", seats=4), watcher.rng, 400, watcher.look)


def test_a_leaking_memory_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TrenchMemory, "visible_part", lambda memory, seen: memory)
    watcher = Watcher("trench", 3)
    with pytest.raises(AssertionError, match="by a hidden"):
        play_at_random(foggy("heavy", "trench", seats=4), watcher.rng, 400, watcher.look)


def test_nothing_seen_earlier_is_remembered() -> None:
    """Nothing is remembered of what was seen (Warzone: no information by mere diligence)."""
    game = _in_fog({"Ann": {"Alaska": 3, "Peru": 2}, "Cid": {"Kamchatka": 9}})
    before = game.view(ANN)
    assert (before.owner[at("Kamchatka")], before.armies[at("Kamchatka")]) == (CID, 9)
    state = game.state()
    state.owner[at("Alaska")] = BEN
    game.set_state(state)
    after = game.view(ANN)
    assert (after.owner[at("Kamchatka")], after.armies[at("Kamchatka")]) == (NO_SEAT, 0)
    assert at("Kamchatka") in after.unseen


def test_portals_extend_sight() -> None:
    game = _in_fog({"Ann": {"Brazil": 5}})
    state = game.state()
    state.passages = ((at("Brazil"), at("Japan")),)
    game.set_state(state)
    assert {at("Japan"), at("Peru")}.isdisjoint(game.view(ANN).unseen)
    assert at("Mongolia") in game.view(ANN).unseen


def test_actions_that_reveal_territories_cannot_be_undone() -> None:
    game = _in_fog({"Ann": {"Brazil": 5}}, luck=[(6, 6, 6), (1,)])
    record = game.apply(do.Attack(at("Brazil"), at("North Africa"), 3))
    assert record.shows_territories
    record = replace(record, chance=(), events=())
    assert replace(record, sights=record.sights[:1] + record.sights[-1:]).is_irreversible
    assert not replace(record, sights=record.sights[:1] * 2).is_irreversible


def test_reasons_of_bots_stay_secret() -> None:
    """A computer player's reason names what it is after."""
    game = _in_fog({"Ann": {"Brazil": 5}}, luck=[(6, 6, 6), (1,)])
    record = game.apply(do.Attack(at("Brazil"), at("North Africa"), 3))
    told = replace(record, reason=WinsContinent(0))
    assert told.redacted_for(ANN).reason is not None
    assert [told.redacted_for(seat).reason for seat in (BEN, CID, None)] == [None] * 3


@pytest.mark.parametrize("level", LEVELS)
def test_estimates_keep_all_that_is_visible(level: str) -> None:
    def look(game: Game, action: Action) -> None:
        view = game.view(0)
        guess = with_hidden_estimated(view)
        assert not guess.unseen
        assert with_hidden_estimated(view) == guess
        for place, owner in enumerate(view.owner):
            assert owner in (NO_SEAT, guess.owner[place])
            assert place in view.unseen or view.armies[place] == guess.armies[place]
        if view.round:
            assert NO_SEAT not in guess.owner
            assert all(
                seat in guess.owner
                for seat, status in enumerate(view.status)
                if status == "playing"
            )

    play_at_random(foggy(level, seats=5), random.Random(level), 150, look)


def test_bots_finish_a_game_in_complete_fog() -> None:
    game, bots = Game(foggy("complete"), seeded_chance(1)), planners(3)
    for _ in range(6000):
        decision = game.decision
        if decision is None:
            break
        game.apply(bots[decision.seat].choose(game.view(decision.seat), decision))
    assert game.winners
    assert not game.view(None).unseen, "after the game all is open"


def test_bots_ignore_what_fog_hides() -> None:
    bot, compared = planners(1, "twins")[0], 0
    rng = random.Random("twins")

    def look(game: Game, action: Action) -> None:
        nonlocal compared
        decision = game.decision
        if decision is None or rng.random() > 0.2:
            return
        twin = twin_in_fog(game, decision.seat, rng)
        assert twin.decision is not None
        choices = [bot.choose(it.view(decision.seat), decision) for it in (game, twin)]
        assert choices[0] == choices[1]
        compared += 1

    play_at_random(foggy("normal", seats=4), rng, 200, look)
    assert compared > 20


def test_a_running_game_in_fog_has_no_story(tmp_path: Path) -> None:
    """Its story, its text and its statistics wait for the end; the log tells what was seen."""
    path = tmp_path / "fog.risk"
    seats = [Seat(name, colour, "toni") for name, colour in zip("ABC", COLOURS, strict=False)]
    seats[ANN].player = PERSON
    table = Table.create(foggy("normal", **{"victory.turn_limit": 3}), seats, seed="1", path=path)
    table.set_player(ANN, "toni")
    while table.decision is not None and len(table.history(None)) < 120:
        table.automation.step()
    assert table.decision is not None
    fought = [each for record in table.all_records() for each in record.events]
    assert any(isinstance(each, BattleResolved) for each in fought)
    with pytest.raises(RiskError, match="once the game is over"):
        story_at_table(table, None)
    with closing(SaveFile.open(path, mode="ro")) as save, pytest.raises(RiskError, match="is over"):
        write_transcript("fog", read_header(save.header_text(), "fog"), save.entries())
    assert not any(player.luck.battles for player in dice_in_file(path))
    public = [each for record in table.history(None) for each in record.events]
    assert not any(isinstance(each, BattleResolved | Conquered) for each in public)
    assert not any(result.luck or result.held for result in read_result(path).seats)
    while table.decision is not None:
        table.automation.step()
    assert story_at_table(table, None).records
    told = [each for record in table.history(None) for each in record.events]
    assert any(isinstance(each, BattleResolved) for each in told)
    table.close()


@pytest.mark.parametrize("watched", [True, False])
def test_spectators_of_bots_see_everything(tmp_path: Path, watched: bool) -> None:
    """A choice: the fog would hide it from no player."""
    seats = [Seat(name, colour, "toni") for name, colour in zip("ABC", COLOURS, strict=False)]
    if not watched:
        seats[ANN].player = PERSON
    table = Table.create(foggy("normal"), seats, seed="1", path=tmp_path / "fog.risk")
    table.set_player(ANN, "toni")
    while not any(isinstance(each, Conquered) for each in _last(table.all_records())):
        table.automation.step()
    assert bool(table.view(None).unseen) is not watched
    assert table.view(ANN).unseen, "a computer player sees no more than ever"
    told = any(isinstance(each, Conquered) for each in _last(table.history(None)))
    assert told is watched
    table.close()


def test_a_recap_names_no_continents_in_fog() -> None:
    """The owner may have changed since a territory was last seen."""
    lost = [at(name) for name in ("Venezuela", "Peru", "Argentina", "Brazil")]
    taken = [Conquered(BEN, territory, ANN) for territory in lost]
    events = (TurnBegan(ANN, 2), TurnBegan(BEN, 2), *taken)
    found = recap(
        [Record(BEN, do.EndPhase(), (), events)], _in_fog({"Ann": {"Japan": 3}}).view(ANN), ANN
    )
    assert found is not None
    told = ["".join(line) for line in describe_recap(found, SEATS, BOARD)]
    assert "You no longer hold South America (+2)" in told
    assert not any("holds" in line for line in told)


def _last(records: Sequence[Record]) -> Sequence[Event]:
    """Return the events of the last record, if any."""
    return records[-1].events if records else ()


SEATS = [Seat(name, colour) for name, colour in zip(("Ann", "Ben", "Cid"), COLOURS, strict=False)]


def test_hidden_territories_are_drawn_as_hidden() -> None:
    game = _in_fog({"Ann": {"Brazil": 5}, "Cid": {"Japan": 4}})
    view = game.view(ANN)
    styles = territory_styles(view, SEATS, highlights(view, None), ascii=True)
    assert styles[at("Japan")].label == "JA?"
    assert styles[at("Peru")].label.endswith("1")
    land = {styles[at(name)].texture for name in ("Japan", "Peru", "Brazil")}
    assert len(land) == 3, "hidden land looks different from empty and from owned land"
    page = board_page(view, SEATS)
    assert "  Japan (JA): not seen" in page
    assert "Cid (green): 0 territories seen, 0 armies seen, 0 cards" in page, "and no income"
    lines = [line.plain for line in players_lines(view, SEATS, 36)]
    assert any("Cid" in line and "0+" in line and "?" in line for line in lines)


def test_owners_that_are_seen_without_their_armies_are_drawn_so() -> None:
    game = position({"Ann": {"Brazil": 5}}, rules=foggy("dense").ruleset)
    view = game.view(ANN)
    label = territory_styles(view, SEATS, highlights(view, None))[at("Peru")].label
    assert label.startswith("PE") and label.endswith("?") and len(label) == 4
    assert "  Peru (PE): Ben, armies not seen" in board_page(view, SEATS)
    with pytest.raises(RiskError, match=r"armies in Peru .* are hidden, so there are no odds"):
        territory_report(view, at("Peru"))
    assert describe_threats(view, (at("Brazil"),)) == ["The neighbours of Brazil (BR) are hidden"]
    assert territory_report(_in_fog({"Ann": {"Brazil": 5}}).view(ANN), at("Peru")).lines


def test_the_screen_is_handed_over_for_defence_dice_too(tmp_path: Path) -> None:
    """The map shows what the defender sees."""
    for level, is_due in (("normal", True), (None, False)):
        setup = foggy(level) if level else GameSetup(BOARD, US, 3)
        table = Table.create(setup, SEATS, seed="1", path=tmp_path / f"{level}.risk")
        privacy = ScreenPrivacy(table)
        privacy.reveal_to(ANN)
        decision = ToDefend(BEN, at("Brazil"), at("Peru"), 3, 2, (), BEN)
        assert (privacy.find_handover_seat(decision) == BEN) is is_due
        table.close()
