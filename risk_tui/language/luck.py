"""What there is to say about dice: how lucky somebody was, and how even the faces are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.language.words import count
from risk_tui.odds.fairness import ENOUGH, judge_faces, judge_pairs
from risk_tui.odds.luck import together

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.odds.luck import Battles, Luck
    from risk_tui.table.archive import Archive, PlayersDice

UNEVEN, SUSPICIOUS = 0.01, 0.001
"""Chances below which dice are called so."""

_RARE = 0.2
"""The chance below which luck is worth a word."""
_SMALL = 0.05
"""Armies that are rounded to none."""
_LEAST = 1e-6
"""A chance below this is only said to be below it."""

NOTHING, NO_BATTLES, TOO_FEW = "nothing unusual", "no battles yet", "too few to tell"
GAMES, TRIES = "games", "tries"
"""What chances are counted in: one game was played, or dice were rolled however often."""

ALL_DICE, ROLLED, TYPED = "dice", "rolled by the program", "rolled on a table and typed in"
"""What is said of dice by where they come from, the first where none were typed in."""


def how_often(chance: float, of: str = GAMES) -> str:
    """A chance from 0 to 1 in words.

    >>> how_often(0.583), how_often(0.004), how_often(0, "tries")
    ('in 58 of 100 games', 'in 1 of 250 games', 'in fewer than 1 of 1,000,000 tries')
    """
    if chance >= UNEVEN:
        return f"in {min(round(100 * chance), 99)} of 100 {of}"
    return f"in {_one_of(chance, of)}"


def judged(chance: float) -> str:
    """What to think of dice that fair ones are as uneven as with this chance."""
    if chance < SUSPICIOUS:
        return "suspicious"
    return "rather uneven" if chance < UNEVEN else NOTHING


def faces_told(faces: Sequence[int], of: str = GAMES) -> str:
    """What counts of the six faces say of the dice."""
    if sum(faces) < ENOUGH:
        return evenness_told(faces, of)
    return f"{evenness_told(faces, of)}: {judged(judge_faces(faces).chance)}"


def evenness_told(faces: Sequence[int], of: str = GAMES) -> str:
    """The same without a judgement."""
    if sum(faces) < ENOUGH:
        return f"{TOO_FEW} (fewer than {ENOUGH})"
    return f"fair dice are this uneven or more {how_often(judge_faces(faces).chance, of)}"


def pairs_told(pairs: Sequence[Sequence[int]], of: str = TRIES) -> str:
    """What counts of the pairs of successive faces say."""
    chance = judge_pairs(pairs).chance
    return f"fair dice are this uneven or more {how_often(chance, of)}: {judged(chance)}"


def faces_in_short(faces: Sequence[int], of: str = GAMES) -> str:
    """The same in a few words."""
    if sum(faces) < ENOUGH:
        return TOO_FEW
    chance = judge_faces(faces).chance
    return NOTHING if chance >= UNEVEN else f"{judged(chance)}: {_one_of(chance, of)}"


def luck_told(luck: Luck, of: str = GAMES) -> str:
    """How lucky somebody was, in armies, and how rare that is."""
    armies = abs(float(luck.luck))
    if not luck.casts or armies < _SMALL:
        return rarity_told(luck, of)
    amount = f"{armies:.1f}"
    things = "army" if amount == "1.0" else "armies"
    return f"{amount} {things} {_lucky(luck)}: {rarity_told(luck, of)}"


def rarity_told(luck: Luck, of: str = GAMES) -> str:
    """How rare so much luck is, good or bad."""
    if not luck.casts:
        return NO_BATTLES
    if abs(luck.luck) < _SMALL or luck.chance > _RARE:
        return NOTHING
    return f"as {_lucky(luck)} as this in {_one_of(luck.chance, of)}"


def rarity_in_short(luck: Luck, of: str = GAMES) -> str:
    """The same in a few words."""
    told = rarity_told(luck, of)
    if told in (NOTHING, NO_BATTLES):
        return told
    return f"{_lucky(luck)}: {_one_of(luck.chance, of).replace('fewer than', '<')}"


def _lucky(luck: Luck) -> str:
    return "lucky" if luck.luck > 0 else "unlucky"


def _one_of(chance: float, of: str) -> str:
    """A small chance."""
    if chance < _LEAST:
        return f"fewer than 1 of {round(1 / _LEAST):,} {of}"
    return f"1 of {round(1 / chance):,} {of}"


def battles_told(side: Battles) -> str:
    """What the casts of one side cost, and what fair dice would have cost."""
    what = count(side.casts, "defence" if side.defends else "attack")
    return (
        f"{what}: lost {side.lost} ({float(side.expected_lost):.1f} expected), "
        f"beat {side.beaten} ({float(side.expected_beaten):.1f} expected)"
    )


def player_told(rolled: PlayersDice) -> str:
    """A player's name, and what plays if that is no person."""
    return rolled.name + (", computer" if rolled.kind == 1 else "")


def notes(*dice: Luck) -> list[str]:
    """What has to be known to read the figures of these dice."""
    lines = [
        "Luck counts armies saved and beaten beyond the average of these dice.",
        "How rare it is: by the normal curve, about right from five battles on.",
    ]
    if any(each.sees for each in dice):
        lines.append("Where the defender sees the dice and chooses, only his own roll is luck.")
    return lines


def game_page(players: Sequence[PlayersDice]) -> list[str]:
    """The dice of one game, a few lines for each player."""
    everybody = together(each.luck for each in players)
    lines = [f"The dice of this game: {everybody.dice:,}"]
    return lines + _page(players, GAMES)


def archive_page(archive: Archive) -> list[str]:
    """The dice of all games, and which games cannot be read."""
    lines = [f"{archive_title(archive)}: {archive.all_dice.dice:,}"]
    lines += _page(archive.players, TRIES)
    return lines + left_out(archive)


def archive_title(archive: Archive) -> str:
    """Of how many games the dice are."""
    return f"The dice of {count(archive.read, 'game')}"


def left_out(archive: Archive) -> list[str]:
    """What there is to say about games that prove nothing, or cannot be read."""
    lines = [f"Not counted: {name}: {problem}" for name, problem in archive.problems]
    if archive.copies:
        copies = "1 copy of another game" if archive.copies == 1 else f"{archive.copies} copies"
        lines.insert(0, f"Not counted: {copies}, with the same dice.")
    if archive.forks:
        forks = f"{count(archive.forks, 'game')}, played on from a copy of another"
        lines.insert(0, f"Among these: {forks}; dice that both have count once.")
    if archive.real:
        real = f"{count(archive.real, 'game')} with real dice"
        lines.insert(0, f"Among these: {real}, rolled on a table and not by the program.")
    if archive.seeded:
        which = f"{count(archive.seeded, 'game')} with repeatable dice (--seed)"
        lines.insert(0, f"Among these: {which}; that says nothing about fair dice.")
    return lines


def games_told(rolled: PlayersDice) -> str:
    """In how many games a player rolled."""
    return count(rolled.games, "game")


def by_source(players: Sequence[PlayersDice]) -> dict[str, list[int]]:
    """The faces of all dice, by what is said of them; real dice are no proof of the program's."""
    dice = together(each.luck for each in players).faces
    real = together(each.typed for each in players).faces
    own = [each - typed for each, typed in zip(dice, real, strict=True)]
    if not any(real):
        return {ALL_DICE: own}
    return ({ROLLED: own} if any(own) else {}) | {TYPED: real}


def _page(players: Sequence[PlayersDice], of: str) -> list[str]:
    everybody = together(each.luck for each in players)
    if not everybody.dice:
        return []
    lines = []
    for source, faces in by_source(players).items():
        whose = "" if source == ALL_DICE else f"{sum(faces):,} {source}: "
        lines.append(f"  {whose}{_faces(faces)}; {faces_told(faces, of)}")
    for each in players:
        games = f" ({games_told(each)})" if of == TRIES else ""
        lines.append(f"{player_told(each)}{games}: {luck_told(each.luck, of)}")
        sides = (each.luck.attack, each.luck.defence)
        lines += [f"  {battles_told(side)}" for side in sides if side.casts]
        faces = each.luck.faces
        lines.append(f"  {_faces(faces)}; {faces_in_short(faces, of)}")
    return [*lines, *notes(everybody)]


def _faces(faces: Sequence[int]) -> str:
    return f"faces 1 to 6: {' '.join(map(str, faces))}"
