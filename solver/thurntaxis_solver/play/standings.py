"""The table of a tournament: wins, points, and estimates of how strong the agents are.

Figures are estimates with intervals of 95 %. The games of one deal are not independent of each other, so the intervals
of means and strengths are computed from whole deals.
"""

import itertools
import math
import random
import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from thurntaxis_solver.estimates import DEVIATES, Answer, Estimate, wilson
from thurntaxis_solver.play.matches import Row, Setup, margin


@dataclass(frozen=True)
class Standing(Answer):
    """The results of one agent's games; `seats` counts each seat that it had in them.

    `wins_by_seat` says how many of them were won at each seat, `games_by_seat` of how many. `win` is how often a seat
    of the agent wins; `score`, `margin` (the score less the best other's) and `turns` are means. `margin_error` is half
    the width of the interval of the margin, None for too few deals; `elo` is None if no strength can be estimated
    (`strengths`). `forfeits` are the reasons why games were lost at once, one for each.
    """

    agent: str
    games: int
    seats: int
    wins: int
    wins_by_seat: tuple[int, ...]
    games_by_seat: tuple[int, ...]
    win: Estimate
    score: float
    margin: float
    margin_error: float | None
    turns: float
    elo: Estimate | None
    forfeits: tuple[str, ...] = ()


@dataclass(frozen=True)
class Table(Answer):
    """The table of a tournament.

    `games` are those that are finished, `deals` those whose games are all finished; `broken_off` counts games without
    an end. `by_seat` says how often each seat won, `all_provinces` how many winners held that tile.
    """

    setup: Setup
    games: int
    deals: int
    broken_off: int
    by_seat: tuple[Estimate, ...]
    all_provinces: Estimate
    turns: float
    standings: tuple[Standing, ...]

    def data(self) -> dict[str, Any]:
        """Return the table for a JSON answer."""
        data = super().data()
        data["agents"] = data.pop("standings")
        return data


def table(setup: Setup, rows: Sequence[Row]) -> Table:
    """Return the table of these games, of which there is at least one; the best agent comes first."""
    rows = sorted(rows, key=lambda row: row["game"])
    elo = _strengths(setup, rows)
    names = [name for name in dict.fromkeys(setup.agents) if any(name in row["seats"] for row in rows)]
    standings = [_standing(name, rows, elo) for name in names]
    deals = Counter(row["deal"] for row in rows)
    won = [row for row in rows if row["winner"] is not None]
    return Table(
        setup=setup,
        games=len(rows),
        deals=sum(count == setup.games_of_a_deal for count in deals.values()),
        broken_off=len(rows) - len(won),
        by_seat=tuple(wilson(sum(row["winner"] == at for row in won), len(rows)) for at in range(setup.players)),
        all_provinces=wilson(sum(row["all_provinces"] for row in won), len(rows)),
        turns=statistics.fmean(turns for row in rows for turns in row["turns"]),
        standings=tuple(sorted(standings, key=lambda standing: -standing.win.value)),
    )


def _standing(name: str, rows: Sequence[Row], elo: Mapping[str, Estimate]) -> Standing:
    games = [row for row in rows if name in row["seats"]]
    places = [(row, at) for row in games for at, seat in enumerate(row["seats"]) if seat == name]
    wins = Counter(at for row, at in places if row["winner"] == at)
    at_seat = Counter(at for _, at in places)
    seats = range(len(rows[0]["seats"]))
    share, ratio = wilson(wins.total(), len(games)), len(games) / len(places)  # of seats in one game, one wins at most
    return Standing(
        agent=name,
        games=len(games),
        seats=len(places),
        wins=wins.total(),
        wins_by_seat=tuple(wins[at] for at in seats),
        games_by_seat=tuple(at_seat[at] for at in seats),
        win=Estimate(share.value * ratio, share.low * ratio, share.high * ratio),
        score=statistics.fmean(row["scores"][at] for row, at in places),
        margin=statistics.fmean(margin(row, at) for row, at in places),
        margin_error=_half_width(places),
        turns=statistics.fmean(row["turns"][at] for row, at in places),
        elo=elo.get(name),
        forfeits=tuple(
            row["reason"] or "" for row in games if row["forfeit"] is not None and row["seats"][row["forfeit"]] == name
        ),
    )


def _half_width(places: Iterable[tuple[Row, int]]) -> float | None:
    """Return half the width of the interval of the mean margin, from how much the deals differ."""
    by_deal: dict[int, list[int]] = {}
    for row, at in places:
        by_deal.setdefault(row["deal"], []).append(margin(row, at))
    if len(by_deal) < FEWEST_DEALS:
        return None
    spread = float(statistics.stdev(map(statistics.fmean, by_deal.values())))
    return DEVIATES * spread / math.sqrt(len(by_deal))


def _strengths(setup: Setup, rows: Iterable[Row]) -> dict[str, Estimate]:
    """Return the strengths of the agents for which they can be estimated."""
    by_deal: dict[int, Tally] = {}
    for row in rows:
        if row["winner"] is not None:
            by_deal.setdefault(row["deal"], Counter())[tuple(sorted(row["seats"])), row["seats"][row["winner"]]] += 1
    return strengths(list(by_deal.values()), setup.seed)


# ---- Elo ratings

# The chance that a player wins a game is the player's strength, divided by the sum of the strengths of all who sit at
# the table (the model of Bradley and Terry, for more than two by Luce). 400 points are a factor of ten; the mean is 0.
# The likeliest strengths are found by Hunter's method ("MM algorithms for generalized Bradley-Terry models", 2004).

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
    games = sum(deals, Tally())
    chance = random.Random(seed)
    resampled = [elo(sum(chance.choices(deals, k=len(deals)), Tally())) for _ in range(RESAMPLES)]
    rated: dict[str, Estimate] = {}
    for name, value in elo(games).items():
        won = {winner == name for table, winner in games if name in table and len(set(table)) > 1}
        if len(won) == 2:  # some games against others, but not all
            values = [numbers[name] for numbers in resampled if name in numbers]
            low, *_, high = statistics.quantiles(values, n=40, method="inclusive")
            rated[name] = Estimate(value, low, high)
    return rated
