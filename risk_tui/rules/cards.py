"""Cards: drawing cards, trading sets, and the values of sets (FAQ Q2.5 to Q2.5.3)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import Annotated, Any, Literal, Protocol

from pydantic import Field

from risk_tui.boards.board import Board, CardSymbol
from risk_tui.data.language import _, capitalize, join_and
from risk_tui.rules.fields import Section, choice_field, field_sentence, number_field

SET_SIZE = 3
_PLAIN = (CardSymbol.INFANTRY, CardSymbol.CAVALRY, CardSymbol.ARTILLERY)
MIXED = "mixed"
PAIR_AND_JOKER = "pair and joker"


class CardSets(Protocol):
    """The rules about sets: which cards can be traded together, and for how many armies."""

    min_cards: int
    """The smallest number of cards in a set."""

    def refusal(self, cards: Sequence[int], hand: Sequence[int]) -> str:
        """Return why ``cards`` of a hand can't be traded together; empty if they can."""

    def value(self, cards: Sequence[int], sets_traded: int) -> int:
        """Return the armies for these cards; 0 if they are not a set."""

    def values(self, sets_traded: int) -> tuple[int, int]:
        """Return the smallest and largest value of a set in armies after ``sets_traded`` sets."""

    def matching_cards(self, cards: Sequence[int], hand: Sequence[int]) -> tuple[int, ...]:
        """Return ``cards`` with each replaced by the first equivalent card of the hand."""

    def complete_sets(self, hand: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """Yield every set in a hand."""

    def has_set(self, hand: Sequence[int]) -> bool:
        """Return True if a hand contains a set."""


class ThreeCardSets:
    """Three alike, or one of each; a joker counts as any symbol (FAQ Q2.5.1)."""

    min_cards = SET_SIZE

    def __init__(self, cards: CardsSection, board: Board) -> None:
        self._cards = cards
        self._different = cards.kinds == "different"
        self._symbols = [card.symbol for card in board.deck]

    def kinds(self, cards: Sequence[int]) -> list[str]:
        """Return the kinds of set that ``cards`` can be: a symbol for three alike, or ``MIXED``.

        A pair with a joker is also a separate kind, because a few editions pay more for it.
        """
        if len(cards) != SET_SIZE:
            return []
        symbols = [self._symbols[card] for card in cards]
        if CardSymbol.POWER in symbols:
            return []
        plain = [symbol for symbol in symbols if symbol is not CardSymbol.JOKER]
        if len(symbols) - len(plain) > self._cards.jokers_in_a_set:
            return []
        distinct = set(plain)
        if self._different:
            return [MIXED] if len(distinct) == len(plain) else []
        kinds = [plain[0].value] if len(distinct) == 1 else []
        if len(distinct) == len(plain):
            kinds.append(MIXED)
        if len(distinct) == 1 and len(plain) == SET_SIZE - 1:
            kinds.append(PAIR_AND_JOKER)
        return kinds

    def refusal(self, cards: Sequence[int], hand: Sequence[int]) -> str:
        if len(cards) != SET_SIZE:
            return _("a set is three different cards from your own hand")
        if self.kinds(cards):
            return ""
        jokers = sum(self._symbols[card] is CardSymbol.JOKER for card in cards)
        if jokers > self._cards.jokers_in_a_set:
            limit = field_sentence(self._cards, "jokers_in_a_set").rstrip(".")
            return _("not a set: {reason}", reason=limit[0].lower() + limit[1:])
        if self._different:
            return _("not a set: you need one of each (jokers are wild)")
        return _("not a set: you need three alike or one of each (jokers are wild)")

    def value(self, cards: Sequence[int], sets_traded: int) -> int:
        """Return the armies for the most valuable kind of set that ``cards`` can be (FAQ Q2.5.1).

        It is 0 if they are not a set.
        """
        values = (self._cards.set_value(kind, sets_traded) for kind in self.kinds(cards))
        return max(values, default=0)

    def values(self, sets_traded: int) -> tuple[int, int]:
        worth = self._cards.set_value
        plain = [] if self._different else [symbol.value for symbol in _PLAIN]
        values = [worth(kind, sets_traded) for kind in (*plain, MIXED)]
        has_pairs = self._cards.jokers_in_a_set and not self._different
        pair = worth(PAIR_AND_JOKER, sets_traded) if has_pairs else 0
        return min(values), max(*values, pair)

    def matching_cards(self, cards: Sequence[int], hand: Sequence[int]) -> tuple[int, ...]:
        return tuple(sorted(cards))

    def complete_sets(self, hand: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """Yield every set in a hand, each as three cards."""
        # Skip power cards early, because this runs at every step of a game.
        plain = [card for card in sorted(hand) if self._symbols[card] is not CardSymbol.POWER]
        for cards in combinations(plain, SET_SIZE):
            if self.kinds(cards):
                yield cards

    def has_set(self, hand: Sequence[int]) -> bool:
        return len(hand) >= SET_SIZE and next(self.complete_sets(hand), None) is not None


class StarSets:
    """Any number of cards, valued by their total number of stars.

    Cards with equal stars are equivalent, and those that come first in the deck are traded first.
    So the sets of a hand differ in how many cards of each number of stars they contain.
    """

    def __init__(self, cards: CardsSection, board: Board) -> None:
        stars = {str(symbol): count for symbol, count in cards.stars.items()}
        self._stars = [stars[card.symbol.value] for card in board.deck]
        self._values = cards.star_values
        self._min_stars = min(self._values)
        self._max_stars = max(self._values)
        self.min_cards = 1 + (self._min_stars - 1) // max(stars.values())

    def count(self, cards: Sequence[int]) -> int:
        """Return the total number of stars on these cards."""
        return sum(self._stars[card] for card in cards)

    def matching_cards(self, cards: Sequence[int], hand: Sequence[int]) -> tuple[int, ...]:
        """Return the first cards of the hand with the same stars as ``cards``."""
        chosen: list[int] = []
        for stars in sorted({self._stars[card] for card in cards}):
            count = sum(self._stars[card] == stars for card in cards)
            chosen += [card for card in sorted(hand) if self._stars[card] == stars][:count]
        return tuple(sorted(chosen))

    def refusal(self, cards: Sequence[int], hand: Sequence[int]) -> str:
        stars = self.count(cards)
        if not self._min_stars <= stars <= self._max_stars:
            return _(
                "trade {min_stars} to {max_stars} stars; those cards show {stars}",
                min_stars=self._min_stars,
                max_stars=self._max_stars,
                stars=stars,
            )
        if tuple(sorted(cards)) != self.matching_cards(cards, hand):
            return _("cards with equal stars are traded in hand order")
        return ""

    def value(self, cards: Sequence[int], sets_traded: int) -> int:
        """Return the armies for the highest row of the table that the stars reach.

        It is 0 for too few or too many stars.
        """
        stars = self.count(cards)
        if stars > self._max_stars:
            return 0
        return max((armies for count, armies in self._values.items() if count <= stars), default=0)

    def values(self, sets_traded: int) -> tuple[int, int]:
        return min(self._values.values()), max(self._values.values())

    def complete_sets(self, hand: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """Yield every set in a hand that is not equivalent to another one."""
        groups = [
            [card for card in sorted(hand) if self._stars[card] == stars]
            for stars in sorted({self._stars[card] for card in hand})
        ]
        for counts in product(*(range(len(group) + 1) for group in groups)):
            picked = zip(groups, counts, strict=True)
            cards = tuple(sorted(card for group, count in picked for card in group[:count]))
            if self._min_stars <= self.count(cards) <= self._max_stars:
                yield cards

    def has_set(self, hand: Sequence[int]) -> bool:
        return self.count(hand) >= self._min_stars and any(True for _ in self.complete_sets(hand))


def make_sets(cards: CardsSection, board: Board) -> CardSets:
    """Make the rules about sets that a ruleset chooses."""
    return StarSets(cards, board) if cards.sets == "stars" else ThreeCardSets(cards, board)


class CardDraw:
    """The rules about when cards are drawn and traded, and about hands with too many cards."""

    def __init__(self, cards: CardsSection) -> None:
        self.before_fortify = cards.draw == "before fortify"
        """True if the card is drawn right after the attacks."""
        self.asks_without_set = cards.asked == "with enough cards"
        """True if the player is asked to trade even without a set."""
        self.whole_turn = cards.trade_when == "whole turn"
        """True if sets may be traded between attacks, and their armies placed in several parts.

        This is a house rule of FAQ Q2.5.1.
        """
        self._forced_at = cards.forced_at
        self._forced_on_draw = cards.forced_when == "at once"

    def must_trade_from(self, cards: int) -> bool:
        """Return True if a player with that many cards must trade at the start of a turn."""
        return self._forced_at is not None and cards >= self._forced_at

    def hand_limit(self, cards: int) -> int | None:
        """Return how many of ``cards`` may be kept after drawing; ``None`` for all."""
        if self._forced_on_draw and self._forced_at is not None and cards >= self._forced_at:
            return self._forced_at - 1
        return None


SetArmies = Annotated[int, Field(ge=0, le=200)]


class CardsSection(Section):
    """Cards."""

    award: Literal["one a turn", "none with an objective"] = choice_field(
        "Who draws a card.",
        **{
            "one a turn": "A player who conquers at least one territory in a turn draws one card.",
            "none with an objective": "A player who conquers a territory draws one card, "
            "unless they took an objective that turn.",
        },
    )
    draw: Literal["before fortify", "after fortify"] = choice_field(
        "When a card is drawn.",
        **{
            "before fortify": "The card is drawn before fortifying.",
            "after fortify": "The card is drawn at the end of the turn.",
        },
    )
    sets: Literal["escalating", "by type", "stars"] = choice_field(
        "What a set is worth.",
        **{
            "escalating": "What a set is worth depends on how many all players traded before.",
            "by type": "A set's value depends only on its symbols.",
            "stars": "Trade any number of cards at once for their stars.",
        },
    )
    escalating: tuple[SetArmies, ...] = choice_field(
        "Armies for the first {set|sets}: {value}.", ("sets", "escalating")
    )
    escalating_then: Literal["step", "again", "back"] = choice_field(
        "After those sets.",
        ("sets", "escalating"),
        quiet="step",
        step="After those, the value goes by equal steps.",
        again="After those, the values start again with the first.",
        back="After those, the values go back down to the first, then up again.",
    )
    escalating_step: Annotated[int, Field(ge=0, le=100)] = choice_field(
        "Each further set is worth {value} more.",
        ("escalating_then", "step"),
        **{"0": "Each further set is worth as much as the one before."},
    )
    by_type: dict[
        Literal["artillery", "infantry", "cavalry", "mixed", "pair and joker"], SetArmies
    ] = choice_field("By its symbols a set is worth: {value}.", ("sets", "by type"))
    stars: dict[
        Literal["artillery", "infantry", "cavalry", "joker"], Annotated[int, Field(ge=1, le=5)]
    ] = choice_field("Stars on a card: {value}.", ("sets", "stars"))
    star_values: dict[Annotated[int, Field(ge=1, le=99)], SetArmies] = choice_field(
        "Armies for the stars traded at a time (stars: armies): {value}.", ("sets", "stars")
    )
    kinds: Literal["alike or different", "different"] = choice_field(
        "Which cards make a set.",
        ("sets", "escalating", "by type"),
        default="alike or different",
        quiet="alike or different",
        **{
            "alike or different": "Three alike make a set, and three different ones.",
            "different": "Only three different cards make a set.",
        },
    )
    jokers_in_a_set: Annotated[int, Field(ge=0, le=2)] = choice_field(
        "A set may hold up to {value} jokers.",
        ("sets", "escalating", "by type"),
        **{"0": "A set may hold no joker.", "1": "A set may hold one joker."},
    )
    trade_when: Literal["before attacks", "whole turn"] = choice_field(
        "When cards are traded.",
        quiet="before attacks",
        **{
            "before attacks": "Cards are traded before the first attack of a turn.",
            "whole turn": "Cards can be traded at any time in a turn until a new card is "
            "drawn. During attacks, the armies can be placed a few at a time.",
        },
    )
    asked: Literal["with a set", "with enough cards"] = choice_field(
        "Who is asked to trade.",
        **{
            "with a set": "Only players who hold a set are asked whether to trade.",
            "with enough cards": "Every player with enough cards is asked whether to trade, so "
            "that the question reveals nothing.",
        },
    )
    forced_at: Annotated[int, Field(ge=3, le=100)] | None = choice_field(
        "A player with {value} cards or more must trade a set.",
        none="Any number of cards may be kept.",
    )
    forced_when: Literal["start of turn", "at once"] = choice_field(
        "When that is checked.",
        ("forced_at",),
        quiet="start of turn",
        **{
            "start of turn": "That is checked at the start of a turn.",
            "at once": "This is checked at the start of a turn and whenever a card is drawn.",
        },
    )
    territory_bonus: Literal["none", "each", "once a set", "once a turn"] = choice_field(
        "Armies for a territory shown on a traded card.",
        **{
            "none": "The territories on traded cards bring no extra armies.",
            "each": "Each traded card that shows a territory of the player's own brings extra "
            "armies, which go on that territory.",
            "once a set": "One territory of the player's own that is shown on a traded card gets "
            "extra armies, once for each set.",
            "once a turn": "One territory of the player's own that is shown on a traded card gets "
            "extra armies, once a turn.",
        },
    )
    territory_bonus_armies: Annotated[int, Field(ge=0, le=20)] = choice_field(
        "Extra armies: {value}.",
        ("territory_bonus", "each", "once a set", "once a turn"),
        **{
            "0": "The territories on traded cards bring no extra armies.",
            "1": "It is one army.",
        },
    )
    on_elimination: Literal["discard", "hold", "trade"] = choice_field(
        "Cards of eliminated players.",
        discard="An eliminated player's cards go to the discard pile.",
        hold="The conqueror takes an eliminated player's cards and keeps them until their next "
        "turn.",
        trade="The conqueror takes an eliminated player's cards and may have to trade at once.",
    )
    elimination_trade_at: int = number_field(
        "With {value} or more cards they must trade at once.",
        3,
        100,
        ("on_elimination", "trade"),
    )
    elimination_trade_to: Annotated[int, Field(ge=0, le=99)] = choice_field(
        "Trading goes on until {value} {card or fewer is|cards or fewer are} left.",
        ("on_elimination", "trade"),
        **{"0": "Trading goes on as long as they hold a set."},
    )
    elimination_trade_more: bool = choice_field(
        "Further trades.",
        ("on_elimination", "trade"),
        true="After that they may trade more sets.",
        false="They cannot trade again until their next turn.",
    )
    elimination_trade_fewer: bool = choice_field(
        "Trading with fewer cards.",
        ("on_elimination", "trade"),
        true="With fewer cards they may trade a set at once, too.",
        false="With fewer cards they must wait until their next turn.",
    )

    @property
    def depends_on_trades(self) -> bool:
        """True if the value of a set depends on the number of sets traded before."""
        if self.sets != "escalating":
            return False
        traded = range(2 * len(self.escalating) + 1)
        return len({self.set_value(MIXED, number) for number in traded}) > 1

    def set_value(self, kind: str, sets_traded: int) -> int:
        """Return the armies for a set of three cards (FAQ Q2.5.1).

        Escalating values rise with each set, as in 4, 6, 8, 10, 12, 15, then +5. Under some house
        rules they start again, or go down again, after the last one.

        Args:
            kind: A symbol, ``MIXED`` or ``PAIR_AND_JOKER``.
            sets_traded: The number of sets that all players have traded before.
        """
        if self.sets == "by type":
            return next((armies for key, armies in self.by_type.items() if key == kind), 0)
        values = self.escalating
        if self.escalating_then == "again":
            return values[sets_traded % len(values)]
        if self.escalating_then == "back":
            up_and_down = (*values, *values[-2:0:-1])
            return up_and_down[sets_traded % len(up_and_down)]
        steps = sets_traded - len(values) + 1
        return values[sets_traded] if steps <= 0 else values[-1] + self.escalating_step * steps

    def leaves_out(self, ruleset: Any, players: int | None) -> Iterable[str]:
        if self.sets == "escalating" and not self.depends_on_trades:
            yield "cards.sets"
        if not self.territory_bonus_armies:
            yield "cards.territory_bonus"
        if ruleset.ends_with_elimination(players):
            yield from (f"cards.{name}" for name in type(self).model_fields if "elim" in name)

    def basics(self, board: Board | None, left_out: Collection[str] = ()) -> str:
        if self.sets == "stars":
            return _(
                "Cards show stars, and are kept hidden until they are traded: at least {least} and "
                "at most {most} stars at a time. Of cards with equally many stars, the first in "
                "the deck are traded first.",
                least=min(self.star_values),
                most=max(self.star_values),
            )
        jokers = capitalize(self._about_jokers(board))
        if self.kinds == "different":
            return _(
                "Each card shows a territory and one of three symbols: infantry, cavalry or "
                "artillery. Cards are kept hidden until they are traded, a set of three at a time: "
                "one with each. {jokers}.",
                jokers=jokers,
            )
        return _(
            "Each card shows a territory and one of three symbols: infantry, cavalry or "
            "artillery. Cards are kept hidden until they are traded, a set of three at a time: "
            "three with the same symbol, or one with each. {jokers}.",
            jokers=jokers,
        )

    def _about_jokers(self, board: Board | None) -> str:
        """Return a clause about the jokers of a board, without a capital letter."""
        cards = () if board is None else board.deck
        shown = [
            board.territories[card.territory].name
            for card in cards
            if board and card.symbol == CardSymbol.JOKER and card.territory is not None
        ]
        if not shown:
            return (
                _("a joker shows no territory and stands for any symbol")
                if self.jokers_in_a_set
                else _("a joker shows no territory")
            )
        named = _("jokers are the cards of {territories}", territories=join_and(shown))
        return f"{_('a joker stands for any symbol')}; {named}" if self.jokers_in_a_set else named
