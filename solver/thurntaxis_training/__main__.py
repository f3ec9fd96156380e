"""The command for training.

    pip install "thurntaxis[train]"
    python -m thurntaxis_training league FOLDER --engine dask://host:8786
    python -m thurntaxis_training search FOLDER --cores 8
    python -m thurntaxis_training priors FOLDER --begin rusher

A run ends after its iterations, or with Ctrl-C; the same command continues it. The trained weights play as an agent:
`taxis tournament search:playouts=400,model=FOLDER builder:playouts=400`.
"""

import sys
import time
from pathlib import Path
from typing import Any

import click

from thurntaxis_solver.play.tournament import EngineError, engine
from thurntaxis_training.run_settings import STAGES, RunError, RunSettings

INTERRUPTED = 130


@click.command()
@click.argument("stage", type=click.Choice(STAGES))
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--further/--base", default=False, help="Train for modules and other boards.")
@click.option("--begin", default="", help="Checkpoint to start from: builder, rusher, or a folder.")
@click.option("--from-scratch", is_flag=True, help="Begin with an untrained evaluation network.")
@click.option("--seed", default=1, show_default=True)
@click.option("--tasks", default=24, show_default=True, help="Tasks per iteration.")
@click.option("--games", default=128, show_default=True, help="Games per task.")
@click.option("--iterations", default=60, show_default=True, help="Iterations.")
@click.option("--hours", type=float, help="Stop after the iteration in which this time is over.")
@click.option("--engine", "engine_name", default="local", show_default=True, help="local or dask://host:port.")
@click.option("--cores", type=int, help="Games in parallel, with the local engine.")
def main(stage: Any, folder: Path, hours: float | None, engine_name: str, cores: int | None, **given: Any) -> None:
    """Train a STAGE in a FOLDER, or continue the run in it."""
    settings, ends = RunSettings(stage, **given), None if hours is None else time.monotonic() + 3600 * hours
    try:
        from thurntaxis_training.pipeline import TrainingRun
        from thurntaxis_training.run_folder import RunFolder

        plays = engine(engine_name, cores, click.echo)
        settings.first_checkpoint()
        with RunFolder(folder).locked():
            of_run = TrainingRun(RunFolder(folder), settings, plays, engine_name)
            for line in of_run.train(settings.iterations):
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
    """Return a line of the log in short: its numbers."""
    numbers = [f"{name} {value}" for name, value in line.items() if isinstance(value, int | float)]
    return f"{line['part']}: {', '.join(numbers)}"


def _refuse(wrong: str) -> None:
    """Write what is wrong, and exit."""
    click.echo(wrong, err=True)
    sys.exit(2)


if __name__ == "__main__":
    main()
