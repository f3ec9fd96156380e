"""The pages that compare the editions, explain the terms, and show the code that implements the clauses."""

import functools
import inspect
import sys
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from thurntaxis_presentation.language import Language
from thurntaxis_presentation.rulebook_answers import reading_in_words, usual_edition
from thurntaxis_rulebook import clauses, disputes, editions
from thurntaxis_rulebook.corpus.languages import NAMES, translation
from thurntaxis_rulebook.corpus.traceability import code_of_clauses
from thurntaxis_web.citations import (
    booklet_choice,
    clause_link,
    dispute_page_name,
    edition_link,
    in_booklet,
    in_booklets,
    option_title,
)
from thurntaxis_web.markup import code, div, escaped, filled, heading, html_table, link, paragraph, scrollable


def editions_page(lang: Language) -> str:
    """Return what changes play between the editions, which one is nearest to another booklet, and what each one is."""
    label = lang.label
    parts = [f"# {label('editions')}\n\n", f"{lang.label('editions', 'pages')}\n\n"]
    named = [edition_link(edition, lang) for edition in editions()]
    readings = html_table("all", (label("option"), *named), _options(lang), label("option"))
    choices = "".join(
        f'<label><input type="checkbox" data-column="{at}" checked> {lang.form(edition)}</label>'
        for at, edition in enumerate(editions(), 1)
    )
    gaps = {"columns": label("editions-shown"), "choices": choices, "alike": label("editions-alike")}
    parts += [heading(2, label("what-changes-play"), "options"), filled("edition_columns.html", gaps)]
    parts.append(scrollable(readings, label("what-changes-play")))
    parts += [heading(2, label("nearest"), "nearest"), f"{lang.label('nearest', 'pages')}\n\n"]
    for edition in editions().values():
        facts = (edition.title, NAMES[edition.language], edition.translator, edition.publisher, edition.date)
        parts.append(heading(2, escaped(lang.form(edition.id)), edition.id))
        parts.append(f"{escaped(edition.about[lang])}\n\n")
        parts.append(paragraph(" · ".join([f"`{edition.id}`", *(escaped(fact) for fact in facts if fact)]), "see"))
    parts += [heading(2, label("place"), "places"), f"{lang.label('how', 'places')}\n\n"]
    everything = link(label("disputes"), "disputes.md") + lang.colon + lang.label("disputes", "pages")
    parts.append(heading(2, label("disputes"), "differences") + f"{everything}\n\n")
    return "".join(parts)


def _options(lang: Language) -> Iterator[tuple[str, ...]]:
    """Yield each option with the reading of every edition."""
    for dispute in disputes().values():
        if dispute.option is not None:
            title = escaped(option_title(dispute.option, lang))
            named = f'<span id="option-{dispute.option}">{link(title, f"{dispute_page_name(dispute)}.md")}</span>'
            readings = (dispute.editions[edition].reading for edition in editions())
            told = (escaped(reading_in_words(dispute.option, reading, lang)) for reading in readings)
            yield f"{named} `{dispute.option}`", *told


# ---- the terms


def glossary_page(lang: Language) -> str:
    """Return every term with its meaning and the terms of each edition for it."""
    bar = f'<div class="chapter-bar">{booklet_choice(lang)}</div>\n\n'
    parts = [f"# {lang.label('glossary')}\n\n", f"{lang.label('glossary', 'pages')}\n\n", bar]
    for thing in translation("en")["terms"]:  # in the order of the corpus
        term, meaning = lang.term(thing), translation(lang)["terms"][thing]["meaning"]
        used = {
            name: f'<span lang="{edition.language}">{escaped(lang.listed(edition.terms.get(thing, ()))) or "–"}</span>'
            for name, edition in editions().items()
        }
        headers = (lang.label("edition"), lang.label("in-the-editions"))
        rows = ((edition_link(edition, lang), words) for edition, words in used.items())
        table = html_table("sources", headers, rows, lang.labelled("in-the-editions", term))
        entry = heading(2, escaped(term), f"term-{thing}") + paragraph(escaped(meaning), "statement")
        parts.append(div("term", entry + in_booklets(in_booklet(used[usual_edition(lang)], lang), table), "section"))
    return "".join(parts)


# ---- the code


@dataclass(frozen=True)
class ClauseFunction:
    """A function of the rules, its source, and the clauses that it implements."""

    module: str
    name: str
    source: str
    clauses: tuple[str, ...]

    @property
    def anchor(self) -> str:
        """Its anchor on the page of the code."""
        return f"{self.module}.{self.name}"


@functools.cache
def functions() -> tuple[ClauseFunction, ...]:
    """Return the functions in the order of the rulebook and of the source, those of its modules last."""
    found: dict[str, tuple[Callable[..., Any], list[str]]] = {}
    ranks: dict[str, tuple[bool, int]] = {}
    written_for = code_of_clauses()
    for at, clause in enumerate(clauses()):
        for function in written_for.get(clause, ()):
            ranks.setdefault(function.__module__, (function.__module__.startswith("thurntaxis.modules."), at))
            anchor = f"{function.__module__}.{function.__name__}"
            stated = found.setdefault(anchor, (function, []))[1]
            if clause not in stated:
                stated.append(clause)
    in_order = sorted(found.values(), key=lambda it: (ranks[it[0].__module__], it[0].__code__.co_firstlineno))
    return tuple(
        ClauseFunction(each.__module__, each.__name__, textwrap.dedent(inspect.getsource(each)), tuple(stated))
        for each, stated in in_order
    )


def functions_of(clause: str) -> list[ClauseFunction]:
    """Return the functions that implement a clause."""
    return [function for function in functions() if clause in function.clauses]


def code_page(lang: Language) -> str:
    """Return the functions by module, each with the clauses that it implements."""
    parts = [f"# {lang.label('code')}\n\n", f"{lang.label('code', 'pages')}\n\n"]
    for module, written in groupby(functions(), key=lambda function: function.module):
        parts.append(heading(2, f"`{module}`", module))
        parts.append(f'<div lang="en" markdown>\n\n{inspect.getdoc(sys.modules[module])}\n\n</div>\n\n')
        for function in written:
            parts.append(heading(3, f"`{function.name}`", function.anchor))
            clauses = lang.listed(clause_link(id_, lang, "evidence") for id_ in function.clauses)
            label = "clause" if len(function.clauses) == 1 else "clauses-concerned"
            parts += [paragraph(lang.labelled(label, clauses), "see"), code(function.source)]
    return "".join(parts)
