"""The views with which a neutral army is led, and with which armies are spent."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from risk_tui.engine.view import View


def neutral_view(view: View, army: int) -> View:
    """The view of the seat ``army``, which may be a neutral army led by the view's seat.

    To an army that is led the territories of its leader are its own, but none of their armies
    can be spared; its only enemy is the seat in turn (1975 rules).
    """
    if army == view.seat:
        return view
    territories = list(zip(view.owner, view.armies, strict=True))
    status = list(view.status)
    if view.seat is not None:
        status[view.seat] = view.status[army]
    return replace(
        view,
        owner=tuple(army if owner == view.seat else owner for owner, _ in territories),
        armies=tuple(1 if owner == view.seat else armies for owner, armies in territories),
        status=tuple(status),
    )


def guards_needed(view: View, seat: int) -> dict[int, int]:
    """Return how many armies of ``seat`` had better stand on some territories, at least."""
    guards: dict[int, int] = {}
    for hook in view.rules.hooks.reserved:
        guards.update(hook(view, seat))
    return guards


def without_reserved(view: View, seat: int) -> View:
    """The view without the armies of ``seat`` that had better stay where they are."""
    reserved = guards_needed(view, seat)
    if not reserved:
        return view
    return replace(
        view,
        armies=tuple(
            max(1, armies - reserved.get(territory, 1) + 1) if armies else 0
            for territory, armies in enumerate(view.armies)
        ),
    )
