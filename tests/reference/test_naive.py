"""The reference against the naive rules, which were written from the texts, independently of it."""

import random
import tomllib
from pathlib import Path
from typing import Any

import pytest

import thurntaxis as tt
from naive import rules
from naive.agreement import agreeing, bare
from support import paths, random_play
from support.few_and_many import counts_up_to, few_and_many, one_in
from support.paths import BY_CITY
from thurntaxis.io.read import position_from_data
from thurntaxis.io.write import position_data

COUNTED = sorted(paths.COUNTS.rglob("*.toml"))

Game = tuple[str, tuple[str, ...]]

games = pytest.mark.parametrize(
    "game",
    one_in(2, [*random_play.ALL, (str(BY_CITY), tt.MODULES)]),
    ids=lambda game: "-".join([Path(game[0]).stem, *game[1]]),
)


@few_and_many(1, 4)
@games
def test_whole_games_agree_event_by_event(game: Game, seeds: range) -> None:
    for seed in seeds:
        chance = random.Random(f"{game} {seed}")
        assert agreeing(random_play.start_with(chance, *game), chance, most=600) > 100


@few_and_many(2, 12)
def test_whole_games_of_the_base_game_agree(seeds: range) -> None:
    for seed in seeds:
        chance = random.Random(seed)
        assert agreeing(random_play.start(chance), chance, most=700) > 100


@games
@pytest.mark.parametrize("edition", tt.EDITIONS)
def test_games_begin_alike_in_every_edition(game: Game, edition: str) -> None:
    board, modules = game
    for players in (2, 3, 4):
        theirs = tt.undealt(players, board, edition, modules=modules)
        ours = rules.start(players, board, edition=edition, modules=list(modules))
        assert bare(position_data(theirs)) == bare(ours)


@few_and_many(1, 3)
@games
def test_scores_and_winner_agree(game: Game, seeds: range) -> None:
    for seed in seeds:
        chance = random.Random(f"scores {game} {seed}")
        *_, (_, _, end) = random_play.steps(random_play.start_with(chance, *game), chance, 12_000)
        assert end.is_over
        data = position_data(end)
        assert rules.scores(data) == list(end.scores())
        assert rules.winner(data) == end.winner()


def read(path: Path) -> tuple[dict[str, Any], list[int]]:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return data["position"], data["perft"]


def test_there_are_counted_positions_of_every_module_and_combination() -> None:
    found = [read(path) for path in COUNTED]
    base = [counts for position, counts in found if not position["rules"].get("modules")]
    assert len(found) >= 130
    assert all(len(counts) >= 3 for _, counts in found)
    assert len([counts for counts in base if len(counts) >= 4]) >= 30
    combinations = {tuple(sorted(position["rules"].get("modules", []))) for position, _ in found}
    assert combinations == {tuple(sorted(modules)) for _, modules in random_play.ALL}


counted = pytest.mark.parametrize("path", COUNTED, ids=lambda path: path.stem)


@counts_up_to(5_000)
@counted
def test_perft(path: Path, most: int) -> None:
    position, counts = read(path)
    theirs = position_from_data(position)
    for depth, count in enumerate(counts, 1):
        assert count > most or sum(tt.perft_by_event(theirs, depth).values()) == count, breakdown(position, depth)


@counts_up_to(500)
@counted
def test_perft_naively(path: Path, most: int) -> None:
    position, counts = read(path)
    for depth, count in enumerate(counts, 1):
        assert count > most or rules.perft(position, depth) == count


@few_and_many(1, 2)
@counted
def test_play_from_counted_positions_agrees(path: Path, seeds: range) -> None:
    """The counts compare only the numbers of events; here, the positions after them are compared, too."""
    position = position_from_data(read(path)[0])
    for seed in seeds:
        assert agreeing(position, random.Random(f"{path.stem} {seed}"), most=12) > 0


def breakdown(position: dict[str, Any], depth: int) -> str:
    """Return where the two implementations differ, by the first event."""
    theirs = {str(event): n for event, n in tt.perft_by_event(position_from_data(position), depth).items()}
    ours = {event: rules.perft(rules.apply(position, event), depth - 1) for event in rules.events(position)}
    return "\n".join(
        f"{event}: {theirs.get(event)}, naively {ours.get(event)}"
        for event in sorted(theirs | ours)
        if theirs.get(event) != ours.get(event)
    )
