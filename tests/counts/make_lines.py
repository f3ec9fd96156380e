"""Finds lines with perft counts for programs that read the line notation: `python tests/counts/make_lines.py`.

It updates `lines.txt`, from other games if the options have changed since. Each row is a line and the number of
sequences of 1, 2 and 3 events, counted by the naive rules. The positions are met in random play on every board with all
modules; of each game there are some of every phase, and again some with unknown discards.
"""

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

import thurntaxis as tt
from naive import rules as naive
from support import random_play
from support.hidden_cards import hidden
from thurntaxis.io.read import PositionError
from thurntaxis.io.write import position_data

FILE = Path(__file__).with_name("lines.txt")
DEPTH = 3
LEAVES = 800
OF_A_SITUATION = 3
GAMES = 4
BOARDS: tuple[tuple[str, tuple[str, ...]], ...] = (("south", ()), *random_play.GAMES)
NAMES = ("Anna", "Ben", "Zoë B.", "李")


def situation(position: tt.Position) -> tuple[str, ...]:
    """Return what sets a position apart from others of the same game."""
    turn, returning = position.turn, position.returning
    reward = "" if returning is None else f"returning {returning.reward}"
    return (turn.phase, turn.pending[0] if turn.pending else "", turn.used[-1] if turn.used else "", reward)


def varied(position: tt.Position, chance: random.Random) -> tt.Position:
    """Return the position with names at some tables, and with hands that the player who acts can't see at others."""
    if chance.random() < 0.3:
        named = (player.replace(name=name) for player, name in zip(position.players, NAMES, strict=False))
        position = position.replace(players=tuple(named))
    if chance.random() < 0.7:
        return position
    hidden = tuple(
        player if at == position.decider else player.replace(hand=("?",) * len(player.hand))
        for at, player in enumerate(position.players)
    )
    unseen = sorted([*position.unseen, *(c for old in position.players for c in old.hand)])
    for player in hidden:
        for card in player.hand:
            if card != "?":
                unseen.remove(card)
    unseen = [card for card in unseen if card[0] != "?"]
    return position.replace(players=hidden, unseen=tuple(unseen))


def is_readable(position: tt.Position) -> bool:
    try:
        return tt.Position.from_line(position.to_line()) == position
    except PositionError:
        return False


def with_unknown_discards(position: tt.Position, chance: random.Random) -> tt.Position:
    """Return the position with discards that nobody remembers, at some tables with unknown hands, too."""
    return hidden(position, chance, share=chance.choice([0.3, 1]), hands=chance.random() < 0.5)


Variation = Callable[[tt.Position, random.Random], tt.Position]
"""Changes a position at random."""


def found(
    board: str,
    modules: tuple[str, ...],
    chance: random.Random,
    variation: Variation = varied,
    games: int = GAMES,
    of_a_situation: int = OF_A_SITUATION,
) -> Iterator[tt.Position]:
    """Yield positions of games on a board, a few of each situation."""
    counted: Counter[tuple[str, ...]] = Counter()
    for _ in range(games):
        for position, _ in random_play.walk(random_play.start_with(chance, board, modules), chance):
            kind = situation(position)
            if counted[kind] == of_a_situation or (position.turn.phase != "final" and chance.random() < 0.9):
                continue
            candidate = variation(position, chance)
            if is_readable(candidate) and tt.perft(candidate, 2) < LEAVES / 4 and tt.perft(candidate, DEPTH) < LEAVES:
                counted[kind] += 1
                yield candidate


def rows() -> Iterator[str]:
    chance = random.Random(1)
    for board, modules in BOARDS:
        yield from map(row, found(board, modules, chance))
    yield from rows_with_unknown_discards()


def rows_with_unknown_discards() -> Iterator[str]:
    chance = random.Random(2)
    for board, modules in BOARDS:
        for position in found(board, modules, chance, with_unknown_discards, games=2, of_a_situation=1):
            if position.unknown_discards:
                yield row(position)


def row(position: tt.Position) -> str:
    data = position_data(position)
    counts = " ".join(f";D{depth} {naive.perft(data, depth)}" for depth in range(1, DEPTH + 1))
    return f"{position.to_line()} {counts}"


if __name__ == "__main__":
    FILE.write_text("".join(f"{row}\n" for row in sorted(set(rows()))), encoding="ascii")
