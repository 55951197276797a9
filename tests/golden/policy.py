"""The players of the golden playthroughs, who are deterministic and use every rule.

They gather their armies in one place, and attack the weakest neighbour while they are stronger.
Sometimes they make a bad decision, so that the playthrough covers it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from risk_tui.boards.board import NO_SEAT
from risk_tui.engine import actions as do
from risk_tui.engine import decisions as due
from risk_tui.engine.actions import Action, Offer
from risk_tui.engine.view import View
from risk_tui.variants import changed_dice, declared_turns
from risk_tui.variants.capitals import ChooseCapital, ToChooseCapital

STACK = 6
"""The most armies of a territory while armies are placed, as long as others have fewer."""
FEW = 4
"""The same for territories of a neutral army."""
PREY = 3
"""Seats with at most this number of territories are attacked first."""


def choose(view: View) -> Action:
    """Return the action of the seat whose view this is, and which has to decide."""
    assert view.decision is not None
    return _CHOICES[type(view.decision)](view, view.decision)


def _of(view: View, kind: type[Action]) -> list[Offer]:
    return [offer for offer in view.offers if isinstance(offer.action, kind)]


def _field(offer: Offer, name: str) -> Any:
    return getattr(offer.action, name)


def _most(offer: Offer) -> Action:
    return offer.action if offer.maximum is None else offer.with_number(offer.maximum)


def _enemies(view: View, place: int) -> list[int]:
    owner = view.owner
    return [
        other
        for other in view.board.neighbours[place]
        if owner[other] not in (owner[place], NO_SEAT)
    ]


def _chances(view: View, place: int) -> int:
    """Return the armies of a place minus those of its weakest enemy; -99 without an enemy."""
    weakest = min((view.armies[other] for other in _enemies(view, place)), default=199)
    return max(-99, view.armies[place] - weakest)


def _front(view: View, offers: list[Offer]) -> Offer:
    return max(offers, key=lambda offer: _chances(view, _field(offer, "territory")))


def _claim(view: View, decision: due.ToClaim) -> Action:
    """Claim a territory in the continent with most own ones, beside own ones."""

    def worth(offer: Offer) -> tuple[int, int]:
        place = _field(offer, "territory")
        mates = view.board.continents[view.board.territories[place].continent].territories
        near = sum(view.owner[other] == decision.seat for other in view.board.neighbours[place])
        return sum(view.owner[mate] == decision.seat for mate in mates), near

    return max(_of(view, do.Claim), key=worth).action


def _place(view: View, decision: due.ToPlace) -> Action:
    """Place own armies together, and neutral ones beside the opponent."""
    offers = _of(view, do.Place)
    own = [each for each in offers if view.owner[_field(each, "territory")] == decision.seat]
    if own:
        low = [each for each in own if view.armies[_field(each, "territory")] < STACK]
        return _most(_front(view, low or own))

    def threat(offer: Offer) -> tuple[bool, int]:
        place = _field(offer, "territory")
        enemies = [view.owner[other] == decision.seat for other in _enemies(view, place)]
        return view.armies[place] < FEW, len(enemies) - 2 * sum(enemies)

    return _most(max(offers, key=threat))


def _capital(view: View, decision: ToChooseCapital) -> Action:
    """Choose the territory with the fewest enemies around it."""
    offers = _of(view, ChooseCapital)
    return min(offers, key=lambda offer: len(_enemies(view, _field(offer, "territory")))).action


def _declare(view: View, decision: declared_turns.ToChooseTurnType) -> Action:
    """Declare an attack with a strong army, except in some rounds."""
    best = max(_chances(view, place) for place in view.territories_of(decision.seat))
    return declared_turns.ChooseTurnType(best > 2 and view.round % 4 != 3)


def _trade(view: View, decision: due.ToTrade | due.ToReinforce) -> Action | None:
    """Trade the best set if it must be, with four cards, and in odd rounds."""
    offers = _of(view, do.Trade)
    if not offers or not (decision.must_trade or len(view.hand) > 3 or view.round % 2):
        return None
    return max(offers, key=lambda offer: view.set_value(_field(offer, "cards"))).action


def _reinforce(view: View, decision: due.ToReinforce) -> Action:
    trade = _trade(view, decision)
    if trade is not None:
        return trade
    offer = _front(view, _of(view, do.Reinforce))
    if decision.armies > 5 and offer.minimum == 1 and view.round % 2:
        assert offer.maximum is not None
        return offer.with_number((offer.maximum + 1) // 2)
    return _most(offer)


def _attack(view: View, decision: due.ToAttack) -> Action:
    """Attack with the greatest lead and all dice, for as many conquests as rounds.

    Nearly eliminated seats are attacked first, in any round.
    """
    armies, owner, offers = view.armies, view.owner, _of(view, do.Attack)
    lands = {seat: owner.count(seat) for seat in set(owner)}

    def lead(offer: Offer) -> int:
        return int(armies[_field(offer, "source")] - armies[_field(offer, "target")])

    def wish(offer: Offer) -> tuple[bool, int]:
        return lands[owner[_field(offer, "target")]] <= PREY, lead(offer)

    strong = [offer for offer in offers if lead(offer) > 1]
    best = max(strong, key=wish, default=None)
    if best is None or (view.conquests_this_turn >= view.round and not wish(best)[0]):
        return do.EndPhase()
    return _most(best)


def _defend(view: View, decision: due.ToDefend) -> Action:
    """Defend with all dice; with one against two good dice, and sometimes before the roll."""
    good = len(decision.rolled) > 1 and decision.rolled[1] > 4
    blind = not decision.rolled and (decision.source + decision.target + view.round) % 7 == 0
    return do.Defend(1 if good or blind else decision.most)


def _alter(view: View, decision: changed_dice.ToChangeDice) -> Action:
    """Roll the worst die again, and change the best one if that wins."""
    rerolls = _of(view, changed_dice.Reroll)
    if rerolls and decision.attack[-1] < 4:
        return min(rerolls, key=lambda offer: _field(offer, "face")).action
    wins = decision.attack[0] <= decision.defence[0] < 6
    if wins and decision.may_command:
        return changed_dice.UseCommander(decision.attack[0])
    return do.EndPhase()


def _occupy(view: View, decision: due.ToOccupy) -> Action:
    onward = _enemies(view, decision.target)
    return do.Occupy(decision.most if onward else decision.least)


def _fortify(view: View, decision: due.ToFortify) -> Action:
    """Move the largest army without enemies to a place with enemies."""
    useful = [
        offer
        for offer in _of(view, do.Fortify)
        if not _enemies(view, _field(offer, "source")) and _enemies(view, _field(offer, "target"))
    ]
    if not useful:
        return do.EndPhase()
    return _most(max(useful, key=lambda offer: offer.maximum or 0))


_CHOICES: Mapping[type[due.Decision], Callable[[View, Any], Action]] = {
    due.ToBegin: lambda view, decision: do.Begin(),
    due.ToClaim: _claim,
    due.ToPlace: _place,
    ToChooseCapital: _capital,
    declared_turns.ToChooseTurnType: _declare,
    due.ToReinforce: _reinforce,
    due.ToTrade: lambda view, decision: _trade(view, decision) or do.EndPhase(),
    due.ToAttack: _attack,
    due.ToDefend: _defend,
    changed_dice.ToChangeDice: _alter,
    due.ToOccupy: _occupy,
    due.ToFortify: _fortify,
}
