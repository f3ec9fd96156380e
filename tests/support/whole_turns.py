"""Whole turns, searched event by event: the slow and simple answer that checks the solver's.

Every event is played, every reveal is averaged, and nothing is left out; what has been found of a position is kept.
"""

import tomllib
from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

import thurntaxis as tt

Figures = tuple[Fraction, ...]
"""Figures that compare by the first, then by the next."""

Leaf = Callable[[tt.Position, int], Figures]
"""Returns what a game that is over brings a player."""


def result(position: tt.Position, player: int) -> Figures:
    """Return the result of a game: whether the player has won, the margin, the score."""
    assert position.is_over
    scores = list(position.scores())
    own = scores.pop(player)
    return Fraction(position.winner() == player), Fraction(own - max(scores)), Fraction(own)


def turn_value(position: tt.Position, player: int, leaf: Leaf = result) -> Figures:
    """Return the value to a player of a position after which nobody else decides, by searching all that can follow."""
    known: dict[tt.Position, Figures] = {}

    def value(position: tt.Position) -> Figures:
        if position.is_over:
            return leaf(position, player)
        if position not in known:
            known[position] = mean(position) if position.is_chance else best(position)
        return known[position]

    def best(position: tt.Position) -> Figures:
        assert position.decider == player
        return max(value(position.play(event)) for event in position.events())

    def mean(position: tt.Position) -> Figures:
        weights = position.weights()
        values = [(weight, value(position.play(event))) for event, weight in weights.items()]
        return tuple(
            sum((weight * figures[at] for weight, figures in values), Fraction(0)) / sum(weights.values())
            for at in range(len(values[0][1]))
        )

    return value(position)


def words(text: str) -> tuple[str, ...]:
    """Return cities by the beginnings of their names, in the order written: `Ul Bas` is Ulm and Basel."""
    names = [city.name for city in tt.board("south").cities]
    return tuple(next(name for name in names if name.startswith(word)) for word in text.split())


def cards(text: str) -> tuple[str, ...]:
    """Return cards by the beginnings of their cities; `?` is an unknown one."""
    known = words(text.replace("?", ""))
    return tuple(sorted((*known, *("?" * text.count("?")))))


def seat(
    hand: str = "", route: str = "", houses: str = "", carriage: int | None = None, tiles: Iterable[str] = ()
) -> tt.Player:
    """Return a player; tiles are written with their points, such as `game-end 1`."""
    owned = tuple(sorted(tt.Tile(stack, int(points)) for stack, points in map(str.split, tiles)))
    return tt.Player(None, cards(hand), words(route), tuple(sorted(words(houses))), carriage, owned)


def table(
    *players: tt.Player,
    deck: str = "",
    display: str = "",
    discard: str = "",
    options: dict[str, Any] | None = None,
    ender: int | None = 0,
    **turn: Any,
) -> tt.Position:
    """Return a table at the last player's turn, the first player being the starting player and the `ender`.

    So this is the last turn of the game; without an ender it is not, if the turn doesn't make it so. `deck` are all
    the unseen cards, unknown ones in hands included.
    """
    at = len(players) - 1
    turn.setdefault("began_empty", not players[at].hand)
    turn["pending"] = tuple(turn.get("pending", ()))
    return tt.Position(
        rules=tt.rule_set(options=options),
        players=players,
        display=cards(display),
        discard=cards(discard),
        unseen=cards(deck),
        start=0,
        turn=tt.Turn(at, **turn),
        ender=ender,
    )


def tables_in(file: Path) -> dict[str, tt.Position]:
    """Return the tables of a file by their names; `players` has what is said of each seat."""
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    return {name: table(*(seat(**player) for player in keys.pop("players")), **keys) for name, keys in data.items()}
