"""Sentences of the rules and reasons of the solver, in the asker's language."""

from typing import TYPE_CHECKING, cast

from thurntaxis_presentation.describe import stack_title, tile_in_words
from thurntaxis_presentation.errors import one_line
from thurntaxis_presentation.i18n import listed, marked

if TYPE_CHECKING:
    from collections.abc import Mapping

    from thurntaxis import Board
    from thurntaxis.clauses import Said
    from thurntaxis_solver.advice import AdviceReason


def sentence(said: "Said", lang: str, board: "Board") -> str:
    """Return what a clause says of an event on a board, in a language."""
    return _filled(said.template, said.facts, lang, board, "sentences")


def reason_in_words(reason: "AdviceReason", lang: str, board: "Board") -> str:
    """Return what speaks for a turn, in a language: what the rules say of it, or what the solver adds."""
    from thurntaxis_rulebook.corpus.languages import translation

    table = "sentences" if lang == "en" or reason.template in translation(lang)["sentences"] else "advice"
    return _filled(reason.template, dict(reason.facts), lang, board, table)


def _filled(template: str, facts: "Mapping[str, object]", lang: str, board: "Board", table: str) -> str:
    """Return a sentence of the code in a language, its gaps filled."""
    from thurntaxis.clauses import sentence as filled
    from thurntaxis_rulebook.corpus.languages import translate

    words = {name: _fact(name, fact, lang, board) for name, fact in facts.items()}
    return one_line(filled(translate(template, lang, table), words))


def _fact(name: str, fact: object, lang: str, board: "Board") -> object:
    """Return what fills a gap of a sentence; names of cities are the same in all languages."""
    from thurntaxis import Tile

    if isinstance(fact, Tile):
        return tile_in_words(fact, lang, board)
    if name == "stack":
        return stack_title(board, str(fact), lang)
    if lang == "en":
        return fact
    translated = _translated(name, fact, lang)
    return listed(map(str, cast("tuple[object, ...]", translated)), lang) if type(translated) is tuple else translated


def _translated(name: str, fact: object, lang: str) -> object:
    """Return what fills a gap in a language other than English."""
    from thurntaxis_rulebook.corpus.languages import label, term, translate

    if name == "now":
        return translate(str(fact), lang)
    if name == "official":
        return term(str(fact), lang)
    if name == "offices" and isinstance(fact, tuple):
        return tuple(term(str(office), lang) for office in cast("tuple[object, ...]", fact))
    if name == "rivals" and isinstance(fact, tuple):
        return tuple(_translated("player", rival, lang) for rival in cast("tuple[object, ...]", fact))
    if name in ("games", "points") and isinstance(fact, str):
        return marked(fact, lang)
    if name == "player" and str(fact).startswith("player "):
        return str(fact).replace("player", label("player", lang), 1)
    return fact
