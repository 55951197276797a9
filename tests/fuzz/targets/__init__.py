"""All targets of the fuzzer by name."""

from __future__ import annotations

from ..target import Target
from .bots import BotAnswers
from .exports import Exports
from .files import Keymaps, Maps, Pictures, Rulesets, Settings, Yaml
from .program import CommandLines, Scripts
from .saves import Entries, GameFiles, Heads, Schemas
from .typed import Commands, HouseRules, Names, Players

TARGETS: dict[str, type[Target]] = {
    each.name: each
    for each in (
        *(Yaml, Rulesets, Maps, Pictures, Keymaps, Settings),
        *(Names, Players, HouseRules, Commands),
        *(Entries, Heads, GameFiles, Schemas, Exports),
        *(CommandLines, Scripts, BotAnswers),
    )
}
