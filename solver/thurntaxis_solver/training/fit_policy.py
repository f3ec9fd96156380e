"""Fit the weights of the playout policy by self-play, with simultaneous perturbation (J. C. Spall, 1992).

    python -m thurntaxis_solver.training.fit_policy --steps 3000 --seed 1
    python -m thurntaxis_solver.training.fit_policy --further --steps 3000 --seed 1

The first command fits the weights for the base game. With `--further`, these stay as they are, and the weights for
modules and other boards are fitted on games with all modules.

Each step moves every weight a little up or down at random. The weights so perturbed play a match against the opposite
perturbation: each deal is played twice, with the sides exchanged. Then the weights move towards the side that scored
more. Games have two, three and four players in turn. The result is written to `kernel/policy/policy_weights.toml`,
together with the settings of the run.
"""

import random
import tomllib
from collections.abc import Sequence

import click
import tomli_w

import thurntaxis as tt
from thurntaxis.rules import RuleSet
from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, Floats, compiled, floats, zeros
from thurntaxis_solver.kernel.policy import policy_weights as W
from thurntaxis_solver.kernel.policy.playout_policy import choose
from thurntaxis_solver.kernel.rules.moves import apply, deal_any, is_chance, score
from thurntaxis_solver.kernel.states import state
from thurntaxis_solver.kernel.tables import tables
from thurntaxis_solver.training.self_play import LONGEST_GAME, further_games, opening


@compiled
def duel(s: Array, t: Array, first: Floats, second: Floats, out: Array, odd: int) -> int:
    """Play a game between two sets of weights; the seats with number % 2 == odd play with the first.

    Return the mean score of the first side less that of the second, in twelfths of a point.
    """
    while s[L.PHASE] != L.OVER and s[L.TURNS] < LONGEST_GAME:
        if is_chance(s):
            deal_any(s, t)
        elif s[L.PLAYER] % 2 == odd:
            apply(s, t, choose(s, t, first, out))
        else:
            apply(s, t, choose(s, t, second, out))
    mine = others = seats = 0
    for player in range(s[L.PLAYERS]):
        if player % 2 == odd:
            mine += score(s, t, player)
            seats += 1
        else:
            others += score(s, t, player)
    return 12 * mine // seats - 12 * others // (s[L.PLAYERS] - seats)


def match(games: Sequence[RuleSet], first: list[float], second: list[float], deals: int, seed: int) -> float:
    """Return the first weights' mean lead over the second in points; each deal is played from both sides."""
    ours, theirs = floats(first), floats(second)
    total = 0
    for deal in range(deals):
        rules = games[(deal + seed) % len(games)]
        position, table = opening(rules, 2 + (deal + seed) // len(games) % 3), tables(rules)
        out = zeros(table.most_events)
        for odd in (0, 1):
            total += duel(state(position, table, seed * 100_003 + deal), table.numbers, ours, theirs, out, odd)
    return total / (24 * deals)


def fit(steps: int, deals: int, seed: int, *, further: bool) -> list[float]:
    """Return the weights after this many steps, starting from the shipped ones."""
    chance = random.Random(seed)
    games = further_games() if further else (tt.rule_set(),)
    weights = list(W.shipped())
    scale = [max(0.15, abs(weight) * 0.3) for weight in weights]
    scale[W.NOISE] = 0.0  # noise varies the playouts, so it isn't fitted for strength
    for number in range(W.FURTHER) if further else range(W.FURTHER, W.WEIGHTS):
        scale[number] = 0.0
    with click.progressbar(range(steps), label="duels") as numbers:
        for step in numbers:
            width = 1 / (1 + step / (steps / 3)) ** 0.3
            rate = 0.12 / (1 + step / (steps / 5)) ** 0.7
            signs = [chance.choice((-1, 1)) for _ in weights]
            shift = [width * unit * sign for unit, sign in zip(scale, signs, strict=True)]
            up = [weight + by for weight, by in zip(weights, shift, strict=True)]
            down = [weight - by for weight, by in zip(weights, shift, strict=True)]
            gain = match(games, up, down, deals, seed * 1_000_003 + step)
            weights = [
                weight + rate * gain * unit * sign for weight, unit, sign in zip(weights, scale, signs, strict=True)
            ]
    return weights


@click.command()
@click.option("--steps", default=3000, show_default=True, help="Steps of the optimisation.")
@click.option("--deals", default=24, show_default=True, help="Deals per step, each played twice.")
@click.option("--seed", default=1, show_default=True)
@click.option("--further/--base", default=False, help="Fit the weights for modules and other boards.")
def main(steps: int, deals: int, seed: int, *, further: bool) -> None:
    """Fit the weights, write them, and report how they score against the previous ones."""
    before = list(W.shipped())
    found = fit(steps, deals, seed, further=further)
    better = round(match(further_games() if further else (tt.rule_set(),), found, before, 2000, seed + 17), 2)
    words = {name: round(weight, 3) for name, weight in zip(W.NAMES, found, strict=True)}
    how = {"further": further, "steps": steps, "deals": deals, "seed": seed}
    made = {**how, "points-better-than-before": better}
    old = tomllib.loads(W.FILE.read_text(encoding="utf-8"))
    W.FILE.write_text(tomli_w.dumps({"made": [*old.get("made", []), made], "weights": words}), encoding="utf-8")
    click.echo(f"{better:+.2f} points a game against the weights before; written to {W.FILE.name}")


if __name__ == "__main__":
    main()
