"""A naive implementation of the playout policy: its values, and the events that it may choose without noise.

Everything is from the view of the player who decides. The weights are those of
`thurntaxis_solver.kernel.policy.policy_weights`.
"""

from collections.abc import Collection, Iterable, Sequence

import thurntaxis as tt
from thurntaxis_solver.kernel.policy import policy_weights as W

Weights = Sequence[float]

# ---- the position


def has(position: tt.Position, module: str) -> bool:
    return module in position.rules.modules


def cities_of(position: tt.Position, cards: Iterable[str]) -> list[str]:
    return [position.rules.board.city_of[card] for card in cards]


def near_ends(position: tt.Position, route: Sequence[str]) -> set[str]:
    """The cities that could be added to a route of these cities."""
    neighbours = position.rules.board.neighbours
    return {other for end in {*route[:1], *route[-1:]} for other in neighbours[end]} - set(route)


def reached(position: tt.Position, first: Collection[str], cards: Collection[str]) -> set[str]:
    """The cards that can be reached from the first ones through other cards."""
    neighbours, found = position.rules.board.neighbours, set(first) & set(cards)
    while more := {card for card in set(cards) - found if neighbours[card] & found}:
        found |= more
    return found


def chain_of(position: tt.Position, player: tt.Player) -> set[str]:
    """The cities of the hand that can extend the route, directly or after one another."""
    route = cities_of(position, player.route)
    return reached(position, near_ends(position, route), set(cities_of(position, player.hand)) - set(route))


def longest(position: tt.Position) -> int:
    return max(stack.length or 0 for stack in position.rules.board.stacks)


def next_carriage(position: tt.Position) -> int | None:
    if has(position, "power-and-glory"):
        return None
    return position.rules.board.next_carriage[position.mover.carriage]


def officials_with_tiles(position: tt.Position) -> set[str]:
    if not has(position, "offices-of-honor"):
        return set()
    gone = {"cartwright"} if has(position, "power-and-glory") else set()
    return {"administrator", "postmaster", "carrier", "cartwright"} - gone


def letters_paid(position: tt.Position, official: str) -> int:
    """How many letters the official would cost now."""
    turn = position.turn
    if not has(position, "princess-messenger"):
        return 0
    if official == "postmaster" if turn.began_empty else not turn.officials:
        return 0
    return 1 if position.players[turn.player].has_messenger else 2


# ---- values


def house_value(position: tt.Position, city: str, weights: Weights) -> float:
    me, board = position.mover, position.rules.board
    if city in me.houses:
        return 0.0
    value, stacks = weights[W.HOUSE], position.stacks()
    settled = {board.province_of[house] for house in me.houses}
    for stack in board.stacks:
        left = stacks[stack.name]
        if not left or any(tile.stack == stack.name for tile in me.tiles):
            continue
        if city in board.region_cities.get(stack.name, ()):
            value += weights[W.REGION_TILE] * left[0] / len(board.region_cities[stack.name] - set(me.houses))
        if stack.kind == "all-provinces":
            left_out = {stack.outside} if position.rules.options["all-provinces"] == "outside-baiern" else set()
            missing = {province.name for province in board.provinces} - left_out - settled
            if board.province_of[city] in missing:
                value += weights[W.ALL_TILE] * left[0] / (len(missing) + 1)
        if stack.city == city:
            value += weights[W.FREE_TILE] * left[0]
    if has(position, "princess-messenger") and not any(city in player.houses for player in position.players):
        value += weights[W.LETTER]
    return value


def houses_value(position: tt.Position, cities: Iterable[str], weights: Weights) -> float:
    return sum(house_value(position, city, weights) for city in cities)


def official_value(position: tt.Position, official: str, weights: Weights) -> float:
    tile = weights[W.OFFICE_TILE] if official in officials_with_tiles(position) else 0.0
    return tile - weights[W.LETTER] * letters_paid(position, official)


def horses_lacked(position: tt.Position, growth: int) -> int:
    """Horses that a route with `growth` more cities lacks; cities beyond the longest stack don't count."""
    me = position.mover
    cities = min(len(me.route) + growth, max(len(me.route), longest(position)))
    return cities - 2 - sum(position.rules.board.horseshoes[card] for card in me.horses)


def card_value(position: tt.Position, city: str, weights: Weights) -> float:
    me, neighbours = position.mover, position.rules.board.neighbours
    route, hand = cities_of(position, me.route), cities_of(position, me.hand)
    value = weights[W.CARD_HOUSE] * house_value(position, city, weights)
    if city in route:
        value += weights[W.CARD_IN_ROUTE]
    elif city in near_ends(position, route):
        value += weights[W.CARD_FITS]
    elif route and neighbours[city] & chain_of(position, me):
        value += weights[W.CARD_FOLLOWS]
    if city in hand:
        value += weights[W.CARD_DOUBLE]
    elif neighbours[city] & set(hand) - set(route):
        value += weights[W.CARD_BESIDE_HAND]
    return value


def drawn_value(position: tt.Position, card: str, weights: Weights) -> float:
    if card == "deck":
        return weights[W.BLIND_VALUE if position.display else W.BLIND_ALONE]
    value = card_value(position, position.rules.board.city_of[card], weights)
    if has(position, "power-and-glory"):
        value += weights[W.DRAW_SHOE] * position.rules.board.horseshoes[card]
    return value


def place_value(position: tt.Position, event: tt.Event, weights: Weights) -> float:
    me, (_, card, side) = position.mover, event
    city, before = position.rules.board.city_of[card], cities_of(position, me.route)
    route = {"right": [*before, city], "left": [city, *before], "start": [city]}[side]
    follow = near_ends(position, route)
    value = weights[W.PLACE_HOUSE] * house_value(position, city, weights)
    if side == "start" and before:
        value -= weights[W.GIVING_UP] + weights[W.GIVING_UP_CITY] * len(before)
    cards = set(cities_of(position, me.hand)) - set(route)
    value += weights[W.PLACE_CHAIN] * len(reached(position, follow, cards))
    value += weights[W.PLACE_DISPLAY] * len(follow & set(cities_of(position, position.display)))
    return value + weights[W.PLACE_OPEN] * len(follow)


def horse_value(position: tt.Position, card: str, weights: Weights) -> float:
    board, chain = position.rules.board, chain_of(position, position.mover)
    city = board.city_of[card]
    needed = max(0, min(board.horseshoes[card], horses_lacked(position, len(chain - {city}))))
    lost = weights[W.CARD_HOUSE] * house_value(position, city, weights)
    lost += weights[W.CARD_FITS] if city in chain else 0.0
    return weights[W.HORSE] + weights[W.HORSE_NEEDED] * needed - weights[W.HORSE_CARD] * lost


# ---- the choice


def choices(position: tt.Position, weights: Weights) -> set[tt.Event]:
    """The events that the policy may choose: all that are equally good."""
    events = list(position.events())
    if len(events) == 1:
        return set(events)
    if position.returning:
        return best({event: value_in_round(position, event, weights) for event in events})
    if position.turn.phase == "draw":
        return choices_drawing(position, events, weights)
    if position.turn.phase == "play":
        return choices_playing(position, events, weights)
    if position.turn.phase == "keep":
        return best({event: kept_value(position, event, weights) for event in events})
    return {event for event in events if event.verb != "decline"}


def best(values: dict[tt.Event, float]) -> set[tt.Event]:
    return {event for event, value in values.items() if value >= max(values.values()) - 1e-9}


def value_in_round(position: tt.Position, event: tt.Event, weights: Weights) -> float:
    if event.verb == "return":
        return weights[W.RETURN_ONE + len(event) - 2]
    if event[1] == "house":
        return 1 + house_value(position, event[2], weights)
    return 1 + drawn_value(position, event[2], weights) if event[1] == "draw" else 0.0


def played_value(position: tt.Position, event: tt.Event, weights: Weights) -> float:
    if event.verb == "end":
        return 0.0
    return horse_value(position, event[1], weights) if event[2] == "horse" else place_value(position, event, weights)


def choices_drawing(position: tt.Position, events: list[tt.Event], weights: Weights) -> set[tt.Event]:
    """A card is played as soon as no other event is worth an official."""
    others, plays = {}, {}
    for event in events:
        if event.verb == "administrator":
            value = weights[W.ADMINISTRATOR_VALUE] + official_value(position, event.verb, weights)
            others[event] = value
        elif event.verb in ("draw", "postmaster"):
            paid = official_value(position, event.verb, weights) if event.verb == "postmaster" else 0.0
            others[event] = drawn_value(position, event[1], weights) + paid
        else:
            plays[event] = played_value(position, event, weights)
    if plays and max(others.values(), default=-1e9) <= cost_of_official(position, weights):
        return best(plays)
    return best(others)


def cost_of_official(position: tt.Position, weights: Weights) -> float:
    me, chain, following = position.mover, chain_of(position, position.mover), next_carriage(position)
    if not chain:
        return weights[W.POSTMASTER_COST_STUCK]
    near = len(me.route) + 1 >= position.rules.board.shortest_route and following and len(me.route) + 3 >= following
    return weights[W.POSTMASTER_COST] + (weights[W.POSTMASTER_COST_NEAR_GOAL] if near else 0.0)


def choices_playing(position: tt.Position, events: list[tt.Event], weights: Weights) -> set[tt.Event]:
    """The route is closed, with the best houses, if that is better than a second card and than ending the turn."""
    closings = {event: houses_value(position, event.cities, weights) for event in events if event.verb == "close"}
    others = {event: second_value(position, event, weights) for event in events if event.verb != "close"}
    if closings:
        closing = max(closings, key=lambda event: closings[event])
        if closing_value(position, closing, closings[closing], weights) > max(others.values()):
            return best(closings)
    return best(others)


def second_value(position: tt.Position, event: tt.Event, weights: Weights) -> float:
    if event.verb == "end":
        return 0.0
    value, longer = official_value(position, "carrier", weights), len(position.mover.route) + 1
    if event[2] == "start":
        return value + weights[W.CARRIER_START_VALUE] + place_value(position, event, weights)
    value += weights[W.CARRIER_VALUE] + weights[W.CARRIER_PLACE] * played_value(position, event, weights)
    if event[2] == "horse":
        return value
    if longer == next_carriage(position):
        return value + weights[W.CARRIER_EARNS]
    return value + weights[W.CARRIER_CLOSES] if longer == position.rules.board.shortest_route else value


def closing_value(position: tt.Position, closing: tt.Event, houses: float, weights: Weights) -> float:
    cities, growth = len(position.mover.route), len(chain_of(position, position.mover))
    if has(position, "power-and-glory"):
        value = weights[W.HORSES_CLOSE] + weights[W.HORSES_CLOSE_HOUSES] * houses
        value += weights[W.HORSES_CLOSE_LENGTH] * cities - weights[W.HORSES_CLOSE_GROWTH] * growth
    else:
        value = weights[W.CLOSE_VALUE] + weights[W.CLOSE_HOUSES] * houses
        value += weights[W.CLOSE_LENGTH] * cities - weights[W.CLOSE_GROWTH] * growth
    following = next_carriage(position)
    if following and cities >= following:
        value += weights[W.CLOSE_EARNS]
    elif any(event.verb == "cartwright" for event in position.play(closing).events()):
        value += weights[W.CLOSE_CARTWRIGHT]
    if cities >= longest(position):
        value += weights[W.CLOSE_LONGEST]
    return value if position.ender is None else value + weights[W.CLOSE_AT_END]


def kept_value(position: tt.Position, event: tt.Event, weights: Weights) -> float:
    kept = set(cities_of(position, event[1:]))
    beside = sum(1 for city in kept if position.rules.board.neighbours[city] & kept)
    value = weights[W.KEEP_DIFFERENT] * len(kept) + weights[W.KEEP_BESIDE] * beside
    return value + houses_value(position, kept, weights)
