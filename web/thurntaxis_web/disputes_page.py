"""The disputes: a page for each, and the page that lists them by chapter."""

from collections.abc import Iterator
from functools import partial
from itertools import groupby

from thurntaxis_presentation.decision_tables import decided_readings, decision_rows
from thurntaxis_presentation.language import Language
from thurntaxis_rulebook import Decision, Dispute, clause, decision_on, disputes
from thurntaxis_rulebook.corpus.loading import chapters
from thurntaxis_web.citations import clause_link, dispute_link, option_title, rows
from thurntaxis_web.example_block import block_of
from thurntaxis_web.markup import collapsible, escaped, heading, html_table, link, paragraph


def disputes_page(lang: Language) -> str:
    """Return the list of all disputes by the chapter of their first clause, each with its answer.

    Each entry has the dispute's id as its anchor, under which the dispute itself once stood on this page.
    """
    parts = [f"# {lang.label('disputes')}\n\n", f"{lang.label('disputes', 'pages')}\n\n"]
    order = list(chapters())
    every = sorted(disputes().values(), key=lambda dispute: order.index(_chapter(dispute)))
    names = dict.fromkeys(map(_chapter, every))
    below = " · ".join(link(escaped(chapters()[name].title[lang]), f"#chapter-{name}") for name in names)
    parts.append(paragraph(below, "see"))
    for chapter, found in groupby(every, key=_chapter):
        parts.append(heading(2, escaped(chapters()[chapter].title[lang]), f"chapter-{chapter}"))
        for dispute in found:
            question, answer = dispute_link(dispute, lang), escaped(dispute.ruling[lang])
            parts.append(f"{question}{{ #{dispute.id} }}<br>{answer}\n{{ .answered }}\n\n")
    return "".join(parts)


def _chapter(dispute: Dispute) -> str:
    return clause(dispute.clauses[0]).chapter


# ---- the page of a dispute


def dispute_page(dispute: Dispute, lang: Language) -> str:
    """Return the page of a dispute: the answer, what the editions say, and below that the reasons, folded."""
    return "".join(_dispute(dispute, lang))


def _dispute(dispute: Dispute, lang: Language) -> Iterator[str]:
    label = lang.label
    yield f"# {escaped(dispute.question[lang])} {{ #{dispute.id} }}\n\n"
    yield paragraph(escaped(dispute.ruling[lang]), "statement")
    chapter = _chapter(dispute)
    to_list = link(label("disputes"), f"disputes.md#{dispute.id}")
    to_chapter = link(escaped(chapters()[chapter].title[lang]), f"{chapter}.md")
    yield paragraph(f"{to_list} · {to_chapter} · {lang.label(dispute.nature, 'natures')}", "see")
    yield heading(2, label("what-editions-say"), "editions")
    said = ((edition, says or at) for edition, at, says in rows(dispute.editions, lang, dispute.option))
    name = lang.labelled("what-editions-say", dispute.question[lang])
    yield html_table("sources", (label("edition"), label("what-editions-say")), said, name)
    yield collapsible(label("reason"), "".join(_reasons(dispute, lang)), "quote")
    cited = ((edition, at) for edition, at, _ in rows(dispute.editions, lang, dispute.option))
    name = lang.labelled("where", dispute.question[lang])
    places = html_table("sources", (label("edition"), label("place")), cited, name)
    yield collapsible(label("where"), places, "quote")
    if decision := decision_on(dispute):
        yield decision_block(decision, dispute.option, lang)


def _reasons(dispute: Dispute, lang: Language) -> Iterator[str]:
    """Yield why the dispute is ruled so, the other reading, the option, the clauses, and why there is no position."""
    yield paragraph(escaped(dispute.reason[lang]), "reason")
    if dispute.other is not None:
        label, stop = lang.label("other-reading"), lang.typography("stop")
        opening = f"**{label}{stop.rstrip()}**{stop.lstrip('.。')}"
        yield paragraph(opening + escaped(dispute.other[lang]), "reason")
    if dispute.option is not None:
        option = link(escaped(option_title(dispute.option, lang)), f"editions.md#option-{dispute.option}")
        yield paragraph(lang.labelled("option", option), "see")
    concerned = lang.listed(clause_link(id_, lang) for id_ in dispute.clauses)
    yield paragraph(lang.labelled("clauses-concerned", concerned), "see")
    if dispute.no_table is not None:
        yield paragraph(lang.label(dispute.no_table, "no-tables"), "event")


# ---- what follows from one position by each reading, side by side


def decision_block(decision: Decision, option: str | None, lang: Language) -> str:
    """Return the position of a dispute with the results by each reading, and whether the best turn changes."""
    title = lang.label("decided")
    headers = (lang.label("point"), *decided_readings(decision, option, lang))
    rows = ((name, *cells) for name, cells in decision_rows(decision, lang, partial(clause_link, lang=lang)))
    compared = html_table("readings", headers, rows, title)
    below = f"{paragraph(title, 'label')}{compared}{paragraph(lang.label(decision.about_best), 'event')}"
    return block_of(decision.example, lang, below=below)
