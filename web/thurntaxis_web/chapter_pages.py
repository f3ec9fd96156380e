"""The page of a chapter: every clause with its sources, disputes, examples and code."""

from collections.abc import Iterator

from thurntaxis.options import OptionValue
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.rulebook_answers import reading_in_words
from thurntaxis_rulebook import Chapter, Clause, clauses, disputes_about, examples_of
from thurntaxis_rulebook.corpus.traceability import links
from thurntaxis_web.citations import clause_link, dispute_link, option_title, rows
from thurntaxis_web.example_block import example_block
from thurntaxis_web.markup import code, collapsible, div, escaped, heading, html_table, link, paragraph
from thurntaxis_web.reference_pages import functions_of


def chapter_page(chapter: Chapter, lang: Language) -> str:
    """Return the page of a chapter."""
    parts = [f"# {escaped(chapter.title[lang])}\n\n"]
    how = link(lang.label("place"), "editions.md#places")
    parts.append(paragraph(f"{how}{lang.colon}{lang.label('how', 'places')}", "how"))
    parts += ["".join(_clause(each, lang)) for each in clauses().values() if each.chapter == chapter.name]
    return "".join(parts)


def _clause(each: Clause, lang: Language) -> Iterator[str]:
    """Yield the parts of a clause's entry."""
    label = lang.label
    yield heading(2, escaped(each.title[lang]), each.id)
    yield paragraph(f"`{each.id}` <span>{lang.label(each.kind, 'kinds')}</span>", "facts")
    yield paragraph(escaped(each.text[lang]), "statement")
    if each.ruling:
        yield div("ruling", label("ruling-here"))
    about = disputes_about(each.id)
    first = (one.option for one in about if one.option is not None and one.clauses[0] == each.id)
    option = each.option or next(first, None)
    if option is not None:
        yield paragraph(_option(option, each.reading, lang), "see")
    for key, ids in (("exception-to", each.exception_to), ("depends", each.depends)):
        if ids:
            yield paragraph(lang.labelled(key, lang.listed(clause_link(id_, lang) for id_ in ids)), "see")
    if about:
        asked = [f"- {dispute_link(one, lang)}" for one in about]
        yield paragraph(label("disputes"), "label") + "\n".join(asked) + "\n\n"
    shown = examples_of(each.id)
    own = [example for example in shown if example.clauses[0] == each.id]
    if shown:
        yield paragraph(label("examples" if len(shown) > 1 else "example"), "label")
    yield from (example_block(example, lang) for example in own)
    others = [f"- {clause_link(one.clauses[0], lang)}" for one in shown if one not in own]
    if others:
        yield "\n".join(dict.fromkeys(others)) + "\n\n"
    headers = (label("edition"), label("place"), label("says"))
    cited = html_table("sources", headers, rows(each.sources, lang), lang.labelled("where", each.title[lang]))
    yield collapsible(label("where"), cited, "quote")
    yield from _code(each, lang)


def _option(option: str, reading: OptionValue | None, lang: Language) -> str:
    """Return which option a clause depends on, and under which of its values it holds, if only under one."""
    told = lang.labelled("option", link(escaped(option_title(option, lang)), f"editions.md#option-{option}"))
    if reading is None:
        return told
    holds_under = lang.labelled("holds-under", escaped(reading_in_words(option, reading, lang)))
    return f"{told}{lang.typography('stop')}{holds_under}"


def _code(each: Clause, lang: Language) -> Iterator[str]:
    """Yield collapsible blocks with the code that implements a clause, and with the tests that name it."""
    for function in functions_of(each.id):
        leads = link(f"`{function.anchor}`", f"code.md#{function.anchor}")
        title = lang.labelled("shown-in", function.name)
        yield collapsible(title, paragraph(leads, "leads") + code(function.source))
    tests = links(each)["tests"]
    if tests:
        title = lang.label("tests") + lang.bracketed(str(len(tests)))
        yield collapsible(title, "\n".join(f"- `{test}`" for test in tests), "success")
