"""The disputes: a page for each, and the page that lists them by chapter."""

from collections.abc import Iterator
from functools import partial

from thurntaxis_presentation.decision_tables import decided_readings, decision_rows
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.rulebook_answers import usual_edition
from thurntaxis_rulebook import Dispute, clause, decision_on, disputes
from thurntaxis_rulebook.corpus.loading import chapters
from thurntaxis_web.citations import (
    booklet_choice,
    clause_link,
    dispute_link,
    in_booklet,
    in_booklets,
    option_title,
    rows,
)
from thurntaxis_web.example_block import block_of
from thurntaxis_web.markup import collapsible, escaped, heading, html_table, link, paragraph


def disputes_page(lang: Language) -> str:
    """Return first the disputes that editions decide differently, then by chapter the others, each with its answer.

    Each entry has the dispute's id as its anchor, under which the dispute itself once stood on this page.
    """
    parts = [f"# {lang.label('disputes')}\n\n", f"{lang.label('disputes', 'pages')}\n\n"]
    parts.append(f'<div class="chapter-bar">{booklet_choice(lang)}</div>\n\n')
    parts.append(heading(2, lang.label("editions-decide"), "editions"))
    parts += [_entry(one, lang) + _by_booklet(one, lang) for one in disputes().values() if one.divides]
    parts.append(heading(2, lang.label("other-questions"), "others"))
    for name, chapter in chapters().items():
        entries = [_entry(one, lang) for one in disputes().values() if _chapter(one) == name and not one.divides]
        if entries:
            title = chapter.title[lang] + lang.bracketed(str(len(entries)))
            parts.append(collapsible(title, "".join(entries), "quote"))
    return "".join(parts)


def _entry(dispute: Dispute, lang: Language) -> str:
    question, answer = dispute_link(dispute, lang), escaped(dispute.ruling[lang])
    return f"{question}{{ #{dispute.id} }}<br>{answer}\n{{ .answered }}\n\n"


def _by_booklet(dispute: Dispute, lang: Language) -> str:
    """Return what the reader's booklet decides, in a line that opens the readings of all editions."""
    headers = (lang.label("edition"), lang.label("place"), lang.label("reading"))
    cells = dict(zip(dispute.editions, rows(dispute.editions, lang, dispute.option), strict=True))
    table = html_table("sources", headers, cells.values(), lang.labelled("reading", dispute.question[lang]))
    return in_booklets(in_booklet(" · ".join(cells[usual_edition(lang)][1:]), lang), table)


def _chapter(dispute: Dispute) -> str:
    return clause(dispute.clauses[0]).chapter


# ---- the page of a dispute


def dispute_page(dispute: Dispute, lang: Language) -> Iterator[str]:
    """Yield the page of a dispute: the answer, what the editions say, the reasons, and a position by each reading."""
    label = lang.label
    yield f"# {escaped(dispute.question[lang])} {{ #{dispute.id} }}\n\n"
    yield paragraph(escaped(dispute.ruling[lang]), "statement")
    to_list, chapter = link(label("disputes"), f"disputes.md#{dispute.id}"), _chapter(dispute)
    to_chapter = link(escaped(chapters()[chapter].title[lang]), f"{chapter}.md")
    yield paragraph(f"{to_list} · {to_chapter} · {lang.label(dispute.nature, 'natures')}", "see")
    yield heading(2, label("what-editions-say"), "editions")
    name = lang.labelled("what-editions-say", dispute.question[lang])
    said: dict[str, dict[str, list[str]]] = {}
    read = rows(dispute.editions, lang, dispute.option)
    for (edition, at, says), (*_, reading) in zip(rows(dispute.editions, lang), read, strict=True):
        said.setdefault(reading if dispute.divides else "", {}).setdefault(says or at, []).append(edition)
    for reading, texts in said.items():
        yield paragraph(reading, "label") if reading else ""
        told = ((lang.listed(named), text) for text, named in texts.items())
        yield html_table("sources", (label("edition"), label("what-editions-say")), told, name)
    yield collapsible(label("reason"), "".join(_reasons(dispute, lang)), "quote")
    headers, cited = (label("edition"), label("place")), (row[:2] for row in rows(dispute.editions, lang))
    places = html_table("sources", headers, cited, lang.labelled("where", dispute.question[lang]))
    yield collapsible(label("where"), places, "quote")
    if decision := decision_on(dispute):
        title = label("decided")
        readings = (label("point"), *decided_readings(decision, dispute.option, lang))
        results = decision_rows(decision, lang, partial(clause_link, lang=lang))
        compared = html_table("readings", readings, ((point, *cells) for point, cells in results), title)
        yield block_of(decision.example, lang, below=paragraph(title, "label") + compared)


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
