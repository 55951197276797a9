"""Why bots do what they do: in a few words, and with nothing that is secret."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from risk_tui.boards.board import NO_SEAT
from risk_tui.bots import make_bot
from risk_tui.bots.base import Choice, choose_with_reason
from risk_tui.bots.planner.motives import find_reason
from risk_tui.bots.reasons import (
    BreaksContinent,
    CardsInDanger,
    CostsMost,
    Deed,
    Denies,
    EarnsArmy,
    EarnsCard,
    EliminatesPlayer,
    GuardsBorder,
    GuardsContinent,
    HasNoChoice,
    HoldsMost,
    KeepsCards,
    MovesToFront,
    NeedsNoGuard,
    OnTheWay,
    Preparing,
    Reason,
    RemovesThreat,
    ShortensBorder,
    StaysPut,
    UsesSet,
    WantsToBreak,
    Weakens,
    WinsContinent,
    read_reason,
)
from risk_tui.engine.actions import (
    Action,
    Attack,
    Begin,
    Defend,
    EndPhase,
    Reinforce,
    Resign,
    Trade,
)
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.events import DeckReshuffled, TurnBegan
from risk_tui.engine.game import Game, GameSetup
from risk_tui.engine.goals import HoldContinents
from risk_tui.engine.records import Record
from risk_tui.engine.view import View
from risk_tui.rules.house_rules import with_house_rules
from risk_tui.rules.library import load_ruleset
from risk_tui.table.seats import seat_players
from risk_tui.text.recap import describe_recap, recap
from risk_tui.text.record_lines import describe_record
from risk_tui.text.words import Wording, fill
from tests.engine.positions import BOARD, US, at, continent, position
from tests.extent import usual_or_full

from .matches import MOST_RECORDS, position_of

SEATS = seat_players(["Ann", "Ben", "Cid"], ())
ASIA = next(number for number, each in enumerate(BOARD.continents) if each.name == "Asia")
ON_SIAM = Attack(at("Indonesia"), at("Siam"))


def told(reason: Reason, reader: int | None = None) -> str:
    """A reason in words."""
    return fill(reason.message(reason.words, reader), reason, Wording(SEATS, BOARD))


STEPS = usual_or_full(400, MOST_RECORDS)
"""How far a game is played; this is several rounds."""


@cache
def played(placing: str = "before attacks") -> list[tuple[View, Choice, Record]]:
    """Everything that Mira chooses in a game, with what came of it."""
    steps: list[tuple[View, Choice, Record]] = []
    rules = with_house_rules(US, {"reinforce.when": placing})
    game = Game(GameSetup(BOARD, rules, 3), seeded_chance(12))
    bots = [make_bot("mira", seat) for seat in range(3)]
    while (decision := game.decision) is not None and len(steps) < STEPS:
        view = game.view(decision.seat)
        choice = choose_with_reason(bots[decision.seat], view, decision)
        steps.append((view, choice, game.apply(choice.action)))
    return steps


def test_a_reason_speaks_to_whoever_it_concerns() -> None:
    breaks = BreaksContinent(1, ASIA)
    assert told(breaks) == "it breaks Ben's Asia"
    assert told(breaks, 0) == "it breaks Ben's Asia"
    assert told(breaks, 1) == "it breaks your Asia"
    assert told(WantsToBreak(1, ASIA)) == "it wants to break Ben's Asia"
    assert told(WantsToBreak(1, ASIA), 1) == "it wants to break your Asia"
    assert told(OnTheWay(2)) == "it is on the way to Cid"
    assert told(OnTheWay(2), 2) == "it is on the way to you"
    assert told(EliminatesPlayer(2, 3)) == "it is after Cid with 3 cards"
    assert told(EliminatesPlayer(2, 3), 2) == "it is after you and your 3 cards"
    assert told(EliminatesPlayer(2, None), 2) == "it is after you"


def is_so(reason: Reason, view: View, action: Action) -> bool:
    """Return True if a reason is true, by the rules of the game alone."""
    owner, seat, board = view.owner, view.seat, view.board

    def enemies(place: int) -> list[int]:
        return [it for it in board.neighbours[place] if owner[it] != seat]

    def owners(number: int) -> set[int]:
        return {owner[it] for it in board.continents[number].territories}

    target = getattr(action, "target", -1)
    match reason:
        case BreaksContinent() | WantsToBreak():
            return reason.seat != seat and owners(reason.continent) == {reason.seat}
        case WinsContinent():
            return owners(reason.continent) != {seat}
        case Denies():
            return owners(reason.continent) <= {reason.seat, NO_SEAT} and reason.seat != seat
        case EliminatesPlayer():
            is_known = reason.cards in (None, view.card_counts[reason.seat])
            return view.status[reason.seat] == "playing" and is_known
        case OnTheWay():
            return view.status[reason.seat] == "playing" and owner[target] != reason.seat
        case Weakens():
            return owner[target] == reason.seat != seat
        case EarnsCard():
            return not view.conquests_this_turn
        case EarnsArmy():
            return (owner.count(seat) + 1) % 3 == 0 and owner.count(seat) >= 11
        case HoldsMost():
            land = board.continents[reason.continent].territories
            return target in land and sum(owner[it] == seat for it in land) > len(land) / 2
        case RemovesThreat():
            is_near = target in board.neighbours[reason.territory]
            return is_near and view.armies[target] >= view.armies[reason.territory]
        case GuardsBorder():
            return owner[reason.territory] == seat and bool(enemies(reason.territory))
        case GuardsContinent():
            return owners(reason.continent) == {seat}
        case NeedsNoGuard() | MovesToFront():
            return owner[reason.territory] == seat and not enemies(reason.territory)
        case Preparing():
            return owner[reason.territory] != seat
        case KeepsCards() | UsesSet() | CardsInDanger():
            return len(view.hand) >= 3
        case HasNoChoice():
            is_due = isinstance(action, Trade) and len(view.hand) >= 5
            return is_due or len({type(offer.action) for offer in view.offers} - {Resign}) == 1
        case ShortensBorder():
            after = [seat if it == target else holder for it, holder in enumerate(owner)]
            fronts = [
                sum(
                    holder == seat and any(now[it] != seat for it in board.neighbours[place])
                    for place, holder in enumerate(now)
                )
                for now in (after, owner)
            ]
            return fronts[0] < fronts[1]
        case StaysPut():
            return isinstance(action, EndPhase)
    return isinstance(reason, CostsMost) and isinstance(action, Defend)


def test_every_decision_has_a_true_reason() -> None:
    kinds: set[type[Reason]] = set()
    for view, choice, _ in played():
        if isinstance(choice.action, Begin):
            continue
        assert choice.reason is not None, choice.action
        assert is_so(choice.reason, view, choice.action), (choice.reason, choice.action)
        kinds.add(type(choice.reason))
    assert {BreaksContinent, WinsContinent, EliminatesPlayer, GuardsBorder, Preparing} <= kinds
    reasons = [choice.reason for _, choice, _ in played() if is_attack(choice)]
    assert sum(isinstance(reason, EarnsCard) for reason in reasons) < len(reasons) / 4


def is_attack(choice: Choice) -> bool:
    return isinstance(choice.action, Attack)


def test_armies_that_attack_on_are_not_said_to_guard() -> None:
    """Of all that were said to stay on guard, few attack in the same turn."""
    on_guard: set[tuple[int, int]] = set()
    stay = leave = 0
    for view, choice, record in played():
        if isinstance(choice.reason, GuardsBorder):
            on_guard.add((record.seat, choice.reason.territory))
        if isinstance(choice.action, Attack):
            leave += (record.seat, choice.action.source) in on_guard
            on_guard.discard((record.seat, choice.action.source))
        if any(isinstance(event, TurnBegan) for event in record.events):
            stay += len(on_guard) if view.round else 0
            on_guard.clear()
    assert stay > 20
    assert leave < stay / 4, (leave, stay)


def test_armies_for_one_place_are_placed_at_once() -> None:
    """Otherwise hints and the log say the same twice."""
    actions = [choice.action for view, choice, _ in played() if view.round]
    pairs = [pair for pair in pairwise(actions) if all(isinstance(it, Reinforce) for it in pair)]
    again = [one for one, other in pairs if one.aims == other.aims]
    assert len(again) <= len(pairs) / 10


def test_armies_placed_after_the_attacks_are_for_no_plan_of_this_turn() -> None:
    """FAQ Q2.4: the attacks come first; the others move before the next ones."""
    kinds = {
        type(choice.reason)
        for view, choice, _ in played("after attacks")
        if view.round > 0 and isinstance(choice.action, Reinforce)
    }
    assert GuardsBorder in kinds
    assert kinds <= {GuardsBorder, GuardsContinent, Preparing, MovesToFront}


def test_reasons_in_fog_are_true_on_the_whole_board() -> None:
    rules = with_house_rules(US, {"variants.fog.played": True, "victory.turn_limit": 7})
    game = Game(GameSetup(BOARD, rules, 3), seeded_chance(1))
    bots = [make_bot("mira", seat) for seat in range(3)]
    kinds: set[type[Reason]] = set()
    while (decision := game.decision) is not None:
        choice = choose_with_reason(bots[decision.seat], game.view(decision.seat), decision)
        if choice.reason is not None:
            kinds.add(type(choice.reason))
            view, everything = game.view(decision.seat), game.view(clear=True)
            known = {"decision": view.decision, "offers": view.offers}
            everything = replace(everything, seat=decision.seat, **known)
            assert choice.reason.is_true(Deed(everything, choice.action))
        game.apply(choice.action)
    assert WinsContinent in kinds


def test_a_continent_half_seen_is_not_said_to_break() -> None:
    asia = BOARD.continents[ASIA].territories
    view = position(
        {"Ann": {"Alaska": 5}, "Ben": {BOARD.territories[t].name: 1 for t in asia}}
    ).view(0)
    data = {"kind": "breaks", "seat": 1, "continent": ASIA}
    assert read_reason(data, view, ON_SIAM) == BreaksContinent(1, ASIA)
    owner = [
        NO_SEAT if territory == asia[0] else holder for territory, holder in enumerate(view.owner)
    ]
    assert read_reason(data, replace(view, owner=tuple(owner), unseen=asia[:1]), ON_SIAM) is None


@pytest.mark.parametrize(
    ("data", "action", "reason"),
    [
        ({"kind": "breaks", "seat": 1, "continent": ASIA}, "Siam", BreaksContinent(1, ASIA)),
        ({"kind": "breaks", "seat": 1, "continent": ASIA}, "Ural", BreaksContinent(1, ASIA)),
        ({"kind": "breaks", "seat": 1, "continent": ASIA}, "Ukraine", WantsToBreak(1, ASIA)),
        ({"kind": "breaks", "seat": 1, "continent": ASIA}, "", WantsToBreak(1, ASIA)),
        ({"kind": "breaks", "seat": 2, "continent": ASIA}, "Siam", None),
        ({"kind": "eliminates", "seat": 1, "cards": 0}, "Siam", EliminatesPlayer(1, 0)),
        ({"kind": "eliminates", "seat": 1, "cards": 0}, "Ukraine", OnTheWay(1)),
        ({"kind": "eliminates", "seat": 1, "cards": 0}, "", EliminatesPlayer(1, 0)),
        ({"kind": "leader", "seat": 1}, "Ukraine", None),
        ({"kind": "denies", "seat": 1, "continent": ASIA}, "Siam", None),
        ({"kind": "guards", "territory": at("Iceland")}, "", None),
        ({"kind": "keeps", "continent": 0}, "Siam", None),
        ({"kind": "prepares", "territory": at("Siam")}, "Ukraine", None),
    ],
)
def test_reasons_say_only_what_the_action_does(
    data: dict[str, Any], action: str, reason: Reason | None
) -> None:
    """The action is an attack on a territory, or places armies on Alaska."""
    asia = {BOARD.territories[t].name: 1 for t in BOARD.continents[ASIA].territories}
    north = {BOARD.territories[t].name: 1 for t in BOARD.continents[0].territories}
    view = position(
        {"Ann": {**north, "Iceland": 5}, "Ben": asia, "Cid": {"Ukraine": 1}}, rest="Cid"
    ).view(0)
    attack = Attack(at("Iceland"), at(action)) if action else Reinforce(at("Alaska"), 3)
    assert read_reason(data, view, attack) == reason


@pytest.mark.parametrize(
    "data",
    [
        {"kind": "breaks", "seat": 1, "continent": 0},
        {"kind": "breaks", "seat": 0, "continent": ASIA},
        {"kind": "wins", "continent": ASIA},
        {"kind": "eliminates", "seat": 0},
        {"kind": "eliminates", "seat": 1, "cards": 3},
        {"kind": "leader", "seat": 0},
        {"kind": "towards", "seat": 1, "continent": 0},
        {"kind": "way", "seat": 0},
        {"kind": "guards", "territory": at("Alaska")},
        {"kind": "keeps", "continent": 0},
        {"kind": "prepares", "territory": at("Siam")},
    ],
)
def test_reasons_that_are_not_true_are_left_out(data: dict[str, Any]) -> None:
    asia = {
        BOARD.territories[territory].name: 1 for territory in BOARD.continents[ASIA].territories
    }
    view = position({"Ann": asia, "Ben": {"Alaska": 5}, "Cid": {"Greenland": 1}}).view(0)
    assert read_reason(data, view, EndPhase()) is None


def test_an_enclosed_enemy_is_not_a_front_of_the_seat() -> None:
    view = position({"Ann": {"Peru": 2, "Brazil": 2}, "Ben": {"Argentina": 1}}).view(0)
    assert read_reason({"kind": "front", "territory": at("Argentina")}, view, EndPhase()) is None


def test_mission_is_not_revealed() -> None:
    """To take Asia and Africa is its secret; that it takes India is seen."""
    own = dict.fromkeys([*continent("Africa"), *continent("Asia")], 2) | {at("Siam"): 9}
    own.pop(at("India"))
    held = {"Ann": {BOARD.territories[place].name: armies for place, armies in own.items()}}
    rules = load_ruleset("uk-new-mission")
    deck = position(rules=rules).view().rules.missions.deck
    mission = deck.index(HoldContinents((ASIA, BOARD.territories[at("Egypt")].continent), 0))
    attack = Attack(at("Siam"), at("India"), 3)
    for number, reason in (mission, ShortensBorder()), (mission + 1, WinsContinent(ASIA)):
        view = position(held, rules=rules, missions=[[number], [0], [0]]).view(0)
        assert find_reason(position_of(view), [at("India")], view, attack) == reason


@pytest.mark.parametrize("kind", ["wins", "most"])
def test_no_reason_is_about_territories_of_no_continent(kind: str) -> None:
    view = position({"Ann": dict.fromkeys(["Siam", "India", "China"], 5)}, rest="Ben").view(0)
    asia = BOARD.continents[ASIA]
    members = tuple(map(at, ["Siam", "India", "China", "Indonesia"]))
    for exists in (True, False):
        changed = replace(asia, territories=members, exists=exists)
        continents = (*BOARD.continents[:ASIA], changed, *BOARD.continents[ASIA + 1 :])
        seen = replace(view, board=replace(BOARD, continents=continents))
        attack = Attack(at("Siam"), at("Indonesia"))
        reason = read_reason({"kind": kind, "continent": ASIA}, seen, attack)
        assert (reason is not None) == exists


def test_asking_for_reasons_changes_no_choice() -> None:
    for view, choice, _ in played()[:80:4]:
        assert view.decision is not None
        seat = view.decision.seat
        assert make_bot("mira", seat).choose(view, view.decision) == choice.action


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"kind": "breaks"},
        {"kind": "breaks", "seat": 3, "continent": 0},
        {"kind": "breaks", "seat": 0, "continent": 6},
        {"kind": "breaks", "seat": True, "continent": 0},
        {"kind": "breaks", "seat": -1, "continent": 0},
        {"kind": "breaks", "seat": "0", "continent": 0},
        {"kind": "nonsense", "text": "\x1b[2J"},
        {"kind": ["breaks"], "seat": 0, "continent": 0},
        {"kind": "eliminates", "seat": 0, "cards": 10**9},
    ],
)
def test_invalid_reason_is_left_out(data: dict[str, Any]) -> None:
    view = Game(GameSetup(BOARD, US, 3)).view(0)
    assert read_reason(data, view, ON_SIAM) is None


def test_a_reason_that_is_one_is_read() -> None:
    view = Game(GameSetup(BOARD, US, 3)).view(0)
    assert read_reason({"kind": "card", "more": 1}, view, ON_SIAM) == EarnsCard()
    data = {"kind": "eliminates", "seat": 2}
    assert read_reason(data, view, EndPhase()) == EliminatesPlayer(2, None)


def test_the_log_says_why_before_what() -> None:
    attacks = (it for it in played() if isinstance(it[1].action, Attack))
    _, choice, record = next(it for it in attacks if isinstance(it[1].reason, WinsContinent))
    assert isinstance(choice.action, Attack)
    explained = replace(record, reason=choice.reason)
    first, *others = describe_record(explained, SEATS, BOARD)
    assert others == describe_record(record, SEATS, BOARD)
    target, name = BOARD.territories[choice.action.target].name, SEATS[record.seat].name
    assert first.startswith(f"{name} attacks {target}: it wants ")
    assert explained == record, "a reason is no part of the game"


def test_a_recap_repeats_no_reason_as_an_intention() -> None:
    ann, ben = 0, 1
    reasons = [WantsToBreak(ann, ASIA), BreaksContinent(ann, ASIA), WantsToBreak(ann, ASIA + 1)]
    records = [Record(ben, EndPhase(), (), (TurnBegan(ben, 1),))]
    for reason in reasons:
        records.append(Record(ben, EndPhase(), (), (DeckReshuffled(9),), reason))
    news = recap(records, position({}, rest="Ben").view(None), ann)
    assert news is not None
    assert news.reasons == tuple((ben, reason) for reason in reasons[1:])


def test_a_recap_says_why_others_took_from_the_reader() -> None:
    steps = played()
    records, concerned = [], set()
    for _, choice, record in steps:
        records.append(replace(record, reason=choice.reason))
        if isinstance(choice.reason, BreaksContinent) and isinstance(choice.action, Attack):
            concerned.add((len(records), record.seat, choice.reason))
        if concerned and any(isinstance(event, TurnBegan) for event in record.events):
            break
    _, breaker, reason = next(iter(concerned))
    view = next(view for view, _, last in steps if last is steps[len(records)][2])
    news = recap(records, view, reason.seat)
    assert news is not None
    lines = ["".join(line) for line in describe_recap(news, SEATS, BOARD)]
    assert f"{SEATS[breaker].name}'s reason: {told(reason, reason.seat)}" in lines
