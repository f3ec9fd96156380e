"""Calibration of the evaluation network: its predictions against the results of new games of self-play.

    python benchmarks/reliability.py --games 4000 --plot docs/reliability.svg
    python benchmarks/reliability.py --games 4000 --further
    python benchmarks/reliability.py --games 1600 --further --each

The first command checks the weights for the base game. The second checks those for modules and other boards, in games
of all of these. The third does so for each rule set in turn, with this many games each.

The positions are beginnings of turns, from games of the playout policy, of one-turn lookahead, and of searches as in
training, with 100 playouts for each decision, which play best. For each tenth of the predicted chance of winning of the
player on turn, the program prints how many of the positions were won.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import click
import numpy as np

from thurntaxis_solver.kernel.checkpoint import shipped
from thurntaxis_solver.kernel.compiled import new_memory
from thurntaxis_solver.kernel.network import input_layout as X
from thurntaxis_solver.kernel.network import network as net
from thurntaxis_solver.kernel.network.seat_network import WORK, compute_outputs
from thurntaxis_training.recorded_games import LEARNER, GamesPlan, RecordedTurns, Seated, play_task
from thurntaxis_training.self_play import rule_sets
from thurntaxis_training.stages import SEARCH_EXPLORATION, SEARCH_PLAYOUTS

Calibration = dict[str, list[tuple[float, int, float]]]
"""For each kind of game, the tenths: the mean prediction, the number of positions, and the share that was won."""

SIZE, EDGE = 300, 40
COLOURS = {"policy": "#1f6f8b", "lookahead": "#b5541c", "search": "#5a8f29"}


def predictions_and_results(
    turns: RecordedTurns, weights: Sequence[float]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return, by turn, the predicted chance of winning of the player on turn, whether that player won, and the points.

    The points have four columns: the expected margin, the margin, the expected final score and the final score.
    """
    memory = new_memory()
    network, work = memory.singles(weights), memory.singles([0.0] * WORK)
    places, values = memory.zeros(X.MOST_ACTIVE), memory.singles([0.0] * X.MOST_ACTIVE)
    predicted, points = np.zeros(turns.count), np.zeros((turns.count, 4))
    for turn in range(turns.count):
        used = slice(turns.starts[turn], turns.starts[turn + 1])
        size = used.stop - used.start
        places[:size], values[:size] = turns.places[used].tolist(), turns.values[used].tolist()
        compute_outputs(network, places, values, size, work)
        players = int(turns.players[turn])
        powers = np.exp(work[net.FIRST_OUTPUT : net.FIRST_OUTPUT + players])
        predicted[turn] = powers[0] / powers.sum()
        first = net.FIRST_OUTPUT + net.OUTPUTS // 2
        expected, scores = net.SCORE_SCALE * np.array(work[first : first + players]), turns.scores[turn, :players]
        points[turn] = [expected[0] - expected[1:].max(), scores[0] - scores[1:].max(), expected[0], scores[0]]
    return predicted, turns.won == 0, points


def miss(predicted: np.ndarray, result: np.ndarray) -> float:
    """Return the error of a prediction: the root mean square over tenths of the positions, sorted by the prediction."""
    parts = np.array_split(np.argsort(predicted), 10)
    return float(np.sqrt(np.mean([(predicted[part].mean() - result[part].mean()) ** 2 for part in parts])))


def table(predicted: np.ndarray, won: np.ndarray) -> list[tuple[float, int, float]]:
    """Return, by tenths of the prediction: its mean, the number of positions, and the share that was won."""
    tenth = np.minimum((predicted * 10).astype(int), 9)
    return [
        (float(predicted[tenth == at].mean()), int((tenth == at).sum()), float(won[tenth == at].mean()))
        for at in range(10)
        if (tenth == at).any()
    ]


def plot(tables: Calibration) -> str:
    """Return the plot as SVG: prediction to the right, share won upwards; the dashed line is perfect calibration."""
    whole = SIZE + 2 * EDGE

    def at(predicted: float, won: float) -> tuple[float, float]:
        return EDGE + SIZE * predicted, EDGE + SIZE * (1 - won)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {whole}" role="img" font-size="11" fill="#777">',
        "<title>Predicted chances of winning, and games won</title>",
        f'<rect x="{EDGE}" y="{EDGE}" width="{SIZE}" height="{SIZE}" fill="none" stroke="#999"/>',
        f'<path d="M{EDGE} {EDGE + SIZE}L{EDGE + SIZE} {EDGE}" stroke="#999" stroke-dasharray="4"/>',
        f'<text x="{whole / 2}" y="{whole - 8}" text-anchor="middle">predicted chance of winning</text>',
        f'<text x="12" y="{whole / 2}" text-anchor="middle" transform="rotate(-90 12 {whole / 2})">won</text>',
    ]
    for share in (0, 0.5, 1):
        x, y = at(share, share)
        parts.append(f'<text x="{x}" y="{EDGE + SIZE + 14}" text-anchor="middle">{share:.0%}</text>')
        parts.append(f'<text x="{EDGE - 4}" y="{y + 4}" text-anchor="end">{share:.0%}</text>')
    for number, (name, rows) in enumerate(tables.items()):
        line = " ".join("{:.1f},{:.1f}".format(*at(predicted, won)) for predicted, _, won in rows)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{COLOURS[name]}" stroke-width="2"/>')
        for predicted, _, won in rows:
            x, y = at(predicted, won)
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{COLOURS[name]}"/>')
        parts.append(f'<text x="{EDGE + 10}" y="{EDGE + 18 + 16 * number}" fill="{COLOURS[name]}">{name}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


@click.command()
@click.option("--games", type=click.IntRange(min=400), default=4000, show_default=True)
@click.option("--seed", default=99, show_default=True)
@click.option("--further/--base", default=False, help="Check the weights for modules and other boards.")
@click.option("--each", is_flag=True, help="Check one rule set after the other.")
@click.option("--plot", "file", type=click.Path(path_type=Path), help="Write the plot to this SVG file.")
def main(games: int, seed: int, file: Path | None, *, further: bool, each: bool) -> None:
    """Play games, and compare predictions and results."""
    rules = rule_sets(further=further)
    if not each:
        tables = compare(range(len(rules)), games // len(rules), seed, further=further)
        if file:
            file.write_text(plot(tables), encoding="utf-8")
        return
    for number, one in enumerate(rules):
        print(one.board.name, *one.modules, dict(one.options))
        compare([number], games, seed, further=further)


def compare(rules: Iterable[int], games: int, seed: int, *, further: bool) -> Calibration:
    """Play this many games by each of these rule sets; print and return the predictions and results."""
    tables: Calibration = {}
    weights = shipped().further if further else shipped().base
    policy, ahead = Seated(LEARNER, lookahead=False, share=0.5), Seated(LEARNER, lookahead=True, share=0.5)
    search = ahead._replace(playouts=SEARCH_PLAYOUTS)
    kinds = [("policy", (policy,), games, 8), ("lookahead", (ahead, policy), games // 4, 8)]
    for name, seats, count, one_in in [*kinds, ("search", (search,), games // 8, 4)]:
        plan = GamesPlan(seed, count, further, {LEARNER: shipped()}, seats, alike=0.5, record_one_in=one_in)
        plan = replace(plan, exploration=SEARCH_EXPLORATION)
        turns = RecordedTurns.joined([play_task(plan, number).turns for number in rules])
        predicted, won, points = predictions_and_results(turns, weights)
        tables[name] = table(predicted, won)
        off = float(
            np.sqrt(np.average([(s - w) ** 2 for s, _, w in tables[name]], weights=[n for _, n, _ in tables[name]]))
        )
        print(f"{name}: {len(predicted)} positions, off by {100 * off:.1f} in 100 (root mean square over the tenths)")
        margins, scores = miss(points[:, 0], points[:, 1]), miss(points[:, 2], points[:, 3])
        print(f"expected margins: off by {margins:.2f} points, expected scores: by {scores:.2f}, likewise")
        for mean, positions, share in tables[name]:
            print(f"| {mean:.0%} | {positions} | {share:.0%} |")
    return tables


if __name__ == "__main__":
    main()
