"""Whether reviews blame the right decision of a turn, by searches ten times as long.

    pip install -e . && python benchmarks/reviews.py --games 20

Short searches play games against each other (two and three players, base game and modules), and `review` marks their
costly turns. Every decision of a marked turn with several is searched again, with another seed and ten times as many
playouts as the longest search of the review; after those that may have cost most, games are played on as in advice. The
decision that costs most then is the right one. Where the decision that the review blames costs as much but for the
interval of this search, or for what counts as equal in reviews, it is right, too. It also says how many losses exceed
the chance of winning before them; none should.
"""

import math
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import NamedTuple

import click

import thurntaxis as tt
from thurntaxis.records import Record
from thurntaxis_solver.estimates import Estimate
from thurntaxis_solver.game_review import CLOSE, DEEPER, PLAYOUTS, ReviewedDecision, ReviewedTurn, review
from thurntaxis_solver.play.agents import agent
from thurntaxis_solver.play.matches import play_game
from thurntaxis_solver.search.games_budget import MOST_EFFORT
from thurntaxis_solver.search.ismcts import Ismcts
from thurntaxis_solver.search.line_comparison import LineComparison
from thurntaxis_solver.search.search_advice import compared_lines

KINDS = ((2, ()), (3, ()), (2, ("offices-of-honor",)), (2, ("princess-messenger",)))
"""The number of players and the modules of the games, in turn."""

PLAYED = 60
"""The playouts of the searches that play: few, so that they make mistakes."""


CONTENDS = 0.15
"""Games are played on after a decision if it costs, by the search alone, not this much less than another one."""


class Checked(NamedTuple):
    """How many turns of a game have a mark and several decisions, and of these how many are blamed right.

    `near` is how many blame one that costs as much but for what counts as equal, `same` how many the very decision that
    costs most, `excessive` how many losses exceed the chance.
    """

    turns: int
    right: int
    near: int
    same: int
    excessive: int


def game(seed: int) -> Record:
    """Return a game between short searches."""
    players, modules = KINDS[seed % len(KINDS)]
    agents = [agent(f"search:playouts={PLAYED}", seed + at) for at in range(players)]
    return play_game(agents, seed=seed, start=tt.new(players, modules=modules, seed=seed))


def costs(turn: ReviewedTurn, playouts: int) -> list[Estimate]:
    """Return what each decision of a turn costs by a longer search."""
    searched = [compared(decision, playouts) for decision in turn.decisions]
    lost = [loss(each) for each in searched]
    for at, each in enumerate(searched):
        if lost[at].value > max(figure.value for figure in lost) - CONTENDS:
            for _ in each.play(MOST_EFFORT):
                pass
            lost[at] = loss(each)
    return lost


def compared(decision: ReviewedDecision, playouts: int) -> LineComparison:
    """Return the lines of a search for a decision."""
    search = Ismcts(decision.point.position, seed=2)
    search.think(playouts=playouts)
    search.examine(decision.point.event)
    return compared_lines(search, 1, decision.point.event)


def loss(lines: LineComparison) -> Estimate:
    """Return what the event that was played costs."""
    found = next(line.loss for line in lines.told() if line.turn[0] == lines.event)
    return Estimate(*map(float, (found, getattr(found, "low", found), getattr(found, "high", found))))


def checked(seed: int, playouts: int) -> Checked:
    """Review a game, and check the turns with a mark."""
    found = review(game(seed), playouts)
    turns = right = near = same = 0
    for turn in found.turns:
        if not turn.mark or len(turn.decisions) == 1 or turn.mistake is None:
            continue
        blamed = turn.decisions.index(turn.mistake)
        lost = costs(turn, DEEPER * DEEPER * playouts)
        worst = max(range(len(lost)), key=lambda at: lost[at].value)
        turns += 1
        same += blamed == worst
        less = lost[worst].value - lost[blamed].value
        near += less <= CLOSE
        right += less <= max(CLOSE, math.hypot(*(lost[at].high - lost[at].value for at in (blamed, worst))))
    losses = [(decision.lost, float(decision.win)) for turn in found.turns for decision in turn.decisions]
    return Checked(turns, right, near, same, sum(lost > win + 1e-9 for lost, win in losses))


@click.command()
@click.option("--games", default=20, show_default=True)
@click.option("--playouts", default=PLAYOUTS, show_default=True)
@click.option("--seed", default=1, show_default=True)
def main(games: int, playouts: int, seed: int) -> None:
    """Review games, and print how many marked turns are blamed right."""
    seeds = range(1000 * seed, 1000 * seed + games)
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        found = list(pool.map(checked, seeds, [playouts] * games))
    turns, right, near, same, excessive = map(sum, zip(*found, strict=True))
    print(f"{games} games, {turns} turns with a mark and several decisions")
    print(f"blamed right: {right} (within {CLOSE}: {near}; the same decision: {same})")
    print(f"losses above the chance: {excessive}")


if __name__ == "__main__":
    main()
