"""The least number of turns against plain breadth-first searches: over rows of cards, and over the real rules."""

import itertools
import random
from collections.abc import Iterable, Iterator

import pytest

import thurntaxis as tt
from support.decisions import any_route, decisions
from thurntaxis_solver.route_planning.routes import RouteSearch
from thurntaxis_solver.route_planning.turn_count import RouteState, least_turns, whole_turn

# ---- over rows of cards, for whole turns

Row = tuple[tuple[int, ...], frozenset[int], int]
"""Places of the route that lie on the table, in order; those in hand; the number of other cards in hand."""


def draw(row: Row, cards: Iterable[int | None]) -> Row:
    """Draw these cards; None is one that the route doesn't need."""
    for card in cards:
        laid, hand, others = row
        row = (laid, hand, others + 1) if card is None else (laid, hand | {card}, others)
    return row


def play(rows: set[Row], *, waiting: bool) -> set[Row]:
    """Play one card to an end of the row, in every possible way; or, if allowed, one that isn't needed."""
    after: set[Row] = set()
    for laid, hand, others in rows:
        for card in hand:
            if not laid or card == laid[0] - 1:
                after.add(((card, *laid), hand - {card}, others))
            elif card == laid[-1] + 1:
                after.add(((*laid, card), hand - {card}, others))
        if waiting and others and not laid:
            after.add((laid, hand, others - 1))
    return after


def turn(row: Row, length: int, *, waiting: bool) -> set[Row]:
    """Spend a turn in every possible way: with the postmaster, with the carrier, with neither."""
    laid, hand, others = row
    choices = [None, *(set(range(length)) - set(laid) - hand)]
    once = {draw(row, [card]) for card in choices}
    pairs = [*itertools.combinations(choices, 2), (None, None)]
    twice = {draw(row, cards) for cards in pairs}
    with_postmaster = play(twice, waiting=waiting)
    if not hand and not others:
        return with_postmaster
    with_none = play(once, waiting=waiting)
    return with_postmaster | with_none | play(with_none, waiting=waiting)


def turns(row: Row, length: int, *, waiting: bool = False) -> int:
    rows, count = {row}, 0
    while not any(len(laid) == length for laid, _, _ in rows):
        rows = {after for before in rows for after in turn(before, length, waiting=waiting)}
        count += 1
    return count


def rows(length: int) -> Iterator[Row]:
    """Yield every state of a route that is not complete, with and without another card in hand."""
    for low, high in [(0, 0), *itertools.combinations(range(length + 1), 2)]:
        others = [place for place in range(length) if not low <= place < high]
        for count in range(len(others) + 1):
            for hand in itertools.combinations(others, count):
                if others:
                    yield tuple(range(low, high)), frozenset(hand), 0
                    yield tuple(range(low, high)), frozenset(hand), 1


def counted(row: Row, length: int) -> int | None:
    laid, hand, _ = row
    low, high = (laid[0], laid[-1] + 1) if laid else (0, 0)
    return least_turns((RouteState(length, low, high, sum(1 << place for place in hand)),), whole_turn(2), 2)


@pytest.mark.parametrize("length", [3, 4, 5])
def test_every_state_of_a_short_route_takes_as_many_turns_as_a_plain_search_finds(length: int) -> None:
    for row in rows(length):
        assert counted(row, length) == turns(row, length), row


def test_some_states_of_a_longer_route_do_too() -> None:
    for row in random.Random(5).sample(list(rows(6)), 25):
        assert counted(row, 6) == turns(row, 6), row


@pytest.mark.parametrize("length", [3, 4])
def test_delaying_the_start_saves_no_turn(length: int) -> None:
    for row in rows(length):
        if not row[0]:
            assert turns(row, length) == turns(row, length, waiting=True), row


def test_the_start_of_a_game() -> None:
    """The first turn has to use the postmaster; then two plays a turn, as long as the hand lasts."""
    fewest = [counted(((), frozenset(), 0), length) for length in (3, 4, 5, 6, 7, 8)]
    assert fewest == [2, 3, 4, 4, 5, 6]


@pytest.mark.parametrize(("supply", "least"), [(0, None), (1, 2), (2, 2)])
def test_a_missing_card_never_comes_if_none_can_be_drawn(supply: int, least: int | None) -> None:
    assert least_turns((RouteState(4, 0, 1, 0b1010),), whole_turn(supply), supply) == least


# ---- over the real rules, from the middle of real turns


class RealTurns:
    """All ways to play for one target route by the real rules, assuming that the needed cards come and stay.

    A route that has been begun is not begun again. One that has not may be put off in the present turn by any play.
    """

    def __init__(self, position: tt.Position, target: tuple[str, ...], *, new: bool) -> None:
        self.start, self.target, self.me = position, target, position.turn.player
        self.begun = not new and bool(position.mover.route) and not position.turn.closed
        parts = [(at, end) for end in range(len(target) + 1) for at in range(end + 1)]
        self.rows = {row[at:end] for row in (target, target[::-1]) for at, end in parts}

    def least(self, most: int) -> int | None:
        """Return the least number of turns, if it is at most `most`."""
        positions = {self.start}
        for count in range(1, most + 1):
            found = [self.turn(one) for one in positions]
            if None in found:
                return count
            positions = {after for some in found if some is not None for after in some}
        return None

    def turn(self, position: tt.Position) -> set[tt.Position] | None:
        """Return how the rest of the turn may end; none if the target can be closed in it."""
        open_, seen, ended = [position], {position}, set[tt.Position]()
        allowed = self.rows | {position.mover.route}
        anything = position is self.start and not self.begun
        while open_:
            now = open_.pop()
            for event in self.useful(now):
                if event.verb == "close":
                    return None
                after = now.play_without_checking(event)
                if after.is_over or after.turn.player != self.me:
                    ended.add(self.next_turn(after))
                elif after not in seen and (after.turn.closed or anything or after.mover.route in allowed):
                    seen.add(after)
                    open_.append(after)
        return ended

    def useful(self, position: tt.Position) -> list[tt.Event]:
        """Return the events that can serve the target; of drawing idle cards only one."""
        row = position.mover.route
        needed = set(self.target) - set(position.mover.hand) - set(row if row in self.rows else ())
        if position.is_chance:
            come = needed & set(position.unseen) if position.turn.pending[0] == "hand" else set[str]()
            idle = [card for card in position.unseen if card not in self.target] or list(position.unseen)
            return [tt.Event(("deal", card)) for card in (*come, idle[0])]
        idle = [card for card in position.display if card not in self.target]
        sources = {*needed, *(idle[:1] or ["deck"]), *(["deck"] if needed - set(position.display) else [])}
        unwanted = ("close", "administrator", *(["start"] if self.begun else []))
        events = [event for event in position.events() if event[0] not in unwanted and event[-1] not in unwanted]
        if row in (self.target, self.target[::-1]) and not position.why_not("close"):
            events.append(tt.Event(("close",)))
        return [event for event in events if event.verb not in ("draw", "postmaster") or event[1] in sources]

    def next_turn(self, position: tt.Position) -> tt.Position:
        """Return the table at the same player's next turn, with the piles as they were.

        Of the cards that don't serve the target, one stays in hand: more come to the same.
        """
        player = position.players[self.me]
        laid = player.route if player.route in self.rows else ()
        idle = [card for card in player.hand if card not in self.target or card in laid]
        hand = tuple(sorted([card for card in player.hand if card not in idle] + idle[:1]))
        position = self.start.replace(turn=tt.Turn(self.me, began_empty=not hand))
        return position.with_mover(hand=hand, route=player.route)


def paths_through(position: tt.Position, chance: random.Random, most: int) -> Iterator[tuple[tuple[str, ...], bool]]:
    """Yield random routes whose cards are all available: some that contain the present route, some that abandon it."""
    board, player = position.rules.board, position.mover
    had = {*player.hand, *position.display, *position.unseen}
    present = () if position.turn.closed else player.route
    for _ in range(most):
        route = any_route(board, chance, longest=4)
        if had.issuperset(route) and not (present and set(present) <= set(route)):
            yield route, bool(present)
        row = list(present)
        while row and len(row) < 5 and (further := sorted(board.neighbours[row[-1]] & had - set(row))):
            row.append(chance.choice(further))
            if len(row) > 2 and chance.random() < 0.4:
                yield tuple(row if chance.random() < 0.5 else row[::-1]), False
            row.reverse()


MOMENTS = [
    *("draw 0", "draw 0, empty", "draw 1", "draw 1, empty", "draw 2"),
    *("play 1", "play 2", "administrator", "carriage", "keep"),
]


def moment(position: tt.Position) -> str:
    turn = position.turn
    if turn.official == "administrator":
        return "administrator"
    if turn.phase == "draw":
        return f"draw {turn.drawn}" + ", empty" * (turn.began_empty and turn.drawn < 2)
    return f"play {turn.played}" if turn.phase == "play" else turn.phase


@pytest.fixture(scope="module")
def moments() -> dict[str, list[tt.Position]]:
    """Return decisions out of random games, by the moment of the turn."""
    found: dict[str, list[tt.Position]] = {name: [] for name in MOMENTS}
    for seed in range(16):
        for position in decisions(seed, every=1):
            if position.ender is None:
                found[moment(position)].append(position)
    return found


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] if name in {"draw 1", "draw 1, empty"} else []) for name in MOMENTS],
)
def test_the_rest_of_a_real_turn(moments: dict[str, list[tt.Position]], name: str) -> None:
    """Random routes in random positions take as many turns as the real rules need, until enough of them take few."""
    chance = random.Random(name)
    quick = 0
    for position in chance.sample(moments[name], len(moments[name])):
        search = RouteSearch(position, draws=3)
        most = 3 if position.turn.closed else 2
        for target, new in paths_through(position, chance, most=2):
            least = search.turns(search.roads.path(target), new=new)
            real = RealTurns(position, target, new=new).least(most)
            assert real == (least if least is not None and least <= most else None), (position, target, new)
            quick += real is not None
        if quick >= (3 if position.turn.closed else 8):
            return
    raise AssertionError("too few of these routes can be closed soon")
