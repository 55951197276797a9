"""Names of territories and continents in each language; files and programs use the keys."""

from __future__ import annotations

import pytest

from risk_tui.boards.board import place_name
from risk_tui.boards.map_file import parse_board
from risk_tui.boards.overlay import several_earths
from risk_tui.bots.external_bot import _board_data
from risk_tui.commands.names import NameIndex, tokenize
from risk_tui.data import language
from risk_tui.rules.library import load_board, names
from tests.boards.test_shipped_boards import SIZES
from tests.extent import usual_or_full

LANGUAGES = [code for code in language.languages() if code != language.ENGLISH]


pytestmark = pytest.mark.usefixtures("english_again")


@pytest.mark.parametrize("code", LANGUAGES)
def test_names_on_a_board_differ_in_every_language(code: str) -> None:
    language.use(code)
    for name in names("maps"):
        board = load_board(name)
        for kind in (board.territories, board.continents):
            shown = [it.name for it in kind]
            assert len(set(shown)) == len(shown), f"{name}: {sorted(shown)}"


def test_name_of_the_board_wins_over_the_catalogue() -> None:
    """Given German, the classic board calls Quebec as German editions do, others do not."""
    language.use("de")
    assert place_name("Quebec", [("de", "Ostkanada"), ("de", "Quebec")]) == "Ostkanada"
    assert place_name("Quebec") == "Québec"
    assert place_name("Brazil 2") == "Brasilien 2"
    assert place_name("Nowhere", [("fr", "Nulle part")]) == "Nowhere"


def test_regional_language_uses_names_of_its_base_language_last() -> None:
    language.use("pt_BR")
    assert place_name("Nowhere", [("pt", "Nenhures")]) == "Nenhures"
    assert place_name("Middle East", [("pt", "Médio Oriente")]) == "Oriente Médio"
    assert place_name("Region 5", [("pt", "Região 5")]) == "Região 5"
    assert place_name("Brazil", [("pt", "x"), ("pt-br", "Terra Brasilis")]) == "Terra Brasilis"


def test_board_may_translate_its_continents() -> None:
    """Those of several Earths keep their numbers."""
    files = dict(load_board("classic").files)
    first = next(iter(files))
    files[first] = files[first].replace("  de:\n", "  de:\n    Asia: Morgenland\n", 1)
    board = parse_board(files)
    earths = several_earths(board, 2, ("Alaska", "Kamchatka"), own_link=True)
    language.use("de")
    assert {"Morgenland", "Afrika"} <= {it.name for it in board.continents}
    shown = {it.name for it in earths.continents}
    assert {"Morgenland 1", "Morgenland 2", "Afrika 1", "Afrika 2"} <= shown


def test_programs_get_the_keys_in_every_language() -> None:
    board = load_board("classic")
    english = _board_data(board)
    language.use("it")
    assert _board_data(board) == english
    assert board.territories[0].key == "Alaska"


def test_both_names_of_a_territory_can_be_typed() -> None:
    language.use("fr")
    index = NameIndex(load_board("classic"))
    typed = [index.find_territory(tuple(tokenize(text))) for text in ("Brésil", "brazil", "BR")]
    assert len(set(typed)) == 1


def test_captions_that_are_shorter_in_a_language_are_shown() -> None:
    shown = []
    for code in ("en", "de"):
        language.use(code)
        picture = load_board("classic").pictures.largest_within(104, 36)
        shown.append(len(picture.continent_labels))
    assert shown[0] == shown[1] > 0


@pytest.mark.parametrize("code", LANGUAGES)
def test_captions_fit_on_every_picture_in_every_language(code: str) -> None:
    """Test the smallest picture and one other per language; with ``--full`` all."""
    language.use(code)
    for number, name in enumerate(names("maps")):
        board = load_board(name)
        other = (number + LANGUAGES.index(code)) % (len(SIZES) - 1) + 1
        for size in usual_or_full((SIZES[0], SIZES[other]), SIZES):
            picture = board.pictures.largest_within(*size)
            assert (picture.columns, picture.rows) == size
            for label in picture.continent_labels:
                assert label.text.startswith(board.continents[label.continent].name)
                assert label.column + len(label.text) <= picture.columns
