"""The rules: which events are legal, and what each does. See `thurntaxis.steps` for the law itself."""

from thurntaxis_solver.kernel.compiled import Array, compiled, inlined
from thurntaxis_solver.kernel.layout import (
    ADMINISTRATOR,
    ADMINISTRATOR_USED,
    BACK,
    BACK_DUE,
    BACKS_SEEN,
    BEGAN_EMPTY,
    CARRIAGE,
    CARRIAGE_POINTS,
    CARRIAGES,
    CARRIER_HORSE,
    CARRIER_RIGHT,
    CARRIER_START,
    CARRIER_USED,
    CARTWRIGHT,
    CARTWRIGHT_HELPS,
    CARTWRIGHT_USED,
    CHIPS,
    CITY_BITS,
    CLOSE,
    CLOSED,
    DEAL,
    DECK,
    DECK_BACK,
    DECK_SIZE,
    DECLINABLE,
    DECLINE,
    DISCARD_SIZE,
    DISPLAY,
    DISPLAY_FULL,
    DRAW,
    DRAWING,
    DRAWN,
    END,
    END_CARRIAGE,
    ENDER,
    EVEN_BITS,
    FOLLOWED,
    FROM_PLAY_TO_CARRIER,
    HAND,
    HAND_SIZE,
    HORSE_CARDS,
    HORSE_POWER,
    HORSES,
    HOUSES_EACH,
    HOUSES_PLACED,
    KEEP,
    KEEPING,
    LEFT,
    LENGTH,
    LETTERS_PAY,
    MESSENGER,
    MESSENGER_RIDES,
    MORE_PLACES,
    MOST_HORSES,
    NEAR,
    NEXT_CARRIAGE,
    NUMBERED,
    OFFICIAL,
    ON_TURN,
    OVER,
    OWN_HORSES,
    PHASE,
    PLAY_HORSE,
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
    RESTARTS,
    RETURNING,
    RIGHT,
    ROUTE,
    SEAT,
    SEATS,
    SHOES_AT,
    SHORTEST,
    START,
    TAKE_CARRIAGE,
    TO_DISPLAY,
    TO_HAND,
    VERBS,
)
from thurntaxis_solver.kernel.rng import below
from thurntaxis_solver.kernel.rules.cards import (
    MOST_SHOES,
    discard,
    list_cards,
    move,
    put,
    shoes_of,
    take_card,
    with_shoes,
)
from thurntaxis_solver.kernel.rules.deck import any_with, settle
from thurntaxis_solver.kernel.rules.houses import (
    closings,
    place_houses,
    take_end_tile,
    take_house_tiles,
    take_route_tile,
)
from thurntaxis_solver.kernel.rules.keeping import keep, keepings
from thurntaxis_solver.kernel.rules.officials import offered, use
from thurntaxis_solver.kernel.rules.returns import act, follow, returns
from thurntaxis_solver.kernel.rules.rounds import emptied
from thurntaxis_solver.kernel.rules.turns import discard_route, end_turn

# ---- which events are legal


@compiled
def decisions(s: Array, t: Array, out: Array) -> int:
    """Write the legal events of the player who decides to `out` and return how many; no reveal may be due."""
    if s[RETURNING]:
        return returns(s, t, out)
    phase = s[PHASE]
    if phase == DRAWING:
        return _drawings(s, t, out)
    me = SEATS + SEAT * s[PLAYER]
    if phase == PLAYING:
        out[0] = END
        n = 1
        if offered(s, t, me, CARRIER_USED) if t[LETTERS_PAY] else s[OFFICIAL] == 0:
            if t[MORE_PLACES]:
                n = _more_places(s, t, me, FROM_PLAY_TO_CARRIER, CARRIER_HORSE, t[RESTARTS], out, n)
            else:
                n = _places(s, t, me, s[me + HAND], FROM_PLAY_TO_CARRIER, t[RESTARTS], out, n)
        if s[me + LENGTH] < t[SHORTEST] or (t[MOST_HORSES] and s[me + LENGTH] > t[OWN_HORSES] + s[me + HORSE_POWER]):
            return n
        return closings(s, t, me, out, n)
    if phase == CARRIAGES:
        short = t[NEXT_CARRIAGE + s[me + CARRIAGE]] - s[CLOSED]
        out[0] = TAKE_CARRIAGE if short <= 0 else CARTWRIGHT
        out[1] = DECLINE
        return 2
    if phase == KEEPING:
        return keepings(s, t, me, out)
    return 0


@inlined
def _drawings(s: Array, t: Array, out: Array) -> int:
    """List the events of the phase of drawing, the playing of a card among them."""
    n = 0
    me = SEATS + SEAT * s[PLAYER]
    drawn, display = s[DRAWN], s[DISPLAY]
    blind = s[DECK_SIZE] > 0 or s[DISCARD_SIZE] > 0
    administrator = s[BEGAN_EMPTY] == 0 and drawn == 0 and s[OFFICIAL] == 0
    second = drawn == 1 and s[OFFICIAL] == 0
    if t[LETTERS_PAY]:
        administrator = offered(s, t, me, ADMINISTRATOR_USED)
        second = drawn == 1 and offered(s, t, me, POSTMASTER_USED)
    if administrator and display != 0:
        out[0] = ADMINISTRATOR
        n = 1
    if drawn == 0 or second:
        verb = DRAW if drawn == 0 else POSTMASTER
        if blind:
            out[n] = verb
            n += 1
        n = list_cards(s, t, DISPLAY, verb, out, n)
        if (blind or display) and (drawn == 0 or s[BEGAN_EMPTY]):
            return n
    if s[me + HAND]:
        if t[MORE_PLACES]:
            return _more_places(s, t, me, 0, PLAY_HORSE, 1, out, n)
        return _places(s, t, me, s[me + HAND], 0, 1, out, n)
    if not (blind or display):
        out[n] = END
        n += 1
    return n


@inlined
def _places(s: Array, t: Array, me: int, hand: int, verbs: int, restarts: int, out: Array, n: int) -> int:
    """List where cards of the hand can be played in the route; `verbs` is added to the verbs of playing."""
    route = s[me + ROUTE]
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
def _more_places(s: Array, t: Array, me: int, verbs: int, horse: int, restarts: int, out: Array, n: int) -> int:
    """List the same where the cards of a city differ, or can go before the carriage."""
    if t[NUMBERED]:
        for shoes in range(1, MOST_SHOES + 1):
            cards = with_shoes(s, me + HAND, shoes)
            n = _places(s, t, me, cards, verbs + (shoes << SHOES_AT) * VERBS, restarts, out, n)
    else:
        n = _places(s, t, me, s[me + HAND], verbs, restarts, out, n)
    if s[me + HORSE_CARDS] < t[MOST_HORSES]:
        n = list_cards(s, t, me + HAND, horse, out, n)
    return n


# ---- chance


@compiled
def is_chance(s: Array) -> bool:
    """Return whether a card is to be revealed, or a back to be seen."""
    return s[TO_DISPLAY] > 0 or s[TO_HAND] > 0 or s[BACK_DUE] > 0


@compiled
def deal_any(s: Array, t: Array) -> int:
    """Reveal a card of the deck by chance, or see the back of its top card; return the event."""
    if t[BACKS_SEEN]:
        return _deal_by_back(s, t)
    return DEAL + _deal_from(s, t, below(s, s[DECK_SIZE])) * VERBS


@compiled
def _deal_by_back(s: Array, t: Array) -> int:
    if s[BACK_DUE]:
        shoes = shoes_of(t, s[DECK + below(s, s[DECK_SIZE])])
        _see_back(s, t, shoes)
        return BACK + shoes * VERBS
    return DEAL + _deal_from(s, t, any_with(s, t, s[DECK_BACK])) * VERBS


@compiled
def deal(s: Array, t: Array, card: int) -> bool:
    """Reveal this card; return whether there was one."""
    for place in range(s[DECK_SIZE]):
        if s[DECK + place] == card:
            _deal_from(s, t, place)
            return True
    return False


@compiled
def see_back(s: Array, t: Array, shoes: int) -> bool:
    """See so many horseshoes on the back of the deck's top card; return whether any card there has them."""
    for place in range(s[DECK_SIZE]):
        if shoes_of(t, s[DECK + place]) == shoes:
            _see_back(s, t, shoes)
            return True
    return False


@inlined
def _deal_from(s: Array, t: Array, place: int) -> int:
    card = s[DECK + place]
    size = s[DECK_SIZE] - 1
    s[DECK_SIZE] = size
    s[DECK + place] = s[DECK + size]
    if s[TO_HAND]:
        s[TO_HAND] -= 1
        me = SEATS + SEAT * s[PLAYER]
        s[me + HAND_SIZE] += 1
        bag = me + HAND
    else:
        s[TO_DISPLAY] -= 1
        bag = DISPLAY
    if card <= CITY_BITS:
        s[bag] += card
    else:
        put(s, bag, card)
    if size == 0:
        settle(s, t)
    if t[FOLLOWED]:
        s[DECK_BACK] = 0
        follow(s, t)
    return card


@compiled
def _see_back(s: Array, t: Array, shoes: int) -> None:
    s[DECK_BACK] = shoes
    s[BACK_DUE] = 0
    follow(s, t)


# ---- what events do


@compiled
def apply(s: Array, t: Array, event: int) -> None:
    """Change the state by a legal decision; reveals may be due afterwards."""
    verb, operand = event % VERBS, event // VERBS
    me = SEATS + SEAT * s[PLAYER]
    if verb in (DRAW, POSTMASTER):
        if verb == POSTMASTER:
            use(s, t, me, POSTMASTER_USED)
        s[DRAWN] += 1
        take_card(s, me, operand)
    elif PLAY_RIGHT <= verb <= CARRIER_START:
        if verb >= CARRIER_RIGHT:
            use(s, t, me, CARRIER_USED)
            verb -= FROM_PLAY_TO_CARRIER
        s[PHASE] = PLAYING
        s[PLAYED] += 1
        _place(s, t, me, verb, operand)
    elif verb == END:
        end_turn(s, t)
    elif verb == CLOSE:
        _close(s, t, me, operand)
    elif verb == ADMINISTRATOR:
        use(s, t, me, ADMINISTRATOR_USED)
        size = 0
        bag = s[DISPLAY]
        while bag:
            size += bag & 3
            bag >>= 2
        discard(s, t, DISPLAY, size)
        s[TO_DISPLAY] = t[DISPLAY_FULL]
    elif verb == KEEP:
        keep(s, t, me, operand)
        end_turn(s, t)
    elif verb <= DECLINE:
        _decide_carriage(s, t, me, verb)
    elif verb <= CARRIER_HORSE:
        if verb == CARRIER_HORSE:
            use(s, t, me, CARRIER_USED)
        s[PHASE] = PLAYING
        s[PLAYED] += 1
        _harness(s, t, me, operand)
    else:
        act(s, t, me, verb, operand)
    if s[DECK_SIZE] == 0:
        settle(s, t)
    if t[FOLLOWED]:
        follow(s, t)


@inlined
def _place(s: Array, t: Array, me: int, verb: int, card: int) -> None:
    """Move a card from the hand to its place in the route."""
    city = card & CITY_BITS
    if verb == PLAY_RIGHT:
        s[me + RIGHT] = city
    elif verb == PLAY_LEFT:
        s[me + LEFT] = city
    else:
        if s[me + ROUTE]:
            discard(s, t, me + ROUTE, s[me + LENGTH])
        s[me + LENGTH] = 0
        s[me + LEFT] = city
        s[me + RIGHT] = city
    if card == city:
        s[me + HAND] -= city
        s[me + ROUTE] += city
    else:
        move(s, me + HAND, me + ROUTE, card)
    s[me + HAND_SIZE] -= 1
    s[me + LENGTH] += 1


@compiled
def _harness(s: Array, t: Array, me: int, card: int) -> None:
    """Move a card from the hand before the carriage."""
    move(s, me + HAND, me + HORSES, card)
    s[me + HAND_SIZE] -= 1
    s[me + HORSE_CARDS] += 1
    s[me + HORSE_POWER] += shoes_of(t, card)


@compiled
def _close(s: Array, t: Array, me: int, houses: int) -> None:
    """Close the route: houses, tiles, then on to the carriage."""
    length = s[me + LENGTH]
    s[CLOSED] = length
    place_houses(s, t, me, houses)
    take_route_tile(s, t, me, length)
    take_house_tiles(s, t, me)
    following = t[NEXT_CARRIAGE + s[me + CARRIAGE]]
    short = following - length
    if following and short <= 0:
        if t[DECLINABLE]:
            s[PHASE] = CARRIAGES
        else:
            _take_carriage(s, t, me)
            discard_route(s, t, me)
    elif following and short <= t[CARTWRIGHT_HELPS] and offered(s, t, me, CARTWRIGHT_USED):
        s[PHASE] = CARRIAGES
    else:
        _go_without(s, t)
        discard_route(s, t, me)


@compiled
def _decide_carriage(s: Array, t: Array, me: int, verb: int) -> None:
    """Take a carriage or none; a round of returning tiles comes before what follows."""
    if verb == CARTWRIGHT:
        use(s, t, me, CARTWRIGHT_USED)
    if verb == DECLINE:
        _go_without(s, t)
    else:
        _take_carriage(s, t, me)
    if emptied(s, t) == 0:
        discard_route(s, t, me)


@compiled
def _go_without(s: Array, t: Array) -> None:
    """Receive no carriage: the messenger comes, where there is one."""
    if t[MESSENGER_RIDES]:
        s[MESSENGER] = s[ON_TURN]


@compiled
def _take_carriage(s: Array, t: Array, me: int) -> None:
    number = t[NEXT_CARRIAGE + s[me + CARRIAGE]]
    s[me + CARRIAGE] = number
    if number == t[END_CARRIAGE]:
        take_end_tile(s, t, me)


# ---- the score


@compiled
def score(s: Array, t: Array, player: int) -> int:
    """Return a player's victory points."""
    me = SEATS + SEAT * player
    points = t[CARRIAGE_POINTS + s[me + CARRIAGE]] + s[me + POINTS] - t[HOUSES_EACH] + s[me + HOUSES_PLACED]
    return points + s[me + CHIPS] + (s[MESSENGER] == player)


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
        if s[TO_DISPLAY] > 0 or s[TO_HAND] > 0 or s[BACK_DUE] > 0:
            deal_any(s, t)
        elif s[PHASE] == OVER:
            return played
        else:
            apply(s, t, out[below(s, decisions(s, t, out))])
    return events
