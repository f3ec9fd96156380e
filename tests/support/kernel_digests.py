"""Digests of the kernel's arrays after play and search, which are the same however it runs: shared by the tests.

`PYTHONPATH=tests python -m support.kernel_digests PLAYOUTS` prints them, and `kernel_in_node.mjs` computes the same.
"""

import hashlib
import json
import sys
import tomllib
from array import array
from collections.abc import Iterable
from typing import Any, TypedDict

import thurntaxis as tt
from support.paths import COUNTS, EXAMPLES
from thurntaxis.io.read import position_from_data, read_position
from thurntaxis_solver.kernel.compiled import RUNTIME
from thurntaxis_solver.kernel.games import play_many
from thurntaxis_solver.kernel.instance import Kernel
from thurntaxis_solver.kernel.rng import seeded
from thurntaxis_solver.kernel.rules.moves import play_uniformly
from thurntaxis_solver.kernel.search.perft import events, perft
from thurntaxis_solver.kernel.search.tree_search import grow, new_tree
from thurntaxis_solver.kernel.states import event_of
from thurntaxis_solver.kernel.tables import tables
from thurntaxis_solver.kernel.wasm.export import Prepared, prepared

SEED = 7
GAME_SEEDS = tuple(map(seeded, range(3)))
RANDOM_EVENTS = 2000
DEEPEST = 2
"""How deep sequences of events are counted."""

EDGES = 1 << 13
"""The space of a tree. Some searches use it up."""

COUNTED = (
    *("keep-doubles", "last-turn-draw", "modules/messenger-unknown", "modules/messenger-fourth-official"),
    *("modules/honor-round-by-carrier", "modules/honor-messenger-unknown", "modules/free-cities-close"),
    *("modules/power-unknown", "modules/power-keep", "modules/all-three-unknown", "modules/all-three-final"),
)
"""The positions that are played and searched, by the names of their perft tables; the midgame example comes first."""


class Job(TypedDict):
    """What is computed for a position."""

    prepared: Prepared
    depth: int
    playouts: int
    edges: int
    events: int
    seeds: list[str]


def positions() -> list[tt.Position]:
    """Return the positions that are played and searched."""
    return [read_position(EXAMPLES / "midgame.toml"), *map(counted, COUNTED)]


def counted(name: str) -> tt.Position:
    """Return the position of a perft table."""
    return position_from_data(tomllib.loads((COUNTS / f"{name}.toml").read_text(encoding="utf-8"))["position"])


def job(position: tt.Position, playouts: int) -> Job:
    """Return what `computed` computes, for another program."""
    seeds = list(map(str, GAME_SEEDS))
    return Job(
        prepared=prepared(position, SEED),
        depth=DEEPEST,
        playouts=playouts,
        edges=EDGES,
        events=RANDOM_EVENTS,
        seeds=seeds,
    )


def computed(position: tt.Position, playouts: int) -> dict[str, Any]:
    """Return legal events and their counts, and digests of random play, of games of the policy, and of trees."""
    kernel = Kernel.of(tables(position.rules))
    memory, model, workspace = kernel.memory, kernel.model, kernel.workspace
    state = kernel.state(position, SEED)
    count = events(state, model.t, workspace.events)
    legal = [int(workspace.events[place]) for place in range(count)]
    random = kernel.state(position, SEED)
    return {
        "events": sorted(str(event_of(event, kernel.tables)) for event in legal),
        "perft": [int(perft(state, model.t, workspace, depth)) for depth in range(1, DEEPEST + 1)],
        "played": int(play_uniformly(random, model.t, workspace.events, RANDOM_EVENTS)),
        "turns": int(play_many(state, model, workspace, memory.array(GAME_SEEDS))),
        "states": [_digest("q", random), _digest("q", workspace.state)],
        "trees": [
            _searched(kernel, position, playouts, learned=learned, forced=forced)
            for learned, forced in ((True, 0), (False, 0), (True, legal[-1]))
        ],
    }


def _searched(kernel: Kernel, position: tt.Position, playouts: int, *, learned: bool, forced: int) -> list[str]:
    """Return digests of a tree, and of the root's state, which random numbers have changed."""
    root, tree = kernel.state(position, SEED), new_tree(EDGES, kernel.memory)
    model = kernel.model._replace(learned=learned)
    grow(root, kernel.unknown(position), tree, model, kernel.workspace, playouts, forced)
    edges = [number for row in tree.edges for number in row]
    sums = [number for row in tree.sums for number in row]
    return [*(_digest("q", numbers) for numbers in (root, tree.counts, tree.nodes, edges)), _digest("d", sums)]


def _digest(kind: str, numbers: Iterable[float]) -> str:
    """Return a digest of the bytes of numbers."""
    convert = int if kind == "q" else float
    return hashlib.sha256(array(kind, map(convert, numbers)).tobytes()).hexdigest()


if __name__ == "__main__":
    print(json.dumps([RUNTIME, *(computed(position, int(sys.argv[1])) for position in positions())]))
