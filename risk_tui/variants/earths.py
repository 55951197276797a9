"""n-ple Earth: several boards in a ring, each with armies and cards (Risk FAQ, section 4.12)."""

from __future__ import annotations

from typing import Any, ClassVar

from risk_tui.boards.board import Board
from risk_tui.boards.overlay import several_earths
from risk_tui.engine.context import GameContext
from risk_tui.engine.declarations import Number, Seat, declare
from risk_tui.engine.events import Event
from risk_tui.engine.variant import Memory, Variant
from risk_tui.rules.fields import Name, Section, choice_field, number_field
from risk_tui.rules.set_up import NeutralSeat, SetUpSection
from risk_tui.rules.variant_options import VariantSection, played_field


class EarthsSection(VariantSection):
    """n-ple Earth."""

    paragraph: ClassVar[str] = (
        "A war of worlds, for players who find Risk far too short. No one is strong on every "
        "Earth at first: hold a small continent on one, be a nuisance on another, and guard "
        "the few links between Earths."
    )

    played: bool = played_field(
        "Several boards lie side by side, each with its territories, continents and links; to "
        "conquer the world is to conquer all of them. Starting armies and pieces are multiplied by "
        "the number of Earths, and told as they are then. The cards of each Earth are dealt for it "
        "alone; then all packs are one, and a card names its territory on any Earth, as its "
        "holder likes. Continents bring their armies on every Earth; goals that count "
        "territories are multiplied as well, and goals that name continents ask for those of "
        "one Earth."
    )
    earths: int = number_field("There are {value} Earths.", 2, 4, default=2)
    joins: tuple[Name, Name] = choice_field(
        "The Earths are in a ring; of these two territories the first leads to the second of the "
        "next Earth: {value}.",
        default=("Kamchatka", "Alaska"),
    )
    own_link: bool = choice_field(
        "The link between these two on the same Earth.",
        default=False,
        true="The two that join Earths are neighbours on the same Earth, too, if the map says so.",
        false="The two that join Earths are not neighbours on the same Earth.",
    )
    armies_each_go: bool = choice_field(
        "How many armies are placed at a time in setup.",
        default=True,
        true="During setup, the number of armies placed at a time is multiplied too.",
        false="In setup no more armies are placed at a time than with one Earth.",
    )

    def as_played(self, part: Section) -> Section:
        names = part.per_earth + (part.each_go if self.armies_each_go else ())
        values = {name: self._multiplied(getattr(part, name)) for name in names}
        return part.model_copy(update=values) if values else part

    def _multiplied(self, value: Any) -> Any:
        """Multiply a number, the numbers of a table or list, or those of a section."""
        match value:
            case int():
                return value * self.earths
            case dict():
                return {key: self._multiplied(number) for key, number in value.items()}
            case tuple():
                return tuple(self._multiplied(item) for item in value)
            case Section():
                return self.as_played(value)
        return value


@declare
class EarthConquered(Event):
    """A seat took the last foreign territory of an Earth."""

    long = "{seat} holds all of Earth {earth}"
    short = "{seat}: Earth {earth}", "{seat} holds an Earth"
    recap = "{seat} conquered Earth {earth}"
    recap_order = 1
    seat: Seat
    earth: Number


class Earths(Variant[Memory]):
    """Several boards combined into one."""

    key = "earths"
    options = EarthsSection
    _options: EarthsSection
    runs_last = True
    excludes: ClassVar[dict[str, str]] = {
        "remix": "its continents and colours are those of one Earth"
    }

    @classmethod
    def adjust_board(cls, options: EarthsSection, board: Board) -> Board:
        return several_earths(board, options.earths, options.joins, own_link=options.own_link)

    @classmethod
    def earths(cls, options: EarthsSection) -> int:
        return options.earths

    @classmethod
    def third_army(cls, options: EarthsSection, army: NeutralSeat) -> NeutralSeat:
        return army.placed_faster(options.earths) if options.armies_each_go else army

    def adjust_setup(self, section: SetUpSection) -> SetUpSection:
        multiplied = self._options.as_played(section)
        assert isinstance(multiplied, SetUpSection)
        return multiplied

    def on_conquest(self, context: GameContext, source: int, target: int, victim: int) -> None:
        owner, earth = context.state.owner, self.board.earth_of(target)
        here, closed = self.board.territories_on(earth), context.out_of_play()
        if all(owner[each] == owner[target] or each in closed for each in here):
            context.record_event(EarthConquered(owner[target], earth + 1))
