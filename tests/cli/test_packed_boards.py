"""``maps pack`` and ``maps import``: a board goes as one file from one player to another."""

from __future__ import annotations

import io
import warnings
from contextlib import suppress
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from risk_tui.boards.packed_board import pack_board, unpack_board
from risk_tui.cli import main
from risk_tui.errors import DataError
from risk_tui.rules.library import load_board, player_folder

BOARD = load_board("mini")
MAP, *PICTURES = BOARD.files


def archive(*files: tuple[str, str | bytes]) -> bytes:
    """Return an archive of these files, which may be anything."""
    buffer = io.BytesIO()
    with warnings.catch_warnings(), ZipFile(buffer, "w", ZIP_DEFLATED) as writer:
        warnings.simplefilter("ignore")  # Two files of one name are what a test is about.
        for name, content in files:
            writer.writestr(name, content)
    return buffer.getvalue()


def test_a_packed_board_is_brought_in_and_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["maps", "pack", "mini"]) == 0
    assert main(["maps", "import", "mini.zip", "--name", "ours"]) == 0
    assert "risk-tui play --map ours" in capsys.readouterr().out
    ours = load_board("ours")
    assert list(ours.files.values()) == list(BOARD.files.values())
    assert ours.territories == BOARD.territories
    assert main(["maps", "check", "ours"]) == 0


def test_nothing_is_written_over_without_force(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    main(["maps", "pack", "mini", "a.zip"])
    for words in (["pack", "mini", "a.zip"], ["import", "a.zip", "--name", "ours"]):
        main(["maps", *words])
        capsys.readouterr()
        assert main(["maps", *words]) == 2
        assert "already exists" in capsys.readouterr().err
        assert main(["maps", *words, "--force"]) == 0


def test_a_board_of_the_program_stays_in_reach(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    main(["maps", "pack", "mini"])
    assert main(["maps", "import", "mini.zip"]) == 2
    assert "give this one a --name" in capsys.readouterr().err
    assert not list(player_folder("maps").glob("mini*"))


def test_what_cannot_be_written_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["maps", "pack", "mini", "/dev/null/mini.zip"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "cannot be written" in line


GOOD = list(BOARD.files.items())

HOSTILE: dict[str, tuple[bytes, str]] = {
    "no archive": (b"PK\x03\x04 and nothing else", "damaged"),
    "cut off": (pack_board(BOARD.files)[:-400], "damaged"),
    "above the folder": (archive(("../" + MAP, GOOD[0][1]), *GOOD[1:]), "is not the name"),
    "absolute": (archive(("/tmp/" + MAP, GOOD[0][1]), *GOOD[1:]), "is not the name"),
    "a program": (archive(*GOOD, ("run.sh", "rm")), "is not the name"),
    "twice": (archive(*GOOD, *GOOD[:1]), "twice"),
    "two maps": (archive(*GOOD, ("other.yaml", GOOD[0][1])), "one map"),
    "no map": (archive(*GOOD[1:]), "one map"),
    "no picture": (archive(*GOOD[:-1]), "missing"),
    "a stranger": (archive(*GOOD, ("other-1x1.txt", "")), "not a picture of the map"),
    "no text": (archive((MAP, b"\xff\xfe")), "UTF-8"),
    "a bomb": (archive((MAP, b" " * 60_000_000)), "too large"),
    "many": (archive(*((f"{n}.txt", "") for n in range(41))), "at most 40"),
    "no board": (archive((MAP, "map: mini\npictures: []\n")), "continents"),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_archive_is_refused_and_nothing_is_written(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, reason = HOSTILE[kind]
    path = tmp_path / "given.zip"
    path.write_bytes(data)
    assert main(["maps", "import", str(path), "--name", "given"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert reason in line
    assert not list(player_folder("maps").iterdir())


@given(st.data())
def test_damaged_bytes_are_a_refusal_or_the_same_files(data: st.DataObject) -> None:
    packed = bytearray(PACKED)
    for _ in range(data.draw(st.integers(1, 4))):
        packed[data.draw(st.integers(0, len(packed) - 1))] = data.draw(st.integers(0, 255))
    with suppress(DataError):
        assert unpack_board(bytes(packed), source="x.zip").keys() <= BOARD.files.keys()


PACKED = pack_board(BOARD.files)


def test_the_same_board_is_packed_into_the_same_bytes() -> None:
    assert pack_board(BOARD.files) == PACKED
    assert unpack_board(PACKED, source="mini.zip") == BOARD.files
