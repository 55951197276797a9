"""The view: everything that one seat may know of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from risk_tui.boards.board import NO_SEAT, Board
from risk_tui.data.language import _
from risk_tui.engine.actions import Attack, Offer
from risk_tui.engine.decisions import Decision, ToAttack
from risk_tui.engine.declarations import slots_of
from risk_tui.engine.game_rules import Rules
from risk_tui.engine.goals import Goal
from risk_tui.engine.hooks import CITY, PublicGoals, TerritoryMark, VictoryProgress
from risk_tui.engine.records import SeatVisibility, sees_all
from risk_tui.engine.state import Battle, Phase, Stage, Status
from risk_tui.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class View:
    """A game as ``seat`` sees it; ``seat`` is ``None`` for a spectator.

    ``owner`` and ``armies`` are indexed by territory (an owner may be ``NO_SEAT``), ``status``,
    ``card_counts`` and ``unplaced`` by seat. ``hand`` and ``missions`` hold the seat's own cards
    and missions and are empty for a spectator. ``discard`` is the open discard pile;
    ``cards_set_aside`` are out of the game. ``offers`` holds the actions that the seat may take now
    and is empty while another seat decides. ``armies_to_place`` is the number of armies yet to be
    placed (``continent_bound_armies`` of them within each continent), ``acting_seat`` the seat
    whose armies act (the seat in turn, or one led by another seat), ``battle`` the current battle.
    ``armies_outside`` attack from outside the board, and then land. ``missions_done`` holds the
    missions that each seat has shown as reached. ``neutral`` is the seat of the neutral army, if
    there is one. ``outside_continents`` are the territories that do not count for their continents.
    ``memories`` holds the visible memories of variants in play. ``unseen`` are the territories with
    hidden armies: their armies are 0 here, and a hidden owner is ``NO_SEAT``. ``setup`` is the
    ``GameSetup`` of the game. All other fields are those of the state.
    """

    seat: int | None
    board: Board = field(repr=False)
    ruleset: Ruleset = field(repr=False)
    phase: str
    turn: int
    acting_seat: int
    first: int
    order: tuple[int, ...]
    """All seats in the order of their turns; empty for the order of their numbers."""
    round: int
    owner: tuple[int, ...]
    armies: tuple[int, ...]
    status: tuple[Status, ...]
    card_counts: tuple[int, ...]
    hand: tuple[int, ...]
    missions: tuple[int, ...]
    missions_done: tuple[tuple[int, ...], ...]
    cities: tuple[int, ...]
    beaten_by: tuple[int, ...]
    victory_announced: tuple[bool, ...]
    unplaced: tuple[int, ...]
    discard: tuple[int, ...]
    cards_set_aside: tuple[int, ...]
    deck_count: int
    armies_to_place: int
    armies_outside: int
    continent_bound_armies: tuple[int, ...]
    conquests_this_turn: int
    territory_bonus_received: int
    sets_traded: int
    battle: Battle | None
    decision: Decision | None
    winners: tuple[int, ...]
    offers: tuple[Offer, ...]
    neutral: int | None
    outside_continents: tuple[int, ...]
    memories: tuple[Any, ...]
    stage: Stage
    turn_is_attack: bool
    own_armies_this_go: int
    neutral_armies_this_go: int
    armies_received: int
    hand_limit: int | None
    occupying: tuple[int, int, int, int] | None
    card_drawn: bool
    unasked: tuple[int, ...]
    reinforced: tuple[int, ...]
    armies_moved_in: tuple[int, ...]
    mission_counts: tuple[int, ...]
    """The number of missions dealt to each seat."""
    setup: Any = field(repr=False, compare=False)
    rules: Rules = field(repr=False, compare=False)
    unseen: tuple[int, ...] = ()

    @property
    def own_seat(self) -> int | None:
        """The seat whose land is the viewer's own; ``None`` for a spectator.

        While the neutral army acts, it is the neutral seat for all.
        """
        return self.acting_seat if self.acting_seat == self.neutral else self.seat

    @property
    def is_before_regrouping(self) -> bool:
        """True until the attacks of this turn are over."""
        return self.stage < Stage.REGROUP

    @property
    def passages(self) -> tuple[tuple[int, int], ...]:
        """The temporary links in addition to the board's."""
        return self.board.passages

    def seats_in_game(self) -> list[int]:
        """Return the seats still in the game."""
        return [seat for seat, status in enumerate(self.status) if status == "playing"]

    def sees_land_of(self, seat: int) -> bool:
        """Return True if all territories of a seat are visible."""
        return seat == self.seat or all(self.owner[place] != NO_SEAT for place in self.unseen)

    def sees_armies_of(self, seat: int) -> bool:
        """Return True if all armies of a seat on the board are visible."""
        return self.sees_land_of(seat) and all(self.owner[place] != seat for place in self.unseen)

    def may_attack(self, seat: int) -> bool:
        """Return True if a seat's armies may attack: those of a player, or of an active army."""
        players: int = self.setup.seats
        if seat >= players:
            return self.rules.extra_seats[seat - players].attacks
        return self.status[seat] == "playing"

    def listed_seats(self) -> Sequence[int]:
        """Return all seats in the order of the turns if it was rolled, else by number."""
        return self.order or range(len(self.status))

    def attack_offer(self, source: int, target: int) -> Offer | None:
        """Return the offer to attack one territory from another now, if there is one."""
        for offer in self.offers:
            action = offer.action
            if isinstance(action, Attack) and (action.source, action.target) == (source, target):
                return offer
        return None

    def max_attack_dice(self, source: int, target: int) -> int:
        """Return the most dice of an attack: those offered, or those that the armies allow."""
        if (offer := self.attack_offer(source, target)) is not None:
            return offer.maximum or 1
        return self.rules.attack_dice(self, target, self.armies[source])[1]

    def idle(self) -> set[int]:
        """Return the territories of players whose armies are idle for now."""
        return self.rules.hooks.idle_territories_in(self)

    def held_back(self) -> set[int]:
        """Return the territories that can't attack for now."""
        return self.rules.hooks.held_back_in(self)

    def colour(self, territory: int) -> int:
        """Return the number of a territory's colour; 0 is the owner's main colour."""
        for colours in self.rules.hooks.extra_colours:
            number: int = colours(self).get(territory, 0)
            return number
        return 0

    def income(self, seat: int) -> int:
        """Return the armies that a seat would receive if its turn started now, without cards.

        Changes by ``Variant.adjust_territory_income`` are left out.
        """
        cities, outside = self.cities, self.outside_continents
        owner = self.rules.hooks.income_owners(self)
        total = 0
        if seat in owner or not self.rules.hooks.idle:
            total = self.rules.income.total(owner, seat, cities, outside)
        for income in self.rules.hooks.extra_income:
            total += sum(armies for armies, _ in income(self, seat))
        return total

    @property
    def next_conquest_earns_card(self) -> bool:
        """True if the seat in turn has neither drawn nor earned a card in this turn."""
        return not self.card_drawn and not self.conquests_this_turn

    def marks(self, territory: int) -> list[TerritoryMark]:
        """Return the marks of a territory: those of variants, then a city."""
        marks = [mark for hook in self.rules.hooks.marks if (mark := hook(self).get(territory))]
        return [*marks, CITY] if territory in self.cities else marks

    def public_goals(self) -> list[PublicGoals]:
        """Return the public goals of all variants in play."""
        return [goals(self) for goals in self.rules.hooks.public_goals]

    def standings(self) -> list[VictoryProgress]:
        """Return the public progress of seats towards each victory.

        Progress on the board is left out for seats with hidden territories.
        """
        playing = self.seats_in_game()
        found = [standing(self) for standing in self.rules.hooks.standing]
        if self.unseen:
            found = [
                standing and standing.only_for(seat for seat in playing if self.sees_land_of(seat))
                for standing in found
            ]
        found += [
            VictoryProgress(
                "✓",
                _("{goals} taken", goals=_(goals.name)),
                {seat: goals.taken(seat) for seat in playing},
                goals.needed,
            )
            for goals in self.public_goals()
            if not goals.are_personal
        ]
        if any(self.missions_done):
            counts = {seat: len(self.missions_done[seat]) for seat in playing}
            found.append(
                VictoryProgress("✓", _("missions done"), counts, self.rules.missions.per_player)
            )
        return [standing for standing in found if standing is not None]

    def goal(self, mission: int) -> Goal:
        """Return the goal of one of the seat's missions, as it applies now."""
        assert self.seat is not None, "a spectator has no missions"
        return self.rules.missions.goal(self.beaten_by, self.seat, mission)

    def territories_of(self, seat: int) -> list[int]:
        """Return the territories that a seat holds."""
        return [territory for territory, owner in enumerate(self.owner) if owner == seat]

    def armies_of(self, seat: int) -> int:
        """Return all armies of a seat on the board."""
        return sum(
            armies for armies, owner in zip(self.armies, self.owner, strict=True) if owner == seat
        )

    def sets_traded_for(self, seat: int | None) -> int:
        """Return the number of traded sets on which the value of ``seat``'s next set depends.

        If each seat has its own count, ``sets_traded`` is the one of the seat in turn.
        """
        for count in self.rules.hooks.sets_traded if seat is not None else ():
            return int(count(self, seat))
        return self.sets_traded

    def set_value(self, cards: tuple[int, ...]) -> int:
        """Return the value of cards as a set for their holder; 0 if they are not a set."""
        return self.rules.card_sets.value(cards, self.sets_traded_for(self.seat))


def _visible_owners(owners: Sequence[int], sight: SeatVisibility) -> tuple[int, ...]:
    """Return the owner of each territory, ``NO_SEAT`` for hidden ones."""
    return tuple(
        [owner if place in sight.owners else NO_SEAT for place, owner in enumerate(owners)]
    )


def _visible_counts(counts: Sequence[int], sight: SeatVisibility) -> tuple[int, ...]:
    """Return the number of armies for each territory, 0 for hidden ones."""
    return tuple([count if place in sight.armies else 0 for place, count in enumerate(counts)])


def seen_view(view: View, sight: SeatVisibility, attacker: int) -> View:
    """Return a view without hidden parts; a seat sees all of its own turn.

    A view of a hidden battle shows only that the attacks of ``attacker`` continue.
    """
    seat = view.seat
    armies = _visible_counts(view.armies, sight)
    unseen = tuple([place for place in range(len(armies)) if place not in sight.armies])
    changes: dict[str, Any] = {
        "owner": _visible_owners(view.owner, sight),
        "armies": armies,
        "unseen": unseen,
        "memories": tuple(
            [memory and memory.visible_part(sight.armies) for memory in view.memories]
        ),
    }
    decision = view.decision
    is_active = seat is not None and seat in (view.turn, decision and decision.seat)
    if not is_active:
        changes.update(
            armies_to_place=0,
            armies_outside=0,
            continent_bound_armies=(0,) * len(view.continent_bound_armies),
            conquests_this_turn=0,
            territory_bonus_received=0,
            armies_received=0,
            reinforced=tuple([place for place in view.reinforced if place in sight.armies]),
            armies_moved_in=_visible_counts(view.armies_moved_in, sight),
        )
    if decision is not None and seat != decision.seat:
        decision = _decision_of_another(decision, view, sight, attacker)
        if decision.kind == ToAttack.kind:
            changes.update(phase=Phase.ATTACK, battle=None, occupying=None)
        changes["decision"] = decision
    return replace(view, **changes)


def _decision_of_another(
    decision: Decision, view: View, sight: SeatVisibility, attacker: int
) -> Decision:
    """Return the public part of another seat's decision."""
    slots = slots_of(type(decision))
    battle = view.battle
    parties = () if battle is None else (view.owner[battle.target],)
    is_party = view.seat is not None and view.seat in (*parties, attacker)
    if not is_party and not sees_all(decision, slots, sight.armies):
        return ToAttack(attacker, 0, False, view.acting_seat, not view.card_drawn)
    armies = slots.get("armies")
    if armies is not None and armies.unit == "army":
        return replace(decision, armies=0)  # type: ignore[call-arg]
    return decision
