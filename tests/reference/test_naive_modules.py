"""The modules against the naive rules, which were written from the texts without a look at the reference."""

import copy
import random
import tomllib
from pathlib import Path
from typing import Any

import pytest

import naive
import naive_walking as walking
import thurntaxis as tt
from naive_table import HONOR, Position, backs_are_seen, complete, horseshoes
from thurntaxis import files

COUNTS = sorted((Path(__file__).parent.parent / "counts" / "modules").glob("*.toml"))
SEEDS = range(4)


def bare(value: Any) -> Any:
    """A position without its empty values, which may be left out, and without players' names."""
    if isinstance(value, dict):
        items = {key: bare(item) for key, item in value.items() if key not in ("name", "rules", "offices")}
        kept = {key: item for key, item in items.items() if item not in (None, [], {}, 0, False, "")}
        # Of these every entry counts, a nought as well.
        return kept | {key: value[key] for key in ("rules", "offices") if key in value}
    return [bare(item) for item in value] if isinstance(value, list) else value


def table_id(table: tuple[str, list[str]]) -> str:
    return "-".join([table[0], *("".join(word[0] for word in module.split("-")) for module in table[1])])


tables = pytest.mark.parametrize("table", walking.ALL_TABLES, ids=table_id)
games = pytest.mark.parametrize("seed", SEEDS)


def hidden(position: Position) -> Position:
    """The position as the player on turn sees it: of the others' hands at most the backs."""
    position = copy.deepcopy(position)
    for seat, player in enumerate(position["players"]):
        if seat != position["turn"]["player"]:
            backs = [f"/{horseshoes(position, card)}" if backs_are_seen(position) else "" for card in player["hand"]]
            player["hand"] = [f"?{back}" for back in backs]
    return complete(position)


@tables
@games
def test_whole_games_agree_event_by_event(table: tuple[str, list[str]], seed: int) -> None:
    chance = random.Random(f"{table} {seed}")
    start = walking.start(*table, chance)
    theirs = files.position_from_data(start)
    seen = 0
    for ours, event in walking.walk(start, chance, most=600, patience=chance.choice([0, 0.9])):
        assert bare(files.position_data(theirs)) == bare(ours)
        assert list(map(str, theirs.events())) == naive.events(ours)
        theirs = theirs.play(event)
        seen += 1
    assert seen > 100


@tables
def test_positions_of_hidden_hands_agree(table: tuple[str, list[str]]) -> None:
    chance = random.Random(f"hidden {table}")
    compared = 0
    for position, _ in walking.walk(walking.start(*table, chance), chance, most=600):
        if chance.random() < 0.1:
            ours = hidden(position)
            theirs = files.position_from_data(ours)
            events = naive.events(ours)
            assert list(map(str, theirs.events())) == events
            for event in chance.sample(events, min(3, len(events))):
                assert bare(files.position_data(theirs.play(event))) == bare(naive.apply(ours, event))
            compared += 1
    assert compared > 30


@tables
@pytest.mark.parametrize("seed", range(2))
def test_scores_and_winner_agree(table: tuple[str, list[str]], seed: int) -> None:
    chance = random.Random(f"scores {table} {seed}")
    *_, (position, event) = walking.walk(walking.start(*table, chance), chance)
    ours = naive.apply(position, event)
    assert ours["turn"]["phase"] == "over"
    theirs = files.position_from_data(position).play(event)
    assert theirs.is_over
    assert list(theirs.scores()) == naive.scores(ours)
    assert theirs.winner() == naive.winner(ours)


@tables
def test_no_piece_is_lost_or_made(table: tuple[str, list[str]]) -> None:
    """Of the naive rules themselves: cards, tiles, houses, letters, offices and chips are always accounted for."""
    chance = random.Random(f"pieces {table}")
    start = walking.start(*table, chance)
    whole = naive.recount(start)
    for position, _ in walking.walk(start, chance, most=500):
        found = naive.recount(position)
        assert found["faults"] == []
        assert (found["cards"], found["tiles"]) == (whole["cards"], whole["tiles"])
        if HONOR in table[1]:
            held = sum(len(player["offices"]) for player in position["players"])
            assert held + sum(position["offices"].values()) == sum(start["offices"].values())


def read(path: Path) -> tuple[Position, list[int]]:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return data["position"], data["perft"]


def test_there_are_counted_positions_of_every_module_and_combination() -> None:
    assert len(COUNTS) >= 100
    assert all(len(read(path)[1]) >= 3 for path in COUNTS)
    combinations = {tuple(sorted(read(path)[0]["rules"].get("modules", []))) for path in COUNTS}
    assert combinations == {tuple(modules) for modules in walking.SETS_OF_MODULES}


@pytest.mark.parametrize("path", COUNTS, ids=lambda path: path.stem)
def test_perft(path: Path) -> None:
    position, counts = read(path)
    theirs = files.position_from_data(position)
    for depth, count in enumerate(counts, 1):
        assert tt.perft(theirs, depth) == count, breakdown(position, depth)


@pytest.mark.parametrize("path", COUNTS, ids=lambda path: path.stem)
def test_perft_naively(path: Path) -> None:
    position, counts = read(path)
    assert [naive.perft(position, depth) for depth in range(1, len(counts) + 1)] == counts


def breakdown(position: Position, depth: int) -> str:
    """Return where the two implementations differ, by the first event."""
    theirs = {str(event): n for event, n in tt.perft_by_event(files.position_from_data(position), depth).items()}
    ours = {event: naive.perft(naive.apply(position, event), depth - 1) for event in naive.events(position)}
    return "\n".join(
        f"{event}: {theirs.get(event)}, naively {ours.get(event)}"
        for event in sorted(theirs | ours)
        if theirs.get(event) != ours.get(event)
    )
