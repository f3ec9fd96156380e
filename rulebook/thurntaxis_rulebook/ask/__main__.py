"""`python -m thurntaxis_rulebook.ask LANG [FILE]`: which questions nothing answers well.

Without FILE, these are the listed questions of a language that lead to something else first. With FILE, which has a
question on each line, they are those without an answer, or with one that hardly fits.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from thurntaxis_rulebook.ask import Ask, in_language
from thurntaxis_rulebook.ask.constants import LEAST
from thurntaxis_rulebook.corpus.languages import LANGUAGES

HARDLY = 1.25 * LEAST
"""How well an answer fits at most that hardly fits."""


def elsewhere(own: Ask) -> Iterator[str]:
    """Yield a line for each listed question that leads to something else first."""
    for name, question in own.listed:
        kind, _, rest = name.rpartition(":")
        wanted = own.by_reading.get(name, rest)
        first = next(iter(own.results(question)), None)
        if kind.partition(":")[0] not in ("fact", "other") and (first is None or first.id != wanted):
            yield f"{name}: {question} -> {first.id if first else '-'}"


def unanswered(own: Ask, questions: list[str]) -> Iterator[str]:
    """Yield a line for each question that nothing answers, or hardly anything."""
    for question in filter(None, map(str.strip, questions)):
        first = next(iter(own.results(question)), None)
        if first is None or first.fit < HARDLY:
            yield f"{question} -> {f'{first.id} ({first.question})' if first else '-'}"


def main(arguments: list[str]) -> int:
    """Print the questions; the exit status is 1 if there are any, and 2 if the arguments are wrong."""
    lang, *files = arguments or [""]
    if lang not in LANGUAGES or not all(map(os.path.isfile, files)) or len(files) > 1:
        usage = f"LANG [FILE], LANG one of {', '.join(LANGUAGES)}"
        sys.stderr.write(f"usage: python -m thurntaxis_rulebook.ask {usage}; found: {' '.join(arguments)}\n")
        return 2
    asked = [line for file in files for line in Path(file).read_text("utf-8", "backslashreplace").splitlines()]
    lines = list(unanswered(in_language(lang), asked) if files else elsewhere(in_language(lang)))
    sys.stdout.writelines(f"{line}\n" for line in lines)
    return int(bool(lines))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
