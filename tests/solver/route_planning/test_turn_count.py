"""The least number of turns against plain searches: over rows of cards, and over all ways to play by the rules."""

import itertools
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

import thurntaxis as tt
from support import module_games
from support.decisions import any_route
from support.few_and_many import one_in
from support.module_games import Game
from support.paths import BY_CITY
from support.tables import MESSENGER, OFFICES, POWER, table
from thurntaxis_solver.capabilities import at_turn
from thurntaxis_solver.route_planning.routes import RouteSearch, TargetRoute, routes
from thurntaxis_solver.route_planning.turn_count import LetterBudget, RouteState, least_turns, whole_turn

BASE_GAME: Game = ("south", ())
GAMES: list[Game] = [
    ("south", (MESSENGER,)),
    ("south", (OFFICES,)),
    ("testland", (MESSENGER, OFFICES)),
    ("testland", (POWER,)),
    (str(BY_CITY), (POWER,)),
    ("testland", (POWER, MESSENGER)),
    ("testland", (POWER, MESSENGER, OFFICES)),
]


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


# ---- over the real rules


class RealTurns:
    """All ways to play for one target route by the real rules; every card that is available at all is on display.

    So whatever card is drawn for comes. The others do nothing between two turns, and no office tile is returned.
    """

    def __init__(self, position: tt.Position, target: tuple[str, ...], *, new: bool) -> None:
        self.start, self.target, self.me = position, target, position.turn.player
        self.begun = not new and bool(position.own.route) and not position.turn.closed
        parts = [(at, end) for end in range(len(target) + 1) for at in range(end + 1)]
        self.rows = {row[at:end] for row in (target, target[::-1]) for at, end in parts}

    def least(self, most: int) -> int | None:
        """Return the least number of turns, if it is at most `most`."""
        positions = {self.start}
        for count in range(1, most + 1):
            after: set[tt.Position] = set()
            for one in positions:
                found = self.turn(one, first=count == 1, last=count == most)
                if found is None:
                    return count
                after |= found
            positions = after
        return None

    def row(self, position: tt.Position) -> tuple[str, ...]:
        return position.rules.cities(position.own.route)

    def turn(self, position: tt.Position, *, first: bool, last: bool) -> set[tt.Position] | None:
        """Return how the rest of the turn may end; none if the target can be closed in it."""
        open_, seen, ended = [position], {position}, set[tt.Position]()
        while open_:
            now = open_.pop()
            for event in self.useful(now):
                if event.verb == "close":
                    return None
                after = now.play_without_checking(event)
                if after.is_over or after.turn.player != self.me:
                    if not last:
                        ended.add(self.next_turn(after))
                elif after not in seen and (after.turn.closed or self.is_on_its_way(after, first=first)):
                    seen.add(after)
                    open_.append(after)
        return ended

    def is_on_its_way(self, position: tt.Position, *, first: bool) -> bool:
        """Return whether the target may still be reached: a route that has been begun for it is not given up."""
        return self.row(position) in self.rows or not self.begun or (first and position.turn.played == 0)

    def useful(self, position: tt.Position) -> Iterator[tt.Event]:
        """Yield the events but for those that could serve the target in no game: all draws are from the display."""
        if position.is_chance:
            yield position.events()[0]
            return
        for event in position.events():
            if event.verb == "close":
                if self.row(position) in (self.target, self.target[::-1]) and len(event) == 1:
                    yield event
            elif event.verb != "administrator" and event[-1] != "deck" and not (self.begun and event[-1] == "start"):
                yield event

    def next_turn(self, position: tt.Position) -> tt.Position:
        """Return the table at the same player's next turn; what has been discarded is gone."""
        player = position.players[self.me]
        route = player.route if position.rules.cities(player.route) in self.rows else ()
        gone = Counter(player.hand) + Counter(player.horses) + Counter(route)
        mine = self.start.own
        had = Counter(mine.hand) + Counter(mine.horses) + Counter(mine.route)
        display = Counter(self.start.display) - (gone - had)
        turn = tt.Turn(self.me, began_empty=not player.hand)
        now = self.start.replace(turn=turn, display=tuple(sorted(display.elements())))
        return now.with_own(
            hand=player.hand, route=route, horses=player.horses, letters=player.letters, letters_usable=player.letters
        )


def small(position: tt.Position, target: tuple[str, ...], chance: random.Random, *, new: bool) -> tt.Position | None:
    """Return the table with few cards available, those of the target among them; none if that is impossible."""
    position, board = at_turn(position), position.rules.board
    player = position.own
    present = () if new or position.turn.closed else position.rules.cities(player.route)
    needed = [city for city in target if city not in present]
    several = 4 if position.turn.closed else chance.choice([1, 2, 2, 3])
    hand = chance.sample(player.hand, min(len(player.hand), several))
    held = [board.city_of.get(card) for card in hand]
    missing = [city for city in needed if city not in held]
    if len(missing) > 3 or len(hand) > 5:
        return None
    taken = Counter([*hand, *player.route, *player.horses])
    left = Counter(board.cards) - taken
    display: list[str] = []
    for city in missing:
        cards = [card for card in board.cards_of[city] if left[card]]
        if not cards:
            return None
        display.append(chance.choice(cards))
        left[display[-1]] -= 1
    display += chance.sample(sorted(left.elements()), max(0, 4 - len(display)))
    changes: dict[str, Any] = {"hand": tuple(sorted(hand)), "offices": ()}
    players = tuple(other.replace(offices=(), hand=()) for other in position.players)
    position = position.replace(players=players, display=tuple(sorted(display)), discard=(), unseen=(), deck_back=None)
    position = position.with_own(**changes)
    turn = position.turn
    began_empty = turn.began_empty if turn.drawn else not hand
    return position.replace(turn=turn.replace(pending=(), began_empty=began_empty), ender=None)


def targets(position: tt.Position, chance: random.Random) -> Iterator[tuple[tuple[str, ...], bool]]:
    """Yield a route that abandons the present one, and one that holds it."""
    board = position.rules.board
    present = () if position.turn.closed else position.rules.cities(at_turn(position).own.route)
    route = any_route(board, chance, longest=chance.choice([3, 4, 4]))
    if not (present and set(present) <= set(route)):
        yield route, bool(present)
    row = list(present)
    while row and len(row) < 6 and (further := sorted(board.neighbours[row[-1]] - set(row))):
        row.append(chance.choice(further))
        if len(row) > max(2, len(present)):
            yield tuple(row), False
            return
        row.reverse()


def ignoring_backs(position: tt.Position) -> tt.Position:
    rules = position.rules
    options = {**rules.options, **({"card-backs": "ignored"} if "card-backs" in rules.options else {})}
    return position.with_rules(tt.rule_set(rules.board, rules.edition, options, rules.modules))


def with_letters(position: tt.Position, chance: random.Random) -> tt.Position:
    """Return the table with some letters for the player on turn, in a game with letters."""
    if MESSENGER not in position.rules.modules:
        return position
    letters = chance.choice([0, 1, 2, 3, 4])
    has_messenger = position.rules.parts.carriages and chance.random() < 0.4
    players = tuple(player.replace(has_messenger=False) for player in position.players)
    position = position.replace(players=players)
    return position.with_own(letters=letters, letters_usable=letters, has_messenger=has_messenger)


MOMENTS = [
    *((BASE_GAME, phase) for phase in ("draw", "play", "carriage", "keep")),
    *one_in(3, [(game, phase) for phase in ("draw", "play", "keep") for game in GAMES], several=True),
]


@pytest.mark.parametrize(("game", "phase"), MOMENTS)
def test_the_real_rules_need_as_many_turns(game: Game, phase: str) -> None:
    """Random routes in random positions, until enough of them take few turns, and enough take more."""
    chance = random.Random(f"{module_games.name(game)} {phase}")
    decided = [p for p in module_games.positions(game) if not p.is_chance and p.returning is None]
    some = [p for p in decided if p.turn.phase == phase and p.ender is None]
    most, enough = (2, 24 if game == BASE_GAME else 12)
    if phase in ("carriage", "keep"):
        most, enough = 3, 1 if POWER in game[1] else 3
    quick = late = 0
    for position in chance.sample(some, len(some)):
        for target, new in targets(position, chance):
            few = small(ignoring_backs(position), target, chance, new=new)
            if few is None or (most == 3 and len(target) > 3):
                continue
            few = with_letters(few, chance)
            least = RouteSearch(few, draws=3).turns(target, new=new)
            real = RealTurns(few, target, new=new).least(most)
            assert real == (least if least is not None and least <= most else None), (few, target, new, least)
            quick, late = quick + (real is not None), late + (real is None)
        if quick >= enough and (late >= 2 or most == 3):
            return
    raise AssertionError(f"too few of these routes can be closed soon, or too few later: {quick}, {late}")


# ---- letters


def fewest(length: int, letters: LetterBudget) -> int | None:
    return least_turns((RouteState(length, 0, 0, 0),), whole_turn(2, letters), 2, letters)


def test_letters_save_turns() -> None:
    """For a price, two cards can be drawn and played in a turn: a route of six takes three turns instead of four."""
    lengths = (3, 4, 5, 6, 7, 8)
    assert [fewest(length, LetterBudget(0, 2)) for length in lengths] == [2, 3, 4, 4, 5, 6]
    assert [fewest(length, LetterBudget(2, 2)) for length in lengths] == [2, 3, 3, 4, 5, 5]
    assert [fewest(length, LetterBudget(9, 1)) for length in lengths] == [2, 2, 3, 3, 4, 4]
    assert fewest(6, LetterBudget(5, 2)) == fewest(6, LetterBudget(4, 2))


def closing_turn(letters: int, **turn: Any) -> int:
    """Return in how many turns a route of two cities gets two more that lie on display."""
    anna = {"route": ["Ulm", "Stuttgart"], "hand": ["Lodz"], "letters": letters}
    display = ["Linz", "Kempten", "Mannheim", "Pilsen", "Salzburg", "Salzburg"]
    ben = {"houses": ["Basel", "Freiburg", "Linz", "Lodz"]}  # letters come from somewhere
    position = table(anna, ben, modules=(MESSENGER,), display=display, turn=turn)
    found = {(target.cities, target.new): target for target in routes(position, longest=4)}
    return found[("Kempten", "Ulm", "Stuttgart", "Mannheim"), False].turns


@pytest.mark.parametrize(
    ("letters", "turn", "turns"),
    [
        (0, {}, 2),
        (1, {}, 2),
        (2, {}, 1),
        (0, {"officials": ["administrator"]}, 2),
        (2, {"officials": ["administrator"]}, 2),
        (4, {"officials": ["administrator"]}, 1),
    ],
)
def test_the_second_official_of_a_turn_is_paid_for(letters: int, turn: dict[str, Any], turns: int) -> None:
    assert closing_turn(letters, **turn) == turns


# ---- horses


def northern(*players: dict[str, Any], **keys: Any) -> dict[tuple[tuple[str, ...], bool], TargetRoute]:
    """Return the routes by cities and by whether they are new."""
    return {(target.cities, target.new): target for target in routes(northern_table(*players, **keys), longest=4)}


def northern_table(*players: dict[str, Any], **keys: Any) -> tt.Position:
    seats = (*players, {})[: max(2, len(players))]
    return table(*seats, board="testland", modules=(POWER,), options={"card-backs": "ignored"}, **keys)


ROW = ("Fabelcron", "Kreidel", "Wachsel")
DISPLAY = ["Fabelau/1", "Fabelend/1", "Tintau/1", "Tintau/3", "Wachsel/2", "Wachsel/3"]


def test_what_horses_a_route_needs_and_which_cards_give_them() -> None:
    """Three cities need three horses, and the carriage has two; Wachsel itself is needed for the route."""
    hand = ["Fabelfurt/3", "Kreidel/1", "Kreidel/3"]
    target = northern({"route": ["Fabelcron/1"], "hand": hand}, display=DISPLAY)[ROW, False]
    assert target.horses is not None
    assert target.horses.lacking == 1
    assert target.horses.in_hand == ("Fabelfurt/3", "Kreidel/3")
    assert target.horses.on_display == ("Tintau/3", "Wachsel/3", "Fabelau/1", "Fabelend/1", "Tintau/1")
    assert target.data()["horses"]["lacking"] == 1
    assert (target.turns, target.carriage) == (2, None)
    drawn = northern({"route": ["Fabelcron/1"], "hand": hand, "horses": ["Fabelend/1"]}, display=DISPLAY)[ROW, False]
    assert drawn.horses is not None
    assert (drawn.horses.lacking, drawn.horses.in_hand, drawn.turns) == (0, (), 1)


def test_a_card_of_the_route_may_go_before_the_carriage_if_another_one_can_be_had() -> None:
    """Both draws are made, and Wachsel does not fit yet: it is a horse, and the route waits for another Wachsel."""
    stuck = {"drawn": 2, "official": "postmaster"}
    anna, ben = {"route": ["Fabelcron/1"], "hand": ["Wachsel/2"]}, {"hand": ["Wachsel/2", "Wachsel/3"]}
    display = ["Fabelau/1", "Fabelend/1", "Kreidel/1", "Tintau/1", "Tintau/3", "Wachsum/1"]
    assert northern(anna, display=display, turn=stuck)[ROW, False].turns == 3
    assert (ROW, False) not in northern(anna, ben, display=display, turn=stuck)


def test_a_turn_that_cannot_extend_the_route_is_spent_on_a_horse() -> None:
    """Both draws are made; nothing in hand fits, but the route is kept."""
    turn = {"drawn": 2, "official": "postmaster"}
    anna = {"route": ["Fabelcron/1", "Kreidel/1"], "hand": ["Tintkleck/1", "Tintkleck/2"]}
    found = northern(anna, display=DISPLAY, turn=turn)
    assert found[ROW, False].turns == 2
    full = anna | {"horses": ["Fabelend/1", "Fabelend/1", "Fabelfurt/1", "Fabelfurt/1", "Freiprobe/1", "Freiprobe/1"]}
    assert not any(not new and set(ROW[:2]) < set(cities) for cities, new in northern(full, display=DISPLAY, turn=turn))


def test_six_cards_may_not_be_enough() -> None:
    """Six cards with one horseshoe each draw a route of eight cities, and no longer one."""
    hand = ["Fabelcron/1", "Kreidel/1", "Wachsel/2", "Wachsum/3", "Siegelhorn/1", "Freimuster/2", "Tintkleck/1"]
    anna = {"hand": [*hand, "Fabelgrün/3", "Tintau/2"]}
    ones = ["Fabelend/1", "Fabelend/1", "Fabelfurt/1", "Fabelfurt/1", "Freiprobe/1", "Freiprobe/1"]
    display = ["Fabelau/1", "Freitest/1", "Freitest/2", "Kreidel/2", "Phantorf/1", "Schiefstadt/2"]
    position = northern_table(anna | {"horses": ones}, display=display)
    assert max(len(target.cities) for target in routes(position, longest=9, draws=0)) == 8
    with_place_left = northern_table(anna | {"horses": ones[:5]}, display=display)
    found = routes(with_place_left, longest=9, draws=0)
    assert max(len(target.cities) for target in found) == 9
    assert all(target.horses and target.horses.lacking == max(0, len(target.cities) - 7) for target in found)


def test_what_is_told_of_letters_and_of_the_messenger() -> None:
    anna = {"route": ["Ulm", "Stuttgart"], "hand": ["Lodz"], "houses": ["Ulm"], "carriage": 5}
    display = ["Kempten", "Linz", "Linz", "Mannheim", "Pilsen", "Pilsen"]
    position = table(anna, {}, modules=(MESSENGER,), display=display)
    target = next(target for target in routes(position, longest=3) if target.cities == ("Kempten", "Ulm", "Stuttgart"))
    assert (target.letters, target.messenger, target.carriage) == (2, True, 5)
    assert target.points == len(target.houses) + 1
    assert target.data()["letters"] == 2
    holder = position.with_own(has_messenger=True)
    again = next(target for target in routes(holder, longest=3) if target.cities == ("Kempten", "Ulm", "Stuttgart"))
    assert again.points == len(target.houses)
    base = routes(tt.new(seed=3), longest=3)[0].data()
    assert not {"letters", "messenger", "horses"} & base.keys()


@pytest.mark.parametrize("game", [game for game in GAMES if OFFICES in game[1]], ids=module_games.name)
def test_while_others_return_tiles_the_routes_are_those_of_the_player_on_turn(game: Game) -> None:
    rounds = [p for p in module_games.positions(game) if p.returning and p.decider != p.turn.player]
    some = [p for p in rounds if not p.is_chance and p.turn.phase != "final"]
    for position in some[:5]:
        assert routes(position, longest=4) == routes(at_turn(position), longest=4)
    final = [position for position in rounds if position.turn.phase == "final"]
    assert all(routes(position) == () for position in final if not position.is_chance)
    assert some
