"""Other readings of Offices of Honor: when tiles are returned, and what they bring."""

from dataclasses import replace

from rejected_readings.varying import entered, forbid, reading, varied, with_parts
from thurntaxis import Event, Position
from thurntaxis.clauses import Note
from thurntaxis.modules.offices.actions import bring_house
from thurntaxis.modules.offices.office_tiles import chips_left, emptied, stacks
from thurntaxis.modules.offices.rounds import clockwise, with_tiles
from thurntaxis.position import Player, Returning
from thurntaxis.rules import RuleSet
from thurntaxis.steps.chance import settling

# ---- when


@reading("moment-of-the-return-round")
@reading("return-round-after-the-cartwright")
def rounds_after_the_turn(rules: RuleSet) -> RuleSet:
    """Tiles are returned when the cards have been discarded, and so the turn is over, before the next player acts."""
    deck = settling(at_once=rules.options["reshuffle"] == "at-exhaustion")

    def settle(position: Position, note: Note) -> Position:
        turn = position.turn
        begins = turn.phase == "draw" and turn.drawn == 0 and not turn.used and not turn.pending
        if not begins or position.returning is not None or emptied(position) is None:
            return deck(position, note)
        *others, last = clockwise(position)
        return deck(
            position.replace(returning=Returning(with_tiles(position, (last, *others)), emptied(position))), note
        )

    rules = with_parts(rules, settle=settle)
    return entered(rules, "offices", lambda position, note: position.rules.proceed(position, "offices", note))


# ---- what for


@reading("card-for-two-office-tiles")
def card_of_the_turn(rules: RuleSet) -> RuleSet:
    """The card for two tiles is the card of the turn, for a player who has not taken one."""

    def draw(position: Position, event: Event, note: Note) -> Position:
        after = rules.actions["honor draw"].effect(position, event, note)
        due = position.decider == position.turn.player and position.turn.phase == "draw" and position.turn.drawn == 0
        return after.with_turn(drawn=1) if due else after

    return varied(rules, "honor draw", effect=draw)


@reading("house-for-four-office-tiles")
def house_on_the_route(rules: RuleSet) -> RuleSet:
    """The house for four tiles goes to a city of the route."""

    def off_route(position: Position, event: Event) -> bool:
        return event[-1] not in position.rules.cities(position.own.route)

    return forbid(rules, "honor house", "return.anywhere", off_route)


def with_chip(position: Position, player: int) -> Position:
    """Return the position with one chip more for a player, whether there is one left or not."""
    players = position.players
    given = players[player].replace(chips=players[player].chips + 1)
    return position.replace(players=(*players[:player], given, *players[player + 1 :]))


@reading("chips-used-up")
def something_else_for_a_chip(rules: RuleSet) -> RuleSet:
    """Three tiles bring a point even if no chip is left."""

    def return_tiles(position: Position, event: Event, note: Note) -> Position:
        after = rules.actions["return"].effect(position, event, note)
        is_owed = len(event[1:]) == 3 and chips_left(position) <= 0
        return with_chip(after, position.decider) if is_owed else after

    return varied(rules, "return", effect=return_tiles)


@reading("reward-not-to-be-had")
def chip_instead(rules: RuleSet) -> RuleSet:
    """A player who can get no card for two tiles, or no house for four, takes a chip."""

    def return_tiles(position: Position, event: Event, note: Note) -> Position:
        after = rules.actions["return"].effect(position, event, note)
        is_rewarded = after.returning is not None and after.returning.reward is not None
        is_owed = len(event[1:]) in (2, 4) and not is_rewarded and chips_left(position) > 0
        return with_chip(after, position.decider) if is_owed else after

    return varied(rules, "return", effect=return_tiles)


@reading("four-office-tiles-without-a-cartwright")
def house_for_three(rules: RuleSet) -> RuleSet:
    """Tiles of all three officials bring a house, if there is no fourth."""

    def return_tiles(position: Position, event: Event, note: Note) -> Position:
        if len(event[1:]) < len(stacks(position)):
            return rules.actions["return"].effect(position, event, note)
        left = list(position.own.offices)
        for office in event[1:]:
            left.remove(office)
        return bring_house(position.with_own(offices=tuple(left)), note)

    return varied(rules, "return", effect=return_tiles)


@reading("office-tiles-at-the-end")
def point_for_a_tile(rules: RuleSet) -> RuleSet:
    """A tile is worth a point at the end."""

    def points(position: Position, player: Player) -> int:
        return len(player.offices)

    return with_parts(rules, points=(*rules.parts.points, points))


# ---- with other modules, and in the north


@reading("free-city-in-a-return-round")
def one_free_city_at_all(rules: RuleSet) -> RuleSet:
    """A player has a house in at most one free city, even by a round of returning tiles."""
    free = set(rules.board.free_cities)

    def another_free_city(position: Position, event: Event) -> bool:
        return event[-1] in free and bool(free & set(position.own.houses))

    return forbid(rules, "honor house", "free-cities.one", another_free_city)


@reading("letter-from-a-return-round")
def letter_at_once(rules: RuleSet) -> RuleSet:
    """The letter of a house that is placed in a round can be paid with at once."""

    def place_house(position: Position, event: Event, note: Note) -> Position:
        at, before = position.decider, position.own.letters
        after = rules.actions["honor house"].effect(position, event, note)
        player = after.players[at]
        usable = replace(player, letters_usable=player.letters_usable + player.letters - before)
        return after.replace(players=(*after.players[:at], usable, *after.players[at + 1 :]))

    return varied(rules, "honor house", effect=place_house)
