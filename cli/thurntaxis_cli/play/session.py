"""The conversation of a game: the table and the choices, what the player writes, and the answers."""

import contextlib
import itertools
import os
import signal
from collections.abc import Callable, Iterable
from types import FrameType

import click

from thurntaxis import Event, Position
from thurntaxis.fault import InputError
from thurntaxis.message import clipped
from thurntaxis.names import fold, nearest
from thurntaxis.plain_text import plain_text
from thurntaxis_cli.commands.rulebook import say_ruling
from thurntaxis_cli.line_input import LineInput
from thurntaxis_cli.play.choices import MOST_SHOWN, EventGroup, groups, listed, numbered
from thurntaxis_cli.play.keeping import GameFile
from thurntaxis_cli.play.words import ANSWERS, COMMANDS, by_word, command_word, is_yes, story
from thurntaxis_cli.usage_errors import DONE, INTERRUPTED
from thurntaxis_cli.waiting import answering_signals, wait_for
from thurntaxis_presentation.describe import called, held_names
from thurntaxis_presentation.errors import BadInput, error_line, fault_in_words, one_line
from thurntaxis_presentation.language import Language, copies, signed
from thurntaxis_presentation.rulings import rule_on
from thurntaxis_presentation.spellings import Spellings, city_spellings, words_of
from thurntaxis_presentation.terminal.answer_tables import show_advice
from thurntaxis_presentation.terminal.line_breaking import columns_of, wrapped
from thurntaxis_presentation.terminal.output import console, paint, say, screen_size, width, working
from thurntaxis_presentation.terminal.table import show_screen, show_table
from thurntaxis_presentation.typed_moves import move_of
from thurntaxis_solver.play.game import Game, Happened


class Session:
    """A game in the terminal. On a screen, the table is redrawn after every event; otherwise, lines are added."""

    def __init__(self, game: Game, lang: Language, lines: LineInput, *, dealt: int = 0) -> None:
        """Play a game in a language with a person who writes `lines`; `dealt` unknown cards have been dealt for it."""
        self.game, self.lang, self.lines, self._dealt = game, lang, lines, dealt
        self.file = GameFile(game)
        self._news: list[str] = []
        self._words = {command: command_word(command, lang) for command in (*COMMANDS, *ANSWERS)}
        self._command_of = by_word(COMMANDS, lang)
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
        """Play until the player leaves or the input ends; return the exit status.

        What has happened since the game was last saved is never lost: at a terminal, the player is asked where to
        save it; if nobody can be asked, it is saved in a new file.
        """
        try:
            with self._rescued_when_ended():
                self._converse()
        except (EOFError, KeyboardInterrupt) as end:
            say("")
            if self.lines.on_screen:
                self._offer()
            else:
                self.rescue()
            is_interrupted = isinstance(end, KeyboardInterrupt)
            if self.lines.on_screen or not is_interrupted:
                say(self._told("left"))
            return INTERRUPTED if is_interrupted else DONE
        except OSError:  # nobody reads the output any more, or the terminal is gone
            self.file.rescue()
            raise
        return DONE

    def _converse(self) -> None:
        others = self.lang.joined([self._name(at) for at, name in enumerate(self.game.seats) if name is not None])
        self._tell(self._told("against", player=self._name(self.game.person), others=others))
        if self._dealt:
            self._tell(self._told("dealt", count=self._dealt, seed=self.game.seed))
        self._go_on()
        self._present()
        while True:
            line = self.lines.ask("> ", self._completions)
            if self._command_of.get(fold(line)) == "quit":
                self._offer()
                say(self._told("left"))
                return
            self._answer(line)

    # ---- saving

    def _offer(self) -> None:
        """Ask where to save the game, if anything has happened that is not saved; who doesn't answer leaves it so."""
        with contextlib.suppress(EOFError, KeyboardInterrupt):
            while not self.file.is_up_to_date:
                suggestion = self.file.suggestion
                answer = self.lines.ask(wrapped(self._told("offer", file=suggestion)) + "\n> ")
                agreed = is_yes(answer, self.lang)
                if agreed is False:
                    say(self._told("unsaved"))
                    return
                self._save(suggestion if agreed or not answer else answer)

    def rescue(self) -> None:
        """Save the game in a new file, because nobody can be asked."""
        if file := self.file.rescue():
            say(wrapped(self._told("saved", file=one_line(file))))

    def _rescued_when_ended(self) -> contextlib.AbstractContextManager[None]:
        """Save the game if the process is ended or its terminal is closed."""

        def rescue(number: int, _frame: FrameType | None) -> None:
            self.file.rescue()
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)

        return answering_signals(("SIGHUP", "SIGTERM"), rescue)

    # ---- what is shown

    @property
    def _view(self) -> Position:
        return self.game.view

    def _told(self, message: str, **facts: object) -> str:
        return self.lang.text(message, "play", **{**self._words, **facts})

    def _name(self, player: int) -> str:
        return called(self._view, player, self.lang)

    def _tell(self, line: str) -> None:
        """Write a line, and again below the table if that is redrawn."""
        say(wrapped(line))
        self._news.append(line)

    def _show(self) -> None:
        say("")
        show_table(self._view, console(), self.lang)

    def _present(self) -> None:
        """Show the table, and the choices or the result of the game."""
        if self.lines.on_screen:
            self._draw()
        else:
            self._show()
        self._news.clear()
        if not self.game.truth.is_over:
            say("")
            self._list()
            return
        winner = self.game.truth.winner()
        won = winner == self.game.person
        say("")
        say(paint(self._told("won") if won else self._told("lost", player=self._name(winner or 0)), bold=True))
        self._tell_scores()
        self._is_ended()

    def _draw(self) -> None:
        """Redraw the table, with what has happened below it and room for the choices."""
        choices = [line for group in groups(self._view) for line in self._lines(group)]
        news = [line for told in self._news for line in wrapped(told).split("\n")]
        rows = screen_size().lines - len(choices) - len(news) - 4
        click.clear()
        show_screen(self._view, console(), self.lang, rows)
        for line in ("", *news) if news else ():
            say(line)

    def _lines(self, group: EventGroup, *, whole: bool = False) -> list[str]:
        """Return the lines that list a group of events under its name."""
        most = MOST_SHOWN
        if self.lines.on_screen and group.name == "close":  # a line each, and the table should stay visible
            most = min(most, screen_size().lines // 6)
        lines, left_out = listed(group, width(), None if whole else most, self.lang)
        more = ["  " + self._told("more", count=left_out)] if left_out else []
        return [paint(self._told(group.name), bold=True), *lines, *more]

    def _is_ended(self) -> bool:
        """Return whether the game is over, and say then what is left to do."""
        if self.game.truth.is_over:
            say(wrapped(self._told("after-end", file=self._told("form-file"))))
        return self.game.truth.is_over

    def _list(self, *, whole: bool = False) -> None:
        """List the choices; long groups are shortened unless `whole` is true."""
        if self._is_ended():
            return
        for group in groups(self._view):
            say("\n".join(self._lines(group, whole=whole)))
        say(wrapped(self._told("prompt")))

    def _state(self) -> None:
        """Show what changes within a turn: hand, route and display."""
        view = self._view
        rows = [("hand", self.lang.listed(copies(view.own.hand))), ("route", " – ".join(view.own.route))]
        for holding, names in held_names(view, view.own, self.lang):
            if holding.kind == "cards" and names:
                rows.append((holding.key, self.lang.listed(copies(names))))
        rows.append(("display", self.lang.listed(copies(view.display))))
        for name, words in rows:
            say(wrapped(f"{self.lang.label(name)}{self.lang.colon}{words or '–'}"))

    # ---- what is answered

    def _answer(self, line: str) -> None:
        """Answer one line: a number, a command, or an event."""
        first, _, rest = line.partition(" ")
        command = self._command_of.get(fold(first))
        if command in self._commands:
            self._commands[command](rest.strip())
        elif (number := plain_text(first)).isdigit() and not rest:
            self._choose(number)
        elif line and not self._is_ended():
            self._try(line)

    def _completions(self, begun: str) -> Iterable[str]:
        """Return the commands, cities and words of events that begin so."""
        events = itertools.islice(self._view.events(), 200)
        words = dict.fromkeys(word for event in events for word in str(event).split())
        cities = city_spellings(self._view.rules.board, self.lang)
        return Spellings({word: cities.get(word, ()) for word in (*words, *self._words.values())}).completions(begun)

    def _choose(self, number: str) -> None:
        events = numbered(groups(self._view))
        if len(number) < 6 and 1 <= int(number) <= len(events):
            self._play(events[int(number) - 1])
        elif not self._is_ended():
            say(self._told("no-number", number=clipped(number), most=len(events)))

    def _event(self, text: str) -> Event | None:
        """Return the event that a text means; say what is wrong with text that isn't a move."""
        try:
            return move_of(self._view, text, self.lang)
        except InputError as wrong:
            names = (command_word(command, self.lang) for command in COMMANDS)
            near = self.lang.listed(nearest((words_of(text) or [""])[0], names))
            written = one_line(clipped(text))
            meant = self._told("did-you-mean", text=written, names=near) if near else fault_in_words(wrong, self.lang)
            say(wrapped(meant))
        return None

    def _try(self, text: str) -> None:
        """Play the event that a text means, or say why it isn't legal."""
        if (event := self._event(text)) is None:
            return
        if self._view.why_not(event):
            say_ruling(self._view, rule_on(self._view, event), self.lang)
        else:
            self._play(event)

    def _play(self, event: Event) -> None:
        """Play a legal event of the player, and go on until the player decides again.

        An event that loses a route or houses which another would not lose is played only if the player confirms it.
        """
        if warning := self._warning(event):
            say(wrapped(warning))
            if not is_yes(self.lines.ask(self._told("all-the-same")), self.lang):
                say(self._told("left-alone"))
                return
        before = len(self.game.events)
        self._go_on(self.game.play(event))
        if self.lines.on_screen or self.game.truth.is_over or self.game.others_since(before):
            self._present()
        else:
            self._news.clear()
            self._state()
            self._list()

    def _warning(self, event: Event) -> str | None:
        """Return what to say before an event that loses the route or its houses, if there is a choice."""
        view, route = self._view, " – ".join(self._view.own.route)
        if _gives_up_route(view, event):
            has_choice = any(not _gives_up_route(view, other) for other in view.events())
            return self._told("gives-up", event=event, route=route) if has_choice else None
        if event == Event(("close",)) and any(other.verb == "close" and other.cities for other in view.events()):
            return self._told("no-houses", event=event)
        if event.verb == "end" and view.ender is not None and any(e.verb == "close" for e in view.events()):
            return self._told("last-chance", route=route)
        return None

    def _go_on(self, *happened: Happened) -> None:
        """Continue the game until the player has a choice, and tell what happens, `happened` first."""
        self._tell_story(happened)
        while self.game.waits and len(events := list(itertools.islice(self._view.events(), 2))) == 1:
            self._tell(self._told("only", event=events[0]))
            self._tell_story([self.game.play(events[0])])

    def _tell_story(self, happened: Iterable[Happened]) -> None:
        lines = story(itertools.chain(happened, self.game.go_on()), self._view, self.game.person, self.lang)
        while True:
            with working("thinking"):
                line = next(lines, None)
            if line is None:
                return
            self._tell(line)

    # ---- commands

    def _help(self, _rest: str) -> None:
        if events := numbered(groups(self._view)):
            say(wrapped(self._told("help-event", event=events[0]), "  "))
        forms = [(command, self._form(command)) for command in COMMANDS if command != "help"]
        wide = max(columns_of(form) for _, form in forms)
        for command, form in forms:
            lines = wrapped(self._told(f"help-{command}"), " " * (wide + 4))
            say(f"  {form}{lines[columns_of(form) + 2 :]}")

    def _form(self, command: str) -> str:
        """Return how a command is written."""
        operand = {"why": "form-event", "save": "form-file"}.get(command)
        return f"{self._words[command]} {self._told(operand)}" if operand else self._words[command]

    def _hint(self, _rest: str) -> None:
        from thurntaxis_solver.analysis import Analysis

        if self._is_ended():
            return
        try:
            found = wait_for(Analysis(self._view))
        except KeyboardInterrupt:  # ends the hint, not the game
            say("")
            return
        except InputError as error:
            say(wrapped(fault_in_words(error, self.lang)))
            return
        show_advice(self._view, found, self.lang)

    def _why(self, text: str) -> None:
        if not text:
            say(self._told("write", form=self._form("why")))
        elif (event := self._event(text)) is not None:
            say_ruling(self._view, rule_on(self._view, event), self.lang)

    def _tell_scores(self) -> None:
        scores = sorted(enumerate(self._view.scores()), key=lambda score: -score[1])
        rows = (f"{self._name(player)}{self.lang.colon}{signed(points)}" for player, points in scores)
        say(wrapped(self.lang.parted(rows)))

    def _undo(self, _rest: str) -> None:
        """Take back the last decision for which there was a choice."""
        taken = self.game.take_back()
        while taken and len(self._view.events()) == 1 and (before := self.game.take_back()):
            taken = before + taken
        if not taken:
            say(self._told("nothing-taken-back"))
            return
        self._tell(self._told("taken-back", events=taken[0]))
        if any(event.verb == "deal" for event in taken):
            self._tell(self._told("deck-kept"))
        self._go_on()
        self._present()

    def _save(self, file: str) -> None:
        file = file or self.file.suggestion
        try:
            if file == "-":
                say(self._told("write", form=self._form("save")))
                return
            self.file.save(file)
        except BadInput as bad:
            say("\n".join(error_line(error, self.lang) for error in bad.errors))
            return
        say(wrapped(self._told("saved", file=one_line(file))))


def _gives_up_route(position: Position, event: Event) -> bool:
    """Return whether a legal event discards a route that isn't closed."""
    return any(effect.clause == "play.abandon" for effect in position.traced(event)[1])
