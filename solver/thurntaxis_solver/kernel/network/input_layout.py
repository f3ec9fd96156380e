"""The inputs of the network: where each of them lies.

Most inputs are one-hot: a block of them has one input per city, stack or number, and the one that applies is 1. The
comments say what a block is indexed by; "9 or more" means that its last input stands for all larger numbers. The other
inputs are numbers, scaled ("in tens": divided by ten).
"""

from thurntaxis_solver.kernel import layout as L

# ---- per seat, beginning with the player who decides

CITIES = 24  # inputs of a block that is indexed by city
HAS_HOUSE = 0  # by city
HAS_ROUTE = HAS_HOUSE + CITIES  # by city: in the route
HAS_END = HAS_ROUTE + CITIES  # by city: an end of the route
HAS_CARD = HAS_END + CITIES  # by city: in hand
HAS_FITTING = HAS_CARD + CITIES  # by city: in hand, and extends the route now
HAS_CHAIN = HAS_FITTING + CITIES  # by city: in hand, and can extend the route now or after others
HAS_CARRIAGE = HAS_CHAIN + CITIES  # by number
ROUTE_LENGTH = HAS_CARRIAGE + 8  # 9 or more
HAND_SIZE = ROUTE_LENGTH + 10  # 7 or more
CHAIN_LENGTH = HAND_SIZE + 8  # 5 or more
HOUSES_LEFT = CHAIN_LENGTH + 6  # 9 or more
HOLDS = HOUSES_LEFT + 10  # by stack: holds one of its tiles
REGION_LACKS = HOLDS + L.MOST_STACKS  # by region and cities missing (5 or more), while a tile is available
ALL_LACKS = REGION_LACKS + 8 * 6  # by provinces missing for the tile for all provinces, while one is available
SCORE = ALL_LACKS + 10  # in twenties
POINTS = SCORE + 1  # of tiles, in tens
HOUSES_PLACED = POINTS + 1  # in twenties
SEAT_TAKEN = HOUSES_PLACED + 1
SEAT_INPUTS = SEAT_TAKEN + 1

# ---- the table and the turn

ON_DISPLAY = L.MOST_PLAYERS * SEAT_INPUTS  # by city
TWICE_ON_DISPLAY = ON_DISPLAY + CITIES  # by city
FITTING_ON_DISPLAY = TWICE_ON_DISPLAY + CITIES  # by city: extends the route of the player who decides
FOLLOWING_ON_DISPLAY = FITTING_ON_DISPLAY + CITIES  # by city: extends it after cards from the hand
TOP_TILE = FOLLOWING_ON_DISPLAY + CITIES  # by stack: the value of the uppermost tile, in fives
STARTING_PLAYER = TOP_TILE + L.MOST_STACKS  # by seat
ENDER = STARTING_PLAYER + 4  # by seat: holds the game-end tile
NO_ENDER = ENDER + 4
PHASE = NO_ENDER + 1
OFFICIAL = PHASE + 8  # none used in this turn; then by official
DRAWN = OFFICIAL + 6
DISPLAY_DUE = DRAWN + 3
HAND_DUE = DISPLAY_DUE + 1
CLOSED = HAND_DUE + 1  # length of the route closed in this turn, 9 or more
PLAYERS = CLOSED + 10
PROVINCE_LEFT_OUT = PLAYERS + 5
RESTARTS = PROVINCE_LEFT_OUT + 1
DECLINABLE = RESTARTS + 1

# ---- per seat, for modules and other boards (0 in the base game)

FURTHER = DECLINABLE + 1  # where those of the first seat begin; the numbers below are relative
LETTERS = 0  # 8 or more
HAS_MESSENGER = LETTERS + 9
OFFICES = HAS_MESSENGER + 1  # by official and office tiles (3 or more)
OFFICE_KINDS = OFFICES + 4 * L.OFFICE_COUNT  # number of different office tiles
CHIPS = OFFICE_KINDS + 5  # in threes
HORSE_POWER = CHIPS + 1  # horseshoes before the carriage, 9 or more
HORSES_LACKED = HORSE_POWER + 10  # cities of the route less horses, from -4 or less to 4 or more
SHOES_IN_HAND = HORSES_LACKED + 9  # in fours
FITTING_CARDS = SHOES_IN_HAND + 1  # cities in hand that extend the route now, 4 or more
NEW_PROVINCES = FITTING_CARDS + 5  # provinces of the route without a house, 5 or more
REGIONS_BY_LACK = NEW_PROVINCES + 6  # by cities missing (5 or more): values of the regions' tiles, in fives
FURTHER_OF_SEAT = REGIONS_BY_LACK + 6

# ---- the table, for modules and other boards

RULES = FURTHER + L.MOST_PLAYERS * FURTHER_OF_SEAT  # six kinds of rules: see `encoding._further_of_table`
OFFICES_LEFT = RULES + 6  # by official and office tiles (at most 8)
CHIPS_LEFT = OFFICES_LEFT + 9 * L.OFFICE_COUNT  # in tens
DECK_BACK = CHIPS_LEFT + 1  # number on the back of the top card, 0 if it isn't seen
TOP_ROUTE_TILE = DECK_BACK + 4  # by rank of the length, the longest first: the value of the uppermost tile, in fives
TOP_ALL_PROVINCES = TOP_ROUTE_TILE + 8  # the same for the tile for all provinces
FREE_CITIES_LEFT = TOP_ALL_PROVINCES + 1  # free cities whose tile is available, in fours

UNUSED = FREE_CITIES_LEFT + 1  # always 0: networks have weights for them, from training in games of a fixed length
INPUTS = UNUSED + 24

MOST_ACTIVE = 400  # the most inputs that can differ from 0 in one state; also more than the units of any layer
