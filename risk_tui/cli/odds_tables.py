"""The reports that ``risk-tui odds`` prints, made from the numbers of the odds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.cli.bar_tables import PLAIN, BarRow, BarTable, Report
from risk_tui.data.sanitize import printable
from risk_tui.rules.combat import POWERS
from risk_tui.text.odds_notes import names_of_powers, variant_notes
from risk_tui.text.words import pluralize

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from risk_tui.odds import FightResult
    from risk_tui.odds.campaign import CampaignOdds
    from risk_tui.rules.combat import DiceChanges, FirstRolls
    from risk_tui.rules.ruleset import Ruleset

_GOOD, _BAD = "green", "red"
_SMALL = 0.0005
"""Territories with a smaller chance than this share one row."""
_RARE = 0.005
"""Something less likely than this gets no histogram."""
_MAX_ROWS = 8
"""The most rows of a histogram."""
_ROW_SIZES = (1, 2, 5, 10, 20, 50, 100, 200)
"""How many numbers one of its rows may hold."""
_TAIL = 0.01
"""The part of a histogram at either end that gets no rows of its own."""


# Reports


def fight_page(
    result: FightResult[float],
    whole: FightResult[float],
    ruleset: Ruleset,
    first: FirstRolls,
    stop_at: int,
    notes: Sequence[str],
) -> Report:
    """A report on the ``whole`` fight, and on the ``result`` of breaking it off at ``stop_at``."""
    attackers, defenders = len(whole.attackers_left) - 1, len(whole.defenders_left) - 1
    won = BarTable("CONQUEST: ATTACKERS LEFT", _histogram(result.survivors, _GOOD)[::-1])
    not_won = BarTable(
        "NO CONQUEST: DEFENDERS LEFT", _histogram((0.0, *result.defenders_left[1:]), _BAD)
    )
    fights = {"": whole} if not stop_at else {"to the end": whole, f"stop at {stop_at}": result}
    parts = [
        _next_roll(attackers, defenders, ruleset, first),
        _whole("THE WHOLE FIGHT", fights),
        *_scaled(won, not_won),
    ]
    title = f"{pluralize(attackers, 'free attacker')} against {pluralize(defenders, 'defender')}"
    return Report(
        f"{title}, by the rules of {printable(ruleset.ruleset)}",
        parts,
        notes,
    )


def fight_notes(
    ruleset: Ruleset, option: str, powers: DiceChanges, counted: DiceChanges
) -> list[str]:
    """What the odds of a fight go by, and what they leave out."""
    return [
        _dice_note(ruleset),
        *_option_notes(ruleset, option),
        *variant_notes(ruleset, option),
        *_power_notes(ruleset, powers, counted, option),
    ]


def _next_roll(attackers: int, defenders: int, ruleset: Ruleset, first: FirstRolls) -> BarTable:
    """The table of the next roll, without what may be done to its dice."""
    from risk_tui.odds.roll import roll_outcomes
    from risk_tui.rules.combat import CombatRules

    rule = CombatRules(ruleset.combat)
    dice = rule.max_attack_dice(attackers + 1)
    defence_dice = first.defence_dice(rule.max_defence_dice(defenders, dice), defenders)
    against = (
        f"1 TO {defence_dice}" if rule.defender_sees and defence_dice > 1 else str(defence_dice)
    )
    rows = [
        BarRow(_losses(lost, killed), (_percent(share),), share, _GOOD if killed > lost else _BAD)
        for lost, killed, share in roll_outcomes(ruleset.combat, first).at(attackers, defenders)
    ]
    rows = [row._replace(colour=PLAIN) if "both" in row.label else row for row in rows]
    return BarTable(f"THE NEXT ROLL: {pluralize(dice, 'die').upper()} AGAINST {against}", rows)


def _losses(lost: int, killed: int) -> str:
    if lost == killed:
        return f"both lose {lost}"
    if lost and killed:
        return f"attacker {lost} and defender {killed}"
    return f"the attacker loses {lost}" if lost else f"the defender loses {killed}"


def _whole(heading: str, fights: Mapping[str, FightResult[float]]) -> BarTable:
    """The table of a fight, or of several plans for it beside each other."""
    results = fights.values()
    rows = [
        BarRow("conquest", tuple(_percent(result.chance) for result in results), colour=_GOOD),
        BarRow("the attacker loses", tuple(f"{result.attacker_losses:.1f}" for result in results)),
        BarRow("the defender loses", tuple(f"{result.defender_losses:.1f}" for result in results)),
        BarRow(
            "left after a conquest",
            tuple(_mean(result.mean_survivors, result.chance) for result in results),
        ),
    ]
    if len(fights) == 1:
        (only,) = results
        return BarTable(heading, [rows[0]._replace(chance=only.chance), *rows[1:]])
    return BarTable(heading, [BarRow("", tuple(fights)), *rows])


def _mean(number: float, chance: float) -> str:
    return f"{number:.1f}" if chance else "-"


def campaign_page(
    attackers: int,
    defenders: Sequence[int],
    ruleset: Ruleset,
    odds: CampaignOdds[float],
    notes: Sequence[str],
) -> Report:
    """A report on a campaign: how far a stack comes."""
    number = len(defenders)
    # One army stays in each territory, so that no more of them can fall than there are armies.
    chances = [
        _percent(chance) if count <= attackers else "0%"
        for count, chance in enumerate(odds.reached)
    ]
    rows = [
        BarRow(
            f"{count} ({pluralize(armies, 'defender')})",
            (chances[count],),
            odds.reached[count],
            _GOOD,
        )
        for count, armies in enumerate(defenders, 1)
    ]
    taken = [row for row in rows if row.chance >= _SMALL] or rows[:1]
    if others := rows[len(taken) :]:
        label = f"{len(taken) + 1} to {number}" if len(others) > 1 else others[0].label
        taken.append(others[0]._replace(label=label))
    altogether = [
        BarRow("all of them", (chances[-1],), odds.chance, _GOOD),
        BarRow("taken on average", (f"{odds.mean:.1f}",)),
        BarRow("taken with 90% confidence", (str(odds.territories_at_confidence(0.9)),)),
        BarRow("armies in the last one", (_mean(odds.mean_left, odds.chance),)),
    ]
    parts = [
        BarTable("TERRITORIES TAKEN, ONE AFTER THE OTHER", taken),
        BarTable("ALTOGETHER", altogether),
    ]
    if odds.chance >= _SMALL:
        left = _histogram(odds.left, _GOOD)[::-1]
        peak = max(row.chance for row in left)
        parts.append(BarTable("ALL TAKEN: ARMIES IN THE LAST TERRITORY", left, peak=peak))
    return Report(
        f"{pluralize(attackers, 'free attacker')} through {pluralize(number, 'territory')}, "
        f"by the rules of {printable(ruleset.ruleset)}",
        parts,
        notes,
    )


def campaign_notes(ruleset: Ruleset, option: str) -> list[str]:
    """What the odds of a campaign go by, and what they leave out."""
    most = ruleset.most_to_follow
    followers = (
        "all survivors move in" if most is None else f"at most {most} of the survivors move in"
    )
    notes = [
        f"After each conquest {followers}; one stays there, the others fight on.",
        _dice_note(ruleset),
        *_option_notes(ruleset, option),
        *variant_notes(ruleset, option),
    ]
    if powers := available_powers(ruleset):
        notes.append(f"Not counted in a campaign: {names_of_powers(powers)}.")
    return notes


def cards_page(
    cards: int,
    ruleset: Ruleset,
    by_number: Sequence[float],
    after_none: float | None,
    kinds: Mapping[str, float] | None,
    worths: Mapping[int, float],
    notes: Sequence[str],
) -> Report:
    """A report on cards: the chance of a set, its kind, and its worth.

    ``after_none`` is the chance when all cards but the last hold none, if that can be.
    """
    rows = [
        BarRow(
            pluralize(number, "card"),
            (_of_cards(chance),),
            chance,
            _GOOD if number == cards else PLAIN,
        )
        for number, chance in enumerate(by_number, 1)
    ]
    if after_none is not None and cards > 1 and by_number[cards - 2]:
        others = f"the first {cards - 1}" if cards > 2 else "the first"
        label = f"{cards}, {others} held none"
        rows.insert(cards, BarRow(label, (_of_cards(after_none),), after_none, _GOOD))
    parts = [BarTable("THE CHANCE OF A SET, BY CARDS", rows)]
    hand = pluralize(cards, "card").upper()
    if kinds and any(kinds.values()):
        labels = {"alike": "three alike", "mixed": "one of each", "either": "either, as you like"}
        rows = [BarRow(labels[kind], (_of_cards(share),), share) for kind, share in kinds.items()]
        parts.append(BarTable(f"{hand}: THE SET IS", rows))
    if sum(map(bool, worths)) > 1:
        rows = [
            BarRow(pluralize(armies, "army") if armies else "no set", (_of_cards(share),), share)
            for armies, share in worths.items()
        ]
        parts.append(BarTable(f"{hand}: THE BEST SET IS WORTH", rows))
    title = (
        f"{pluralize(cards, 'card')} of a full deck, by the rules of {printable(ruleset.ruleset)}"
    )
    return Report(title, parts, notes)


# Notes


def card_notes(ruleset: Ruleset, worth: int) -> list[str]:
    """What the odds of cards go by; ``worth`` is that of the best set."""
    notes = ["Every card of the classic deck is as likely: no hand and no discards are seen."]
    if worth and ruleset.cards.sets == "escalating":
        notes.append(f"The first set that anybody trades is worth {pluralize(worth, 'army')}.")
    return notes


def _dice_note(ruleset: Ruleset) -> str:
    if ruleset.combat.defence_choice == "seen":
        return (
            "The attacker rolls as many dice as allowed; the defender sees the roll and takes the "
            "dice that cost the attacker most in the end."
        )
    if ruleset.balance is not None:
        return (
            "Both sides roll as many dice as allowed; the whole fight is a balanced blitz, in "
            "which no dice are rolled."
        )
    return "Both sides roll as many dice as allowed."


def _option_notes(ruleset: Ruleset, option: str) -> list[str]:
    """Say what an option of the command counts."""
    for variant in ruleset.variants.played.values():
        if option and variant.fight_option == option:
            first = variant.first_rolls
            rolls = "all rolls" if first.lasts else f"the first {pluralize(first.rolls, 'roll')}"
            where = _OPTIONS[option]
            return [f"Counted: {where} the defender may roll one die more in {rolls}."]
    return []


_OPTIONS = {"sea": "across the sea", "capital": "in a capital"}


def available_powers(ruleset: Ruleset) -> list[str]:
    """The powers over their dice that the rules give attackers."""
    return [name for name in POWERS if getattr(ruleset.combat, name)]


def _power_notes(
    ruleset: Ruleset, requested: DiceChanges, counted: DiceChanges, option: str
) -> list[str]:
    """Which of the attacker's powers were counted, which were left out, and why."""
    notes = []
    for name in available_powers(ruleset):
        power = POWERS[name].full_name
        if getattr(counted, name):
            notes.append(f"Counted in the whole fight: {power}, used where it helps conquest most.")
        elif ruleset.combat.defence_choice == "seen":
            notes.append(f"Not counted: {power}; the defender's best answer to it is not known.")
        elif getattr(requested, name):
            why = (
                f"with --{option} its best use is not known"
                if option
                else "with so many armies it takes too long"
            )
            notes.append(f"Not counted: {power}; {why}.")
        elif option:
            notes.append(f"Not counted: {power}.")
        else:
            notes.append(f"Not counted: {power} (--{POWERS[name].option} counts it).")
    return notes


# Numbers


def _percent(chance: float) -> str:
    """A chance with one decimal; with dice nothing is ever sure, and little impossible."""
    text = f"{100 * chance:.1f}%"
    return {"0.0%": "<0.1%", "100.0%": ">99.9%"}.get(text, text)


def _of_cards(chance: float) -> str:
    """A chance with cards, where a set can be sure or impossible."""
    return f"{int(chance) * 100}%" if chance in (0, 1) else _percent(chance)


def _histogram(chances: Sequence[float], colour: str) -> list[BarRow]:
    """The chances of 0, 1, 2, … in few rows; the thin ends go with their neighbours."""
    whole = sum(chances)
    if whole < _RARE:
        return [BarRow("1 or more", (_percent(whole),), whole, colour)]
    low, high = _middle(chances, whole * _TAIL)
    step = next(size for size in _ROW_SIZES if high // size - low // size < _MAX_ROWS)
    groups: dict[int, list[int]] = {}
    for number, chance in enumerate(chances):
        if chance > 0:
            groups.setdefault(min(max(number, low), high) // step, []).append(number)
    return [
        BarRow(_span(members, group, step), (_percent(share),), share, colour)
        for group, members in groups.items()
        for share in (sum(chances[number] for number in members),)
    ]


def _middle(chances: Sequence[float], tail: float) -> tuple[int, int]:
    """The numbers between which everything lies but a small chance at either end."""

    def after_tail(numbers: Iterable[int]) -> int:
        left = tail
        for number in numbers:
            left -= chances[number]
            if left < 0:
                return number
        raise AssertionError("a tail is less than the whole")

    numbers = range(len(chances))
    return after_tail(numbers), after_tail(reversed(numbers))


def _span(numbers: Sequence[int], group: int, step: int) -> str:
    """The label of a row of numbers; a row at the end takes all that are farther out."""
    first, last = numbers[0], numbers[-1]
    if first // step < group:
        return f"up to {last}"
    if last // step > group:
        return f"{first} and up"
    return str(first) if first == last else f"{first}–{last}"


def _scaled(*parts: BarTable) -> list[BarTable]:
    """Make tables short ones whose bars have one scale, the longest as long as can be."""
    peak = max(row.chance for part in parts for row in part.rows)
    return [part._replace(short=True, peak=peak or 1.0) for part in parts]
