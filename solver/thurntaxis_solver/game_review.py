"""Reviews of games: the chances turn by turn, the turns that cost most, and what would have been better.

Each decision is evaluated by a search from what the player could know then, which examines the event that was played as
thoroughly as the best one. Decisions that may have cost much, and all of a turn that did, are searched ten times as
long, and games are played on after the costliest one of each such turn.
"""

import functools
import math
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from thurntaxis import Event, IllegalEvent, Position
from thurntaxis.events import EventError
from thurntaxis.message import Hint, clipped
from thurntaxis.records import Record
from thurntaxis.seen_cards import Seen
from thurntaxis_solver.advice import InWords
from thurntaxis_solver.decider import hand_is_known
from thurntaxis_solver.estimates import DEVIATES, Number
from thurntaxis_solver.limits import KeyedError
from thurntaxis_solver.search.ismcts import Ismcts
from thurntaxis_solver.search.line_comparison import LineComparison
from thurntaxis_solver.search.search_advice import advice_of, bare_line, compared_lines, ranked_branches
from thurntaxis_solver.turn_advice import Comparison, comparison_of

PLAYOUTS = 2000
"""The default number of playouts for each decision."""

DEEPER = 10
"""How many times as long a decision is searched if it may have cost much."""

GAMES_EFFORT = 10
"""How many times as many playouts decide in the games after a costly decision."""

AT_STAKE = 0.03
"""What a decision may have cost, as a chance of winning, to be searched so long."""

MOST_COSTLY = 3
"""How many of the turns that cost most are explained."""

CLOSE = 0.02
"""Chances of winning that differ by less count as equal."""

MARKS = ((0.2, "??"), (0.1, "?"), (0.05, "?!"))
"""What a turn costs at least, as a chance of winning, to get a mark."""


class FaultyRecord(KeyedError):
    """A record that can't be reviewed; `key` names the place."""


class DecisionPoint(NamedTuple):
    """A decision of a game between several events: the position as its player sees it, and the event that was played.

    `turn` is the number of the turn, from 1; `at` is that of the event, from 0.
    """

    at: int
    turn: int
    player: int
    position: Position
    event: Event


class ReviewedDecision(NamedTuple):
    """The result of the search for a decision.

    `win` is the chance of winning after the best event, and `lost` how much lower it is after the event that was
    played; 0 if the two can't be told apart. `may_lose` is the most that it may be by sampling.
    """

    point: DecisionPoint
    win: Number
    lost: float
    may_lose: float

    def data(self) -> dict[str, Any]:
        """Return the decision for a JSON answer."""
        return {"at": self.point.at, "event": str(self.point.event), "win": self.win.data(), "lost": self.lost}


@dataclass(frozen=True)
class ReviewedTurn:
    """A turn of a game, with the decisions between several events that its player made.

    `number` counts the turns from 1; `events` are the player's own, and `places` their numbers in the record. If office
    tiles are returned in somebody else's turn, a player's decisions there are a separate turn with the same number.
    `comparison` has the best line and the line that was played at the costliest decision, if the turn is one of the
    costly ones.
    """

    number: int
    player: int
    events: tuple[Event, ...]
    places: tuple[int, ...]
    decisions: tuple[ReviewedDecision, ...]
    comparison: Comparison | None = None

    @property
    def win(self) -> Number | None:
        """The chance of winning at the first decision, if the best turn is played; None if there is no decision."""
        return self.decisions[0].win if self.decisions else None

    @property
    def lost(self) -> float:
        """The chance of winning that the turn cost: the sum over its decisions."""
        return math.fsum(decision.lost for decision in self.decisions)

    @property
    def mark(self) -> str:
        """What the turn deserves by `MARKS` if its cost is rounded, or nothing."""
        return next((mark for least, mark in MARKS if round(self.lost, 2) >= least), "")

    @property
    def mistakes(self) -> int:
        """How many decisions cost something."""
        return sum(decision.lost > 0 for decision in self.decisions)

    @property
    def mistake(self) -> ReviewedDecision | None:
        """The costliest decision; None if no decision cost anything."""
        worst = max(self.decisions, key=lambda decision: decision.lost, default=None)
        return worst if worst is not None and worst.lost > 0 else None

    @property
    def costliest(self) -> DecisionPoint:
        """The decision that cost most, or the first one."""
        return (self.mistake or self.decisions[0]).point

    @property
    def played(self) -> tuple[Event, ...]:
        """The player's events from the mistake on; all of them if there was none."""
        first = 0 if self.mistake is None else self.places.index(self.mistake.point.at)
        return self.events[first:]

    def data(self, in_words: InWords | None = None) -> dict[str, Any]:
        """Return the turn for a JSON answer; a costly turn with what would have been better."""
        answer: dict[str, Any] = {
            "turn": self.number,
            "player": self.player,
            "events": list(map(str, self.events)),
            "win": None if self.win is None else self.win.data(),
            "lost": self.lost,
            "mark": self.mark,
            "decisions": [decision.data() for decision in self.decisions],
        }
        if self.comparison and (mistake := self.mistake):
            answer |= {"at": mistake.point.at, "event": str(mistake.point.event)}
            answer |= {"line": mistake.point.position.to_line()}
            answer |= self.comparison.data(in_words)
        return answer


@dataclass(frozen=True)
class Review:
    """A game turn by turn, and its `costly` turns, the costliest first.

    `decisions` is how many decisions between several events the game has; a review that was stopped has fewer.
    """

    record: Record
    end: Position
    turns: tuple[ReviewedTurn, ...]
    costly: tuple[ReviewedTurn, ...]
    decisions: int
    playouts: int
    seed: int

    @property
    def is_complete(self) -> bool:
        """Whether all decisions have been examined."""
        return sum(len(turn.decisions) for turn in self.turns) == self.decisions

    @property
    def average_lost(self) -> list[float]:
        """What a turn cost each player on average, as a chance of winning."""
        turns = [[turn.lost for turn in self.turns if turn.player == at] for at in range(len(self.end.players))]
        return [math.fsum(lost) / max(1, len(lost)) for lost in turns]

    def data(self, in_words: InWords | None = None) -> dict[str, Any]:
        """Return the review for a JSON answer, with its reasons `in_words`."""
        return {
            "average": self.average_lost,
            "turns": [turn.data() for turn in self.turns],
            "costly": [turn.data(in_words) for turn in self.costly],
            "complete": self.is_complete,
            "over": self.end.is_over,
            "scores": self.end.scores(),
            "winner": self.end.winner() if self.end.is_over else None,
            "effort": {"decisions": self.decisions, "playouts": self.playouts, "seed": self.seed},
        }


def review(
    record: Record,
    playouts: int = PLAYOUTS,
    *,
    seed: int = 1,
    stop: threading.Event | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Review:
    """Return the turns of a game with their chances, and what would have been better in the costliest ones.

    The same playouts and seed always give the same review.

    Args:
        record: A game; it needn't be over.
        playouts: How long to search for each decision.
        seed: The random seed.
        stop: An event of `threading` that, once it is set, ends the review with the results so far.
        progress: Called with the number of decisions examined, and the number of all decisions.

    Raises:
        FaultyRecord: an event can't be played, a player who decides holds unknown cards, or there are no decisions.
        NotCovered: the search can't play on the board.
    """
    end, played, points = _played(record)
    found: list[ReviewedDecision] = []
    deepened = functools.cache(lambda point: _decision(point, DEEPER * playouts, seed, stop))
    for point in points:
        if progress:
            progress(len(found), len(points))
        decision = _decision(point, playouts, seed, stop)
        if not (stop and stop.is_set()) and decision.may_lose > AT_STAKE:
            decision = deepened(point)
        if stop and stop.is_set():
            break
        found.append(decision)
    turns, compared = list(_turns(played, found)), dict[int, Comparison]()
    for at, marked in enumerate(turns):
        again = tuple(deepened(decision.point) for decision in marked.decisions) if marked.mark else marked.decisions
        if stop and stop.is_set():
            break
        turns[at] = replace(marked, decisions=again)
    while not (stop and stop.is_set()):
        told = (*_costly(turns), *(turn for turn in turns if turn.mark))
        turn = next((turn for turn in told if turn.costliest.at not in compared), None)
        if turn is None:
            break
        at, point = turns.index(turn), turn.costliest
        turns[at], compared[point.at] = _with_games(turn, DEEPER * playouts, seed, stop)
    costly = [replace(turn, comparison=compared.get(turn.costliest.at)) for turn in _costly(turns)]
    return Review(record, end, tuple(turns), tuple(costly), len(points), playouts, seed)


def _search(point: DecisionPoint, playouts: int, seed: int, stop: threading.Event | None) -> Ismcts:
    """Return a search that has examined a decision."""
    search = Ismcts(point.position, seed=seed)
    search.think(playouts=playouts, stop=stop)
    search.examine(point.event, stop=stop)
    return search


def _decision(point: DecisionPoint, playouts: int, seed: int, stop: threading.Event | None) -> ReviewedDecision:
    """Return the result of a search for a decision."""
    search = _search(point, playouts, seed, stop)
    branches = search.branches()
    best, given = ranked_branches(branches)[0], next(branch for branch in branches if branch.event == point.event)
    win = LineComparison(search, (bare_line(best),)).told()[0].win
    lost, noise = best.win - given.win, DEVIATES * math.hypot(best.noise, given.noise)
    return ReviewedDecision(point, win, lost if lost > max(CLOSE, noise) else 0.0, lost + noise)


OwnEvents = dict[tuple[int, int], dict[int, Event]]
"""For each turn and each player who decided in it, that player's own events by their numbers in the record."""


def _played(record: Record) -> tuple[Position, OwnEvents, list[DecisionPoint]]:
    """Return the last position of a game, the players' own events, and the decisions between several events."""
    seen, turn = Seen.at(record.start), 1
    played, points = OwnEvents(), list[DecisionPoint]()
    for at, text in enumerate(record.events):
        before = seen.position
        try:
            event = before.parse(text)
            after = before.play(event)
        except EventError as error:
            raise FaultyRecord(f"events[{at}]", error.wrong, error.right) from None
        except IllegalEvent:
            raise FaultyRecord(
                f"events[{at}]", '"{event}" is not legal here', Hint("taxis replay says why"), clipped(text)
            ) from None
        player = before.decider
        if not before.is_chance:
            played.setdefault((turn, player), {})[at] = event
        if not before.is_chance and len(before.events()) > 1:
            if not hand_is_known(before, player):
                key = f"start.players[{player}].hand"
                raise FaultyRecord(key, "has unknown cards, and this player decides", "every card")
            points.append(DecisionPoint(at, turn, player, seen.view(player), event))
        turn += after.turn.player != before.turn.player
        seen = seen.followed(event, after)
    if not points:
        raise FaultyRecord("events", "there is no decision to review", "a game with at least one decision")
    return seen.position, played, points


def _turns(played: OwnEvents, decisions: list[ReviewedDecision]) -> Iterator[ReviewedTurn]:
    """Yield the turns of a game up to the last decision that was examined."""
    last = max((decision.point.turn for decision in decisions), default=0)
    for (turn, player), events in played.items():
        if turn <= last:
            made = tuple(decision for decision in decisions if decision.point.at in events)
            yield ReviewedTurn(turn, player, tuple(events.values()), tuple(events), made)


def _costly(turns: Iterable[ReviewedTurn]) -> list[ReviewedTurn]:
    """Return the turns that cost most, the costliest first."""
    return sorted((turn for turn in turns if turn.mistake), key=lambda turn: -turn.lost)[:MOST_COSTLY]


def _with_games(
    turn: ReviewedTurn, playouts: int, seed: int, stop: threading.Event | None
) -> tuple[ReviewedTurn, Comparison]:
    """Return a turn with the costliest decision examined by games played on, and the lines that were compared."""
    point = turn.costliest
    search = _search(point, playouts, seed, stop)
    compared = compared_lines(search, 1, point.event)
    for _ in compared.play(GAMES_EFFORT * playouts, stop=stop):
        pass
    advice = advice_of(compared, 1, point.event)
    assert advice.given is not None
    best, given = advice.lines[0], advice.given
    lost = 0.0 if given.verdict in ("best", "open") else float(given.loss)
    result = ReviewedDecision(point, best.win, lost, lost)
    decisions = tuple(result if decision.point is point else decision for decision in turn.decisions)
    return replace(turn, decisions=decisions), comparison_of(advice, point.event)
