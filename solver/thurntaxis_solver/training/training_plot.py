# pyright: basic, reportMissingImports=false
# (Matplotlib is needed for nothing else.)

"""The plot of a training run, from its log."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

LOSSES = ("win-loss", "brier", "score-error", "divergence")


def draw(log: Sequence[dict[str, Any]], file: Path) -> None:
    """Draw, by step: the losses in held-out games and, if there are results, mean scores and shares of wins beside par.

    Raises:
        ImportError: matplotlib is not installed.
        ValueError: the log has no iteration of the network yet.
    """
    from matplotlib.figure import Figure

    lines = [line for line in log if line["part"] in ("network", "priors")]
    if not lines:
        raise ValueError("the network has not been trained yet, so there is nothing to draw (a later plot)")
    steps = [line["step"] for line in lines]
    names = sorted({name for line in lines for name in line.get("results", {})})
    figure = Figure(figsize=(9, 11 if names else 4), layout="constrained")
    plots = figure.subplots(3 if names else 1, 1, sharex=True, squeeze=False)[:, 0]
    for name in (loss for loss in LOSSES if loss in lines[0]):
        plots[0].plot(
            steps, [line[name] / lines[0][name] for line in lines], label=f"{name} ({lines[-1][name]:.4g} now)"
        )
    plots[0].set_title("losses in held-out games, as a part of the first ones")
    for name in names:
        there = [(line["step"], line["results"][name]) for line in lines if name in line["results"]]
        at, players = [step for step, _ in there], int(name.rpartition(" ")[2])
        plots[1].plot(at, [found["score"] for _, found in there], label=name)
        plots[2].plot(at, [found["won"] * players for _, found in there], label=name)
    for axes, title in zip(plots[1:], ("mean final score", "share of games won, as a part of par"), strict=False):
        axes.set_title(title)
    plots[-1].set_xlabel("step")
    for axes in plots:
        axes.legend(fontsize=7, loc="center left", bbox_to_anchor=(1, 0.5))
        axes.grid(alpha=0.3)
    figure.savefig(file)
