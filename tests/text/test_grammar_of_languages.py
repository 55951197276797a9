"""Grammar that a catalogue states: words before vowels, and forms of the names of places."""

from __future__ import annotations

import io
import pickle
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from risk_tui.boards.board import place_name
from risk_tui.commands.names import UnknownName, names_of
from risk_tui.commands.wording import key_labels
from risk_tui.data import language
from risk_tui.data.language import PlaceList, _, format_number, join_and, join_or, pgettext
from risk_tui.engine.decisions import ToFortify
from risk_tui.engine.goals import HoldContinents
from risk_tui.errors import DeclarationError
from risk_tui.locale import messages
from risk_tui.locale.__main__ import main as locale_command
from risk_tui.locale.__main__ import problems, update
from risk_tui.rules import library
from risk_tui.text.words import (
    Wording,
    average,
    describe_goal,
    fill,
    sentence_parts,
)
from risk_tui.tui.text_widgets import filled_text
from risk_tui.variants.parts_of_continents import HoldParts, Parts
from tests.engine.positions import BOARD
from tests.pseudo import Pseudo, pseudo_language
from tests.text.test_templates import SEATS, Raid

pytestmark = pytest.mark.usefixtures("english_again")


def test_french_elides_before_a_vowel() -> None:
    language.use("fr")
    assert _("{mark} of {name}", mark="2", name="Ann") == "2 d'Ann"
    assert _("{mark} of {name}", mark="2", name="Ben") == "2 de Ben"
    told = fill("mission de {seat}[, armée de {target}]", Raid(), Wording(SEATS, BOARD))
    assert told == "mission d'Ann, armée d'Oural"
    assert sentence_parts("plus que {name}", name="Élise") == ["plus qu'", "Élise"]
    assert filled_text("tour de {name}", name="Ann").plain == "tour d'Ann"


def test_only_whole_words_before_a_slot_change() -> None:
    """Texts of players, such as file names, are not changed."""
    language.use("fr")
    assert sentence_parts("mode {name}", name="Ann") == ["mode ", "Ann"]
    assert "/jeu de ann.risk" in _("no file {path!r}", path="/jeu de ann.risk")


def test_and_and_or_change_before_vowels() -> None:
    language.use("es")
    assert join_and(["Alaska", "Islandia"]) == "Alaska e Islandia"
    assert join_and(["Alaska", "Brasil"]) == "Alaska y Brasil"
    assert join_or(["Ana", "Olivia"]) == "Ana u Olivia"
    language.use("it")
    assert join_and(["Alaska", "Egitto"]) == "Alaska ed Egitto"


def test_preposition_and_article_are_contracted() -> None:
    """The catalogue has the article of a name, if there is one; cities have none."""
    language.use("it")
    told = [_("da {place:the} in {place:in}", place=place_name(key)) for key in ("Ural", "China")]
    assert told == ["dagli Urali negli Urali", "dalla Cina in Cina"]
    assert _("Da {place:the}", place=place_name("Omsk")) == "Da Omsk"
    assert sentence_parts("Da {place:the}", place=place_name("China")) == ["Dalla ", "Cina"]
    language.use("fr")
    assert filled_text("carte de {place:the}", place=place_name("Congo")).plain == "carte du Congo"
    assert _("{place:The} tombe", place=place_name("China")) == "La Chine tombe"
    language.use("de")
    told = fill("von {target:dat} nach {target:acc}", Raid(), Wording(SEATS, BOARD))
    assert told == "vom Ural in den Ural"


def test_each_name_of_a_list_takes_the_form() -> None:
    language.use("fr")
    names = PlaceList([place_name("Europe"), place_name("Africa")], [" (+5)", " (+3)"])
    assert _("{it} brise {what:the}", it="Ann", what=names) == (
        "Ann brise l'Europe (+5) et l'Afrique (+3)"
    )
    assert sentence_parts("{what}", what=names) == ["Europe (+5) et Afrique (+3)"]
    copied = pickle.loads(pickle.dumps(names))
    assert (copied, copied.in_form("the")) == (names, names.in_form("the"))
    assert _("depuis {place:the}", place=place_name("Congo 2")) == "depuis le Congo 2"


def test_and_depends_on_the_following_form() -> None:
    """In a goal, "e" is not changed before "l'Europa", which begins with l."""
    language.use("it")
    goal = HoldContinents.named(["North America", "Europe"], BOARD)
    assert describe_goal(goal, SEATS, BOARD) == "occupa il Nord America e l'Europa"
    language.use("fr")
    parts = HoldParts.of(Parts(whole=("Europe",), parts={"Asia": 3}), BOARD)
    assert parts is not None
    told = describe_goal(parts, SEATS, BOARD)
    assert told == "tenir l'Europe et 3 territoires de l'Asie"


def test_numbers_have_the_signs_of_the_language() -> None:
    assert (average(2.84), format_number(12345.6, ",.1f")) == ("2.8", "12,345.6")
    language.use("de")
    assert (average(2.84), average(3.0)) == ("2,8", "3")
    assert format_number(12345.6, ",.1f") == "12.345,6"
    language.use("fr")
    assert format_number(12345) == "12\N{NO-BREAK SPACE}345"


def test_caches_depend_on_the_language() -> None:
    """Lookups in one language are not cached for another."""
    decision, west = ToFortify(seat=0), ("oeste", "dos", "eua")
    with pytest.raises(UnknownName):
        names_of(BOARD).find_territory(west)
    english = key_labels(decision)["end"]
    language.use("pt_BR")
    assert BOARD.territories[names_of(BOARD).find_territory(west)].key == "Western United States"
    assert key_labels(decision)["end"] not in (english, None)


def test_only_names_of_places_have_forms() -> None:
    language.use("it")
    assert _("da {place:the}", place="la volpe") == "dalla volpe"


class Polish(Pseudo):
    """A catalogue with a form of Iceland's name."""

    def gettext(self, message: str) -> str:
        names = {"place\x04Iceland": "Islandia", "place:from\x04Islandia": "z Islandii"}
        return names.get(message, message)


def test_translation_can_request_a_form_of_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    iceland = next(i for i, it in enumerate(BOARD.territories) if it.key == "Iceland")
    monkeypatch.setattr("tests.pseudo.Pseudo", Polish)
    with pseudo_language():
        told = fill("atak {target:from}", Raid(target=iceland), Wording(SEATS, BOARD))
        name = place_name("Iceland")
        assert told == _("atak {target:from}", target=name) == "atak z Islandii"
        assert fill("atak {target:to}", Raid(target=iceland), Wording(SEATS, BOARD)) == (
            "atak Islandia"
        )
        assert pickle.loads(pickle.dumps(name)).in_form("from") == "z Islandii"


def catalogue(**forms: str) -> Catalog:
    made = Catalog("fr")
    made.add("Iceland", "Islande", context="place")
    made.add("none", forms.pop("elisions", "none"), context="elisions")
    for form, name in forms.items():
        made.add("Iceland", name, context=f"place:{form}")
    return made


def test_update_keeps_forms_and_checks_elisions(tmp_path: Path) -> None:
    path = tmp_path / "fr" / "LC_MESSAGES" / "risk_tui.po"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_po(file, catalogue(of="de l'Islande"))
    template = catalogue()
    update(path, template)
    kept = read_po(io.BytesIO(path.read_bytes()))
    assert kept.get("Iceland", "place:of").string == "de l'Islande"
    assert list(problems(catalogue(of="de l'Islande", elisions="de ae d'"), template)) == []
    (problem,) = problems(catalogue(elisions="de d'"), template)
    assert "word, letters, instead" in problem


@pytest.mark.parametrize("code", sorted(language.languages()))
def test_hint_to_type_help_names_the_command_of_the_language(code: str) -> None:
    language.use(code)
    help_command = pgettext("command", "help")
    for hint in (
        "type help",
        "type help to see them all",
        "type a command, or help to see them all",
        "Type help for all commands",
        "commands, which work in a game; there, :help lists them",
    ):
        assert help_command in _(hint)


def test_order_of_sentences_in_a_file_changes_no_catalogue(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    marked = list(messages._marked())
    before = [(message.id, message.locations) for message in messages.template()]
    monkeypatch.setattr(messages, "_marked", lambda: reversed(marked))
    assert [(message.id, message.locations) for message in messages.template()] == before


def test_texts_of_own_rulesets_are_in_no_catalogue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "rulesets" / "zoo.yaml"
    own.parent.mkdir()
    shipped = library.own_folder("rulesets") / "us-1993.yaml"
    own.write_text(shipped.read_text("utf-8").replace("US 1993", "Zoo rules"), "utf-8")
    monkeypatch.setattr(library, "player_folder", lambda kind: tmp_path / kind)
    monkeypatch.setattr(messages, "_marked", lambda: ())
    assert "zoo" in library.names("rulesets")
    sentences = messages.template()
    assert "US 1993" in sentences
    assert "Zoo rules" not in sentences


@pytest.mark.parametrize("code", ["Dutch", "../nl", "zz", "pt-BR"])
def test_a_catalogue_needs_the_code_of_a_language(
    code: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["locale", "--new", code])
    with pytest.raises(SystemExit):
        locale_command()
    assert f"{code!r} is not the code of a language, such as nl" in capsys.readouterr().err


def test_a_wrong_declaration_is_one_line_of_the_locale_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise DeclarationError("Wrong declares no name")

    monkeypatch.setattr("risk_tui.locale.__main__.template", fail)
    monkeypatch.setattr(sys, "argv", ["locale", "--check"])
    with pytest.raises(SystemExit):
        locale_command()
    assert capsys.readouterr().err.endswith(": Wrong declares no name\n")
