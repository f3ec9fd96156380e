"""Wrong arguments of the public functions: each is refused, and the message names the value."""

import inspect
import math
import pickle
from collections.abc import Callable, Mapping
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import numpy as np
import pytest

import thurntaxis as tt
import thurntaxis_rulebook as rulebook
import thurntaxis_solver as solver
from support.golden import check
from thurntaxis_solver.environments.gymnasium import ThurnTaxisEnv
from thurntaxis_solver.environments.pettingzoo import raw_env
from thurntaxis_solver.environments.setting import Setting
from thurntaxis_solver.environments.vector import VectorEnvironment
from thurntaxis_solver.play.agents import agent
from thurntaxis_solver.play.matches import Setup
from thurntaxis_solver.play.tournament import Local, play

START = tt.new(2, seed=7)
RIGHT: dict[str, Any] = {
    "position": START,
    "record": tt.Record(START, (), "x"),
    "start": START,
    "events": (),
    "depth": 1,
}
RIGHT |= {"name": "south", "text": "greedy", "words": "tie", "engine": "x", "path": "examples/midgame.toml", "seed": 1}
RIGHT |= {"event": START.events()[0], "id": "play.adjacent", "clause": "play.adjacent", "dispute": "tie", "cores": 1}
RIGHT |= {"agents": ["random"], "cities": ["Ulm"], "setup": Setup.of(["random"]), "line": "TT1 / - / -"}
RIGHT |= {"games": 1, "num_envs": 1, "command": "x"}
VALUES = [2.5, math.nan, "greedy", "2", 3, -1, True, b"x", ["x"], [3], (None,), {"x": 3}, {4}, object(), len, None]
PUBLIC = [getattr(package, name) for package in (tt, solver, rulebook) for name in package.__all__]
FUNCTIONS = [*filter(inspect.isfunction, PUBLIC), play, agent, tt.Position.from_line]
CLASSES = [tt.Record, solver.Effort, solver.Analysis, Local, Setting, VectorEnvironment, ThurnTaxisEnv, raw_env]
CLASSES += [solver.EngineClient]


def is_right(value: Any, kind: Any) -> bool:
    """Return whether a value is of an annotated type."""
    origin, parts = get_origin(kind) or kind, get_args(kind)
    if origin in (Union, UnionType):
        return any(is_right(value, part) for part in parts)
    if origin is Literal or kind in (int, float, str, bool, NoneType):
        return type(value) is kind or (kind is float and type(value) is int)
    if origin is Mapping:
        return isinstance(value, dict) and all(is_right(each, parts[1]) for each in value.values())
    if parts and origin is not Callable:
        return isinstance(value, (list, tuple, set, dict)) and all(is_right(each, parts[0]) for each in value)
    return isinstance(value, dict if origin.__name__ == "Row" else origin)


@pytest.mark.parametrize(
    "called", [*FUNCTIONS, *CLASSES, Setup.of, START.play, START.why_not], ids=lambda it: it.__name__
)
def test_a_value_of_another_type_is_named(called: Any) -> None:
    parameters = [each for each in inspect.signature(called).parameters.values() if each.kind != each.VAR_KEYWORD]
    hints = get_type_hints(called.__init__ if called in CLASSES else called)
    needed = {each.name: RIGHT.get(each.name) for each in parameters if each.default is each.empty}
    needed |= {"engine": Local(1)} if called is play else {}
    for name in (each.name for each in parameters):
        wrong = [value for value in VALUES if not is_right(value, hints[name])]
        assert len(wrong) > 8
        for value in wrong:
            with pytest.raises(TypeError) as raised:
                list(called(**{**needed, name: value}))
            said, content = str(raised.value), value if isinstance(value, (list, tuple, set, dict)) else ()
            assert said.startswith(name)
            assert any(said.endswith(f", found {repr(each)[:37]}") for each in (value, 3, *content)), said


def test_an_impossible_value_is_named() -> None:
    def refused(call: str) -> str:
        with pytest.raises(ValueError) as raised:  # noqa: PT011 - the message is compared
            eval(call)
        return str(raised.value)

    check(Path(__file__).with_name("impossible_values.txt"), refused)


def test_numbers_of_numpy_and_iterators_are_taken_and_functions_can_be_pickled() -> None:
    number: Any = np.int64(2)
    assert tt.new(number, modules=iter(["offices-of-honor"]), seed=number).players == tt.new(seed=2).players
    assert solver.Effort(seconds=number) == solver.Effort(seconds=2)
    assert all(pickle.loads(pickle.dumps(function)) is function for function in FUNCTIONS)
