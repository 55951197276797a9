"""Revolt: the people of a player's home continent rise for a card (Risk FAQ, section 4.6)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, Literal

from risk_tui.boards.board import NO_SEAT, NO_TERRITORY
from risk_tui.data.language import N_, _
from risk_tui.engine.actions import Action, EndPhase, Offer, Resign
from risk_tui.engine.context import GameContext, PhaseHandler
from risk_tui.engine.decisions import Choice, Decision
from risk_tui.engine.declarations import (
    Armies,
    Card,
    Flag,
    Seat,
    Slot,
    Territory,
    TerritoryOfContinent,
    declare,
)
from risk_tui.engine.events import Event
from risk_tui.engine.hooks import Answer, Answers, BotCandidate, TerritoryMark
from risk_tui.engine.phases.conquest import eliminate_if_beaten
from risk_tui.engine.phases.set_up import ask_each_seat, begin_first_turn, resign_before_first_turn
from risk_tui.engine.phases.turn_flow import advance, finish_if_won, resign_turn
from risk_tui.engine.state import Stage, State
from risk_tui.engine.variant import Memory, Variant, with_value_at
from risk_tui.engine.view import View
from risk_tui.errors import IllegalAction, NotASet, NotYourTerritory
from risk_tui.rules.fields import choice_field, number_field
from risk_tui.rules.variant_options import VariantSection, played_field


class RevoltSection(VariantSection):
    """Revolt."""

    paragraph: ClassVar[str] = (
        "Each player has a home continent whose people may rise for them. No large army is "
        "safe in another player's home if they hold cards: spread it out. A card from your own "
        "home can win more than a set if a large army stands on its territory."
    )

    played: bool = played_field(
        "Each player publicly chooses a home continent before the first turn. After placing, "
        "instead of attacking, a player may show a card of a territory in their home: all "
        "armies there become theirs. They may then fortify."
    )
    share: int = number_field(
        "No more than {value} {player|players} may have the same home.", 1, 6, default=2
    )
    card: Literal["spent", "kept"] = choice_field(
        "The card that is shown.",
        default="spent",
        spent="The card is spent.",
        kept="The card is kept.",
    )
    earns_card: bool = choice_field(
        "A card for a revolt.",
        default=False,
        true="A revolt earns a card, as a conquest does.",
        false="A revolt earns no card.",
    )


@declare
class ChooseHome(Action):
    """Make the continent of a territory the home; that territory is marked."""

    kind = "home"
    summary = "choose a home continent, or any territory in it"
    advice = "make {territory} your home"
    verb = "choose a home"
    territory: TerritoryOfContinent


@declare
class Revolt(Action):
    """Show a card, instead of attacking: all armies on its territory change sides."""

    kind = "revolt"
    summary = "instead of attacking: a card of your home turns its armies"
    advice = "show {card} for a revolt"
    confirm = "Show {card}? All armies there become yours, and you do not attack in this turn."
    card: Card


@declare
class ToChooseHome(Decision):
    """Choose a home continent publicly."""

    kind = "home"
    purpose = (
        "In your home continent your cards can make armies of others yours. A large one has many "
        "cards; your own armies need not be there."
    )
    asks = "{seat}: choose your home continent, by any of its territories"
    choices = {
        ChooseHome: Choice("make it home", "Its continent becomes your home, and everyone sees it.")
    }
    requirement = "choose your home continent first"


@declare
class ToRevolt(Decision):
    """Make armies in the home continent change sides instead of attacking, or attack.

    ``can_revolt`` is False if no card in hand is suitable; the seat is asked anyway.
    """

    kind = "revolt"
    private = True
    part_of = "attack"
    purpose = (
        "Instead of attacking, you may show a card of your home continent: all armies on its "
        "territory become yours."
    )
    asks = {
        "none": "{seat}: none of your cards brings a revolt",
        "": "{seat}: start a revolt in your home instead of attacking, or attack",
    }
    choices = {
        Revolt: Choice("choose", "You show a card, and its territory revolts."),
        EndPhase: Choice(
            "attack instead",
            "Everyone with a card is asked, so that the question gives nothing away.",
        ),
    }
    secret = {"can_revolt": True}
    can_revolt: Flag = True

    def conditions(self, reader: int | None) -> Collection[str]:
        return ["none"] if reader == self.seat and not self.can_revolt else []


@declare
class HomeChosen(Event):
    """A seat chose its home continent."""

    long = "{continent} is the home of {seat}"
    short = "{seat} is at home in {continent}", "{seat} ⌂ {continent}"
    seat: Seat
    territory: Territory
    continent: Annotated[int, Slot("continent")]


@declare
class Revolted(Event):
    """All armies on a territory changed to the colour of a seat, for a card that was shown."""

    is_irreversible = True
    long = "{card}: {territory} revolts, and {seat} takes over {armies} of {victim}"
    short = "{territory} revolts for {seat}, {#armies}"
    recap = {
        "": "{territory} revolted for {seat}",
        "victim": "{territory} revolted against you, for {seat}",
    }
    recap_order = 3
    seat: Seat
    territory: Territory
    card: Card
    armies: Armies
    victim: Seat

    def previous_owners(self) -> Sequence[tuple[int, int]]:
        return ((self.territory, self.victim),)


@dataclass(frozen=True, slots=True)
class RevoltMemory(Memory):
    """The territory that marks each seat's home, ``NO_TERRITORY`` for none.

    ``asked`` means that the seat in turn was asked for a revolt.
    """

    territories: tuple[int, ...]
    asked: bool = False


class RevoltVariant(Variant[RevoltMemory]):
    """Armies that change sides for a card of the home continent."""

    key = "revolt"
    options = RevoltSection
    _options: RevoltSection
    possible_marks = (TerritoryMark("⌂", N_("home")),)

    def start(self) -> RevoltMemory:
        return RevoltMemory((NO_TERRITORY,) * self.seats)

    def phases(self) -> Mapping[str, PhaseHandler]:
        return {
            "home": PhaseHandler(
                decision=lambda context: ToChooseHome(context.state.turn),
                offers=lambda context: [
                    *(Offer(ChooseHome(home)) for home in self._possible_homes(context.state)),
                    Offer(Resign()),
                ],
                actions={ChooseHome: self._choose, Resign: resign_before_first_turn},
                prompt=N_("choose your home continent first"),
            ),
            "revolt": PhaseHandler(
                decision=lambda context: ToRevolt(
                    context.state.turn, can_revolt=bool(self._revolts(context))
                ),
                offers=self._offers,
                actions={Revolt: self._revolt, EndPhase: self._continue_turn, Resign: resign_turn},
                prompt=N_("let a territory revolt, or start your attacks"),
            ),
        }

    # Choosing a home

    def phases_after_setup(self) -> Mapping[str, Callable[[GameContext], bool]]:
        return {"home": self._ask_for_home}

    def _ask_for_home(self, context: GameContext) -> bool:
        """Ask the next seat, from the first one on, that has no home."""
        homes = self.memory(context.state).territories
        return ask_each_seat(context, "home", lambda seat: homes[seat] == NO_TERRITORY)

    def _home(self, game: State | View, seat: int) -> int | None:
        """Return the home continent of a seat, or ``None``."""
        homes = self.memory(game).territories
        if seat >= len(homes) or homes[seat] == NO_TERRITORY:
            return None
        return self.board.territories[homes[seat]].continent

    def _possible_homes(self, state: State) -> list[int]:
        """Return the unmarked territories in continents with room for another home.

        If no continent has room, return all unmarked territories.
        """
        marked = self.memory(state).territories
        homes = [self._home(state, seat) for seat in range(self.seats)]
        free = [each for each in range(len(self.board.territories)) if each not in marked]
        with_room = [
            each
            for each in free
            if homes.count(self.board.territories[each].continent) < self._options.share
        ]
        return with_room or free

    def _choose(self, context: GameContext, action: ChooseHome) -> None:
        state, territory = context.state, action.territory
        context.require_territory(territory)
        continent = self.board.territories[territory].continent
        if territory not in self._possible_homes(state):
            home, name = self.board.continents[continent].name, context.territory_name(territory)
            homes = [self._home(state, seat) for seat in range(self.seats)]
            if homes.count(continent) >= self._options.share:
                raise IllegalAction(
                    _(
                        "{home} is the home of {share} already; choose another",
                        home=home,
                        share=self._options.share,
                    )
                )
            raise IllegalAction(_("{name} is marked already; choose another territory", name=name))
        territories = with_value_at(self.memory(state).territories, state.turn, territory)
        self.change_memory(context, territories=territories)
        context.record_event(HomeChosen(state.turn, territory, continent))
        begin_first_turn(context)

    # Revolts

    def on_turn_start(self, context: GameContext) -> None:
        self.change_memory(context, asked=False)

    def phases_before_stages(self) -> Mapping[Stage, Callable[[GameContext], bool]]:
        return {Stage.ATTACK: self._ask_for_revolt}

    def _ask_for_revolt(self, context: GameContext) -> bool:
        """Ask the seat in turn if it has any card, so that the question reveals nothing."""
        state = context.state
        if self.memory(state).asked or not state.turn_is_attack or not state.hands[state.turn]:
            return False
        if self._home(state, state.turn) is None or state.acting_seat != state.turn:
            return False
        state.phase = "revolt"
        return True

    def _territory_at_home(self, game: State | View, card: int) -> int | None:
        """Return the territory of a card in the home continent of the seat in turn, or ``None``."""
        home, territories = self._home(game, game.turn), self.board.territories
        named = (
            each
            for each in self.board.territories_on_card(card)
            if territories[each].continent == home
        )
        return next(named, None)

    def _why_not(self, context: GameContext, card: int) -> str:
        """Return why the territory of a card can't revolt for the seat in turn; empty if it can."""
        state, printed = context.state, self.board.deck[card].territory
        if printed is None:
            return _("a joker has no territory")
        territory = self._territory_at_home(state, card)
        if territory is None:
            return _(
                "{base_territory} is not in your home continent",
                base_territory=self.board.base_territory(printed).name,
            )
        name = context.territory_name(territory)
        if state.owner[territory] == NO_SEAT:
            return _("there is no army in {name}", name=name)
        if state.owner[territory] == state.turn:
            return _("{name} is yours already", name=name)
        return ""

    def _offers(self, context: GameContext) -> list[Offer]:
        return [*self._revolts(context), Offer(EndPhase()), Offer(Resign())]

    def _revolts(self, context: GameContext) -> list[Offer]:
        """Return the offers of revolts that are possible now."""
        hand = context.state.hands[context.state.turn]
        return [Offer(Revolt(card)) for card in hand if not self._why_not(context, card)]

    def _revolt(self, context: GameContext, action: Revolt) -> None:
        state, card = context.state, action.card
        if card not in state.hands[state.turn]:
            raise NotASet(_("you do not hold that card"))
        if refusal := self._why_not(context, card):
            raise NotYourTerritory(refusal)
        territory = self._territory_at_home(state, card)
        assert territory is not None
        if self._options.card == "spent":
            state.hands[state.turn].remove(card)
            state.discard.append(card)
        state.turn_is_attack = False
        state.conquests_this_turn += self._options.earns_card
        victim, state.owner[territory] = state.owner[territory], state.turn
        context.record_event(Revolted(state.turn, territory, card, state.armies[territory], victim))
        for hook in context.hooks.on_conquest:
            hook(context, territory, territory, victim)
        eliminate_if_beaten(context, victim, state.turn)
        if not finish_if_won(context):
            self._continue_turn(context, action)

    def _continue_turn(self, context: GameContext, action: Action) -> None:
        self.change_memory(context, asked=True)
        advance(context)

    # Views, odds and bots

    def marks(self, view: View) -> Mapping[int, TerritoryMark]:
        sign, homes = self.possible_marks[0], enumerate(self.memory(view).territories)
        return {home: replace(sign, seat=seat) for seat, home in homes if home != NO_TERRITORY}

    def answers(self, view: View, decision: Decision) -> Answers | None:
        """Return only the option to continue, with the reason, if no card can cause a revolt.

        The question is asked anyway, so that it reveals nothing.
        """
        may_revolt = any(isinstance(offer.action, Revolt) for offer in view.offers)
        if may_revolt or not isinstance(decision, ToRevolt):
            return None
        attack = Answer(_("Attack instead"), EndPhase())
        why = _("None of your cards shows an opponent's territory in your home.")
        return Answers(_("Revolt"), (attack,), why)

    def candidates(self, view: View, decision: Decision) -> Iterator[BotCandidate]:
        """Yield homes, rated by their foreign territories, or attacks and a revolt by each card."""
        if isinstance(decision, ToChooseHome):
            for offer in view.offers:
                for aim in offer.action.aims:
                    home = self.board.continents[self.board.territories[aim].continent]
                    others = [each for each in home.territories if view.owner[each] != view.turn]
                    yield BotCandidate(offer.action, gain=len(others))
        if isinstance(decision, ToRevolt):
            yield BotCandidate(EndPhase(), attacks=True)
            for offer in view.offers:
                if isinstance(offer.action, Revolt):
                    territory = self._territory_at_home(view, offer.action.card)
                    assert territory is not None
                    after = ((territory, view.turn, view.armies[territory]),)
                    yield BotCandidate(
                        offer.action, after, cards=int(self._options.card == "spent")
                    )
