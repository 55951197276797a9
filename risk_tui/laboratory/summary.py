"""What the results of many games say: who wins, how long it takes, what luck does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from risk_tui.laboratory.inference import mean, percentile, wilson_interval

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from risk_tui.laboratory.result import GameResult

RARE_LUCK = 0.1
"""The luck of a winner decided a game if fair dice give as much in one game out of ten."""


def summarize(results: Sequence[GameResult], faults: int = 0) -> dict[str, Any]:
    """The figures of games with the same number of seats, as data for JSON.

    Shares are of all games, those that were broken off included: those nobody won.
    """
    games = sorted(results, key=lambda result: result.number)
    finished = [game for game in games if game.finished]
    seats = len(games[0].bots) if games else 0
    bots = list(dict.fromkeys(bot for game in games for bot in sorted(game.bots)))
    return {
        "games": len(games),
        "finished": len(finished),
        "unfinished": len(games) - len(finished),
        "faults": faults,
        "wins": {bot: _whole(sum(game.wins_of(bot) for game in games)) for bot in bots},
        "characters": {bot: _character(games, bot) for bot in bots},
        "seats": [
            {"seat": seat + 1, **_shares([game.share(seat) for game in games])}
            for seat in range(seats)
        ],
        "turn_order": [
            {"place": place + 1, **_shares([game.share(game.order[place]) for game in games])}
            for place in range(seats)
        ],
        "first_player_advantage": round(first_player_advantage(finished), 4),
        "turns": _length(sum(game.turns) for game in finished),
        "rounds": _length(game.rounds for game in finished),
        "steps": _length(game.steps for game in finished),
        "changes_of_leader": _length(game.leaders for game in finished),
        "luck": {
            "of_winners": round(
                mean([game.luck[seat] for game in finished for seat in game.winners]), 2
            ),
            "luckiest_won": round(luckiest_won(finished), 4),
            "decided_by_dice": round(decided_by_dice(finished), 4),
        },
        "game_seconds": round(sum(game.seconds for game in games), 3),
        "thinking_seconds": round(sum(sum(game.thinking) for game in games), 3),
    }


def _character(games: Sequence[GameResult], bot: str) -> dict[str, Any]:
    """What is counted of one computer player."""
    taken = [(game, seat) for game in games for seat, name in enumerate(game.bots) if name == bot]
    turns = sum(game.turns[seat] for game, seat in taken)
    return {
        "seats": len(taken),
        "games": len({game.number for game, _ in taken}),
        "fair_share": round(mean([game.bots.count(bot) / len(game.bots) for game in games]), 4),
        **_shares([game.wins_of(bot) for game in games]),
        "luck": round(mean([game.luck[seat] for game, seat in taken]), 2),
        "ms_per_turn": round(
            1000 * sum(game.thinking[seat] for game, seat in taken) / max(1, turns), 3
        ),
    }


def _shares(shares: Sequence[float]) -> dict[str, Any]:
    return _share(sum(shares), len(shares))


def _share(wins: float, games: int) -> dict[str, Any]:
    """Wins, their share, and the interval that it lies in."""
    low, high = wilson_interval(wins, games)
    share = wins / games if games else 0.0
    return {
        "wins": _whole(wins),
        "share": round(share, 4),
        "interval": [round(low, 4), round(high, 4)],
    }


def _whole(number: float) -> float:
    """A number of wins: whole, unless a victory was shared."""
    rounded = round(number, 3)
    return int(rounded) if rounded == int(rounded) else rounded


def _length(values: Iterable[int]) -> dict[str, float]:
    ordered = sorted(values)
    return {
        "mean": round(mean(ordered), 2),
        "median": percentile(ordered, 0.5),
        "p95": percentile(ordered, 0.95),
    }


def first_player_advantage(finished: Sequence[GameResult]) -> float:
    """By how much whoever has the first turn wins more than a fair share of the games."""
    return mean([game.first_share - 1 / len(game.bots) for game in finished])


def luckiest_won(finished: Sequence[GameResult]) -> float:
    """The part of the games that the player with the most luck won."""
    return mean([game.share(game.luck.index(max(game.luck))) for game in finished])


def decided_by_dice(finished: Sequence[GameResult]) -> float:
    """The part of the games that the dice decided.

    So count those whose winner had the most luck of all, and more than fair dice give in nine
    games out of ten. Where luck decided nothing, it would be about a tenth of the games.
    """
    return mean([float(any(_was_lucky(game, seat) for seat in game.winners)) for game in finished])


def _was_lucky(game: GameResult, seat: int) -> bool:
    return game.luck[seat] == max(game.luck) > 0 and game.luck_chances[seat] <= RARE_LUCK
