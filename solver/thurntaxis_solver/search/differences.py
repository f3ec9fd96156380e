"""What games played on show: how one turn differs from another, and which route is closed next.

A difference is reported if it exceeds its noise and is large enough to matter. Games with the same number are compared
with each other, because they have the same deck.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from statistics import fmean, stdev
from typing import Any, NamedTuple

from thurntaxis import Event, Player, Position, Stack
from thurntaxis_solver.advice import TAKING, AdviceReason, Side
from thurntaxis_solver.exact.value import Events
from thurntaxis_solver.search.games_played_on import Continuation, RecordedClosing

CLEAR = 3.0
"""How many standard errors a difference must be away from zero. Two would not be enough: many figures are compared, so
some would differ by chance."""

FEWEST = 20
"""The fewest games of each turn, and pairs of games with a figure, from which anything is concluded."""

MOST_TOLD: Mapping[Side, int] = {"for": 3, "against": 1, "fact": 1}
"""The most differences that are reported for a turn, by what they speak for; of a turn that is worse, one of each."""

USUAL = 0.5
"""The share of games from which on something counts as planned."""

WANTED = 0.25
"""The share of games from which on a card counts as wanted by others."""

RIVAL = 0.5
"""How much a point of an opponent counts beside one of the player's own."""


class Compared(NamedTuple):
    """The games of two turns, `ours` and `others`; games with the same index have the same number."""

    ours: Sequence[Continuation]
    others: Sequence[Continuation]


class Means(NamedTuple):
    """The means of a figure over the games of two turns."""

    mine: float
    other: float

    @property
    def gain(self) -> float:
        """By how much the first mean is larger."""
        return self.mine - self.other

    @property
    def shares(self) -> dict[str, Any]:
        """The means as shares of 100."""
        return {"share": round(100 * self.mine), "other_share": round(100 * self.other)}


class Difference(NamedTuple):
    """A reason, and roughly how many points the difference is worth."""

    worth: float
    reason: AdviceReason

    @classmethod
    def of(cls, gain: float, template: str, *, kind: str, **facts: Any) -> "Difference":
        """Return a difference by which the turn gains roughly so many points."""
        return cls(abs(gain), AdviceReason.of(template, kind=kind, side=side(gain), **facts))


Figure = Callable[[Continuation], float | None]
"""A figure of a game; none if the game doesn't have it."""


def side(gain: float) -> Side:
    """Return what a difference speaks for, if the turn gains so much by it."""
    return "for" if gain > 0 else "against" if gain < 0 else "fact"


def comparison(
    position: Position, player: int, turns: tuple[Events, Events], compared: Compared, favoured: Side = "fact"
) -> Iterator[AdviceReason]:
    """Yield how a player's turn differs from another one, the largest difference first; `turns` are their events.

    `favoured` is `for` if the turn is better than the other, and `against` if it is worse. Then a difference of that
    kind comes first; if there is none, a sentence says so, and nothing speaks for the other side. Nothing is yielded if
    one turn is the beginning of the other; fewer than `FEWEST` games are said to be too few.
    """
    count, firsts = len(compared.ours), _first_difference(turns)
    if firsts is None:
        return
    if count < FEWEST:
        if count:
            template = "Only {count} games of each were played on: too few for reasons."
            yield AdviceReason.of(template, kind="too-few", count=count)
        else:
            template = "No whole games were simulated from this turn, so no reasons can be given."
            yield AdviceReason.of(template, kind="too-few")
        return
    found = _most_telling(differences(position, player, turns, compared), favoured)
    if favoured != "fact" and all(reason.side != favoured for reason in found):
        found = [reason for reason in found if reason.side == "fact"]
    template = "Compared with {event}, in {count} games of each:"
    if not found and favoured == "fact":
        template = "{count} games of each show no clear difference from {event}."
    elif not found:
        template = "{count} games of each show no single reason for the difference from {event}."
    yield AdviceReason.of(template, kind="compared", event=firsts[1], count=count)
    yield from found


def _most_telling(every: Iterable[Difference], favoured: Side) -> list[AdviceReason]:
    """Return as many differences as are told, those that are worth most; first the one that explains the figures."""
    found = [difference.reason for difference in sorted(every, key=lambda difference: -difference.worth)]
    most = dict.fromkeys(MOST_TOLD, 1) if favoured == "against" else MOST_TOLD
    told = [
        reason
        for at, reason in enumerate(found)
        if sum(larger.side == reason.side for larger in found[:at]) < most[reason.side]
    ]
    first = next((reason for reason in told if reason.side == favoured != "fact"), None)
    return sorted(told, key=lambda reason: reason is not first)


def _first_difference(turns: tuple[Events, Events]) -> tuple[Event, Event] | None:
    """Return the first events by which two turns differ; none if one is the beginning of the other."""
    return next(((mine, other) for mine, other in zip(*turns, strict=False) if mine != other), None)


class NextClosing(NamedTuple):
    """What the next closing of a player is like in most games, if it comes in a later turn.

    `length` is the number of cities and `turn` that of the turn, both on average; `cities` and `houses` are those of
    more than half of the games, and so is `carriage`, 0 if it brings none.
    """

    length: int
    turn: int
    cities: tuple[str, ...]
    houses: tuple[str, ...]
    carriage: int

    def reasons(self) -> Iterator[AdviceReason]:
        """Yield the plan in sentences."""
        template = "Plan: close a route of {length} cities in about {count} turns."
        facts: dict[str, Any] = {"length": self.length, "count": self.turn - 1}
        if len(self.cities) > 1:
            template = "Plan: close a route of {length} cities in about {count} turns, with {cities}."
            facts["cities"] = self.cities
        yield AdviceReason.of(template, kind="plan", **facts)
        if self.houses:
            yield AdviceReason.of("Houses would go to {cities}.", kind="plan-houses", cities=self.houses)
        if self.carriage:
            template = "Carriage {number} would follow."
            if self.carriage > self.length:
                template = "Carriage {number} would follow, with the cartwright."
            yield AdviceReason.of(template, kind="plan-carriage", number=self.carriage)


def next_closing(owner: Player, games: Sequence[Continuation], *, closes: bool) -> NextClosing | None:
    """Return the next closing of a player in a later turn, after a turn that closes a route or not.

    There is none if most games have none, if they go on otherwise than that turn, or if there are too few games.
    """
    if len(games) < FEWEST or closes != _closes_now(games):
        return None
    at = 1 if closes else 0
    closings = [game.closings[at] for game in games if len(game.closings) > at]
    if len(closings) < USUAL * len(games):
        return None
    carriage = _usual_carriage(closings)
    before = _usual_carriage([game.closings[0] for game in games if game.closings]) if at else None
    return NextClosing(
        length=round(fmean(len(closing.cities) for closing in closings)),
        turn=round(fmean(closing.turn for closing in closings)),
        cities=_usual(closing.cities for closing in closings),
        houses=_usual(closing.houses for closing in closings),
        carriage=carriage if carriage > (before or owner.carriage or 0) else 0,
    )


def _closes_now(games: Sequence[Continuation]) -> bool:
    """Return whether the player usually closes a route in the present turn."""
    return fmean(bool(each.closings) and each.closings[0].turn <= 1 for each in games) > USUAL


def _usual(sets: Iterator[frozenset[str]]) -> tuple[str, ...]:
    """Return the cities that are in more than half of some sets, the most frequent first."""
    several = list(sets)
    counts = Counter(city for cities in several for city in cities)
    usual = [city for city, number in counts.items() if number > USUAL * len(several)]
    return tuple(sorted(usual, key=lambda city: (-counts[city], city)))


def _usual_carriage(closings: Sequence[RecordedClosing]) -> int:
    """Return the carriage that a player has after more than half of some closings; 0 if there is none."""
    carriage, number = Counter(closing.carriage for closing in closings).most_common(1)[0]
    return carriage if number > USUAL * len(closings) else 0


# ---- differences


def _clear(compared: Compared, figure: Figure, least: float) -> Means | None:
    """Return the means of a figure over the pairs of games that both have it.

    There are none if they don't differ clearly, or by less than `least`.
    """
    pairs = [
        (mine, other)
        for mine, other in zip(map(figure, compared.ours), map(figure, compared.others), strict=True)
        if mine is not None and other is not None
    ]
    if len(pairs) < FEWEST:
        return None
    gains = [mine - other for mine, other in pairs]
    if abs(fmean(gains)) <= CLEAR * stdev(gains) / math.sqrt(len(gains)):
        return None
    found = Means(fmean(mine for mine, _ in pairs), fmean(other for _, other in pairs))
    return found if abs(found.gain) >= least else None


def differences(
    position: Position, player: int, turns: tuple[Events, Events], compared: Compared
) -> Iterator[Difference]:
    """Yield all clear differences between a player's turn and another one; `turns` are their events."""
    at = int(_closes_now(compared.ours) and _closes_now(compared.others))
    yield from _of_route(position, player, at, compared)
    yield from _of_cards(position, player, at, turns, compared)
    for stack in position.rules.board.stacks:
        yield from _of_tile(position, player, stack, compared)
    yield from _of_end(position, player, compared)


def _closing(at: int, figure: Callable[[RecordedClosing], float]) -> Figure:
    """Return a figure of a closing; games without that closing don't have it."""
    return lambda game: figure(game.closings[at]) if len(game.closings) > at else None


def _of_route(position: Position, player: int, at: int, compared: Compared) -> Iterator[Difference]:
    """Yield when the next route is closed, its length and houses, and how often one is abandoned before that."""
    name = position.name_of(player)
    turns = _clear(compared, _closing(at, lambda closing: closing.turn - 1), 0.25)
    length = _clear(compared, _closing(at, lambda closing: len(closing.cities)), 0.25)
    gains = [-turns.gain if turns else 0.0, length.gain if length else 0.0]
    if turns or length:
        favours = side(min(gains) or max(gains)) if min(gains) * max(gains) >= 0 else "fact"
        yield Difference(sum(map(abs, gains)), _closing_told(name, turns, length)._replace(side=favours))
    if houses := _clear(compared, _closing(at, lambda closing: len(closing.houses)), 0.3):
        template = "{player} places {houses} houses with the next route instead of {other_houses}."
        facts = {"houses": round(houses.mine, 1), "other_houses": round(houses.other, 1)}
        yield Difference.of(houses.gain, template, kind="houses", player=name, **facts)
    if abandoned := _clear(compared, lambda game: game.abandoned > 0, 0.1):
        template = "{player} abandons a route in {share} of 100 games instead of {other_share}."
        yield Difference.of(-2 * abandoned.gain, template, kind="abandoned", player=name, **abandoned.shares)


def _closing_told(name: str, turns: Means | None, length: Means | None) -> AdviceReason:
    """Return the reason for a difference in the turn of a player's closing, in the length of its route, or in both."""
    facts: dict[str, Any] = {"player": name}
    if turns:
        facts |= {"turns": round(turns.mine, 1), "other_turns": round(turns.other, 1)}
    if length:
        facts |= {"length": round(length.mine, 1), "other_length": round(length.other, 1)}
    if turns and length:
        template = (
            "{player} closes the next route after {turns} turns instead of {other_turns}, with {length} cities instead "
            "of {other_length}."
        )
        if facts["turns"] == 0:
            template = (
                "{player} closes a route this turn instead of after {other_turns} turns, with {length} cities instead "
                "of {other_length}."
            )
        elif facts["other_turns"] == 0:
            template = (
                "{player} closes a route after {turns} turns instead of this turn, with {length} cities instead "
                "of {other_length}."
            )
    elif turns:
        template = "{player} closes the next route after {turns} turns instead of {other_turns}."
        if facts["turns"] == 0:
            template = "{player} closes a route this turn instead of after {other_turns} turns."
        elif facts["other_turns"] == 0:
            template = "{player} closes a route after {turns} turns instead of this turn."
    else:
        template = "{player} closes the next route with {length} cities instead of {other_length}."
    return AdviceReason.of(template, kind="closing", **facts)


def _clear_by_player(
    position: Position, compared: Compared, figure_of: Callable[[int], Figure], least: float
) -> dict[int, Means]:
    """Return the means of a figure of each player for whom they differ clearly, and by at least this much."""
    players = range(len(position.players))
    return {at: found for at in players if (found := _clear(compared, figure_of(at), least))}


def _card_taken(event: Event) -> str | None:
    """Return the card that an event takes from the display."""
    return event[1] if event.verb in TAKING and event[1] != "deck" else None


def _of_cards(
    position: Position, player: int, at: int, turns: tuple[Events, Events], compared: Compared
) -> Iterator[Difference]:
    """Yield what happens to the card that only the first turn takes or keeps, and to the one of the other turn.

    Only the first events in which the turns differ are considered.
    """
    city_of, owner, firsts = position.rules.board.city_of, position.players[player], _first_difference(turns)
    assert firsts is not None
    mine, other = _cards_told_apart(turns, firsts)
    if mine is None or city_of[mine] in {city_of[card] for card in owner.route}:
        return
    is_new = firsts[0].verb == "keep" or (at == 0 and mine not in owner.hand)

    def in_route(card: str) -> Figure:
        return lambda game: len(game.closings) > at and city_of[card] in game.closings[at].cities

    used = fmean(bool(in_route(mine)(game)) for game in compared.ours)
    if is_new and other is not None:
        other_used = fmean(bool(in_route(other)(game)) for game in compared.others)
        found = Means(used, other_used)
        noise = math.sqrt((used * (1 - used) + other_used * (1 - other_used)) / len(compared.ours))
        if abs(found.gain) >= max(0.15, CLEAR * noise):
            template = "{card} is in the next route in {share} of 100 games; {other_card} would be in {other_share}."
            yield Difference.of(found.gain, template, kind="card", card=mine, other_card=other, **found.shares)
    elif is_new and used >= USUAL:
        template = "{card} is in the next route in {share} of 100 games."
        yield Difference.of(used / 2, template, kind="card", card=mine, share=round(100 * used))
    if _card_taken(firsts[0]) is not None:
        taken = fmean(city_of[mine] in game.taken for game in compared.others)
        if taken >= WANTED:
            template = "Otherwise, others take {card} before the next turn of {player} in {share} of 100 games."
            facts = {"event": firsts[1], "card": mine, "player": position.name_of(player)}
            yield Difference.of(taken, template, kind="wanted", **facts, share=round(100 * taken))


def _cards_told_apart(turns: tuple[Events, Events], firsts: tuple[Event, Event]) -> tuple[str | None, str | None]:
    """Return the card that only the first event takes or keeps, and that of the second; none if it is not one card."""
    if firsts[0].verb == firsts[1].verb == "keep":
        kept = Counter(firsts[0][1:]), Counter(firsts[1][1:])
        mine, other = list((kept[0] - kept[1]).elements()), list((kept[1] - kept[0]).elements())
        return (mine[0], other[0]) if len(mine) == len(other) == 1 else (None, None)
    taken = [{_card_taken(event) for event in turn} for turn in turns]
    mine_taken, other_taken = map(_card_taken, firsts)
    return None if mine_taken in taken[1] else mine_taken, None if other_taken in taken[0] else other_taken


def _of_tile(position: Position, player: int, stack: Stack, compared: Compared) -> Iterator[Difference]:
    """Yield how often the player gets a tile for houses, and the opponent for whom that differs most."""
    left = position.stacks()[stack.name]
    if stack.length is not None or stack.kind == "game-end" or not left:
        return
    clear = _clear_by_player(position, compared, lambda at: lambda game: stack.name in game.stacks[at], 0.06)
    rival = max((at for at in clear if at != player), key=lambda at: abs(clear[at].gain), default=player)
    for at in dict.fromkeys((player, rival)):
        if found := clear.get(at):
            template = "{player} gets the tile {stack} in {share} of 100 games instead of {other_share}."
            facts: dict[str, Any] = {"player": position.name_of(at), "stack": stack.name, **found.shares}
            gain = left[0] * found.gain * (1 if at == player else -RIVAL)
            yield Difference.of(gain, template, kind="tile-share", **facts)


def _of_end(position: Position, player: int, compared: Compared) -> Iterator[Difference]:
    """Yield who ends the game and when, who has the messenger then, and what the others score."""
    if found := _clear(compared, lambda game: game.turns, 0.3):
        template = "The game ends after {turns} turns instead of {other_turns}."
        facts: dict[str, Any] = {"turns": round(found.mine, 1), "other_turns": round(found.other, 1)}
        yield Difference(abs(found.gain) / 2, AdviceReason.of(template, kind="end", **facts))
    if enders := _clear_by_player(position, compared, lambda at: lambda game: game.ended_by == at, 0.08):
        at, found = max(enders.items(), key=lambda each: (abs(each[1].gain), each[0] == player))
        template = "{player} ends the game in {share} of 100 games instead of {other_share}."
        gain = 2 * found.gain * (1 if at == player else -1)
        yield Difference.of(gain, template, kind="ender", player=position.name_of(at), **found.shares)
    if found := _clear(compared, lambda game: game.messenger == player, 0.1):
        template = "{player} has the messenger at the end in {share} of 100 games instead of {other_share}."
        yield Difference.of(found.gain, template, kind="messenger", player=position.name_of(player), **found.shares)
    scores = _clear_by_player(position, compared, lambda at: lambda game: game.scores[at], 1.0)
    scores.pop(player, None)
    if scores:
        at, found = max(scores.items(), key=lambda each: abs(each[1].gain))
        template = "{player} scores {points} points instead of {other_points}."
        facts = {"player": position.name_of(at), "points": round(found.mine), "other_points": round(found.other)}
        yield Difference.of(-RIVAL * found.gain, template, kind="opponent-score", **facts)
