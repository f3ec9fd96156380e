"""The last turn of a game, once its cards are drawn: looked through to the end."""

from thurntaxis_solver.kernel.compiled import Array, compiled
from thurntaxis_solver.kernel.judgement import judge_end, worth
from thurntaxis_solver.kernel.layout import (
    CARRIAGES,
    ENDER,
    KEEPING,
    OFFICES_LEFT,
    OVER,
    PHASE,
    PLAYER,
    PLAYERS,
    PLAYING,
    START,
)
from thurntaxis_solver.kernel.lookahead import copy
from thurntaxis_solver.kernel.mind import JUDGEMENT, Room
from thurntaxis_solver.kernel.moves import apply, decisions


@compiled
def is_last_turn(s: Array) -> bool:
    """Return whether the game is over with this turn, and all that is left of it are decisions."""
    if s[OFFICES_LEFT]:
        return False  # tiles may be returned after the last turn, and others decide then
    if s[ENDER] < 0 or (s[PLAYER] + 1) % s[PLAYERS] != s[START]:
        return False
    return s[PHASE] in (PLAYING, CARRIAGES, KEEPING)


@compiled
def judge_last_turn(s: Array, t: Array, room: Room) -> None:
    """Judge the last turn by the best way to end it; the judgement is written to the room's first row.

    All ways are gone through, the deepest first, without recursion (which numba can't keep compiled on disk).
    """
    lists, states, counts = room.lists, room.states, room.counts
    me, players, depth = s[PLAYER], s[PLAYERS], 0
    _list_ways(s, t, room, 0)
    while depth >= 0:
        if counts[depth] == 0:
            depth -= 1
            if depth >= 0:
                _keep_better(room, depth, depth + 1, players, me)
            continue
        counts[depth] -= 1
        copy(states[depth - 1] if depth else s, states[depth])
        apply(states[depth], t, lists[depth][counts[depth]])
        if states[depth][PHASE] == OVER:
            judge_end(states[depth], t, room.judgements[depth + 1])
            _keep_better(room, depth, depth + 1, players, me)
        else:
            depth += 1
            _list_ways(states[depth - 1], t, room, depth)


@compiled
def _list_ways(s: Array, t: Array, room: Room, depth: int) -> None:
    room.counts[depth] = decisions(s, t, room.lists[depth])
    room.bests[depth] = -1e9


@compiled
def _keep_better(room: Room, depth: int, other: int, players: int, me: int) -> None:
    """Put the judgement of row `other` into row `depth` if it is better for the player."""
    value = worth(room.judgements[other], players, me)
    if value > room.bests[depth]:
        room.bests[depth] = value
        for number in range(JUDGEMENT):
            room.judgements[depth][number] = room.judgements[other][number]
