"""The Princess' Messenger: letters pay for more than one official a turn, and a figure makes them cheaper."""

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any

from thurntaxis.board import Board
from thurntaxis.clauses import Note, Reason, because, clause
from thurntaxis.editions import Options
from thurntaxis.fault import Fault
from thurntaxis.names import number
from thurntaxis.parts import Keys, Parts, When
from thurntaxis.position import Player, Position
from thurntaxis.rules import Moment, Unplayable

LETTERS_AT_START = (0, 1, 2, 3)
"""The letters that the players have at first, in turn order."""

# ---- letters


@clause("letters.start")
def deal_letters(position: Position) -> Position:
    """Give the players their first letters, in turn order from the starting player."""
    count = len(position.players)
    return position.replace(
        players=tuple(
            player.replace(letters=letters, letters_usable=letters)
            for seat, player in enumerate(position.players)
            for letters in (LETTERS_AT_START[(seat - position.start) % count],)
        )
    )


@clause("letters.setup")
def letters_left(position: Position) -> tuple[str, ...]:
    """Return the cities in which the letter of the start still lies: those in which no house stands."""
    taken = {city for player in position.players for city in player.houses}
    return tuple(sorted(city.name for city in position.rules.board.cities if city.name not in taken))


@clause("letters.take")
def take_letters(position: Position, cities: tuple[str, ...], note: Note) -> Position:
    """Take the letters that lie in these cities."""
    left = letters_left(position)
    found = tuple(city for city in cities if city in left)
    if not found:
        return position
    note("letters.take", "{player} takes the letters of {cities}.", player=position.who, cities=found)
    return position.with_mover(letters=position.mover.letters + len(found))


def refresh_letters(position: Position) -> Position:
    """Let all letters be usable that are owned when a turn begins."""
    return position.replace(players=tuple(player.replace(letters_usable=player.letters) for player in position.players))


# ---- what an official costs


@clause("messenger.price")
def price_of_one_more(player: Player) -> int:
    """A further official costs two letters, and the holder of the messenger one."""
    return 1 if player.has_messenger else 2


@clause("letters.first-free")
def is_first(position: Position, official: str) -> bool:
    """The first official of a turn costs nothing."""
    return not position.turn.officials


@clause("letters.compulsory")
def is_compulsory(position: Position, official: str) -> bool:
    """In a turn begun with an empty hand, the postmaster is the official that costs nothing."""
    return official == "postmaster"


def price(position: Position, official: str) -> int:
    """Return how many letters it costs to use an official now."""
    is_free = is_compulsory if position.turn.began_empty else is_first
    return 0 if is_free(position, official) else price_of_one_more(position.mover)


@clause("letters.pay")
def pay(position: Position, official: str, note: Note) -> Position:
    """Pay for an official, with letters that leave the game."""
    letters = price(position, official)
    if letters == 0:
        return position
    note(
        "letters.pay",
        "{player} pays for the {official} with letters: {letters}.",
        player=position.who,
        official=official,
        letters=letters,
    )
    player = position.mover
    return position.with_mover(letters=player.letters - letters, letters_usable=player.letters_usable - letters)


# ---- using officials


def used_before(official: str) -> Moment:
    """Return the condition that an official is used once a turn."""

    @clause("letters.once-each")
    def used_already(position: Position) -> Reason | None:
        """Each official helps once a turn."""
        if official not in position.turn.officials:
            return None
        return because("The {official} has been used in this turn, and helps once a turn.", official=official)

    return used_already


def too_few_letters(official: str) -> Moment:
    """Return the condition that an official can be paid for."""

    @clause("letters.pay")
    def letters_lacking(position: Position) -> Reason | None:
        """A further official is paid for with letters."""
        cost, letters = price(position, official), position.mover.letters
        if letters >= cost:
            return None
        return because(
            "Letters that the {official} costs now: {cost}; letters that {player} has: {letters}.",
            official=official,
            cost=cost,
            player=position.who,
            letters=letters,
        )

    return letters_lacking


def too_new_letters(official: str) -> Moment:
    """Return the condition that the letters that pay for an official were there before the turn."""

    @clause("letters.usable")
    def letters_too_new(position: Position) -> Reason | None:
        """A letter pays only if it was owned before the turn."""
        cost, player = price(position, official), position.mover
        if player.letters < cost or player.letters_usable >= cost:
            return None
        return because(
            "Letters that the {official} costs now: {cost}; letters that {player} has had since before this turn: "
            "{letters}.",
            official=official,
            cost=cost,
            player=position.who,
            letters=player.letters_usable,
        )

    return letters_too_new


def _moments(official: str) -> tuple[Moment, ...]:
    return used_before(official), too_few_letters(official), too_new_letters(official)


def _use(position: Position, official: str, note: Note) -> Position:
    return pay(position, official, note).with_turn(officials=(*position.turn.officials, official))


@clause("letters.officials")
def _clauses(position: Position, official: str) -> tuple[str, ...]:
    """Name the clauses that allow an official: as the free one, or for letters."""
    if price(position, official):
        return ("letters.officials", "letters.pay")
    return ("letters.compulsory",) if position.turn.began_empty else ("letters.first-free",)


@clause("letters.before-playing")
def playing_has_begun(position: Position) -> Reason | None:
    """The administrator comes before a card is played."""
    if position.turn.phase in ("draw", "over"):
        return None
    return because("The administrator comes before a card is played.")


@clause("letters.administrator")
def while_drawing() -> When:
    """The administrator comes before, between and after the draws."""
    return When((playing_has_begun,), ("letters.administrator",))


# ---- the messenger


@clause("messenger.take")
def take_messenger(position: Position, note: Note) -> Position:
    """Whoever closes a route and receives no carriage takes the messenger."""
    note("messenger.take", "{player} receives no carriage, and takes the messenger.", player=position.who)
    position = position.replace(players=tuple(player.replace(has_messenger=False) for player in position.players))
    return position.with_mover(has_messenger=True)


@clause("messenger.point")
def messenger_point(position: Position, player: Player) -> int:
    """Return the point for the messenger."""
    return int(player.has_messenger)


@clause("messenger.decline")
def carriages_can_be_declined(board: Board, asked: Options) -> Options:
    """Return that a carriage can always be declined; raise `Unplayable` where it is asked for that it can't."""
    if asked.get("carriage-declinable") is False:
        wrong = "a carriage can always be declined with the module princess-messenger"
        raise Unplayable("options.carriage-declinable", "princess-messenger", wrong, "true, or leave it out")
    return {"carriage-declinable": True}


# ---- in files


def _letter_faults(position: Position, given: Mapping[str, Any]) -> Iterator[Fault]:
    """Letters lie where no house stands; nobody can pay with more than there are."""
    left, told, cities = letters_left(position), given["letters"], position.rules.board.province_of
    for at, city in enumerate(told):
        if city in told[:at]:
            yield Fault(f"letters[{at}]", f"a second letter in {city}", "one letter in a city")
        elif city in cities and city not in left:
            yield Fault(f"letters[{at}]", f"a house stands in {city}, so its letter is taken", "only cities without")
    if missing := [city for city in left if city not in told]:
        yield Fault("letters", f"the letter of {missing[0]} is missing, where no house stands", ", ".join(left))
    dealt = sum(LETTERS_AT_START[: len(position.players)])
    owned, most = sum(player.letters for player in position.players), dealt + len(cities) - len(left)
    if owned > most:
        yield Fault("players", f"the players have {number(owned)} letters", f"at most {most}, {dealt} of them dealt")
    for at, player in enumerate(position.players):
        yield from _usable_faults(position, at, player)
    yield from _official_faults(position)


def _usable_faults(position: Position, at: int, player: Player) -> Iterator[Fault]:
    """Letters are usable but for those taken in this turn: by closing a route, or in a round that interrupts it."""
    key, usable, turn = f"players[{at}].letters_usable", player.letters_usable, position.turn
    closed = at == turn.player and turn.closed > 0
    interrupted = position.rules.parts.interrupted(position) or turn.phase in ("final", "over")
    if usable > player.letters:
        yield Fault(key, f"is {number(usable)}", f"at most the letters, {number(player.letters)}")
    elif usable < player.letters and not (closed or interrupted):
        yield Fault(key, f"is {number(usable)}, though no letter was taken in this turn", str(player.letters))


def _official_faults(position: Position) -> Iterator[Fault]:
    """The officials of the turn are listed, each once."""
    turn = position.turn
    if turn.official is not None:
        yield Fault("turn.official", f"is {turn.official}", "none: turn.officials lists them all, in order")
    for at, official in enumerate(turn.officials):
        if official in turn.officials[:at]:
            yield Fault(f"turn.officials[{at}]", f"the {official} for the second time", "each official once a turn")


LETTER_KEYS = Keys(
    of="the module princess-messenger",
    faults=_letter_faults,
    player_keys=("letters", "letters_usable"),
    turn_keys=("officials",),
    table_keys=("letters",),
    player=lambda player: {"letters": player.letters, "letters_usable": player.letters_usable},
    turn=lambda turn: {"officials": list(turn.officials)},
    table=lambda position: {"letters": list(letters_left(position))},
)


def _holder(position: Position) -> int | None:
    return next((at for at, player in enumerate(position.players) if player.has_messenger), None)


def _messenger_faults(position: Position, given: Mapping[str, Any]) -> Iterator[Fault]:
    """The messenger stands in front of a player."""
    holder, seats = given["messenger"], range(len(position.players))
    if holder is not None and holder not in seats:
        yield Fault("messenger", f"there is no player {number(holder)}", f"0 to {len(seats) - 1}, or none")


MESSENGER_KEYS = Keys(
    of="the module princess-messenger without power-and-glory",
    faults=_messenger_faults,
    table_keys=("messenger",),
    table=lambda position: {"messenger": _holder(position)},
)

# ---- the module


def with_letters(parts: Parts, options: Options) -> Parts:
    """Return the parts with letters that pay for officials, and with the messenger where there are carriages."""

    def begin(position: Position, note: Note) -> Position:
        return refresh_letters(parts.begin(position, note))

    def place_houses(position: Position, cities: tuple[str, ...], note: Note) -> Position:
        return parts.place_houses(take_letters(position, cities, note), cities, note)

    changed = dataclasses.replace(
        parts,
        officials=dataclasses.replace(parts.officials, moments=_moments, use=_use, permits=_clauses),
        administrator=while_drawing(),
        begin=begin,
        place_houses=place_houses,
        set_up=(*parts.set_up, deal_letters),
        keys=(*parts.keys, LETTER_KEYS),
    )
    return with_messenger(changed) if parts.carriages else changed


def with_messenger(parts: Parts) -> Parts:
    """Return the parts with the messenger, who comes to those who receive no carriage."""
    return dataclasses.replace(
        parts,
        decline=("messenger.decline",),
        no_carriage=take_messenger,
        points=(*parts.points, messenger_point),
        keys=(*parts.keys, MESSENGER_KEYS),
    )
