"""Finds the templates of messages in the source, and those that a language has no words for.

`python tests/support/missing_messages.py LANG` prints the lines that the table `faults` of a language lacks, each with
the English template as its text, to be replaced by a translation.
"""

import ast
import functools
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from thurntaxis_presentation.errors import has_words
from thurntaxis_rulebook.corpus.languages import entry

ROOT = Path(__file__).parents[2]
PACKAGES = ("reference", "rulebook", "solver", "presentation", "cli", "web")


@functools.cache
def templates() -> dict[str, str]:
    """Return the English template of every message in the source that has words, with a place where it stands."""
    found = {template: place for template, place in all_templates() if has_words(template)}
    return dict(sorted(found.items()))


def all_templates() -> Iterator[tuple[str, str]]:
    """Yield every template with its place: texts given to a maker of messages, or in a table of the module.

    Raises:
        ValueError: a template is neither.
    """
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            if any(f"{maker}(" in text for maker in MAKERS):
                yield from _templates_of(ast.parse(text), str(path.relative_to(ROOT)))


MAKERS = {
    **dict.fromkeys(("Message", "Hint"), (0,)),
    **dict.fromkeys(("InputError", "EventError", "EngineError", "AgentError", "Refused"), (0, 1)),
    **dict.fromkeys(("UnknownClause", "NotRevealed"), (0, 1)),
    **dict.fromkeys(("Fault", "FaultyRecord", "NotCovered", "ResultError", "TooLarge"), (1, 2)),
    **dict.fromkeys(("UnreadableBoard", "PositionError.of", "self._add_fault"), (1, 2)),
    **dict.fromkeys(("Unplayable", "refuse"), (2, 3)),
}
"""What makes messages of templates, with the arguments that are templates; others may get messages instead."""

TABLES_ELSEWHERE = {"UNKNOWN": "reference/thurntaxis/names.py"}
"""Tables of templates that are used in other modules than their own."""


def _templates_of(tree: ast.Module, path: str) -> Iterator[tuple[str, str]]:
    tables = dict(_tables(tree))
    for name, home in TABLES_ELSEWHERE.items():
        if path != home:
            tables[name] = dict(_tables(ast.parse((ROOT / home).read_text(encoding="utf-8"))))[name]
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or (maker := ast.unparse(node.func)) not in MAKERS:
            continue
        for at in MAKERS[maker]:
            place = f"{path}:{node.lineno}"
            match node.args[at : at + 1]:
                case [ast.Constant(value=str(template))]:
                    yield template, place
                case [ast.Subscript(value=ast.Name(id=name))] if name in tables:
                    yield from ((template, place) for template in tables[name])
                case [ast.Attribute(attr="template")]:  # a sentence of the rules, which stands in the table `sentences`
                    pass
                case [ast.Name(id="text")] if path == "reference/thurntaxis/fault.py":  # a template of another maker
                    pass
                case [ast.JoinedStr() | ast.BinOp() | ast.Constant()]:
                    raise ValueError(f"{place}: {ast.unparse(node)}")
                case _ if maker in ("Message", "Hint"):
                    raise ValueError(f"{place}: {ast.unparse(node)}")
                case _:  # a message, or several
                    pass


def _tables(tree: ast.Module) -> Iterator[tuple[str, list[str]]]:
    """Yield the tables of texts in a module: the name and the texts of each."""
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Dict(values=values)):
                texts = [value.value for value in values if isinstance(value, ast.Constant)]
                if texts and len(texts) == len(values):
                    yield name, [str(text) for text in texts]
            case _:
                pass


def missing(language: str) -> dict[str, str]:
    """Return the templates for which a language has no words, with a place where each stands."""
    known = entry(language, "faults")
    return {template: place for template, place in templates().items() if template not in known}


if __name__ == "__main__":
    for lacking, where in missing(sys.argv[1]).items():
        quoted = json.dumps(lacking, ensure_ascii=False)
        sys.stdout.write(f"{quoted} = {quoted}  # {where}\n")
