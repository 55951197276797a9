"""Airlift: any territory may attack any other for a price (Risk FAQ, section 4.7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import Field

from risk_tui.engine.actions import Attack
from risk_tui.engine.context import GameContext
from risk_tui.engine.decisions import Decision
from risk_tui.engine.declarations import Armies, Card, Seat, Territory, declare
from risk_tui.engine.events import Event
from risk_tui.engine.hooks import BotCandidate
from risk_tui.engine.state import State
from risk_tui.engine.variant import Memory, Variant
from risk_tui.engine.view import View
from risk_tui.rules.fields import choice_field
from risk_tui.rules.variant_options import VariantSection, played_field


class AirliftSection(VariantSection):
    """Airlift."""

    paragraph: ClassVar[str] = (
        "No territory is safe behind the front, so do not leave a single army anywhere that "
        "matters. An airlift costs half the army: use it on weak, valuable targets, such as a "
        "continent or the last territory of a player with cards, not on what you can reach by "
        "land."
    )

    played: bool = played_field(
        "Any territory may attack any other. Attacking a non-neighbour is an airlift: half of "
        "the attacking armies, rounded up, are lost at once. Repeating the same airlift costs "
        "nothing more until you make a different attack."
    )
    a_turn: Annotated[int, Field(ge=1, le=20)] | None = choice_field(
        "At most {value} {airlift|airlifts} per turn.",
        default=None,
        quiet="none",
        none="No limit on airlifts per turn.",
    )
    needs_card: bool = choice_field(
        "Whether an airlift needs a card.",
        default=False,
        quiet="false",
        true="You must show the card of the attacked territory; you keep it.",
        false="An airlift needs no card.",
    )


@declare
class AirliftBegan(Event):
    """Armies flew to attack a distant territory; ``armies`` were lost on the way."""

    is_irreversible = True
    long = "{seat} airlifts armies from {source} against {target}[, showing {card}]; {armies} lost"
    short = "{source} flies at {target}, −{#armies}"
    seat: Seat
    source: Territory
    target: Territory
    armies: Armies
    card: Card | None


@dataclass(frozen=True, slots=True)
class Airlifts(Memory):
    """The current airlift, as source and target, and the number started in this turn."""

    current: tuple[int, int] | tuple[()] = ()
    begun: int = 0


class Airlift(Variant[Airlifts]):
    """Attacks on distant territories."""

    key = "airlift"
    options = AirliftSection
    _options: AirliftSection
    initial_memory = Airlifts()

    def on_turn_start(self, context: GameContext) -> None:
        self.remember(context, Airlifts())

    def extra_targets(self, context: GameContext, source: int) -> Iterable[int]:
        state = context.state
        memory, hand = self.memory(state), state.hands[state.acting_seat]
        most = self._options.a_turn
        if most is not None and memory.begun >= most:
            current = memory.current
            return current[1:] if current[:1] == (source,) else ()
        targets: Iterable[int] = range(len(state.owner))
        if self._options.needs_card:
            targets = sorted(
                {named for card in hand for named in self.board.territories_on_card(card)}
            )
        return [target for target in targets if target != source]

    def _card_of(self, target: int, hand: Sequence[int]) -> int | None:
        """Return the first card of a hand for a territory, or ``None``."""
        return next((card for card in hand if target in self.board.territories_on_card(card)), None)

    def _loss(self, game: State | View, source: int, target: int, armies: int) -> int:
        """Return the armies lost on the way; 0 to a neighbour, or in the current airlift."""
        is_near = target in self.current_board(game).neighbours[source]
        if is_near or self.memory(game).current == (source, target):
            return 0
        return (armies + 1) // 2

    def attack_cost(self, context: GameContext, source: int, target: int, armies: int) -> int:
        return self._loss(context.state, source, target, armies)

    def on_attack(self, context: GameContext, source: int, target: int, attack_cost: int) -> None:
        memory = self.memory(context.state)
        if memory.current == (source, target):
            return
        if not attack_cost:  # The target is a neighbour.
            self.change_memory(context, current=())
            return
        self.remember(context, Airlifts((source, target), memory.begun + 1))
        hand = context.state.hands[context.state.acting_seat]
        card = self._card_of(target, hand) if self._options.needs_card else None
        context.record_event(
            AirliftBegan(context.state.acting_seat, source, target, attack_cost, card)
        )

    def odds(self, view: View, source: int, target: int, armies: int) -> int:
        return armies - self._loss(view, source, target, armies)

    def candidates(self, view: View, decision: Decision) -> Iterator[BotCandidate]:
        """Yield the current airlift, and those of the strongest territory against weaker ones."""
        memory, neighbours = self.memory(view), view.board.neighbours
        own = view.territories_of(view.acting_seat)
        strongest = max((view.armies[territory] for territory in own), default=0)
        for offer in view.offers:
            match offer.action:
                case Attack(source, target) if target not in neighbours[source]:
                    armies = self.odds(view, source, target, view.armies[source])
                    is_current = memory.current == (source, target)
                    is_strong = view.armies[source] == strongest and armies > view.armies[target]
                    if is_strong or is_current:
                        action = offer.with_number(offer.maximum or 1)
                        after = ((source, view.owner[source], armies),)
                        yield BotCandidate(action, after, (source, target))
