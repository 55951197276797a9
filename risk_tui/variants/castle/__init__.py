"""Castle Risk: castles, hidden armies and cards to play (Parker Brothers, 1986)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar

from risk_tui.boards.board import NO_SEAT, NO_TERRITORY, Board
from risk_tui.data.language import N_, _, pgettext, pluralize
from risk_tui.engine.actions import Action, EndPhase, Offer, Place, Reinforce, Resign
from risk_tui.engine.context import GameContext, PhaseHandler, require_range
from risk_tui.engine.decisions import Decision, ToClaim, ToPlace, ToReinforce
from risk_tui.engine.events import Claimed, Event
from risk_tui.engine.hooks import (
    Answer,
    Answers,
    BotCandidate,
    TerritoryMark,
    TerritoryStake,
    VictoryProgress,
)
from risk_tui.engine.phases.attack import dice_range
from risk_tui.engine.phases.battle import begin_battle
from risk_tui.engine.phases.conquest import settle_elimination
from risk_tui.engine.phases.reach import possible_attacks
from risk_tui.engine.phases.set_up import (
    CLAIM,
    ask_each_seat,
    begin_first_turn,
    resign_before_first_turn,
    seats_in_order,
    to_claim,
)
from risk_tui.engine.phases.turn_flow import advance, draw_from_deck, resign_turn
from risk_tui.engine.state import Battle, Stage, State, Status
from risk_tui.engine.variant import Variant, with_value_at
from risk_tui.engine.view import View
from risk_tui.errors import IllegalAction, NotAdjacent, NotAnEnemy, RiskError, UnknownTerritory
from risk_tui.rules.ruleset import Ruleset
from risk_tui.variants.airlift import AirliftSection
from risk_tui.variants.capitals import min_guard
from risk_tui.variants.castle.declarations import (
    ADMIRAL,
    DECK,
    DIPLOMAT,
    GENERAL,
    MARSHALL,
    REINFORCEMENTS,
    SPY,
    AdmiralLost,
    AdmiralSailed,
    ArmiesHidden,
    CardRemoved,
    CastleBuilt,
    CastleFell,
    CastleMemory,
    CastleSection,
    DiscardFrom,
    EmpireDrawn,
    GeneralPlayed,
    HiddenArmiesShown,
    HideArmies,
    LayReinforcements,
    LeadAttack,
    LeadDefence,
    MakeTruce,
    MarshallPlayed,
    ReinforcementsLaid,
    Sail,
    SendSpy,
    ShowArmies,
    SpySent,
    ToBuildCastle,
    ToDefendWithMarshall,
    ToDiscardFrom,
    ToHideArmies,
    ToPlayCards,
    TruceMade,
    key_on_one_earth,
)

SIGN = "♜"
DICE_AGAINST_A_CASTLE = 2
HAND = 3
"""The number of cards that a hand is filled to at the start of a turn, before one more is drawn."""

_WORTH = {ADMIRAL: 4, MARSHALL: 3, REINFORCEMENTS: 2.5, GENERAL: 2, DIPLOMAT: 1.5, SPY: 1}
"""The value of discarding another seat's card, in armies, by its name."""

_SUPERIORITY = 1.6
"""The ratio of attackers to defenders from which a voyage is worthwhile."""

_GARRISON_SHARE = 0.4
"""The share of the starting armies that is placed in the castle."""

_CASTLE_VALUE = 12.0
"""The value of another castle in armies: its income, and one rival less."""


class CastleRisk(Variant[CastleMemory]):
    """Castles that must not fall, and cards to play."""

    key = "castle"
    odds_unknown_reason = "castles and leaders count"
    options = CastleSection
    _options: CastleSection
    possible_marks = (
        TerritoryMark(SIGN, N_("castle")),
        TerritoryMark("?", N_("hidden armies")),
    )
    excludes: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("martian", "meltdown", "revolt"), "its cards show no territories"),
        "nuclear": "nukes come instead of armies for territories, and there are none here",
        **dict.fromkeys(
            ("dealt_by_dice", "five_goals", "remix", "tournament"),
            "territories are dealt there, and castles are built by claiming",
        ),
    }

    @classmethod
    def incompatibility(cls, ruleset: Ruleset) -> str:
        if ruleset.setup.allocation != "claim":
            return _(
                "castles are built where territories are claimed; set 'setup.allocation' to claim"
            )
        if ruleset.two_players.third_army != "none":
            return _("a third army draws no castle; set 'two_players.third_army' to none")
        if ruleset.cards.sets == "stars" or ruleset.setup.first_armies == "stars":
            return _("its cards show no stars; set 'cards.sets' to escalating")
        airlift = ruleset.variants.played.get("airlift")
        if isinstance(airlift, AirliftSection) and airlift.needs_card:
            return _("its cards show no territories; set 'variants.airlift.needs_card' to false")
        if ruleset.reinforce.exclusive:
            return _("reinforcements come after the attacks; set 'reinforce.exclusive' to false")
        return ""

    @classmethod
    def adjust_board(cls, options: CastleSection, board: Board) -> Board:
        return replace(board, deck=DECK, below=board.below or board)

    def _set_options(self, options: CastleSection) -> None:
        independents = {name.casefold() for name in options.independents}
        self._empires = [
            number
            for number, continent in enumerate(self.board.continents)
            if continent.exists
            and key_on_one_earth(self.board, continent.key).casefold() not in independents
        ]
        if len(self._empires) < self.seats:
            raise RiskError(
                _(
                    "{board} has only {empires_count} empires, not enough castles for {seats} "
                    "players",
                    board=_(self.board.title),
                    empires_count=len(self._empires),
                    seats=self.seats,
                )
            )
        inland = {name.casefold() for name in options.inland}
        inner = {name.casefold() for name in options.inner_sea}
        names = [
            key_on_one_earth(self.board, each.key).casefold() for each in self.board.territories
        ]
        self._seas = (
            {number for number, name in enumerate(names) if name not in inland},
            {number for number, name in enumerate(names) if name in inner},
        )
        """The territories with a coast, first on the outer sea, then on the inland one."""

    def start(self) -> CastleMemory:
        no_territories, no_seats = (NO_TERRITORY,) * self.seats, (NO_SEAT,) * self.seats
        return CastleMemory(no_seats, no_territories, tuple(range(self.seats)), no_territories)

    def phases(self) -> Mapping[str, PhaseHandler]:
        return {
            "hide": PhaseHandler(
                decision=lambda context: ToHideArmies(context.state.turn),
                offers=self._offers_to_hide,
                actions={HideArmies: self._hide, Resign: resign_before_first_turn},
                prompt=N_("choose the territory of your hidden armies first"),
            ),
            "claim": replace(CLAIM, decision=self._to_claim),
            "cards": PhaseHandler(
                decision=lambda context: ToPlayCards(context.state.turn),
                offers=self._card_offers,
                actions={
                    LayReinforcements: self._lay,
                    MakeTruce: self._make_truce,
                    SendSpy: self._send_spy,
                    EndPhase: self._continue_turn,
                    Resign: resign_turn,
                },
                prompt=N_("play cards, or start attacking"),
            ),
            "spy": PhaseHandler(
                decision=self._to_discard,
                offers=lambda context: [
                    Offer(DiscardFrom(card)) for card in self._to_discard(context).cards
                ],
                actions={DiscardFrom: self._discard},
                prompt=N_("discard one of the cards your Spy sees first"),
            ),
            "marshall": PhaseHandler(
                decides=lambda context: context.state.owner[context.battle.target],
                decision=self._to_defend,
                offers=self._offers_to_defend,
                actions={LeadDefence: self._lead_defence, EndPhase: self._without_marshall},
                prompt=N_("play a Marshall, or fight without one, first"),
            ),
        }

    # Castles

    def on_game_start(self, context: GameContext) -> None:
        empires, left = [NO_SEAT] * self.seats, list(self._empires)
        for seat in seats_in_order(context):
            empires[seat] = left.pop(context.choice(len(left)))
            context.record_event(EmpireDrawn(seat, (empires[seat],)))
        self.change_memory(context, empires=tuple(empires))

    def claim_choices(self, game: State | View, seat: int) -> Collection[int] | None:
        memory = self.memory(game)
        if (
            seat >= self.seats
            or memory.castles[seat] != NO_TERRITORY
            or memory.empires[seat] == NO_SEAT
        ):
            return None
        return self.board.continents[memory.empires[seat]].territories

    def on_event(self, context: GameContext, event: Event) -> None:
        """Build a castle on the first territory that a seat claims."""
        if not isinstance(event, Claimed) or event.seat >= self.seats:
            return
        castles = self.memory(context.state).castles
        if castles[event.seat] == NO_TERRITORY:
            castles = with_value_at(castles, event.seat, event.territory)
            self.change_memory(context, castles=castles)
            context.record_event(CastleBuilt(event.seat, event.territory))

    def attack_dice(
        self, game: State | View, target: int, least: int, most: int
    ) -> tuple[int, int]:
        if target in self.memory(game).castles:
            most = min(most, DICE_AGAINST_A_CASTLE)
        return min(least, most), most

    def on_conquest(self, context: GameContext, source: int, target: int, victim: int) -> None:
        memory, state = self.memory(context.state), context.state
        if memory.voyage == (source, target) and state.occupying is not None:
            state.occupying = (*state.occupying[:2], state.occupying[3], state.occupying[3])
            memory = self.change_memory(context, voyage=())
        if target in memory.castles:
            self._take_castle(context, memory.castles.index(target), victim)

    def _take_castle(self, context: GameContext, seat: int, victim: int) -> None:
        """Take a castle: its owner is eliminated, and the conqueror gets its armies each turn."""
        state, memory = context.state, self.memory(context.state)
        by, castles, holders = state.acting_seat, list(memory.castles), list(memory.holders)
        context.record_event(CastleFell(by, seat, castles[seat]))
        castles[seat] = NO_TERRITORY
        for other, holder in enumerate(holders):
            if other == seat or holder == seat:
                holders[other] = by
        self.change_memory(context, castles=tuple(castles), holders=tuple(holders))
        if seat == victim and state.status[seat] is Status.PLAYING and seat in state.owner:
            state.status[seat] = Status.OUT
            settle_elimination(context, seat, by)

    # Hidden armies

    def _to_claim(self, context: GameContext) -> ToClaim:
        """Return the decision to claim a territory; the first one of a seat gets its castle."""
        claim, state = to_claim(context), context.state
        if self.claim_choices(state, claim.seat) is None:
            return claim
        empire = self.memory(state).empires[claim.seat]
        return ToBuildCastle(claim.seat, claim.free, claim.among, empire)

    def phases_after_setup(self) -> Mapping[str, Callable[[GameContext], bool]]:
        return {"hide": self._ask_to_hide}

    def _ask_to_hide(self, context: GameContext) -> bool:
        """Ask the next seat without hidden armies to hide them. After the last, deal the cards."""
        memory = self.memory(context.state)
        if ask_each_seat(context, "hide", lambda seat: memory.hidden[seat] == NO_TERRITORY):
            return True
        if not memory.is_dealt:
            self.change_memory(context, is_dealt=True)
            for seat in context.state.seats_in_game():
                for _card in range(HAND):
                    draw_from_deck(context, seat)
        return False

    def _offers_to_hide(self, context: GameContext) -> list[Offer]:
        castles = self.memory(context.state).castles
        free = [each for each in range(len(context.state.owner)) if each not in castles]
        return [*(Offer(HideArmies(territory)) for territory in free), Offer(Resign())]

    def _hide(self, context: GameContext, action: HideArmies) -> None:
        memory, seat = self.memory(context.state), context.state.turn
        if action.territory is None:
            raise UnknownTerritory(_("choose a territory for your hidden armies"))
        context.require_territory(action.territory)
        if action.territory in memory.castles:
            raise IllegalAction(_("you can't hide armies in a territory with a castle"))
        self.change_memory(context, hidden=with_value_at(memory.hidden, seat, action.territory))
        context.record_event(ArmiesHidden(seat, action.territory))
        begin_first_turn(context)

    def _may_show(self, context: GameContext) -> bool:
        """Return True if the seat in turn may show its hidden armies now."""
        state, memory = context.state, self.memory(context.state)
        seat = state.turn
        if seat >= self.seats or seat != state.acting_seat or seat in memory.shown:
            return False
        hidden = memory.hidden[seat]
        return hidden != NO_TERRITORY and state.owner[hidden] == seat

    def _show(self, context: GameContext, action: ShowArmies) -> None:
        state, memory = context.state, self.memory(context.state)
        if not self._may_show(context):
            raise IllegalAction(_("you have no hidden armies in your own territories"))
        territory = memory.hidden[state.turn]
        armies = context.space_on(territory, self._reinforcement_armies(memory.laid))
        self.change_memory(context, shown=(*memory.shown, state.turn))
        state.armies[territory] += armies
        context.record_event(HiddenArmiesShown(state.turn, territory, armies))
        advance(context)

    # Cards

    def _held(self, state: State, seat: int, name: str) -> list[int]:
        """Return the cards of this name in a hand."""
        return [card for card in state.hands[seat] if self.board.deck[card].name == name]

    def _require_held(self, state: State, seat: int, name: str) -> list[int]:
        """Return the cards of this name in a hand.

        Raises:
            IllegalAction: If there are none.
        """
        if cards := self._held(state, seat, name):
            return cards
        raise IllegalAction(_("you hold no {name}", name=pgettext("card", name)))

    def _reinforcement_armies(self, laid: int, cards: int = 1) -> int:
        """Return the armies for Reinforcements cards after ``laid`` others were played."""
        ladder = self._options.ladder
        return sum(ladder[(laid + card) % len(ladder)] for card in range(cards))

    def _coasts_of(self, territory: int) -> set[int]:
        """Return the territories from which an Admiral can reach a territory."""
        seas = (sea for sea in self._seas if territory in sea)
        return set().union(*seas) - {territory}

    def _spend(self, context: GameContext, seat: int, name: str, count: int = 1) -> None:
        """Discard ``count`` cards of this name, or all if there are fewer, from a hand.

        Raises:
            IllegalAction: If there are none.
        """
        state = context.state
        cards = self._require_held(state, seat, name)[:count]
        for card in cards:
            state.hands[seat].remove(card)
        state.discard += cards

    # Cards before the attacks

    def _ask_for_cards(self, context: GameContext) -> bool:
        """Ask the seat in turn for cards to play before its attacks."""
        state = context.state
        if (
            state.turn >= context.players
            or self.memory(state).is_past_cards
            or not state.hands[state.turn]
        ):
            return False
        state.phase = "cards"
        return True

    def _card_offers(self, context: GameContext) -> list[Offer]:
        state = context.state
        offers: list[Offer] = []
        if cards := self._held(state, state.turn, REINFORCEMENTS):
            offers.append(Offer(LayReinforcements(1), len(cards)))
        others = [seat for seat in state.seats_in_game() if seat != state.turn]
        if self._held(state, state.turn, DIPLOMAT):
            memory = self.memory(state)
            offers += [
                Offer(MakeTruce(seat)) for seat in others if (state.turn, seat) not in memory.truces
            ]
        if self._held(state, state.turn, SPY):
            offers += [Offer(SendSpy(seat)) for seat in others if state.hands[seat]]
        return [*offers, Offer(EndPhase()), Offer(Resign())]

    def _lay(self, context: GameContext, action: LayReinforcements) -> None:
        state = context.state
        count = len(self._require_held(state, state.turn, REINFORCEMENTS))
        require_range(action.cards, 1, count, "cards")
        memory = self.memory(state)
        armies = self._reinforcement_armies(memory.laid, action.cards)
        self._spend(context, state.turn, REINFORCEMENTS, action.cards)
        self.change_memory(context, laid=memory.laid + action.cards)
        state.armies_to_place += armies
        state.armies_received += armies
        context.record_event(ReinforcementsLaid(state.turn, action.cards, armies))
        advance(context)

    def _require_other(self, context: GameContext, seat: int) -> None:
        """Raise ``IllegalAction`` unless a seat is another player in the game."""
        if seat == context.state.turn or seat not in context.state.seats_in_game():
            raise IllegalAction(_("choose another player who is still in the game"))

    def _make_truce(self, context: GameContext, action: MakeTruce) -> None:
        state = context.state
        self._require_other(context, action.other)
        truce = (state.turn, action.other)
        if truce in self.memory(state).truces:
            raise IllegalAction(_("you have a truce with them already"))
        self._spend(context, state.turn, DIPLOMAT)
        self.change_memory(context, truces=(*self.memory(state).truces, truce))
        context.record_event(TruceMade(*truce))
        advance(context)

    def _send_spy(self, context: GameContext, action: SendSpy) -> None:
        state = context.state
        self._require_other(context, action.other)
        hand = state.hands[action.other]
        if not hand:
            raise IllegalAction(_("they hold no cards"))
        self._spend(context, state.turn, SPY)
        self.change_memory(context, spied_seat=action.other)
        context.record_event(SpySent(state.turn, action.other, tuple(sorted(hand))))
        state.phase = "spy"

    def _to_discard(self, context: GameContext) -> ToDiscardFrom:
        other = self.memory(context.state).spied_seat
        cards = tuple(sorted(context.state.hands[other]))
        return ToDiscardFrom(context.state.turn, other, cards)

    def _discard(self, context: GameContext, action: DiscardFrom) -> None:
        state, other = context.state, self.memory(context.state).spied_seat
        if action.card not in state.hands[other]:
            raise IllegalAction(_("choose one of the cards that your Spy looks at"))
        state.hands[other].remove(action.card)
        state.discard.append(action.card)
        self.change_memory(context, spied_seat=NO_SEAT)
        context.record_event(CardRemoved(state.turn, other, action.card))
        advance(context)

    def _continue_turn(self, context: GameContext, action: EndPhase) -> None:
        self.change_memory(context, is_past_cards=True)
        advance(context)

    # Cards in attack and defence

    def _offers_between_attacks(self, context: GameContext) -> Iterator[Offer]:
        """Yield the attacks for which a General or an Admiral can be played."""
        state = context.state
        if self._held(state, state.turn, GENERAL):
            general = self.memory(state).general
            for source, target, _ in possible_attacks(context):
                if general != (source, target):
                    yield Offer(LeadAttack(source, target))
        if self._held(state, state.turn, ADMIRAL):
            for source, target, _ in possible_attacks(context, partial(self._ports, context)):
                yield Offer(Sail(source, target))

    def _lead_attack(self, context: GameContext, action: LeadAttack) -> None:
        state = context.state
        attack = (action.source, action.target)
        context.require_own(action.source)
        context.require_territory(action.target)
        if all(each[:2] != attack for each in possible_attacks(context)):
            raise NotAdjacent(
                _(
                    "you can't attack {target} from {source}",
                    target=context.territory_name(action.target),
                    source=context.territory_name(action.source),
                )
            )
        if self.memory(state).general == attack:
            raise IllegalAction(_("a General leads that attack already"))
        self._spend(context, state.turn, GENERAL)
        self.change_memory(context, general=attack)
        context.record_event(GeneralPlayed(state.turn, *attack))
        advance(context)

    def _ports(self, context: GameContext, source: int) -> list[int]:
        """Return the territories that armies can reach from a territory only with an Admiral."""
        return sorted(self._coasts_of(source).difference(context.neighbours[source]))

    def _sail(self, context: GameContext, action: Sail) -> None:
        state, name = context.state, context.territory_name
        source, target = action.source, action.target
        context.require_own(source)
        context.require_territory(target)
        if target in context.neighbours[source]:
            raise NotAnEnemy(
                _("{name} is a neighbour: attack it without an Admiral", name=name(target))
            )
        if target not in self._coasts_of(source):
            raise NotAnEnemy(
                _(
                    "there is no sea route from {source} to {target}",
                    source=name(source),
                    target=name(target),
                )
            )
        _rest, dice = dice_range(context, source, target, carried=True)
        self._require_held(state, state.turn, ADMIRAL)
        self.change_memory(context, voyage=(source, target))
        context.record_event(AdmiralSailed(state.turn, source, target))
        for hook in context.hooks.on_attack:
            hook(context, source, target, 0)
        state.battle = Battle(source, target, dice)
        begin_battle(context)

    def ask_before_roll(self, context: GameContext) -> bool:
        """Ask a defender with cards for a Marshall, once for each attack."""
        state, battle = context.state, context.battle
        seat = state.owner[battle.target]
        is_asked = (
            battle.source is not None
            and seat < context.players
            and state.status[seat] is Status.PLAYING
            and bool(state.hands[seat])
            and (battle.source, battle.target) not in self.memory(state).asked
        )
        if is_asked:
            state.phase = "marshall"
        return is_asked

    def _to_defend(self, context: GameContext) -> ToDefendWithMarshall:
        battle, state = context.battle, context.state
        assert battle.source is not None, "landed armies bring no question"
        seat = state.owner[battle.target]
        return ToDefendWithMarshall(seat, battle.source, battle.target, state.acting_seat)

    def _offers_to_defend(self, context: GameContext) -> list[Offer]:
        seat = context.state.owner[context.battle.target]
        has_marshall = bool(self._held(context.state, seat, MARSHALL))
        return [*([Offer(LeadDefence())] if has_marshall else []), Offer(EndPhase())]

    def _remember_answer(self, context: GameContext, has_marshall: bool) -> None:
        battle, memory = context.battle, self.memory(context.state)
        assert battle.source is not None, "landed armies bring no question"
        attack = (battle.source, battle.target)
        marshalls = (*memory.marshalls, attack) if has_marshall else memory.marshalls
        self.change_memory(context, asked=(*memory.asked, attack), marshalls=marshalls)

    def _lead_defence(self, context: GameContext, action: LeadDefence) -> None:
        target = context.battle.target
        seat = context.state.owner[target]
        self._spend(context, seat, MARSHALL)
        self._remember_answer(context, True)
        context.record_event(MarshallPlayed(seat, target))
        begin_battle(context)

    def _without_marshall(self, context: GameContext, action: EndPhase) -> None:
        self._remember_answer(context, False)
        begin_battle(context)

    # Turns

    def on_turn_start(self, context: GameContext) -> None:
        state, seat = context.state, context.state.turn
        if seat >= self.seats:
            return
        memory = self.memory(state)
        truces = tuple(each for each in memory.truces if each[0] != seat)
        self.change_memory(
            context,
            truces=truces,
            is_past_cards=False,
            spied_seat=NO_SEAT,
            general=(),
            asked=(),
            marshalls=(),
            voyage=(),
        )
        state.card_drawn = True  # Conquests bring no card.
        for _card in range(max(0, HAND - len(state.hands[seat])) + 1):
            draw_from_deck(context, seat)

    def adjust_territory_income(self, context: GameContext, armies: int) -> int:
        return 0

    def phases_before_stages(self) -> Mapping[Stage, Callable[[GameContext], bool]]:
        return {Stage.REINFORCE: self._ask_for_cards, Stage.FORTIFY: self._skip_fortifying}

    def _skip_fortifying(self, context: GameContext) -> bool:
        context.state.stage = Stage.DRAW_LATE
        return False

    def phase_names(self, phases: tuple[str, ...]) -> tuple[str, ...]:
        others = tuple(name for name in phases if name in ("attack", "reinforce"))
        return ("cards", *others)

    def extra_actions(self) -> Mapping[str, Mapping[type[Action], Callable[..., None]]]:
        return {"attack": {ShowArmies: self._show, LeadAttack: self._lead_attack, Sail: self._sail}}

    def extra_attack_offers(self, context: GameContext) -> Sequence[Offer]:
        state = context.state
        if state.turn >= self.seats or state.acting_seat != state.turn:
            return ()
        shown = [Offer(ShowArmies())] if self._may_show(context) else []
        return [*shown, *self._offers_between_attacks(context)]

    def why_no_attack(self, game: State | View, source: int, target: int) -> str:
        attacker = game.owner[source]
        pair = {attacker, game.owner[target]}
        truces = [
            {*truce}
            for truce in self.memory(game).truces
            # Armies that a player has left behind keep no truce.
            if all(game.status[seat] is Status.PLAYING for seat in truce)
            # The truce that a player made ends at the start of their next turn.
            and (truce[0] != attacker or attacker == game.acting_seat)
        ]
        if pair in truces:
            return _("you have a truce: no attacks until it ends")
        return ""

    def top_die_bonus(self, game: State | View, battle: Battle) -> tuple[int, int]:
        memory, attack = self.memory(game), (battle.source, battle.target)
        return int(memory.general == attack), int(attack in memory.marshalls)

    def must_attack_again(self, context: GameContext, battle: Battle) -> bool:
        return self.memory(context.state).voyage == (battle.source, battle.target)

    def on_battle_end(self, context: GameContext, battle: Battle) -> None:
        state, voyage = context.state, self.memory(context.state).voyage
        if battle.source is None or voyage != (battle.source, battle.target):
            return
        if state.armies[battle.target] and state.armies[battle.source] < 2:
            self._spend(context, state.turn, ADMIRAL)
            self.change_memory(context, voyage=())
            context.record_event(AdmiralLost(state.turn))

    def extra_income(self, game: State | View, seat: int) -> Sequence[tuple[int, str]]:
        castles = self.memory(game).holders.count(seat)
        armies = castles * self._options.castle_armies
        return ((armies, N_("castles")),) if armies else ()

    # Views, odds and bots

    def marks(self, view: View) -> Mapping[int, TerritoryMark]:
        memory, (castle_mark, hidden_mark) = self.memory(view), self.possible_marks
        marks = {
            territory: replace(castle_mark, seat=seat)
            for seat, territory in enumerate(memory.castles)
            if territory != NO_TERRITORY
        }
        seat = view.seat
        if seat is not None and seat < self.seats and seat not in memory.shown:
            hidden = memory.hidden[seat]
            if hidden != NO_TERRITORY:
                marks.setdefault(hidden, replace(hidden_mark, seat=seat))
        return marks

    def standing(self, view: View) -> VictoryProgress | None:
        memory = self.memory(view)
        held = [
            holder
            for seat, holder in enumerate(memory.holders)
            if holder != seat or memory.castles[seat] != NO_TERRITORY
        ]
        if not held:
            return None
        counts = {seat: held.count(seat) for seat in view.seats_in_game()}
        return VictoryProgress(SIGN, _("castles held"), counts, None)

    def odds(self, view: View, source: int, target: int, armies: int) -> int | None:
        memory = self.memory(view)
        attack = (source, target)
        is_led = attack == memory.general or attack in memory.marshalls
        return None if is_led or target in memory.castles else armies

    def answers(self, view: View, decision: Decision) -> Answers | None:
        match decision:
            case ToPlayCards():
                plays = [Answer(words, action) for words, action in self._card_answers(view)]
                attack = Answer(_("Start your attacks"), EndPhase())
                return Answers(
                    _("Cards"), (*plays, attack), _("Play cards now or keep them for later.")
                )
            case ToDiscardFrom(cards=cards):
                by_name = {view.board.deck[card].name: card for card in reversed(cards)}
                named = [
                    Answer(_("Discard {name}", name=pgettext("card", name)), DiscardFrom(card))
                    for name, card in sorted(by_name.items())
                ]
                held = ", ".join(pgettext("card", view.board.deck[card].name) for card in cards)
                return Answers(_("Spy"), tuple(named), _("Their cards: {held}.", held=held))
            case _:
                return None

    def _card_answers(
        self, view: View
    ) -> Iterator[tuple[str, LayReinforcements | MakeTruce | SendSpy]]:
        """Yield the words and the action of each way to play cards."""
        for offer in view.offers:
            match offer.action:
                case LayReinforcements():
                    for count in range(1, (offer.maximum or 1) + 1):
                        armies = self._reinforcement_armies(self.memory(view).laid, count)
                        words = _(
                            "{cards}: {armies} now",
                            cards=_("Reinforcements")
                            if count == 1
                            else _("{count} Reinforcements", count=count),
                            armies=pluralize(armies, "army"),
                        )
                        yield words, LayReinforcements(count)
                case MakeTruce():
                    yield _("Diplomat: a truce with {other} until your next turn"), offer.action
                case SendSpy():
                    yield _("Spy: look at the cards of {other}, and discard one"), offer.action

    def reserved(self, view: View, seat: int) -> Mapping[int, int]:
        castles = self.memory(view).castles
        castle = castles[seat] if seat < len(castles) else NO_TERRITORY
        if castle == NO_TERRITORY or view.owner[castle] != seat:
            return {}
        return {castle: min_guard(view, seat, castle, self._coasts_of(castle))}

    def stakes(self, view: View) -> Iterable[TerritoryStake]:
        memory, armies = self.memory(view), self._options.castle_armies
        for seat, castle in enumerate(memory.castles):
            if castle != NO_TERRITORY and view.status[seat] == Status.PLAYING:
                yield TerritoryStake(castle, seat, armies, is_fatal=True)

    def candidates(self, view: View, decision: Decision) -> Iterator[BotCandidate]:
        memory, seat = self.memory(view), decision.seat
        match decision:
            case ToHideArmies():
                for territory in view.territories_of(seat):
                    if territory not in memory.castles:
                        yield BotCandidate(HideArmies(territory), gain=_strength(view, territory))
            case ToPlayCards():
                yield BotCandidate(EndPhase(), gain=0.1)
                for offer in view.offers:
                    action = offer.with_number(offer.maximum) if offer.maximum else offer.action
                    yield BotCandidate(action, gain=_worth_of_card(view, memory, seat, action))
            case ToDiscardFrom():
                for card in decision.cards:
                    yield BotCandidate(
                        DiscardFrom(card), gain=_WORTH.get(view.board.deck[card].name, 0)
                    )
            case ToDefendWithMarshall(source=source, target=target):
                yield BotCandidate(EndPhase(), gain=0.0)
                attackers, defenders = view.armies[source] - 1, view.armies[target]
                is_castle = target in memory.castles
                is_close = attackers > defenders / 2 and defenders >= 4
                if any(isinstance(offer.action, LeadDefence) for offer in view.offers):
                    gain = 3.0 if is_castle and attackers >= 2 else 1.0 if is_close else -1.0
                    yield BotCandidate(LeadDefence(), gain=gain)
            case ToPlace():
                yield from _garrisons(view, memory, seat)
            case ToReinforce():
                yield from _more_guards(view, self.reserved(view, seat))
            case _:
                yield from _between_attacks(view, memory)


# Bots


def _garrisons(view: View, memory: CastleMemory, seat: int) -> Iterator[BotCandidate]:
    """Yield placements of starting armies in the castle, up to its share."""
    castle = memory.castles[seat]
    share = _GARRISON_SHARE * (view.armies_of(seat) + view.unplaced[seat])
    for offer in view.offers:
        match offer.action:
            case Place(territory) if territory == castle and view.armies[castle] < share:
                action = offer.with_number(offer.maximum) if offer.maximum else offer.action
                yield BotCandidate(action, gain=_CASTLE_VALUE, attacks=True)


def _more_guards(view: View, guards: Mapping[int, int]) -> Iterator[BotCandidate]:
    """Yield placements of received armies in the castle, up to the guards that it needs."""
    for offer in view.offers:
        match offer.action:
            case Reinforce(territory):
                lacking = guards.get(territory, 0) - view.armies[territory]
                if lacking > 0 and offer.minimum is not None and offer.maximum is not None:
                    number = max(offer.minimum, min(lacking, offer.maximum))
                    yield BotCandidate(offer.with_number(number), gain=_CASTLE_VALUE, attacks=True)


def _strength(view: View, territory: int) -> float:
    """Rate the safety of a territory by its armies and own neighbours."""
    owner, neighbours = view.owner, view.board.neighbours[territory]
    own = sum(owner[other] == owner[territory] for other in neighbours)
    return view.armies[territory] + own / len(neighbours)


def _worth_of_card(view: View, memory: CastleMemory, seat: int, action: Action) -> float:
    """Return the value of playing a card before the attacks."""
    match action:
        case LayReinforcements(cards):
            return 4.0 * cards
        case MakeTruce(other):
            home = memory.castles[seat]
            threats = view.board.neighbours[home] if home != NO_TERRITORY else ()
            near = sum(view.armies[each] for each in threats if view.owner[each] == other)
            is_duel = view.status.count(view.status[seat]) == 2
            return 0.0 if is_duel else near / 2 - 1.0
        case SendSpy():
            return 0.5
        case _:
            return -1.0


def _between_attacks(view: View, memory: CastleMemory) -> Iterator[BotCandidate]:
    """Yield hidden armies to show, and a General or a promising voyage against a castle."""
    armies = view.armies
    for offer in view.offers:
        match offer.action:
            case ShowArmies():
                yield BotCandidate(offer.action, gain=3.0, attacks=True)
            case LeadAttack(source, target) if target in memory.castles:
                if armies[source] > armies[target] + 2:
                    yield BotCandidate(offer.action, gain=2.0, attacks=True)
            case Sail(source, target):
                enough = armies[source] > _SUPERIORITY * armies[target] + 2
                if enough and target in memory.castles:
                    yield BotCandidate(offer.action, gain=_CASTLE_VALUE, attacks=True)
