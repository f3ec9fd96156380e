"""The solver on boards with free cities, longer routes and cards that bear numbers."""

import functools
import random

import thurntaxis as tt
from support import random_play
from support.best_turns import as_last_turn
from support.exact_advice import advise_exactly
from support.paths import BY_CITY
from thurntaxis.io.read import position_from_data
from thurntaxis.io.write import position_data
from thurntaxis_solver.route_planning.routes import routes


@functools.cache
def games() -> list[tt.Position]:
    """Return decisions out of some random games."""
    found: list[tt.Position] = []
    for seed in range(4):
        chance = random.Random(seed)
        start = tt.undealt(chance.choice([2, 3, 4]), "testland")
        found += [p for p, _ in random_play.walk(start, chance, 700) if not p.is_chance and chance.randrange(8) == 0]
    return found


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
    for position in random.Random(4).sample(games(), 4):
        assert routes(position, longest=5) == routes(as_by_city(position), longest=5)


def test_numbers_on_cards_change_no_advice() -> None:
    for position in random.Random(5).sample(games(), 3):
        tables = map(as_last_turn, (position, as_by_city(position)))
        one, other = (advise_exactly(table, lines=1) for table in tables)
        for line, twin in zip(one.lines, other.lines, strict=True):
            assert line.win == twin.win
            assert line.margin == twin.margin
            words = [[position.rules.board.city_of.get(word, word) for word in event] for event in line.turn]
            assert sorted(words) == sorted(map(list, twin.turn))
