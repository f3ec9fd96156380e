"""A player that looks to the end of the turn: it chooses the event after which that is judged best."""

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, Floats, compiled
from thurntaxis_solver.kernel.policy.sensible import house_value
from thurntaxis_solver.kernel.rules.cards import size_of
from thurntaxis_solver.kernel.rules.keeping import kept_bag
from thurntaxis_solver.kernel.rules.moves import apply, decisions
from thurntaxis_solver.kernel.search.leaf_value import evaluate_after_turn, utility
from thurntaxis_solver.kernel.search.model import Model, Workspace

MOST_CLOSINGS = 8
MOST_KEEPINGS = 6


@compiled
def candidates(s: Array, t: Array, w: Floats, out: Array) -> int:
    """Write the decisions worth a look to `out` and return how many: all, but few sets of houses, and of cards kept."""
    n = decisions(s, t, out)
    if s[L.PHASE] == L.PLAYING and n > MOST_CLOSINGS:
        me = L.SEATS + L.SEAT * s[L.PLAYER]
        first = 0
        while first < n and out[first] % L.VERBS != L.CLOSE:
            first += 1
        return _best(s, t, w, me, out, first, n, MOST_CLOSINGS)
    if s[L.PHASE] == L.KEEPING:
        return _best(s, t, w, L.SEATS + L.SEAT * s[L.PLAYER], out, 0, n, MOST_KEEPINGS)
    return n


@compiled
def _best(s: Array, t: Array, w: Floats, me: int, out: Array, first: int, n: int, most: int) -> int:
    """Move the best of the events from `first` on to the front of them; return how many remain."""
    if n - first <= most:
        return n
    for place in range(first, first + most):
        best, best_value = place, -1e9
        for other in range(place, n):
            cards = out[other] // L.VERBS
            value = _set_value(s, t, w, me, kept_bag(t, cards) if s[L.PHASE] == L.KEEPING else cards)
            if value > best_value:
                best, best_value = other, value
        out[place], out[best] = out[best], out[place]
    return first + most


@compiled
def _set_value(s: Array, t: Array, w: Floats, me: int, bag: int) -> float:
    """Return what houses are worth in these cities, or cards that are kept."""
    cities = left = (bag | bag >> 1) & L.EVEN_BITS
    value = 0.05 * size_of(cities)
    while left:
        city = left & -left
        left ^= city
        value += house_value(s, t, w, me, city)
        if s[L.PHASE] == L.KEEPING and t[L.NEAR + city % 67] & cities:
            value += 1.0
    return value


@compiled
def copy(source: Array, target: Array) -> None:
    """Copy a state."""
    used = L.DECK + source[L.DECK_SIZE]
    for place in range(used):
        target[place] = source[place]


@compiled
def choose_ahead(s: Array, model: Model, workspace: Workspace) -> int:
    """Return the candidate after which the player on turn is judged best off at the end of the turn."""
    out = workspace.events
    n = candidates(s, model.t, model.weights, out)
    if n == 1:
        return out[0]
    me, best, best_value = s[L.PLAYER], out[0], -1e9
    leaf_value = workspace.leaf_values[0]
    for place in range(n):
        copy(s, workspace.spare)
        workspace.spare[L.CHANCE] = s[L.CHANCE] + place
        apply(workspace.spare, model.t, out[place])
        evaluate_after_turn(workspace.spare, model, workspace, leaf_value)
        value = utility(leaf_value, s[L.PLAYERS], me)
        if value > best_value:
            best, best_value = out[place], value
    return best
