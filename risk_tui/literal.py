"""Text from players and files, made fit to be shown."""

from __future__ import annotations

from risk_tui.engine.characters import each_seen


def literal(text: object, longest: int = 400) -> str:
    """``text`` as one line without anything that a terminal could obey.

    Line breaks become spaces; what is not seen, or does more than to be seen, is spelled out. It
    has ``longest`` characters at most.
    """
    line = " ".join(str(text)[: longest + 1].split())
    shown = "".join(mark if seen else ascii(mark)[1:-1] for mark, seen in each_seen(line))
    return shown if len(shown) <= longest else shown[: longest - 1] + "…"
