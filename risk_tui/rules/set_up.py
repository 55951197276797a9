"""Setting up: number of players, sharing out territories, neutral armies (FAQ Q2.3).

Also what a ruleset changes of the map: links, symbols of cards, bonuses. A neutral army never
attacks (US 1993 booklet); the Allied Army is led by an opponent (two-player Risk, 1975).
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from pydantic import Field

from risk_tui.rules.fields import Armies, Name, Section, choice_field, number_field

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from risk_tui.boards.board import Board


class SetUpSection(Section):
    """Setting up."""

    by_players: ClassVar[tuple[str, ...]] = ("armies",)
    per_earth: ClassVar[tuple[str, ...]] = ("armies",)
    each_go: ClassVar[tuple[str, ...]] = ("armies_each_go",)

    allocation: Literal["claim", "deal"] = choice_field(
        "How the territories are shared out.",
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
        "Armies that each player starts with, by the number of players: {value}.",
        ("placing", "in turns"),
    )
    armies_each_go: Annotated[int, Field(ge=1, le=200)] | None = choice_field(
        "They place {value} armies at a time.",
        ("placing", "in turns"),
        none="They place all of them in one go.",
        **{"1": "They place one army at a time."},
    )
    first_armies: Literal["one", "stars"] = choice_field(
        "What stands on a territory at first.",
        ("placing", "in turns"),
        quiet="one",
        one="Each territory has one army at first.",
        stars="Once the territories are shared out, each gets as many armies as its card shows "
        "stars, the one that stands there included.",
    )
    territory_limit: Annotated[int, Field(ge=2, le=200)] | None = choice_field(
        "During the set-up a territory holds at most {value} armies.",
        ("placing", "in turns"),
        quiet="none",
        none="During the set-up a territory may hold any number of armies.",
    )
    direction: Literal["clockwise", "counterclockwise"] = choice_field(
        "The order of the set-up.",
        quiet="clockwise",
        clockwise="Setting up goes round the table like the turns do.",
        counterclockwise="Setting up goes round the table the other way than the turns do.",
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
            "one roll": "Everybody rolls a die; the highest goes first.",
            "second roll": "Everybody rolls a die, and the highest begins the set-up; a second "
            "roll decides who takes the first turn.",
            "roll for the order": "Everybody rolls a die, and the highest begins the set-up; by a "
            "second roll they take their turns from the highest to the lowest, wherever they sit.",
            "last to claim": "Everybody rolls a die, and the highest begins the set-up; whoever "
            "was the last to claim a first territory takes the first turn.",
            "first out of cards": "Everybody rolls a die, and the highest begins the set-up; "
            "whoever was dealt fewest territories, and so runs out of cards first, takes the "
            "first turn.",
        },
    )
    cities: Annotated[int, Field(ge=0, le=42)] = choice_field(
        "{A city stands|Cities stand} on {value} {territory|territories}, chosen by lot.",
        quiet="0",
        **{"0": "There are no cities."},
    )

    def leaves_out(self, ruleset: Any, players: int | None) -> Iterable[str]:
        others = (ruleset.two_players, *ruleset.variants.played.values())
        if not any("setup.allocation" in each.leaves_out(ruleset, players) for each in others):
            return ()
        # Nobody claims, whatever the set-up says.
        last_claim = ("setup.first",) if self.first == "last to claim" else ()
        return ("setup.placing_from", *last_claim)

    def basics(self, board: Board | None, left_out: Collection[str] = ()) -> str:
        if "setup.allocation" in left_out:
            return ""
        return (
            "Before the first turn all territories are shared out, each with at least one army of "
            "its owner."
        )


class InitialSetup:
    """The rules about the time before the first turn."""

    def __init__(
        self, section: SetUpSection, neutral: NeutralSeat, seats: int, stars: Sequence[int]
    ) -> None:
        """``stars`` are those of each territory's card."""
        self.limit = section.territory_limit
        """The most armies on a territory, ``None`` for any number."""
        armies = section.armies[seats]
        share = len(stars) // (seats + bool(neutral.name))
        self.armies = armies if self.limit is None else min(armies, self.limit * share)
        """Armies that each player starts with: no more than a small board has room for."""
        dealt = neutral.is_dealt
        limit = max(stars) if self.limit is None else self.limit
        shown = section.first_armies == "stars"
        self.stars = tuple(min(number, limit) for number in stars) if shown else ()
        """The armies that stand on each territory at first; without any, it is one everywhere."""
        self.dealt = section.allocation == "deal" if dealt is None else dealt
        """Whether the territories are dealt; they are claimed otherwise."""
        self.direction = 1 if section.direction == "clockwise" else -1
        """1 when it goes round the table like the turns do, -1 for the other way."""
        self.places = section.placing == "in turns"
        """Whether players place more armies than the first one on each territory."""
        self.restarts = section.placing_from == "first player"
        """Whether placing starts again with the first player when all is claimed."""
        self.rolls_again = section.first == "second roll"
        self.rolls_for_order = section.first == "roll for the order"
        """Whether a second roll decides in which order all take their turns."""
        self.last_claimer_first = section.first == "last to claim"
        self.fewest_cards_first = section.first == "first out of cards"
        self.cities = section.cities
        """On how many territories there are cities."""
        self._armies_each_go = neutral.own_each_go or section.armies_each_go

    def armies_this_go(self, unplaced: int) -> int:
        """How many of the ``unplaced`` armies are placed in one go."""
        return unplaced if self._armies_each_go is None else min(self._armies_each_go, unplaced)

    def space_on(self, armies: int, arriving: int) -> int:
        """How many of ``arriving`` armies a territory with ``armies`` can still take."""
        return arriving if self.limit is None else min(arriving, self.limit - armies)


STANDARD_MAP = "classic"
"""The map of every edition that names no other."""


class BoardSection(Section):
    """The board."""

    maps: tuple[Name, ...] = choice_field(
        "It is played on {this map|these maps} only: {value}.",
        default=(),
        quiet="none",
        none="It is played on any map.",
    )
    omitted: tuple[tuple[Name, Name], ...] = choice_field(
        "These territories are not neighbours, whatever the map shows: {value}.",
        quiet="none",
        none="The edition removes no link of the map.",
    )
    added: tuple[tuple[Name, Name], ...] = choice_field(
        "These territories are neighbours too: {value}.",
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
    def home(self) -> str:
        """The map whose territories and continents the rules name."""
        return self.maps[0] if self.maps else STANDARD_MAP

    def fitting(self, name: str) -> str:
        """A map that it is played on: the one of this name, or else its own."""
        return name if not self.maps or name in self.maps else self.home


class TwoPlayersSection(Section):
    """Two players."""

    each_go: ClassVar[tuple[str, ...]] = ("own_each_go", "neutral_each_go")

    third_army: Literal["none", "neutral", "allied"] = choice_field(
        "A third army.",
        none="Two players play against each other alone.",
        neutral="Two players share the map with a neutral army, which never attacks; the opponent "
        "rolls its dice. Territories are not claimed, but dealt in three equal piles, one of them "
        "the neutral army's.",
        allied="Two players claim a third of the territories each; an Allied Army stands on the "
        "rest. It gets half of the armies that a player receives, rounded down. When that player "
        "is done attacking, the opponent places them and may attack that player with the "
        "Allied Army.",
    )
    own_each_go: int = number_field(
        "Both place {value} {army|armies} of their own at a time.",
        1,
        200,
        ("third_army", "neutral"),
    )
    neutral_each_go: int = number_field(
        "Beside their own they place {value} neutral {army|armies} at a time.",
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


class NeutralSeat:
    """The seat of a third army, where there is none: the players are alone."""

    name = ""
    """Its name; empty where there is none."""
    joins = ""
    """What is said where players are invited; empty where there is none."""
    attacks = False
    """Whether it is led to attack."""
    is_led = True
    """Whether somebody chooses its dice in defence."""
    defends_best = False
    """Whether it chooses its best dice itself; it rolls the most otherwise."""
    is_dealt: bool | None = None
    """Whether the territories are dealt, with a pile of its own; ``None``: as the set-up says."""
    own_each_go: int | None = None
    """Own armies that a player places in a go of the set-up, where it changes that."""
    neutral_each_go = 0
    """Its armies that a player places in a go of the set-up."""

    def placed_faster(self, times: int) -> NeutralSeat:
        """The same seat, with ``times`` as many armies placed in a go."""
        faster = copy(self)
        faster.own_each_go = self.own_each_go and self.own_each_go * times
        faster.neutral_each_go = self.neutral_each_go * times
        return faster


class NeutralArmy(NeutralSeat):
    """A third army that stands where it was dealt and placed, and never attacks."""

    name = "Neutral Army"
    joins = "a neutral army joins in"
    is_dealt = True

    def __init__(self, section: TwoPlayersSection) -> None:
        self.own_each_go = section.own_each_go
        self.neutral_each_go = section.neutral_each_go


class LedArmy(NeutralSeat):
    """A third army on what two players left unclaimed, which they lead."""

    name = "Allied Army"
    joins = "an Allied Army joins in"
    attacks = True
    is_dealt = False


class StandingArmy(NeutralSeat):
    """A neutral army among any number of players, which nobody leads."""

    name = "Neutral Army"
    joins = "a neutral army joins in"
    is_led = False

    def __init__(self, *, defends_best: bool = False) -> None:
        self.defends_best = defends_best


def make_neutral_seat(section: TwoPlayersSection, seats: int) -> NeutralSeat:
    """Make the seat of the third army of a game, by its number of players."""
    if seats == 2 and section.third_army == "neutral":
        return NeutralArmy(section)
    if seats == 2 and section.third_army == "allied":
        return LedArmy()
    return NeutralSeat()


class PlayersSection(Section):
    """Who can play."""

    least: int = number_field("At least {value} players.", 2, 6)
    most: int = number_field("At most {value} players.", 2, 6)

    def basics(self, board: Board | None, left_out: Collection[str] = ()) -> str:
        stages = [
            "receives armies and places them",
            "may attack neighbouring territories of others",
        ]
        if "fortify" not in left_out:
            stages.append("may move armies among their own at the end")
        *others, last = stages
        return f"Players take turns. In a turn a player {', '.join(others)}, and {last}."
