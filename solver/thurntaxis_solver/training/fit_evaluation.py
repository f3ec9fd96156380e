"""Fit the evaluation to games between simple players, and write `evaluation_weights.toml`.

    python -m thurntaxis_solver.training.fit_evaluation --games 24000 --seed 1

Each game gives one position at the end of a turn, chosen at random, so that the samples are independent; in every fifth
game it is one after the end has been triggered, if there is any. Games of two, three and four players alternate. Four
fifths of the games are fitted; the rest are held out to check the calibration of the chances of winning.
"""

import argparse
import concurrent.futures
import math
import multiprocessing
import random
import statistics
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import tomli_w

import thurntaxis
from thurntaxis import Event, Position
from thurntaxis_solver.exact import evaluation_weights
from thurntaxis_solver.exact.evaluation import has_last_turn
from thurntaxis_solver.exact.evaluation_weights import COUNTS, case_inputs, quarter
from thurntaxis_solver.exact.features import (
    HAND,
    LASTING,
    ROUTE,
    STEPS,
    WHOLE,
    hands_on,
    lasting_features,
    route_features,
    steps_left,
)
from thurntaxis_solver.training.style_player import StylePlayer

Vector = list[float]
Matrix = list[Vector]

LAST_ROUND_EVERY = 5
"""One in this many games gives a position from the last round."""

CYCLE = 3 * LAST_ROUND_EVERY
"""The number of games that gives every kind of position for every number of players."""

HELD_OUT_EVERY = 5
"""One in this many cycles is held out."""

RIDGE = 1e-3
"""Added to the diagonal of the normal equations, so that features that never vary do no harm."""

LEAST_GAMES = 1000
"""With fewer games the fit may fail."""

BINS = 10
"""The number of bins of the calibration."""

HEADER = """\
# The coefficients of the evaluation, fitted to games between simple players: see `thurntaxis_solver.exact.evaluation`.
# Written by: python -m thurntaxis_solver.training.fit_evaluation --games {games} --seed {seed}
"""


class PlayerSample(NamedTuple):
    """A player at the end of a turn: features, cards in hand, the points then and at the end of the game."""

    features: tuple[int, ...]
    cards: int
    points: int
    final: int


class Sample(NamedTuple):
    """A position at the end of a turn, from the view of the player whose turn it was, and how the game ended.

    `turns` says for each other player whether a turn is still to come.
    """

    players: int
    steps: int
    own: PlayerSample
    others: tuple[PlayerSample, ...]
    turns: tuple[bool, ...]
    won: bool

    @property
    def margin(self) -> int:
        """The final margin."""
        return self.own.final - max(other.final for other in self.others)


# ---- games


def turn_ends(players: int, chance: random.Random) -> tuple[list[tuple[int, Position]], Position]:
    """Play a game between simple players; return whose turn ended in which position, and the last position."""
    position = thurntaxis.new(players, seed=chance.randrange(2**32))
    table = [StylePlayer.with_random_style(hands_on(position.rules.board), chance) for _ in range(players)]
    ends: list[tuple[int, Position]] = []
    while not position.is_over:
        at = position.turn.player
        event = Event(("deal", chance.choice(position.unseen))) if position.is_chance else table[at].choose(position)
        position = position.play_without_checking(event)
        if position.turn.player != at:
            ends.append((at, position))
    return ends, position


def chosen_end(seed: int, number: int) -> tuple[int, Position, Position]:
    """Play game `number`; return whose turn ended in the position that is sampled, that position, and the last one."""
    chance = random.Random(f"{seed}/{number}")
    ends, over = turn_ends(2 + number % 3, chance)
    if number % CYCLE < 3:
        ends = [end for end in ends if end[1].ender is not None] or ends
    at, position = chance.choice(ends)
    return at, position, over


def sample(seed: int, number: int) -> Sample:
    """Return the sample of game `number`; the same seed and number give the same sample."""
    return sample_of(*chosen_end(seed, number))


def sample_of(at: int, position: Position, over: Position) -> Sample:
    """Return the sample of a position in which the turn of player `at` has ended, in a game that ended with `over`."""
    left, final, now = position.stacks(), over.scores(), position.scores()

    def player_sample(of: int) -> PlayerSample:
        player = position.players[of]
        features = lasting_features(position, player, left) + route_features(position, player, left)
        if of == at:
            features += hands_on(position.rules.board).features(player.hand, player.route, player.houses)
        return PlayerSample(features, len(player.hand), now[of], final[of])

    others = [other for other in range(len(now)) if other != at]
    return Sample(
        players=len(now),
        steps=steps_left(position),
        own=player_sample(at),
        others=tuple(player_sample(other) for other in others),
        turns=tuple(position.ender is None or has_last_turn(position, other) for other in others),
        won=over.winner() == at,
    )


def samples(seed: int, games: int, processes: int) -> list[Sample]:
    """Return the samples of some games, in order; they don't depend on the number of processes."""
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(processes, mp_context=context) as pool:
        return list(pool.map(sample, [seed] * games, range(games), chunksize=50))


# ---- regression


def solve(matrix: Matrix, vectors: Matrix) -> Matrix:
    """Return the solution x of `matrix` x = v for every v of `vectors`, by elimination."""
    rows = [[*row, *column] for row, column in zip(matrix, zip(*vectors, strict=True), strict=True)]
    size = len(rows)
    for at in range(size):
        pivot = max(range(at, size), key=lambda row: abs(rows[row][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = [number / rows[at][at] for number in rows[at]]
        for other in range(size):
            if other != at and (factor := rows[other][at]):
                rows[other] = [x - factor * y for x, y in zip(rows[other], rows[at], strict=True)]
    return [list(column) for column in zip(*(row[size:] for row in rows), strict=True)]


def gram(inputs: Matrix, weights: Sequence[float]) -> Matrix:
    """Return the sum of w x x' over the inputs x and their weights w."""
    size = len(inputs[0])
    total = [[0.0] * size for _ in range(size)]
    for x, w in zip(inputs, weights, strict=True):
        for row, factor in zip(total, x, strict=True):
            if factor:
                weight = w * factor
                for at, number in enumerate(x):
                    row[at] += weight * number
    return total


def dot(some: Iterable[float], others: Iterable[float]) -> float:
    """Return the sum of the products."""
    return sum((x * y for x, y in zip(some, others, strict=True)), 0.0)


def linear_fit(inputs: Matrix, outcomes: Sequence[float]) -> Vector:
    """Return the coefficients of least squares."""
    matrix = gram(inputs, [1.0] * len(inputs))
    for at, row in enumerate(matrix):
        row[at] += RIDGE
    return solve(matrix, [[dot(column, outcomes) for column in zip(*inputs, strict=True)]])[0]


def logistic(logit: float) -> float:
    """Return the chance that belongs to a logit."""
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, logit))))


def logistic_fit(inputs: Matrix, outcomes: Sequence[bool]) -> tuple[Vector, Matrix]:
    """Return the maximum-likelihood coefficients, by Newton's method, and their covariance."""
    beta = [0.0] * len(inputs[0])
    unit = [[float(row == column) for column in range(len(beta))] for row in range(len(beta))]
    covariance = unit
    for _ in range(25):
        chances = [logistic(dot(x, beta)) for x in inputs]
        misses = [won - chance for won, chance in zip(outcomes, chances, strict=True)]
        slope = [dot(column, misses) for column in zip(*inputs, strict=True)]
        step, *covariance = solve(gram(inputs, [p * (1 - p) for p in chances]), [slope, *unit])
        beta = [b + s for b, s in zip(beta, step, strict=True)]
        if max(map(abs, step)) < 1e-10:
            break
    return beta, covariance


# ---- the three formulas


class ScoreFit(NamedTuple):
    """The coefficients of the score: `own` and `others` while the game goes on, `last` for players with a last turn."""

    own: Vector
    others: Vector
    last: Vector

    def expected(self, one: Sample) -> tuple[float, list[float]]:
        """Return the expected final scores of the player and of the others."""
        own = one.own.points + (dot(inputs(one.own, one.steps), self.own) if one.steps else 0)
        others: list[float] = []
        for other, turn in zip(one.others, one.turns, strict=True):
            if one.steps:
                others.append(other.points + dot(inputs(other, one.steps), self.others))
            else:
                others.append(other.points + (dot(shares(other), self.last) if turn else 0))
        return own, others


def shares(sampled: PlayerSample) -> Vector:
    """Return the features as numbers."""
    return [feature / WHOLE for feature in sampled.features]


def inputs(sampled: PlayerSample, steps: int) -> Vector:
    """Return the inputs of the score while the game goes on: f and u f for what lasts, g for the rest."""
    numbers = shares(sampled)
    return numbers + [number * steps / STEPS for number in numbers[: len(LASTING)]]


def gains(some: Iterable[PlayerSample]) -> Vector:
    """Return the points that each player still gained in the game."""
    return [float(one.final - one.points) for one in some]


def fit_score(fitted: Sequence[Sample]) -> ScoreFit:
    """Fit the score."""
    running = [one for one in fitted if one.steps]
    own = _with_usual_cards(running)
    pairs = [(other, one.steps) for one in running for other in one.others]
    others = linear_fit([inputs(other, steps) for other, steps in pairs], gains(other for other, _ in pairs))
    ended = [one for one in fitted if not one.steps]
    last = [other for one in ended for other, turn in zip(one.others, one.turns, strict=True) if turn]
    return ScoreFit(own, others, linear_fit([shares(other) for other in last], gains(last)))


def _with_usual_cards(running: Sequence[Sample]) -> Vector:
    """Fit the own score with the number of cards in hand as an input; then fix that number at its mean.

    These players have many cards in hand when they are stuck. If their number were left out of the fit, useful cards
    would get coefficients that are too low; if it stayed in the formula, every card would lower the score.
    """
    xs = [[*inputs(one.own, one.steps), float(one.own.cards)] for one in running]
    *own, of_cards = linear_fit(xs, gains(one.own for one in running))
    own[LASTING.index("constant")] += of_cards * sum(one.own.cards for one in running) / len(running)
    return own


def margin_inputs(players: int, steps: int, ahead: float) -> tuple[float, ...]:
    """Return the vector x of the margin, `ahead` being the difference d of expected scores."""
    ended = steps == 0
    return (*case_inputs(players, steps), steps / STEPS, (not ended) * ahead, ended * ahead)


def win_inputs(players: int, steps: int, margin: float) -> tuple[float, ...]:
    """Return the vector x of the chance of winning."""
    cases, gone = case_inputs(players, steps), 1 - steps / STEPS
    running = margin if steps else 0.0
    return (*cases, running, running * gone, running * gone**2, *(margin * place for place in cases[len(COUNTS) :]))


def margin_x(one: Sample, score: ScoreFit) -> Vector:
    """Return the inputs of the margin."""
    own, others = score.expected(one)
    return list(margin_inputs(one.players, one.steps, own - max(others)))


def fit(some: Sequence[Sample]) -> dict[str, Any]:
    """Return the weights that samples give, as the weights file has them."""
    fitted = [one for at, one in enumerate(some) if at // CYCLE % HELD_OUT_EVERY]
    score = fit_score(fitted)
    margin = linear_fit([margin_x(one, score) for one in fitted], [float(one.margin) for one in fitted])

    def win_x(one: Sample) -> Vector:
        return list(win_inputs(one.players, one.steps, dot(margin_x(one, score), margin)))

    win, covariance = logistic_fit([win_x(one) for one in fitted], [one.won for one in fitted])
    held_out = [one for at, one in enumerate(some) if at // CYCLE % HELD_OUT_EVERY == 0]
    chances = [logistic(dot(win_x(one), win)) for one in held_out]
    return {
        "score": {
            "own": _named(score.own, (*ROUTE, *HAND)),
            "others": _named(score.others, ROUTE),
            "last-turn": dict(zip((*LASTING, *ROUTE), map(_rounded, score.last), strict=True)),
        },
        "margin": {"coefficients": list(map(_rounded, margin))},
        "win": {
            "coefficients": list(map(_rounded, win)),
            "covariance": [[round(number, 12) for number in row] for row in covariance],
        },
        "residuals": {
            "margin": _by_quarter((one.steps, one.margin - dot(margin_x(one, score), margin)) for one in fitted),
            "score": _by_quarter((one.steps, one.own.final - score.expected(one)[0]) for one in fitted),
        },
        "calibration": list(_calibration(chances, [one.won for one in held_out])),
    }


def _rounded(number: float) -> float:
    return round(number, 6)


def _named(coefficients: Vector, present: Sequence[str]) -> dict[str, Any]:
    """Return the coefficients of the score by their features: [a, b] for what lasts, one number for the rest."""
    now, ahead = coefficients[: len(LASTING)], coefficients[len(LASTING) + len(present) :]
    lasting = {name: [_rounded(a), _rounded(b)] for name, a, b in zip(LASTING, now, ahead, strict=True)}
    rest = coefficients[len(LASTING) : len(LASTING) + len(present)]
    return lasting | dict(zip(present, map(_rounded, rest), strict=True))


def _by_quarter(residuals: Iterable[tuple[int, float]]) -> Vector:
    """Return the residual standard deviations of the last round and of the quarters of the game still to come."""
    groups: list[Vector] = [[] for _ in range(5)]
    for steps, residual in residuals:
        groups[quarter(steps)].append(residual)
    return [round(statistics.pstdev(group, 0.0), 3) if group else 0.0 for group in groups]


def _calibration(chances: Sequence[float], won: Sequence[bool]) -> Iterator[dict[str, Any]]:
    """Yield bins of games by predicted chance of winning: the number of games, their mean chance, the share won."""
    for bin_number in range(BINS):
        at = [k for k, chance in enumerate(chances) if min(BINS - 1, int(chance * BINS)) == bin_number]
        if at:
            yield {
                "from": bin_number / BINS,
                "games": len(at),
                "chance": round(sum(chances[k] for k in at) / len(at), 3),
                "won": round(sum(won[k] for k in at) / len(at), 3),
            }


def weights_text(weights: dict[str, Any], games: int, seed: int) -> str:
    """Return the text of a weights file."""
    return HEADER.format(games=games, seed=seed) + tomli_w.dumps({"games": games, "seed": seed, **weights})


def main() -> None:
    """Play, fit, write."""
    parser = argparse.ArgumentParser(prog="python -m thurntaxis_solver.training.fit_evaluation", description=__doc__)
    parser.add_argument("--games", type=int, default=24000, help="how many games are played")
    parser.add_argument("--seed", type=int, default=1, help="random seed of the games")
    parser.add_argument("--processes", type=int, default=2, help="processes that play (no effect on the result)")
    parser.add_argument("--output", type=Path, default=Path(evaluation_weights.__file__).with_suffix(".toml"))
    arguments = parser.parse_args()
    if arguments.games < LEAST_GAMES:
        parser.error(f"--games has to be at least {LEAST_GAMES}")
    weights = fit(samples(arguments.seed, arguments.games, arguments.processes))
    arguments.output.write_text(weights_text(weights, arguments.games, arguments.seed), encoding="utf-8")


if __name__ == "__main__":
    main()
