"""The weights of the playout policy: the index and the meaning of each.

Their values are in a file of a checkpoint (`thurntaxis_solver.kernel.checkpoint`). The unit is about a point: an event
with the value 1 is as good as one more point at the end.
"""

import tomllib
from collections.abc import Sequence
from pathlib import Path

HOUSE = 0  # a house, apart from tiles
REGION_TILE = 1  # a house's share of a region's tile: the tile's value divided by the cities still missing
ALL_TILE = 2  # its share of the tile for all provinces: the value divided by the provinces still missing plus one

CARD_HOUSE = 3  # a card, as a fraction of the value of a house in its city
CARD_IN_ROUTE = 4  # a card whose city is already in the route
CARD_FITS = 5  # a card that extends the route now
CARD_FOLLOWS = 6  # a card that extends it after others from the hand
CARD_DOUBLE = 7  # a card of which the hand already has a copy
CARD_BESIDE_HAND = 8  # a card with a road to another card in hand
BLIND_VALUE = 9  # a blind card
ADMINISTRATOR_VALUE = 10  # a new display
POSTMASTER_COST = 11  # the least value of a second draw, if a card in hand extends the route
POSTMASTER_COST_STUCK = 12  # the same if none does
POSTMASTER_COST_NEAR_GOAL = 13  # added if another official could soon earn the carriage

PLACE_HOUSE = 14  # a card played, as a fraction of the value of a house in its city
PLACE_CHAIN = 15  # each card in hand that can follow
PLACE_DISPLAY = 16  # each face-up city that can follow
PLACE_OPEN = 17  # each city that can follow
GIVING_UP = 18  # the loss when a route is given up
GIVING_UP_CITY = 19  # the loss for each of its cities

CARRIER_VALUE = 20  # a second card played with the carrier
CARRIER_PLACE = 21  # its place, as a fraction of that place's value
CARRIER_EARNS = 22  # added if it makes the route long enough for the next carriage
CARRIER_CLOSES = 23  # added if it makes the route long enough to be closed
CARRIER_START_VALUE = 24  # a new route with the carrier's card

CLOSE_VALUE = 25  # closing the route rather than leaving it open
CLOSE_HOUSES = 26  # the houses placed, as a fraction of their value
CLOSE_LENGTH = 27  # each city of the route
CLOSE_GROWTH = 28  # the loss for each card in hand that could extend the route
CLOSE_EARNS = 29  # added if the route earns the next carriage
CLOSE_CARTWRIGHT = 30  # added if it does so with the cartwright
CLOSE_LONGEST = 31  # added if a longer route would earn no better tile
CLOSE_AT_END = 32  # added once the end of the game is triggered

KEEP_DIFFERENT = 33  # each different card kept
KEEP_BESIDE = 34  # each card kept with a road to another
NOISE = 35  # the upper bound of the random number added to each value

# for modules and other boards:
FREE_TILE = 36  # the tile of a free city, as a fraction of its value
LETTER = 37  # a letter taken or paid
OFFICE_TILE = 38  # the office tile that an official brings
HORSES_CLOSE = 39  # closing a route that needs horses rather than leaving it open
HORSES_CLOSE_HOUSES = 40  # the houses placed then, as a fraction of their value
HORSES_CLOSE_LENGTH = 41  # each city of the route then
HORSES_CLOSE_GROWTH = 42  # the loss then for each card in hand that could extend the route
HORSE = 43  # a card played in front of the carriage
HORSE_NEEDED = 44  # each of its horseshoes needed for the route and the cards in hand that can follow
HORSE_CARD = 45  # the loss of the card, as a fraction of its value in hand
DRAW_SHOE = 46  # each horseshoe on a card drawn
RETURN_ONE = 47  # returning one office tile
RETURN_TWO = 48
RETURN_THREE = 49
RETURN_FOUR = 50
BLIND_ALONE = 51  # a blind card if the display is empty

# for the tree search:
PREFERRED_PRIOR = 52  # the prior of the event that the policy chooses; that of any other event is 1
MARGIN = 53  # what a point of margin adds to utility while a game is open: see `tree_search.margin_weight`
EXPLORATION = 54  # the factor of the exploration term
WEIGHTS = 55
FURTHER = FREE_TILE

ADDED = {"margin": 0.01, "exploration": 1.0}
"""What weights count as in a file from before they existed: with these values, the search plays as it did then."""

NAMES = tuple(
    name.lower().replace("_", "-") for name, number in list(globals().items()) if type(number) is int and name.isupper()
)[:WEIGHTS]


def read(file: Path) -> tuple[float, ...]:
    """Return the weights in a file.

    Raises:
        OSError: it can't be read.
        ValueError: it holds no policy weights.
    """
    try:
        weights = ADDED | tomllib.loads(file.read_text(encoding="utf-8"))["weights"]
        return tuple(float(weights[name]) for name in NAMES)
    except (KeyError, TypeError) as error:
        raise ValueError(f"{file} holds no policy weights") from error


def data(weights: Sequence[float]) -> dict[str, dict[str, float]]:
    """Return what a file of these weights holds."""
    return {"weights": {name: round(weight, 3) for name, weight in zip(NAMES, weights, strict=True)}}
