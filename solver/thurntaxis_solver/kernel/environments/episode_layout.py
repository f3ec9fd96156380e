"""The layout of an episode, and of the numbers that say which action is which.

An *episode* is one game of an environment: an array that begins with the state, so that it can be given to every
function that takes a state. The *numbering* is another array, the same for all games of a rule set: an action is one
number, and most events are one action. Closing a route and keeping cards take several, of one city or card each.
"""

from thurntaxis_solver.kernel import layout as L

# ---- an episode, after its state

CHOOSING = L.STATE_SIZE  # what the actions since the last event choose: nothing, houses or cards to keep
NEXT = CHOOSING + 1  # the number of the first city, or the index of the first card, that can still be chosen
CHOSEN_HOUSES = NEXT + 1  # set
CHOSEN_CARDS = CHOSEN_HOUSES + 1  # number of cards chosen, then their indices
MOVES = CHOSEN_CARDS + 4  # actions and reveals so far
SHOWN = MOVES + 1  # by seat and index of the card: cards in the hand that all players have seen
SHOWN_SEAT = L.MOST_CARDS  # numbers per seat
EPISODE_SIZE = SHOWN + SHOWN_SEAT * L.MOST_PLAYERS

NO_CHOICE, HOUSES_CHOICE, CARDS_CHOICE = range(3)

# ---- the numbering

CARDS = 0  # number of different cards
ACTIONS = 1  # number of actions
OBSERVED = 2  # numbers of an observation
MOST_MOVES = 3  # after this many, a game ends as it stands
FIRST_ACTION = 4  # by verb: its first action, -1 if there is none
OPERAND = FIRST_ACTION + L.VERBS  # by verb: what its actions are numbered by
HOUSE = OPERAND + L.VERBS  # the first of the actions that choose a city for a house
CODE = HOUSE + 1  # by index of a card: the number of its city times four plus its horseshoes (0: they don't differ)
INDEX = CODE + L.MOST_CARDS  # and the inverse
MOST_CODES = 128
EVENT = INDEX + MOST_CODES  # by action: its event, -1 if it is a part of one

NO_OPERAND, CARD_OPERAND, CITY_OPERAND, OFFICIALS_OPERAND = range(4)
"""What the actions of a verb are numbered by: the card (the deck comes last), the city, or the set of officials."""
