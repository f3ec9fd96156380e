"""Other readings of taking tiles and carriages."""

from dataclasses import replace

from rejected_readings.varying import entered, reading, swap_moments, varied, with_action, with_parts, with_taking
from thurntaxis import Event, Position, Tile
from thurntaxis.clauses import Note, Reason, because, clause
from thurntaxis.rules import RuleSet
from thurntaxis.steps.carriage import CARTWRIGHT_HELPS, cartwright_no_help, cities_short, take_carriage
from thurntaxis.steps.close import house_sets
from thurntaxis.tiles import award_route, bring_about_end, has_tile, take_if_left, take_route_tile, uppermost

# ---- tiles


@reading("empty-length-stack")
def one_length_shorter_at_most(rules: RuleSet) -> RuleSet:
    """If the tiles of the next shorter length are gone too, there is nothing."""

    def award(position: Position, note: Note) -> Position:
        lengths = [stack for stack in position.rules.board.stacks if stack.length is not None]
        fitting = sorted(
            (stack for stack in lengths if (stack.length or 0) <= position.turn.closed), key=lambda stack: stack.name
        )
        left = any(uppermost(position, stack) for stack in fitting[-2:])
        return take_route_tile(position, position.turn.closed, note) if left else position

    return with_parts(rules, award_route=award)


@reading("eight-cities")
def seven_at_most(rules: RuleSet) -> RuleSet:
    """A route of eight or more cities brings no tile for its length."""

    def award(position: Position, note: Note) -> Position:
        return position if position.turn.closed > 7 else award_route(position, note)

    return with_parts(rules, award_route=award)


@reading("half-a-pair")
def one_province_will_do(rules: RuleSet) -> RuleSet:
    """Either province of a pair brings its tile."""

    def halves(position: Position, note: Note) -> Position:
        board = position.rules.board
        for stack in board.stacks:
            wanted = [set(province.cities) for province in board.provinces if province.name in stack.provinces]
            if not has_tile(position, stack) and any(cities.issubset(position.own.houses) for cities in wanted):
                position = take_if_left(position, stack, "tiles.region", note)
        return position

    return with_parts(rules, awards=(halves, *rules.parts.awards))


@reading("all-provinces-once")
def all_provinces_again(rules: RuleSet) -> RuleSet:
    """A player may take a tile for all provinces each time a route is closed."""

    def again(position: Position, note: Note) -> Position:
        board = position.rules.board
        stack = board.stack("all-provinces")
        everywhere = {board.province_of[city] for city in position.own.houses} == {p.name for p in board.provinces}
        due = everywhere and has_tile(position, stack)
        return take_if_left(position, stack, "tiles.all-provinces", note) if due else position

    return with_parts(rules, awards=(again, *rules.parts.awards))


@reading("refusing-a-tile")
def tiles_may_be_left(rules: RuleSet) -> RuleSet:
    """A route may be closed without taking its tiles."""
    without_tiles = with_parts(rules, award_route=lambda position, note: position, awards=())
    closing = replace(
        without_tiles.actions["close"],
        form="close-without-tiles CITY...",
        conceivable=lambda position: (Event(("close-without-tiles", *houses)) for houses in house_sets(position)),
    )
    return with_action(rules, "close", closing)


# ---- carriages


@reading("larger-carriage")
def any_carriage_two_short(rules: RuleSet) -> RuleSet:
    """The cartwright brings the highest carriage for which at most two cities are lacking."""

    def take(position: Position, event: Event, note: Note) -> Position:
        reached = position.turn.closed + CARTWRIGHT_HELPS
        highest = max(number for number, _ in position.rules.board.carriages if number <= reached)
        before = [number for number, next_ in position.rules.board.next_carriage.items() if next_ == highest]
        position = position.with_turn(official="cartwright").with_own(carriage=before[0])
        return position.rules.proceed(take_carriage(position, note), "carriage", note)

    return varied(rules, "cartwright", effect=take)


@reading("cartwright-gap")
def two_cities_exactly(rules: RuleSet) -> RuleSet:
    """The cartwright helps only where two cities are lacking."""

    @clause("cartwright.short")
    def not_two_short(position: Position) -> Reason | None:
        one_short = position.turn.phase == "carriage" and cities_short(position) == 1
        return because("One city is lacking, not two.") if one_short else cartwright_no_help(position)

    def come(position: Position, note: Note) -> Position:
        if cities_short(position) == 1:
            return position.rules.proceed(position, "carriage", note)
        return come_by_the_rules(position, note)

    come_by_the_rules = next(step.enter for step in rules.steps if step.name == "carriage")
    return entered(swap_moments(rules, "cartwright", {cartwright_no_help: not_two_short}), "carriage", come)


@reading("carriages-per-route")
def every_carriage_reached(rules: RuleSet) -> RuleSet:
    """A route brings every carriage up to its number of cities."""

    def take(position: Position, event: Event, note: Note) -> Position:
        while cities_short(position) == 0:
            position = take_carriage(position, note)
        return position.rules.proceed(position, "carriage", note)

    return varied(rules, "carriage", effect=take)


@reading("which-carriage")
def highest_carriage_reached(rules: RuleSet) -> RuleSet:
    """A route brings the highest carriage that it is long enough for; those before it are left out."""

    def take(position: Position, event: Event, note: Note) -> Position:
        numbers = [number for number, _ in position.rules.board.carriages if number <= position.turn.closed]
        before = [number for number, next_ in position.rules.board.next_carriage.items() if next_ == max(numbers)]
        position = take_carriage(position.with_own(carriage=before[0]), note)
        return position.rules.proceed(position, "carriage", note)

    return varied(rules, "carriage", effect=take)


@reading("cartwright-second-carriage")
def cartwright_after_a_carriage(rules: RuleSet) -> RuleSet:
    """After the carriage that the route has earned, the cartwright may bring the next one."""

    def take(position: Position, event: Event, note: Note) -> Position:
        position = take_carriage(position, note)
        if position.turn.official is None and cities_short(position) in (1, 2):
            return position
        return position.rules.proceed(position, "carriage", note)

    return varied(rules, "carriage", effect=take)


# ---- the tile for the end of the game


@reading("number-or-points")
def end_by_seven_points(rules: RuleSet) -> RuleSet:
    """The carriage that triggers the end is the one worth seven points."""

    def take(position: Position, event: Event, note: Note) -> Position:
        position = take_carriage(position, note)
        if position.rules.board.carriage_points[position.own.carriage] == 7:
            position = bring_about_end(position, note)
        return position.rules.proceed(position, "carriage", note)

    return with_taking(rules, take)


@reading("game-end-tile-moment")
def end_of_game_with_the_tiles(rules: RuleSet) -> RuleSet:
    """The tile for the end of the game is taken with the other tiles: for carriage 7, at the next closing."""

    def late(position: Position, note: Note) -> Position:
        has_highest = position.own.carriage == position.rules.board.carriages[-1][0]
        return bring_about_end(position, note) if has_highest else position

    def take(position: Position, event: Event, note: Note) -> Position:
        number = position.rules.board.next_carriage[position.own.carriage]
        return position.rules.proceed(position.with_own(carriage=number), "carriage", note)

    rules = with_parts(rules, awards=(*rules.parts.awards, late))
    return with_taking(rules, take)


@reading("second-finisher")
def tile_for_every_last_house(rules: RuleSet) -> RuleSet:
    """Every player who places the last house gets such a tile, even after the end has been triggered."""
    board = rules.board
    stacks = tuple(replace(s, values=(1, 1)) if s.kind == "game-end" else s for s in board.stacks)

    def close(position: Position, event: Event, note: Note) -> Position:
        at, due = position.turn.player, position.ender is not None
        after = rules.actions["close"].effect(position, event, note)
        player = after.players[at]
        if not due or len(player.houses) < board.houses:
            return after
        player = player.replace(tiles=tuple(sorted((*player.tiles, Tile("game-end", 1)))))
        return after.replace(players=(*after.players[:at], player, *after.players[at + 1 :]))

    rules = replace(rules, board=replace(board, name="two game-end tiles", stacks=stacks))
    return varied(rules, "close", effect=close)
