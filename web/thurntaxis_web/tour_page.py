"""The tour of the rules, "How to play": clauses in the order in which a new player needs them.

`tour.toml` says which; the sentences are those of the clauses.
"""

from pathlib import Path
from typing import Any

from thurntaxis_presentation.language import Language
from thurntaxis_rulebook import Clause, Dispute, clause, disputes, examples
from thurntaxis_rulebook.corpus.loading import chapters
from thurntaxis_rulebook.corpus.toml_files import contents
from thurntaxis_web.aid_pdf import AID_PAGE
from thurntaxis_web.citations import dispute_link
from thurntaxis_web.example_block import map_figure, outcome, table_link
from thurntaxis_web.markup import div, escaped, heading, link, paragraph

TOUR_PAGE = "how-to-play"
"""The name of the page, without its ending, and of its texts."""


def tour() -> list[dict[str, Any]]:
    """Return the chapters of the tour: `name`, `paragraphs` (lists of clauses), and maybe `map` and `example`."""
    told: list[dict[str, Any]] = contents(Path(__file__).with_name("tour.toml"))["chapter"]
    return told


def tour_page(lang: Language) -> str:
    """Return the page of the tour."""
    parts = [f"# {lang.label(TOUR_PAGE)}\n\n", paragraph(lang.label(TOUR_PAGE, "pages"), "intro")]
    parts.append(paragraph(link(lang.label(AID_PAGE), f"{AID_PAGE}.md"), "see"))
    for chapter in tour():
        parts.append(heading(2, escaped(chapters()[chapter["name"]].title[lang]), chapter["name"]))
        if "map" in chapter:
            parts.append(map_figure(examples()[chapter["map"]], lang))
        parts += [_paragraph(ids, lang) for ids in chapter["paragraphs"]]
        if "example" in chapter:
            parts.append(_example(chapter["example"], lang))
    return "".join(parts)


def _paragraph(ids: list[str], lang: Language) -> str:
    """Return a paragraph of clauses under the title of the first one, with the disputes that it closes."""
    title = heading(3, escaped(clause(ids[0]).title[lang]), f"tour-{ids[0]}")
    told = [statement(clause(id_), lang) for id_ in ids]
    told += [answer(dispute, lang) for dispute in disputes().values() if _last_clause(dispute) in ids]
    return title + paragraph(" ".join(told), "tour-text")


def _last_clause(dispute: Dispute) -> str | None:
    """Return the last clause of the tour that a dispute about an option concerns; None if there is none."""
    told = [id_ for chapter in tour() for ids in chapter["paragraphs"] for id_ in ids]
    return max((set(dispute.clauses) & set(told)) if dispute.option else (), key=told.index, default=None)


def statement(told: Clause, lang: Language) -> str:
    """Return the statement of a clause, with a link to the clause."""
    title = escaped(told.title[lang]).replace('"', "&quot;")
    sign = f'[§]({told.chapter}.md#{told.id}){{ .to-clause title="{title}" aria-label="§ {title}" }}'
    before = lang.typography("space").replace(" ", "\N{NO-BREAK SPACE}")
    return f"{escaped(told.text[lang])}{before}{sign}"


def answer(dispute: Dispute, lang: Language) -> str:
    """Return the question of a dispute, as a link to its page, and the ruling."""
    between = lang.typography("space")
    return f"<em>{dispute_link(dispute, lang)}</em>{between}{escaped(dispute.ruling[lang])}"


def _example(name: str, lang: Language) -> str:
    """Return the map of an example, what its event brings or why it is refused, and a link to the table."""
    example = examples()[name]
    main = clause(example.clauses[0])
    named = paragraph(link(lang.label("example"), f"{main.chapter}.md#{main.id}"), "label")
    told = named + outcome(example, lang) + table_link(example, lang)
    return div("example", map_figure(example, lang) + div("told", told))
