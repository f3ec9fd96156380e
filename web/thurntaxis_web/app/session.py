"""The session of a table in the browser: the position, the events since, and the answer to every question of the page.

It runs in Pyodide, in a worker of the page, but depends on neither.
"""

import contextlib
import itertools
import json
import random
import re
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

from thurntaxis import UNKNOWN, Event, EventError, IllegalEvent, Player, Position, __version__, new, rule_set
from thurntaxis.fault import NOT_FOUND, Fault, InputError
from thurntaxis.io.build import board_called
from thurntaxis.io.line_format import is_line
from thurntaxis.io.read import NO_FORMAT, PositionError, position_from_data
from thurntaxis.io.read_game import read_game
from thurntaxis.io.write import position_data, record_data
from thurntaxis.message import Alternatives, Hint, Message, clipped, verbatim
from thurntaxis.plain_text import plain_text
from thurntaxis.records import Record
from thurntaxis.seen_cards import Seen
from thurntaxis.values import less
from thurntaxis_presentation import typed_moves as typed
from thurntaxis_presentation.advice_answers import advice_data
from thurntaxis_presentation.describe import called, stage
from thurntaxis_presentation.describe import moment as moment_in_words
from thurntaxis_presentation.errors import (
    BadInput,
    ErrorLine,
    fault_in_words,
    in_words,
    one_line,
    refuse,
    refuse_all,
    refusing,
)
from thurntaxis_presentation.event_words import event_in_words
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.rulings import Move, rule_on
from thurntaxis_presentation.sentences import capitalized, sentence, warnings_in_words
from thurntaxis_presentation.set_up.answers import Reader
from thurntaxis_presentation.set_up.draft import Draft, checked, draft_of, empty_draft, rules_of
from thurntaxis_presentation.set_up.form import form
from thurntaxis_presentation.spellings import player_meant
from thurntaxis_presentation.svg.whole import map_part
from thurntaxis_rulebook.corpus.languages import translation
from thurntaxis_solver.exact.plans import Plan
from thurntaxis_solver.play.agents import LEVELS, agent
from thurntaxis_solver.search.ismcts import determinized
from thurntaxis_web.app.answer_parts import advice_part
from thurntaxis_web.app.choices import PERSON
from thurntaxis_web.app.questions import players_named, question_in_words
from thurntaxis_web.app.table_parts import (
    actions_part,
    display_part,
    element,
    hand_part,
    history_part,
    laid_out,
    last_turns,
    marks_on_map,
    route_part,
)
from thurntaxis_web.app.view import line_in_words, reasons_in_words, ruling_in_words, view
from thurntaxis_web.citations import in_address

if TYPE_CHECKING:
    from thurntaxis_solver.advice import Line

LONGEST_ADDRESS = 2000
"""How many characters the address of the page has at most; a longer game leaves out the events."""


class IllegalHere(Exception):
    """An event that is not legal, with the ruling on it."""

    def __init__(self, message: str, ruling: dict[str, Any], words: str) -> None:
        """Take the reasons after the event, the ruling for JSON, and the reasons after the event in words."""
        super().__init__(message)
        self.ruling, self.words = ruling, words


@dataclass(frozen=True)
class Moment:
    """A position of the game with what everybody has seen, and the event that led to it: none for the first one.

    Events that were played as one turn, and cards revealed at once, have the same number as their `whole`.
    """

    seen: Seen
    event: Event | None = None
    whole: int | None = None

    @property
    def position(self) -> Position:
        """The position as it is."""
        return self.seen.position


class TableSession:
    """A table: its first position, and the events since, which can be undone and redone.

    Every public method is a request that the page may make.
    """

    def __init__(self, lang: str = "en") -> None:
        """Begin with a new game; answers are in this language."""
        self._language = Language(lang)
        self._moments = [Moment(Seen.at(new()))]
        self._undone: list[Moment] = []
        self._seats: tuple[str, ...] = ()
        self._chance = random.Random()
        self._steps: Iterator[Any] | None = None
        self._stop: Callable[[], object] | None = None
        self._advised = self.position
        self._lines: Sequence[Line] = ()
        self._plan: Plan | None = None
        self._changed: Moment | None = None
        self._whole: int | None = None
        self._booklet = self.position.rules.edition

    def answer(self, request: str) -> str:
        """Return the answer to a request, both in JSON.

        A request has `method` and `arguments`; the answer has `value`, or `error` with a `message`, and with the
        `ruling` if an event is not legal, or with `words`, one line in the language, if the input is invalid.
        """
        asked = json.loads(request)
        answer: dict[str, Any]
        try:
            answer = {"value": getattr(self, asked["method"])(*asked["arguments"])}
        except IllegalHere as illegal:
            answer = {"error": {"message": str(illegal), "ruling": illegal.ruling, "words": illegal.words}}
        except BadInput as bad:
            answer = {"error": {"message": str(bad), "words": faults_in_words(bad.errors, self.lang)}}
        return json.dumps(answer, ensure_ascii=False)

    @property
    def position(self) -> Position:
        """The position on the table."""
        return self._moments[-1].position

    @property
    def shown(self) -> Position:
        """The position as it is shown: against agents, as the person sees it who decides or decided last."""
        observer = self._observer
        return self.position if observer is None else self._moments[-1].seen.view(observer)

    @property
    def lang(self) -> Language:
        """The language of the answers, in the words of the game's edition."""
        return self._language.in_edition(self.position.rules.edition)

    @property
    def _observer(self) -> int | None:
        """The person whose hand is shown; none if there are no agents and all hands are shown."""
        if not self._seats:
            return None
        persons = [at for at, level in enumerate(self._seats) if level == PERSON]
        deciders = (moment.position.decider for moment in reversed(self._moments) if not moment.position.is_chance)
        return next((at for at in deciders if at in persons), persons[0])

    # ---- setting up

    def load(self, text: str) -> dict[str, Any]:
        """Put the position or game in a text on the table: a line, JSON or TOML.

        Raises:
            BadInput: the text has none; the table stays as it is.
            IllegalHere: an event of the game is not legal; the same.
        """
        if address := re.search(r"[#?&](p=TT1\S+)", text, re.IGNORECASE):
            return self.load_address(address[1])
        try:
            record = _read(text)
        except BadInput:
            if not (sent := re.search(r"\bTT1[ _].*", text, re.DOTALL | re.IGNORECASE)):
                raise
            record = _read(sent[0])
        self._set(record.start, record.events)
        return {"warnings": self.warnings()}

    def load_address(self, fragment: str) -> dict[str, Any]:
        """Put the game in the fragment of an address on the table: `p=LINE&m=EVENT;EVENT`; raise as `load` does.

        `seats` says who plays at each seat, by level. A game is played as far as it is right; the rest is the `fault`.
        """
        pairs = (part.partition("=") for part in fragment.removeprefix("#").split("&"))
        parts = {name: value for name, _, value in pairs}
        record = _read(unquote(parts.get("p", "")))
        self._set(record.start, record.events)
        fault = ""
        for text in map(unquote, filter(None, parts.get("m", "").split(";"))):
            try:
                self._moments.append(self._played(self._moments[-1].seen, text, "EVENT"))
            except (BadInput, IllegalHere) as wrong:
                told = one_line(wrong.words if isinstance(wrong, IllegalHere) else text)
                fault = self.lang.text("played-so-far", "table", number=len(self._moments) - 1, fault=told)
                break
        seats = tuple(plain_text(parts.get("seats", "")).split("."))
        if len(seats) == len(self.position.players) and PERSON in seats and set(seats) <= {PERSON, *LEVELS}:
            self._seats = seats
        return {"warnings": self.warnings(), "fault": fault}

    def saved(self) -> dict[str, Any]:
        """Return the game with all that was undone, as `restore` takes it, and what to call the players."""
        return {
            "start": self._moments[0].position.to_line(),
            "events": [str(moment.event) for moment in self._moments[1:]],
            "undone": [str(moment.event) for moment in reversed(self._undone)],
            "wholes": [moment.whole for moment in (*self._moments[1:], *reversed(self._undone))],
            "seats": self._seats,
            "names": [called(self.position, at, self.lang) for at in range(len(self.position.players))],
            "is_over": self.position.is_over,
        }

    def restore(self, saved: dict[str, Any]) -> None:
        """Put a game on the table that `saved` returned; raise as `load` does."""
        self._set(Position.from_line(saved["start"]), [*saved["events"], *saved["undone"]])
        later = zip(self._moments[1:], saved["wholes"], strict=True)
        self._moments[1:] = [replace(moment, whole=whole) for moment, whole in later]
        self._seats = tuple(saved["seats"])
        self.go_to(len(saved["events"]))

    def booklet(self, edition: str, before: str | None = None) -> None:
        """Take the person's booklet; a game by the rules of the one `before` goes on by its rules, if it can.

        If `before` is empty, any game does; raise as `load` does if it can't.
        """
        rules = self.position.rules
        self._booklet = edition
        if before == "" or (before and rules == rule_set(rules.board, before, modules=rules.modules)):
            start = self._moments[0].position.with_rules(rule_set(rules.board, edition, modules=rules.modules))
            try:
                self.restore(self.saved() | {"start": start.to_line()})
            except (IllegalHere, BadInput):
                if not before:
                    raise

    def _notes(self) -> Iterator[str]:
        """Yield what to say if revealed cards end the advised turn, and if the rules are those of another booklet."""
        edition = self.position.rules.edition
        if self._moments[-1] is self._changed:
            yield element("p", escape(self.lang.text("turn-changed", "table")), _class="changed")
        if edition != self._booklet:
            words = self.lang.text("rules-here", "table", edition=self.lang.form(edition))
            mine = escape(self.lang.text("follow-mine", "table"))
            follow = element("button", mine, type="button", _class="plain", data_part="follow")
            yield f'<p data-part="rules">{escape(words)} {follow}</p>'

    def new(self, settings: dict[str, Any]) -> None:
        """Deal a new game: `players`, `board`, `edition`, `options`, `modules` and `seed`, as `taxis new` does.

        Raises:
            BadInput: such a game can't be played.
        """
        settings = _known_settings("new", settings, ("board", "edition", "modules", "options", "players", "seed"))
        with _refused_settings("new"):
            position = new(**settings)
        self._set(position, ())
        self._chance = random.Random(settings.get("seed"))

    def sit_down(self, levels: Sequence[str]) -> None:
        """Have persons or agents play at the seats, each by its level; without agents, everybody sees all hands.

        For agents, unknown cards in hands are dealt at random, and the game begins with the position on the table.
        Agents without a name are called “Computer”, with the number of their seat.

        Raises:
            BadInput: there is no such level, or no person.
        """
        if len(levels) != len(self.position.players) or not {PERSON} <= set(levels) <= {PERSON, *LEVELS}:
            right = Message("for each player one of {levels}, {person} at least once", (PERSON, *LEVELS), PERSON)
            raise refuse("new", "seats", "the seats don't fit", right)
        start, events = self._moments[0].position, [str(moment.event) for moment in self._moments[1:]]
        if set(levels) != {PERSON} and self.position.unknown_in_hands:
            start, events = determinized(self.position, self._chance.getrandbits(32)), []
        name = self._language.text("computer-name", "table")
        names = (None if level == PERSON else f"{name} {at}" for at, level in enumerate(levels, 1))
        named = (replace(one, name=one.name or name) for one, name in zip(start.players, names, strict=True))
        self._set(start.replace(players=tuple(named)), events)
        self._seats = () if set(levels) == {PERSON} else tuple(levels)

    def add_board(self, name: str, text: str) -> str:
        """Keep a board file, so that positions can name it; return its name.

        Raises:
            BadInput: it is no board that can be played on.
        """
        file, faults = _file_name(name), list[Fault]()
        if board_called(file, None, faults, text) is None:
            raise refuse_all(file, faults)
        Path(file).write_text(text, encoding="utf-8")
        return file

    def _set(self, start: Position, texts: Iterable[str]) -> None:
        """Replace the game; it stays as it is if an event can't be played."""
        moments = [Moment(Seen.at(start))]
        for at, text in enumerate(texts):
            moments.append(self._played(moments[-1].seen, text, f"events[{at}]"))
        self._moments, self._undone, self._seats, self._plan = moments, [], (), None

    # ---- setting up a position

    def draft(self, players: int = 0) -> Draft:
        """Return the draft of an empty table with this many players; without a number, of the table as it is shown."""
        if not players:
            return draft_of(self.shown)
        draft = empty_draft(players)
        draft["rules"]["edition"] = self._booklet
        return draft

    def set_up_form(self, draft: Draft) -> dict[str, Any]:
        """Return the form for a draft (`thurntaxis_presentation.set_up.form`), and its map if it can be drawn."""
        position = checked(draft).position
        return {**form(draft, self.lang), "map": "" if position is None else map_part(position, self.lang)}

    def set_up_names(self, draft: Draft, text: str, of_cards: bool) -> dict[str, Any]:
        """Return the cities or cards that a text names, and what of it isn't understood."""
        return Reader(rules_of(draft).board, self.lang).names(text, of_cards=of_cards)

    def finish_set_up(self, draft: Draft) -> dict[str, Any]:
        """Put the position of a draft on the table; raise BadInput if it has faults."""
        position, faults = checked(draft)
        if position is None or faults:
            raise refuse_all("table", faults, whole="table")
        self._set(position, ())
        return {"warnings": self.warnings()}

    # ---- what is on the table

    def line(self) -> str:
        """Return the position as a line."""
        return self.position.to_line()

    def warnings(self) -> list[dict[str, str]]:
        """Return what is unlikely about the position: `key`, `text` and `clause` of each warning."""
        return warnings_in_words(self.position, self.lang)

    def events(self) -> dict[str, Any]:
        """Return the legal events, as `taxis legal --json` does."""
        position = self.position
        return {
            "chance": position.is_chance,
            "player": position.decider,
            "phase": position.turn.phase,
            "events": list(map(str, position.events())),
        }

    def record(self) -> dict[str, Any]:
        """Return the game as a record, with the board file if the board is the user's own."""
        texts = tuple(str(moment.event) for moment in self._moments[1:])
        seats = tuple(LEVELS.get(level) for level in self._seats)
        data = record_data(Record(self._moments[0].position, texts, __version__, seats))
        if (own := self.own_board()) is not None:
            data["start"]["board_file"] = own[1]
        return data

    def own_board(self) -> tuple[str, str] | None:
        """Return the name and the text of the board file, if the table's board has one."""
        file = self.position.rules.board.file
        return None if file is None else (file, Path(file).read_text(encoding="utf-8"))

    def address(self, longest: int = LONGEST_ADDRESS) -> str:
        """Return the fragment of the page's address; the events are left out if it has more than `longest` signs."""
        seat = f"&seats={'.'.join(self._seats)}" if self._seats else ""
        moves = ";".join(quote(str(moment.event), safe="") for moment in self._moments[1:])
        whole = f"p={in_address(self._moments[0].position)}{f'&m={moves}' if moves else ''}{seat}"
        return whole if len(whole) <= longest else f"p={in_address(self.position)}{seat}"

    def view(self, chosen: Sequence[str] = ()) -> dict[str, Any]:
        """Return what the page shows; of the events, those that name all the cities and cards `chosen`."""
        at = len(self._moments) - 1
        observer = self._observer
        player = self.shown.decider if observer is None else observer
        turns = list(self._last_turns(player))
        game = {
            "moment": self._moment(),
            "at": at,
            "count": at + len(self._undone),
            "can_undo": at > 0,
            "can_redo": bool(self._undone),
            "is_agents": self._is_agents(),
            "line": self.line(),
            "own_board": self.own_board(),
        }
        shown = view(self.shown, self.lang, chosen)
        can = () if game["is_agents"] else self.shown.events()
        laid: list[str] = []
        for moment in self._moments:
            laid = laid_out(moment.position.display, laid, moment.position.rules.board.display)
        history = ((each.position, self._told(each.position, then)) for each, then in itertools.pairwise(self._moments))
        city_of = self.shown.rules.board.city_of
        words = ((word, at) for at, events, _ in turns for event in events for word in event[1:])
        traced = {city_of[word]: at for word, at in words if word in city_of}
        shown["html"] |= {
            "last": "".join([*last_turns(turns, self.shown, self.lang), *self._notes(), *self._beginnings()]),
            "map": map_part(self.shown, self.lang, marks_on_map(self.shown, can, player, traced)),
            "display": display_part(self.shown, can, self.lang, laid),
            "hand": hand_part(self.shown, can, player, self.lang),
            "route": route_part(self.shown, player, self.lang),
            "actions": actions_part(self.shown, can, self.lang),
            "history": "".join(history_part(history, self.lang)),
        }
        none: dict[str, Any] = {"groups": [], "choices": []} if game["is_agents"] else {}
        return {**shown, **game, **none}

    def _beginnings(self) -> Iterator[str]:
        """Yield buttons for another game or position, as long as nothing has been played on this one."""
        if len(self._moments) == 1 and not self._undone and not self._seats:
            for name in ("new-game", "set-up", "continue"):
                words = escape(self.lang.text(name, "table"))
                more = {"data_part": name} if name == "continue" else {"data_open": name}
                yield element("button", words, type="button", _class="plain", **more)

    def _moment(self) -> str:
        """Return how far the game is; against agents, the person on turn is addressed."""
        position = self.shown
        mine = self._seats.count(PERSON) == 1 and not position.is_over and not self._is_agents()
        if mine and position.turn.phase in ("draw", "play", "carriage", "keep"):
            return self.lang.text("your-turn", "table", stage=stage(position, self.lang))
        return moment_in_words(position, self.lang)

    def _last_turns(self, player: int) -> Iterator[tuple[int, list[Event], Player]]:
        """Yield the other players, the events of their last turns, and what they had before, in the order of play."""
        found: dict[int, tuple[list[Event], Player]] = {}
        current = None
        for before, moment in reversed(list(itertools.pairwise(self._moments))):
            position = before.position
            at = position.turn.player
            if at != current and at in found:
                break
            current = at
            if at != player and not position.is_chance and (event := self._told(position, moment)).verb != "end":
                found[at] = ([event, *(found[at][0] if at in found else ())], position.players[at])
        yield from ((at, *found[at]) for at in reversed(found))

    def _told(self, before: Position, moment: Moment) -> Event:
        """Return an event as it is shown: without cards that the person who plays against agents doesn't see."""
        assert moment.event is not None
        observer = self._observer
        if observer in (None, before.decider):
            return moment.event
        if before.is_chance and before.turn.pending[0] == "hand":
            return Event(("deal", UNKNOWN))
        if moment.event.verb == "keep":
            return Event(("keep", *moment.seen.view(observer).players[before.decider].hand))
        return moment.event

    # ---- playing on

    def apply(self, text: str) -> str:
        """Play an event; return the line of the position after it.

        Raises:
            BadInput: the text is no event.
            IllegalHere: the event is not legal.
        """
        is_due = self.position.is_chance
        moment = self._played(self._moments[-1].seen, text, "EVENT")
        if not is_due:
            self._plan = None
        self._add(moment)
        return self.line()

    def play_turn(self, at: int) -> str:
        """Play the turn of a line of the latest advice, as far as reveals let it go on; return the line after it."""
        if self.shown == self._advised and at < len(self._lines):
            line = self._lines[at]
            self._plan, self._whole = Plan(line.turn, line.after, line.certain), len(self._moments)
            self._go_on()
        return self.line()

    def _add(self, moment: Moment) -> None:
        """Put what was played on the table; then the turn goes on that is being played."""
        self._undone = []
        self._moments.append(replace(moment, whole=self._whole if self._plan else None))
        if self._plan:
            self._go_on()

    def _go_on(self) -> None:
        """Play the events of the turn to its end, or up to a card that has to be revealed or changes it."""
        while (plan := self._plan) and not self.position.is_chance:
            events = [moment.event for moment in self._moments[self._whole :] if moment.event]
            revealed = set(itertools.takewhile(lambda event: event.verb == "deal", reversed(events)))
            case = plan
            if revealed and not plan.certain:
                case = next((case for deal, case in plan.after.items() if deal in revealed), replace(plan, after={}))
            if case.turn != plan.turn or plan.turn[0] not in self.position.events():
                self._changed, self._plan = self._moments[-1], None
                return
            event, *others = plan.turn
            self._moments.append(Moment(self._moments[-1].seen.play(event), event, self._whole))
            self._plan = Plan(tuple(others), case.after, max(case.certain - 1, 0)) if others else None

    def reveal(self) -> str:
        """Reveal by chance what is due to be revealed; return the line of the position after it."""
        begun = len(self._moments)
        while self.position.is_chance:
            chances = dict(self.position.chances())
            event = self._chance.choices(list(chances), list(map(float, chances.values())))[0]
            self._add(Moment(self._moments[-1].seen.play(event), event))
        revealed = self._moments[begun:]
        self._moments[begun:] = [replace(each, whole=begun) if each.whole is None else each for each in revealed]
        return self.line()

    def play_typed(self, text: str) -> str:
        """Play a move or a turn told in words, up to a reveal; return the line after it; raise as `apply` does."""
        with refusing("apply", "EVENT"):
            moves = typed.turn_of(self.shown, text, self.lang)
        before, last = moves[-1]
        if moves[1:] and str(moves[0][1]) == "draw deck" and "draw" not in typed.implied(self.shown, text, self.lang):
            before, last = self.shown, moves[1][1]  # no card is taken from the deck unless the text says so
        self._played(Seen.at(before), str(last), "EVENT")  # refuses the whole turn if a move is not legal
        self._undone, self._whole = [], len(self._moments)
        self._plan = Plan(tuple(event for _, event in moves), {}, 0)
        self._go_on()
        return self.line()

    def play_on(self) -> str:
        """Let chance reveal a card, or an agent play an event, if it is their turn; return the line after it."""
        if not self._is_agents():
            return self.line()
        if self.position.is_chance:
            return self.reveal()
        seen = self._moments[-1].seen
        decider = self.position.decider
        event = agent(LEVELS[self._seats[decider]], self._chance.getrandbits(48)).choose(seen.view(decider))
        self._add(Moment(seen.play(event), event))
        return self.line()

    def _is_agents(self) -> bool:
        """Return whether chance or an agent is to play, in a game against agents."""
        position = self.position
        if not self._seats or position.is_over:
            return False
        return position.is_chance or self._seats[position.decider] != PERSON

    def ruling(self, text: str) -> dict[str, Any]:
        """Return the ruling on an event, as `taxis ruling --json` does; raise BadInput if the text is no event."""
        position = self.shown
        with refusing("ruling", "EVENT"):
            return rule_on(position, position.parse(text)).data(self.lang, position.rules.board)

    def why(self, text: str) -> dict[str, Any]:
        """Return the ruling on an event in words, with links to the clauses; the text may be in the language.

        If it is no event, the rulebook answers it as a question.

        Raises:
            BadInput: the rulebook has no answer either.
        """
        position, told = typed.as_if_on_turn(self.shown, text, players_named(text, self.shown, self.lang), self.lang)
        cards = less(position.own.hand, self.shown.players[position.decider].hand)
        supposed = None if position.decider == self.shown.decider else cards
        with refusing("ruling", "EVENT"):
            moves: Sequence[Move] = []
            try:
                moves = typed.turn_of(position, told, self.lang)
            except (EventError, typed.SeveralMoves) as wrong:
                is_move = isinstance(wrong, typed.SeveralMoves) and typed.tells_move(position, told, self.lang)
                if not is_move and (answer := question_in_words(text, self.shown, self._booklet, self.lang)):
                    return {"html": answer}
                known, words = typed.corrected(position, told, self.lang), typed.implied(position, told, self.lang)
                with contextlib.suppress(InputError):
                    moves = typed.turn_of(position, known, self.lang)
                if not moves and words & {*typed.VERBS}:
                    raise
                if not moves:
                    raise InputError('no answer to "{text}"', Hint("try other words"), clipped(text)) from None
        *before, (position, event) = moves
        ruling = rule_on(position, event)
        ruling = replace(ruling, instead=()) if before or supposed is not None else ruling
        as_if = supposed if cards or not before else None
        return ruling_in_words(position, ruling, self.lang, before, as_if, text=told)

    def undo(self) -> str:
        """Take the last event back, if there is one; return the line of the position before it."""
        return self.go_to(len(self._moments) - 2)

    def redo(self) -> str:
        """Play the event again that was taken back last, if there is one; return the line of the position after it."""
        return self.go_to(len(self._moments))

    def go_to(self, at: int) -> str:
        """Take back or replay events until `at` events have been played; return the line."""
        self._plan = None
        while len(self._moments) - 1 > max(at, 0):
            self._undone.append(self._moments.pop())
        while self._undone and len(self._moments) - 1 < at:
            self._moments.append(self._undone.pop())
        return self.line()

    def take_back(self) -> str:
        """Take back the person's last decision and what followed it; without agents, the last event or whole turn."""
        return self._repeated(self.undo, self._moments, 1)

    def play_again(self) -> str:
        """Play again what `take_back` took back."""
        return self._repeated(self.redo, self._undone, 0)

    def _repeated(self, step: Callable[[], str], moments: Sequence[Moment], least: int) -> str:
        """Take a step that takes one of `moments` away, and go on until a person decides and no whole turn is cut."""
        whole: int | None = None
        is_first = True
        while len(moments) > least and (is_first or self._is_agents() or whole == moments[-1].whole is not None):
            whole, is_first = moments[-1].whole, False
            step()
        return self.line()

    def _played(self, seen: Seen, text: str, key: str) -> Moment:
        position = seen.position
        with refusing("apply", key):
            event = position.parse(text)
        try:
            return Moment(seen.play(event), event)
        except IllegalEvent as illegal:
            board = position.rules.board
            reasons = " ".join(sentence(said, self.lang, board) for said in illegal.objections)
            ruling = rule_on(position, event).data(self.lang, board)
            words = f"{event_in_words(event, self.lang)}{self.lang.colon}{reasons}"
            raise IllegalHere(one_line(f"{event}: {reasons}"), ruling, one_line(words)) from None

    # ---- advice

    def begin_advice(self, settings: dict[str, Any]) -> None:
        """Begin to look for advice: `playouts`, `time` (seconds), `seed`, `cores`, `lines`, `for`, `exact`.

        Raises:
            BadInput: a setting is invalid.
        """
        from thurntaxis_solver.analysis import Analysis
        from thurntaxis_solver.effort import Effort

        position = self.shown
        known = ("cores", "exact", "for", "lines", "playouts", "seed", "time")
        settings = {"cores": 1, "seed": 1, "lines": 3, "exact": False} | _known_settings("advise", settings, known)
        with refusing("advise", "for"):
            player = player_meant(position, str(settings["for"])) if "for" in settings else None
        with _refused_settings("advise"):
            effort = Effort(settings.get("time"), settings.get("playouts"), settings["cores"], settings["seed"])
            analysis = Analysis(position, effort, player=player, lines=settings["lines"], exact=settings["exact"])
        self._steps, self._stop = analysis.steps(), analysis.stop.set
        self._advised = position

    def go_on_advising(self) -> dict[str, Any] | None:
        """Search for some milliseconds; return the results so far, at times, and whether they are final.

        Raises:
            BadInput: the solver can't advise on the position.
        """
        assert self._steps is not None
        try:
            known = next(self._steps)
        except StopIteration:
            self._steps = None
            return {"done": True}
        except InputError as error:
            self._steps = None
            raise refuse("line", "turn", error.wrong, error.right) from None
        if known is None:
            return None
        board = self._advised.rules.board
        self._lines = known.told_lines
        words = [line_in_words(line, self._advised, self.lang) for line in known.told_lines]
        for line in words[:1]:
            line["reasons"] += reasons_in_words(known.facts, board, self.lang)
        advice = advice_data(known, self.lang)
        html = advice_part(self._advised, self._lines, words, capitalized(advice.get("note", "")), self.lang)
        return {"done": False, "advice": advice, "words": words, "html": html}

    def stop(self) -> None:
        """End the search with the results so far."""
        if self._stop is not None:
            self._stop()


def _known_settings(command: str, settings: dict[str, Any], known: Sequence[str]) -> dict[str, Any]:
    """Return the settings that aren't none; refuse unknown ones."""
    for key in settings.keys() - set(known):
        raise refuse(command, key, "unknown setting", "{names}", Alternatives(known))
    return {key: value for key, value in settings.items() if value is not None}


@contextlib.contextmanager
def _refused_settings(command: str) -> Generator[None]:
    """Refuse settings that can't be used."""
    try:
        with refusing(command, "settings"):
            yield
    except (ValueError, TypeError) as error:
        right = Hint("taxis {command} --help lists the settings", command)
        raise refuse(command, "settings", verbatim(error), right) from None


MOST_COMMAS = 3
"""The greatest number of commas in what would be right; with more, it is a list of names, and is left out."""


def faults_in_words(errors: Sequence[ErrorLine], lang: Language) -> str:
    """Return the first of some errors in one line of the language, and how many more there are."""
    first, *others = errors
    fault = _fault_in_words(first, lang)
    if others:
        fault = lang.text("more-faults", "table", fault=fault, count=len(others))
    return one_line(fault)


def _fault_in_words(error: ErrorLine, lang: Language) -> str:
    if error.wrong == NO_FORMAT:
        return lang.text("no-notation", "table")
    if error.key == "board" and error.wrong.facts.get("wrong") == NOT_FOUND:
        return lang.text("no-own-board", "table", name=error.wrong.facts["file"])
    words = in_words(error.wrong, lang) if error.right.count(",") > MOST_COMMAS else fault_in_words(error, lang)
    place = _place(error.key, lang)
    return f"{place}{lang.colon}{words}" if place else words


_PLACES = {
    "discard": ("discards", "labels"),
    "players": ("players", "table"),
    "rules.edition": ("edition", "labels"),
    "rules.modules": ("modules", "table"),
    "turn": ("turn", "set-up"),
    "turn.player": ("on-turn", "labels"),
}
"""What a part of a position is called, if not by its key: the word, and the table in which it stands."""

_NO_PLACES = ("thurntaxis", "line", "file", "table", "EVENT", "board", "settings")


def _place(key: str, lang: Language) -> str:
    """Return where in a position a fault is; nothing if its words say that. Unknown keys stay as they are."""
    of_player = re.match(r"(?:start\.)?players\[(\d)\]\.(\w+)", key)
    name = of_player[2].replace("_", "-") if of_player else key.partition("[")[0]
    words = lang.label(name) if name in translation(lang)["labels"] else name
    if of_player:
        return lang.text("at-player", "table", player=lang.seat(int(of_player[1])), thing=words)
    if name in _PLACES:
        return lang.label(*_PLACES[name])
    return "" if name in _NO_PLACES or name.startswith("event") else words


def _read(text: str) -> Record:
    """Return the position or game of a text, as a record; raise BadInput with every fault."""
    try:
        record = read_game(text).record
        board = record.start.rules.board
        if board.text is not None and board.file is not None:
            data = {**position_data(record.start), "board": _stored(board.file, board.text)}
            record = replace(record, start=position_from_data(data))
    except PositionError as error:
        raise refuse_all("line" if is_line(text) or not text.strip() else "file", error.faults) from None
    return record


def _file_name(name: str) -> str:
    """Return the name under which a board file is kept."""
    return re.sub(r"[^A-Za-z0-9-]+", "-", name.removesuffix(".toml")).strip("-")[:40] + ".toml"


def _stored(name: str, text: str) -> str:
    """Keep the board file that a position contains, beside others of its name; return the name it gets."""
    stem, raw = _file_name(name).removesuffix(".toml"), text.encode("utf-8")
    files = (Path(f"{stem}{end}.toml") for end in itertools.chain([""], (f"-{at}" for at in itertools.count(2))))
    file = next(file for file in files if not file.is_file() or file.read_bytes() == raw)
    file.write_bytes(raw)
    return file.name
