"""The parts of a ruleset from setting up to fortifying: every value that editions differ in."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from risk_tui.engine.telling import Section, number, says
from risk_tui.engine.yamlfile import has_hidden_characters


def _one_line(text: str) -> str:
    line = " ".join(text.split())
    if has_hidden_characters(line):
        raise ValueError("control and invisible characters are not allowed")
    if not line:
        raise ValueError("an empty text says nothing; write a word")
    return line


Text = Annotated[str, AfterValidator(_one_line)]
Name = Annotated[Text, Field(max_length=40)]
Armies = Annotated[int, Field(ge=1, le=200)]
SetValue = Annotated[int, Field(ge=0, le=200)]


class Players(Section):
    """Who can play."""

    least: int = number("At least {value} players.", 2, 6)
    most: int = number("At most {value} players.", 2, 6)


class TwoPlayers(Section):
    """Two players."""

    third_army: Literal["none", "neutral", "allied"] = says(
        "A third army.",
        none="Two players play against each other alone.",
        neutral="With two players the territories are dealt in three piles; the third belongs to "
        "a neutral army, which never attacks. The opponent rolls its dice.",
        allied="Two players claim a third of the territories each; an Allied Army stands on the "
        "rest. It gets half of the armies that a player receives, rounded down. When that player "
        "is done attacking, the opponent places them and may attack him with the Allied Army.",
    )
    own_each_go: int = number(
        "Setting up, each of the two places {value} of his own armies at a time.",
        1,
        200,
        ("third_army", "neutral"),
    )
    neutral_each_go: int = number(
        "With them each places {value} of the neutral ones.", 1, 200, ("third_army", "neutral")
    )
    allied_armies: int = number(
        "The Allied Army starts with {value} armies on each of its territories.",
        1,
        200,
        ("third_army", "allied"),
    )


class Links(Section):
    """Links between territories."""

    omitted: tuple[tuple[Name, Name], ...] = says(
        "These are no neighbours, whatever the map says: {value}.",
        quiet="none",
        none="The links are those of the map.",
    )


class SetUp(Section):
    """Setting up."""

    allocation: Literal["claim", "deal"] = says(
        "How the territories are shared out.",
        claim="Players take turns claiming free territories with one army each.",
        deal="The territories are dealt out as evenly as possible, with one army on each.",
    )
    placing: Literal["in turns", "none"] = says(
        "Placing more armies.",
        **{
            "in turns": "Then players take turns placing the rest of their armies.",
            "none": "The game begins with a single army on each territory.",
        },
    )
    armies: dict[int, Armies] = says(
        "Armies that each player starts with, by the number of players: {value}.",
        ("placing", "in turns"),
    )
    armies_each_go: Annotated[int, Field(ge=1, le=200)] | None = says(
        "They place {value} armies at a time.",
        ("placing", "in turns"),
        none="They place all of them in one go.",
        **{"1": "They place one army at a time."},
    )
    territory_limit: Annotated[int, Field(ge=2, le=200)] | None = says(
        "During the set-up a territory holds at most {value} armies.",
        ("placing", "in turns"),
        quiet="none",
        none="During the set-up a territory may hold any number of armies.",
    )
    direction: Literal["clockwise", "counterclockwise"] = says(
        "The order of the set-up.",
        quiet="clockwise",
        clockwise="Setting up goes round the table like the turns do.",
        counterclockwise="Setting up goes round the table the other way than the turns do.",
    )
    placing_from: Literal["where claiming ended", "first player"] = says(
        "Who places first.",
        ("allocation", "claim"),
        quiet="where claiming ended",
        **{
            "where claiming ended": "Placing goes on where claiming ended.",
            "first player": "Placing starts again with the first player.",
        },
    )
    first: Literal["one roll", "second roll", "last to claim", "first out of cards"] = says(
        "Who is first.",
        **{
            "one roll": "The highest die claims or places first and takes the first turn.",
            "second roll": "The highest die claims or places first; "
            "a second roll decides who takes the first turn.",
            "last to claim": "The highest die claims or places first; whoever came last to a "
            "first territory takes the first turn.",
            "first out of cards": "The highest die places first; whoever was dealt fewest "
            "territories, and so runs out of cards first, takes the first turn.",
        },
    )
    cities: Annotated[int, Field(ge=0, le=42)] = says(
        "Cities stand on {value} territories, chosen by lot.",
        quiet="0",
        **{"0": "There are no cities."},
    )


class Reinforcements(Section):
    """Reinforcing."""

    exclusive: bool = says(
        "Reinforcing and attacking.",
        true="At the start of a turn a player chooses either to reinforce or to attack. Attackers "
        "get no armies for their territories, only those for continents and cards.",
        false="Armies come every turn, whether or not one attacks.",
    )
    territories_for_an_army: int = number(
        "A turn brings one army for every {value} territories held, rounded down.", 1, 42
    )
    counted: Literal["territories", "territories and cities"] = says(
        "What is counted.",
        quiet="territories",
        **{
            "territories": "Only territories are counted.",
            "territories and cities": "Each city held counts like one more territory.",
        },
    )
    least: int = number("It is never less than {value} armies.", 0, 42)
    armies_for_a_capital: Annotated[int, Field(ge=0, le=20)] = says(
        "Each capital held brings {value} more.",
        quiet="0",
        **{"0": "Capitals bring no armies."},
    )
    when: Literal["before attacks", "after attacks"] = says(
        "When armies are placed.",
        quiet="before attacks",
        **{
            "before attacks": "Armies are placed before attacking.",
            "after attacks": "Armies are placed when all attacks of the turn are over.",
        },
    )
    continent_armies: Literal["anywhere", "in the continent"] = says(
        "Armies for continents.",
        quiet="anywhere",
        **{
            "anywhere": "Armies for a continent may be placed anywhere.",
            "in the continent": "Armies for a continent must be placed within it.",
        },
    )
    one_go_each: bool = says(
        "How armies are placed.",
        quiet="false",
        true="Each territory is reinforced in one go; the last one gets whatever is left.",
        false="Armies may be placed in any split and order.",
    )


class Limits(Section):
    """Limits."""

    territory: Annotated[int, Field(ge=4, le=1000)] | None = says(
        "A territory holds at most {value} armies; received armies that find no room are lost.",
        quiet="none",
        none="A territory may hold any number of armies.",
    )
    pieces: Annotated[int, Field(ge=20, le=1000)] | None = says(
        "Nobody has more than {value} armies on the board; received armies beyond that are lost.",
        quiet="none",
        none="Nobody runs out of pieces.",
    )


class Cards(Section):
    """Cards."""

    award: Literal["one a turn", "none with an objective"] = says(
        "Who draws a card.",
        **{
            "one a turn": "Whoever conquered a territory in a turn draws one card.",
            "none with an objective": "Whoever conquered a territory in a turn draws one card, "
            "unless an objective was taken in that turn.",
        },
    )
    draw: Literal["before fortify", "after fortify"] = says(
        "When a card is drawn.",
        **{
            "before fortify": "The card is drawn before fortifying.",
            "after fortify": "The card is drawn at the end of the turn.",
        },
    )
    sets: Literal["escalating", "by type", "stars"] = says(
        "What a set is worth.",
        **{
            "escalating": "Each set traded by anybody makes the next one worth more.",
            "by type": "A set is worth what its symbols say, whoever traded before.",
            "stars": "Cards are traded for their stars, any number of cards at a time.",
        },
    )
    escalating: tuple[SetValue, ...] = says(
        "Armies for the first sets: {value}.", ("sets", "escalating")
    )
    escalating_then: Literal["step", "again", "back"] = says(
        "After those sets.",
        ("sets", "escalating"),
        step="After those the worth goes on rising.",
        again="After those the worth starts again with the first.",
        back="After those the worth goes back down to the first, then up again.",
    )
    escalating_step: int = number(
        "Each further set is worth {value} more.", 0, 100, ("escalating_then", "step")
    )
    by_type: dict[
        Literal["artillery", "infantry", "cavalry", "mixed", "pair and joker"], SetValue
    ] = says("Three alike or mixed, a set is worth: {value}.", ("sets", "by type"))
    stars: dict[
        Literal["artillery", "infantry", "cavalry", "joker"], Annotated[int, Field(ge=1, le=5)]
    ] = says("Stars on a card: {value}.", ("sets", "stars"))
    star_values: dict[Annotated[int, Field(ge=1, le=99)], SetValue] = says(
        "Armies for so many stars (stars: armies): {value}.", ("sets", "stars")
    )
    jokers_in_a_set: Annotated[int, Field(ge=0, le=2)] = says(
        "A set may hold up to {value} jokers.",
        ("sets", "escalating", "by type"),
        **{"0": "A set may hold no joker.", "1": "A set may hold one joker."},
    )
    trade_when: Literal["before attacks", "whole turn"] = says(
        "When cards are traded.",
        quiet="before attacks",
        **{
            "before attacks": "Cards are traded before the first attack of a turn.",
            "whole turn": "Cards are traded at any time of a turn until a new card is drawn, and "
            "their armies placed little by little while attacking.",
        },
    )
    asked: Literal["with a set", "with enough cards"] = says(
        "Who is asked to trade.",
        **{
            "with a set": "Only whoever holds a set is asked about it.",
            "with enough cards": "Whoever holds enough cards to trade is asked, whatever they are, "
            "so that the question gives nothing away.",
        },
    )
    forced_at: Annotated[int, Field(ge=3, le=100)] | None = says(
        "With {value} cards or more a set must be traded.",
        none="Any number of cards may be kept.",
    )
    forced_when: Literal["start of turn", "at once"] = says(
        "When that is checked.",
        ("forced_at",),
        quiet="start of turn",
        **{
            "start of turn": "That counts at the start of a turn.",
            "at once": "That counts at the start of a turn and as soon as a card is drawn.",
        },
    )
    territory_bonus: Literal["none", "each", "once a set", "once a turn"] = says(
        "Armies for a territory shown on a traded card.",
        **{
            "none": "The territories on traded cards bring nothing.",
            "each": "Each traded card that shows a territory of one's own brings extra armies "
            "on that territory.",
            "once a set": "One territory of one's own that is shown on a traded card gets extra "
            "armies, once for each set.",
            "once a turn": "One territory of one's own that is shown on a traded card gets extra "
            "armies, once a turn.",
        },
    )
    territory_bonus_armies: int = number(
        "Those extra armies are {value}.",
        0,
        20,
        ("territory_bonus", "each", "once a set", "once a turn"),
    )
    on_elimination: Literal["discard", "hold", "trade"] = says(
        "What becomes of an eliminated player's cards.",
        discard="An eliminated player's cards go to the discard pile.",
        hold="The conqueror takes an eliminated player's cards and keeps them to the next turn.",
        trade="The conqueror takes an eliminated player's cards and may have to trade at once.",
    )
    elimination_trade_at: int = number(
        "Whoever then holds {value} cards or more trades sets at once.",
        3,
        100,
        ("on_elimination", "trade"),
    )
    elimination_trade_to: int = number(
        "Trading goes on until {value} cards or fewer are left.", 0, 99, ("on_elimination", "trade")
    )
    elimination_trade_more: bool = says(
        "Trading on.",
        ("on_elimination", "trade"),
        true="Then more sets may be traded.",
        false="Then trading stops until the next turn.",
    )
    elimination_trade_fewer: bool = says(
        "Trading with fewer cards.",
        ("on_elimination", "trade"),
        true="Whoever holds fewer cards then may trade a set at once, too.",
        false="Whoever holds fewer cards then waits for the next turn.",
    )


class Combat(Section):
    """Attacking."""

    attack_dice: int = number("The attacker rolls up to {value} dice; one army stays behind.", 1, 3)
    defence_dice: int = number("The defender rolls up to {value} dice.", 1, 3)
    armies_for_two_dice: int = number(
        "The defender needs {value} armies to roll two dice.", 2, 3, ("defence_dice", 2, 3)
    )
    armies_for_three_dice: Annotated[int, Field(ge=3, le=4)] | None = says(
        "The defender needs {value} armies to roll three dice.", ("defence_dice", 3)
    )
    one_against_one: bool = says(
        "Against a single die.",
        quiet="false",
        true="Against a single die the defender rolls a single die too.",
        false="The defender may roll more dice than the attacker.",
    )
    defence_choice: Literal["chosen", "seen", "most"] = says(
        "The defender's dice.",
        chosen="The defender chooses the number of dice before the attacker rolls.",
        seen="The attacker rolls first; the defender sees the dice and chooses how many to roll.",
        most="The defender always rolls as many dice as allowed.",
    )
    reroll: bool = says(
        "Re-rolling.",
        quiet="false",
        true="Once a battle an attacker who holds the card of either territory may show it and "
        "roll one of his dice again. The card is kept.",
        false="No die is rolled again.",
    )
    commander: bool = says(
        "The commander.",
        quiet="false",
        true="Once a turn the attacker may turn one of his dice to a six.",
        false="No die is turned to a six.",
    )
    occupy_at_least: Literal["dice", "one"] = says(
        "Moving into a conquered territory.",
        dice="Into a conquered territory move at least as many armies as dice were rolled.",
        one="Into a conquered territory moves at least one army.",
    )


class Fortify(Section):
    """Fortifying."""

    reach: Literal["adjacent", "connected", "free", "one step"] = says(
        "How far armies may be moved.",
        **{
            "adjacent": "At the end of a turn armies may move once, between two neighbours.",
            "connected": "At the end of a turn armies may move once, along a chain of own "
            "territories.",
            "free": "At the end of a turn armies may move freely within chains of own territories.",
            "one step": "At the end of a turn every army may move one step, to a neighbour.",
        },
    )
    limit: Annotated[int, Field(ge=1, le=200)] | None = says(
        "At most {value} armies may be moved at a time.",
        none="Any number may be moved, as long as one stays behind.",
    )
