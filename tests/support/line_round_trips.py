"""Positions there and back through the line notation, JSON and TOML: shared by the tests, and a command for many.

`python tests/support/line_round_trips.py 100000` checks that many positions of random games, and as many mutated lines:
about ten minutes. In half of the positions some of the discards and of the cards in hands are unknown.
"""

import itertools
import json
import random
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

import thurntaxis as tt
from support import random_play
from support.hidden_cards import hidden
from support.paths import BY_CITY
from thurntaxis.io.line_events import event_text, event_word
from thurntaxis.io.read import PositionError, position_from_data
from thurntaxis.io.write import position_data, to_json, to_toml
from thurntaxis.values import UNKNOWN_BACK

GAMES = [("south", ()), *random_play.GAMES, (str(BY_CITY), tt.MODULES)]
"""Boards and modules: all that can be played, and a board file."""

NAMES = (None, "", "Anna", "Zoë B.", "-", "/", "a_b~c", "moves", "李")
MUTATIONS = "AaUlZz019?/-_.~=dpxer "


def positions(chance: random.Random, board: str, modules: tuple[str, ...]) -> Iterator[tuple[tt.Position, tt.Event]]:
    """Yield positions of one random game after another, each with an event; the players of a game have names."""
    while True:
        start = random_play.start_with(chance, board, modules)
        named = tuple(player.replace(name=chance.choice(NAMES)) for player in start.players)
        yield from random_play.walk(start.replace(players=named), chance)


def as_at_a_table(position: tt.Position, chance: random.Random) -> tt.Position:
    """Return the position, or with unknown discards and hands; there is no unknown card that the rules rule out."""
    return hidden(position, chance, share=chance.choice([0.2, 1])) if chance.random() < 0.5 else position


def check(position: tt.Position, event: tt.Event | None) -> str:
    """Check that the position comes back from its line, JSON and TOML, and the event from its word; return the line.

    The size of the deck must give the same information as unknown discards.
    """
    line, board = position.to_line(), position.rules.board
    assert line.isascii(), line
    assert not set(line) & set("+&#%_"), line
    assert tt.Position.from_line(line) == position, line
    data = position_data(position)
    assert "deck" not in data, line
    for read in (data, json.loads(to_json(position)), tomllib.loads(to_toml(position))):
        assert position_from_data(read) == position, line
    assert position_from_data(abridged(data, position)) == position, line
    if event is not None:
        word = event_word(event, board)
        assert event_text(word, board) == str(event), word
    return line


def abridged(data: dict[str, Any], position: tt.Position) -> dict[str, Any]:
    """Return a position as people at a table write it: with what follows from the rest left out."""
    has_backs = any(card.startswith(UNKNOWN_BACK) for card in data["discard"])
    known = data["discard"] if has_backs else [card for card in data["discard"] if card != tt.UNKNOWN]
    players = [
        {**player, "hand": len(player["hand"])} if set(player["hand"]) == {tt.UNKNOWN} else player
        for player in data["players"]
    ]
    turn = {key: value for key, value in data["turn"].items() if value not in (0, "draw", None, False, [])}
    short = {**data, "players": players, "discard": known, "turn": turn, "deck": position.deck_size}
    implied = [("thurntaxis", 1), ("board", "south"), ("start", 0), ("turn", {})]
    return {key: value for key, value in short.items() if (key, value) not in implied and value not in (None, [])}


def mutated(line: str, chance: random.Random) -> str:
    """Return the line with a sign or a field changed."""
    at = chance.randrange(len(line))
    fields = line.split(" ")
    one, other = chance.randrange(len(fields)), chance.randrange(len(fields))
    match chance.randrange(5):
        case 0:
            return line[:at] + chance.choice(MUTATIONS) + line[at + 1 :]
        case 1:
            return line[:at] + chance.choice(MUTATIONS) + line[at:]
        case 2:
            return line[:at] + line[at + 1 :]
        case 3:
            fields[one], fields[other] = fields[other], fields[one]
        case _:
            fields[one : one + 1] = [fields[one]] * chance.choice((0, 2))
    return " ".join(fields)


def check_mutated(line: str) -> bool:
    """Check that a line is read right, or refused with one line for each fault; return whether it is read."""
    try:
        position = tt.Position.from_line(line)
    except PositionError as error:
        for fault in error.faults:
            assert str(fault).isprintable(), line
            assert fault.wrong, line
            assert fault.right, line
        return False
    assert tt.Position.from_line(position.to_line()) == position, line
    return True


def check_many(count: int, seed: int = 1, games: Sequence[tuple[str, tuple[str, ...]]] = GAMES) -> int:
    """Check positions of random games in turn, and a mutated line of each; return how many of these could be read."""
    chance = random.Random(seed)
    walks = itertools.cycle([positions(chance, *game) for game in games])
    readable = 0
    for _ in range(count):
        known, event = next(next(walks))
        position = as_at_a_table(known, chance)
        line = check(position, event if position is known else None)
        readable += check_mutated(mutated(line, chance))
    return readable


if __name__ == "__main__":
    wanted = int(sys.argv[1])
    readable = check_many(wanted)
    print(f"{wanted} positions came back from line, JSON and TOML; of as many mutated lines, {readable} could be read")
