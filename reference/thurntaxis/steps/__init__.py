"""The base game. Whoever reads these modules in order has learned it.

The board is a map of 22 cities in coloured provinces, joined by roads. There are three cards for each city. Everybody
has 20 houses, and begins with an empty hand and without a route. Six cards lie face up as the display, the others face
down as the deck; discarded cards form a pile of their own. The tiles lie in stacks, the highest value on top, so that
who comes first gets most. Two to four players lay routes of city cards and place houses in their cities. This brings
tiles and carriages, which are worth points; the player with the most points at the end wins. The board's data
(`thurntaxis.boards`) has the cities, roads and provinces, and the values of the tiles and carriages.

The youngest player starts in most editions, and play goes clockwise. Your turn has three steps, in this order:

1. `draw`: take a card, from the display or the deck (`chance`).
2. `play`: play a card, which starts or extends your route.
3. `close`: if you wish, close your route. This brings houses and tiles, a carriage (`carriage`), and discards
   (`discard`).

`end` passes the turn on, ends the game and counts the points. In each turn, one of four `officials` may help you.
`common` has the conditions that several steps share.

Each module first says when you may do something, then what happens. A condition says what has to hold, and is named
after what it objects to: `no_road` returns the reason if no road leads there, and None otherwise. Functions that
express a rule name its clause, whose text is on the site and in `taxis rule CLAUSE`. A `Step` unites the kinds of
events of a step (`Action`: its conditions, the events to be listed, and its effect), and says what happens when the
turn comes to it; `rules.proceed` goes on after a step. The phase of a turn is `draw` until a card is played, then
`play` until the route is closed or the turn ended. Where editions differ, an option chooses when a rule set is built.
"""

from thurntaxis.board import Board
from thurntaxis.free_cities import free_city_awards, free_city_beside_province, second_free_city
from thurntaxis.options import Options
from thurntaxis.parts import Parts
from thurntaxis.scoring import BASE_POINTS
from thurntaxis.steps.carriage import carriage_step
from thurntaxis.steps.chance import DEAL, settling
from thurntaxis.steps.close import close_step, place_houses
from thurntaxis.steps.discard import discard_route, discard_step
from thurntaxis.steps.draw import begin_turn, draw_step
from thurntaxis.steps.end import end_step, finish
from thurntaxis.steps.officials import ONE_A_TURN
from thurntaxis.steps.play import ROUTE_PLACES, play_step
from thurntaxis.tiles import award_route, region_awards


def base_parts(board: Board, options: Options) -> Parts:
    """Return the parts of the base game on a board, under these options."""
    return Parts(
        board=board,
        options=options,
        steps=(draw_step, play_step, close_step, carriage_step, discard_step, end_step),
        begin=begin_turn,
        reveals=(DEAL,),
        officials=ONE_A_TURN,
        places=ROUTE_PLACES,
        closing=(),  # conditions on closing that modules add
        houses=(second_free_city, free_city_beside_province) if board.free_cities else (),
        place_houses=place_houses,
        award_route=award_route,
        awards=(*free_city_awards(board), *region_awards(board, outside=options["all-provinces"] == "outside-baiern")),
        decline=("carriage.decline",) if options["carriage-declinable"] else (),
        no_carriage=lambda position, note: position,
        discard_route=discard_route,
        finish=finish,
        settle=settling(at_once=options["reshuffle"] == "at-exhaustion"),
        points=BASE_POINTS,
    )
