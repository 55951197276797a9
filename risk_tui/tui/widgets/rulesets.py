"""All rulesets, with what the selected one says about itself beside them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from rich.text import Text
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Static

from risk_tui.engine.errors import RiskError
from risk_tui.engine.library import load_ruleset, names
from risk_tui.literal import literal
from risk_tui.tui.widgets.menu import BRIGHT, DIM, HEAD, WARM, Item, Menu

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.app import ComposeResult

    from risk_tui.engine.ruleset import Ruleset


@dataclass(frozen=True)
class Offer:
    """A ruleset that was found, or what is wrong with its file."""

    name: str
    ruleset: Ruleset | None
    problem: str = ""


def offers() -> list[Offer]:
    """Every ruleset, by family and title; those that cannot be read come last."""
    found = []
    for name in names("rulesets"):
        try:
            found.append(Offer(name, load_ruleset(name)))
        except RiskError as error:
            found.append(Offer(name, None, str(error)))

    def order(offer: Offer) -> tuple[bool, str, str]:
        ruleset = offer.ruleset
        if ruleset is None:
            return True, "", offer.name
        return False, ruleset.family.casefold(), ruleset.title.casefold()

    return sorted(found, key=order)


class RulesetPicker(Horizontal):
    """The list and the summary. Its menu's messages tell what happens."""

    DEFAULT_CSS = """
    RulesetPicker { height: 1fr; }
    RulesetPicker Menu { width: 40%; max-width: 60; height: 1fr; }
    RulesetPicker VerticalScroll { width: 1fr; height: 1fr; padding: 0 0 0 2;
        scrollbar-color: #2b4c69; scrollbar-background: #0f1c2b; }
    RulesetPicker Static { height: auto; max-width: 76; }
    """

    def __init__(self, preferred: str = "", *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._offers = {offer.name: offer for offer in offers()}
        self._preferred = preferred

    @property
    def offer(self) -> Offer | None:
        """The ruleset that is selected."""
        item = self.query_one(Menu).selected
        return self._offers.get(item.key) if item else None

    def compose(self) -> ComposeResult:
        menu = Menu()
        menu.set_items(_items(self._offers.values()), self._preferred)
        yield menu
        with VerticalScroll(can_focus=False):
            yield Static(markup=False)

    def on_mount(self) -> None:
        self._tell()

    def on_menu_moved(self) -> None:
        self._tell()

    def _tell(self) -> None:
        offer = self.offer
        self.query_one(VerticalScroll).scroll_home(animate=False)
        self.query_one(Static).update(_summary(offer) if offer else Text("There are no rulesets."))


def _items(offers: Iterable[Offer]) -> list[Item]:
    items = [Item("", Text("RULES", f"bold {HEAD}"), heading=True)]
    families = groupby(offers, lambda offer: offer.ruleset.family if offer.ruleset else "")
    for family, members in families:
        items.append(Item("", Text(literal(family or "Cannot be read"), DIM), heading=True))
        for offer in members:
            text = Text(literal(offer.ruleset.title)) if offer.ruleset else None
            items.append(Item(offer.name, text or Text(literal(offer.name), WARM)))
    return items


def _summary(offer: Offer) -> Text:
    if offer.ruleset is None:
        return Text(literal(offer.problem), WARM)
    ruleset = offer.ruleset
    least, most = ruleset.players.least, ruleset.players.most
    return Text.assemble(
        (literal(ruleset.title), f"bold {BRIGHT}"),
        "\n",
        literal(ruleset.about, 1000),
        "\n",
        (f"{least} to {most} players · {literal(ruleset.family)}", DIM),
    )
