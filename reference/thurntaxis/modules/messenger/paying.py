"""What officials cost, and when they can be used and paid for."""

from thurntaxis.clauses import Note, Reason, because, clause
from thurntaxis.position import Player, Position
from thurntaxis.rules import Moment

# ---- what an official costs


@clause("messenger.price")
def price_of_one_more(player: Player) -> int:
    """A further official costs two letters, and the holder of the messenger one."""
    return 1 if player.has_messenger else 2


@clause("letters.first-free")
def is_first(position: Position, official: str) -> bool:
    """The first official of a turn is free."""
    return not position.turn.officials


@clause("letters.compulsory")
def is_compulsory(position: Position, official: str) -> bool:
    """In a turn begun with an empty hand, the postmaster is the free official."""
    return official == "postmaster"


def price(position: Position, official: str) -> int:
    """Return how many letters it costs to use an official now."""
    is_free = is_compulsory if position.turn.began_empty else is_first
    return 0 if is_free(position, official) else price_of_one_more(position.own)


@clause("letters.pay")
def pay(position: Position, official: str, note: Note) -> Position:
    """Pay letters for an official; they leave the game."""
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
    player = position.own
    return position.with_own(letters=player.letters - letters, letters_usable=player.letters_usable - letters)


# ---- using officials


def moments(official: str) -> tuple[Moment, ...]:
    """Return the conditions on using an official: in time, once a turn, and paid for."""

    @clause("letters.once-each")
    def used_already(position: Position) -> Reason | None:
        """Each official helps once a turn."""
        if official not in position.turn.officials:
            return None
        return because(
            "You have already used the {official} in this turn, and you may use each official only once.",
            official=official,
        )

    @clause("letters.pay")
    def letters_lacking(position: Position) -> Reason | None:
        """A further official is paid for with letters."""
        cost, letters = price(position, official), position.own.letters
        if letters >= cost:
            return None
        return because(
            "Letters that the {official} costs now: {cost}; letters that you have: {letters}.",
            official=official,
            cost=cost,
            letters=letters,
        )

    @clause("letters.usable")
    def letters_too_new(position: Position) -> Reason | None:
        """Only letters owned before the turn can pay."""
        cost, player = price(position, official), position.own
        if player.letters < cost or player.letters_usable >= cost:
            return None
        return because(
            "Letters that the {official} costs now: {cost}; letters that you have had since before this turn: "
            "{letters}.",
            official=official,
            cost=cost,
            letters=player.letters_usable,
        )

    in_time = (playing_has_begun,) if official == "administrator" else ()
    return *in_time, used_already, letters_lacking, letters_too_new


def use(position: Position, official: str, note: Note) -> Position:
    """Pay for an official, and note that it has been used in the turn."""
    return pay(position, official, note).with_turn(officials=(*position.turn.officials, official))


@clause("letters.officials")
def clauses(position: Position, official: str) -> tuple[str, ...]:
    """Name the clauses that allow an official: now, and as the free one or for letters."""
    if price(position, official):
        return *clauses_on_time(official), "letters.officials", "letters.pay"
    return *clauses_on_time(official), "letters.compulsory" if position.turn.began_empty else "letters.first-free"


@clause("letters.before-playing")
def playing_has_begun(position: Position) -> Reason | None:
    """You can use the administrator only before you play a card."""
    if position.turn.phase in ("draw", "final", "over"):
        return None
    return because("You can use the administrator only before you play a card.")


@clause("letters.administrator")
def clauses_on_time(official: str) -> tuple[str, ...]:
    """The administrator comes before, between and after the draws."""
    return ("letters.administrator",) if official == "administrator" else ()
