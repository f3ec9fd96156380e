"""Whether `kernel.wasm` is intact, and was built from the kernel's current source."""

import errno
import functools
import hashlib
import tomllib
from pathlib import Path

FOLDER = Path(__file__).parent.parent
MODULE = FOLDER / "kernel.wasm"
RECORD = FOLDER / "kernel.toml"
"""The module, and the record of what it was built from."""


SOURCES = (
    *("layout.py", "rng.py", "elementary.py", "games.py", "recorded_decisions.py"),
    *("rules/*.py", "policy/*.py", "network/*.py", "search/*.py", "environments/*.py"),
    *("wasm/build.py", "wasm/numba_to_llvm.py", "wasm/signatures.py"),
)
"""The files that the module is built from, and what builds it."""


def source_digest() -> str:
    """Return a digest of what the module is built from: Python files, and the layout's numbers.

    Some of these numbers follow from the options and officials of the rules.
    """
    from thurntaxis_solver.kernel import layout

    sources = (file for pattern in SOURCES for file in sorted(FOLDER.glob(pattern)))
    texts = [source.read_bytes().replace(b"\r\n", b"\n") for source in sources]
    numbers = {name: value for name, value in vars(layout).items() if name.isupper() and name[0] != "_"}
    return hashlib.sha256(b"\0".join([*texts, repr(numbers).encode()])).hexdigest()


@functools.cache
def record() -> dict[str, str]:
    """Return the digests that were noted when the module was built: of its `source`, and of the `module`."""
    return {key: str(value) for key, value in tomllib.loads(RECORD.read_text(encoding="utf-8")).items()}


def is_current() -> bool:
    """Return whether the module was built from the current source."""
    return record()["source"] == source_digest()


def module_bytes() -> bytes:
    """Return the module.

    Raises:
        OSError: it is not the one that was built, or it can't be read.
    """
    module = MODULE.read_bytes()
    if hashlib.sha256(module).hexdigest() != record()["module"]:
        raise OSError(errno.EILSEQ, "damaged; install thurntaxis again", str(MODULE))
    return module
