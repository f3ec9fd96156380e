"""The layout of a state and of the tables: where each number is.

A *state* is a position in one array: the table and the turn, then four seats of `SEAT` numbers each, then the stacks of
tiles, then the cards of the deck. The *tables* are what the board and the rule set say, in another array.

A *card* is the bit of its city. On boards where the cards of a city differ in their horseshoes (written `CITY/N`), the
number of horseshoes is added at bit `SHOES_AT`. Each bag of cards is followed by two more: that of its cards with two
horseshoes at `WITH_TWO`, and that of its cards with three at `WITH_THREE`. On other boards these two bags are empty.
`thurntaxis_solver.kernel.rules.cards.shoes_of` returns the horseshoes of any card.
"""

from thurntaxis.modules.offices.office_tiles import STACKS as OFFICE_STACKS
from thurntaxis.officials import OFFICIALS
from thurntaxis.options import MODULES, OptionValue, options_of

CITY_SLOTS = 67  # entries of a table by city, read at `bit % CITY_SLOTS`: a prime that tells the powers of two apart
SHOES_AT = 50
CITY_BITS = (1 << 48) - 1  # masks a card's city, without its horseshoes
WITH_TWO, WITH_THREE = 1, 2

# ---- the state: table and turn

PLAYERS = 0  # number of players
START = 1  # the starting player
ENDER = 2  # who took the game-end tile, or -1
PLAYER = 3  # who decides: the player on turn, or the first in a return round
PHASE = 4
OFFICIAL = 5  # officials used in this turn, as bits
DRAWN = 6  # cards drawn in this turn
PLAYED = 7  # cards played in this turn
BEGAN_EMPTY = 8  # 1: the turn began with an empty hand
CLOSED = 9  # length of the route closed in this turn
TO_DISPLAY = 10  # reveals due to the display
TO_HAND = 11  # reveals due to the hand of the player who decides
DISPLAY = 12  # bags
DISCARD = 15  # bags
DISCARD_SIZE = 18
DECK_SIZE = 19
ON_TURN = 20  # whose turn it is
MESSENGER = 21  # who has the messenger, or -1
DECK_BACK = 22  # number seen on the back of the deck's top card, 0 if none is seen
BACK_DUE = 23  # 1: the back of the deck's top card is revealed next, before anything else
RETURNING = 24  # players still to act in a return round, as seat + 1, three bits each, the first lowest; 0: no round
ROUND_OFFICE = 25  # the official whose stack was emptied, as a bit
REWARD = 26  # what the first player of the round may take
OFFICES_LEFT = 27  # office tiles in the stacks, four bits per official
CHIPS_LEFT = 28
TURNS = 29  # turns completed since the state was made
CHANCE = 30  # state of the random number generator

# ---- the state: seats

SEATS = 31  # where the first seat begins
SEAT = 24  # numbers per seat
MOST_PLAYERS = 4

HAND = 0  # bags
HAND_SIZE = 3
ROUTE = 4  # bags; the first is also the set of the route's cities
LENGTH = 7  # cities in the route
LEFT = 8  # city at the left end, 0 without a route
RIGHT = 9  # city at the right end
HOUSES = 10  # set
HOUSES_PLACED = 11
CARRIAGE = 12  # highest number, 0 if none
TILES = 13  # stacks of which the seat holds a tile, as bits by the stack's number
POINTS = 14  # of all tiles
HORSES = 15  # bags of the cards in front of the carriage
HORSE_CARDS = 18  # how many cards these are
HORSE_POWER = 19  # their horseshoes
LETTERS = 20  # owned
USABLE = 21  # letters that can be paid with
OFFICES = 22  # office tiles, four bits per official
CHIPS = 23

# ---- the state: stacks and deck

STACKS = SEATS + SEAT * MOST_PLAYERS  # per stack: the values left, the uppermost in the lowest four bits
MOST_STACKS = 16
DECK = STACKS + MOST_STACKS  # the cards of the deck, in no order
MOST_CARDS = 72
STATE_SIZE = DECK + MOST_CARDS

# ---- phases, officials, rewards

DRAWING, PLAYING, CARRIAGES, KEEPING, OVER, FINAL = range(6)
PHASE_NAMES = ("draw", "play", "carriage", "keep", "over", "final")


def used(official: str) -> int:
    """Return the bit of an official among those used in a turn."""
    return 1 << OFFICIALS.index(official)


POSTMASTER_USED, ADMINISTRATOR_USED, CARRIER_USED, CARTWRIGHT_USED = map(used, OFFICIALS[:4])  # bits
OFFICIAL_COUNT = len(OFFICIALS)
OFFICE_COUNT = len(OFFICE_STACKS[2])  # officials that have office tiles: the first ones
NOTHING, DRAW_REWARD, HOUSE_REWARD, DRAWN_REWARD = range(4)  # drawn: a card is still to be revealed
REWARD_NAMES = (None, "draw", "house", "drawn")

# ---- events: verb + operand * VERBS; the operand is a city or card (0: the deck), a set or bag, or as commented

VERBS = 32
DEAL, ADMINISTRATOR, DRAW, POSTMASTER = range(4)
PLAY_RIGHT, PLAY_LEFT, PLAY_START, CARRIER_RIGHT, CARRIER_LEFT, CARRIER_START = range(4, 10)
CLOSE, END, TAKE_CARRIAGE, CARTWRIGHT, DECLINE, KEEP = range(10, 16)  # KEEP where cards differ: see `KEPT_BITS`
BACK = 16  # the number on the back
PLAY_HORSE, CARRIER_HORSE = 17, 18
RETURN = 19  # officials, as bits
HONOR_DRAW, HONOR_HOUSE, HONOR_PASS = 20, 21, 22
FROM_PLAY_TO_CARRIER = CARRIER_RIGHT - PLAY_RIGHT
_VERB_WORDS = (
    *("deal", "administrator", "draw", "postmaster"),
    *("play right", "play left", "play start", "carrier right", "carrier left", "carrier start"),
    *("close", "end", "carriage", "cartwright", "decline", "keep"),
    *("back", "play horse", "carrier horse", "return", "honor draw", "honor house", "honor pass"),
)
_OWN_VERBS = (official for official in OFFICIALS if official not in {words.split()[0] for words in _VERB_WORDS})
VERB_WORDS = (*_VERB_WORDS, *_OWN_VERBS)  # by verb: the opening words of its events; of playing, the first and the last


def verb(words: str) -> int:
    """Return the verb of the events with these opening words."""
    return VERB_WORDS.index(words)


KEPT_BITS = 7  # per card kept, the smallest lowest: the number of its city times four plus its horseshoes
KEPT_MASK = (1 << KEPT_BITS) - 1

# ---- the tables

HOUSES_EACH = 0
DISPLAY_FULL = 1
KEPT = 2  # cards kept after closing
SHORTEST = 3  # cities that a route needs to be closed
PROVINCES = 4  # number of provinces
REGIONS = 5  # number of stacks for regions
ROUTE_STACKS = 6  # number of stacks for route lengths
ALL_STACK = 7  # the stack for all provinces
END_STACK = 8  # the stack for the end of the game
END_CARRIAGE = 9  # the carriage that triggers the end of the game
STACKS_USED = 10  # number of stacks
CITIES = 11  # number of cities
CARTWRIGHT_HELPS = 12  # cities that a route may be short of
NUMBERED = 13  # 1: the cards of a city differ in their horseshoes
FREE_STACKS = 14  # number of stacks for free cities
LETTERS_PAY = 15  # 1: each official after the first costs letters
MESSENGER_RIDES = 16  # 1: a player who closes a route without receiving a carriage takes the messenger
OFFICES_GIVEN = 17  # the officials that have office tiles, as bits; 0: none
MOST_HORSES = 18  # cards that may be in front of the carriage; 0: no horses are needed
OWN_HORSES = 19  # horses without any card
MORE_PLACES = 20  # 1: the cards of a city differ, or cards can go in front of the carriage
FOLLOW_UPS = 21  # 1: after each event a back may have to be revealed, or a return round may begin or continue

CARRIAGE_SLOTS = 16
MOST_PROVINCES = 16

NEXT_CARRIAGE = 22  # by the highest carriage (0 to 15); 0: none
CARRIAGE_POINTS = NEXT_CARRIAGE + CARRIAGE_SLOTS
NEIGHBOURS = CARRIAGE_POINTS + CARRIAGE_SLOTS  # by city: the set of its neighbours
NUMBER = NEIGHBOURS + CITY_SLOTS  # by city: its number in the order of the names
PROVINCE_OF = NUMBER + CITY_SLOTS  # by city: the set of its province; 0 for a free city
SHOES = PROVINCE_OF + CITY_SLOTS  # by city: the horseshoes of its cards, if they don't differ; else 0
PROVINCE = SHOES + CITY_SLOTS  # by number of the province: its cities; after the last one, the free cities
REQUIRED = PROVINCE + MOST_PROVINCES + 1  # by number of the province: 1 if the tile for all provinces requires it
REGION = REQUIRED + MOST_PROVINCES  # by number of the region: its cities
REGION_STACK = REGION + MOST_STACKS  # and its stack
ROUTE_LENGTH = REGION_STACK + MOST_STACKS  # by rank, the longest first: the length
ROUTE_STACK = ROUTE_LENGTH + MOST_STACKS  # and the stack
FREE_CITY = ROUTE_STACK + MOST_STACKS  # by rank: the free city
FREE_STACK = FREE_CITY + MOST_STACKS  # and its stack
REGION_OF = FREE_STACK + MOST_STACKS  # by city: the number of its region, -1 if none
NAMES_KNOWN = REGION_OF + CITY_SLOTS  # 1: the board whose cities and stacks the network knows by name
BEYOND_BASE = NAMES_KNOWN + 1  # 1: there are modules, or it is another board
READINGS = BEYOND_BASE + 1  # by option and value: 1 if the rule set reads it so
READING_PAIRS: tuple[tuple[str, OptionValue], ...] = tuple(
    (option, value) for option, values in options_of(MODULES).items() for value in values
)
TABLES_SIZE = READINGS + len(READING_PAIRS)


def reading(option: str, value: OptionValue) -> int:
    """Return the place in the tables that holds 1 where this reading of an option is followed."""
    return READINGS + READING_PAIRS.index((option, value))


BACKS_SEEN = reading("card-backs", "seen")


EVEN_BITS = 0x1555555555555555  # one bit per city
