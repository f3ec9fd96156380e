"""The command for training.

    pip install "thurntaxis[train]"
    python -m thurntaxis_solver.training run own-score FOLDER --cores 8
    python -m thurntaxis_solver.training run league FOLDER --engine dask://host:8786
    python -m thurntaxis_solver.training plot FOLDER
    python -m thurntaxis_solver.training export FOLDER INTO

A run ends after its iterations, or with Ctrl-C; the same command goes on with it. What is trained plays as an agent:
`taxis tournament search:playouts=400,model=FOLDER builder:playouts=400`.
"""

import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from thurntaxis_solver.play.tournament import EngineError, engine
from thurntaxis_solver.training.run_settings import STAGES, RunError, RunSettings

INTERRUPTED = 130


@click.group()
def main() -> None:
    """Train the weights of players."""


@main.command()
@click.argument("stage", type=click.Choice(STAGES))
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--further/--base", default=False, help="Train for modules and other boards.")
@click.option("--begin", default="", help="The checkpoint to begin from: builder, rusher, or a folder.")
@click.option("--seed", default=1, show_default=True)
@click.option("--policy-steps", default=0, show_default=True, help="Steps of fitting the policy weights first.")
@click.option("--tasks", default=24, show_default=True, help="Tasks of an iteration.")
@click.option("--games", default=128, show_default=True, help="Games of a task.")
@click.option("--iterations", default=60, show_default=True, help="Iterations of the network.")
@click.option("--hours", type=float, help="Stop after the iteration in which so much time is over.")
@click.option("--engine", "engine_name", default="local", show_default=True, help="local, or dask://host:port.")
@click.option("--cores", type=int, help="Games at a time, for the engine local.")
def run(stage: Any, folder: Path, hours: float | None, engine_name: str, cores: int | None, **given: Any) -> None:
    """Train a STAGE in a FOLDER, or go on with it."""
    settings, ends = RunSettings(stage, **given), None if hours is None else time.monotonic() + 3600 * hours
    try:
        from thurntaxis_solver.training.pipeline import TrainingRun
        from thurntaxis_solver.training.run_folder import RunFolder

        plays = engine(engine_name, cores, click.echo)
        settings.first_checkpoint()
        with RunFolder(folder).locked():
            of_run = TrainingRun(RunFolder(folder), settings, plays, engine_name)
            for line in of_run.train(of_run.policy_blocks + settings.iterations):
                click.echo(summary(line))
                if ends is not None and time.monotonic() > ends:
                    break
    except ImportError as error:
        _refuse(f"{error.name} is not installed (pip install 'thurntaxis[train]')")
    except (RunError, EngineError) as error:
        _refuse(str(error))
    except KeyboardInterrupt:
        click.echo("stopped; the same command goes on after the last step")
        sys.exit(INTERRUPTED)


def summary(line: dict[str, Any]) -> str:
    """Return a line of the log in short."""
    said = [f"step {line['step']}: {line['part']}"]
    said += [f"{name} {line[name]}" for name in ("policy-steps", "lead-over-first") if name in line]
    said += [f"{name} {line[name]}" for name in ("turns", "win-loss", "brier", "score-error") if name in line]
    return ", ".join([*said, f"{line['seconds']} s"])


@main.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("into", type=click.Path(file_okay=False, path_type=Path))
@click.option("--rounds-left", type=click.IntRange(1, 22), help="Assume so many rounds always, instead of fitting.")
@click.option("--games", default=1600, show_default=True, help="Games to fit to, twice.")
@click.option("--seed", default=1, show_default=True)
@click.option("--cores", type=int, help="Games at a time.")
def export(folder: Path, into: Path, rounds_left: int | None, games: int, seed: int, cores: int | None) -> None:
    """Write the checkpoint of a run for one's own score INTO a folder, for real games.

    In real games its network is told about how many rounds are left: by a formula that is fitted to games in which the
    checkpoint plays against itself and against the rusher.
    """
    try:
        from thurntaxis_solver.training.fit_rounds_left import fit_rounds_left
        from thurntaxis_solver.training.run_folder import RunFolder

        found = RunSettings("own-score", begin=str(folder)).first_checkpoint()
        if rounds_left is None:
            fit = fit_rounds_left(found, games, seed, engine("local", cores, click.echo))
            said = f"rounds left: off by {fit.error} ({fit.error_of_mean} for a constant), {fit.turns:,} turns"
            click.echo(f"{said} of {fit.games:,} games")
        weights = (float(rounds_left), 0.0, 0.0, 0.0, 0.0) if rounds_left else fit.weights
        into.mkdir(parents=True, exist_ok=True)
        RunFolder(into).write_checkpoint(replace(found, rounds_left=weights))
    except ImportError as error:
        _refuse(f"{error.name} is not installed (pip install 'thurntaxis[train]')")
    except RunError as error:
        _refuse(str(error))
    click.echo(f"written to {into}")


@main.command("from-search")
@click.argument("begin")
@click.argument("into", type=click.Path(file_okay=False, path_type=Path))
@click.option("--decisions", default=20_000, show_default=True, help="Decisions to search.")
@click.option("--playouts", default=200, show_default=True, help="Playouts for each.")
@click.option("--cycles", default=30, show_default=True, help="How often each weight is changed.")
@click.option("--seed", default=1, show_default=True)
@click.option("--cores", type=int, help="Games at a time.")
def from_search(
    begin: str, into: Path, decisions: int, playouts: int, cycles: int, seed: int, cores: int | None
) -> None:
    """Fit the policy weights of a checkpoint (BEGIN) to the visits of its own search, and write it INTO a folder.

    Of all cycles, the one with the largest share in decisions that are held out is kept.
    """
    try:
        from thurntaxis_solver.training.fit_policy import PolicyFit
        from thurntaxis_solver.training.fit_to_search import DecisionsPlan, fit_to_search, searched_decisions
        from thurntaxis_solver.training.run_folder import RunFolder

        found = RunSettings("league", begin=begin).first_checkpoint()
        searched = searched_decisions(
            DecisionsPlan(found, seed, playouts), decisions, engine("local", cores, click.echo)
        )
        scale = [2 * step for step in PolicyFit(0, 0, seed, further=False).scale(found.policy)]
        into.mkdir(parents=True, exist_ok=True)
        best = 0.0
        for progress in fit_to_search(found.policy, scale, searched, cycles, seed):
            click.echo(f"cycle {progress.cycle}: {progress.fitted:.4f} of the visits, {progress.held_out:.4f} held out")
            if progress.held_out > best:
                best = progress.held_out
                RunFolder(into).write_checkpoint(replace(found, policy=progress.weights))
    except ImportError as error:
        _refuse(f"{error.name} is not installed (pip install 'thurntaxis[train]')")
    except RunError as error:
        _refuse(str(error))
    click.echo(f"written to {into}")


@main.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="The picture (FOLDER/plot.svg).")
def plot(folder: Path, out: Path | None) -> None:
    """Draw the log of the run in a FOLDER."""
    file = out or folder / "plot.svg"
    try:
        from thurntaxis_solver.training.run_folder import RunFolder
        from thurntaxis_solver.training.training_plot import draw

        draw(RunFolder(folder).log(), file)
    except ImportError as error:
        _refuse(f"{error.name} is not installed (pip install 'thurntaxis[train]')")
    except (OSError, ValueError) as error:
        _refuse(str(error))
    click.echo(f"written to {file}")


def _refuse(wrong: str) -> None:
    """Write what is wrong, and exit."""
    click.echo(wrong, err=True)
    sys.exit(2)


if __name__ == "__main__":
    main()
