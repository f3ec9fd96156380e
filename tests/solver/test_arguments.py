"""Wrong arguments of the public functions: each is refused, and the message names the value."""

import inspect
import math
import pickle
import re
from collections.abc import Callable, Iterator, Mapping
from types import NoneType, UnionType
from typing import Any, Literal, Union, Unpack, get_args, get_origin, get_type_hints, is_typeddict

import numpy as np
import pytest

import thurntaxis as tt
import thurntaxis_rulebook as rulebook
import thurntaxis_solver as solver
from thurntaxis_solver.environments.setting import Setting
from thurntaxis_solver.environments.vector import VectorEnvironment
from thurntaxis_solver.play.agents import agent
from thurntaxis_solver.play.matches import Setup
from thurntaxis_solver.play.tournament import Local, play

START = tt.new(2, seed=7)
RECORD = tt.Record(START, (), "x")
RIGHT: dict[str, Any] = {"position": START, "record": RECORD, "start": START, "events": (), "event": START.events()[0]}
RIGHT |= {"name": "south", "text": "greedy", "words": "tie", "engine": "x", "path": "examples/midgame.toml", "seed": 1}
RIGHT |= {"id": "play.adjacent", "clause": "play.adjacent", "dispute": "tie", "agents": ["random"], "cities": ["Ulm"]}
RIGHT |= {"depth": 1, "line": "TT1 / - / -", "cores": 1, "games": 1, "setup": Setup.of(["random"])}
VALUES = [2.5, math.nan, "greedy", "2", 3, -1, True, b"x", ["x"], [3], (None,), {"x": 3}, {4}, object(), len, None]


def public() -> Iterator[Any]:
    """Yield the public functions, and the classes whose arguments people choose."""
    for package in (tt, solver, rulebook):
        yield from filter(inspect.isfunction, (getattr(package, name) for name in package.__all__))
    yield from (tt.Record, solver.Effort, solver.Analysis, Setup.of, Local, play, agent, Setting, VectorEnvironment)
    yield from (tt.Position.from_line, START.play, START.why_not)
    for module, name in (("gymnasium", "ThurnTaxisEnv"), ("pettingzoo", "raw_env")):
        yield getattr(pytest.importorskip(f"thurntaxis_solver.environments.{module}"), name)


def is_right(value: Any, kind: Any) -> bool:
    """Return whether a value is of an annotated type."""
    origin, parts = get_origin(kind) or kind, get_args(kind)
    if origin in (Union, UnionType):
        return any(is_right(value, part) for part in parts)
    if origin in (Literal, Unpack) or is_typeddict(kind) or kind in (int, float, str, bool, NoneType):
        return type(value) is kind or value in parts or (kind is float and type(value) is int)
    if origin is Mapping:
        return isinstance(value, dict) and all(is_right(each, parts[1]) for each in value.values())
    if parts and origin is not Callable:
        return isinstance(value, (list, tuple, set, dict)) and all(is_right(each, parts[0]) for each in value)
    return isinstance(value, origin)


@pytest.mark.parametrize("function", list(public()), ids=lambda function: function.__qualname__)
def test_a_value_of_another_type_is_named(function: Any) -> None:
    parameters = [each for each in inspect.signature(function).parameters.values() if each.kind != each.VAR_KEYWORD]
    hints = get_type_hints(function.__init__ if inspect.isclass(function) else function)
    needed = {each.name: RIGHT.get(each.name) for each in parameters if each.default is each.empty}
    if "engine" in needed and function is play:
        needed["engine"] = Local(1)
    for name in [each.name for each in parameters]:
        wrong = [value for value in VALUES if not is_right(value, hints[name])]
        assert len(wrong) > 8
        for value in wrong:
            with pytest.raises(TypeError) as raised:
                list(function(**{**needed, name: value}) or ())
            said, content = str(raised.value), value if isinstance(value, (list, tuple, set, dict)) else ()
            assert said.startswith(name), said
            assert any(said.endswith(f", found {repr(each)[:37]}") for each in (value, 3, *content)), said


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: tt.new(0), "0 players can't play; expected 2 to 4 players"),
        (lambda: Setup.of(["greedy"], 0), "0 players can't play; expected 2 to 4 players"),
        (lambda: tt.perft(START, -1), "depth: expected at least 0, found -1"),
        (lambda: tt.perft_by_event(START, 0), "depth: expected at least 1, found 0"),
        (lambda: solver.Effort(cores=0), "cores: expected at least 1, found 0"),
        (lambda: solver.Effort(seconds=math.nan), "seconds is nan; expected more than 0"),
        (lambda: next(play(Setup.of(["random"]), 1, Local(0))), "cores: expected at least 1, found 0"),
        (lambda: rulebook.search("tie", limit=-1), "limit: expected at least 0, found -1"),
        (lambda: rulebook.search("tie", lang="xx"), 'unknown language "xx"; expected en, de, fr, it, pl or ja'),
        (lambda: rulebook.disputes_about("tie"), 'unknown clause "tie"; did you mean tiles.top or score.tie?'),
        (lambda: rulebook.examples_of("?"), 'unknown clause "?"; taxis rule lists the clauses'),
        (lambda: VectorEnvironment(-1), "games: expected at least 1, found -1"),
    ],
)
def test_an_impossible_value_is_named(ask: Callable[[], Any], said: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(said)}$"):
        ask()


def test_numbers_of_numpy_and_iterators_are_taken() -> None:
    number: Any = np.int64(2)
    assert tt.new(number, modules=iter(["offices-of-honor"]), seed=number) == tt.new(
        2, modules=["offices-of-honor"], seed=2
    )
    assert solver.Effort(seconds=number) == solver.Effort(seconds=2)
    assert solver.odds(START, (city for city in ["Ulm"])) == solver.odds(START, ["Ulm"])


def test_functions_can_be_pickled() -> None:
    for function in filter(inspect.isfunction, public()):
        assert pickle.loads(pickle.dumps(function)) is function
