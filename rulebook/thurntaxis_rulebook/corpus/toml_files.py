"""TOML files, each parsed when it is first needed, by tomli: compiled, it takes a third of the time of `tomllib`."""

from functools import cache
from pathlib import Path
from typing import Any

try:
    import tomli as toml
except ImportError:  # in a browser
    import tomllib as toml  # type: ignore[no-redef]

InvalidToml = toml.TOMLDecodeError
"""What is raised for a file that isn't TOML."""


def parsed(path: Path) -> dict[str, Any]:
    """Return the contents of a TOML file as it is now."""
    return toml.loads(path.read_text(encoding="utf-8"))


@cache
def contents(path: Path) -> dict[str, Any]:
    """Return the contents of a TOML file as it was when it was first read."""
    return parsed(path)


def value(path: Path, *keys: str) -> Any:
    """Return the value under nested keys of a TOML file; raise KeyError if there is none."""
    found: Any = contents(path)
    for key in keys:
        found = found[key]
    return found
