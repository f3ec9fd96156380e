"""New displays that one card is taken from: their mean by order statistics, against all displays listed one by one."""

import itertools
import math
import random
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thurntaxis_solver.exact.refill import Stage, different_displays, left_over, refill
from thurntaxis_solver.exact.value import TurnValue


def plain(win: int, margin: int) -> TurnValue:
    return TurnValue(win, margin, 7 * margin)


def by_listing(
    values: dict[str, TurnValue], shown: str, drawn: list[tuple[str, int]], blind: bool
) -> tuple[tuple[Fraction, ...], Counter[tuple[TurnValue, bool]], set[str]]:
    """Return the mean of the best choice over all ways to reveal the cards in stages.

    And in how many of them the best card has which value, and a blind one is better or not; and what may lie there.
    """
    total = [Fraction(0)] * len(TurnValue._fields)
    ways: Counter[tuple[TurnValue, bool]] = Counter()
    lying: set[str] = set()

    def go_on(stage: int, there: tuple[str, ...], display: tuple[str, ...]) -> None:
        nonlocal total
        if stage < len(drawn):
            there += tuple(drawn[stage][0])
            for chosen in itertools.combinations(range(len(there)), drawn[stage][1]):
                left = tuple(card for number, card in enumerate(there) if number not in chosen)
                go_on(stage + 1, left, display + tuple(there[number] for number in chosen))
            return
        taken: TurnValue = max(values[card] for card in display)
        best: tuple[Any, ...] = taken
        if blind:
            best = max(
                best, tuple(Fraction(sum(f), len(there)) for f in zip(*(values[card] for card in there), strict=True))
            )
        total = [t + f for t, f in zip(total, best, strict=True)]
        ways[taken, best > taken] += 1
        lying.update(display)

    go_on(0, (), tuple(shown))
    return tuple(t / ways.total() for t in total), ways, lying


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_displays_are_averaged_for_any_values(data: st.DataObject) -> None:
    check_any_displays(data)


@pytest.mark.nightly
@settings(max_examples=400, deadline=None)
@given(st.data())
def test_displays_are_averaged_for_many_values(data: st.DataObject) -> None:
    check_any_displays(data)


def check_any_displays(data: st.DataObject) -> None:
    """Draw values and stages, and compare what is found with all displays listed."""
    most = data.draw(st.integers(1, 3))  # a blind card is often as good as the best one where values are close
    numbers = st.integers(-most, most)
    values = {city: plain(data.draw(numbers), data.draw(numbers)) for city in "abcde"}
    shown = data.draw(st.text("abcde", max_size=2))
    drawn: list[tuple[str, int]] = []
    left = 0
    for _ in range(data.draw(st.integers(1, 3))):
        come = data.draw(st.text("abcde", max_size=5))
        reveals = data.draw(st.integers(0, min(3, left + len(come))))
        left += len(come) - reveals
        drawn.append((come, reveals))
    blind = left > 0 and data.draw(st.booleans())
    if not shown and not any(reveals for _, reveals in drawn):
        return
    check_displays(values, shown, drawn, blind)


def check_displays(values: dict[str, TurnValue], shown: str, drawn: list[tuple[str, int]], blind: bool) -> None:
    """Compare the mean, and what is best how often, with all displays listed."""
    found = refill(values, tuple(shown), [Stage(Counter(come), reveals) for come, reveals in drawn], blind=blind)
    mean, ways, lying = by_listing(values, shown, drawn, blind)
    assert found.value() == mean
    assert (
        +Counter({(best.value, False): best.taken for best in found.best})
        + Counter({(best.value, True): best.blind for best in found.best})
        == ways
    )
    assert [best.value for best in found.best] == sorted({taken for taken, _ in ways}, reverse=True)
    for best in found.best:
        assert set(best.cities) == {city for city in lying if values[city] == best.value}
    assert found.displays == math.prod(
        math.comb(sum(len(c) for c, _ in drawn[: at + 1]) - sum(r for _, r in drawn[:at]), reveals)
        for at, (_, reveals) in enumerate(drawn)
    )


@pytest.mark.parametrize(
    ("drawn", "left"),
    [
        ([("aab", 2)], {"a": 2, "b": 1}),
        ([("aab", 0)], {"a": 2, "b": 1}),
        ([("aab", 3), ("bc", 0)], {"b": 1, "c": 1}),
        ([("aab", 2), ("bc", 0)], {"a": 2, "b": 4, "c": 3}),
        ([("aab", 2), ("bc", 1)], {"a": 2, "b": 4, "c": 3}),
        ([("aaab", 2), ("c", 1), ("cd", 1)], {"a": 3, "b": 1, "c": 5, "d": 3}),
    ],
)
def test_cards_are_left_over_as_often_as_chance_leaves_them(drawn: list[tuple[str, int]], left: dict[str, int]) -> None:
    """In the last row, half of four cards is left beside the first c, then two thirds of these three beside c and d."""
    assert left_over([Stage(Counter(come), reveals) for come, reveals in drawn]) == left


@pytest.mark.parametrize(
    ("shown", "drawn", "blind", "win"),
    [
        ("b", [("aa", 0)], False, 0),
        ("b", [("ac", 0)], True, Fraction(1, 2)),
        ("b", [("aab", 0)], True, Fraction(2, 3)),
        ("b", [("aa", 0)], True, 1),
        ("b", [("ab", 1)], False, Fraction(1, 2)),
        ("b", [("ab", 1), ("c", 0)], False, Fraction(1, 2)),
        ("", [("ab", 1)], True, 1),
        ("", [("aab", 2)], True, 1),
        ("a", [("b", 0)], True, 1),
        ("b", [("b", 1), ("a", 0)], True, 1),
    ],
)
def test_small_displays(shown: str, drawn: list[tuple[str, int]], blind: bool, win: Fraction) -> None:
    """A card of value 1 is taken where it lies; where it must be left, it is drawn blind."""
    values = {"a": plain(1, 0), "b": plain(0, 0), "c": plain(0, 0)}
    found = refill(values, tuple(shown), [Stage(Counter(come), reveals) for come, reveals in drawn], blind=blind)
    assert found.value().win == win
    check_displays(values, shown, drawn, blind)


def test_different_displays_are_counted() -> None:
    chance = random.Random(1)
    for _ in range(30):
        cards = chance.choices("abcd", k=chance.randint(0, 8))
        due = chance.randint(0, 5)
        listed = {tuple(sorted(some)) for some in itertools.combinations(cards, due)}
        assert different_displays(Counter(cards), due) == len(listed)
