"""Checkpoints: the weights of a player, in a folder.

The folder has `policy_weights.toml`, `network.npz` for the base game, and `network-further.npz` for modules and other
boards. The weights that the package ships replace a file that is missing. It may also have `prior_network.npz` and
`prior_network-further.npz`; without them, the player does without a prior network.
"""

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from thurntaxis_solver.kernel.network import prior_network, weight_files
from thurntaxis_solver.kernel.policy import policy_weights

FOLDER = Path(__file__).with_name("weights")
"""The checkpoints that come with the package, each in a folder."""

FILES = (
    *(policy_weights.FILE, weight_files.FILE, weight_files.FURTHER_FILE),
    *(prior_network.FILE, prior_network.FURTHER_FILE),
)
"""The files of the package whose names those of a checkpoint have."""

RUSHER, BUILDER = "rusher", "builder"
"""The checkpoints that are known by name, which is that of their folder.

The rusher has the weights that the package shipped when it got this name, and never changes: it hurries to the end of
the game. The builder was trained for its own score, in games of a fixed number of rounds; it may be trained further.
Neither has a prior network.
"""


@dataclass(frozen=True, eq=False)
class Checkpoint:
    """The weights of the policy, and of both networks for the base game and for modules and other boards.

    The weights of a prior network that the player does without are empty.
    """

    policy: Sequence[float]
    base: Sequence[float]
    further: Sequence[float]
    priors: Sequence[float] = ()
    further_priors: Sequence[float] = ()


@functools.cache
def shipped() -> Checkpoint:
    """Return the weights that the package ships."""
    return Checkpoint(
        policy_weights.shipped(),
        weight_files.shipped(further=False),
        weight_files.shipped(further=True),
        prior_network.shipped(further=False),
        prior_network.shipped(further=True),
    )


@functools.cache
def checkpoint(name: str) -> Checkpoint:
    """Return the checkpoint with this name, or in this folder.

    Raises:
        OSError: there is no such folder, or a file in it can't be read.
        ValueError: a file doesn't hold the weights that it should hold.
    """
    folder = FOLDER / name if name in (RUSHER, BUILDER) else Path(name)
    files = [folder / file.name for file in FILES]
    policy, base, further, priors, further_priors = (file if file.exists() else None for file in files)
    if not any(file.exists() for file in files):
        raise FileNotFoundError(f"{folder} holds no checkpoint")
    return Checkpoint(
        policy_weights.read(policy) if policy else policy_weights.shipped(),
        weight_files.read(base) if base else weight_files.shipped(further=False),
        weight_files.read(further) if further else weight_files.shipped(further=True),
        prior_network.read(priors) if priors else (),
        prior_network.read(further_priors) if further_priors else (),
    )
