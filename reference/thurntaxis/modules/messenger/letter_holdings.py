"""Letters and the messenger: who holds them, and what is impossible about them."""

from collections.abc import Iterator, Mapping
from typing import Any

from thurntaxis.fault import Fault
from thurntaxis.holdings import Holdings, PlayerHolding, TableHolding
from thurntaxis.message import Message, verbatim
from thurntaxis.modules.messenger.letters import LETTERS_AT_START, letters_left
from thurntaxis.position import Player, Position


def _letter_faults(position: Position, given: Mapping[str, Any]) -> Iterator[Fault]:
    """Letters lie in the cities without a house; nobody has more usable letters than letters."""
    left, told, cities = letters_left(position), given["letters"], position.rules.board.province_of
    for at, city in enumerate(told):
        if city in told[:at]:
            yield Fault(f"letters[{at}]", "a second letter in {city}", "one letter in each city", city)
        elif city in cities and city not in left:
            wrong = Message("a house stands in {city}, so its letter is taken", city)
            yield Fault(f"letters[{at}]", wrong, "only cities without a house")
    if missing := [city for city in left if city not in told]:
        wrong = Message("the letter of {city} is missing, although no house stands there", missing[0])
        yield Fault("letters", wrong, "{names}", tuple(left))
    dealt = sum(LETTERS_AT_START[: len(position.players)])
    owned, most = sum(player.letters for player in position.players), dealt + len(cities) - len(left)
    if owned > most:
        wrong = Message("the players have {number} letters", owned)
        yield Fault("players", wrong, "at most {number}, {dealt} of them dealt at the start", most, dealt)
    for at, player in enumerate(position.players):
        yield from _usable_faults(position, at, player)
    yield from _official_faults(position)


def _usable_faults(position: Position, at: int, player: Player) -> Iterator[Fault]:
    """All letters are usable except those taken in this turn, by closing a route or in a return round."""
    key, usable, turn = f"players[{at}].letters_usable", player.letters_usable, position.turn
    closed = at == turn.player and turn.closed > 0
    interrupted = position.rules.parts.interrupted(position) or turn.phase in ("final", "over")
    if usable > player.letters:
        yield Fault(key, "is {value}", "at most the player's letters, {most}", usable, player.letters)
    elif usable < player.letters and not (closed or interrupted):
        yield Fault(key, "is {value}, but no letter was taken in this turn", verbatim(player.letters), usable)


def _official_faults(position: Position) -> Iterator[Fault]:
    """The officials of the turn are listed, each once."""
    turn = position.turn
    if turn.official is not None:
        yield Fault("turn.official", "is {value}", "none: turn.officials lists all of them, in order", turn.official)
    for at, official in enumerate(turn.officials):
        if official in turn.officials[:at]:
            yield Fault(
                f"turn.officials[{at}]", "the {official} is listed twice", "each official once a turn", official
            )


LETTER_HOLDINGS = Holdings(
    of=Message("the module princess-messenger"),
    faults=_letter_faults,
    of_players=(PlayerHolding("letters", "count", is_limited=True),),
    of_table=(TableHolding("letters", "cities", letters_left),),
    turn_keys=("officials",),
    turn=lambda turn: {"officials": list(turn.officials)},
)


def _holder(position: Position) -> int | None:
    return next((at for at, player in enumerate(position.players) if player.has_messenger), None)


def _messenger_faults(position: Position, given: Mapping[str, Any]) -> Iterator[Fault]:
    """The holder of the messenger is a player."""
    holder, seats = given["messenger"], range(len(position.players))
    if holder is not None and holder not in seats:
        yield Fault("messenger", "there is no player {number}", "0 to {high}, or none", holder, len(seats) - 1)


MESSENGER_HOLDINGS = Holdings(
    of=Message("the module princess-messenger without power-and-glory"),
    faults=_messenger_faults,
    of_table=(TableHolding("messenger", "holder", _holder),),
)
