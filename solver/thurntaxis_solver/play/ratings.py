"""The strength of players, estimated from the results of games: Elo ratings.

The chance that a player wins a game is the player's strength, divided by the sum of the strengths of all who sit at the
table (the model of Bradley and Terry, for more than two by Luce). The likeliest strengths are found by Hunter's method
("MM algorithms for generalized Bradley-Terry models", 2004). 400 Elo points are a factor of ten; the mean is 0.
"""

import itertools
import math
import random
import statistics
from collections import Counter
from collections.abc import Iterable, Sequence

from thurntaxis_solver.quantities import Estimate

Tally = Counter[tuple[tuple[str, ...], str]]
"""How many games there were of each kind: who sat at the table (sorted), and who of them won."""

FEWEST_DEALS = 10
"""With fewer deals, no interval can be estimated, and so no strength is given."""

RESAMPLES = 400
"""How often the deals are resampled for the intervals."""

PRIOR = 0.5
"""This part of a win, each way, is assumed between any two who met, which keeps every strength finite."""

CLOSE = 1e-7
"""The change of a strength, as a share of it, that ends the search."""

MOST_ROUNDS = 10_000


def elo(games: Tally) -> dict[str, float]:
    """Return the Elo number of every player in the games, their mean being 0."""
    wins: dict[str, float] = {}
    tables: dict[tuple[str, ...], float] = {}
    for (table, winner), count in [*games.items(), *_supposed(games)]:
        tables[table] = tables.get(table, 0) + count
        wins[winner] = wins.get(winner, 0) + count
    seats = {table: Counter(table) for table in tables}
    strength = dict.fromkeys(sorted({name for table in tables for name in table}), 1.0)
    for _ in range(MOST_ROUNDS):
        shares = dict.fromkeys(strength, 0.0)
        for table, count in tables.items():
            per_strength = count / sum(strength[name] for name in table)
            for name, copies in seats[table].items():
                shares[name] += copies * per_strength
        new = {name: wins[name] / share for name, share in shares.items()}
        settled = all(abs(new[name] - value) <= CLOSE * value for name, value in strength.items())
        strength = new
        if settled:
            break
    logs = {name: 400 * math.log10(value) for name, value in strength.items()}
    mean = math.fsum(logs.values()) / len(logs) if logs else 0
    return {name: value - mean for name, value in logs.items()}


def _supposed(games: Tally) -> list[tuple[tuple[tuple[str, ...], str], float]]:
    """Return the results assumed between any two who met; a player who met nobody else is alone."""
    met = {pair for table, _ in games for pair in itertools.combinations(sorted(set(table)), 2)}
    alone = {table[0] for table, _ in games} - {name for pair in met for name in pair}
    return [((pair, name), PRIOR) for pair in sorted(met) for name in pair] + [
        (((n,), n), PRIOR) for n in sorted(alone)
    ]


def strengths(deals: Sequence[Tally], seed: int) -> dict[str, Estimate]:
    """Return the Elo ratings with intervals, found by resampling the deals with replacement.

    Players who won all their games against others, or none, are omitted: the games show only that they are far from the
    rest. With too few deals, nothing is returned.
    """
    if len(deals) < FEWEST_DEALS:
        return {}
    games = _sum(deals)
    chance = random.Random(seed)
    resampled = [elo(_sum(chance.choices(deals, k=len(deals)))) for _ in range(RESAMPLES)]
    rated: dict[str, Estimate] = {}
    for name, value in elo(games).items():
        if _won_some(games, name):
            values = [numbers[name] for numbers in resampled if name in numbers]
            low, *_, high = statistics.quantiles(values, n=40, method="inclusive")
            rated[name] = Estimate(value, low, high)
    return rated


def _won_some(games: Tally, name: str) -> bool:
    """Return whether a player won some games against others, but not all."""
    won = {winner == name for table, winner in games if name in table and len(set(table)) > 1}
    return len(won) == 2


def _sum(tallies: Iterable[Tally]) -> Tally:
    total: Tally = Counter()
    for tally in tallies:
        total.update(tally)
    return total
