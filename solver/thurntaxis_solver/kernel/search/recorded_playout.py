"""Recorded playouts: a game played to its end, and what happened to one player's routes and tiles in it.

Advice compares two turns by such playouts. Playouts of the same number have the same hands and the same deck: its cards
are shuffled once, and dealt from the top. So differences are due to the turns more than to luck.
"""

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, compiled, entry
from thurntaxis_solver.kernel.games import LONGEST_GAME
from thurntaxis_solver.kernel.policy.playout_policy import choose
from thurntaxis_solver.kernel.rng import below
from thurntaxis_solver.kernel.rules.cards import cities_of, shoes_of
from thurntaxis_solver.kernel.rules.deck import any_with
from thurntaxis_solver.kernel.rules.moves import apply, deal, decisions, is_chance, score, see_back, winner
from thurntaxis_solver.kernel.search.lookahead import choose_ahead, copy
from thurntaxis_solver.kernel.search.model import Model, Workspace
from thurntaxis_solver.kernel.search.tree_search import deal_unknown

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
RECORD_SIZE = FINAL_TILES + L.MOST_PLAYERS  # how many numbers there are

DEALS, DECISIONS = range(2)
"""The states of the random number generator of a playout: for what is dealt, and for what is decided."""


@entry
def record_playout(
    begin: Array,
    unknown: Array,
    model: Model,
    workspace: Workspace,
    plan: Array,
    changes: Array,
    seeds: Array,
    lookahead: int,
    record: Array,
    events: Array,
) -> int:
    """Play a game from a state to its end, and record the result for the player who decides first.

    That player follows the events of `plan` in the present turn, until one of them isn't legal or one of the reveals
    `changes` comes. In the first `lookahead` turns, lookahead makes all other decisions; after them, the policy does.
    `unknown` is what `thurntaxis_solver.kernel.states.unknown_cards` returns; these cards are dealt first. `record`
    receives the `RECORD_SIZE` numbers, and `events` as many of the events as it has space for. Return how many events
    were played.
    """
    s = workspace.state
    copy(begin, s)
    s[L.CHANCE] = seeds[DEALS]
    deal_unknown(s, model.t, unknown)
    deals = _shuffle(s, model.t, s[L.CHANCE])
    s[L.CHANCE] = seeds[DECISIONS]
    for number in range(RECORD_SIZE):
        record[number] = 0
    me, own, first, played, planned, closed = -1, 0, 0, 0, 0, 0
    while s[L.PHASE] != L.OVER and s[L.TURNS] < LONGEST_GAME:
        deck, turns = s[L.DECK_SIZE], s[L.TURNS]
        if is_chance(s):
            event = _deal_top(s, model.t)
            if s[L.TURNS] == 0 and _has(changes, event):
                planned = len(plan)
        else:
            if me < 0:
                me = s[L.PLAYER]
                first = own = 1 if s[L.ON_TURN] == me else 0
            event = 0
            if planned < len(plan) and s[L.TURNS] == 0 and s[L.PLAYER] == me:
                event = _planned_event(s, model.t, plan[planned], workspace.events)
                planned = planned + 1 if event else len(plan)
            if event == 0:
                below(s, 2)  # so that look-ahead doesn't deal the same cards at every decision
                if s[L.TURNS] < lookahead:
                    event = choose_ahead(s, model, workspace)
                else:
                    event = choose(s, model.t, model.weights, workspace.events)
            if s[L.PLAYER] == me:
                if closed < CLOSINGS:
                    closed += _note_own(s, record, CLOSING_SIZE * closed, event, own)
            elif own == first and event % L.VERBS in (L.DRAW, L.POSTMASTER, L.HONOR_DRAW):
                record[TAKEN] |= event // L.VERBS & L.CITY_BITS
            apply(s, model.t, event)
        if played < len(events):
            events[played] = event
        played += 1
        if s[L.DECK_SIZE] > deck:
            deals = _shuffle(s, model.t, deals)
        if closed and record[CLOSING_SIZE * (closed - 1) + CLOSING_TURN] == own:
            record[CLOSING_SIZE * (closed - 1) + CLOSING_CARRIAGE] = s[L.SEATS + L.SEAT * me + L.CARRIAGE]
        if s[L.TURNS] > turns and s[L.PHASE] != L.OVER and s[L.ON_TURN] == me:
            own += 1
    record[OWN_TURNS] = own
    _note_end(s, model.t, record)
    return played


@compiled
def _shuffle(s: Array, t: Array, deals: int) -> int:
    """Shuffle the deck by a random number generator of this state; return its new state.

    A card whose back is seen stays on top. The top card is the last one.
    """
    decided = s[L.CHANCE]
    s[L.CHANCE] = deals
    size = s[L.DECK_SIZE]
    for place in range(size - 1, 0, -1):
        _swap(s, place, below(s, place + 1))
    if s[L.DECK_BACK]:
        _swap(s, size - 1, any_with(s, t, s[L.DECK_BACK]))
    deals = s[L.CHANCE]
    s[L.CHANCE] = decided
    return deals


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
def _has(numbers: Array, number: int) -> bool:
    """Return whether a number is in an array."""
    for place in range(len(numbers)):  # noqa: SIM110 - numba knows loops
        if numbers[place] == number:
            return True
    return False


@compiled
def _planned_event(s: Array, t: Array, event: int, out: Array) -> int:
    """Return the event if it is legal, else 0; `out` is overwritten."""
    for place in range(decisions(s, t, out)):
        if out[place] == event:
            return event
    return 0


@compiled
def _note_own(s: Array, record: Array, at: int, event: int, own: int) -> int:
    """Note a decision of the player in the numbers of a closing, which begin at `at`; return 1 if it closes a route."""
    seat = L.SEATS + L.SEAT * s[L.PLAYER]
    verb = event % L.VERBS
    if verb in (L.PLAY_START, L.CARRIER_START) and s[seat + L.LENGTH] > 0:
        record[at + CLOSING_ABANDONED] += 1
    if verb != L.CLOSE:
        return 0
    record[at + CLOSING_TURN] = own
    record[at + CLOSING_CITIES] = cities_of(s[seat + L.ROUTE])
    record[at + CLOSING_HOUSES] = event // L.VERBS
    return 1


@compiled
def _note_end(s: Array, t: Array, record: Array) -> None:
    """Note who has what at the end of the game."""
    record[ENDED_BY], record[MESSENGER_HOLDER], record[WINNER] = s[L.ENDER], s[L.MESSENGER], winner(s, t)
    for player in range(s[L.PLAYERS]):
        record[FINAL_SCORES + player] = score(s, t, player)
        record[FINAL_TILES + player] = s[L.SEATS + L.SEAT * player + L.TILES]
