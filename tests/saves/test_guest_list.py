"""The guest list: codes that are used once, and the keys that replace them."""

from __future__ import annotations

import math
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from risk_tui.saves import guest_list
from risk_tui.saves.errors import SaveError
from risk_tui.saves.guest_list import (
    ALPHABET,
    CODE_LENGTH,
    WATCHERS,
    GuestList,
    Invitation,
    Place,
    make_code,
    normalize_code,
)

WAR = Path("/games/war.risk")
ANN, BEN = Place(WAR, "Ann"), Place(WAR, "Ben")


@pytest.fixture
def guests(tmp_path: Path) -> GuestList:
    return GuestList(tmp_path / "guests.sqlite")


def test_code_has_fifty_bits_and_no_ambiguous_letters() -> None:
    assert CODE_LENGTH * math.log2(len(ALPHABET)) >= 50
    assert len(set(ALPHABET)) == len(ALPHABET)
    assert not set("ilou") & set(ALPHABET)
    codes = {make_code() for _ in range(100)}
    assert len(codes) == 100
    assert all(set(normalize_code(code)) <= set(ALPHABET) for code in codes)


def test_code_is_read_in_any_spelling(guests: GuestList) -> None:
    code = guests.new_code(ANN)
    assert guests.use_code(f" {code.upper().replace('-', ' ')}\r\n", [ANN], []) == [ANN]
    misread = code.replace("0", "o").replace("1", "l")
    assert guests.use_code(misread, [ANN], []) == [ANN]


def test_wrong_codes_open_nothing(guests: GuestList) -> None:
    code = guests.new_code(ANN)
    guests.new_code(BEN)
    for text in ("", "x", code[:-1], f"{code}0", "é" * 1000, "\0", "\ud800", make_code()):
        assert guests.use_code(text, [ANN, BEN], ["SHA256:k"]) == []
    assert guests.use_code(code, [BEN], []) == []
    assert guests.use_code(code, [], []) == []
    assert not guests.has_key(ANN, "SHA256:k")


def test_code_with_a_key_is_used_once(guests: GuestList) -> None:
    code = guests.new_code(ANN)
    assert guests.use_code(code, [ANN], ["SHA256:k"]) == [ANN]
    assert guests.use_code(code, [ANN], ["SHA256:thief"]) == []
    assert guests.use_code(code, [ANN], []) == []
    assert guests.has_key(ANN, "SHA256:k")
    assert not guests.has_key(BEN, "SHA256:k")
    assert not guests.has_key(Place(Path("/games/other.risk"), "Ann"), "SHA256:k")


def test_code_without_a_key_opens_every_visit(guests: GuestList) -> None:
    code = guests.new_code(ANN)
    for _ in range(3):
        assert guests.use_code(code, [ANN], []) == [ANN]


def test_new_code_replaces_the_old_one(guests: GuestList) -> None:
    old, new = guests.new_code(ANN), guests.new_code(ANN)
    assert guests.use_code(old, [ANN], []) == []
    assert guests.use_code(new, [ANN], []) == [ANN]


def test_first_proven_key_removes_the_other_offered_keys(guests: GuestList) -> None:
    guests.use_code(guests.new_code(ANN), [ANN], ["SHA256:a", "SHA256:b"])
    assert guests.invitation(ANN) == Invitation(offered_keys=("SHA256:a", "SHA256:b"))
    assert guests.prove_key(ANN, "SHA256:b")
    assert guests.invitation(ANN) == Invitation(proven_keys=("SHA256:b",))
    assert not guests.prove_key(ANN, "SHA256:a")
    guests.use_code(guests.new_code(ANN), [ANN], ["SHA256:c"])
    assert guests.prove_key(ANN, "SHA256:c")
    assert guests.invitation(ANN).proven_keys == ("SHA256:b", "SHA256:c")


def test_revoked_place_is_closed_to_its_code_and_keys(guests: GuestList) -> None:
    guests.use_code(guests.new_code(ANN), [ANN], ["SHA256:a"])
    code = guests.new_code(ANN)
    guests.new_code(BEN)
    assert guests.revoke(ANN)
    assert not guests.revoke(ANN)
    assert guests.use_code(code, [ANN], []) == []
    assert not guests.has_key(ANN, "SHA256:a")
    assert not guests.invitation(ANN).is_open
    assert guests.invitation(BEN).has_code


def test_watchers_have_only_so_many_keys(
    guests: GuestList, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guest_list, "MAX_WATCHING_KEYS", 2)
    place = Place(WAR, WATCHERS)
    code = guests.new_code(place)
    for number in range(2):
        assert guests.use_code(code, [place], [f"{number}a", f"{number}b", f"{number}c"]) == [place]
    assert guests.invitation(place).proven_keys == ("0a", "0b")


def test_file_has_no_codes_and_is_private(guests: GuestList) -> None:
    code = guests.new_code(ANN)
    content = guests.path.read_bytes()
    assert code.encode() not in content
    assert normalize_code(code).encode() not in content
    assert guests.path.stat().st_mode & 0o777 == 0o600


def test_list_is_stored_and_shared(guests: GuestList) -> None:
    code = guests.new_code(ANN)
    other = GuestList(guests.path)
    assert other.use_code(code, [ANN], ["SHA256:a"]) == [ANN]
    assert guests.has_key(ANN, "SHA256:a")
    assert guests.server() is None
    other.set_server("host", 2222)
    assert guests.server() == ("host", 2222)


def test_damaged_list_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "guests.sqlite"
    path.write_bytes(b"no database" * 500)
    with pytest.raises(SaveError, match=r"the guest list .* can't be used"):
        GuestList(path)
    path.unlink()
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA user_version = 99")
    with pytest.raises(SaveError, match="later version"):
        GuestList(path)
    with pytest.raises(SaveError, match="can't be created"):
        GuestList(tmp_path / "missing" / "guests.sqlite")
