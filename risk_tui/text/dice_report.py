"""Reports about dice: the luck of players, and how evenly the faces came up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from risk_tui.data.language import N_, _, colon, format_number, headed, ngettext, pluralize
from risk_tui.odds.fairness import ENOUGH, judge_faces, judge_pairs
from risk_tui.odds.luck import BattleStats, DiceLuck, merge_seats
from risk_tui.table.seats import spell_copies
from risk_tui.text.words import average

if TYPE_CHECKING:
    from risk_tui.table.dice_archive import DiceArchive, PlayerDiceStats

UNEVEN, SUSPICIOUS = 0.01, 0.001
"""Chances below which dice are called uneven or suspicious."""

_PERCENT_FROM = 0.01
"""Chances from this on are given as N of 100, smaller ones as 1 of N."""
_RARE_LUCK = 0.2
"""Luck is mentioned if its chance is not above this."""
_MIN_ARMIES = 0.05
"""Less luck than this many armies is ignored."""
_MIN_CHANCE = 1e-6
"""The smallest chance given exactly; smaller ones are reported as below it."""

NOTHING, NO_BATTLES, TOO_FEW = (
    N_("nothing unusual"),
    N_("no battles yet"),
    N_("too few dice to tell"),
)
"""Short verdicts on dice."""
GAMES, TRIES = "games", "tries"
"""The units of chances: games for the dice of one game, tries for the dice of several."""

ALL_DICE, ROLLED, TYPED = (
    N_("dice"),
    N_("rolled by the program"),
    N_("rolled on a table and typed in"),
)
"""Labels of dice by their source; ``ALL_DICE`` if no dice were typed in."""


def how_often(chance: float, unit: str = GAMES) -> str:
    """Put a chance from 0 to 1 into words, at most as 99 of 100.

    >>> how_often(0.583), how_often(0.004), how_often(0, "tries")
    ('in 58 of 100 games', 'in 1 of 250 games', 'in fewer than 1 of 1,000,000 tries')
    """
    if chance >= _PERCENT_FROM:
        hundred = _("in {number} of 100 games") if unit == GAMES else _("in {number} of 100 tries")
        return hundred.format(number=min(round(100 * chance), 99))
    return _("in {chance}", chance=_one_of(chance, unit))


def dice_verdict(chance: float) -> str:
    """Judge dice by the chance that fair dice are at least as uneven."""
    if chance < SUSPICIOUS:
        return _("suspicious")
    return _("rather uneven") if chance < UNEVEN else _(NOTHING)


def describe_faces(faces: Sequence[int], unit: str = GAMES) -> str:
    """Describe the evenness of the counts of six faces, with a verdict."""
    if sum(faces) < ENOUGH:
        return describe_evenness(faces, unit)
    return headed(describe_evenness(faces, unit), dice_verdict(judge_faces(faces).chance))


def describe_evenness(faces: Sequence[int], unit: str) -> str:
    """Describe the evenness of the counts of six faces, without a verdict."""
    if sum(faces) < ENOUGH:
        return _("too few dice to tell (fewer than {number})", number=ENOUGH)
    return _uneven(judge_faces(faces).chance, unit)


def _uneven(chance: float, unit: str) -> str:
    return _("fair dice are at least this uneven {how_often}", how_often=how_often(chance, unit))


def describe_pairs(pairs: Sequence[Sequence[int]]) -> str:
    """Describe the evenness of the counts of pairs of successive faces, with a verdict."""
    chance = judge_pairs(pairs).chance
    return headed(_uneven(chance, TRIES), dice_verdict(chance))


def short_faces(faces: Sequence[int], unit: str = GAMES) -> str:
    """Describe the evenness of the counts of six faces in a few words."""
    if sum(faces) < ENOUGH:
        return _(TOO_FEW)
    chance = judge_faces(faces).chance
    return _(NOTHING) if chance >= UNEVEN else f"{dice_verdict(chance)}: {_one_of(chance, unit)}"


def describe_luck(luck: DiceLuck, unit: str = GAMES) -> str:
    """Describe a player's luck in armies, if there is any, and its rarity."""
    armies = abs(float(luck.luck))
    if not luck.battles or armies < _MIN_ARMIES:
        return describe_rarity(luck, unit)
    shown = average(armies)
    number = 1 if shown == "1" else 2  # The form of the noun; plurals need an integer.
    if luck.luck > 0:
        text = ngettext("{armies} army lucky", "{armies} armies lucky", number, armies=shown)
    else:
        text = ngettext("{armies} army unlucky", "{armies} armies unlucky", number, armies=shown)
    return headed(text, describe_rarity(luck, unit))


def describe_rarity(luck: DiceLuck, unit: str) -> str:
    """Describe the rarity of luck, good or bad."""
    if not luck.battles:
        return _(NO_BATTLES)
    if not _is_rare(luck):
        return _(NOTHING)
    chance = _one_of(luck.chance, unit)
    if luck.luck > 0:
        return _("as lucky as this in {chance}", chance=chance)
    return _("as unlucky as this in {chance}", chance=chance)


def _is_rare(luck: DiceLuck) -> bool:
    """Return True if luck is worth mentioning."""
    return luck.battles > 0 and abs(luck.luck) >= _MIN_ARMIES and luck.chance <= _RARE_LUCK


def short_rarity(luck: DiceLuck, unit: str = GAMES) -> str:
    """Describe the rarity of luck in a few words."""
    if not _is_rare(luck):
        return describe_rarity(luck, unit)
    chance = _one_of(luck.chance, unit, short=True)
    if luck.luck > 0:
        return _("lucky: {chance}", chance=chance)
    return _("unlucky: {chance}", chance=chance)


def _one_of(chance: float, unit: str, *, short: bool = False) -> str:
    """Format a small chance as ``1 of 250 games``."""
    number = format_number(round(1 / max(chance, _MIN_CHANCE)))
    if unit == GAMES:
        text = _("1 of {number} games", number=number)
    else:
        text = _("1 of {number} tries", number=number)
    if chance >= _MIN_CHANCE:
        return text
    return f"< {text}" if short else _("fewer than {chance}", chance=text)


def describe_battles(side: BattleStats) -> str:
    """Describe the losses in one side's battles, and those expected of fair dice."""
    battles = pluralize(side.battles, "defence" if side.defends else "attack")
    return _(
        "{battles}: lost {lost} ({expected_lost} expected), beat {beaten} ({expected_beaten} "
        "expected)",
        battles=battles,
        lost=side.lost,
        expected_lost=format_number(float(side.expected_lost), ".1f"),
        beaten=side.beaten,
        expected_beaten=format_number(float(side.expected_beaten), ".1f"),
    )


def _name_with_kind(player: PlayerDiceStats) -> str:
    """Return a player's name, with a note for a bot."""
    return _("{name}, computer", name=player.name) if player.is_bot else player.name


def notes(*dice: DiceLuck) -> list[str]:
    """Return notes that explain the figures for these dice."""
    lines = [
        _("Luck = armies saved and destroyed compared with average dice."),
        _("Rarity uses a normal approximation (good from about five battles)."),
    ]
    if any(luck.has_informed_defence for luck in dice):
        lines.append(
            _(
                "If the defender chooses after seeing the dice, only the defender's own roll "
                "counts as luck."
            )
        )
    return lines


def game_page(players: Sequence[PlayerDiceStats]) -> list[str]:
    """Report on the dice of one game, with a few lines for each player."""
    dice = format_number(sum(player.luck.dice for player in players))
    return [_("The dice of this game: {dice}", dice=dice), *_player_lines(players, GAMES)]


def archive_page(archive: DiceArchive, *, ascii: bool = False) -> list[str]:
    """Report on the dice of all games, with notes on some of the games.

    Args:
        archive: The dice of all games.
        ascii: True to spell the players' names in ASCII.
    """
    lines = [headed(archive_title(archive), format_number(archive.all_dice.dice))]
    lines += _player_lines(spell_copies(archive.players, ascii=ascii), TRIES)
    return lines + archive_notes(archive)


def archive_title(archive: DiceArchive) -> str:
    """Return the title of the report on all games, with their number."""
    return _("The dice of {games}", games=pluralize(archive.read, "game"))


def archive_notes(archive: DiceArchive) -> list[str]:
    """Return notes on games that prove nothing about fair dice, copies, and unreadable games."""
    among = (
        (
            archive.seeded,
            N_(
                "Among these: {games} with repeatable dice (--seed); that says nothing about fair "
                "dice."
            ),
        ),
        (
            archive.real,
            N_("Among these: {games} with real dice, rolled on a table and not by the program."),
        ),
        (
            archive.forks,
            N_(
                "Among these: {games}, continued from a copy of another; dice that both have count "
                "once."
            ),
        ),
    )
    lines = [_(note, games=pluralize(number, "game")) for number, note in among if number]
    if archive.copies:
        lines.append(
            ngettext(
                "Not counted: {number} copy of another game, with the same dice.",
                "Not counted: {number} copies, with the same dice.",
                archive.copies,
            )
        )
    return lines + [
        _("Not counted: {game}: {problem}", game=name, problem=problem)
        for name, problem in archive.problems
    ]


def faces_by_source(players: Sequence[PlayerDiceStats]) -> dict[str, list[int]]:
    """Return the counts of faces by the label of the dice's source.

    Real dice are counted separately, because they prove nothing about the program's dice.
    """
    dice = merge_seats(player.luck for player in players).faces
    real = merge_seats(player.typed for player in players).faces
    computer = [count - real_count for count, real_count in zip(dice, real, strict=True)]
    if not any(real):
        return {ALL_DICE: computer}
    return ({ROLLED: computer} if any(computer) else {}) | {TYPED: real}


def _player_lines(players: Sequence[PlayerDiceStats], unit: str) -> list[str]:
    """Return lines about the faces of all dice, then about the dice of each player."""
    total = merge_seats(player.luck for player in players)
    if not total.dice:
        return []
    lines = []
    for source, faces in faces_by_source(players).items():
        origin = "" if source == ALL_DICE else f"{format_number(sum(faces))} {_(source)}{colon()}"
        lines.append(f"  {origin}{_face_counts(faces)}; {describe_faces(faces, unit)}")
    for player in players:
        games = f" ({pluralize(player.games, 'game')})" if unit == TRIES else ""
        lines.append(headed(_name_with_kind(player) + games, describe_luck(player.luck, unit)))
        sides = (player.luck.attack, player.luck.defence)
        lines += [f"  {describe_battles(side)}" for side in sides if side.battles]
        faces = player.luck.faces
        lines.append(f"  {_face_counts(faces)}; {short_faces(faces, unit)}")
    return [*lines, *notes(total)]


def _face_counts(faces: Sequence[int]) -> str:
    return _("faces 1 to 6: {counts}", counts=" ".join(map(str, faces)))
