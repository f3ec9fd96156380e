"""The rules: `ruling`, `rule`, `disputes`."""

import os
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from thurntaxis import EDITIONS, Position
from thurntaxis.message import Alternatives, clipped
from thurntaxis_cli.inputs import load_position, with_warnings
from thurntaxis_cli.parameters import OneOf, TaxisCommand, answer_options, position_file
from thurntaxis_cli.usage_errors import DONE, NO
from thurntaxis_presentation.decision_tables import decided_readings, decision_rows
from thurntaxis_presentation.errors import one_line, refusing
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.rulebook_answers import (
    booklets,
    clause_data,
    dispute_data,
    edition_in_words,
    place,
    reading_in_words,
    usual_edition,
)
from thurntaxis_presentation.rulings import (
    ANSWER,
    Move,
    Part,
    Ruling,
    in_one,
    other_editions,
    rule_on,
    ruling_parts,
    under,
)
from thurntaxis_presentation.sentences import sentence
from thurntaxis_presentation.terminal.line_breaking import wrapped
from thurntaxis_presentation.terminal.output import console, paint, say, say_json
from thurntaxis_presentation.typed_moves import turn_of
from thurntaxis_rulebook import Clause, Decision, Dispute, clause, clauses, decision_on, disputes, disputes_about
from thurntaxis_rulebook.corpus.languages import place as place_in
from thurntaxis_rulebook.corpus.traceability import links, tests_are_there

if TYPE_CHECKING:
    from thurntaxis_presentation.question_answers import QuestionAnswer
    from thurntaxis_rulebook.booklet.own_booklet import BookletAnswer

MOST_ANSWERS = 3
"""How many answers to a question are told in full."""

MOST_OTHERS = 4
"""How many more are named."""


@click.command("ruling", cls=TaxisCommand)
@position_file
@click.argument("words", metavar="EVENT", nargs=-1, required=True)
@click.option("--edition", type=OneOf("edition", tuple(EDITIONS)), help="Decide by this edition.")
@answer_options(lang=True, details=True)
def ruling_command(
    position_file: str, words: tuple[str, ...], edition: str | None, as_json: bool, details: bool, lang: Language
) -> int:
    """Say whether EVENT is legal in POSITION, where that stands, and whether another edition decides otherwise.

    Of several in a row ("EVENT; EVENT"), the first illegal one is ruled on, or the last.
    """
    position = load_position(position_file)
    if edition is not None:
        position = under(position, edition)
    with refusing("ruling", "EVENT"):
        *before, (position, event) = turn_of(position, " ".join(words), lang)
    ruling = rule_on(position, event)
    lang = lang.in_edition(position.rules.edition)
    if as_json:
        say_json(with_warnings(ruling.data(lang, position.rules.board), position))
    elif details:
        say(ruling_in_words(position, ruling, lang))
    else:
        say_ruling(position, ruling, lang, before)
    return DONE if ruling.legal else NO


def say_ruling(position: Position, ruling: Ruling, lang: Language, before: Sequence[Move] = ()) -> None:
    """Write a ruling in short."""
    parts = list(ruling_parts(position, ruling, lang, before))
    say(_answer(parts, ruling, lang))
    for part in parts:
        if part.name not in ANSWER:
            say(wrapped(part.text))


def _answer(parts: Sequence[Part], ruling: Ruling, lang: Language) -> str:
    """Return yes or no with its reason and what follows, in colour."""
    told = in_one((part for part in parts if part.name in ANSWER), lang)
    return paint(wrapped(told), fg="green" if ruling.legal else "red", bold=True)


def ruling_in_words(position: Position, ruling: Ruling, lang: Language) -> str:
    """Return a ruling in detail: yes or no and why, the editions, the clauses, and the nearest legal events."""
    edition = position.rules.edition
    said = [(each.clause, sentence(each, lang, position.rules.board)) for each in ruling.objections]
    parts = [_answer(list(ruling_parts(position, ruling, lang)), ruling, lang), ""]
    parts += _editions(ruling, edition, lang)
    for name in ruling.clauses:
        words = clause(name)
        more = [sentence for about, sentence in said[1:] if about == name]
        parts += ["", *(wrapped(sentence, "  ") for sentence in more)]
        parts.append(paint(wrapped(words.title[lang] + lang.tagged(name), "    " if more else "  "), bold=True))
        parts.append(wrapped(words.text[lang], "    "))
        for booklet in booklets(edition, lang):
            parts.append(paint(wrapped(place(booklet, words.sources.get(booklet), lang), "    "), dim=True))
    if ruling.instead:
        parts += ["", wrapped(lang.text("nearest", events=Alternatives(ruling.instead)))]
    return "\n".join(parts)


def _editions(ruling: Ruling, edition: str, lang: Language) -> list[str]:
    """Return whether editions decide otherwise, and the disputes that explain it."""
    main = ruling.clauses[0]
    if not ruling.disputed:
        told = other_editions(ruling, main, lang)
        about = disputes_about(main) if told != lang.text("same") else ()
        return [told, *_explained((each for each in about if each.clauses[0] == main), lang)]
    yes, no = (
        lang.parted(edition_in_words(name, lang) for name, legal in ruling.editions.items() if legal == wanted)
        for wanted in (True, False)
    )
    found = {dispute.id: dispute for name in ruling.clauses for dispute in disputes_about(name) if dispute.option}
    none = lang.text("none")
    lines = [wrapped(lang.text("differ", yes=yes or none, no=no or none))]
    if ruling.editions[edition] != ruling.legal:
        lines.append(lang.text("departs", edition=edition_in_words(edition, lang)))
    return [*lines, *_explained(found.values(), lang)]


def _explained(disputes: "Iterable[Dispute]", lang: Language) -> list[str]:
    """Return disputes: the question, the ruling and the reason."""
    space = lang.typography("space")
    return [
        wrapped(text, "  ")
        for one in disputes
        for text in (one.question[lang], f"{one.ruling[lang]}{space}{one.reason[lang]}{lang.tagged(one.id)}")
    ]


@click.command("rule", cls=TaxisCommand)
@click.argument("words", metavar="[CLAUSE or QUESTION]", nargs=-1)
@click.option("--edition", type=OneOf("edition", tuple(EDITIONS)), help="Answer the question by this edition.")
@click.option("--coverage", is_flag=True, help="Show the code, tests, examples and disputes of each clause.")
@click.option("--booklet", metavar="FILE", help="Show the passage in your own booklet, a PDF or text file.")
@answer_options(lang=True)
def rule_command(
    words: tuple[str, ...], edition: str | None, coverage: bool, booklet: str | None, as_json: bool, lang: Language
) -> int:
    """Answer a question about the rules, look up a clause by its id (play.adjacent), or list all clauses."""
    question = " ".join(words).strip()
    named = _named(question)
    edition = edition or usual_edition(lang)
    answers = [] if named or not question else _answers(question, edition, lang)
    about = dict.fromkeys(name for answer in answers for name in answer.clauses)
    found = named or [clauses()[name] for name in (about if question else clauses())]
    passages = _booklet_answers(found, booklet, lang) if booklet is not None else {}
    if as_json:
        own = {name: {"booklet": asdict(answer)} for name, answer in passages.items()}
        told = [{**clause_data(each, lang), **links(each), **own.get(each.id, {})} for each in found]
        say_json({"results": [answer.data() for answer in answers], "clauses": told})
    elif booklet is not None:
        for each in found:
            say(paint(each.title[lang], bold=True) + lang.tagged(each.id))
            say(wrapped(each.text[lang], "  "))
            say(_passages(booklet, passages[each.id], lang))
    elif coverage:
        _show_coverage(found, lang)
    elif named:
        say(_clause_in_full(named[0], lang.in_edition(edition)))
    elif question:
        _say_answers(answers, lang)
    else:
        for each in found:
            say(f"{paint(each.id, bold=True)}: {each.title[lang]}")
    is_answered = bool(answers or found)
    if not is_answered:
        click.echo(f"taxis: rule: {one_line(lang.text('no-answer', words=lang.quoted(clipped(question))))}", err=True)
    shown = booklet is None or any(finding.passage for each in passages.values() for finding in each.findings)
    return DONE if is_answered and shown else NO


def _answers(question: str, edition: str, lang: Language) -> "list[QuestionAnswer]":
    """Return the answers to a question, best first."""
    from thurntaxis_presentation.question_answers import answer
    from thurntaxis_rulebook.ask import ask

    return [answer(result, edition, lang.in_edition(edition)) for result in ask(question, lang)[1]]


def _say_answers(answers: Sequence["QuestionAnswer"], lang: Language) -> None:
    """Write the best answers, each with its place in the booklet, and the headings of some others."""
    for at, each in enumerate(answers[:MOST_ANSWERS]):
        if at:
            say("")
        say(paint(wrapped(each.heading), bold=True))
        say("\n".join(wrapped(line, "  ") for line in each.answer.splitlines()))
        if each.place:
            say(paint(wrapped(each.place + lang.tagged(each.result.id), "  "), dim=True))
    if others := [f"{each.heading}{lang.tagged(each.result.id)}" for each in answers[MOST_ANSWERS:][:MOST_OTHERS]]:
        say("\n" + wrapped(lang.text("other-answers", titles=lang.parted(others))))


def _booklet_answers(found: list[Clause], file: str, lang: Language) -> "dict[str, BookletAnswer]":
    """Return what the user's booklet says about each clause; the variable TAXIS_PASSWORD may have its password."""
    from thurntaxis_rulebook.booklet.own_booklet import Booklet

    with refusing(clipped(file), "booklet"):
        booklet = Booklet.read(Path(file), password=os.environ.get("TAXIS_PASSWORD", ""))
    return {each.id: booklet.answer(each.id, lang) for each in found}


def _passages(file: str, answer: "BookletAnswer", lang: Language) -> str:
    """Return the passages of a booklet for people, and the remark on their certainty."""
    parts: list[str] = []
    for finding in answer.findings:
        if finding.passage:
            page = [lang.text("page", "booklet", number=finding.page)] if finding.page else []
            where = lang.listed([place_in(finding.place, lang), *page])
            parts.append(paint(f"  {Path(file).name} ({finding.edition}) {where}", dim=True))
            parts.append(wrapped(one_line(finding.passage), "    "))
    if answer.remark:
        parts.append(wrapped(answer.remark, "  "))
    return "\n".join(parts)


def _named(name: str) -> list[Clause]:
    """Return the clause with this id, in a list; an empty one for words that aren't meant as an id."""
    name = name.casefold()
    if name in clauses():
        return [clauses()[name]]
    beginning, dot, rest = name.partition(".")
    if dot and rest and " " not in name and any(known.startswith(f"{beginning}.") for known in clauses()):
        with refusing("rule", "CLAUSE"):
            return [clause(name)]
    return []


def _clause_in_full(clause: Clause, lang: Language) -> str:
    """Return a clause with its sources and links, for people."""
    title, text = (lang.fill(said, {}) for said in (clause.title[lang], clause.text[lang]))
    head = paint(title, bold=True) + lang.tagged(clause.id)
    parts = [head + lang.bracketed(lang.label(clause.kind, "kinds")), wrapped(text, "  "), ""]
    own_first = sorted(clause.sources.items(), key=lambda each: EDITIONS[each[0]].language != lang)
    parts += [wrapped(place(edition, source, lang), "  ") for edition, source in own_first]
    tied: dict[str, Sequence[str]] = {"depends": clause.depends, "exception-to": clause.exception_to}
    found = links(clause)
    examples = "examples" if len(found["examples"]) > 1 else "example"
    tied |= {"shown-in": found["code"], examples: found["examples"], "disputes": found["disputes"]}
    parts += ["", *(wrapped(lang.labelled(key, lang.listed(names)), "  ") for key, names in tied.items() if names)]
    return "\n".join(parts)


def _show_coverage(found: list[Clause], lang: Language) -> None:
    """Write the table of clauses and their links."""
    from rich.table import Table

    if not tests_are_there():
        click.echo('taxis: rule: --coverage: no tests found (pip install -e "." in a copy of the project)', err=True)
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(lang.text("coverage-clause"), no_wrap=True)
    table.add_column(lang.text("coverage-code"))
    for count in ("tests", "examples", "disputes"):
        table.add_column(lang.text(f"coverage-{count}"), justify="right")
    for each in found:
        tied = links(each)
        none = "–" if each.enforceable else lang.text("coverage-informs")
        code = ", ".join(name.rpartition(".")[2] for name in tied["code"])
        table.add_row(each.id, code or none, *(str(len(tied[key]) or "–") for key in ("tests", "examples", "disputes")))
    console().print(table)


@click.command("disputes", cls=TaxisCommand)
@click.argument("words", metavar="[DISPUTE, CLAUSE or WORDS]", nargs=-1)
@answer_options(lang=True)
def disputes_command(words: tuple[str, ...], as_json: bool, lang: Language) -> int:
    """List the points on which editions differ or say nothing, with the rulings: all, or those about WORDS."""
    asked = " ".join(words).strip()
    found = list(_disputes(asked, lang))
    if not found:
        none = lang.text("no-dispute", words=lang.quoted(clipped(asked)))
        click.echo(one_line(f"taxis: disputes: {none}"), err=True)
        return NO
    if as_json:
        say_json({"disputes": [dispute_data(dispute, lang) for dispute in found]})
        return DONE
    for dispute in found:
        _show_dispute(dispute, lang)
        say("")
    return DONE


def _disputes(words: str, lang: Language) -> Iterable[Dispute]:
    """Return the dispute with this id, or those that a clause or a question leads to; all if there are no words."""
    from thurntaxis_rulebook.ask import ask

    if not words:
        return disputes().values()
    if words.casefold() in disputes():
        return [disputes()[words.casefold()]]
    if named := _named(words):
        return disputes_about(named[0].id)
    results = ask(words, lang)[1]
    found = {result.id: disputes()[result.id] for result in results if result.kind == "dispute"}
    about = (result.id for result in results if result.kind == "clause")
    return (found | {one.id: one for name in about for one in disputes_about(name)}).values()


def _show_dispute(dispute: Dispute, lang: Language) -> None:
    """Write a dispute for people: the question, the ruling, what each edition says, and the table that shows it."""
    nature = lang.label(dispute.nature, "natures")
    say(paint(wrapped(dispute.question[lang]), bold=True))
    say("  " + lang.typography("space").join((lang.tagged(dispute.id).lstrip(), nature)))
    say(wrapped(dispute.ruling[lang], "  "))
    say(paint(wrapped(dispute.reason[lang], "  "), dim=True))
    several = "clauses-concerned" if len(dispute.clauses) > 1 else "clause"
    concerned = lang.labelled(several, lang.listed(dispute.clauses))
    if dispute.option:
        concerned = lang.parted([lang.labelled("option", dispute.option), lang.within_sentence(concerned)])
    say(wrapped(concerned, "  "))
    for edition, source in dispute.editions.items():
        words = place(edition, source, lang)
        if source.silent:
            words = f"{edition_in_words(edition, lang)}{lang.colon}{lang.label('silent')}"
        if source.reading is not None:
            told = lang.labelled("reading", reading_in_words(dispute.option or "", source.reading, lang))
            words += lang.bracketed(told if source.says else lang.within_sentence(told))
        say(wrapped(words, "    "))
    if dispute.other:
        say(wrapped(lang.labelled("other-reading", dispute.other[lang]), "  "))
    if dispute.no_table:
        say(wrapped(lang.label(dispute.no_table, "no-tables"), "  "))
    if decision := decision_on(dispute):
        _show_decision(decision, dispute, lang)


def _show_decision(decision: Decision, dispute: Dispute, lang: Language) -> None:
    """Write what follows on one table under each reading."""
    say(wrapped(lang.label("decided") + lang.bracketed(decision.example.id) + lang.colon.rstrip(), "  "))
    rows = [(lang.within_sentence(name), cells) for name, cells in decision_rows(decision, lang, str)]
    for at, reading in enumerate(decided_readings(decision, dispute.option, lang)):
        say(wrapped(f"{reading}{lang.colon.rstrip()}", "    "))
        for name, cells in rows:
            say(wrapped(f"{name}{lang.colon}{cells[at]}", "      "))
