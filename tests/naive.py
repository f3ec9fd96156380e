"""A second, naive set of rules of Thurn and Taxis: base game, southern board, two to four players.

Its only purpose is to disagree. It was written from the rule texts and the public contract alone, shares no
code with the package, and prefers the most literal way of saying a thing to every quicker one: whole
boards are searched, all subsets are tried, states are deep-copied. Where the package and this file differ,
one of the two has misread the rules.

Legend. A *position* is the plain dictionary of the contract. An *event* is one line of text. The *deck* has
no order and no list of its own: it is whatever the 66 cards leave once all cards in sight are taken away.
A card `?` lies in somebody's hand unseen, so it is one of the cards out of sight that is not in the deck.
"""

import copy
import itertools
from typing import Any

Position = dict[str, Any]
Player = dict[str, Any]

# ---------------------------------------------------------------------------------------------- the board

PROVINCES: dict[str, list[str]] = {
    "Baden": ["Mannheim", "Carlsruhe", "Freiburg"],
    "Württemberg": ["Stuttgart", "Ulm"],
    "Hohenzollern": ["Sigmaringen"],
    "Schweiz": ["Basel", "Zürich"],
    "Tyrol": ["Innsbruck"],
    "Baiern": ["Würzburg", "Nürnberg", "Regensburg", "Ingolstadt", "Augsburg", "München", "Passau", "Kempten"],
    "Salzburg": ["Salzburg", "Linz"],
    "Böhmen": ["Pilsen", "Budweis"],
    "Polen": ["Lodz"],
}

CITIES: list[str] = sorted(city for cities in PROVINCES.values() for city in cities)

# Each road is written once, under the end that comes first in the alphabet.
ROADS_FROM: dict[str, list[str]] = {
    "Augsburg": ["Ingolstadt", "Innsbruck", "Kempten", "München", "Ulm"],
    "Basel": ["Freiburg", "Zürich"],
    "Budweis": ["Linz", "Pilsen"],
    "Carlsruhe": ["Freiburg", "Mannheim", "Stuttgart"],
    "Freiburg": ["Sigmaringen", "Zürich"],
    "Ingolstadt": ["München", "Nürnberg", "Regensburg", "Stuttgart", "Ulm"],
    "Innsbruck": ["Kempten", "München", "Salzburg"],
    "Kempten": ["Sigmaringen", "Ulm", "Zürich"],
    "Linz": ["Passau", "Salzburg"],
    "Lodz": ["Pilsen"],
    "Mannheim": ["Stuttgart", "Würzburg"],
    "München": ["Passau", "Regensburg", "Salzburg"],
    "Nürnberg": ["Pilsen", "Regensburg", "Stuttgart", "Würzburg"],
    "Passau": ["Regensburg", "Salzburg"],
    "Pilsen": ["Regensburg"],
    "Sigmaringen": ["Stuttgart", "Ulm", "Zürich"],
    "Stuttgart": ["Ulm", "Würzburg"],
}

ROADS: list[tuple[str, str]] = [(one, other) for one, others in ROADS_FROM.items() for other in others]

# Values of the tiles, the top one first.
TILES: dict[str, list[int]] = {
    "route-5": [2, 1],
    "route-6": [3, 2, 1],
    "route-7": [4, 3, 2, 1],
    "all-provinces": [6, 5, 4, 3],
    "baiern": [5, 4, 3, 2],
    "baden": [3, 2, 1],
    "wuerttemberg-hohenzollern": [3, 2, 1],
    "schweiz-tyrol": [3, 2, 1],
    "boehmen-salzburg": [4, 3, 2],
    "game-end": [1],
}

# Which provinces have to be filled for a region tile. Polen belongs to none of them.
REGIONS: dict[str, list[str]] = {
    "baiern": ["Baiern"],
    "baden": ["Baden"],
    "wuerttemberg-hohenzollern": ["Württemberg", "Hohenzollern"],
    "schweiz-tyrol": ["Schweiz", "Tyrol"],
    "boehmen-salzburg": ["Böhmen", "Salzburg"],
}

COPIES = 3
DISPLAY_SPACES = 6
HOUSES = 20
CARRIAGE_POINTS: dict[int, int] = {3: 2, 4: 3, 5: 5, 6: 7, 7: 10}
UNKNOWN = "?"


def _edition(all_provinces: str, carrier_restart: bool, carriage_declinable: bool) -> dict[str, Any]:
    """The four options as one edition reads them; every edition reshuffles as soon as the deck is out."""
    return {
        "all-provinces": all_provinces,
        "carrier-restart": carrier_restart,
        "carriage-declinable": carriage_declinable,
        "reshuffle": "at-exhaustion",
    }


EDITIONS: dict[str, dict[str, Any]] = {
    "it-2006": _edition("outside-baiern", False, False),
    "en-yucata": _edition("every-province", True, True),
    "pl-pala": _edition("outside-baiern", False, False),
    "ja-2006": _edition("every-province", True, False),
    "it-marino": _edition("every-province", False, False),
    "fr-boisnier": _edition("outside-baiern", False, False),
}


# ------------------------------------------------------------------------------------------ public functions


def complete(position: Position) -> Position:
    """A deep copy with every key of the contract written out and every orderless list sorted.

    A key left out has its empty value; nothing is guessed from elsewhere (a missing `began_empty` is false,
    whatever the hand holds). Raises ValueError for a board, a module, an edition or an option not known here.
    """
    given = copy.deepcopy(position)
    rules = given.get("rules", {})
    edition = rules.get("edition", "en-yucata")
    modules = rules.get("modules", [])
    board = given.get("board", "south")
    if board != "south" or modules:
        raise ValueError("only the base game on the southern board is known here")
    if edition not in EDITIONS:
        raise ValueError(f"no such edition: {edition}")
    options = dict(EDITIONS[edition])
    for key, value in rules.get("options", {}).items():
        if key not in options:
            raise ValueError(f"no such option: {key}")
        options[key] = value
    turn = given.get("turn", {})
    return {
        "thurntaxis": 1,
        "board": board,
        "rules": {"edition": edition, "modules": modules, "options": options},
        "players": [
            {
                "name": player.get("name", ""),
                "hand": sorted(player.get("hand", [])),
                "route": player.get("route", []),
                "houses": sorted(player.get("houses", [])),
                "carriage": player.get("carriage"),
                "tiles": sorted(player.get("tiles", [])),
            }
            for player in given["players"]
        ],
        "display": sorted(given.get("display", [])),
        "discard": sorted(given.get("discard", [])),
        "start": given.get("start", 0),
        "turn": {
            "player": turn.get("player", 0),
            "phase": turn.get("phase", "draw"),
            "official": turn.get("official"),
            "drawn": turn.get("drawn", 0),
            "played": turn.get("played", 0),
            "began_empty": turn.get("began_empty", False),
            "closed": turn.get("closed", 0),
            "pending": turn.get("pending", []),
        },
        "ender": given.get("ender"),
    }


def events(position: Position) -> list[str]:
    """Every event possible here, sorted by code point; none at all when the game is over."""
    table = complete(position)
    phase = table["turn"]["phase"]
    if phase == "over":
        return []
    if table["turn"]["pending"]:
        return sorted(_chance(table))
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


def perft(position: Position, depth: int) -> int:
    """The number of different sequences of `depth` events from here."""
    if depth == 0:
        return 1
    possible = events(position)
    if depth == 1:
        return len(possible)
    return sum(perft(_after(position, event), depth - 1) for event in possible)


def scores(position: Position) -> list[int]:
    """Each player's points: highest carriage, plus tiles, minus the houses not placed."""
    points = []
    for player in complete(position)["players"]:
        total = 0
        if player["carriage"] is not None:
            total += CARRIAGE_POINTS[player["carriage"]]
        for tile in player["tiles"]:
            total += int(tile.split()[1])
        total -= HOUSES - len(player["houses"])
        points.append(total)
    return points


def winner(position: Position) -> int | None:
    """The index of the winner, or None while the game is not over.

    Of several players with the most points the holder of the game-end tile wins, and where the holder is not
    one of them, the first of them met on the way round the table from the holder, clockwise.
    """
    table = complete(position)
    if table["turn"]["phase"] != "over":
        return None
    points = scores(table)
    seat: int = table["ender"]
    while points[seat] != max(points):
        seat = (seat + 1) % len(points)
    return seat


def recount(position: Position) -> dict[str, Any]:
    """All pieces counted afresh.

    `shown`, `unknown`, `deck`: cards in sight, unseen cards in hands, cards of the deck; `cards`: their sum;
    `tiles_held`, `tiles_left`, `tiles`: the same for tiles; `houses`: houses on the board, by player;
    `faults`: what no game can bring about, in words (an empty list is what one hopes for).
    """
    table = complete(position)
    faults = []
    in_sight = _cards_in_sight(table)
    for card in sorted(set(in_sight)):
        if card not in CITIES:
            faults.append(f"no such card: {card}")
        if in_sight.count(card) > COPIES:
            faults.append(f"{in_sight.count(card)} cards of {card}")
    deck = _deck_size(table)
    if deck < 0:
        faults.append("more unknown cards than cards out of sight")
    held = [tile for player in table["players"] for tile in player["tiles"]]
    printed = [f"{stack} {value}" for stack, values in TILES.items() for value in values]
    for tile in sorted(set(held)):
        if held.count(tile) > printed.count(tile):
            faults.append(f"{held.count(tile)} tiles {tile}")
    left = sum(len(_values_left(table, stack)) for stack in TILES)
    for player in table["players"]:
        if len(player["houses"]) > HOUSES or len(set(player["houses"])) < len(player["houses"]):
            faults.append(f"houses: {player['houses']}")
        for here, there in itertools.pairwise(player["route"]):
            if not _road(here, there):
                faults.append(f"no road: {here}, {there}")
        if len(set(player["route"])) < len(player["route"]):
            faults.append(f"a city twice in the route: {player['route']}")
        for stack in [*REGIONS, "all-provinces", "game-end"]:
            if len(_tiles_of_stack(player, stack)) > 1:
                faults.append(f"more than one tile of {stack}")
    if (table["ender"] is None) != ("game-end 1" not in held):
        faults.append("ender and the game-end tile disagree")
    return {
        "cards": len(in_sight) + _unknown_cards(table) + deck,
        "shown": len(in_sight),
        "unknown": _unknown_cards(table),
        "deck": deck,
        "tiles": len(held) + left,
        "tiles_held": len(held),
        "tiles_left": left,
        "houses": [len(player["houses"]) for player in table["players"]],
        "faults": faults,
    }


# ----------------------------------------------------------------------------------- looking at the table


def _on_turn(table: Position) -> Player:
    """The player whose turn it is."""
    player: Player = table["players"][table["turn"]["player"]]
    return player


def _cards_in_sight(table: Position) -> list[str]:
    """Every card whose name the position gives, wherever it lies."""
    cards: list[str] = [*table["display"], *table["discard"]]
    for player in table["players"]:
        cards += player["route"]
        cards += [card for card in player["hand"] if card != UNKNOWN]
    return cards


def _unknown_cards(table: Position) -> int:
    """The number of unseen cards in all hands."""
    return sum(player["hand"].count(UNKNOWN) for player in table["players"])


def _out_of_sight(table: Position) -> list[str]:
    """The cards the position does not show: those of the deck and the unknown ones of the hands together."""
    cards = [city for city in CITIES for _ in range(COPIES)]
    for card in _cards_in_sight(table):
        if card in cards:
            cards.remove(card)
    return cards


def _deck_size(table: Position) -> int:
    """The number of cards in the deck."""
    return len(_out_of_sight(table)) - _unknown_cards(table)


def _blind_card_can_be_had(table: Position) -> bool:
    """Whether there is a card in the deck, or discards to make a deck of."""
    return _deck_size(table) > 0 or len(table["discard"]) > 0


def _card_can_be_had(table: Position) -> bool:
    """Whether there is any card at all that a player could draw."""
    return len(table["display"]) > 0 or _blind_card_can_be_had(table)


def _province(city: str) -> str:
    """The province a city lies in."""
    for province, cities in PROVINCES.items():
        if city in cities:
            return province
    raise ValueError(f"no such city: {city}")


def _road(one: str, other: str) -> bool:
    """Whether a road joins two cities directly."""
    return (one, other) in ROADS or (other, one) in ROADS


def _tiles_of_stack(player: Player, stack: str) -> list[str]:
    """The tiles of one stack that a player holds."""
    return [tile for tile in player["tiles"] if tile.split()[0] == stack]


def _values_left(table: Position, stack: str) -> list[int]:
    """The values still lying in a stack: all that nobody holds, the top one first."""
    held = [tile for player in table["players"] for tile in player["tiles"]]
    return [value for value in TILES[stack] if f"{stack} {value}" not in held]


# ------------------------------------------------------------------------------------- what is possible


def _chance(table: Position) -> list[str]:
    """The next reveal may be any card out of sight, provided the deck has one."""
    if _deck_size(table) <= 0:
        return []
    unseen = _out_of_sight(table)
    return [f"deal {city}" for city in CITIES if city in unseen]


def _draws(table: Position, verb: str) -> list[str]:
    """All ways to take one card into the hand, under the given verb."""
    found = [f"{verb} {city}" for city in CITIES if city in table["display"]]
    if _blind_card_can_be_had(table):
        found.append(f"{verb} deck")
    return found


def _lays(table: Position, verb: str, may_start: bool) -> list[str]:
    """All ways to lay one known card of the hand on the table: every city, at every end, and on its own."""
    player = _on_turn(table)
    found = []
    for city in CITIES:
        if city not in player["hand"]:
            continue
        for end in ["right", "left"]:
            if _fits(player["route"], city, end):
                found.append(f"{verb} {city} {end}")
        if may_start:
            found.append(f"{verb} {city} start")
    return found


def _fits(route: list[str], city: str, end: str) -> bool:
    """Whether a city may be added at one end of a route. A single city is only built on to the right."""
    if not route or city in route:
        return False
    if end == "left" and len(route) == 1:
        return False
    return _road(route[-1] if end == "right" else route[0], city)


def _in_draw_phase(table: Position) -> list[str]:
    """From the start of the turn until a card is played."""
    turn = table["turn"]
    player = _on_turn(table)
    found = []
    if turn["drawn"] == 0:
        if _card_can_be_had(table):
            # The first card has to be taken before anything is played.
            found += _draws(table, "draw")
            if turn["official"] is None and not turn["began_empty"] and table["display"]:
                found.append("administrator")
            return found
        if not player["hand"]:
            # Nothing to take, nothing to play: the turn can only be passed on.
            return ["end"]
    if turn["drawn"] == 1 and turn["official"] is None:
        found += _draws(table, "postmaster")
        if turn["began_empty"] and _card_can_be_had(table):
            # The second card is a must, so nothing is played yet.
            return found
    return found + _lays(table, "play", may_start=True)


def _in_play_phase(table: Position) -> list[str]:
    """From the first card played until the route is closed or the turn ended."""
    turn = table["turn"]
    player = _on_turn(table)
    found = ["end"]
    if turn["played"] == 1 and turn["official"] is None:
        restart = table["rules"]["options"]["carrier-restart"] or not player["route"]
        found += _lays(table, "carrier", may_start=restart)
    if len(player["route"]) >= 3:
        for houses in _house_sets(player):
            found.append(" ".join(["close", *houses]))
    return found


def _house_sets(player: Player) -> list[list[str]]:
    """Every set of cities that may get houses on closing, each sorted: all subsets of the route are tried."""
    found = []
    for size in range(len(player["route"]) + 1):
        for cities in itertools.combinations(sorted(player["route"]), size):
            if any(city in player["houses"] for city in cities):
                continue
            if len(cities) + len(player["houses"]) > HOUSES:
                continue
            provinces = [_province(city) for city in cities]
            first_way = all(provinces.count(province) <= 1 for province in provinces)
            second_way = len(set(provinces)) <= 1
            if first_way or second_way:
                found.append(list(cities))
    return found


def _in_carriage_phase(table: Position) -> list[str]:
    """After the tiles: what the closed route can do for the player's next carriage."""
    turn = table["turn"]
    upcoming = _next_carriage(_on_turn(table))
    if upcoming is None:
        return []
    if turn["closed"] >= upcoming:
        if table["rules"]["options"]["carriage-declinable"]:
            return ["carriage", "decline"]
        return ["carriage"]
    if upcoming - turn["closed"] in [1, 2] and turn["official"] is None:
        # The help of an official can always be done without, so here declining needs no option.
        return ["cartwright", "decline"]
    return []


def _next_carriage(player: Player) -> int | None:
    """The lowest carriage the player has not got, or None after the seventh."""
    for number in CARRIAGE_POINTS:
        if player["carriage"] is None or number > player["carriage"]:
            return number
    return None


def _in_keep_phase(table: Position) -> list[str]:
    """Every choice of three cards of the hand, provided all of them are known."""
    hand = _on_turn(table)["hand"]
    if UNKNOWN in hand:
        return []
    choices = {tuple(sorted(cards)) for cards in itertools.combinations(hand, 3)}
    return [" ".join(["keep", *cards]) for cards in choices]


# ----------------------------------------------------------------------------------------- what happens


def _after(position: Position, event: str) -> Position:
    """The complete position after an event that is known to be possible."""
    table = complete(position)
    turn = table["turn"]
    player = _on_turn(table)
    verb, *words = event.split()
    if verb == "deal":
        space = turn["pending"].pop(0)
        if space == "hand":
            player["hand"].append(words[0])
        else:
            table["display"].append(words[0])
    elif verb == "administrator":
        turn["official"] = "administrator"
        table["discard"] += table["display"]
        table["display"] = []
        turn["pending"] = ["display"] * DISPLAY_SPACES
    elif verb in ["draw", "postmaster"]:
        if verb == "postmaster":
            turn["official"] = "postmaster"
        turn["drawn"] += 1
        if words[0] == "deck":
            turn["pending"] = ["hand"]
        else:
            table["display"].remove(words[0])
            player["hand"].append(words[0])
            turn["pending"] = ["display"]
    elif verb in ["play", "carrier"]:
        if verb == "carrier":
            turn["official"] = "carrier"
        turn["played"] += 1
        turn["phase"] = "play"
        _lay(table, words[0], words[1])
    elif verb == "close":
        _close(table, words)
    elif verb == "carriage":
        _take_carriage(table)
        _clear_route(table)
    elif verb == "cartwright":
        turn["official"] = "cartwright"
        _take_carriage(table)
        _clear_route(table)
    elif verb == "decline":
        _clear_route(table)
    elif verb == "keep":
        for card in words:
            player["hand"].remove(card)
        table["discard"] += player["hand"]
        player["hand"] = words
        _end_turn(table)
    elif verb == "end":
        _end_turn(table)
    else:
        raise ValueError(f"no such event: {event}")
    _settle(table)
    return complete(table)


def _lay(table: Position, city: str, where: str) -> None:
    """A card goes from the hand to an end of the route, or takes the place of the whole route."""
    player = _on_turn(table)
    player["hand"].remove(city)
    if where == "right":
        player["route"] = [*player["route"], city]
    elif where == "left":
        player["route"] = [city, *player["route"]]
    else:
        table["discard"] += player["route"]
        player["route"] = [city]


def _close(table: Position, houses: list[str]) -> None:
    """Houses, then tiles, then whatever comes of the carriage."""
    turn = table["turn"]
    player = _on_turn(table)
    turn["closed"] = len(player["route"])
    player["houses"] += houses
    _take_tiles(table)
    if houses and len(player["houses"]) == HOUSES:
        _take_end_of_game(table)
    choices = _in_carriage_phase(table)
    if choices == ["carriage"]:
        # A choice of one is no choice: the carriage is handed over without an event.
        _take_carriage(table)
        choices = []
    if choices:
        # The route stays on the table until the matter of the carriage is settled.
        turn["phase"] = "carriage"
    else:
        _clear_route(table)


def _take_tiles(table: Position) -> None:
    """Tiles for the length of the route, for full regions, and for a presence in all provinces."""
    player = _on_turn(table)
    # One tile at most for the length: an empty stack passes the claim down to the next shorter one.
    for length in [7, 6, 5]:
        if table["turn"]["closed"] >= length and _values_left(table, f"route-{length}"):
            _take_top_tile(table, f"route-{length}")
            break
    # What counts is the houses standing now, whenever they were built.
    for stack, provinces in REGIONS.items():
        full = all(city in player["houses"] for province in provinces for city in PROVINCES[province])
        if full and not _tiles_of_stack(player, stack):
            _take_top_tile(table, stack)
    needed = list(PROVINCES)
    if table["rules"]["options"]["all-provinces"] == "outside-baiern":
        needed.remove("Baiern")
    present = [_province(city) for city in player["houses"]]
    if all(province in present for province in needed) and not _tiles_of_stack(player, "all-provinces"):
        _take_top_tile(table, "all-provinces")


def _take_top_tile(table: Position, stack: str) -> None:
    """The player on turn gets the top tile of a stack, or nothing if the stack is empty."""
    left = _values_left(table, stack)
    if left:
        _on_turn(table)["tiles"].append(f"{stack} {left[0]}")


def _take_end_of_game(table: Position) -> None:
    """The first player to bring the end about takes the game-end tile; later ones get nothing."""
    if table["ender"] is None:
        table["ender"] = table["turn"]["player"]
        _take_top_tile(table, "game-end")


def _take_carriage(table: Position) -> None:
    """The player on turn moves up to the next carriage, which may be the seventh."""
    player = _on_turn(table)
    player["carriage"] = _next_carriage(player)
    if player["carriage"] == 7:
        _take_end_of_game(table)


def _clear_route(table: Position) -> None:
    """The closed route is discarded; a hand of more than three has to be reduced before the turn ends."""
    player = _on_turn(table)
    table["discard"] += player["route"]
    player["route"] = []
    if len(player["hand"]) > 3:
        table["turn"]["phase"] = "keep"
    else:
        _end_turn(table)


def _end_turn(table: Position) -> None:
    """The next player begins, or the game is over once the round in which it was ended is complete."""
    mover = table["turn"]["player"]
    seats = len(table["players"])
    last = (table["start"] - 1) % seats
    if table["ender"] is not None and mover == last:
        player, phase, began_empty = mover, "over", False
    else:
        player, phase = (mover + 1) % seats, "draw"
        began_empty = not table["players"][player]["hand"]
    table["turn"] = {
        "player": player,
        "phase": phase,
        "official": None,
        "drawn": 0,
        "played": 0,
        "began_empty": began_empty,
        "closed": 0,
        "pending": [],
    }


def _settle(table: Position) -> None:
    """After every event: discards become the deck if they have to, and reveals nobody can make are dropped.

    No card is moved to make a deck: a card that is neither shown nor in a hand is in it by definition.
    """
    turn = table["turn"]
    at_once = table["rules"]["options"]["reshuffle"] == "at-exhaustion"
    if _deck_size(table) == 0 and (at_once or turn["pending"]):
        table["discard"] = []
    if _deck_size(table) == 0:
        turn["pending"] = []
