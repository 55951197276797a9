"""Games sampled from a view: they agree with it and use no other information."""

from __future__ import annotations

import random

import pytest

from risk_tui.boards.board import NO_SEAT
from risk_tui.engine.actions import Action
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.game import Game, GameSetup
from risk_tui.engine.imagination import sample_game, with_hidden_estimated
from risk_tui.engine.variant import Memory
from risk_tui.engine.view import View
from risk_tui.errors import CannotImagine
from risk_tui.rules.house_rules import with_house_rules
from risk_tui.rules.library import load_board, load_ruleset
from tests.editions import SOME
from tests.extent import few

from .policy import choose
from .positions import ANN, BEN, position
from .twins import cards_of, play_at_random, twin_of

STEPS, LOOKS = 200, 0.03

RULES = {name: load_ruleset(name) for name in SOME} | {
    "us-1993-capital in fog": with_house_rules(
        load_ruleset("us-1993-capital"),
        {"variants.fog.played": True, "variants.fog.level": "complete"},
    )
}


def setup_of(name: str) -> GameSetup:
    ruleset = RULES.get(name) or load_ruleset(name)
    least, most = ruleset.player_limits
    return GameSetup(load_board(ruleset.board.home), ruleset, min(max(3, least), most))


def hidden(game: Game) -> object:
    state = game.state()
    return state.hands, state.missions, state.deck, state.memories


@pytest.mark.parametrize("name", few([*RULES], 16))
def test_sampled_game_looks_the_same_and_can_be_played(name: str) -> None:
    rng = random.Random(name)
    differing = looks = 0

    def look(game: Game, action: Action) -> None:
        nonlocal differing, looks
        often = game.view().phase in ("capital", "hide", "trade", "spy")
        if rng.random() > (0.3 if often else LOOKS):
            return
        for seat in (None, *range(game.setup.seats)):
            looks += 1
            view = game.view(seat)
            imagined = sample_game(view, seeded_chance(looks))
            assert imagined.view(seat) == view
            assert imagined.view() == game.view()
            differing += hidden(imagined) != hidden(game)
            for _ in range(5):
                if imagined.decision is not None:
                    imagined.apply(choose(rng, imagined))

    play_at_random(setup_of(name), rng, STEPS, look)
    assert looks
    rules = RULES[name]
    if rules.missions.played or rules.capitals.played:
        assert differing > looks / 5


def test_hidden_land_is_not_taken_for_neutral_land() -> None:
    """All players see neutral armies, also in fog."""
    played = {"variants.fog.played": True, "variants.five_goals.played": True}
    setup = GameSetup(load_board("classic"), with_house_rules(load_ruleset("us-1980"), played), 6)
    hidden_land = 0

    def look(game: Game, action: Action) -> None:
        nonlocal hidden_land
        for seat in range(setup.seats):
            view = game.view(seat)
            for owner in (
                with_hidden_estimated(view).owner,
                sample_game(view, seeded_chance(1)).state().owner,
            ):
                assert setup.neutral not in [owner[territory] for territory in view.unseen]
            hidden_land += len(view.unseen)

    play_at_random(setup, random.Random(1), 120, look)
    assert hidden_land


def test_assassin_takes_over_the_target_of_the_beaten() -> None:
    """Three assassins: after Ben has eliminated Cid, Ann and Ben are after each other."""
    game = position(
        rules=load_ruleset("assassin"),
        out=["Cid"],
        missions=[[BEN], [ANN], [BEN]],
        beaten_by=[NO_SEAT, NO_SEAT, BEN],
    )
    drawn = sample_game(game.view(None), seeded_chance(1)).state()
    assert drawn.missions[:2] == [[BEN], [ANN]]


@pytest.mark.parametrize("name", ["us-1993-mission", "paranoia", "castle", "four-missions"])
def test_sampled_game_depends_on_the_view_alone(name: str) -> None:
    rng = random.Random(name)
    differing = 0

    def look(game: Game, action: Action) -> None:
        nonlocal differing
        if rng.random() > LOOKS:
            return
        for seat in (None, 0):
            twin = twin_of(game, seat, rng, cards_of(action))
            if twin is None or twin.view(seat) != game.view(seat):
                continue
            differing += twin.state() != game.state()
            one, other = (
                sample_game(each.view(seat), seeded_chance("same")) for each in (game, twin)
            )
            assert one.state() == other.state()

    play_at_random(setup_of(name), rng, STEPS, look)
    assert differing


def test_hidden_cards_are_drawn_with_equal_chances() -> None:
    """Each unseen card is drawn for a hand of one card about equally often."""
    game = play_at_random(setup_of("us-1993"), random.Random(1), 400, lambda game, action: None)
    view = game.view()
    seat = next(seat for seat, count in enumerate(view.card_counts) if count)
    unseen = len(view.board.deck) - len(view.discard)
    counts: dict[int, int] = {}
    for number in range(60 * unseen):
        card = sample_game(view, seeded_chance(number)).state().hands[seat][0]
        counts[card] = counts.get(card, 0) + 1
    assert len(counts) == unseen
    assert 30 < min(counts.values()) <= max(counts.values()) < 95


def test_memory_with_secrets_must_sample_them() -> None:
    class Secret(Memory):
        def redacted_for(self, seat: int | None) -> Memory:
            return Memory()

    view: View = Game(setup_of("us-1993")).view()
    assert Memory().with_hidden_sampled(view, seeded_chance(1)) == Memory()
    with pytest.raises(CannotImagine, match="what Secret hides"):
        Secret().with_hidden_sampled(view, seeded_chance(1))
