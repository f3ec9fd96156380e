"""The conversation of a game: the table and the choices, what the player writes, and the answers."""

import importlib
import itertools
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import BinaryIO

from thurntaxis import Event, EventError, IllegalEvent, Position
from thurntaxis_cli.file_output import write_file
from thurntaxis_cli.inputs import lines_of, standard_input
from thurntaxis_cli.play.choices import groups, listed, numbered
from thurntaxis_cli.play.telling import story, told
from thurntaxis_cli.usage_errors import DONE
from thurntaxis_presentation.describe import called, copies, held_names
from thurntaxis_presentation.errors import BadInput, one_line, shortened
from thurntaxis_presentation.i18n import colon
from thurntaxis_presentation.rulebook_answers import titles
from thurntaxis_presentation.sentences import sentence
from thurntaxis_presentation.terminal.output import console, paint, say, width, working, wrapped
from thurntaxis_presentation.terminal.table import show_table
from thurntaxis_solver.play.game import Game, Happened

HELP = {
    "more": "more",
    "show": "show",
    "hint": "hint",
    "why": "why EVENT",
    "scores": "scores",
    "undo": "undo",
    "save": "save FILE",
    "quit": "quit",
}
"""The commands of the game, with their usage."""


class Session:
    """A game in the terminal."""

    def __init__(self, game: Game, lang: str, lines: Iterator[str]) -> None:
        """Play a game in a language; `lines` yields what the player writes."""
        self.game, self.lang, self.lines = game, lang, lines
        self._commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "more": lambda _rest: self._list(whole=True),
            "show": lambda _rest: self._show(),
            "hint": self._hint,
            "why": self._why,
            "scores": lambda _rest: self._tell_scores(),
            "undo": self._undo,
            "save": self._save,
        }

    def run(self) -> int:
        """Play until the player leaves or the input ends; return the exit status."""
        others = ", ".join(self._name(at) for at, name in enumerate(self.game.seats) if name is not None)
        say(wrapped(self._told("against", player=self._name(self.game.person), others=others)))
        self._go_on()
        self._present()
        for line in self.lines:
            if line.strip().casefold() == "quit":
                break
            self._answer(line.strip())
        else:
            say("")
        say(self._told("left"))
        return DONE

    # ---- what is shown

    @property
    def _view(self) -> Position:
        return self.game.view

    def _told(self, message: str, **facts: object) -> str:
        return told(message, self.lang, **facts)

    def _name(self, player: int) -> str:
        return called(self._view, player, self.lang)

    def _show(self) -> None:
        say("")
        show_table(self._view, console(), self.lang)

    def _present(self) -> None:
        """Show the table, and the choices or the result of the game."""
        self._show()
        if not self.game.truth.is_over:
            say("")
            self._list()
            return
        winner = self.game.truth.winner()
        won = winner == self.game.person
        say("")
        say(paint(self._told("won") if won else self._told("lost", player=self._name(winner or 0)), bold=True))
        self._tell_scores()
        say(self._told("after-end"))

    def _list(self, *, whole: bool = False) -> None:
        """List the choices; long groups are shortened unless `whole` is true."""
        if self.game.truth.is_over:
            say(self._told("after-end"))
            return
        for group in groups(self._view):
            lines, left_out = listed(group, width(), whole=whole)
            say(paint(self._told(group.name), bold=True))
            say("\n".join(lines))
            if left_out:
                say("  " + self._told("more", count=left_out))
        say(self._told("prompt"))

    def _state(self) -> None:
        """Show what changes within a turn: hand, route and display."""
        from thurntaxis_rulebook.corpus.languages import label

        view = self._view
        route = " – ".join(view.mover.route)
        rows = [
            ("hand", ", ".join(copies(view.mover.hand))),
            ("route", route),
            ("display", ", ".join(copies(view.display))),
        ]
        for holding, names in held_names(view, view.mover, self.lang):
            if holding.kind == "cards" and names:
                rows.insert(-1, (holding.key, ", ".join(copies(names))))
        for name, words in rows:
            say(wrapped(f"{label(name, self.lang)}{colon(self.lang)}{words or '–'}"))

    # ---- what is answered

    def _answer(self, line: str) -> None:
        """Answer one line: a number, a command, or an event."""
        first, _, rest = line.partition(" ")
        command = self._commands.get(first.casefold())
        if command:
            command(rest.strip())
        elif first.isascii() and first.isdigit() and not rest:
            self._choose(first)
        elif line and self.game.truth.is_over:
            say(self._told("after-end"))
        elif line:
            self._try(line)

    def _choose(self, number: str) -> None:
        """Play the event with this number."""
        events = [] if self.game.truth.is_over else numbered(groups(self._view))
        if len(number) < 6 and 1 <= int(number) <= len(events):
            self._play(events[int(number) - 1])
        elif events:
            say(self._told("no-number", number=shortened(number), most=len(events)))
        else:
            say(self._told("after-end"))

    def _event(self, text: str) -> Event | None:
        """Return the event that a text means; say what is wrong with text that isn't an event."""
        try:
            return self._view.parse(text)
        except EventError as error:
            say(one_line(str(error)))
            return None

    def _try(self, text: str) -> None:
        """Play the event that a text means, or say why it isn't legal."""
        event = self._event(text)
        if event is None:
            return
        try:
            self._view.play(event)
        except IllegalEvent as illegal:
            words = titles(self.lang)
            reasons = [
                f"{sentence(said, self.lang, self._view.rules.board)} [{words[said.clause]}]"
                for said in illegal.objections
            ]
            say(" ".join(reasons))
            return
        self._play(event)

    def _play(self, event: Event) -> None:
        """Play a legal event of the player, and go on until the player decides again."""
        before = len(self.game.events)
        self._go_on(self.game.play(event))
        if self.game.truth.is_over or self.game.others_since(before):
            self._present()
        else:
            self._state()
            self._list()

    def _go_on(self, *happened: Happened) -> None:
        """Let the game go on until the player decides, and tell what happens, beginning with what has `happened`."""
        lines = story(itertools.chain(happened, self.game.go_on()), self._view, self.game.person, self.lang)
        while True:
            with working("thinking"):
                line = next(lines, None)
            if line is None:
                return
            say(wrapped(line))

    # ---- commands

    def _help(self, _rest: str) -> None:
        events = [] if self.game.truth.is_over else numbered(groups(self._view))
        if events:
            say(wrapped(self._told("help-event", event=events[0]), "  "))
        for name, form in HELP.items():
            say(f"  {form:10} {self._told(f'help-{name}')}")

    def _hint(self, _rest: str) -> None:
        from thurntaxis_cli.waiting import wait_for
        from thurntaxis_presentation.terminal.answer_tables import show_advice
        from thurntaxis_solver.analysis import Analysis

        if self.game.truth.is_over:
            say(self._told("after-end"))
            return
        try:
            found = wait_for(Analysis(self._view))
        except KeyboardInterrupt:  # ends the hint, not the game
            say("")
            return
        except ValueError as error:
            say(one_line(str(error)))
            return
        show_advice(self._view, found, self.lang)

    def _why(self, text: str) -> None:
        from thurntaxis_cli.commands.rulebook import ruling_in_words
        from thurntaxis_presentation.rulings import rule_on

        if not text:
            say(self._told("write", form=HELP["why"]))
        elif (event := self._event(text)) is not None:
            say(ruling_in_words(self._view, rule_on(self._view, event), self.lang))

    def _tell_scores(self) -> None:
        from thurntaxis_presentation.i18n import signed

        scores = sorted(enumerate(self._view.scores()), key=lambda score: -score[1])
        say("; ".join(f"{self._name(player)}{colon(self.lang)}{signed(points)}" for player, points in scores))

    def _undo(self, _rest: str) -> None:
        taken = self.game.take_back()
        if not taken:
            say(self._told("nothing-taken-back"))
            return
        say(wrapped(self._told("taken-back", events=taken[0])))
        self._present()

    def _save(self, file: str) -> None:
        import json

        from thurntaxis.io.write import record_data

        if not file or file == "-":
            say(self._told("write", form=HELP["save"]))
            return
        text = json.dumps(record_data(self.game.record()), ensure_ascii=False, indent=1) + "\n"
        try:
            write_file(file, text, "save")
        except BadInput as bad:
            say(str(bad))
            return
        say(wrapped(self._told("saved", file=one_line(file))))


def typed_lines() -> Iterator[str]:
    """Yield the lines of standard input, each after a prompt.

    On a terminal they can be edited. Bytes that aren't UTF-8 are replaced, and a line that is too long is empty.

    Raises:
        OSError: standard input is closed.
    """
    stream = standard_input()
    return _edited_lines() if sys.stdin.isatty() else _piped_lines(stream)


def _edited_lines() -> Iterator[str]:
    with suppress(ImportError):
        importlib.import_module("readline")  # makes lines editable
    with suppress(EOFError):
        while True:
            yield input("> ")


def _piped_lines(stream: BinaryIO) -> Iterator[str]:
    _prompt()
    for line in lines_of(stream):
        yield "" if line is None else line.decode("utf-8", errors="replace")
        _prompt()


def _prompt() -> None:
    sys.stdout.write("> ")
    sys.stdout.flush()
