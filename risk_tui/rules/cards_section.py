"""Cards: the section of a ruleset about them, which several rules go by (FAQ Q2.5.1 to Q2.5.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from risk_tui.boards.board import CardSymbol
from risk_tui.rules.fields import Section, choice_field, number_field

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from risk_tui.boards.board import Board

SetArmies = Annotated[int, Field(ge=0, le=200)]


class CardsSection(Section):
    """Cards."""

    award: Literal["one a turn", "none with an objective"] = choice_field(
        "Who draws a card.",
        **{
            "one a turn": "Whoever conquered a territory in a turn draws one card.",
            "none with an objective": "Whoever conquered a territory in a turn draws one card, "
            "unless an objective was taken in that turn.",
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
            "escalating": "Each set traded by anybody makes the next one worth more.",
            "by type": "A set is worth what its symbols say, whoever traded before.",
            "stars": "Cards are traded for their stars, any number of cards at a time.",
        },
    )
    escalating: tuple[SetArmies, ...] = choice_field(
        "Armies for the first sets: {value}.", ("sets", "escalating")
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
    ] = choice_field("Three alike or mixed, a set is worth: {value}.", ("sets", "by type"))
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
            "whole turn": "Cards are traded at any time of a turn until a new card is drawn. While "
            "attacking, their armies may be placed little by little.",
        },
    )
    asked: Literal["with a set", "with enough cards"] = choice_field(
        "Who is asked to trade.",
        **{
            "with a set": "Only players who hold a set are asked whether to trade.",
            "with enough cards": "Every player with enough cards for a set is asked whether to "
            "trade, so that the question does not show who holds one.",
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
            "at once": "That is checked at the start of a turn and as soon as a card is drawn.",
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
        "There are {value} of those extra armies.",
        ("territory_bonus", "each", "once a set", "once a turn"),
        **{"0": "That is no army at all.", "1": "It is one army."},
    )
    on_elimination: Literal["discard", "hold", "trade"] = choice_field(
        "What becomes of an eliminated player's cards.",
        discard="An eliminated player's cards go to the discard pile.",
        hold="The conqueror takes an eliminated player's cards and keeps them until their next "
        "turn.",
        trade="The conqueror takes an eliminated player's cards and may have to trade at once.",
    )
    elimination_trade_at: int = number_field(
        "With {value} cards or more they must then trade sets at once.",
        3,
        100,
        ("on_elimination", "trade"),
    )
    elimination_trade_to: Annotated[int, Field(ge=0, le=99)] = choice_field(
        "Trading goes on until {value} cards or fewer are left.",
        ("on_elimination", "trade"),
        **{"0": "Trading goes on as long as they hold a set."},
    )
    elimination_trade_more: bool = choice_field(
        "Trading on.",
        ("on_elimination", "trade"),
        true="After that they may trade more sets.",
        false="After that they trade no more until their next turn.",
    )
    elimination_trade_fewer: bool = choice_field(
        "Trading with fewer cards.",
        ("on_elimination", "trade"),
        true="With fewer cards they may trade a set at once, too.",
        false="With fewer cards they wait for their next turn.",
    )

    def leaves_out(self, ruleset: Any, players: int | None) -> Iterable[str]:
        if ruleset.player_limits[1] > 2 and players != 2:
            return ()
        # The elimination of one of two players ends the game.
        return [f"cards.{name}" for name in type(self).model_fields if "elimination" in name]

    def basics(self, board: Board | None, left_out: Collection[str] = ()) -> str:
        if self.sets == "stars":
            return (
                "Cards show stars, and are kept hidden until they are traded: at least "
                f"{min(self.star_values)} and at most {max(self.star_values)} stars at a time. Of "
                "cards with equally many stars, the first in the deck are traded first."
            )
        shown = (
            []
            if board is None
            else [
                board.territories[card.territory].name
                for card in board.deck
                if card.symbol == CardSymbol.JOKER and card.territory is not None
            ]
        )
        jokers = (
            f"A joker stands for any symbol; jokers are the cards of {' and '.join(shown)}."
            if shown
            else "A joker shows no territory and stands for any symbol."
        )
        alike = "" if self.kinds == "different" else "three with the same symbol, or "
        return (
            "Each card shows a territory and one of three symbols: infantry, cavalry or artillery. "
            "Cards are kept hidden until they are traded, a set of three at a time: "
            f"{alike}one with each. {jokers}"
        )
