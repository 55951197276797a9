"""What ``risk-tui odds`` tells people: pages of rows, from the numbers of the odds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.cli.drawing import PLAIN, Page, Part, Row
from risk_tui.language.words import count, listed
from risk_tui.literal import literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from risk_tui.engine.ruleset import Ruleset
    from risk_tui.odds import Conquest, Powers
    from risk_tui.odds.campaign import Campaign

_GOOD, _BAD = "green", "red"
_SMALL = 0.0005
"""A lesser chance is next to none."""
_RARE = 0.005
"""What is less likely than this is not told by numbers."""
_ROWS = 8
"""Rows of a histogram."""
_STEPS = (1, 2, 5, 10, 20, 50, 100, 200)
"""How many numbers one of its rows takes."""
_TAIL = 0.01
"""What part of a histogram is not worth rows of its own at either end."""

POWERS = {"reroll": "the re-roll with a card", "commander": "the commander"}
OPTIONS = {"reroll": "--card", "commander": "--commander"}


# What is told


def fight_page(
    attackers: int, defenders: int, ruleset: Ruleset, stop_at: int, powers: Powers
) -> Page:
    """A fight to the finish, and what breaking off does where that is asked for."""
    from risk_tui.odds import conquest

    told = conquest(attackers, defenders, ruleset.combat, stop_at=stop_at, powers=powers)
    whole = conquest(attackers, defenders, ruleset.combat, powers=powers)
    won = Part("CONQUEST: ATTACKERS LEFT", _histogram(told.survivors, _GOOD)[::-1])
    not_won = Part("NO CONQUEST: DEFENDERS LEFT", _histogram((0.0, *told.defenders_left[1:]), _BAD))
    fights = {"": whole} if not stop_at else {"to the end": whole, f"stop at {stop_at}": told}
    parts = [
        _cast(attackers, defenders, ruleset),
        _whole("THE WHOLE FIGHT", fights),
        *_scaled(won, not_won),
    ]
    title = f"{count(attackers, 'free attacker')} against {count(defenders, 'defender')}"
    return Page(
        f"{title}, by the rules of {literal(ruleset.ruleset)}",
        parts,
        [_dice_told(ruleset), *_powers_told(ruleset, powers, told.powers)],
    )


def _cast(attackers: int, defenders: int, ruleset: Ruleset) -> Part:
    """The cast that comes next, without what may be done to the dice."""
    from risk_tui.engine.rules.combat import Combat
    from risk_tui.odds.shares import shares_of

    rule = Combat(ruleset.combat)
    dice = rule.attack_most(attackers + 1)
    most = rule.defence_most(defenders, dice)
    against = f"1 TO {most}" if rule.defender_sees and most > 1 else str(most)
    rows = [
        Row(_losses(lost, killed), (_percent(share),), share, _GOOD if killed > lost else _BAD)
        for lost, killed, share in shares_of(ruleset.combat).at(attackers, defenders)
    ]
    rows = [row._replace(colour=PLAIN) if "both" in row.label else row for row in rows]
    return Part(f"THE NEXT CAST: {count(dice, 'die').upper()} AGAINST {against}", rows)


def _losses(lost: int, killed: int) -> str:
    if lost == killed:
        return f"both lose {lost}"
    told = [("attacker", lost), ("defender", killed)]
    return " and ".join(f"the {side} loses {armies}" for side, armies in told if armies)


def _whole(heading: str, fights: Mapping[str, Conquest[float]]) -> Part:
    """The numbers of a fight, or of several ways to fight it beside each other."""
    told = fights.values()
    rows = [
        Row("conquest", tuple(_percent(each.chance) for each in told), colour=_GOOD),
        Row("the attacker loses", tuple(f"{each.attacker_losses:.1f}" for each in told)),
        Row("the defender loses", tuple(f"{each.defender_losses:.1f}" for each in told)),
        Row(
            "left after a conquest", tuple(_mean(each.mean_survivors, each.chance) for each in told)
        ),
    ]
    if len(fights) == 1:
        (only,) = told
        return Part(heading, [rows[0]._replace(chance=only.chance), *rows[1:]])
    return Part(heading, [Row("", tuple(fights)), *rows])


def _mean(number: float, chance: float) -> str:
    return f"{number:.1f}" if chance else "-"


def campaign_page(
    attackers: int, defenders: Sequence[int], ruleset: Ruleset, told: Campaign[float]
) -> Page:
    """How far a stack comes."""
    number = len(defenders)
    # One army stays in each territory, so that no more of them can fall than there are armies.
    chances = [
        _percent(chance) if place <= attackers else "0%"
        for place, chance in enumerate(told.reached)
    ]
    rows = [
        Row(f"{place} ({count(armies, 'defender')})", (chances[place],), told.reached[place], _GOOD)
        for place, armies in enumerate(defenders, 1)
    ]
    shown = [row for row in rows if row.chance >= _SMALL] or rows[:1]
    if beyond := rows[len(shown) :]:
        label = f"{len(shown) + 1} to {number}" if len(beyond) > 1 else beyond[0].label
        shown.append(beyond[0]._replace(label=label))
    altogether = [
        Row("all of them", (chances[-1],), told.chance, _GOOD),
        Row("taken on average", (f"{told.mean:.1f}",)),
        Row("taken with 90% confidence", (str(told.sure(0.9)),)),
        Row("armies in the last one", (_mean(told.mean_left, told.chance),)),
    ]
    parts = [
        Part("TERRITORIES TAKEN, ONE AFTER THE OTHER", shown),
        Part("ALTOGETHER", altogether),
    ]
    if told.chance >= _SMALL:
        left = _histogram(told.left, _GOOD)[::-1]
        peak = max(row.chance for row in left)
        parts.append(Part("ALL TAKEN: ARMIES IN THE LAST TERRITORY", left, peak=peak))
    has = _had(ruleset)
    ways = f"Not counted in a campaign: {listed([POWERS[each] for each in has])}."
    return Page(
        f"{count(attackers, 'free attacker')} through {count(number, 'territory')}, "
        f"by the rules of {literal(ruleset.ruleset)}",
        parts,
        [
            "After each conquest all survivors move in; one stays there, the others fight on.",
            _dice_told(ruleset),
            *([ways] if has else []),
        ],
    )


def cards_page(
    cards: int,
    ruleset: Ruleset,
    by_number: Sequence[float],
    after_none: float | None,
    kinds: Mapping[str, float] | None,
    worths: Mapping[int, float],
) -> Page:
    """The chance of a set, of what kind it is, and what it is worth.

    ``after_none`` is the chance when all cards but the last hold none, if that can be.
    """
    rows = [
        Row(
            count(number, "card"),
            (_of_cards(chance),),
            chance,
            _GOOD if number == cards else PLAIN,
        )
        for number, chance in enumerate(by_number, 1)
    ]
    if after_none is not None and cards > 1 and by_number[cards - 2]:
        others = f"the first {cards - 1}" if cards > 2 else "the first"
        label = f"{cards}, {others} held none"
        rows.insert(cards, Row(label, (_of_cards(after_none),), after_none, _GOOD))
    parts = [Part("THE CHANCE OF A SET, BY CARDS", rows)]
    hand = count(cards, "card").upper()
    if kinds and any(kinds.values()):
        named = {"alike": "three alike", "mixed": "one of each", "either": "either, as you like"}
        rows = [Row(named[kind], (_of_cards(share),), share) for kind, share in kinds.items()]
        parts.append(Part(f"{hand}: THE SET IS", rows))
    if sum(map(bool, worths)) > 1:
        rows = [
            Row(count(armies, "army") if armies else "no set", (_of_cards(share),), share)
            for armies, share in worths.items()
        ]
        parts.append(Part(f"{hand}: THE BEST SET IS WORTH", rows))
    title = f"{count(cards, 'card')} of a full deck, by the rules of {literal(ruleset.ruleset)}"
    notes = ["Every card of the classic deck is as likely: no hand and no discards are seen."]
    worth = max(worths)
    if worth and ruleset.cards.sets == "escalating":
        notes.append(f"The first set that anybody trades is worth {count(worth, 'army')}.")
    return Page(title, parts, notes)


# What is said about it


def _dice_told(ruleset: Ruleset) -> str:
    if ruleset.combat.defence_choice == "seen":
        return (
            "The attacker rolls as many dice as allowed; the defender sees the roll and takes the "
            "dice that cost the attacker most in the end."
        )
    return "Both sides roll as many dice as allowed."


def _had(ruleset: Ruleset) -> list[str]:
    """What the rules give an attacker to do to his dice."""
    return [name for name in POWERS if getattr(ruleset.combat, name)]


def _powers_told(ruleset: Ruleset, asked: Powers, counted: Powers) -> list[str]:
    """What was counted of the attacker's powers, and what was left out, and why."""
    notes = []
    for name in _had(ruleset):
        power = POWERS[name]
        if getattr(counted, name):
            notes.append(f"Counted in the whole fight: {power}, used where it helps conquest most.")
        elif ruleset.combat.defence_choice == "seen":
            notes.append(f"Not counted: {power}; the defender's best answer to it is not known.")
        elif getattr(asked, name):
            notes.append(f"Not counted: {power}; with so many armies it takes too long.")
        else:
            notes.append(f"Not counted: {power} ({OPTIONS[name]} counts it).")
    return notes


# Numbers


def _percent(chance: float) -> str:
    """A chance with one place; with dice nothing is ever sure, and little impossible."""
    told = f"{100 * chance:.1f}%"
    return {"0.0%": "<0.1%", "100.0%": ">99.9%"}.get(told, told)


def _of_cards(chance: float) -> str:
    """The same of cards, where a set can be sure or impossible."""
    return f"{int(chance) * 100}%" if chance in (0, 1) else _percent(chance)


def _histogram(chances: Sequence[float], colour: str) -> list[Row]:
    """The chances of 0, 1, 2, … in few rows; the thin ends go with their neighbours."""
    whole = sum(chances)
    if whole < _RARE:
        return [Row("1 or more", (_percent(whole),), whole, colour)]
    least, most = _middle(chances, whole * _TAIL)
    step = next(each for each in _STEPS if most // each - least // each < _ROWS)
    groups: dict[int, list[int]] = {}
    for number, chance in enumerate(chances):
        if chance > 0:
            groups.setdefault(min(max(number, least), most) // step, []).append(number)
    return [
        Row(_span(members, group, step), (_percent(share),), share, colour)
        for group, members in groups.items()
        for share in (sum(chances[number] for number in members),)
    ]


def _middle(chances: Sequence[float], tail: float) -> tuple[int, int]:
    """The numbers between which all lies but a small chance at either end."""

    def beyond(numbers: Iterable[int]) -> int:
        left = tail
        for number in numbers:
            left -= chances[number]
            if left < 0:
                return number
        raise AssertionError("a tail is less than the whole")

    numbers = range(len(chances))
    return beyond(numbers), beyond(reversed(numbers))


def _span(numbers: Sequence[int], group: int, step: int) -> str:
    """The numbers of a row in a few signs; a row at the end takes all that are farther out."""
    first, last = numbers[0], numbers[-1]
    if first // step < group:
        return f"up to {last}"
    if last // step > group:
        return f"{first} and up"
    return str(first) if first == last else f"{first}–{last}"


def _scaled(*parts: Part) -> list[Part]:
    """Short tables whose bars have the same measure, the longest as long as can be."""
    peak = max(row.chance for part in parts for row in part.rows)
    return [part._replace(short=True, peak=peak or 1.0) for part in parts]
