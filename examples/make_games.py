"""Plays this folder's games with modules, and the one on the board with free cities, and writes their records.

`python examples/make_games.py` plays them all, `python examples/make_games.py messenger offices` some of them. The
agent `--agent` plays at every seat, and sees only what its player may know. An agent that counts playouts plays the
same game again; one that is limited by time does not. For each game, a row for `README.md` is written to standard
output, with the agent and the seed.
"""

import argparse
import json
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import thurntaxis
from thurntaxis import Position, undealt
from thurntaxis.io.write import record_data
from thurntaxis.records import Record
from thurntaxis.seen_cards import Seen
from thurntaxis_solver.play.agents import AgentError, agent, read
from thurntaxis_solver.play.fixed_deck import ShuffledDeck

AGENT = "search:playouts=1000"
"""The default agent."""

NAMES = ("Anna", "Ben", "Clara", "David")
"""The players."""

MESSENGER, OFFICES, POWER = "princess-messenger", "offices-of-honor", "power-and-glory"


class Planned(NamedTuple):
    """A game to be played."""

    players: int
    seed: int
    board: str
    modules: tuple[str, ...]

    def start(self) -> Position:
        """Return the table before the first reveal, with the names of the players."""
        position = undealt(self.players, self.board, modules=self.modules)
        named = zip(position.players, NAMES, strict=False)
        return position.replace(players=tuple(player.replace(name=name) for player, name in named))

    def in_words(self) -> str:
        """Return what is played."""
        *others, last = self.modules or ("the rules of the base game",)
        rules = f"{', '.join(others)} and {last}" if others else last
        return f"a game of {self.players} with {rules}{'' if self.board == 'south' else f', on {self.board}'}"


GAMES = {
    "messenger": Planned(2, 1, "south", (MESSENGER,)),
    "offices": Planned(3, 2, "south", (OFFICES,)),
    "messenger-offices": Planned(4, 3, "south", (MESSENGER, OFFICES)),
    "free-cities": Planned(2, 4, "testland", ()),
    "power": Planned(3, 5, "testland", (POWER,)),
    "power-messenger": Planned(2, 6, "testland", (POWER, MESSENGER)),
    "power-offices": Planned(4, 7, "testland", (POWER, OFFICES)),
    "all-three": Planned(3, 8, "testland", (POWER, MESSENGER, OFFICES)),
}
"""The games by the names of their files, `game-NAME.json`."""


def played(planned: Planned, name: str, turns: int | None = None) -> Record:
    """Return the record of a game between agents of this name, stopped after this many turns at most."""
    start = planned.start()
    seeds = random.Random(planned.seed)
    table = [agent(name, seeds.getrandbits(48)) for _ in start.players]
    seen, deck = Seen.at(start), ShuffledDeck(str(planned.seed))
    events: list[str] = []
    while not seen.position.is_over and turns != 0:
        before = seen.position
        if before.is_chance:
            event = deck.next(before)
            deck = deck.after(before, event)
        else:
            event = table[before.decider].choose(seen.view(before.decider))
        seen = seen.play(event)
        events.append(str(event))
        if turns is not None and seen.position.turn.player != before.turn.player:
            turns -= 1
    return Record(start, tuple(events), thurntaxis.__version__, seed=planned.seed)


def row(file: Path, planned: Planned, name: str, record: Record) -> str:
    """Return the row of a game for the table of the examples."""
    end = record.end
    scores = " to ".join(str(score).replace("-", "−") for score in end.scores())
    count = f"after {len(record.events)} events"
    ends = f"{scores} {count}" if end.is_over else f"broken off {count}"
    return f"| `{file.name}` | {planned.in_words()}: {ends}; `{name}` at every seat, seed {planned.seed} |"


def main(arguments: Sequence[str]) -> None:
    """Play the games wanted."""
    parser = argparse.ArgumentParser(description="Play the games of this folder with modules, and write their records.")
    parser.add_argument("games", nargs="*", metavar="NAME", help=f"which ones: {', '.join(GAMES)}; all if left out")
    parser.add_argument("--agent", default=AGENT, help=f"who plays at every seat ({AGENT})")
    parser.add_argument("--turns", type=int, help="break off each game after so many turns")
    parser.add_argument("--folder", type=Path, default=Path(__file__).parent, help="where to write the records")
    asked = parser.parse_args(arguments)
    if unknown := [game for game in asked.games if game not in GAMES]:
        parser.error(f"there is no game {unknown[0]} ({', '.join(GAMES)})")
    wanted = {game: GAMES[game] for game in asked.games or GAMES}
    try:
        for planned in wanted.values():
            read(asked.agent).check(planned.start().rules)
    except AgentError as error:
        parser.error(str(error))
    for game, planned in wanted.items():
        record, file = played(planned, asked.agent, asked.turns), asked.folder / f"game-{game}.json"
        file.write_text(json.dumps(record_data(record), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        sys.stdout.write(row(file, planned, asked.agent, record) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
