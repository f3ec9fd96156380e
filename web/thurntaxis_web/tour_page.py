"""The tour of the rules, "How to play": clauses in the order in which a new player needs them.

`tour.toml` says which; the sentences are those of the clauses.
"""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from thurntaxis_presentation.i18n import typography
from thurntaxis_rulebook import Clause, Dispute, clause, disputes, examples
from thurntaxis_rulebook.corpus.loading import chapters
from thurntaxis_web.citations import dispute_link
from thurntaxis_web.example_block import map_figure, outcome, table_link
from thurntaxis_web.labels import SiteLabels
from thurntaxis_web.markup import div, escaped, heading, link, paragraph

TOUR_PAGE = "how-to-play"
"""The name of the page, without its ending, and of its texts."""


@cache
def tour() -> list[dict[str, Any]]:
    """Return the chapters of the tour: `name`, `paragraphs` (lists of clauses), and maybe `map` and `example`."""
    chapters_told: list[dict[str, Any]] = tomllib.loads(
        Path(__file__).with_name("tour.toml").read_text(encoding="utf-8")
    )["chapter"]
    return chapters_told


def tour_page(labels: SiteLabels) -> str:
    """Return the page of the tour."""
    parts = [f"# {labels.label(TOUR_PAGE)}\n\n", paragraph(labels.page(TOUR_PAGE), "intro")]
    for chapter in tour():
        parts.append(heading(2, escaped(chapters()[chapter["name"]].title[labels.lang]), chapter["name"]))
        if "map" in chapter:
            parts.append(map_figure(examples()[chapter["map"]], labels))
        parts += [_paragraph(ids, labels) for ids in chapter["paragraphs"]]
        if "example" in chapter:
            parts.append(_example(chapter["example"], labels))
    return "".join(parts)


def _paragraph(ids: list[str], labels: SiteLabels) -> str:
    """Return a paragraph of clauses under the title of the first one, with the disputes that it closes."""
    title = heading(3, escaped(clause(ids[0]).title[labels.lang]), f"tour-{ids[0]}")
    told = [_told(clause(id_), labels) for id_ in ids]
    told += [_asked(dispute, labels) for dispute in disputes().values() if _last_clause(dispute) in ids]
    return title + paragraph(" ".join(told), "tour-text")


def _last_clause(dispute: Dispute) -> str | None:
    """Return the last clause of the tour that a dispute about an option concerns; None if there is none."""
    told = [id_ for chapter in tour() for ids in chapter["paragraphs"] for id_ in ids]
    return max((set(dispute.clauses) & set(told)) if dispute.option else (), key=told.index, default=None)


def _told(told: Clause, labels: SiteLabels) -> str:
    """Return the statement of a clause, with a link to the clause."""
    title = escaped(told.title[labels.lang]).replace('"', "&quot;")
    sign = f'[§]({told.chapter}.md#{told.id}){{ .to-clause title="{title}" aria-label="§ {title}" }}'
    before = typography("space", labels.lang).replace(" ", "\N{NO-BREAK SPACE}")
    return f"{escaped(told.text[labels.lang])}{before}{sign}"


def _asked(dispute: Dispute, labels: SiteLabels) -> str:
    """Return the question of a dispute, as a link to its page, and the ruling."""
    between = typography("space", labels.lang)
    return f"<em>{dispute_link(dispute, labels)}</em>{between}{escaped(dispute.ruling[labels.lang])}"


def _example(name: str, labels: SiteLabels) -> str:
    """Return the map of an example, what its event brings or why it is refused, and a link to the table."""
    example = examples()[name]
    main = clause(example.clauses[0])
    named = paragraph(link(labels.label("example"), f"{main.chapter}.md#{main.id}"), "label")
    told = named + outcome(example, labels) + table_link(example, labels)
    return div("example", map_figure(example, labels) + div("told", told))
