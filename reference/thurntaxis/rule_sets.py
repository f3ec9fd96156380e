"""Builds the rule set of a board, an edition, options and modules."""

import copyreg
import functools
from collections.abc import Iterable

from thurntaxis.board import Board
from thurntaxis.boards import board as named_board
from thurntaxis.message import Hint, Message
from thurntaxis.modules import fixed_options, with_modules
from thurntaxis.names import UnknownName
from thurntaxis.options import (
    DEFAULT_EDITION,
    EDITIONS,
    MODULE_OPTIONS,
    MODULES,
    Edition,
    Options,
    OptionValue,
    options_of,
)
from thurntaxis.rules import RuleSet, Unplayable
from thurntaxis.steps import base_parts


def canonical(kind: str, name: str, known: Iterable[str]) -> str:
    """Return the canonical name of an edition or a module, given in any case; raise `UnknownName` if it isn't known."""
    if name.casefold() not in known:
        raise UnknownName(kind, name, known)
    return name.casefold()


def _chosen(edition: Edition, options: Options, modules: tuple[str, ...]) -> dict[str, OptionValue]:
    """Return every option with its value: the chosen one, or the edition's reading."""
    known = options_of(modules)
    for name, value in options.items():
        for module, its_options in MODULE_OPTIONS.items():
            if name in its_options and module not in modules:
                wrong = Message("the option {name} belongs to the module {module}", name, module)
                raise Unplayable(f"options.{name}", module, wrong, Hint("leave it out, or add the module"))
        if name not in known:
            raise UnknownName("option", name, known)
        if not any(value is allowed or (isinstance(value, str) and value == allowed) for allowed in known[name]):
            raise UnknownName("value", str(value).lower(), (str(v).lower() for v in known[name]), name)
    readings = {**edition.options, **edition.module_options, **options}
    return {name: readings[name] for name in known}


def rule_set(
    board: str | Board = "south",
    edition: str = DEFAULT_EDITION,
    options: Options | None = None,
    modules: Iterable[str] = (),
) -> RuleSet:
    """Return the rule set of an edition on a board; the same arguments give the same object.

    `options` override the edition's reading point by point. Raises `UnknownName` for an unknown name
    or a board that is known only by name, and `Unplayable` for rules that can't be combined.
    """
    edition = canonical("edition", edition, EDITIONS)
    wanted = {canonical("module", module, MODULES) for module in modules}
    played = tuple(module for module in MODULES if module in wanted)
    chosen = _chosen(EDITIONS[edition], options or {}, played)
    material = named_board(board) if isinstance(board, str) else board
    chosen.update(fixed_options(material, options or {}, played))
    return _rule_set(material, edition, tuple(chosen.items()), played)


@functools.cache
def _rule_set(
    board: Board, edition: str, options: tuple[tuple[str, OptionValue], ...], modules: tuple[str, ...]
) -> RuleSet:
    chosen = dict(options)
    return RuleSet(board, edition, chosen, modules, with_modules(base_parts(board, chosen), modules))


# By its arguments, so that unpickling gives the same object.
copyreg.pickle(RuleSet, lambda rules: (rule_set, (rules.board, rules.edition, rules.options, rules.modules)))
