"""What games played on show, counted again: by the reference, and by plain means.

Nothing here comes from the kernel: the recorded events are played by `Position`, and what came of them is counted from
the positions.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any

import thurntaxis as tt
from thurntaxis_solver.advice import AdviceReason


@dataclass
class Closed:
    """A route that the player closed."""

    turn: int
    cities: set[str]
    houses: set[str]
    carriage: int = 0


@dataclass
class Story:
    """What came of a game for a player."""

    end: tt.Position
    turns: int
    closed: list[Closed] = field(default_factory=list[Closed])
    abandoned: int = 0
    taken: set[str] = field(default_factory=set[str])


def story(start: tt.Position, events: Sequence[tt.Event], player: int, *, checked: bool = True) -> Story:
    """Return what came of these events for a player, each of them played by the reference.

    `checked`: whether the reference checks that each of them is legal.
    """
    position, city_of = start, start.rules.board.city_of
    found = Story(start, turns=int(start.turn.player == player))
    before_next_turn = found.turns
    for event in events:
        mine = position.decider == player and not position.is_chance
        row = [city_of[card] for card in position.players[player].route]
        if mine and event.verb == "close":
            found.closed.append(Closed(found.turns, set(row), set(event[1:])))
        if mine and event[-1] == "start" and row and not found.closed:
            found.abandoned += 1
        takes = event.verb in ("draw", "postmaster") or event[:2] == ("honor", "draw")
        if takes and not mine and event[-1] != "deck" and found.turns == before_next_turn:
            found.taken.add(city_of[event[-1]])
        after = position.play(event) if checked else position.play_without_checking(event)
        if found.closed and found.closed[-1].turn == found.turns:
            found.closed[-1].carriage = after.players[player].carriage or 0
        if after.turn.player != position.turn.player and after.turn.player == player:
            found.turns += 1
        position = after
    found.end = position
    return found


# ---- the figures of reasons


@dataclass
class Recount:
    """Two turns by the stories of their playouts: those of the turn that reasons speak of, and of the other one."""

    position: tt.Position
    player: int
    ours: list[Story]
    others: list[Story]

    def facts(self, reason: AdviceReason) -> dict[str, Any]:
        """Return what a reason has to say, by the kind that it is of."""
        return _FACTS[reason.kind](self, dict(reason.facts))

    @property
    def next(self) -> int:
        """Which closing is the next one: that after the present one if both turns usually close a route now."""
        return int(closes_now(self.ours) and closes_now(self.others))

    def player_of(self, name: str) -> int:
        """Return the player of this name."""
        return [self.position.name_of(at) for at in range(len(self.position.players))].index(name)


def closes_now(stories: list[Story]) -> bool:
    return sum(bool(story.closed) and story.closed[0].turn <= 1 for story in stories) > len(stories) / 2


def in_hundred(stories: list[Story], holds: Callable[[Story], bool]) -> int:
    return round(100 * fmean(holds(story) for story in stories))


def _shares(recount: Recount, holds: Callable[[Story], bool]) -> dict[str, int]:
    return {"share": in_hundred(recount.ours, holds), "other_share": in_hundred(recount.others, holds)}


def _closing(recount: Recount, facts: dict[str, Any]) -> dict[str, Any]:
    at = recount.next
    pairs = [
        (mine.closed[at], other.closed[at])
        for mine, other in zip(recount.ours, recount.others, strict=True)
        if len(mine.closed) > at and len(other.closed) > at
    ]
    found: dict[str, Any] = {"player": recount.position.name_of(recount.player)}
    for name, figure in (
        ("turns", lambda closed: closed.turn - 1),  # the present turn isn't counted
        ("length", lambda closed: len(closed.cities)),
        ("houses", lambda closed: len(closed.houses)),
    ):
        if name in facts:
            found[name] = round(fmean(figure(mine) for mine, _ in pairs), 1)
            found[f"other_{name}"] = round(fmean(figure(other) for _, other in pairs), 1)
    return found


def _card(recount: Recount, facts: dict[str, Any]) -> dict[str, Any]:
    city_of, at = recount.position.rules.board.city_of, recount.next

    def used(stories: list[Story], card: str) -> int:
        return in_hundred(stories, lambda one: len(one.closed) > at and city_of[card] in one.closed[at].cities)

    found = {"card": facts["card"], "share": used(recount.ours, facts["card"])}
    if "other_card" in facts:
        found |= {"other_card": facts["other_card"], "other_share": used(recount.others, facts["other_card"])}
    return found


def _wanted(recount: Recount, facts: dict[str, Any]) -> dict[str, Any]:
    city = recount.position.rules.board.city_of[facts["card"]]
    return facts | {"share": in_hundred(recount.others, lambda one: city in one.taken)}


def _tile(recount: Recount, facts: dict[str, Any]) -> dict[str, Any]:
    owner = recount.player_of(facts["player"])

    def has(one: Story) -> bool:
        return any(tile.stack == facts["stack"] for tile in one.end.players[owner].tiles)

    return facts | _shares(recount, has)


def _mean(recount: Recount, name: str, figure: Callable[[Story], float], digits: int | None = 1) -> dict[str, float]:
    sides = ((name, recount.ours), (f"other_{name}", recount.others))
    return {key: round(fmean(figure(story) for story in stories), digits) for key, stories in sides}


def _plan_closings(recount: Recount) -> list[Closed]:
    at = int(closes_now(recount.ours))
    return [one.closed[at] for one in recount.ours if len(one.closed) > at]


def _usual(sets: list[set[str]]) -> set[str]:
    counts = Counter(city for cities in sets for city in cities)
    return {city for city, number in counts.items() if 2 * number > len(sets)}


def _plan(recount: Recount, facts: dict[str, Any]) -> dict[str, Any]:
    closings = _plan_closings(recount)
    found: dict[str, Any] = {"length": round(fmean(len(closed.cities) for closed in closings))}
    found["count"] = round(fmean(closed.turn for closed in closings)) - 1
    cities = _usual([closed.cities for closed in closings])
    if len(cities) > 1:
        found["cities"] = facts["cities"] if set(facts["cities"]) == cities else cities
    return found


def _plan_houses(recount: Recount, facts: dict[str, Any]) -> dict[str, Any]:
    cities = _usual([closed.houses for closed in _plan_closings(recount)])
    return {"cities": facts["cities"] if set(facts["cities"]) == cities else cities}


_FACTS: dict[str, Callable[[Recount, dict[str, Any]], dict[str, Any]]] = {
    "compared": lambda recount, facts: facts | {"count": len(recount.ours)},
    "closing": _closing,
    "houses": _closing,
    "abandoned": lambda recount, facts: facts | _shares(recount, lambda one: one.abandoned > 0),
    "card": _card,
    "wanted": _wanted,
    "tile-share": _tile,
    "end": lambda recount, _: _mean(recount, "turns", lambda one: one.turns),
    "ender": lambda recount, facts: (
        facts | _shares(recount, lambda one: one.end.ender == recount.player_of(facts["player"]))
    ),
    "messenger": lambda recount, facts: (
        facts | _shares(recount, lambda one: one.end.players[recount.player].has_messenger)
    ),
    "opponent-score": lambda recount, facts: (
        facts | _mean(recount, "points", lambda one: one.end.scores()[recount.player_of(facts["player"])], None)
    ),
    "plan": _plan,
    "plan-houses": _plan_houses,
    "plan-carriage": lambda recount, _: {
        "number": Counter(closed.carriage for closed in _plan_closings(recount)).most_common(1)[0][0]
    },
}
"""For each kind of reason, what its facts have to be."""
