"""Decision tables: what follows from one position by each reading of a dispute, side by side."""

from collections.abc import Callable, Iterator
from functools import partial

from thurntaxis_presentation.describe import thing_on_table, value_in_words
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.rulebook_answers import reading_in_words
from thurntaxis_rulebook import Decision, Example
from thurntaxis_rulebook.corpus.examples import OTHER, RULING
from thurntaxis_web.citations import clause_link
from thurntaxis_web.example_block import block_of, claimed_event, claimed_events, position_of, scores_in_words
from thurntaxis_web.markup import escaped, html_table, paragraph


def decision_block(decision: Decision, option: str | None, lang: Language) -> str:
    """Return the position of a dispute with the results by each reading, and whether the best turn changes."""
    title = lang.label("decided")
    headers = (lang.label("point"), *(_reading(name, option, lang) for name in decision.by))
    compared = html_table("readings", headers, _rows(decision, lang), title)
    below = f"{paragraph(title, 'label')}{compared}{paragraph(lang.label(decision.about_best), 'event')}"
    return block_of(decision.example, lang, below=below)


def _reading(name: str | bool, option: str | None, lang: Language) -> str:
    if name == RULING:
        return lang.label("ruling")
    if name == OTHER:
        return lang.label("other-reading")
    return lang.labelled("reading", reading_in_words(option or "", name, lang))


def _rows(decision: Decision, lang: Language) -> Iterator[tuple[str, ...]]:
    """Yield a row with the result by each reading for each thing that the example claims."""
    readings, label = list(decision.by.values()), lang.label

    def row(name: str, cell: Callable[[Example], str]) -> tuple[str, ...]:
        return name, *(cell(example) for example in readings)

    if decision.example.offers is not None:
        yield row(label("legal-events"), lambda example: escaped(claimed_events(example.offers or (), lang)))
    if decision.example.event is not None:
        yield row(escaped(claimed_event(decision.example.event, lang)), lambda example: _verdict(example, lang))
    for path in decision.places:
        yield row(thing_on_table(path, lang), partial(_after, path, lang=lang))
    if decision.example.scores is not None:
        yield row(label("points"), lambda example: scores_in_words(example.scores or (), lang))
        yield row(label("winner"), lambda example: lang.seat(example.winner or 0))
    if decision.best_changes is not None:
        yield row(label("best-turn"), lambda example: escaped(claimed_events(example.best, lang)))


def _verdict(example: Example, lang: Language) -> str:
    """Return whether the event is legal, or the clauses that object to it."""
    if not example.refused:
        return lang.label("legal")
    return f"{lang.label('illegal')} {lang.listed(clause_link(id_, lang) for id_ in example.refused)}"


# ---- after the event


def _after(path: str, example: Example, lang: Language) -> str:
    """Return the value at a path after the event, or a dash if the event is illegal."""
    if not example.after:
        return "–"
    board = position_of(example).rules.board
    return escaped(value_in_words(path, example.after[path], board, lang)) or lang.label("nothing")
