"""Lets Textual's updates be written by the app's shadow of the terminal, and rows at once.

Textual repaints whole pieces of widgets; of these only the cells that differ go over the wire.
And it waits for its next frame, on a way that takes longer than the painting; rows that change
at a key are written without that. This is the one place that knows how Textual composes a
screen. Where a later Textual does it otherwise, its own way is used: slower, but right.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from textual.geometry import Region

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual.screen import Screen

    from risk_tui.tui.terminal.shadow import Pieces, Shadow
    from risk_tui.tui.widgets.canvas import Canvas

Span: TypeAlias = tuple[int, int]
"""Columns: the first, and the one after the last."""

_PENDING = ("_layout_required", "_scroll_required", "_recompose_required")
"""What a screen has still to do before its widgets are where they will be."""


class Painter:
    """Brings what a screen shows to the terminal."""

    def __init__(self, screen: Screen[Any]) -> None:
        self._screen: Any = screen
        self._wet: dict[Canvas, dict[int, Span | None]] = {}
        hook(screen)

    @property
    def ready(self) -> bool:
        """Whether there is a terminal that can be written to at once."""
        return _shadow_of(self._screen.app) is not None

    def repaint(self, widget: Canvas, rows: Mapping[int, Span | None]) -> None:
        """Paint rows of a widget, or parts of them, as soon as the key at hand is done with."""
        if not self._wet:
            self._screen.call_next(self._paint)
        wet = self._wet.setdefault(widget, {})
        for row, span in rows.items():
            before = wet.get(row, span)
            if before is None or span is None:
                wet[row] = None
            else:
                wet[row] = (min(before[0], span[0]), max(before[1], span[1]))

    def _paint(self) -> None:
        wet, self._wet = self._wet, {}
        app = self._screen.app
        shadow = _shadow_of(app)
        try:
            from textual._compositor import LayoutUpdate

            display, update = app._display, LayoutUpdate([], Region())
            pieces = None if self._busy else self._pieces(wet)
        except (AttributeError, ImportError, KeyError):
            pieces = None  # another Textual, or a widget that is not shown
        if pieces is None or shadow is None:
            for widget, rows in wet.items():
                widget.refresh_rows(sorted(rows))
        elif pieces:
            display(self._screen, _written(update, shadow, tuple(app.size), pieces))

    @property
    def _busy(self) -> bool:
        """Whether something else has to happen first before it is known what stands where."""
        screen, app = self._screen, self._screen.app
        if app.screen is not screen or screen.size != app.size:
            return True
        if getattr(app, "_batch_count", True):
            return True
        return any(getattr(screen, name, True) for name in _PENDING)

    def _pieces(self, wet: dict[Canvas, dict[int, Span | None]]) -> Pieces | None:
        """The wet rows where they stand on the terminal; ``None`` if something lies over them."""
        pieces: dict[int, list[tuple[int, Any]]] = {}
        places = self._screen._compositor.visible_widgets
        before: list[Region] = []
        for other, (region, clip) in places.items():
            seen = region.intersection(clip)
            if other in wet:
                if seen != region or any(region.overlaps(each) for each in before):
                    return None
                for row, span in sorted(wet[other].items()):
                    if row < region.height:
                        x, strip = _piece(other, row, span, region.size)
                        pieces.setdefault(region.y + row, []).append((region.x + x, strip))
            before.append(seen)
        return pieces


def _piece(widget: Canvas, row: int, span: Span | None, size: Any) -> tuple[int, Any]:
    """A row of a widget, or a part of it, and the column where it begins."""
    if span is None:
        return 0, widget.drawn((row,), size)[0]
    start, stop = max(span[0], 0), min(span[1], size.width)
    return start, widget.drawn_part(row, (start, stop), size)


def _shadow_of(app: Any) -> Shadow | None:
    """The app's shadow, if there is a terminal that it can be of."""
    shadow: Shadow | None = getattr(app, "shadow", None)
    return None if app.is_headless or app.is_inline else shadow


def hook(screen: Screen[Any]) -> None:
    """From now on the screen's updates go through ``shadow`` of its app, if it has one."""
    compositor: Any = getattr(screen, "_compositor", None)
    theirs = getattr(compositor, "render_update", None)
    if theirs is None:
        return

    def render_update(full: bool = False, *args: Any, **options: Any) -> Any:
        update = theirs(full, *args, **options)
        shadow = _shadow_of(screen.app)
        # A full update is only asked for when a picture is taken.
        pieces = None if full or shadow is None or update is None else pieces_of(update)
        if shadow is None or pieces is None:
            if shadow is not None and update is not None and not full:
                shadow.forget()  # it is written in Textual's own way
            return update
        return _written(update, shadow, tuple(screen.app.size), pieces)

    compositor.render_update = render_update


def pieces_of(update: Any) -> Pieces | None:
    """What an update of Textual's compositor shows where; ``None`` for an unknown kind."""
    try:
        if hasattr(update, "chops"):
            return _partial(update)
        return {
            y: _side_by_side(update.region.x, strips)
            for y, strips in enumerate(update.strips, update.region.y)
        }
    except (AttributeError, TypeError, ValueError):
        return None


def _partial(update: Any) -> Pieces:
    """The pieces of rows that touch what is to be repainted: they are drawn anew as a whole."""
    pieces: dict[int, list[tuple[int, Any]]] = {}
    for y, left, right in update.spans:
        row = pieces.setdefault(y, [])
        for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            if strip is not None and x < right and end > left:
                row.append((x, strip))
    return pieces


def _side_by_side(x: int, strips: Any) -> list[tuple[int, Any]]:
    placed: list[tuple[int, Any]] = []
    for strip in strips:
        placed.append((x, strip))
        x += strip.cell_length
    return placed


def _written(update: Any, shadow: Shadow, size: Any, pieces: Pieces) -> Any:
    """The update, so that it writes only what differs; ``None`` when nothing does."""
    change = shadow.compare(size, pieces)
    if not change.text:
        return None

    def render_segments(_console: object) -> str:
        # Only now it is certain that it will be written.
        shadow.keep(change)
        return change.text

    update.render_segments = render_segments
    return update
