"""Checks whether a position is possible; each yields its faults."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from thurntaxis.board import Board
from thurntaxis.fault import Fault
from thurntaxis.io.turn_checks import turn_faults
from thurntaxis.message import Alternatives, Hint, Message, verbatim
from thurntaxis.position import Player, Position


def faults(position: Position, given: Mapping[str, Any] | None = None) -> Iterator[Fault]:
    """Yield what makes the position impossible. Unknown names are ignored.

    `given` are values of modules' keys as they are in a file, if they follow from the rest of the position.
    """
    found = list(_card_faults(position))
    yield from found or _deck_faults(position)
    for at, player in enumerate(position.players):
        yield from _player_faults(f"players[{at}]", player, position.rules.board)
    yield from _tile_faults(position)
    yield from _ender_faults(position)
    if position.turn.player < len(position.players):
        yield from turn_faults(position)
    for holdings in position.rules.parts.holdings:
        yield from holdings.faults(position, {**holdings.table(position), **(given or {})})


def _deck_faults(position: Position) -> Iterator[Fault]:
    """If the discards become the deck as soon as it is empty, there are no discards while the deck is empty."""
    if not position.discard or position.turn.pending or position.deck_size > 0:
        return
    if position.rules.options["reshuffle"] == "at-exhaustion":
        wrong = Message("{number:# card is|# cards are} discarded, but the deck is empty", len(position.discard))
        yield Fault("discard", wrong, "none, since they became the new deck; or the option reshuffle=when-needed")


def _card_faults(position: Position) -> Iterator[Fault]:
    """No card appears more often than it is printed; the display has at most six."""
    board = position.rules.board
    printed = Counter(board.cards)
    places = [
        (f"players[{i}].{part}", getattr(p, part))
        for i, p in enumerate(position.players)
        for part in ("hand", "route", "horses")
    ]
    places += [("display", position.display), ("discard", position.discard)]
    counted: Counter[str] = Counter()
    for key, cards in places:
        for at, card in enumerate(cards):
            counted[card] += 1
            if card in printed and counted[card] > printed[card]:
                wrong = Message("this would be {card} card number {number}", card, counted[card])
                yield Fault(f"{key}[{at}]", wrong, _copies(board, printed[card]))
    if sum(counted.values()) > len(board.cards):
        key = "players" if position.unknown_in_hands or not position.unknown_discards else "discard"
        yield Fault(
            key, "more cards than the game has, counting the unknown ones", "{number} cards in all", len(board.cards)
        )
    if len(position.display) > board.display:
        yield Fault("display", "holds {number}", "at most {most:# card|# cards}", len(position.display), board.display)


def _copies(board: Board, count: int) -> Message:
    """Return in words how many cards there are."""
    if not board.cards_are_numbered:
        return Hint("there are {number} cards of each city", number=count)
    return Hint("there {number:is # such card|are # such cards}", number=count)


def _player_faults(key: str, player: Player, board: Board) -> Iterator[Fault]:
    """A route follows roads without repeats; no city has two houses of a player; the carriage exists."""
    route = [board.city_of.get(card) for card in player.route]
    for at, city in enumerate(route):
        if city is None:
            continue
        before = route[at - 1] if at else None
        if city in route[:at]:
            yield Fault(f"{key}.route[{at}]", "{city} is in the route twice", "each city once", city)
        elif before is not None and before not in board.neighbours[city]:
            near = tuple(sorted(board.neighbours[before]))
            wrong = Message("no road leads from {a} to {b}", before, city)
            yield Fault(f"{key}.route[{at}]", wrong, Hint("roads from {a} lead to {near}", before, near))
    for at, city in enumerate(player.houses):
        if city in board.province_of and city in player.houses[:at]:
            yield Fault(f"{key}.houses[{at}]", "a second house in {city}", "one house per player in each city", city)
    if len(player.houses) > board.houses:
        yield Fault(f"{key}.houses", "holds {number}", "at most {most}", len(player.houses), board.houses)
    if player.carriage is not None and player.carriage not in board.carriage_points:
        numbers = Alternatives(cities for cities, _ in board.carriages)
        wrong = Message("there is no carriage {number}", player.carriage)
        yield Fault(f"{key}.carriage", wrong, "{numbers}; leave the key out if the player has none", numbers)


def _tile_faults(position: Position) -> Iterator[Fault]:
    """Tiles exist and have one owner; of a region and of all provinces, a player has at most one."""
    board = position.rules.board
    known = {stack.name: stack for stack in board.stacks}
    left = {stack.name: list(stack.values) for stack in board.stacks}
    for i, player in enumerate(position.players):
        for at, tile in enumerate(player.tiles):
            if tile.stack not in known:
                continue
            key, stack = f"players[{i}].tiles[{at}]", known[tile.stack]
            if tile.value not in stack.values:
                tiles = Alternatives(f"{stack.name} {value}" for value in dict.fromkeys(stack.values))
                yield Fault(key, "there is no tile {tile}", verbatim(tiles), str(tile)[:60])
            elif tile.value not in left[stack.name]:
                yield Fault(key, "someone already has the tile {tile}", "each tile once", str(tile))
            else:
                left[stack.name].remove(tile.value)
            if stack.length is None and any(other.stack == tile.stack for other in player.tiles[:at]):
                yield Fault(key, "a second {stack} tile for the same player", "at most one", stack.name)


def _ender_faults(position: Position) -> Iterator[Fault]:
    """The ender has the game-end tile, and is a player who meets its condition."""
    board, players = position.rules.board, range(len(position.players))
    for key, index in (("start", position.start), ("ender", position.ender), ("turn.player", position.turn.player)):
        if index is not None and index not in players:
            yield Fault(key, "there is no player {number}", "{players}", index, Alternatives(range(len(players))))
    game_end = next(stack.name for stack in board.stacks if stack.kind == "game-end")
    holders = [i for i in players if any(tile.stack == game_end for tile in position.players[i].tiles)]
    if holders and position.ender not in holders:
        wrong = Message("{player} has the game-end tile", player=position.name_of(holders[0]), index=holders[0])
        yield Fault("ender", wrong, verbatim(holders[0]))
    elif position.ender in players and not holders:
        right = Message('"{stack} 1" among these tiles', game_end)
        yield Fault(f"players[{position.ender}].tiles", "the ender doesn't have the game-end tile", right)
    elif position.ender is None:
        for i, player in enumerate(position.players):
            if len(player.houses) == board.houses or board.next_carriage.get(player.carriage, 0) is None:
                wrong = Message(
                    "{player} has met the condition for the game-end tile", player=position.name_of(i), index=i
                )
                yield Fault("ender", wrong, "the player who met it first")
                return
    elif position.ender in players and position.start in players and position.turn.player in players:
        yield from _turn_after_the_end_faults(position, position.ender)


def _turn_after_the_end_faults(position: Position, ender: int) -> Iterator[Fault]:
    """After the end was triggered, only players who come later in the round have a turn.

    The end is triggered by closing a route, or in a return round: then the ender may come later, too.
    """
    turn, number = position.turn, len(position.players)
    at, since = ((player - position.start) % number for player in (turn.player, ender))
    in_this_turn = position.rules.parts.interrupted(position) or (turn.closed and turn.player == ender)
    due = at > 0 if "return" in position.rules.actions else at > since
    if due or in_this_turn or turn.phase in ("final", "over"):
        return
    wrong = Message("the end of the game was triggered, and {player} has no turn left", position.name_of(turn.player))
    yield Fault("turn.player", wrong, "a player who comes later in the round, or the phase over")
