"""Castle Risk: castles, hidden armies, and what each card does."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import chain

from risk_tui.boards.board import NO_SEAT, NO_TERRITORY
from risk_tui.engine.chance import RecordedChance
from risk_tui.engine.decisions import ToAttack, ToClaim
from risk_tui.engine.events import BattleResolved, CardDrawn, IncomeReceived, SeatEliminated
from risk_tui.engine.game import Game
from risk_tui.engine.state import Phase, Stage, Status
from risk_tui.errors import (
    ChanceError,
    IllegalAction,
    NotAnEnemy,
    NotYourTerritory,
    WrongNumber,
    WrongPhase,
)
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.variants.airlift import AirliftBegan
from risk_tui.variants.castle.declarations import (
    ADMIRAL,
    DECK,
    DIPLOMAT,
    GENERAL,
    MARSHALL,
    REINFORCEMENTS,
    SPY,
    AdmiralLost,
    CardRemoved,
    CastleBuilt,
    CastleFell,
    CastleMemory,
    DiscardFrom,
    HiddenArmiesShown,
    LayReinforcements,
    LeadAttack,
    LeadDefence,
    MakeTruce,
    ReinforcementsLaid,
    Sail,
    SendSpy,
    ShowArmies,
    SpySent,
    ToBuildCastle,
    ToDefendWithMarshall,
    ToPlayCards,
)
from risk_tui.variants.retreat import Retreat
from tests.engine.positions import remember

from ..case import ANN, BEN, BOARD, CID, Case, Course, Position, at
from ..words import (
    BEGIN,
    END,
    FALLS,
    armies,
    asks,
    attack,
    by_name,
    check,
    claim,
    conquer,
    may,
    occupy,
    owners,
    refuses,
    silent,
    tells,
)

PLAYED = {"variants.castle.played": True, "two_players.third_army": "none"}
LATE = {
    **PLAYED,
    "reinforce.when": "end of turn",
    "cards.asked": "with a set",
    "combat.defence_choice": "most",
}
FRONT = Position(lands={ANN: {"Brazil": 9, "Congo": 1}, BEN: {"Peru": 3}, CID: {"Siam": 1}})
LANDS = {ANN: {"Brazil": 9}, BEN: {"Peru": 3}, CID: {"Siam": 1, "Venezuela": 1}}
START = Position(now="starting", lands=LANDS)
LAST = Position(now="fortifying", turn=CID, lands=LANDS)
"""The end of a turn, before Ann's."""
BOOKLET = "booklet of 1990"
SUMMARY = "public summary of Castle Risk"
case = partial(Case, source=SUMMARY)
in_europe = partial(case, ruleset="castle", map="castle-europe")
late = partial(case, about=PLAYED, given=LATE)
at_the_front = partial(late, position=FRONT)


def numbers(*names: str) -> tuple[int, ...]:
    """The first cards of these names, each another one."""
    chosen: list[int] = []
    for name in names:
        same = (n for n, each in enumerate(DECK) if each.name == name and n not in chosen)
        chosen.append(next(same))
    return tuple(chosen)


@check
def given(
    course: Course,
    hands: Mapping[int, tuple[str, ...]] | None = None,
    castles: Mapping[int, str] | None = None,
    hidden: Mapping[int, str] | None = None,
    **more: object,
) -> None:
    """Cards in hands, castles and hidden armies, as they are before the case goes on."""
    state, seats = course.game.state(), range(course.game.setup.seats)
    assert any(isinstance(memory, CastleMemory) for memory in state.memories)
    every = iter(numbers(*chain(*(hands or {}).values())))
    held = {seat: [next(every) for _ in names] for seat, names in (hands or {}).items()}
    state.hands = [held.get(seat, []) for seat in seats]
    out = {card for hand in state.hands for card in hand}
    state.deck = [card for card in range(len(DECK)) if card not in out]
    places = [
        tuple(at(named[seat]) if seat in named else NO_TERRITORY for seat in seats)
        for named in (castles or {}, hidden or {})
    ]
    holders = tuple(seats)
    nobody = (NO_SEAT,) * len(holders)
    remember(state, CastleMemory(nobody, places[0], holders, places[1], is_dealt=True, **more))  # type: ignore[arg-type]
    course.game.set_state(state)


@check
def receives(course: Course, armies: int) -> None:
    """These armies come for castles, and none for territories."""
    assert course.record is not None
    (income,) = (each for each in course.record.events if isinstance(each, IncomeReceived))
    assert (income.territories, income.more) == (0, ((armies, "castles"),))


# On the board of Castle Risk

EUROPE = {each.name: number for number, each in enumerate(load_board("castle-europe").territories)}


@check
def draws(course: Course, *empires: int) -> None:
    """Castles cannot be drawn in this way: one of those is no empire."""
    game = Game(course.game.setup, RecordedChance(((1, 6, 1), *empires)))
    try:
        game.apply(BEGIN)
    except ChanceError:
        return
    raise AssertionError(f"castles were drawn in {empires}")


@check
def sails(course: Course, source: str, target: str, may_sail: bool) -> None:
    """Check whether an Admiral may carry armies from one territory to another."""
    game = course.game.copy()
    state = game.state()
    state.owner[:] = [BEN] * len(state.owner)
    state.owner[EUROPE[source]] = state.turn = state.acting_seat = ANN
    state.armies[:] = [5] * len(state.armies)
    state.hands[ANN] = list(numbers(ADMIRAL))
    state.phase, state.stage, state.round = Phase.ATTACK, Stage.ATTACK, 1
    game.set_state(state)
    action = Sail(EUROPE[source], EUROPE[target])
    assert (game.why_not(action) is None) == may_sail
    assert (action in [offer.action for offer in game.legal_actions()]) == may_sail


sail = by_name(Sail)
general = by_name(LeadAttack)
INLAND = load_ruleset("castle").variants.played["castle"].inland
BLACK_SEA = ("Turkey", "Ukraine", "Romania", "Bulgaria")

CASES = (
    in_europe(
        says="The eleven independents are no empire",
        source=BOOKLET,
        about={"variants.castle.independents": ("Independents",)},
    ).plays(draws(5, 5, 0), draws(6, 0, 0)),
    in_europe(
        says="Independents and coasts are the same on every Earth",
        source="a choice",
        about={"variants.earths.earths": 2},
        given={
            "variants.castle.independents": ("Independents",),
            "variants.castle.inland": INLAND,
            "variants.earths.played": True,
            "variants.earths.joins": ("Ireland", "Turkey"),
        },
    ).plays(draws(12, 0, 0), sails("London", "Bavaria", False), sails("London", "Madrid", True)),
    in_europe(
        says="Some territories are landlocked",
        source="derived: the neighbours of 11 of them form a ring round them",
        about={"variants.castle.inland": INLAND},
    ).plays(sails("London", "Bavaria", False), sails("London", "Madrid", True)),
    in_europe(
        says="The Black Sea is another body of water",
        source=BOOKLET,
        about={"variants.castle.inner_sea": BLACK_SEA},
        given={"variants.castle.inland": INLAND},
    ).plays(
        sails("Turkey", "Ukraine", True),
        sails("London", "Ukraine", False),
        sails("London", "Turkey", True),
    ),
    case(
        says="A castle is drawn by lot and set on a territory of that empire; then all are free",
        source=BOOKLET,
        about={**PLAYED, "variants.castle.independents": ()},
        luck=((1, 6, 1), 0, 0, 0),
    ).plays(
        BEGIN,
        asks(ToBuildCastle, BEN, empire=0, among=BOARD.continents[0].territories),
        refuses(claim("Peru"), NotYourTerritory),
        claim("Alaska"),
        tells(CastleBuilt, seat=BEN, territory="Alaska"),
        claim("Peru"),
        claim("Ukraine"),
        asks(ToClaim, BEN, among=None),
        claim("Siam"),
        silent(CastleBuilt),
    ),
    case(
        says="No castle stands on an independent territory",
        source=BOOKLET,
        about={**PLAYED, "variants.castle.independents": ("North America",)},
        luck=((1, 6, 1), 0, 0, 0),
    ).plays(
        BEGIN,
        refuses(claim("Alaska"), NotYourTerritory),
        claim("Peru"),
        tells(CastleBuilt, seat=BEN, territory="Peru"),
    ),
    case(
        says="A castle held brings 8 armies, those taken too",
        about={**PLAYED, "variants.castle.castle_armies": 8},
        position=START,
        luck=(0, 0, 0, 0),
    ).plays(receives(8)),
    case(
        says="Castles bring other numbers of armies where that is agreed",
        source="a house rule",
        about={**PLAYED, "variants.castle.castle_armies": 5},
        position=START,
        luck=(0, 0, 0, 0),
    ).plays(receives(5)),
    case(
        says="A hand is filled up to three cards, and then one more is drawn",
        about=PLAYED,
        position=LAST,
        luck=(0, 0),
    ).plays(given({ANN: (SPY, SPY)}), END, tells(CardDrawn, seat=ANN)),
    case(
        says="Each of the Reinforcements brings the next number, from 3 on",
        source="a fan's list of the cards; that there are 12 numbers is a choice",
        about={
            **PLAYED,
            "variants.castle.ladder": (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14),
            "reinforce.when": "end of turn",
        },
        position=LAST,
        luck=(0,),
    ).plays(
        given({ANN: (REINFORCEMENTS, REINFORCEMENTS, REINFORCEMENTS)}, laid=10),
        END,
        silent(IncomeReceived),
        asks(ToPlayCards, ANN),
        LayReinforcements(3),
        tells(ReinforcementsLaid, cards=3, armies=13 + 14 + 3),
    ),
    case(
        says="The numbers of Reinforcements may be others",
        source="a house rule",
        about={**PLAYED, "variants.castle.ladder": (5, 6)},
        given=LATE,
        position=LAST,
        luck=(0,),
    ).plays(
        given({ANN: (REINFORCEMENTS, SPY, SPY)}),
        END,
        LayReinforcements(1),
        tells(ReinforcementsLaid, armies=5),
    ),
    late(
        says="A Diplomat makes a truce, and neither attacks the other",
        source=SUMMARY + "; that it binds both, until the next turn of its maker, is a choice",
        position=LAST,
        luck=(0,),
    ).plays(
        given({ANN: (DIPLOMAT, SPY, SPY)}),
        END,
        refuses(MakeTruce(ANN), IllegalAction),
        MakeTruce(BEN),
        END,
        refuses(attack("Brazil", "Peru", 3), NotAnEnemy),
    ),
    case(
        says="A truce ends when either player is out: the armies left behind may be attacked",
        source="a choice",
        given=PLAYED,
        position=Position(
            lands=LANDS, more={"status": [Status.PLAYING, Status.OUT, Status.PLAYING]}
        ),
    ).plays(given(truces=((BEN, ANN),)), may(attack("Brazil", "Peru", 3))),
    late(
        says="A Spy looks at a hand and discards a card of it; the others see which",
        source=SUMMARY + "; that it is played before the attacks is a choice",
        position=LAST,
        luck=(0,),
    ).plays(
        given({ANN: (SPY, GENERAL, GENERAL), BEN: (ADMIRAL,)}),
        END,
        SendSpy(BEN),
        tells(SpySent, to=ANN, cards=numbers(ADMIRAL)),
        tells(SpySent, to=CID, cards=()),
        DiscardFrom(numbers(ADMIRAL)[0]),
        tells(CardRemoved, to=CID, card=numbers(ADMIRAL)[0]),
    ),
    at_the_front(
        says="A General adds one to the highest die of an attack",
        source=SUMMARY + "; that the commander serves as long as it goes on is a choice",
        luck=((6, 2, 1), (6, 6), (6, 2, 1), (6, 6)),
    ).plays(
        given({ANN: (GENERAL,)}),
        general("Brazil", "Peru"),
        attack("Brazil", "Peru", 3),
        tells(BattleResolved, attacker_losses=1, defender_losses=1),
        attack("Brazil", "Peru", 3),
        tells(BattleResolved, attacker_losses=1, defender_losses=1),
    ),
    at_the_front(
        says="A Marshall adds one to the highest die of a defence; holders of cards are asked once",
        source=SUMMARY + "; that the commander serves as long as the attack goes on is a choice",
        luck=((6, 2, 1), (5, 2), (6, 2, 1), (5, 2)),
    ).plays(
        given({BEN: (MARSHALL, SPY)}),
        attack("Brazil", "Peru", 3),
        asks(ToDefendWithMarshall, BEN, attacker=ANN),
        LeadDefence(),
        tells(BattleResolved, attacker_losses=2, defender_losses=0),
        attack("Brazil", "Peru", 3),
        tells(BattleResolved, attacker_losses=2, defender_losses=0),
    ),
    at_the_front(
        says="Players without a Marshall are asked too",
        source="a choice: the question gives no card away",
        luck=((6, 2, 1), (5, 2)),
    ).plays(
        given({BEN: (SPY,)}),
        attack("Brazil", "Peru", 3),
        refuses(LeadDefence(), IllegalAction),
        END,
        tells(BattleResolved, attacker_losses=1, defender_losses=1),
    ),
    case(
        says="An Admiral attacks across water with all armies but one, to the end, and is kept",
        source="a variant that follows the rule book; that all but one sail is a choice",
        about={**PLAYED, "variants.castle.inland": ()},
        given=LATE,
        position=FRONT,
        luck=FALLS,
    ).plays(
        given({ANN: (ADMIRAL,)}),
        refuses(sail("Brazil", "North Africa"), NotAnEnemy),
        refuses(sail("Congo", "Madagascar"), WrongNumber),
        sail("Brazil", "Madagascar"),
        armies({"Brazil": 1, "Madagascar": 8}),
        may(sail("Madagascar", "Siam")),
    ),
    case(
        says="An Admiral needs as many armies as any attack: three against one with a way out",
        source="a variant that follows the rule book; FAQ 4.2",
        about={"variants.retreat.played": True},
        given={**LATE, "variants.castle.inland": ()},
        position=Position(
            lands={ANN: {"Brazil": 3, "Congo": 2}, BEN: {"Siam": 3, "India": 1}}, rest=CID
        ),
    ).plays(
        given({ANN: (ADMIRAL,)}),
        refuses(sail("Congo", "Siam"), WrongNumber),
        sail("Brazil", "Siam"),
        Retreat(at("India")),
        armies({"Brazil": 1, "Siam": 1, "India": 4}),
    ),
    case(
        says="An Admiral waits where armies may not attack from, as in trench warfare",
        source="a variant that follows the rule book; Conquer Club, trench warfare",
        about={"variants.trench.played": True},
        given={**LATE, "variants.castle.inland": ()},
        position=Position(
            lands={ANN: {"Brazil": 9, "Congo": 9}, BEN: {"Peru": 1, "Siam": 1}}, rest=CID
        ),
    ).plays(
        given({ANN: (ADMIRAL,)}),
        conquer("Brazil", "Peru"),
        occupy(8),
        refuses(sail("Peru", "Siam"), WrongPhase),
        may(sail("Congo", "Siam")),
    ),
    case(
        says="A voyage is no airlift: an Admiral carries all armies, and none is lost on the way",
        source="a variant that follows the rule book; that it is no airlift is a choice",
        given={**LATE, "variants.castle.inland": (), "variants.airlift.played": True},
        position=Position(lands={ANN: {"Brazil": 9}, BEN: {"Siam": 1}}, rest=CID),
        luck=FALLS,
    ).plays(
        given({ANN: (ADMIRAL,)}),
        sail("Brazil", "Siam"),
        silent(AirliftBegan),
        armies({"Brazil": 1, "Siam": 8}),
    ),
    late(
        says="An Admiral whose armies are all lost is lost with them",
        source="a variant that follows the rule book",
        position=Position(lands={ANN: {"Brazil": 3, "Congo": 2}, BEN: {"Siam": 3}}, rest=BEN),
        luck=((1, 1), (6, 6)),
    ).plays(
        given({ANN: (ADMIRAL,)}),
        sail("Brazil", "Siam"),
        tells(AdmiralLost, seat=ANN),
        armies({"Brazil": 1, "Siam": 3}),
    ),
    case(
        says="No ship sails from a territory without a coast, nor to one",
        about={**PLAYED, "variants.castle.inland": ("Madagascar",)},
        given=LATE,
        position=FRONT,
    ).plays(
        given({ANN: (ADMIRAL,)}),
        refuses(sail("Brazil", "Madagascar"), NotAnEnemy),
        may(sail("Brazil", "Siam")),
    ),
    case(
        says="There is one sea where no other is named",
        about={**PLAYED, "variants.castle.inner_sea": ()},
        given={**LATE, "variants.castle.inland": ("Brazil", "Madagascar")},
        position=FRONT,
    ).plays(
        given({ANN: (ADMIRAL,)}),
        refuses(sail("Brazil", "Madagascar"), NotAnEnemy),
    ),
    case(
        says="On an inner sea ships sail between its coasts alone",
        source=BOOKLET + ": the Black Sea is another water",
        about={**PLAYED, "variants.castle.inner_sea": ("Brazil", "Madagascar")},
        given={**LATE, "variants.castle.inland": ("Brazil", "Madagascar")},
        position=FRONT,
    ).plays(
        given({ANN: (ADMIRAL,)}),
        may(sail("Brazil", "Madagascar")),
        refuses(sail("Brazil", "Siam"), NotAnEnemy),
    ),
    at_the_front(
        says="Against a castle the attacker throws at most two dice",
        source="FAQ Q2.2.3",
    ).plays(
        given(castles={BEN: "Peru"}),
        refuses(attack("Brazil", "Peru", 3), WrongNumber),
        may(attack("Brazil", "Peru", 2)),
        may(attack("Brazil", "Venezuela", 3)),
    ),
    late(
        says="A player who loses their castle is out; the armies stay as a garrison",
        source=BOOKLET + "; that the armies stay is a choice",
        position=Position(lands={ANN: {"Brazil": 9}, BEN: {"Peru": 1, "Ural": 4}}, rest=CID),
        luck=((6, 6), (1,)),
    ).plays(
        given(castles={ANN: "Brazil", BEN: "Peru"}),
        attack("Brazil", "Peru", 2),
        tells(CastleFell, seat=ANN, victim=BEN, territory="Peru"),
        tells(SeatEliminated, seat=BEN),
        owners({"Ural": BEN, "Peru": ANN}),
    ),
    at_the_front(
        says="Hidden armies are as many as the next Reinforcements bring, and shown once",
        source="owiki.org and the summary; that a player shows them in their own turn is a choice",
    ).plays(
        given(hidden={ANN: "Congo", BEN: "Peru"}, laid=2),
        ShowArmies(),
        tells(HiddenArmiesShown, seat=ANN, territory="Congo", armies=5),
        armies({"Congo": 6}),
        refuses(ShowArmies(), IllegalAction),
        asks(ToAttack, ANN),
    ),
    at_the_front(
        says="Hidden armies need their territory",
    ).plays(given(hidden={ANN: "Peru"}), refuses(ShowArmies(), IllegalAction)),
    case(
        says="Armies are received at the end of a turn, for what is held then",
        about={"reinforce.when": "end of turn"},
        position=Position(lands={ANN: {"Brazil": 4}}),
    ).plays(END, tells(IncomeReceived, seat=ANN, territories=3)),
    case(
        says="The number of territories brings nothing",
        about={"reinforce.territories_for_an_army": 42, "reinforce.least": 0},
        position=Position(now="starting", lands={ANN: {"Brazil": 4, "Peru": 1, "Congo": 1}}),
    ).plays(tells(IncomeReceived, seat=ANN, territories=0)),
)
