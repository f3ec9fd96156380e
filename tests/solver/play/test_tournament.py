"""Tournaments: fair seats and deals, games that depend only on their number, engines that agree, durable files."""

import dataclasses
import itertools
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import thurntaxis as tt
from support.golden import check
from support.tournaments import TWO, ClusterProcesses, cluster_of, timeless, written
from thurntaxis_solver.play import agents, matches
from thurntaxis_solver.play.agents import Kind
from thurntaxis_solver.play.fixed_deck import ShuffledDeck
from thurntaxis_solver.play.matches import BrokenAgentError, Row, Setup, row_of
from thurntaxis_solver.play.result_file import ResultError, ResultFile, read_results, result_file
from thurntaxis_solver.play.tournament import Dask, EngineError, Local, engine, play

# ---- who plays whom


@pytest.mark.parametrize(
    ("names", "players", "line_ups"),
    [
        (["greedy"], None, [(0, 0)]),
        (["greedy", "random"], None, [(0, 1)]),
        (["greedy", "random"], 4, [(0, 1, 1, 1)]),
        (["greedy", "random", "random", "random"], None, [(0, 1, 2, 3)]),
        (["greedy", "random", "greedy:noise=4"], 2, [(0, 1), (0, 2), (1, 2)]),
        (["greedy", "random", "greedy:noise=4", "greedy:noise=6", "greedy:noise=7"], None, None),
    ],
)
def test_line_ups(names: list[str], players: int | None, line_ups: list[tuple[int, ...]] | None) -> None:
    """Every deal is played in every rotation of each."""
    setup = Setup.of(names, players)
    wanted = tuple(itertools.combinations(range(5), 2)) if line_ups is None else tuple(line_ups)
    assert setup.line_ups == wanted
    found = [setup.fixture(number) for number in range(2 * setup.games_of_a_deal)]
    assert [fixture.deal for fixture in found] == [deal for deal in (0, 1) for _ in range(setup.games_of_a_deal)]
    for number in range(1, setup.players):
        assert found[number].seats == (*found[0].seats[number:], *found[0].seats[:number])
    seats = Counter(
        (index, seat)
        for number in range(setup.games_of_a_deal)
        for seat, index in enumerate(setup.fixture(number).seats)
    )
    for index in range(len(names)):
        assert len({seats[index, seat] for seat in range(setup.players)}) == 1


def test_games_of_a_deal_are_dealt_the_same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt: list[list[str]] = []
    original = ShuffledDeck.next

    def spy(deck: ShuffledDeck, position: tt.Position) -> tt.Event:
        if not deck.shuffles:
            dealt.append([])
        event = original(deck, position)
        dealt[-1].append(event[1])
        return event

    monkeypatch.setattr(ShuffledDeck, "next", spy)
    setup = Setup.of(["greedy", "greedy:noise=7", "greedy:noise=0"])
    for number in range(6):
        row_of(setup, number)
    decks = [tuple(cards[:66]) for cards in dealt]
    assert all(Counter(deck) == Counter(tt.board("south").cards) for deck in decks)
    assert len(set(decks[:3])) == len(set(decks[3:])) == 1
    assert decks[0] != decks[3]


def test_seeds_go_with_the_agents_and_differ_between_agents_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[int] = []

    def build(seed: int) -> agents.Chooses:
        seeds.append(seed)
        return agents.KINDS["greedy"].build(seed=seed, noise=0.3)

    monkeypatch.setitem(agents.KINDS, "spied", Kind(build, {}))
    setup = Setup.of(["spied"], players=3)
    for number in range(6):
        row_of(setup, number)
    first, second, third = seeds[:3], seeds[3:6], seeds[6:9]
    assert second == [*first[1:], first[0]]
    assert third == [*second[1:], second[0]]
    assert len(set(seeds)) == 6


# ---- a game


def test_a_row_tells_how_the_game_ended() -> None:
    row = row_of(Setup.of(["greedy", "greedy:noise=6", "greedy:noise=1"], seed=4), 1)
    assert row["seats"] == ["greedy:noise=6", "greedy:noise=1", "greedy"]
    assert (row["game"], row["deal"], row["seed"]) == (1, 0, "4/0")
    assert row["winner"] is not None
    assert row["scores"][row["winner"]] == max(row["scores"])
    assert len(set(row["turns"])) == 1  # the last round is played to its end, and seat 0 started
    assert 10 < row["turns"][0] < 60
    assert sum(tile.startswith("game-end") for tiles in row["tiles"] for tile in tiles) == 1
    assert row["all_provinces"] == any(tile.startswith("all-provinces") for tile in row["tiles"][row["winner"]])


def test_a_game_hangs_on_its_number_and_set_up_alone() -> None:
    rows = [row_of(TWO, number) for number in (0, 1, 2, 1)]
    assert timeless(rows[1:2]) == timeless(rows[3:])
    assert rows[0]["scores"] != rows[2]["scores"]
    other = dataclasses.replace(TWO, seed=12)
    assert row_of(other, 0)["events"] != rows[0]["events"]


def test_the_edition_is_played_by() -> None:
    setup = Setup.of(["greedy"], edition="it-2006", options={"reshuffle": "when-needed"})
    rules = setup.start().rules
    assert (rules.edition, rules.options["reshuffle"]) == ("it-2006", "when-needed")
    assert rules.options["all-provinces"] == "outside-baiern"
    assert Setup.from_data(json.loads(json.dumps(setup.data()))) == setup


def test_an_agent_that_breaks_the_rules_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    class Cheat:
        def choose(self, position: tt.Position) -> tt.Event:
            return tt.Event(("end",))

    monkeypatch.setitem(agents.KINDS, "cheat", Kind(lambda seed: Cheat(), {}))
    with pytest.raises(BrokenAgentError, match="game 0: cheat chose end, which is not legal: Take a card and play one"):
        row_of(Setup.of(["cheat"]), 0)


def test_a_game_without_an_end_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "LONGEST_GAME", 5)
    row = row_of(TWO, 0)
    assert (row["winner"], row["all_provinces"], row["turns"]) == (None, False, [5, 4])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"agents": []}, "no agents"),
        ({"agents": ["gredy"]}, "unknown agent"),
        ({"players": 5}, "5 players can't play"),
        ({"edition": "de-2006"}, "unknown edition"),
        ({"options": {"fog": True}}, "unknown option"),
    ],
)
def test_an_impossible_set_up(changes: dict[str, Any], message: str) -> None:
    asked: dict[str, Any] = {"agents": ["greedy"], **changes}
    with pytest.raises(ValueError, match=message):
        Setup.of(**asked)


# ---- engines


@pytest.mark.parametrize(
    ("is_installed", "message"),
    [(True, "no Dask scheduler answers"), (False, r"needs the package distributed; install it with pip")],
)
def test_a_cluster_or_library_that_is_not_there_is_told(
    monkeypatch: pytest.MonkeyPatch, message: str, *, is_installed: bool
) -> None:
    monkeypatch.setattr("thurntaxis_solver.play.tournament.CLUSTER_TIMEOUT", 0.2)
    if not is_installed:
        monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(EngineError, match=message):
        next(play(TWO, 2, engine("dask://127.0.0.1:1")))


def test_processes_play_the_same_games() -> None:
    alone = timeless(play(TWO, 10, Local(1)))
    assert list(alone) == list(range(10))
    assert timeless(play(TWO, 10, Local(2))) == alone


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_without_workers_is_told() -> None:
    with cluster_of(0) as cluster, pytest.raises(EngineError, match="has no workers"):
        next(play(TWO, 2, Dask(cluster.scheduler_address)))


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[ClusterProcesses]:
    running = ClusterProcesses(tmp_path)
    yield running
    running.close()


@pytest.mark.nightly
def test_games_go_on_when_a_cluster_has_workers_again_and_are_kept_when_its_scheduler_is_killed(
    cluster: ClusterProcesses, tmp_path: Path
) -> None:
    told: list[str] = []
    rows: list[Row] = []
    when: list[float] = []

    def tell(line: str) -> None:
        told.append(line)
        when.append(time.monotonic())
        if len(told) == 1:
            cluster.add_worker()

    path = tmp_path / "games.jsonl"

    def play_on(file: ResultFile) -> None:
        for row in play(TWO, 500, Dask(cluster.address, tell), file):
            rows.append(row)
            if len(rows) == 2:
                when.append(time.monotonic())
                cluster.kill_workers()
            elif len(rows) >= 12 and len(told) == 2:
                cluster.scheduler.kill()

    with (
        result_file(path, TWO, 500) as file,
        pytest.raises(EngineError, match=r'^the Dask scheduler at "\S+" no longer answers; expected .*$'),
    ):
        play_on(file)
    lost = f'the Dask cluster at "{cluster.address}" has lost all its workers'
    assert told == [
        f"{lost}; the games continue as soon as it has one; Ctrl-C ends them",
        "the Dask cluster has workers again",
    ]
    assert when[1] - when[0] < 10
    found = read_results(path)
    assert found is not None
    assert 12 <= len(rows) < 500
    assert list(found.rows) == rows
    assert timeless(rows[:12]) == timeless(row_of(TWO, row["game"]) for row in rows[:12])


def test_engines_by_name() -> None:
    assert engine("local", 3) == Local(3)
    assert isinstance(engine("local"), Local)
    assert engine("dask://host:8786") == Dask("tcp://host:8786")
    for text in ("ray", "", "dask://", "dask://host", "dask://HOST:PORT", "LOCAL"):
        with pytest.raises(EngineError, match="unknown engine"):
            engine(text)
    with pytest.raises(EngineError, match="--cores"):
        engine("dask://host:8786", 2)


# ---- the result file


def test_a_damaged_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    written(path, games=3)
    whole = path.read_text(encoding="utf-8").splitlines()

    def refused(case: str) -> str:
        line, changes = eval(case)
        lines = whole.copy()
        lines[line] = changes if isinstance(changes, str) else json.dumps(json.loads(lines[line]) | changes)
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        before = path.read_bytes()
        with pytest.raises(ResultError) as raised:
            written(path)
        assert path.read_bytes() == before
        return f"{raised.value.key}: {raised.value.wrong}"

    check(Path(__file__).with_name("damaged_files.txt"), refused)


def test_a_file_holds_the_set_up_and_every_game(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    first = written(path, games=2)
    rows = written(path)
    assert rows[:2] == first
    assert len(written(path, games=3)) == 3  # and nothing is taken away
    header, *lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    assert header == {"thurntaxis_tournament": 1, "engine": tt.__version__, "setup": TWO.data(), "games": 2}
    assert lines == rows
    found = read_results(path)
    assert found is not None
    assert (found.setup, list(found.rows)) == (TWO, rows)


def test_a_file_is_gone_on_with_wherever_it_was_cut(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    written(path, games=3)
    whole = path.read_bytes()
    first = whole.index(b"\n") + 1
    for cut in (0, 1, 20, first - 1, first, first + 1, first + 100, len(whole) - 300, len(whole) - 1, len(whole)):
        path.write_bytes(whole[:cut])
        rows = written(path, games=3)
        assert [row["game"] for row in rows] == [0, 1, 2]
        assert path.read_bytes()[: min(cut, first)] == whole[: min(cut, first)]
        found = read_results(path)
        assert found is not None
        assert timeless(found.rows) == timeless(map(json.loads, whole.splitlines()[1:]))
        assert len(found.rows) == 3
        kept = whole[:cut].rfind(b"\n") + 1
        assert path.read_bytes().startswith(whole[:kept])


def test_two_tournaments_never_write_to_one_file(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    path = tmp_path / "games.jsonl"
    with result_file(path, TWO, 2), pytest.raises(ResultError, match="another tournament is writing to it"):
        written(path)
    assert not path.exists()  # nothing was written


def test_a_broken_agent_leaves_a_sound_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = itertools.count()

    def build(seed: int) -> agents.Chooses:
        if next(calls) >= 4:
            raise RuntimeError("out of model")
        return agents.KINDS["greedy"].build(seed=seed, noise=0.3)

    monkeypatch.setitem(agents.KINDS, "moody", Kind(build, {}))
    path = tmp_path / "games.jsonl"
    with pytest.raises(RuntimeError, match="out of model"):
        written(path, Setup.of(["moody"]))
    found = read_results(path)
    assert found is not None
    assert len(found.rows) == 2
