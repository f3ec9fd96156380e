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
from thurntaxis_web.citations import asked
from thurntaxis_web.example_block import map_figure, worked_example
from thurntaxis_web.markup import escaped, heading, link, paragraph

TOUR_PAGE = "how-to-play"
"""The name of the page, without its ending, and of its texts."""

TOUR: list[dict[str, Any]] = contents(Path(__file__).with_name("tour.toml"))["chapter"]
"""The chapters of the tour: `name`, `paragraphs` (lists of clauses), and maybe `map` and `examples`."""


def tour_page(lang: Language) -> str:
    """Return the page of the tour."""
    parts = [f"# {lang.label(TOUR_PAGE)}\n\n", lang.label("in-short", "pages"), "\n\n"]
    parts.append(paragraph(lang.label(TOUR_PAGE, "pages"), "see"))
    below = [link(escaped(chapters()[each["name"]].title[lang]), f"#{each['name']}") for each in TOUR]
    parts.append(paragraph(" · ".join([*below, link(lang.label(AID_PAGE), f"{AID_PAGE}.md")]), "see"))
    for chapter in TOUR:
        parts.append(heading(2, escaped(chapters()[chapter["name"]].title[lang]), chapter["name"]))
        if "map" in chapter:
            parts.append(map_figure(examples()[chapter["map"]], lang))
        parts += [_paragraph(ids, lang) for ids in chapter["paragraphs"]]
        parts += [worked_example(examples()[name], lang) for name in chapter.get("examples", ())]
    return "".join(parts)


def _paragraph(ids: list[str], lang: Language) -> str:
    """Return a paragraph of clauses under the title of the first one, with the disputes that it closes."""
    title = heading(3, escaped(clause(ids[0]).title[lang]), f"tour-{ids[0]}")
    told = [statement(clause(id_), lang) for id_ in ids]
    told += [asked(dispute, lang) for dispute in disputes().values() if _last_clause(dispute) in ids]
    return title + paragraph(" ".join(told), "tour-text")


def _last_clause(dispute: Dispute) -> str | None:
    """Return the last clause of the tour that a dispute about an option concerns; None if there is none."""
    told = [id_ for chapter in TOUR for ids in chapter["paragraphs"] for id_ in ids]
    return max((set(dispute.clauses) & set(told)) if dispute.option else (), key=told.index, default=None)


def statement(told: Clause, lang: Language) -> str:
    """Return the statement of a clause, with a link to the clause."""
    title = escaped(told.title[lang]).replace('"', "&quot;")
    sign = f'[§]({told.chapter}.md#{told.id}){{ .to-clause title="{title}" aria-label="§ {title}" }}'
    before = lang.typography("space").replace(" ", "\N{NO-BREAK SPACE}")
    return f"{escaped(told.text[lang])}{before}{sign}"
