"""Inputs that are nearly right: files, lines and PDFs of the project, changed in a few places, by Hypothesis."""

import copy
import functools
import json
import tomllib
from collections.abc import Iterator, Sequence
from typing import Any

import tomli_w
from hypothesis import strategies as st

import thurntaxis as tt
from support.booklets import pdf
from support.paths import ROOT
from thurntaxis.io.read import record_from_data
from thurntaxis.io.write import position_data

EXAMPLES = ROOT / "examples"
BOARDS = ROOT / "reference" / "thurntaxis" / "boards"
RECORDS = sorted(EXAMPLES.glob("game-*.json"))

WORDS = (
    *("Ulm", "ulm", "Ulm/2", "?", "?/1", "Rom", "deck", "draw", "over", "south", "testland", "route-5 2", "game-end 1"),
    *("administrator", "power-and-glory", "", " ", "-", "\n", "\x00", "\x9b", "\u202e", "\ud800", "é", "e\u0301", "李"),
    *("a" * 61, "9" * 5000, "../../etc/passwd", "{}", "'", '"', "\\"),
)
NUMBERS = (-1, 0, 1, 2, 3, 4, 7, 8, 20, 66, 301, 2**31, 2**63, 10**400, -0.0, 0.5, 1e308, float("inf"), float("nan"))

values = st.one_of(
    st.sampled_from(WORDS),
    st.sampled_from(NUMBERS),
    st.none(),
    st.booleans(),
    st.text(max_size=8),
    st.lists(st.sampled_from(WORDS), max_size=5),
    st.dictionaries(st.sampled_from(("name", "hand", "turn", "phase", "", "x" * 300)), st.integers(), max_size=3),
)
"""Values of any type that a file can hold."""


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the place of every value in nested data, as keys and indices from outside in."""
    keys = data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for key in keys:
        yield (*path, key)
        yield from places(data[key], (*path, key))


@st.composite
def changed(draw: st.DrawFn, seeds: Sequence[Any]) -> Any:
    """Return one of the seeds with one to four values replaced, removed, doubled, swapped, renamed or nested."""
    data: Any = copy.deepcopy(draw(st.sampled_from(seeds)))
    for _ in range(draw(st.integers(1, 4))):
        known = list(places(data))
        if not known:
            return draw(values)
        *path, last = draw(st.sampled_from(known))
        inner: Any = functools.reduce(lambda found, key: found[key], path, data)
        match draw(st.sampled_from(("replace", "remove", "double", "swap", "rename", "nest", "repeat"))):
            case "remove":
                del inner[last]
            case "double" if isinstance(inner, list):
                inner.insert(last, copy.deepcopy(inner[last]))
            case "swap":
                other = draw(st.sampled_from(list(inner) if isinstance(inner, dict) else range(len(inner))))
                inner[last], inner[other] = inner[other], inner[last]
            case "rename" if isinstance(inner, dict):
                inner[draw(st.sampled_from(WORDS))] = inner.pop(last)
            case "nest":
                inner[last] = [inner[last]] if draw(st.booleans()) else {"x": inner[last]}
            case "repeat":
                inner[last] = [inner[last]] * draw(st.sampled_from((2, 30, 400)))
            case _:
                inner[last] = draw(values)
    return data


@st.composite
def files(draw: st.DrawFn, seeds: Sequence[Any], suffixes: Sequence[str] = (".json", ".toml", "")) -> tuple[bytes, str]:
    """Return a changed seed as the bytes of a file, some of them broken once more, and the ending of its name."""
    data = draw(changed(seeds))
    suffix = draw(st.sampled_from(suffixes))
    if suffix == ".toml":
        try:
            text = tomli_w.dumps(data)
        except (TypeError, ValueError, AttributeError, RecursionError):
            text = json.dumps(data)
    else:
        text = json.dumps(data, ensure_ascii=draw(st.booleans()))
    raw = text.encode("utf-8", "surrogatepass")
    return (draw(broken(raw)) if draw(st.integers(0, 3)) == 0 else raw), suffix


@st.composite
def broken(draw: st.DrawFn, raw: bytes) -> bytes:
    """Return the bytes with up to three pieces removed, replaced or put in again elsewhere."""
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(raw)))
        end = min(len(raw), start + draw(st.sampled_from((0, 1, 2, 8, 100))))
        piece = draw(st.one_of(st.binary(max_size=4), st.just(raw[start:end] * 2), st.sampled_from(_TOKENS)))
        raw = raw[:start] + piece + raw[end:]
    return raw


_TOKENS = (b"[", b"{", b"]", b"}", b",", b"=", b'"', b"#", b"\n", b"\xff", b"\xef\xbb\xbf", b"-", b"9" * 400, b"a.b.c=")


def _positions() -> list[dict[str, Any]]:
    found = [tomllib.loads(path.read_text("utf-8")) for path in sorted(EXAMPLES.glob("*.toml"))]
    return [data for data in found if "thurntaxis" in data]


def _record_of(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((EXAMPLES / name).read_text("utf-8"))
    return found | {"events": found["events"][:40]}


def _late(path: Any) -> tt.Position:
    """Return a position in the middle of a recorded game."""
    record = record_from_data(json.loads(path.read_text("utf-8")))
    position = record.start
    for event in record.events[: len(record.events) // 2]:
        position = position.play_without_checking(position.parse(event))
    return position


LATE = [_late(path) for path in RECORDS]
positions = files([*_positions(), *map(position_data, LATE)])
records = files([_record_of(path.name) for path in RECORDS])
boards = files(
    [tomllib.loads((BOARDS / f"{name}.toml").read_text("utf-8")) for name in ("south", "testland", "north-template")],
    [".toml"],
)
LINES = [position.to_line() for position in LATE]


@st.composite
def lines(draw: st.DrawFn) -> str:
    """Return a line of the line notation with fields changed, swapped, doubled or removed, or signs broken."""
    fields = draw(st.sampled_from(LINES)).split(" ")
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(fields) - 1))
        match draw(st.integers(0, 4)):
            case 0:
                fields[at] = draw(st.sampled_from(draw(st.sampled_from(LINES)).split(" ")))
            case 1:
                fields[at:at] = [fields[at]]
            case 2 if len(fields) > 1:
                del fields[at]
            case 3:
                fields[at] = draw(st.text("AZUlam?019-.~=/_;dp", max_size=12))
            case _:
                fields[at] = draw(broken(fields[at].encode())).decode("utf-8", "replace")
    return draw(st.sampled_from((" ", "_"))).join(fields)


@st.composite
def conversations(draw: st.DrawFn) -> list[bytes]:
    """Return lines for the engine protocol: right ones and broken ones, with little to compute."""
    right = [
        *(
            "taxis",
            "events",
            "json",
            "line",
            "scores",
            "perft 1",
            "perft 2",
            "go playouts 3",
            "go exact",
            "stop",
            "undo",
        ),
        *(
            "apply end",
            "apply draw deck",
            "apply deal Ulm",
            "apply play Ulm start",
            "apply close Ulm",
            "ruling draw Ulm",
        ),
        "position new players 3 seed 7 edition en-yucata option reshuffle=when-needed",
        "go playouts 5 lines 2 seed 1 cores 1",
        *(f"position line {line}" for line in LINES),
        f"position json {json.dumps(position_data(LATE[0]))}",
    ]
    said: list[bytes] = []
    for _ in range(draw(st.integers(1, 8))):
        line = draw(st.sampled_from(right)).encode()
        said.append(draw(broken(line)).replace(b"\n", b" ") if draw(st.booleans()) else line)
    return said


_BOOKLET = pdf([[(50, 700, "a letter (carried) from city to city"), (320, 680, "by post")], [(50, 700, "the end")]])
booklets = st.one_of(broken(_BOOKLET), broken(b"%PDF-1.7\n"), st.binary(max_size=200), broken("Ärger über Öl".encode()))
