"""What is said when a person is asked: what has just befallen him, and the question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.facts import ArmiesLost, TurnBegan
from risk_tui.language.sentences import ask
from risk_tui.language.words import count

if TYPE_CHECKING:
    from risk_tui.tui.screens.game import GameScreen


def greeting(screen: GameScreen, told: int) -> str:
    """What is asked now; empty while nobody at this keyboard is asked.

    The news are those since the record number ``told``.
    """
    decision = screen.table.decision
    if decision is None:
        return "The game is over. {log}: the log · {leave}: leave the table"
    if not screen.mine():
        return " · ".join(filter(None, (screen.company.who(), screen.company.waiting())))
    # After a defender's answer others look on; these questions would tell them of cards.
    looked_at = decision.kind in ("attack", "alter") and not screen.keyboard.alone
    view = screen.table.view(None) if looked_at else screen.view()
    asked = ask(decision, view, screen.table.seats, end="{end}")
    return " · ".join([*_news(screen, decision.seat, told), asked])


def _news(screen: GameScreen, seat: int, told: int) -> list[str]:
    """What has just befallen a seat and would be overlooked in the log."""
    records = screen.table.history(None, min(told, screen.table.steps))
    facts = [fact for record in records for fact in record.facts]
    lost = sum(f.armies for f in facts if isinstance(f, ArmiesLost) and f.seat == seat)
    news = [f"{count(lost, 'army')} lost: no room for more"] if lost else []
    if screen.keyboard.alone and any(isinstance(f, TurnBegan) and f.seat == seat for f in facts):
        news += screen.windows.since_last_turn(seat)
    return news
