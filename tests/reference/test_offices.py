"""Offices of Honor: office tiles, the rounds in which they are returned, and what that brings."""

from pathlib import Path
from typing import Any

import pytest

import thurntaxis as tt
from support.base_tables import rest
from support.golden import check
from support.tables import OFFICES, after, ruling, table
from thurntaxis.modules.offices.office_tiles import chips_left, offices_left, take_office

A, P, C, W = "administrator", "postmaster", "carrier", "cartwright"


def game(*players: dict[str, Any], **keys: Any) -> tt.Position:
    """Return a table; players without a hand have one card."""
    cards = ("Augsburg", "Basel", "Kempten", "Mannheim")
    seats = [{"hand": [card], **player} for player, card in zip(players, cards, strict=False)]
    return table(*seats, modules=(OFFICES, *keys.pop("more", ())), **keys)


# ---- tiles


@pytest.mark.parametrize(("players", "numbers"), [(2, (3, 4, 4, 2)), (3, (5, 6, 6, 3)), (4, (6, 8, 8, 4))])
def test_stacks_fit_the_number_of_players(players: int, numbers: tuple[int, ...]) -> None:
    position = tt.undealt(players, modules=[OFFICES])
    assert offices_left(position) == dict(zip((A, P, C, W), numbers, strict=True))
    assert chips_left(position) == 12


def test_an_official_without_office_tiles_gives_none() -> None:
    position, notes = tt.new(2, seed=1, modules=[OFFICES]), list[object]()
    assert take_office(position, "herald", lambda *said, **facts: notes.append((said, facts))) is position
    assert notes == []


# ---- a round begins

RENEW = ["deal Ulm", "deal Ulm", "deal Linz", "deal Lodz", "deal Mannheim", "deal Pilsen"]


def last_administrator(hers: list[str], his: list[str], **keys: Any) -> tt.Position:
    """Return a round that Anna has begun by taking the last of three tiles; what the two have besides is given."""
    position = game(
        {**keys.pop("anna", {}), "offices": [A, *hers]}, {**keys.pop("ben", {}), "offices": [A, *his]}, **keys
    )
    return after(position, "administrator", *RENEW)


BEGUN = game({"offices": [A]}, {"offices": [A]}).play("administrator")
ROUND = last_administrator([], [])
REWARDED = after(last_administrator([], [C]), "return administrator", "return administrator carrier")
"""Ben has returned two tiles, and may draw a card."""


def test_what_the_rules_say_about_office_tiles() -> None:
    check(Path(__file__).parent / "rulings" / "offices.txt", lambda case: ruling(*eval(f"({case})", globals())))


# ---- the tiles


@pytest.mark.parametrize(
    ("event", "message"),
    [
        ("return mayor", 'unknown office "mayor"'),
        ("honor me", 'unknown move "honor me"'),
        ("honor draw", r"; expected honor draw CITY or honor draw deck$"),
    ],
)
def test_events_of_rounds_are_read(event: str, message: str) -> None:
    position = last_administrator([P, C], [])
    assert str(position.parse("Return POSTMASTER carrier")) == "return carrier postmaster"
    with pytest.raises(tt.EventError, match=message):
        position.parse(event)


def test_rounds_are_a_step_of_their_own_after_the_carriage() -> None:
    names = [step.name for step in ROUND.rules.steps]
    assert names == ["draw", "play", "close", "carriage", "offices", "discard", "end"]
    assert (ROUND.decider, ROUND.play("return administrator").decider) == (0, 1)


# ---- two tiles: a card


def round_of_two(first: dict[str, Any], second: dict[str, Any], **keys: Any) -> tt.Position:
    """Return a round that the second player's carrier has begun; both have played a card."""
    turn = {"player": 1, "official": C, "played": 2}
    return game(first, second, phase="play", turn=turn, returning={"order": [1, 0], "office": C}, **keys)


def short_of_cards(*display: str) -> tt.Position:
    """Return a round in which all cards are in hand or on display."""
    return round_of_two(
        {"hand": rest("Ulm", "Augsburg", "Mannheim", *display), "offices": [C, C, A]},
        {"hand": ["Mannheim"], "route": ["Ulm", "Augsburg"], "offices": [C, C, P]},
        display=list(display),
    )


# ---- three tiles: a chip


WITHOUT_CHIPS = last_administrator([P, C], [], anna={"chips": 5}, ben={"chips": 7})


# ---- four tiles: a house


ALL_FOUR = "return administrator carrier cartwright postmaster"

HOUSE = last_administrator([P, C, W], [], anna={"houses": ["Freiburg", "Mannheim"], "tiles": []}).play(ALL_FOUR)
"""Anna has returned four tiles, and may place a house."""


CITIES = [city.name for city in tt.board("south").cities]


WITHOUT_HOUSES = last_administrator(
    [P, C, W], [], anna={"houses": CITIES[:20]}, ben={"tiles": ["game-end 1"]}, start=1, ender=1
)


# ---- the cartwright, whose help ends the closing

LONG = ["Carlsruhe", "Stuttgart", "Nürnberg", "Regensburg"]


def last_cartwright(hand: list[str], **anna: Any) -> tt.Position:
    """Return a table on which Anna can take the last tile of the cartwright."""
    player = {"route": LONG, "carriage": 5, "hand": hand, "offices": [P], **anna}
    return game(player, {"offices": [W], "hand": ["Mannheim"]}, phase="play").play("close")


# ---- the final round

ENDED = {"tiles": ["game-end 1"]}


def last_turn(*players: dict[str, Any], final_return: str = "yucata", **keys: Any) -> tt.Position:
    """Return the end of the last player's last turn, the first player having brought about the end."""
    first, *others = players
    return game(
        {**ENDED, **first},
        *others[:-1],
        {"route": ["Ulm"], **others[-1]},
        phase="play",
        turn={"player": len(players) - 1},
        ender=0,
        options={"final-return": final_return},
        **keys,
    )


THREE = [A, P, C]


def everybody_can_return(final_return: str) -> tt.Position:
    return last_turn(*({"offices": THREE},) * 3, final_return=final_return)


@pytest.mark.parametrize("edition", tt.EDITIONS)
def test_only_yucata_goes_backwards(edition: str) -> None:
    expected = "yucata" if edition == "en-yucata" else "clockwise"
    assert tt.rule_set(edition=edition, modules=[OFFICES]).options["final-return"] == expected


# ---- the printed examples

NAMES = ("Anna", "Ben", "Carl", "Dave")


def four(turn: int) -> tt.Position:
    """Return a table of four on which the player on turn can take the last of six tiles; Carl can return four."""
    tiles = [[A], [A, A], [A, P, C, W], [A]]
    players = [
        {"name": name, "offices": own, "hand": [card], **({"houses": CITIES[:19]} if name == "Carl" else {})}
        for name, own, card in zip(NAMES, tiles, ("Augsburg", "Basel", "Kempten", "Zürich"), strict=True)
    ]
    position = table(*players, modules=(OFFICES,), turn={"player": turn})
    return after(position, "administrator", *RENEW)


def carls_house(position: tt.Position) -> tt.Position:
    """Return the position after the round, in which Carl places his last house and the others return one tile."""
    while position.returning is not None:
        if position.players[position.decider].name == "Carl":
            position = position.play(ALL_FOUR)
            position = position.play(f"honor house {CITIES[20]}")
        else:
            position = position.play("return administrator")
    return position


def quick_turn(position: tt.Position) -> tt.Position:
    """Return the position after the shortest rest of this turn."""
    player = position.turn.player
    while position.turn.player == player and not position.is_over and position.returning is None:
        events = list(position.events())
        ends = [event for event in events if event.verb == "end"]
        starts = [event for event in events if event[-1] == "start" and event.verb == "play"]
        position = position.play((ends or starts or events)[0])
    return position


def test_example_9a_the_third_and_the_fourth_have_their_last_turns() -> None:
    position = carls_house(four(1))
    assert (position.ender, position.turn.player, position.turn.phase) == (2, 1, "draw")
    turns = []
    while not position.is_over:
        turns.append(NAMES[position.turn.player])
        position = quick_turn(position)
    assert turns == ["Ben", "Carl", "Dave"]


def test_example_9b_the_game_ends_with_the_turn_of_the_fourth() -> None:
    position = carls_house(four(3))
    assert (position.ender, position.turn.player, position.is_over) == (2, 3, False)
    position = quick_turn(position)
    assert position.is_over
