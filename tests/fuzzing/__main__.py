"""`python tests/fuzzing SECONDS [FIRST_SEED]`: fuzz every kind of input in turn until the time is up.

Each round draws `ROUND` inputs of a kind with a seed of its own. A fault is shown with the smallest input that
Hypothesis finds, and with its seed; the exit status is then 1. The same seeds give the same inputs.
"""

import itertools
import sys
import time
import traceback
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from hypothesis import HealthCheck, given, seed, settings

from fuzzing.targets import TARGETS, Target

ROUND = 250
"""Inputs in a round."""

SLOW = 2.0
"""The most seconds that one input may take."""


def fuzz(target: Target, number: int) -> int:
    """Run one round of a target with a seed; return how many inputs it had, raise what a check raises."""
    count = 0

    @seed(number)
    @settings(max_examples=ROUND, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow])
    @given(target.inputs)
    def run(value: Any) -> None:
        nonlocal count
        count += 1
        began = time.process_time()
        target.check(value)
        assert time.process_time() - began < SLOW, f"takes more than {SLOW} s"

    run()
    return count


def main(seconds: float, first: int = 1) -> int:
    """Fuzz for so many seconds; return the exit status."""
    end, counts, faults = time.monotonic() + seconds, Counter[str](), 0
    for number in itertools.count(first):
        for target in TARGETS:
            try:
                counts[target.name] += fuzz(target, number)
            except BaseException:
                if isinstance(sys.exception(), KeyboardInterrupt):
                    raise
                faults += 1
                print(f"---- {target.name}, seed {number}", flush=True)
                traceback.print_exc()
            if time.monotonic() > end:
                told = ", ".join(f"{count} {name}" for name, count in counts.items())
                print(f"{counts.total()} inputs ({told}), seeds {first} to {number}: {faults} faults")
                return 1 if faults else 0
    return 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), *map(int, sys.argv[2:])))
