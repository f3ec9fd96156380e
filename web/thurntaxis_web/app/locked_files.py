"""The files of other projects that the table needs: fetched once, in the versions that the lock file names.

Where the addresses in the lock file can't be reached, npm is asked, which may know another source.
"""

import base64
import contextlib
import hashlib
import json
import subprocess
import tarfile
import urllib.request
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from thurntaxis_web.app import AppFault

NPM_FILES = {
    "pyodide": ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"),
    "qrcode-generator": ("dist/qrcode.mjs",),
}
"""The files that a browser loads, by their packages in `web/package-lock.json`."""

TIMEOUT = 20.0


def npm_files(root: Path, kept: Path) -> list[Path]:
    """Return the files of npm packages; what is not in the folder `kept` yet is fetched.

    Raises:
        AppFault: they aren't available.
    """
    locked = json.loads((root / "web" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    found: list[Path] = []
    for name, wanted in NPM_FILES.items():
        package = locked[f"node_modules/{name}"]
        algorithm, _, digest = package["integrity"].partition("-")
        by_npm = ["npm", "pack", f"{name}@{package['version']}", "--pack-destination", str(kept)]
        archive = fetched(package["resolved"], algorithm, base64.b64decode(digest).hex(), kept, by_npm)
        found += _unpacked(archive, wanted, kept / f"{name}-{package['version']}")
    return found


def _unpacked(archive: Path, wanted: Iterable[str], folder: Path) -> Iterator[Path]:
    """Yield files of an npm package, which are unpacked into a folder if they are not there."""
    for name in wanted:
        file = folder / name.rpartition("/")[2]
        if not file.is_file():
            folder.mkdir(exist_ok=True)
            with tarfile.open(archive) as package:
                member = package.extractfile(f"package/{name}")
                assert member is not None
                file.write_bytes(member.read())
        yield file


def fetched(address: str, algorithm: str, digest: str, kept: Path, command: Sequence[str]) -> Path:
    """Return the file of an address, which must have this digest; it is fetched if `kept` doesn't have it.

    If the address can't be reached, `command` is run, which may put the file into `kept`.

    Raises:
        AppFault: it isn't available, or has another digest.
    """
    file = kept / address.rpartition("/")[2]
    if _is_right(file, algorithm, digest):
        return file
    kept.mkdir(parents=True, exist_ok=True)
    try:
        with urllib.request.urlopen(address, timeout=TIMEOUT) as response:
            content: bytes = response.read()
    except OSError as error:
        with contextlib.suppress(OSError, subprocess.TimeoutExpired):
            subprocess.run(command, check=False, capture_output=True, timeout=10 * TIMEOUT)
        if _is_right(file, algorithm, digest):
            return file
        raise AppFault(f"{address} can't be fetched: {error}") from None
    if hashlib.new(algorithm, content).hexdigest() != digest:
        raise AppFault(f"{address} is not the file that the lock file names")
    file.write_bytes(content)
    return file


def _is_right(file: Path, algorithm: str, digest: str) -> bool:
    return file.is_file() and hashlib.new(algorithm, file.read_bytes()).hexdigest() == digest
