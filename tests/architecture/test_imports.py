"""Imports point one way: between the packages as the architecture says, and within each without a cycle."""

import ast
from collections import defaultdict
from pathlib import Path

import networkx as nx
import pytest

from architecture.import_graph import cycles, import_graph, modules_below
from support.paths import ROOT

BELOW = {
    "thurntaxis": (),
    "thurntaxis_rulebook": ("thurntaxis",),
    "thurntaxis_solver": ("thurntaxis",),
    "thurntaxis_training": ("thurntaxis", "thurntaxis_solver"),
    "thurntaxis_presentation": ("thurntaxis", "thurntaxis_rulebook", "thurntaxis_solver"),
    "thurntaxis_web": ("thurntaxis", "thurntaxis_rulebook", "thurntaxis_solver", "thurntaxis_presentation"),
    "thurntaxis_cli": (
        "thurntaxis",
        "thurntaxis_rulebook",
        "thurntaxis_solver",
        "thurntaxis_presentation",
        "thurntaxis_web",
    ),
}
"""The packages that each package may import."""

FOLDERS = {file.parent.name: file.parent for file in ROOT.glob("*/thurntaxis*/__init__.py")}
MODULES = modules_below(FOLDERS)


@pytest.fixture(scope="module")
def graph() -> "nx.DiGraph[str]":
    return import_graph(MODULES)


def test_the_graph_is_that_of_the_project(graph: "nx.DiGraph[str]") -> None:
    assert set(FOLDERS) == set(BELOW)
    assert graph.has_edge("thurntaxis.setup", "thurntaxis.rule_sets")
    assert graph.number_of_edges() > 500


def test_no_module_imports_itself_in_a_circle(graph: "nx.DiGraph[str]") -> None:
    assert cycles(graph) == []


def test_no_package_imports_upward(graph: "nx.DiGraph[str]") -> None:
    upward = [
        f"{importer} -> {imported}"
        for importer, imported in graph.edges
        for above, below in [(importer.split(".")[0], imported.split(".")[0])]
        if above != below and below not in BELOW[above]
    ]
    assert upward == []


def test_no_two_classes_share_a_name() -> None:
    places: defaultdict[str, list[str]] = defaultdict(list)
    for module, file in MODULES.items():
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                places[node.name].append(module)
    assert {name: modules for name, modules in places.items() if len(modules) > 1} == {}


# ---- the test itself


@pytest.fixture
def circle(tmp_path: Path) -> Path:
    """Three modules of a package: the last imports the first inside a function."""
    package = tmp_path / "pkg"
    package.mkdir()
    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "a.py").write_text("import pkg.b\n", encoding="utf-8")
    (package / "b.py").write_text("from pkg import c\n", encoding="utf-8")
    (package / "c.py").write_text("def late():\n    from pkg.a import x\n    return x\n", encoding="utf-8")
    return package


def test_a_deferred_import_that_closes_a_circle_is_found_with_its_chain(circle: Path) -> None:
    assert cycles(import_graph(modules_below({"pkg": circle}))) == ["pkg.a -> pkg.b -> pkg.c -> pkg.a"]


def test_an_import_for_type_checkers_closes_no_circle(circle: Path) -> None:
    text = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from pkg.a import x\n"
    (circle / "c.py").write_text(text, encoding="utf-8")
    assert cycles(import_graph(modules_below({"pkg": circle}))) == []


def test_a_package_that_imports_a_module_which_needs_the_package_closes_a_circle(tmp_path: Path) -> None:
    for name, text in {
        "p/__init__": "from p.m import x",
        "p/m": "import q.n",
        "q/__init__": "",
        "q/n": "import p",
    }.items():
        file = tmp_path / f"{name}.py"
        file.parent.mkdir(exist_ok=True)
        file.write_text(f"{text}\n", encoding="utf-8")
    assert cycles(import_graph(modules_below({"p": tmp_path / "p", "q": tmp_path / "q"}))) == ["p -> p.m -> q.n -> p"]
