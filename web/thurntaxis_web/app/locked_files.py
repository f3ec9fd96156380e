"""What the table needs of other projects: fetched once, in the versions and with the digests that lock files name."""

import base64
import hashlib
import io
import json
import tarfile
import tomllib
import urllib.request
from pathlib import Path
from typing import Any

from thurntaxis_web.app import AppFault

PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""The files of Pyodide, from `web/package-lock.json`, that a browser loads."""

WHEELS = ("annotated-types", "typing-extensions", "typing-inspection", "pydantic", "pydantic-core")
"""The distributions, from `uv.lock`, that tell the faults of a file."""

TAGS = ("py3-none-any", "cp314-cp314-pyemscripten_2026_0_wasm32")
"""The wheels that this version of Pyodide takes."""

TIMEOUT = 60.0


def pyodide_files(root: Path, kept: Path) -> list[Path]:
    """Return the files of Pyodide; what is not in the folder `kept` yet is fetched.

    Raises:
        AppFault: they can't be had.
    """
    locked = json.loads((root / "web" / "package-lock.json").read_text(encoding="utf-8"))
    pyodide = locked["packages"]["node_modules/pyodide"]
    name, _, digest = pyodide["integrity"].partition("-")
    package = fetched(pyodide["resolved"], name, base64.b64decode(digest).hex(), kept)
    folder = kept / pyodide["version"]
    files = [folder / name for name in PYODIDE_FILES]
    if not all(file.is_file() for file in files):
        folder.mkdir(exist_ok=True)
        with tarfile.open(fileobj=io.BytesIO(package.read_bytes())) as archive:
            for file in files:
                member = archive.extractfile(f"package/{file.name}")
                assert member is not None
                file.write_bytes(member.read())
    return files


def wheels(root: Path, kept: Path) -> list[Path]:
    """Return the wheels that run in Pyodide; what is not in the folder `kept` yet is fetched.

    Raises:
        AppFault: they can't be had.
    """
    locked = tomllib.loads((root / "uv.lock").read_text(encoding="utf-8"))
    packages: dict[str, dict[str, Any]] = {package["name"]: package for package in locked["package"]}
    found: list[Path] = []
    for name in WHEELS:
        wheel = next(each for each in packages[name]["wheels"] if each["url"].endswith(tuple(f"{t}.whl" for t in TAGS)))
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
