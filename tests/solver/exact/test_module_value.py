"""The value of letters, office tiles, horses and the messenger in the evaluation."""

from typing import Any

import pytest

import thurntaxis as tt
from support.tables import MESSENGER, OFFICES, POWER, table
from thurntaxis_solver.capabilities import capabilities
from thurntaxis_solver.exact.evaluation import Evaluation
from thurntaxis_solver.exact.features import route_features, steps_left
from thurntaxis_solver.exact.module_value import Term, horses, letters, offices, terms
from thurntaxis_solver.exact.value import SCALE

HOUSES = {"houses": ["Basel", "Freiburg", "Linz", "Lodz", "Zürich"]}
"""Five houses, so that three quarters of the game are still to come."""


def module_points(position: tt.Position, at: int = 0) -> float:
    """Return the value of what a player has of the modules, in points."""
    player, steps = position.players[at], steps_left(position)
    return sum(term(position, player, steps) for term in terms(position.rules)) / SCALE


def game(*modules: str, **anna: Any) -> tt.Position:
    return table({"hand": ["Ulm"], **anna}, HOUSES, modules=modules)


def test_the_base_game_has_no_terms() -> None:
    for board in ("south", "testland"):
        rules = tt.rule_set(board)
        assert terms(rules) == ()
        assert not any(vars(capabilities(rules)).values())


@pytest.mark.parametrize(
    ("board", "modules", "expected"),
    [
        ("south", (MESSENGER,), (letters,)),
        ("south", (OFFICES,), (offices,)),
        ("south", (MESSENGER, OFFICES), (letters, offices)),
        ("testland", (POWER,), (horses,)),
    ],
)
def test_each_module_has_its_term(board: str, modules: tuple[str, ...], expected: tuple[Term, ...]) -> None:
    terms.cache_clear()
    assert terms(tt.rule_set(board, modules=modules)) == expected


@pytest.mark.parametrize(
    ("anna", "points"),
    [({}, 0), ({"letters": 1}, 0.375), ({"letters": 4}, 1.5), ({"has_messenger": True}, 0.375)],
)
def test_letters_and_the_messenger(anna: dict[str, Any], points: float) -> None:
    position = game(MESSENGER)
    position = position.with_mover(**anna)
    assert steps_left(position) == 15
    assert module_points(position) == pytest.approx(points)
    assert module_points(position.replace(ender=1)) == 0


@pytest.mark.parametrize(
    ("tiles", "points", "in_the_end"),
    [
        ("", 0, 0),
        ("carrier", 3 / 16, 0),
        ("carrier carrier carrier", 9 / 16, 0),
        ("carrier postmaster administrator", 1 + 9 / 16, 1),
        ("carrier postmaster administrator carrier cartwright", 1 + 12 / 16, 1),
    ],
)
def test_office_tiles(tiles: str, points: float, in_the_end: float) -> None:
    position = game(OFFICES, offices=sorted(tiles.split()))
    assert module_points(position) == pytest.approx(points)
    assert module_points(position.replace(ender=1)) == in_the_end
    all_chips = tuple(player.replace(chips=6) for player in position.players)
    assert module_points(position.replace(players=all_chips, ender=1)) == 0


def test_horses() -> None:
    keys: dict[str, Any] = {"board": "testland", "modules": (POWER,), "deck_back": 2}
    for cards, points in (([], 0), (["Siegelhorn/2"], 0.6), (["Fabelgrün/3"] * 3, 1.8)):
        position = table({"hand": ["Freitest/1"], "horses": cards}, {}, **keys)
        assert module_points(position) == pytest.approx(points)
        assert module_points(position.replace(ender=1)) == 0


def test_without_carriages_no_route_earns_one() -> None:
    row = ["Fabelcron/1", "Kreidel/1", "Wachsel/2"]
    base = table({"hand": ["Freitest/1"], "route": row}, {}, board="testland")
    north = table({"hand": ["Freitest/1"], "route": row}, {}, board="testland", modules=(POWER,), deck_back=2)
    gains = [route_features(p, p.mover, p.stacks())[-1] for p in (base, north)]
    assert gains == [2000, 0]


@pytest.mark.parametrize(
    ("modules", "richer"),
    [((MESSENGER,), {"letters": 3}), ((OFFICES,), {"offices": ("carrier", "postmaster")}), ((OFFICES,), {"chips": 1})],
)
def test_more_is_worth_more_to_oneself_and_less_to_others(modules: tuple[str, ...], richer: dict[str, Any]) -> None:
    position = game(*modules)
    own, other = Evaluation.of(position, 0), Evaluation.of(position, 1)
    after = position.with_mover(**richer)
    assert own.evaluate(after) > own.evaluate(position)
    assert other.evaluate(after) < other.evaluate(position)


def test_others_expect_a_chip_as_long_as_one_is_left() -> None:
    kinds = {"offices": ["administrator", "carrier", "postmaster"]}
    one_left = table({"hand": ["Ulm"], "chips": 5}, {**HOUSES, **kinds, "chips": 6}, modules=(OFFICES,))
    none_left = one_left.with_mover(chips=6)
    evaluation = Evaluation.of(one_left, 0)
    for position in (one_left, none_left):
        assert evaluation.evaluate(position) == Evaluation.of(position, 0).evaluate(position)
    assert module_points(one_left, 1) - module_points(none_left, 1) == 1
