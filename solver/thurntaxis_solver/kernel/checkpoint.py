"""Checkpoints: the weights of a player, in a folder.

The weights that the package ships replace those of a file that is missing; but a player whose folder has no file of a
prior network does without one.
"""

import functools
import struct
import zipfile
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from thurntaxis_solver.kernel.network import network, prior_network, seat_network
from thurntaxis_solver.kernel.policy import policy_weights

FOLDER = Path(__file__).with_name("weights")
"""The checkpoints that come with the package, each in a folder; those that `shipped` returns are in one of them."""

RUSHER, BUILDER = "rusher", "builder"
"""The checkpoints that are known by name, which is that of their folder.

The rusher has the weights that the package shipped when it got this name, and never changes: it hurries to the end of
the game. The builder was trained for its own score, in games of a fixed number of rounds. Neither has a prior network.
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


FILES = {
    "policy": "policy_weights.toml",
    "base": "network.npz",
    "further": "network-further.npz",
    "priors": "prior_network.npz",
    "further_priors": "prior_network-further.npz",
}
"""The files of a checkpoint, by what they hold."""


@functools.cache
def shipped() -> Checkpoint:
    """Return the weights that the package ships, trained by `thurntaxis_training`."""
    return Checkpoint(**_weights_in(FOLDER / "shipped"))


@functools.cache
def checkpoint(name: str) -> Checkpoint:
    """Return the checkpoint with this name, or in this folder.

    Raises:
        OSError: there is no such folder, or a file in it can't be read.
        ValueError: a file doesn't hold the weights that it should hold.
    """
    folder = FOLDER / name if name in (RUSHER, BUILDER) else Path(name)
    weights = _weights_in(folder)
    if not weights:
        raise FileNotFoundError(f"{folder} holds no checkpoint")
    return replace(shipped(), **{"priors": (), "further_priors": (), **weights})


def _weights_in(folder: Path) -> dict[str, Sequence[float]]:
    """Return the weights in the files that a folder has."""
    files = {part: folder / name for part, name in FILES.items()}
    return {part: _READERS[part](file) for part, file in files.items() if file.exists()}


# ---- the weights of a network


def network_weights(path: Path, *counts: int) -> "array[float]":
    """Return the weights in a file: a ZIP archive with one array of NumPy, `weights.npy`, in half precision.

    Raises:
        OSError: it can't be read.
        ValueError: it doesn't hold as many weights as one of these counts.
    """
    try:
        with zipfile.ZipFile(path) as archive, archive.open("weights.npy") as file:
            data = file.read()
        header = int.from_bytes(data[8:10], "little")
        weights = array("f", (number for (number,) in struct.iter_unpack("<e", data[10 + header :])))
    except (KeyError, struct.error, zipfile.BadZipFile) as error:
        raise ValueError(f"{path} holds no network weights") from error
    if len(weights) not in counts:
        right = " or ".join(f"{count:,}" for count in counts)
        raise ValueError(f"{path} holds {len(weights):,} network weights; expected {right}")
    return weights


def _evaluation(path: Path) -> "array[float]":
    return network_weights(path, network.NETWORK, seat_network.NETWORK)


def _priors(path: Path) -> "array[float]":
    return network_weights(path, prior_network.NETWORK)


_READERS: dict[str, Callable[[Path], Sequence[float]]] = {
    "policy": policy_weights.read,
    "base": _evaluation,
    "further": _evaluation,
    "priors": _priors,
    "further_priors": _priors,
}
