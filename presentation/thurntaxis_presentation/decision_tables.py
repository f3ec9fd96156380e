"""What follows from one position by each reading of a dispute, side by side, and what examples claim, in words."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from thurntaxis import Event
from thurntaxis_presentation.describe import thing_on_table, value_in_words
from thurntaxis_presentation.event_words import event_in_words
from thurntaxis_presentation.language import Language, signed
from thurntaxis_presentation.rulebook_answers import reading_in_words
from thurntaxis_rulebook import Decision, Example
from thurntaxis_rulebook.corpus.examples import OTHER, RULING


def claimed_event(text: str, lang: Language) -> str:
    """Return in a language what an event says that is written as events are: "play Ulm right".

    It may be one that only the other reading of a dispute allows: "take-back Ulm".
    """
    return event_in_words(Event(text.split()), lang)


def claimed_events(texts: Iterable[str], lang: Language) -> str:
    """Return what several events say, in a row."""
    return lang.parted(claimed_event(text, lang) for text in texts)


def scores_in_words(scores: Iterable[int], lang: Language, mark: str = "") -> str:
    """Return the points of each player, each between marks."""
    return lang.listed(f"{lang.seat(at)}{lang.colon}{mark}{signed(score)}{mark}" for at, score in enumerate(scores))


def decided_readings(decision: Decision, option: str | None, lang: Language) -> list[str]:
    """Return what each reading says that is compared."""
    names: dict[object, str] = {RULING: lang.label("ruling"), OTHER: lang.label("other-reading")}
    return [names.get(name) or reading_in_words(option or "", name, lang) for name in decision.by]


def decision_rows(
    decision: Decision, lang: Language, named: Callable[[str], str]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each claim, and the best turn if it changes, with what follows by each reading; `named` calls clauses."""

    def verdict(example: Example) -> str:
        words = lang.within_sentence(lang.label("illegal" if example.refused else "legal").rstrip(".。"))
        return words + (lang.bracketed(lang.listed(map(named, example.refused))) if example.refused else "")

    def after(path: str, example: Example) -> str:
        if not example.after:
            return "–"
        return value_in_words(path, example.after[path], board, lang) or "–"

    shown, label = decision.example, lang.label
    board = shown.position_under(shown.editions[0]).rules.board
    rows: list[tuple[str, Callable[[Example], str]]] = []
    if shown.offers is not None:
        rows.append((label("legal-events"), lambda example: claimed_events(example.offers or (), lang)))
    if shown.event is not None:
        rows.append((claimed_event(shown.event, lang), verdict))
    rows += [(thing_on_table(path, lang), partial(after, path)) for path in decision.places]
    if shown.scores is not None:
        rows.append((label("points"), lambda example: scores_in_words(example.scores or (), lang)))
        rows.append((label("winner"), lambda example: lang.seat(example.winner or 0)))
    if decision.best_changes:
        rows.append((label("best-turn"), lambda example: claimed_events(example.best, lang)))
    for name, cell in rows:
        yield name, tuple(map(cell, decision.by.values()))
