"""Inputs that are nearly valid: files, lines and PDFs of the project, changed in a few places.

Each function makes one input, and asks a random generator for every choice: the same generator gives the same input.
"""

import functools
import json
import tomllib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import tomli_w

import thurntaxis as tt
from support.booklets import pdf
from support.paths import EXAMPLES, ROOT
from thurntaxis.io.read import record_from_data
from thurntaxis.io.write import position_data, to_toml

BOARDS = ROOT / "reference" / "thurntaxis" / "boards"
RECORDS = sorted(EXAMPLES.glob("game-*.json"))

WORDS = (
    *("Ulm", "ulm", "Ulm/2", "?", "?/1", "Rom", "deck", "draw", "over", "south", "testland", "route-5 2", "game-end 1"),
    *("administrator", "power-and-glory", "", " ", "-", "\n", "\x00", "\x9b", "\u202e", "\ud800", "é", "e\u0301", "李"),
    *("a" * 61, "9" * 5000, "../../etc/passwd", "{}", "'", '"', "\\"),
)
NUMBERS = (-1, 0, 1, 2, 3, 4, 7, 8, 20, 66, 301, 2**31, 2**63, 10**400, -0.0, 0.5, 1e308, float("inf"), float("nan"))
KEYS = ("name", "hand", "turn", "phase", "", "x" * 300)


class Seed(NamedTuple):
    """What inputs are changed from: data as JSON, the places of all its values, and the same data as TOML, if any."""

    json: str
    places: tuple[tuple[Any, ...], ...]
    toml: bytes

    @classmethod
    def of(cls, data: dict[str, Any], toml: str = "") -> "Seed":
        """Return the seed of plain data."""
        return cls(json.dumps(data), tuple(places(data)), toml.encode())


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the place of every value in nested data, as keys and indices from outside in."""
    keys = data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for key in keys:
        yield (*path, key)
        yield from places(data[key], (*path, key))


def any_value(chance: Random) -> Any:
    """Return a value of any type that a file can hold."""
    kinds: tuple[Callable[[], Any], ...] = (
        lambda: chance.choice(WORDS),
        lambda: chance.choice(NUMBERS),
        lambda: chance.choice((None, True, False)),
        lambda: text(chance, 8),
        lambda: [chance.choice(WORDS) for _ in range(chance.randrange(6))],
        lambda: {chance.choice(KEYS): chance.choice(NUMBERS[:12]) for _ in range(chance.randrange(4))},
        lambda: chance.randrange(-1, 80),
    )
    return chance.choice(kinds)()


def text(chance: Random, longest: int) -> str:
    """Return a text of letters from anywhere in Unicode, lone surrogates included."""
    spans = (
        (0x20, 0x7F),
        (0, 0x20),
        (0x80, 0x250),
        (0x2000, 0x2070),
        (0x3040, 0x30FF),
        (0xD800, 0xE000),
        (0, 0x110000),
    )
    return "".join(chr(chance.randrange(*chance.choice(spans))) for _ in range(chance.randint(0, longest)))


def changed(chance: Random, seed: Seed) -> Any:
    """Return the data of a seed with one to four values replaced, removed, doubled, swapped, renamed or nested."""
    data: Any = json.loads(seed.json)
    for _ in range(chance.randint(1, 4)):
        *path, last = chance.choice(seed.places)
        try:
            inner: Any = functools.reduce(lambda found, key: found[key], path, data)
            inner[last]
        except (KeyError, IndexError, TypeError):  # an earlier change took it away
            continue
        if not isinstance(inner, dict | list):
            continue
        match chance.choice(("replace", "replace", "remove", "double", "swap", "rename", "nest", "repeat", "borrow")):
            case "remove":
                del inner[last]
            case "double" if isinstance(inner, list):
                inner.insert(last, inner[last])
            case "swap":
                other = chance.choice(list(inner) if isinstance(inner, dict) else range(len(inner)))
                inner[last], inner[other] = inner[other], inner[last]
            case "rename" if isinstance(inner, dict):
                inner[chance.choice(WORDS)] = inner.pop(last)
            case "nest":
                inner[last] = [inner[last]] if chance.randrange(2) else {"x": inner[last]}
            case "repeat":
                inner[last] = [inner[last]] * chance.choice((2, 30, 400))
            case "borrow":  # a value from elsewhere in the file
                inner[last] = _at(json.loads(seed.json), chance.choice(seed.places))
            case _:
                inner[last] = any_value(chance)
    return data


def _at(data: Any, path: tuple[Any, ...]) -> Any:
    return functools.reduce(lambda found, key: found[key], path, data)


def broken(chance: Random, raw: bytes) -> bytes:
    """Return the bytes with up to three pieces removed, replaced or put in again elsewhere."""
    for _ in range(chance.randint(1, 3)):
        start = chance.randint(0, len(raw))
        end = min(len(raw), start + chance.choice((0, 1, 2, 8, 100)))
        match chance.randrange(3):
            case 0:
                piece = bytes(chance.randrange(256) for _ in range(chance.randrange(5)))
            case 1:
                piece = raw[start:end] * 2
            case _:
                piece = chance.choice(_TOKENS)
        raw = raw[:start] + piece + raw[end:]
    return raw


_TOKENS = (b"[", b"{", b"]", b"}", b",", b"=", b'"', b"#", b"\n", b"\xff", b"\xef\xbb\xbf", b"-", b"9" * 400, b"a.b.c=")


def file_of(chance: Random, seeds: Sequence[Seed], suffixes: Sequence[str]) -> tuple[bytes, str]:
    """Return a changed seed as the bytes of a file, some of them broken once more, and the ending of its name."""
    seed, suffix = chance.choice(seeds), chance.choice(suffixes)
    if suffix == ".toml" and seed.toml and chance.randrange(2):
        return broken(chance, seed.toml), suffix
    data = changed(chance, seed)
    if suffix == ".toml":
        try:
            written = tomli_w.dumps(data)
        except (TypeError, ValueError, AttributeError, RecursionError):  # TOML doesn't allow every value
            written = json.dumps(data)
    else:
        written = json.dumps(data, ensure_ascii=chance.random() < 0.5)
    raw = written.encode("utf-8", "surrogatepass")
    return (broken(chance, raw) if chance.randrange(4) == 0 else raw), suffix


# ---- what is changed


def _late(path: Path) -> tt.Position:
    """Return a position in the middle of a recorded game."""
    record = record_from_data(json.loads(path.read_text("utf-8")))
    position = record.start
    for event in record.events[: len(record.events) // 2]:
        position = position.play_without_checking(position.parse(event))
    return position


def _short_record(path: Path) -> Seed:
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return Seed.of(found | {"events": found["events"][:40]})


def _file(path: Path) -> Seed:
    written = path.read_text("utf-8")
    return Seed.of(tomllib.loads(written), written)


LATE = [_late(path) for path in RECORDS]
LINES = [position.to_line() for position in LATE]
_EVENTS = [event for path in RECORDS for event in json.loads(path.read_text("utf-8"))["events"]]
_POSITIONS = [
    *(_file(path) for path in sorted(EXAMPLES.glob("*.toml")) if "thurntaxis =" in path.read_text("utf-8")),
    *(Seed.of(position_data(position), to_toml(position)) for position in LATE),
]
_RECORDS = [_short_record(path) for path in RECORDS]
_BOARDS = [_file(BOARDS / f"{name}.toml") for name in ("south", "testland", "north-template")]
_BOOKLET = pdf([[(50, 700, "a letter (carried) from city to city"), (320, 680, "by post")], [(50, 700, "the end")]])


# ---- the inputs


def positions(chance: Random) -> tuple[bytes, str]:
    """Return a position file."""
    return file_of(chance, _POSITIONS, (".json", ".json", ".toml", ""))


def records(chance: Random) -> tuple[bytes, str]:
    """Return a record file."""
    return file_of(chance, _RECORDS, (".json", ".json", ".toml", ""))


def boards(chance: Random) -> tuple[bytes, str]:
    """Return a board file."""
    return file_of(chance, _BOARDS, (".toml",))


def lines(chance: Random) -> str:
    """Return a line of the line notation with fields changed, swapped, doubled or removed, or signs broken."""
    fields = chance.choice(LINES).split(" ")
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(fields))
        match chance.randrange(5):
            case 0:
                fields[at] = chance.choice(chance.choice(LINES).split(" "))
            case 1:
                fields[at:at] = [fields[at]]
            case 2 if len(fields) > 1:
                del fields[at]
            case 3:
                fields[at] = "".join(chance.choices("AZUlam?019-.~=/_;dp", k=chance.randrange(13)))
            case _:
                fields[at] = broken(chance, fields[at].encode()).decode("utf-8", "replace")
    return chance.choice((" ", "_")).join(fields)


RIGHT: tuple[str, ...] = (
    *("taxis", "events", "json", "line", "scores", "perft 1", "perft 2", "go playouts 3", "go exact", "stop", "undo"),
    *("apply end", "apply draw deck", "apply deal Ulm", "apply play Ulm start", "apply close Ulm", "ruling draw Ulm"),
    "position new players 3 seed 7 edition en-yucata option reshuffle=when-needed",
    "go playouts 5 lines 2 seed 1 cores 1",
    "go level beginner seed 2",
    *(f"position line {line}" for line in LINES),
    f"position json {json.dumps(position_data(LATE[0]))}",
)
"""Lines of the engine protocol that are right, with little to compute."""


def conversations(chance: Random) -> list[bytes]:
    """Return lines for the engine protocol: right ones and broken ones, with little to compute."""
    said: list[bytes] = []
    for _ in range(chance.randint(1, 8)):
        line = chance.choice(RIGHT).encode()
        said.append(broken(chance, line).replace(b"\n", b" ") if chance.randrange(2) else line)
    return said


def events(chance: Random) -> tuple[int, str]:
    """Return which of the positions in the middle of a game, and the text of an event there, broken or right."""
    at = chance.randrange(len(LATE))
    said = chance.choice(_EVENTS)
    match chance.randrange(4):
        case 0:
            said = broken(chance, said.encode()).decode("utf-8", "replace")
        case 1:
            words = said.split()
            words[chance.randrange(len(words))] = chance.choice((*WORDS, *chance.choice(_EVENTS).split()))
            said = " ".join(words)
        case 2:
            said += f" {chance.choice(_EVENTS)}"
        case _:
            pass
    return at, said


_ANSWERS = (
    *("", "", "", "2", "3", "1", "0", "40", "back", "list", "show", "help", "Anna Ben", "Anna Ben Cleo", "ul au ing"),
    *("bas frei mann", "5 2", "pas reg", "linz salz", "? ? ulm", "bud fr lo lo pas wü", "mun mun nur kem", "testland"),
    *("offices", "power-and-glory", "-", "none", "zur", "lodz pil", "all", "basel basel basel", "ulm ulm ulm ulm ulm"),
)


def entries(chance: Random) -> list[str]:
    """Return answers to the questions of a guided entry."""
    return [
        broken(chance, answer.encode()).decode("utf-8", "replace") if chance.randrange(6) == 0 else answer
        for answer in (chance.choice(_ANSWERS) for _ in range(chance.randint(1, 30)))
    ]


def booklets(chance: Random) -> bytes:
    """Return a file that is given as a booklet."""
    match chance.randrange(4):
        case 0:
            return chance.randbytes(chance.randrange(200))
        case 1:
            return broken(chance, "Ärger über Öl".encode())
        case 2:
            return broken(chance, b"%PDF-1.7\n")
        case _:
            return broken(chance, _BOOKLET)
