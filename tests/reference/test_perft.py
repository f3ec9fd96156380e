"""Counts of sequences of events."""

import thurntaxis as tt
from thurntaxis.perft import perft, perft_by_event


def test_counts_by_event_add_up() -> None:
    position = tt.new(seed=2)
    for depth in (1, 2, 3):
        counts = perft_by_event(position, depth)
        assert list(counts) == list(position.events())
        assert sum(counts.values()) == perft(position, depth)


def test_there_is_one_sequence_of_no_events() -> None:
    assert perft(tt.new(seed=2), 0) == 1
