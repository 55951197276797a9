"""Notes about the variants that odds leave out, and the names of powers over dice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from risk_tui.data.language import _, join_and
from risk_tui.engine.variant import played_variants
from risk_tui.rules.combat import DICE_POWER_TEXTS

if TYPE_CHECKING:
    from risk_tui.rules.ruleset import Ruleset


def uncounted_variants(ruleset: Ruleset, option: str) -> list[str]:
    """Return the keys of the played variants that may change a fight, but that odds leave out.

    Args:
        ruleset: The ruleset in use.
        option: The option of ``risk-tui odds`` that includes one variant, empty for none.
    """
    played = ruleset.variants.played
    return [
        key
        for key, variant in played_variants(ruleset).items()
        if variant.changes_fights
        and not (option and key in played and played[key].fight_option == option)
    ]


def variant_notes(ruleset: Ruleset, option: str | None = None) -> list[str]:
    """Return a note that names the played variants whose effects the odds leave out.

    Args:
        ruleset: The ruleset in use.
        option: The option of ``risk-tui odds`` that was given, empty for none; ``None`` in a game,
            which has no such options.

    Returns:
        An empty list if the odds leave nothing out.
    """
    keys = uncounted_variants(ruleset, option or "")
    if not keys:
        return []
    variants, played = played_variants(ruleset), ruleset.variants.played
    titles = {key: _(variants[key].title) for key in keys}
    notes = [
        _("Dice only: effects of {titles} are not included.", titles=join_and([*titles.values()]))
    ]
    if option is not None:
        notes += [
            _("--{option} counts {title}.", option=played[key].fight_option, title=title)
            for key, title in titles.items()
            if key in played and played[key].fight_option
        ]
    return [" ".join(notes)]


def names_of_powers(powers: Iterable[str]) -> str:
    """Return a list of the names of powers over the dice, such as the commander."""
    return join_and([_(DICE_POWER_TEXTS[power].full_name) for power in powers])
