"""`python tests/budgets.py`: how large the project is, and how large it may be; the exit status is 1 if it is larger.

Counted are lines, blank ones included, of the files that git tracks, and words of the documentation.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

PACKAGES = ("reference", "rulebook", "solver", "presentation", "web", "cli")
BUDGETS = (
    ("lines of Python in the packages", [f"{folder}/*.py" for folder in PACKAGES], 42_000),
    ("lines of Python in the tests", ["tests/*.py", "conftest.py"], 35_000),
    ("lines of JavaScript", ["web/*.js"], 2_900),
    ("words of documentation", ["docs/*.md", "README.md", "CONTRIBUTING.md"], 32_000),
)


def texts(patterns: list[str]) -> list[str]:
    """Return the contents of the tracked files that match one of the patterns."""
    listed = subprocess.run(["git", "ls-files", *patterns], cwd=ROOT, check=True, capture_output=True, encoding="utf-8")
    files = [ROOT / name for name in listed.stdout.splitlines()]
    return [file.read_text(encoding="utf-8") for file in files if file.is_file()]


def main() -> int:
    """Print each count with its budget; return the exit status."""
    is_kept = True
    for title, patterns, most in BUDGETS:
        counts = [len(text.split()) if "words" in title else text.count("\n") for text in texts(patterns)]
        print(f"{sum(counts):6,} {title} (at most {most:,})")
        is_kept &= sum(counts) <= most
    for folder in PACKAGES:
        print(f"{sum(text.count(chr(10)) for text in texts([f'{folder}/*.py'])):6,} in {folder}")
    return 0 if is_kept else 1


if __name__ == "__main__":
    sys.exit(main())
