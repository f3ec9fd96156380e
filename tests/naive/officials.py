"""The naive rules of the officials: who may be asked, for how many letters, and whose tile is taken."""

from naive.table import HONOR, MESSENGER, POWER, Position, on_turn, with_module


def used(table: Position) -> list[str]:
    """The officials used this turn, in order."""
    if with_module(table, MESSENGER):
        officials: list[str] = table["turn"]["officials"]
        return officials
    official = table["turn"]["official"]
    return [] if official is None else [official]


def price(table: Position, official: str) -> int:
    """How many letters an official costs now: one of the turn is free, two letters for each of the others.

    In a turn begun with an empty hand the postmaster is the free one, whoever comes first. To the holder of the
    messenger the others cost one letter.
    """
    if table["turn"]["began_empty"] and official == "postmaster":
        return 0
    if not table["turn"]["began_empty"] and not used(table):
        return 0
    return 1 if table.get("messenger") == table["turn"]["player"] else 2


def may_use(table: Position, official: str) -> bool:
    """Whether the player on turn may have the help of an official, as far as the others used are concerned."""
    if with_module(table, MESSENGER):
        usable: int = on_turn(table)["letters_usable"]
        return official not in used(table) and price(table, official) <= usable
    return used(table) == []


def use(table: Position, official: str) -> None:
    """The official is used: letters are paid, and the office tile taken."""
    player = on_turn(table)
    if with_module(table, MESSENGER):
        paid = price(table, official)
        player["letters"] -= paid
        player["letters_usable"] -= paid
        table["turn"]["officials"] = [*table["turn"]["officials"], official]
    else:
        table["turn"]["official"] = official
    if with_module(table, HONOR) and table["offices"].get(official, 0) > 0:
        table["offices"][official] -= 1
        player["offices"].append(official)


def take_messenger(table: Position) -> None:
    """Who closes a route and receives no carriage takes the messenger; beside horses there is none."""
    if with_module(table, MESSENGER) and not with_module(table, POWER):
        table["messenger"] = table["turn"]["player"]


def refresh_letters(table: Position) -> None:
    """In a new turn every letter is one that was owned before it."""
    if with_module(table, MESSENGER):
        for player in table["players"]:
            player["letters_usable"] = player["letters"]
