"""What a program says about itself in the engine protocol: its name, and what it supports."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from thurntaxis import DEFAULT_EDITION, EDITIONS
from thurntaxis.names import shown
from thurntaxis.rules import RuleSet
from thurntaxis_solver.play.engine_process import EngineFailure

BOARD_FILES = "file"
"""The value of the option `board` that stands for every board file."""

MOST_PLAYERS = 4


@dataclass(frozen=True)
class EngineOption:
    """An option line: the values of a `combo` or a `set`, or the least and greatest number of a `spin`."""

    values: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None


@dataclass(frozen=True)
class Introduction:
    """The answer to `taxis`. Missing options have their defaults: two to four players of the base game on `south`.

    `name` and `version` are empty if the program doesn't give them.
    """

    name: str = ""
    version: str = ""
    options: Mapping[str, EngineOption] = field(default_factory=dict[str, EngineOption])

    def values(self, option: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Return the values of an option, or the default if the program doesn't declare it."""
        declared = self.options.get(option)
        return declared.values if declared else default

    def offers(self, part: str) -> bool:
        """Return whether the program offers an optional part of the protocol."""
        return part in self.values("offers")

    @property
    def players(self) -> range:
        """The numbers of players."""
        limits = self.options.get("players", EngineOption())
        low = 2 if limits.low is None else max(2, limits.low)
        return range(low, (MOST_PLAYERS if limits.high is None else min(MOST_PLAYERS, limits.high)) + 1)

    def objection(self, rules: RuleSet, players: int) -> str | None:
        """Return what the program doesn't support of a game, as option and value; none if it supports all of it."""
        board = rules.board.name if rules.board.file is None else BOARD_FILES
        wanted = [
            ("board", board, ("south",)),
            *(("module", module, ()) for module in rules.modules),
            ("edition", rules.edition, (DEFAULT_EDITION,)),
        ]
        for option, value, default in wanted:
            if value not in self.values(option, default):
                return f"{option} {value}"
        if players not in self.players:
            return f"players {players}"
        edition = EDITIONS[rules.edition]
        reading = {**edition.options, **edition.module_options}
        for option, chosen in rules.options.items():
            word = str(chosen).lower()
            if chosen != reading[option] and word not in self.values(option):
                return f"{option} {word}"
        return None


def introduction(lines: Sequence[str]) -> Introduction:
    """Return what the answer to `taxis` says; raise `EngineFailure` if it isn't as the protocol says."""
    identity = {"name": "", "version": ""}
    options: dict[str, EngineOption] = {}
    for line in lines[:-1]:
        words = line.split()
        if words[:1] == ["id"] and len(words) > 2 and words[1] in identity:
            identity[words[1]] = " ".join(words[2:])
        elif match := _OPTION.fullmatch(line):
            options[match["name"]] = _option(match)
        else:
            raise EngineFailure("answered", command="taxis", answer=shown(line))
    if not lines or lines[-1] != "taxisok":
        raise EngineFailure("answered", command="taxis", answer=shown(lines[-1] if lines else ""))
    return Introduction(identity["name"], identity["version"], options)


_OPTION = re.compile(
    r"option name (?P<name>\S+) type (?P<type>combo|set|spin|check|string|button)(?: default \S+)?"
    r"(?: min (?P<low>[0-9]{1,9}))?(?: max (?P<high>[0-9]{1,9}))?(?P<values>(?: var \S+)*)"
)


def _option(match: "re.Match[str]") -> EngineOption:
    low, high = (None if match[key] is None else int(match[key]) for key in ("low", "high"))
    return EngineOption(tuple(match["values"].split()[1::2]), low, high)
