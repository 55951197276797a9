"""Setting up a game: the first seat, missions, dealing, claiming, placing (FAQ Q2.3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain

from risk_tui.boards.board import NO_SEAT
from risk_tui.data.language import N_, _
from risk_tui.engine import events
from risk_tui.engine.actions import Begin, BeginWith, Claim, Offer, Place, Resign
from risk_tui.engine.context import GameContext, PhaseHandler, require_range
from risk_tui.engine.decisions import ToBegin, ToClaim, ToPlace
from risk_tui.engine.phases.turn_flow import begin_turn, next_seat_in_game, resign
from risk_tui.engine.state import Phase, Status
from risk_tui.engine.view import View
from risk_tui.errors import IllegalAction, NotYourTerritory, WrongNumber


def seats_in_order(context: GameContext) -> list[int]:
    """Return the players' seats in the order of the setup, starting with the first seat."""
    step = context.rules.set_up.direction
    first, seats = context.state.first, context.players
    return [(first + step * count) % seats for count in range(seats)]


def seats_from_first(context: GameContext) -> list[int]:
    """Return the players' seats in the order of the table, starting with the first seat."""
    first, seats = context.state.first, context.players
    return [*range(first, seats), *range(first)]


def ask_each_seat(context: GameContext, phase: str, is_asked: Callable[[int], bool]) -> bool:
    """Ask the next player who has to decide in ``phase``, starting with the first seat.

    Args:
        is_asked: Returns True for the seats that still have to decide.

    Returns:
        False if there is no such player.
    """
    state = context.state
    for seat in seats_from_first(context):
        if state.status[seat] is Status.PLAYING and is_asked(seat):
            state.turn, state.acting_seat, state.phase = seat, seat, phase
            return True
    return False


def answered_from_first(view: View, phase: str) -> list[int]:
    """Return the players who have already answered ``ask_each_seat``, as all players can see."""
    players = range(view.setup.seats)
    if view.phase != phase:
        return []
    order = [*players[view.first :], *players[: view.first]]
    asked = order[: order.index(view.turn)]
    return [seat for seat in asked if view.status[seat] is Status.PLAYING]


def roll_for_first(context: GameContext, seats: list[int]) -> int:
    """Roll for the first seat: the highest die wins, and ties roll again (US 1993 booklet p. 6)."""
    rounds: list[tuple[tuple[int, int], ...]] = []
    contenders = seats
    while len(contenders) > 1 or not rounds:
        faces = context.dice(len(contenders), contenders)
        rounds.append(tuple(zip(contenders, faces, strict=True)))
        contenders = [seat for seat, face in rounds[-1] if face == max(faces)]
    context.record_event(events.FirstRolled(tuple(rounds), contenders[0]))
    return contenders[0]


def roll_for_order(context: GameContext, seats: list[int]) -> tuple[int, ...]:
    """Roll for the order of the turns: high dice go first, and ties roll again."""
    rounds: list[tuple[tuple[int, int], ...]] = []

    def roll_turn_order(tied: list[int]) -> list[int]:
        if len(tied) < 2:
            return tied
        faces = context.dice(len(tied), tied)
        rolls = tuple(zip(tied, faces, strict=True))
        rounds.append(rolls)
        groups = [[seat for seat, face in rolls if face == rank] for rank in range(6, 0, -1)]
        return [seat for group in groups for seat in roll_turn_order(group)]

    order = tuple(roll_turn_order(seats))
    context.record_event(events.OrderRolled(tuple(rounds), order))
    return order


def begin_first_turn(context: GameContext) -> None:
    """End the setup and start the first turn, unless a variant asks a question first."""
    if any(ask(context) for ask in context.hooks.phases_after_setup.values()):
        return
    state, setup = context.state, context.rules.set_up
    if setup.first == "second roll":
        state.first = roll_for_first(context, state.seats_in_game())
    elif setup.first == "roll for the order":
        order = roll_for_order(context, state.seats_in_game())
        state.first = order[0]
        state.order = (*order, *(seat for seat in range(len(state.status)) if seat not in order))
    elif setup.first == "first out of cards":
        # No territory has changed hands yet, so each seat holds those that it was dealt.
        state.first = min(seats_in_order(context), key=state.owner.count)
    if state.status[state.first] is not Status.PLAYING:
        state.first = next_seat_in_game(state, state.first)
    state.round = 1
    begin_turn(context, state.first)


def resign_before_first_turn(context: GameContext, action: Resign) -> None:
    """Resign before the first turn; the next seat is then asked."""
    if resign(context):
        begin_first_turn(context)


def continue_placing(context: GameContext, seat: int) -> None:
    """Let the next seat that can place armies place some; ``seat`` is tried first.

    If no seat can, the remaining armies are lost and the first turn starts.
    """
    state, setup = context.state, context.rules.set_up
    for step in range(context.players if setup.places else 0):
        candidate = (seat + setup.direction * step) % context.players
        if state.status[candidate] is not Status.PLAYING:
            continue
        state.turn = state.acting_seat = candidate
        state.own_armies_this_go, state.neutral_armies_this_go = _armies_of_go(context, candidate)
        if _can_place_more(context):
            state.phase = Phase.PLACE
            return
    for owner, armies in enumerate(state.unplaced):
        if armies and setup.places:
            context.record_event(events.ArmiesLost(owner, armies))
    state.unplaced = [0] * len(state.unplaced)
    state.own_armies_this_go = state.neutral_armies_this_go = 0
    begin_first_turn(context)


def _armies_of_go(context: GameContext, seat: int) -> tuple[int, int]:
    """Return how many of its own and of the neutral armies a seat places in one go."""
    unplaced, neutral = context.state.unplaced, 0
    if context.neutral is not None:
        neutral = min(context.rules.neutral.neutral_each_go, unplaced[context.neutral])
    return context.rules.set_up.armies_this_go(unplaced[seat]), neutral


def _can_place_more(context: GameContext) -> bool:
    """Return True if any army of this go can still be placed."""
    state = context.state
    if not state.own_armies_this_go and not state.neutral_armies_this_go:
        return False
    unlimited = context.rules.set_up.limit is None and context.rules.placement.is_unlimited
    if not unlimited or context.hooks.no_placement_territories:
        return bool(place_limits(context))
    own, neutral = state.own_armies_this_go, state.neutral_armies_this_go
    return bool(own and state.turn in state.owner) or bool(
        neutral and context.neutral in state.owner
    )


def place_limits(context: GameContext, only: int | None = None) -> dict[int, int]:
    """Return the most armies that each territory can take in this go, if it can take any.

    Args:
        only: Limits the result to this territory.
    """
    state, setup, placement = context.state, context.rules.set_up, context.rules.placement
    armies_left = {state.turn: state.own_armies_this_go}
    if context.neutral is not None:
        armies_left[context.neutral] = state.neutral_armies_this_go
    # A limited number of pieces limits a seat's armies on the whole board.
    armies_left = {
        seat: placement.pieces_left(state.owner, state.armies, seat, maximum)
        for seat, maximum in armies_left.items()
        if maximum
    }
    limits, closed = {}, set[int]()
    for closing in context.hooks.no_placement_territories:
        closed.update(closing(context, state.turn))
    for territory in range(len(state.owner)) if only is None else (only,):
        owner = state.owner[territory]
        if owner in armies_left and territory not in closed:
            armies = state.armies[territory]
            maximum = min(
                setup.space_on(armies, armies_left[owner]),
                placement.space_on(armies, armies_left[owner]),
            )
            if maximum > 0:
                limits[territory] = maximum
    return limits


def place(context: GameContext, action: Place) -> None:
    """Place armies on a territory; after the last army of the go the next seat places."""
    state = context.state
    context.require_territory(action.territory)
    seat, owner = state.turn, state.owner[action.territory]
    places_neutral = context.rules.neutral.neutral_each_go > 0
    if owner != seat and not (places_neutral and owner == context.neutral):
        raise NotYourTerritory(
            _(
                "{territory} is not yours",
                territory=context.territory_name(action.territory),
            )
        )
    maximum = place_limits(context, action.territory).get(action.territory, 0)
    if maximum <= 0:
        raise WrongNumber(_explain_refusal(context, action.territory))
    require_range(action.armies, 1, maximum, N_("armies to place"))
    state.armies[action.territory] += action.armies
    state.unplaced[owner] -= action.armies
    if owner == seat:
        state.own_armies_this_go -= action.armies
    else:
        state.neutral_armies_this_go -= action.armies
    context.record_event(events.Placed(owner, action.territory, action.armies))
    if not _can_place_more(context):
        continue_placing(context, (seat + context.rules.set_up.direction) % context.players)


def _explain_refusal(context: GameContext, territory: int) -> str:
    """Return why no army of this go can be placed on the territory."""
    state, limit = context.state, context.rules.set_up.limit
    name, armies = context.territory_name(territory), state.armies[territory]
    if limit is not None and armies >= limit:
        return _("{name} has the {limit} armies that the setup allows", name=name, limit=limit)
    if state.owner[territory] == context.neutral:
        if not state.neutral_armies_this_go:
            return _("now place an army of your own")
    elif not state.own_armies_this_go:
        return _("now place a neutral army")
    titles = context.placement_blockers(state.turn, territory)
    return _(
        "you can't place armies in {name} now{why}; choose another territory", name=name, why=titles
    )


def _resign_placing(context: GameContext, action: Resign) -> None:
    """Resign while placing; the next seat places then."""
    if resign(context):
        continue_placing(
            context,
            next_seat_in_game(context.state, context.state.turn, context.rules.set_up.direction),
        )


def _offers(context: GameContext) -> list[Offer]:
    limits = place_limits(context)
    offers = [Offer(Place(territory, 1), maximum) for territory, maximum in limits.items()]
    return [*offers, Offer(Resign())]


def _decision(context: GameContext) -> ToPlace:
    state = context.state
    return ToPlace(
        state.turn,
        state.own_armies_this_go,
        state.unplaced[state.turn],
        state.neutral_armies_this_go,
    )


PLACE = PhaseHandler(
    decision=_decision,
    offers=_offers,
    actions={Place: place, Resign: _resign_placing},
    prompt=N_("place your starting armies first"),
)


def begin(context: GameContext, action: Begin) -> None:
    """Roll for the first seat, and deal as the ruleset says."""
    context.state.first = roll_for_first(context, context.state.seats_in_game())
    _start_setup(context)


def begin_with(context: GameContext, action: BeginWith) -> None:
    """Start with an agreed seat, and deal as the ruleset says."""
    if action.first not in context.state.seats_in_game():
        raise IllegalAction(_("that seat has no player"))
    context.state.first = action.first
    context.record_event(events.FirstAgreed(action.first))
    _start_setup(context)


def _start_setup(context: GameContext) -> None:
    """Deal missions, cities and territories; then the first seat continues."""
    state = context.state
    state.turn = state.acting_seat = state.first
    for hook in context.hooks.on_game_start:
        hook(context)
    if context.rules.missions.section.dealt == "before territories":
        _deal_missions(context)
    _place_cities(context)
    if context.rules.set_up.dealt:
        deal_territories(context)
        continue_placing(context, state.first)
    else:
        state.phase = Phase.CLAIM


def _deal_missions(context: GameContext) -> None:
    """Deal the secret missions, if there are any."""
    state, rules = context.state, context.rules.missions
    if not rules.per_player:
        return
    seats = seats_from_first(context)
    while True:
        order = list(context.shuffle(len(rules.deck)))
        for seat in seats:
            state.missions[seat] = [order.pop(0) for _ in range(rules.per_player)]
        if not any(hook(context) for hook in context.hooks.on_missions_dealt):
            break
    for seat in seats:
        context.record_event(
            events.MissionsDealt(seat, rules.per_player, tuple(state.missions[seat]))
        )
    if rules.section.unused == "shown":
        context.record_event(events.MissionsLeft(tuple(sorted(order))))


def _place_cities(context: GameContext) -> None:
    """Put cities on random territories, if the ruleset has any."""
    cities = context.rules.set_up.cities
    if cities:
        context.state.cities = sorted(context.shuffle_in_play()[:cities])
        context.record_event(events.CitiesPlaced(tuple(context.state.cities)))


def deal_territories(context: GameContext) -> None:
    """Deal all territories in play, with one army on each, and what follows before placing."""
    state = context.state
    deals, closed = context.hooks.seats_to_deal, context.out_of_play()
    for territory, seat in enumerate(deals[0](context) if deals else _deal_evenly(context)):
        if territory in closed:
            continue
        state.owner[territory] = seat
        state.armies[territory] = 1
        state.unplaced[seat] = max(0, state.unplaced[seat] - 1)
    context.record_event(events.Dealt(tuple(state.owner)))
    _finish_allocation(context)


def _finish_allocation(context: GameContext) -> None:
    """Place the armies for stars, deal late missions, and notify variants.

    Called after all territories are dealt or claimed.
    """
    _place_armies_for_stars(context)
    if context.rules.missions.section.dealt == "after territories":
        _deal_missions(context)
    for hook in context.hooks.on_territories_assigned:
        hook(context)


def _place_armies_for_stars(context: GameContext) -> None:
    """Put an army on each territory for every star of its card, if the ruleset says so.

    They are part of the owner's starting armies. The first army is there already.
    """
    state = context.state
    for territory, stars in enumerate(context.rules.set_up.stars):
        owner = state.owner[territory]
        more = 0 if owner == NO_SEAT else min(stars - 1, state.unplaced[owner])
        if more > 0:
            state.armies[territory] += more
            state.unplaced[owner] -= more
            context.record_event(events.Placed(owner, territory, more))


def _deal_evenly(context: GameContext) -> Sequence[int]:
    """Return the owner of each territory, dealt to the seats in turn.

    Each Earth is dealt separately. The first seats may get one territory more than the others.
    """
    seats = seats_in_order(context)
    if context.neutral is not None:
        seats.append(context.neutral)
    owners = [NO_SEAT] * len(context.state.owner)
    for turn, territory in enumerate(chain(*context.shuffle_territories())):
        owners[territory] = seats[turn % len(seats)]
    return owners


def claim(context: GameContext, action: Claim) -> None:
    """Put one army on a free territory; then the next seat claims."""
    state = context.state
    context.require_territory(action.territory)
    if state.owner[action.territory] != NO_SEAT:
        raise NotYourTerritory(
            _(
                "{territory} is already claimed",
                territory=context.territory_name(action.territory),
            )
        )
    context.require_in_play(action.territory)
    if context.hooks.claim_choices and action.territory not in _claimable_territories(context):
        names = [context.territory_name(place) for place in _claimable_territories(context)]
        raise NotYourTerritory(_("claim one of these first: {names}", names=", ".join(names)))
    seat = state.turn
    state.owner[action.territory] = seat
    state.armies[action.territory] = 1
    state.unplaced[seat] = max(0, state.unplaced[seat] - 1)
    context.record_event(events.Claimed(seat, action.territory))
    continue_claiming(context)


def _claimable_territories(context: GameContext) -> list[int]:
    """Return the free territories that the seat in turn may claim."""
    state = context.state
    free = free_territories(context)
    for choices in context.hooks.claim_choices:
        allowed = choices(state, state.turn)
        if allowed is not None:
            free = [territory for territory in free if territory in allowed]
    return free


def free_territories(context: GameContext) -> list[int]:
    """Return the territories in play that have no owner yet."""
    closed = context.out_of_play()
    return [
        territory
        for territory, owner in enumerate(context.state.owner)
        if owner == NO_SEAT and territory not in closed
    ]


def count_claims_left(context: GameContext) -> int:
    """Return how many territories are still to be claimed.

    A neutral army gets the territories that the two players leave: a third of all.
    """
    owner = context.state.owner
    closed = len(context.out_of_play())
    free = owner.count(NO_SEAT) - closed
    if context.neutral is None:
        return free
    return free - (len(owner) - closed) // (context.players + 1)


def continue_claiming(context: GameContext) -> None:
    """Let the next seat claim, or start placing if no territory is left to claim."""
    state = context.state
    setup = context.rules.set_up
    next_seat = next_seat_in_game(state, state.turn, setup.direction)
    if count_claims_left(context) > 0:
        state.turn = state.acting_seat = next_seat
        return
    _finish_allocation(context)
    start = state.first if setup.restarts else next_seat
    if setup.first == "last to claim":
        # The last seat to claim its first territory comes just before the first seat.
        state.first = next_seat_in_game(state, state.first, -setup.direction)
    continue_placing(context, start)


def _resign_claiming(context: GameContext, action: Resign) -> None:
    """Resign while claiming; the next seat claims then."""
    if resign(context):
        continue_claiming(context)


def to_claim(context: GameContext) -> ToClaim:
    """Return the decision to claim, with the allowed territories if a variant limits them."""
    claimable = _claimable_territories(context) if context.hooks.claim_choices else []
    is_limited = claimable and len(claimable) < len(free_territories(context))
    among = tuple(claimable) if is_limited else None
    return ToClaim(context.state.turn, count_claims_left(context), among)


BEGIN = PhaseHandler(
    decision=lambda context: ToBegin(context.state.turn),
    offers=lambda context: [Offer(Begin())],
    actions={Begin: begin, BeginWith: begin_with},
    prompt=N_("the game has not started"),
)

CLAIM = PhaseHandler(
    decision=to_claim,
    offers=lambda context: [
        *(Offer(Claim(territory)) for territory in _claimable_territories(context)),
        Offer(Resign()),
    ],
    actions={Claim: claim, Resign: _resign_claiming},
    prompt=N_("claim a free territory first"),
)
