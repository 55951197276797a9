"""Reports about dice: the luck of players, and how evenly the faces came up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.data.language import pluralize
from risk_tui.odds.fairness import ENOUGH, judge_faces, judge_pairs
from risk_tui.odds.luck import merge_seats
from risk_tui.table.seats import spell_copies

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.odds.luck import BattleStats, DiceLuck
    from risk_tui.table.dice_archive import DiceArchive, PlayerDiceStats

UNEVEN, SUSPICIOUS = 0.01, 0.001
"""Chances below which dice are called uneven or suspicious."""

_RARE_LUCK = 0.2
"""Luck is mentioned if its chance is below this."""
_MINIMUM_ARMIES = 0.05
"""Less luck than this many armies is ignored."""
_MINIMUM_CHANCE = 1e-6
"""The smallest chance given exactly; smaller ones are reported as below it."""

NOTHING, NO_BATTLES, TOO_FEW = "nothing unusual", "no battles yet", "too few to tell"
GAMES, TRIES = "games", "tries"
"""The units of chances: games for the dice of one game, tries for more dice."""

ALL_DICE, ROLLED, TYPED = "dice", "rolled by the program", "rolled on a table and typed in"
"""Labels of dice by their source; the first if no dice were typed in."""


def how_often(chance: float, of: str = GAMES) -> str:
    """Put a chance from 0 to 1 into words.

    >>> how_often(0.583), how_often(0.004), how_often(0, "tries")
    ('in 58 of 100 games', 'in 1 of 250 games', 'in fewer than 1 of 1,000,000 tries')
    """
    if chance >= UNEVEN:
        return f"in {min(round(100 * chance), 99)} of 100 {of}"
    return f"in {_one_of(chance, of)}"


def dice_verdict(chance: float) -> str:
    """Judge dice by the chance that fair ones are this uneven."""
    if chance < SUSPICIOUS:
        return "suspicious"
    return "rather uneven" if chance < UNEVEN else NOTHING


def describe_faces(faces: Sequence[int], of: str = GAMES) -> str:
    """Describe the evenness of the counts of six faces, with a verdict."""
    if sum(faces) < ENOUGH:
        return describe_evenness(faces, of)
    return f"{describe_evenness(faces, of)}: {dice_verdict(judge_faces(faces).chance)}"


def describe_evenness(faces: Sequence[int], of: str = GAMES) -> str:
    """Describe the evenness of the counts of six faces, without a verdict."""
    if sum(faces) < ENOUGH:
        return f"{TOO_FEW} (fewer than {ENOUGH})"
    return f"fair dice are at least this uneven {how_often(judge_faces(faces).chance, of)}"


def describe_pairs(pairs: Sequence[Sequence[int]], of: str = TRIES) -> str:
    """Describe the evenness of the counts of pairs of successive faces, with a verdict."""
    chance = judge_pairs(pairs).chance
    return f"fair dice are at least this uneven {how_often(chance, of)}: {dice_verdict(chance)}"


def short_faces(faces: Sequence[int], of: str = GAMES) -> str:
    """Describe the evenness of the counts of six faces in a few words."""
    if sum(faces) < ENOUGH:
        return TOO_FEW
    chance = judge_faces(faces).chance
    return NOTHING if chance >= UNEVEN else f"{dice_verdict(chance)}: {_one_of(chance, of)}"


def describe_luck(luck: DiceLuck, of: str = GAMES) -> str:
    """Describe a player's luck in armies, and its rarity."""
    armies = abs(float(luck.luck))
    if not luck.battles or armies < _MINIMUM_ARMIES:
        return describe_rarity(luck, of)
    amount = f"{armies:.1f}"
    unit = "army" if amount == "1.0" else "armies"
    return f"{amount} {unit} {_luck_adjective(luck)}: {describe_rarity(luck, of)}"


def describe_rarity(luck: DiceLuck, of: str = GAMES) -> str:
    """Describe the rarity of luck, good or bad."""
    if not luck.battles:
        return NO_BATTLES
    if abs(luck.luck) < _MINIMUM_ARMIES or luck.chance > _RARE_LUCK:
        return NOTHING
    return f"as {_luck_adjective(luck)} as this in {_one_of(luck.chance, of)}"


def short_rarity(luck: DiceLuck, of: str = GAMES) -> str:
    """Describe the rarity of luck in a few words."""
    text = describe_rarity(luck, of)
    if text in (NOTHING, NO_BATTLES):
        return text
    return f"{_luck_adjective(luck)}: {_one_of(luck.chance, of).replace('fewer than', '<')}"


def _luck_adjective(luck: DiceLuck) -> str:
    return "lucky" if luck.luck > 0 else "unlucky"


def _one_of(chance: float, of: str) -> str:
    """Format a small chance as ``1 of 250 games``."""
    if chance < _MINIMUM_CHANCE:
        return f"fewer than 1 of {round(1 / _MINIMUM_CHANCE):,} {of}"
    return f"1 of {round(1 / chance):,} {of}"


def describe_battles(side: BattleStats) -> str:
    """Describe the losses of one side's rolls, and those expected of fair dice."""
    battles = pluralize(side.battles, "defence" if side.defends else "attack")
    return (
        f"{battles}: lost {side.lost} ({float(side.expected_lost):.1f} expected), "
        f"beat {side.beaten} ({float(side.expected_beaten):.1f} expected)"
    )


def describe_player(player: PlayerDiceStats) -> str:
    """Return a player's name, with a note for a bot."""
    return player.name + (", computer" if player.kind == 1 else "")


def notes(*dice: DiceLuck) -> list[str]:
    """Return notes that explain the figures of these dice."""
    lines = [
        "Luck = armies saved and destroyed compared with average dice.",
        "Rarity uses a normal approximation (good from about five battles).",
    ]
    if any(luck.has_informed_defence for luck in dice):
        lines.append(
            "If the defender chooses after seeing the dice, only the defender's own roll "
            "counts as luck."
        )
    return lines


def game_page(players: Sequence[PlayerDiceStats]) -> list[str]:
    """Report on the dice of one game, with a few lines for each player."""
    total = merge_seats(player.luck for player in players)
    lines = [f"The dice of this game: {total.dice:,}"]
    return lines + _player_lines(players, GAMES)


def archive_page(archive: DiceArchive, *, ascii: bool = False) -> list[str]:
    """Report on the dice of all games, with the games that are not counted.

    Args:
        archive: The dice.
        ascii: True to spell the players' names in ASCII.
    """
    lines = [f"{archive_title(archive)}: {archive.all_dice.dice:,}"]
    lines += _player_lines(spell_copies(archive.players, ascii=ascii), TRIES)
    return lines + excluded_games(archive)


def archive_title(archive: DiceArchive) -> str:
    """Return the title of the report on all games, with their number."""
    return f"The dice of {pluralize(archive.read, 'game')}"


def excluded_games(archive: DiceArchive) -> list[str]:
    """Return notes about games that are not counted or prove nothing about fair dice."""
    lines = [f"Not counted: {name}: {problem}" for name, problem in archive.problems]
    if archive.copies:
        copies = "1 copy of another game" if archive.copies == 1 else f"{archive.copies} copies"
        lines.insert(0, f"Not counted: {copies}, with the same dice.")
    if archive.forks:
        forks = f"{pluralize(archive.forks, 'game')}, continued from a copy of another"
        lines.insert(0, f"Among these: {forks}; dice that both have count once.")
    if archive.real:
        real = f"{pluralize(archive.real, 'game')} with real dice"
        lines.insert(0, f"Among these: {real}, rolled on a table and not by the program.")
    if archive.seeded:
        games = f"{pluralize(archive.seeded, 'game')} with repeatable dice (--seed)"
        lines.insert(0, f"Among these: {games}; that says nothing about fair dice.")
    return lines


def describe_games(player: PlayerDiceStats) -> str:
    """Describe the number of games of a player."""
    return pluralize(player.games, "game")


def faces_by_source(players: Sequence[PlayerDiceStats]) -> dict[str, list[int]]:
    """Count the faces of all dice by the label of their source.

    Real dice are counted separately, because they prove nothing about the program's dice.
    """
    dice = merge_seats(player.luck for player in players).faces
    real = merge_seats(player.typed for player in players).faces
    computer = [count - real_count for count, real_count in zip(dice, real, strict=True)]
    if not any(real):
        return {ALL_DICE: computer}
    return ({ROLLED: computer} if any(computer) else {}) | {TYPED: real}


def _player_lines(players: Sequence[PlayerDiceStats], of: str) -> list[str]:
    total = merge_seats(player.luck for player in players)
    if not total.dice:
        return []
    lines = []
    for source, faces in faces_by_source(players).items():
        origin = "" if source == ALL_DICE else f"{sum(faces):,} {source}: "
        lines.append(f"  {origin}{_face_counts(faces)}; {describe_faces(faces, of)}")
    for player in players:
        games = f" ({describe_games(player)})" if of == TRIES else ""
        lines.append(f"{describe_player(player)}{games}: {describe_luck(player.luck, of)}")
        sides = (player.luck.attack, player.luck.defence)
        lines += [f"  {describe_battles(side)}" for side in sides if side.battles]
        faces = player.luck.faces
        lines.append(f"  {_face_counts(faces)}; {short_faces(faces, of)}")
    return [*lines, *notes(total)]


def _face_counts(faces: Sequence[int]) -> str:
    return f"faces 1 to 6: {' '.join(map(str, faces))}"
