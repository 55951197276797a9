"""Castle Risk: what is hidden, and what its screens show."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from rich.style import Style

from risk_tui.boards.board import NO_TERRITORY
from risk_tui.bots import make_bot
from risk_tui.commands.action_command import command_of
from risk_tui.commands.all_commands import command_help
from risk_tui.commands.base import AnswerCommand
from risk_tui.commands.front_end import ArmySplit, OpenChoice, Pointer, occupation_split
from risk_tui.commands.pointing import blitz, enter
from risk_tui.data import language
from risk_tui.engine.actions import Begin, EndPhase
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.decisions import ToAttack
from risk_tui.engine.game import Game, GameSetup
from risk_tui.engine.hooks import VictoryProgress
from risk_tui.engine.state import Phase, Stage, Status
from risk_tui.engine.view import View
from risk_tui.errors import RulesetError
from risk_tui.line_mode.front_end import cards_page
from risk_tui.odds.position_odds import attackers, best_attack
from risk_tui.rules.house_rules import with_house_rules
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.table.orders import Blitz
from risk_tui.table.seats import seat_players
from risk_tui.text.prompts import (
    describe_chances,
    describe_empty_hand,
    describe_worth,
    prompt_for,
    purpose_of,
)
from risk_tui.text.record_lines import log_parts
from risk_tui.tui.dialogs.choices import choices
from risk_tui.tui.panels.bars import phase_bar
from risk_tui.tui.panels.standings import share_line
from risk_tui.tui.theme.palette import GREY
from risk_tui.variants.castle.declarations import (
    CastleMemory,
    LayReinforcements,
    LeadAttack,
    LeadDefence,
    SendSpy,
    ToDefendWithMarshall,
    ToDiscardFrom,
)
from tests.engine.positions import remember
from tests.extent import few
from tests.tui.tables import on_screen, press, seated, set_out

SETUP = GameSetup(load_board("castle-europe"), load_ruleset("castle"), 3)
ANN, BEN, CID = range(3)
NAMES = ["Ann", "Ben", "Cid"]


def memory_of(game: Game) -> CastleMemory:
    """Return the memory of Castle Risk in a game."""
    (memory,) = (each for each in game.state().memories if isinstance(each, CastleMemory))
    return memory


def twin(game: Game, rng: random.Random) -> Game:
    """The same game with other cards in the hands of Ben and Cid, and other hidden armies."""
    state, memory = game.state(), memory_of(game)
    cards = [*state.hands[BEN], *state.hands[CID], *state.deck]
    rng.shuffle(cards)
    for seat in (BEN, CID):
        count = len(state.hands[seat])
        state.hands[seat], cards = cards[:count], cards[count:]
    state.deck = sorted(cards)
    free = [each for each in range(len(state.owner)) if each not in memory.castles]
    hidden = tuple(
        each if seat == ANN or each == NO_TERRITORY or seat in memory.shown else rng.choice(free)
        for seat, each in enumerate(memory.hidden)
    )
    remember(state, replace(memory, hidden=hidden))
    other = game.copy()
    other.set_state(state)
    return other


def test_the_first_claim_is_said_to_build_the_castle() -> None:
    game = Game(GameSetup(SETUP.board, SETUP.ruleset, 6), seeded_chance(1))
    seats = seat_players([f"Bartholomew{number}" for number in range(6)], ())
    game.apply(game.legal_actions()[0].action)
    for _ in range(6):
        view = game.view(game.turn)
        assert view.decision is not None
        question = prompt_for(view.decision, view, seats)
        assert "your castle" in question
        assert "if it falls, you are out" in question
        assert len(question) <= 78
        game.apply(view.offers[0].action)
    view = game.view(game.turn)
    assert view.decision is not None
    assert "castle" not in prompt_for(view.decision, view, seats)


@pytest.mark.parametrize("seed", few([*range(3)], 1))
def test_hidden_cards_and_armies_cannot_be_seen(seed: int) -> None:
    game = Game(SETUP, seeded_chance(seed))
    bots = [make_bot("mira", f"{seed}-{seat}") for seat in range(3)]
    rng = random.Random(seed)
    kinds = set()
    with_marshall = set()
    while (decision := game.decision) is not None:
        # Whose Spy looks at a hand sees it.
        is_seen = isinstance(decision, ToDiscardFrom) and decision.seat == ANN
        if rng.random() < 0.2 and not is_seen:
            other = twin(game, rng)
            kinds.add(type(decision))
            for eyes in (ANN, None):
                assert game.view(eyes) == other.view(eyes)
        view = game.view(decision.seat)
        if isinstance(decision, ToDefendWithMarshall):
            actions = [offer.action for offer in view.offers]
            assert EndPhase() in actions
            with_marshall.add(LeadDefence() in actions)
        game.apply(bots[decision.seat].choose(view, decision))
    assert len(kinds) > 5
    assert with_marshall == {True, False}, "every holder of cards is asked"
    assert [status is Status.PLAYING for status in game.state().status].count(True) == 1


def besieged(stack: int) -> Game:
    """Ann, who attacks from her castle in London, with a stack of Ben's two lands away."""
    game = Game(SETUP, seeded_chance("siege"))
    state, board = game.state(), SETUP.board
    place = {territory.name: number for number, territory in enumerate(board.territories)}
    for number in range(len(board.territories)):
        state.owner[number], state.armies[number] = CID, 1
    for name, seat, armies in (
        ("London", ANN, 20),
        ("Burgundy", BEN, stack),
        ("Paris", BEN, 1),
        ("Berlin", ANN, 20),
    ):
        state.owner[place[name]], state.armies[place[name]] = seat, armies
    castles = (place["London"], place["Paris"], place["Vienna"])
    remember(state, replace(memory_of(game), castles=castles, hidden=(place["Berlin"],) * 3))
    state.unplaced = [0] * 3
    state.phase, state.stage = Phase.ATTACK, Stage.ATTACK
    state.turn = state.acting_seat = ANN
    state.round = 2
    game.set_state(state)
    return game


def guards(game: Game) -> int:
    """The armies that Ann had better leave in her castle."""
    view = game.view(ANN)
    (wanted,) = (hook(view, ANN) for hook in view.rules.hooks.reserved)
    (armies,) = wanted.values()
    return armies


def test_the_fewest_armies_are_proposed_to_leave_a_castle() -> None:
    view = besieged(8).view(ANN)
    place = {territory.name: number for number, territory in enumerate(view.board.territories)}
    assert occupation_split(view, place["London"], place["Burgundy"]) == ArmySplit()


def test_stronger_rivals_need_more_guards() -> None:
    assert 1 < guards(besieged(8)) < guards(besieged(15))
    late = besieged(15)
    state = late.state()
    state.round = 60
    late.set_state(state)
    assert guards(late) < guards(besieged(15))  # Guards shrink in a long game.


def test_computer_players_leave_guards_in_their_castles() -> None:
    game, bot = besieged(15), make_bot("mira", "1")
    castle = memory_of(game).castles[ANN]
    while (decision := game.decision) is not None and game.state().stage == Stage.ATTACK:
        if decision.seat != ANN:
            game.apply(game.legal_actions()[0].action)
            continue
        game.apply(bot.choose(game.view(ANN), decision))
        assert game.state().armies[castle] >= guards(game)


@pytest.mark.usefixtures("english_again")
def test_missing_card_is_named_in_the_language() -> None:
    game = besieged(8)
    state = game.state()
    state.phase, state.stage = "cards", Stage.REINFORCE
    game.set_state(state)
    language.use("de")
    assert "Verstärkung" in (game.why_not(LayReinforcements(1)) or "")


@pytest.mark.usefixtures("english_again")
async def test_own_cards_are_named_in_the_language(tmp_path: Path) -> None:
    table = set_out(tmp_path / "a.risk", playing_cards("Spy"))
    language.use("fr")
    async with seated(table) as pilot:
        await press(pilot, "c")
        assert "│Espion" in on_screen(pilot.app)


def test_help_explains_all_marks_of_castles() -> None:
    view = besieged(8).view(ANN)
    (marks,) = (marks(view) for marks in view.rules.hooks.marks)
    assert {(mark.sign, mark.word) for mark in marks.values()} == {
        (mark.sign, mark.word) for mark in view.rules.hooks.possible_marks
    }


def test_no_attack_is_suggested_during_a_truce() -> None:
    game = besieged(8)
    state, london = game.state(), memory_of(game).castles[ANN]
    assert best_attack(game.view(ANN), [london]) is not None
    remember(state, replace(memory_of(game), truces=((ANN, BEN), (ANN, CID))))
    game.set_state(state)
    assert best_attack(game.view(ANN), [london]) is None


def test_partner_is_a_threat_only_if_the_truce_ends_before_their_turn() -> None:
    game = besieged(8)
    state, london = game.state(), memory_of(game).castles[ANN]
    for beside in SETUP.board.neighbours[london]:
        state.owner[beside], state.armies[beside] = BEN, 8
    for truces, is_threat in (((), True), (((ANN, BEN),), False), (((BEN, ANN),), True)):
        remember(state, replace(memory_of(game), truces=truces))
        game.set_state(state)
        assert bool(attackers(game.view(ANN), ANN, london)) is is_threat


def test_castles_are_counted_when_they_are_built() -> None:
    game = Game(SETUP, seeded_chance(1))
    assert progress(game) is None
    game.apply(Begin())
    game.apply(game.legal_actions()[0].action)
    castle = progress(game)
    assert castle is not None
    assert sorted(castle.counts.values()) == [0, 0, 1]


def progress(game: Game) -> VictoryProgress | None:
    """Return the castles held, as the screen shows them."""
    view = game.view(None)
    (standing,) = (hook(view) for hook in view.rules.hooks.standing)
    return standing


def playing_cards(*names: str) -> Game:
    """Ann, before her attacks, with these cards."""
    game = besieged(8)
    state, deck = game.state(), SETUP.board.deck
    state.phase, state.stage = "cards", Stage.REINFORCE
    left = list(range(len(deck)))
    for name in names:
        card = next(card for card in left if deck[card].name == name)
        left.remove(card)
        state.hands[ANN].append(card)
    state.deck = left
    game.set_state(state)
    return game


def test_enter_lists_cards_even_of_one_kind() -> None:
    view = playing_cards("General", "Reinforcements", "Reinforcements").view(ANN)
    assert isinstance(enter(Pointer(view, 0)), OpenChoice)


def leading() -> View:
    """Ann's view of her attacks, with a General in hand."""
    game = playing_cards("General")
    game.apply(EndPhase())
    return game.view(ANN)


def attack_with_a_choice(view: View) -> LeadAttack:
    return next(offer.action for offer in view.offers if isinstance(offer.action, LeadAttack))


def test_general_in_hand_is_a_choice_between_two_attacks() -> None:
    view = leading()
    aim = attack_with_a_choice(view)
    intent = enter(Pointer(view, aim.target, source=aim.source))
    assert isinstance(intent, OpenChoice)
    listed = choices(view, seat_players(NAMES, ()), intent.offers)
    source, target = (view.board.territories[number].name for number in aim.aims)
    words = [answer.words for answer in listed.answers]
    assert sorted(words) == [
        f"Attack: {source} → {target}, 3 dice",
        f"General: {source} → {target}",
    ]
    assert not any(answer.next_answers for answer in listed.answers)


def test_blitz_with_a_general_in_hand_asks_nothing() -> None:
    view = leading()
    aim = attack_with_a_choice(view)
    intent = blitz(Pointer(view, aim.target, source=aim.source))
    assert isinstance(intent, AnswerCommand)
    assert intent.answer == Blitz(ANN, aim.source, aim.target, 1)


def test_attack_is_not_over_while_armies_for_cards_are_placed() -> None:
    game = playing_cards("Reinforcements")
    game.apply(LayReinforcements(1))
    seats = seat_players(NAMES, ())
    strip = phase_bar(game.view(ANN), seats, 200, "").plain
    assert "REINFORCE" in strip
    assert "Attack ✓" not in strip


def test_armies_for_cards_are_a_short_line_of_the_log() -> None:
    game = playing_cards("Reinforcements")
    record = game.apply(LayReinforcements(1))
    lines = ["".join(parts) for parts in log_parts(record, seat_players(NAMES, ()), SETUP.board)]
    assert lines == ["Ann gets 3 armies"]


def test_cards_without_sets_are_not_said_to_make_any() -> None:
    view = playing_cards("Spy").view(ANN)
    assert "played, not traded" in describe_worth(view)
    assert describe_chances(view, seat_players(NAMES, ())) == []


def test_empty_hand_is_filled_at_the_start_of_a_turn() -> None:
    """Conquests bring no card (Castle Risk, sequence of a turn)."""
    hint = "You have no cards. You draw new ones at the start of your turn."
    view = playing_cards().view(ANN)
    assert describe_empty_hand(view) == hint
    assert cards_page(view, seat_players(NAMES, ()))[0] == hint


def test_attacks_are_not_said_to_earn_a_card() -> None:
    game = Game(SETUP, seeded_chance(1))
    bot = make_bot("toni", "1")
    while not isinstance(decision := game.decision, ToAttack):
        assert decision is not None
        game.apply(bot.choose(game.view(decision.seat), decision))
    view = game.view(decision.seat)
    assert "card" not in purpose_of(decision, view, seat_players(NAMES, ()))


def test_airlift_with_cards_is_refused() -> None:
    values = {"variants.airlift.played": True, "variants.airlift.needs_card": True}
    with pytest.raises(RulesetError, match="its cards show no territories; set"):
        with_house_rules(SETUP.ruleset, values)


def test_airlift_without_cards_goes_with_castles() -> None:
    ruleset = with_house_rules(SETUP.ruleset, {"variants.airlift.played": True})
    assert {"airlift", "castle"} <= {*ruleset.played_variants}


def test_examples_name_territories_and_players_of_the_game() -> None:
    view = playing_cards("Spy", "General").view(ANN)
    assert command_of(SendSpy).example_for(view) == "spy 2"
    assert "china" not in "".join(command_help("general", view))


def test_neutral_land_of_a_fallen_player_is_grey_in_the_bar() -> None:
    game = besieged(8)
    state = game.state()
    state.status[CID] = Status.OUT
    game.set_state(state)
    bar = share_line(game.view(None), seat_players(NAMES, ()), 38)
    assert [span.style.color for span in bar.spans if isinstance(span.style, Style)][-1] == (
        Style(color=GREY.hex).color
    )


@pytest.mark.parametrize("name", ["ben", "Be", "2"])
async def test_spy_accepts_a_player_by_name(name: str, tmp_path: Path) -> None:
    game = playing_cards("Spy")
    state = game.state()
    state.hands[BEN].append(state.deck.pop())
    game.set_state(state)
    table = set_out(tmp_path / "a.risk", game)
    async with seated(table) as pilot:
        await press(pilot, ":", *"spy", "space", *name, "enter")
        assert isinstance(table.decision, ToDiscardFrom)
        assert table.decision.other == BEN


async def test_spy_on_an_unknown_player_is_refused_with_the_names(tmp_path: Path) -> None:
    table = set_out(tmp_path / "a.risk", playing_cards("Spy", "General"))
    async with seated(table) as pilot:
        await press(pilot, ":", *"spy", "space", *"zoe", "enter")
        assert "no player is called 'zoe'" in on_screen(pilot.app)


async def test_cards_dialog_offers_no_sets(tmp_path: Path) -> None:
    table = set_out(tmp_path / "a.risk", playing_cards("Spy", "General"))
    async with seated(table) as pilot:
        await press(pilot, "c", "1")
        text = on_screen(pilot.app)
        assert "played, not traded" in text
        assert "a set" not in text.casefold()
        assert "chosen" not in text
        await press(pilot, "enter")
        assert "Your cards" not in on_screen(pilot.app)
