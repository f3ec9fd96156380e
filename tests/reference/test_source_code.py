"""How the code of the rules is written: clauses, options and modules, and what is imported."""

import ast
import dataclasses
import itertools
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import thurntaxis as tt
from support import random_play
from support.sources import sentences_of_rules
from thurntaxis.clauses import clause_of
from thurntaxis.rules import RuleSet

PACKAGE = Path(tt.__file__).parent
ROOT = PACKAGE.parent.parent
ROOMS = ("reference", "rulebook", "solver", "presentation", "web", "cli", "tests", "benchmarks", "docs")


def trees(*paths: Path) -> Iterator[tuple[Path, ast.Module]]:
    for path in paths:
        yield path, ast.parse(path.read_text(encoding="utf-8"), str(path))


def every_rule_set() -> list[RuleSet]:
    choices = itertools.product(*tt.OPTIONS.values())
    base = [tt.rule_set(options=dict(zip(tt.OPTIONS, choice, strict=True))) for choice in choices]
    with_modules = [
        tt.rule_set(board, edition, modules=modules)
        for board, modules in random_play.GAMES
        for edition in ("en-yucata", "it-2006")
    ]
    ignored = tt.rule_set("testland", options={"card-backs": "ignored"}, modules=["power-and-glory"])
    return [*base, *with_modules, ignored]


def noted_clauses() -> Iterator[tuple[str, object]]:
    """Yield every first argument of `note` that is a text, with its place."""
    folders = [path for name in ("steps", "modules") for path in sorted((PACKAGE / name).rglob("*.py"))]
    for path, tree in trees(PACKAGE / "tiles.py", PACKAGE / "free_cities.py", *folders):
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "note":
                name = call.args[0]
                if isinstance(name, ast.Constant):
                    yield f"{path.name}:{call.lineno}", name.value


def test_every_function_with_a_clause_says_what_it_does() -> None:
    every_rule_set()
    carried = tt.clauses_in_code()
    assert len(carried) > 50
    for name, functions in carried.items():
        assert name.count(".") == 1, name
        assert all(name.split(".")), name
        for function in functions:
            assert (function.__doc__ or "").strip().endswith("."), function
            assert clause_of(function) == name


def test_every_clause_that_is_noted_has_a_name() -> None:
    noted = list(noted_clauses())
    assert len(noted) > 15
    for place, name in noted:
        assert isinstance(name, str), place
        assert name.count(".") == 1, place
        assert all(name.split(".")), place


def test_every_condition_carries_its_clause() -> None:
    for rules in every_rule_set():
        for action in rules.actions.values():
            functions: Iterable[Callable[..., Any]] = (*action.moments, *action.conditions)
            assert all(clause_of(function) for function in functions)


def test_everything_but_the_shapes_of_files_is_frozen() -> None:
    every = {
        each
        for name, module in list(sys.modules.items())
        if name.split(".")[0] == "thurntaxis"
        for each in vars(module).values()
        if isinstance(each, type) and dataclasses.is_dataclass(each) and each.__module__.startswith("thurntaxis.")
    }
    assert {tt.Position, tt.Board, RuleSet} < every
    for each in every:
        options: Any = each
        assert options.__dataclass_params__.frozen != each.__name__.endswith("Shape"), each


def test_options_are_looked_up_in_the_parts_that_steps_are_made_of_and_never_later() -> None:
    steps = [path for path in sorted((PACKAGE / "steps").glob("*.py")) if path.name != "__init__.py"]
    assert len(steps) > 6
    lookups: list[str] = []
    for path, tree in trees(*steps, PACKAGE / "tiles.py", PACKAGE / "scoring.py"):
        readings = [node for node in ast.walk(tree) if ast.unparse(node).startswith("parts.options[")]
        allowed = {id(node) for reading in readings for node in ast.walk(reading)}
        for node in ast.walk(tree):
            asked = (isinstance(node, ast.Attribute) and node.attr in ("options", "edition")) or (
                isinstance(node, ast.Name) and node.id == "options"
            )
            named = isinstance(node, ast.Constant) and node.value in tt.OPTIONS and node.value != "all-provinces"
            if (asked or named) and id(node) not in allowed:
                lookups.append(f"{path.name}:{getattr(node, 'lineno', '?')}")
    assert lookups == []


def test_modules_are_chosen_when_the_parts_are_put_together_and_never_asked_for_later() -> None:
    folders = [path for name in ("steps", "modules") for path in sorted((PACKAGE / name).rglob("*.py"))]
    asked = [
        f"{path.name}:{node.lineno}"
        for path, tree in trees(*folders, *(PACKAGE / name for name in ("tiles.py", "scoring.py", "io/turn_checks.py")))
        for node in ast.walk(tree)
        if (isinstance(node, ast.Attribute) and node.attr in ("modules", "edition"))
        or (isinstance(node, ast.Constant) and node.value in tt.MODULES and _is_compared(tree, node))
    ]
    assert len(folders) > 15
    assert asked == []


def _is_compared(tree: ast.AST, constant: ast.Constant) -> bool:
    """Return whether a constant is one side of a comparison such as `x in y`."""
    return any(constant in (node.left, *node.comparators) for node in ast.walk(tree) if isinstance(node, ast.Compare))


def test_every_sentence_of_the_modules_is_shown_by_a_test() -> None:
    tests = [Path(__file__).with_name(f"test_{name}.py") for name in ("messenger", "offices", "power_and_glory")]
    shown = {
        node.value
        for _, tree in trees(*tests)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    modules = PACKAGE / "free_cities.py", *(PACKAGE / "modules").rglob("*.py")
    said = {template for _, template in sentences_of_rules(*modules)}
    assert len(said) > 40
    patterns = {template: re.compile(re.sub(r"\\{\w+\\}", ".+", re.escape(template))) for template in said}
    golden = "\n".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("rulings/*.txt"))
    missing = {
        template
        for template, pattern in patterns.items()
        if not pattern.search(golden) and not any(map(pattern.fullmatch, shown))
    }
    assert missing == set()


def test_every_clause_of_the_modules_has_its_code() -> None:
    every_rule_set()
    carried = tt.clauses_in_code()
    chapters = ("letters.", "messenger.", "offices.", "return.", "horses.", "backs.", "free-cities.", "north.")
    assert all(any(name.startswith(chapter) for name in carried) for chapter in chapters)
    carriers = {function.__module__ for functions in carried.values() for function in functions}
    assert {name for name in carriers if name.startswith("thurntaxis.modules.")} >= {
        "thurntaxis.modules.messenger.paying",
        "thurntaxis.modules.offices.actions",
        "thurntaxis.modules.power_and_glory.horses",
    }


def imported(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the modules that are imported, with the line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative import"
            yield node.lineno, node.module or ""


def test_reference_needs_nothing_but_the_standard_library() -> None:
    border = {"write.py": {"tomli_w"}}
    foreign: list[str] = []
    for path, tree in trees(*sorted(PACKAGE.rglob("*.py"))):
        allowed = sys.stdlib_module_names | {"thurntaxis"} | border.get(path.name, set())
        foreign += [f"{path.name}:{line}: {name}" for line, name in imported(tree) if name.split(".")[0] not in allowed]
    assert foreign == []


def test_nothing_imports_the_package_by_the_name_of_its_room() -> None:
    paths = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]
    assert len(paths) > 30
    twice = [
        f"{path.relative_to(ROOT)}:{line}"
        for path, tree in trees(*paths)
        for line, name in imported(tree)
        if name.split(".")[0] in ("reference", "rulebook", "solver", "presentation", "web", "cli")
    ]
    assert twice == []


def test_import_is_light() -> None:
    code = "import sys, thurntaxis; print(*sorted({name.split('.')[0] for name in sys.modules}))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "thurntaxis" in loaded
    assert {"tomli_w", "wasmtime", "numba", "sympy", "networkx", "numpy", "rich", "click"} & set(loaded) == set()
