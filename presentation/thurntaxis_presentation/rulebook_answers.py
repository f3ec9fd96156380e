"""What the rulebook says, as answers: clauses and disputes for JSON, places in editions, verdicts."""

from collections.abc import Iterable, Mapping
from typing import Any

from thurntaxis import DEFAULT_EDITION, EDITIONS
from thurntaxis_presentation.language import Language
from thurntaxis_rulebook import Clause, Decision, Dispute, Example, Source, clauses, decision_on, examples_deciding
from thurntaxis_rulebook.corpus.languages import place as place_in


def clause_data(clause: Clause, lang: Language) -> dict[str, Any]:
    """Return the words of a clause for JSON: title, text, and where it stands in each edition."""
    return {
        "id": clause.id,
        "kind": clause.kind,
        "title": clause.title[lang],
        "text": clause.text[lang],
        "lang": lang,
        "sources": {edition: source.at for edition, source in clause.sources.items()},
        "says": _says(clause.sources, lang),
    }


def dispute_data(dispute: Dispute, lang: Language) -> dict[str, Any]:
    """Return a dispute for JSON: the question, the ruling adopted and its reason, and what each edition says.

    `examples` are the tables that decide it, with the solver's best turn on each; `table` is what each reading makes of
    one table, and `no_table` says why there is none. `other` is the reading that is not followed, if no option
    selects it.
    """
    decision = decision_on(dispute)
    return {
        "id": dispute.id,
        "nature": dispute.nature,
        "question": dispute.question[lang],
        "ruling": dispute.ruling[lang],
        "reason": dispute.reason[lang],
        "lang": lang,
        "option": dispute.option,
        "clauses": list(dispute.clauses),
        "sources": {edition: source.at for edition, source in dispute.editions.items()},
        "says": _says(dispute.editions, lang),
        "examples": {example.id: list(example.best) for example in examples_deciding(dispute.id)},
        "readings": {e: source.reading for e, source in dispute.editions.items() if source.reading is not None},
        "other": dispute.other[lang] if dispute.other else None,
        "no_table": lang.label(dispute.no_table, "no-tables") if dispute.no_table else None,
        "table": decision and _decision_data(decision),
    }


def _decision_data(decision: Decision) -> dict[str, Any]:
    """Return for JSON what each reading makes of a table; the readings are named as options are written."""
    return {
        "example": decision.example.id,
        "event": decision.example.event,
        "by": {str(name).lower(): _claims(example, decision.places) for name, example in decision.by.items()},
        "best_changes": decision.best_changes,
        "about_best": decision.about_best,
    }


def _claims(example: Example, places: Iterable[str]) -> dict[str, Any]:
    """Return what is claimed of an example; what it is silent on is null or empty."""
    return {
        "legal": None if example.event is None else not example.refused,
        "refused": list(example.refused),
        "after": {path: example.after[path] for path in places} if example.after else {},
        "offers": None if example.offers is None else list(example.offers),
        "scores": None if example.scores is None else list(example.scores),
        "winner": example.winner,
        "best": list(example.best),
    }


def _says(sources: Mapping[str, Source], lang: Language) -> dict[str, str]:
    """Return what editions say in their own way, by edition, if that is noted."""
    return {edition: source.says[lang] for edition, source in sources.items() if source.says}


def place(edition: str, source: Source | None, lang: Language) -> str:
    """Return where an edition has a clause."""
    if source is None or source.silent:
        return lang.text("silent", edition=edition_in_words(edition, lang))
    words = f"{lang.colon}{source.says[lang]}" if source.says else ""
    return f"{edition_in_words(edition, lang)}{lang.colon}{place_in(source.at, lang)}{words}"


def place_in_booklet(clause: str, edition: str, lang: Language) -> str:
    """Return where an edition first says what a clause says, for its owner."""
    source = clauses()[clause].sources.get(edition)
    if source is None or source.silent:
        return lang.text("silent", edition=lang.form(edition))
    return lang.text("stands-in", edition=lang.form(edition), place=place_in(source.at.partition(";")[0], lang))


def edition_in_words(edition: str, lang: Language) -> str:
    """Return what an edition is called, and its id."""
    return lang.form(edition) + lang.tagged(edition)


def reading_in_words(option: str, value: object, lang: Language) -> str:
    """Return what a reading of an option says; `value` is as in positions."""
    return lang.fill(lang.entry("readings", option)[str(value).lower()], {})


def usual_edition(lang: Language) -> str:
    """Return the edition by which questions are answered: the first in the language, or the default."""
    return next((name for name, edition in EDITIONS.items() if edition.language == lang), DEFAULT_EDITION)


def booklets(edition: str, lang: Language) -> list[str]:
    """Return where to look: in the edition of the game and, if it is in another language, in those of `lang`."""
    own = [other.id for other in EDITIONS.values() if other.language == lang]
    return [edition] if edition in own else [edition, *own]


def title_of(clause: str, lang: Language) -> str:
    """Return the title of a clause; the id of one that the rulebook doesn't have."""
    return clauses()[clause].title[lang] if clause in clauses() else clause
