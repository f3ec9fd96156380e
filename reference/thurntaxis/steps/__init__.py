"""The steps of a turn, in the order of the rulebooks."""

from collections.abc import Callable

from thurntaxis.board import Board
from thurntaxis.clauses import Note
from thurntaxis.editions import Options
from thurntaxis.position import Position
from thurntaxis.rules import Step
from thurntaxis.steps.carriage import carriage_step
from thurntaxis.steps.chance import settling_by
from thurntaxis.steps.close import close_step
from thurntaxis.steps.discard import discard_step
from thurntaxis.steps.draw import draw_step
from thurntaxis.steps.end import end_step
from thurntaxis.steps.play import play_step
from thurntaxis.tiles import award_route, region_awards


def base_steps(options: Options, board: Board) -> tuple[Step, ...]:
    """Return the steps of the base game under these options."""
    return (
        draw_step(),
        play_step(carrier_restarts=bool(options["carrier-restart"])),
        close_step((award_route, *region_awards(board, outside=options["all-provinces"] == "outside-baiern"))),
        carriage_step(declinable=bool(options["carriage-declinable"])),
        discard_step(),
        end_step(),
    )


def settling(options: Options) -> Callable[[Position, Note], Position]:
    """Return what happens after every event under these options."""
    return settling_by(at_once=options["reshuffle"] == "at-exhaustion")
