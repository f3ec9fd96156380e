"""Citations: where each edition states a rule, and what it says, in the language of a page."""

from collections.abc import Iterator, Mapping

from thurntaxis import Position
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.rulebook_answers import reading_in_words, usual_edition
from thurntaxis_presentation.sentences import capitalized
from thurntaxis_rulebook import Clause, Dispute, Source, clause, disputes, editions
from thurntaxis_rulebook.corpus.languages import place as place_in
from thurntaxis_web.markup import div, escaped, filled, options


def place(source: Source, lang: Language) -> str:
    """Return the place of a source in the language of the page."""
    return lang.label("silent") if source.silent else escaped(place_in(source.at, lang))


def clause_link(id_: str, lang: Language, view: str = "") -> str:
    """Return the title of a clause as a link to it; `view` is the view in which its chapter opens, if not the last."""
    named = clause(id_)
    return f"[{escaped(named.title[lang])}]({named.chapter}.md{view and f'?view={view}'}#{id_})"


def clause_mark(told: Clause, lang: Language) -> str:
    """Return a mark that leads to a clause, to stand after its statement."""
    title = escaped(told.title[lang]).replace('"', "&quot;")
    before = lang.typography("space").replace(" ", "\N{NO-BREAK SPACE}") or "\N{WORD JOINER}"
    return f'{before}[§]({told.chapter}.md#{told.id}){{ .to-clause title="{title}" aria-label="§ {title}" }}'


def in_address(position: Position) -> str:
    """Return a position as the address of the table has it."""
    return position.to_line().replace(" ", "_")


def edition_link(edition: str, lang: Language) -> str:
    """Return the name of an edition as a link to its description."""
    return f"[{escaped(lang.form(edition))}](editions.md#{edition})"


def dispute_page_name(dispute: Dispute) -> str:
    """Return the name of a dispute's page, without its ending."""
    return f"dispute-{dispute.id}"


def dispute_link(dispute: Dispute, lang: Language) -> str:
    """Return the question of a dispute as a link to its page."""
    return f"[{escaped(dispute.question[lang])}]({dispute_page_name(dispute)}.md)"


def asked(dispute: Dispute, lang: Language) -> str:
    """Return the question of a dispute, as a link to its page, and the ruling."""
    return f"<em>{dispute_link(dispute, lang)}</em>{lang.typography('space')}{escaped(dispute.ruling[lang])}"


def rows(sources: Mapping[str, Source], lang: Language, option: str | None = None) -> Iterator[tuple[str, str, str]]:
    """Yield for each edition its name, the place, and what it says differently, or its reading of an option."""
    for edition, source in sources.items():
        says = capitalized(source.says[lang]) if source.says else ""
        told = reading_in_words(option, source.reading, lang) if option else says
        yield edition_link(edition, lang), place(source, lang), escaped(told)


def booklet_choice(lang: Language) -> str:
    """Return the list from which readers choose their booklet; the site's scripts remember it for all pages."""
    choices = options(((name, lang.form(name)) for name in editions()), usual_edition(lang))
    return filled("booklet_choice.html", {"booklet": lang.label("booklet", "ask"), "editions": choices})


def in_booklet(text: str, lang: Language) -> str:
    """Return what the usual booklet has, in a line in which the site's script writes what the reader's one has."""
    before = f"{lang.label('in-booklet', 'ask')}{lang.colon}"
    return f'<span class="prefix">{before}</span><span data-place>{text}</span>'


def in_booklets(summary: str, table: str) -> str:
    """Return a line about the reader's booklet that opens the table of all editions."""
    return div("booklet", f'<summary markdown="span">{summary}</summary>\n\n{table}', "details")


def option_title(option: str, lang: Language) -> str:
    """Return the title of an option."""
    return next(one.title[lang] for one in disputes().values() if one.option == option and one.title)
