"""How code is changed: operators of cosmic-ray, and those that it lacks.

Its operators come in 213 variants. One or two of each kind are enough: those that move a boundary, and those that turn
a condition round. Texts for people are left alone, since what they say is in no rule; words of the code ("draw",
"play.start") are changed.
"""

import ast
from collections.abc import Iterator
from typing import Any

from cosmic_ray.plugins import get_operator  # pyright: ignore[reportMissingImports]
from parso.python.tree import Name, PythonNode, String

COSMIC_RAY = (
    "NumberReplacer",
    "AddNot",
    "ReplaceTrueWithFalse",
    "ReplaceFalseWithTrue",
    "ReplaceAndWithOr",
    "ReplaceOrWithAnd",
    "ReplaceBreakWithContinue",
    "ReplaceContinueWithBreak",
    "ZeroIterationForLoop",
    "ReplaceUnaryOperator_USub_UAdd",
    "ReplaceUnaryOperator_Delete_Not",
    "ReplaceComparisonOperator_Eq_NotEq",
    "ReplaceComparisonOperator_NotEq_Eq",
    "ReplaceComparisonOperator_Lt_LtE",
    "ReplaceComparisonOperator_Lt_GtE",
    "ReplaceComparisonOperator_LtE_Lt",
    "ReplaceComparisonOperator_LtE_Gt",
    "ReplaceComparisonOperator_Gt_GtE",
    "ReplaceComparisonOperator_Gt_LtE",
    "ReplaceComparisonOperator_GtE_Gt",
    "ReplaceComparisonOperator_GtE_Lt",
    "ReplaceComparisonOperator_Is_IsNot",
    "ReplaceComparisonOperator_IsNot_Is",
    "ReplaceBinaryOperator_Add_Sub",
    "ReplaceBinaryOperator_Sub_Add",
    "ReplaceBinaryOperator_Mul_Add",
    "ReplaceBinaryOperator_Div_Mul",
    "ReplaceBinaryOperator_FloorDiv_Mul",
    "ReplaceBinaryOperator_Mod_Add",
    "ReplaceBinaryOperator_Pow_Mul",
    "ReplaceBinaryOperator_BitOr_BitAnd",
    "ReplaceBinaryOperator_BitAnd_BitOr",
)
"""The operators of cosmic-ray that are applied."""


class ReplaceMembership:
    """Swap `in` and `not in`."""

    def mutation_positions(self, node: Any) -> Iterator[Any]:
        """Yield the places in this node where the operator works."""
        if node.type == "comparison":
            for word in node.children[1::2]:
                if word.get_code(include_prefix=False) in ("in", "not in"):
                    yield word.start_pos, word.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        """Return the node changed at one of these places."""
        places = [i for i, word in enumerate(node.children) if word.get_code(include_prefix=False) in ("in", "not in")]
        word = node.children[places[index]]
        other = "not in" if word.get_code(include_prefix=False) == "in" else "in"
        node.children[places[index]] = Name(other, word.start_pos, prefix=" ")
        return node


class ReplaceException:
    """Catch another exception; cosmic-ray's operator fails at those with a full stop in their names."""

    def mutation_positions(self, node: Any) -> Iterator[Any]:
        """Yield the places of the exceptions that an `except` names."""
        for caught, at in self._caught(node):
            yield caught.children[at].start_pos, caught.children[at].end_pos

    def mutate(self, node: Any, index: int) -> Any:
        """Return the node with another exception at one of these places."""
        caught, at = list(self._caught(node))[index]
        first = caught.children[at].get_first_leaf()
        caught.children[at] = Name("ZeroDivisionError", first.start_pos, prefix=first.prefix)
        return node

    @staticmethod
    def _caught(node: Any) -> Iterator[tuple[Any, int]]:
        if node.type == "except_clause":
            named = node.children[1]
            if named.type == "atom" and named.children[1].type == "testlist_comp":
                yield from ((named.children[1], at) for at in range(0, len(named.children[1].children), 2))
            else:
                yield node, 1


class ReplaceAugmentedAssignment:
    """Turn the sign of `+=` and `-=`; leave `|=` and `&=` assigning what they add."""

    def mutation_positions(self, node: Any) -> Iterator[Any]:
        """Yield the places in this node where the operator works."""
        if node.type == "operator" and node.value in _OTHER_ASSIGNMENT:
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        """Return the node changed."""
        node.value = _OTHER_ASSIGNMENT[node.value]
        return node


class ReplaceWord:
    """Change a string without a blank: a name, an id, a key."""

    def mutation_positions(self, node: Any) -> Iterator[Any]:
        """Yield the place of a string that is a word."""
        if isinstance(node, String) and not _is_docstring(node) and "b" not in node.string_prefix:
            text = ast.literal_eval(node.value)
            if text and not any(sign.isspace() for sign in text):
                yield node.start_pos, node.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        """Return the string changed."""
        node.value = repr("XX" + ast.literal_eval(node.value))
        return node


class RemoveItem:
    """Remove an item of a tuple, list, set or dict that is written out, or a keyword argument of a call."""

    def mutation_positions(self, node: Any) -> Iterator[Any]:
        """Yield the places of the items."""
        yield from [(node.children[start].start_pos, node.children[start].end_pos) for start, _ in self._items(node)]

    def mutate(self, node: Any, index: int) -> Any:
        """Return the node without one of its items."""
        start, end = list(self._items(node))[index]
        del node.children[start:end]
        if len([child for child in node.children if child.type != "operator"]) == 1 and node.type == "testlist_comp":
            # What is left is still a tuple.
            last = node.children[-1]
            if last.type != "operator" or last.value != ",":
                node.children.append(Name(",", last.end_pos))
        return node

    @staticmethod
    def _items(node: Any) -> Iterator[tuple[int, int]]:
        """Yield the first index of each item, and the index after it and its comma."""
        if not isinstance(node, PythonNode) or any(child.type in _COMPREHENSIONS for child in node.children):
            return
        if node.type not in ("testlist_comp", "dictorsetmaker", "arglist"):
            return
        if node.type != "arglist" and not any(_is_comma(child) for child in node.children):
            return
        start = 0
        for index, child in enumerate([*node.children, None]):
            if child is None or _is_comma(child):
                if start < index and (node.type != "arglist" or _is_keyword_argument(node.children[start])):
                    yield start, index + (child is not None)
                start = index + 1


class RemoveStatement:
    """Remove a statement that is called for its effect: a call, `yield`, `raise`."""

    def mutation_positions(self, node: Any) -> Iterator[Any]:
        """Yield the place of such a statement."""
        if node.type == "simple_stmt" and self._has_effect(node.children[0]):
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        """Return the statement replaced by one without effect."""
        first = node.children[0]
        node.children[0] = Name("pass", first.start_pos, prefix=first.get_first_leaf().prefix)
        return node

    @staticmethod
    def _has_effect(node: Any) -> bool:
        if node.type in ("yield_expr", "raise_stmt"):
            return True
        return bool(node.type == "atom_expr" and node.get_last_leaf().value == ")")


_OTHER_ASSIGNMENT = {"+=": "-=", "-=": "+=", "|=": "=", "&=": "="}
_COMPREHENSIONS = ("comp_for", "sync_comp_for")


def _is_comma(node: Any) -> bool:
    return bool(node.type == "operator" and node.value == ",")


def _is_keyword_argument(node: Any) -> bool:
    return bool(node.type == "argument" and node.children[1].type == "operator" and node.children[1].value == "=")


def _is_docstring(node: Any) -> bool:
    return node.parent is None or node.parent.type in ("simple_stmt", "file_input")


OWN = (ReplaceMembership, ReplaceException, ReplaceAugmentedAssignment, ReplaceWord, RemoveItem, RemoveStatement)
"""The operators that cosmic-ray lacks."""


def operators() -> Iterator[tuple[str, Any]]:
    """Yield the name and an instance of each operator."""
    for name in COSMIC_RAY:
        yield name, get_operator(f"core/{name}")()
    for own in OWN:
        yield own.__name__, own()
