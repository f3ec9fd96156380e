"""The page of the disputes."""

from collections.abc import Iterator

from thurntaxis_rulebook import Dispute, decision_on, disputes
from thurntaxis_web.chapter_pages import clause_link
from thurntaxis_web.citations import rows
from thurntaxis_web.decision_tables import decision_block
from thurntaxis_web.labels import SiteWords
from thurntaxis_web.markup import grid, heading, link, paragraph, plain


def disputes_page(words: SiteWords) -> str:
    """Return the page of all disputes, in the order of the corpus."""
    parts = [f"# {words.label('disputes')}\n\n", f"{words.page('disputes')}\n\n"]
    parts += ["".join(_dispute(dispute, words)) for dispute in disputes().values()]
    return "".join(parts)


def _dispute(dispute: Dispute, words: SiteWords) -> Iterator[str]:
    label = words.label
    yield heading(2, plain(dispute.question[words.lang]), dispute.id)
    yield paragraph(f"`{dispute.id}` <span>{words.nature(dispute.nature)}</span>", "facts")
    yield paragraph(f"**{label('ruling')}.** {plain(dispute.ruling[words.lang])}", "statement")
    yield paragraph(f"**{label('reason')}.** {plain(dispute.reason[words.lang])}", "reason")
    if dispute.other is not None:
        yield paragraph(f"**{label('other-reading')}.** {plain(dispute.other[words.lang])}", "reason")
    if dispute.option is not None:
        option = link(plain(words.options[dispute.option]), f"editions.md#option-{dispute.option}")
        yield paragraph(words.leading("option", option), "see")
    concerned = ", ".join(clause_link(id_, words) for id_ in dispute.clauses)
    yield paragraph(words.leading("clauses-concerned", concerned), "see")
    yield paragraph(label("what-editions-say"), "label")
    headers = (label("edition"), label("place"), label("what-editions-say"))
    name = words.leading("what-editions-say", dispute.question[words.lang])
    yield grid("sources", headers, rows(dispute.editions, words), name)
    if dispute.no_table is not None:
        yield paragraph(words.no_table(dispute.no_table), "event")
    if decision := decision_on(dispute):
        yield decision_block(decision, words)
