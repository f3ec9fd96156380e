"""The last turn of a game, once a card is drawn: looked through to the end."""

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, compiled
from thurntaxis_solver.kernel.policy.sensible import near_ends
from thurntaxis_solver.kernel.rules.moves import apply, decisions
from thurntaxis_solver.kernel.search.leaf_value import evaluate_end, utility
from thurntaxis_solver.kernel.search.lookahead import copy
from thurntaxis_solver.kernel.search.model import LEAF_VALUE, ROWS, Workspace

WITH_CARD = ROWS - 1
WITHOUT_CARD, ON_AVERAGE = ROWS - 3, ROWS - 2
"""Rows of the room that no event of a last turn takes: for the state with a second card from the deck, and for the
leaf_values without one and of all of them on average."""


@compiled
def is_last_turn(s: Array, t: Array) -> bool:
    """Return whether the game is over with this turn, and what is left of it can be looked through.

    In the base game that is so once a card is drawn, with modules and on other boards once one is played. No reveal may
    be due.
    """
    if s[L.OFFICES_LEFT]:
        return False  # tiles may be returned after the last turn, and others decide then
    if s[L.ENDER] < 0 or (s[L.PLAYER] + 1) % s[L.PLAYERS] != s[L.START] or s[L.TO_HAND] or s[L.TO_DISPLAY]:
        return False
    if s[L.PHASE] == L.DRAWING:
        return not t[L.BEYOND_BASE] and s[L.DRAWN] > 0 and (s[L.OFFICIAL] != 0 or s[L.DECK_SIZE] > 0)
    return s[L.PHASE] in (L.PLAYING, L.CARRIAGES, L.KEEPING)


@compiled
def evaluate_last_turn(s: Array, t: Array, workspace: Workspace) -> None:
    """Judge the last turn by the best way to end it; the leaf_value is written to the room's first row."""
    _go_through(s, t, workspace)
    if s[L.PHASE] == L.DRAWING and s[L.OFFICIAL] == 0:
        _draw_blind(s, t, workspace)


@compiled
def _draw_blind(s: Array, t: Array, workspace: Workspace) -> None:
    """Put the leaf_value of a second card from the deck into the first row, if it is better than what stands there.

    With the postmaster's help one card can be played, so those that fit neither end of the route come to the same.
    """
    me, players = L.SEATS + L.SEAT * s[L.PLAYER], s[L.PLAYERS]
    before, average, worth_before = (
        workspace.leaf_values[WITHOUT_CARD],
        workspace.leaf_values[ON_AVERAGE],
        workspace.bests[0],
    )
    for number in range(LEAF_VALUE):
        before[number] = workspace.leaf_values[0][number]
        average[number] = 0.0
    deck = 0
    for place in range(s[L.DECK_SIZE]):
        deck += s[L.DECK + place]
    fitting = near_ends(s, t, me)
    left, other, others = (deck | deck >> 1) & L.EVEN_BITS, 0, 0
    while left:
        city = left & -left
        left ^= city
        cards = deck // city & 3
        if city & fitting:
            _evaluate_with_card(s, t, workspace, me, city, cards / s[L.DECK_SIZE])
        else:
            other = city
            others += cards
    if others:
        _evaluate_with_card(s, t, workspace, me, other, others / s[L.DECK_SIZE])
    better = average if utility(average, players, s[L.PLAYER]) > worth_before else before
    for number in range(LEAF_VALUE):
        workspace.leaf_values[0][number] = better[number]


@compiled
def _evaluate_with_card(s: Array, t: Array, workspace: Workspace, me: int, card: int, chance: float) -> None:
    """Add what a second card from the deck leads to, times the chance of it, to the average."""
    after = workspace.states[WITH_CARD]
    copy(s, after)
    after[me + L.HAND] += card
    after[me + L.HAND_SIZE] += 1
    after[L.DRAWN] += 1
    after[L.OFFICIAL] = L.POSTMASTER_USED
    _go_through(after, t, workspace)
    for number in range(LEAF_VALUE):
        workspace.leaf_values[ON_AVERAGE][number] += chance * workspace.leaf_values[0][number]


@compiled
def _go_through(s: Array, t: Array, workspace: Workspace) -> None:
    """Judge a turn by the best way to end it without a card from the deck.

    All ways are gone through that may be the best, the deepest first, without recursion (which numba can't keep
    compiled on disk).
    """
    lists, states, counts = workspace.lists, workspace.states, workspace.counts
    me, players, depth = s[L.PLAYER], s[L.PLAYERS], 0
    _list_ways(s, t, workspace, 0)
    while depth >= 0:
        if counts[depth] == 0:
            depth -= 1
            if depth >= 0:
                _keep_better(workspace, depth, depth + 1, players, me)
            continue
        counts[depth] -= 1
        copy(states[depth - 1] if depth else s, states[depth])
        apply(states[depth], t, lists[depth][counts[depth]])
        states[depth][L.TO_DISPLAY] = 0  # what lies on display after the last draw doesn't matter
        if states[depth][L.PHASE] == L.OVER:
            evaluate_end(states[depth], t, workspace.leaf_values[depth + 1])
            _keep_better(workspace, depth, depth + 1, players, me)
        else:
            depth += 1
            _list_ways(states[depth - 1], t, workspace, depth)


@compiled
def _list_ways(s: Array, t: Array, workspace: Workspace, depth: int) -> None:
    n = decisions(s, t, workspace.lists[depth])
    if s[L.PHASE] == L.KEEPING:
        n = 1  # no card matters any more
    elif not t[L.BEYOND_BASE]:
        n = _worth_a_try(s, t, workspace.lists[depth], n)
    workspace.counts[depth] = n
    workspace.bests[depth] = -1e9


@compiled
def _worth_a_try(s: Array, t: Array, ways: Array, n: int) -> int:
    """Move the ways that may be the best to the front and return how many.

    Nothing is better than to close, to place a house more, to take a carriage. A new route can't be closed any more,
    and of the postmaster's cards only those help that fit the route at once. The blind one is no way by itself.
    """
    last, fitting, kept, closes = ways[n - 1], near_ends(s, t, L.SEATS + L.SEAT * s[L.PLAYER]), 0, False
    for place in range(n):
        closes = closes or ways[place] % L.VERBS == L.CLOSE
    for place in range(n):
        way = ways[place]
        verb, operand = way % L.VERBS, way // L.VERBS
        if verb in (L.PLAY_START, L.CARRIER_START, L.DECLINE) or (verb == L.END and closes):
            continue
        if verb == L.POSTMASTER and operand & fitting == 0:
            continue
        if verb == L.CLOSE and (_has_more(operand, ways, 0, kept) or _has_more(operand, ways, place + 1, n)):
            continue
        ways[kept] = way
        kept += 1
    if kept == 0 and last != L.POSTMASTER:
        ways[0] = last
        return 1
    return kept


@compiled
def _has_more(houses: int, ways: Array, first: int, end: int) -> bool:
    """Return whether one of these ways is a closing with the same houses and more."""
    for place in range(first, end):
        if ways[place] % L.VERBS == L.CLOSE:
            others = ways[place] // L.VERBS
            if others != houses and houses & ~others == 0:
                return True
    return False


@compiled
def _keep_better(workspace: Workspace, depth: int, other: int, players: int, me: int) -> None:
    """Put the leaf_value of row `other` into row `depth` if it is better for the player."""
    value = utility(workspace.leaf_values[other], players, me)
    if value > workspace.bests[depth]:
        workspace.bests[depth] = value
        for number in range(LEAF_VALUE):
            workspace.leaf_values[depth][number] = workspace.leaf_values[other][number]
