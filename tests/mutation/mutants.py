"""The mutants of a module: each is its source with one change."""

import ast
import bisect
import copy
import dataclasses
import itertools
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

from cosmic_ray.ast import ast_nodes, get_ast  # pyright: ignore[reportMissingImports]

from mutation.operators import operators

EQUIVALENT = Path(__file__).parent / "equivalent.toml"
"""The mutants that no test can tell from the original, with the reason."""


@dataclass(frozen=True)
class Mutant:
    """One change of a module: where, and the first line that differs as it was and as it is."""

    path: str
    line: int
    before: str
    after: str
    source: str = dataclasses.field(repr=False)

    def __str__(self) -> str:
        return f"{self.line}: {self.before}  ->  {self.after}"


class _Stripped(ast.NodeTransformer):
    """What decides whether a change is one: all but annotations, docstrings, `__all__`, overloads and type imports."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        node.annotation = ast.Constant(None)
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST | None:
        if any(isinstance(name, ast.Name) and name.id == "overload" for name in node.decorator_list):
            return None
        node.returns = None
        return self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> ast.AST | None:
        target = node.targets[0]
        if isinstance(target, ast.Name) and (target.id == "__all__" or _is_type(node.value)):
            return None
        return self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        return None if isinstance(node.value, ast.Constant) else self.generic_visit(node)

    def visit_If(self, node: ast.If) -> ast.AST | None:
        return None if "TYPE_CHECKING" in ast.unparse(node.test) else self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        """Write a comparison with `not` before it as the opposite one."""
        self.generic_visit(node)
        inner = node.operand
        if isinstance(node.op, ast.Not) and isinstance(inner, ast.Compare) and len(inner.ops) == 1:
            opposite = _OPPOSITE.get(type(inner.ops[0]))
            if opposite is not None:
                return ast.Compare(inner.left, [opposite()], inner.comparators)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if isinstance(node.func, ast.Name) and node.func.id in ("cast", "TypeVar"):
            node.args = node.args[1:]
        name = ast.unparse(node.func).rpartition(".")[2]
        node.keywords = [keyword for keyword in node.keywords if keyword.arg not in _WITHOUT_EFFECT.get(name, ())]
        return self.generic_visit(node)


_WITHOUT_EFFECT = {
    "zip": ("strict",),
    "dataclass": ("eq", "repr"),
    "field": ("compare", "repr"),
    "lru_cache": ("maxsize",),
}
"""Arguments of calls that make sure of what is so, or spare what nobody asks for."""

_PAIRS = ((ast.Eq, ast.NotEq), (ast.Is, ast.IsNot), (ast.In, ast.NotIn), (ast.Lt, ast.GtE), (ast.LtE, ast.Gt))
_OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {one: other for a, b in _PAIRS for one, other in ((a, b), (b, a))}


def _is_type(value: ast.expr) -> bool:
    """Return whether a value is an alias of types, such as `Callable[["Position"], int]`."""
    if isinstance(value, ast.BinOp):
        return _is_type(value.left)
    return isinstance(value, ast.Subscript) and isinstance(value.value, ast.Name) and value.value.id in _GENERIC


_GENERIC = ("Callable", "dict", "list", "tuple", "frozenset", "Mapping", "Iterator", "Literal")


def _meaning(source: str) -> str | None:
    """Return the code as far as it has an effect; nothing for text that is no code."""
    try:
        return ast.dump(_Stripped().visit(ast.parse(source)))
    except SyntaxError:
        return None


def mutants(path: str, root: Path) -> Iterator[Mutant]:
    """Yield the mutants of a module, each once, in the order of its lines."""
    source = (root / path).read_text(encoding="utf-8")
    lines = [0, *(sign.end() for sign in re.finditer("\n", source)), len(source)]
    # Only the statement of the module in which something changes is read again.
    ends = [lines[statement.end_lineno or 0] for statement in ast.parse(source).body[:-1]]
    statements = list(itertools.pairwise([0, *ends, len(source)]))
    seen: set[tuple[int, str | None]] = {(at, _meaning(source[a:b])) for at, (a, b) in enumerate(statements)}
    found: list[Mutant] = []
    nodes = list(ast_nodes(get_ast(source)))
    for _, operator in operators():
        for node in nodes:
            for place, _ in enumerate(operator.mutation_positions(node)):
                line, column = node.start_pos
                at = bisect.bisect_right(ends, lines[line - 1] + column)
                (line, column), (last, end) = node.get_start_pos_of_prefix(), node.end_pos
                before, after = source[: lines[line - 1] + column], source[lines[last - 1] + end :]
                # A copy is changed, which has the parent of the node itself.
                copied = copy.deepcopy(node, {id(node.parent): node.parent})
                changed = before + operator.mutate(copied, place).get_code() + after
                first, past = statements[at]
                meaning = _meaning(changed[first : past + len(changed) - len(source)])
                if meaning is not None and (at, meaning) not in seen:
                    seen.add((at, meaning))
                    found.append(_described(path, source, changed))
    yield from sorted(found, key=lambda mutant: mutant.line)


def _described(path: str, source: str, changed: str) -> Mutant:
    old, new = source.splitlines(), changed.splitlines()
    line, (before, after) = next(
        (i, pair) for i, pair in enumerate(zip(old, [*new, ""], strict=False), 1) if len(set(pair)) > 1
    )
    if len(new) < len(old):
        after = ""
    return Mutant(path, line, " ".join(before.split()), " ".join(after.split()) or "removed", changed)


def equivalent() -> dict[tuple[str, str, str], str]:
    """Return the reasons why mutants are equivalent, by path, line as it was and line as it is."""
    listed = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))["equivalent"]
    return {(entry["path"], entry["before"], entry["after"]): entry["reason"] for entry in listed}


# ---- the code that differs

Key = tuple[str, str, int, int]
"""What tells a code object from others: file, qualified name, line and a hash of its places."""


def key_of(code: CodeType) -> Key:
    """Return the key of a code object."""
    return code.co_filename, code.co_qualname, code.co_firstlineno, hash(tuple(code.co_positions()))


def changed_functions(original: CodeType, changed: CodeType) -> list[tuple[Key, CodeType]] | None:
    """Return the functions that differ, with their new code; nothing where the change is in code run at import."""
    if _own(original) != _own(changed):
        return None
    found: list[tuple[Key, CodeType]] = []
    for old, new in zip(_inner(original), _inner(changed), strict=True):
        if old == new:
            continue
        if old.co_flags & 0x02:  # CO_NEWLOCALS: a function; the bodies of classes lack it
            if old.co_freevars != new.co_freevars:
                return None
            found.append((key_of(old), new))
            deeper = changed_functions(old, new)
            found += deeper or []
        else:
            deeper = changed_functions(old, new)
            if deeper is None:
                return None
            found += deeper
    return found


def _inner(code: CodeType) -> list[CodeType]:
    return [constant for constant in code.co_consts if isinstance(constant, CodeType)]


def _own(code: CodeType) -> tuple[object, ...]:
    constants = tuple(
        (constant.co_qualname, constant.co_firstlineno)
        if isinstance(constant, CodeType)
        else (type(constant), constant)
        for constant in code.co_consts
    )
    return code.co_code, constants, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
