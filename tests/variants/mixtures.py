"""Variants mixed: which mixtures there are, games by them, and what must hold at every step.

Nothing here knows a variant: whatever is registered is mixed.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from textual.geometry import Size

from risk_tui.boards.board import NO_SEAT
from risk_tui.bots.base import Bot
from risk_tui.engine.actions import Action, EndPhase, Offer, Resign
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.declarations import slots_of
from risk_tui.engine.events import BattleResolved, Event
from risk_tui.engine.game import Game, GameSetup
from risk_tui.engine.imagination import sample_game
from risk_tui.engine.records import Record
from risk_tui.engine.state import Phase, State, Status
from risk_tui.engine.variant import all_variants
from risk_tui.rules.house_rules import values_of_variants, with_house_rules
from risk_tui.rules.library import load_board
from risk_tui.rules.variant_options import VariantOptions
from risk_tui.saves.entries import ActionEntry, read_entry, write_entry
from risk_tui.table.seats import COLOURS, Seat, extra_seats
from risk_tui.text.prompts import heading_of, prompt_for, purpose_of
from risk_tui.text.record_lines import describe_record
from risk_tui.tui.map.highlights import highlights, territory_styles
from risk_tui.tui.panels.bars import phase_bar
from risk_tui.tui.panels.odds_lines import OddsQuery, odds_lines
from risk_tui.tui.panels.side_panel import layout_for, lower_lines, upper_lines
from tests.engine.offers import accepts, is_offered
from tests.engine.watched import RULES
from tests.text.logs import short_record

SECTIONS = VariantOptions().sections
KEYS = tuple(SECTIONS)
"""The variants that are switched on by themselves."""
OLDER = {
    name: [
        key for key, variant in all_variants().items() if variant.options_from(rules) is not None
    ]
    for name, rules in RULES.items()
}
"""The variants that older sections of the editions switch on."""
SEATS = range(2, 7)
QUICK: dict[str, object] = {"setup.armies_each_go": None}
"""All armies of a place at once: most of a short game is to be turns."""
PEOPLE = [Seat(name, colour) for name, colour in zip("ABCDEF", COLOURS, strict=True)]


class Mixture(NamedTuple):
    """Variants, the edition that they are played with, and a number of seats."""

    variants: tuple[str, ...]
    edition: str
    seats: int

    def __str__(self) -> str:
        return f"{'+'.join(self.variants)}, {self.edition}, {self.seats}"

    def setup(self, **changes: object) -> GameSetup:
        """Return the setup with these variants on; raise ``RiskError`` if they conflict."""
        values = {**QUICK, **values_of_variants(self.variants), **changes}
        ruleset = with_house_rules(RULES[self.edition], values)
        return GameSetup(load_board("classic"), ruleset, self.seats)

    @property
    def facts(self) -> Iterator[tuple[object, object]]:
        """All pairs of what is mixed."""
        yield from combinations((*self.variants, self.edition, self.seats), 2)


def seats_of(variants: tuple[str, ...], edition: str) -> list[int]:
    """Return the possible numbers of seats; none if a variant excludes another."""
    played = {*variants, *OLDER[edition]}
    if any(played & all_variants()[key].excludes.keys() for key in played):
        return []
    sections, players = [SECTIONS[key] for key in variants], RULES[edition].players
    least = max(players.least, *(each.least_players for each in sections))
    most = min(players.most, *(each.most_players for each in sections))
    return [seats for seats in SEATS if least <= seats <= most]


def covering(mixtures: Sequence[Mixture], size: int, seed: int = 1) -> list[Mixture]:
    """A few mixtures with every pair of variant, edition and seats that is in any of these.

    They have up to ``size`` variants. Greedily: of some mixtures with a pair that is still missing,
    always that with most of them.
    """
    rng = random.Random(seed)
    holders: dict[tuple[object, object], list[Mixture]] = {}
    for mixture in mixtures:
        for fact in mixture.facts:
            holders.setdefault(fact, []).append(mixture)
    missing, found = dict.fromkeys(holders), []
    while missing:
        fitting = holders[next(iter(missing))]
        some = [extended(each, size, rng) for each in rng.sample(fitting, min(30, len(fitting)))]
        found.append(max(some, key=lambda each: sum(fact in missing for fact in each.facts)))
        for fact in found[-1].facts:
            missing.pop(fact, None)
    return found


def extended(mixture: Mixture, size: int, rng: random.Random) -> Mixture:
    """The mixture with further variants, up to ``size`` of them, as far as they go together."""
    variants = mixture.variants
    for key in rng.sample(KEYS, len(KEYS)):
        if len(variants) >= size:
            break
        more = tuple(sorted({*variants, key}))
        if mixture.seats in seats_of(more, mixture.edition):
            variants = more
    return mixture._replace(variants=variants)


def all_pairs() -> list[Mixture]:
    """Every pair of variants for every edition and number of seats, where they may be played."""
    return [
        Mixture(pair, edition, seats)
        for pair, edition in product(combinations(KEYS, 2), RULES)
        for seats in seats_of(pair, edition)
    ]


# Games


def choose(offers: Sequence[Offer], rng: random.Random) -> Action:
    """Any of these actions: of each kind as often as of the others, mostly with all armies."""
    kinds: dict[type[Action], list[Offer]] = {}
    for offer in offers:
        kinds.setdefault(type(offer.action), []).append(offer)
    kinds.pop(Resign, None)
    assert kinds, "a decision has an answer"
    if len(kinds) > 1 and rng.random() < 0.6:
        kinds.pop(EndPhase, None)
    offer = rng.choice(kinds[rng.choice(list(kinds))])
    if offer.maximum is None or offer.minimum is None:
        return offer.action
    all_of_them = rng.random() < 0.8
    return offer.with_number(
        offer.maximum if all_of_them else rng.randint(offer.minimum, offer.maximum)
    )


def prove(
    setup: GameSetup,
    seed: int | str,
    steps: int,
    bots: Sequence[Bot] | None = None,
    looks: float = 0.03,
) -> Game:
    """Play a game, to its end or for some steps, and prove each of them.

    Without ``bots`` all seats choose at random. ``looks`` is the chance, for each step, of a proof
    that exactly the offers are accepted.
    """
    rng, game = random.Random(seed), Game(setup, seeded_chance(seed))
    records: list[Record] = []
    before = game.state()
    while (decision := game.decision) is not None and len(records) < steps:
        seat, offers = decision.seat, game.legal_actions()
        if not records or rng.random() < looks:
            prove_shown(setup, game, rng)
            prove_imagined(game, rng)
            accepts(game, rng.choice(offers), rng)
            for old in rng.sample(records, min(3, len(records))):
                refusal = game.why_not(old.action)
                assert (refusal is None) == is_offered(game, old.action), (old.action, refusal)
        action = bots[seat].choose(game.view(seat), decision) if bots else choose(offers, rng)
        records.append(game.apply(action, seat=seat))
        after = game.state()
        prove_step(setup, records[-1], before, after)
        prove_position(game, after)
        before = after
    prove_shown(setup, game, rng)
    assert Game.replay(setup, records).state() == before
    return game


def prove_late(setup: GameSetup, seed: int | str, games: int) -> None:
    """Play ends of a game between players with hardly any land, and prove each step."""
    rng, game = random.Random(seed), Game(setup, seeded_chance(seed))
    while game.decision is not None and not _turn_begins(game.state()):
        game.apply(choose(game.legal_actions(), rng))
    if game.decision is None:
        return
    for number in range(games):
        late = game.copy(seeded_chance(number))
        late.set_state(_late(game, rng))
        for _ in range(25):
            if late.decision is None:
                break
            before = late.state()
            record = late.apply(choose(late.legal_actions(), rng))
            prove_step(setup, record, before, late.state())
            prove_position(late, late.state())


def _turn_begins(state: State) -> bool:
    """Return True if a player is about to place, trade or attack, with nothing else in progress."""
    under_way = state.occupying or state.battle or state.acting_seat != state.turn
    return state.phase in (Phase.REINFORCE, Phase.TRADE, Phase.ATTACK) and not under_way


def _late(game: Game, rng: random.Random) -> State:
    """Leave two or three players one or two territories each, near each other, and their cards.

    All other territories are empty, or belong to a seat without a player.
    """
    state, board = game.state(), game.setup.board
    others = sorted(set(state.seats_in_game()) - {state.turn})
    left = [state.turn, *rng.sample(others, min(len(others), rng.choice((1, 1, 2))))]
    for seat in set(others) - set(left):
        state.status[seat], state.unplaced[seat] = Status.ELIMINATED, 0
    in_play = [territory for territory, owner in enumerate(state.owner) if owner != NO_SEAT]
    rest = rng.choice([NO_SEAT, *range(game.setup.seats, len(state.status))])
    first = rng.choice([each for each in in_play if state.owner[each] == state.turn])
    near = sorted(in_play, key=lambda each: (each != first, each not in board.neighbours[first]))
    more = rng.sample(left, rng.choice((0, 0, len(left))))
    owners = dict(zip(near, [*left, *more], strict=False))
    for territory in in_play:
        owner = owners.get(territory, rest)
        state.owner[territory] = owner
        state.armies[territory] = 0 if owner == NO_SEAT else rng.choice((1, 1, 2, 4))
    cards = sorted(
        (set(range(len(board.deck))) - {*state.cards_set_aside}),
        key=lambda card: (owners.keys().isdisjoint(board.territories_on_card(card)), rng.random()),
    )
    state.hands = [[] for _ in state.hands]
    for seat in left:
        state.hands[seat] = [cards.pop(0) for _ in range(min(len(cards), 4))]
    state.deck, state.discard = sorted(cards), []
    return state


def prove_position(game: Game, state: State) -> None:
    """Check what must hold between two steps under any rules."""
    decision, conquered = game.decision, state.occupying[1] if state.occupying else None
    for territory, (owner, armies) in enumerate(zip(state.owner, state.armies, strict=True)):
        assert territory == conquered or bool(armies) == (owner != NO_SEAT), "an army on all land"
    if decision is None:
        assert state.winners, "a game that is over is won"
        return
    assert state.status[decision.seat] is Status.PLAYING, f"{decision} is asked of a player"
    assert any(not isinstance(offer.action, Resign) for offer in game.legal_actions()), (
        f"{decision} has an answer"
    )
    if state.round:
        landless = set(state.seats_in_game()).difference(state.owner)
        assert not landless, f"{landless} have no land, and are out"


def prove_shown(setup: GameSetup, game: Game, rng: random.Random) -> None:
    """Check that views of the deciding seat and of spectators can be shown."""
    seats, size = _seats(setup), rng.choice((Size(23, 20), Size(36, 34), Size(60, 48)))
    cursor = rng.randrange(len(setup.board.territories))
    for seat in {None, game.decision.seat if game.decision else 0}:
        view = game.view(seat)
        query = OddsQuery(cursor, private=True)
        layout = layout_for(view, seats, size)
        odds_lines(view, query, size.width)
        upper = upper_lines(view, seats, size.width, layout)
        lower = lower_lines(view, seats, size.width, layout, cursor, None)
        assert upper and lower
        assert phase_bar(view, seats, 80, "saved", seeded=False)
        assert len(territory_styles(view, seats, highlights(view, None), ascii=True)) == len(
            view.owner
        )
        if view.decision is not None:
            for words in (prompt_for, purpose_of, heading_of):
                assert "{" not in words(view.decision, view, seats)


def prove_imagined(game: Game, rng: random.Random) -> None:
    """Check that an imagined game looks like this one, and can be played."""
    for seat in (None, rng.randrange(game.setup.seats)):
        view = game.view(seat)
        imagined = sample_game(view, seeded_chance(rng.getrandbits(32)))
        assert imagined.view(seat) == view
        if imagined.decision is not None:
            imagined.apply(choose(imagined.legal_actions(), rng))


def _seats(setup: GameSetup) -> list[Seat]:
    people = PEOPLE[: setup.seats]
    return [*people, *extra_seats(setup, people)]


def prove_step(setup: GameSetup, record: Record, before: State, after: State) -> None:
    """Check what must hold after a step under any rules."""
    cards = [*after.deck, *after.discard, *(card for hand in after.hands for card in hand)]
    aside = after.cards_set_aside
    assert len(cards) == len(set(cards)), "a card lies in one place"
    assert len(cards) + len(aside) == len(setup.board.deck), "no card is lost"
    assert min(after.armies) >= 0
    for event in record.events:
        if type(event) is BattleResolved:
            assert event.defence_dice, "no battle is fought where no army stands"
    told = set().union(*(_territories(event) for event in record.events))
    changed = {
        territory
        for territory in range(len(after.owner))
        if (before.owner[territory], before.armies[territory])
        != (after.owner[territory], after.armies[territory])
    }
    assert changed <= told, f"{record} does not tell of {changed - told}"
    entry = ActionEntry(record.seat, record.action, record.chance)
    assert read_entry(write_entry(entry)) == entry
    seats = _seats(setup)
    for tell, reader in product((describe_record, short_record), (None, record.seat)):
        lines = tell(record.redacted_for(reader), seats, setup.board)
        assert all(line and "{" not in line for line in lines)


def _territories(event: Event) -> Iterable[int]:
    """The territories that an event tells of."""
    for name, slot in slots_of(type(event)).items():
        value = getattr(event, name)
        if value is None:
            continue
        if slot.meaning == "seat by territory":
            yield from range(len(value))
        elif slot.meaning.startswith("territory"):
            yield from value if slot.many else (value,)
