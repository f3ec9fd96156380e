"""The prior network: a small neural network that estimates which event is best.

Its inputs and both layers are as in the evaluation network (`thurntaxis_solver.kernel.network.network`). It has an
output for each part that an event may consist of, such as playing a card, or a house in Ulm (see `parts`). The logit of
an event is the sum of its parts' outputs, and the softmax of the logits of all candidates gives their chances to be the
best. Only the outputs that are needed are computed.
"""

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, Singles, compiled, single
from thurntaxis_solver.kernel.network import input_layout as X
from thurntaxis_solver.kernel.network.encoding import mark
from thurntaxis_solver.kernel.network.network import SECOND_UNITS, THIRD, UNITS
from thurntaxis_solver.kernel.rules.cards import cities_of, size_of
from thurntaxis_solver.kernel.rules.keeping import kept_bag

# ---- the parts of events; those before the first of these are the verbs, those by city are left out on other boards

PREFERRED = L.VERBS  # chosen by the policy
DRAWN = PREFERRED + 1  # by city: its card is taken from the display
ADDED = DRAWN + X.CITIES  # by city: added to the route
EXTENDED = ADDED + X.CITIES  # by city: the end of the route to which a city is added
BEGUN = EXTENDED + X.CITIES  # by city: begins a new route
HOUSE = BEGUN + X.CITIES  # by city: gets a house
KEPT = HOUSE + X.CITIES  # by city: a card of it is kept in hand
HORSES = KEPT + X.CITIES  # by city: its card goes in front of the carriage
HOUSES = HORSES + X.CITIES  # by number of houses, 7 or more
RETURNED = HOUSES + 8  # by official: an office tile is returned
PARTS = RETURNED + L.OFFICE_COUNT

MOST_PARTS = 16
"""More parts than an event has."""

UTILITY_OF_LOGIT = 0.03
"""How much utility one unit of a logit stands for: the targets in training are e to the power of utility / 0.03."""

NETWORK = THIRD + PARTS * SECOND_UNITS
"""The number of weights: those of the outputs come last, part by part, without biases."""


@compiled
def parts(s: Array, t: Array, event: int, preferred: int, out: Array, at: int) -> int:
    """Write the parts of an event to `out`, from `at` on; return where they end.

    `preferred` is the event that the policy chooses.
    """
    me = L.SEATS + L.SEAT * s[L.PLAYER]
    verb, operand = event % L.VERBS, event // L.VERBS
    out[at] = verb
    n = at + 1
    if event == preferred:
        out[n] = PREFERRED
        n += 1
    if verb in (L.PLAY_RIGHT, L.CARRIER_RIGHT):
        n = mark(t, operand & L.CITY_BITS, ADDED, out, n)
        return mark(t, s[me + L.RIGHT], EXTENDED, out, n)
    if verb in (L.PLAY_LEFT, L.CARRIER_LEFT):
        n = mark(t, operand & L.CITY_BITS, ADDED, out, n)
        return mark(t, s[me + L.LEFT], EXTENDED, out, n)
    if verb in (L.PLAY_START, L.CARRIER_START):
        return mark(t, operand & L.CITY_BITS, BEGUN, out, n)
    if verb in (L.DRAW, L.POSTMASTER, L.HONOR_DRAW):
        return mark(t, operand & L.CITY_BITS, DRAWN, out, n)
    if verb in (L.PLAY_HORSE, L.CARRIER_HORSE):
        return mark(t, operand & L.CITY_BITS, HORSES, out, n)
    if verb == L.KEEP:
        return mark(t, cities_of(kept_bag(t, operand)), KEPT, out, n)
    if verb == L.HONOR_HOUSE:
        return mark(t, operand, HOUSE, out, n)
    if verb == L.CLOSE:
        out[n] = HOUSES + min(size_of(operand), 7)
        return mark(t, operand, HOUSE, out, n + 1)
    if verb == L.RETURN:
        for official in range(L.OFFICE_COUNT):
            if operand >> official & 1:
                out[n] = RETURNED + official
                n += 1
    return n


@compiled
def logit(network: Singles, work: Singles, found: Array, n: int) -> float:
    """Return the sum of the outputs of `n` parts; `work` has the units, rectified.

    Four sums are added up at the same time, because each addition has to wait for the one before it in its sum.
    """
    a = b = c = d = single(0.0)
    for place in range(n):
        row = THIRD + found[place] * SECOND_UNITS
        for unit in range(0, SECOND_UNITS, 4):
            a = single(a + single(work[UNITS + unit] * network[row + unit]))
            b = single(b + single(work[UNITS + unit + 1] * network[row + unit + 1]))
            c = single(c + single(work[UNITS + unit + 2] * network[row + unit + 2]))
            d = single(d + single(work[UNITS + unit + 3] * network[row + unit + 3]))
    return single(single(a + b) + single(c + d))
