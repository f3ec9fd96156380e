"""Short descriptions of a position in words, for screen and picture alike."""

from thurntaxis import Board, Position
from thurntaxis_cli.complaints import one_line


def called(position: Position, player: int) -> str:
    """Return what to call a player, without signs that can't be printed."""
    return one_line(position.name_of(player))


def signed(number: float) -> str:
    """Return a number with a true minus sign."""
    return f"−{-number}" if number < 0 else str(number)


def stack_title(board: Board, name: str) -> str:
    """Return in words what a tile of this stack is for."""
    stack = board.stack(name)
    if stack.length is not None:
        return f"{stack.length} cities"
    if stack.city is not None:
        return f"free {stack.city}"
    return " + ".join(stack.provinces) or name.replace("-", " ")


def moment(position: Position) -> str:
    """Return how far the game is."""
    if position.is_over:
        winner = position.winner()
        return "The game is over" + ("." if winner is None else f": {called(position, winner)} wins.")
    turn = position.turn
    stage = "a card is to be revealed" if position.is_chance else _STAGES[turn.phase]
    if turn.phase == "draw" and turn.drawn and not position.is_chance:
        stage = "a card has been drawn, now one is to be played"
    official = f" (the {turn.official} has been used)" if turn.official else ""
    last = "; this is the last round" if position.ender is not None else ""
    return f"Turn of {called(position, turn.player)}: {stage}{official}{last}."


_STAGES = {
    "draw": "a card is to be drawn",
    "play": "a card has been played; the route may be closed",
    "carriage": "a carriage is to be decided",
    "keep": "the cards to keep are to be chosen",
}
