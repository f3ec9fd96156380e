"""The page of a chapter, in two views: the rules as readers want them, and the evidence for each clause.

Both views are one page; the style sheet shows `.reader` in the first view only and `.evidence` in the second only.
`chapters.toml` says which clauses open a section, and which examples readers see.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from thurntaxis import EDITIONS
from thurntaxis.options import OptionValue
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.rulebook_answers import reading_in_words, usual_edition
from thurntaxis_rulebook import Chapter, Clause, clauses, disputes_about, examples_of
from thurntaxis_rulebook.corpus.toml_files import contents
from thurntaxis_rulebook.corpus.traceability import links
from thurntaxis_web.citations import (
    asked,
    booklet_choice,
    clause_link,
    in_booklet,
    in_booklets,
    option_title,
    place,
    rows,
)
from thurntaxis_web.example_block import example_block, worked_example
from thurntaxis_web.markup import code, collapsible, div, escaped, filled, heading, html_table, link, paragraph
from thurntaxis_web.reference_pages import ClauseFunction, functions_of

LAYOUT: dict[str, dict[str, list[str]]] = contents(Path(__file__).with_name("chapters.toml"))
"""For each chapter `sections`, the clauses that open one, and `examples`, those for readers."""


def chapter_page(chapter: Chapter, lang: Language) -> str:
    """Return the page of a chapter."""
    gaps = {name: lang.label(name) for name in ("view", "view-reader", "view-evidence")}
    gaps["booklet"] = booklet_choice(lang)
    parts = [f"# {escaped(chapter.title[lang])}\n\n", filled("chapter_bar.html", gaps)]
    how = link(lang.label("place"), "editions.md#places") + lang.colon + lang.label("how", "places")
    parts.append(paragraph(how, "how evidence"))
    shown: set[ClauseFunction] = set()
    own = (clause for clause in clauses().values() if clause.chapter == chapter.name)
    parts += [div("clause", "".join(_clause(each, lang, shown)), "section") for each in own]
    return "".join(parts)


def _clause(each: Clause, lang: Language, shown: set[ClauseFunction]) -> Iterator[str]:
    """Yield the parts of a clause; `shown` are the functions whose code the page has already, and is added to."""
    yield heading(2 if each.id in LAYOUT[each.chapter]["sections"] else 3, escaped(each.title[lang]), each.id)
    held = [name for name, by in EDITIONS.items() if each.option and by.options.get(each.option) == each.reading]
    if held:
        editions = lang.labelled("only-in", lang.parted(map(lang.form, held)))
        yield f'<details class="held" data-held="{" ".join(held)}" open markdown="1">\n'
        yield f'<summary markdown="span">{editions}</summary>\n\n'
    yield paragraph(escaped(each.text[lang]), "statement")
    if each.note:
        yield paragraph(escaped(each.note[lang]), "see")
    yield _booklet(each, lang)
    own = [example for example in examples_of(each.id) if example.clauses[0] == each.id]
    yield from (worked_example(one, lang) for one in own if one.id in LAYOUT[each.chapter]["examples"])
    yield "</details>\n\n" if held else ""
    for one in disputes_about(each.id):
        yield paragraph(asked(one, lang), "asked-here" if one.clauses[0] == each.id else "asked-here evidence")
    yield div("evidence", "".join(_evidence(each, lang)))
    yield div("evidence implementation", "".join(_code(each, shown)))


def _booklet(each: Clause, lang: Language) -> str:
    """Return where the reader's booklet states a clause, in a line that opens the places in all editions."""
    source = each.sources[usual_edition(lang)]
    if each.ruling:
        summary = lang.label("ruling-here")
    else:
        first = place(replace(source, at=source.at.partition(";")[0]), lang)
        says = f" · {escaped(source.says[lang])}" if source.says else ""
        summary = in_booklet(f"{first}{says}", lang)
    headers = (lang.label("edition"), lang.label("place"), lang.label("says"))
    cited = html_table("sources", headers, rows(each.sources, lang), lang.labelled("where", each.title[lang]))
    if notes := sum(one.says is not None for one in each.sources.values()):
        summary += lang.typography("space") + lang.text("edition-notes", "labels", count=notes)
    return in_booklets(summary, cited)


def _evidence(each: Clause, lang: Language) -> Iterator[str]:
    """Yield what a clause is and depends on, and its examples and tests."""
    label = lang.label
    yield paragraph(f"`{each.id}` <span>{lang.label(each.kind, 'kinds')}</span>", "facts")
    first = (one.option for one in disputes_about(each.id) if one.option is not None and one.clauses[0] == each.id)
    option = each.option or next(first, None)
    if option is not None:
        yield paragraph(_option(option, each.reading, lang), "see")
    for key, ids in (("exception-to", each.exception_to), ("depends", each.depends)):
        if ids:
            yield paragraph(lang.labelled(key, lang.listed(clause_link(id_, lang) for id_ in ids)), "see")
    shown = examples_of(each.id)
    own = [example for example in shown if example.clauses[0] == each.id]
    if shown:
        yield paragraph(label("examples" if len(shown) > 1 else "example"), "label")
    yield from (example_block(example, lang) for example in own)
    others = [f"- {clause_link(one.clauses[0], lang)}" for one in shown if one not in own]
    if others:
        yield "\n".join(dict.fromkeys(others)) + "\n\n"
    if tests := links(each)["tests"]:
        title = lang.label("tests") + lang.bracketed(str(len(tests)))
        yield collapsible(title, "\n".join(f"- `{test}`" for test in tests), "success")


def _option(option: str, reading: OptionValue | None, lang: Language) -> str:
    """Return which option a clause depends on, and under which of its values it holds, if only under one."""
    told = lang.labelled("option", link(escaped(option_title(option, lang)), f"editions.md#option-{option}"))
    if reading is None:
        return told
    holds_under = lang.labelled("holds-under", escaped(reading_in_words(option, reading, lang)))
    return f"{told}{lang.typography('stop')}{holds_under}"


def _code(each: Clause, shown: set[ClauseFunction]) -> Iterator[str]:
    """Yield the functions that implement a clause, each with its code where the page shows it first."""
    for function in functions_of(each.id):
        yield paragraph(link(f"`{function.anchor}`", f"code.md#{function.anchor}"), "leads")
        if function not in shown:
            shown.add(function)
            yield code(function.source)
