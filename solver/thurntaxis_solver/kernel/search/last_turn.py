"""Exhaustive search of the last turn of a game."""

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, compiled, entry
from thurntaxis_solver.kernel.policy.playout_policy import near_ends
from thurntaxis_solver.kernel.rules.cards import cities_of
from thurntaxis_solver.kernel.rules.moves import apply, decisions
from thurntaxis_solver.kernel.search.lookahead import copy
from thurntaxis_solver.kernel.search.model import LEAF_VALUE_SIZE, ROWS, Workspace
from thurntaxis_solver.kernel.search.network_value import copy_leaf_value, evaluate_end, utility

WITH_CARD = ROWS - 1
WITHOUT_CARD, ON_AVERAGE = ROWS - 3, ROWS - 2
"""Rows of the workspace that a last turn is too short to need: for the state with a second card from the deck, for the
leaf value without such a card, and for the average over these cards."""


@entry
def is_last_turn(s: Array, t: Array) -> bool:
    """Return whether the game ends with this turn, and the rest of it can be searched exhaustively.

    In the base game, this is possible once a card is drawn; with modules and on other boards, once one is played. No
    reveal may be due.
    """
    if s[L.OFFICES_LEFT]:
        return False  # after the last turn, other players may return tiles
    if s[L.ENDER] < 0 or (s[L.PLAYER] + 1) % s[L.PLAYERS] != s[L.START] or s[L.TO_HAND] or s[L.TO_DISPLAY]:
        return False
    if s[L.PHASE] == L.DRAWING:
        return not t[L.BEYOND_BASE] and s[L.DRAWN] > 0 and (s[L.OFFICIAL] != 0 or s[L.DECK_SIZE] > 0)
    return s[L.PHASE] in (L.PLAYING, L.CARRIAGES, L.KEEPING)


@entry
def evaluate_last_turn(s: Array, t: Array, workspace: Workspace) -> None:
    """Evaluate the last turn by the best way to play it; the leaf value goes to the first row of the workspace."""
    _search_exhaustively(s, t, workspace)
    if s[L.PHASE] == L.DRAWING and s[L.OFFICIAL] == 0:
        _draw_blind(s, t, workspace)


@compiled
def _draw_blind(s: Array, t: Array, workspace: Workspace) -> None:
    """Replace the first row's leaf value by that of a second card from the deck, if it is better.

    With the postmaster used, only one card can be played, so cards that fit neither end of the route are equivalent.
    """
    me, players = L.SEATS + L.SEAT * s[L.PLAYER], s[L.PLAYERS]
    before, average = workspace.leaf_values[WITHOUT_CARD], workspace.leaf_values[ON_AVERAGE]
    utility_before = workspace.bests[0]
    copy_leaf_value(workspace.leaf_values[0], before)
    for number in range(LEAF_VALUE_SIZE):
        average[number] = 0.0
    deck = 0
    for place in range(s[L.DECK_SIZE]):
        deck += s[L.DECK + place]
    fitting = near_ends(s, t, me)
    left, other, others = cities_of(deck), 0, 0
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
    better = average if utility(average, players, s[L.PLAYER]) > utility_before else before
    copy_leaf_value(better, workspace.leaf_values[0])


@compiled
def _evaluate_with_card(s: Array, t: Array, workspace: Workspace, me: int, card: int, chance: float) -> None:
    """Add the leaf value with this second card, weighted with its chance, to the average."""
    after = workspace.states[WITH_CARD]
    copy(s, after)
    after[me + L.HAND] += card
    after[me + L.HAND_SIZE] += 1
    after[L.DRAWN] += 1
    after[L.OFFICIAL] = L.POSTMASTER_USED
    _search_exhaustively(after, t, workspace)
    for number in range(LEAF_VALUE_SIZE):
        workspace.leaf_values[ON_AVERAGE][number] += chance * workspace.leaf_values[0][number]


@compiled
def _search_exhaustively(s: Array, t: Array, workspace: Workspace) -> None:
    """Evaluate a turn by the best way to play it without a card from the deck.

    This is a depth-first search over all events that may be best. It is iterative: each depth has a row of the
    workspace.
    """
    lists, states, counts = workspace.lists, workspace.states, workspace.counts
    me, players, depth = s[L.PLAYER], s[L.PLAYERS], 0
    _list_events(s, t, workspace, 0)
    while depth >= 0:
        if counts[depth] == 0:
            depth -= 1
            if depth >= 0:
                _keep_better(workspace, depth, depth + 1, players, me)
            continue
        counts[depth] -= 1
        copy(states[depth - 1] if depth else s, states[depth])
        apply(states[depth], t, lists[depth][counts[depth]])
        states[depth][L.TO_DISPLAY] = 0  # after the last draw the display doesn't matter
        if states[depth][L.PHASE] == L.OVER:
            evaluate_end(states[depth], t, workspace.leaf_values[depth + 1])
            _keep_better(workspace, depth, depth + 1, players, me)
        else:
            depth += 1
            _list_events(states[depth - 1], t, workspace, depth)


@compiled
def _list_events(s: Array, t: Array, workspace: Workspace, depth: int) -> None:
    """List the events to try in the row of this depth, and reset its best utility."""
    n = decisions(s, t, workspace.lists[depth])
    if s[L.PHASE] == L.KEEPING:
        n = 1  # the cards kept don't matter any more
    elif not t[L.BEYOND_BASE]:
        n = _prune(s, t, workspace.lists[depth], n)
    workspace.counts[depth] = n
    workspace.bests[depth] = -1e9


@compiled
def _prune(s: Array, t: Array, events: Array, n: int) -> int:
    """Move the events that may be best to the front; return how many they are.

    Closing the route, placing one more house and taking a carriage are never worse than not doing so. A new route can't
    be closed any more. A card from the postmaster helps only if it fits the route at once; one from the deck is valued
    by `_draw_blind`.
    """
    last, fitting, kept, closes = events[n - 1], near_ends(s, t, L.SEATS + L.SEAT * s[L.PLAYER]), 0, False
    for place in range(n):
        closes = closes or events[place] % L.VERBS == L.CLOSE
    for place in range(n):
        event = events[place]
        verb, operand = event % L.VERBS, event // L.VERBS
        if verb in (L.PLAY_START, L.CARRIER_START, L.DECLINE) or (verb == L.END and closes):
            continue
        if verb == L.POSTMASTER and operand & fitting == 0:
            continue
        if verb == L.CLOSE and (_has_more(operand, events, 0, kept) or _has_more(operand, events, place + 1, n)):
            continue
        events[kept] = event
        kept += 1
    if kept == 0 and last != L.POSTMASTER:
        events[0] = last
        return 1
    return kept


@compiled
def _has_more(houses: int, events: Array, first: int, end: int) -> bool:
    """Return whether one of these events closes the route with the same houses and more."""
    for place in range(first, end):
        if events[place] % L.VERBS == L.CLOSE:
            others = events[place] // L.VERBS
            if others != houses and houses & ~others == 0:
                return True
    return False


@compiled
def _keep_better(workspace: Workspace, depth: int, other: int, players: int, me: int) -> None:
    """Copy the leaf value of row `other` to row `depth` if it is better for the player."""
    value = utility(workspace.leaf_values[other], players, me)
    if value > workspace.bests[depth]:
        workspace.bests[depth] = value
        copy_leaf_value(workspace.leaf_values[other], workspace.leaf_values[depth])
