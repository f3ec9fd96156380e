"""Positions in which building is right and hurrying wrong, or the other way round: finds them in games.

    pip install -e . && python benchmarks/building_moves.py --games 20 --seed 1 >found.toml

Builders and rushers play against each other. Wherever the two, once the cards are drawn, would choose different events,
each with 400 playouts, a long search compares these events, each of which gets its share of the playouts. (The long
search has the rusher's weights or their successors, so it rarely finds the rusher with 400 playouts clearly wrong:
`--hurried lookahead:model=rusher --only building` takes the rusher's look-ahead instead.) A position is written, in the
format of `best_moves.toml`, if

- that search prefers one of the two to all other events, and the interval of its chance of winning lies above that of
  the other one;
- a long search by the builder's weights prefers it to the other one, too;
- in playouts after both, the builder's event leads to a longer or later route where it is right, and the rusher's to an
  earlier one that isn't longer.

Its reason is what the search says of the two events; those of `building_moves.toml` were put into other words.
"""

import json
import math
import random
import sys
import tomllib
from collections.abc import Iterator
from typing import Any, NamedTuple

import click

import thurntaxis as tt
from games_played import decisions
from thurntaxis import Event, Position
from thurntaxis.io.write import to_toml
from thurntaxis.seen_cards import Seen
from thurntaxis_presentation.language import ENGLISH
from thurntaxis_presentation.sentences import reason_in_words
from thurntaxis_solver.advice import Line
from thurntaxis_solver.decider import decides_last
from thurntaxis_solver.effort import Effort
from thurntaxis_solver.estimates import DEVIATES, Estimate
from thurntaxis_solver.kernel.checkpoint import Checkpoint, checkpoint
from thurntaxis_solver.kernel.instance import Kernel
from thurntaxis_solver.kernel.tables import tables
from thurntaxis_solver.play.agents import agent
from thurntaxis_solver.search.ismcts import Ismcts
from thurntaxis_solver.turn_advice import explain

NAMES = ("Anna", "Ben", "Clara", "David")
STYLES = ("builder", "rusher")
WORDS = {"builder": "building", "rusher": "hurrying"}
CHOOSING, PLAYING = 400, 60
"""Playouts with which the two choose if nothing else is said, and with which the games are played on."""

WORTH_A_LOOK = 0.06
"""A difference in chance of winning, by an eighth of the playouts, below which the long search is not tried."""

CLEAR = 0.5
"""The difference between routes that counts: so many cities, or turns until they are closed."""


def disagreements(seed: int, players: int, hurried: str) -> Iterator[tuple[Position, dict[str, Event]]]:
    """Yield the positions of a game in which the styles choose different events, with the event of each.

    They are as the player sees them who decides. `hurried` is the agent that chooses as the rusher.
    """
    start = tt.new(players=players, seed=seed)
    named = tuple(player.replace(name=name) for player, name in zip(start.players, NAMES, strict=False))
    chance = random.Random(seed)
    table = [agent(f"{chance.choice(STYLES)}:playouts={PLAYING}", seed + at) for at in range(players)]
    for seen in decisions(Seen.at(start.replace(players=named)), str(seed), table):
        view = seen.view(seen.position.decider)
        if len(view.events()) > 1 and view.turn.phase != "draw" and not decides_last(view):
            choosing = {"builder": f"builder:playouts={CHOOSING}", "rusher": hurried}
            chosen = {style: agent(name, seed).choose(view) for style, name in choosing.items()}
            if len(set(chosen.values())) > 1:
                yield view, chosen


NETWORK_ERROR = 0.035
"""The error of a chance of winning that is allowed for, besides sampling."""


class Found(NamedTuple):
    """What a long search finds: the best event, and the chance of winning after each event that it has tried."""

    best: Event
    win: dict[Event, Estimate]


def long_search(position: Position, event: Event, playouts: int, weights: Checkpoint | None = None) -> Found:
    """Return what a search finds in which an event gets as many playouts as the best ones."""
    search = Ismcts(position, kernels=[Kernel.of(tables(position.rules), checkpoint=weights)])
    search.think(playouts=playouts)
    search.examine(event)
    wins: dict[Event, Estimate] = {}
    for branch in search.branches():
        half = DEVIATES * math.hypot(branch.noise, NETWORK_ERROR)
        if branch.visits:
            wins[branch.event] = Estimate(branch.win, branch.win - half, branch.win + half)
    return Found(search.best(), wins)


def judged(position: Position, chosen: dict[str, Event], playouts: int, only: str | None) -> dict[str, Any] | None:
    """Return what is kept of a position if the long searches decide clearly between the styles, else None.

    `only` names the one style that is to be right, if any.
    """
    first = long_search(position, chosen["builder"], playouts // 8)
    right, wrong = ("builder", "rusher") if first.best == chosen["builder"] else ("rusher", "builder")
    best, other = chosen[right], chosen[wrong]
    if only not in (None, WORDS[right]):
        return None
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
    if _style(compared.best) != right:
        return None
    told = [compared.verdict, *(reason for reason in compared.best.reasons if reason.kind != "rule")]
    return {
        "name": f"{right}: {best}, not {other}",
        "why": "\n".join(reason_in_words(reason, ENGLISH, position.rules.board) for reason in told),
        "best": [str(best), *_as_good(win, best, other)],
        "wrong": [str(other)],
        "style": WORDS[right],
        "long_search": {
            "playouts": playouts,
            "best": _figures(win[best]),
            "wrong": _figures(win[other]),
            "builder_best": round(second[best].value, 3),
            "builder_wrong": round(second[other].value, 3),
        },
        "table": tomllib.loads(to_toml(position)),
    }


def _style(line: Line) -> str | None:
    """Return whose style the next route of a line has, compared with that of the other line; None if neither's."""
    facts = dict(next((reason.facts for reason in line.reasons if reason.kind == "closing"), ()))
    later = float(facts.get("turns", 0)) - float(facts.get("other_turns", 0))
    longer = float(facts.get("length", 0)) - float(facts.get("other_length", 0))
    if longer > 0 and later >= 0 and max(longer, later) >= CLEAR:
        return "builder"
    return "rusher" if longer <= 0 and later <= -CLEAR else None


def written(kept: dict[str, Any]) -> str:
    """Return a position as it stands in the file; what is as at the beginning of any turn is left out."""
    table = {key: value for key, value in kept["table"].items() if key not in ("players", "turn", "start")}
    table["rules"] = {"edition": table["rules"]["edition"]}
    players, turn = kept["table"]["players"], kept["table"]["turn"]
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


def _as_good(win: dict[Event, Estimate], best: Event, wrong: Event) -> list[str]:
    """Return further events that come to the same, such as closing with another house."""
    least = max(win[best].value - NETWORK_ERROR, win[wrong].high)
    found = [event for event in win if event.verb == best.verb and win[event].value >= least]
    return [str(event) for event in sorted(found, key=lambda event: -win[event].value) if event != best]


def _figures(win: Estimate) -> list[float]:
    """Return a chance of winning and its interval."""
    return [round(number, 3) for number in (win.value, win.low, win.high)]


@click.command()
@click.option("--games", default=20, show_default=True)
@click.option("--players", default=2, show_default=True, type=click.IntRange(2, 4))
@click.option("--longest", default=40_000, show_default=True, help="Playouts of a long search.")
@click.option("--hurried", default=f"rusher:playouts={CHOOSING}", show_default=True, help="The agent in a hurry.")
@click.option("--only", type=click.Choice([*WORDS.values()]), help="Write only positions in which this is right.")
@click.option("--seed", default=1, show_default=True)
def main(games: int, players: int, longest: int, hurried: str, only: str | None, seed: int) -> None:
    """Search and write."""
    for number in range(games):
        looked = 0
        for position, chosen in disagreements(1000 * seed + number, players, hurried):
            looked += 1
            if kept := judged(position, chosen, longest, only):
                print(written(kept), flush=True)
        print(f"game {number}: {looked} positions compared", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
