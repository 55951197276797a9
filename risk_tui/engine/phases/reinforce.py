"""The start of a turn: trading sets (FAQ Q2.5.1 to Q2.5.3), placing armies (FAQ Q2.4.1)."""

from __future__ import annotations

from itertools import chain, product

from risk_tui.data.language import N_, _, join_or, ngettext
from risk_tui.engine.actions import EndPhase, Offer, Reinforce, Resign, Trade
from risk_tui.engine.context import GameContext, PhaseHandler, commanding_seat, require_range
from risk_tui.engine.decisions import ToReinforce, ToTrade
from risk_tui.engine.events import ArmiesLost, Placed, SetTraded
from risk_tui.engine.phases.turn_flow import (
    advance,
    finish_if_won,
    finish_stage,
    may_trade,
    must_trade,
    resign_turn,
)
from risk_tui.errors import MustTradeFirst, NotASet, WrongNumber


def trade(context: GameContext, action: Trade) -> None:
    """Trade a set: discard the cards and receive their armies, which are placed next."""
    state = context.state
    seat = state.turn
    hand = state.hands[seat]
    cards = action.cards
    if not may_trade(context):
        raise NotASet(_("you can't trade now; keep your cards for your next turn"))
    if len(set(cards)) != len(cards) or any(card not in hand for card in cards):
        raise NotASet(_("choose different cards from your own hand"))
    refusal = context.rules.card_sets.refusal(cards, hand)
    if refusal:
        raise NotASet(refusal)
    bonus_territories = _bonus_territories(context, action)
    armies = context.rules.card_sets.value(cards, state.sets_traded)
    for card in cards:
        hand.remove(card)
    state.discard += cards
    state.sets_traded += 1
    state.armies_to_place += armies
    state.reinforced.clear()  # New armies may go to reinforced territories again (SGE rules).
    state.armies_received += armies
    context.record_event(SetTraded(seat, tuple(cards), armies))
    for territory in bonus_territories:
        _add_bonus(context, territory)
    for hook in context.hooks.on_trade:
        hook(context, cards)
    if not context.hooks.on_trade or not finish_if_won(context):
        advance(context)


def _add_bonus(context: GameContext, territory: int) -> None:
    """Put the bonus armies on a territory; armies without room are lost."""
    state, bonus = context.state, context.rules.territory_bonus.armies
    armies = context.space_on(territory, bonus)
    for closed in context.hooks.no_placement_territories:
        if territory in closed(context, state.turn, by_card=True):
            armies = 0
    state.armies[territory] += armies
    state.territory_bonus_received += bonus
    state.armies_received += armies
    if armies:
        context.record_event(Placed(state.turn, territory, armies))
    if armies < bonus:
        context.record_event(ArmiesLost(state.turn, bonus - armies))


def _bonus_territories(context: GameContext, action: Trade) -> tuple[int, ...]:
    """Return the territories that get the bonus armies of a trade.

    Raises:
        NotASet: If the player chose a territory that can't get them, or has yet to choose one.
    """
    state, chosen = context.state, list(action.chosen)
    rule = context.rules.territory_bonus
    choices = rule.choices(action.cards, state.owner, state.turn, state.territory_bonus_received)
    if any(territory not in chain(*choices) for territory in chosen):
        raise NotASet(_("the extra armies go to a territory of yours that is on one of the cards"))
    if all(len(choice) == 1 for choice in choices):
        return tuple(chain(*choices))
    territories: list[int] = []
    for choice in choices:
        if len(choice) == 1:
            territories += choice
        elif chosen and chosen[0] in choice:
            territories.append(chosen.pop(0))
        else:
            names = join_or([context.territory_name(territory) for territory in choice])
            problem = ngettext(
                "choose which territory gets the {number} extra army: {names}",
                "choose which territory gets the {number} extra armies: {names}",
                rule.armies,
                names=names,
            )
            raise NotASet(problem)
    if chosen:
        name = context.territory_name(chosen[0])
        raise NotASet(_("these cards bring no extra armies for {name}", name=name))
    return tuple(territories)


def trade_offers(context: GameContext) -> list[Offer]:
    """Return the trades that are allowed now: one for each set and choice of bonus territories."""
    if not may_trade(context):
        return []
    state = context.state
    rule = context.rules.territory_bonus
    offers = []
    for cards in context.rules.card_sets.complete_sets(state.hands[state.turn]):
        choices = rule.choices(cards, state.owner, state.turn, state.territory_bonus_received)
        for chosen in product(*(choice for choice in choices if len(choice) > 1)):
            offers.append(Offer(Trade.choosing(cards, chosen)))
    return offers


def end_trading(context: GameContext, action: EndPhase) -> None:
    """End the trading and continue, unless a set must be traded."""
    if must_trade(context):
        cards = len(context.state.hands[context.state.turn])
        raise MustTradeFirst(_("you hold {cards} cards and must trade a set first", cards=cards))
    if context.state.hand_limit is None:
        finish_stage(context)
    else:
        context.state.hand_limit = None
        advance(context)


def _offers(context: GameContext) -> list[Offer]:
    end = [] if must_trade(context) else [Offer(EndPhase())]
    return trade_offers(context) + end + [Offer(Resign())]


TRADE = PhaseHandler(
    decision=lambda context: ToTrade(context.state.turn, may_trade(context), must_trade(context)),
    offers=_offers,
    actions={Trade: trade, EndPhase: end_trading, Resign: resign_turn},
    prompt=N_("first trade a set or end trading"),
)


def reinforce(context: GameContext, action: Reinforce) -> None:
    """Place armies on a territory; after the last army the turn continues."""
    place_from_pool(context, action)
    left = context.state.armies_to_place
    if not left or not context.rules.placement.any_space(context.placement()):
        advance(context)


def place_from_pool(context: GameContext, action: Reinforce) -> None:
    """Place received armies on a territory of the acting seat."""
    state = context.state
    context.require_own(action.territory)
    limits = context.rules.placement.limit(context.placement(), action.territory)
    if limits is None:
        raise WrongNumber(_explain_refusal(context, action.territory))
    require_range(action.armies, *limits, N_("armies to place"))
    if action.armies == state.armies_to_place and must_trade(context):
        raise MustTradeFirst(
            _(
                "you hold {hand_count} cards and must trade a set before you place your last army",
                hand_count=len(state.hands[state.turn]),
            )
        )
    state.armies[action.territory] += action.armies
    _take_from_pool(context, action.territory, action.armies)
    context.record_event(Placed(state.acting_seat, action.territory, action.armies))


def _explain_refusal(context: GameContext, territory: int) -> str:
    """Return why a territory of the acting seat can't take armies."""
    state = context.state
    if closing := context.placement_blockers(state.acting_seat, territory):
        return _(
            "you can't place armies in {territory} now{closing}; choose another territory",
            territory=context.territory_name(territory),
            closing=closing,
        )
    return context.rules.placement.refusal(context.placement(), territory)


def _take_from_pool(context: GameContext, territory: int, armies: int) -> None:
    """Subtract placed armies from those to place, first from those bound to the continent."""
    state, placement = context.state, context.rules.placement
    state.armies_to_place -= armies
    if state.continent_bound_armies:
        number = placement.continent_of(territory)
        bound = state.continent_bound_armies[number]
        state.continent_bound_armies[number] -= min(armies, bound)
    if placement.one_go_each:
        state.reinforced.append(territory)


def reinforce_offers(context: GameContext) -> list[Offer]:
    """Return one offer for each territory that can be reinforced.

    One army is held back while a trade is required.
    """
    trade_due = must_trade(context)
    offers = []
    state, placement = context.state, context.rules.placement
    for territory, (minimum, maximum) in placement.limits(context.placement()).items():
        maximum = min(maximum, state.armies_to_place - 1) if trade_due else maximum
        if minimum <= maximum:
            offers.append(Offer(Reinforce(territory, minimum), maximum))
    return offers


def _decision(context: GameContext) -> ToReinforce:
    state = context.state
    seat = context.leader(state.acting_seat)
    return ToReinforce(
        seat, state.armies_to_place, may_trade(context), must_trade(context), state.acting_seat
    )


REINFORCE = PhaseHandler(
    decides=commanding_seat,
    decision=_decision,
    offers=lambda context: [*reinforce_offers(context), *trade_offers(context), Offer(Resign())],
    actions={Reinforce: reinforce, Trade: trade, Resign: resign_turn},
    prompt=N_("place your armies first"),
)
