"""Rulesets: what an edition of Risk says, as data.

No field has a default: every value that a game is played by stands in a ruleset file. The
sentence that a player reads about a value is the description of its field, so the rules screen
and the JSON schema can never say different things.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from risk_tui.engine.telling import Section, number, says
from risk_tui.engine.yamlfile import Path, has_hidden_characters

if TYPE_CHECKING:
    from collections.abc import Iterator


class Contradiction(ValueError):
    """Two values that cannot both be; ``path`` is the one to look at."""

    def __init__(self, section: str, key: str, problem: str) -> None:
        super().__init__(f"'{section}.{key}' {problem}")
        self.path: Path = (section, key)


def _one_line(text: str) -> str:
    line = " ".join(text.split())
    if has_hidden_characters(line):
        raise ValueError("control and invisible characters are not allowed")
    if not line:
        raise ValueError("an empty text says nothing; write a word")
    return line


Text = Annotated[str, AfterValidator(_one_line)]
Armies = Annotated[int, Field(ge=1, le=200)]
SetValue = Annotated[int, Field(ge=0, le=200)]


class Players(Section):
    """Who can play."""

    least: int = number("At least {value} players.", 2, 6)
    most: int = number("At most {value} players.", 2, 6)


class SetUp(Section):
    """Setting up."""

    allocation: Literal["claim", "deal"] = says(
        "How the territories are shared out.",
        claim="Players take turns claiming free territories with one army each.",
        deal="The territories are dealt out as evenly as possible, with one army on each.",
    )
    armies: dict[int, Armies] = says("Armies that each player starts with: {value}.")
    armies_each_go: int = number(
        "Then players take turns placing {value} of their remaining armies.", 1, 200
    )
    territory_limit: Annotated[int, Field(ge=2, le=200)] | None = says(
        "During the set-up a territory holds at most {value} armies.",
        none="During the set-up a territory may hold any number of armies.",
    )
    first: Literal["one roll", "second roll"] = says(
        "Who is first.",
        **{
            "one roll": "The highest die claims or places first and takes the first turn.",
            "second roll": "The highest die claims or places first; "
            "a second roll decides who takes the first turn.",
        },
    )


class Reinforcements(Section):
    """Reinforcing."""

    territories_for_an_army: int = number(
        "A turn starts with one army for every {value} territories held, rounded down.", 1, 42
    )
    least: int = number("It is never less than {value} armies.", 0, 42)


class Cards(Section):
    """Cards."""

    draw: Literal["before fortify", "after fortify"] = says(
        "When a card is drawn.",
        **{
            "before fortify": "Whoever conquered a territory draws one card, before fortifying.",
            "after fortify": "Whoever conquered a territory draws one card at the end of the turn.",
        },
    )
    sets: Literal["escalating", "by type"] = says(
        "What a set is worth.",
        **{
            "escalating": "Each set traded by anybody makes the next one worth more.",
            "by type": "A set is worth what its symbols say, whoever traded before.",
        },
    )
    escalating: tuple[SetValue, ...] = says(
        "The sets are worth {value} armies in turn.", ("sets", "escalating")
    )
    escalating_step: int = number(
        "After those, each set is worth {value} more.", 0, 100, only_if=("sets", "escalating")
    )
    by_type: dict[Literal["artillery", "infantry", "cavalry", "mixed"], SetValue] = says(
        "Three alike or mixed, a set is worth: {value}.", ("sets", "by type")
    )
    jokers_in_a_set: int = number("A set may hold up to {value} jokers.", 0, 2)
    forced_at: int = number(
        "With {value} cards or more at the start of a turn a set must be traded.", 3, 100
    )
    territory_bonus: Literal["none", "each", "once a turn"] = says(
        "Armies for a territory shown on a traded card.",
        **{
            "none": "The territories on traded cards bring nothing.",
            "each": "Each traded card that shows a territory of one's own brings extra armies "
            "on that territory.",
            "once a turn": "One territory of one's own that is shown on a traded card gets extra "
            "armies, once a turn.",
        },
    )
    territory_bonus_armies: int = number("Those extra armies are {value}.", 0, 20)
    on_elimination: Literal["discard", "hold", "trade"] = says(
        "What becomes of an eliminated player's cards.",
        discard="An eliminated player's cards go to the discard pile.",
        hold="The conqueror takes an eliminated player's cards and keeps them to the next turn.",
        trade="The conqueror takes an eliminated player's cards and may have to trade at once.",
    )
    elimination_trade_at: int = number(
        "Whoever then holds {value} cards or more trades sets at once …",
        3,
        100,
        only_if=("on_elimination", "trade"),
    )
    elimination_trade_to: int = number(
        "… until {value} cards or fewer are left.", 0, 99, only_if=("on_elimination", "trade")
    )
    elimination_trade_more: bool = says(
        "Trading on.",
        ("on_elimination", "trade"),
        true="Then more sets may be traded.",
        false="Then trading stops until the next turn.",
    )


class Combat(Section):
    """Attacking."""

    attack_dice: int = number("The attacker rolls up to {value} dice; one army stays behind.", 1, 3)
    defence_dice: int = number("The defender rolls up to {value} dice.", 1, 2)
    armies_for_two_dice: int = number("The defender needs {value} armies to roll two dice.", 2, 3)
    defence_choice: Literal["chosen", "most"] = says(
        "The defender's dice.",
        chosen="The defender chooses the number of dice before the attacker rolls.",
        most="The defender always rolls as many dice as allowed.",
    )
    occupy_at_least: Literal["dice", "one"] = says(
        "Moving into a conquered territory.",
        dice="Into a conquered territory move at least as many armies as dice were rolled.",
        one="Into a conquered territory moves at least one army.",
    )


class Fortify(Section):
    """Fortifying."""

    reach: Literal["adjacent", "connected", "free"] = says(
        "How far armies may be moved.",
        adjacent="At the end of a turn armies may move once, between two neighbours.",
        connected="At the end of a turn armies may move once, along a chain of own territories.",
        free="At the end of a turn armies may move freely within chains of own territories.",
    )
    limit: Annotated[int, Field(ge=1, le=200)] | None = says(
        "At most {value} armies may be moved at a time.",
        none="Any number may be moved, as long as one stays behind.",
    )


class Victory(Section):
    """Winning."""

    when: Literal["any turn", "own turn"] = says(
        "When the game can be won.",
        **{
            "any turn": "The last player left wins at once.",
            "own turn": "The last player left wins, but only in a turn of one's own.",
        },
    )
    turn_limit: Annotated[int, Field(ge=1, le=10_000)] | None = says(
        "After {value} rounds whoever holds most territories wins (then most armies).",
        none="There is no limit to the number of turns.",
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
    setup: SetUp
    reinforce: Reinforcements
    cards: Cards
    combat: Combat
    fortify: Fortify
    victory: Victory

    @model_validator(mode="after")
    def _consistent(self) -> Ruleset:
        if self.players.least > self.players.most:
            raise Contradiction("players", "least", "is greater than 'most'")
        for count in range(self.players.least, self.players.most + 1):
            if count not in self.setup.armies:
                raise Contradiction("setup", "armies", f"says nothing for {count} players")
        cards = self.cards
        if not cards.escalating:
            raise Contradiction("cards", "escalating", "needs at least one value")
        missing = {"artillery", "infantry", "cavalry", "mixed"} - set(cards.by_type)
        if missing:
            raise Contradiction("cards", "by_type", f"lacks {', '.join(sorted(missing))}")
        if cards.elimination_trade_to >= cards.elimination_trade_at:
            raise Contradiction(
                "cards", "elimination_trade_to", "must be less than 'elimination_trade_at'"
            )
        return self

    def sections(self) -> Iterator[tuple[str, str, Section]]:
        """Each part as (key, heading, part), in the order in which a player reads them."""
        for key in type(self).model_fields:
            part = getattr(self, key)
            if isinstance(part, Section):
                yield key, (type(part).__doc__ or key).rstrip("."), part
