"""The tour of the rules, "How to play": clauses in the order in which a new player needs them.

`tour.toml` says which; the sentences are those of the clauses.
"""

from pathlib import Path
from typing import Any

from thurntaxis_presentation.language import Language
from thurntaxis_rulebook import Dispute, clause, disputes, examples
from thurntaxis_rulebook.corpus.loading import chapters
from thurntaxis_rulebook.corpus.toml_files import contents
from thurntaxis_web.aid_page import aid_section
from thurntaxis_web.aid_pdf import AID_PAGE
from thurntaxis_web.citations import asked, clause_mark
from thurntaxis_web.example_block import map_figure, player_picture, position_of, turn_of, worked_example
from thurntaxis_web.markup import div, escaped, heading, link, paragraph

TOUR_PAGE = "how-to-play"
"""The name of the page, without its ending, and of its texts."""

_FILE = contents(Path(__file__).with_name("tour.toml"))

TOUR: list[dict[str, Any]] = _FILE["chapter"]
"""The chapters of the tour: `name`, `paragraphs` (lists of clauses), and maybe `map` and `section`."""


def tour_page(lang: Language) -> str:
    """Return the page of the tour."""
    short, how = lang.label("in-short", "pages"), lang.label(TOUR_PAGE, "pages")
    parts = [f"# {lang.label(TOUR_PAGE)}\n\n{short}\n\n", paragraph(how, "see")]
    below = [link(escaped(chapters()[each["name"]].title[lang]), f"#{each['name']}") for each in TOUR]
    below.insert(2, link(lang.label("title", "story"), "#story"))
    parts.append(paragraph(" · ".join([*below, link(lang.label(AID_PAGE), f"{AID_PAGE}.md")]), "see"))
    for chapter in TOUR:
        parts.append(heading(2, escaped(chapters()[chapter["name"]].title[lang]), chapter["name"]))
        if "map" in chapter:
            parts.append(map_figure(examples()[chapter["map"]], lang))
        parts += [_paragraph(ids, lang) for ids in chapter["paragraphs"]]
        parts += [div("glance", aid_section(TOUR_PAGE, section, lang)) for section in chapter.get("section", ())]
        parts += [_story(lang)] if chapter["name"] == "turn" else []
    return "".join(parts)


def _story(lang: Language) -> str:
    """Return one turn from beginning to end: its steps with the map, and what the player has."""
    takes, plays, closes = (examples()[name] for name in _FILE["story"])
    has = [player_picture(each, lang) for each in (position_of(takes), turn_of(takes)[1], turn_of(closes)[1])]
    maps = [map_figure(each, lang, turn=True) for each in (plays, closes)]
    told = [f"{lang.label('before', 'story')}\n\n{has[0]}"]
    for step, picture in ((takes, has[1]), (plays, maps[0]), (closes, maps[1] + has[2])):
        title = f"{len(told)}. {chapters()[clause(step.clauses[0]).chapter].title[lang]}"
        told.append(f"{heading(3, escaped(title), step.id)}{lang.label(step.id, 'story')}\n\n{picture}")
    return heading(2, lang.label("title", "story"), "story") + div(
        "story", "".join([*told, lang.label("after", "story")])
    )


def _paragraph(ids: list[str], lang: Language) -> str:
    """Return clauses under the title of the first one, with the disputes that they close, a mark, and examples."""
    is_set_up = (first := clause(ids[0])).kind == "setup"
    title = lang.label("set-up", "aid") if is_set_up else first.title[lang]
    told = [escaped(clause(id_).text[lang]) for id_ in ids]
    told += [asked(dispute, lang) for dispute in disputes().values() if _last_clause(dispute) in ids]
    told[-1] += clause_mark(first, lang)
    text = "- " + "\n- ".join(told) if is_set_up else lang.typography("space").join(told)
    below = [worked_example(one, lang) for name in _FILE["examples"] if (one := examples()[name]).clauses[0] in ids]
    return heading(3, escaped(title), f"tour-{ids[0]}") + paragraph(text, "tour-text") + "".join(below)


def _last_clause(dispute: Dispute) -> str | None:
    """Return the last clause of the tour on which editions differ in a dispute; None if there is none."""
    told = [id_ for chapter in TOUR for ids in chapter["paragraphs"] for id_ in ids]
    return max((set(dispute.clauses) & set(told)) if dispute.divides else (), key=told.index, default=None)
