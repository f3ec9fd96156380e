"""Tournaments with modules and on other boards: who is asked, what is counted, what is kept, and who is refused."""

import ast
import dataclasses
import json
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import thurntaxis as tt
from support import random_play
from support.few_and_many import one_in
from support.golden import check
from support.paths import BY_CITY, ROOT
from support.tables import MESSENGER, OFFICES, POWER
from support.tournaments import Leaning, cluster_of, timeless, written
from thurntaxis.values import is_unknown
from thurntaxis_solver.play import agents, matches
from thurntaxis_solver.play.agents import AgentError, Kind
from thurntaxis_solver.play.matches import Setup, row_of
from thurntaxis_solver.play.result_file import ResultError, read_results
from thurntaxis_solver.play.tournament import Dask, Local, engine, play

ALL = (POWER, MESSENGER, OFFICES)
MEASURED = [json.loads(line) for line in (ROOT / "benchmarks" / "games.jsonl").read_text("utf-8").splitlines()]
"""The results of the tournaments that were measured."""

GONE = {"search:playouts=270,model=earlier", "montecarlo:time=0.2"}
AGAIN = [measured for measured in MEASURED if GONE.isdisjoint(measured["setup"]["agents"])]
"""Those whose agents are all still here."""

GAMES = [(*game, players) for game in random_play.ALL for players in (2, 3, 4)]


@pytest.fixture
def leaning(monkeypatch: pytest.MonkeyPatch) -> list[Leaning]:
    """Make the agent `leaning` known, and return all that are built."""
    built: list[Leaning] = []

    def build(seed: int) -> Leaning:
        built.append(Leaning(seed))
        return built[-1]

    monkeypatch.setitem(agents.KINDS, "leaning", Kind(build, {}, any_rules=True))
    return built


# ---- games


@pytest.mark.parametrize(("board", "modules", "players"), one_in(4, GAMES, several=True))
def test_everybody_is_asked_when_it_is_theirs_to_decide(
    board: str, modules: tuple[str, ...], players: int, leaning: list[Leaning]
) -> None:
    row = row_of(Setup.of(["leaning"], players, board=board, modules=modules, seed=players), 0)
    assert row["winner"] is not None
    assert row["scores"][row["winner"]] == max(row["scores"])
    for seat, agent in enumerate(leaning):
        for view in agent.seen:
            assert view.decider == seat
            assert (view.rules.board.name, view.rules.modules) == (board, modules)
            assert view.events()
        hands = [(at, player.hand) for view in agent.seen for at, player in enumerate(view.players)]
        assert {at for at, hand in hands if any(map(is_unknown, hand))} == {*range(players)} - {seat}
    others = [view for seat, agent in enumerate(leaning) for view in agent.seen if view.turn.player != seat]
    assert bool(others) == (OFFICES in modules)
    assert row["turns"] == [turns_of(seat, agent) for seat, agent in enumerate(leaning)]
    assert len(set(row["turns"])) == 1  # whole rounds are played


def turns_of(seat: int, agent: Leaning) -> int:
    """Count a player's turns as they begin: nothing drawn yet, no official used, and nobody returns tiles."""
    begun = [
        view
        for view in agent.seen
        if view.turn.player == seat and view.turn.phase == "draw" and view.returning is None
        if not view.turn.drawn and not view.turn.used
    ]
    return len(begun)


def test_backs_of_cards_that_others_drew_are_seen(leaning: list[Leaning]) -> None:
    row_of(Setup.of(["leaning"], board="testland", modules=[POWER]), 0)
    cards = {card for agent in leaning for view in agent.seen for player in view.players for card in player.hand}
    assert {card for card in cards if card.startswith("?")} == {"?/1", "?/2", "?/3"}


# ---- set-ups


def test_a_set_up_names_its_board_and_modules() -> None:
    setup = Setup.of(["random"], board="testland", modules=[OFFICES, POWER], options={"card-backs": "ignored"})
    data = setup.data()
    assert (data["board"], data["modules"]) == ("testland", [POWER, OFFICES])
    assert data["options"]["card-backs"] == "ignored"
    assert "board_digest" not in data
    assert Setup.from_data(json.loads(json.dumps(data))) == setup
    plain = Setup.of(["random"])
    assert (plain.data()["board"], plain.data()["modules"]) == ("south", [])


@pytest.mark.parametrize("measured", AGAIN, ids=lambda measured: measured["name"])
def test_a_tournament_that_was_measured_can_be_played_again(measured: dict[str, Any], tmp_path: Path) -> None:
    path, name = tmp_path / "again.jsonl", measured["name"]
    path.write_text(json.dumps(measured) + "\n", encoding="utf-8")
    results = read_results(path)
    assert results is not None
    assert results.rows == ()
    assert bool(results.setup.modules) == (name.startswith("modules-") and name != "modules-testland")
    assert {agent["agent"] for agent in measured["agents"]} == set(results.setup.agents)


def test_another_set_up_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "LONGEST_GAME", 3)
    asked: dict[str, Any] = {"agents": ["random"], "board": "testland", "modules": [OFFICES]}
    path = tmp_path / "games.jsonl"
    written(path, Setup.of(**asked), games=1)
    before = path.read_bytes()

    def refused(changes: str) -> str:
        with pytest.raises(ResultError) as raised:
            written(path, Setup.of(**asked | ast.literal_eval(changes)))
        assert path.read_bytes() == before
        return f"{raised.value.key}: {raised.value.wrong}"

    check(Path(__file__).with_name("other_setups.txt"), refused)


@pytest.mark.parametrize("name", [name for name, kind in agents.KINDS.items() if not kind.any_rules])
def test_agents_that_do_not_know_the_board_are_refused_before_any_game(name: str) -> None:
    large = dataclasses.replace(tt.board("south"), copies=4)
    with pytest.raises(AgentError, match=rf"^{name} can't play this game: .*; expected random$"):
        Setup.of(["random", name], board=large)


# ---- board files


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to be in, with a board file."""
    shutil.copy(BY_CITY, tmp_path / "land.toml")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_board_file_is_found_beside_the_results(
    folder: Path, monkeypatch: pytest.MonkeyPatch, leaning: list[Leaning]
) -> None:
    path = folder / "games.jsonl"
    rows = written(path, Setup.of(["leaning"], board="land.toml", modules=[POWER]), games=2)
    (folder / "elsewhere").mkdir()
    monkeypatch.chdir(folder / "elsewhere")
    found = read_results(path)
    assert found is not None
    assert (list(found.rows), found.setup.board.file) == (rows, "../land.toml")
    assert len(written(path, found.setup, games=4)) == 4
    assert len(written(path, Setup.of(["leaning"], board=str(folder / "land.toml"), modules=[POWER]), games=4)) == 4
    (folder / "land.toml").unlink()
    with pytest.raises(ResultError, match=r'^line 1: setup\.board: "land\.toml" not found; expected '):
        read_results(path)


@pytest.mark.parametrize(("old", "new"), [("copies = 3", "copies = 3.5"), ("houses = 20", "houses = 19")])
def test_a_board_that_has_changed_is_told(folder: Path, old: str, new: str, leaning: list[Leaning]) -> None:
    path, land = folder / "games.jsonl", folder / "land.toml"
    written(path, Setup.of(["leaning"], board="land.toml"), games=1)
    text = land.read_text(encoding="utf-8")
    assert old in text
    land.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(ResultError) as raised:
        read_results(path)
    assert str(raised.value) == (
        'line 1: setup.board: "land.toml" has changed since the games were played; expected that board, or a new file'
    )


@pytest.mark.filterwarnings("ignore")
def test_engines_agree_and_need_no_board_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "LONGEST_GAME", 30)
    setup = Setup.of(["random"], 3, board="land.toml", modules=ALL)
    (folder / "land.toml").unlink()
    alone = timeless(play(setup, 6, Local(1)))
    assert Counter(row["deal"] for row in alone.values()) == {0: 3, 1: 3}
    with cluster_of(1) as cluster:
        found = engine(cluster.scheduler_address.replace("tcp://", "dask://"))
        assert isinstance(found, Dask)
        assert timeless(play(setup, 6, found)) == alone
