"""Capitals: what losing one means, and what happens to their cards (FAQ Q2.2.2)."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from risk_tui.rules.fields import Section, choice_field


class CapitalsSection(Section):
    """Capitals."""

    by_players: ClassVar[tuple[str, ...]] = ("to_win",)

    played: bool = choice_field(
        "Capitals.",
        quiet="false",
        true="Before the first turn every player chooses one of their territories as their "
        "capital, in secret; all are shown together.",
        false="No capital is chosen in secret.",
    )
    to_win: dict[int, Annotated[int, Field(ge=1, le=5)]] | None = choice_field(
        "Whoever holds their own capital and enough of the others' wins; by the number of "
        "players: {value}.",
        ("played", True),
        none="No number of capitals wins.",
    )
    lost: Literal["plays on", "is out", "hands over"] = choice_field(
        "Whoever loses their capital.",
        ("played", True),
        **{
            "plays on": "Whoever loses their capital plays on.",
            "is out": "Whoever loses their capital is out; their armies stay as neutral ones.",
            "hands over": "Whoever loses their capital is out; all that they had is their "
            "conqueror's.",
        },
    )
    cards: Literal["set aside", "in the deck"] = choice_field(
        "The capitals' cards.",
        ("played", True),
        **{
            "set aside": "The capitals' cards are set aside, out of all sets.",
            "in the deck": "The capitals' cards stay in the deck.",
        },
    )

    @property
    def wins(self) -> bool:
        """True if the game can be won by capitals alone."""
        return self.played and self.to_win is not None
