"""``risk-tui odds``: exact odds of a fight, of a campaign, and of a hand of cards."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from risk_tui.cli.rules import add_changes, changed_ruleset
from risk_tui.data.sanitize import printable
from risk_tui.errors import RiskError
from risk_tui.rules.combat import ALL_ALIKE, POWERS, DiceChanges
from risk_tui.text.words import MOST_ARMIES

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

    from risk_tui.cli.bar_tables import Report
    from risk_tui.odds.card_odds import SetOdds
    from risk_tui.rules.cards import CardSets
    from risk_tui.rules.combat import FirstRolls
    from risk_tui.rules.ruleset import Ruleset

MAX_TERRITORIES, MAX_CARDS = 50, 10
DEFAULT_RULES = "us-1993"
FIRST_ROLLS = {
    "sea": (
        "every attack crosses a sea lane, by rules where that gives a defender one die more",
        "a sea lane gives a defender no die more",
        "sea_lanes",
    ),
    "capital": (
        "the target is a capital, in a campaign the last one, by rules where that gives a "
        "defender one die more",
        "a capital gives a defender no die more",
        "capital_die",
    ),
}
"""The options that count more dice in defence: help, a refusal, and the variant that has them."""
QUESTIONS = "--attackers 10 --defenders 10, or --chain 12 3,1,1,4, or --cards 3"


def add_command(parser: argparse.ArgumentParser) -> None:
    """The options of ``odds``."""
    parser.description = (
        "Exact odds by the rules that you play: of one fight, of a campaign through several "
        "territories, or of a hand of cards. Attackers are the armies free to attack, without the "
        "one that stays behind. Both sides roll as many dice as they may; a defender who sees the "
        "roll takes the dice that are best against it."
    )
    fight = parser.add_argument_group("one fight")
    fight.add_argument(
        "--attackers", metavar="N", help=f"armies free to attack, 1 to {MOST_ARMIES:,}"
    )
    fight.add_argument("--defenders", metavar="N", help=f"defending armies, 1 to {MOST_ARMIES:,}")
    fight.add_argument(
        "--stop-at", metavar="N", help="break off when so few free attackers are left, or fewer"
    )
    for words in POWERS.values():
        fight.add_argument(f"--{words.option}", action="store_true", help=words.help)
    for name, (meaning, _, _) in FIRST_ROLLS.items():
        parser.add_argument(f"--{name}", action="store_true", help=meaning)
    parser.add_argument_group("a campaign").add_argument(
        "--chain",
        nargs="+",
        type=str.strip,
        metavar=("N", "LIST"),
        help="armies free to attack, and the defenders of one territory after the other, by "
        "commas: --chain 12 3,1,1,4",
    )
    parser.add_argument_group("cards").add_argument(
        "--cards", metavar="N", help=f"that many random cards of a full deck, 1 to {MAX_CARDS}"
    )
    parser.add_argument(
        "--rules", metavar="NAME", default=DEFAULT_RULES, help=f"by name or file ({DEFAULT_RULES})"
    )
    add_changes(parser)
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.set_defaults(run=_odds)


def _odds(options: argparse.Namespace) -> int:
    fight = options.attackers is not None or options.defenders is not None
    if fight + (options.chain is not None) + (options.cards is not None) != 1:
        raise RiskError(f"choose one: {QUESTIONS}")
    if fight:
        return _fight(options)
    for option in ("stop_at", *(words.option for words in POWERS.values())):
        if getattr(options, option) not in (None, False):
            name = option.replace("_", "-")
            raise RiskError(f"--{name} goes with --attackers and --defenders only")
    if options.chain is not None:
        return _campaign(options)
    for option in FIRST_ROLLS:
        if getattr(options, option):
            raise RiskError(f"--{option} goes with --attackers and --defenders, or --chain, only")
    return _cards(options)


def _first_rolls(options: argparse.Namespace, ruleset: Ruleset) -> tuple[str, FirstRolls]:
    """The option that gives a defender one die more, if any, and the rolls in which it does.

    Raises ``RiskError`` for an option that the rules do not know, and for both together.
    """
    chosen = [option for option in FIRST_ROLLS if getattr(options, option)]
    if len(chosen) > 1:
        names = " and ".join(f"--{option}" for option in chosen)
        raise RiskError(f"the odds of {names} together are not known: leave one out")
    for option in chosen:
        for variant in ruleset.variants.played.values():
            if variant.fight_option == option:
                return option, variant.first_rolls
        _, refusal, key = FIRST_ROLLS[option]
        raise RiskError(
            f"--{option}: by {printable(ruleset.ruleset)} {refusal}; it does with --variant {key}"
        )
    return "", ALL_ALIKE


def _fight(options: argparse.Namespace) -> int:
    from risk_tui.cli.odds_tables import available_powers, fight_notes, fight_page
    from risk_tui.odds import fight_to_finish
    from risk_tui.text.odds_notes import uncounted_variants

    if options.attackers is None or options.defenders is None:
        raise RiskError("a fight takes both: --attackers 10 --defenders 10")
    attackers = read_number("--attackers", options.attackers, 1, MOST_ARMIES)
    defenders = read_number("--defenders", options.defenders, 1, MOST_ARMIES)
    stop_at = read_number(
        "--stop-at", "0" if options.stop_at is None else options.stop_at, 0, attackers - 1
    )
    ruleset = changed_ruleset(options.rules, options)
    powers = DiceChanges(*(getattr(options, words.option) for words in POWERS.values()))
    _check_powers(ruleset, powers)
    option, first = _first_rolls(options, ruleset)
    whole, result = (
        fight_to_finish(
            attackers,
            defenders,
            ruleset.combat,
            stop_at=stop,
            dice_changes=powers,
            first=first,
            balance=ruleset.balance,
        )
        for stop in (0, stop_at)
    )
    notes = fight_notes(ruleset, option, powers, result.changes)
    uncounted = [name for name in available_powers(ruleset) if not getattr(result.changes, name)]
    return _print(
        options,
        ruleset,
        {
            "attackers": attackers,
            "defenders": defenders,
            "stop_at": stop_at,
            **{name: name == option for name in FIRST_ROLLS},
            "powers": _power_names(powers),
            "powers_counted": _power_names(result.changes),
            "cast": _next_roll(attackers, defenders, ruleset, first),
            "conquer": _chance(result.chance),
            "attacker_losses": result.attacker_losses,
            "defender_losses": result.defender_losses,
            "survivors": result.attackers_left,
            "survivors_of_conquest": result.survivors,
            "defenders_left": result.defenders_left,
            "balanced": ruleset.balance is not None,
            "not_counted": [*uncounted_variants(ruleset, option), *uncounted],
            "notes": notes,
        },
        lambda: fight_page(result, whole, ruleset, first, stop_at, notes),
    )


def _next_roll(
    attackers: int, defenders: int, ruleset: Ruleset, first: FirstRolls
) -> list[dict[str, float]]:
    from risk_tui.odds.roll import roll_outcomes

    shares = roll_outcomes(ruleset.combat, first).at(attackers, defenders)
    return [
        {"attacker_losses": lost, "defender_losses": killed, "chance": share}
        for lost, killed, share in shares
    ]


def _check_powers(ruleset: Ruleset, powers: DiceChanges) -> None:
    """Raise ``RiskError`` for powers that the rules do not give an attacker."""

    for name in _power_names(powers):
        if not getattr(ruleset.combat, name):
            raise RiskError(
                f"--{POWERS[name].option}: by {printable(ruleset.ruleset)} {POWERS[name].refusal} "
                f"with --set combat.{name}=true, or by us-1980-experts"
            )


def _power_names(powers: DiceChanges) -> list[str]:
    return [name for name, held in powers._asdict().items() if held]


def _campaign(options: argparse.Namespace) -> int:
    from risk_tui.cli.odds_tables import available_powers, campaign_notes, campaign_page
    from risk_tui.engine.variant import titles_with_hooks
    from risk_tui.odds.campaign import campaign_odds
    from risk_tui.text.odds_notes import uncounted_variants

    attackers, defenders = _chain(options.chain)
    ruleset = changed_ruleset(options.rules, options)
    option, first = _first_rolls(options, ruleset)
    stopping = titles_with_hooks(ruleset, "conquerors_stop")
    if stopping and len(defenders) > 1:
        raise RiskError(
            f"--chain: by {stopping[0]} armies that conquer stop there in that turn; "
            "ask for one fight: --attackers 10 --defenders 10"
        )
    firsts = [first] * len(defenders)
    if option == "capital":
        firsts[:-1] = [ALL_ALIKE] * (len(defenders) - 1)
    result = campaign_odds(
        attackers,
        defenders,
        ruleset.combat,
        balance=ruleset.balance,
        most_to_follow=ruleset.most_to_follow,
        first=firsts,
    )
    notes = campaign_notes(ruleset, option)
    return _print(
        options,
        ruleset,
        {
            "attackers": attackers,
            "defenders": defenders,
            **{name: name == option for name in FIRST_ROLLS},
            "most_to_follow": ruleset.most_to_follow,
            "conquer": _chance(result.chance),
            "reached": [_chance(chance) for chance in result.reached],
            "mean": result.mean,
            "sure_90": result.territories_at_confidence(0.9),
            "left": result.left,
            "mean_left": result.mean_left,
            "balanced": ruleset.balance is not None,
            "not_counted": [*uncounted_variants(ruleset, option), *available_powers(ruleset)],
            "notes": notes,
        },
        lambda: campaign_page(attackers, defenders, ruleset, result, notes),
    )


def _chain(words: Sequence[str]) -> tuple[int, list[int]]:
    """The free armies of a campaign, and the defenders. Raises ``RiskError`` for a gap."""
    first, *rest = words
    attackers = read_number("--chain", first, 1, MOST_ARMIES)
    if not rest:
        raise RiskError(
            "--chain takes the free armies, and then the defenders of each territory: "
            "--chain 12 3,1,1,4"
        )
    # Blanks part members as commas do; a comma with nothing beside it is a gap.
    members = re.split(r"\s*,\s*|\s+", " ".join(rest).strip())
    if "" in members or "0" in members:
        raise RiskError(
            f"--chain {printable(' '.join(words), 60)} has a gap: every territory on the way has "
            f"at "
            "least one defender, as in --chain 12 3,1,1,4"
        )
    if len(members) > MAX_TERRITORIES:
        raise RiskError(
            f"--chain leads through {MAX_TERRITORIES} territories at most, not {len(members)}"
        )
    return attackers, [read_number("--chain", member, 1, MOST_ARMIES) for member in members]


def _cards(options: argparse.Namespace) -> int:
    from risk_tui.cli.odds_tables import card_notes, cards_page
    from risk_tui.engine.variant import overlaid_board
    from risk_tui.odds.card_odds import SetOdds
    from risk_tui.rules.cards import make_sets
    from risk_tui.rules.library import load_board

    cards = read_number("--cards", options.cards, 1, MAX_CARDS)
    ruleset = changed_ruleset(options.rules, options)
    board = overlaid_board(ruleset, load_board(ruleset.board.home))
    sets = make_sets(ruleset.cards, board)
    odds = SetOdds(sets, board.deck)
    by_number = [float(chance) for chance in odds.by_number(max(cards, 5))]
    # Where fewer always hold a set the last one makes no difference.
    last_matters = cards == 1 or by_number[cards - 2] < 1
    after_none = float(odds.chance_after_none(odds.full_deck, cards - 1)) if last_matters else None
    worths = {
        armies: float(share) for armies, share in odds.worths(odds.full_deck, cards, 0).items()
    }
    kinds = _kinds(cards, sets, odds)
    notes = card_notes(ruleset, max(worths))
    return _print(
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
        lambda: cards_page(cards, ruleset, by_number, after_none, kinds, worths, notes),
    )


def _kinds(cards: int, sets: CardSets, odds: SetOdds) -> dict[str, float] | None:
    """The kinds of sets among random cards (FAQ Q3.5); ``None`` where sets are no threes.

    ``alike`` are hands that hold sets of three alike only, ``mixed`` those with sets of one of
    each only; with ``either`` there is a choice.
    """
    from math import comb

    from risk_tui.odds.card_odds import hands
    from risk_tui.rules.cards import ThreeCardSets

    if not isinstance(sets, ThreeCardSets):
        return None
    counts_by_kind = {"alike": 0, "mixed": 0, "either": 0}
    for counts, number in hands(odds.full_deck, cards):
        kinds = {
            "mixed" if kind == "mixed" else "alike"
            for cards_of_set in sets.sets_in(odds.cards(counts))
            for kind in sets.kinds(cards_of_set)
        }
        if kinds:
            counts_by_kind["either" if len(kinds) == 2 else kinds.pop()] += number
    return {
        kind: number / comb(sum(odds.full_deck), cards) for kind, number in counts_by_kind.items()
    }


def read_number(option: str, text: str, minimum: int, maximum: int, separators: str = "") -> int:
    """Read a typed number with ``separators`` in it. Raises ``RiskError`` for anything else."""
    plain = text.translate(str.maketrans("", "", separators)).strip()
    if (
        plain.isascii()
        and plain.isdecimal()
        and len(plain) < 9
        and minimum <= int(plain) <= maximum
    ):
        return int(plain)
    expected = {
        "--chain": "armies and defenders",
        "--stop-at": "fewer free attackers than --attackers, that is a number",
        "--cards": "a number of cards",
        "--check": "a number of dice",
    }.get(option, "a number of armies")
    raise RiskError(
        f"{option} takes {expected} from {minimum} to {maximum:,}, not {printable(text, 40)!r}"
    )


def _chance(chance: float) -> float:
    """A chance that sums of floats have not pushed above 1."""
    return min(chance, 1.0)


def _print(
    options: argparse.Namespace,
    ruleset: Ruleset,
    data: dict[str, object],
    report: Callable[[], Report],
) -> int:
    """Print the odds: the data for programs, or a report of them for people."""
    if options.json:
        rules = {"ruleset": ruleset.ruleset, "house_rules": list(options.changes)}
        print(json.dumps(rules | data, ensure_ascii=False, indent=2, allow_nan=False))
    else:
        from risk_tui.cli.bar_tables import print_report

        print_report(options, report())
    return 0
