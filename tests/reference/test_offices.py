"""Offices of Honor: office tiles, the rounds in which they are returned, and what that brings."""

from pathlib import Path
from typing import Any

import pytest

import thurntaxis as tt
from support.base_tables import rest
from support.golden import check
from support.tables import MESSENGER, OFFICES, after, events, ruling, table
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


def test_whoever_uses_an_official_takes_its_tile() -> None:
    position = game({"route": ["Stuttgart"], "hand": ["Ulm"]}, {}, turn={"drawn": 1})
    assert position.play("postmaster Linz").mover.offices == (P,)
    position = game({"route": ["Stuttgart"], "hand": ["Ulm"], "offices": [P]}, {}, phase="play")
    assert position.play("carrier Ulm right").mover.offices == (C, P)


def test_an_official_without_office_tiles_gives_none() -> None:
    position, notes = tt.new(2, seed=1, modules=[OFFICES]), list[object]()
    assert take_office(position, "herald", lambda *said, **facts: notes.append((said, facts))) is position
    assert notes == []


def test_stacks_count_what_players_have() -> None:
    position = game({"offices": [A, A, W]}, {"offices": [A]}, {})
    assert offices_left(position) == {A: 2, P: 6, C: 6, W: 2}


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


def test_round_begins_when_the_reveals_are_done_in_the_middle_of_the_turn() -> None:
    position = BEGUN
    for deal in RENEW:
        assert (position.is_chance, position.returning) == (True, None)
        position = position.play(deal)
    assert position.returning == tt.Returning((0, 1), A)
    assert position.turn.phase == "draw"
    position = position.play("return administrator")
    assert (position.decider, position.turn.player) == (1, 0)
    position = position.play("return administrator")
    assert position.returning is None
    assert position.why_not("draw Ulm") == ()


def test_players_without_tiles_are_passed_over() -> None:
    position = game({"offices": [A, A]}, {}, {"offices": [A, A, P]})
    position = after(position, "administrator", *RENEW)
    assert position.returning == tt.Returning((0, 2), A)


def test_round_goes_clockwise_from_the_player_on_turn() -> None:
    players = [{"offices": [A]}, {"offices": [A]}, {"offices": [A]}, {"offices": [A, A]}]
    position = game(*players, turn={"player": 2})
    position = after(position, "administrator", *RENEW)
    assert position.returning is not None
    assert position.returning.order == (2, 3, 0, 1)


def test_stack_that_stays_empty_brings_another_complete_round() -> None:
    position = last_administrator([P, P], [C])
    position = after(position, "return postmaster", "return carrier")
    assert position.returning == tt.Returning((0, 1), A)
    position = last_administrator([P], [C, C])
    position = after(position, *["return postmaster", "return carrier"], *["return administrator"] * 2)
    assert position.returning is None
    assert offices_left(position)[A] == 2


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


def test_two_tiles_bring_a_card_from_the_display() -> None:
    assert REWARDED.returning == tt.Returning((1,), A, reward="draw")
    position = REWARDED.play("honor draw Ulm")
    assert position.players[1].hand == ("Basel", "Ulm")
    assert (position.is_chance, position.turn.pending, position.turn.drawn) == (True, ("display",), 0)
    position = position.play("deal Regensburg")
    assert (position.returning, position.decider) == (None, 0)
    assert position.mover.hand == ("Augsburg",)


def test_two_tiles_bring_a_card_from_the_deck() -> None:
    position = REWARDED.play("honor draw deck")
    assert position.turn.pending == ("hand",)
    assert position.returning == tt.Returning((1,), A, reward="drawn")
    position = position.play("deal Regensburg")
    assert position.players[1].hand == ("Basel", "Regensburg")
    assert position.returning is None


def test_card_can_be_declined() -> None:
    assert REWARDED.play("honor pass").returning is None


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


def test_without_a_card_anywhere_two_tiles_bring_nothing() -> None:
    position = short_of_cards().play("return carrier postmaster")
    assert (position.decider, position.returning) == (0, tt.Returning((0,), C))


def test_short_display_is_not_refilled_without_a_deck() -> None:
    position = after(short_of_cards("Linz", "Lodz"), "return carrier postmaster", "honor draw Linz")
    assert position.display == ("Lodz",)
    assert position.returning == tt.Returning((0,), C)


# ---- three tiles: a chip


def test_three_tiles_bring_a_chip_that_scores_one_point() -> None:
    position = last_administrator([P, C], []).play("return administrator carrier postmaster")
    assert (position.players[0].chips, chips_left(position)) == (1, 11)
    assert position.scores() == (-19, -20)


WITHOUT_CHIPS = last_administrator([P, C], [], anna={"chips": 5}, ben={"chips": 7})


def test_without_chips_three_tiles_bring_nothing() -> None:
    assert WITHOUT_CHIPS.play("return administrator carrier postmaster").players[0].chips == 5


# ---- four tiles: a house


ALL_FOUR = "return administrator carrier cartwright postmaster"

HOUSE = last_administrator([P, C, W], [], anna={"houses": ["Freiburg", "Mannheim"], "tiles": []}).play(ALL_FOUR)
"""Anna has returned four tiles, and may place a house."""


def test_four_tiles_bring_a_house_anywhere() -> None:
    assert HOUSE.returning == tt.Returning((0, 1), A, reward="house")
    free = sorted(city.name for city in tt.board("south").cities if city.name not in ("Freiburg", "Mannheim"))
    assert [str(event) for event in HOUSE.events()] == [*(f"honor house {city}" for city in free), "honor pass"]
    position = HOUSE.play("honor house Carlsruhe")
    assert position.players[0].tiles == (tt.Tile("baden", 3),)
    assert position.decider == 1


CITIES = [city.name for city in tt.board("south").cities]


WITHOUT_HOUSES = last_administrator(
    [P, C, W], [], anna={"houses": CITIES[:20]}, ben={"tiles": ["game-end 1"]}, start=1, ender=1
)


def test_without_a_house_left_four_tiles_bring_nothing() -> None:
    assert WITHOUT_HOUSES.play(ALL_FOUR).decider == 1


def test_house_takes_the_letter_that_lies_there() -> None:
    anna = {"offices": [A, P, C, W], "houses": ["Linz"], "letters": 1}
    position = game(anna, {"offices": [A]}, more=(MESSENGER,))
    position = after(position, "administrator", *RENEW, ALL_FOUR)
    position = position.play("honor house Ulm")
    assert (position.players[0].letters, position.players[0].letters_usable) == (2, 1)


def test_last_house_of_another_player_brings_about_the_end() -> None:
    ben = {"houses": CITIES[:19], "offices": [A, P, C, W], "hand": ["Zürich"]}
    position = game({"offices": [A]}, ben, {"hand": ["Basel"], "offices": [A, A]})
    position = after(position, "administrator", *RENEW, "return administrator")
    position = position.play(ALL_FOUR).play(f"honor house {CITIES[20]}")
    assert position.ender == 1
    assert tt.Tile("game-end", 1) in position.players[1].tiles
    assert (position.decider, position.is_over) == (2, False)


# ---- the cartwright, whose help ends the closing

LONG = ["Carlsruhe", "Stuttgart", "Nürnberg", "Regensburg"]


def last_cartwright(hand: list[str], **anna: Any) -> tt.Position:
    """Return a table on which Anna can take the last tile of the cartwright."""
    player = {"route": LONG, "carriage": 5, "hand": hand, "offices": [P], **anna}
    return game(player, {"offices": [W], "hand": ["Mannheim"]}, phase="play").play("close")


def test_round_after_the_cartwright_comes_before_the_turn_ends() -> None:
    position = last_cartwright(["Ulm"]).play("cartwright")
    assert (position.turn.player, position.turn.phase, position.mover.carriage) == (0, "carriage", 6)
    assert position.returning == tt.Returning((0, 1), W)
    assert position.mover.route == tuple(LONG)
    position = after(position, "return cartwright", "return cartwright")
    assert (position.turn.player, position.returning) == (1, None)


def test_card_drawn_in_that_round_counts_when_the_hand_comes_down_to_three() -> None:
    position = last_cartwright(["Ulm", "Ulm", "Basel"])
    position = after(position, "cartwright", "return cartwright postmaster", "honor draw Linz", "deal Kempten")
    position = position.play("return cartwright")
    assert position.turn.phase == "keep"
    assert position.mover.hand == ("Basel", "Linz", "Ulm", "Ulm")
    assert position.play("keep Basel Linz Ulm").turn.player == 1


def test_declining_the_last_cartwright_begins_no_round() -> None:
    assert last_cartwright(["Ulm"]).play("decline").turn.player == 1


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


@pytest.mark.parametrize(("final_return", "order"), [("yucata", (2, 1, 0)), ("clockwise", (2, 0, 1))])
def test_final_round_begins_with_the_last_player(final_return: str, order: tuple[int, ...]) -> None:
    position = everybody_can_return(final_return).play("end")
    assert (position.turn, position.is_over) == (tt.Turn(2, phase="final"), False)
    assert position.returning == tt.Returning(order, None, final=True)
    position = after(position, "return administrator carrier postmaster", "honor pass")
    assert position.players[2].chips == 1
    position = position.play("honor pass")
    assert position.is_over
    assert position.returning is None
    assert events(position) == ""
    assert position.scores() == (-19, -20, -19)


def test_final_round_passes_over_players_with_fewer_than_three_kinds() -> None:
    position = last_turn({"offices": THREE}, {"offices": [A, A, P, P]}, {}).play("end")
    assert position.returning == tt.Returning((0,), None, final=True)
    assert last_turn({"offices": [A, A, C]}, {}).play("end").is_over


def test_house_of_the_final_round_brings_its_tiles() -> None:
    first = {"offices": [A, P, C, W], "houses": ["Freiburg", "Mannheim"]}
    position = last_turn(first, {}).play("end").play(ALL_FOUR)
    assert position.returning == tt.Returning((0,), None, final=True, reward="house")
    position = position.play("honor house Carlsruhe")
    assert position.is_over
    assert position.players[0].tiles == (tt.Tile("baden", 3), tt.Tile("game-end", 1))


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
