"""Whether what the network says comes true: fresh games, from the beginnings of turns on.

    python benchmarks/reliability.py --games 4000 --plot docs/reliability.svg
    python benchmarks/reliability.py --games 4000 --further
    python benchmarks/reliability.py --games 1600 --further --each

The first asks the weights of the base game, the second those of modules and other boards, in games of all of these; the
third the same, but one rule set after the other, with so many games of each.
The positions come from games of the sensible player with itself, which the network was fitted to (other games, though),
and from games of the player that looks ahead, who plays better. For each tenth of what was said to be the chance of the
player on turn, it prints how many of the positions were won.
"""

from pathlib import Path

import click
import numpy as np

from thurntaxis.rules import RuleSet
from thurntaxis_solver.kernel.compiled import Floats, floats, zeros
from thurntaxis_solver.kernel.network import network as net
from thurntaxis_solver.training.fit_network import Games, Style, generate
from thurntaxis_solver.training.self_play import base_games, further_games

Tables = dict[str, list[tuple[float, int, float]]]
"""For each kind of games the tenths: what was said on average, of how many positions, and the share that was won."""

SIZE, EDGE = 300, 40
COLOURS = {"sensible": "#1f6f8b", "looking ahead": "#b5541c"}


def said_and_won(games: Games, weights: Floats) -> tuple[np.ndarray, np.ndarray, float]:
    """Return the chance of the player on turn as the network says it, and whether it was won, record by record.

    The last figure is how far the expected scores are off, on average over tenths of the positions.
    """
    work = floats([0.0] * (net.LAST + net.OUTPUTS))
    said, points = np.zeros(games.count), np.zeros(games.count)
    for record in range(games.count):
        used = games.places[record] < net.INPUTS
        places, values = zeros(net.MOST_ACTIVE), floats([0.0] * net.MOST_ACTIVE)
        size = int(used.sum())
        places[:size], values[:size] = games.places[record][used], games.values[record][used]
        net.outputs(weights, places, values, size, work)
        powers = np.exp(work[net.LAST : net.LAST + games.players[record]])
        said[record] = powers[0] / powers.sum()
        points[record] = 20 * work[net.LAST + net.OUTPUTS // 2]
    order = np.array_split(np.argsort(points), 10)
    misses = [points[part].mean() - games.scores[: games.count, 0][part].mean() for part in order]
    return said, games.won[: games.count] == 0, float(np.sqrt(np.mean(np.square(misses))))


def table(said: np.ndarray, won: np.ndarray) -> list[tuple[float, int, float]]:
    """Return, by tenths of what was said: its mean, how many positions, and the share that was won."""
    tenth = np.minimum((said * 10).astype(int), 9)
    return [
        (float(said[tenth == at].mean()), int((tenth == at).sum()), float(won[tenth == at].mean()))
        for at in range(10)
        if (tenth == at).any()
    ]


def plot(tables: Tables) -> str:
    """Return the plot as SVG: said from left to right, won upwards; the line is where both are the same."""
    whole = SIZE + 2 * EDGE

    def at(said: float, won: float) -> tuple[float, float]:
        return EDGE + SIZE * said, EDGE + SIZE * (1 - won)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {whole}" role="img" font-size="11" fill="#777">',
        "<title>What the network says, and what is won</title>",
        f'<rect x="{EDGE}" y="{EDGE}" width="{SIZE}" height="{SIZE}" fill="none" stroke="#999"/>',
        f'<path d="M{EDGE} {EDGE + SIZE}L{EDGE + SIZE} {EDGE}" stroke="#999" stroke-dasharray="4"/>',
        f'<text x="{whole / 2}" y="{whole - 8}" text-anchor="middle">said to win</text>',
        f'<text x="12" y="{whole / 2}" text-anchor="middle" transform="rotate(-90 12 {whole / 2})">won</text>',
    ]
    for share in (0, 0.5, 1):
        x, y = at(share, share)
        parts.append(f'<text x="{x}" y="{EDGE + SIZE + 14}" text-anchor="middle">{share:.0%}</text>')
        parts.append(f'<text x="{EDGE - 4}" y="{y + 4}" text-anchor="end">{share:.0%}</text>')
    for number, (name, rows) in enumerate(tables.items()):
        line = " ".join("{:.1f},{:.1f}".format(*at(said, won)) for said, _, won in rows)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{COLOURS[name]}" stroke-width="2"/>')
        for said, _, won in rows:
            x, y = at(said, won)
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{COLOURS[name]}"/>')
        parts.append(f'<text x="{EDGE + 10}" y="{EDGE + 18 + 16 * number}" fill="{COLOURS[name]}">{name}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


@click.command()
@click.option("--games", default=4000, show_default=True)
@click.option("--seed", default=99, show_default=True)
@click.option("--further/--base", default=False, help="The weights for modules and other boards.")
@click.option("--each", is_flag=True, help="One rule set after the other.")
@click.option("--plot", "file", type=click.Path(path_type=Path), help="Where to draw it, as SVG.")
def main(games: int, seed: int, file: Path | None, *, further: bool, each: bool) -> None:
    """Play, compare and tell."""
    weights, rules = net.shipped(further=further), further_games() if further else base_games()
    if not each:
        tables = compare(rules, weights, games, seed)
        if file:
            file.write_text(plot(tables), encoding="utf-8")
        return
    for one in rules:
        print(one.board.name, *one.modules, dict(one.options))
        compare((one,), weights, games, seed)


def compare(rules: tuple[RuleSet, ...], weights: Floats, games: int, seed: int) -> Tables:
    """Play games by these rules, print what was said and what came, and return it."""
    tables: Tables = {}
    for name, style, count in [
        ("sensible", Style(ahead=False, stray=0, share=8, rules=rules), games),
        ("looking ahead", Style(ahead=True, stray=0, share=8, rules=rules), games // 4),
    ]:
        said, won, points = said_and_won(generate(count, weights, seed, style, 1), weights)
        tables[name] = table(said, won)
        miss = float(
            np.sqrt(np.average([(s - w) ** 2 for s, _, w in tables[name]], weights=[n for _, n, _ in tables[name]]))
        )
        print(f"{name}: {len(said)} positions, off by {100 * miss:.1f} in 100 (root mean square over the tenths)")
        print(f"expected scores: off by {points:.2f} points, likewise")
        for mean, positions, share in tables[name]:
            print(f"| {mean:.0%} | {positions} | {share:.0%} |")
    return tables


if __name__ == "__main__":
    main()
