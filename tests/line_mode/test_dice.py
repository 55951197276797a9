"""The dice so far, told by lines to whoever asks."""

from __future__ import annotations

from tests.line_mode.keyboard import new_table, typed


def test_the_dice_are_told_to_whoever_asks() -> None:
    """So far dice have only decided who begins."""
    outcome = typed(new_table("Ann,Ben"), "dice")
    assert outcome.code == 0
    start = next(n for n, line in enumerate(outcome.lines) if line.startswith("The dice of this"))
    dice = int(outcome.lines[start].rpartition(" ")[2])
    counts = outcome.lines[start + 1].partition(": ")[2].partition(";")[0]
    assert sum(map(int, counts.split())) == dice >= 2
    assert "Ann: no battles yet" in outcome.lines
    assert "Ben: no battles yet" in outcome.lines
