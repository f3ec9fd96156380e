"""Agents: how they are written, that they decide legally, and that a seed makes them decide the same again."""

import dataclasses
import random
import re
from pathlib import Path

import pytest

import thurntaxis as tt
from support import random_play
from support.golden import check
from support.paths import ROOT
from thurntaxis.fault import InputError
from thurntaxis.message import Message
from thurntaxis_solver.play import agents
from thurntaxis_solver.play.agents import EVALUATION, LEVELS, AgentError, Kind, agent, read, seconds, whole

GAME = tt.new(players=2, seed=7)


def play(
    names: list[str], seed: int, most: int = 4000, board: str = "south", modules: tuple[str, ...] = ()
) -> list[tt.Event]:
    """Return the events of a game between agents that see everything."""
    position, chance = tt.new(len(names), board, seed=seed, modules=modules), random.Random(seed)
    table = [agent(name, seed + at) for at, name in enumerate(names)]
    events: list[tt.Event] = []
    while not position.is_over and len(events) < most:
        reveal = random_play.choose(position, chance) if position.is_chance else None
        events.append(reveal or table[position.decider].choose(position))
        position = position.play(events[-1])
    return events


THINKERS = ["search:playouts=20", "search:playouts=4,evaluation=false", "uct:playouts=20"]


@pytest.mark.parametrize("name", ["random", "greedy", "greedy:noise=7", "lookahead", *THINKERS])
def test_agents_decide_legally_and_the_same_again(name: str) -> None:
    first = play([name, name], 3, 150)
    assert first == play([name, name], 3, 150)
    assert first != play([name, name], 4, 150)


@pytest.mark.parametrize("name", ["greedy", "lookahead", *THINKERS])
def test_unknown_cards_in_hands_are_not_taken_for_a_deck(name: str) -> None:
    """Where the others hold every card that is not seen, and none is discarded, none can be drawn blind."""
    other = GAME.players[1].replace(hand=(tt.UNKNOWN,) * len(GAME.unseen))
    position = GAME.replace(players=(GAME.players[0], other))
    assert not position.deck_can_give
    for seed in range(6):
        assert agent(name, seed).choose(position) in position.events()


@pytest.mark.parametrize(("board", "modules"), random_play.GAMES)
def test_agents_play_with_modules_and_the_same_again(board: str, modules: tuple[str, ...]) -> None:
    names = ["greedy", "lookahead", "random", "search:playouts=2"]
    first = play(names, 3, 300, board, modules)
    assert first == play(names, 3, 300, board, modules)


def test_random_takes_every_event() -> None:
    chosen = {agent("random", seed).choose(GAME) for seed in range(300)}
    assert chosen == set(GAME.events())


def test_an_agent_keeps_its_name_as_written() -> None:
    assert agent(" greedy:noise=0.25 ", 1).name == "greedy:noise=0.25"
    assert read("greedy:noise=0.25").values == {"noise": 0.25, "model": None}


def test_a_level_plays_as_its_agent_does() -> None:
    assert list(LEVELS) == ["beginner", "casual", "experienced", "expert", "master"]
    for level, text in LEVELS.items():
        assert read(level) == dataclasses.replace(read(text), name=level)
        assert read(level).values.get("time") is None  # else it would be weaker on a slow machine
    assert play(["beginner", "expert"], 3, 200) == play([LEVELS["beginner"], LEVELS["expert"]], 3, 200)


def test_the_page_lists_the_levels_with_their_agents() -> None:
    page = (ROOT / "docs" / "playing.md").read_text(encoding="utf-8")
    rows = page.partition("### Levels")[2].partition("\n###")[0]
    assert dict(re.findall(r"^\| `(\w+)` \| `([^`]+)`", rows, re.MULTILINE)) == LEVELS


@pytest.mark.parametrize("position", [tt.undealt(), GAME.play("draw deck")])
def test_chance_is_nobodys_decision(position: tt.Position) -> None:
    with pytest.raises(ValueError, match="nothing to decide"):
        agent("random", 1).choose(position)


def test_a_text_that_names_no_agent() -> None:
    def refused(case: str) -> str:
        with pytest.raises(AgentError) as raised:
            agent(case.removeprefix("(nothing)"), 1)
        assert "\n" not in str(raised.value)
        return str(raised.value)

    check(Path(__file__).with_name("bad_agents.txt"), refused)


def test_another_agent_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def build(seed: int, time: float | None, playouts: int | None, evaluation: bool) -> agents.Random:
        if (time is None) == (playouts is None):
            raise InputError(Message("how long it thinks is not clear"), Message("time=seconds, or playouts=a number"))
        assert (time, evaluation) == (0.5, False)
        return agents.Random(random.Random(seed))

    kind = Kind(build, {"time": seconds(), "playouts": whole(1, 10**9), "evaluation": EVALUATION})
    monkeypatch.setitem(agents.KINDS, "thinker", kind)
    assert agent("thinker:time=0.5,evaluation=false", 1).choose(GAME) in GAME.events()
    for text, message in {
        "thinker": '"thinker": how long it thinks is not clear; expected time=seconds, or playouts=a number',
        "thinker:time=0": 'thinker: invalid value "0" for time; expected time=seconds, such as 2 or 0.5',
        "thinker:evaluation=yes": 'thinker: invalid value "yes" for evaluation; expected evaluation=true or false',
    }.items():
        with pytest.raises(AgentError) as raised:
            agent(text, 1)
        assert str(raised.value) == message
