"""The conversation of the entry: questions, corrections, and the faults of what has been entered."""

import copy
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import click

from thurntaxis import Position, board
from thurntaxis.fault import Fault
from thurntaxis.io.read import PositionError
from thurntaxis.names import fold
from thurntaxis.plain_text import plain_text
from thurntaxis_cli.line_input import LineInput
from thurntaxis_cli.play.words import by_word, command_word, is_yes
from thurntaxis_presentation.errors import fault_in_words, one_line, refuse_all
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.sentences import warning_lines
from thurntaxis_presentation.set_up.answers import NotUnderstood, Reader, tile_example
from thurntaxis_presentation.set_up.draft import Draft, assign, checked, empty_draft, field_of, value_of
from thurntaxis_presentation.set_up.form import Field, Fields, rules_fields
from thurntaxis_presentation.terminal.line_breaking import wrapped
from thurntaxis_presentation.terminal.output import console, paint, say, screen_size
from thurntaxis_presentation.terminal.table import show_screen, show_table

COMMANDS = ("back", "list", "show", "help")
"""The commands of the entry. They are always understood by these names."""

_MENDED_LATER = re.compile(r"turn|ender|deck_back|returning|players\[[0-9]\]\.\w+_usable")
"""The keys whose faults later answers may mend: they depend on how far the turn is, or on who has which tiles."""

_PLAYERS, _STAGE = "players", "turn.stage"
"""The keys of the questions who plays, and how far the turn is."""


class Question(NamedTuple):
    """A question for a field; `default` says what an empty answer means, and `choices` are listed above it."""

    field: Field
    text: str
    default: str
    choices: tuple[str, ...]

    @property
    def key(self) -> str:
        """The part of the draft that it is about."""
        return self.field.key


class Entry:
    """A guided entry: the answers so far, and the position that they give.

    An answer that can't be read, or that gives an impossible position, is refused and asked for again; the others stay.
    """

    def __init__(self, lang: Language, lines: LineInput, given: Mapping[str, object]) -> None:
        """Begin without answers; what is `given`, by the keys of fields, isn't asked."""
        self.lang, self.lines, self._given = lang, lines, given
        self.answers: dict[str, str] = {}
        self._begun = empty_draft()
        for key, value in self._given.items():
            assign(self._begun, key, value)
        self.draft: Draft = self._begun
        self.asked: list[Question] = []
        self._read = Reader(board("south"), lang)
        self._again: str | None = None
        self._proposal = ""
        self._notes: list[str] = []
        self._command_of = by_word(COMMANDS, lang, "enter")
        self._commands = {"back": self._back, "list": self._list, "show": self._show}
        self._commands["help"] = lambda _: self._note(self._told("help"))

    def run(self) -> Position:
        """Ask until the position is complete and right, and return it; raise EOFError if the input ends before."""
        self._note(self._told("begin"))
        while True:
            if question := self._next():
                self._ask(question)
                continue
            position, faults = checked(self.draft)
            if faults:
                self._note_faults(faults)
                concerned = self._question_of(faults[0])
                self._again = concerned.key if concerned else _STAGE
            elif position is not None and self._is_right(position):
                return position

    def leave(self) -> None:
        """Say goodbye, with all answers, so that nothing that was typed is lost."""
        self._notes.clear()
        self._list("")
        for line in (*self._notes, wrapped(self._told("left"))):
            say(line)

    def _told(self, message: str, **facts: object) -> str:
        words = {command: command_word(command, self.lang, "enter") for command in COMMANDS}
        return self.lang.text(message, "enter", **{**words, **facts})

    # ---- the questions

    def _next(self) -> Question | None:
        """Go through the answers, and return the first question without a right one; none if there is none."""
        self.draft, self.asked = copy.deepcopy(self._begun), []
        try:
            for question in self._questions():
                self.asked.append(question)
                if question.key not in self.answers or question.key == self._again:
                    return question
                try:
                    if said := self.answers[question.key]:  # an empty answer leaves the draft as it is
                        assign(self.draft, question.field.key, self._value(question.field, said))
                except NotUnderstood:  # an earlier answer that another board or module makes unreadable
                    return question
        except PositionError as error:  # rules that can't be played, or a board that is gone
            concerned = self._question_of(error.faults[0])
            if concerned is None:  # the command line says them
                raise refuse_all("enter", error.faults) from None
            self._note_faults(error.faults)
            self._again = concerned.key
            return concerned
        return None

    def _questions(self) -> Iterator[Question]:
        """Yield the questions; those whose answers the draft has by then decide which come later."""
        for field in rules_fields(self.draft, self.lang):
            if field.key not in self._given and not field.key.startswith("rules.options."):
                yield self._question(field)
        position, faults = checked(self.draft)
        if position is None:
            raise PositionError(faults)
        self._read = Reader(position.rules.board, self.lang)
        fields = Fields(position.rules, self.draft, self.lang)
        yield self._question(Field(_PLAYERS, "players", self.lang.label("players-how", "set-up")))
        for at in range(len(self.draft["players"])):
            yield from (self._question(field, fields.name(at)) for field in fields.player(at) if field.kind != "text")
        yield from map(self._question, fields.table())
        # Those who play are named in the order in which they began.
        yield from (self._question(field) for field in fields.turn() if field.key != "start")

    def _question(self, field: Field, player: str = "") -> Question:
        title = f"{player}{self.lang.colon}{field.label}" if player else field.label
        how = self._how(field)
        choices = [words for value, words in field.choices or () if value is not None]
        listing = enumerate(choices, 1) if field.kind == "select" and not field.how else ()
        text = title + (self.lang.bracketed(how) if how else "")
        return Question(field, text, self._default(field), tuple(f"{number} {words}" for number, words in listing))

    def _how(self, field: Field) -> str | None:
        """Return how the answer to a question is written."""
        numbers = [words for _, words in field.choices or () if words.isdigit()]
        low, high = (numbers[0], numbers[-1]) if numbers else (field.low, field.high)
        if low is not None:
            return self.lang.text("number-how", "set-up", low=low, high=high)
        if field.kind == "tiles":
            return self.lang.text("tiles-how", "set-up", example=tile_example(self._read.board, self.lang))
        if field.choices is not None and field.kind != "select":
            return self.lang.listed(words for value, words in field.choices if value is not None)
        return field.how

    def _default(self, field: Field) -> str:
        """Return what an empty answer means."""
        value = value_of(self.draft, field.key) if field.value is None else field.value
        if field.key == _PLAYERS:
            return str(len(value))
        if field.kind == "number":
            return self.lang.shown("unknown")
        if field.kind == "count":
            return str(field.low if value is None else value)
        none = self.lang.text("none")
        if value is None or isinstance(value, list):
            return none
        return dict(field.choices or ()).get(value, none)

    def _value(self, field: Field, said: str) -> Any:
        """Return the value that an answer means; raise NotUnderstood."""
        return self._read.players(said) if field.key == _PLAYERS else self._read.value(field, said)

    def _note_faults(self, faults: Iterable[Fault]) -> None:
        for fault in faults:
            self._note(self._in_words(fault), fg="red")

    def _lasting_faults(self) -> list[Fault]:
        """Return the faults that no answer to a later question can mend."""
        faults = checked({**self.draft, "turn": {"stage": "begin"}}).faults
        return [fault for fault in faults if not _MENDED_LATER.match(fault.key)]

    def _ask(self, question: Question) -> None:
        """Ask a question until the answer is right, or a command leads elsewhere."""
        self._draw(checked(self.draft).position if _PLAYERS in self.answers else None)
        number = len(self.asked)
        for choice in question.choices:
            say(wrapped(choice, "   "))
        default = self.answers.get(question.key, "") if self._again else ""
        shown_default = one_line(default) or question.default
        say(paint(wrapped(f"{number}. {question.text}{self._told('default', default=shown_default)}"), bold=True))
        proposal, self._proposal = self._proposal, ""
        names = self._read.spellings(question.field)
        said = self.lines.ask("> ", (lambda _begun: ()) if names is None else names.completions, proposal)
        if not self._obeys(said) and not (proposal and self._obeys(said.removeprefix(proposal))):
            self._take(question, said or default)

    def _obeys(self, said: str) -> bool:
        """Carry out a command; return whether it is one."""
        first, _, rest = said.strip().partition(" ")
        command = self._command_of.get(fold(first))
        if command is None or (rest and command != "back"):
            return False
        self._commands[command](rest)
        return True

    def _take(self, question: Question, said: str) -> None:
        """Accept an answer if it can be read and is possible; otherwise say why not."""
        try:
            if said:
                self._value(question.field, said)
        except NotUnderstood as wrong:
            self._refuse(str(wrong), said)
            return
        before, again, known = self.answers, self._again, self._lasting_faults()
        self.answers, self._again = {**before, question.key: said}, None
        self._next()
        faults = [fault for fault in self._lasting_faults() if fault not in known]
        if not faults:
            self._warn(checked(self.draft).position, question.key)
            return
        self.answers, self._again = before, again
        for fault in faults:
            concerned = self._question_of(fault)
            is_elsewhere = concerned is not None and concerned.key != question.key
            self._refuse(self._in_words(fault) if is_elsewhere else fault_in_words(fault, self.lang), said)

    def _warn(self, position: Position | None, key: str = "") -> None:
        """Note what is unlikely about a position; with a key, only what concerns its question.

        Hands are looked at only when everything is known, since one may be empty in the turn of its player.
        """
        if position is None:
            return
        for concerned, line in warning_lines(position, self.lang):
            if not key or (concerned == key and not key.endswith(".hand")):
                self._note(line, fg="yellow")

    def _refuse(self, why: str, said: str) -> None:
        self._note(why, fg="red")
        self._proposal = said

    def _note(self, text: str, **style: Any) -> None:
        """Write a text before the next question."""
        self._notes.append(paint(wrapped(text), **style))

    def _in_words(self, fault: Fault) -> str:
        """Return a fault in words, its place named by the question that it concerns."""
        words = fault_in_words(fault, self.lang)
        question = self._question_of(fault)
        return f"{question.text}{self.lang.colon}{words}" if question else words

    def _question_of(self, fault: Fault) -> Question | None:
        key = field_of(fault)
        concerned = [question for question in self.asked if key == question.key or key.startswith(f"{question.key}[")]
        if not concerned and key.startswith("turn"):
            concerned = [question for question in self.asked if question.key == _STAGE]
        return max(concerned, key=lambda question: len(question.key), default=None)

    # ---- the end

    def _is_right(self, position: Position) -> bool:
        """Show the position, and ask whether it is right."""
        if not self.lines.on_screen:
            show_table(position, console(), self.lang)
        self._warn(position)
        self._draw(position)
        said = self.lines.ask(wrapped(self._told("ask-right")) + "\n> ")
        if self._obeys(said):
            return False
        if said and is_yes(said, self.lang) is not True:
            self._note(self._told("help"))
            return False
        return True

    # ---- commands

    def _back(self, number: str) -> None:
        """Ask an earlier question again: that of a number, or the last one."""
        at = len(self.asked) - (1 if self._next() is None else 2)
        if number.strip():
            digits = plain_text(number)
            at = int(digits) - 1 if digits.isdigit() and len(digits) < 4 else -1
        elif self._again:
            at = [question.key for question in self.asked].index(self._again) - 1
        if 0 <= at < len(self.asked) and self.asked[at].key in self.answers:
            self._again = self.asked[at].key
            self._proposal = self.answers[self._again]
        else:
            self._note(self._told("no-question"))

    def _list(self, _rest: str) -> None:
        for number, question in enumerate(self.asked, 1):
            if question.key in self.answers:
                said = one_line(self.answers[question.key]) or question.default
                self._note(f"{number}. {question.text}{self.lang.colon}{said}")

    def _show(self, _rest: str) -> None:
        position = checked(self.draft).position
        if position is not None:
            show_table(position, console(), self.lang)
        if self.lines.on_screen:  # so that it can be read before the screen is redrawn
            self.lines.ask(self._told("go-on"))

    def _draw(self, position: Position | None) -> None:
        """Redraw the table, on a screen, and write the notes."""
        notes, self._notes = self._notes, []
        if self.lines.on_screen:
            click.clear()
            if position is not None:
                lines = sum(note.count("\n") + 1 for note in notes)
                show_screen(position, console(), self.lang, screen_size().lines - lines - 6)
                say("")
        for note in notes:
            say(note)
