"""Frozen dataclasses behave as those of the standard library do."""

from __future__ import annotations

import dataclasses
from copy import deepcopy
from dataclasses import FrozenInstanceError, field, fields, replace
from typing import Any, ClassVar

import pytest

from risk_tui.data.dataclasses import dataclass

MAKERS = {"standard": dataclasses.dataclass, "ours": dataclass}


def classes(base_maker: str, maker: str, slots: bool) -> tuple[Any, Any]:
    """A frozen dataclass and one that extends it."""

    @MAKERS[base_maker](frozen=True, slots=slots)
    class Base:
        kind: ClassVar[str] = "base"
        first: int
        names: list[str] = field(default_factory=list, repr=False, hash=False)

    @MAKERS[maker](frozen=True, slots=slots)
    class More(Base):
        kind: ClassVar[str] = "more"
        second: int = 2
        only_named: int = field(default=3, kw_only=True)
        doubled: int = field(init=False, compare=False)

        def __post_init__(self) -> None:
            object.__setattr__(self, "doubled", 2 * self.second)

    return Base, More


@pytest.mark.parametrize("slots", [True, False])
@pytest.mark.parametrize(
    ("base_maker", "maker"),
    [("standard", "standard"), ("ours", "ours"), ("standard", "ours"), ("ours", "standard")],
)
def test_frozen_dataclasses_are_what_they_are_in_the_standard_library(
    base_maker: str, maker: str, slots: bool
) -> None:
    base, more = classes(base_maker, maker, slots)
    value = more(1, ["a"], only_named=4)
    assert value == more(first=1, names=["a"], second=2, only_named=4)
    assert value != more(1, ["a"])
    assert value != base(1, ["a"])
    assert value.kind == "more"
    assert value.doubled == 4
    assert repr(base(1)).endswith(".Base(first=1)")
    assert repr(value).endswith(".More(first=1, second=2, only_named=4, doubled=4)")
    assert replace(value, second=5).doubled == 10
    assert deepcopy(value) == value
    assert [it.name for it in fields(more)] == ["first", "names", "second", "only_named", "doubled"]
    assert more.__match_args__ == ("first", "names", "second")
    assert base(1).names is not base(1).names
    assert hasattr(value, "__dict__") is not slots
    with pytest.raises(FrozenInstanceError):
        value.first = 2
    with pytest.raises(FrozenInstanceError):
        del value.first
    with pytest.raises(TypeError):
        more()


def test_equal_values_have_one_hash() -> None:
    @dataclass(frozen=True, slots=True)
    class Point:
        x: int
        y: int = 0

    assert len({Point(1), Point(1, 0), Point(x=1, y=0), Point(0, 1)}) == 2


def test_a_default_that_all_would_share_is_refused() -> None:
    with pytest.raises(ValueError, match="default_factory"):

        @dataclass(frozen=True, slots=True)
        class Names:
            names: list[str] = []
