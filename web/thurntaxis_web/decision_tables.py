"""Decision tables: what follows from one position by each reading of a dispute, side by side."""

from collections.abc import Callable, Iterator
from functools import partial

from thurntaxis_presentation.describe import thing_on_table, value_in_words
from thurntaxis_presentation.i18n import signed
from thurntaxis_rulebook import Decision, Example, clause
from thurntaxis_rulebook.corpus.examples import OTHER, RULING
from thurntaxis_web.example_block import block_of, position_of
from thurntaxis_web.labels import SiteLabels
from thurntaxis_web.markup import escaped, html_table, link, paragraph


def decision_block(decision: Decision, option: str | None, labels: SiteLabels) -> str:
    """Return the position of a dispute with the results by each reading, and whether the best turn changes."""
    title = labels.label("decided")
    headers = (labels.label("point"), *(_reading(name, option, labels) for name in decision.by))
    compared = html_table("readings", headers, _rows(decision, labels), title)
    below = f"{paragraph(title, 'label')}{compared}{paragraph(labels.label(decision.about_best), 'event')}"
    return block_of(decision.example, labels, below=below)


def _reading(name: str | bool, option: str | None, labels: SiteLabels) -> str:
    if name == RULING:
        return labels.label("ruling")
    if name == OTHER:
        return labels.label("other-reading")
    return labels.leading("reading", labels.reading(option or "", name))


def _rows(decision: Decision, labels: SiteLabels) -> Iterator[tuple[str, ...]]:
    """Yield a row with the result by each reading for each thing that the example claims."""
    readings, label = list(decision.by.values()), labels.label

    def row(name: str, cell: Callable[[Example], str]) -> tuple[str, ...]:
        return name, *(cell(example) for example in readings)

    if decision.example.offers is not None:
        yield row(label("legal-events"), lambda example: escaped(labels.events(example.offers or ())))
    if decision.example.event is not None:
        yield row(escaped(labels.event(decision.example.event)), lambda example: _verdict(example, labels))
    for path in decision.places:
        yield row(thing_on_table(path, labels.lang), partial(_after, path, labels=labels))
    if decision.example.scores is not None:
        yield row(label("points"), lambda example: _scores(example, labels))
        yield row(label("winner"), lambda example: labels.player(example.winner or 0))
    if decision.best_changes is not None:
        yield row(label("best-turn"), lambda example: escaped(labels.events(example.best)))


def _verdict(example: Example, labels: SiteLabels) -> str:
    """Return whether the event is legal, or the clauses that object to it."""
    if not example.refused:
        return labels.label("legal")
    named = (clause(id_) for id_ in example.refused)
    links = (link(escaped(each.title[labels.lang]), f"{each.chapter}.md#{each.id}") for each in named)
    return f"{labels.label('illegal')} {labels.listed(links)}"


def _scores(example: Example, labels: SiteLabels) -> str:
    scores = enumerate(example.scores or ())
    return labels.listed(f"{labels.player(at)}{labels.colon}{signed(score)}" for at, score in scores)


# ---- after the event


def _after(path: str, example: Example, labels: SiteLabels) -> str:
    """Return the value at a path after the event, or a dash if the event is illegal."""
    if not example.after:
        return "–"
    board = position_of(example).rules.board
    return escaped(value_in_words(path, example.after[path], board, labels.lang)) or labels.label("nothing")
