"""The page of the disputes."""

from collections.abc import Iterator

from thurntaxis_rulebook import Dispute, decision_on, disputes
from thurntaxis_web.chapter_pages import clause_link
from thurntaxis_web.citations import rows
from thurntaxis_web.decision_tables import decision_block
from thurntaxis_web.labels import SiteLabels
from thurntaxis_web.markup import escaped, heading, html_table, link, paragraph


def disputes_page(labels: SiteLabels) -> str:
    """Return the page of all disputes, in the order of the corpus."""
    parts = [f"# {labels.label('disputes')}\n\n", f"{labels.page('disputes')}\n\n"]
    parts += ["".join(_dispute(dispute, labels)) for dispute in disputes().values()]
    return "".join(parts)


def _dispute(dispute: Dispute, labels: SiteLabels) -> Iterator[str]:
    label = labels.label
    yield heading(2, escaped(dispute.question[labels.lang]), dispute.id)
    yield paragraph(f"`{dispute.id}` <span>{labels.nature(dispute.nature)}</span>", "facts")
    yield paragraph(labels.opening("ruling", escaped(dispute.ruling[labels.lang])), "statement")
    yield paragraph(labels.opening("reason", escaped(dispute.reason[labels.lang])), "reason")
    if dispute.other is not None:
        yield paragraph(labels.opening("other-reading", escaped(dispute.other[labels.lang])), "reason")
    if dispute.option is not None:
        option = link(escaped(labels.options[dispute.option]), f"editions.md#option-{dispute.option}")
        yield paragraph(labels.leading("option", option), "see")
    concerned = labels.listed(clause_link(id_, labels) for id_ in dispute.clauses)
    yield paragraph(labels.leading("clauses-concerned", concerned), "see")
    yield paragraph(label("what-editions-say"), "label")
    headers = (label("edition"), label("place"), label("what-editions-say"))
    name = labels.leading("what-editions-say", dispute.question[labels.lang])
    yield html_table("sources", headers, rows(dispute.editions, labels, dispute.option), name)
    if dispute.no_table is not None:
        yield paragraph(labels.no_table(dispute.no_table), "event")
    if decision := decision_on(dispute):
        yield decision_block(decision, dispute.option, labels)
