"""The table of a tournament: rates, intervals and strengths, each compared with the result of another method."""

import itertools
import math
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.tournaments import row
from thurntaxis_solver.estimates import DEVIATES, wilson
from thurntaxis_solver.play.matches import Setup
from thurntaxis_solver.play.standings import Tally, elo, strengths, table

# ---- intervals


@pytest.mark.parametrize(("wins", "games", "low", "high"), [(20, 20, 0.8389, 1.0), (0, 10, 0.0, 0.2775)])
def test_wilson_at_the_ends(wins: int, games: int, low: float, high: float) -> None:
    found = wilson(wins, games)
    assert found.low == pytest.approx(low, abs=1e-4)
    assert found.high == pytest.approx(high, abs=1e-4)


@given(st.integers(1, 400).flatmap(lambda games: st.tuples(st.integers(0, games), st.just(games))))
def test_wilson_ends_where_the_deviation_is_just_so_large(numbers: tuple[int, int]) -> None:
    wins, games = numbers
    found = wilson(wins, games)
    assert 0 <= found.low <= found.value <= found.high <= 1
    for share in (found.low, found.high):
        if 1e-9 < share < 1 - 1e-9:
            deviation = abs(wins / games - share) / math.sqrt(share * (1 - share) / games)
            assert deviation == pytest.approx(DEVIATES, rel=1e-6)


# ---- the table


def test_a_table_by_hand() -> None:
    setup = Setup.of(["greedy", "random"])
    rows = [row(setup, 0, [10, 4]), row(setup, 1, [7, 9]), row(setup, 2, [5, 5], winner=1), row(setup, 3, [1, 3])]
    found = table(setup, rows)
    greedy, other = found.standings
    assert (greedy.agent, greedy.games, greedy.wins, greedy.wins_by_seat) == ("greedy", 4, 3, (1, 2))
    assert (greedy.score, greedy.margin) == (6.75, (6 + 2 + 0 + 2) / 4)
    assert (other.wins, other.margin, other.win.value) == (1, -2.5, 0.25)
    assert [share.value for share in found.by_seat] == [0.25, 0.75]
    assert (found.games, found.deals, found.turns, found.all_provinces.value) == (4, 2, 20, 0.5)
    assert greedy.elo is None  # too few deals
    assert greedy.margin_error is None


def test_several_seats_of_an_agent_share_its_games() -> None:
    setup = Setup.of(["greedy", "random"], players=4)
    rows = [row(setup, number, [9 if at == number % 2 else 0 for at in range(4)]) for number in range(8)]
    found = {standing.agent: standing for standing in table(setup, rows).standings}
    assert (found["greedy"].seats, found["random"].seats) == (8, 24)
    assert found["greedy"].wins + found["random"].wins == 8
    assert found["random"].win.value == found["random"].wins / 24
    together = wilson(found["random"].wins, 8)
    assert found["random"].win.low == pytest.approx(together.low / 3)
    assert found["random"].win.high == pytest.approx(together.high / 3)
    assert found["greedy"].games_by_seat == (2, 2, 2, 2)


def test_order_and_unfinished_deals_do_not_matter() -> None:
    setup = Setup.of(["greedy", "random"])
    chance = random.Random(1)
    rows = [row(setup, number, [chance.randrange(30), chance.randrange(20)]) for number in range(31)]
    found = table(setup, rows)
    chance.shuffle(rows)
    assert table(setup, rows) == found
    assert (found.games, found.deals) == (31, 15)
    assert sum(standing.wins for standing in found.standings) == 31


def test_a_game_without_a_winner_is_nobodys() -> None:
    setup = Setup.of(["greedy", "random"])
    broken = row(setup, 0, [1, 2])
    broken["winner"] = None
    found = table(setup, [broken])
    assert found.broken_off == 1
    assert [standing.wins for standing in found.standings] == [0, 0]


# ---- strengths


def tally(*games: tuple[str, str, int]) -> Tally:
    """Return games by who sat at the table and who won: `("AB", "A", 3)`."""
    found: Tally = Counter()
    for seats, winner, count in games:
        found[tuple(sorted(seats)), winner] += count
    return found


def test_elo_of_two_is_the_logarithm_of_their_wins() -> None:
    found = elo(tally(("AB", "A", 30_000), ("AB", "B", 10_000)))
    assert found["A"] - found["B"] == pytest.approx(400 * math.log10(3), abs=0.1)
    assert found["A"] + found["B"] == pytest.approx(0)


def likelihood(games: Tally, numbers: dict[str, float]) -> float:
    """Return the logarithm of the chance of the games, the prior included."""
    strength = {name: 10 ** (value / 400) for name, value in numbers.items()}
    total = 0.0
    for (seats, winner), count in games.items():
        total += count * math.log(strength[winner] / sum(strength[name] for name in seats))
    for one, other in itertools.permutations(strength, 2):  # half a game won, each way
        total += 0.5 * math.log(strength[one] / (strength[one] + strength[other]))
    return total


def test_no_other_strengths_are_likelier() -> None:
    games = tally(
        ("ABCD", "A", 20), ("ABCD", "B", 9), ("ABC", "C", 12), ("ABBD", "B", 11), ("ABBD", "D", 3), ("ABBD", "A", 4)
    )
    best, chance = elo(games), random.Random(2)
    assert sum(best.values()) == pytest.approx(0, abs=1e-9)
    for deviation in (1, 20):
        for _ in range(300):
            other = {name: value + chance.gauss(0, deviation) for name, value in best.items()}
            assert likelihood(games, other) < likelihood(games, best)


def test_strengths_are_found_again() -> None:
    truth = {"A": 150.0, "B": 0.0, "C": -150.0}
    weight = {name: 10 ** (value / 400) for name, value in truth.items()}
    chance = random.Random(5)
    deals = []
    for _ in range(400):
        games: Tally = Counter()
        for seats in (("A", "B", "C"), ("A", "B", "B"), ("B", "C", "C")):
            games[seats, chance.choices(seats, [weight[name] for name in seats])[0]] += 1
        deals.append(games)
    found = strengths(deals, seed=1)
    for name, value in truth.items():
        assert found[name].low < value < found[name].high
        assert found[name].high - found[name].low < 120
        assert found[name].value == pytest.approx(value, abs=50)
    assert strengths(deals, seed=1) == found


@pytest.mark.nightly
def test_the_intervals_hold_as_often_as_they_say() -> None:
    chance = random.Random(9)
    held = 0
    for seed in range(60):
        deals = [
            tally(("AB", chance.choices("AB", [2, 1])[0], 1), ("AB", chance.choices("AB", [2, 1])[0], 1))
            for _ in range(30)
        ]
        found = strengths(deals, seed)["A"]
        held += found.low <= 200 * math.log10(2) <= found.high
    assert 51 <= held <= 60  # 57 expected


def test_who_won_all_or_none_gets_no_number() -> None:
    deals = [tally(("AB", "A", 2), ("BC", "BC"[at % 2], 2), ("AC", "A", 2)) for at in range(20)]
    assert set(strengths(deals, 1)) == {"B", "C"}
    assert strengths([tally(("AA", "A", 2))] * 20, 1) == {}
    assert strengths(deals[:4], 1) == {}
