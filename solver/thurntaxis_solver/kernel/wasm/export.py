"""Writes a position for programs in other languages, as JSON: its numbers, the weights, and the names of everything.

    python -m thurntaxis_solver.kernel.wasm.export examples/midgame.toml > prepared.json

`examples/kernel.mjs` reads it, and `docs/kernel.md` describes it.
"""

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal, TypedDict, cast

import click

from thurntaxis import Position
from thurntaxis.io.read import PositionError, data_from_bytes, position_from_data
from thurntaxis.officials import OFFICIALS
from thurntaxis_solver.decider import hand_is_known, next_decider
from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.instance import Kernel
from thurntaxis_solver.kernel.search.model import Workspace
from thurntaxis_solver.kernel.tables import tables
from thurntaxis_solver.kernel.wasm.digests import record
from thurntaxis_solver.kernel.wasm.signatures import ArrayKind, RecordKind, kind_of
from thurntaxis_solver.limits import NotCovered

BAD = 2
"""The exit status for bad input, as that of `taxis`."""

OperandKind = Literal["none", "card", "cities", "cards", "officials", "number"]

CARD_VERBS = (L.DEAL, L.DRAW, L.POSTMASTER, L.HONOR_DRAW, *range(L.PLAY_RIGHT, L.CLOSE), L.PLAY_HORSE, L.CARRIER_HORSE)
OPERANDS: dict[int, OperandKind] = {
    **dict.fromkeys(CARD_VERBS, "card"),
    **dict.fromkeys((L.CLOSE, L.HONOR_HOUSE, L.KEEP), "cities"),
    L.RETURN: "officials",
    L.BACK: "number",
}
"""What the operands of verbs are; the other verbs have none. Where cards are numbered, KEEP has `cards`."""


class Prepared(TypedDict):
    """A position as numbers, with the weights and the names.

    Attributes:
        module: the SHA-256 of the `kernel.wasm` that the numbers are for.
        state: the state. Its integers are texts, because JSON readers tend to round what exceeds 2^53.
        tables: the tables, also as texts.
        unknown: how many cards of each hand, and then of the discards, are unknown, four numbers for each: cards of
            which nothing is known, and those with one, two and three horseshoes on the back.
        policy: the policy weights.
        network: the weights of the evaluation network.
        priors: those of the prior network.
        workspace: the arrays of a workspace, in order: field, type of the numbers, rows, columns.
        verbs: by verb, the text of the event with `*` in place of its operand, and the kind of the operand.
        cards: the names of the cards, by number.
        cities: the names of the cities, by number.
        stacks: the names of the stacks of tiles, by number.
        officials: the names of the officials, by number.
    """

    module: str
    state: list[str]
    tables: list[str]
    unknown: list[int]
    policy: list[float]
    network: list[float]
    priors: list[float]
    workspace: list[tuple[str, str, int, int]]
    verbs: list[tuple[str, OperandKind]]
    cards: dict[str, str]
    cities: list[str]
    stacks: list[str]
    officials: list[str]


def prepared(position: Position, seed: int = 0) -> Prepared:
    """Return a position for programs in other languages, with its random numbers seeded.

    Raises:
        ValueError: the kernel doesn't cover the board, or the player who decides holds unknown cards, so that the legal
            events are not known.
    """
    table = tables(position.rules)
    player = next_decider(position)
    if not hand_is_known(position, player):
        raise ValueError(f"which cards {position.name_of(player)} holds has to be known")
    kernel = Kernel.of(table)
    return Prepared(
        module=record()["module"],
        state=list(map(str, kernel.state(position, seed))),
        tables=list(map(str, table.numbers)),
        unknown=list(map(int, kernel.unknown(position))),
        policy=list(map(float, kernel.model.weights)),
        network=list(map(float, kernel.model.network)),
        priors=list(map(float, kernel.model.priors)),
        workspace=list(workspace_arrays(kernel.workspace)),
        verbs=verb_patterns(numbered=position.rules.board.cards_are_numbered),
        cards={str(number): card for number, card in table.card_of.items()},
        cities=list(table.cities),
        stacks=list(table.stacks),
        officials=list(OFFICIALS),
    )


def workspace_arrays(workspace: Workspace) -> Iterator[tuple[str, str, int, int]]:
    """Yield field, type of the numbers, rows and columns of each array."""
    record_kind = kind_of(Workspace)
    assert isinstance(record_kind, RecordKind)
    arrays = zip(record_kind.fields, cast("tuple[Any, ...]", workspace), strict=True)
    for (name, kind), array in arrays:
        assert isinstance(kind, ArrayKind)
        yield name, kind.number, len(array), len(array[0]) if kind.dimensions == 2 else 1


def verb_patterns(*, numbered: bool) -> list[tuple[str, OperandKind]]:
    """Return each verb's text with `*` in place of its operand, and the kind of the operand.

    `numbered`: the cards of a city differ in their horseshoes.
    """
    found: list[tuple[str, OperandKind]] = []
    for verb in range(len(L.VERB_WORDS)):
        operand = OPERANDS.get(verb, "none")
        first, *others = L.VERB_WORDS[verb].split()
        if first in ("play", "carrier"):
            text = " ".join([first, "*", *others])
        else:
            text = L.VERB_WORDS[verb] if operand == "none" else f"{L.VERB_WORDS[verb]} *"
        found.append((text, "cards" if numbered and verb == L.KEEP else operand))
    return found


@click.command()
@click.argument("position_file", metavar="POSITION")
@click.option("--seed", type=int, default=0, show_default=True, help="Random seed.")
def main(position_file: str, seed: int) -> None:
    """Write a POSITION (a JSON or TOML file, or - for standard input) for programs that run kernel.wasm, as JSON."""
    path = Path(position_file)
    try:
        with click.open_file(position_file, "rb") as file:
            data = data_from_bytes(file.read(), path.suffix.lower())
        found = prepared(position_from_data(data, path.parent), seed)
    except PositionError as error:
        _refuse(f"{position_file}: {fault.key or 'file'}: {fault.wrong} ({fault.right})" for fault in error.faults)
    except NotCovered as error:
        _refuse([f"{position_file}: {error.key}: {error}"])
    except OSError as error:
        _refuse([f"{position_file}: file: can't be read: {error.strerror or error} (a position file)"])
    except ValueError as error:
        _refuse([f"{position_file}: players: {error}"])
    else:
        lines = (f"{json.dumps(key)}: {json.dumps(value)}" for key, value in found.items())
        click.echo("{\n" + ",\n".join(lines) + "\n}")


def _refuse(lines: Iterable[str]) -> None:
    """Write what is wrong, one line each, and exit."""
    for line in lines:
        click.echo(line, err=True)
    sys.exit(BAD)


if __name__ == "__main__":
    main()
