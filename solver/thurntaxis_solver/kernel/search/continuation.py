"""Continuations: games played on from a state, and what happened to one player's routes and tiles in them.

The players decide by small searches that see all hands. At the last turn the value of the game is exact; after a number
of turns the network gives it, and the playout policy plays the rest. Advice compares two turns by their continuations:
those of the same number have the same hands and the same deck, whose cards are shuffled once and dealt from the top. So
differences are due to the turns more than to luck.
"""

from typing import NamedTuple

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, Floats, compiled, entry
from thurntaxis_solver.kernel.games import LONGEST_GAME
from thurntaxis_solver.kernel.policy.playout_policy import choose
from thurntaxis_solver.kernel.rng import below
from thurntaxis_solver.kernel.rules.cards import cities_of, shoes_of
from thurntaxis_solver.kernel.rules.deck import any_with
from thurntaxis_solver.kernel.rules.moves import apply, deal, decisions, is_chance, score, see_back, winner
from thurntaxis_solver.kernel.search.last_turn import evaluate_last_turn, is_last_turn
from thurntaxis_solver.kernel.search.lookahead import candidates, choose_ahead, copy
from thurntaxis_solver.kernel.search.model import Model, Workspace
from thurntaxis_solver.kernel.search.network_value import copy_leaf_value, evaluate_after_turn, evaluate_end
from thurntaxis_solver.kernel.search.tree_search import Tree, clear, deal_unknown, grow, halved, most_visited

CLOSING_TURN, CLOSING_CITIES, CLOSING_HOUSES, CLOSING_CARRIAGE, CLOSING_ABANDONED = range(5)
"""The numbers of a closing: in which of the player's turns it was (0: there was none), the set of the route's cities,
the set of the cities of the new houses, the player's highest carriage after it, and how many routes were abandoned
since the closing before."""

CLOSING_SIZE = 5
"""How many numbers these are."""

CLOSINGS = 2
"""How many closings are recorded: the next ones of the player."""

TAKEN = CLOSING_SIZE * CLOSINGS  # set of the cities whose cards others drew from the display before the player's turn
OWN_TURNS = TAKEN + 1  # the player's turns to the end of the game, the present one being the first
ENDED_BY = TAKEN + 2  # who took the game-end tile, or -1
WINNER = TAKEN + 3  # who won
MESSENGER_HOLDER = TAKEN + 4  # who has the messenger at the end, or -1
FINAL_SCORES = TAKEN + 5  # by player
FINAL_TILES = FINAL_SCORES + L.MOST_PLAYERS  # by player: the stacks of which the player holds a tile, as bits

# ---- what playing on itself works with

SEAT = FINAL_TILES + L.MOST_PLAYERS  # the player who decides first, -1 before the first decision
FIRST_TURN = SEAT + 1  # `OWN_TURNS` at the first decision: 1 if it is the player's turn, else 0
FOLLOWED = FIRST_TURN + 1  # how many events of the plan have been followed; all of them once it is left
CLOSED = FOLLOWED + 1  # how many of the closings there have been
SHUFFLING = CLOSED + 1  # state of the random number generator that shuffles the deck
VALUED = SHUFFLING + 1  # how the value is known: `SEARCHING` (not yet), `LAST_TURN` or `AFTER_TURNS`
RECORD_SIZE = VALUED + 1  # how many numbers there are

SEARCHING, LAST_TURN, AFTER_TURNS = range(3)

DEALS, DECISIONS = range(2)
"""The states of the random number generator: for what is dealt, and for what is decided."""


class ContinuationTask(NamedTuple):
    """How a game is played on, and what is written.

    Attributes:
        unknown: what `thurntaxis_solver.kernel.states.unknown_cards` returns; these cards are dealt first.
        known: the same if no card is unknown.
        plan: the events that the player plays first, until something is revealed or one of them isn't legal.
        seeds: the random number generator for what is dealt, and that for what is decided.
        playouts: how many playouts decide.
        schedule: space to halve the events of each decision; without any, those of the root are selected like others.
        turns: how many turns are decided by them.
        state: the game.
        value: receives the leaf value, and `record` the `RECORD_SIZE` numbers.
        events: receives as many of the events as it has space for.
    """

    unknown: Array
    known: Array
    plan: Array
    seeds: Array
    playouts: int
    schedule: Array
    turns: int
    state: Array
    value: Floats
    record: Array
    events: Array


@entry
def play_on(begin: Array, tree: Tree, model: Model, workspace: Workspace, task: ContinuationTask) -> int:
    """Play a game from a state to its end, and record the result for the player who decides first.

    Return how many events were played. The tree is overwritten.
    """
    s, t = task.state, model.t
    _begin(begin, s, t, task)
    played = 0
    while s[L.PHASE] != L.OVER and s[L.TURNS] < LONGEST_GAME:
        deck, turns = s[L.DECK_SIZE], s[L.TURNS]
        event = _reveal(s, t, task) if is_chance(s) else _decide(s, tree, model, workspace, task)
        if played < len(task.events):
            task.events[played] = event
        played += 1
        if s[L.DECK_SIZE] > deck:
            _shuffle(s, t, task.record)
        _note_progress(s, turns, task.record)
    _note_end(s, t, task.record)
    if task.record[VALUED] == SEARCHING:
        evaluate_end(s, t, task.value)
    return played


@compiled
def _begin(begin: Array, s: Array, t: Array, task: ContinuationTask) -> None:
    """Deal the unknown cards, shuffle the deck, and clear the record."""
    copy(begin, s)
    s[L.CHANCE] = task.seeds[DEALS]
    deal_unknown(s, t, task.unknown)
    for number in range(RECORD_SIZE):
        task.record[number] = 0
    task.record[SEAT], task.record[SHUFFLING] = -1, s[L.CHANCE]
    s[L.CHANCE] = task.seeds[DECISIONS]
    _shuffle(s, t, task.record)


@compiled
def _reveal(s: Array, t: Array, task: ContinuationTask) -> int:
    """Reveal the top card of the deck or its back, and return the event."""
    if task.record[SEAT] >= 0:
        task.record[FOLLOWED] = len(task.plan)
    return _deal_top(s, t)


@compiled
def _decide(s: Array, tree: Tree, model: Model, workspace: Workspace, task: ContinuationTask) -> int:
    """Choose an event, note it, play it, and return it."""
    record = task.record
    if record[SEAT] < 0:
        record[SEAT] = s[L.PLAYER]
        record[FIRST_TURN] = record[OWN_TURNS] = 1 if s[L.ON_TURN] == s[L.PLAYER] else 0
    event = _planned_event(s, model.t, task, workspace.events)
    if event == 0:
        event = _chosen_event(s, tree, model, workspace, task)
    if s[L.PLAYER] != record[SEAT]:
        if record[OWN_TURNS] == record[FIRST_TURN] and event % L.VERBS in (L.DRAW, L.POSTMASTER, L.HONOR_DRAW):
            record[TAKEN] |= event // L.VERBS & L.CITY_BITS
    elif record[CLOSED] < CLOSINGS:
        _note_own(s, record, event)
    apply(s, model.t, event)
    return event


@compiled
def _chosen_event(s: Array, tree: Tree, model: Model, workspace: Workspace, task: ContinuationTask) -> int:
    """Return the event that a player chooses, after evaluating the game if it has come so far."""
    record = task.record
    if record[VALUED] == SEARCHING:
        if is_last_turn(s, model.t):
            record[VALUED] = LAST_TURN
            evaluate_last_turn(s, model.t, workspace)
            copy_leaf_value(workspace.leaf_values[0], task.value)
        elif s[L.TURNS] >= task.turns:
            record[VALUED] = AFTER_TURNS
            copy(s, workspace.spare)
            evaluate_after_turn(workspace.spare, model, workspace, task.value)
        else:
            return _searched_event(s, tree, model, workspace, task)
    below(s, 2)  # so that lookahead doesn't deal the same cards at every decision
    if record[VALUED] == LAST_TURN:
        return choose_ahead(s, model, workspace)
    return choose(s, model.t, model.weights, workspace.events)


@compiled
def _searched_event(s: Array, tree: Tree, model: Model, workspace: Workspace, task: ContinuationTask) -> int:
    """Return the event that a search finds best; all hands are known to it, but not the order of the deck."""
    if candidates(s, model, workspace) == 1:
        return workspace.events[0]
    if len(task.schedule):
        return halved(s, task.known, tree, model, workspace, task.schedule, task.playouts)
    clear(tree)
    grow(s, task.known, tree, model, workspace, task.playouts, 0)
    return most_visited(tree)


@compiled
def _planned_event(s: Array, t: Array, task: ContinuationTask, out: Array) -> int:
    """Return the next event of the plan, 0 if the plan isn't followed any more; `out` is overwritten."""
    record, plan = task.record, task.plan
    if record[FOLLOWED] == len(plan) or s[L.TURNS] > 0 or s[L.PLAYER] != record[SEAT]:
        return 0
    event = plan[record[FOLLOWED]]
    for place in range(decisions(s, t, out)):
        if out[place] == event:
            record[FOLLOWED] += 1
            return event
    record[FOLLOWED] = len(plan)
    return 0


@compiled
def _shuffle(s: Array, t: Array, record: Array) -> None:
    """Shuffle the deck by the random number generator that the record keeps for it.

    A card whose back is seen stays on top. The top card is the last one.
    """
    decided = s[L.CHANCE]
    s[L.CHANCE] = record[SHUFFLING]
    size = s[L.DECK_SIZE]
    for place in range(size - 1, 0, -1):
        _swap(s, place, below(s, place + 1))
    if s[L.DECK_BACK]:
        _swap(s, size - 1, any_with(s, t, s[L.DECK_BACK]))
    record[SHUFFLING] = s[L.CHANCE]
    s[L.CHANCE] = decided


@compiled
def _swap(s: Array, place: int, other: int) -> None:
    s[L.DECK + place], s[L.DECK + other] = s[L.DECK + other], s[L.DECK + place]


@compiled
def _deal_top(s: Array, t: Array) -> int:
    """Reveal the top card of the deck, or its back, whichever is due; return the event."""
    card = s[L.DECK + s[L.DECK_SIZE] - 1]
    if s[L.BACK_DUE]:
        shoes = shoes_of(t, card)
        see_back(s, t, shoes)
        return L.BACK + shoes * L.VERBS
    deal(s, t, card)
    return L.DEAL + card * L.VERBS


@compiled
def _note_own(s: Array, record: Array, event: int) -> None:
    """Note a decision of the player in the numbers of the next closing."""
    at = CLOSING_SIZE * record[CLOSED]
    seat = L.SEATS + L.SEAT * s[L.PLAYER]
    verb = event % L.VERBS
    if verb in (L.PLAY_START, L.CARRIER_START) and s[seat + L.LENGTH] > 0:
        record[at + CLOSING_ABANDONED] += 1
    if verb == L.CLOSE:
        record[at + CLOSING_TURN] = record[OWN_TURNS]
        record[at + CLOSING_CITIES] = cities_of(s[seat + L.ROUTE])
        record[at + CLOSING_HOUSES] = event // L.VERBS
        record[CLOSED] += 1


@compiled
def _note_progress(s: Array, turns: int, record: Array) -> None:
    """Note the carriage while the turn of a closing goes on, and the turns; `turns` had been played before."""
    me, last = record[SEAT], CLOSING_SIZE * (record[CLOSED] - 1)
    if record[CLOSED] and record[last + CLOSING_TURN] == record[OWN_TURNS]:
        record[last + CLOSING_CARRIAGE] = s[L.SEATS + L.SEAT * me + L.CARRIAGE]
    if s[L.TURNS] > turns and s[L.PHASE] != L.OVER and s[L.ON_TURN] == me:
        record[OWN_TURNS] += 1


@compiled
def _note_end(s: Array, t: Array, record: Array) -> None:
    """Note who has what at the end of the game."""
    record[ENDED_BY], record[MESSENGER_HOLDER], record[WINNER] = s[L.ENDER], s[L.MESSENGER], winner(s, t)
    for player in range(s[L.PLAYERS]):
        record[FINAL_SCORES + player] = score(s, t, player)
        record[FINAL_TILES + player] = s[L.SEATS + L.SEAT * player + L.TILES]
