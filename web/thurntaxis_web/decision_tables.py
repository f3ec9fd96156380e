"""What the readings of a dispute make of one table, side by side."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import cast

from thurntaxis_presentation.describe import thing_on_table
from thurntaxis_rulebook import Decision, Example, clause
from thurntaxis_rulebook.corpus.examples import OTHER, RULING
from thurntaxis_rulebook.corpus.loading import chapters
from thurntaxis_web.example_block import block_of
from thurntaxis_web.labels import SiteWords
from thurntaxis_web.markup import grid, link, option_value, paragraph, plain

CHAPTER_OF_PHASE = {
    "draw": "draw",
    "play": "play",
    "carriage": "carriage",
    "keep": "discard",
    "final": "offices",
    "over": "end",
}
"""The chapter on what a player does in a phase of the turn."""


def decision_block(decision: Decision, words: SiteWords) -> str:
    """Return the table of a dispute with what each reading makes of it, and whether the best turn changes."""
    title = words.label("decided")
    headers = (words.label("point"), *(_reading(name, words) for name in decision.by))
    compared = grid("readings", headers, _rows(decision, words), title)
    below = f"{paragraph(title, 'label')}{compared}{paragraph(words.label(decision.about_best), 'event')}"
    return block_of(decision.example, words, below=below)


def _reading(name: str | bool, words: SiteWords) -> str:
    if name == RULING:
        return words.label("ruling")
    if name == OTHER:
        return words.label("other-reading")
    return words.leading("reading", option_value(name))


def _rows(decision: Decision, words: SiteWords) -> Iterator[tuple[str, ...]]:
    """Yield every point that the example speaks of, as each reading decides it."""
    readings, label = list(decision.by.values()), words.label

    def row(name: str, cell: Callable[[Example], str]) -> tuple[str, ...]:
        return name, *(cell(example) for example in readings)

    if decision.example.offers is not None:
        yield row(label("legal-events"), lambda example: _coded(example.offers or ()))
    if decision.example.event is not None:
        yield row(f"`{decision.example.event}`", lambda example: _verdict(example, words))
    for path in decision.places:
        yield row(thing_on_table(path, words.lang), partial(_after, path, words=words))
    if decision.example.scores is not None:
        yield row(label("points"), lambda example: _scores(example, words))
        yield row(label("winner"), lambda example: words.player(example.winner or 0))
    if decision.best_changes is not None:
        yield row(label("best-turn"), lambda example: f"`{'; '.join(example.best)}`")


def _coded(events: Iterable[str]) -> str:
    return ", ".join(f"`{event}`" for event in events)


def _verdict(example: Example, words: SiteWords) -> str:
    """Return whether the event is legal, and the clauses in whose name it is not."""
    if not example.refused:
        return words.label("legal")
    named = (clause(id_) for id_ in example.refused)
    links = (link(plain(each.title[words.lang]), f"{each.chapter}.md#{each.id}") for each in named)
    return f"{words.label('illegal')} {', '.join(links)}"


def _scores(example: Example, words: SiteWords) -> str:
    return ", ".join(f"{words.player(at)}{words.colon}{score}" for at, score in enumerate(example.scores or ()))


# ---- what lies where afterwards


def _after(path: str, example: Example, words: SiteWords) -> str:
    """Return what stands there; a dash where the event can't happen."""
    if not example.after:
        return "–"
    found = example.after[path]
    if path == "turn.phase":
        return plain(chapters()[CHAPTER_OF_PHASE[found]].title[words.lang])
    if path == "turn.pending":
        return str(len(found))
    if path in ("turn.player", "messenger"):
        return words.player(found)
    if path == "returning.order":
        return ", ".join(map(words.player, found)) or words.label("nothing")
    if path == "turn.official":
        return words.term(found)[0]
    if path.endswith(".tiles"):
        return _coded(found) or words.label("nothing")
    listed = cast("list[str]", found) if isinstance(found, list) else [str(found)]
    return ", ".join(listed) or words.label("nothing")
