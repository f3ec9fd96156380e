"""What the question field says of each clause and dispute, as data for its scripts, in the words of a language."""

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from thurntaxis_presentation.language import Language
from thurntaxis_presentation.question_answers import card_in_words, fact_in_words, readings_in_words, verdict_and_rest
from thurntaxis_presentation.sentences import capitalized
from thurntaxis_rulebook import Clause, Dispute, Source, clauses, disputes, disputes_about, editions
from thurntaxis_rulebook.ask import question_data, question_file
from thurntaxis_rulebook.ask.constants import LIMIT
from thurntaxis_rulebook.ask.facts import facts
from thurntaxis_rulebook.corpus.languages import LANGUAGES
from thurntaxis_rulebook.corpus.languages import place as place_in
from thurntaxis_rulebook.corpus.loading import chapters
from thurntaxis_web.citations import dispute_page_name

STATIC = Path(__file__).parent / "static"


def answers(lang: Language) -> dict[str, Any]:
    """Return the words of the field, the editions, the chapters, and the answer for each clause and each dispute."""
    return {
        "words": words(lang),
        "editions": {edition: lang.form(edition) for edition in editions()},
        "chapters": {f"{name}.html": chapter.title[lang] for name, chapter in chapters().items()},
        "clauses": {name: _clause_answer(each, lang) for name, each in clauses().items()},
        "disputes": {name: _dispute_answer(each, lang) for name, each in disputes().items()},
        "facts": {name: fact_in_words(each, lang) for name, each in facts().items()},
        "silent": question_file(lang)["silent"],
    }


def words(lang: Language) -> dict[str, Any]:
    """Return the words of the field; `counts` has how many answers there are, from 0 to the most that are shown."""
    return {
        **{name: lang.label(name, "ask") for name in ("in-booklet", "silent", "more", "none", "differ")},
        "elsewhere": lang.text("elsewhere", "facts", city="#"),
        "counts": [lang.text("answers", "ask", count=count) for count in range(LIMIT + 1)],
        "colon": lang.colon,
        "space": lang.typography("space"),
        "+": lang.text("yes"),
        "-": lang.text("no"),
        "disputes": lang.label("disputes"),
        "ruling-here": lang.label("ruling-here"),
    }


def _clause_answer(clause: Clause, lang: Language) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "title": clause.title[lang],
        "text": card_in_words(clause.id, lang),
        "page": f"{clause.chapter}.html#{clause.id}",
        "booklets": _places(clause.sources, lang),
    }
    if clause.ruling:
        answer["ruling"] = True
    if about := [dispute.id for dispute in disputes_about(clause.id)]:
        answer["disputes"] = about
    return answer


def _dispute_answer(dispute: Dispute, lang: Language) -> dict[str, Any]:
    said, text = verdict_and_rest(dispute.ruling[lang], lang)
    answer: dict[str, Any] = {
        "title": dispute.question[lang],
        "said": said,
        "text": text,
        "page": f"{dispute_page_name(dispute)}.html",
        "booklets": _places(dispute.editions, lang),
    }
    readings = readings_in_words(dispute.id, lang)
    if len(set(readings.values())) > 1:
        answer["readings"] = readings
    return answer


def _places(sources: Mapping[str, Source], lang: Language) -> dict[str, list[str]]:
    """Return for each edition that speaks of something the place, and what it says differently, if anything."""
    return {
        edition: [place_in(source.at, lang), *([capitalized(source.says[lang])] if source.says else [])]
        for edition, source in sources.items()
        if not source.silent
    }


def write_ask(folder: Path) -> None:
    """Write the scripts, and for each language the data of the search and the answers."""
    folder.mkdir(parents=True, exist_ok=True)
    for file in STATIC.iterdir():
        shutil.copy(file, folder / file.name)
    for lang in map(Language, LANGUAGES):
        for name, data in (("questions", question_data(lang)), ("answers", answers(lang))):
            text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
            (folder / f"{name}-{lang}.json").write_text(text, encoding="utf-8")
