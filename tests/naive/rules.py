"""A second, naive set of rules of Thurn and Taxis: the base game and its three modules, two to four players.

Its only purpose is to disagree. It was written from the rule texts and the public contract alone, shares no
code with the package, and prefers the most literal way of saying a thing to every quicker one: whole
boards are searched, all subsets are tried, states are deep-copied. Where the package and these files differ,
one of the two has misread the rules.

What is on the table is in `naive_table`, the boards in `naive_boards`, what houses and routes bring in
`naive_scoring`, the officials in `naive_officials`, the rounds in which office tiles are returned in
`naive_returns`. Here is the turn: what is possible, and what happens.
"""

import itertools
from fractions import Fraction
from typing import Any

from naive import boards, officials, scoring
from naive import return_rounds as returns
from naive.scoring import scores, winner
from naive.table import (
    HONOR,
    MESSENGER,
    POWER,
    Position,
    backs_are_seen,
    backs_left,
    blind_card_can_be_had,
    board_of,
    card_can_be_had,
    cards_in_sight,
    city_of,
    complete,
    deck_size,
    horseshoes,
    is_road,
    is_unknown,
    on_turn,
    option,
    out_of_sight,
    province_of,
    tiles_of_stack,
    unknown_cards,
    values_left,
    with_module,
)

__all__ = ["apply", "chances", "complete", "events", "perft", "recount", "scores", "start", "winner"]

PROVINCES = boards.SOUTH.provinces
REGIONS = boards.SOUTH.regions

MOST_HORSES = 6
HORSES_OF_THE_CARRIAGE = 2


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


def events(position: Position) -> list[str]:
    """Every event possible here, sorted by code point; none at all when the game is over."""
    table = complete(position)
    phase = table["turn"]["phase"]
    if phase == "over":
        return []
    if table["turn"]["pending"]:
        return sorted(_chance(table))
    if table.get("returning") is not None:
        return sorted(returns.events(table))
    if phase == "draw":
        return sorted(_in_draw_phase(table))
    if phase == "play":
        return sorted(_in_play_phase(table))
    if phase == "carriage":
        return sorted(_in_carriage_phase(table))
    if phase == "keep":
        return sorted(_in_keep_phase(table))
    raise ValueError(f"no such phase: {phase}")


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


def recount(position: Position) -> dict[str, Any]:
    """All pieces counted afresh.

    `shown`, `unknown`, `deck`: cards in sight, unseen cards in hands, cards of the deck; `cards`: their sum;
    `tiles_held`, `tiles_left`, `tiles`: the same for tiles; `houses`: houses on the board, by player;
    `faults`: what no game can bring about, in words (an empty list is what one hopes for).
    """
    table = complete(position)
    board = board_of(table)
    faults = []
    in_sight = cards_in_sight(table)
    for card in sorted(set(in_sight)):
        if card not in board.cards:
            faults.append(f"no such card: {card}")
        if in_sight.count(card) > board.cards.count(card):
            faults.append(f"{in_sight.count(card)} cards of {card}")
    deck = deck_size(table)
    if deck < 0:
        faults.append("more unknown cards than cards out of sight")
    held = [tile for player in table["players"] for tile in player["tiles"]]
    printed = [f"{stack} {value}" for stack, values in board.tiles.items() for value in values]
    for tile in sorted(set(held)):
        if held.count(tile) > printed.count(tile):
            faults.append(f"{held.count(tile)} tiles {tile}")
    left = sum(len(values_left(table, stack)) for stack in board.tiles)
    for player in table["players"]:
        if len(player["houses"]) > board.houses or len(set(player["houses"])) < len(player["houses"]):
            faults.append(f"houses: {player['houses']}")
        cities = [city_of(card) for card in player["route"]]
        for here, there in itertools.pairwise(cities):
            if not is_road(board, here, there):
                faults.append(f"no road: {here}, {there}")
        if len(set(cities)) < len(cities):
            faults.append(f"a city twice in the route: {player['route']}")
        if len(player.get("horses", [])) > MOST_HORSES:
            faults.append(f"too many horses: {player['horses']}")
        if player.get("letters_usable", 0) > player.get("letters", 0) or player.get("letters_usable", 0) < 0:
            faults.append(f"letters: {player['letters_usable']} of {player['letters']} usable")
        for stack in [*board.regions, "all-provinces", "game-end"]:
            if len(tiles_of_stack(player, stack)) > 1:
                faults.append(f"more than one tile of {stack}")
    if (table["ender"] is None) != ("game-end 1" not in held):
        faults.append("ender and the game-end tile disagree")
    if with_module(table, MESSENGER):
        taken = {city for player in table["players"] for city in player["houses"]}
        if taken & set(table["letters"]):
            faults.append(f"letters beside houses: {taken & set(table['letters'])}")
    if with_module(table, HONOR):
        chips = table["chips"] + sum(player["chips"] for player in table["players"])
        if chips != 12:
            faults.append(f"{chips} chips")
        if table["returning"] is None and not table["turn"]["pending"] and 0 in table["offices"].values():
            faults.append(f"an empty stack: {table['offices']}")
    return {
        "cards": len(in_sight) + len(unknown_cards(table)) + deck,
        "shown": len(in_sight),
        "unknown": len(unknown_cards(table)),
        "deck": deck,
        "tiles": len(held) + left,
        "tiles_held": len(held),
        "tiles_left": left,
        "houses": [len(player["houses"]) for player in table["players"]],
        "faults": faults,
    }


# ------------------------------------------------------------------------------------- what is possible


def _chance(table: Position) -> list[str]:
    """The next reveal may be any card out of sight, provided the deck has one.

    Where backs are seen, that of the new top card comes first, and the card then is one with that number.
    """
    if deck_size(table) <= 0:
        return []
    if table["turn"]["pending"][0] == "back":
        return [f"back {back}" for back in set(backs_left(table))]
    cards = set(out_of_sight(table))
    if backs_are_seen(table):
        cards = {card for card in cards if horseshoes(table, card) == table["deck_back"]}
    return [f"deal {card}" for card in cards]


def _draws(table: Position, verb: str) -> list[str]:
    """All ways to take one card into the hand, under the given verb."""
    found = [f"{verb} {card}" for card in set(table["display"])]
    if blind_card_can_be_had(table):
        found.append(f"{verb} deck")
    return found


def _lays(table: Position, verb: str, may_start: bool) -> list[str]:
    """All ways to lay one known card of the hand on the table: at every end, on its own, before the carriage."""
    player = on_turn(table)
    found = []
    for card in set(player["hand"]):
        if is_unknown(card):
            continue
        for end in ["right", "left"]:
            if _fits(table, player["route"], card, end):
                found.append(f"{verb} {card} {end}")
        if may_start:
            found.append(f"{verb} {card} start")
        if with_module(table, POWER) and len(player["horses"]) < MOST_HORSES:
            found.append(f"{verb} {card} horse")
    return found


def _fits(table: Position, route: list[str], card: str, end: str) -> bool:
    """Whether a card may be added at one end of a route. A single city is only built on to the right."""
    cities = [city_of(there) for there in route]
    city = city_of(card)
    if not cities or city in cities:
        return False
    if end == "left" and len(cities) == 1:
        return False
    return is_road(board_of(table), cities[-1] if end == "right" else cities[0], city)


def _in_draw_phase(table: Position) -> list[str]:
    """From the start of the turn until a card is played."""
    turn = table["turn"]
    player = on_turn(table)
    found = []
    if _administrator_possible(table):
        found.append("administrator")
    if turn["drawn"] == 0:
        if card_can_be_had(table):
            # The first card has to be taken before anything is played.
            return found + _draws(table, "draw")
        if not player["hand"]:
            # Nothing to take, nothing to play: the turn can only be passed on.
            return ["end"]
    if turn["drawn"] == 1 and officials.may_use(table, "postmaster"):
        found += _draws(table, "postmaster")
        if turn["began_empty"] and card_can_be_had(table):
            # The second card is a must, so nothing is played yet.
            return found
    return found + _lays(table, "play", may_start=True)


def _administrator_possible(table: Position) -> bool:
    """Whether the face-up cards may be replaced.

    Only before the first card is taken, and never in a turn begun with an empty hand, which needs the postmaster. With
    letters the administrator may come before, between and after the draws, and beside the postmaster.
    """
    if not table["display"] or not officials.may_use(table, "administrator"):
        return False
    if with_module(table, MESSENGER):
        return True
    return table["turn"]["drawn"] == 0 and not table["turn"]["began_empty"]


def _in_play_phase(table: Position) -> list[str]:
    """From the first card played until the route is closed or the turn ended."""
    turn = table["turn"]
    player = on_turn(table)
    found = ["end"]
    if turn["played"] == 1 and officials.may_use(table, "carrier"):
        restart = option(table, "carrier-restart") or not player["route"]
        found += _lays(table, "carrier", may_start=restart)
    if len(player["route"]) >= board_of(table).shortest and _enough_horses(table):
        for houses in _house_sets(table):
            found.append(" ".join(["close", *houses]))
    return found


def _enough_horses(table: Position) -> bool:
    """Whether the carriage has a horse for each city of the route, its own two included."""
    if not with_module(table, POWER):
        return True
    player = on_turn(table)
    return HORSES_OF_THE_CARRIAGE + sum(horseshoes(table, card) for card in player["horses"]) >= len(player["route"])


def _house_sets(table: Position) -> list[list[str]]:
    """Every set of cities that may get houses on closing, each sorted: all subsets of the route are tried."""
    board = board_of(table)
    player = on_turn(table)
    route = sorted(city_of(card) for card in player["route"])
    found = []
    for size in range(len(route) + 1):
        for cities in itertools.combinations(route, size):
            if any(city in player["houses"] for city in cities):
                continue
            if len(cities) + len(player["houses"]) > board.houses:
                continue
            free = [city for city in cities if city in board.free]
            provinces = [province_of(board, city) for city in cities if city not in free]
            first_way = all(provinces.count(province) <= 1 for province in provinces) and len(free) <= 1
            second_way = len(set(provinces)) <= 1 and not free
            if first_way or second_way:
                found.append(list(cities))
    return found


def _in_carriage_phase(table: Position) -> list[str]:
    """After the tiles: what the closed route can do for the player's next carriage."""
    if with_module(table, POWER):
        return []
    turn = table["turn"]
    upcoming = scoring.next_carriage(table, on_turn(table))
    if upcoming is None:
        return []
    if turn["closed"] >= upcoming:
        if option(table, "carriage-declinable"):
            return ["carriage", "decline"]
        return ["carriage"]
    if upcoming - turn["closed"] in [1, 2] and officials.may_use(table, "cartwright"):
        # The help of an official can always be done without, so here declining needs no option.
        return ["cartwright", "decline"]
    return []


def _in_keep_phase(table: Position) -> list[str]:
    """Every choice of three cards of the hand, provided all of them are known."""
    hand = on_turn(table)["hand"]
    if any(is_unknown(card) for card in hand):
        return []
    choices = {tuple(sorted(cards)) for cards in itertools.combinations(hand, board_of(table).kept)}
    return [" ".join(["keep", *cards]) for cards in choices]


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
        if not _stack_is_empty(table):
            _clear_route(table)
        # Otherwise the return round comes first, and the turn goes on from here after it.
    elif verb == "decline":
        officials.take_messenger(table)
        _clear_route(table)
    elif verb == "keep":
        for card in words:
            player["hand"].remove(card)
        table["discard"] += player["hand"]
        player["hand"] = words
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
    """A card goes from the hand to an end of the route, before the carriage, or in place of the whole route."""
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
    choices = _in_carriage_phase(table)
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


def _stack_is_empty(table: Position) -> bool:
    """Whether the last tile of an office has just been taken."""
    return with_module(table, HONOR) and 0 in table["offices"].values()


def _clear_route(table: Position) -> None:
    """The closed route and its horses are discarded; a hand of more than three is reduced before the turn ends."""
    player = on_turn(table)
    table["discard"] += player["route"]
    player["route"] = []
    if with_module(table, POWER):
        table["discard"] += player["horses"]
        player["horses"] = []
    if len(player["hand"]) > board_of(table).kept:
        table["turn"]["phase"] = "keep"
    else:
        _end_turn(table)


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
