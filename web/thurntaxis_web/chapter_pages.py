"""The chapters of the rulebook: every clause with all that belongs to it."""

from collections.abc import Iterator

from thurntaxis_rulebook import Chapter, Clause, clause, clauses, disputes_about, examples_of
from thurntaxis_rulebook.corpus.traceability import links
from thurntaxis_web.citations import rows
from thurntaxis_web.clause_functions import functions_of
from thurntaxis_web.example_block import example_block
from thurntaxis_web.labels import SiteWords
from thurntaxis_web.markup import block, code, folded, grid, heading, link, option_value, paragraph, plain


def clause_link(id_: str, words: SiteWords) -> str:
    """Return the title of a clause, which leads to it."""
    named = clause(id_)
    return link(plain(named.title[words.lang]), f"{named.chapter}.md#{id_}")


def chapter_page(chapter: Chapter, words: SiteWords) -> str:
    """Return the page of a chapter."""
    parts = [f"# {plain(chapter.title[words.lang])}\n\n"]
    how = link(words.label("place"), "editions.md#places")
    parts.append(paragraph(f"{how}{words.colon}{words.how_places_are_written()}", "how"))
    parts += ["".join(_clause(each, words)) for each in clauses().values() if each.chapter == chapter.name]
    return "".join(parts)


def _clause(each: Clause, words: SiteWords) -> Iterator[str]:
    """Yield the parts of a clause's entry."""
    label = words.label
    yield heading(2, plain(each.title[words.lang]), each.id)
    yield paragraph(f"`{each.id}` <span>{words.kind(each.kind)}</span>", "facts")
    yield paragraph(plain(each.text[words.lang]), "statement")
    if each.ruling:
        yield block("ruling", label("ruling-here"))
    if each.option is not None:
        yield paragraph(_option(each, words), "see")
    for key, ids in (("exception-to", each.exception_to), ("depends", each.depends)):
        if ids:
            yield paragraph(words.leading(key, ", ".join(clause_link(id_, words) for id_ in ids)), "see")
    yield paragraph(label("where"), "label")
    headers = (label("edition"), label("place"), label("says"))
    yield grid("sources", headers, rows(each.sources, words), words.leading("where", each.title[words.lang]))
    about = disputes_about(each.id)
    if about:
        asked = [f"- {link(plain(one.question[words.lang]), f'disputes.md#{one.id}')}" for one in about]
        yield paragraph(label("disputes"), "label") + "\n".join(asked) + "\n\n"
    shown = examples_of(each.id)
    own = [example for example in shown if example.clauses[0] == each.id]
    if shown:
        yield paragraph(label("examples"), "label")
    yield from (example_block(example, words) for example in own)
    others = [f"- {clause_link(one.clauses[0], words)}" for one in shown if one not in own]
    if others:
        yield "\n".join(dict.fromkeys(others)) + "\n\n"
    yield from _code(each, words)


def _option(each: Clause, words: SiteWords) -> str:
    assert each.option is not None
    option = link(plain(words.options[each.option]), f"editions.md#option-{each.option}")
    told = words.leading("option", option)
    if each.reading is None:
        return told
    return f"{told}. {words.leading('holds-under', option_value(each.reading))}"


def _code(each: Clause, words: SiteWords) -> Iterator[str]:
    """Yield the code that carries a clause, folded, and the tests that name it."""
    for function in functions_of(each.id):
        leads = link(f"`{function.anchor}`", f"code.md#{function.anchor}")
        title = words.leading("shown-in", function.name)
        yield folded(title, paragraph(leads, "leads") + code(function.source))
    tests = links(each)["tests"]
    if tests:
        title = f"{words.label('tests')} ({len(tests)})"
        yield folded(title, "\n".join(f"- `{test}`" for test in tests), "success")
