"""Finding maps and rulesets: the shipped ones, a player's own, and names that are neither."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from risk_tui.errors import BoardError, DataError, RulesetError
from risk_tui.rules import library
from risk_tui.rules.library import load_board, load_ruleset, names, own_folder
from tests.editions import SOME
from tests.extent import few, usual_or_full

SHIPPED = Path(library.__file__).resolve().parents[2]
BUILT_IN = sorted(path.stem for path in (SHIPPED / "rulesets").glob("*.yaml"))


FIRST_CALLS = {
    "a ruleset with a variant": """
        from risk_tui.rules.library import load_ruleset
        assert load_ruleset("risiko").variants.played
    """,
    "a ruleset with capitals": """
        from risk_tui.engine.game import Game
        from risk_tui.engine.game_setup import GameSetup
        from risk_tui.rules.library import load_board, load_ruleset
        assert Game(GameSetup(load_board("classic"), load_ruleset("us-1993-capital"), 3)).view(0)
    """,
    "the options of variants": """
        from risk_tui.rules.variant_options import VariantOptions
        assert "fog" in VariantOptions().sections
    """,
    "the names of variants": """
        from risk_tui.rules.house_rules import values_of_variants
        assert values_of_variants(["fog"])
    """,
    "an action of a variant": """
        from risk_tui.engine.actions import read_action
        assert read_action("settle", {"territory": 1})
    """,
    "the commands of variants": """
        from risk_tui.commands.all_commands import all_commands
        assert "settle" in all_commands()
    """,
    "a ruleset of another process": """
        import pickle
        from risk_tui.engine.variant import has_hook
        assert has_hook(pickle.loads(PICKLED), "marks")
    """,
}
"""The first calls that a process may make."""

FORKS = """
import os, sys
import pydantic, yaml
PICKLED = {pickled!r}
for name, call in {calls!r}.items():
    if not (child := os.fork()):
        try:
            exec(call)
        except BaseException as error:
            print(name, repr(error), flush=True)
        os._exit(0)
    os.waitpid(child, 0)
assert "risk_tui" not in sys.modules
"""


ALONE = """
import os, random, sys
import risk_tui.bots.planner.planner_bot, risk_tui.table.table
from risk_tui.commands.all_commands import available_commands, complete
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.game import Game, GameSetup
from risk_tui.rules.library import load_board, load_ruleset

assert not [name for name in sys.modules if name.startswith("risk_tui.variants.")]
load_board("classic")
for name in {names!r}:
    if not (child := os.fork()):
        try:
            ruleset = load_ruleset(name)
            board = load_board(next(iter(ruleset.board.maps), "classic"))
            game = Game(GameSetup(board, ruleset, ruleset.player_limits[1]), seeded_chance(name))
            pick = random.Random(name)
            for _ in range(100):
                if (decision := game.decision) is None:
                    break
                view = game.view(decision.seat)
                offer = pick.choice(view.offers)
                game.apply(offer.with_number(offer.maximum))
            assert complete("", view)
            assert available_commands(view)
            played = {{f"risk_tui.variants.{{key}}" for key in ruleset.played_variants}}
            assert played <= sys.modules.keys()
        except BaseException as error:
            print(name, repr(error), flush=True)
        os._exit(0)
    os.waitpid(child, 0)
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A player's own data folder, with nothing in it."""
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_, **__: tmp_path / "risk-tui")
    folder = tmp_path / "risk-tui"
    (folder / "rulesets").mkdir(parents=True)
    (folder / "maps").mkdir()
    return folder


def test_library_loads_its_variants_by_itself() -> None:
    """Each call is the first that its process makes of the library."""
    rulesets = usual_or_full([], BUILT_IN)
    load = "from risk_tui.rules.library import load_ruleset; load_ruleset({!r})"
    calls = FIRST_CALLS | {name: load.format(name) for name in rulesets}
    calls = {name: textwrap.dedent(call) for name, call in calls.items()}
    code = FORKS.format(calls=calls, pickled=pickle.dumps(load_ruleset("meltdown")))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not done.stdout


def test_each_ruleset_is_played_without_other_variants() -> None:
    """Each is played in a copy of a process that has imported no variant."""
    code = ALONE.format(names=few(SOME, 8))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not done.stdout


def test_own_rulesets_may_extend_shipped_ones(own: Path) -> None:
    text = "extends: us-1993\nruleset: mine\nfortify: {reach: free}\n"
    (own / "rulesets" / "mine.yaml").write_text(text)
    mine = load_ruleset("mine")
    assert (mine.ruleset, mine.fortify.reach) == ("mine", "free")
    assert mine.combat == load_ruleset("us-1993").combat
    assert names("rulesets") == sorted([*BUILT_IN, "mine"])


def test_a_ruleset_may_extend_one_beside_it(tmp_path: Path) -> None:
    text = (SHIPPED / "rulesets" / "uk-new.yaml").read_text(encoding="utf-8")
    (tmp_path / "base.yaml").write_text(text.replace("ruleset: uk-new", "ruleset: base"))
    (tmp_path / "mine.yaml").write_text("extends: base\nruleset: mine\nfortify: {limit: 7}\n")
    assert load_ruleset(str(tmp_path / "mine.yaml")).fortify.limit == 7


def test_a_ruleset_bears_the_name_of_its_file(own: Path) -> None:
    (own / "rulesets" / "mine.yaml").write_text("extends: us-1993\n")
    with pytest.raises(RulesetError, match="'ruleset' must be the file's own name, mine, not us"):
        load_ruleset("mine")


def test_a_name_that_is_nearly_right_is_suggested() -> None:
    with pytest.raises(DataError, match=r"^unknown ruleset 'us-193'; did you mean us-1993\?$"):
        load_ruleset("us-193")
    with pytest.raises(DataError, match=r"^unknown map 'clasic'; did you mean classic\?$"):
        load_board("clasic")
    with pytest.raises(DataError, match=r"^unknown map 'q'; there are: .*classic"):
        load_board("q")


@pytest.mark.parametrize(
    "name",
    [
        "",
        "..",
        ".yaml",
        "x/y.yaml",
        "/etc",
        "/etc/passwd",
        "\0",
        "a\nb",
        "a\x1b[2J.yaml",
        "\u202ebad/x",
        "a" * 300,
        "/" + "a" * 300 + ".yaml",
        "a" * 100_000,
    ],
    ids=range(13),
)
@pytest.mark.parametrize("load", [load_board, load_ruleset])
def test_unknown_names_are_refused_in_one_line(load, name: str) -> None:
    with pytest.raises(DataError) as error:
        load(name)
    said = str(error.value)
    assert said.isprintable()
    assert len(said) <= 400


def test_a_ruleset_that_extends_no_file_is_refused(own: Path) -> None:
    for parent in ("nowhere", "a" * 3000, '"\\0"', "/etc/passwd", "../../x"):
        (own / "rulesets" / "mine.yaml").write_text(f"extends: {parent}\nruleset: mine\n")
        with pytest.raises(DataError) as error:
            load_ruleset("mine")
        assert str(error.value).isprintable()


def test_binary_and_long_files_are_refused(own: Path) -> None:
    file = own / "rulesets" / "mine.yaml"
    file.write_bytes(b"title: \xff\xfe")
    with pytest.raises(DataError, match=r"^mine\.yaml: not UTF-8 text$"):
        load_ruleset("mine")
    file.write_bytes(b"#" * 1_000_000)
    with pytest.raises(DataError, match=r"^mine\.yaml: too large; at most 200000 characters"):
        load_ruleset("mine")
    file.unlink()
    file.mkdir()
    with pytest.raises(DataError, match=r"^mine\.yaml: cannot be read: Is a directory$"):
        load_ruleset("mine")


@pytest.mark.parametrize("picture", ["mine-80x24", "x" * 5000], ids=["short", "impossible"])
def test_a_map_whose_picture_is_missing_is_refused(own: Path, picture: str) -> None:
    (own / "maps" / "mine.yaml").write_text(f"map: mine\npictures: [{picture}.txt]\n")
    with pytest.raises(BoardError, match=r"its picture .*\.txt is missing beside it"):
        load_board("mine")


def test_map_that_changed_is_loaded_again(own: Path) -> None:
    for file in own_folder("maps").glob("classic*"):
        (own / "maps" / file.name).write_text(file.read_text())
    map_file = own / "maps" / "classic.yaml"
    before = load_board("classic")
    assert load_board("classic") is before
    map_file.write_text(map_file.read_text().replace("title: The classic", "title: My"))
    assert load_board("classic").title.startswith("My")


def test_hidden_files_are_no_boards(own: Path) -> None:
    (own / "maps" / "._mine.yaml").write_bytes(b"\0")
    assert names("maps") == sorted(path.stem for path in (SHIPPED / "maps").glob("*.yaml"))


def test_a_forbidden_folder_of_the_player_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    class ForbiddenPath(type(Path())):  # type: ignore[misc]
        def stat(self, **_: object) -> None:
            raise PermissionError

    monkeypatch.setattr(library, "player_folder", ForbiddenPath)
    assert names("rulesets") == BUILT_IN


def test_long_list_of_names_cuts_no_name() -> None:
    with pytest.raises(DataError) as refusal:
        load_ruleset("chess")
    listed = str(refusal.value).partition("there are: ")[2]
    assert " … " in listed
    assert set(re.split(",? … |, ", listed)) <= {*names("rulesets"), ""}
