"""What the table needs of other projects: fetched once, in the versions and with the digests that lock files name."""

import base64
import hashlib
import json
import tarfile
import tomllib
import urllib.request
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from thurntaxis_web.app import AppFault

NPM_FILES = {
    "pyodide": ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"),
    "qrcode-generator": ("dist/qrcode.mjs",),
}
"""The files that a browser loads, by their packages in `web/package-lock.json`."""

WHEELS = ("annotated-types", "typing-extensions", "typing-inspection", "pydantic", "pydantic-core")
"""The distributions, from `uv.lock`, that tell the faults of a file."""

ENDINGS = ("-py3-none-any.whl", "-cp314-cp314-pyemscripten_2026_0_wasm32.whl")
"""How the wheels end that this version of Pyodide takes."""

TIMEOUT = 60.0


def npm_files(root: Path, kept: Path) -> list[Path]:
    """Return the files of npm packages; what is not in the folder `kept` yet is fetched.

    Raises:
        AppFault: they can't be had.
    """
    locked = json.loads((root / "web" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    found: list[Path] = []
    for name, wanted in NPM_FILES.items():
        package = locked[f"node_modules/{name}"]
        algorithm, _, digest = package["integrity"].partition("-")
        archive = fetched(package["resolved"], algorithm, base64.b64decode(digest).hex(), kept)
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


def wheels(root: Path, kept: Path) -> list[Path]:
    """Return the wheels that run in Pyodide; what is not in the folder `kept` yet is fetched.

    Raises:
        AppFault: they can't be had.
    """
    locked = tomllib.loads((root / "uv.lock").read_text(encoding="utf-8"))
    packages: dict[str, dict[str, Any]] = {package["name"]: package for package in locked["package"]}
    found: list[Path] = []
    for name in WHEELS:
        wheel = next((each for each in packages[name]["wheels"] if each["url"].endswith(ENDINGS)), None)
        if wheel is None:
            raise AppFault(f"uv.lock names no wheel of {name} for Pyodide ({' or '.join(ENDINGS)})")
        algorithm, _, digest = wheel["hash"].partition(":")
        found.append(fetched(wheel["url"], algorithm, digest, kept))
    return found


def fetched(address: str, algorithm: str, digest: str, kept: Path) -> Path:
    """Return the file of an address, which has to have this digest; it is fetched if `kept` doesn't hold it.

    Raises:
        AppFault: it can't be had, or has another digest.
    """
    file = kept / address.rpartition("/")[2]
    if file.is_file() and hashlib.new(algorithm, file.read_bytes()).hexdigest() == digest:
        return file
    try:
        with urllib.request.urlopen(address, timeout=TIMEOUT) as response:
            content: bytes = response.read()
    except OSError as error:
        raise AppFault(f"{address} can't be fetched: {error}") from None
    if hashlib.new(algorithm, content).hexdigest() != digest:
        raise AppFault(f"{address} is not the file that the lock file names")
    kept.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    return file
