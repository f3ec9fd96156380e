"""The rules: which events are legal, and what they do. `thurntaxis.steps` is the reference."""

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, compiled, entry, inlined
from thurntaxis_solver.kernel.rng import below
from thurntaxis_solver.kernel.rules.cards import (
    MOST_SHOES,
    cities_of,
    discard,
    display_size,
    list_cards,
    list_cities,
    move,
    put,
    shoes_of,
    take_card,
    with_shoes,
)
from thurntaxis_solver.kernel.rules.deck import any_with, settle, take_from_deck
from thurntaxis_solver.kernel.rules.houses import (
    closings,
    place_houses,
    take_end_tile,
    take_house_tiles,
    take_route_tile,
)
from thurntaxis_solver.kernel.rules.keeping import keep, keepings
from thurntaxis_solver.kernel.rules.officials import emptied, offered, use
from thurntaxis_solver.kernel.rules.returns import act, follow_up, returns
from thurntaxis_solver.kernel.rules.turns import discard_after_closing, discard_route, end_turn

_RESTARTS = L.reading("carrier-restart", True)
_DECLINABLE = L.reading("carriage-declinable", True)
_CLOSES_WITHOUT_PLAYING = L.reading("closing-without-playing", True)
_HAND_FIRST = L.reading("closing-discards", "hand-first")

# ---- which events are legal


@entry
def decisions(s: Array, t: Array, out: Array) -> int:
    """Write the legal events of the player who decides to `out`; return how many there are. No reveal may be due."""
    if s[L.RETURNING]:
        return returns(s, t, out)
    phase = s[L.PHASE]
    if phase == L.DRAWING:
        return _drawings(s, t, out)
    me = L.SEATS + L.SEAT * s[L.PLAYER]
    if phase == L.PLAYING:
        n = playings(s, t, me, out)
        return closings(s, t, me, out, n) if can_close(s, t, me) else n
    if phase == L.CARRIAGES:
        short = t[L.NEXT_CARRIAGE + s[me + L.CARRIAGE]] - s[L.CLOSED]
        out[0] = L.TAKE_CARRIAGE if short <= 0 else L.CARTWRIGHT
        out[1] = L.DECLINE
        return 2
    if phase == L.KEEPING:
        return keepings(s, t, me, out)
    return 0


@inlined
def _drawings(s: Array, t: Array, out: Array) -> int:
    """List the events of the draw phase, including those that play a card and so end it."""
    n = 0
    me = L.SEATS + L.SEAT * s[L.PLAYER]
    drawn, display = s[L.DRAWN], s[L.DISPLAY]
    blind = s[L.DECK_SIZE] > 0 or s[L.DISCARD_SIZE] > 0
    administrator = s[L.BEGAN_EMPTY] == 0 and drawn == 0 and s[L.OFFICIAL] == 0
    second = drawn == 1 and s[L.OFFICIAL] == 0
    if t[L.LETTERS_PAY]:  # `offered` covers both cases, but costs 6 % of the speed of random play in the base game
        administrator = offered(s, t, me, L.ADMINISTRATOR_USED)
        second = drawn == 1 and offered(s, t, me, L.POSTMASTER_USED)
    if administrator and display != 0:
        out[0] = L.ADMINISTRATOR
        n = 1
    if drawn == 0 or second:
        verb = L.DRAW if drawn == 0 else L.POSTMASTER
        if blind:
            out[n] = verb
            n += 1
        n = list_cards(s, t, L.DISPLAY, verb, out, n)
        if (blind or display) and (drawn == 0 or s[L.BEGAN_EMPTY]):
            return n
    if s[me + L.HAND]:
        if t[L.MORE_PLACES]:
            return _more_places(s, t, me, 0, L.PLAY_HORSE, 1, out, n)
        return _places(s, t, me, s[me + L.HAND], 0, 1, out, n)
    if not (blind or display):
        out[n] = L.END
        n += 1
        if t[_CLOSES_WITHOUT_PLAYING] and can_close(s, t, me):
            return closings(s, t, me, out, n)
    return n


@inlined
def playings(s: Array, t: Array, me: int, out: Array) -> int:
    """List the events of the play phase, except those that close the route."""
    out[0] = L.END
    n = 1
    if offered(s, t, me, L.CARRIER_USED):
        if t[L.MORE_PLACES]:
            n = _more_places(s, t, me, L.FROM_PLAY_TO_CARRIER, L.CARRIER_HORSE, t[_RESTARTS], out, n)
        else:
            n = _places(s, t, me, s[me + L.HAND], L.FROM_PLAY_TO_CARRIER, t[_RESTARTS], out, n)
    return n


@inlined
def can_close(s: Array, t: Array, me: int) -> bool:
    """Return whether the route is long enough to be closed, and has the horses that it needs."""
    length = s[me + L.LENGTH]
    if length < t[L.SHORTEST]:
        return False
    return not t[L.MOST_HORSES] or length <= t[L.OWN_HORSES] + s[me + L.HORSE_POWER]


@inlined
def _places(s: Array, t: Array, me: int, hand: int, verbs: int, restarts: int, out: Array, n: int) -> int:
    """List the places in the route where cards of the hand can be played; `verbs` is added to the verbs."""
    route = s[me + L.ROUTE]
    hand = cities_of(hand)
    if route:
        new = hand & ~route
        n = list_cities(new & t[L.NEIGHBOURS + s[me + L.RIGHT] % L.CITY_SLOTS], L.PLAY_RIGHT + verbs, out, n)
        if s[me + L.LENGTH] > 1:
            n = list_cities(new & t[L.NEIGHBOURS + s[me + L.LEFT] % L.CITY_SLOTS], L.PLAY_LEFT + verbs, out, n)
        if not restarts:
            return n
    return list_cities(hand, L.PLAY_START + verbs, out, n)


@compiled
def _more_places(s: Array, t: Array, me: int, verbs: int, horse: int, restarts: int, out: Array, n: int) -> int:
    """Do the same if the cards of a city differ, or can go in front of the carriage."""
    if t[L.NUMBERED]:
        for shoes in range(1, MOST_SHOES + 1):
            cards = with_shoes(s, me + L.HAND, shoes)
            n = _places(s, t, me, cards, verbs + (shoes << L.SHOES_AT) * L.VERBS, restarts, out, n)
    else:
        n = _places(s, t, me, s[me + L.HAND], verbs, restarts, out, n)
    if s[me + L.HORSE_CARDS] < t[L.MOST_HORSES]:
        n = list_cards(s, t, me + L.HAND, horse, out, n)
    return n


# ---- chance


@inlined
def is_chance(s: Array) -> bool:
    """Return whether a card or a back has to be revealed next."""
    return s[L.TO_DISPLAY] > 0 or s[L.TO_HAND] > 0 or s[L.BACK_DUE] > 0


@entry
def deal_any(s: Array, t: Array) -> int:
    """Reveal a random card of the deck, or the back of its top card, whichever is due; return the event."""
    if t[L.BACKS_SEEN]:
        return _deal_by_back(s, t)
    return L.DEAL + _deal_from(s, t, below(s, s[L.DECK_SIZE])) * L.VERBS


@compiled
def _deal_by_back(s: Array, t: Array) -> int:
    if s[L.BACK_DUE]:
        shoes = shoes_of(t, s[L.DECK + below(s, s[L.DECK_SIZE])])
        _see_back(s, t, shoes)
        return L.BACK + shoes * L.VERBS
    return L.DEAL + _deal_from(s, t, any_with(s, t, s[L.DECK_BACK])) * L.VERBS


@entry
def deal(s: Array, t: Array, card: int) -> bool:
    """Reveal this card; return whether the deck held it."""
    for place in range(s[L.DECK_SIZE]):
        if s[L.DECK + place] == card:
            _deal_from(s, t, place)
            return True
    return False


@entry
def see_back(s: Array, t: Array, shoes: int) -> bool:
    """Reveal this many horseshoes on the back of the deck's top card; return whether any card of the deck has them."""
    for place in range(s[L.DECK_SIZE]):
        if shoes_of(t, s[L.DECK + place]) == shoes:
            _see_back(s, t, shoes)
            return True
    return False


@inlined
def _deal_from(s: Array, t: Array, place: int) -> int:
    """Reveal the card at this place in the deck, and return it."""
    card = take_from_deck(s, place)
    if s[L.TO_HAND]:
        s[L.TO_HAND] -= 1
        me = L.SEATS + L.SEAT * s[L.PLAYER]
        s[me + L.HAND_SIZE] += 1
        bag = me + L.HAND
    else:
        s[L.TO_DISPLAY] -= 1
        bag = L.DISPLAY
    if card <= L.CITY_BITS:
        s[bag] += card
    else:
        put(s, bag, card)
    if s[L.DECK_SIZE] == 0:
        settle(s, t)
    if t[L.FOLLOW_UPS]:
        s[L.DECK_BACK] = 0
        follow_up(s, t)
    return card


@compiled
def _see_back(s: Array, t: Array, shoes: int) -> None:
    s[L.DECK_BACK] = shoes
    s[L.BACK_DUE] = 0
    follow_up(s, t)


# ---- what events do


@entry
def apply(s: Array, t: Array, event: int) -> None:
    """Apply a legal decision to the state; reveals may be due afterwards."""
    verb, operand = event % L.VERBS, event // L.VERBS
    me = L.SEATS + L.SEAT * s[L.PLAYER]
    if verb in (L.DRAW, L.POSTMASTER):
        if verb == L.POSTMASTER:
            use(s, t, me, L.POSTMASTER_USED)
        s[L.DRAWN] += 1
        take_card(s, t, me, operand)
    elif L.PLAY_RIGHT <= verb <= L.CARRIER_START:
        if verb >= L.CARRIER_RIGHT:
            use(s, t, me, L.CARRIER_USED)
            verb -= L.FROM_PLAY_TO_CARRIER
        s[L.PHASE] = L.PLAYING
        s[L.PLAYED] += 1
        _place(s, t, me, verb, operand)
    elif verb == L.END:
        end_turn(s, t)
    elif verb == L.CLOSE:
        _close(s, t, me, operand)
    elif verb == L.ADMINISTRATOR:
        use(s, t, me, L.ADMINISTRATOR_USED)
        discard(s, t, L.DISPLAY, display_size(s))
        s[L.TO_DISPLAY] = t[L.DISPLAY_FULL]
    elif verb == L.KEEP:
        keep(s, t, me, operand)
        if t[_HAND_FIRST]:
            if s[L.DECK_SIZE] == 0:
                settle(s, t)
            discard_route(s, t, me)
        end_turn(s, t)
    elif verb <= L.DECLINE:
        _decide_carriage(s, t, me, verb)
    elif verb <= L.CARRIER_HORSE:
        if verb == L.CARRIER_HORSE:
            use(s, t, me, L.CARRIER_USED)
        s[L.PHASE] = L.PLAYING
        s[L.PLAYED] += 1
        _play_horse(s, t, me, operand)
    else:
        act(s, t, me, verb, operand)
    if s[L.DECK_SIZE] == 0:
        settle(s, t)
    if t[L.FOLLOW_UPS]:
        follow_up(s, t)


@inlined
def _place(s: Array, t: Array, me: int, verb: int, card: int) -> None:
    """Move a card from the hand to its place in the route."""
    city = card & L.CITY_BITS
    if verb == L.PLAY_RIGHT:
        s[me + L.RIGHT] = city
    elif verb == L.PLAY_LEFT:
        s[me + L.LEFT] = city
    else:
        if s[me + L.ROUTE]:
            discard(s, t, me + L.ROUTE, s[me + L.LENGTH])
        s[me + L.LENGTH] = 0
        s[me + L.LEFT] = city
        s[me + L.RIGHT] = city
    if card == city:
        s[me + L.HAND] -= city
        s[me + L.ROUTE] += city
    else:
        move(s, me + L.HAND, me + L.ROUTE, card)
    s[me + L.HAND_SIZE] -= 1
    s[me + L.LENGTH] += 1


@compiled
def _play_horse(s: Array, t: Array, me: int, card: int) -> None:
    """Move a card from the hand to the horses in front of the carriage."""
    move(s, me + L.HAND, me + L.HORSES, card)
    s[me + L.HAND_SIZE] -= 1
    s[me + L.HORSE_CARDS] += 1
    s[me + L.HORSE_POWER] += shoes_of(t, card)


@compiled
def _close(s: Array, t: Array, me: int, houses: int) -> None:
    """Close the route: place the houses, take tiles, and begin the carriage phase or skip it."""
    length = s[me + L.LENGTH]
    s[L.CLOSED] = length
    place_houses(s, t, me, houses)
    take_route_tile(s, t, me, length)
    take_house_tiles(s, t, me)
    following = t[L.NEXT_CARRIAGE + s[me + L.CARRIAGE]]
    short = following - length
    if following and short <= 0:
        if t[_DECLINABLE]:
            s[L.PHASE] = L.CARRIAGES
        else:
            _take_carriage(s, t, me)
            discard_after_closing(s, t, me)
    elif following and short <= t[L.CARTWRIGHT_HELPS] and offered(s, t, me, L.CARTWRIGHT_USED):
        s[L.PHASE] = L.CARRIAGES
    else:
        _receive_no_carriage(s, t)
        discard_after_closing(s, t, me)


@compiled
def _decide_carriage(s: Array, t: Array, me: int, verb: int) -> None:
    """Take a carriage or decline it; if this emptied a stack of offices, the return round comes before the rest."""
    if verb == L.CARTWRIGHT:
        use(s, t, me, L.CARTWRIGHT_USED)
    if verb == L.DECLINE:
        _receive_no_carriage(s, t)
    else:
        _take_carriage(s, t, me)
    if emptied(s, t) == 0:
        discard_after_closing(s, t, me)


@compiled
def _receive_no_carriage(s: Array, t: Array) -> None:
    """Receive no carriage; the player takes the messenger if it is in play."""
    if t[L.MESSENGER_RIDES]:
        s[L.MESSENGER] = s[L.ON_TURN]


@compiled
def _take_carriage(s: Array, t: Array, me: int) -> None:
    number = t[L.NEXT_CARRIAGE + s[me + L.CARRIAGE]]
    s[me + L.CARRIAGE] = number
    if number == t[L.END_CARRIAGE]:
        take_end_tile(s, t, me)


# ---- the score


@entry
def score(s: Array, t: Array, player: int) -> int:
    """Return a player's victory points."""
    me = L.SEATS + L.SEAT * player
    points = t[L.CARRIAGE_POINTS + s[me + L.CARRIAGE]] + s[me + L.POINTS] - t[L.HOUSES_EACH] + s[me + L.HOUSES_PLACED]
    return points + s[me + L.CHIPS] + (s[L.MESSENGER] == player)


@entry
def winner(s: Array, t: Array) -> int:
    """Return who would win now; ties go to the first player clockwise from the one who ended the game.

    While nobody has ended it, they go to the first player clockwise from the starting player.
    """
    players = s[L.PLAYERS]
    first = s[L.ENDER] if s[L.ENDER] >= 0 else s[L.START]
    best, most = -1, -1000
    for step in range(players):
        player = (first + step) % players
        points = score(s, t, player)
        if points > most:
            best, most = player, points
    return best


# ---- random play


@entry
def play_uniformly(s: Array, t: Array, out: Array, events: int) -> int:
    """Play uniformly random events, this many or to the end of the game; return how many were played."""
    for played in range(events):
        if is_chance(s):
            deal_any(s, t)
        elif s[L.PHASE] == L.OVER:
            return played
        else:
            apply(s, t, out[below(s, decisions(s, t, out))])
    return events
