"""What `go` writes: `info` lines while the analysis is under way, and the best turn at its end."""

import dataclasses
import threading
from collections.abc import Iterator
from contextlib import suppress

from thurntaxis import Event, Position
from thurntaxis_presentation.language import ENGLISH
from thurntaxis_solver.advice import Advice
from thurntaxis_solver.analysis import Analysis
from thurntaxis_solver.decider import all_revealed, check, hand_is_known
from thurntaxis_solver.effort import Effort
from thurntaxis_solver.estimates import Estimate
from thurntaxis_solver.play.agents import LEVELS, read
from thurntaxis_solver.turn_advice import Stopped

LINES = 3
"""The default number of turns that are reported."""

LONGEST_TURN = 20
"""The most events of a player's turn."""


def go(
    position: Position, effort: Effort, *, exact: bool, stop: threading.Event, lines: int = LINES, compare: bool = True
) -> Iterator[str]:
    """Yield `info` lines about the best turns, and then `bestturn`.

    `bestturn` comes at the latest soon after `stop` is set or the time is over. If nothing is known by then, it is any
    legal turn.

    Raises:
        ValueError: the solver can't advise on the position.
    """
    analysis = Analysis(position, effort, lines=lines, exact=exact, punctual=True, compare=compare, stop=stop)
    turn: tuple[Event, ...] = ()
    for advice in analysis.reports():
        turn = advice.lines[0].turn
        yield from _infos(advice)
    with suppress(Stopped):
        result = analysis.result()
        turn = result.advice.lines[0].turn
        yield from _infos(result.advice)
        for note in result.notes:
            yield f"info string {ENGLISH.text(note)}"
    yield f"bestturn {'; '.join(map(str, turn or any_turn(position)))}"


def go_at_level(position: Position, level: str, effort: Effort, *, stop: threading.Event, lines: int) -> Iterator[str]:
    """Yield what a player of a level plays: as `go` does if the level is a search, or only the next event.

    The seed and the cores are those of the effort. Where a reveal is due, the event is that for the likeliest card.

    Raises:
        ValueError: nobody decides, the player's own hand is unknown, or the level can't play on the board.
    """
    agent = read(LEVELS[level])
    agent.check(position.rules)
    player, playouts = check(position, None), agent.values.get("playouts")
    if playouts or not hand_is_known(position, player):
        effort = dataclasses.replace(effort, playouts=int(playouts or 1))
        yield from go(position, effort, exact=False, stop=stop, lines=lines, compare=False)
        return
    yield f"bestturn {agent.build(effort.seed).choose(all_revealed(position))}"


def _infos(advice: Advice) -> Iterator[str]:
    """Yield what is known as lines of the protocol."""
    effort = advice.effort
    yield f"info playouts {effort.playouts} time {round(1000 * effort.seconds)}"
    for number, line in enumerate(advice.lines, 1):
        figures = f"win {float(line.win):.4f} margin {float(line.margin):.2f} score {float(line.score):.2f}"
        figures += f" proved {str(line.proved).lower()}"
        if number > 1:
            low, high = (line.loss.low, line.loss.high) if isinstance(line.loss, Estimate) else (line.loss, line.loss)
            figures += f" loss {float(line.loss):.4f} {float(low):.4f} {float(high):.4f} verdict {line.verdict}"
        yield f"info line {number} {figures} turn {'; '.join(map(str, line.turn))}"


def any_turn(position: Position) -> tuple[Event, ...]:
    """Return a legal turn of the player who decides, if the likeliest cards are revealed; it keeps the route."""
    turn: list[Event] = []
    player = position.decider
    while (position := all_revealed(position)).decider == player and len(turn) < LONGEST_TURN:
        event = min(position.events(), key=_preference, default=None)
        if event is None:
            break
        turn.append(event)
        position = position.play(event)
    return tuple(turn)


def _preference(event: Event) -> tuple[int, Event]:
    """Return the rank of an event: what keeps a route comes before what gives it up."""
    first = ("end", "carriage", "play", "draw", "postmaster", "keep")
    rank = first.index(event.verb) if event.verb in first else len(first)
    return rank + 10 * (event[-1] == "start"), event
