"""The files of Pyodide, in the version that `web/package-lock.json` pins, which are fetched once and kept."""

import base64
import hashlib
import io
import json
import tarfile
import urllib.request
from pathlib import Path

FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""What a browser loads."""

TIMEOUT = 60.0


class NoPyodide(Exception):
    """Pyodide can't be had, or is not what the lock file says; the message is one line."""


def pyodide_files(lock_file: Path, kept: Path) -> list[Path]:
    """Return the files of Pyodide; they are fetched into the folder `kept` if they are not there.

    Raises:
        NoPyodide: they can't be had.
    """
    locked = json.loads(lock_file.read_text(encoding="utf-8"))["packages"]["node_modules/pyodide"]
    folder = kept / locked["version"]
    files = [folder / name for name in FILES]
    if not all(file.is_file() for file in files):
        folder.mkdir(parents=True, exist_ok=True)
        with tarfile.open(fileobj=io.BytesIO(_package(locked["resolved"], locked["integrity"]))) as package:
            for file in files:
                member = package.extractfile(f"package/{file.name}")
                if member is None:
                    raise NoPyodide(f"{locked['resolved']} has no file {file.name}")
                file.write_bytes(member.read())
    return files


def _package(address: str, integrity: str) -> bytes:
    """Return the package at an address, which has to have this digest."""
    try:
        with urllib.request.urlopen(address, timeout=TIMEOUT) as response:
            package: bytes = response.read()
    except OSError as error:
        raise NoPyodide(f"{address} can't be fetched: {error}") from None
    name, _, digest = integrity.partition("-")
    if base64.b64encode(hashlib.new(name, package).digest()).decode() != digest:
        raise NoPyodide(f"{address} is not the package that the lock file names")
    return package
