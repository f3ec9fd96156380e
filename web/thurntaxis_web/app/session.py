"""The session of a table in the browser: the position, the events since, and the answer to every question of the page.

It runs in Pyodide, in a worker of the page, but needs nothing of either.
"""

import itertools
import json
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, unquote

from thurntaxis import (
    UNKNOWN,
    Event,
    EventError,
    IllegalEvent,
    Position,
    Unplayable,
    __version__,
    new,
)
from thurntaxis.names import fold
from thurntaxis.records import Record
from thurntaxis_presentation.errors import BadInput, ErrorLine, one_line, refuse, split_message
from thurntaxis_presentation.rulings import rule_on
from thurntaxis_presentation.sentences import advice_data, sentence, warnings_in_words
from thurntaxis_solver.play.observation import Seen
from thurntaxis_web.app.view import line_in_words, ruling_in_words, view

LONGEST_ADDRESS = 2000
"""How many characters the address of the page has at most; a longer game leaves out the events."""


OPPONENT = "search:time=1"
"""The agent that a person plays against."""


class IllegalHere(Exception):
    """An event that is not legal, with the ruling on it."""

    def __init__(self, message: str, ruling: dict[str, Any]) -> None:
        """Take the reasons in words, and the ruling for JSON."""
        super().__init__(message)
        self.ruling = ruling


@dataclass(frozen=True)
class Moment:
    """A position of the game with what everybody has seen, and the event that led to it: none for the first one."""

    seen: Seen
    event: Event | None = None

    @property
    def position(self) -> Position:
        """The position as it is."""
        return self.seen.position


class TableSession:
    """A table: its first position, and the events since, which can be undone and redone."""

    def __init__(self, lang: str = "en") -> None:
        """Begin with a new game; answers are in this language."""
        self.lang = lang
        self._moments = [Moment(Seen.at(new()))]
        self._undone: list[Moment] = []
        self._person: int | None = None
        self._steps: Iterator[Any] | None = None
        self._stop: Callable[[], object] | None = None
        self._advised = self.position
        self._methods: dict[str, Callable[..., Any]] = {
            name: getattr(self, name)
            for name in (
                *("load", "load_address", "new", "play_against_agents", "line", "data", "events", "warnings", "record"),
                *("address", "view", "apply", "reveal", "play_on", "ruling", "why", "undo", "redo", "take_back"),
                *("begin_advice", "go_on_advising", "stop"),
            )
        }

    def answer(self, request: str) -> str:
        """Return the answer to a request, both in JSON.

        A request has `method` and `arguments`; the answer has `value`, or `error` with a `message`, and with the
        `ruling` if an event is not legal. `lacks` names a library without which there is no answer yet.
        """
        asked = json.loads(request)
        answer: dict[str, Any]
        try:
            answer = {"value": self._methods[asked["method"]](*asked["arguments"])}
        except IllegalHere as illegal:
            answer = {"error": {"message": str(illegal), "ruling": illegal.ruling}}
        except BadInput as bad:
            answer = {"error": {"message": str(bad)}}
        except ModuleNotFoundError as lacking:
            answer = {"lacks": lacking.name}
        return json.dumps(answer, ensure_ascii=False)

    @property
    def position(self) -> Position:
        """The position on the table."""
        return self._moments[-1].position

    @property
    def shown(self) -> Position:
        """The position as it is shown: as the person sees it who plays against agents."""
        return self.position if self._person is None else self._moments[-1].seen.view(self._person)

    # ---- setting up

    def load(self, text: str) -> dict[str, Any]:
        """Put the position or the game on the table that a text holds: a line, JSON or TOML.

        Raises:
            BadInput: it holds none; the table stays as it is.
            IllegalHere: an event of the game is not legal; the same.
        """
        found = _read(text)
        self._set(found.start, found.events)
        return {"warnings": self.warnings()}

    def load_address(self, fragment: str) -> dict[str, Any]:
        """Put on the table what the fragment of an address says: `p=LINE&m=EVENT;EVENT`; raise as `load` does.

        `seat` is the index of the person who plays against agents.
        """
        parts = [part.partition("=") for part in fragment.removeprefix("#").split("&")]
        given = {name: value for name, _, value in parts}
        found = _read(unquote(given.get("p", "")))
        self._set(found.start, [*found.events, *(unquote(event) for event in given.get("m", "").split(";") if event)])
        if given.get("seat", "") in map(str, range(len(self.position.players))):
            self._person = int(given["seat"])
        return {"warnings": self.warnings()}

    def new(self, settings: dict[str, Any]) -> None:
        """Deal a new game: `players`, `board`, `edition`, `options`, `modules` and `seed`, as `taxis new` does.

        Raises:
            BadInput: such a game can't be played.
        """
        known = {"players", "board", "edition", "options", "modules", "seed"}
        for key in settings.keys() - known:
            raise refuse("new", key, "unknown setting", ", ".join(sorted(known)))
        given: dict[str, Any] = {key: value for key, value in settings.items() if value is not None}
        try:
            position = new(**given)
        except Unplayable as error:
            raise refuse("new", error.key, error.wrong, error.right) from None
        except (ValueError, TypeError) as error:
            raise refuse("new", "settings", *split_message(one_line(str(error)), "see taxis new --help")) from None
        self._set(position, ())

    def _set(self, start: Position, texts: Iterable[str]) -> None:
        """Replace the game; it stays as it is if an event can't be played."""
        moments = [Moment(Seen.at(start))]
        for at, text in enumerate(texts):
            moments.append(self._played(moments[-1].seen, text, f"events[{at}]"))
        self._moments, self._undone, self._person = moments, [], None

    # ---- what is on the table

    def line(self) -> str:
        """Return the position as a line."""
        return self.position.to_line()

    def data(self) -> dict[str, Any]:
        """Return the position as position files have it."""
        from thurntaxis.io.write import position_data

        return position_data(self.position)

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
        """Return the game as a record."""
        from thurntaxis.io.write import record_data

        texts = tuple(str(moment.event) for moment in self._moments[1:])
        return record_data(Record(self._moments[0].position, texts, __version__))

    def address(self, longest: int = LONGEST_ADDRESS) -> str:
        """Return the fragment of the page's address; the events are left out where it has more than `longest` signs."""
        seat = "" if self._person is None else f"&seat={self._person}"
        moves = ";".join(quote(str(moment.event), safe="") for moment in self._moments[1:])
        whole = f"p={_in_address(self._moments[0].position)}{f'&m={moves}' if moves else ''}{seat}"
        return whole if len(whole) <= longest else f"p={_in_address(self.position)}{seat}"

    def view(self, chosen: Sequence[str] = ()) -> dict[str, Any]:
        """Return what the page shows; of the events, those that name all the cities and cards `chosen`."""
        shown = view(self.shown, self.lang, chosen)
        is_agents = self._is_agents()
        if is_agents:
            shown["groups"] = []
        shown["history"] = [
            {
                "event": self._told(before.position, moment),
                "player": before.position.decider,
                "is_chance": before.position.is_chance,
            }
            for before, moment in itertools.pairwise(self._moments)
        ]
        can = {"can_undo": len(self._moments) > 1, "can_redo": bool(self._undone), "is_agents": is_agents}
        return {**shown, **can, "line": self.line()}

    def _told(self, before: Position, moment: Moment) -> str:
        """Return an event as it is shown: without cards that the person who plays against agents doesn't see."""
        assert moment.event is not None
        if self._person in (None, before.decider):
            return str(moment.event)
        if before.is_chance and before.turn.pending[0] == "hand":
            return str(Event(("deal", UNKNOWN)))
        if moment.event.verb == "keep":
            return str(Event(("keep", *moment.seen.view(self._person).players[before.decider].hand)))
        return str(moment.event)

    # ---- playing on

    def apply(self, text: str) -> str:
        """Play an event; return the line of the position after it.

        Raises:
            BadInput: the text is no event.
            IllegalHere: the event is not legal.
        """
        self._moments.append(self._played(self._moments[-1].seen, text, "EVENT"))
        self._undone = []
        return self.line()

    def reveal(self) -> str:
        """Reveal by chance what is due to be revealed; return the line of the position after it."""
        while self.position.is_chance:
            chances = dict(self.position.chances())
            self._follow(random.choices(list(chances), list(chances.values()))[0])
        return self.line()

    def play_against_agents(self, person: int) -> None:
        """Have agents play at all seats but the person's."""
        self._person = person

    def play_on(self) -> str:
        """Let chance reveal a card, or an agent play an event, if it is for them; return the line after it."""
        if not self._is_agents():
            return self.line()
        if self.position.is_chance:
            return self.reveal()
        from thurntaxis_solver.play.agents import agent

        seen = self._moments[-1].seen
        self._follow(agent(OPPONENT, random.getrandbits(48)).choose(seen.view(self.position.decider)))
        return self.line()

    def _is_agents(self) -> bool:
        """Return whether chance or an agent is to play, in a game against agents."""
        position = self.position
        is_persons = not position.is_chance and position.decider == self._person
        return self._person is not None and not position.is_over and not is_persons

    def _follow(self, event: Event) -> None:
        seen = self._moments[-1].seen
        self._moments.append(Moment(seen.followed(event, seen.position.play(event)), event))
        self._undone = []

    def ruling(self, text: str) -> dict[str, Any]:
        """Return the ruling on an event, as `taxis ruling --json` does; raise BadInput if the text is no event."""
        position = self.shown
        return rule_on(position, self._event(position, text, "ruling", "EVENT")).data(self.lang, position.rules.board)

    def why(self, text: str) -> dict[str, Any]:
        """Return the ruling on an event in words, with links to the clauses; raise BadInput if the text is no event."""
        position = self.shown
        return ruling_in_words(position, rule_on(position, self._event(position, text, "ruling", "EVENT")), self.lang)

    def undo(self) -> str:
        """Take the last event back, if there is one; return the line of the position before it."""
        if len(self._moments) > 1:
            self._undone.append(self._moments.pop())
        return self.line()

    def redo(self) -> str:
        """Play the event again that was taken back last, if there is one; return the line of the position after it."""
        if self._undone:
            self._moments.append(self._undone.pop())
        return self.line()

    def take_back(self) -> str:
        """Take back the person's last decision and what followed it; without agents, the last event."""
        self.undo()
        while self._is_agents() and len(self._moments) > 1:
            self.undo()
        return self.line()

    def _played(self, seen: Seen, text: str, key: str) -> Moment:
        position = seen.position
        event = self._event(position, text, "apply", key)
        try:
            return Moment(seen.followed(event, position.play(event)), event)
        except IllegalEvent as illegal:
            board = position.rules.board
            reasons = " ".join(sentence(said, self.lang, board) for said in illegal.objections)
            raise IllegalHere(
                one_line(f"{event}: {reasons}"), rule_on(position, event).data(self.lang, board)
            ) from None

    def _event(self, position: Position, text: str, command: str, key: str) -> Event:
        try:
            return position.parse(text)
        except EventError as error:
            raise refuse(command, key, *split_message(str(error))) from None

    # ---- advice

    def begin_advice(self, settings: dict[str, Any]) -> None:
        """Begin to look for advice: `playouts`, `time` (seconds), `seed`, `cores`, `lines`, `for`, `exact`.

        Raises:
            BadInput: a setting can't be taken.
        """
        from thurntaxis_solver.analysis import Analysis
        from thurntaxis_solver.turn_advice import Effort

        known = {"playouts", "time", "seed", "cores", "lines", "for", "exact"}
        for key in settings.keys() - known:
            raise refuse("advise", key, "unknown setting", ", ".join(sorted(known)))
        given = {key: value for key, value in settings.items() if value is not None}
        position = self.shown
        try:
            effort = Effort(given.get("time"), given.get("playouts"), given.get("cores", 1), given.get("seed", 1))
            analysis = Analysis(
                position,
                effort,
                player=_player(position, given["for"]) if "for" in given else None,
                lines=given.get("lines", 3),
                exact=given.get("exact", False),
            )
        except (ValueError, TypeError) as error:
            raise refuse("advise", "settings", *split_message(one_line(str(error)))) from None
        self._steps, self._stop = analysis.steps(), analysis.stop.set
        self._advised = position

    def go_on_advising(self) -> dict[str, Any] | None:
        """Search for some milliseconds; return what is known, now and then, and whether that is the answer.

        Raises:
            BadInput: the solver can't advise on the position.
        """
        assert self._steps is not None
        try:
            known = next(self._steps)
        except StopIteration:
            self._steps = None
            return {"done": True}
        except ValueError as error:
            self._steps = None
            raise refuse("line", "turn", *split_message(one_line(str(error)), "a decision")) from None
        if known is None:
            return None
        words = [line_in_words(line, self._advised.rules.board, self.lang) for line in known.lines]
        return {"done": False, "advice": advice_data(known, self.lang, self._advised.rules.board), "words": words}

    def stop(self) -> None:
        """End the search with what is known."""
        if self._stop is not None:
            self._stop()


def _in_address(position: Position) -> str:
    return position.to_line().replace(" ", "_")


def _read(text: str) -> Record:
    """Return the position or game of a text, as a record; raise BadInput with every fault."""
    from thurntaxis.io.line_format import MOVES, is_line
    from thurntaxis.io.read import PositionError, data_from_bytes, position_from_data, record_from_data
    from thurntaxis.io.read_line import position_from_line, record_from_line

    where = "line" if is_line(text) or not text.strip() else "file"
    try:
        if where == "line":
            is_record = MOVES in text.replace("_", " ").split()
            return record_from_line(text) if is_record else Record(position_from_line(text), (), "")
        data = data_from_bytes(text.encode("utf-8", errors="replace"))
        if isinstance(data, dict) and "thurntaxis_record" in data:
            return record_from_data(data)
        return Record(position_from_data(data), (), "")
    except PositionError as error:
        faults = [ErrorLine(where, fault.key or "file", fault.wrong, fault.right) for fault in error.faults]
        raise BadInput(*faults) from None


def _player(position: Position, asked: int | str) -> int:
    """Return the index of the player that an index from 0 or a name stands for."""
    names = [player.name for player in position.players]
    found = [at for at, name in enumerate(names) if name is not None and fold(name) == fold(str(asked))]
    if len(found) == 1:
        return found[0]
    if str(asked) in map(str, range(len(names))):
        return int(asked)
    known = [str(at) if name is None else f"{at} or {name}" for at, name in enumerate(names)]
    raise refuse("advise", "for", f'there is no player "{str(asked)[:40]}"', "; ".join(known))
