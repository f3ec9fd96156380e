"""A position as a state of the kernel, and events as its numbers."""

from thurntaxis import UNKNOWN, Event, Position
from thurntaxis_solver.kernel.chance import seeded
from thurntaxis_solver.kernel.compiled import Array, array
from thurntaxis_solver.kernel.layout import (
    ADMINISTRATOR,
    BEGAN_EMPTY,
    CARRIAGE,
    CARRIER_RIGHT,
    CARRIER_START,
    CARTWRIGHT,
    CHANCE,
    CLOSE,
    CLOSED,
    DEAL,
    DECK,
    DECK_SIZE,
    DECLINE,
    DISCARD,
    DISCARD_SIZE,
    DISPLAY,
    DRAW,
    DRAWN,
    END,
    ENDER,
    HAND,
    HAND_SIZE,
    HOUSES,
    HOUSES_PLACED,
    KEEP,
    LEFT,
    LENGTH,
    MESSENGER,
    OFFICIAL,
    OFFICIAL_NAMES,
    ON_TURN,
    PHASE,
    PHASE_NAMES,
    PLAY_RIGHT,
    PLAYED,
    PLAYER,
    PLAYERS,
    POINTS,
    POSTMASTER,
    RIGHT,
    ROUTE,
    SEAT,
    SEATS,
    STACKS,
    START,
    STATE,
    TAKE_CARRIAGE,
    TAKEN,
    TILES,
    TO_DISPLAY,
    TO_HAND,
    VERBS,
)
from thurntaxis_solver.kernel.tables import Tables

VERB_WORDS = {
    "deal": DEAL,
    "administrator": ADMINISTRATOR,
    "draw": DRAW,
    "postmaster": POSTMASTER,
    "close": CLOSE,
    "end": END,
    "carriage": TAKE_CARRIAGE,
    "cartwright": CARTWRIGHT,
    "decline": DECLINE,
    "keep": KEEP,
}
SIDE_WORDS = ("right", "left", "start")
WORDS = {number: word for word, number in VERB_WORDS.items()}


def state(position: Position, tables: Tables, seed: int = 0) -> Array:
    """Return the state of a position, its random numbers seeded; unknown cards of hands are left in the deck."""
    s = [0] * STATE
    turn, bit_of, names = position.turn, tables.bit_of, tables.stacks
    s[PLAYERS], s[START] = len(position.players), position.start
    s[ENDER] = -1 if position.ender is None else position.ender
    s[PLAYER], s[ON_TURN] = position.decider, turn.player
    s[PHASE] = PHASE_NAMES.index(turn.phase)
    s[OFFICIAL] = sum(1 << OFFICIAL_NAMES.index(official) for official in turn.used)
    s[MESSENGER] = -1
    s[DRAWN], s[PLAYED], s[CLOSED], s[BEGAN_EMPTY] = turn.drawn, turn.played, turn.closed, int(turn.began_empty)
    s[TO_DISPLAY], s[TO_HAND] = turn.pending.count("display"), turn.pending.count("hand")
    s[DISPLAY], s[DISCARD] = tables.set_of(position.display), tables.set_of(position.discard)
    s[DISCARD_SIZE], s[DECK_SIZE] = len(position.discard), len(position.unseen)
    for place, card in enumerate(position.unseen):
        s[DECK + place] = bit_of[card]
    for number, (stack, values) in enumerate(position.stacks().items()):
        assert stack == names[number]
        s[STACKS + number] = sum(value << 4 * place for place, value in enumerate(values))
    for seat, player in enumerate(position.players):
        me = SEATS + SEAT * seat
        hand = tuple(card for card in player.hand if card != UNKNOWN)
        s[me + HAND], s[me + HAND_SIZE] = tables.set_of(hand), len(hand)
        s[me + ROUTE], s[me + LENGTH] = tables.set_of(player.route), len(player.route)
        if player.route:
            s[me + LEFT], s[me + RIGHT] = bit_of[player.route[0]], bit_of[player.route[-1]]
        s[me + HOUSES], s[me + HOUSES_PLACED] = tables.set_of(player.houses), len(player.houses)
        s[me + CARRIAGE] = player.carriage or 0
        s[me + POINTS], s[me + TAKEN] = sum(tile.value for tile in player.tiles), len(player.tiles)
        s[me + TILES] = sum({1 << names.index(tile.stack) for tile in player.tiles})
    s[CHANCE] = seeded(seed)
    return array(s)


def unknown_cards(position: Position) -> Array:
    """Return how many unknown cards each hand holds."""
    return array([player.hand.count(UNKNOWN) for player in position.players])


def event_of(number: int, tables: Tables) -> Event:
    """Return the event that a number of the kernel stands for."""
    verb, operand = int(number) % VERBS, int(number) // VERBS
    if PLAY_RIGHT <= verb <= CARRIER_START:
        word = "carrier" if verb >= CARRIER_RIGHT else "play"
        return Event((word, tables.name_of[operand], SIDE_WORDS[(verb - PLAY_RIGHT) % 3]))
    cities = tables.cities_of(operand)
    return Event((WORDS[verb], *(cities or (("deck",) if verb in (DRAW, POSTMASTER) else ()))))


def number_of(event: Event, tables: Tables) -> int:
    """Return the number that stands for an event."""
    if event.verb in ("play", "carrier"):
        first = PLAY_RIGHT if event.verb == "play" else CARRIER_RIGHT
        return first + SIDE_WORDS.index(event[2]) + tables.bit_of[event[1]] * VERBS
    operand = 0 if event.cities == ("deck",) else tables.set_of(event.cities)
    return VERB_WORDS[event.verb] + operand * VERBS
