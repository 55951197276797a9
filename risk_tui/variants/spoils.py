"""Nuclear spoils: traded cards bring no armies, but make their territories neutral.

As in Conquer Club, which calls cards spoils.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any, ClassVar, Literal

from risk_tui.boards.board import NO_SEAT
from risk_tui.data.language import N_
from risk_tui.engine.actions import EndPhase, Trade
from risk_tui.engine.context import GameContext
from risk_tui.engine.decisions import Decision, ToTrade
from risk_tui.engine.declarations import Armies, Seat, Territory, declare
from risk_tui.engine.events import Event
from risk_tui.engine.hooks import BotCandidate, ExtraSeat
from risk_tui.engine.phases.conquest import eliminate_if_beaten
from risk_tui.engine.phases.turn_flow import finish_if_won, turns_after
from risk_tui.engine.state import State
from risk_tui.engine.variant import Memory, Variant
from risk_tui.engine.view import View
from risk_tui.rules.fields import choice_field
from risk_tui.rules.ruleset import Ruleset, first_difference
from risk_tui.rules.variant_options import VariantSection, played_field

NOTHING = dict.fromkeys(("artillery", "infantry", "cavalry", "mixed", "pair and joker"), 0)
VALUES: dict[str, dict[str, Any]] = {
    "cards": {"sets": "by type", "by_type": NOTHING, "territory_bonus": "none"}
}
"""The values of other sections that the variant requires."""


class SpoilsSection(VariantSection):
    """Nuclear spoils."""

    paragraph: ClassVar[str] = (
        "Cards are weapons, not income: armies come only from territories. A set can open a "
        "continent no one could break, or hurt the player forced to trade it. Keep cards of "
        "other players' territories, and do not hold so many that you must trade away your own."
    )

    replaces: ClassVar[tuple[str, ...]] = ("cards.sets", "cards.by_type")

    played: bool = played_field(
        "Sets bring no armies. Every territory on a traded card becomes neutral, including the "
        "trader's own. Players who lose everything by it leave in the order of play, the "
        "trader last; the last player left wins, even without a territory."
    )
    left: Literal["one army", "all armies"] = choice_field(
        "Neutral garrison.",
        default="one army",
        **{
            "one army": "One neutral army is left there.",
            "all armies": "The armies that stood there stay, as neutral ones.",
        },
    )


@declare
class TurnedNeutral(Event):
    """A territory on a traded card became neutral; ``lost`` armies of ``victim`` are gone."""

    long = {
        "": "{territory}, {victim}'s, is neutral now: {lost} lost",
        "kept": "{territory}, {victim}'s, is neutral now, with all its armies",
    }
    short = {"": "{territory} neutral, {victim} −{#lost}", "kept": "{territory} neutral"}
    recap = {
        "": "{seat}'s cards made {territory} neutral",
        "victim": "{seat}'s cards took {territory} from you",
    }
    recap_order = 2
    seat: Seat
    territory: Territory
    victim: Seat
    lost: Armies

    def conditions(self, reader: int | None) -> Collection[str]:
        return (*(() if self.lost else ("kept",)), *Event.conditions(self, reader))

    def previous_owners(self) -> Sequence[tuple[int, int]]:
        return ((self.territory, self.victim),)


class Spoils(Variant[Memory]):
    """Cards that make territories neutral instead of bringing armies."""

    key = "spoils"
    options = SpoilsSection

    @classmethod
    def incompatibility(cls, ruleset: Ruleset) -> str:
        return first_difference(ruleset, VALUES)

    def _set_options(self, options: SpoilsSection) -> None:
        self._all_stay = options.left == "all armies"

    def extra_seats(self) -> Sequence[ExtraSeat]:
        return (ExtraSeat(N_("Neutral lands"), N_("neutral lands appear")),)

    def _to_turn_neutral(self, game: State | View, cards: Collection[int]) -> list[int]:
        """Return the territories that a trade of cards makes neutral, in board order."""
        named = {each for card in cards for each in self.board.territories_on_card(card)}
        return [
            each
            for each in sorted(named)
            if game.owner[each] not in (self.first_extra_seat, NO_SEAT)
        ]

    def on_trade(self, context: GameContext, cards: Collection[int]) -> None:
        state, neutral, victims = context.state, self.first_extra_seat, set[int]()
        for territory in self._to_turn_neutral(state, cards):
            victim, armies = state.owner[territory], state.armies[territory]
            state.owner[territory] = neutral
            state.armies[territory] = armies if self._all_stay else 1
            lost = armies - state.armies[territory]
            context.record_event(TurnedNeutral(state.turn, territory, victim, lost))
            victims.add(victim)
        for seat in turns_after(state, state.turn):
            if seat in victims:
                eliminate_if_beaten(context, seat, None if seat == state.turn else state.turn)
                if finish_if_won(context):
                    return

    # Views, odds and bots

    def candidates(self, view: View, decision: Decision) -> Iterator[BotCandidate]:
        """Yield the trade of each set, with its effect on the board, and the option to skip it."""
        for offer in view.offers if isinstance(decision, ToTrade) else ():
            match offer.action:
                case Trade(cards):
                    armies = view.armies
                    after = tuple(
                        (each, self.first_extra_seat, armies[each] if self._all_stay else 1)
                        for each in self._to_turn_neutral(view, cards)
                    )
                    yield BotCandidate(offer.action, after, cards=len(cards))
                case EndPhase():
                    yield BotCandidate(offer.action)
