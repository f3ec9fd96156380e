"""Where the numbers of a state and of the tables lie.

A *state* is a position in one array: the table and the turn first, then four seats of `SEAT` numbers, then the stacks
of tiles, then the deck, card by card. The *tables* are what board and rule set say, in another array.

A *card* is the bit of its city. Where the cards of a city differ in their horseshoes, and are written `CITY/N`, their
number is added at `SHOES_AT`, and beside each bag of cards there are two more, of the cards with two horseshoes
(`WITH_TWO` further on) and of those with three (`WITH_THREE`); those with one are the rest. Everywhere else these two
bags are empty. (How many horseshoes any card has, `thurntaxis_solver.kernel.rules.cards.shoes_of` says.)
"""

SHOES_AT = 50
CITY_BITS = (1 << 48) - 1  # what is left of a card without its horseshoes
WITH_TWO, WITH_THREE = 1, 2

# ---- the state: table and turn

PLAYERS = 0  # how many
START = 1  # the starting player
ENDER = 2  # who took the game-end tile, or -1
PLAYER = 3  # who decides: mostly the player on turn, but in a round of returning tiles its first
PHASE = 4
OFFICIAL = 5  # those used in this turn, as bits; 0 if none
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
DECK_BACK = 22  # the number seen on the back of the deck's top card, 0 if none is
BACK_DUE = 23  # 1: it is to be seen next, before any other reveal
RETURNING = 24  # who still acts in a round of returning tiles, 0 without one: seats plus one, the first in the lowest
ROUND_OFFICE = 25  # three bits; the official whose stack was emptied, as a bit
REWARD = 26  # what the first of the round may take
OFFICES_LEFT = 27  # office tiles in the stacks, four bits for each official
CHIPS_LEFT = 28
TURNS = 29  # turns ended since the state was made
CHANCE = 30  # state of the random numbers

# ---- the state: seats

SEATS = 31  # where the first seat begins
SEAT = 25  # numbers of a seat
MOST_PLAYERS = 4

HAND = 0  # bags
HAND_SIZE = 3
ROUTE = 4  # sets, that of all being a set of cities
LENGTH = 7  # cities of the route
LEFT = 8  # city at the left end, 0 without a route
RIGHT = 9  # city at the right end
HOUSES = 10  # set
HOUSES_PLACED = 11
CARRIAGE = 12  # highest number, 0 if none
TILES = 13  # stacks of which the seat holds a tile, as bits by number of the stack
POINTS = 14  # of all tiles
TAKEN = 15  # tiles held
HORSES = 16  # bags of the cards before the carriage
HORSE_CARDS = 19  # how many
HORSE_POWER = 20  # their horseshoes
LETTERS = 21  # owned
USABLE = 22  # letters that can be paid with
OFFICES = 23  # office tiles, four bits for each official
CHIPS = 24

# ---- the state: stacks and deck

STACKS = SEATS + SEAT * MOST_PLAYERS  # each stack: the values left, the uppermost in the lowest four bits
MOST_STACKS = 16
DECK = STACKS + MOST_STACKS  # the cards of the deck, in no order
MOST_CARDS = 72
STATE = DECK + MOST_CARDS

# ---- phases, officials, rewards

DRAWING, PLAYING, CARRIAGES, KEEPING, OVER, FINAL = range(6)
PHASE_NAMES = ("draw", "play", "carriage", "keep", "over", "final")
POSTMASTER_USED, ADMINISTRATOR_USED, CARRIER_USED, CARTWRIGHT_USED = 1, 2, 4, 8
OFFICIALS = 4
OFFICIAL_NAMES = ("postmaster", "administrator", "carrier", "cartwright")  # in the order of their bits
NOTHING, DRAW_REWARD, HOUSE_REWARD, DRAWN_REWARD = range(4)  # drawn: a card is still to be revealed
REWARD_NAMES = (None, "draw", "house", "drawn")

# ---- events: verb + operand * VERBS, the operand being a city or card (0: the deck), a set, a bag, or as is said here

VERBS = 32
DEAL, ADMINISTRATOR, DRAW, POSTMASTER = range(4)
PLAY_RIGHT, PLAY_LEFT, PLAY_START, CARRIER_RIGHT, CARRIER_LEFT, CARRIER_START = range(4, 10)
CLOSE, END, TAKE_CARRIAGE, CARTWRIGHT, DECLINE, KEEP = range(10, 16)  # kept where cards differ: see `KEPT_BITS`
BACK = 16  # the number on the back
PLAY_HORSE, CARRIER_HORSE = 17, 18
RETURN = 19  # officials, as bits
HONOR_DRAW, HONOR_HOUSE, HONOR_PASS = 20, 21, 22
FROM_PLAY_TO_CARRIER = CARRIER_RIGHT - PLAY_RIGHT

KEPT_BITS = 7  # of each card kept, the lowest first: the number of its city times four plus its horseshoes

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

NUMBERED = 17  # 1: the cards of a city differ in their horseshoes
FREE_STACKS = 18  # how many stacks for free cities
LETTERS_PAY = 19  # 1: officials after the first are paid for with letters
MESSENGER_RIDES = 20  # 1: who closes a route and receives no carriage takes the messenger
OFFICES_GIVEN = 21  # the officials of whom there are office tiles, as bits; 0: none
FINAL_BACKWARDS = 22  # 1: the final round of returning tiles goes backwards, else clockwise
MOST_HORSES = 23  # cards that may be before the carriage; 0: no horses are needed
OWN_HORSES = 24  # horses without any card
BACKS_SEEN = 25  # 1: everybody sees the back of the deck's top card
MORE_PLACES = 26  # 1: the cards of a city differ, or cards can go before the carriage
FOLLOWED = 27  # 1: after every event it is looked whether a back or a round of returning tiles is due

NEXT_CARRIAGE = 28  # by the highest carriage (0 to 15); 0: none, as everywhere where there are no carriages
CARRIAGE_POINTS = NEXT_CARRIAGE + 16
NEAR = CARRIAGE_POINTS + 16  # by city: the set of its neighbours
NUMBER = NEAR + 67  # by city: its number, as the names are sorted
PROVINCE_OF = NUMBER + 67  # by city: the set of its province; 0 for a free city
SHOES = PROVINCE_OF + 67  # by city: the horseshoes of its cards, where these don't differ; else 0
PROVINCE = SHOES + 67  # by number of the province: its cities; after the last one, the free cities
WANTED = PROVINCE + 17  # by number of the province: 1 if the tile for all provinces asks for it
REGION = WANTED + 16  # by number of the region: its cities
REGION_STACK = REGION + 16  # and its stack
ROUTE_LENGTH = REGION_STACK + 16  # by place, the longest first: the length
ROUTE_STACK = ROUTE_LENGTH + 16  # and the stack
FREE_CITY = ROUTE_STACK + 16  # by place: the free city
FREE_STACK = FREE_CITY + 16  # and its stack
REGION_OF = FREE_STACK + 16  # by city: the number of its region, -1 if none
NAMES_KNOWN = REGION_OF + 67  # 1: the board is the one whose cities and stacks the network knows by name
BEYOND_BASE = NAMES_KNOWN + 1  # 1: there are modules, or it is another board
TABLES = BEYOND_BASE + 1

EVEN_BITS = 0x1555555555555555  # one bit for every city
