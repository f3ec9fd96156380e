"""The reference against the naive rules, which were written from the texts, independently of it."""

import copy
import random
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import thurntaxis as tt
from naive import random_play as walking
from naive import rules
from naive.table import HONOR, Position, backs_are_seen, complete, horseshoes
from support import paths
from support.few_and_many import counts_up_to, few_and_many
from support.paths import BY_CITY
from thurntaxis.io.read import position_from_data
from thurntaxis.io.write import position_data

COUNTED = sorted(paths.COUNTS.rglob("*.toml"))


def bare(value: Any) -> Any:
    """A position without its empty values, which may be left out, and without players' names."""
    if isinstance(value, dict):
        items = {key: bare(item) for key, item in value.items() if key not in ("name", "rules", "offices")}
        kept = {key: item for key, item in items.items() if item not in (None, [], {}, 0, False, "")}
        # Every entry of these counts, even 0.
        return kept | {key: value[key] for key in ("rules", "offices") if key in value}
    return [bare(item) for item in value] if isinstance(value, list) else value


def table_id(table: tuple[str, list[str]]) -> str:
    return "-".join([table[0], *("".join(word[0] for word in module.split("-")) for module in table[1])])


tables = pytest.mark.parametrize("table", walking.ALL_TABLES, ids=table_id)


def hidden(position: Position) -> Position:
    """The position as the player on turn sees it: of the others' hands at most the backs."""
    position = copy.deepcopy(position)
    for seat, player in enumerate(position["players"]):
        if seat != position["turn"]["player"]:
            backs = [f"/{horseshoes(position, card)}" if backs_are_seen(position) else "" for card in player["hand"]]
            player["hand"] = [f"?{back}" for back in backs]
    return complete(position)


def shares(position: tt.Position) -> dict[str, Fraction]:
    """The probabilities of the chance events."""
    weights = position.weights()
    return {str(event): Fraction(weight, sum(weights.values())) for event, weight in weights.items()}


def assert_agreement(start: Position, chance: random.Random, most: int) -> int:
    """Play from here by both rules: the same events, chances and positions. Return the number of events."""
    theirs = position_from_data(start)
    events = 0
    for ours, event in walking.walk(start, chance, most, patience=chance.choice([0, 0.9])):
        assert bare(position_data(theirs)) == bare(ours)
        assert list(map(str, theirs.events())) == rules.events(ours)
        if theirs.is_chance:
            assert shares(theirs) == rules.chances(ours)
        theirs = theirs.play(event)
        events += 1
    return events


@few_and_many(1, 4)
@tables
def test_whole_games_agree_event_by_event(table: tuple[str, list[str]], seeds: range) -> None:
    for seed in seeds:
        chance = random.Random(f"{table} {seed}")
        start = walking.start(*table, chance, edition=chance.choice(list(tt.EDITIONS)))
        assert assert_agreement(start, chance, most=600) > 100


@few_and_many(2, 12)
def test_whole_games_of_the_base_game_agree(seeds: range) -> None:
    for seed in seeds:
        chance = random.Random(seed)
        start = walking.start("south", [], chance, edition=chance.choice(list(tt.EDITIONS)))
        assert assert_agreement(start, chance, most=700) > 100


@pytest.mark.parametrize("modules", walking.SETS_OF_MODULES, ids=" ".join)
def test_games_agree_where_horseshoes_go_by_city(modules: list[str]) -> None:
    chance = random.Random(f"by city {modules}")
    assert assert_agreement(walking.start(str(BY_CITY), modules, chance), chance, most=400) > 100


@tables
@pytest.mark.parametrize("edition", tt.EDITIONS)
def test_games_begin_alike_in_every_edition(table: tuple[str, list[str]], edition: str) -> None:
    board, modules = table
    for players in (2, 3, 4):
        theirs = tt.undealt(players, board, edition, modules=modules)
        ours = rules.start(players, board, edition=edition, modules=modules)
        assert bare(position_data(theirs)) == bare(ours)


@tables
def test_positions_of_hidden_hands_agree(table: tuple[str, list[str]]) -> None:
    chance = random.Random(f"hidden {table}")
    compared = 0
    for position, _ in walking.walk(walking.start(*table, chance), chance, most=600):
        if chance.random() < 0.1:
            ours = hidden(position)
            theirs = position_from_data(ours)
            events = rules.events(ours)
            assert list(map(str, theirs.events())) == events
            for event in chance.sample(events, min(3, len(events))):
                assert bare(position_data(theirs.play(event))) == bare(rules.apply(ours, event))
            if theirs.is_chance:
                assert shares(theirs) == rules.chances(ours)
            compared += 1
    assert compared > 30


@few_and_many(1, 3)
@tables
def test_scores_and_winner_agree(table: tuple[str, list[str]], seeds: range) -> None:
    for seed in seeds:
        chance = random.Random(f"scores {table} {seed}")
        *_, (position, event) = walking.walk(walking.start(*table, chance), chance, most=50_000)
        ours = rules.apply(position, event)
        assert ours["turn"]["phase"] == "over"
        theirs = position_from_data(position).play(event)
        assert theirs.is_over
        assert list(theirs.scores()) == rules.scores(ours)
        assert theirs.winner() == rules.winner(ours)


@tables
def test_no_piece_is_lost_or_made(table: tuple[str, list[str]]) -> None:
    """Of the naive rules themselves: cards, tiles, houses, letters, offices and chips are always accounted for."""
    chance = random.Random(f"pieces {table}")
    start = walking.start(*table, chance)
    whole = rules.recount(start)
    for position, _ in walking.walk(start, chance, most=500):
        found = rules.recount(position)
        assert found["faults"] == []
        assert (found["cards"], found["tiles"]) == (whole["cards"], whole["tiles"])
        if HONOR in table[1]:
            held = sum(len(player["offices"]) for player in position["players"])
            assert held + sum(position["offices"].values()) == sum(start["offices"].values())


def read(path: Path) -> tuple[Position, list[int]]:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return data["position"], data["perft"]


def test_there_are_counted_positions_of_every_module_and_combination() -> None:
    found = [read(path) for path in COUNTED]
    base = [counts for position, counts in found if not position["rules"].get("modules")]
    assert len(found) >= 130
    assert all(len(counts) >= 3 for _, counts in found)
    assert len([counts for counts in base if len(counts) >= 4]) >= 30
    combinations = {tuple(sorted(position["rules"].get("modules", []))) for position, _ in found}
    assert combinations == {tuple(modules) for modules in walking.SETS_OF_MODULES}


counted = pytest.mark.parametrize("path", COUNTED, ids=lambda path: path.stem)


@counts_up_to(5_000)
@counted
def test_perft(path: Path, most: int) -> None:
    position, counts = read(path)
    theirs = position_from_data(position)
    for depth, count in enumerate(counts, 1):
        assert count > most or tt.perft(theirs, depth) == count, breakdown(position, depth)


@counts_up_to(1_000)
@counted
def test_perft_naively(path: Path, most: int) -> None:
    position, counts = read(path)
    for depth, count in enumerate(counts, 1):
        assert count > most or rules.perft(position, depth) == count


@counted
def test_play_from_counted_positions_agrees(path: Path) -> None:
    """The counts compare only the numbers of events; here, the positions after them are compared, too."""
    position, _ = read(path)
    for seed in range(2):
        assert assert_agreement(complete(position), random.Random(f"{path.stem} {seed}"), most=12) > 0


def breakdown(position: Position, depth: int) -> str:
    """Return where the two implementations differ, by the first event."""
    theirs = {str(event): n for event, n in tt.perft_by_event(position_from_data(position), depth).items()}
    ours = {event: rules.perft(rules.apply(position, event), depth - 1) for event in rules.events(position)}
    return "\n".join(
        f"{event}: {theirs.get(event)}, naively {ours.get(event)}"
        for event in sorted(theirs | ours)
        if theirs.get(event) != ours.get(event)
    )
