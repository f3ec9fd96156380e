"""The reference against a naive second implementation, written from the texts, independently of the first."""

import random
import tomllib
from pathlib import Path
from typing import Any

import pytest

import thurntaxis as tt
from naive import rules
from support import paths, random_play
from thurntaxis.io.read import position_from_data
from thurntaxis.io.write import position_data

COUNTED = sorted(paths.COUNTS.glob("*.toml"))


def nameless(data: dict[str, Any]) -> dict[str, Any]:
    return {**data, "players": [{k: v for k, v in p.items() if k != "name"} for p in data["players"]]}


@pytest.mark.parametrize("seed", range(12))
def test_whole_games_agree_event_by_event(seed: int) -> None:
    chance = random.Random(seed)
    events = 0
    for position, event in random_play.walk(random_play.start(chance), chance, most=700):
        data = position_data(position)
        assert rules.events(data) == list(map(str, position.events()))
        assert nameless(rules.apply(data, str(event))) == nameless(position_data(position.play(event)))
        events += 1
    assert events > 100


@pytest.mark.parametrize("seed", range(4))
def test_scores_and_winner_agree(seed: int) -> None:
    chance = random.Random(seed)
    *_, (position, event) = random_play.walk(random_play.start(chance), chance)
    position = position.play(event)
    assert position.is_over
    data = position_data(position)
    assert rules.scores(data) == list(position.scores())
    assert rules.winner(data) == position.winner()


def counted(path: Path) -> tuple[tt.Position, list[int]]:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return position_from_data(data["position"]), data["perft"]


def test_there_are_enough_counted_positions() -> None:
    assert len(COUNTED) >= 30
    assert all(len(counted(path)[1]) >= 4 for path in COUNTED)


@pytest.mark.parametrize("path", COUNTED, ids=lambda path: path.stem)
def test_perft(path: Path) -> None:
    position, counts = counted(path)
    for depth, count in enumerate(counts, 1):
        assert tt.perft(position, depth) == count, breakdown(position, depth)


@pytest.mark.parametrize("path", COUNTED, ids=lambda path: path.stem)
def test_perft_naively(path: Path) -> None:
    position, counts = counted(path)
    assert [rules.perft(position_data(position), depth) for depth in range(1, len(counts) + 1)] == counts


def breakdown(position: tt.Position, depth: int) -> str:
    """Return where the two implementations differ, by the first event."""
    data = position_data(position)
    here = {str(event): count for event, count in tt.perft_by_event(position, depth).items()}
    there = {event: rules.perft(rules.apply(data, event), depth - 1) for event in rules.events(data)}
    return "\n".join(
        f"{event}: {here.get(event)}, naively {there.get(event)}"
        for event in sorted(here | there)
        if here.get(event) != there.get(event)
    )
