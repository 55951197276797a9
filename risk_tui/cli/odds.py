"""``risk-tui odds``: exact odds of a fight, of a campaign, and of a hand of cards."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from math import comb

from risk_tui.cli.bar_tables import PLAIN, BarRow, BarTable, Report, print_report
from risk_tui.cli.options import EXTRA_DIE_OPTIONS, MAX_CARDS, POWER_OPTIONS
from risk_tui.cli.output import print_json
from risk_tui.cli.rules import changed_ruleset
from risk_tui.cli.simulate import read_count
from risk_tui.data.clean_text import printable
from risk_tui.data.language import (
    N_,
    _,
    format_number,
    join_and,
    join_or,
    local_number,
    ngettext,
    pluralize,
)
from risk_tui.engine.variant import has_hook, overlaid_board, why_campaigns_end
from risk_tui.errors import RiskError
from risk_tui.odds import FightResult, fight_to_finish
from risk_tui.odds.campaign import CampaignOdds, campaign_odds
from risk_tui.odds.card_odds import SetOdds, draws
from risk_tui.odds.roll import roll_outcomes
from risk_tui.rules.cards import CardSets, ThreeCardSets, make_sets
from risk_tui.rules.combat import (
    DICE_POWER_TEXTS,
    NO_EXTRA_DICE,
    CombatRules,
    DiceChanges,
    ExtraDieRolls,
)
from risk_tui.rules.house_rules import fitted, values_of_variants, with_house_rules
from risk_tui.rules.library import load_board
from risk_tui.rules.ruleset import Ruleset
from risk_tui.text.odds_notes import names_of_powers, uncounted_variants, variant_notes
from risk_tui.text.words import MAX_FIGHT_ARMIES

MAX_TERRITORIES = 50
"""The maximum number of territories in a campaign."""
_NO_POWER = {
    "reroll": N_("no card lets a die be rerolled"),
    "commander": N_("no commander turns a die"),
}
"""The reasons to refuse the options for powers over dice if the rules lack them."""
_NO_EXTRA_DIE = {
    "sea": (N_("a sea lane gives the defender no extra die"), "sea_lanes"),
    "capital": (N_("a capital gives the defender no extra die"), "capital_die"),
}
"""The reasons to refuse the options for one more defence die, and the variants that add it."""
QUESTIONS = "10 5", "--chain 12 3,1,1,4", "--cards 3"
"""Example options for a fight, a campaign and a hand of cards."""


def show(options: argparse.Namespace) -> None:
    """Print the odds of a fight, a campaign or a hand of cards."""
    fight = options.attackers is not None or options.defenders is not None
    if fight + (options.chain is not None) + (options.cards is not None) != 1:
        raise RiskError(_("choose one: {questions}", questions=join_or(QUESTIONS)))
    if fight:
        _print_fight_odds(options)
        return
    for option in ("stop_at", *(option for option, _help in POWER_OPTIONS.values())):
        if getattr(options, option) not in (None, False):
            name = option.replace("_", "-")
            raise RiskError(
                _("--{name} can only be used with --attackers and --defenders", name=name)
            )
    if options.chain is not None:
        _print_campaign_odds(options)
        return
    for option in EXTRA_DIE_OPTIONS:
        if getattr(options, option):
            raise RiskError(
                _(
                    "--{option} can only be used with --attackers and --defenders, or --chain",
                    option=option,
                )
            )
    _print_card_odds(options)


def _find_extra_die(options: argparse.Namespace, ruleset: Ruleset) -> tuple[str, ExtraDieRolls]:
    """Return the option for one more defence die, and the rolls that it affects.

    Returns:
        An empty text and ``NO_EXTRA_DICE`` without such an option.

    Raises:
        RiskError: If the rules give no such die, or both options are given.
    """
    chosen = [option for option in EXTRA_DIE_OPTIONS if getattr(options, option)]
    if len(chosen) > 1:
        names = join_and([f"--{option}" for option in chosen])
        raise RiskError(_("the odds of {names} together are unknown; leave one out", names=names))
    for option in chosen:
        for variant in ruleset.variants.played.values():
            if variant.fight_option == option:
                return option, variant.extra_die_rolls
        refusal, key = _NO_EXTRA_DIE[option]
        other = _("play {replace}", replace=key.replace("_", "-"))
        if _can_change(ruleset, fitted(values_of_variants([key]), ruleset)):
            other = _("add --variant {key}", key=key)
        raise _refused(option, ruleset, refusal, other)
    return "", NO_EXTRA_DICE


def _refused(option: str, ruleset: Ruleset, refusal: str, other: str) -> RiskError:
    """Return the error for an option about dice that the rules lack, with what to do instead."""
    name, why = printable(ruleset.ruleset), _(refusal)
    message = N_("--{option}: in {ruleset} {refusal}; {other}")
    return RiskError(_(message, option=option, ruleset=name, refusal=why, other=other))


def _print_fight_odds(options: argparse.Namespace) -> None:
    if options.attackers is None or options.defenders is None:
        raise RiskError(_("give attackers and defenders: risk-tui odds 10 5"))
    what = _("a number of armies")
    attackers = read_count("--attackers", options.attackers, what, MAX_FIGHT_ARMIES, separators="")
    defenders = read_count("--defenders", options.defenders, what, MAX_FIGHT_ARMIES, separators="")
    fewer = _("fewer free attackers than --attackers, that is a number")
    stop_at = read_count("--stop-at", options.stop_at, fewer, attackers - 1, least=0, separators="")
    ruleset = changed_ruleset(options.rules, options)
    powers = DiceChanges(
        **{power: getattr(options, option) for power, (option, _help) in POWER_OPTIONS.items()}
    )
    _check_powers(ruleset, powers)
    option, first = _find_extra_die(options, ruleset)
    whole, result = (
        fight_to_finish(
            attackers,
            defenders,
            ruleset.fights,
            stop_at=stop,
            dice_changes=powers,
            first=first,
            balance=ruleset.balance,
        )
        for stop in (0, stop_at)
    )
    notes = [
        *_common_notes(ruleset, option, first),
        *_power_notes(ruleset, powers, result.changes, option),
    ]
    uncounted = [name for name in _available_powers(ruleset) if not getattr(result.changes, name)]
    _print_odds(
        options,
        ruleset,
        {
            "attackers": attackers,
            "defenders": defenders,
            "stop_at": stop_at,
            **{name: name == option for name in EXTRA_DIE_OPTIONS},
            "powers": _power_names(powers),
            "powers_counted": _power_names(result.changes),
            "cast": _next_roll_data(attackers, defenders, ruleset, first),
            "conquer": _cap_chance(result.chance),
            "attacker_losses": result.attacker_losses,
            "defender_losses": result.defender_losses,
            "survivors": result.attackers_left,
            "survivors_of_conquest": result.survivors,
            "defenders_left": result.defenders_left,
            "balanced": ruleset.balance is not None,
            "not_counted": [*uncounted_variants(ruleset, option), *uncounted],
            "notes": notes,
        },
        _fight_report(result, whole, ruleset, first, stop_at, notes),
    )


def _next_roll_data(
    attackers: int, defenders: int, ruleset: Ruleset, first: ExtraDieRolls
) -> list[dict[str, float]]:
    shares = roll_outcomes(ruleset.fights, first).at(attackers, defenders)
    return [
        {"attacker_losses": lost, "defender_losses": killed, "chance": share}
        for lost, killed, share in shares
    ]


def _check_powers(ruleset: Ruleset, powers: DiceChanges) -> None:
    """Check that the rules give attackers these powers over dice.

    Raises:
        RiskError: If the rules lack one of the powers.
    """
    for name in _power_names(powers):
        if not getattr(ruleset.combat, name):
            other, key = _("play {replace}", replace="us-1980-experts"), f"combat.{name}"
            if _can_change(ruleset, {key: True}):
                other = _("add --set {key}=true, or {other}", key=key, other=other)
            raise _refused(POWER_OPTIONS[name][0], ruleset, _NO_POWER[name], other)


def _can_change(ruleset: Ruleset, changes: Mapping[str, object]) -> bool:
    """Return True if a ruleset stays valid with these changes."""
    try:
        with_house_rules(ruleset, changes)
    except RiskError:
        return False
    return True


def _power_names(powers: DiceChanges) -> list[str]:
    return [name for name, held in powers._asdict().items() if held]


def _print_campaign_odds(options: argparse.Namespace) -> None:
    attackers, defenders = _read_chain(options.chain)
    ruleset = changed_ruleset(options.rules, options)
    option, first = _find_extra_die(options, ruleset)
    ends = why_campaigns_end(ruleset)
    if ends and (len(defenders) > 1 or not has_hook(ruleset, "conquerors_cannot_attack")):
        raise RiskError(
            _("--chain: {ends}; ask for one fight: --attackers 10 --defenders 10", ends=ends)
        )
    firsts = [first] * len(defenders)
    if option == "capital":
        firsts[:-1] = [NO_EXTRA_DICE] * (len(defenders) - 1)
    result = campaign_odds(
        attackers,
        defenders,
        ruleset.fights,
        balance=ruleset.balance,
        most_to_follow=ruleset.most_to_follow,
        first=firsts,
    )
    notes = _campaign_notes(ruleset, option, first, ends)
    _print_odds(
        options,
        ruleset,
        {
            "attackers": attackers,
            "defenders": defenders,
            **{name: name == option for name in EXTRA_DIE_OPTIONS},
            "most_to_follow": ruleset.most_to_follow,
            "conquer": _cap_chance(result.chance),
            "reached": [_cap_chance(chance) for chance in result.reached],
            "mean": result.mean_territories,
            "sure_90": result.territories_at_confidence(0.9),
            "left": result.left,
            "mean_left": result.mean_left,
            "balanced": ruleset.balance is not None,
            "not_counted": [*uncounted_variants(ruleset, option), *_available_powers(ruleset)],
            "notes": notes,
        },
        _campaign_report(attackers, defenders, ruleset, result, notes),
    )


def _read_chain(words: Sequence[str]) -> tuple[int, list[int]]:
    """Parse ``--chain``: the free armies, and the defenders of each territory in order.

    Raises:
        RiskError: If a number is missing or invalid.
    """
    first, *rest = words
    what = _("armies and defenders")
    attackers = read_count("--chain", first, what, MAX_FIGHT_ARMIES, separators="")
    if not rest:
        raise RiskError(
            _(
                "--chain takes the free armies, and then the defenders of each territory: "
                "--chain 12 3,1,1,4"
            )
        )
    # Members are separated by commas or blanks; an empty member is an error.
    members = re.split(r"\s*,\s*|\s+", " ".join(rest).strip())
    if "" in members or "0" in members:
        raise RiskError(
            _(
                "--chain {words} has a gap: every territory on the way has at least one "
                "defender, as in --chain 12 3,1,1,4",
                words=printable(" ".join(words), 60),
            )
        )
    if len(members) > MAX_TERRITORIES:
        raise RiskError(
            _(
                "--chain takes at most {max_territories} territories, not {members_count}",
                max_territories=MAX_TERRITORIES,
                members_count=len(members),
            )
        )
    return attackers, [
        read_count("--chain", member, what, MAX_FIGHT_ARMIES, separators="") for member in members
    ]


def _print_card_odds(options: argparse.Namespace) -> None:
    cards = read_count("--cards", options.cards, _("a number of cards"), MAX_CARDS, separators="")
    ruleset = changed_ruleset(options.rules, options)
    board = overlaid_board(ruleset, load_board(ruleset.board.home))
    if not board.has_sets:
        problem = _("in {ruleset} cards are played, not traded in sets", ruleset=ruleset.ruleset)
        raise RiskError(problem)
    sets = make_sets(ruleset.cards, board)
    odds = SetOdds(sets, board.deck)
    by_number = [float(chance) for chance in odds.by_number(max(cards, 5))]
    # If fewer cards always contain a set, the last one makes no difference.
    last_matters = cards == 1 or by_number[cards - 2] < 1
    after_none = float(odds.chance_after_none(odds.full_deck, cards - 1)) if last_matters else None
    worths = {
        armies: float(share) for armies, share in odds.worths(odds.full_deck, cards, 0).items()
    }
    kinds = _kind_chances(cards, sets, odds)
    notes = [_("Assumes that every card of the deck is equally likely.")]
    if (worth := max(worths)) and ruleset.cards.sets == "escalating":
        notes.append(_("The first set traded is worth {armies}.", armies=pluralize(worth, "army")))
    _print_odds(
        options,
        ruleset,
        {
            "cards": cards,
            "set": by_number[cards - 1],
            "kinds": kinds,
            "by_number": by_number[:cards],
            "set_after_none": after_none,
            "worth": [{"armies": armies, "chance": share} for armies, share in worths.items()],
            "notes": notes,
        },
        _cards_report(cards, ruleset, by_number, after_none, kinds, worths, notes),
    )


def _kind_chances(cards: int, sets: CardSets, odds: SetOdds) -> dict[str, float] | None:
    """Return the chance of each kind of set in a random hand (FAQ Q3.5).

    Returns:
        The chances of hands that hold only sets of three alike (``alike``), only sets of one of
        each (``mixed``), or both (``either``); ``None`` if sets don't have three cards.
    """
    if not isinstance(sets, ThreeCardSets):
        return None
    counts_by_kind = {"alike": 0, "mixed": 0, "either": 0}
    for counts, number in draws(odds.full_deck, cards):
        kinds = {
            "mixed" if kind == "mixed" else "alike"
            for cards_of_set in sets.complete_sets(odds.cards(counts))
            for kind in sets.kinds(cards_of_set)
        }
        if kinds:
            counts_by_kind["either" if len(kinds) == 2 else kinds.pop()] += number
    return {
        kind: number / comb(sum(odds.full_deck), cards) for kind, number in counts_by_kind.items()
    }


def _cap_chance(chance: float) -> float:
    """Limit a chance to 1, which sums of floats may slightly exceed."""
    return min(chance, 1.0)


def _print_odds(
    options: argparse.Namespace, ruleset: Ruleset, data: dict[str, object], report: Report
) -> None:
    """Print the ``data`` as JSON if requested, else the ``report``."""
    if options.json:
        rules = {"ruleset": ruleset.ruleset, "house_rules": list(options.changes)}
        print_json(rules | data)
    else:
        print_report(options, report)


_GOOD, _BAD = "green", "red"
"""The colours of bars for the attacker's success and failure."""
_SMALL_CHANCE = 0.0005
"""Territories of a campaign that fall with a smaller chance (0 to 1) share one row."""
_RARE_CHANCE = 0.005
"""Outcomes with a smaller chance (0 to 1) get one row instead of a histogram."""
_MAX_ROWS = 8
"""The maximum number of rows in a histogram."""
_ROW_SIZES = (1, 2, 5, 10, 20, 50, 100, 200)
"""The possible sizes of a row of a histogram: how many numbers it covers."""
_TAIL_CHANCE = 0.01
"""The share of the chance (0 to 1) at either end of a histogram that gets no rows of its own."""


# Reports


def _fight_report(
    result: FightResult,
    whole: FightResult,
    ruleset: Ruleset,
    first: ExtraDieRolls,
    stop_at: int,
    notes: Sequence[str],
) -> Report:
    """Report on a fight.

    Args:
        result: The fight that stops when ``stop_at`` free attackers are left.
        whole: The same fight to the end; equal to ``result`` if ``stop_at`` is 0.
        ruleset: The rules.
        first: The rolls in which the defender may roll one more die.
        stop_at: The free attackers at which the attacker stops.
        notes: The notes below the tables.
    """
    attackers, defenders = len(whole.attackers_left) - 1, len(whole.defenders_left) - 1
    won = _histogram(result.survivors, _GOOD)[::-1]
    not_won = _histogram((0.0, *result.defenders_left[1:]), _BAD)
    # The longest bar of both tables has full length.
    peak = max(row.chance for row in (*won, *not_won)) or 1.0
    fights = {_("to the end"): whole, _("stop at {stop_at}", stop_at=stop_at): result}
    parts = [
        *_next_roll_table(attackers, defenders, ruleset, first),
        _whole_fight_table(fights if stop_at else {"": whole}),
        BarTable(_("CONQUEST: ATTACKERS LEFT"), won, short=True, peak=peak),
        BarTable(_("NO CONQUEST: DEFENDERS LEFT"), not_won, short=True, peak=peak),
    ]
    title = _(
        "{free_attackers} against {defenders}",
        free_attackers=pluralize(attackers, "free attacker"),
        defenders=pluralize(defenders, "defender"),
    )
    return Report(
        _("{title} ({ruleset} rules)", title=title, ruleset=printable(ruleset.ruleset)),
        parts,
        notes,
    )


def _next_roll_table(
    attackers: int, defenders: int, ruleset: Ruleset, first: ExtraDieRolls
) -> list[BarTable]:
    """Return the table of the next roll, without dice changes; an empty list if there is none."""
    rule = CombatRules(ruleset.combat)
    dice = rule.max_attack_dice(attackers + 1)
    defence_dice = first.defence_dice(rule.max_defence_dice(defenders, dice), defenders)
    against = str(defence_dice)
    if rule.defender_sees and defence_dice > 1:
        against = _("1 TO {number}", number=defence_dice)
    rows = [
        _chance_row(
            _describe_losses(lost, killed),
            share,
            PLAIN if lost == killed else _GOOD if killed > lost else _BAD,
        )
        for lost, killed, share in roll_outcomes(ruleset.fights, first).at(attackers, defenders)
    ]
    rolled = pluralize(dice, "die").upper()
    heading = _("THE NEXT ROLL: {dice} AGAINST {number}", dice=rolled, number=against)
    return [BarTable(heading, rows)] if rows else []


def _describe_losses(lost: int, killed: int) -> str:
    if lost == killed:
        return _("both lose {number}", number=lost)
    if lost and killed:
        return _("attacker {lost} and defender {killed}", lost=lost, killed=killed)
    if lost:
        return _("the attacker loses {number}", number=lost)
    return _("the defender loses {number}", number=killed)


def _whole_fight_table(fights: Mapping[str, FightResult]) -> BarTable:
    """Return the table of a fight; several plans for it are columns, headed by their keys."""
    figures: dict[str, Callable[[FightResult], str]] = {
        _("conquest"): lambda result: _format_percent(result.chance),
        _("the attacker loses"): lambda result: format_number(result.attacker_losses, ".1f"),
        _("the defender loses"): lambda result: format_number(result.defender_losses, ".1f"),
        _("left after a conquest"): lambda result: _format_mean(
            result.mean_survivors, result.chance
        ),
    }
    rows = [BarRow(label, tuple(map(figure, fights.values()))) for label, figure in figures.items()]
    if len(fights) == 1:
        (only,) = fights.values()
        rows[0] = rows[0]._replace(chance=only.chance, colour=_GOOD)
    else:
        rows.insert(0, BarRow("", tuple(fights)))
    return BarTable(_("THE WHOLE FIGHT"), rows)


def _format_mean(number: float, chance: float) -> str:
    return format_number(number, ".1f") if chance else "-"


def _campaign_report(
    attackers: int,
    defenders: Sequence[int],
    ruleset: Ruleset,
    odds: CampaignOdds,
    notes: Sequence[str],
) -> Report:
    """Report on a campaign: how far the attackers get, and with how many armies."""
    number = len(defenders)
    rows = [
        _chance_row(f"{count} ({pluralize(armies, 'defender')})", odds.reached[count], _GOOD)
        for count, armies in enumerate(defenders, 1)
    ]
    taken = [row for row in rows if row.chance >= _SMALL_CHANCE] or rows[:1]
    if others := rows[len(taken) :]:
        label = others[0].label
        if len(others) > 1:
            label = _("{least} to {most}", least=len(taken) + 1, most=number)
        taken.append(others[0]._replace(label=label))
    totals = [
        _chance_row(_("all of them"), odds.chance, _GOOD),
        BarRow(_("taken on average"), (format_number(odds.mean_territories, ".1f"),)),
        BarRow(_("taken with 90% confidence"), (str(odds.territories_at_confidence(0.9)),)),
        BarRow(_("armies in the last one"), (_format_mean(odds.mean_left, odds.chance),)),
    ]
    parts = [
        BarTable(_("TERRITORIES TAKEN, ONE AFTER THE OTHER"), taken),
        BarTable(_("ALTOGETHER"), totals),
    ]
    if odds.chance >= _SMALL_CHANCE:
        left = _histogram(odds.left, _GOOD)[::-1]
        peak = max(row.chance for row in left)
        parts.append(BarTable(_("ALL TAKEN: ARMIES IN THE LAST TERRITORY"), left, peak=peak))
    return Report(
        _(
            "{free_attackers} through {territories} ({ruleset} rules)",
            free_attackers=pluralize(attackers, "free attacker"),
            territories=pluralize(number, "territory"),
            ruleset=printable(ruleset.ruleset),
        ),
        parts,
        notes,
    )


def _campaign_notes(ruleset: Ruleset, option: str, extra: ExtraDieRolls, ends: str) -> list[str]:
    """Return notes on the rules that the odds of a campaign include or leave out.

    Args:
        ruleset: The rules.
        option: The option for one more defence die; empty without one.
        extra: The rolls that it affects.
        ends: The reason why a campaign ends with its first conquest; empty if it continues.
    """
    most = ruleset.most_to_follow
    first = {
        (True, True): N_("After the conquest all survivors move in; {reason}."),
        (True, False): N_(
            "After the conquest at most {number} of the survivors move in; {reason}."
        ),
        (False, True): N_(
            "After each conquest all survivors move in; one stays there, the others fight on."
        ),
        (False, False): N_(
            "After each conquest at most {number} of the survivors move in; one stays there, the "
            "others fight on."
        ),
    }[bool(ends), most is None]
    notes = [_(first, number=most, reason=ends), *_common_notes(ruleset, option, extra)]
    if names := names_of_powers(_available_powers(ruleset)):
        notes.append(_("Not counted in a campaign: {names_of_powers}.", names_of_powers=names))
    return notes


def _cards_report(
    cards: int,
    ruleset: Ruleset,
    by_number: Sequence[float],
    after_none: float | None,
    kinds: Mapping[str, float] | None,
    worths: Mapping[int, float],
    notes: Sequence[str],
) -> Report:
    """Report on cards: the chance of a set, its kind, and its value.

    Args:
        cards: The number of cards.
        ruleset: The rules.
        by_number: The chance of a set among 1, 2, 3 and more cards.
        after_none: The chance of a set if all cards but the last contain none; ``None`` if they
            always contain one.
        kinds: The chance of each kind of set; ``None`` if sets don't have three cards.
        worths: The chance of each value of the best set, in armies; 0 without a set.
        notes: The notes below the tables.
    """
    rows = [
        _card_row(pluralize(number, "card"), chance, _GOOD if number == cards else PLAIN)
        for number, chance in enumerate(by_number, 1)
    ]
    if after_none is not None and cards > 1 and by_number[cards - 2]:
        label = ngettext(
            "{cards}, the first held none",
            "{cards}, the first {number} held none",
            cards - 1,
            cards=cards,
        )
        rows.insert(cards, _card_row(label, after_none, _GOOD))
    parts = [BarTable(_("THE CHANCE OF A SET, BY CARDS"), rows)]
    hand = pluralize(cards, "card").upper()
    if kinds and any(kinds.values()):
        labels = {"alike": _("three alike"), "mixed": _("one of each"), "either": _("either")}
        rows = [_card_row(labels[kind], share) for kind, share in kinds.items()]
        parts.append(BarTable(_("{hand}: THE SET IS", hand=hand), rows))
    if sum(map(bool, worths)) > 1:
        rows = [
            _card_row(pluralize(armies, "army") if armies else _("no set"), share)
            for armies, share in worths.items()
        ]
        parts.append(BarTable(_("{hand}: THE BEST SET IS WORTH", hand=hand), rows))
    title = _(
        "{cards} of a full deck ({ruleset} rules)",
        cards=pluralize(cards, "card"),
        ruleset=printable(ruleset.ruleset),
    )
    return Report(title, parts, notes)


# Notes


def _common_notes(ruleset: Ruleset, option: str, first: ExtraDieRolls) -> list[str]:
    """Return notes on the dice, the option for one more defence die, and the variants."""
    if ruleset.combat.defence_choice == "seen":
        dice = _(
            "The attacker rolls as many dice as allowed; the defender sees the roll and takes the "
            "dice that cost the attacker most in the end."
        )
    elif ruleset.balance is not None:
        dice = _(
            "Both sides roll as many dice as allowed; the whole fight is a balanced blitz, in "
            "which no dice are rolled."
        )
    else:
        dice = _("Both sides roll as many dice as allowed.")
    notes = [dice]
    if ruleset.fights.matches_dice:
        notes.append(_("An attacker with fewer dice than the defender may roll has to stop."))
    if option and first.lasts:
        notes.append(_(_EXTRA_DICE[option]))
    elif option:
        notes.append(_(_FIRST_DICE[option], rolls=pluralize(first.rolls, "roll")))
    return [*notes, *variant_notes(ruleset, option)]


_EXTRA_DICE = {
    "sea": N_("Counted: across the sea the defender may roll one more die in all rolls."),
    "capital": N_("Counted: in a capital the defender may roll one more die in all rolls."),
}
_FIRST_DICE = {
    "sea": N_("Counted: across the sea the defender may roll one more die in the first {rolls}."),
    "capital": N_("Counted: in a capital the defender may roll one more die in the first {rolls}."),
}


def _available_powers(ruleset: Ruleset) -> list[str]:
    """Return the names of the powers over dice that the rules give attackers."""
    return [name for name in POWER_OPTIONS if getattr(ruleset.combat, name)]


def _power_notes(
    ruleset: Ruleset, requested: DiceChanges, counted: DiceChanges, option: str
) -> Iterator[str]:
    """Yield a note on each power of the attacker: included, or left out for some reason."""
    for name in _available_powers(ruleset):
        power = _(DICE_POWER_TEXTS[name].full_name)
        if getattr(counted, name):
            yield _(
                "Counted in the whole fight: {power}, used where it helps conquest most.",
                power=power,
            )
        elif ruleset.combat.defence_choice == "seen":
            yield _(
                "Not counted: {power}; the defender's best answer to it is not known.", power=power
            )
        elif getattr(requested, name):
            why = _("with so many armies it takes too long")
            if option:
                why = _("with --{option} its best use is not known", option=option)
            yield _("Not counted: {power}; {why}.", power=power, why=why)
        elif option:
            yield _("Not counted: {power}.", power=power)
        else:
            word = POWER_OPTIONS[name][0]
            yield _("Not counted: {power} (--{option} counts it).", power=power, option=word)


# Numbers


def _format_percent(chance: float) -> str:
    """Format a chance with one decimal; one that is nearly 0 or 1 is shown as a limit.

    Only an exact 0 is shown as 0%, and nothing as 100%, because dice are never certain.
    """
    if not chance:
        return "0%"
    text = f"{chance:.1%}"
    return local_number({"0.0%": "<0.1%", "100.0%": ">99.9%"}.get(text, text))


def _chance_row(label: str, chance: float, colour: str) -> BarRow:
    return BarRow(label, (_format_percent(chance),), chance, colour)


def _card_row(label: str, chance: float, colour: str = PLAIN) -> BarRow:
    """Return the row of a chance with cards, which can be certain: 0% and 100% are exact."""
    row = _chance_row(label, chance, colour)
    return row._replace(values=(f"{int(chance):.0%}",)) if chance in (0, 1) else row


def _histogram(chances: Sequence[float], colour: str) -> list[BarRow]:
    """Return the chances of 0, 1, 2, … in at most ``_MAX_ROWS`` rows; unlikely ends are merged."""
    whole = sum(chances)
    if whole < _RARE_CHANCE:
        return [_chance_row(_("1 or more"), whole, colour)]
    low, high = _middle_range(chances, whole * _TAIL_CHANCE)
    step = next(size for size in _ROW_SIZES if high // size - low // size < _MAX_ROWS)
    groups: dict[int, list[int]] = {}
    for number, chance in enumerate(chances):
        if chance > 0:
            groups.setdefault(min(max(number, low), high) // step, []).append(number)
    return [
        _chance_row(
            _range_label(members, group, step), sum(chances[number] for number in members), colour
        )
        for group, members in groups.items()
    ]


def _middle_range(chances: Sequence[float], tail: float) -> tuple[int, int]:
    """Return the first and last number of the range without the tails.

    Args:
        chances: The chances of 0, 1, 2, …
        tail: The chance that may be outside the range at either end.
    """

    def after_tail(values: Iterable[float]) -> int:
        totals = enumerate(accumulate(values))
        return next(number for number, total in totals if total > tail)

    return after_tail(chances), len(chances) - 1 - after_tail(reversed(chances))


def _range_label(numbers: Sequence[int], group: int, step: int) -> str:
    """Return the label of a row of numbers, where rows at the ends are open.

    Args:
        numbers: The numbers in the row, in order.
        group: The number of the row: its regular first number divided by ``step``.
        step: The count of numbers in a regular row.
    """
    first, last = numbers[0], numbers[-1]
    if first // step < group:
        return _("up to {last}", last=last)
    if last // step > group:
        return _("{first} and up", first=first)
    return str(first) if first == last else f"{first}–{last}"
