"""A second, naive set of rules of Thurn and Taxis: the base game and its three modules, two to four players.

Its only purpose is to disagree. It was written from the rule texts and the public contract alone, shares no
code with the package, and prefers the most literal way of saying a thing to every quicker one: whole
boards are searched, all subsets are tried, states are deep-copied. Where the package and these files differ,
one of the two has misread the rules.

What is on the table is in `naive.table`, the boards in `naive.boards`, what is possible in `naive.possible`, what
houses and routes bring in `naive.scoring`, the officials in `naive.officials`, the rounds in which office tiles are
returned in `naive.return_rounds`. This file has the effects of events.
"""

from fractions import Fraction
from typing import Any

from naive import boards, officials, scoring
from naive import return_rounds as returns
from naive.possible import carriage_events, events
from naive.scoring import scores, winner
from naive.table import (
    HONOR,
    MESSENGER,
    POWER,
    Position,
    backs_are_seen,
    backs_left,
    board_of,
    complete,
    deck_size,
    fill_up,
    horseshoes,
    on_turn,
    option,
    out_of_sight,
    with_module,
)

__all__ = ["apply", "chances", "complete", "events", "perft", "scores", "start", "winner"]

PROVINCES = boards.SOUTH.provinces
REGIONS = boards.SOUTH.regions

# ------------------------------------------------------------------------------------------ public functions


def start(players: int, board: str = "south", **rules: Any) -> Position:
    """The table before the first card is revealed; `rules` are the keys of the contract's `rules`."""
    table = complete(
        {
            "board": board,
            "rules": rules,
            "players": [{} for _ in range(players)],
            "turn": {"began_empty": True, "pending": ["display"] * boards.board(board).display},
        }
    )
    if with_module(table, MESSENGER):
        table["letters"] = board_of(table).cities
        for seat, player in enumerate(table["players"]):
            player["letters"] = seat
        officials.refresh_letters(table)
    if with_module(table, HONOR):
        ordinary, few, wrights = {2: (4, 3, 2), 3: (6, 5, 3), 4: (8, 6, 4)}[players]
        table["offices"] = {"administrator": few, "carrier": ordinary, "postmaster": ordinary}
        if not with_module(table, POWER):
            table["offices"]["cartwright"] = wrights
        table["chips"] = 12
    settle(table)
    return complete(table)


def apply(position: Position, event: str) -> Position:
    """The complete position after one event. Raises ValueError if the event is not possible here."""
    if event not in events(position):
        raise ValueError(f"not possible here: {event}")
    return _after(position, event)


def chances(position: Position) -> dict[str, Fraction]:
    """The probability of every chance event: each card that may lie on top of the deck is as likely as any other."""
    table = complete(position)
    if table["turn"]["pending"][0] == "back":
        numbers = backs_left(table)
        return {f"back {back}": Fraction(numbers.count(back), len(numbers)) for back in set(numbers)}
    cards = out_of_sight(table)
    if backs_are_seen(table):
        cards = [card for card in cards if horseshoes(table, card) == table["deck_back"]]
    return {f"deal {card}": Fraction(cards.count(card), len(cards)) for card in set(cards)}


def perft(position: Position, depth: int) -> int:
    """The number of different sequences of `depth` events from here."""
    if depth == 0:
        return 1
    possible = events(position)
    if depth == 1:
        return len(possible)
    return sum(perft(_after(position, event), depth - 1) for event in possible)


# ----------------------------------------------------------------------------------------- what happens


def _after(position: Position, event: str) -> Position:
    """The complete position after an event that is known to be possible."""
    table = complete(position)
    turn = table["turn"]
    player = on_turn(table)
    verb, *words = event.split()
    was_returning = table.get("returning") is not None
    if verb == "deal":
        _deal(table, words[0])
    elif verb == "back":
        turn["pending"].pop(0)
        table["deck_back"] = int(words[0])
    elif verb == "administrator":
        officials.use(table, "administrator")
        table["discard"] += table["display"]
        table["display"] = []
        turn["pending"] = ["display"] * board_of(table).display
    elif verb in ["draw", "postmaster"]:
        if verb == "postmaster":
            officials.use(table, "postmaster")
        turn["drawn"] += 1
        if words[0] == "deck":
            turn["pending"] = ["hand"]
        else:
            table["display"].remove(words[0])
            player["hand"].append(words[0])
            turn["pending"] = ["display"]
        fill_up(table)
    elif verb in ["play", "carrier"]:
        if verb == "carrier":
            officials.use(table, "carrier")
        turn["played"] += 1
        turn["phase"] = "play"
        _lay(table, words[0], words[1])
    elif verb == "close":
        _close(table, words)
    elif verb == "carriage":
        scoring.take_carriage(table)
        _clear_route(table)
    elif verb == "cartwright":
        officials.use(table, "cartwright")
        scoring.take_carriage(table)
        if not (with_module(table, HONOR) and 0 in table["offices"].values()):
            _clear_route(table)
        # Otherwise the last tile of an office was taken: the return round comes first, and the turn goes on after it.
    elif verb == "decline":
        officials.take_messenger(table)
        _clear_route(table)
    elif verb == "keep":
        for card in words:
            player["hand"].remove(card)
        table["discard"] += player["hand"]
        player["hand"] = words
        if option(table, "closing-discards") == "hand-first":
            # The surplus of the hand may be all of the new deck, before the route follows.
            if deck_size(table) == 0 and option(table, "reshuffle") == "at-exhaustion":
                table["discard"] = []
            _discard_route(table)
        _end_turn(table)
    elif verb == "end":
        _end_turn(table)
    elif verb == "return":
        returns.give_back(table, words)
    elif event == "honor pass":
        returns.go_on(table)
    elif verb == "honor" and words[0] == "draw":
        returns.draw(table, words[1])
    elif verb == "honor" and words[0] == "house":
        returns.house(table, words[1])
    else:
        raise ValueError(f"no such event: {event}")
    settle(table)
    if with_module(table, HONOR):
        _settle_returns(table, was_returning, drawing=verb in ["deal", "back"] or words[:1] == ["draw"])
    return complete(table)


def _settle_returns(table: Position, was_returning: bool, drawing: bool) -> None:
    """After every event, and after its reveals: a return round begins, goes on, or lets the turn go on."""
    if table["turn"]["pending"]:
        return
    if not was_returning:
        returns.begin_if_due(table)
        return
    if drawing:
        # The card that two tiles have brought is in the hand, and its place is filled.
        returns.go_on(table)
    if table["returning"] is None and table["turn"]["phase"] == "carriage":
        # The cartwright had interrupted the closing of a route.
        _clear_route(table)
        settle(table)


def _deal(table: Position, card: str) -> None:
    """The deck's top card goes where a card is due: to a face-up space, or to the hand of the one who drew it."""
    space = table["turn"]["pending"].pop(0)
    if space == "display":
        table["display"].append(card)
    elif table.get("returning") is not None:
        table["players"][table["returning"]["order"][0]]["hand"].append(card)
    else:
        on_turn(table)["hand"].append(card)
    if backs_are_seen(table):
        table["deck_back"] = None


def _lay(table: Position, card: str, where: str) -> None:
    """A card goes from the hand to an end of the route, in front of the carriage, or in place of the whole route."""
    player = on_turn(table)
    player["hand"].remove(card)
    if where == "right":
        player["route"] = [*player["route"], card]
    elif where == "left":
        player["route"] = [card, *player["route"]]
    elif where == "horse":
        player["horses"].append(card)
    else:
        table["discard"] += player["route"]
        player["route"] = [card]


def _close(table: Position, houses: list[str]) -> None:
    """Houses, then tiles, then whatever comes of the carriage."""
    turn = table["turn"]
    seat = turn["player"]
    turn["closed"] = len(on_turn(table)["route"])
    scoring.place_houses(table, seat, houses)
    scoring.take_tile_for_length(table, seat, turn["closed"])
    scoring.take_tiles_for_houses(table, seat)
    if houses:
        scoring.check_last_house(table, seat)
    choices = carriage_events(table)
    if choices == ["carriage"]:
        # A choice of one is no choice: the carriage is handed over without an event.
        scoring.take_carriage(table)
        _clear_route(table)
    elif choices:
        # The route stays on the table until the matter of the carriage is settled.
        turn["phase"] = "carriage"
    else:
        officials.take_messenger(table)
        _clear_route(table)


def _clear_route(table: Position) -> None:
    """The closed route is discarded, and a hand of more than three is reduced, in the order that the reading sets."""
    too_many = len(on_turn(table)["hand"]) > board_of(table).kept
    if not too_many or option(table, "closing-discards") == "route-first":
        _discard_route(table)
    if too_many:
        table["turn"]["phase"] = "keep"
    else:
        _end_turn(table)


def _discard_route(table: Position) -> None:
    """The cards of the route and those in front of the carriage are discarded."""
    player = on_turn(table)
    table["discard"] += player["route"]
    player["route"] = []
    if with_module(table, POWER):
        table["discard"] += player["horses"]
        player["horses"] = []


def _end_turn(table: Position) -> None:
    """The next player begins, or the game is over once the round in which it was ended is complete.

    Before it is over, office tiles are returned for the last time.
    """
    mover = table["turn"]["player"]
    seats = len(table["players"])
    last = (table["start"] - 1) % seats
    if table["ender"] is not None and mover == last:
        player, began_empty = mover, False
        phase = "final" if with_module(table, HONOR) and returns.begin_final(table) else "over"
    else:
        player, phase = (mover + 1) % seats, "draw"
        began_empty = not table["players"][player]["hand"]
    table["turn"] = {
        "player": player,
        "phase": phase,
        "drawn": 0,
        "played": 0,
        "began_empty": began_empty,
        "closed": 0,
        "pending": [],
        # The one key for the base game, the other with the messenger.
        "official": None,
        "officials": [],
    }
    officials.refresh_letters(table)


def settle(table: Position) -> None:
    """After every event: discards become the deck if they have to, and reveals nobody can make are dropped.

    No card is moved to make a deck: a card that is neither shown nor in a hand is in it by definition. Where backs
    are seen, a new top card shows its own before anything else.
    """
    turn = table["turn"]
    at_once = option(table, "reshuffle") == "at-exhaustion"
    if deck_size(table) == 0 and (at_once or turn["pending"]):
        table["discard"] = []
    if deck_size(table) == 0:
        turn["pending"] = []
    if backs_are_seen(table):
        if deck_size(table) == 0:
            table["deck_back"] = None
        elif turn["phase"] != "over" and table["deck_back"] is None and "back" not in turn["pending"]:
            turn["pending"] = ["back", *turn["pending"]]
