"""Positions in which building is right and hurrying wrong, or the other way round: finds them in games.

    pip install -e . && python benchmarks/building_moves.py --games 20 --seed 1 >found.toml

Builders and rushers play against each other. Wherever the two would choose different events, each with 400 playouts, a
long search compares these events, each of which gets its share of the playouts. A position is written, in the format of
`best_moves.toml`, if that search prefers one of the two to all other events, the interval of its chance of winning
lies above that of the other one, and a long search by the builder's weights prefers it to the other one, too. Its
reason is what the search says of the two events; those of `building_moves.toml` were put into other words.
"""

import json
import random
import sys
import tomllib
from collections.abc import Iterator
from typing import Any, NamedTuple

import click

import thurntaxis as tt
from thurntaxis import Event, Position
from thurntaxis.io.write import to_toml
from thurntaxis_presentation.sentences import reason_in_words
from thurntaxis_solver.decider import decides_last
from thurntaxis_solver.kernel.checkpoint import Checkpoint, checkpoint
from thurntaxis_solver.play.agents import agent
from thurntaxis_solver.play.fixed_deck import ShuffledDeck
from thurntaxis_solver.play.observation import Seen
from thurntaxis_solver.quantities import Estimate
from thurntaxis_solver.search.ismcts import Ismcts
from thurntaxis_solver.turn_advice import Effort, explain

NAMES = ("Anna", "Ben", "Clara", "David")
STYLES = ("builder", "rusher")
CHOOSING, PLAYING = 400, 60
"""Playouts with which the two choose, and with which the games are played on."""

WORTH_A_LOOK = 0.06
"""A difference in chance of winning, by an eighth of the playouts, below which the long search is not tried."""


def disagreements(seed: int, players: int) -> Iterator[tuple[Position, dict[str, Event]]]:
    """Yield the positions of a game in which the styles choose different events, with the event of each.

    They are as the player sees them who decides.
    """
    start = tt.new(players=players, seed=seed)
    named = tuple(player.replace(name=name) for player, name in zip(start.players, NAMES, strict=False))
    seen, deck = Seen.at(start.replace(players=named)), ShuffledDeck(str(seed))
    chance = random.Random(seed)
    table = [agent(f"{chance.choice(STYLES)}:playouts={PLAYING}", seed + at) for at in range(players)]
    while not seen.position.is_over:
        position = seen.position
        if position.is_chance:
            event = deck.next(position)
            deck = deck.after(position, event)
        else:
            view = seen.view(position.decider)
            if len(view.events()) > 1 and not decides_last(view):
                chosen = {style: agent(f"{style}:playouts={CHOOSING}", seed).choose(view) for style in STYLES}
                if len(set(chosen.values())) > 1:
                    yield view, chosen
            event = table[position.decider].choose(view)
        seen = seen.play_without_checking(event)


class Found(NamedTuple):
    """What a long search finds: the best event, and the chance of winning after each event that it has tried."""

    best: Event
    win: dict[Event, Estimate]


def long_search(position: Position, forced: Event, playouts: int, weights: Checkpoint | None = None) -> Found:
    """Return what a search finds in which the event `forced` gets as many playouts as the best ones."""
    search = Ismcts(position, forced=forced, checkpoint=weights)
    search.think(playouts=playouts)
    return Found(search.best(), {branch.event: branch.win for branch in search.branches() if branch.visits})


def judged(position: Position, chosen: dict[str, Event], playouts: int) -> dict[str, Any] | None:
    """Return what is kept of a position if the long searches decide clearly between the styles, else None."""
    first = long_search(position, chosen["builder"], playouts // 8)
    right, wrong = ("builder", "rusher") if first.best == chosen["builder"] else ("rusher", "builder")
    best, other = chosen[right], chosen[wrong]
    if first.best != best or (other in first.win and first.win[best].value - first.win[other].value < WORTH_A_LOOK):
        return None
    found = long_search(position, other, playouts)
    win = found.win
    if found.best != best or win[best].low <= win[other].high:
        return None
    second = long_search(position, other, playouts, checkpoint("builder")).win
    if best not in second or second[best].value <= second[other].value:
        return None
    compared = explain(position, other, Effort(playouts=playouts))
    told = [compared.verdict, *(reason for reason in compared.best.reasons if reason.kind != "rule")]
    return {
        "name": f"{right}: {best}, not {other}",
        "why": "\n".join(reason_in_words(reason, "en", position.rules.board) for reason in told),
        "best": [str(best)],
        "wrong": [str(other)],
        "style": "building" if right == "builder" else "hurrying",
        "long_search": {
            "playouts": playouts,
            "best": _figures(win[best]),
            "wrong": _figures(win[other]),
            "builder_best": round(second[best].value, 3),
            "builder_wrong": round(second[other].value, 3),
        },
        "table": tomllib.loads(to_toml(position)),
    }


def written(kept: dict[str, Any]) -> str:
    """Return a position as it stands in the file; what is as at the beginning of any turn is left out."""
    table = dict(kept["table"])
    players, turn = table.pop("players"), table.pop("turn")
    del table["start"], table["rules"]["modules"], table["rules"]["options"]
    lines = ["[[position]]", f"name = {_value(kept['name'])}", f'why = """\n{kept["why"]}"""']
    lines += [f"{key} = {_value(kept[key])}" for key in ("best", "wrong", "style", "long_search")]
    lines += ["", "[position.table]", *(f"{key} = {_value(value)}" for key, value in table.items())]
    lines.append(f"turn = {_value({key: value for key, value in turn.items() if value not in (0, False, [])})}")
    if turn["player"] == 0:
        lines[-1] = lines[-1].replace("{", "{player = 0, ", 1)
    for player in players:
        lines += ["", "[[position.table.players]]"]
        lines += [f"{key} = {_value(value)}" for key, value in player.items() if value != []]
    return "\n".join(lines) + "\n"


def _value(value: Any) -> str:
    """Return a value in TOML, a long list on several lines."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key} = {_value(each)}' for key, each in value.items())}}}"
    text = json.dumps(value, ensure_ascii=False)
    if len(text) <= 100:
        return text
    lines = ["   "]
    for word in (json.dumps(each, ensure_ascii=False) for each in value):
        if len(lines[-1]) + len(word) > 116:
            lines.append("   ")
        lines[-1] += f" {word},"
    return "\n".join(["[", *lines, "]"])


def _figures(win: Estimate) -> list[float]:
    """Return a chance of winning and its interval."""
    return [round(number, 3) for number in (win.value, win.low, win.high)]


@click.command()
@click.option("--games", default=20, show_default=True)
@click.option("--players", default=2, show_default=True, type=click.IntRange(2, 4))
@click.option("--longest", default=40_000, show_default=True, help="Playouts of a long search.")
@click.option("--seed", default=1, show_default=True)
def main(games: int, players: int, longest: int, seed: int) -> None:
    """Search and write."""
    for number in range(games):
        looked = 0
        for position, chosen in disagreements(1000 * seed + number, players):
            looked += 1
            if kept := judged(position, chosen, longest):
                print(written(kept), flush=True)
        print(f"game {number}: {looked} positions compared", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
