"""Games of which decisions are recorded, with what one-turn lookahead or a search says: for training the networks."""

from typing import NamedTuple

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, Floats, Singles, compiled, entry
from thurntaxis_solver.kernel.elementary import log
from thurntaxis_solver.kernel.games import LONGEST_GAME
from thurntaxis_solver.kernel.memory import Memory
from thurntaxis_solver.kernel.network import input_layout as X
from thurntaxis_solver.kernel.network.encoding import encode
from thurntaxis_solver.kernel.network.prior_network import MOST_PARTS, UTILITY_OF_LOGIT, parts
from thurntaxis_solver.kernel.policy.playout_policy import choose
from thurntaxis_solver.kernel.rng import below
from thurntaxis_solver.kernel.rules.moves import apply, deal_any, is_chance
from thurntaxis_solver.kernel.search.last_turn import is_last_turn
from thurntaxis_solver.kernel.search.lookahead import candidates, choose_ahead, compute_utilities
from thurntaxis_solver.kernel.search.model import Model, Workspace
from thurntaxis_solver.kernel.search.tree_search import VISITS, Tree, find_edge, most_visited, root_value

DECISIONS, INPUTS, EVENTS, PARTS = range(4)
"""The counts of a record: its decisions, inputs, events and parts of events."""

VISITS_AT_LEAST = 0.25
"""What is added to the visits of each event in a recorded search."""


class DecisionRecord(NamedTuple):
    """Decisions in flat arrays.

    Attributes:
        counts: how many there are so far.
        input_ends: by decision, where its inputs end.
        event_ends: by decision, where its events end.
        part_ends: by event, where its parts end.
        places: the inputs of the network that differ from 0; `values` are their values.
        utilities: by event, its utility by one-turn lookahead; by a search, what it follows from its visits (see
            `play_turn_by_search`).
        parts: the parts of events, as the prior network knows them.
    """

    counts: Array
    input_ends: Array
    event_ends: Array
    part_ends: Array
    places: Array
    values: Singles
    utilities: Floats
    parts: Array


def new_record(decisions: int, most_events: int, memory: Memory) -> DecisionRecord:
    """Return an empty record with space for some decisions, or more, if few of them have many events and parts."""
    inputs, events = decisions * 100 + X.MOST_ACTIVE, decisions * 12 + most_events
    of_decisions = memory.zeros(decisions), memory.zeros(decisions)
    of_inputs = memory.zeros(inputs), memory.singles([0.0] * inputs)
    utilities, event_parts = memory.floats([0.0] * events), memory.zeros(events * 5 + most_events * MOST_PARTS)
    return DecisionRecord(memory.zeros(4), *of_decisions, memory.zeros(events), *of_inputs, utilities, event_parts)


@entry
def play_recorded(
    s: Array,
    player: Model,
    judge: Model,
    workspace: Workspace,
    record: DecisionRecord,
    record_one_in: int,
    samples: int,
    random_one_in: int,
    policy_one_in: int,
) -> None:
    """Play a game by the one-turn lookahead of `player`, and record decisions as `judge` sees them.

    One decision in `record_one_in` is recorded, with the mean utilities of this many samples. One in `random_one_in` is
    a random candidate, and one in `policy_one_in` of the others is that of the policy.
    """
    while s[L.PHASE] != L.OVER and s[L.TURNS] < LONGEST_GAME:
        if is_chance(s):
            deal_any(s, player.t)
            continue
        n = candidates(s, player, workspace)
        if n > 1 and below(s, record_one_in) == 0 and not is_last_turn(s, player.t) and _has_space(record, n):
            compute_utilities(s, judge, workspace, n, samples)
            _record(s, judge, workspace, record, n)
        if n == 1:
            event = workspace.events[0]
        elif below(s, random_one_in) == 0:
            event = workspace.events[below(s, n)]
        elif below(s, policy_one_in) == 0:
            event = choose(s, player.t, player.weights, workspace.events)
        else:
            event = choose_ahead(s, player, workspace)
        apply(s, player.t, event)


@entry
def play_turn_by_search(
    s: Array,
    unknown: Array,
    tree: Tree,
    model: Model,
    workspace: Workspace,
    playouts: int,
    random_one_in: int,
    values: list[Floats],
    record: DecisionRecord,
    record_one_in: int,
) -> int:
    """Play to the beginning of the next turn, or to the end of the game, and reveal the cards that are due then.

    Each decision between several candidates is searched with this many playouts, and the event that was selected most
    often is played. One decision in `random_one_in` is a random candidate instead (0: none), and one in `record_one_in`
    of those that are searched is recorded (0: none). The utility of an event is then 0.03 times the logarithm of its
    visits, so its target in training is in proportion to them.

    Return how many searches there were; the first of `values` gets the mean leaf value of the first one, as
    `root_value` writes it.
    """
    turns, searches = s[L.TURNS], 0
    while s[L.PHASE] != L.OVER:
        if is_chance(s):
            deal_any(s, model.t)
            continue
        if s[L.TURNS] != turns:
            break
        n = candidates(s, model, workspace)
        if n == 1:
            apply(s, model.t, workspace.events[0])
        elif random_one_in and below(s, random_one_in) == 0:
            apply(s, model.t, workspace.events[below(s, n)])
        else:
            root_value(s, unknown, tree, model, workspace, playouts, values[min(searches, 1)])
            searches += 1
            event = most_visited(tree)
            if record_one_in and below(s, record_one_in) == 0 and _has_space(record, n):
                candidates(s, model, workspace)
                for place in range(n):
                    visits = tree.edges[find_edge(tree, 0, workspace.events[place])][VISITS]
                    workspace.ratings[place] = UTILITY_OF_LOGIT * log(visits + VISITS_AT_LEAST)
                _record(s, model, workspace, record, n)
            apply(s, model.t, event)
    return searches


@compiled
def _has_space(record: DecisionRecord, n: int) -> bool:
    """Return whether there is space for one more decision with `n` events."""
    return (
        record.counts[DECISIONS] < len(record.event_ends)
        and record.counts[INPUTS] + X.MOST_ACTIVE <= len(record.places)
        and record.counts[EVENTS] + n <= len(record.utilities)
        and record.counts[PARTS] + n * MOST_PARTS <= len(record.parts)
    )


@compiled
def _record(s: Array, model: Model, workspace: Workspace, record: DecisionRecord, n: int) -> None:
    """Record the decision between the `n` `workspace.events`, with the utilities in `workspace.ratings`."""
    preferred = choose(s, model.t, model.weights, workspace.lists[0])
    inputs = encode(s, model.t, workspace.places, workspace.values)
    at, event, end = record.counts[INPUTS], record.counts[EVENTS], record.counts[PARTS]
    for place in range(inputs):
        record.places[at + place] = workspace.places[place]
        record.values[at + place] = workspace.values[place]
    for place in range(n):
        end = parts(s, model.t, workspace.events[place], preferred, record.parts, end)
        record.part_ends[event + place] = end
        record.utilities[event + place] = workspace.ratings[place]
    record.input_ends[record.counts[DECISIONS]] = record.counts[INPUTS] = at + inputs
    record.event_ends[record.counts[DECISIONS]] = record.counts[EVENTS] = event + n
    record.counts[PARTS] = end
    record.counts[DECISIONS] += 1
