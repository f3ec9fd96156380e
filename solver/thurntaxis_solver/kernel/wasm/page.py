"""Generates the parts of `docs/kernel.md` that come from the source.

Run `python -m thurntaxis_solver.kernel.wasm.page` in the repository after changing what the page shows. A part is
between `<!-- generated: NAME -->` and `<!-- end -->`; everything else on the page is written by hand.
"""

import ast
import functools
import inspect
import io
import itertools
import re
import tokenize
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import thurntaxis
from thurntaxis_solver import kernel
from thurntaxis_solver.kernel import games, layout, recorded_decisions
from thurntaxis_solver.kernel.compiled import ENTRIES
from thurntaxis_solver.kernel.environments import actions, many_games, seat_view
from thurntaxis_solver.kernel.instance import Kernel
from thurntaxis_solver.kernel.network import encoding, input_layout, network, outputs, prior_network
from thurntaxis_solver.kernel.network import seat_network as by_seats
from thurntaxis_solver.kernel.policy import playout_policy
from thurntaxis_solver.kernel.rules import moves
from thurntaxis_solver.kernel.search import (
    last_turn,
    leaf_value,
    lookahead,
    model,
    monte_carlo,
    perft,
    priors,
    recorded_playout,
    tree_search,
)
from thurntaxis_solver.kernel.tables import tables
from thurntaxis_solver.kernel.wasm.export import Prepared, verb_patterns, workspace_arrays
from thurntaxis_solver.kernel.wasm.signatures import ArrayKind, Kind, RecordKind, Signature, kind_of, signature_of

ROOT = Path(__file__).parents[4]
PAGE = ROOT / "docs" / "kernel.md"

FUNCTION_MODULES = (
    *(moves, perft, playout_policy, encoding, outputs, leaf_value),
    *(last_turn, lookahead, priors, tree_search, monte_carlo, games, recorded_playout, recorded_decisions),
    *(actions, seat_view, many_games),
)
"""The Python modules of the functions, in the order of the page."""


def page_text(text: str, parts: Mapping[str, Callable[[], str]] | None = None) -> str:
    """Return a page with all generated parts renewed; without others, the parts are those of the kernel's page."""
    made = PARTS if parts is None else parts
    part = re.compile(r"(<!-- generated: ([^\n]+) -->\n).*?(<!-- end -->)", re.DOTALL)
    return part.sub(lambda found: f"{found[1]}\n{made[found[2]]()}\n\n{found[3]}", text)


# ---- functions and records


def documented_functions() -> list[Signature]:
    """Return the signatures of the functions, in the order of the page."""
    modules = [module.__name__ for module in FUNCTION_MODULES]
    functions = sorted(map(inspect.unwrap, ENTRIES.values()), key=lambda function: modules.index(function.__module__))
    return [signature_of(function) for function in functions]


def _functions() -> str:
    rows: list[tuple[str, str, str]] = []
    for signature in documented_functions():
        parameters = ", ".join(f"{name}: {_kind(kind)}" for name, kind in signature.parameters)
        result = "" if signature.result is None else f" -> {_kind(signature.result)}"
        types = ", ".join(_wasm_type(kind) for _, kind in signature.parameters)
        of_result = "" if signature.result is None else f" -> {_wasm_type(signature.result)}"
        sentence = _first_sentence(signature.documentation)
        rows.append((f"`{signature.name}({parameters}){result}`", f"`({types}){of_result}`", sentence))
    return table(("function", "in WebAssembly", "what it does"), rows)


def _kind(kind: Kind) -> str:
    """Return the name of what a parameter or field is."""
    if isinstance(kind, ArrayKind):
        return kind.number + "[]" * kind.dimensions
    return kind.type.__name__ if isinstance(kind, RecordKind) else kind


def _wasm_type(kind: Kind) -> str:
    if isinstance(kind, str):
        return "f64" if kind == "float" else "i64"
    return "i32"


def _first_sentence(documentation: str) -> str:
    found = re.match(r".*?\.(?=\s|$)", documentation, re.DOTALL)
    assert found is not None
    return " ".join(found[0].split())


def _record(type_: type[Any], sizes: Mapping[str, str] | None = None) -> str:
    """Return the description of a named tuple, and a table of its fields, with their sizes if these are given."""
    kind = kind_of(type_)
    assert isinstance(kind, RecordKind)
    meanings = dict(_attributes(type_))
    columns = [
        ("field", [f"`{name}`" for name, _ in kind.fields]),
        ("type", [f"`{_kind(field)}`" for _, field in kind.fields]),
        *([("size", [sizes[name] for name, _ in kind.fields])] if sizes else []),
        *([("what it is", [meanings.get(name, "") for name, _ in kind.fields])] if meanings else []),
    ]
    fields = table([head for head, _ in columns], zip(*(cells for _, cells in columns), strict=True))
    return f"{_description(type_).partition('Attributes:')[0].strip()}\n\n{fields}"


def _description(object_: object) -> str:
    return inspect.getdoc(object_) or ""


def _attributes(type_: type[Any]) -> Iterator[tuple[str, str]]:
    """Yield the names and meanings in the section `Attributes` of a docstring."""
    _, _, section = _description(type_).partition("Attributes:\n")
    for name, meaning in re.findall(r"^    (\w+): (.*(?:\n     .*)*)", section, re.MULTILINE):
        yield name, " ".join(meaning.split())


def _workspace() -> str:
    """Return the workspace with its sizes on the southern board."""
    arrays = workspace_arrays(Kernel.of(tables(thurntaxis.rule_set())).workspace)
    sizes = {name: f"{rows:,} × {columns:,}" if columns > 1 else f"{rows:,}" for name, _, rows, columns in arrays}
    return _record(model.Workspace, sizes)


def _prepared() -> str:
    rows = [(f"`{name}`", meaning) for name, meaning in _attributes(Prepared)]
    return table(("key", "what it is"), rows)


# ---- constants, with the comments and docstrings of the source

FIRST_SECTION = "cards and bags"
"""The title of what comes before the first section."""

LAYOUT_SECTIONS = (
    *(FIRST_SECTION, "the state: table and turn", "the state: seats", "the state: stacks and deck"),
    *("phases, officials, rewards", "the tables"),
)
"""The sections of the layout that are shown as they are."""


def _about_layout() -> str:
    """Return what the docstring of the layout says below its first line."""
    return _description(layout).partition("\n")[2].strip()


def _layout(title: str) -> str:
    """Return the constants of a section of the layout: for each assignment its values, names and comment."""
    return _commented(layout, lambda statement, comments: _section(statement, comments) == title)


def _commented(module: ModuleType, is_shown: Callable[[ast.Assign, Mapping[int, str]], bool]) -> str:
    """Return constants of a module: for each assignment that is shown its values, names and comment."""
    source = inspect.getsource(module)
    comments = {
        token.start[0]: token.string.lstrip("# ")
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
    }
    rows: list[tuple[str, str, str]] = []
    for statement in ast.parse(source).body:
        if isinstance(statement, ast.Assign) and is_shown(statement, comments):
            names = _names(statement)
            values = ", ".join(_value(getattr(module, name)) for name in names)
            rows.append((values, ", ".join(f"`{name}`" for name in names), comments.get(statement.end_lineno or 0, "")))
    assert rows
    return table(("number", "name", "what it is"), rows)


def _recorded() -> str:
    """Return the numbers of a recorded playout: those of a closing, and those after the closings."""
    first = recorded_playout.CLOSING_SIZE * recorded_playout.CLOSINGS

    def comes_after(statement: ast.Assign, _comments: Mapping[int, str]) -> bool:
        names = _names(statement)
        return len(names) == 1 and names[0].isupper() and getattr(recorded_playout, names[0]) >= first

    after = _commented(recorded_playout, comes_after)
    return f"{_below(recorded_playout, 'CLOSING_TURN')}\n\n{after}"


def _readings() -> str:
    """Return the places in the tables of each value of each option."""
    pairs = enumerate(layout.READING_PAIRS, layout.READINGS)
    return table(
        ("number", "option", "value"),
        [(str(place), f"`{name}`", f"`{str(value).lower()}`") for place, (name, value) in pairs],
    )


def _section(statement: ast.Assign, comments: Mapping[int, str]) -> str:
    """Return the title of the section with an assignment."""
    titles = [text for line, text in comments.items() if text.startswith("---- ") and line < statement.lineno]
    return titles[-1].removeprefix("---- ") if titles else FIRST_SECTION


def _value(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join("–" if each is None else str(each) for each in cast("tuple[object, ...]", value))
    return hex(value) if isinstance(value, int) and value >= 1 << 20 else str(value)


def _below(module: ModuleType, *firsts: str) -> str:
    """Return tables of the constants in the assignments that begin with these names, each after its docstring."""
    parts: list[str] = []
    for statement, following in itertools.pairwise(ast.parse(inspect.getsource(module)).body):
        if not isinstance(statement, ast.Assign):
            continue
        names = _names(statement)
        if names[0] in firsts:
            assert isinstance(following, ast.Expr)
            text = " ".join(str(ast.literal_eval(following.value)).split())
            rows = [(_value(getattr(module, name)), f"`{name}`") for name in names]
            parts.append(f"{text}\n\n{table(('number', 'name'), rows)}")
    assert len(parts) == len(firsts)
    return "\n\n".join(parts)


def _names(statement: ast.Assign) -> list[str]:
    """Return the names that an assignment defines."""
    return [node.id for node in ast.walk(statement.targets[0]) if isinstance(node, ast.Name)]


def _cards() -> str:
    """Return what the kernel's docstring says of cards, in its last paragraph."""
    return _description(kernel).rpartition("\n\n")[2]


def _events() -> str:
    """Return the verbs, with the texts of their events and the kinds of their operands."""
    patterns = verb_patterns(numbered=False)
    rows = [(str(verb), f"`{text}`", "" if kind == "none" else kind) for verb, (text, kind) in enumerate(patterns)]
    return table(("verb", "event", "operand"), rows)


def _network() -> str:
    inputs, units, second = input_layout.INPUTS, network.UNITS, network.SECOND_UNITS
    rows = [
        ("0", f"the first layer: a row of {units} weights for each of {inputs:,} inputs"),
        (f"{inputs * units:,}", f"its {units} biases"),
        (f"{network.SECOND:,}", f"the second layer: a row of {second} weights for each of {units} units"),
        (f"{network.SECOND + units * second:,}", f"its {second} biases"),
        (f"{network.THIRD:,}", f"the outputs: a row of {network.OUTPUTS} weights for each of {second} units"),
        (f"{network.THIRD + second * network.OUTPUTS:,}", f"their {network.OUTPUTS} biases"),
        (f"{network.NETWORK:,}", "the end"),
    ]
    return table(("from", "weights"), rows)


def _network_by_seats() -> str:
    """Return where the weights of the evaluation network by seats begin."""
    own, table_units, units = by_seats.SEAT_UNITS, by_seats.TABLE_UNITS, by_seats.UNITS
    rows = [
        ("0", f"the seats' part of the first layer: a row of {own} weights for each of {by_seats.SEAT_ROWS} inputs"),
        (f"{by_seats.SEAT_BIASES:,}", f"{own} biases for each seat"),
        (f"{by_seats.TABLE:,}", f"the table's part: a row of {table_units} for each of {by_seats.TABLE_ROWS} inputs"),
        (f"{by_seats.TABLE_BIASES:,}", f"its {table_units} biases"),
        (f"{by_seats.SECOND:,}", f"the second layer: a row of {units} for each of {by_seats.FIRST_UNITS} units"),
        (f"{by_seats.SECOND_BIASES:,}", f"its {units} biases"),
        (f"{by_seats.THIRD:,}", f"the third layer: a row of {units} for each of {units} units"),
        (f"{by_seats.THIRD_BIASES:,}", f"its {units} biases"),
        (f"{by_seats.LAST:,}", f"the outputs: a row of {network.OUTPUTS} for each of {units} units"),
        (f"{by_seats.LAST_BIASES:,}", f"their {network.OUTPUTS} biases"),
        (f"{by_seats.NETWORK:,}", "the end"),
    ]
    return table(("from", "weights"), rows)


def _prior_network() -> str:
    """Return where the weights of the prior network begin that the evaluation network doesn't have, and its parts."""
    units, parts = network.SECOND_UNITS, prior_network.PARTS
    rows = [
        (f"{network.THIRD:,}", f"the outputs: a row of {units} weights for each of {parts} parts"),
        (f"{prior_network.NETWORK:,}", "the end"),
    ]
    named = _commented(prior_network, lambda statement, comments: statement.end_lineno in comments)
    return f"{table(('from', 'weights'), rows)}\n\n{named}"


def _file(path: str, language: str) -> str:
    text = (ROOT / path).read_text(encoding="utf-8")
    return f"```{language}\n{text}```"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)


PARTS: dict[str, Callable[[], str]] = {
    "functions": _functions,
    "cards": _cards,
    "layout": _about_layout,
    **{title: functools.partial(_layout, title) for title in LAYOUT_SECTIONS},
    "readings": _readings,
    "events": _events,
    "Model": lambda: _record(model.Model),
    "Workspace": _workspace,
    "Tree": lambda: _record(tree_search.Tree),
    "tree": lambda: _below(tree_search, "NODES", "EVENT", "PRIOR", "OFFERED", "ENDED"),
    "leaf value": lambda: _below(leaf_value, "WIN"),
    "record of a playout": _recorded,
    "DecisionRecord": lambda: _record(recorded_decisions.DecisionRecord),
    "Batch": lambda: _record(many_games.Batch),
    "network": _network,
    "network by seats": _network_by_seats,
    "prior network": _prior_network,
    "Prepared": _prepared,
    "kernel.mjs": lambda: _file("examples/kernel.mjs", "js"),
    "kernel_module.mjs": lambda: _file("examples/kernel_module.mjs", "js"),
}


if __name__ == "__main__":
    PAGE.write_text(page_text(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
