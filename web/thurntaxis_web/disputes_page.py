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
from thurntaxis_web.example_block import example_block
from thurntaxis_web.markup import collapsible, escaped, heading, html_table, link, paragraph


def disputes_page(lang: Language) -> str:
    """Return first the disputes that editions decide differently, then by chapter the others, each with its answer.

    Each entry has the dispute's id as its anchor, under which the dispute itself once stood on this page.
    """
    parts = [f"# {lang.label('disputes')}\n\n", f"{lang.label('disputes', 'pages')}\n\n"]
    parts.append(f'<div class="chapter-bar">{booklet_choice(lang)}</div>\n\n')
    parts.append(heading(2, lang.label("editions-decide"), "editions"))
    parts += [_entry(one, lang) + in_booklets(*_by_booklet(one, lang)) for one in disputes().values() if one.divides]
    parts.append(heading(2, lang.label("other-questions"), "others"))
    others = [one for one in disputes().values() if not one.divides]
    for name, chapter in chapters().items():
        entries = [_entry(one, lang) for one in others if clause(one.clauses[0]).chapter == name]
        if entries:
            title = chapter.title[lang] + lang.bracketed(str(len(entries)))
            parts.append(collapsible(title, "".join(entries), "quote"))
    return "".join(parts)


def _entry(dispute: Dispute, lang: Language) -> str:
    question, answer = dispute_link(dispute, lang), escaped(dispute.ruling[lang])
    return f"{question}{{ #{dispute.id} }}<br>{answer}\n{{ .answered }}\n\n"


def _by_booklet(dispute: Dispute, lang: Language) -> tuple[str, str]:
    """Return what the reader's booklet decides, or where it speaks of it; and the table of all editions."""
    head, cells = ["edition", "place", "what-editions-say"], [list(row) for row in rows(dispute.editions, lang)]
    if dispute.divides:  # the reading comes first
        head.insert(1, "reading")
        for row, (*_, reading) in zip(cells, rows(dispute.editions, lang, dispute.option), strict=True):
            row.insert(1, reading)
    own = cells[[*dispute.editions].index(usual_edition(lang))][1:3]
    name = lang.labelled("what-editions-say", dispute.question[lang])
    table = html_table("sources", [*map(lang.label, head)], cells, name)
    return in_booklet(" · ".join(filter(None, own)), lang), table


# ---- the page of a dispute


def dispute_page(dispute: Dispute, lang: Language) -> Iterator[str]:
    """Yield the page of a dispute: the answer, what the editions say, the reasons, and a position by each reading."""
    label = lang.label
    yield f"# {escaped(dispute.question[lang])} {{ #{dispute.id} }}\n\n"
    ruling = paragraph(escaped(dispute.ruling[lang]), "statement")
    told, table = _by_booklet(dispute, lang)
    own = f'<div class="chapter-bar">{booklet_choice(lang)}</div>\n\n{paragraph(told, "own")}'
    yield own + ruling if dispute.divides else ruling + own
    to_list, chapter = link(label("disputes"), f"disputes.md#{dispute.id}"), clause(dispute.clauses[0]).chapter
    to_chapter = link(escaped(chapters()[chapter].title[lang]), f"{chapter}.md")
    yield paragraph(f"{to_list} · {to_chapter} · {lang.label(dispute.nature, 'natures')}", "see")
    yield heading(2, label("what-editions-say"), "editions") + table
    yield collapsible(label("reason"), "".join(_reasons(dispute, lang)), "quote")
    if decision := decision_on(dispute):
        title = label("decided")
        readings = (label("point"), *decided_readings(decision, dispute.option, lang))
        results = decision_rows(decision, lang, partial(clause_link, lang=lang))
        compared = html_table("readings", readings, ((point, *cells) for point, cells in results), title)
        yield example_block(decision.example, lang, below=paragraph(title, "label") + compared)


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
