"""The signs of the map are in the fonts that terminals use."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from risk_tui.tui.map.renderer import LINES
from risk_tui.tui.theme.palette import SEAT_GLYPHS

FONTS = {
    "DejaVu Sans Mono": "dejavu/DejaVuSansMono.ttf",
    "Hack": "hack/Hack-Regular.ttf",
    "JetBrains Mono": "jetbrains-mono/JetBrainsMono-Regular.ttf",
    "Liberation Mono": "liberation/LiberationMono-Regular.ttf",
    "Noto Sans Mono": "noto/NotoSansMono-Regular.ttf",
}
"""Fonts with one width for all their signs, and where Debian's packages put them."""


def characters(font: bytes) -> set[str]:
    """The characters of a TrueType font: those of its tables from code points to glyphs."""
    (tables,) = struct.unpack_from(">H", font, 4)
    entries = [struct.unpack_from(">4sIII", font, 12 + 16 * index) for index in range(tables)]
    (start,) = (offset for tag, _, offset, _ in entries if tag == b"cmap")
    (count,) = struct.unpack_from(">H", font, start + 2)
    found: set[str] = set()
    for index in range(count):
        (offset,) = struct.unpack_from(">I", font, start + 8 + 8 * index)
        at = start + offset
        (kind,) = struct.unpack_from(">H", font, at)
        if kind == 4:
            (twice,) = struct.unpack_from(">H", font, at + 6)
            ends = struct.unpack_from(f">{twice // 2}H", font, at + 14)
            starts = struct.unpack_from(f">{twice // 2}H", font, at + 16 + twice)
            for first, last in zip(starts, ends, strict=True):
                found.update(map(chr, range(first, last + 1)))
    return found


@pytest.mark.parametrize("name", FONTS)
def test_map_signs_are_in_common_fonts(name: str) -> None:
    path = Path("/usr/share/fonts/truetype", FONTS[name])
    if not path.is_file():
        pytest.skip(f"{name} is not installed")
    wanted = {*SEAT_GLYPHS.values(), *"▀▄▌▐█"} | set(LINES) & set("│┘┐┤└┌├─┴┬┼")
    assert wanted <= characters(path.read_bytes())
