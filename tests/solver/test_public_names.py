"""What `import thurntaxis_solver` offers: typed names that load when they are used."""

import ast
import subprocess
import sys
from fractions import Fraction
from inspect import unwrap
from pathlib import Path

import pytest

import thurntaxis as tt
import thurntaxis_solver as solver
from support.paths import EXAMPLES, ROOT
from thurntaxis_solver import (
    Advice,
    Analysis,
    Effort,
    Estimate,
    Exact,
    Line,
    Number,
    Odds,
    Placements,
    TargetRoute,
    advise,
    odds,
    placements,
    routes,
)

FILE = Path(str(solver.__file__))
MIDGAME = tt.read_position(EXAMPLES / "midgame.toml")


def imported_for_type_checkers() -> dict[str, str]:
    """Return the names that type checkers are told, with the modules that they come from."""
    return {
        alias.name: str(node.module)
        for node in ast.walk(ast.parse(FILE.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("thurntaxis_solver.")
        for alias in node.names
    }


def test_every_name_comes_from_where_type_checkers_look_for_it() -> None:
    told = imported_for_type_checkers()
    assert sorted(told) == sorted(solver.__all__)
    for name, module in told.items():
        assert unwrap(getattr(solver, name)) is getattr(sys.modules[module], name)
    assert set(solver.__all__) <= set(dir(solver))


def test_the_reference_has_every_name() -> None:
    page = (ROOT / "docs" / "reference-solver.md").read_text(encoding="utf-8")
    assert [name for name in solver.__all__ if f"::: thurntaxis_solver.{name}\n" not in page] == ["Number"]
    assert "`Number`" in page


def test_a_name_that_is_not_there_is_an_error() -> None:
    with pytest.raises(AttributeError, match="module 'thurntaxis_solver' has no attribute 'advice_on'"):
        solver.advice_on  # type: ignore[attr-defined]  # noqa: B018


def test_a_module_loaded_first_does_not_hide_a_function() -> None:
    code = (
        "import thurntaxis_solver.analysis, thurntaxis_solver.route_planning.odds\n"
        "from thurntaxis_solver import advise, odds, placements, routes\n"
        "assert all(map(callable, (advise, odds, placements, routes)))"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_importing_the_package_loads_nothing_of_it() -> None:
    code = (
        "import sys, thurntaxis_solver\n"
        "loaded = [name for name in sys.modules if name.startswith(('thurntaxis', 'wasmtime', 'sympy', 'networkx'))]\n"
        "assert loaded == ['thurntaxis_solver'], loaded"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def ask(position: tt.Position) -> tuple[Advice, tuple[TargetRoute, ...], Placements, Odds]:
    """Return the four answers; type checkers see that the public names have the types that are said here."""
    line: Line = advise(position, Effort(playouts=100)).lines[0]
    figures: tuple[Number, Number, Number] = line.win, line.margin, line.score
    assert all(isinstance(figure, Exact | Estimate) for figure in figures)
    first: tt.Event = line.turn[0]
    assert first in position.decisions()
    analysis = Analysis(position, Effort(playouts=50))
    reports: list[Advice] = list(analysis.reports())
    assert len(reports) <= 1
    assert analysis.result().advice.lines[0].turn
    return advise(position, Effort(playouts=100)), routes(position), placements(position), odds(position, ["Pilsen"])


def test_the_answers_are_typed() -> None:
    advice, targets, houses, chance = ask(MIDGAME)
    share: Fraction = chance.chance.fraction
    assert share == Fraction(6, 19)
    cities: tuple[str, ...] = targets[0].cities
    assert set(cities) <= {city.name for city in MIDGAME.rules.board.cities}
    assert houses.count == len(houses.best) + len(houses.others)
    assert advice.effort.playouts == 100
    probabilities: list[Fraction] = [probability for _, probability in MIDGAME.play("draw deck").chances()]
    assert sum(probabilities) == 1
