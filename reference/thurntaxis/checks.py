"""What a position must be to be possible: one fault for each thing that is not."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from thurntaxis.board import Board
from thurntaxis.names import number
from thurntaxis.position import Player, Position, Turn
from thurntaxis.steps.carriage import CARTWRIGHT_HELPS, cities_short


class Fault(NamedTuple):
    """One thing that is wrong in a file: the key where, what is wrong, and what would be right."""

    key: str
    wrong: str
    right: str

    def __str__(self) -> str:
        return f"{self.key}: {self.wrong} ({self.right})" if self.key else f"{self.wrong} ({self.right})"


def faults(position: Position) -> Iterator[Fault]:
    """Yield what makes the position impossible. Names that the board does not know are passed over."""
    found = list(_card_faults(position))
    yield from found or _deck_faults(position)
    for at, player in enumerate(position.players):
        yield from _player_faults(f"players[{at}]", player, position.rules.board)
    yield from _tile_faults(position)
    yield from _ender_faults(position)
    if position.turn.player < len(position.players):
        yield from _turn_faults(position)


def _deck_faults(position: Position) -> Iterator[Fault]:
    """Where the discards become the deck as soon as it is empty, no discards lie beside an empty deck."""
    if not position.discard or position.turn.pending or position.deck_size > 0:
        return
    if position.rules.options["reshuffle"] == "at-exhaustion":
        wrong = f"the deck is empty, and cards are discarded: {len(position.discard)}"
        yield Fault("discard", wrong, "none: they are the new deck; or the option reshuffle when-needed")


def _card_faults(position: Position) -> Iterator[Fault]:
    """Every card at most as often as it is printed; at most six face up."""
    board = position.rules.board
    places = [
        (f"players[{i}].{part}", getattr(p, part)) for i, p in enumerate(position.players) for part in ("hand", "route")
    ]
    places += [("display", position.display), ("discard", position.discard)]
    counted: Counter[str] = Counter()
    for key, cards in places:
        for at, card in enumerate(cards):
            counted[card] += 1
            if card in board.province_of and counted[card] > board.copies:
                yield Fault(
                    f"{key}[{at}]", f"card {counted[card]} of {card}", f"there are {board.copies} cards of a city"
                )
    if sum(counted.values()) > len(board.cards):
        yield Fault(
            "players", "more cards than there are, the unknown ones included", f"{len(board.cards)} cards in all"
        )
    if len(position.display) > board.display:
        yield Fault("display", f"holds {len(position.display)}", f"at most {board.display}")


def _player_faults(key: str, player: Player, board: Board) -> Iterator[Fault]:
    """A route follows roads without repeats; houses stand once; the carriage exists."""
    for at, city in enumerate(player.route):
        if city not in board.province_of:
            continue
        before = player.route[at - 1] if at else None
        if city in player.route[:at]:
            yield Fault(f"{key}.route[{at}]", f"{city} stands in the route twice", "each city once")
        elif before in board.province_of and before not in board.neighbours[city]:
            near = ", ".join(sorted(board.neighbours[city]))
            yield Fault(f"{key}.route[{at}]", f"no road leads from {before} to {city}", f"roads lead to {near}")
    for at, city in enumerate(player.houses):
        if city in board.province_of and city in player.houses[:at]:
            yield Fault(f"{key}.houses[{at}]", f"a second house in {city}", "one house of a player in a city")
    if len(player.houses) > board.houses:
        yield Fault(f"{key}.houses", f"holds {len(player.houses)}", f"at most {board.houses}")
    if player.carriage is not None and player.carriage not in board.carriage_points:
        numbers = ", ".join(str(cities) for cities, _ in board.carriages)
        yield Fault(f"{key}.carriage", f"there is no carriage {number(player.carriage)}", f"{numbers}, or none")


def _tile_faults(position: Position) -> Iterator[Fault]:
    """Tiles exist and are held once; of regions and of all provinces, a player has at most one."""
    board = position.rules.board
    known = {stack.name: stack for stack in board.stacks}
    left = {stack.name: list(stack.values) for stack in board.stacks}
    for i, player in enumerate(position.players):
        for at, tile in enumerate(player.tiles):
            if tile.stack not in known:
                continue
            key, stack = f"players[{i}].tiles[{at}]", known[tile.stack]
            if tile.value not in stack.values:
                yield Fault(
                    key, f"there is no tile {str(tile)[:60]}", f"{stack.name} has {', '.join(map(str, stack.values))}"
                )
            elif tile.value not in left[stack.name]:
                yield Fault(key, f"the tile {tile} is held twice", "each tile once")
            else:
                left[stack.name].remove(tile.value)
            if stack.length is None and any(other.stack == tile.stack for other in player.tiles[:at]):
                yield Fault(key, f"a second tile {stack.name} of the same player", "at most one")


def _ender_faults(position: Position) -> Iterator[Fault]:
    """Who has the game-end tile is the ender, and whoever met its condition first has it."""
    board, players = position.rules.board, range(len(position.players))
    for key, index in (("start", position.start), ("ender", position.ender), ("turn.player", position.turn.player)):
        if index is not None and index not in players:
            yield Fault(key, f"there is no player {number(index)}", f"0 to {len(players) - 1}")
    game_end = next(stack.name for stack in board.stacks if stack.kind == "game-end")
    holders = [i for i in players if any(tile.stack == game_end for tile in position.players[i].tiles)]
    if holders and position.ender != holders[0]:
        yield Fault("ender", f"the game-end tile lies in front of player {holders[0]}", str(holders[0]))
    elif position.ender in players and not holders:
        yield Fault(
            f"players[{position.ender}].tiles", "the ender has no game-end tile", f'"{game_end} 1" among the tiles'
        )
    elif position.ender is None:
        for i, player in enumerate(position.players):
            if len(player.houses) == board.houses or board.next_carriage.get(player.carriage, 0) is None:
                yield Fault(
                    "ender", f"player {i} has met the condition of the game-end tile", "the player who met it first"
                )
                return


# ---- the turn


def _turn_faults(position: Position) -> Iterator[Fault]:
    """The state of the turn is one that a turn can come to."""
    turn = position.turn
    yield from _PHASES[turn.phase](position, turn)
    yield from _pending_faults(position, turn)
    if turn.official == "administrator" and turn.began_empty:
        yield Fault("turn.official", "the administrator in a turn begun with an empty hand", "postmaster or none")
    if turn.phase in ("draw", "play") and turn.closed:
        yield Fault("turn.closed", "no route has been closed yet in this phase", "0")


def _hand_of_a_turn_begun_empty(position: Position, turn: Turn) -> Iterator[Fault]:
    """What a player holds who began with nothing is what was drawn, less what was played."""
    in_hand = len(position.mover.hand) + turn.pending.count("hand")
    if turn.began_empty and in_hand != turn.drawn - turn.played:
        yield Fault(
            "turn.began_empty",
            f"cards in hand: {in_hand}, drawn: {number(turn.drawn)}, played: {number(turn.played)}",
            "false, or a hand to match",
        )
    elif not turn.began_empty and turn.phase == "draw" and turn.drawn == 0 and not position.mover.hand:
        yield Fault("turn.began_empty", "the hand is empty and nothing has been drawn", "true")


def _draw_faults(position: Position, turn: Turn) -> Iterator[Fault]:
    if turn.played:
        yield Fault("turn.played", "cards played in the phase draw", "0, or the phase play")
    if turn.official not in (None, "administrator", "postmaster"):
        yield Fault("turn.official", f"the {turn.official} in the phase draw", "postmaster, administrator or none")
    most = 2 if turn.official == "postmaster" else 1
    if turn.drawn > most or (most == 2 and turn.drawn < 2):
        wanted = "2 with the postmaster" if most == 2 else "0 or 1; 2 with the postmaster"
        yield Fault("turn.drawn", f"is {number(turn.drawn)}", wanted)
    else:
        yield from _hand_of_a_turn_begun_empty(position, turn)
    if turn.pending and position.deck_size <= 0:
        yield Fault(
            "turn.pending", "no card is left to reveal", "no reveals: they are dropped or the discards reshuffled"
        )


def _after_playing_faults(position: Position, turn: Turn) -> Iterator[Fault]:
    if turn.drawn not in range(3):
        yield Fault("turn.drawn", f"is {number(turn.drawn)}", "0 to 2")
    if turn.official == "postmaster" and turn.drawn != 2:
        yield Fault("turn.drawn", f"is {number(turn.drawn)} with the postmaster", "2")
    if turn.official != "postmaster" and turn.drawn == 2:
        yield Fault("turn.drawn", "is 2 without the postmaster", "0 or 1")
    if turn.played not in (1, 2):
        yield Fault("turn.played", f"is {number(turn.played)}", "1, or 2 with the carrier")
    elif (turn.official == "carrier") != (turn.played == 2):
        yield Fault(
            "turn.played",
            f"is {turn.played}, the official being {turn.official or 'none'}",
            "2 with the carrier, else 1",
        )
    if turn.official == "cartwright" and turn.phase != "keep":
        yield Fault("turn.official", "the cartwright before a carriage is taken", "another official, or none")


def _play_faults(position: Position, turn: Turn) -> Iterator[Fault]:
    yield from _after_playing_faults(position, turn)
    yield from _hand_of_a_turn_begun_empty(position, turn)
    if not position.mover.route:
        yield Fault(
            f"players[{turn.player}].route", "no route after a card has been played", "the route with that card"
        )


def _carriage_faults(position: Position, turn: Turn) -> Iterator[Fault]:
    yield from _after_playing_faults(position, turn)
    yield from _hand_of_a_turn_begun_empty(position, turn)
    if turn.closed != len(position.mover.route):
        yield Fault(
            "turn.closed",
            f"is {number(turn.closed)}",
            f"the length of the route, {len(position.mover.route)}",
        )
    elif turn.closed < position.rules.board.shortest_route:
        yield Fault("turn.closed", f"is {turn.closed}", f"{position.rules.board.shortest_route} or more")
    elif position.mover.carriage in position.rules.board.next_carriage:
        short = cities_short(position)
        helped = turn.official is None and short in range(1, CARTWRIGHT_HELPS + 1)
        if short != 0 and not helped:
            yield Fault("turn.phase", "no carriage is to be had for this route", "keep, or the next player's draw")


def _keep_faults(position: Position, turn: Turn) -> Iterator[Fault]:
    yield from _after_playing_faults(position, turn)
    yield from _hand_of_a_turn_begun_empty(position, turn)
    board = position.rules.board
    if position.mover.route:
        yield Fault(
            f"players[{turn.player}].route", "the closed route is still there", "no route: it has been discarded"
        )
    if turn.closed not in range(board.shortest_route, len(board.cities) + 1):
        yield Fault(
            "turn.closed",
            f"is {number(turn.closed)}",
            f"{board.shortest_route} to {len(board.cities)}",
        )
    if len(position.mover.hand) <= board.hand_after_closing:
        yield Fault(
            f"players[{turn.player}].hand",
            f"holds {len(position.mover.hand)}, so there is no choice",
            f"more than {board.hand_after_closing}",
        )


def _over_faults(position: Position, turn: Turn) -> Iterator[Fault]:
    if position.ender is None:
        yield Fault("ender", "the game is over, but nobody has ended it", "the player who took the game-end tile")
    if turn.official is not None or turn.drawn or turn.played or turn.began_empty or turn.closed:
        yield Fault("turn", "the game is over, but a turn is under way", "player and phase only")


_PHASES = {
    "draw": _draw_faults,
    "play": _play_faults,
    "carriage": _carriage_faults,
    "keep": _keep_faults,
    "over": _over_faults,
}


def _pending_faults(position: Position, turn: Turn) -> Iterator[Fault]:
    """Reveals are due after a card was drawn, after the administrator, and at the start of the game."""
    if not turn.pending:
        return
    if turn.phase != "draw":
        yield Fault("turn.pending", f"reveals due in the phase {turn.phase}", "none")
        return
    free = position.rules.board.display - len(position.display)
    blind = turn.pending.count("hand")
    most = free if turn.drawn == 0 else min(free, 1)
    if blind and (len(turn.pending) > 1 or turn.drawn == 0):
        yield Fault(
            "turn.pending",
            "a blind draw among other reveals, or before any card was drawn",
            '["hand"] alone, after a draw',
        )
    elif not blind and len(turn.pending) > most:
        yield Fault("turn.pending", f"holds {len(turn.pending)} for the display", f"at most {most}")
