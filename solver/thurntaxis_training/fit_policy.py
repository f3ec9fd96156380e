"""Fit the weights of the playout policy by self-play, with simultaneous perturbation (J. C. Spall, 1992).

    python -m thurntaxis_training.fit_policy --steps 3000 --seed 1
    python -m thurntaxis_training.fit_policy --further --steps 3000 --seed 1

The first command fits the weights for the base game. With `--further`, these stay as they are, and the weights for
modules and other boards are fitted on games with all modules.

Each step moves every weight a little up or down at random. The weights so perturbed play a match against the opposite
perturbation: each deal is played twice, with the sides exchanged. Then the weights move towards the side that scored
more. Games have two, three and four players in turn. The result is written to the weights that the package ships,
together with the settings of the run.
"""

import functools
import random
import threading
import tomllib
from collections.abc import Sequence

import click
import tomli_w

import thurntaxis as tt
from thurntaxis.rules import RuleSet
from thurntaxis_solver.kernel.checkpoint import FILES, FOLDER, shipped
from thurntaxis_solver.kernel.games import duel_many
from thurntaxis_solver.kernel.instance import Kernel
from thurntaxis_solver.kernel.policy import policy_weights as W
from thurntaxis_solver.kernel.rng import seeded
from thurntaxis_solver.kernel.tables import tables
from thurntaxis_training.self_play import further_games, opening

FILE = FOLDER / "shipped" / FILES["policy"]
"""The weights that are fitted."""


def match(
    games: Sequence[RuleSet],
    first: Sequence[float],
    second: Sequence[float],
    deals: int,
    seed: int,
) -> float:
    """Return the first weights' mean lead over the second in points; each deal is played from both sides."""
    deals_of: dict[tuple[int, int], list[int]] = {}
    for deal in range(deals):
        number, players = (deal + seed) % len(games), 2 + (deal + seed) // len(games) % 3
        deals_of.setdefault((number, players), []).append(deal)
    total = 0
    for (number, players), several in deals_of.items():
        kernel = _kernel(games[number], threading.get_ident())
        ours, theirs = kernel.memory.floats(first), kernel.memory.floats(second)
        seeds = kernel.memory.array([seeded(seed * 100_003 + deal) for deal in several])
        begin = kernel.state(opening(games[number], players))
        total += duel_many(begin, kernel.model, kernel.workspace, ours, theirs, seeds)
    return total / (24 * deals)


@functools.cache
def _kernel(rules: RuleSet, _thread: int) -> Kernel:
    """Return the kernel of a rule set and a thread."""
    return Kernel.of(tables(rules))


def fit(steps: int, deals: int, seed: int, *, further: bool) -> list[float]:
    """Return the weights after this many steps, starting from the shipped ones; each is a match of as many deals.

    `further`: the weights for modules and other boards are fitted, in such games; otherwise those for the base game.
    """
    games, weights = _games(further=further), list(shipped().policy)
    scale = _scale(weights, further=further)
    with click.progressbar(range(steps), label="duels") as numbers:
        for step in numbers:
            chance = random.Random(f"{seed}/{step}")
            width = 1 / (1 + step / (steps / 3)) ** 0.3
            rate = 0.12 / (1 + step / (steps / 5)) ** 0.7
            signs = [chance.choice((-1, 1)) for _ in weights]
            shift = [width * unit * sign for unit, sign in zip(scale, signs, strict=True)]
            up = [weight + by for weight, by in zip(weights, shift, strict=True)]
            down = [weight - by for weight, by in zip(weights, shift, strict=True)]
            gain = match(games, up, down, deals, seed * 1_000_003 + step)
            weights = [w + rate * gain * unit * sign for w, unit, sign in zip(weights, scale, signs, strict=True)]
    return weights


def _games(*, further: bool) -> tuple[RuleSet, ...]:
    """Return the rule sets of the games."""
    return further_games() if further else (tt.rule_set(),)


def _scale(first: Sequence[float], *, further: bool) -> list[float]:
    """Return by how much each weight is moved at first; 0 for those that aren't fitted."""
    fitted = set(range(W.FURTHER, W.PREFERRED_PRIOR) if further else range(W.FURTHER))
    fitted -= {W.NOISE}  # it varies the playouts, so it isn't fitted for strength
    return [max(0.15, abs(weight) * 0.3) if at in fitted else 0.0 for at, weight in enumerate(first)]


@click.command()
@click.option("--steps", default=3000, show_default=True, help="Steps of the optimisation.")
@click.option("--deals", default=24, show_default=True, help="Deals per step, each played twice.")
@click.option("--seed", default=1, show_default=True)
@click.option("--further/--base", default=False, help="Fit the weights for modules and other boards.")
def main(steps: int, deals: int, seed: int, *, further: bool) -> None:
    """Fit the weights, write them, and report how they score against the previous ones."""
    before = list(shipped().policy)
    found = fit(steps, deals, seed, further=further)
    better = round(match(_games(further=further), found, before, 2000, seed + 17), 2)
    how = {"further": further, "steps": steps, "deals": deals, "seed": seed}
    made = {**how, "points-better-than-before": better}
    old = tomllib.loads(FILE.read_text(encoding="utf-8"))
    FILE.write_text(tomli_w.dumps({"made": [*old.get("made", []), made], **W.data(found)}), encoding="utf-8")
    click.echo(f"{better:+.2f} points a game against the weights before; written to {FILE.name}")


if __name__ == "__main__":
    main()
