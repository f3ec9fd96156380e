"""A sensible player, quick enough for playouts: it looks at what an event gives, not at what follows.

It wants cities that its route can reach, houses for tiles, routes as long as the next carriage asks for, and saves the
official for where it helps most. How much it wants what is in the weights
(`thurntaxis_solver.kernel.policy.policy_weights`).
"""

from thurntaxis_solver.kernel.compiled import Array, Floats, compiled, inlined
from thurntaxis_solver.kernel.layout import (
    ADMINISTRATOR,
    ADMINISTRATOR_USED,
    ALL_STACK,
    BEYOND_BASE,
    CARRIAGE,
    CARRIER_HORSE,
    CARRIER_LEFT,
    CARRIER_RIGHT,
    CARRIER_START,
    CARRIER_USED,
    CARTWRIGHT_HELPS,
    CARTWRIGHT_USED,
    CITY_BITS,
    CLOSE,
    DISPLAY,
    DRAW,
    DRAWING,
    END,
    ENDER,
    EVEN_BITS,
    FREE_CITY,
    FREE_STACK,
    FREE_STACKS,
    HAND,
    HONOR_DRAW,
    HONOR_HOUSE,
    HORSE_POWER,
    HOUSES,
    KEEPING,
    LEFT,
    LENGTH,
    LETTERS_PAY,
    MOST_HORSES,
    NEAR,
    NEXT_CARRIAGE,
    OFFICES_GIVEN,
    OVER,
    OWN_HORSES,
    PHASE,
    PLAY_HORSE,
    PLAY_RIGHT,
    PLAY_START,
    PLAYER,
    PLAYERS,
    PLAYING,
    POSTMASTER,
    POSTMASTER_USED,
    PROVINCE,
    PROVINCE_OF,
    PROVINCES,
    REGION,
    REGION_OF,
    REGION_STACK,
    RETURN,
    RETURNING,
    RIGHT,
    ROUTE,
    ROUTE_LENGTH,
    SEAT,
    SEATS,
    SHORTEST,
    STACKS,
    TILES,
    TURNS,
    VERBS,
    WANTED,
)
from thurntaxis_solver.kernel.policy.policy_weights import (
    ADMINISTRATOR_VALUE,
    ALL_TILE,
    BLIND_ALONE,
    BLIND_VALUE,
    CARD_BESIDE_HAND,
    CARD_DOUBLE,
    CARD_FITS,
    CARD_FOLLOWS,
    CARD_HOUSE,
    CARD_IN_ROUTE,
    CARRIER_CLOSES,
    CARRIER_EARNS,
    CARRIER_PLACE,
    CARRIER_START_VALUE,
    CARRIER_VALUE,
    CLOSE_AT_END,
    CLOSE_CARTWRIGHT,
    CLOSE_EARNS,
    CLOSE_GROWTH,
    CLOSE_HOUSES,
    CLOSE_LENGTH,
    CLOSE_LONGEST,
    CLOSE_VALUE,
    DRAW_SHOE,
    FREE_TILE,
    GIVING_UP,
    GIVING_UP_CITY,
    HORSE,
    HORSE_CARD,
    HORSE_NEEDED,
    HORSES_CLOSE,
    HORSES_CLOSE_GROWTH,
    HORSES_CLOSE_HOUSES,
    HORSES_CLOSE_LENGTH,
    HOUSE,
    KEEP_BESIDE,
    KEEP_DIFFERENT,
    LETTER,
    OFFICE_TILE,
    PLACE_CHAIN,
    PLACE_DISPLAY,
    PLACE_HOUSE,
    PLACE_OPEN,
    POSTMASTER_COST,
    POSTMASTER_COST_NEAR_GOAL,
    POSTMASTER_COST_STUCK,
    REGION_TILE,
    RETURN_ONE,
    WHIM,
)
from thurntaxis_solver.kernel.rng import below
from thurntaxis_solver.kernel.rules.cards import shoes_of, size_of
from thurntaxis_solver.kernel.rules.keeping import kept_bag
from thurntaxis_solver.kernel.rules.moves import apply, deal_any, decisions, is_chance
from thurntaxis_solver.kernel.rules.officials import offered, price

Weights = Floats
"""The weights of a taste, by the numbers that `thurntaxis_solver.kernel.policy.policy_weights` gives them."""


# ---- what things are worth


@inlined
def house_value(s: Array, t: Array, w: Weights, me: int, city: int) -> float:
    """Return what a house in a city is worth: the house, and its share in the tiles still to be had."""
    houses, held = s[me + HOUSES], s[me + TILES]
    if houses & city:
        return 0.0
    value = w[HOUSE]
    region = t[REGION_OF + city % 67]
    if region >= 0:
        stack = t[REGION_STACK + region]
        top = s[STACKS + stack] & 15
        if top and not held >> stack & 1:
            missing = size_of(t[REGION + region] & ~houses)
            value += w[REGION_TILE] * top / missing
    stack = t[ALL_STACK]
    top = s[STACKS + stack] & 15
    if top and not held >> stack & 1 and not houses & t[PROVINCE_OF + city % 67]:
        missing = helps = 0
        for number in range(t[PROVINCES]):
            if t[WANTED + number] and not houses & t[PROVINCE + number]:
                missing += 1
                helps |= t[PROVINCE + number] & city
        if helps:
            value += w[ALL_TILE] * top / (missing + 1)
    return value + _further_value(s, t, w, city) if t[BEYOND_BASE] else value


@compiled
def _further_value(s: Array, t: Array, w: Weights, city: int) -> float:
    """Return what a house in a city brings besides: the tile of a free city, and the letter that lies there."""
    value = 0.0
    for place in range(t[FREE_STACKS]):
        if t[FREE_CITY + place] == city:
            value += w[FREE_TILE] * (s[STACKS + t[FREE_STACK + place]] & 15)
    if t[LETTERS_PAY]:
        taken = 0
        for player in range(s[PLAYERS]):
            taken |= s[SEATS + SEAT * player + HOUSES]
        if not taken & city:
            value += w[LETTER]
    return value


@inlined
def official_value(s: Array, t: Array, w: Weights, official: int) -> float:
    """Return what an official brings or costs besides its help: an office tile, and letters."""
    value = 0.0
    if t[OFFICES_GIVEN] & official:
        value += w[OFFICE_TILE]
    if t[LETTERS_PAY]:
        value -= w[LETTER] * price(s, official)
    return value


@compiled
def horses_lacked(s: Array, t: Array, me: int, growth: int) -> int:
    """Return how many horses there are too few for the route and so many more cities, less than 0 for too many."""
    cities = min(s[me + LENGTH] + growth, max(s[me + LENGTH], t[ROUTE_LENGTH]))
    return cities - t[OWN_HORSES] - s[me + HORSE_POWER]


@inlined
def near_ends(s: Array, t: Array, me: int) -> int:
    """Return the cities that could be added to the route."""
    if s[me + ROUTE] == 0:
        return 0
    return (t[NEAR + s[me + LEFT] % 67] | t[NEAR + s[me + RIGHT] % 67]) & ~s[me + ROUTE]


@inlined
def reached(t: Array, first: int, cards: int) -> int:
    """Return the cards that `first` or others of them lead to, road by road."""
    found = fresh = first & cards
    while fresh:
        around = 0
        while fresh:
            city = fresh & -fresh
            fresh ^= city
            around |= t[NEAR + city % 67]
        fresh = around & cards & ~found
        found |= fresh
    return found


@inlined
def card_value(s: Array, t: Array, w: Weights, me: int, city: int, chain: int) -> float:
    """Return what a card is worth in the hand; `chain` are the cards of the hand that the route can come to."""
    hand, route = s[me + HAND], s[me + ROUTE]
    hand = (hand | hand >> 1) & EVEN_BITS
    near = t[NEAR + city % 67]
    value = w[CARD_HOUSE] * house_value(s, t, w, me, city)
    if route & city:
        value += w[CARD_IN_ROUTE]
    elif route:
        if near & (s[me + LEFT] | s[me + RIGHT]):
            value += w[CARD_FITS]
        elif near & chain:
            value += w[CARD_FOLLOWS]
    if hand & city:
        value += w[CARD_DOUBLE]
    elif near & hand & ~route:
        value += w[CARD_BESIDE_HAND]
    return value


# ---- decisions


@compiled
def choose(s: Array, t: Array, w: Weights, out: Array) -> int:
    """Return the event that the player on turn chooses; `out` is written over."""
    n = decisions(s, t, out)
    if n == 1:
        return out[0]
    me = SEATS + SEAT * s[PLAYER]
    if s[RETURNING]:
        return _choose_in_round(s, t, w, me, out, n)
    if s[PHASE] == DRAWING:
        return _choose_drawing(s, t, w, me, out, n)
    if s[PHASE] == PLAYING:
        return _choose_playing(s, t, w, me, out, n)
    if s[PHASE] == KEEPING:
        return _choose_kept(s, t, w, me, out, n)
    return out[0]


@compiled
def whim(s: Array, w: Weights) -> float:
    """Return a small random number, so that equal choices are not always the same."""
    return w[WHIM] * below(s, 1 << 16) / 65536.0


@compiled
def _choose_drawing(s: Array, t: Array, w: Weights, me: int, out: Array, n: int) -> int:
    hand = s[me + HAND]
    chain = reached(t, near_ends(s, t, me), (hand | hand >> 1) & EVEN_BITS & ~s[me + ROUTE])
    best, best_value = 0, -1e9
    play, play_value = -1, -1e9
    for place in range(n):
        event = out[place]
        verb = event % VERBS
        if verb == ADMINISTRATOR:
            value = w[ADMINISTRATOR_VALUE] + official_value(s, t, w, ADMINISTRATOR_USED)
        elif verb in (DRAW, POSTMASTER):
            value = _drawn_value(s, t, w, me, event // VERBS, chain)
            if verb == POSTMASTER:
                value += official_value(s, t, w, POSTMASTER_USED)
        else:
            value = whim(s, w)
            if verb == PLAY_HORSE:
                value += _horse_value(s, t, w, me, event // VERBS, chain)
            elif verb != END:
                value += _place_value(s, t, w, me, event, verb)
            if value > play_value:
                play, play_value = event, value
            continue
        value += whim(s, w)
        if value > best_value:
            best, best_value = event, value
    if play >= 0 and (best_value == -1e9 or not _wants_second(s, t, w, me, chain, best_value)):
        return play
    return best


@compiled
def _wants_second(s: Array, t: Array, w: Weights, me: int, chain: int, value: float) -> bool:
    """Return whether something of this value is worth an official of this turn, mostly a second card."""
    cost = w[POSTMASTER_COST] if chain else w[POSTMASTER_COST_STUCK]
    length = s[me + LENGTH]
    following = t[NEXT_CARRIAGE + s[me + CARRIAGE]]
    if length + 1 >= t[SHORTEST] and chain and following and length + 3 >= following:
        cost += w[POSTMASTER_COST_NEAR_GOAL]
    return value > cost


@inlined
def _drawn_value(s: Array, t: Array, w: Weights, me: int, card: int, chain: int) -> float:
    """Return what it is worth to draw a card; 0 is one from the deck."""
    if card == 0:
        return w[BLIND_VALUE] if s[DISPLAY] else w[BLIND_ALONE]
    value = card_value(s, t, w, me, card & CITY_BITS, chain)
    return value + w[DRAW_SHOE] * shoes_of(t, card) if t[MOST_HORSES] else value


@compiled
def _horse_value(s: Array, t: Array, w: Weights, me: int, card: int, chain: int) -> float:
    """Return what it is worth to play a card before the carriage; `chain` are the cards that the route can come to."""
    city = card & CITY_BITS
    needed = min(shoes_of(t, card), horses_lacked(s, t, me, size_of(chain & ~city)))
    loss = _hand_value(s, t, w, me, city, chain)
    return w[HORSE] + w[HORSE_NEEDED] * max(needed, 0) - w[HORSE_CARD] * loss


@compiled
def _hand_value(s: Array, t: Array, w: Weights, me: int, city: int, chain: int) -> float:
    """Return what a card of the hand is worth there."""
    value = w[CARD_HOUSE] * house_value(s, t, w, me, city)
    return value + w[CARD_FITS] if chain & city else value


@compiled
def _place_value(s: Array, t: Array, w: Weights, me: int, event: int, verb: int) -> float:
    """Return what it is worth to play a card in its place."""
    city = event // VERBS & CITY_BITS
    hand, route = s[me + HAND], s[me + ROUTE]
    hand = (hand | hand >> 1) & EVEN_BITS & ~city
    value = w[PLACE_HOUSE] * house_value(s, t, w, me, city)
    near = t[NEAR + city % 67]
    if verb in (PLAY_START, CARRIER_START):
        if route:
            value -= w[GIVING_UP] + w[GIVING_UP_CITY] * s[me + LENGTH]
        ends, taken = near, city
    else:
        other = s[me + LEFT] if verb in (PLAY_RIGHT, CARRIER_RIGHT) else s[me + RIGHT]
        ends, taken = near | t[NEAR + other % 67], route | city
    value += w[PLACE_CHAIN] * size_of(reached(t, ends & ~taken, hand & ~taken))
    display = s[DISPLAY]
    value += w[PLACE_DISPLAY] * size_of(ends & ~taken & (display | display >> 1) & EVEN_BITS)
    return value + w[PLACE_OPEN] * size_of(ends & ~taken)


@compiled
def _choose_playing(s: Array, t: Array, w: Weights, me: int, out: Array, n: int) -> int:
    """Choose among a second card, closing, and ending the turn."""
    hand = s[me + HAND]
    length = s[me + LENGTH]
    chain = reached(t, near_ends(s, t, me), (hand | hand >> 1) & EVEN_BITS & ~s[me + ROUTE])
    growth = size_of(chain)
    carrier = official_value(s, t, w, CARRIER_USED) if t[BEYOND_BASE] else 0.0
    following = t[NEXT_CARRIAGE + s[me + CARRIAGE]]
    best, best_value = END, 0.0
    closing, closing_value = -1, -1e9
    for place in range(n):
        event = out[place]
        verb = event % VERBS
        if verb == CLOSE:
            value = _houses_value(s, t, w, me, event // VERBS) + whim(s, w)
            if value > closing_value:
                closing, closing_value = event, value
        elif verb in (CARRIER_RIGHT, CARRIER_LEFT):
            value = carrier + w[CARRIER_VALUE] + w[CARRIER_PLACE] * _place_value(s, t, w, me, event, verb) + whim(s, w)
            if length + 1 == following:
                value += w[CARRIER_EARNS]
            elif length + 1 == t[SHORTEST]:
                value += w[CARRIER_CLOSES]
            if value > best_value:
                best, best_value = event, value
        elif verb == CARRIER_START:
            value = carrier + w[CARRIER_START_VALUE] + _place_value(s, t, w, me, event, verb) + whim(s, w)
            if value > best_value:
                best, best_value = event, value
        elif verb == CARRIER_HORSE:
            value = carrier + w[CARRIER_VALUE] + w[CARRIER_PLACE] * _horse_value(s, t, w, me, event // VERBS, chain)
            value += whim(s, w)
            if value > best_value:
                best, best_value = event, value
    if closing >= 0:
        if t[MOST_HORSES]:
            value = w[HORSES_CLOSE] + w[HORSES_CLOSE_HOUSES] * closing_value
            value += w[HORSES_CLOSE_LENGTH] * length - w[HORSES_CLOSE_GROWTH] * growth
        else:
            value = (
                w[CLOSE_VALUE] + w[CLOSE_HOUSES] * closing_value + w[CLOSE_LENGTH] * length - w[CLOSE_GROWTH] * growth
            )
        if following:
            if length >= following:
                value += w[CLOSE_EARNS]
            elif length + t[CARTWRIGHT_HELPS] >= following and offered(s, t, me, CARTWRIGHT_USED):
                value += w[CLOSE_CARTWRIGHT]
        if length >= t[ROUTE_LENGTH]:
            value += w[CLOSE_LONGEST]
        if s[ENDER] >= 0:
            value += w[CLOSE_AT_END]
        if value + whim(s, w) > best_value:
            return closing
    return best


@compiled
def _houses_value(s: Array, t: Array, w: Weights, me: int, houses: int) -> float:
    value = 0.0
    while houses:
        city = houses & -houses
        houses ^= city
        value += house_value(s, t, w, me, city)
    return value


@compiled
def _choose_kept(s: Array, t: Array, w: Weights, me: int, out: Array, n: int) -> int:
    """Choose the cards to keep: for houses, and beside each other."""
    best, best_value = out[0], -1e9
    for place in range(n):
        kept = kept_bag(t, out[place] // VERBS)
        cards = (kept | kept >> 1) & EVEN_BITS
        value = whim(s, w) + w[KEEP_DIFFERENT] * size_of(cards)
        left = cards
        while left:
            city = left & -left
            left ^= city
            value += house_value(s, t, w, me, city)
            if t[NEAR + city % 67] & cards:
                value += w[KEEP_BESIDE]
        if value > best_value:
            best, best_value = out[place], value
    return best


@compiled
def _choose_in_round(s: Array, t: Array, w: Weights, me: int, out: Array, n: int) -> int:
    """Choose which office tiles to return, or what to take for them: the best of all that is better than nothing."""
    hand = s[me + HAND]
    chain = reached(t, near_ends(s, t, me), (hand | hand >> 1) & EVEN_BITS & ~s[me + ROUTE])
    best, best_value = out[0], -1e9
    for place in range(n):
        event = out[place]
        verb, operand = event % VERBS, event // VERBS
        value = whim(s, w)
        if verb == RETURN:
            value += w[RETURN_ONE + size_of(operand) - 1]
        elif verb == HONOR_HOUSE:
            value += 1.0 + house_value(s, t, w, me, operand)
        elif verb == HONOR_DRAW:
            value += 1.0 + _drawn_value(s, t, w, me, operand, chain)
        if value > best_value:
            best, best_value = event, value
    return best


# ---- whole games


@compiled
def play_out(s: Array, t: Array, w: Weights, out: Array, turns: int) -> bool:
    """Play on until the game is over, or this many turns are; return whether it is over."""
    last = s[TURNS] + turns
    while s[PHASE] != OVER:
        if is_chance(s):
            deal_any(s, t)
        elif s[TURNS] >= last:
            return False
        else:
            apply(s, t, choose(s, t, w, out))
    return True
