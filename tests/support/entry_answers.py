"""Answers to the questions of `enter`, and what they enter."""

import thurntaxis as tt
from support.command_line import Answer, taxis

ANSWERS = {
    "board": "",
    "rules.modules": "",
    "rules.edition": "",
    "players": "Anna Ben Cleo",
    "players[0].houses": "bas frei mann",
    "players[0].route": "ul au ing",
    "players[0].hand": "pas reg",
    "players[0].carriage": "3",
    "players[0].tiles": "5 2",
    "players[1].houses": "linz salz",
    "players[1].route": "",
    "players[1].hand": "4",
    "players[1].carriage": "3",
    "players[1].tiles": "",
    "players[2].houses": "zur",
    "players[2].route": "lodz pil",
    "players[2].hand": "? ? ulm",
    "players[2].carriage": "",
    "players[2].tiles": "",
    "display": "bud fr lo lo pas wü",
    "deck": "40",
    "discard": "mun mun nur kem",
    "turn.player": "",
    "turn.stage": "1",
}
"""The answers for a game of three in the middle, at the start of Anna's turn, by the key of the question."""

MIDGAME = tuple(ANSWERS.values())


def enter(*answers: str, words: tuple[object, ...] = ()) -> Answer:
    """Enter a position with these answers."""
    return taxis("enter", *words, stdin="".join(f"{answer}\n" for answer in answers).encode())


def entered(**changed: str) -> tt.Position:
    """Return the position that is entered with some answers changed."""
    return tt.Position.from_line(enter(*(ANSWERS | changed).values(), "").lines[0])
