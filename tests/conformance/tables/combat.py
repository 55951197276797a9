"""Attacking: how many dice, who chooses, what changes them, and moving in."""

from __future__ import annotations

from functools import partial

from risk_tui.engine.decisions import ToAttack, ToDefend, ToOccupy
from risk_tui.engine.events import BattleDeclared, BattleResolved, Conquered, DiceRolled, Moved
from risk_tui.errors import WrongNumber, WrongPhase
from risk_tui.variants.changed_dice import DieRerolled, DieTurned, TheirDieRerolled, ToChangeDice

from ..case import ANN, BEN, Case, Position
from ..words import (
    END,
    Check,
    asks,
    attack,
    command,
    conquer,
    defend,
    hand,
    may,
    occupy,
    refuses,
    reroll,
    reroll_theirs,
    silent,
    tells,
)

ALL_HE_MAY = {"combat.defence_choice": "most"}
battle = partial(Case, given=ALL_HE_MAY)


def front(ann: int, ben: int, *cards: str) -> Position:
    """Ann in the Ukraine faces Ben in the Ural."""
    lands = {ANN: {"Ukraine": ann, "Brazil": 5}, BEN: {"Ural": ben}}
    return Position(lands=lands, hands={ANN: cards})


def fought(
    attack_dice: tuple[int, ...], defence_dice: tuple[int, ...], lost: int, killed: int
) -> Check:
    """The dice of a battle, from high to low, and the armies that each side lost."""
    return tells(
        BattleResolved,
        attack_dice=attack_dice,
        defence_dice=defence_dice,
        attacker_losses=lost,
        defender_losses=killed,
    )


THREE = attack("Ukraine", "Ural", 3)
TWO = attack("Ukraine", "Ural", 2)
ONE = attack("Ukraine", "Ural", 1)

DICE = (
    battle(
        says="The highest dice are compared, then the second highest; the defender wins ties",
        source="FAQ Q2.6",
        position=front(6, 4),
        luck=((2, 5, 4), (3, 5)),
    ).plays(THREE, fought((5, 4, 2), (5, 3), 1, 1)),
    Case(
        says="The attacker rolls up to three dice",
        source="FAQ Q2.6",
        about={"combat.attack_dice": 3},
        position=front(9, 1),
    ).plays(may(ONE, TWO, THREE), refuses(attack("Ukraine", "Ural", 4), WrongNumber)),
    Case(
        says="Against a castle the attacker rolls no more than two",
        source="FAQ Q2.2.3, Castle Risk",
        about={"combat.attack_dice": 2},
        position=front(9, 1),
    ).plays(may(TWO), refuses(THREE, WrongNumber)),
    Case(
        says="He must have more armies than the number of dice",
        source="FAQ Q2.6",
        position=front(3, 1),
    ).plays(may(ONE, TWO), refuses(THREE, WrongNumber)),
    Case(
        says="The defender rolls one or two dice with two units",
        source="FAQ Q2.6.1, most editions",
        about={"combat.defence_dice": 2, "combat.armies_for_two_dice": 2},
        position=front(4, 2),
    ).plays(THREE, asks(ToDefend, BEN, most=2), may(defend(1), defend(2))),
    Case(
        says="The defender rolls no more than two dice with any number of units",
        source="FAQ Q2.6.1; Risk wiki, attacking",
        about={"combat.defence_dice": 2, "combat.armies_for_three_dice": None},
        position=front(4, 30),
    ).plays(THREE, asks(ToDefend, BEN, most=2), refuses(defend(3), WrongNumber)),
    Case(
        says="The defender can only roll one die with fewer than three units",
        source="FAQ Q2.6.1, New Zealand and UK circa 1990",
        about={"combat.armies_for_two_dice": 3},
        position=front(4, 2),
        luck=((6, 5, 4), (1,)),
    ).plays(THREE, fought((6, 5, 4), (1,), 0, 1), asks(ToAttack, ANN)),
    Case(
        says="With three units the defender rolls two",
        source="FAQ Q2.6.1, New Zealand and UK circa 1990",
        given={"combat.armies_for_two_dice": 3},
        position=front(4, 3),
    ).plays(THREE, asks(ToDefend, BEN, most=2)),
    Case(
        says="The defender may roll as many as three dice",
        source="FAQ Q2.6.1, Brazilian War and Italian Risiko",
        about={"combat.defence_dice": 3, "combat.armies_for_three_dice": 3},
        position=front(5, 3),
        luck=((6, 5, 1), (6, 4, 1)),
    ).plays(
        THREE,
        asks(ToDefend, BEN, most=3),
        defend(3),
        fought((6, 5, 1), (6, 4, 1), 2, 1),
    ),
    Case(
        says="A third die may need a fourth army",
        source="a choice: by the way of FAQ Q2.6.1, UK circa 1990",
        about={"combat.armies_for_three_dice": 4},
        given={"combat.defence_dice": 3},
        position=front(5, 3),
    ).plays(THREE, asks(ToDefend, BEN, most=2)),
    Case(
        says="A defender may be left with one die",
        source="a choice: weaker still than FAQ Q2.6.1",
        about={"combat.defence_dice": 1},
        position=front(5, 9),
        luck=((3, 2, 1), (3,)),
    ).plays(THREE, fought((3, 2, 1), (3,), 1, 0)),
    Case(
        says="Against a single die the defender rolls a single die",
        source="German booklet of 2006",
        about={"combat.one_against_one": True},
        position=front(5, 3),
        luck=((3,), (3,)),
    ).plays(ONE, fought((3,), (3,), 1, 0), THREE, asks(ToDefend, BEN, most=2)),
    Case(
        says="The defender may roll two dice against one",
        source="FAQ Q2.6.1; part 3 counts one against two",
        about={"combat.one_against_one": False},
        position=front(5, 3),
        luck=((5,), (3, 6)),
    ).plays(ONE, asks(ToDefend, BEN, most=2), defend(2), fought((5,), (6, 3), 1, 0)),
)

CHOICE = (
    Case(
        says="Both sides decide beforehand and roll simultaneously",
        source="FAQ Q2.6.1, US and new UK rules; Risk wiki: before the attacking player rolls",
        about={"combat.defence_choice": "chosen"},
        position=front(6, 4),
        luck=((6, 6, 1), (5,)),
    ).plays(
        THREE,
        tells(BattleDeclared, seat=ANN, dice=3),
        silent(DiceRolled),
        asks(ToDefend, BEN, rolled=(), attack_dice=3),
        defend(1),
        fought((6, 6, 1), (5,), 0, 1),
    ),
    Case(
        says="The attacker rolls first; faced by two sixes the defender only rolls one die",
        source="FAQ Q2.6.1, old UK rules",
        about={"combat.defence_choice": "seen"},
        position=front(6, 4),
        luck=((6, 1, 6), (5,)),
    ).plays(
        THREE,
        tells(DiceRolled, seat=ANN, attack=(6, 6, 1), defence=()),
        asks(ToDefend, BEN, rolled=(6, 6, 1), most=2),
        defend(1),
        fought((6, 6, 1), (5,), 0, 1),
    ),
    Case(
        says="The number of dice follows from the number of armies",
        source="SGE rules, how to attack",
        about={"combat.defence_choice": "most"},
        position=front(6, 4),
        luck=((6, 6, 1), (5, 5)),
    ).plays(THREE, fought((6, 6, 1), (5, 5), 0, 2)),
)

ROLLED = ((6, 2, 1), (5, 3))
EXPERTS = (
    battle(
        says="Revealing the card of a territory lets the attacker re-roll one die; it is kept",
        source="FAQ part 2, special powers suggested in US 1980",
        about={"combat.reroll": True},
        position=front(6, 4, "Ural", "Peru"),
        luck=(*ROLLED, (4,)),
    ).plays(
        THREE,
        tells(DiceRolled, attack=(6, 2, 1), defence=(5, 3)),
        asks(ToChangeDice, ANN, attack=(6, 2, 1), defence=(5, 3), may_reroll=True),
        refuses(reroll(2, "Peru")),
        refuses(reroll(5, "Ural")),
        reroll(2, "Ural"),
        tells(DieRerolled, seat=ANN, before=2, after=4),
        fought((6, 4, 1), (5, 3), 0, 2),
        hand(ANN, "Ural", "Peru"),
    ),
    battle(
        says="The card of the territory that is attacked from does as well; one card a battle",
        source="FAQ part 2, special powers suggested in US 1980",
        about={"combat.reroll": True},
        position=front(6, 4, "Ural", "Ukraine"),
        luck=(*ROLLED, (1,), *ROLLED),
    ).plays(
        THREE,
        reroll(2, "Ukraine"),
        fought((6, 1, 1), (5, 3), 1, 1),
        THREE,
        may(reroll(2, "Ukraine"), reroll(1, "Ural")),
        END,
        fought((6, 2, 1), (5, 3), 1, 1),
    ),
    Case(
        says="Any one die is rolled again: a defender's too",
        source="FAQ part 2, special powers: re-roll any one die",
        about={"combat.rerolled": "any"},
        given={**ALL_HE_MAY, "combat.reroll": True},
        position=front(6, 4, "Ural"),
        luck=(*ROLLED, (1,)),
    ).plays(
        THREE,
        refuses(reroll_theirs(4, "Ural")),
        reroll_theirs(5, "Ural"),
        tells(TheirDieRerolled, seat=ANN, before=5, after=1),
        fought((6, 2, 1), (3, 1), 0, 2),
    ),
    Case(
        says="Only one of the attacker's own dice is rolled again",
        source="a choice: that the re-rolled die is the attacker's",
        about={"combat.rerolled": "own"},
        given={**ALL_HE_MAY, "combat.reroll": True},
        position=front(6, 4, "Ural"),
        luck=ROLLED,
    ).plays(THREE, refuses(reroll_theirs(5, "Ural")), may(reroll(2, "Ural"))),
    battle(
        says="The attacker may hold the card for nothing: no die is rolled again",
        source="FAQ part 2, special powers: in some sets of rules",
        about={"combat.reroll": False},
        position=front(6, 4, "Ural"),
        luck=ROLLED,
    ).plays(THREE, fought(*ROLLED, 1, 1)),
    battle(
        says="Once a turn the attacker may change a die to a six: 1, 2, 3 become 6, 2, 3",
        source="FAQ part 2, commanders, a variation of US 1980",
        about={"combat.commander": True},
        position=front(6, 4),
        luck=((3, 2, 1), (5, 1), *ROLLED),
    ).plays(
        THREE,
        asks(ToChangeDice, ANN, may_command=True, may_reroll=False),
        command(1),
        tells(DieTurned, seat=ANN, before=1),
        fought((6, 3, 2), (5, 1), 0, 2),
        THREE,
        fought(*ROLLED, 1, 1),
    ),
    battle(
        says="The commander comes after the re-roll",
        source="a choice: the dice just rolled are those that are changed",
        about={"combat.commander": True, "combat.reroll": True},
        position=front(6, 4, "Ural"),
        luck=((2, 2, 1), (5, 3), (4,)),
    ).plays(
        THREE,
        reroll(2, "Ural"),
        asks(ToChangeDice, ANN, attack=(4, 2, 1), may_reroll=False, may_command=True),
        refuses(reroll(2, "Ural"), WrongPhase),
        command(2),
        fought((6, 4, 1), (5, 3), 0, 2),
    ),
    Case(
        says="Sixes need no commander",
        source="a choice",
        given={**ALL_HE_MAY, "combat.commander": True, "combat.reroll": True},
        position=front(6, 4, "Ural"),
        luck=((6, 6, 6), (6, 3)),
    ).plays(
        THREE,
        asks(ToChangeDice, ANN, may_reroll=True, may_command=False),
        refuses(command(6), WrongNumber),
    ),
    battle(
        says="Dice stay as they fall",
        source="FAQ Q2.6",
        about={"combat.commander": False},
        position=front(6, 4),
        luck=ROLLED,
    ).plays(THREE, fought(*ROLLED, 1, 1)),
)

OCCUPY = (
    Case(
        says="At least as many armies move in as dice were rolled on the last attack",
        source="FAQ Q2.6",
        about={"combat.occupy_at_least": "dice"},
        position=front(6, 1),
    ).plays(
        conquer("Ukraine", "Ural"),
        tells(Conquered, seat=ANN, territory="Ural", victim=BEN),
        asks(ToOccupy, ANN, least=3, most=5),
        refuses(occupy(2), WrongNumber),
        refuses(occupy(6), WrongNumber),
        occupy(4),
        tells(Moved, source="Ukraine", target="Ural", armies=4),
    ),
    Case(
        says="At least one army moves in",
        source="SGE rules, how to attack",
        about={"combat.occupy_at_least": "one"},
        position=front(6, 1),
    ).plays(
        conquer("Ukraine", "Ural"),
        asks(ToOccupy, ANN, least=1, most=5),
        may(occupy(1), occupy(5)),
    ),
)

CASES = (*DICE, *CHOICE, *EXPERTS, *OCCUPY)
