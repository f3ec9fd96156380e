"""The numbers of an observation, in blocks: what a seat may know, and nothing else.

Seats are counted from the observer, whose own is seat 0. The kernel writes the numbers
(`thurntaxis_solver.kernel.environments.write_observation`), in this order.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from thurntaxis.officials import OFFICIALS
from thurntaxis_solver.environments.actions import cards_by_index
from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.rules.cards import MOST_SHOES
from thurntaxis_solver.kernel.tables import Tables

MOST_COPIES = 3
"""The greatest number of cards of a city."""

MOST_POINTS = 120
"""A bound on the points of a seat's tiles."""

CARD, CITY, STACK, OFFICIAL, OFFICE = "card", "city", "stack", "official", "office"
SHOES, PHASE, REWARD, ONE = "horseshoes", "phase", "reward", ""

NEEDS = {
    "horses": L.MOST_HORSES,
    "letters": L.LETTERS_PAY,
    "messenger": L.MESSENGER_RIDES,
    "offices": L.OFFICES_GIVEN,
    "backs": L.BACKS_SEEN,
    "no backs": L.BACKS_SEEN,
}
"""What a block may need, and where the tables say whether it is there."""


@dataclass(frozen=True)
class BlockKind:
    """A kind of block: its name, and what its numbers are indexed by and mean.

    `most`: the most that a number can be (0: the most moves). `needs`: what the rules must have, one of `NEEDS`.
    """

    name: str
    by: str
    most: int
    meaning: str
    needs: str = ""


SEAT_KINDS = (
    BlockKind("hand", CARD, MOST_COPIES, "known cards in the hand; for the observer, the whole hand"),
    BlockKind("unseen", ONE, L.MOST_CARDS, "cards in the hand that the observer has not seen", "no backs"),
    BlockKind("unseen", SHOES, L.MOST_CARDS, "the same, by the number on the back", "backs"),
    BlockKind("route", CARD, 1, "cards in the route"),
    BlockKind("left end", CITY, 1, "1: the left end of the route"),
    BlockKind("right end", CITY, 1, "1: the right end of the route"),
    BlockKind("houses", CITY, 1, "1: the seat has a house there"),
    BlockKind("carriage", ONE, 15, "the highest carriage, 0 if there is none"),
    BlockKind("tiles", STACK, 1, "1: the seat holds a tile of the stack"),
    BlockKind("tile points", ONE, MOST_POINTS, "points of all tiles"),
    BlockKind("starts", ONE, 1, "1: the starting player"),
    BlockKind("ended", ONE, 1, "1: took the game-end tile"),
    BlockKind("on turn", ONE, 1, "1: it is the turn of this seat"),
    BlockKind("decides", ONE, 1, "1: this seat decides"),
    BlockKind("horses", CARD, MOST_COPIES, "cards in front of the carriage", "horses"),
    BlockKind("letters", ONE, L.MOST_CARDS, "letters", "letters"),
    BlockKind("usable letters", ONE, L.MOST_CARDS, "letters that can pay in this turn", "letters"),
    BlockKind("messenger", ONE, 1, "1: has the messenger", "messenger"),
    BlockKind("offices", OFFICE, 15, "office tiles", "offices"),
    BlockKind("chips", ONE, 15, "chips", "offices"),
    BlockKind("return order", ONE, L.MOST_PLAYERS, "place in the current return round, or 0", "offices"),
)
"""The blocks of each seat."""

TABLE_KINDS = (
    BlockKind("shown", CARD, MOST_COPIES, "cards in the observer's hand that everybody has seen"),
    BlockKind("moves left", ONE, 0, "actions and reveals left before the game is stopped"),
    BlockKind("display", CARD, MOST_COPIES, "cards in the display"),
    BlockKind("discards", CARD, MOST_COPIES, "cards in the discard pile"),
    BlockKind("deck", ONE, L.MOST_CARDS, "cards in the deck"),
    BlockKind("top tile", STACK, 15, "value of the top tile, 0 if there is none"),
    BlockKind("tiles left", STACK, 15, "tiles in the stack"),
    BlockKind("phase", PHASE, 1, "1: the phase of the turn"),
    BlockKind("officials", OFFICIAL, 1, "1: used in this turn"),
    BlockKind("drawn", ONE, 3, "cards drawn in this turn"),
    BlockKind("played", ONE, 3, "cards played in this turn"),
    BlockKind("began empty", ONE, 1, "1: the turn began with an empty hand"),
    BlockKind("closed", ONE, L.MOST_CARDS, "length of the route closed in this turn"),
    BlockKind("due to the display", ONE, 6, "reveals due to the display; 0 if a player decides"),
    BlockKind("due to the hand", ONE, 1, "reveals due to the hand; 0 if a player decides"),
    BlockKind("back due", ONE, 1, "1: the back of the deck's top card is revealed next", "backs"),
    BlockKind("deck back", SHOES, 1, "1: the number on the back of the deck's top card", "backs"),
    BlockKind("offices left", OFFICE, 15, "office tiles in the stack", "offices"),
    BlockKind("emptied office", OFFICE, 1, "1: the stack for which tiles are returned", "offices"),
    BlockKind("chips left", ONE, 15, "chips in the supply", "offices"),
    BlockKind("reward", REWARD, 1, "1: the reward for returned tiles that is being taken", "offices"),
    BlockKind("choosing houses", ONE, 1, "1: the route is being closed"),
    BlockKind("chosen houses", CITY, 1, "1: chosen for a house since `close`"),
    BlockKind("chosen cards", CARD, MOST_COPIES, "cards that the observer has chosen to keep so far"),
)
"""The blocks of the table and the turn."""


@dataclass(frozen=True)
class ObservationBlock:
    """Numbers of an observation that follow each other; `seat` is counted from the observer, none for the table."""

    kind: BlockKind
    seat: int | None
    first: int
    labels: tuple[str, ...]
    most: int

    @property
    def name(self) -> str:
        """The name, such as `seat 1 hand`."""
        return self.kind.name if self.seat is None else f"seat {self.seat} {self.kind.name}"

    def numbers(self, values: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the numbers of the block in an observation."""
        return values[self.first : self.first + len(self.labels)]


def blocks(tables: Tables, players: int, most_moves: int) -> tuple[ObservationBlock, ...]:
    """Return the blocks of an observation, given the greatest number of moves."""
    found: list[ObservationBlock] = []
    first = 0
    kinds: list[tuple[int | None, BlockKind]] = [*itertools.product(range(players), SEAT_KINDS)]
    for seat, kind in [*kinds, *((None, kind) for kind in TABLE_KINDS)]:
        if kind.needs and (tables.numbers[NEEDS[kind.needs]] > 0) == (kind.needs == "no backs"):
            continue
        labels = _labels(kind.by, tables)
        found.append(ObservationBlock(kind, seat, first, labels, kind.most or most_moves))
        first += len(labels)
    return tuple(found)


def _labels(by: str, tables: Tables) -> tuple[str, ...]:
    """Return the meanings of the numbers of a block."""
    found: dict[str, Sequence[str]] = {
        CARD: cards_by_index(tables),
        CITY: tables.cities,
        STACK: tables.stacks,
        OFFICIAL: OFFICIALS,
        OFFICE: OFFICIALS[: L.OFFICE_COUNT],
        SHOES: [str(shoes) for shoes in range(1, MOST_SHOES + 1)],
        PHASE: L.PHASE_NAMES,
        REWARD: [name for name in L.REWARD_NAMES if name],
        ONE: [""],
    }
    return tuple(found[by])


def text(values: NDArray[np.float32], found: Sequence[ObservationBlock]) -> str:
    """Return an observation in words: a line for each block whose numbers are not all 0."""
    return "\n".join(f"{block.name}: {shown}" for block in found if (shown := _shown(values, block)))


def _shown(values: NDArray[np.float32], block: ObservationBlock) -> str:
    """Return the labels of the numbers that are not 0, with the numbers that can be more than 1."""
    numbers = [int(value) for value in block.numbers(values)]
    parts = [
        label if label and block.most == 1 else f"{label} {number}".strip()
        for label, number in zip(block.labels, numbers, strict=True)
        if number
    ]
    return ", ".join(parts)
