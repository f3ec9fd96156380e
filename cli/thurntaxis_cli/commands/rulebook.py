"""The rules: `ruling`, `rule`, `disputes`."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from thurntaxis.fault import InputError
from thurntaxis_cli.inputs import load_position, one_event, read_event
from thurntaxis_cli.parameters import TaxisCommand, answer_options, position_file
from thurntaxis_cli.position_warnings import with_warnings
from thurntaxis_cli.usage_errors import DONE, NO
from thurntaxis_presentation.describe import seat, thing_on_table, value_in_words
from thurntaxis_presentation.errors import one_line, refuse, shortened
from thurntaxis_presentation.i18n import (
    bracketed,
    colon,
    framed,
    leading,
    listed,
    parted,
    quoted,
    tagged,
    typography,
    within_sentence,
)
from thurntaxis_presentation.terminal.output import console, paint, say, say_json, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from thurntaxis import Board, Position
    from thurntaxis_presentation.rulings import Ruling
    from thurntaxis_rulebook import Clause, Decision, Dispute, Example
    from thurntaxis_rulebook.booklet.lookup import BookletAnswer


@click.command("ruling", cls=TaxisCommand)
@position_file
@click.argument("events", metavar="EVENT", nargs=-1, required=True)
@answer_options(lang=True)
def ruling_command(position_file: str, events: tuple[str, ...], as_json: bool, lang: str) -> int:
    """Say whether EVENT is legal in POSITION, under which clauses, and whether an edition decides otherwise."""
    from thurntaxis_presentation.rulings import rule_on

    position = load_position(position_file)
    ruling = rule_on(position, read_event(position, one_event(position, events, "ruling"), "ruling"))
    if as_json:
        say_json(with_warnings(ruling.data(lang, position.rules.board), position))
    else:
        say(ruling_in_words(position, ruling, lang))
    return DONE if ruling.legal else NO


def ruling_in_words(position: "Position", ruling: "Ruling", lang: str) -> str:
    """Return a ruling for people: yes or no and why, the editions, the clauses, and the nearest legal events."""
    from thurntaxis_presentation.rulebook_answers import booklets, place
    from thurntaxis_presentation.sentences import sentence
    from thurntaxis_rulebook import clause

    edition = position.rules.edition
    said = [(each.clause, sentence(each, lang, position.rules.board)) for each in ruling.objections]
    answer = f"{framed('no', lang)}{typography('space', lang)}{said[0][1]}" if said else ""
    if ruling.legal:
        legal = framed("legal-here", lang, event=quoted(ruling.event, lang))
        answer = f"{framed('yes', lang)}{typography('space', lang)}{legal}"
    parts = [paint(wrapped(answer), fg="green" if ruling.legal else "red", bold=True), ""]
    parts += _editions(ruling, edition, lang)
    for name in ruling.clauses:
        words = clause(name)
        more = [sentence for about, sentence in said[1:] if about == name]
        parts += ["", *(wrapped(sentence, "  ") for sentence in more)]
        parts.append(paint(wrapped(words.title_in(lang) + tagged(name, lang), "    " if more else "  "), bold=True))
        parts.append(wrapped(words.text_in(lang), "    "))
        for booklet in booklets(edition, lang):
            parts.append(paint(wrapped(place(booklet, words.sources.get(booklet), lang), "    "), dim=True))
    if ruling.instead:
        parts += ["", wrapped(framed("nearest", lang, events=tuple(map(str, ruling.instead))))]
    return "\n".join(parts)


def _editions(ruling: "Ruling", edition: str, lang: str) -> list[str]:
    """Return whether editions decide otherwise, and the disputes that explain it."""
    from thurntaxis_presentation.rulebook_answers import edition_in_words
    from thurntaxis_rulebook import disputes_about

    if not ruling.disputed:
        return [framed("same", lang)]
    yes, no = (
        parted((edition_in_words(name, lang) for name, legal in ruling.editions.items() if legal == wanted), lang)
        for wanted in (True, False)
    )
    found = {dispute.id: dispute for name in ruling.clauses for dispute in disputes_about(name) if dispute.option}
    none = framed("none", lang)
    lines = [wrapped(framed("differ", lang, yes=yes or none, no=no or none))]
    if ruling.editions[edition] != ruling.legal:
        lines.append(framed("departs", lang, edition=edition_in_words(edition, lang)))
    for dispute in found.values():
        words = typography("space", lang).join((dispute.ruling[lang], dispute.reason[lang]))
        lines += [wrapped(words + tagged(dispute.id, lang), "  ")]
    return lines


@click.command("rule", cls=TaxisCommand)
@click.argument("words", metavar="[CLAUSE or WORDS]", nargs=-1)
@click.option("--coverage", is_flag=True, help="Show the code, tests, examples and disputes of each clause.")
@click.option("--booklet", metavar="FILE", help="Show the passage in your own booklet, a PDF or text file.")
@click.option("--password", "asks", is_flag=True, help="Ask for the booklet's password (or set TAXIS_PASSWORD).")
@answer_options(lang=True)
def rule_command(
    words: tuple[str, ...], coverage: bool, booklet: str | None, asks: bool, as_json: bool, lang: str
) -> int:
    """Look up clauses by id (play.adjacent) or by words in any language, or list all of them."""
    found, more, near = _clauses(" ".join(words).strip())
    answers = _booklet_answers(found, booklet, lang, asks=asks) if booklet is not None else {}
    if as_json:
        from thurntaxis_presentation.rulebook_answers import clause_data
        from thurntaxis_rulebook.corpus.traceability import links

        passages = {name: {"booklet": answer.data()} for name, answer in answers.items()}
        say_json({"clauses": [{**clause_data(c, lang), **links(c), **passages.get(c.id, {})} for c in found]})
    elif booklet is not None:
        for clause in found:
            say(paint(clause.title_in(lang), bold=True) + tagged(clause.id, lang))
            say(wrapped(clause.text_in(lang), "  "))
            say(_passages(booklet, answers[clause.id], lang))
    elif coverage:
        _show_coverage(found, lang)
    elif len(found) == 1:
        say(_clause_in_full(found[0], lang))
    else:
        for clause in found:
            say(f"{paint(clause.id, bold=True)}: {clause.title_in(lang)}")
            if words:
                say(wrapped(clause.text_in(lang), "    "))
    if not found:
        nearest = [word for several in near.values() for word in several]
        click.echo(f"taxis: rule: {_unknown(' '.join(words), nearest, lang)}", err=True)
    elif not as_json:
        for word, several in near.items():
            say(_unknown(word, several, lang))
        if more:
            say(framed("more", lang, count=more))
    shown = booklet is None or any(finding.passage for answer in answers.values() for finding in answer.findings)
    return DONE if found and shown else NO


def _booklet_answers(found: "list[Clause]", file: str, lang: str, *, asks: bool) -> "dict[str, BookletAnswer]":
    """Return what the user's booklet says about each clause; ask for its password if requested."""
    from thurntaxis_rulebook.booklet.lookup import Booklet, answer

    password = os.environ.get("TAXIS_PASSWORD", "")
    if asks and not password:
        password = click.prompt("Password", hide_input=True, default="", show_default=False, err=True)
    try:
        booklet = Booklet.read(Path(file), password=password)
    except InputError as error:
        raise refuse(shortened(file), "booklet", error.wrong, error.right) from None
    return {clause.id: answer(booklet, clause.id, lang) for clause in found}


def _passages(file: str, answer: "BookletAnswer", lang: str) -> str:
    """Return the passages of a booklet for people, and the remark on their certainty."""
    from thurntaxis_rulebook.corpus.languages import place

    parts: list[str] = []
    for finding in answer.findings:
        if finding.passage:
            page = [framed("page", lang, "booklet", number=finding.page)] if finding.page else []
            where = listed([place(finding.place, lang), *page], lang)
            parts.append(paint(f"  {Path(file).name} ({finding.edition}) {where}", dim=True))
            parts.append(wrapped(one_line(finding.passage), "    "))
    if answer.remark:
        parts.append(wrapped(answer.remark, "  "))
    return "\n".join(parts)


def _unknown(words: str, near: "Sequence[str]", lang: str) -> str:
    """Return a line saying that no clause has these words, with the nearest words that a clause has."""
    meant = bracketed(framed("did-you-mean", lang, names=listed(near, lang)), lang) if near else ""
    return one_line(framed("no-clause", lang, words=quoted(shortened(words), lang)) + meant)


def _clauses(words: str) -> "tuple[list[Clause], int, Mapping[str, tuple[str, ...]]]":
    """Return the clause with this id, or those that the words find; all clauses if there are no words.

    Also return how many more the words find, and for each unknown word the nearest ones.
    """
    from thurntaxis_rulebook import UnknownClause, clause, clauses

    if not words:
        return list(clauses().values()), 0, {}
    name = words.casefold()
    if name in clauses():
        return [clauses()[name]], 0, {}
    beginning, dot, rest = name.partition(".")
    if dot and rest and " " not in name and any(known.startswith(f"{beginning}.") for known in clauses()):
        try:
            return [clause(name)], 0, {}
        except UnknownClause as unknown:
            raise refuse("rule", "CLAUSE", unknown.wrong, unknown.right) from None
    from thurntaxis_rulebook.corpus.full_text_search import LIMIT, find

    found = find(words)
    return list(found.clauses[:LIMIT]), max(0, len(found.clauses) - LIMIT), found.near


def _clause_in_full(clause: "Clause", lang: str) -> str:
    """Return a clause with its sources and links, for people."""
    from thurntaxis_presentation.rulebook_answers import place
    from thurntaxis_rulebook.corpus.languages import label
    from thurntaxis_rulebook.corpus.traceability import links

    head = paint(clause.title_in(lang), bold=True) + tagged(clause.id, lang)
    parts = [
        listed([head, label(clause.kind, lang, "kinds")], lang),
        wrapped(clause.text_in(lang), "  "),
        "",
    ]
    parts += [wrapped(place(edition, source, lang), "  ") for edition, source in clause.sources.items()]
    tied: dict[str, Sequence[str]] = {"depends": clause.depends, "exception-to": clause.exception_to}
    found = links(clause)
    examples = "examples" if len(found["examples"]) > 1 else "example"
    tied |= {"shown-in": found["code"], examples: found["examples"], "disputes": found["disputes"]}
    parts += ["", *(wrapped(leading(key, listed(names, lang), lang), "  ") for key, names in tied.items() if names)]
    return "\n".join(parts)


def _show_coverage(clauses: "list[Clause]", lang: str) -> None:
    """Write the table of clauses and their links."""
    from rich.table import Table

    from thurntaxis_rulebook.corpus.traceability import links, tests_are_there

    if not tests_are_there():
        click.echo(
            'taxis: rule: --coverage: no tests are listed (pip install -e "." in a copy of the project)', err=True
        )
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(framed("coverage-clause", lang), no_wrap=True)
    table.add_column(framed("coverage-code", lang))
    for count in ("tests", "examples", "disputes"):
        table.add_column(framed(f"coverage-{count}", lang), justify="right")
    for clause in clauses:
        tied = links(clause)
        code = ", ".join(name.rpartition(".")[2] for name in tied["code"]) or (
            "–" if clause.enforceable else framed("coverage-informs", lang)
        )
        table.add_row(clause.id, code, *(str(len(tied[key]) or "–") for key in ("tests", "examples", "disputes")))
    console().print(table)


@click.command("disputes", cls=TaxisCommand)
@click.argument("words", metavar="[DISPUTE, CLAUSE or WORDS]", nargs=-1)
@answer_options(lang=True)
def disputes_command(words: tuple[str, ...], as_json: bool, lang: str) -> int:
    """List the points on which editions differ or say nothing, with the rulings: all, or those about WORDS."""
    asked = " ".join(words).strip()
    found = list(_disputes(asked))
    if not found:
        none = framed("no-dispute", lang, words=quoted(shortened(asked), lang))
        click.echo(one_line(f"taxis: disputes: {none}"), err=True)
        return NO
    if as_json:
        from thurntaxis_presentation.rulebook_answers import dispute_data

        say_json({"disputes": [dispute_data(dispute, lang) for dispute in found]})
        return DONE
    for dispute in found:
        _show_dispute(dispute, lang)
        say("")
    return DONE


def _disputes(words: str) -> "Iterable[Dispute]":
    """Return the dispute with this id, or those about the clauses that the words find; all if there are no words."""
    from thurntaxis_rulebook import disputes, disputes_about

    if not words:
        return disputes().values()
    if words.casefold() in disputes():
        return [disputes()[words.casefold()]]
    return {one.id: one for clause in _clauses(words)[0] for one in disputes_about(clause.id)}.values()


def _show_dispute(dispute: "Dispute", lang: str) -> None:
    """Write a dispute for people: the question, the ruling, what each edition says, and the table that shows it."""
    from thurntaxis_presentation.rulebook_answers import edition_in_words, reading_in_words
    from thurntaxis_rulebook import decision_on
    from thurntaxis_rulebook.corpus.languages import label, place

    nature = label(dispute.nature, lang, "natures")
    say(paint(wrapped(dispute.question[lang]), bold=True))
    say("  " + typography("space", lang).join((tagged(dispute.id, lang).lstrip(), nature)))
    say(wrapped(dispute.ruling[lang], "  "))
    say(paint(wrapped(dispute.reason[lang], "  "), dim=True))
    several = "clauses-concerned" if len(dispute.clauses) > 1 else "clause"
    concerned = leading(several, listed(dispute.clauses, lang), lang)
    if dispute.option:
        concerned = parted([leading("option", dispute.option, lang), within_sentence(concerned, lang)], lang)
    say(wrapped(concerned, "  "))
    for edition, source in dispute.editions.items():
        says = f"{colon(lang)}{source.says[lang]}" if source.says else ""
        reading = ""
        if source.reading is not None:
            words = reading_in_words(dispute.option or "", source.reading, lang)
            told = leading("reading", words, lang)
            reading = bracketed(told if says else within_sentence(told, lang), lang)
        where = label("silent", lang) if source.silent else place(source.at, lang)
        at = f"{edition_in_words(edition, lang)}{colon(lang)}{where}"
        say(wrapped(f"{at}{says}{reading}", "    "))
    if dispute.other:
        say(wrapped(leading("other-reading", dispute.other[lang], lang), "  "))
    if dispute.no_table:
        say(wrapped(label(dispute.no_table, lang, "no-tables"), "  "))
    if decision := decision_on(dispute):
        _show_decision(decision, dispute, lang)


def _show_decision(decision: "Decision", dispute: "Dispute", lang: str) -> None:
    """Write what follows on one table under each reading."""
    from thurntaxis.io.read import position_from_data
    from thurntaxis_presentation.rulebook_answers import reading_in_words
    from thurntaxis_rulebook.corpus.examples import OTHER, RULING
    from thurntaxis_rulebook.corpus.languages import label

    head = label("decided", lang) + bracketed(decision.example.id, lang)
    say(wrapped(head + colon(lang).rstrip(), "  "))
    board = position_from_data(decision.example.under(decision.example.editions[0])).rules.board
    names = {RULING: label("ruling", lang), OTHER: label("other-reading", lang)}
    for reading, example in decision.by.items():
        name = str(reading).lower()
        claims = parted(_claims(example, decision.places, board, lang), lang)
        said = names.get(name) or reading_in_words(dispute.option or "", name, lang)
        say(wrapped(f"{said}{colon(lang)}{claims}", "    "))
    say(wrapped(label(decision.about_best, lang), "    "))


def _claims(example: "Example", places: "Iterable[str]", board: "Board", lang: str) -> "Iterator[str]":
    """Yield what an example claims; of the table after its event, what is in these places."""
    from thurntaxis_presentation.i18n import signed
    from thurntaxis_rulebook.corpus.languages import label

    if example.offers is not None:
        yield within_sentence(leading("legal-events", "; ".join(example.offers), lang), lang)
    if example.event is not None:
        verdict = within_sentence(label("illegal" if example.refused else "legal", lang).rstrip(".。"), lang)
        yield "".join([quoted(example.event, lang), colon(lang), verdict, *(tagged(n, lang) for n in example.refused)])
    after = example.after or {}
    for path in places if after else ():
        found = after[path]
        value = value_in_words(path, found, board, lang) or "–"
        told = within_sentence(value, lang) if path == "turn.phase" else value
        yield f"{within_sentence(thing_on_table(path, lang), lang)}{colon(lang)}{told}"
    if example.scores is not None:
        yield within_sentence(leading("points", listed(map(signed, example.scores), lang), lang), lang)
    if example.winner is not None:
        yield within_sentence(leading("winner", seat(example.winner, lang), lang), lang)
    if example.best:
        yield within_sentence(leading("best-turn", "; ".join(example.best), lang), lang)
