"""The weights of the sensible player: what each means.

Their values are in `policy_weights.toml`, found by `thurntaxis_solver.training.fit_policy`.

Values are points, roughly: what has the value 1 is wanted about as much as one point more at the end.
"""

import functools
import tomllib
from pathlib import Path

HOUSE = 0  # a house, whatever tiles it helps to
REGION_TILE = 1  # the share in a region's tile: its value by the cities still missing
ALL_TILE = 2  # the share in the tile for all provinces: its value by the provinces still missing, and one

CARD_HOUSE = 3  # a card for a city, as a part of the house's value
CARD_IN_ROUTE = 4  # a card for a city that the route holds already
CARD_FITS = 5  # a card that extends the route now
CARD_FOLLOWS = 6  # a card that extends it after others of the hand
CARD_DOUBLE = 7  # a card that the hand holds already
CARD_BESIDE_HAND = 8  # a card with a road to another of the hand
BLIND_VALUE = 9  # a blind card
ADMINISTRATOR_VALUE = 10  # a new display
POSTMASTER_COST = 11  # what a second card must be worth, with a card that extends the route in hand
POSTMASTER_COST_STUCK = 12  # without one
POSTMASTER_COST_NEAR_GOAL = 13  # in addition, where another official could soon earn the carriage

PLACE_HOUSE = 14  # a card played, as a part of the house's value
PLACE_CHAIN = 15  # each card of the hand that can follow
PLACE_DISPLAY = 16  # each face-up city that can follow
PLACE_OPEN = 17  # each city that can follow
GIVING_UP = 18  # what is lost by giving a route up
GIVING_UP_CITY = 19  # and for each of its cities

CARRIER_VALUE = 20  # the carrier's second card
CARRIER_PLACE = 21  # as a part of the place's value
CARRIER_EARNS = 22  # in addition, where it makes the route long enough for the next carriage
CARRIER_CLOSES = 23  # or long enough to be closed
CARRIER_START_VALUE = 24  # the carrier's card as a new route

CLOSE_VALUE = 25  # closing, against going on
CLOSE_HOUSES = 26  # the houses placed, as a part of their value
CLOSE_LENGTH = 27  # each city of the route
CLOSE_GROWTH = 28  # what is lost for each card of the hand that could extend the route
CLOSE_EARNS = 29  # the route earns the next carriage
CLOSE_CARTWRIGHT = 30  # it does so with the cartwright
CLOSE_LONGEST = 31  # a longer route earns no better tile
CLOSE_AT_END = 32  # the last round has begun

KEEP_DIFFERENT = 33  # each different card kept
KEEP_BESIDE = 34  # each card kept with a road to another
WHIM = 35  # the most that chance adds to any value

# What modules and other boards add:
FREE_TILE = 36  # the share in the tile of a free city: its value
LETTER = 37  # a letter, taken or paid
OFFICE_TILE = 38  # the office tile that an official brings
HORSES_CLOSE = 39  # closing with horses, against going on
HORSES_CLOSE_HOUSES = 40  # the houses placed then, as a part of their value
HORSES_CLOSE_LENGTH = 41  # each city of the route then
HORSES_CLOSE_GROWTH = 42  # what is lost then for each card of the hand that could extend the route
HORSE = 43  # a card played before the carriage
HORSE_NEEDED = 44  # each of its horseshoes that the route needs, with the cards of the hand that can follow
HORSE_CARD = 45  # the card, as a part of its value in the hand
DRAW_SHOE = 46  # each horseshoe of a card drawn
RETURN_ONE = 47  # returning one office tile
RETURN_TWO = 48
RETURN_THREE = 49
RETURN_FOUR = 50
BLIND_ALONE = 51  # a blind card where none lies face up
WEIGHTS = 52
FURTHER = FREE_TILE

FILE = Path(__file__).with_suffix(".toml")
NAMES = tuple(
    name.lower().replace("_", "-") for name, number in list(globals().items()) if type(number) is int and name.isupper()
)[:WEIGHTS]


@functools.cache
def shipped() -> tuple[float, ...]:
    """Return the weights of the package."""
    weights = tomllib.loads(FILE.read_text(encoding="utf-8"))["weights"]
    return tuple(float(weights[name]) for name in NAMES)
