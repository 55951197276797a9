"""Games at a given position, with short functions for actions in them.

A test chooses owners, armies and dice. By default each territory has one army, all hands are empty,
and Ann may attack.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from risk_tui.engine.actions import (
    Action,
    Attack,
    Begin,
    Claim,
    Defend,
    EndPhase,
    Occupy,
    Place,
    Reinforce,
    Resign,
    Trade,
)
from risk_tui.engine.chance import RecordedChance
from risk_tui.engine.declarations import slots_of
from risk_tui.engine.events import Event
from risk_tui.engine.game import Game, GameSetup
from risk_tui.engine.records import Outcome, Record
from risk_tui.engine.state import Phase, Stage, State, Status
from risk_tui.engine.variant import Memory
from risk_tui.engine.view import View
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.rules.ruleset import Ruleset
from risk_tui.variants.changed_dice import Changes

M = TypeVar("M")
NAMES = ("Ann", "Ben", "Cid", "Dot", "Eve", "Fay")
ANN, BEN, CID, DOT, EVE, FAY = range(6)

BOARD = load_board("classic")
US = load_ruleset("us-1993")
UK = load_ruleset("uk-new")

_STAGES = {
    "declare": Stage.RECEIVE,
    Phase.REINFORCE: Stage.REINFORCE,
    Phase.TRADE: Stage.REINFORCE,
    Phase.FORTIFY: Stage.FORTIFY,
}
"""The stage of a turn in each phase; other phases belong to the attacks."""

_PLACES = {place.name: number for number, place in enumerate(BOARD.territories)}
_JOKERS = [number for number, card in enumerate(BOARD.deck) if card.territory is None]


def at(name: str) -> int:
    """Return a territory by its name, which ends with the number of one of several Earths."""
    place, _, earth = name.rpartition(" ")
    if earth.isdecimal():
        return _PLACES[place] + (int(earth) - 1) * len(BOARD.territories)
    return _PLACES[name]


def continent(name: str) -> tuple[int, ...]:
    """Return the territories of a continent."""
    return next(each.territories for each in BOARD.continents if each.name == name)


def card(name: str) -> int:
    """Return the card of a territory; ``joker`` and ``other joker`` are those of a single Earth."""
    if name in ("joker", "other joker"):
        return _JOKERS[name == "other joker"]
    return at(name)  # These cards come first, in the order of the territories.


def cards(names: str) -> tuple[int, ...]:
    """Return several cards by the names of their territories, separated by commas."""
    return tuple(card(name.strip()) for name in names.split(",")) if names else ()


def varied(ruleset: Ruleset, **sections: Mapping[str, Any]) -> Ruleset:
    """Return a ruleset with some values changed: ``varied(US, fortify={"reach": "free"})``."""
    return ruleset.model_copy(
        update={
            name: getattr(ruleset, name).model_copy(update=dict(values))
            for name, values in sections.items()
        }
    )


UNASKED = varied(US, combat={"defence_choice": "most"})
"""US rules in which the defender always rolls as many dice as allowed."""


def script(*outcomes: Outcome) -> RecordedChance:
    """Return chance with these dice, picks and orders."""
    return RecordedChance(outcomes)


def new_game(players: int, rules: Ruleset = US, *outcomes: Outcome) -> Game:
    """Return a game that has not begun, with its outcomes of chance."""
    return Game(GameSetup(BOARD, rules, players), script(*outcomes))


def position(
    lands: Mapping[str, Mapping[str, int]] | None = None,
    *,
    rules: Ruleset = US,
    rest: str = "Ben",
    players: int = 3,
    turn: str = "Ann",
    phase: str = Phase.ATTACK,
    hands: Mapping[str, str] | None = None,
    discard: str = "",
    deck: str | None = None,
    out: Iterable[str] = (),
    resigned: Iterable[str] = (),
    luck: Iterable[Outcome] = (),
    remembers: Iterable[Memory] = (),
    **state: Any,
) -> Game:
    """Return a game in the middle of a turn.

    ``lands`` maps a player to territories and their armies; ``rest`` holds all others with one army
    each. ``deck`` names the cards left in the deck; by default all cards outside of hands.
    ``remembers`` are memories of variants; ``state`` sets any other field of the state by name.
    """
    game = Game(GameSetup(BOARD, rules, players), RecordedChance(luck))
    now = game.state()
    now.owner[:] = [NAMES.index(rest)] * len(now.owner)
    now.armies[:] = [1] * len(now.armies)
    for name, held in (lands or {}).items():
        for place, armies in held.items():
            now.owner[at(place)] = NAMES.index(name)
            now.armies[at(place)] = armies
    for name, held_cards in (hands or {}).items():
        now.hands[NAMES.index(name)] = list(cards(held_cards))
    now.discard = list(cards(discard))
    gone = {each for hand in now.hands for each in hand} | set(now.discard)
    now.deck = [each for each in now.deck if each not in gone] if deck is None else []
    if deck:
        now.deck = sorted(cards(deck))
    for name in out:
        now.status[NAMES.index(name)] = Status.ELIMINATED
    for name in resigned:
        now.status[NAMES.index(name)] = Status.RESIGNED
    now.unplaced = [0] * len(now.unplaced)
    now.phase, now.stage, now.round = phase, _STAGES.get(phase, Stage.ATTACK), 3
    now.turn = now.acting_seat = NAMES.index(turn)
    if state.pop("commander_used", False) and now.memories == (Changes(),):
        now.memories = (Changes(commander_used=True),)
    for memory in remembers:
        remember(now, memory)
    for name, value in state.items():
        setattr(now, name, value)
    game.set_state(now)
    return game


def front(ann: int, ben: int, *luck: Outcome, rules: Ruleset = UNASKED, **more: Any) -> Game:
    """Return a game in which Ann in the Ukraine faces Ben in the Ural, with so many armies."""
    lands = {"Ann": {"Ukraine": ann, "Brazil": 5}, "Ben": {"Ural": ben}}
    return position(lands, rules=rules, luck=luck, **more)


def remember(state: State, memory: Memory) -> None:
    """Replace the memory of a variant in play."""
    kinds = [type(each) for each in state.memories]
    number = kinds.index(type(memory))
    state.memories = (*state.memories[:number], memory, *state.memories[number + 1 :])


def memory_of(state: State | View, kind: type[M]) -> M | None:
    """Return the memory of a kind, if its variant is played."""
    return next((each for each in state.memories if isinstance(each, kind)), None)


def change(game: Game, **values: Any) -> None:
    """Set parts of a game's state by their names."""
    state = game.state()
    for name, value in values.items():
        setattr(state, name, value)
    game.set_state(state)


def give(game: Game, seat: int, hand: Iterable[int]) -> None:
    """Replace the hand of a seat."""
    hands = game.state().hands
    hands[seat] = list(hand)
    change(game, hands=hands)


def events_of(record: Record, kind: type[Event]) -> list[Any]:
    """Return the events of one kind in a record."""
    return [fact for fact in record.events if isinstance(fact, kind)]


def armies(game: Game, *names: str) -> int | tuple[int, ...]:
    """Return the armies on a territory, or on several."""
    found = tuple(game.state().armies[at(name)] for name in names)
    return found[0] if len(found) == 1 else found


def owner(game: Game, name: str) -> str:
    """Return the holder of a territory."""
    return NAMES[game.state().owner[at(name)]]


def phase(game: Game) -> Phase:
    """Return the current phase."""
    return game.state().phase


def decides(game: Game) -> str:
    """Return the player who has to decide."""
    decision = game.decision
    assert decision is not None, "the game is over"
    return NAMES[decision.seat]


def offered(game: Game, kind: type[Action]) -> list[tuple[Action, int | None]]:
    """Return the offers of one kind of action: the action with its minimum, and the maximum."""
    return [(o.action, o.maximum) for o in game.legal_actions() if isinstance(o.action, kind)]


def by_name(kind: type[Action]) -> Callable[..., Action]:
    """Return a function that makes an action from the names of its territories and cards."""
    numbers: dict[str, Callable[[str], int]] = {"territory": at, "card": card}

    def action(*values: Any) -> Action:
        slots = zip(slots_of(kind).values(), values, strict=False)
        return kind(*(numbers.get(slot.meaning, _same)(value) for slot, value in slots))

    return action


def _same(value: Any) -> Any:
    return value


def _does(kind: type[Action]) -> Callable[..., Record]:
    """Return a function that does such an action in a game."""
    action = by_name(kind)
    return lambda game, *values: game.apply(action(*values))


begin, end, resign = _does(Begin), _does(EndPhase), _does(Resign)
claim, place, reinforce = _does(Claim), _does(Place), _does(Reinforce)
attack, defend, occupy = _does(Attack), _does(Defend), _does(Occupy)


def trade(game: Game, names: str, bonus: str | None = None) -> Record:
    return game.apply(Trade(cards(names), None if bonus is None else at(bonus)))
