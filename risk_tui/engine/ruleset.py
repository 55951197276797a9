"""Rulesets: what an edition of Risk says, as data.

No field has a default: every value that a game is played by stands in a ruleset file. The
sentence that a player reads about a value is the description of its field, so the rules screen
and the JSON schema can never say different things.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field, model_validator

from risk_tui.engine.sections import (
    Cards,
    Combat,
    Fortify,
    Limits,
    Links,
    Players,
    Reinforcements,
    SetUp,
    Text,
    TwoPlayers,
)
from risk_tui.engine.telling import Section
from risk_tui.engine.winning import Capitals, Missions, Objectives, Victory

if TYPE_CHECKING:
    from collections.abc import Iterator

    from risk_tui.engine.yamlfile import Path


class Contradiction(ValueError):
    """Values that cannot both be; ``paths`` are those to look at, any of which may be to blame.

    ``others`` name further values as ``section.key``.
    """

    def __init__(self, section: str, key: str, problem: str, *others: str) -> None:
        super().__init__(f"'{section}.{key}' {problem}")
        self.paths: tuple[Path, ...] = (
            (section, key),
            *(tuple(other.split(".")) for other in others),
        )


class Ruleset(Section):
    """An edition's rules, whole and sound."""

    ruleset: str = Field(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$", description="The ruleset's name.")
    title: Text = Field(min_length=1, max_length=60, description="Its title.")
    family: Text = Field(min_length=1, max_length=40, description="The group that it is listed in.")
    about: Text = Field(min_length=1, max_length=1000, description="A paragraph about it.")
    version: int = Field(ge=1, description="Counts changes of this file.")
    sources: dict[Text, Text] = Field(description="Where each part is documented.")
    players: Players
    two_players: TwoPlayers
    links: Links
    setup: SetUp
    reinforce: Reinforcements
    limits: Limits
    cards: Cards
    combat: Combat
    fortify: Fortify
    missions: Missions
    capitals: Capitals
    objectives: Objectives
    victory: Victory

    @model_validator(mode="after")
    def _consistent(self) -> Ruleset:
        self._check_players()
        self._check_set_up()
        self._check_cards()
        self._check_combat()
        self._check_winning()
        return self

    def _check_players(self) -> None:
        least, most = self.players.least, self.players.most
        if least > most:
            raise Contradiction("players", "least", "is greater than 'most'")
        for count in range(least, most + 1):
            if count not in self.setup.armies:
                raise Contradiction("setup", "armies", f"says nothing for {count} players")
            if self.capitals.played and count not in (self.capitals.to_win or {count: 1}):
                raise Contradiction("capitals", "to_win", f"says nothing for {count} players")
        for count, capitals in (self.capitals.to_win or {}).items():
            if self.capitals.played and capitals >= count:
                raise Contradiction(
                    "capitals", "to_win", f"asks {count} players for more than all other capitals"
                )
        if self.two_players.third_army != "none":
            if least > 2:
                raise Contradiction(
                    "two_players", "third_army", "needs a game for two players", "players.least"
                )
            if self.capitals.played:
                raise Contradiction(
                    "two_players", "third_army", "does not go with capitals", "capitals.played"
                )

    def _check_set_up(self) -> None:
        setup = self.setup
        if setup.first == "last to claim" and setup.allocation != "claim":
            raise Contradiction(
                "setup",
                "first",
                "is 'last to claim', but territories are dealt",
                "setup.allocation",
            )
        if setup.first == "first out of cards" and setup.allocation != "deal":
            raise Contradiction(
                "setup",
                "first",
                "is 'first out of cards', but territories are claimed",
                "setup.allocation",
            )
        if self.reinforce.counted == "territories and cities" and not setup.cities:
            raise Contradiction(
                "reinforce", "counted", "counts cities, but there are none", "setup.cities"
            )
        if self.reinforce.armies_for_a_capital and not self.capitals.played:
            raise Contradiction(
                "reinforce", "armies_for_a_capital", "needs capitals", "capitals.played"
            )
        if self.reinforce.one_go_each and self.reinforce.continent_armies == "in the continent":
            raise Contradiction(
                "reinforce",
                "one_go_each",
                "does not go with armies tied to their continent",
                "reinforce.continent_armies",
            )

    def _check_cards(self) -> None:
        cards = self.cards
        if not cards.escalating:
            raise Contradiction("cards", "escalating", "needs at least one value")
        if not any(cards.escalating) and not cards.escalating_step:
            raise Contradiction("cards", "escalating", "brings no armies, however many sets")
        for key, needed in _SYMBOLS.items():
            missing = needed - set(getattr(cards, key))
            if missing:
                raise Contradiction("cards", key, f"lacks {', '.join(sorted(missing))}")
        if cards.elimination_trade_to >= cards.elimination_trade_at:
            raise Contradiction(
                "cards",
                "elimination_trade_to",
                "must be less than 'elimination_trade_at'",
                "cards.elimination_trade_at",
            )
        if cards.elimination_trade_fewer and not cards.elimination_trade_more:
            raise Contradiction(
                "cards",
                "elimination_trade_fewer",
                "needs 'elimination_trade_more'",
                "cards.elimination_trade_more",
            )
        if cards.forced_when == "at once" and cards.forced_at is None:
            raise Contradiction(
                "cards", "forced_when", "is 'at once', but nothing is forced", "cards.forced_at"
            )
        if cards.award == "none with an objective" and not self.objectives.played:
            raise Contradiction(
                "cards", "award", "speaks of objectives, but there are none", "objectives.played"
            )
        if cards.trade_when == "whole turn" and self.reinforce.when == "after attacks":
            raise Contradiction(
                "cards",
                "trade_when",
                "places armies between attacks, but armies are placed after them",
                "reinforce.when",
            )
        if cards.sets == "stars":
            self._check_stars()

    def _check_stars(self) -> None:
        cards = self.cards
        if self.combat.reroll:
            raise Contradiction(
                "combat",
                "reroll",
                "must be false: with stars the territory is irrelevant",
                "cards.sets",
            )
        if not cards.star_values:
            raise Contradiction("cards", "star_values", "needs at least one value")
        values = [worth for _, worth in sorted(cards.star_values.items())]
        if values != sorted(values):
            raise Contradiction("cards", "star_values", "gives less for more stars")
        if cards.territory_bonus != "none":
            raise Contradiction(
                "cards",
                "territory_bonus",
                "must be 'none': with stars the territory is irrelevant",
                "cards.sets",
            )

    def _check_combat(self) -> None:
        combat = self.combat
        needed = combat.armies_for_three_dice
        if combat.defence_dice == 3 and needed is None:
            raise Contradiction(
                "combat",
                "defence_dice",
                "is 3, but 'armies_for_three_dice' says nobody rolls them",
                "combat.armies_for_three_dice",
            )
        if combat.defence_dice < 3 and needed is not None:
            raise Contradiction(
                "combat",
                "armies_for_three_dice",
                "speaks of a third die, but there is none",
                "combat.defence_dice",
            )
        if needed is not None and needed < combat.armies_for_two_dice:
            raise Contradiction(
                "combat",
                "armies_for_three_dice",
                "is less than 'armies_for_two_dice'",
                "combat.armies_for_two_dice",
            )
        if combat.defence_choice == "seen" and combat.defence_dice == 1:
            raise Contradiction(
                "combat",
                "defence_choice",
                "leaves nothing to choose with one die",
                "combat.defence_dice",
            )

    def _check_winning(self) -> None:
        missions, objectives, capitals = self.missions, self.objectives, self.capitals
        if missions.played:
            if self.players.least < 3:
                raise Contradiction(
                    "players", "least", "must be 3 or more with secret missions", "missions.played"
                )
            few = missions.destroy * self.players.least + len(missions.continents)
            few += len(missions.territories)
            if few < missions.each * self.players.least:
                raise Contradiction("missions", "each", "deals more missions than there are")
        if objectives.played:
            if missions.played and missions.each > 1:
                raise Contradiction(
                    "missions", "each", "must be 1 where objectives are taken", "objectives.played"
                )
            lists = (
                objectives.continents,
                objectives.territories,
                objectives.conquests,
                objectives.cities,
                objectives.capitals,
            )
            if sum(len(each) for each in lists) < objectives.to_win:
                raise Contradiction("objectives", "to_win", "asks for more than there are")
            if (objectives.own_capital or objectives.capitals) and not capitals.played:
                raise Contradiction(
                    "objectives", "own_capital", "needs capitals", "capitals.played"
                )
            if objectives.cities and max(objectives.cities) > self.setup.cities:
                raise Contradiction(
                    "objectives", "cities", "asks for more cities than there are", "setup.cities"
                )

    def sections(self) -> Iterator[tuple[str, str, Section]]:
        """Each part as (key, heading, part), in the order in which a player reads them."""
        for key in type(self).model_fields:
            part = getattr(self, key)
            if isinstance(part, Section):
                yield key, (type(part).__doc__ or key).rstrip("."), part


_SYMBOLS = {
    "by_type": {"artillery", "infantry", "cavalry", "mixed"},
    "stars": {"artillery", "infantry", "cavalry", "joker"},
}
