"""The playout policy: hand-written rules with fitted weights, fast enough for playouts, without any lookahead.

It values cards by the route that they extend, houses by the tiles that they help to win, routes by the next carriage,
and saves the official of the turn for when it helps most. The weights are those of
`thurntaxis_solver.kernel.policy.policy_weights`.
"""

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, Floats, compiled, entry, inlined
from thurntaxis_solver.kernel.policy import policy_weights as W
from thurntaxis_solver.kernel.rng import below
from thurntaxis_solver.kernel.rules.cards import cities_of, shoes_of, size_of
from thurntaxis_solver.kernel.rules.keeping import kept_bag
from thurntaxis_solver.kernel.rules.moves import apply, deal_any, decisions, is_chance
from thurntaxis_solver.kernel.rules.officials import offered, price

Weights = Floats
"""Policy weights, indexed by the constants of `thurntaxis_solver.kernel.policy.policy_weights`."""


# ---- values


@inlined
def house_value(s: Array, t: Array, w: Weights, me: int, city: int) -> float:
    """Return the value of a house in a city: the house itself, and its share of the tiles still available."""
    houses, held = s[me + L.HOUSES], s[me + L.TILES]
    if houses & city:
        return 0.0
    value = w[W.HOUSE]
    region = t[L.REGION_OF + city % L.CITY_SLOTS]
    if region >= 0:
        stack = t[L.REGION_STACK + region]
        top = s[L.STACKS + stack] & 15
        if top and not held >> stack & 1:
            missing = size_of(t[L.REGION + region] & ~houses)
            value += w[W.REGION_TILE] * top / missing
    stack = t[L.ALL_STACK]
    top = s[L.STACKS + stack] & 15
    if top and not held >> stack & 1 and not houses & t[L.PROVINCE_OF + city % L.CITY_SLOTS]:
        missing = helps = 0
        for number in range(t[L.PROVINCES]):
            if t[L.REQUIRED + number] and not houses & t[L.PROVINCE + number]:
                missing += 1
                helps |= t[L.PROVINCE + number] & city
        if helps:
            value += w[W.ALL_TILE] * top / (missing + 1)
    return value + _module_value(s, t, w, city) if t[L.BEYOND_BASE] else value


@compiled
def _module_value(s: Array, t: Array, w: Weights, city: int) -> float:
    """Return what modules add to the value of a house: the tile of a free city, and the letter that lies there."""
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
    """Return the value of the office tile that an official brings, less the letters that it costs."""
    value = 0.0
    if t[L.OFFICES_GIVEN] & official:
        value += w[W.OFFICE_TILE]
    if t[L.LETTERS_PAY]:
        value -= w[W.LETTER] * price(s, official)
    return value


@compiled
def horses_lacked(s: Array, t: Array, me: int, growth: int) -> int:
    """Return how many horses a route with `growth` more cities lacks; negative if some are to spare."""
    cities = min(s[me + L.LENGTH] + growth, max(s[me + L.LENGTH], t[L.ROUTE_LENGTH]))
    return cities - t[L.OWN_HORSES] - s[me + L.HORSE_POWER]


@inlined
def near_ends(s: Array, t: Array, me: int) -> int:
    """Return the cities that could extend the route at either end."""
    if s[me + L.ROUTE] == 0:
        return 0
    return (t[L.NEIGHBOURS + s[me + L.LEFT] % L.CITY_SLOTS] | t[L.NEIGHBOURS + s[me + L.RIGHT] % L.CITY_SLOTS]) & ~s[
        me + L.ROUTE
    ]


@inlined
def reached(t: Array, first: int, cards: int) -> int:
    """Return the cities of `cards` that can be reached from `first` through other cities of `cards`."""
    found = fresh = first & cards
    while fresh:
        around = 0
        while fresh:
            city = fresh & -fresh
            fresh ^= city
            around |= t[L.NEIGHBOURS + city % L.CITY_SLOTS]
        fresh = around & cards & ~found
        found |= fresh
    return found


@inlined
def chain_of(s: Array, t: Array, me: int) -> int:
    """Return the cities of the hand that could extend the route, directly or after others of them."""
    return reached(t, near_ends(s, t, me), cities_of(s[me + L.HAND]) & ~s[me + L.ROUTE])


@inlined
def card_value(s: Array, t: Array, w: Weights, me: int, city: int, chain: int) -> float:
    """Return the value of having a card in hand; `chain` is what `chain_of` returns."""
    hand, route = cities_of(s[me + L.HAND]), s[me + L.ROUTE]
    near = t[L.NEIGHBOURS + city % L.CITY_SLOTS]
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


@entry
def choose(s: Array, t: Array, w: Weights, out: Array) -> int:
    """Return the event that the policy chooses for the player who decides; `out` is overwritten."""
    n = decisions(s, t, out)
    if n == 1:
        return out[0]
    me = L.SEATS + L.SEAT * s[L.PLAYER]
    if s[L.RETURNING]:
        return _choose_in_round(s, t, w, me, out, n)
    if out[0] == L.END:
        return _choose_playing(s, t, w, me, out, n)
    if s[L.PHASE] == L.DRAWING:
        return _choose_drawing(s, t, w, me, out, n)
    if s[L.PHASE] == L.KEEPING:
        return _choose_kept(s, t, w, me, out, n)
    return out[0]


@compiled
def noise(s: Array, w: Weights) -> float:
    """Return a small random number, which varies the choice among events of similar value."""
    return w[W.NOISE] * below(s, 1 << 16) / 65536.0


@compiled
def _choose_drawing(s: Array, t: Array, w: Weights, me: int, out: Array, n: int) -> int:
    """Choose a card to draw, an official, or a card to play."""
    chain = chain_of(s, t, me)
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
            value = noise(s, w)
            if verb == L.PLAY_HORSE:
                value += _horse_value(s, t, w, me, event // L.VERBS, chain)
            elif verb != L.END:
                value += _place_value(s, t, w, me, event, verb)
            if value > play_value:
                play, play_value = event, value
            continue
        value += noise(s, w)
        if value > best_value:
            best, best_value = event, value
    if play >= 0 and (best_value == -1e9 or not _is_worth_official(s, t, w, me, chain, best_value)):
        return play
    return best


@compiled
def _is_worth_official(s: Array, t: Array, w: Weights, me: int, chain: int, value: float) -> bool:
    """Return whether an event of this value, usually a second draw, is worth an official of this turn."""
    cost = w[W.POSTMASTER_COST] if chain else w[W.POSTMASTER_COST_STUCK]
    length = s[me + L.LENGTH]
    following = t[L.NEXT_CARRIAGE + s[me + L.CARRIAGE]]
    if length + 1 >= t[L.SHORTEST] and chain and following and length + 3 >= following:
        cost += w[W.POSTMASTER_COST_NEAR_GOAL]
    return value > cost


@inlined
def _drawn_value(s: Array, t: Array, w: Weights, me: int, card: int, chain: int) -> float:
    """Return the value of drawing a card from the display, or (0) from the deck."""
    if card == 0:
        return w[W.BLIND_VALUE] if s[L.DISPLAY] else w[W.BLIND_ALONE]
    value = card_value(s, t, w, me, card & L.CITY_BITS, chain)
    return value + w[W.DRAW_SHOE] * shoes_of(t, card) if t[L.MOST_HORSES] else value


@compiled
def _horse_value(s: Array, t: Array, w: Weights, me: int, card: int, chain: int) -> float:
    """Return the value of playing a card in front of the carriage; `chain` is what `chain_of` returns."""
    city = card & L.CITY_BITS
    needed = min(shoes_of(t, card), horses_lacked(s, t, me, size_of(chain & ~city)))
    loss = _hand_value(s, t, w, me, city, chain)
    return w[W.HORSE] + w[W.HORSE_NEEDED] * max(needed, 0) - w[W.HORSE_CARD] * loss


@compiled
def _hand_value(s: Array, t: Array, w: Weights, me: int, city: int, chain: int) -> float:
    """Return the value of keeping a card in hand."""
    value = w[W.CARD_HOUSE] * house_value(s, t, w, me, city)
    return value + w[W.CARD_FITS] if chain & city else value


@compiled
def _place_value(s: Array, t: Array, w: Weights, me: int, event: int, verb: int) -> float:
    """Return the value of playing a card in its place in the route."""
    city = event // L.VERBS & L.CITY_BITS
    route = s[me + L.ROUTE]
    hand = cities_of(s[me + L.HAND]) & ~city
    value = w[W.PLACE_HOUSE] * house_value(s, t, w, me, city)
    near = t[L.NEIGHBOURS + city % L.CITY_SLOTS]
    if verb in (L.PLAY_START, L.CARRIER_START):
        if route:
            value -= w[W.GIVING_UP] + w[W.GIVING_UP_CITY] * s[me + L.LENGTH]
        ends, taken = near, city
    else:
        other = s[me + L.LEFT] if verb in (L.PLAY_RIGHT, L.CARRIER_RIGHT) else s[me + L.RIGHT]
        ends, taken = near | t[L.NEIGHBOURS + other % L.CITY_SLOTS], route | city
    value += w[W.PLACE_CHAIN] * size_of(reached(t, ends & ~taken, hand & ~taken))
    value += w[W.PLACE_DISPLAY] * size_of(ends & ~taken & cities_of(s[L.DISPLAY]))
    return value + w[W.PLACE_OPEN] * size_of(ends & ~taken)


@compiled
def _choose_playing(s: Array, t: Array, w: Weights, me: int, out: Array, n: int) -> int:
    """Choose among playing a second card, closing the route, and ending the turn."""
    length = s[me + L.LENGTH]
    chain = chain_of(s, t, me)
    carrier = official_value(s, t, w, L.CARRIER_USED) if t[L.BEYOND_BASE] else 0.0
    following = t[L.NEXT_CARRIAGE + s[me + L.CARRIAGE]]
    best, best_value = L.END, 0.0
    closing, closing_value = -1, -1e9
    for place in range(n):
        event = out[place]
        verb = event % L.VERBS
        if verb == L.CLOSE:
            value = _houses_value(s, t, w, me, event // L.VERBS) + noise(s, w)
            if value > closing_value:
                closing, closing_value = event, value
        elif verb in (L.CARRIER_RIGHT, L.CARRIER_LEFT):
            value = carrier + w[W.CARRIER_VALUE] + w[W.CARRIER_PLACE] * _place_value(s, t, w, me, event, verb)
            value += noise(s, w)
            if length + 1 == following:
                value += w[W.CARRIER_EARNS]
            elif length + 1 == t[L.SHORTEST]:
                value += w[W.CARRIER_CLOSES]
            if value > best_value:
                best, best_value = event, value
        elif verb == L.CARRIER_START:
            value = carrier + w[W.CARRIER_START_VALUE] + _place_value(s, t, w, me, event, verb) + noise(s, w)
            if value > best_value:
                best, best_value = event, value
        elif verb == L.CARRIER_HORSE:
            card = event // L.VERBS
            value = carrier + w[W.CARRIER_VALUE] + w[W.CARRIER_PLACE] * _horse_value(s, t, w, me, card, chain)
            value += noise(s, w)
            if value > best_value:
                best, best_value = event, value
    if closing >= 0:
        value = _closing_value(s, t, w, me, closing_value, size_of(chain))
        if value + noise(s, w) > best_value:
            return closing
    return best


@compiled
def _closing_value(s: Array, t: Array, w: Weights, me: int, houses: float, growth: int) -> float:
    """Return the value of closing the route instead of leaving it open; `houses` is the value of the houses placed.

    `growth` is how many cards of the hand could still extend the route.
    """
    length = s[me + L.LENGTH]
    following = t[L.NEXT_CARRIAGE + s[me + L.CARRIAGE]]
    if t[L.MOST_HORSES]:
        value = w[W.HORSES_CLOSE] + w[W.HORSES_CLOSE_HOUSES] * houses
        value += w[W.HORSES_CLOSE_LENGTH] * length - w[W.HORSES_CLOSE_GROWTH] * growth
    else:
        value = w[W.CLOSE_VALUE] + w[W.CLOSE_HOUSES] * houses + w[W.CLOSE_LENGTH] * length - w[W.CLOSE_GROWTH] * growth
    if following:
        if length >= following:
            value += w[W.CLOSE_EARNS]
        elif length + t[L.CARTWRIGHT_HELPS] >= following and offered(s, t, me, L.CARTWRIGHT_USED):
            value += w[W.CLOSE_CARTWRIGHT]
    if length >= t[L.ROUTE_LENGTH]:
        value += w[W.CLOSE_LONGEST]
    if s[L.ENDER] >= 0:
        value += w[W.CLOSE_AT_END]
    return value


@compiled
def _houses_value(s: Array, t: Array, w: Weights, me: int, houses: int) -> float:
    """Return the value of a set of houses, as the sum of their values."""
    value = 0.0
    while houses:
        city = houses & -houses
        houses ^= city
        value += house_value(s, t, w, me, city)
    return value


@compiled
def _choose_kept(s: Array, t: Array, w: Weights, me: int, out: Array, n: int) -> int:
    """Choose the cards to keep: for houses, and for roads between them."""
    best, best_value = out[0], -1e9
    for place in range(n):
        cards = cities_of(kept_bag(t, out[place] // L.VERBS))
        value = noise(s, w) + w[W.KEEP_DIFFERENT] * size_of(cards)
        left = cards
        while left:
            city = left & -left
            left ^= city
            value += house_value(s, t, w, me, city)
            if t[L.NEIGHBOURS + city % L.CITY_SLOTS] & cards:
                value += w[W.KEEP_BESIDE]
        if value > best_value:
            best, best_value = out[place], value
    return best


@compiled
def _choose_in_round(s: Array, t: Array, w: Weights, me: int, out: Array, n: int) -> int:
    """Choose which office tiles to return, or which reward to take for them."""
    chain = chain_of(s, t, me)
    best, best_value = out[0], -1e9
    for place in range(n):
        event = out[place]
        verb, operand = event % L.VERBS, event // L.VERBS
        value = noise(s, w)
        if verb == L.RETURN:
            value += w[W.RETURN_ONE + size_of(operand) - 1]
        elif verb == L.HONOR_HOUSE:
            value += 1.0 + house_value(s, t, w, me, operand)
        elif verb == L.HONOR_DRAW:
            value += 1.0 + _drawn_value(s, t, w, me, operand, chain)
        if value > best_value:
            best, best_value = event, value
    return best


# ---- playouts


@entry
def play_out(s: Array, t: Array, w: Weights, out: Array, turns: int) -> bool:
    """Play to the end of the game, or for this many turns; return whether the game is over."""
    last = s[L.TURNS] + turns
    while s[L.PHASE] != L.OVER:
        if is_chance(s):
            deal_any(s, t)
        elif s[L.TURNS] >= last:
            return False
        else:
            apply(s, t, choose(s, t, w, out))
    return True
