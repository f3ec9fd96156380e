"""The player aid: pages to print, of the clauses and disputes in aid.toml, with tables of values from the rules."""

import re
import tomllib
from pathlib import Path
from typing import Any

from thurntaxis import board, undealt
from thurntaxis.board import Stack
from thurntaxis.boards import MADE_UP, northern_template
from thurntaxis.clauses import clause_of
from thurntaxis.modules.messenger.letters import LETTERS_AT_START
from thurntaxis.modules.messenger.paying import price, price_of_one_more
from thurntaxis.modules.offices.office_tiles import STACKS
from thurntaxis.officials import HELPS_IN, OFFICIALS
from thurntaxis.position import Player
from thurntaxis.rule_sets import rule_set
from thurntaxis.steps.carriage import CARTWRIGHT_HELPS
from thurntaxis.values import frozen
from thurntaxis_presentation.language import Language
from thurntaxis_rulebook import clause, disputes
from thurntaxis_rulebook.corpus.loading import chapters
from thurntaxis_rulebook.corpus.toml_files import contents
from thurntaxis_web.aid_pdf import AID_PAGE, missing
from thurntaxis_web.citations import asked, clause_mark
from thurntaxis_web.markup import div, escaped, html_table, link, paragraph

AID: list[dict[str, Any]] = contents(Path(__file__).with_name("aid.toml"))["page"]
"""The pages of the aid; aid.toml explains them."""

SEATS = [*map(str, range(1, len(LETTERS_AT_START) + 1))]


def aid_page(lang: Language) -> str:
    """Return the page of the aid, with a link to its PDF where there is one."""
    parts = [f"# {lang.label(AID_PAGE)}\n\n", paragraph(lang.label(AID_PAGE, "pages"), "intro")]
    if not missing(lang):
        parts.append(paragraph(f'<a class="md-button" href="{AID_PAGE}.pdf">{lang.label("pdf", "aid")}</a>', "open"))
    for page in AID:
        name, game = page["name"], f"{lang.shown('name')} · {lang.label(AID_PAGE)}"
        inner = f'## {_title(name, lang)} {{ #aid-{name} data-game="{game}" }}\n\n'
        inner += div("aid-columns", "".join(aid_section(name, section, lang) for section in page["section"]))
        if "modules" in page:
            terms = map(clause_of, rule_set(MADE_UP[0], modules=page["modules"]).parts.points)
            rows = [(lang.label(term, "aid"), *[""] * len(SEATS)) for term in (*terms, "total")]
            inner += html_table("aid-sheet", (lang.label("players", "aid"), *SEATS), rows, lang.label("points"))
        parts.append(div(f"aid-page aid-{name}", inner))
    return "".join(parts)


def _title(name: str, lang: Language) -> str:
    return escaped(chapters()[name].title[lang] if name in chapters() else lang.label(name, "aid"))


def aid_section(page: str, section: dict[str, Any], lang: Language) -> str:
    """Return the title of a section and what it has: a table, officials, clauses, disputes."""
    name, title = section["title"], _title(section["title"], lang)
    step = f' data-step="{section["step"]}"' if "step" in section else ""
    inner = f"### {title} {{ #aid-{page}-{name}{step} }}\n\n"
    if "table" in section:
        headers, *rows = ([str(cell) for cell in row] for row in tables(lang)[section["table"]])
        inner += html_table("aid-table", headers, rows, title)
    for official, ids in section.get("officials", {}).items():
        named = link(lang.term(official), f"{clause(ids[0]).chapter}.md#{ids[0]}")
        told = lang.typography("space").join(clause(id_).text[lang] for id_ in ids)
        when = lang.bracketed(_title(HELPS_IN[official], lang))
        inner += paragraph(f"**{named}**{when}<br>{escaped(told)}", "aid-official")
    entries = [escaped(one.text[lang]) + clause_mark(one, lang) for one in map(clause, section.get("clauses", ()))]
    entries += [asked(disputes()[id_], lang) for id_ in section.get("disputes", ())]
    return div("aid-section", inner + "".join(f"- {entry}\n" for entry in entries))


def tables(lang: Language) -> dict[str, list[tuple[object, ...]]]:
    """Return the rows of each table, the headers first: values as the rules have them."""

    def of_stacks(stacks: tuple[Stack, ...]) -> list[tuple[object, ...]]:
        named = ((escaped(lang.stack_form(one)), one.values) for one in stacks)
        rows = [(name, len(values), re.sub(r"\?.*", "–", " · ".join(map(str, values)))) for name, values in named]
        return [(label("tiles"), label("number", "aid"), label("points")), *rows]

    label, own, further = lang.label, board("south"), range(2, len(OFFICIALS) + 1)
    numbers, points = zip(*own.carriages, strict=True)
    helped = (max(number - CARTWRIGHT_HELPS, own.shortest_route) for number in numbers)
    cities = ((label("cities", "aid"), *numbers), (label("helped", "aid"), *helped))
    free = price(undealt(modules=["princess-messenger"]), "postmaster")
    paid = (("price", Player()), ("cheaper", Player(has_messenger=True)))
    office_tiles = ((lang.term(each), *(tiles[each] for tiles in STACKS.values())) for each in OFFICIALS)
    prices = ((label(name, "aid"), free, *(price_of_one_more(payer) for _ in further)) for name, payer in paid)
    help_of = ((lang.term(each), label(each, "aid")) for each in OFFICIALS)
    return {
        "officials": [(lang.term("official"), label("help", "aid")), *help_of],
        "tiles": of_stacks(own.stacks),
        "northern-tiles": of_stacks(tuple(Stack(**frozen(one)) for one in tomllib.loads(northern_template())["stack"])),
        "carriages": [(label("carriage"), *numbers), *cities, (label("points"), *points)],
        "letters": [(label("seat", "aid"), *SEATS), (label("letters"), *LETTERS_AT_START)],
        "prices": [(label("nth-official", "aid"), 1, *further), *prices],
        "office-tiles": [(label("players", "aid"), *STACKS), *office_tiles],
    }
