"""Changes of a position that random play has met, to show what play seldom brings."""

from collections.abc import Callable

from naive.table import (
    Position,
    backs_are_seen,
    board_of,
    horseshoes,
    on_turn,
    out_of_sight,
)

Change = Callable[[Position], Position]


def hide(p: Position) -> Position:
    """As the player on turn sees it: the others' hands are unknown, but for the backs where they are seen."""
    for seat, player in enumerate(p["players"]):
        if seat != p["turn"]["player"]:
            player["hand"] = [unknown(p, card) for card in player["hand"]]
    return p


def hide_own(p: Position) -> Position:
    """One card of the player on turn unknown."""
    cards = on_turn(p)["hand"]
    cards[0] = unknown(p, cards[0])
    return p


def unknown(p: Position, card: str) -> str:
    return f"?/{horseshoes(p, card)}" if backs_are_seen(p) else "?"


def drain(left: int) -> Change:
    """All but some cards of the deck in the next player's hand, and no discards."""

    def drained(p: Position) -> Position:
        unseen = out_of_sight(p)
        back = p.get("deck_back")
        kept = [card for card in unseen if back is None or horseshoes(p, card) == back][:left]
        for card in kept:
            unseen.remove(card)
        neighbour = p["players"][(p["turn"]["player"] + 1) % len(p["players"])]
        neighbour["hand"] += [*unseen, *p["discard"]]
        p["discard"] = []
        if not left and "deck_back" in p:
            p["deck_back"] = None
        return p

    return drained


def no_card_anywhere(p: Position) -> Position:
    p = drain(0)(p)
    p["players"][(p["turn"]["player"] + 1) % len(p["players"])]["hand"] += p["display"]
    p["display"] = []
    return p


def all_kinds(p: Position) -> Position:
    """The first player of the return round gets the kinds of tiles that are missing, from the stacks or from others."""
    returning = p["returning"]
    first = p["players"][returning["order"][0]]
    for office in p["offices"]:
        if office in first["offices"]:
            continue
        if p["offices"][office] > 0 and office != returning["office"]:
            p["offices"][office] -= 1
        else:
            giver = next(player for player in p["players"] if office in player["offices"])
            giver["offices"].remove(office)
        first["offices"].append(office)
    returning["order"] = [seat for seat in returning["order"] if p["players"][seat]["offices"]]
    return p


def one_house_missing(p: Position) -> Position:
    """All kinds of tiles for the first of the return round, and a single house left to place."""
    p = all_kinds(p)
    first = p["players"][p["returning"]["order"][0]]
    letters = p.get("letters", [])
    empty = [city for city in board_of(p).cities if city not in first["houses"]]
    empty.sort(key=lambda city: city in letters)
    first["houses"] += empty[: 19 - len(first["houses"])]
    if "letters" in p:
        p["letters"] = [city for city in p["letters"] if city not in first["houses"]]
    return p


def no_chips(p: Position) -> Position:
    p = all_kinds(p)
    p["players"][p["turn"]["player"]]["chips"] += p["chips"]
    p["chips"] = 0
    return p


def letters(number: int) -> Change:
    """The player on turn has this many letters, all of them usable."""

    def lettered(p: Position) -> Position:
        on_turn(p)["letters"] = on_turn(p)["letters_usable"] = number
        return p

    return lettered


def last_carriage(p: Position) -> Position:
    """The player on turn has taken the last carriage, and so the tile for the end of the game."""
    on_turn(p)["carriage"] = 7
    on_turn(p)["tiles"].append("game-end 1")
    p["ender"] = p["turn"]["player"]
    return p


def last_of(office: str) -> Change:
    """One tile is left in the stack of an office, the others lie with the player on turn."""

    def left(p: Position) -> Position:
        on_turn(p)["offices"] += [office] * (p["offices"][office] - 1)
        p["offices"][office] = 1
        return p

    return left


def many_kinds(p: Position, seats: int = 4) -> Position:
    """The first players get the kinds of tiles that they lack, as long as the stacks last."""
    for player in p["players"][:seats]:
        for office, left in p["offices"].items():
            if office not in player["offices"] and left > 1:
                p["offices"][office] -= 1
                player["offices"].append(office)
    return p


def edition(name: str) -> Change:
    """The same table by the readings of an edition."""

    def read(p: Position) -> Position:
        p["rules"] = {"edition": name, "modules": p["rules"]["modules"]}
        return p

    return read


def as_second_actor(p: Position) -> Position:
    """The player on turn has acted already in this round."""
    returning = p["returning"]
    returning["order"] = returning["order"][1:]
    return all_kinds(p)
