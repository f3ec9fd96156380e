"""The steps of a turn, in the order of the rulebooks, and the other parts of the base game.

To learn the game, read `draw`, `play`, `close`, `carriage`, `discard` and `end`, in this order; then `officials`, who
help in these steps, and `thurntaxis.scoring`. `common` and `chance` have what the steps share: whose moment it is, and
the cards that come up. Each condition returns why a move is refused, or nothing; each effect returns the position
after it. Both name their clause.
"""

from thurntaxis.board import Board
from thurntaxis.free_cities import free_city_awards, free_city_houses
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
        closing=(),
        houses=free_city_houses(board),
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
