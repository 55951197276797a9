"""The model of a ruleset: the rules of an edition of Risk, as data.

Most fields have no default, so a ruleset file has every value. The sentence for players about
a value is the description of its field, so the shown rules and the JSON schema agree.
"""

from __future__ import annotations

from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from pydantic import Field, PrivateAttr, ValidationInfo, model_validator

from risk_tui.data.language import _
from risk_tui.errors import RulesetError
from risk_tui.rules.cards import CardsSection
from risk_tui.rules.combat import CombatSection, with_matched_dice
from risk_tui.rules.fields import Section, Text, heading_of
from risk_tui.rules.fortifying import FortifySection
from risk_tui.rules.income import ReinforcementsSection
from risk_tui.rules.placing import LimitsSection
from risk_tui.rules.set_up import BoardSection, PlayersSection, SetUpSection, TwoPlayersSection
from risk_tui.rules.titles import MAX_TITLE
from risk_tui.rules.variant_options import VariantOptions, variant_conflicts
from risk_tui.rules.winning import (
    CapitalsSection,
    MissionsSection,
    ObjectivesSection,
    VictorySection,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from risk_tui.data.documents import KeyPath
    from risk_tui.rules.balanced_fight import FightBalance


class SourceLocations:
    """The file and line of each value of a ruleset, for errors that only a board reveals.

    All instances are equal, so that rulesets with equal values are equal.
    """

    def __init__(self, places: Mapping[KeyPath, str] = MappingProxyType({})) -> None:
        self._places = dict(places)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SourceLocations)

    __hash__ = None  # type: ignore[assignment]

    def place(self, path: KeyPath) -> str:
        """Return the file and line of a value, or of the nearest table around it."""
        while path and path not in self._places:
            path = path[:-1]
        return self._places.get(path, "the rules")

    def changed(self, places: Mapping[KeyPath, str]) -> SourceLocations:
        """Return a copy with these places added or replaced."""
        return SourceLocations({**self._places, **places})


Conflict: TypeAlias = "tuple[str, ...]"
"""A contradiction between values, as the arguments of ``InconsistentRules``."""


class InconsistentRules(ValueError):
    """Values contradict each other; ``paths`` are the values that may be wrong.

    Args:
        key: The value that the message names, as ``section.key``.
        problem: The rest of the message.
        others: Other values that may be wrong.
    """

    def __init__(self, key: str, problem: str, *others: str) -> None:
        # Sentences about variants name them by their titles.
        super().__init__(problem if key.startswith("variants.") else f"'{key}' {problem}")
        self.paths: tuple[KeyPath, ...] = tuple(tuple(path.split(".")) for path in (key, *others))


class Ruleset(Section):
    """The complete, valid rules of an edition."""

    _places: SourceLocations = PrivateAttr(default_factory=SourceLocations)

    ruleset: str = Field(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$", description="The ruleset's name.")
    title: Text = Field(min_length=1, max_length=MAX_TITLE, description="Its title.")
    family: Text = Field(min_length=1, max_length=40, description="The group that it is listed in.")
    about: Text = Field(min_length=1, max_length=1000, description="A paragraph about it.")
    version: int = Field(ge=1, description="Counts changes of this file.")
    sources: dict[Text, Text] = Field(description="Where each part is documented.")
    players: PlayersSection
    two_players: TwoPlayersSection
    board: BoardSection
    setup: SetUpSection
    reinforce: ReinforcementsSection
    limits: LimitsSection
    cards: CardsSection
    combat: CombatSection
    fortify: FortifySection
    missions: MissionsSection
    capitals: CapitalsSection
    objectives: ObjectivesSection
    victory: VictorySection
    variants: VariantOptions = Field(
        default_factory=VariantOptions, description="The variants that are played."
    )

    @model_validator(mode="after")
    def _check_consistency(self, info: ValidationInfo) -> Ruleset:
        context = info.context or {}
        conflicts = chain(
            self._player_conflicts(),
            self._set_up_conflicts(),
            self._card_conflicts(),
            self._star_conflicts(),
            self._combat_conflicts(),
            self._mission_conflicts(),
            self._objective_conflicts(),
            self._variant_conflicts(has_begun=context.get("has_begun", False)),
        )
        for key, problem, *others in conflicts:
            raise InconsistentRules(key, problem, *others)
        return self

    def _player_conflicts(self) -> Iterator[Conflict]:
        minimum, maximum = self.players.least, self.players.most
        if minimum > maximum:
            yield "players.least", _("is greater than 'most'")
        for count in range(minimum, maximum + 1):
            if count not in self.setup.armies:
                yield "setup.armies", _("says nothing for {count} players", count=count)
            if self.capitals.played and count not in (self.capitals.to_win or {count: 1}):
                yield "capitals.to_win", _("says nothing for {count} players", count=count)
        for count, capitals in (self.capitals.to_win or {}).items():
            if self.capitals.played and capitals >= count:
                yield (
                    "capitals.to_win",
                    _("asks for more capitals than {count} players have", count=count),
                )
        if self.two_players.third_army != "none":
            if minimum > 2:
                yield "two_players.third_army", _("needs a game for two players"), "players.least"
            if self.capitals.played:
                yield "two_players.third_army", _("does not go with capitals"), "capitals.played"

    def _set_up_conflicts(self) -> Iterator[Conflict]:
        setup = self.setup
        if setup.first == "last to claim" and setup.allocation != "claim":
            yield (
                "setup.first",
                _("is 'last to claim', but territories are dealt"),
                "setup.allocation",
            )
        if setup.first == "first out of cards" and setup.allocation != "deal":
            yield (
                "setup.first",
                _("is 'first out of cards', but territories are claimed"),
                "setup.allocation",
            )
        if setup.first_armies == "stars" and self.cards.sets != "stars":
            yield "setup.first_armies", _("needs cards that show stars"), "cards.sets"
        if setup.first_armies == "stars" and setup.placing == "none":
            yield "setup.first_armies", _("needs armies that are placed"), "setup.placing"
        if self.reinforce.counted == "territories and cities" and not setup.cities:
            yield "reinforce.counted", _("counts cities, but there are none"), "setup.cities"
        if self.reinforce.armies_for_a_capital and not self.capitals.played:
            yield "reinforce.armies_for_a_capital", _("needs capitals"), "capitals.played"
        if self.reinforce.one_go_each and self.reinforce.continent_armies == "in the continent":
            yield (
                "reinforce.one_go_each",
                _("does not go with armies tied to their continent"),
                "reinforce.continent_armies",
            )

    def _card_conflicts(self) -> Iterator[Conflict]:
        cards = self.cards
        if not cards.escalating:
            yield "cards.escalating", _("needs at least one value")
        if not any(cards.escalating) and not cards.escalating_step:
            yield "cards.escalating", _("never brings any armies")
        for key, needed in _SYMBOLS.items():
            missing = needed - set(getattr(cards, key))
            if missing:
                yield f"cards.{key}", _("lacks {missing}", missing=", ".join(sorted(missing)))
        if cards.elimination_trade_to >= cards.elimination_trade_at:
            yield (
                "cards.elimination_trade_to",
                _("must be less than 'elimination_trade_at'"),
                "cards.elimination_trade_at",
            )
        if cards.elimination_trade_fewer and not cards.elimination_trade_more:
            yield (
                "cards.elimination_trade_fewer",
                _("needs 'elimination_trade_more'"),
                "cards.elimination_trade_more",
            )
        if cards.forced_when == "at once" and cards.forced_at is None:
            yield "cards.forced_when", _("is 'at once', but nothing is forced"), "cards.forced_at"
        if cards.award == "none with an objective" and not self.objectives.played:
            yield "cards.award", _("speaks of objectives, but there are none"), "objectives.played"
        if cards.trade_when == "whole turn" and self.reinforce.when == "after attacks":
            yield (
                "cards.trade_when",
                _("places armies between attacks, but armies are placed after them"),
                "reinforce.when",
            )

    def _star_conflicts(self) -> Iterator[Conflict]:
        cards = self.cards
        if cards.sets != "stars":
            return
        if self.combat.reroll:
            yield (
                "combat.reroll",
                _("must be false: with stars the territory is irrelevant"),
                "cards.sets",
            )
        if not cards.star_values:
            yield "cards.star_values", _("needs at least one value")
        values = [armies for _stars, armies in sorted(cards.star_values.items())]
        if values != sorted(values):
            yield "cards.star_values", _("gives less for more stars")
        if cards.territory_bonus != "none":
            yield (
                "cards.territory_bonus",
                _("must be 'none': with stars the territory is irrelevant"),
                "cards.sets",
            )

    def _combat_conflicts(self) -> Iterator[Conflict]:
        combat = self.combat
        needed = combat.armies_for_three_dice
        if combat.defence_dice == 3 and needed is None:
            yield (
                "combat.defence_dice",
                _("is 3, but 'armies_for_three_dice' says they are never rolled"),
                "combat.armies_for_three_dice",
            )
        if combat.defence_dice < 3 and needed is not None:
            yield (
                "combat.armies_for_three_dice",
                _("speaks of a third die, but there is none"),
                "combat.defence_dice",
            )
        if needed is not None and needed < combat.armies_for_two_dice:
            yield (
                "combat.armies_for_three_dice",
                _("is less than 'armies_for_two_dice'"),
                "combat.armies_for_two_dice",
            )
        if combat.defence_choice == "seen" and combat.defence_dice == 1:
            yield "combat.defence_choice", _("has no effect with one die"), "combat.defence_dice"

    def _mission_conflicts(self) -> Iterator[Conflict]:
        missions, least = self.missions, self.player_limits[0]
        if not missions.played:
            return
        if least < 3:
            yield "players.least", _("must be 3 or more with secret missions"), "missions.played"
        available = missions.available(self, least)
        if available < missions.each * least:
            problem = _(
                "deals {dealt} missions, and there are {available}; add some to "
                "'missions.continents' or 'missions.territories'",
                dealt=missions.each * least,
                available=available,
            )
            yield "missions.each", problem

    def _objective_conflicts(self) -> Iterator[Conflict]:
        missions, objectives, capitals = self.missions, self.objectives, self.capitals
        if not objectives.played:
            return
        if missions.played and missions.each > 1:
            yield "missions.each", _("must be 1 if objectives are played"), "objectives.played"
        lists = (
            objectives.continents,
            objectives.territories,
            objectives.conquests,
            objectives.cities,
            objectives.capitals,
        )
        if sum(len(goals) for goals in lists) < objectives.to_win:
            yield "objectives.to_win", _("asks for more than there are")
        for key in ("own_capital", "capitals"):
            if getattr(objectives, key) and not capitals.played:
                yield f"objectives.{key}", _("needs capitals"), "capitals.played"
        if objectives.cities and max(objectives.cities) > self.setup.cities:
            yield "objectives.cities", _("asks for more cities than there are"), "setup.cities"

    def _variant_conflicts(self, *, has_begun: bool) -> Iterator[Conflict]:
        for key, other, problem in variant_conflicts(self, has_begun=has_begun):
            yield f"variants.{key}", problem, other
        least, most = self.player_limits
        if least > most:
            keys = ", ".join(self.variants.played)
            yield (
                "players.most",
                _(
                    "allows no number of players: {least} or more are needed ({keys})",
                    least=least,
                    keys=keys,
                ),
            )

    @property
    def played_variants(self) -> dict[str, Section]:
        """The options of the variants that are played, sorted by key.

        Some variants are older than the section ``variants``; their options are in other sections.
        """
        older: dict[str, tuple[bool, Section]] = {
            "allied_army": (self.two_players.third_army == "allied", self.two_players),
            "capitals": (self.capitals.played, self.capitals),
            "changed_dice": (self.combat.reroll or self.combat.commander, self.combat),
            "declared_turns": (self.reinforce.exclusive, self.reinforce),
            "objectives": (self.objectives.played, self.objectives),
        }
        played = {key: section for key, (is_played, section) in older.items() if is_played}
        return dict(sorted({**played, **self.variants.played}.items()))

    @property
    def player_limits(self) -> tuple[int, int]:
        """The fewest and most players that the edition and all played variants allow."""
        least, most = self.players.least, self.players.most
        for variant in self.variants.played.values():
            least, most = max(least, variant.least_players), min(most, variant.most_players)
        return least, most

    def ends_with_elimination(self, players: int | None) -> bool:
        """Return True if a game is over as soon as one of the players is eliminated."""
        return players == 2 or any(
            variant.ends_with_elimination for variant in self.variants.played.values()
        )

    @property
    def fights(self) -> CombatSection:
        """The combat section, with ``matches_dice`` set if a variant requires that."""
        if any(variant.matches_dice for variant in self.variants.played.values()):
            return with_matched_dice(self.combat)
        return self.combat

    @property
    def balance(self) -> FightBalance | None:
        """The changed chances of fights settled in one step; ``None`` if fights are rolled."""
        found = (variant.balance for variant in self.variants.played.values())
        return next(filter(None, found), None)

    @property
    def most_to_follow(self) -> int | None:
        """The most armies that move into a conquered territory; ``None`` for any number."""
        limits = [variant.most_to_follow for variant in self.variants.played.values()]
        return min(filter(None, (self.limits.territory, *limits)), default=None)

    @property
    def places(self) -> SourceLocations:
        """The file and line of each value."""
        return self._places

    def set_places(self, places: SourceLocations) -> Ruleset:
        """Set the file and line of the values, and return this ruleset."""
        self._places = places
        return self

    def error_at(self, path: KeyPath, problem: object) -> RulesetError:
        """Return an error about the value at a path, with its file and line."""
        key = ".".join(str(step) for step in path[:2])
        return RulesetError(f"{self._places.place(path)}: '{key}': {problem}")

    def sections(self) -> Iterator[tuple[str, str, Section]]:
        """Yield each section as (key, heading, section), in the order of the rule book."""
        for key in type(self).model_fields:
            part = getattr(self, key)
            if isinstance(part, Section):
                yield key, heading_of(type(part)), part
        for key, variant in self.variants.sections.items():
            yield f"variants.{key}", heading_of(type(variant)), variant


_SYMBOLS = {
    "by_type": {"artillery", "infantry", "cavalry", "mixed"},
    "stars": {"artillery", "infantry", "cavalry", "joker"},
}
