"""Answers to questions: what the result of a question says, by the reader's edition."""

import re
from typing import Any, NamedTuple

from thurntaxis_presentation.language import Language
from thurntaxis_presentation.rulebook_answers import place_in_booklet, reading_in_words
from thurntaxis_presentation.sentences import capitalized
from thurntaxis_rulebook import clause, clauses, disputes
from thurntaxis_rulebook.ask import Result, card, clauses_of, question_file
from thurntaxis_rulebook.ask.facts import Fact, fact


class QuestionAnswer(NamedTuple):
    """What is said in answer to a question: a heading, the answer, and what it is about.

    `editions` has for each edition that reads or says something of its own what that is; `place` is where the answer
    stands in the booklet of the reader's edition, nothing if no booklet could have it.
    """

    result: Result
    heading: str
    answer: str
    clauses: tuple[str, ...]
    editions: dict[str, str]
    place: str

    def data(self) -> dict[str, Any]:
        """Return the answer for JSON."""
        own = {name: getattr(self.result, name) for name in ("kind", "id", "question")}
        own |= {"title": self.heading, "answer": self.answer, "clauses": list(self.clauses)}
        return own | {"editions": self.editions, "place": self.place}


def answer(result: Result, edition: str, lang: Language) -> QuestionAnswer:
    """Return what a result says to the owner of an edition, in its words if `lang` has them (`Language.in_edition`)."""
    found = _answer(result, edition, lang)
    return found._replace(heading=lang.fill(found.heading, {}), answer=lang.fill(found.answer, {}))


def _answer(result: Result, edition: str, lang: Language) -> QuestionAnswer:
    about = clauses_of(result)
    if result.kind == "fact":
        found = fact(result.id)
        kind, _, place = result.id.partition(":")
        tile, carriage = lang.form("route-tile", "short", place), lang.shown("carriage-number", number=place)
        heading = capitalized(tile if kind == "length" else carriage) if place.isdigit() else place.replace("-", " – ")
        return QuestionAnswer(result, heading, fact_in_words(found, lang), found.clauses, {}, "")
    if result.kind == "silent":
        text = question_file(lang)["silent"][result.id]
        return QuestionAnswer(result, capitalized(result.question), text, (), {}, "")
    stated = [name for name in about if (source := clause(name).sources.get(edition)) and not source.silent]
    place = place_in_booklet((*stated, about[0])[0], edition, lang)
    if result.kind == "clause":
        words = clause(result.id)
        says = {name: source.says[lang] for name, source in words.sources.items() if source.says}
        said = [lang.text("yes" if result.verdict == "+" else "no")] if result.verdict else []
        text = lang.typography("space").join([*said, card_in_words(result.id, lang)])
        return QuestionAnswer(result, words.title[lang], text, about, says, place)
    point = disputes()[result.id]
    readings = readings_in_words(result.id, lang)
    said = [capitalized(verdict_and_rest(point.ruling[lang], lang)[1]) if result.verdict else point.ruling[lang]]
    if edition in readings and len(set(readings.values())) > 1:
        reading = lang.text("reads", edition=lang.form(edition), reading=readings[edition])
        said = [reading] if result.verdict else [reading, *said]  # the ruling answers the question turned round
    return QuestionAnswer(result, point.question[lang], "\n".join(said), about, readings, place)


def verdict_and_rest(text: str, lang: Language) -> tuple[str, str]:
    """Return the yes or no with which an answer begins, as in "No: ", if it does, and the rest."""
    verdicts = "|".join(lang.text(said).rstrip(".。") for said in ("yes", "no"))
    verdict = "".join(re.findall(rf"^(?:{verdicts})\s?[:：、]\s*", text))
    return verdict, text.removeprefix(verdict)


def card_in_words(name: str, lang: Language) -> str:
    """Return the text of a clause with those of the clauses that are told together with it, in their own order."""
    return lang.typography("space").join(clause(each).text[lang] for each in sorted(card(name), key=[*clauses()].index))


def readings_in_words(name: str, lang: Language) -> dict[str, str]:
    """Return how each edition reads a disputed point, if an option selects the reading."""
    point = disputes()[name]
    return {
        edition: reading_in_words(point.option, source.reading, lang)
        for edition, source in point.editions.items()
        if point.option is not None and source.reading is not None
    }


def fact_in_words(found: Fact, lang: Language) -> str:
    """Return the sentences of a fact."""
    return lang.typography("space").join(lang.text(name, "facts", **gaps) for name, gaps in found.sentences)
