"""A review in lines of text, and as data for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from risk_tui.story.review import Review
    from risk_tui.story.story import Story


def review_lines(story: Story, review: Review) -> list[str]:
    """The whole review: of each person luck and decisions, the worst ones first."""
    lines = [f"{story.name}: the review" if story.name else "The review"]
    for seat in review.seats:
        name = story.seats[seat].name
        summary = review.summary(seat, name)
        lines += ["", f"{name}: {summary}"]
        lines += [f"  {mistake.text}" for mistake in review.of(seat)]
    others = [seat for seat in range(len(review.dice)) if seat not in review.seats]
    if others:
        told = (f"{story.seats[seat].name} {100 * review.dice[seat]:+.0f}" for seat in others)
        lines += ["", f"Points by dice of those who were not reviewed: {', '.join(told)}"]
    return [*lines, "", review.basis]


def review_data(story: Story, review: Review) -> dict[str, Any]:
    """The review for programs; chances are parts of 1."""
    return {
        "game": story.name,
        "pairs_of_games": review.games,
        "seconds": round(review.seconds, 1),
        "seats": [
            {
                "seat": seat,
                "name": story.seats[seat].name,
                "dice": round(review.dice[seat], 4),
                "decisions": round(-review.cost(seat), 4),
                "looked_at": looked_at,
                "judged": judged,
                "mistakes": [
                    {
                        "step": mistake.moment,
                        "round": mistake.round,
                        "cost": round(mistake.cost, 4),
                        "error": round(mistake.error, 4),
                        "done": mistake.done,
                        "better": mistake.better,
                        "why": mistake.why,
                    }
                    for mistake in review.of(seat)
                ],
            }
            for seat, looked_at, judged in zip(
                review.seats, review.looked_at, review.judged, strict=True
            )
        ],
    }
