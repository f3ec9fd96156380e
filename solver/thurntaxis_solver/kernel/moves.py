"""The rules: which events are legal, and what each does. See `thurntaxis.steps` for the law itself."""

from thurntaxis_solver.kernel.chance import below
from thurntaxis_solver.kernel.compiled import Array, compiled
from thurntaxis_solver.kernel.layout import (
    ADMINISTRATOR,
    ADMINISTRATOR_USED,
    ALL_STACK,
    AT_ONCE,
    BEGAN_EMPTY,
    CARRIAGE,
    CARRIAGE_POINTS,
    CARRIAGES,
    CARRIER_RIGHT,
    CARRIER_START,
    CARRIER_USED,
    CARTWRIGHT,
    CARTWRIGHT_HELPS,
    CARTWRIGHT_USED,
    CLOSE,
    CLOSED,
    DECK,
    DECK_SIZE,
    DECLINABLE,
    DECLINE,
    DISCARD,
    DISCARD_SIZE,
    DISPLAY,
    DISPLAY_FULL,
    DRAW,
    DRAWING,
    DRAWN,
    END,
    END_CARRIAGE,
    END_STACK,
    ENDER,
    EVEN_BITS,
    FROM_PLAY_TO_CARRIER,
    HAND,
    HAND_SIZE,
    HOUSES,
    HOUSES_EACH,
    HOUSES_PLACED,
    KEEP,
    KEEPING,
    KEPT,
    LEFT,
    LENGTH,
    NEAR,
    NEXT_CARRIAGE,
    OFFICIAL,
    ON_TURN,
    OVER,
    PHASE,
    PLAY_LEFT,
    PLAY_RIGHT,
    PLAY_START,
    PLAYED,
    PLAYER,
    PLAYERS,
    PLAYING,
    POINTS,
    POSTMASTER,
    POSTMASTER_USED,
    PROVINCE,
    PROVINCES,
    REGION,
    REGION_STACK,
    REGIONS,
    RESTARTS,
    RIGHT,
    ROUTE,
    ROUTE_LENGTH,
    ROUTE_STACK,
    ROUTE_STACKS,
    SEAT,
    SEATS,
    SHORTEST,
    STACKS,
    START,
    TAKE_CARRIAGE,
    TAKEN,
    TILES,
    TO_DISPLAY,
    TO_HAND,
    TURNS,
    VERBS,
    WANTED,
)

# ---- which events are legal


@compiled
def decisions(s: Array, t: Array, out: Array) -> int:
    """Write the legal events of the player on turn to `out` and return how many; no reveal may be due."""
    phase = s[PHASE]
    if phase == DRAWING:
        return _drawings(s, t, out)
    if phase == PLAYING:
        me = SEATS + SEAT * s[PLAYER]
        out[0] = END
        n = 1
        if s[OFFICIAL] == 0:
            n = _places(s, t, me, FROM_PLAY_TO_CARRIER, t[RESTARTS], out, n)
        return closings(s, t, me, out, n) if s[me + LENGTH] >= t[SHORTEST] else n
    if phase == CARRIAGES:
        short = t[NEXT_CARRIAGE + s[SEATS + SEAT * s[PLAYER] + CARRIAGE]] - s[CLOSED]
        out[0] = TAKE_CARRIAGE if short <= 0 else CARTWRIGHT
        out[1] = DECLINE
        return 2
    if phase == KEEPING:
        return _keepings(s[SEATS + SEAT * s[PLAYER] + HAND], out)
    return 0


@compiled
def _drawings(s: Array, t: Array, out: Array) -> int:
    """List the events of the phase of drawing, the playing of a card among them."""
    n = 0
    drawn, official, display = s[DRAWN], s[OFFICIAL], s[DISPLAY]
    blind = s[DECK_SIZE] > 0 or s[DISCARD_SIZE] > 0
    if drawn == 0 and official == 0 and display != 0 and s[BEGAN_EMPTY] == 0:
        out[0] = ADMINISTRATOR
        n = 1
    if drawn == 0 or (drawn == 1 and official == 0):
        verb = DRAW if drawn == 0 else POSTMASTER
        if blind:
            out[n] = verb
            n += 1
        left = (display | display >> 1) & EVEN_BITS
        while left:
            city = left & -left
            left ^= city
            out[n] = verb + city * VERBS
            n += 1
        if (blind or display) and (drawn == 0 or s[BEGAN_EMPTY]):
            return n
    me = SEATS + SEAT * s[PLAYER]
    if s[me + HAND]:
        return _places(s, t, me, 0, 1, out, n)
    if not (blind or display):
        out[n] = END
        n += 1
    return n


@compiled
def _places(s: Array, t: Array, me: int, verbs: int, restarts: int, out: Array, n: int) -> int:
    """List the cards that can be played and where; `verbs` is added to the verbs of playing."""
    hand, route = s[me + HAND], s[me + ROUTE]
    hand = (hand | hand >> 1) & EVEN_BITS
    if route:
        fitting = hand & ~route
        left = fitting & t[NEAR + s[me + RIGHT] % 67]
        while left:
            city = left & -left
            left ^= city
            out[n] = PLAY_RIGHT + verbs + city * VERBS
            n += 1
        if s[me + LENGTH] > 1:
            left = fitting & t[NEAR + s[me + LEFT] % 67]
            while left:
                city = left & -left
                left ^= city
                out[n] = PLAY_LEFT + verbs + city * VERBS
                n += 1
        if not restarts:
            return n
    while hand:
        city = hand & -hand
        hand ^= city
        out[n] = PLAY_START + verbs + city * VERBS
        n += 1
    return n


@compiled
def closings(s: Array, t: Array, me: int, out: Array, n: int) -> int:
    """List every legal set of houses: one in each province at most, or several in one."""
    free = s[me + ROUTE] & ~s[me + HOUSES]
    begin = n
    out[n] = CLOSE
    n += 1
    for number in range(t[PROVINCES]):
        left = free & t[PROVINCE + number]
        stop = n
        while left:
            city = left & -left
            left ^= city
            for other in range(begin, stop):
                out[n] = out[other] + city * VERBS
                n += 1
    for number in range(t[PROVINCES]):
        several = whole = free & t[PROVINCE + number]
        while several & (several - 1):
            out[n] = CLOSE + several * VERBS
            n += 1
            several = (several - 1) & whole
            while several and not several & (several - 1):
                several = (several - 1) & whole
    supply = t[HOUSES_EACH] - s[me + HOUSES_PLACED]
    if supply >= s[me + LENGTH]:
        return n
    kept = begin
    for place in range(begin, n):
        if size_of(out[place] // VERBS) <= supply:
            out[kept] = out[place]
            kept += 1
    return kept


@compiled
def size_of(cities: int) -> int:
    """Return how many cities a set holds."""
    size = 0
    while cities:
        cities &= cities - 1
        size += 1
    return size


@compiled
def _keepings(hand: int, out: Array) -> int:
    """List every different choice of three cards from a bag of more."""
    n = 0
    first_left = (hand | hand >> 1) & EVEN_BITS
    while first_left:
        first = first_left & -first_left
        rest = hand - first
        second_left = (rest | rest >> 1) & (first_left)
        while second_left:
            second = second_left & -second_left
            last = rest - second
            third_left = (last | last >> 1) & second_left
            while third_left:
                third = third_left & -third_left
                third_left ^= third
                out[n] = KEEP + (first + second + third) * VERBS
                n += 1
            second_left ^= second
        first_left ^= first
    return n


# ---- chance


@compiled
def is_chance(s: Array) -> bool:
    """Return whether a card is to be revealed."""
    return s[TO_DISPLAY] > 0 or s[TO_HAND] > 0


@compiled
def deal_any(s: Array, t: Array) -> int:
    """Reveal a card of the deck by chance, and return its city."""
    place = below(s, s[DECK_SIZE])
    return _deal_from(s, t, place)


@compiled
def deal(s: Array, t: Array, city: int) -> bool:
    """Reveal a card of this city; return whether there was one."""
    for place in range(s[DECK_SIZE]):
        if s[DECK + place] == city:
            _deal_from(s, t, place)
            return True
    return False


@compiled
def _deal_from(s: Array, t: Array, place: int) -> int:
    city = s[DECK + place]
    size = s[DECK_SIZE] - 1
    s[DECK_SIZE] = size
    s[DECK + place] = s[DECK + size]
    if s[TO_HAND]:
        s[TO_HAND] -= 1
        me = SEATS + SEAT * s[PLAYER]
        s[me + HAND] += city
        s[me + HAND_SIZE] += 1
    else:
        s[TO_DISPLAY] -= 1
        s[DISPLAY] += city
    if size == 0:
        settle(s, t)
    return city


@compiled
def settle(s: Array, t: Array) -> None:
    """With an empty deck: let the discards become the deck, if it is time; drop reveals that no card is left for."""
    due = s[TO_DISPLAY] > 0 or s[TO_HAND] > 0
    if s[DISCARD_SIZE] == 0:
        if due:
            s[TO_DISPLAY] = 0
            s[TO_HAND] = 0
        return
    if due or t[AT_ONCE]:
        bag, size = s[DISCARD], 0
        while bag:
            bit = bag & -bag
            bag ^= bit
            if bit & EVEN_BITS:
                s[DECK + size] = bit
                size += 1
            else:
                s[DECK + size] = s[DECK + size + 1] = bit >> 1
                size += 2
        s[DISCARD] = 0
        s[DISCARD_SIZE] = 0
        s[DECK_SIZE] = size


# ---- what events do


@compiled
def apply(s: Array, t: Array, event: int) -> None:
    """Change the state by a legal decision; reveals may be due afterwards."""
    verb, operand = event % VERBS, event // VERBS
    me = SEATS + SEAT * s[PLAYER]
    if verb in (DRAW, POSTMASTER):
        if verb == POSTMASTER:
            s[OFFICIAL] = POSTMASTER_USED
        s[DRAWN] += 1
        if operand:
            s[DISPLAY] -= operand
            s[me + HAND] += operand
            s[me + HAND_SIZE] += 1
            s[TO_DISPLAY] = 1
        else:
            s[TO_HAND] = 1
    elif PLAY_RIGHT <= verb <= CARRIER_START:
        if verb >= CARRIER_RIGHT:
            s[OFFICIAL] = CARRIER_USED
            verb -= FROM_PLAY_TO_CARRIER
        s[PHASE] = PLAYING
        s[PLAYED] += 1
        _place(s, me, verb, operand)
    elif verb == END:
        end_turn(s)
    elif verb == CLOSE:
        _close(s, t, me, operand)
    elif verb == ADMINISTRATOR:
        s[OFFICIAL] = ADMINISTRATOR_USED
        s[DISCARD] += s[DISPLAY]
        size = 0
        bag = s[DISPLAY]
        while bag:
            size += bag & 3
            bag >>= 2
        s[DISCARD_SIZE] += size
        s[DISPLAY] = 0
        s[TO_DISPLAY] = t[DISPLAY_FULL]
    elif verb == KEEP:
        s[DISCARD] += s[me + HAND] - operand
        s[DISCARD_SIZE] += s[me + HAND_SIZE] - t[KEPT]
        s[me + HAND] = operand
        s[me + HAND_SIZE] = t[KEPT]
        end_turn(s)
    else:
        if verb == CARTWRIGHT:
            s[OFFICIAL] = CARTWRIGHT_USED
        if verb != DECLINE:
            _take_carriage(s, t, me)
        _discard_route(s, t, me)
    if s[DECK_SIZE] == 0:
        settle(s, t)


@compiled
def _place(s: Array, me: int, verb: int, city: int) -> None:
    """Move a card from the hand to its place."""
    s[me + HAND] -= city
    s[me + HAND_SIZE] -= 1
    if verb == PLAY_RIGHT:
        s[me + RIGHT] = city
    elif verb == PLAY_LEFT:
        s[me + LEFT] = city
    else:
        if s[me + ROUTE]:
            s[DISCARD] += s[me + ROUTE]
            s[DISCARD_SIZE] += s[me + LENGTH]
        s[me + ROUTE] = 0
        s[me + LENGTH] = 0
        s[me + LEFT] = city
        s[me + RIGHT] = city
    s[me + ROUTE] += city
    s[me + LENGTH] += 1


@compiled
def _take_tile(s: Array, me: int, stack: int) -> bool:
    """Take the uppermost tile of a stack; return whether there was one."""
    left = s[STACKS + stack]
    if left == 0:
        return False
    s[me + POINTS] += left & 15
    s[me + TAKEN] += 1
    s[me + TILES] |= 1 << stack
    s[STACKS + stack] = left >> 4
    return True


@compiled
def take_end_tile(s: Array, t: Array, me: int) -> None:
    """Bring about the end of the game, unless somebody has."""
    if s[ENDER] < 0:
        s[ENDER] = s[PLAYER]
        _take_tile(s, me, t[END_STACK])


@compiled
def _close(s: Array, t: Array, me: int, houses: int) -> None:
    """Close the route: houses, tiles, then on to the carriage."""
    length = s[me + LENGTH]
    owned = s[me + HOUSES] + houses
    s[me + HOUSES] = owned
    s[me + HOUSES_PLACED] += size_of(houses)
    s[CLOSED] = length
    for place in range(t[ROUTE_STACKS]):
        if t[ROUTE_LENGTH + place] <= length and _take_tile(s, me, t[ROUTE_STACK + place]):
            break
    take_house_tiles(s, t, me)
    short = t[NEXT_CARRIAGE + s[me + CARRIAGE]] - length
    if t[NEXT_CARRIAGE + s[me + CARRIAGE]] == 0 or short > t[CARTWRIGHT_HELPS]:
        _discard_route(s, t, me)
    elif short <= 0:
        if t[DECLINABLE]:
            s[PHASE] = CARRIAGES
        else:
            _take_carriage(s, t, me)
            _discard_route(s, t, me)
    elif s[OFFICIAL] == 0:
        s[PHASE] = CARRIAGES
    else:
        _discard_route(s, t, me)


@compiled
def provinces_lacking(t: Array, houses: int) -> int:
    """Return how many of the provinces that the tile for all provinces asks for have no house."""
    lacking = 0
    for number in range(t[PROVINCES]):
        if t[WANTED + number] and not houses & t[PROVINCE + number]:
            lacking += 1
    return lacking


@compiled
def take_house_tiles(s: Array, t: Array, me: int) -> None:
    """Take the tiles for regions, for all provinces and for the last house."""
    owned, held = s[me + HOUSES], s[me + TILES]
    for number in range(t[REGIONS]):
        stack = t[REGION_STACK + number]
        if not held >> stack & 1 and t[REGION + number] & ~owned == 0:
            _take_tile(s, me, stack)
    if not held >> t[ALL_STACK] & 1 and provinces_lacking(t, owned) == 0:
        _take_tile(s, me, t[ALL_STACK])
    if s[me + HOUSES_PLACED] == t[HOUSES_EACH]:
        take_end_tile(s, t, me)


@compiled
def _take_carriage(s: Array, t: Array, me: int) -> None:
    number = t[NEXT_CARRIAGE + s[me + CARRIAGE]]
    s[me + CARRIAGE] = number
    if number == t[END_CARRIAGE]:
        take_end_tile(s, t, me)


@compiled
def _discard_route(s: Array, t: Array, me: int) -> None:
    """Discard the closed route; too large a hand is to be chosen from."""
    s[DISCARD] += s[me + ROUTE]
    s[DISCARD_SIZE] += s[me + LENGTH]
    s[me + ROUTE] = 0
    s[me + LENGTH] = 0
    s[me + LEFT] = 0
    s[me + RIGHT] = 0
    if s[me + HAND_SIZE] > t[KEPT]:
        s[PHASE] = KEEPING
    else:
        end_turn(s)


@compiled
def end_turn(s: Array) -> None:
    """End the turn, and the game if the round is complete; else begin the next player's."""
    player = (s[PLAYER] + 1) % s[PLAYERS]
    s[TURNS] += 1
    s[OFFICIAL] = 0
    s[DRAWN] = 0
    s[PLAYED] = 0
    s[CLOSED] = 0
    s[BEGAN_EMPTY] = 0
    if s[ENDER] >= 0 and player == s[START]:
        s[PHASE] = OVER
        return
    s[PLAYER] = player
    s[ON_TURN] = player
    s[PHASE] = DRAWING
    if s[SEATS + SEAT * player + HAND_SIZE] == 0:
        s[BEGAN_EMPTY] = 1


# ---- the score


@compiled
def score(s: Array, t: Array, player: int) -> int:
    """Return a player's victory points."""
    me = SEATS + SEAT * player
    return t[CARRIAGE_POINTS + s[me + CARRIAGE]] + s[me + POINTS] - t[HOUSES_EACH] + s[me + HOUSES_PLACED]


@compiled
def winner(s: Array, t: Array) -> int:
    """Return who wins if the points were counted now: of those tied, the first clockwise from who ended the game.

    Where nobody has ended it, the first clockwise from the starting player stands for them.
    """
    players = s[PLAYERS]
    first = s[ENDER] if s[ENDER] >= 0 else s[START]
    best, most = -1, -1000
    for step in range(players):
        player = (first + step) % players
        points = score(s, t, player)
        if points > most:
            best, most = player, points
    return best


# ---- random play and counting


@compiled
def play_uniformly(s: Array, t: Array, out: Array, events: int) -> int:
    """Play this many uniformly random events, or to the end of the game; return how many were played."""
    for played in range(events):
        if s[TO_DISPLAY] > 0 or s[TO_HAND] > 0:
            deal_any(s, t)
        elif s[PHASE] == OVER:
            return played
        else:
            apply(s, t, out[below(s, decisions(s, t, out))])
    return events
