"""`python tests/fuzzing SECONDS [SEED]`: fuzz every kind of input in turn until the time is up.

A round has some inputs of each kind. Each input has a number of its own, and the same number gives the same input;
seeds are a million numbers apart. A fault is shown with the input and what reproduces it; the exit status is then 1.
"""

import itertools
import sys
import time
import traceback
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from fuzzing.targets import TARGETS, Target

SLOW = 2.0
"""The most seconds of computing that one input may take: the least of `TIMES` if the first time takes as long."""

TIMES = 3
"""How often a slow input is measured: other programs on the machine, and what is loaded once, only add to the time."""

REPORTED = 20_000
"""After how many inputs the figures are shown."""

SHOWN = 4000
"""How many characters of an input are shown."""


def seconds(target: Target, given: Any) -> float:
    """Check an input; return the seconds of computing that it takes."""
    began = time.process_time()
    target.check(given)
    return time.process_time() - began


def is_sound(target: Target, number: int) -> bool:
    """Check the input of a number; show what fails."""
    given = target.input(number)
    try:
        took = seconds(target, given)
        if took >= SLOW:
            took = min(took, *(seconds(target, given) for _ in range(TIMES - 1)))
        assert took < SLOW, f"takes {took:.1f} s"
    except Exception:  # noqa: BLE001 - whatever it is, it is shown
        print(f"---- {target.name}: input {number}: {repr(given)[:SHOWN]}")
        traceback.print_exc()
        sys.stdout.flush()
        return False
    return True


def main(seconds: float, seed: int = 1) -> int:
    """Fuzz for this many seconds; return the exit status."""
    began, counts, faults = time.monotonic(), Counter[str](), 0
    for number in itertools.count():
        for target in TARGETS:
            for at in range(target.share):
                faults += not is_sound(target, seed * 1_000_000 + number * target.share + at)
                counts[target.name] += 1
                is_over = time.monotonic() - began > seconds
                if is_over or counts.total() % REPORTED == 0:
                    told = ", ".join(f"{count} {name}" for name, count in counts.items())
                    spent = f"{time.process_time():.0f} s of computing"
                    print(f"{counts.total()} inputs ({told}), seed {seed}, {spent}: {faults} faults", flush=True)
                if is_over:
                    return 1 if faults else 0
    return 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), *map(int, sys.argv[2:])))
