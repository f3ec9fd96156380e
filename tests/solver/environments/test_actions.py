"""Actions of environments against the reference: one sequence for each legal event, and back."""

import itertools
import random
import re
from collections import Counter
from typing import Any

import pytest

import thurntaxis as tt
from support import environment_games as games
from support.few_and_many import one_in
from support.paths import ROOT
from thurntaxis.seen_cards import Seen
from thurntaxis_solver.environments.setting import Setting

MOST_EVENTS = 300
"""Positions with more events are not searched through: a few that have more are tested by themselves."""


def compare(setting: Setting, seen: Seen) -> int:
    """Compare all sequences of a position with its events; return how many there are."""
    position, found = seen.position, list(games.sequences(games.episode_at(setting, seen)))
    assert Counter(event for _, event in found) == Counter(position.events())
    for sequence, event in found:
        assert setting.actions.sequence(event) == sequence
        assert setting.actions.event(sequence) == event
    return len(found)


@pytest.mark.parametrize(("board", "modules"), one_in(8, games.GAMES, several=True))
def test_each_legal_event_is_one_sequence_of_legal_actions(board: str, modules: tuple[str, ...]) -> None:
    """It compares 200 positions or more of each board and module, some 5,000 in all."""
    chance = random.Random(f"{board[-8:]} {modules}")
    compared = 0
    verbs: set[str] = set()
    for players in itertools.cycle((2, 3, 4)):
        setting = games.setting_of(board, modules, players, chance)
        for seen, _, _ in games.walk(setting, chance, 900):
            position = seen.position
            if position.is_chance or len(position.events()) > MOST_EVENTS:
                continue
            rare = position.returning or position.turn.phase in ("carriage", "keep", "final")
            if rare or chance.random() < 0.1 or any(event.verb == "close" for event in position.events()):
                verbs |= {event.verb for event in position.events()}
                compared += compare(setting, seen) > 0
        if compared >= 200:
            break
    assert {"draw", "play", "close", "end", "keep"} <= verbs
    assert ("return" in verbs) == ("offices-of-honor" in modules)
    assert bool(verbs & {"carriage", "cartwright"}) == ("power-and-glory" not in modules)


def with_route(route: list[str], houses: list[str]) -> tt.Position:
    position = tt.new(players=2, seed=1).with_own(route=tuple(route), houses=tuple(houses))
    return position.with_turn(phase="play", drawn=1, played=1, began_empty=False)


@pytest.mark.parametrize("houses", one_in(3, [["Basel", "Lodz", "Ulm", "Zürich"], ["Augsburg", "Linz"], []]))
def test_thousands_of_sets_of_houses(houses: list[str]) -> None:
    """A route through all cities, which no road map allows, can be closed with any set of houses that is possible."""
    position = with_route([city.name for city in tt.board("south").cities], houses)
    assert compare(Setting(2), Seen.at(position)) == len(position.events()) > 2500


@pytest.mark.parametrize(("board", "modules"), games.GAMES)
def test_numbers_depend_on_board_and_modules_alone(board: str, modules: tuple[str, ...]) -> None:
    chance, first = random.Random(1), Setting(2, board=board, modules=modules).actions
    for players, edition in itertools.product((2, 3, 4), tt.EDITIONS):
        other = games.setting_of(board, modules, players, chance, edition=edition).actions
        assert other.texts == first.texts


def test_the_numbers_in_the_documentation_are_those_of_the_actions() -> None:
    """The page has a column for each of these rule sets, with the first and the last number of each kind of action."""
    everything = tuple(tt.MODULES)
    columns = [("south", ()), ("south", everything[1:]), ("testland", ()), ("testland", everything[:1])]
    page = (ROOT / "docs" / "environments.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1:] for line in page.splitlines() if re.match(r"\| `[a-z]+.*\| *\d", line)]
    for column, (board, modules) in enumerate([*columns, ("testland", everything)], 1):
        texts = Setting(2, board=board, modules=modules).actions.texts
        assert len(set(texts)) == len(texts)
        numbers: list[int] = []
        for row in rows:
            pattern = re.sub("CARD|CITY", r"[\\w/]+", row[0].strip(" `")).replace("OFFICE...", r"[a-z ]+")
            first, _, last = row[column].strip().partition(" to ")
            for number in range(int(first), int(last or first) + 1) if first else ():
                assert re.fullmatch(pattern, texts[number]), (pattern, texts[number])
                numbers.append(number)
        assert numbers == list(range(len(texts)))


def test_an_illegal_action_is_refused() -> None:
    setting = Setting(2)
    episode = games.episode_at(setting, Seen.at(tt.new(players=2, seed=7)))
    before = list(episode.row)
    end = setting.actions.texts.index("end")
    for action in (end, -1, len(setting.actions.texts)):
        with pytest.raises(ValueError, match=f"illegal action {action}: "):
            episode.play(action)
    assert list(episode.row) == before


@pytest.mark.parametrize(
    ("rules", "wrong"),
    [
        ({"players": 5}, "5 players"),
        ({"board": "nowhere"}, "nowhere"),
        ({"modules": ["power-and-glory"]}, "power-and-glory"),
        ({"most_moves": 0}, "most_moves is 0"),
    ],
)
def test_impossible_rules_are_refused_in_one_line(rules: dict[str, Any], wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong) as error:
        Setting(**rules)
    assert "\n" not in str(error.value)
