"""``maps pack`` and ``maps import``: a board as a single file."""

from __future__ import annotations

import io
import warnings
from contextlib import suppress
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_LZMA, ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from risk_tui.boards.packed_board import pack_board, unpack_board
from risk_tui.errors import DataError
from risk_tui.rules.library import load_board, player_folder
from tests.cli.running import Run

BOARD = load_board("mini")
MAP, *PICTURES = BOARD.files
GOOD = list(BOARD.files.items())
PACKED = pack_board(BOARD.files)


def archive(*files: tuple[str, str | bytes]) -> bytes:
    """Return an archive of these files."""
    buffer = io.BytesIO()
    with warnings.catch_warnings(), ZipFile(buffer, "w", ZIP_DEFLATED) as writer:
        warnings.simplefilter("ignore")  # A test needs two files of the same name.
        for name, content in files:
            writer.writestr(name, content)
    return buffer.getvalue()


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)


def test_packed_board_is_imported_unchanged(printed: Run) -> None:
    printed("maps", "pack", "mini")
    page = printed("maps", "import", "mini.zip", "--name", "ours")
    assert "risk-tui play --map ours" in page
    ours = load_board("ours")
    assert list(ours.files.values()) == list(BOARD.files.values())
    assert ours.territories == BOARD.territories
    printed("maps", "check", "ours")


def test_control_characters_of_paths_are_not_printed(printed: Run) -> None:
    folder = Path("a\x1b[31m")
    folder.mkdir()
    page = printed("maps", "pack", "mini", folder / "mini.zip")
    page += printed("maps", "import", folder / "mini.zip", "--name", "ours", "--into", folder)
    rules = folder / "mine.yaml"
    rules.write_text("extends: us-1993\nruleset: mine\ntitle: Mine\n")
    page += printed("rules", "check", rules)
    assert page.replace("\n", "").isprintable()


def test_existing_files_are_overwritten_only_by_force(printed: Run, refusal: Run) -> None:
    for words in (["pack", "mini", "a.zip"], ["import", "a.zip", "--name", "ours"]):
        printed("maps", *words)
        assert "already exists" in refusal("maps", *words)
        printed("maps", *words, "--force")


def test_packed_files_are_never_overwritten(printed: Run, refusal: Run) -> None:
    for name, text in BOARD.files.items():
        Path(name).write_text(text)
    Path("link.zip").symlink_to(MAP)
    for file in (MAP, PICTURES[0], "link.zip"):
        assert "choose another name" in refusal("maps", "pack", MAP, file, "--force")
        assert Path(MAP).read_text() == BOARD.files[MAP]


def test_pictures_of_another_board_are_never_overwritten(printed: Run, refusal: Run) -> None:
    printed("maps", "pack", "mini", "a.zip")
    printed("maps", "import", "a.zip", "--name", "ours")
    words = ["maps", "import", "a.zip", "--name", "theirs"]
    for more in ([], ["--force"]):
        assert "belongs to another board; use --into" in refusal(*words, *more)


def test_shipped_board_can_not_be_replaced(printed: Run, refusal: Run) -> None:
    printed("maps", "pack", "mini")
    assert "give this one a --name" in refusal("maps", "import", "mini.zip")
    assert not list(player_folder("maps").glob("mini*"))


def test_commands_quote_names_with_blanks(printed: Run) -> None:
    folder = Path("my boards")
    folder.mkdir()
    assert "maps import 'my mini.zip'" in printed("maps", "pack", "mini", "my mini.zip")
    page = printed("maps", "import", "my mini.zip", "--name", "ours", "--into", folder)
    assert "risk-tui play --map 'my boards/ours.yaml'" in page


def test_unwritable_file_is_refused(refusal: Run) -> None:
    assert "cannot be written" in refusal("maps", "pack", "mini", "/dev/null/mini.zip")


HOSTILE: dict[str, tuple[bytes, str]] = {
    "no archive": (b"PK\x03\x04 and nothing else", "damaged"),
    "cut off": (PACKED[:-400], "damaged"),
    "above the folder": (archive(("../" + MAP, GOOD[0][1]), *GOOD[1:]), "is not the name"),
    "absolute": (archive(("/tmp/" + MAP, GOOD[0][1]), *GOOD[1:]), "is not the name"),
    "a program": (archive(*GOOD, ("run.sh", "rm")), "is not the name"),
    "twice": (archive(*GOOD, *GOOD[:1]), "twice"),
    "two maps": (archive(*GOOD, ("other.yaml", GOOD[0][1])), "one map"),
    "no map": (archive(*GOOD[1:]), "one map"),
    "no picture": (archive(*GOOD[:-1]), "missing"),
    "a stranger": (archive(*GOOD, ("other-1x1.txt", "")), "not a picture of the map"),
    "no text": (archive((MAP, b"\xff\xfe")), "UTF-8"),
    "a bomb": (archive((MAP, b" " * 6_000_000)), "too large"),
    "many": (archive(*((f"{n}.txt", "") for n in range(41))), "at most 40"),
    "no board": (archive((MAP, "map: mini\npictures: []\n")), "continents"),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_archive_is_refused(kind: str, tmp_path: Path, refusal: Run) -> None:
    data, problem = HOSTILE[kind]
    path = tmp_path / "given.zip"
    path.write_bytes(data)
    assert problem in refusal("maps", "import", path, "--name", "given")
    assert not list(player_folder("maps").iterdir())


@given(st.data())
def test_damaged_bytes_are_refused_or_harmless(data: st.DataObject) -> None:
    packed = bytearray(PACKED)
    for _ in range(data.draw(st.integers(1, 4))):
        packed[data.draw(st.integers(0, len(packed) - 1))] = data.draw(st.integers(0, 255))
    with suppress(DataError):
        assert unpack_board(bytes(packed), source="x.zip").keys() <= BOARD.files.keys()


def test_map_with_any_file_name_can_be_packed() -> None:
    files = {"My map.yml" if name == MAP else name: text for name, text in BOARD.files.items()}
    unpacked = unpack_board(pack_board(files), source="x.zip")
    assert list(unpacked) == ["my-map.yaml", *PICTURES]


def test_damaged_file_of_another_compression_is_refused() -> None:
    buffer = io.BytesIO()
    with ZipFile(buffer, "w", ZIP_LZMA) as writer:
        writer.writestr(MAP, "map: mini\n" * 50)
    packed = buffer.getvalue()
    start = packed.index(MAP.encode()) + len(MAP) + 9
    with pytest.raises(DataError, match="damaged"):
        unpack_board(packed[:start] + b"\xff" * 8 + packed[start + 8 :], source="x.zip")


def test_packing_is_reproducible() -> None:
    assert pack_board(BOARD.files) == PACKED
    assert unpack_board(PACKED, source="mini.zip") == BOARD.files
