"""Where the numbers of a state and of the tables lie.

A *state* is a position in one array: the table and the turn first, then four seats of `SEAT` numbers, then the stacks
of tiles, then the deck, card by card. The *tables* are what board and rule set say, in another array.
"""

# ---- the state: table and turn

PLAYERS = 0  # how many
START = 1  # the starting player
ENDER = 2  # who took the game-end tile, or -1
PLAYER = 3  # on turn
PHASE = 4
OFFICIAL = 5  # used in this turn, 0 if none
DRAWN = 6  # cards drawn in this turn
PLAYED = 7  # cards played in this turn
BEGAN_EMPTY = 8  # 1: the turn began with an empty hand
CLOSED = 9  # length of the route closed in this turn
TO_DISPLAY = 10  # reveals due to the display
TO_HAND = 11  # reveals due to the hand of the player on turn
DISPLAY = 12  # bag
DISCARD = 13  # bag
DISCARD_SIZE = 14
DECK_SIZE = 15
TURNS = 16  # turns ended since the state was made
CHANCE = 17  # state of the random numbers

# ---- the state: seats

SEATS = 18  # where the first seat begins
SEAT = 12  # numbers of a seat
MOST_PLAYERS = 4

HAND = 0  # bag
HAND_SIZE = 1
ROUTE = 2  # set
LENGTH = 3  # cities of the route
LEFT = 4  # city at the left end, 0 without a route
RIGHT = 5  # city at the right end
HOUSES = 6  # set
HOUSES_PLACED = 7
CARRIAGE = 8  # highest number, 0 if none
TILES = 9  # stacks of which the seat holds a tile, as bits by number of the stack
POINTS = 10  # of all tiles
TAKEN = 11  # tiles held

# ---- the state: stacks and deck

STACKS = SEATS + SEAT * MOST_PLAYERS  # each stack: the values left, the uppermost in the lowest four bits
MOST_STACKS = 16
DECK = STACKS + MOST_STACKS  # the cards of the deck, as bits of cities, in no order
MOST_CARDS = 72
STATE = DECK + MOST_CARDS

# ---- phases, officials

DRAWING, PLAYING, CARRIAGES, KEEPING, OVER = range(5)
PHASE_NAMES = ("draw", "play", "carriage", "keep", "over")
POSTMASTER_USED, ADMINISTRATOR_USED, CARRIER_USED, CARTWRIGHT_USED = range(1, 5)
OFFICIAL_NAMES = (None, "postmaster", "administrator", "carrier", "cartwright")

# ---- events: verb + operand * VERBS, the operand being a city (0: the deck), a set or a bag

VERBS = 32
DEAL, ADMINISTRATOR, DRAW, POSTMASTER = range(4)
PLAY_RIGHT, PLAY_LEFT, PLAY_START, CARRIER_RIGHT, CARRIER_LEFT, CARRIER_START = range(4, 10)
CLOSE, END, TAKE_CARRIAGE, CARTWRIGHT, DECLINE, KEEP = range(10, 16)
FROM_PLAY_TO_CARRIER = CARRIER_RIGHT - PLAY_RIGHT

# ---- the tables

RESTARTS = 0  # 1: the carrier's card may start a new route
DECLINABLE = 1  # 1: a carriage may be declined
AT_ONCE = 2  # 1: the discards become the deck as soon as that is empty
HOUSES_EACH = 3
DISPLAY_FULL = 4
KEPT = 5  # cards kept after closing
SHORTEST = 6  # cities that a route needs to be closed
PROVINCES = 7  # how many
REGIONS = 8  # how many stacks for regions
ROUTE_STACKS = 9  # how many stacks for lengths
ALL_STACK = 10  # number of the stack for all provinces
END_STACK = 11  # number of the stack for the end of the game
END_CARRIAGE = 12  # the carriage that brings about the end
STACKS_USED = 13  # how many stacks
CITIES = 14  # how many
CARTWRIGHT_HELPS = 15  # cities that a route may be short of
LEFT_OUT = 16  # 1: the tile for all provinces leaves one out

NEXT_CARRIAGE = 17  # by the highest carriage (0 to 15)
CARRIAGE_POINTS = NEXT_CARRIAGE + 16
NEAR = CARRIAGE_POINTS + 16  # by city: the set of its neighbours
NUMBER = NEAR + 67  # by city: its number, as the names are sorted
PROVINCE_OF = NUMBER + 67  # by city: the set of its province
PROVINCE = PROVINCE_OF + 67  # by number of the province: its cities
WANTED = PROVINCE + 16  # by number of the province: 1 if the tile for all provinces asks for it
REGION = WANTED + 16  # by number of the region: its cities
REGION_STACK = REGION + 16  # and its stack
ROUTE_LENGTH = REGION_STACK + 16  # by place, the longest first: the length
ROUTE_STACK = ROUTE_LENGTH + 8  # and the stack
REGION_OF = ROUTE_STACK + 8  # by city: the number of its region
TABLES = REGION_OF + 67

EVEN_BITS = 0x1555555555555555  # one bit for every city
