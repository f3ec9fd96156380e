"""The last turn of a game, once its cards are drawn: looked through to the end."""

from thurntaxis_solver.kernel.compiled import Array, compiled
from thurntaxis_solver.kernel.judgement import judge_end, worth
from thurntaxis_solver.kernel.layout import CARRIAGES, ENDER, KEEPING, OVER, PHASE, PLAYER, PLAYERS, PLAYING, START
from thurntaxis_solver.kernel.lookahead import copy
from thurntaxis_solver.kernel.mind import JUDGEMENT, Room
from thurntaxis_solver.kernel.moves import apply, decisions


@compiled
def is_last_turn(s: Array) -> bool:
    """Return whether the game is over with this turn, and all that is left of it are decisions."""
    if s[ENDER] < 0 or (s[PLAYER] + 1) % s[PLAYERS] != s[START]:
        return False
    return s[PHASE] in (PLAYING, CARRIAGES, KEEPING)


@compiled
def judge_last_turn(s: Array, t: Array, room: Room, depth: int) -> None:
    """Judge the last turn by the best way to end it; the judgement is written to the room's row `depth`."""
    lists, states, judgements = room.lists, room.states, room.judgements
    if s[PHASE] == OVER:
        judge_end(s, t, judgements[depth])
        return
    me, best_value = s[PLAYER], -1e9
    n = decisions(s, t, lists[depth])
    for place in range(n):
        copy(s, states[depth])
        apply(states[depth], t, lists[depth][place])
        judge_last_turn(states[depth], t, room, depth + 1)
        value = worth(judgements[depth + 1], s[PLAYERS], me)
        if value > best_value:
            best_value = value
            for number in range(JUDGEMENT):
                judgements[depth][number] = judgements[depth + 1][number]
