"""Setting up: the number of players, the territories, and neutral armies (FAQ Q2.3).

This module also has a ruleset's changes to the map: links, symbols of cards, bonuses. A neutral
army never attacks (US 1993 booklet). An opponent leads the Allied Army (two-player Risk, 1975).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from risk_tui.boards.board import Board
from risk_tui.boards.overlay import Overlay
from risk_tui.data.language import N_, _
from risk_tui.rules.fields import Armies, Name, Section, choice_field, number_field


class SetUpSection(Section):
    """Setting up."""

    by_players: ClassVar[tuple[str, ...]] = ("armies",)
    per_earth: ClassVar[tuple[str, ...]] = ("armies",)
    each_go: ClassVar[tuple[str, ...]] = ("armies_each_go",)

    allocation: Literal["claim", "deal"] = choice_field(
        "How territories are distributed.",
        claim="Players take turns claiming free territories with one army each.",
        deal="The territories are dealt out as evenly as possible, with one army on each.",
    )
    placing: Literal["in turns", "none"] = choice_field(
        "Placing more armies.",
        **{
            "in turns": "When each territory has an owner, players take turns placing the rest of "
            "their armies.",
            "none": "The game begins with a single army on each territory.",
        },
    )
    armies: dict[int, Armies] = choice_field(
        "Armies that each player starts with: {value}.",
        ("placing", "in turns"),
    )
    armies_each_go: Annotated[int, Field(ge=1, le=200)] | None = choice_field(
        "They place {value} armies at a time.",
        ("placing", "in turns"),
        none="Players place all of them at once.",
        **{"1": "They place one army at a time."},
    )
    first_armies: Literal["one", "stars"] = choice_field(
        "Armies on each territory at the start.",
        ("placing", "in turns"),
        quiet="one",
        one="Each territory has one army at first.",
        stars="Each territory starts with as many armies as its card has stars.",
    )
    territory_limit: Annotated[int, Field(ge=2, le=200)] | None = choice_field(
        "During setup a territory holds at most {value} armies.",
        ("placing", "in turns"),
        quiet="none",
        none="During setup a territory may hold any number of armies.",
    )
    direction: Literal["clockwise", "counterclockwise"] = choice_field(
        "The order of setup.",
        quiet="clockwise",
        clockwise="Setting up goes round the table like the turns do.",
        counterclockwise="Setup goes round the table in the opposite direction to play.",
    )
    placing_from: Literal["where claiming ended", "first player"] = choice_field(
        "Who places first.",
        ("allocation", "claim"),
        quiet="where claiming ended",
        **{
            "where claiming ended": "Placing goes on where claiming ended.",
            "first player": "Placing starts again with the first player.",
        },
    )
    first: Literal[
        "one roll", "second roll", "roll for the order", "last to claim", "first out of cards"
    ] = choice_field(
        "Who is first.",
        **{
            "one roll": "Each player rolls a die; the highest goes first.",
            "second roll": "The highest roll starts setup; a second roll decides who takes the "
            "first turn.",
            "roll for the order": "The highest roll starts setup; a second roll sets the turn "
            "order, highest to lowest.",
            "last to claim": "The highest roll starts setup; the last player to claim their "
            "first territory takes the first turn.",
            "first out of cards": "The highest roll starts setup; the player dealt the fewest "
            "territories takes the first turn.",
        },
    )
    cities: Annotated[int, Field(ge=0, le=42)] = choice_field(
        "{A city stands|Cities stand} on {value} {territory|territories}, at random.",
        quiet="0",
        **{"0": "There are no cities."},
    )

    def leaves_out(self, ruleset: Any, players: int | None) -> Iterable[str]:
        others = (ruleset.two_players, *ruleset.variants.played.values())
        if not any("setup.allocation" in part.leaves_out(ruleset, players) for part in others):
            return ()
        # The territories are dealt in that case, so no seat is the last to claim.
        last_claim = ("setup.first",) if self.first == "last to claim" else ()
        return ("setup.placing_from", *last_claim)

    def basics(self, board: Board | None, left_out: Collection[str] = ()) -> str:
        if "setup.allocation" in left_out:
            return ""
        return _(
            "Before the first turn all territories are distributed, each with at least one army."
        )


class InitialSetup:
    """The rules for the time before the first turn."""

    def __init__(
        self, section: SetUpSection, neutral: NeutralSeat, seats: int, stars: Sequence[int]
    ) -> None:
        """Make the rules; ``stars`` is the number of stars on each territory's card."""
        self.limit = section.territory_limit
        """The most armies on a territory; ``None`` for any number."""
        armies = section.armies[seats]
        share = len(stars) // (seats + bool(neutral.name))
        self.armies = armies if self.limit is None else min(armies, self.limit * share)
        """The starting armies of each player, limited to those that fit on a small board."""
        limit = max(stars) if self.limit is None else self.limit
        has_stars = section.first_armies == "stars"
        self.stars = tuple(min(number, limit) for number in stars) if has_stars else ()
        """The first armies on each territory; empty for one army on each."""
        is_dealt = neutral.is_dealt
        self.dealt = section.allocation == "deal" if is_dealt is None else is_dealt
        """True if the territories are dealt, False if they are claimed."""
        self.direction = 1 if section.direction == "clockwise" else -1
        """1 if the setup goes round the table like the turns, -1 for the opposite direction."""
        self.places = section.placing == "in turns"
        """True if players place further armies after the first one on each territory."""
        self.restarts = section.placing_from == "first player"
        """True if placing starts again with the first player after the last claim."""
        self.first = section.first
        """The way to find the seat with the first turn."""
        self.cities = section.cities
        """The number of territories with cities."""
        self._armies_each_go = neutral.own_each_go or section.armies_each_go

    def armies_this_go(self, unplaced: int) -> int:
        """Return how many of the ``unplaced`` armies are placed in one go."""
        return unplaced if self._armies_each_go is None else min(self._armies_each_go, unplaced)

    def space_on(self, armies: int, arriving: int) -> int:
        """Return how many of ``arriving`` armies fit on a territory with ``armies``."""
        return arriving if self.limit is None else min(arriving, self.limit - armies)


STANDARD_MAP = "classic"
"""The map of editions that don't name one."""


class BoardSection(Section):
    """The board."""

    maps: tuple[Name, ...] = choice_field(
        "It is played on {this map|these maps} only: {value}.",
        default=(),
        quiet="none",
        none="It can be played on any map.",
    )
    omitted: tuple[tuple[Name, Name], ...] = choice_field(
        "These are not neighbours, whatever the map shows: {value}.",
        quiet="none",
        none="The edition removes no link of the map.",
    )
    added: tuple[tuple[Name, Name], ...] = choice_field(
        "Extra land links: {value}.",
        quiet="none",
        none="The edition adds no links to the map.",
    )
    sea_lanes: tuple[tuple[Name, Name], ...] = choice_field(
        "These territories are neighbours too, by sea: {value}.",
        quiet="none",
        none="The edition adds no sea lanes to the map.",
    )
    symbols: dict[Name, Literal["infantry", "cavalry", "artillery"]] = choice_field(
        "{One card shows another symbol|Some cards show other symbols} than on the map ({value}).",
        quiet="none",
        none="The edition changes no symbols of cards.",
    )
    bonuses: dict[Name, Annotated[int, Field(ge=0, le=99)]] = choice_field(
        "{One continent brings another number|Some continents bring other numbers} of armies than "
        "on the map ({value}).",
        quiet="none",
        none="The edition changes nothing that continents bring.",
    )

    @property
    def overlay(self) -> Overlay:
        """The changes to the map."""
        return Overlay(self.omitted, self.added, self.sea_lanes, self.symbols, self.bonuses)

    @property
    def home(self) -> str:
        """The map with the territories and continents that the rules name."""
        return self.maps[0] if self.maps else STANDARD_MAP

    def choose_map(self, name: str) -> str:
        """Return ``name`` if the edition is played on that map, else the edition's own map."""
        return name if not self.maps or name in self.maps else self.home


class TwoPlayersSection(Section):
    """Two players."""

    each_go: ClassVar[tuple[str, ...]] = ("own_each_go", "neutral_each_go")

    third_army: Literal["none", "neutral", "allied"] = choice_field(
        "A third army.",
        none="Two players play head to head, with no third army.",
        neutral="Two players share the map with a neutral army, which never attacks; the opponent "
        "rolls its dice. Territories are not claimed, but dealt in three equal piles, one of them "
        "the neutral army's.",
        allied="Two players claim a third of the territories each; an Allied Army stands on "
        "the rest. It receives half as many armies as the player in turn, rounded down. "
        "When that player has finished attacking, the opponent places them and may "
        "attack with the Allied Army.",
    )
    own_each_go: int = number_field(
        "Each player places {value} {army|armies} of their own at a time.",
        1,
        200,
        ("third_army", "neutral"),
    )
    neutral_each_go: int = number_field(
        "They also place {value} neutral {army|armies} each time.",
        1,
        200,
        ("third_army", "neutral"),
    )
    allied_armies: int = number_field(
        "The Allied Army starts with {value} {army|armies} on each of its territories.",
        1,
        200,
        ("third_army", "allied"),
    )

    def leaves_out(self, ruleset: Any, players: int | None) -> Iterable[str]:
        if players not in (2, None) or ruleset.player_limits[0] > 2:
            return ("two_players",)
        if players == 2 and self.third_army == "neutral":
            return ("setup.allocation", "setup.armies_each_go")
        if players == 2 and self.third_army == "allied" and ruleset.setup.allocation == "deal":
            return ("setup.allocation",)
        return ()


@dataclass(frozen=True)
class NeutralSeat:
    """The seat of a third army; without a name there is no such army."""

    name: str = ""
    invitation: str = ""
    """The sentence about the army in invitations to the game."""
    attacks: bool = False
    """True if it is led to attack."""
    is_led: bool = True
    """True if a player leads it, and chooses its defence dice."""
    defends_best: bool = False
    """True if it rolls the best number of defence dice by itself; otherwise it rolls the most."""
    is_dealt: bool | None = None
    """True if it is dealt territories, False if territories are claimed.

    ``None`` if the section for the setup decides.
    """
    own_each_go: int | None = None
    """A player's own armies in each go of the setup; ``None`` if the setup decides."""
    neutral_each_go: int = 0
    """The neutral armies that a player places in each go of the setup."""

    def placed_faster(self, times: int) -> NeutralSeat:
        """Return the seat with ``times`` as many armies placed in each go."""
        own_each_go = self.own_each_go and self.own_each_go * times
        return replace(self, own_each_go=own_each_go, neutral_each_go=self.neutral_each_go * times)


NEUTRAL_ARMY = NeutralSeat(N_("Neutral Army"), N_("a neutral army joins in"))
"""An army that never attacks and stays on its territories."""
ALLIED_ARMY = NeutralSeat(
    N_("Allied Army"), N_("an Allied Army joins in"), attacks=True, is_dealt=False
)
"""An army on the unclaimed territories, led by the opponent of the seat in turn."""


def make_neutral_seat(section: TwoPlayersSection, seats: int) -> NeutralSeat:
    """Make the seat of the third army that a ruleset chooses for a number of players."""
    if seats == 2 and section.third_army == "neutral":
        return replace(
            NEUTRAL_ARMY,
            is_dealt=True,
            own_each_go=section.own_each_go,
            neutral_each_go=section.neutral_each_go,
        )
    return ALLIED_ARMY if seats == 2 and section.third_army == "allied" else NeutralSeat()


class PlayersSection(Section):
    """Who can play."""

    least: int = number_field("At least {value} players.", 2, 6)
    most: int = number_field("At most {value} players.", 2, 6)

    def basics(self, board: Board | None, left_out: Collection[str] = ()) -> str:
        if "fortify" in left_out:
            return _(
                "Players take turns. In a turn a player receives armies and places them, and may "
                "attack neighbouring territories of others."
            )
        return _(
            "Players take turns. In a turn a player receives armies and places them, may attack "
            "neighbouring territories of others, and may move armies between their own territories "
            "at the end."
        )
