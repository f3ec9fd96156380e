"""The folder of a training run: its settings, its log, and what another process needs to continue it.

- `settings.toml`: the settings of the run;
- `log.jsonl`: a line of JSON for each step;
- `policy_weights.toml`, `network.npz`, `network-further.npz`, `prior_network.npz`, `prior_network-further.npz`: the
  checkpoint, which agents can play with;
- `snapshots/STEP`: earlier checkpoints;
- `state.pt`: the state after the last step, with the turns that are still being fitted to.

Files are replaced as a whole, the state last: a run that is killed continues after its last complete step.
"""

import dataclasses
import functools
import json
import os
import shutil
import tomllib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import tomli_w

from thurntaxis_solver.kernel.checkpoint import FILES, Checkpoint
from thurntaxis_solver.kernel.policy import policy_weights as W
from thurntaxis_training.run_settings import RunError, RunSettings


@dataclass(frozen=True)
class RunFolder:
    """The folder of a run."""

    path: Path

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Create the folder if necessary, and keep other processes from training in it, on systems with locks.

        Raises:
            RunError: another process trains in it.
        """
        self.path.mkdir(parents=True, exist_ok=True)
        with ExitStack() as stack:
            with suppress(ImportError):
                import fcntl

                handle = os.open(self.path, os.O_RDONLY)
                stack.callback(os.close, handle)
                try:
                    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    raise RunError(f"another process trains in {self.path}; expected another folder, or wait") from None
            yield

    # ---- settings

    def begin(self, settings: RunSettings) -> None:
        """Begin a run with these settings, or continue it.

        Raises:
            RunError: the folder holds a run of other settings, or something else.
        """
        file = self.path / "settings.toml"
        if not file.exists():
            if self.path.exists() and any(self.path.iterdir()):
                raise RunError(f"{self.path} holds something else than a run; expected a new or an empty folder")
            self.path.mkdir(parents=True, exist_ok=True)
            self._replace(file.name, lambda new: new.write_text(tomli_w.dumps(dataclasses.asdict(settings)), "utf-8"))
        found = tomllib.loads(file.read_text(encoding="utf-8"))
        for name, value in dataclasses.asdict(settings).items():
            if found[name] != value:
                words = f"{name.replace('_', '-')} {found[name]}"
                raise RunError(f"{self.path} holds {words}, not {value}; expected the same, or a new folder")

    # ---- the log

    def log(self) -> list[dict[str, Any]]:
        """Return the lines of the log, without one that is incomplete."""
        file = self.path / "log.jsonl"
        lines = file.read_text(encoding="utf-8").split("\n")[:-1] if file.exists() else []
        return [json.loads(line) for line in lines]

    def append(self, line: dict[str, Any]) -> None:
        """Add a line to the log."""
        with (self.path / "log.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
            file.flush()
            os.fsync(file.fileno())

    def forget_after(self, step: int) -> None:
        """Remove what an interrupted step after this one has left behind."""
        kept = [line for line in self.log() if line["step"] <= step]
        text = "".join(json.dumps(line) + "\n" for line in kept)
        self._replace("log.jsonl", lambda new: new.write_text(text, "utf-8"))
        for folder in self.snapshots():
            if int(folder.name) > step:
                shutil.rmtree(folder)

    # ---- checkpoints

    def write_checkpoint(self, found: Checkpoint) -> None:
        """Write a checkpoint."""
        text = tomli_w.dumps(W.data(found.policy))
        self._replace(FILES["policy"], lambda new: new.write_text(text, "utf-8"))
        for part, name in FILES.items():
            if part != "policy" and (weights := getattr(found, part)):
                rounded = np.asarray(weights, np.float16)
                self._replace(name, functools.partial(np.savez_compressed, weights=rounded))

    def keep_snapshot(self, step: int) -> None:
        """Keep the checkpoint as it is after this step."""
        folder = self.path / "snapshots" / str(step)
        folder.mkdir(parents=True, exist_ok=True)
        for name in FILES.values():
            if (self.path / name).exists():
                shutil.copy(self.path / name, folder / name)

    def snapshots(self) -> list[Path]:
        """Return the snapshots, the oldest first."""
        return sorted(self.path.glob("snapshots/*"), key=lambda folder: int(folder.name))

    # ---- the state

    def state(self) -> dict[str, Any]:
        """Return the state after the last step; empty if there is none."""
        import torch

        file = self.path / "state.pt"
        return dict(torch.load(file, map_location="cpu", weights_only=True)) if file.exists() else {}

    def write_state(self, state: dict[str, Any]) -> None:
        """Write the state after a step."""
        import torch

        self._replace("state.pt", lambda new: torch.save(state, new))

    def _replace(self, name: str, write: Callable[[Path], object]) -> None:
        """Write a file next to its place, and then put it there."""
        new = self.path / f"new-{name}"
        write(new)
        new.replace(self.path / name)
