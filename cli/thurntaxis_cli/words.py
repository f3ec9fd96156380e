"""Short descriptions of a position in words, for screen and picture alike."""

from collections.abc import Sequence

from thurntaxis import Board, Position
from thurntaxis_cli.complaints import one_line
from thurntaxis_cli.wording import framed


def called(position: Position, player: int) -> str:
    """Return what to call a player, without signs that can't be printed."""
    return one_line(position.name_of(player))


def signed(number: float) -> str:
    """Return a number with a true minus sign."""
    return f"−{-number}" if number < 0 else str(number)


def stack_title(board: Board, name: str, lang: str = "en") -> str:
    """Return in words what a tile of this stack is for."""
    stack = board.stack(name)
    if stack.length is not None:
        return framed("route-tile", lang, cities=str(stack.length))
    if stack.city is not None:
        return framed("city-tile", lang, city=stack.city)
    return " + ".join(stack.provinces) or framed("all-tile" if name == "all-provinces" else "end-tile", lang)


def rules_in_words(edition: str, modules: Sequence[str], board: Board) -> str:
    """Return what is played: the edition, with which modules, and on which board if not on that of the base game."""
    played = " and ".join(filter(None, (", ".join(modules[:-1]), *modules[-1:])))
    where = "" if (board.file or board.name) == "south" else f" on {one_line(board.file or board.name)}"
    return f"{edition}{f' with {played}' if played else ''}{where}"


def moment(position: Position) -> str:
    """Return how far the game is."""
    if position.is_over:
        winner = position.winner()
        return "The game is over" + ("." if winner is None else f": {called(position, winner)} wins.")
    turn = position.turn
    used = f" (used: {', '.join(turn.used)})" if len(turn.used) > 1 else ""
    official = used or "".join(f" (the {official} has been used)" for official in turn.used)
    last = "; this is the last round" if position.ender is not None else ""
    if turn.phase == "final":
        return f"The last turn is over: {_stage(position)}."
    return f"Turn of {called(position, turn.player)}: {_stage(position)}{official}{last}."


def _stage(position: Position) -> str:
    """Return what happens next."""
    turn, returning = position.turn, position.returning
    if position.is_chance:
        return "the back of the top card is to be seen" if turn.pending[0] == "back" else "a card is to be revealed"
    if returning is not None:
        return f"{called(position, position.decider)} {_REWARDS[returning.reward]}"
    if turn.phase == "draw" and turn.drawn:
        return "a card has been drawn, now one is to be played"
    return _STAGES[turn.phase]


_STAGES = {
    "draw": "a card is to be drawn",
    "play": "a card has been played; the route may be closed",
    "carriage": "a carriage is to be decided",
    "keep": "the cards to keep are to be chosen",
}

_REWARDS = {
    None: "is to return office tiles",
    "draw": "may draw a card for two office tiles",
    "house": "may place a house for four office tiles",
}
