"""The files of network weights: a ZIP archive with one array of NumPy, `weights.npy`, in half precision."""

import functools
import struct
import zipfile
from array import array
from pathlib import Path

from thurntaxis_solver.kernel.network import network, seat_network

FILE = Path(__file__).with_name("network.npz")
FURTHER_FILE = FILE.with_stem("network-further")
"""The weights of the evaluation network for the base game, and those for modules and other boards."""


@functools.cache
def shipped(*, further: bool) -> "array[float]":
    """Return the weights that the package ships, trained by `thurntaxis_training`."""
    return read(FURTHER_FILE if further else FILE)


def read(path: Path) -> "array[float]":
    """Return the weights of an evaluation network, of one kind or the other, from a file.

    Raises:
        OSError: it can't be read.
        ValueError: it doesn't hold as many weights as such a network has.
    """
    return read_weights(path, network.NETWORK, seat_network.NETWORK)


def read_weights(path: Path, *counts: int) -> "array[float]":
    """Return the weights in a file, if it holds as many as one of these."""
    try:
        with zipfile.ZipFile(path) as archive, archive.open("weights.npy") as file:
            data = file.read()
        header = int.from_bytes(data[8:10], "little")
        weights = array("f", (number for (number,) in struct.iter_unpack("<e", data[10 + header :])))
    except (KeyError, struct.error, zipfile.BadZipFile) as error:
        raise ValueError(f"{path} holds no network weights") from error
    if len(weights) not in counts:
        right = " or ".join(f"{count:,}" for count in counts)
        raise ValueError(f"{path} holds {len(weights):,} network weights ({right})")
    return weights
