"""The cost of the worst inputs: positions, records, boards, booklets and lines of the engine protocol.

    pip install -e ".[bench]" && python benchmarks/worst_inputs.py [PART OF A NAME...]

Makes each input, gives it to the command in a process of its own, and prints the seconds by the clock, the peak memory
and the first line of the answer. Less memory than this process itself uses can't be measured. The aim is 2 s and
300 MB for a file or a line, and 20 s for a booklet.
"""

import importlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import thurntaxis as tt
from thurntaxis.io.file_limits import LONGEST_FILE, LONGEST_TOML
from thurntaxis.io.write import position_data, record_data

ROOT = Path(__file__).parent.parent
BOARD = (ROOT / "reference/thurntaxis/boards/testland.toml").read_text(encoding="utf-8")
MOST_EVENTS = 10_000
LIMIT = 60.0
"""After how many seconds a command is ended."""

FILE = "FILE"
"""Stands for the path of the input in the words of a command."""


class Case(NamedTuple):
    """An input, and the command that reads it: from the file, or from standard input where no word is the file."""

    name: str
    suffix: str
    make: Callable[[], bytes]
    words: tuple[str, ...]


# ---- positions and records


def position(**keys: Any) -> bytes:
    """Return a starting position with other values at some keys; `players[0]` is written as `player`."""
    data = position_data(tt.new(seed=1))
    data["players"][0].update(keys.pop("player", {}))
    return json.dumps({**data, **keys}).encode()


def filled(begin: str, unit: Callable[[int], str], end: str, size: int) -> bytes:
    """Return a text of at most `size` bytes, with as many units between its begin and its end as fit."""
    parts, left = [begin], size - len((begin + end).encode())
    for number in range(size):
        part = unit(number).encode()
        if (left := left - len(part)) < 0:
            break
        parts.append(part.decode())
    return "".join([*parts, end]).encode()


def in_list(key: str, entry: Callable[[int], str], inside: str = "") -> bytes:
    """Return a JSON position, as long as it may be, in which a list (of the first player, if `inside`) is endless."""
    keys = {key: ["HERE"]}
    return endless(position(player=keys) if inside else position(**keys), entry)


def endless(data: bytes, entry: Callable[[int], str]) -> bytes:
    """Return JSON, as long as it may be, with entries in place of "HERE"."""
    begin, end = data.decode().split('"HERE"')
    return filled(f"{begin}{entry(0)}", lambda number: f",{entry(number + 1)}", end, LONGEST_FILE)


def toml(unit: Callable[[int], str], begin: str = "", end: str = "") -> bytes:
    """Return a TOML text as long as it may be."""
    return filled(begin, unit, end, LONGEST_TOML)


def record(event: Callable[[int], str]) -> bytes:
    """Return a record as long as it may be with these events."""
    data = record_data(tt.Record(tt.new(seed=1), ("HERE",)))
    return endless(json.dumps(data).encode(), lambda at: f'"{event(at)}"')


def long_game() -> bytes:
    """Return a record of a game as long as a file allows, in which nobody ever builds."""
    import random

    chance, start, size = random.Random(1), tt.new(seed=1), 0
    table = start
    events: list[str] = []
    while size < LONGEST_FILE - 10_000 and len(events) < MOST_EVENTS:
        legal = [*table.weights()] if table.is_chance else [e for e in table.events() if e.verb != "close"]
        event = chance.choice(legal)
        table = table.play(event)
        events.append(str(event))
        size += len(str(event)) + 4
    return json.dumps(record_data(tt.Record(start, tuple(events)))).encode()


def names_everywhere() -> bytes:
    """Return a position with an unknown name of 60 letters at every place that the limits leave."""
    names = [f"{'Budweis' * 8}{at}" for at in range(300)]
    data = json.loads(position(display=names, discard=names, letters=names))
    data["players"] = [dict.fromkeys(("hand", "route", "houses", "tiles", "horses"), names)] * 4
    return json.dumps(data).encode()


SHOW = ("show", FILE)
POSITIONS = (
    Case("one house, over and over", ".json", lambda: in_list("houses", lambda _: '"Ulm"', "player"), SHOW),
    Case("unknown houses", ".json", lambda: in_list("houses", lambda at: f'"Ulk{at}"', "player"), SHOW),
    Case("unknown cards", ".json", lambda: in_list("discard", lambda at: f'"Ulk{at}"'), SHOW),
    Case("cards, over and over", ".json", lambda: in_list("discard", lambda _: '"Ulm"'), SHOW),
    Case("a route, over and over", ".json", lambda: in_list("route", lambda _: '"Ulm"', "player"), SHOW),
    Case("tiles, over and over", ".json", lambda: in_list("tiles", lambda _: '"route-5 2"', "player"), SHOW),
    Case("tiles that are none", ".json", lambda: in_list("tiles", lambda at: f'"{at}"', "player"), SHOW),
    Case("numbers for cards", ".json", lambda: in_list("discard", lambda _: "1"), SHOW),
    Case("objects for players", ".json", lambda: in_list("players", lambda _: "{}"), SHOW),
    Case("reveals", ".json", lambda: position(turn={"phase": "draw", "pending": ["display"] * 80_000}), SHOW),
    Case("modules", ".json", lambda: position(rules={"modules": [f"m{at}" for at in range(100_000)]}), SHOW),
    Case("unknown keys", ".json", lambda: position(**{f"k{at}": 1 for at in range(80_000)}), SHOW),
    Case("nested lists", ".json", lambda: b"[" * LONGEST_FILE, SHOW),
    Case("nested objects", ".json", lambda: b'{"a":' * 900 + b"1" + b"}" * 900, SHOW),
    Case("empty lists", ".json", lambda: in_list("discard", lambda _: "[]"), SHOW),
    Case("unknown names, as many as may be", ".json", names_everywhere, SHOW),
    Case("a long name", ".json", lambda: position(player={"name": "A" * 10_000}), ("show", FILE, "--svg", "-")),
    Case("the longest name", ".json", lambda: position(player={"name": "A" * 1_000_000}), ("show", FILE, "--svg", "-")),
    Case("a long card", ".json", lambda: position(discard=["ä" * 150_000]), SHOW),
    Case("blank lines before a brace", ".toml", lambda: b"\n" * (LONGEST_TOML - 10) + b"{", SHOW),
    Case("comments before a brace", ".toml", lambda: b"#\n" * (LONGEST_TOML // 2 - 10) + b"{", SHOW),
    Case("TOML: a.a.a", ".toml", lambda: b"a." * (LONGEST_TOML // 2 - 5) + b"a = 1\n", SHOW),
    Case("TOML: [a.a.a]", ".toml", lambda: b"[" + b"a." * (LONGEST_TOML // 2 - 5) + b"a]\n", SHOW),
    Case("TOML: { a.a.a }", ".toml", lambda: b"x = {" + b'"a" . ' * 20_000 + b"a = 1}\n", SHOW),
    Case("TOML: keys", ".toml", lambda: toml(lambda at: f"{at:x}=1\n"), SHOW),
    Case("TOML: dotted keys", ".toml", lambda: toml(lambda at: f"{at:x}.a.a.a.a.a.a=1\n"), SHOW),
    Case("TOML: tables", ".toml", lambda: toml(lambda at: f"[{at:x}]\n"), SHOW),
    Case("TOML: dotted tables", ".toml", lambda: toml(lambda at: f"[{at:x}.a.a.a.a.a.a]\n"), SHOW),
    Case("TOML: one table of dotted tables", ".toml", lambda: toml(lambda at: f"[a.a.a.a.a.a.{at:x}]\n"), SHOW),
    Case("TOML: lists of tables", ".toml", lambda: toml(lambda _: "[[a]]\n"), SHOW),
    Case("TOML: nested lists", ".toml", lambda: b"a=" + b"[" * (LONGEST_TOML - 10), SHOW),
    Case("TOML: inline tables", ".toml", lambda: toml(lambda _: "{a=1},", "a=[", "]"), SHOW),
    Case("TOML: escapes", ".toml", lambda: toml(lambda _: "\\n", 'a="', '"'), SHOW),
    Case("TOML: quotes", ".toml", lambda: toml(lambda _: '"""a', 'a="""', ""), SHOW),
    Case("a record of unknown events", ".json", lambda: record(lambda _: "x"), ("replay", FILE)),
    Case("a record of events too many", ".json", lambda: record(lambda _: "draw deck"), ("replay", FILE)),
    Case("a record of one long event", ".json", lambda: record(lambda _: "close" + " Ulm" * 200_000), ("replay", FILE)),
    Case("a record of a long game", ".json", long_game, ("replay", FILE)),
)

# ---- boards

CHECK = ("board", "check", FILE)


def board(cities: int, roads: Callable[[int], str]) -> bytes:
    """Return a board with that many more cities in its first province, and the roads from each."""
    names = ", ".join(f"C{at:x}x = [{1 + at % 590}, {1 + at // 590}]" for at in range(cities))
    lines = "\n".join(f"C{at:x}x = [{roads(at)}]" for at in range(cities))
    shoes = "\n".join(f"C{at:x}x = 1" for at in range(cities))
    text = BOARD.replace("cities = { Fabelau", f"cities = {{ {names}, Fabelau", 1) if names else BOARD
    return text.replace("[roads]", f"[roads]\n{lines}", 1).replace("[horseshoes]", f"[horseshoes]\n{shoes}", 1).encode()


def all_of(letter: str) -> str:
    """Return the names of 30 cities, seven of which are on the board if they begin with C."""
    return ", ".join(f'"{letter}{at:x}x"' for at in range(30))


def largest_board() -> bytes:
    """Return a board of 30 cities, each a province of its own, with roads from every city to every other.

    It is refused, since a long route would allow too many sets of houses.
    """
    names = [f"City{chr(65 + at // 26)}{chr(65 + at % 26)}" for at in range(30)]
    head = BOARD[: BOARD.index("[carriages]")] + "[carriages]\n3 = 2\n"
    lists = [
        f'[[province]]\nname = "P{n}"\ncities = {{ {n} = [{18 * at + 5}, {37 * at % 400}] }}'
        for at, n in enumerate(names)
    ]
    lists += ['[[stack]]\nname = "game-end"\nkind = "game-end"\nvalues = [1]', "[roads]"]
    lists += [f"{n} = {json.dumps([o for o in names if o != n])}" for n in names]
    return "\n".join([head, *lists]).encode()


def on_largest_board() -> bytes:
    """Return a position on the largest board, which lies beside it."""
    path = Path(tempfile.gettempdir()) / f"largest-{os.getpid()}.toml"
    path.write_bytes(largest_board())
    return position(board=str(path))


def board_with(unit: Callable[[int], str]) -> bytes:
    """Return the made-up board after lines of its own, made as long as a board may be."""
    return filled("", unit, f"\n{BOARD}", LONGEST_TOML)


BOARDS = (
    Case("board: 40,000 cities", ".toml", lambda: board(40_000, lambda _: ""), CHECK),
    Case("board: 2,000 cities", ".toml", lambda: board(2000, lambda at: f'"C{at + 1:x}x"'), CHECK),
    Case("board: cities that are many", ".toml", lambda: board(7, lambda _: all_of("C")), CHECK),
    Case("board: unknown roads", ".toml", lambda: board(7, lambda _: all_of("U")), CHECK),
    Case("board: a road, over and over", ".toml", lambda: board(1, lambda _: '"Fabelau", ' * 300), CHECK),
    Case("board: the largest", ".toml", largest_board, CHECK),
    Case("board: a table on the largest", ".json", on_largest_board, ("show", FILE, "--svg", "-")),
    Case("board: unknown keys", ".toml", lambda: board_with(lambda at: f"k{at} = 1\n"), CHECK),
    Case("board: gaps", ".toml", lambda: board_with(lambda at: f'k{at} = "?"\n'), CHECK),
    Case("board: nested", ".toml", lambda: b"a=" + b"[" * 300 + b"]" * 300 + b"\n" + BOARD.encode(), CHECK),
    Case("board: nested 3,000 deep", ".toml", lambda: b"[" + b"a." * 3000 + b"a]\n" + BOARD.encode(), CHECK),
    Case("board: provinces", ".toml", lambda: toml(lambda _: '[[province]]\nname="a"\n', f"{BOARD}\n"), CHECK),
    Case("board: stacks", ".toml", lambda: toml(lambda _: '[[stack]]\nname="a"\n', f"{BOARD}\n"), CHECK),
    Case("board: blank lines", ".toml", lambda: board_with(lambda _: "\n"), CHECK),
)

# ---- booklets and the engine protocol


def pdf(pages: int, lines: int, words: str) -> bytes:
    """Return a PDF with this many pages of this many lines."""
    sys.path.insert(0, str(ROOT / "tests"))
    made: Callable[[Any], bytes] = importlib.import_module("support.booklets").pdf
    return made([[(50, 800 - 7 * (line % 110), words) for line in range(lines)]] * pages)


RULE = ("rule", "play.adjacent", "--booklet", FILE)
OTHERS = (
    Case("booklet: 10 pages", ".pdf", lambda: pdf(10, 110, "a letter carried from city to city " * 3), RULE),
    Case("booklet: 60 dense pages", ".pdf", lambda: pdf(60, 1000, "a letter"), RULE),
    Case("booklet: 400 pages", ".pdf", lambda: pdf(400, 110, "a letter"), RULE),
    Case("booklet: one endless page", ".pdf", lambda: pdf(1, 500_000, "a letter"), RULE),
    Case("booklet: a long text", ".txt", lambda: b"a letter carried from city to city\n" * 28_000, RULE),
    Case("booklet: words without end", ".txt", lambda: b"abc" * 330_000, RULE),
    Case("engine: perft without end", "", lambda: b"position new seed 1\nperft 9\nquit\n", ("engine",)),
    Case("engine: 200 go", "", lambda: b"position new seed 1\n" + b"go time 10000\n" * 200 + b"quit\n", ("engine",)),
    Case("engine: a long event", "", lambda: b"position new seed 1\napply close" + b" Ulm" * 250_000, ("engine",)),
)


# ---- measuring


def measured(case: Case, folder: Path) -> tuple[float, float, str]:
    """Return seconds, peak memory in megabytes, and the beginning of the answer."""
    path, answer = folder / f"input{case.suffix}", folder / "answer"
    path.write_bytes(case.make())
    words = [str(path) if word == FILE else word for word in case.words]
    with path.open("rb") as given, answer.open("wb") as out:
        begin = time.perf_counter()
        command = [sys.executable, "-c", "import sys; from thurntaxis_cli.main import main; sys.exit(main())", *words]
        process = subprocess.Popen(command, stdin=given, stdout=out, stderr=subprocess.STDOUT)
        ended, _, used = os.wait4(process.pid, os.WNOHANG)
        while not ended and time.perf_counter() - begin < LIMIT:
            time.sleep(0.01)
            ended, _, used = os.wait4(process.pid, os.WNOHANG)
        if not ended:
            process.kill()
            _, _, used = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - begin
    told = answer.read_text(encoding="utf-8", errors="replace").splitlines() or [""]
    said = told[0].replace(str(path), "FILE")
    return seconds, used.ru_maxrss / 1024, f"({len(told)} lines) {said[:110]}" if ended else "ended by the benchmark"


def main() -> None:
    """Measure the inputs in whose name one of the parts stands, or all, and print one line for each."""
    parts = sys.argv[1:] or [""]
    cases = [case for case in (*POSITIONS, *BOARDS, *OTHERS) if any(part in case.name for part in parts)]
    with tempfile.TemporaryDirectory() as folder:
        for case in cases:
            seconds, megabytes, told = measured(case, Path(folder))
            print(f"{case.name:34} {seconds:6.2f} s {megabytes:6.0f} MB  {told}", flush=True)


if __name__ == "__main__":
    main()
