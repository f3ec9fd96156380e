"""A sensible player, quick enough for playouts: it looks at what an event gives, not at what follows.

It wants cities that its route can reach, houses for tiles, routes as long as the next carriage asks for, and saves the
official for where it helps most. How much it wants what is in the weights
(`thurntaxis_solver.kernel.policy.policy_weights`).
"""

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, Floats, compiled, inlined
from thurntaxis_solver.kernel.policy import policy_weights as W
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
    houses, held = s[me + L.HOUSES], s[me + L.TILES]
    if houses & city:
        return 0.0
    value = w[W.HOUSE]
    region = t[L.REGION_OF + city % 67]
    if region >= 0:
        stack = t[L.REGION_STACK + region]
        top = s[L.STACKS + stack] & 15
        if top and not held >> stack & 1:
            missing = size_of(t[L.REGION + region] & ~houses)
            value += w[W.REGION_TILE] * top / missing
    stack = t[L.ALL_STACK]
    top = s[L.STACKS + stack] & 15
    if top and not held >> stack & 1 and not houses & t[L.PROVINCE_OF + city % 67]:
        missing = helps = 0
        for number in range(t[L.PROVINCES]):
            if t[L.WANTED + number] and not houses & t[L.PROVINCE + number]:
                missing += 1
                helps |= t[L.PROVINCE + number] & city
        if helps:
            value += w[W.ALL_TILE] * top / (missing + 1)
    return value + _further_value(s, t, w, city) if t[L.BEYOND_BASE] else value


@compiled
def _further_value(s: Array, t: Array, w: Weights, city: int) -> float:
    """Return what a house in a city brings besides: the tile of a free city, and the letter that lies there."""
    value = 0.0
    for place in range(t[L.FREE_STACKS]):
        if t[L.FREE_CITY + place] == city:
            value += w[W.FREE_TILE] * (s[L.STACKS + t[L.FREE_STACK + place]] & 15)
    if t[L.LETTERS_PAY]:
        taken = 0
        for player in range(s[L.PLAYERS]):
            taken |= s[L.SEATS + L.SEAT * player + L.HOUSES]
        if not taken & city:
            value += w[W.LETTER]
    return value


@inlined
def official_value(s: Array, t: Array, w: Weights, official: int) -> float:
    """Return what an official brings or costs besides its help: an office tile, and letters."""
    value = 0.0
    if t[L.OFFICES_GIVEN] & official:
        value += w[W.OFFICE_TILE]
    if t[L.LETTERS_PAY]:
        value -= w[W.LETTER] * price(s, official)
    return value


@compiled
def horses_lacked(s: Array, t: Array, me: int, growth: int) -> int:
    """Return how many horses there are too few for the route and so many more cities, less than 0 for too many."""
    cities = min(s[me + L.LENGTH] + growth, max(s[me + L.LENGTH], t[L.ROUTE_LENGTH]))
    return cities - t[L.OWN_HORSES] - s[me + L.HORSE_POWER]


@inlined
def near_ends(s: Array, t: Array, me: int) -> int:
    """Return the cities that could be added to the route."""
    if s[me + L.ROUTE] == 0:
        return 0
    return (t[L.NEAR + s[me + L.LEFT] % 67] | t[L.NEAR + s[me + L.RIGHT] % 67]) & ~s[me + L.ROUTE]


@inlined
def reached(t: Array, first: int, cards: int) -> int:
    """Return the cards that `first` or others of them lead to, road by road."""
    found = fresh = first & cards
    while fresh:
        around = 0
        while fresh:
            city = fresh & -fresh
            fresh ^= city
            around |= t[L.NEAR + city % 67]
        fresh = around & cards & ~found
        found |= fresh
    return found


@inlined
def card_value(s: Array, t: Array, w: Weights, me: int, city: int, chain: int) -> float:
    """Return what a card is worth in the hand; `chain` are the cards of the hand that the route can come to."""
    hand, route = s[me + L.HAND], s[me + L.ROUTE]
    hand = (hand | hand >> 1) & L.EVEN_BITS
    near = t[L.NEAR + city % 67]
    value = w[W.CARD_HOUSE] * house_value(s, t, w, me, city)
    if route & city:
        value += w[W.CARD_IN_ROUTE]
    elif route:
        if near & (s[me + L.LEFT] | s[me + L.RIGHT]):
            value += w[W.CARD_FITS]
        elif near & chain:
            value += w[W.CARD_FOLLOWS]
    if hand & city:
        value += w[W.CARD_DOUBLE]
    elif near & hand & ~route:
        value += w[W.CARD_BESIDE_HAND]
    return value


# ---- decisions


@compiled
def choose(s: Array, t: Array, w: Weights, out: Array) -> int:
    """Return the event that the player on turn chooses; `out` is written over."""
    n = decisions(s, t, out)
    if n == 1:
        return out[0]
    me = L.SEATS + L.SEAT * s[L.PLAYER]
    if s[L.RETURNING]:
        return _choose_in_round(s, t, w, me, out, n)
    if s[L.PHASE] == L.DRAWING:
        return _choose_drawing(s, t, w, me, out, n)
    if s[L.PHASE] == L.PLAYING:
        return _choose_playing(s, t, w, me, out, n)
    if s[L.PHASE] == L.KEEPING:
        return _choose_kept(s, t, w, me, out, n)
    return out[0]


@compiled
def whim(s: Array, w: Weights) -> float:
    """Return a small random number, so that equal choices are not always the same."""
    return w[W.WHIM] * below(s, 1 << 16) / 65536.0


@compiled
def _choose_drawing(s: Array, t: Array, w: Weights, me: int, out: Array, n: int) -> int:
    hand = s[me + L.HAND]
    chain = reached(t, near_ends(s, t, me), (hand | hand >> 1) & L.EVEN_BITS & ~s[me + L.ROUTE])
    best, best_value = 0, -1e9
    play, play_value = -1, -1e9
    for place in range(n):
        event = out[place]
        verb = event % L.VERBS
        if verb == L.ADMINISTRATOR:
            value = w[W.ADMINISTRATOR_VALUE] + official_value(s, t, w, L.ADMINISTRATOR_USED)
        elif verb in (L.DRAW, L.POSTMASTER):
            value = _drawn_value(s, t, w, me, event // L.VERBS, chain)
            if verb == L.POSTMASTER:
                value += official_value(s, t, w, L.POSTMASTER_USED)
        else:
            value = whim(s, w)
            if verb == L.PLAY_HORSE:
                value += _horse_value(s, t, w, me, event // L.VERBS, chain)
            elif verb != L.END:
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
    cost = w[W.POSTMASTER_COST] if chain else w[W.POSTMASTER_COST_STUCK]
    length = s[me + L.LENGTH]
    following = t[L.NEXT_CARRIAGE + s[me + L.CARRIAGE]]
    if length + 1 >= t[L.SHORTEST] and chain and following and length + 3 >= following:
        cost += w[W.POSTMASTER_COST_NEAR_GOAL]
    return value > cost


@inlined
def _drawn_value(s: Array, t: Array, w: Weights, me: int, card: int, chain: int) -> float:
    """Return what it is worth to draw a card; 0 is one from the deck."""
    if card == 0:
        return w[W.BLIND_VALUE] if s[L.DISPLAY] else w[W.BLIND_ALONE]
    value = card_value(s, t, w, me, card & L.CITY_BITS, chain)
    return value + w[W.DRAW_SHOE] * shoes_of(t, card) if t[L.MOST_HORSES] else value


@compiled
def _horse_value(s: Array, t: Array, w: Weights, me: int, card: int, chain: int) -> float:
    """Return what it is worth to play a card before the carriage; `chain` are the cards that the route can come to."""
    city = card & L.CITY_BITS
    needed = min(shoes_of(t, card), horses_lacked(s, t, me, size_of(chain & ~city)))
    loss = _hand_value(s, t, w, me, city, chain)
    return w[W.HORSE] + w[W.HORSE_NEEDED] * max(needed, 0) - w[W.HORSE_CARD] * loss


@compiled
def _hand_value(s: Array, t: Array, w: Weights, me: int, city: int, chain: int) -> float:
    """Return what a card of the hand is worth there."""
    value = w[W.CARD_HOUSE] * house_value(s, t, w, me, city)
    return value + w[W.CARD_FITS] if chain & city else value


@compiled
def _place_value(s: Array, t: Array, w: Weights, me: int, event: int, verb: int) -> float:
    """Return what it is worth to play a card in its place."""
    city = event // L.VERBS & L.CITY_BITS
    hand, route = s[me + L.HAND], s[me + L.ROUTE]
    hand = (hand | hand >> 1) & L.EVEN_BITS & ~city
    value = w[W.PLACE_HOUSE] * house_value(s, t, w, me, city)
    near = t[L.NEAR + city % 67]
    if verb in (L.PLAY_START, L.CARRIER_START):
        if route:
            value -= w[W.GIVING_UP] + w[W.GIVING_UP_CITY] * s[me + L.LENGTH]
        ends, taken = near, city
    else:
        other = s[me + L.LEFT] if verb in (L.PLAY_RIGHT, L.CARRIER_RIGHT) else s[me + L.RIGHT]
        ends, taken = near | t[L.NEAR + other % 67], route | city
    value += w[W.PLACE_CHAIN] * size_of(reached(t, ends & ~taken, hand & ~taken))
    display = s[L.DISPLAY]
    value += w[W.PLACE_DISPLAY] * size_of(ends & ~taken & (display | display >> 1) & L.EVEN_BITS)
    return value + w[W.PLACE_OPEN] * size_of(ends & ~taken)


@compiled
def _choose_playing(s: Array, t: Array, w: Weights, me: int, out: Array, n: int) -> int:
    """Choose among a second card, closing, and ending the turn."""
    hand = s[me + L.HAND]
    length = s[me + L.LENGTH]
    chain = reached(t, near_ends(s, t, me), (hand | hand >> 1) & L.EVEN_BITS & ~s[me + L.ROUTE])
    growth = size_of(chain)
    carrier = official_value(s, t, w, L.CARRIER_USED) if t[L.BEYOND_BASE] else 0.0
    following = t[L.NEXT_CARRIAGE + s[me + L.CARRIAGE]]
    best, best_value = L.END, 0.0
    closing, closing_value = -1, -1e9
    for place in range(n):
        event = out[place]
        verb = event % L.VERBS
        if verb == L.CLOSE:
            value = _houses_value(s, t, w, me, event // L.VERBS) + whim(s, w)
            if value > closing_value:
                closing, closing_value = event, value
        elif verb in (L.CARRIER_RIGHT, L.CARRIER_LEFT):
            value = (
                carrier + w[W.CARRIER_VALUE] + w[W.CARRIER_PLACE] * _place_value(s, t, w, me, event, verb) + whim(s, w)
            )
            if length + 1 == following:
                value += w[W.CARRIER_EARNS]
            elif length + 1 == t[L.SHORTEST]:
                value += w[W.CARRIER_CLOSES]
            if value > best_value:
                best, best_value = event, value
        elif verb == L.CARRIER_START:
            value = carrier + w[W.CARRIER_START_VALUE] + _place_value(s, t, w, me, event, verb) + whim(s, w)
            if value > best_value:
                best, best_value = event, value
        elif verb == L.CARRIER_HORSE:
            value = (
                carrier + w[W.CARRIER_VALUE] + w[W.CARRIER_PLACE] * _horse_value(s, t, w, me, event // L.VERBS, chain)
            )
            value += whim(s, w)
            if value > best_value:
                best, best_value = event, value
    if closing >= 0:
        if t[L.MOST_HORSES]:
            value = w[W.HORSES_CLOSE] + w[W.HORSES_CLOSE_HOUSES] * closing_value
            value += w[W.HORSES_CLOSE_LENGTH] * length - w[W.HORSES_CLOSE_GROWTH] * growth
        else:
            value = (
                w[W.CLOSE_VALUE]
                + w[W.CLOSE_HOUSES] * closing_value
                + w[W.CLOSE_LENGTH] * length
                - w[W.CLOSE_GROWTH] * growth
            )
        if following:
            if length >= following:
                value += w[W.CLOSE_EARNS]
            elif length + t[L.CARTWRIGHT_HELPS] >= following and offered(s, t, me, L.CARTWRIGHT_USED):
                value += w[W.CLOSE_CARTWRIGHT]
        if length >= t[L.ROUTE_LENGTH]:
            value += w[W.CLOSE_LONGEST]
        if s[L.ENDER] >= 0:
            value += w[W.CLOSE_AT_END]
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
        kept = kept_bag(t, out[place] // L.VERBS)
        cards = (kept | kept >> 1) & L.EVEN_BITS
        value = whim(s, w) + w[W.KEEP_DIFFERENT] * size_of(cards)
        left = cards
        while left:
            city = left & -left
            left ^= city
            value += house_value(s, t, w, me, city)
            if t[L.NEAR + city % 67] & cards:
                value += w[W.KEEP_BESIDE]
        if value > best_value:
            best, best_value = out[place], value
    return best


@compiled
def _choose_in_round(s: Array, t: Array, w: Weights, me: int, out: Array, n: int) -> int:
    """Choose which office tiles to return, or what to take for them: the best of all that is better than nothing."""
    hand = s[me + L.HAND]
    chain = reached(t, near_ends(s, t, me), (hand | hand >> 1) & L.EVEN_BITS & ~s[me + L.ROUTE])
    best, best_value = out[0], -1e9
    for place in range(n):
        event = out[place]
        verb, operand = event % L.VERBS, event // L.VERBS
        value = whim(s, w)
        if verb == L.RETURN:
            value += w[W.RETURN_ONE + size_of(operand) - 1]
        elif verb == L.HONOR_HOUSE:
            value += 1.0 + house_value(s, t, w, me, operand)
        elif verb == L.HONOR_DRAW:
            value += 1.0 + _drawn_value(s, t, w, me, operand, chain)
        if value > best_value:
            best, best_value = event, value
    return best


# ---- whole games


@compiled
def play_out(s: Array, t: Array, w: Weights, out: Array, turns: int) -> bool:
    """Play on until the game is over, or this many turns are; return whether it is over."""
    last = s[L.TURNS] + turns
    while s[L.PHASE] != L.OVER:
        if is_chance(s):
            deal_any(s, t)
        elif s[L.TURNS] >= last:
            return False
        else:
            apply(s, t, choose(s, t, w, out))
    return True
