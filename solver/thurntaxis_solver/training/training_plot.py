# pyright: basic, reportMissingImports=false
# (Matplotlib is needed for nothing else.)

"""The plot of a training run, from its log."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

LOSSES = ("win-loss", "brier", "score-error")


def draw(log: Sequence[dict[str, Any]], file: Path) -> None:
    """Draw, by step: the losses in held-out games, the mean scores, and the shares of wins beside par.

    Raises:
        ImportError: matplotlib is not installed.
        ValueError: the log has no iteration of the network yet.
    """
    from matplotlib.figure import Figure

    lines = [line for line in log if line["part"] == "network"]
    if not lines:
        raise ValueError("the network has not been trained yet, so there is nothing to draw (a later plot)")
    steps = [line["step"] for line in lines]
    figure = Figure(figsize=(9, 11), layout="constrained")
    losses, scores, wins = figure.subplots(3, 1, sharex=True)
    for name in LOSSES:
        losses.plot(steps, [line[name] / lines[0][name] for line in lines], label=f"{name} ({lines[-1][name]:.4g} now)")
    losses.set_title("losses in held-out games, as a part of the first ones")
    for name in sorted({name for line in lines for name in line["results"]}):
        there = [(line["step"], line["results"][name]) for line in lines if name in line["results"]]
        at, players = [step for step, _ in there], int(name.rpartition(" ")[2])
        scores.plot(at, [found["score"] for _, found in there], label=name)
        wins.plot(at, [found["won"] * players for _, found in there], label=name)
    scores.set_title("mean final score")
    wins.set_title("share of games won, as a part of par")
    wins.set_xlabel("step")
    for axes in (losses, scores, wins):
        axes.legend(fontsize=7, loc="center left", bbox_to_anchor=(1, 0.5))
        axes.grid(alpha=0.3)
    figure.savefig(file)
