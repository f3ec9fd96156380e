"""Sentences of the rules and reasons of the solver, in the asker's language."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from thurntaxis import Board, Position, warnings_of
from thurntaxis.clauses import Said
from thurntaxis_presentation.language import Language

if TYPE_CHECKING:
    from thurntaxis_solver.advice import AdviceReason


def sentence(said: Said, lang: Language, board: Board) -> str:
    """Return what a clause says of an event on a board, in a language."""
    return _filled(said.template, said.facts, lang, board, "sentences")


def objections_in_words(objections: Iterable[Said], lang: Language, board: Board) -> str:
    """Return why an event is illegal."""
    return lang.typography("space").join(sentence(objection, lang, board) for objection in objections)


def warnings_in_words(position: Position, lang: Language, *, within: str = "") -> list[dict[str, str]]:
    """Return what makes a position unlikely: the `key`, `text` and `clause` of each warning, and a missing `tile`.

    `within` is put before every key: the place of the position in the input.
    """
    board = position.rules.board
    return [
        {"key": within + found.key, "text": sentence(found, lang, board), "clause": found.clause}
        | {name: str(fact) for name, fact in found.facts.items() if name == "tile"}
        for found in warnings_of(position)
    ]


def warning_lines(position: Position, lang: Language, *, within: str = "") -> Iterator[tuple[str, str]]:
    """Yield the key of each warning, and a line with it: after a colon, a sentence begins as the language writes it."""
    board = position.rules.board
    for found in warnings_of(position):
        text = _filled(found.template, found.facts, lang, board, "sentences", capital=False)
        yield within + found.key, lang.text("warning", text=text)


def reason_in_words(reason: "AdviceReason", lang: Language, board: Board) -> str:
    """Return what speaks for a turn, in a language: what the rules say of it, or what the solver adds."""
    return _filled(reason.template, dict(reason.facts), lang, board, "sentences", "advice")


def reason_with_side(reason: "AdviceReason", lang: Language, board: Board) -> str:
    """Return a reason in a language, after a word for whether it speaks for the turn or against it."""
    text = reason_in_words(reason, lang, board)
    return text if reason.side == "fact" else lang.text(f"reason-{reason.side}", text=text)


def _filled(
    template: str, facts: Mapping[str, object], lang: Language, board: Board, *tables: str, capital: bool = True
) -> str:
    """Return a sentence of the code in a language, its gaps filled; it begins with a capital, if not told otherwise."""
    from thurntaxis_rulebook.corpus.languages import translate

    if "now" in facts:
        facts = {**facts, "now": translate(str(facts["now"]), lang, "sentences")}
    words = lang.fill(translate(template, lang, *tables), facts, board)
    return capitalized(words) if capital else words


def capitalized(text: str) -> str:
    """Return a text that begins with a capital."""
    return text[:1].upper() + text[1:]
