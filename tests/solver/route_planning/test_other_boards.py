"""The solver on boards with free cities, longer routes and cards that bear numbers."""

import functools
import random

import pytest

import thurntaxis as tt
from support import random_play
from support.best_turns import as_last_turn
from support.paths import BY_CITY
from thurntaxis.io.read import position_from_data
from thurntaxis.io.write import position_data
from thurntaxis_solver.exact.exact_advice import advise_exactly
from thurntaxis_solver.route_planning.routes import routes

BOARDS = ("testland", str(BY_CITY))


@functools.cache
def games(board: str) -> list[tt.Position]:
    """Return decisions out of some random games on a board."""
    found: list[tt.Position] = []
    for seed in range(4):
        chance = random.Random(seed)
        start = tt.undealt(chance.choice([2, 3, 4]), board)
        found += [p for p, _ in random_play.walk(start, chance, 700) if not p.is_chance and chance.randrange(8) == 0]
    return found


def to_close(position: tt.Position, route: tuple[str, ...]) -> tt.Position:
    """Return the table with this route in front of the player on turn, who has just played a card."""
    cards = tuple(position.rules.board.cards_of[city][-1] for city in route)
    turn = tt.Turn(position.turn.player, phase="play", drawn=1, played=1)
    return position.with_mover(route=cards).replace(turn=turn)


@pytest.mark.parametrize("board", BOARDS)
def test_points_of_routes_are_what_the_rules_give_for_closing_them(board: str) -> None:
    chance = random.Random(3)
    for position in chance.sample(games(board), 4):
        before = position.scores()[position.turn.player]
        for target in routes(position, longest=5)[:12]:
            after = to_close(position, target.cities).play(" ".join(("close", *target.houses)))
            if after.turn.phase == "carriage":
                after = after.play("carriage" if any(e.verb == "carriage" for e in after.events()) else "decline")
            assert after.scores()[position.turn.player] - before == target.points


def as_by_city(position: tt.Position) -> tt.Position:
    """Return the same table on the board whose cards bear no numbers."""
    data = position_data(position)
    city_of = {**position.rules.board.city_of, "?": "?"}

    def plain(cards: list[str]) -> list[str]:
        return [city_of[card] for card in cards]

    for player in data["players"]:
        player["hand"], player["route"] = plain(player["hand"]), plain(player["route"])
    data |= {"board": str(BY_CITY), "display": plain(data["display"]), "discard": plain(data["discard"])}
    return position_from_data(data)


def test_numbers_on_cards_change_no_route() -> None:
    for position in random.Random(4).sample(games("testland"), 4):
        assert routes(position, longest=5) == routes(as_by_city(position), longest=5)


def test_numbers_on_cards_change_no_advice() -> None:
    for position in random.Random(5).sample(games("testland"), 3):
        tables = map(as_last_turn, (position, as_by_city(position)))
        one, other = (advise_exactly(table, lines=1) for table in tables)
        for line, twin in zip(one.lines, other.lines, strict=True):
            assert line.win == twin.win
            assert line.margin == twin.margin
            words = [[position.rules.board.city_of.get(word, word) for word in event] for event in line.turn]
            assert sorted(words) == sorted(map(list, twin.turn))
