"""The naive rules of the return rounds: office tiles go back, for a card, a chip or a house."""

import itertools

from naive import scoring
from naive.table import Player, Position, blind_card_can_be_had, board_of, card_can_be_had, fill_up, option

MOST_RETURNED = 4


def kinds(player: Player) -> list[str]:
    """The different office tiles of a player."""
    return sorted(set(player["offices"]))


def clockwise(table: Position, first: int) -> list[int]:
    """All seats, from the first one clockwise."""
    seats = len(table["players"])
    return [(first + step) % seats for step in range(seats)]


# ------------------------------------------------------------------------------------------- beginning


def begin_if_due(table: Position) -> None:
    """Once nothing is left to reveal, an empty stack sets off a round, from the player on turn clockwise."""
    if table["returning"] is not None or table["turn"]["pending"] or table["turn"]["phase"] in ["final", "over"]:
        return
    for office, left in sorted(table["offices"].items()):
        if left == 0:
            begin(table, office)
            return


def begin(table: Position, office: str) -> None:
    """A round begins; who has no tiles is passed over."""
    order = [seat for seat in clockwise(table, table["turn"]["player"]) if table["players"][seat]["offices"]]
    table["returning"] = {"order": order, "office": office, "final": False, "reward": None}


def begin_final(table: Position) -> bool:
    """The last round of all, for those with at least three kinds. Returns whether there is anybody to play it."""
    last: int = table["turn"]["player"]
    order = clockwise(table, last)
    if option(table, "final-return") == "yucata":
        order = [last, *reversed(order[1:])]
    order = [seat for seat in order if len(kinds(table["players"][seat])) >= 3]
    if order:
        table["returning"] = {"order": order, "office": None, "final": True, "reward": None}
    return bool(order)


# ---------------------------------------------------------------------------------------- what is possible


def events(table: Position) -> list[str]:
    """What the first player of the order may do."""
    returning = table["returning"]
    player = table["players"][returning["order"][0]]
    if returning["reward"] == "draw":
        found = [f"honor draw {card}" for card in sorted(set(table["display"]))]
        if blind_card_can_be_had(table):
            found.append("honor draw deck")
        return [*found, "honor pass"]
    if returning["reward"] == "house":
        free = [city for city in board_of(table).cities if city not in player["houses"]]
        return [*(f"honor house {city}" for city in free), "honor pass"]
    fewest = 3 if returning["final"] else 1
    found = [
        " ".join(["return", *offices])
        for size in range(fewest, MOST_RETURNED + 1)
        for offices in itertools.combinations(kinds(player), size)
    ]
    return [*found, "honor pass"] if returning["final"] else found


# -------------------------------------------------------------------------------------------- what happens


def give_back(table: Position, offices: list[str]) -> None:
    """Tiles go back to their stacks, and the reward is given, or left to choose."""
    returning = table["returning"]
    player = table["players"][returning["order"][0]]
    for office in offices:
        player["offices"].remove(office)
        table["offices"][office] += 1
    if len(offices) == 2 and card_can_be_had(table):
        returning["reward"] = "draw"
        return
    if len(offices) == 4 and len(player["houses"]) < board_of(table).houses:
        returning["reward"] = "house"
        return
    if len(offices) == 3 and table["chips"] > 0:
        table["chips"] -= 1
        player["chips"] += 1
    go_on(table)


def draw(table: Position, source: str) -> None:
    """The reward of two tiles. The player stays the first of the order until the reveal is done."""
    returning = table["returning"]
    returning["reward"] = None
    if source == "deck":
        table["turn"]["pending"] = ["hand"]
    else:
        table["display"].remove(source)
        table["players"][returning["order"][0]]["hand"].append(source)
        table["turn"]["pending"] = ["display"]
    fill_up(table)


def house(table: Position, city: str) -> None:
    """The reward of four tiles: tiles, letters and the end of the game follow at once."""
    seat = table["returning"]["order"][0]
    scoring.place_houses(table, seat, [city])
    scoring.take_tiles_for_houses(table, seat)
    scoring.check_last_house(table, seat)
    go_on(table)


def go_on(table: Position) -> None:
    """The first of the order has acted. After the last one a round may have to be repeated, or the game is over."""
    returning = table["returning"]
    returning["reward"] = None
    returning["order"] = returning["order"][1:]
    if returning["order"]:
        return
    table["returning"] = None
    if returning["final"]:
        table["turn"]["phase"] = "over"
    elif table["offices"][returning["office"]] == 0:
        begin(table, returning["office"])
