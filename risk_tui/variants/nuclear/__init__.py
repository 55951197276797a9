"""Nuclear: nukes, wastelands and retaliation (FAQ section 4.3)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from risk_tui.boards.board import NO_SEAT, Board
from risk_tui.boards.overlay import Overlay
from risk_tui.data.language import N_, _, pluralize
from risk_tui.engine.actions import Action, EndPhase, Offer, Resign
from risk_tui.engine.context import GameContext, PhaseHandler, require_range
from risk_tui.engine.decisions import Decision, ToAttack
from risk_tui.engine.hooks import BotCandidate, TerritoryMark, VictoryProgress
from risk_tui.engine.phases.conquest import empty_territory
from risk_tui.engine.phases.turn_flow import advance, resign_turn
from risk_tui.engine.state import Stage, State, Status
from risk_tui.engine.variant import Variant, with_value_at
from risk_tui.engine.view import View
from risk_tui.errors import IllegalAction, WrongPhase
from risk_tui.variants.nuclear.declarations import (
    ArmyNuked,
    Fire,
    GoNuclear,
    LaidWaste,
    NuclearMemory,
    NuclearSection,
    NukeFired,
    NukeNotStopped,
    NukesConquered,
    NukesTaken,
    NukeStopped,
    Retaliate,
    Shot,
    SpendNuke,
    TakeNukes,
    ToFire,
    ToRetaliate,
    ToStopNuke,
    ToTakeNukes,
    WasteEnded,
    Wasteland,
    owner_or_none,
)

Neighbours: TypeAlias = "Sequence[Sequence[int]]"

NUKE_VALUE = 1.0
"""The value of a nuke in armies; it is taken instead of one."""
CARD_VALUE = 2.0
"""The value in armies of a card from an eliminated seat."""
MAX_WEAK_ARMIES = 2
"""A territory with more armies than this needs no nuke to guard it."""
MAX_AT_ONE = 4
"""The most nukes fired at one territory."""
MAX_WEAKENED = 6
"""The most territories considered for weakening before an attack."""
NUKES, WASTE = "↑", "×"
BOARD_CHANGES = Overlay(
    sea_lanes=(("Madagascar", "Western Australia"), ("Eastern Australia", "Peru")),
    bonuses={"South America": 3, "Australia": 3, "Africa": 4},
)


class Nuclear(Variant[NuclearMemory]):
    """Nukes, which destroy an army at any distance."""

    key = "nuclear"
    odds_unknown_reason = "conquered nukes come down"
    options = NuclearSection
    _options: NuclearSection
    possible_marks = (TerritoryMark(NUKES, N_("nukes")), TerritoryMark(WASTE, N_("wasteland")))

    @classmethod
    def adjust_board(cls, options: NuclearSection, board: Board) -> Board:
        if not options.changes_board:
            return board
        return BOARD_CHANGES.without_missing_parts(board).over(board)

    def _set_options(self, options: NuclearSection) -> None:
        is_sea_lane = self.board.is_sea_lane
        self._land_neighbours = tuple(
            tuple(other for other in neighbours if not is_sea_lane(territory, other))
            for territory, neighbours in enumerate(self.board.neighbours)
        )

    def start(self) -> NuclearMemory:
        return NuclearMemory((0,) * len(self.board.territories))

    def phases(self) -> Mapping[str, PhaseHandler]:
        return {
            "arm": PhaseHandler(
                decision=lambda context: ToTakeNukes(context.state.turn, self._may_take(context)),
                offers=self._offers_to_take,
                actions={TakeNukes: self._take, EndPhase: self._end_taking, Resign: resign_turn},
                prompt=N_("take nukes, or skip"),
            ),
            "fire": PhaseHandler(
                decision=lambda context: ToFire(
                    context.state.turn, sum(self._own_nukes(context).values())
                ),
                offers=self._offers_to_fire,
                actions={Fire: self._fire, EndPhase: self._end_firing, Resign: resign_turn},
                prompt=N_("fire nukes, or continue your attacks"),
            ),
            "spend": PhaseHandler(
                decides=self._seat_asked,
                decision=self._decision_to_stop,
                offers=lambda context: [
                    *(Offer(SpendNuke(territory)) for territory in self._ways_to_stop(context)),
                    Offer(EndPhase()),
                ],
                actions={SpendNuke: self._stop, EndPhase: self._let_through},
                prompt=N_("use a nuke to stop it, or let it hit"),
            ),
            "retaliate": PhaseHandler(
                decides=lambda context: self.memory(context.state).lost[0][0],
                decision=lambda context: ToRetaliate(*self.memory(context.state).lost[0][:2]),
                offers=lambda context: [
                    Offer(Retaliate(target)) for target in self._targets(context)
                ],
                actions={Retaliate: self._retaliate},
                prompt=N_("first fire the nukes you lost"),
            ),
        }

    def phases_before_stages(self) -> Mapping[Stage, Callable[[GameContext], bool]]:
        later = [stage for stage in Stage if stage >= Stage.ATTACK]
        return {Stage.RECEIVE: self._ask_first, **dict.fromkeys(later, self._ask_to_fire)}

    def on_turn_start(self, context: GameContext) -> None:
        state, memory = context.state, self.memory(context.state)
        new_round = memory.round != state.round
        counted = []
        for waste in memory.wastelands:
            if state.status[waste.seat] is Status.PLAYING:
                has_passed = waste.seat == state.turn
            else:
                has_passed = new_round
            counted.append(replace(waste, turns=waste.turns - has_passed))
        wastelands = tuple(waste for waste in counted if waste.turns)
        fresh = NuclearMemory(memory.nukes, wastelands, lost=memory.lost, round=state.round)
        self.remember(context, fresh)
        ended = tuple(sorted(waste.territory for waste in counted if not waste.turns))
        if ended:
            context.record_event(WasteEnded(ended))

    # Taking nukes

    def _add_nukes(self, context: GameContext, territory: int, nukes: int) -> None:
        """Add nukes to a territory; a negative number removes them."""
        before = self.memory(context.state).nukes
        counts = with_value_at(before, territory, before[territory] + nukes)
        self.change_memory(context, nukes=counts)

    def _may_take(self, context: GameContext) -> int:
        """Return how many nukes the seat in turn may still take."""
        state, taken = context.state, self.memory(context.state).taken
        armies = context.rules.income.for_territories(state.owner, state.turn, state.cities)
        for change in context.hooks.adjust_territory_income:
            armies = change(context, armies)
        return max(0, (armies + taken) // 2 - taken)

    def adjust_territory_income(self, context: GameContext, armies: int) -> int:
        return max(0, armies - self.memory(context.state).taken)

    def _ask_first(self, context: GameContext) -> bool:
        """Ask for retaliation that is still pending, and then about taking nukes."""
        state = context.state
        if self._ask_to_retaliate(context):
            return True
        may_arm = state.round >= self._options.taken_from and not self.memory(state).has_taken_nukes
        if not may_arm or not self._may_take(context):
            return False
        state.phase = "arm"
        return True

    def _offers_to_take(self, context: GameContext) -> list[Offer]:
        most, own = self._may_take(context), context.state.territories_of(context.state.turn)
        takings = [Offer(TakeNukes(territory), most) for territory in own]
        return [*takings, Offer(EndPhase()), Offer(Resign())]

    def _take(self, context: GameContext, action: TakeNukes) -> None:
        context.require_own(action.territory)
        require_range(action.nukes, 1, self._may_take(context), "nukes")
        self._add_nukes(context, action.territory, action.nukes)
        memory = self.memory(context.state)
        self.change_memory(context, taken=memory.taken + action.nukes)
        context.record_event(NukesTaken(context.state.turn, action.territory, action.nukes))
        advance(context)

    def _end_taking(self, context: GameContext, action: EndPhase) -> None:
        self.change_memory(context, has_taken_nukes=True)
        advance(context)

    # Firing

    def extra_actions(self) -> Mapping[str, Mapping[type[Action], Callable[..., None]]]:
        return {"attack": {GoNuclear: self._go_nuclear, Fire: self._refuse_to_fire}}

    def extra_attack_offers(self, context: GameContext) -> Sequence[Offer]:
        return (Offer(GoNuclear()),) if self._may_fire(context) else ()

    def _own_nukes(self, context: GameContext) -> dict[int, int]:
        """Return the nukes of the seat in turn by territory."""
        state, nukes = context.state, self.memory(context.state).nukes
        return {each: nukes[each] for each in state.territories_of(state.turn) if nukes[each]}

    def _may_fire(self, context: GameContext) -> bool:
        """Return True if the seat in turn may fire nukes before its next attack."""
        state = context.state
        can_attack = state.turn_is_attack and state.acting_seat == state.turn
        has_begun = state.round >= self._options.fired_from
        return has_begun and can_attack and bool(self._own_nukes(context))

    def _require_nukes(self, context: GameContext) -> None:
        """Raise ``IllegalAction`` unless the acting seat may fire nukes before its next attack."""
        state = context.state
        if state.acting_seat != state.turn:
            raise WrongPhase(_("you can fire nukes only in your own turn"))
        if not self._own_nukes(context):
            raise IllegalAction(_("you have no nukes"))
        if state.round < self._options.fired_from:
            raise WrongPhase(
                _("nukes can be fired from turn {fired_from}", fired_from=self._options.fired_from)
            )

    def _refuse_to_fire(self, context: GameContext, action: Fire) -> None:
        """Raise the error that explains how to fire nukes: not as an attack."""
        self._require_nukes(context)
        raise WrongPhase(_("type 'nukes' first, then fire as many as you like"))

    def _go_nuclear(self, context: GameContext, action: GoNuclear) -> None:
        self._require_nukes(context)
        self.change_memory(context, firing=True)
        advance(context)

    def _ask_to_fire(self, context: GameContext) -> bool:
        """Ask for pending retaliation, and then the seat in turn if it wants to fire nukes."""
        if self._ask_to_retaliate(context):
            return True
        if not self.memory(context.state).firing or not self._may_fire(context):
            return False
        context.state.phase = "fire"
        return True

    def _ask_to_retaliate(self, context: GameContext) -> bool:
        """Ask the previous owners of lost territories to fire their nukes, if still in the game."""
        state, memory = context.state, self.memory(context.state)
        lost = tuple(each for each in memory.lost if state.status[each[0]] is Status.PLAYING)
        if lost != memory.lost:
            self.change_memory(context, lost=lost)
        if lost:
            state.phase = "retaliate"
        return bool(lost)

    def _offers_to_fire(self, context: GameContext) -> list[Offer]:
        targets = self._targets(context)
        shots = [
            Offer(Fire(source, target))
            for source in self._own_nukes(context)
            for target in targets
            if source != target or self._options.at_own_base
        ]
        return [*shots, Offer(EndPhase()), Offer(Resign())]

    def _fire(self, context: GameContext, action: Fire) -> None:
        context.require_own(action.source)
        self._require_target(context, action.target)
        name = context.territory_name(action.source)
        if action.source not in self._own_nukes(context):
            raise IllegalAction(_("there is no nuke in {name}", name=name))
        if action.source == action.target and not self._options.at_own_base:
            raise IllegalAction(_("a nuke in {name} is fired at another territory", name=name))
        self._add_nukes(context, action.source, -1)
        turn = context.state.turn
        self._launch(context, Shot(turn, action.target, turn), action.source)

    def _end_firing(self, context: GameContext, action: EndPhase) -> None:
        self.change_memory(context, firing=False)
        advance(context)

    def _decision_to_stop(self, context: GameContext) -> ToStopNuke:
        shot = self._shot(context)
        owner = owner_or_none(context.state.owner[shot.target])
        return ToStopNuke(self._seat_asked(context), shot.target, owner, shot.by)

    # Aiming

    def _targets(self, context: GameContext) -> list[int]:
        """Return the possible targets: all but a territory whose loss would leave no player."""
        closed = context.out_of_play()
        return [
            territory
            for territory in range(len(context.state.owner))
            if territory not in closed and not self._is_last(context, territory)
        ]

    def _require_target(self, context: GameContext, territory: int) -> None:
        """Raise ``IllegalAction`` unless a nuke may be fired at a territory."""
        context.require_territory(territory)
        context.require_in_play(territory)
        if self._is_last(context, territory):
            raise IllegalAction(_("you can't empty the last territory in play"))

    def _is_last(self, context: GameContext, territory: int) -> bool:
        state = context.state
        owner = state.owner[territory]
        return state.seats_in_game() == [owner] and state.owner.count(owner) == 1

    # Stopping

    def _launch(self, context: GameContext, shot: Shot, source: int | None) -> None:
        """Launch a nuke; a nuke on a target with a single army stops it at once."""
        context.record_event(NukeFired(shot.by, source, shot.target))
        self.change_memory(context, shot=shot)
        if self.memory(context.state).nukes[shot.target] and context.state.armies[shot.target] == 1:
            self._spend_nuke(context, shot, shot.target)
        else:
            self._ask_to_stop(context)

    def _shot(self, context: GameContext) -> Shot:
        shot = self.memory(context.state).shot
        assert shot is not None, "a nuke is on its way"
        return shot

    def _seats_to_ask(self, context: GameContext) -> list[int]:
        """Return the seats that may stop the nuke, in the order in which they are asked.

        The target's owner is the first, and the others follow to the left.
        """
        state, shot = context.state, self._shot(context)
        owner = state.owner[shot.target]
        start = owner if owner < context.players else shot.by
        seats = [(start + step) % context.players for step in range(context.players)]
        return [
            seat
            for seat in seats
            if seat != shot.by
            and state.status[seat] is Status.PLAYING
            and (seat == owner or self._options.others_may_defend)
        ]

    def _seat_asked(self, context: GameContext) -> int:
        """Return the seat that is asked to stop a nuke."""
        return self._seats_to_ask(context)[self._shot(context).asked]

    def _ways_to_stop(self, context: GameContext) -> list[int]:
        """Return the territories with nukes that the asked seat may spend."""
        state, nukes = context.state, self.memory(context.state).nukes
        target, seat = self._shot(context).target, self._seat_asked(context)
        return [
            territory
            for territory in (target, *self._land_neighbours[target])
            if state.owner[territory] == seat and nukes[territory]
        ]

    def _ask_to_stop(self, context: GameContext) -> None:
        """Ask the next seat that can stop the nuke; if there is none, the nuke hits."""
        shot = self._shot(context)
        for asked in range(shot.asked, len(self._seats_to_ask(context))):
            shot = replace(shot, asked=asked)
            self.change_memory(context, shot=shot)
            if self._ways_to_stop(context):
                context.state.phase = "spend"
                return
        self._hit(context, shot)
        self._end_shot(context)

    def _stop(self, context: GameContext, action: SpendNuke) -> None:
        """Spend a nuke to stop the one on its way."""
        context.require_territory(action.territory)
        if action.territory not in self._ways_to_stop(context):
            name = context.territory_name(action.territory)
            raise IllegalAction(_("you have no nuke in {name} that can stop it", name=name))
        self._spend_nuke(context, self._shot(context), action.territory)

    def _let_through(self, context: GameContext, action: EndPhase) -> None:
        """Decline to stop the nuke; the next seat is asked."""
        context.record_event(NukeNotStopped(self._seat_asked(context)))
        shot = self._shot(context)
        shot = replace(shot, asked=shot.asked + 1)
        self.change_memory(context, shot=shot)
        self._ask_to_stop(context)

    def _spend_nuke(self, context: GameContext, shot: Shot, territory: int) -> None:
        self._add_nukes(context, territory, -1)
        context.record_event(NukeStopped(context.state.owner[territory], territory, shot.target))
        self._end_shot(context)

    def _end_shot(self, context: GameContext) -> None:
        self.change_memory(context, shot=None)
        advance(context)

    # Hitting

    def _hit(self, context: GameContext, shot: Shot) -> None:
        """Destroy an army; an empty territory becomes a wasteland."""
        state, target = context.state, shot.target
        owner = state.owner[target]
        if owner != NO_SEAT:
            state.armies[target] -= 1
            context.record_event(ArmyNuked(owner, target, 1))
        if state.armies[target]:
            return
        memory = self.memory(context.state)
        others = tuple(each for each in memory.wastelands if each.territory != target)
        waste = Wasteland(target, shot.waits_for, self._options.wasted_for)
        self.change_memory(context, wastelands=(*others, waste))
        context.record_event(LaidWaste(target, waste.seat, waste.turns, owner_or_none(owner)))
        if owner != NO_SEAT:
            empty_territory(context, target, None if owner == shot.by else shot.by)

    # Losing nukes

    def on_conquest(self, context: GameContext, source: int, target: int, victim: int) -> None:
        memory = self.memory(context.state)
        nukes = memory.nukes[target]
        if not nukes:
            return
        self._add_nukes(context, target, -nukes)
        may_fire = context.state.status[victim] is Status.PLAYING and victim in context.state.owner
        fired = nukes // 2 if may_fire else 0
        if fired:
            lost = (*memory.lost, (victim, fired, context.state.acting_seat))
            self.change_memory(context, lost=lost)
        context.record_event(NukesConquered(victim, target, nukes - fired, fired))

    def _retaliate(self, context: GameContext, action: Retaliate) -> None:
        self._require_target(context, action.target)
        memory = self.memory(context.state)
        (seat, nukes, conqueror), *others = memory.lost
        lost = ((seat, nukes - 1, conqueror), *others) if nukes > 1 else tuple(others)
        self.change_memory(context, lost=lost)
        self._launch(context, Shot(seat, action.target, conqueror), None)

    def on_emptied(self, context: GameContext, territory: int, victim: int) -> None:
        self._add_nukes(context, territory, -self.memory(context.state).nukes[territory])

    def closed_to_entering(self, state: State | View) -> Collection[int]:
        return [waste.territory for waste in self.memory(state).wastelands]

    # Views, odds and bots

    def marks(self, view: View) -> Mapping[int, TerritoryMark]:
        memory = self.memory(view)
        nukes = {
            territory: TerritoryMark(NUKES, pluralize(count, "nuke"), count=count)
            for territory, count in enumerate(memory.nukes)
            if count
        }
        wastelands = {
            waste.territory: TerritoryMark(
                WASTE,
                _("{counted} of waste", counted=pluralize(waste.turns, "turn")),
                waste.seat,
                waste.turns,
            )
            for waste in memory.wastelands
        }
        return nukes | wastelands

    def standing(self, view: View) -> VictoryProgress | None:
        arsenal = self.memory(view)
        counts = {seat: _count_nukes(view, seat, arsenal) for seat in view.seats_in_game()}
        return VictoryProgress(NUKES, _("nukes"), counts, None) if any(counts.values()) else None

    def odds(self, view: View, source: int, target: int, armies: int) -> int | None:
        # Nukes conquered on the way may hit the armies that advance from there.
        is_ahead = view.owner[source] != view.acting_seat
        return None if is_ahead and self.memory(view).nukes[source] > 1 else armies

    def candidates(self, view: View, decision: Decision) -> Iterable[BotCandidate]:
        arsenal, land = self.memory(view), self._land_neighbours
        match decision:
            case ToTakeNukes():
                return _nukes_to_take(view, decision, arsenal, land)
            case ToAttack() if any(isinstance(offer.action, GoNuclear) for offer in view.offers):
                return _shots(view, arsenal, land, lambda target: GoNuclear())
            case ToFire():
                source = _source(view, arsenal, land)
                shots = _shots(view, arsenal, land, lambda target: Fire(source, target))
                return [BotCandidate(EndPhase(), attacks=True), *shots]
            case ToStopNuke():
                return _rescues(view, decision, arsenal)
            case ToRetaliate():
                return _retaliations(view)
        return ()


# Bots


def _is_safe(view: View, arsenal: NuclearMemory, land: Neighbours, territory: int) -> bool:
    """Return True if the owner of a territory could stop a nuke fired at it."""
    owner = view.owner[territory]
    near = (territory, *land[territory])
    return any(view.owner[other] == owner and arsenal.nukes[other] for other in near)


def _shots(
    view: View, arsenal: NuclearMemory, land: Neighbours, action: Callable[[int], Action]
) -> Iterator[BotCandidate]:
    """Yield shots at territories to lay waste with the available nukes, or to weaken for attacks.

    Args:
        action: Returns the action that fires at a territory.
    """
    seat, weakened = view.turn, []
    available = _count_nukes(view, seat, arsenal) - _guards_needed(view, seat, arsenal)
    for target, owner in enumerate(view.owner):
        armies = view.armies[target]
        if available < 1 or owner == seat or not _is_player(view, owner):
            continue
        if _is_safe(view, arsenal, land, target):
            continue
        if armies <= min(available, MAX_AT_ONE):
            off_board_value = -NUKE_VALUE * armies
            if view.owner.count(owner) == 1:
                off_board_value += CARD_VALUE * view.card_counts[owner]
            yield BotCandidate(
                action(target), ((target, NO_SEAT, 0),), off_board_value=off_board_value
            )
        if armies > 1 and any(view.owner[other] == seat for other in view.board.neighbours[target]):
            weakened.append((armies, target))
    for armies, target in sorted(weakened)[:MAX_WEAKENED]:
        after = ((target, view.owner[target], armies - 1),)
        yield BotCandidate(action(target), after, off_board_value=-NUKE_VALUE, attacks=True)


def _source(view: View, arsenal: NuclearMemory, land: Neighbours) -> int:
    """Return the territory to fire from: where a nuke guards least and is easiest to lose."""
    seat = view.turn
    own = [each for each in view.territories_of(seat) if arsenal.nukes[each]]

    def rank(territory: int) -> tuple[int, int, int]:
        return _count_guarded(view, seat, land, territory), _safety(view, territory), territory

    return min(own, key=rank)


def _is_player(view: View, owner: int) -> bool:
    return owner != NO_SEAT and view.status[owner] == Status.PLAYING


def _count_nukes(view: View, seat: int, arsenal: NuclearMemory) -> int:
    """Return the number of nukes of a seat."""
    return sum(arsenal.nukes[territory] for territory in view.territories_of(seat))


def _safety(view: View, territory: int) -> int:
    """Return a territory's lead in armies over the strongest adjacent enemy."""
    seat = view.owner[territory]
    around = view.board.neighbours[territory]
    enemies = [view.armies[other] for other in around if view.owner[other] not in (seat, NO_SEAT)]
    return view.armies[territory] - max(enemies, default=0)


def _count_guarded(view: View, seat: int, land: Neighbours, territory: int) -> int:
    """Return the number of weak territories in own continents that a nuke there could save."""
    outside, continents = view.outside_continents, view.board.continents
    guarded = 0
    for other in (territory, *land[territory]):
        continent = continents[view.board.territories[other].continent]
        if view.armies[other] <= MAX_WEAK_ARMIES and continent.holder(view.owner, outside) == seat:
            guarded += 1
    return guarded


def _guards_needed(view: View, seat: int, arsenal: NuclearMemory) -> int:
    """Return the nukes that a seat keeps: one for its continents, if others could fire."""
    others_have_nukes = _count_nukes(view, seat, arsenal) < sum(arsenal.nukes)
    outside = view.outside_continents
    holds_any = any(each.holder(view.owner, outside) == seat for each in view.board.continents)
    return 1 if others_have_nukes and holds_any else 0


def _nukes_to_take(
    view: View, decision: ToTakeNukes, arsenal: NuclearMemory, land: Neighbours
) -> Iterator[BotCandidate]:
    """Yield the options: take no nukes, or useful ones where they are safe and guard most."""
    yield BotCandidate(EndPhase(), gain=0.0)
    seat = decision.seat
    needed = _nukes_to_break(view, seat, arsenal, land) + _guards_needed(view, seat, arsenal)
    nukes = min(decision.most, needed - _count_nukes(view, seat, arsenal))
    if nukes > 0:

        def rank(territory: int) -> tuple[int, int, int]:
            guarded = _count_guarded(view, seat, land, territory) - 2 * arsenal.nukes[territory]
            return min(0, _safety(view, territory)), guarded, -territory

        best = max(view.territories_of(seat), key=rank)
        yield BotCandidate(TakeNukes(best, nukes), gain=1.0)


def _nukes_to_break(view: View, seat: int, arsenal: NuclearMemory, land: Neighbours) -> int:
    """Return the fewest nukes that break a rival's continent or eliminate a rival.

    Returns:
        0 if more than ``MAX_AT_ONE`` are needed.
    """
    needs = []
    for continent in view.board.continents:
        holder = continent.holder(view.owner, view.outside_continents)
        if holder != seat and _is_player(view, holder):
            armies = [
                view.armies[territory]
                for territory in continent.territories
                if not _is_safe(view, arsenal, land, territory)
            ]
            needs += [least for least in sorted(armies)[:1] if least <= continent.bonus + 1]
    for other in range(len(view.status)):
        held = view.territories_of(other)
        if other != seat and _is_player(view, other) and len(held) == 1:
            needs.append(view.armies[held[0]])
    return min((need for need in needs if need <= MAX_AT_ONE), default=0)


def _rescues(view: View, decision: ToStopNuke, arsenal: NuclearMemory) -> Iterator[BotCandidate]:
    """Yield the options: accept the hit, or spend a nuke where there are most."""
    target = decision.target
    left = view.armies[target] - 1
    after = (target, view.owner[target], left) if left > 0 else (target, NO_SEAT, 0)
    yield BotCandidate(EndPhase(), (after,))
    options = [offer.action for offer in view.offers if isinstance(offer.action, SpendNuke)]
    best = max(options, key=lambda action: (arsenal.nukes[action.territory], -action.territory))
    yield BotCandidate(best, off_board_value=-NUKE_VALUE)


def _retaliations(view: View) -> Iterator[BotCandidate]:
    """Yield all shots at other players, including the conqueror."""
    for offer in view.offers:
        action = offer.action
        if not isinstance(action, Retaliate):
            continue
        owner, left = view.owner[action.target], view.armies[action.target] - 1
        if owner != view.seat and _is_player(view, owner):
            yield BotCandidate(action, ((action.target, owner if left else NO_SEAT, left),))
