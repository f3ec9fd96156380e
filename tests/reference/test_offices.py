"""Offices of Honor: office tiles, the rounds in which they are returned, and what that brings."""

from typing import Any

import pytest

import thurntaxis as tt
from support.tables import MESSENGER, OFFICES, after, events, permits, said, table, traced
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
    assert ("offices.take", "Anna takes an office tile of the postmaster.") in traced(position, "postmaster Linz")
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


def test_round_begins_when_the_reveals_are_done_in_the_middle_of_the_turn() -> None:
    position = game({"offices": [A]}, {"offices": [A]}).play("administrator")
    assert (position.is_chance, position.returning) == (True, None)
    for deal in RENEW[:-1]:
        position = position.play(deal)
        assert position.returning is None
    began = ("return.round", "The last office tile of the administrator has been taken, so a return round begins.")
    assert began in traced(position, RENEW[-1])
    position = position.play(RENEW[-1])
    assert position.returning == tt.Returning((0, 1), A)
    assert position.turn.phase == "draw"
    assert events(position) == "return administrator"
    assert said(position, "draw Ulm") == (
        ("return.duty", "First Anna has to return office tiles, or take or decline the reward."),
    )
    position = position.play("return administrator")
    assert (position.decider, position.turn.player) == (1, 0)
    assert said(position, "honor pass") == (("return.duty", "Ben has to return at least one office tile."),)
    position = position.play("return administrator")
    assert position.returning is None
    assert position.why_not("draw Ulm") == ()


def test_no_round_no_returning() -> None:
    position = game({"offices": [A]}, {})
    never = ("return.no-round", "Office tiles can be returned only in a return round.")
    for event in ("return administrator", "honor draw deck", "honor house Ulm", "honor pass"):
        assert said(position, event) == (never,)
    over = game({}, {"tiles": ["game-end 1"]}, phase="over", turn={"player": 1}, ender=1)
    for event in ("return administrator", "honor draw deck", "honor house Ulm", "honor pass"):
        assert said(over, event) == (("end.over", "The game is over."),)


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
    position = after(position, "return postmaster")
    again = ("return.again", "The stack is still empty, so another return round follows.")
    assert again in traced(position, "return carrier")
    position = after(position, "return carrier", "return administrator", "return administrator")
    assert position.returning is None
    assert offices_left(position)[A] == 2


# ---- the tiles


def test_one_to_four_different_tiles_that_the_player_has() -> None:
    position = last_administrator([P, C], [])
    sets = ["administrator", "administrator carrier", "administrator carrier postmaster", "administrator postmaster"]
    sets += ["carrier", "carrier postmaster", "postmaster"]
    assert events(position) == "; ".join(f"return {offices}" for offices in sets)
    different = ("return.different", "A player returns one to four different office tiles.")
    assert said(position, "return") == (different,)
    assert said(position, "return carrier carrier") == (different,)
    assert said(position, "return carrier cartwright") == (("return.held", "Anna has no office tile of: cartwright."),)
    assert permits(position, "return carrier") == ("return.round", "return.different")
    assert str(position.parse("Return POSTMASTER carrier")) == "return carrier postmaster"
    with pytest.raises(tt.EventError, match='unknown office "mayor"'):
        position.parse("return mayor")
    with pytest.raises(tt.EventError, match='unknown event "honor me"'):
        position.parse("honor me")
    with pytest.raises(tt.EventError, match=r"\(honor draw CITY or honor draw deck\)"):
        position.parse("honor draw")


def test_rounds_are_a_step_of_their_own_after_the_carriage() -> None:
    position = last_administrator([], [])
    names = [step.name for step in position.rules.steps]
    assert names == ["draw", "play", "close", "carriage", "offices", "discard", "end"]
    assert (position.decider, position.play("return administrator").decider) == (0, 1)


def test_a_card_is_drawn_blind_only_if_there_is_one() -> None:
    position = last_administrator([P], [C], ben={"hand": ["Basel"]}).play("return administrator")
    position = position.play("return administrator carrier").replace(unseen=(), discard=())
    gone = ("draw.from-deck", "The deck and the discards are both empty.")
    assert said(position, "honor draw deck") == (gone,)
    assert "deck" not in events(position)


def test_one_tile_brings_nothing() -> None:
    position = last_administrator([], [])
    assert traced(position, "return administrator") == (
        ("return.round", "Anna returns office tiles: administrator."),
        ("return.one", "Returning one office tile brings no reward."),
    )


# ---- two tiles: a card


def test_two_tiles_bring_a_card_from_the_display() -> None:
    position = last_administrator([P], [C], ben={"hand": ["Basel"]}).play("return administrator")
    position = position.play("return administrator carrier")
    assert position.returning == tt.Returning((1,), A, reward="draw")
    listed = "honor draw Linz; honor draw Lodz; honor draw Mannheim; honor draw Pilsen; honor draw Ulm; honor draw deck"
    assert events(position) == f"{listed}; honor pass"
    assert permits(position, "honor draw Ulm") == ("return.two", "draw.from-display")
    assert permits(position, "honor draw deck") == ("return.two", "draw.from-deck")
    assert permits(position, "honor pass") == ("return.declined",)
    assert said(position, "return administrator")[0] == (
        "return.reward",
        "Ben has returned office tiles, and now has to take or decline the reward.",
    )
    house = ("return.reward", "Only a player who has just returned four office tiles may place a house for them.")
    assert said(position, "honor house Ulm") == (house,)
    assert said(position, "honor draw Zürich") == (("draw.from-display", "Zürich is not on display."),)
    assert ("return.two", "Ben draws a card.") in traced(position, "honor draw Ulm")
    position = position.play("honor draw Ulm")
    assert position.players[1].hand == ("Basel", "Ulm")
    assert (position.is_chance, position.turn.pending, position.turn.drawn) == (True, ("display",), 0)
    refill = ("draw.refill", "The display has to be refilled first: deal CITY.")
    assert said(position, "honor pass") == (refill,)
    for event in ("return carrier", "honor draw deck", "honor house Linz"):
        assert said(position, event)[0] == refill
    position = position.play("deal Regensburg")
    assert (position.returning, position.decider) == (None, 0)
    assert position.mover.hand == ("Augsburg",)


def test_two_tiles_bring_a_card_from_the_deck() -> None:
    position = after(last_administrator([], [C]), "return administrator", "return administrator carrier")
    position = position.play("honor draw deck")
    assert position.turn.pending == ("hand",)
    assert position.returning == tt.Returning((1,), A, reward="drawn")
    assert traced(position, "deal Regensburg")[0] == ("draw.from-deck", "Ben draws Regensburg.")
    position = position.play("deal Regensburg")
    assert position.players[1].hand == ("Basel", "Regensburg")
    assert position.returning is None


def test_card_can_be_declined() -> None:
    position = after(last_administrator([], [C]), "return administrator", "return administrator carrier")
    assert traced(position, "honor pass") == (("return.declined", "Ben takes nothing."),)
    assert position.play("honor pass").returning is None


EVERY = tuple(tt.board("south").cards)


def rest(*seen: str) -> list[str]:
    """Return all the cards but these."""
    left = list(EVERY)
    for card in seen:
        left.remove(card)
    return left


def round_of_two(first: dict[str, Any], second: dict[str, Any], **keys: Any) -> tt.Position:
    """Return a round that the second player's carrier has begun; both have played a card."""
    turn = {"player": 1, "official": C, "played": 2}
    order = keys.pop("order", [1, 0])
    return game(first, second, phase="play", turn=turn, returning={"order": order, "office": C}, **keys)


def test_without_a_card_anywhere_two_tiles_bring_nothing() -> None:
    hand = rest("Ulm", "Augsburg", "Mannheim")
    position = round_of_two(
        {"hand": hand, "offices": [C, C, A]},
        {"hand": ["Mannheim"], "route": ["Ulm", "Augsburg"], "offices": [C, C, P]},
        display=[],
    )
    nothing = ("draw.nothing-left", "There is no card to draw.")
    assert nothing in traced(position, "return carrier postmaster")
    position = position.play("return carrier postmaster")
    assert position.decider == 0
    assert position.returning == tt.Returning((0,), C)


def test_short_display_is_not_refilled_without_a_deck() -> None:
    hand = rest("Ulm", "Augsburg", "Mannheim", "Linz", "Lodz")
    position = round_of_two(
        {"hand": hand, "offices": [C, C, A]},
        {"hand": ["Mannheim"], "route": ["Ulm", "Augsburg"], "offices": [C, C, P]},
        display=["Linz", "Lodz"],
    )
    position = position.play("return carrier postmaster")
    assert events(position) == "honor draw Linz; honor draw Lodz; honor pass"
    no_deck = ("draw.from-deck", "The deck and the discards are both empty.")
    assert said(position, "honor draw deck") == (no_deck,)
    position = position.play("honor draw Linz")
    assert position.display == ("Lodz",)
    assert position.returning == tt.Returning((0,), C)


# ---- three tiles: a chip


def test_three_tiles_bring_a_chip_that_scores_one_point() -> None:
    position = last_administrator([P, C], [])
    assert ("return.three", "Anna takes a chip.") in traced(position, "return administrator carrier postmaster")
    position = position.play("return administrator carrier postmaster")
    assert (position.players[0].chips, chips_left(position)) == (1, 11)
    assert position.scores() == (-19, -20)


def test_without_chips_three_tiles_bring_nothing() -> None:
    position = last_administrator([P, C], [], anna={"chips": 5}, ben={"chips": 7})
    trace = traced(position, "return administrator carrier postmaster")
    assert trace[-1] == ("return.no-chip", "No chip is left.")
    assert position.play("return administrator carrier postmaster").players[0].chips == 5


# ---- four tiles: a house


def test_four_tiles_bring_a_house_anywhere() -> None:
    position = last_administrator([P, C, W], [], anna={"houses": ["Freiburg", "Mannheim"], "tiles": []})
    position = position.play("return administrator carrier cartwright postmaster")
    assert position.returning == tt.Returning((0, 1), A, reward="house")
    free = sorted(city.name for city in tt.board("south").cities if city.name not in ("Freiburg", "Mannheim"))
    assert [str(event) for event in position.events()] == [*(f"honor house {city}" for city in free), "honor pass"]
    assert permits(position, "honor house Carlsruhe") == ("return.four", "return.anywhere")
    twice = ("houses.one-per-city", "A player may have only one house in a city; there would be more in Freiburg.")
    assert said(position, "honor house Freiburg") == (twice,)
    card = ("return.reward", "Only a player who has just returned two office tiles may draw a card for them.")
    assert said(position, "honor draw deck") == (card,)
    assert traced(position, "honor house Carlsruhe") == (
        ("return.house-tiles", "Anna places a house in Carlsruhe."),
        ("tiles.region", "Anna takes the tile baden 3."),
    )
    position = position.play("honor house Carlsruhe")
    assert position.players[0].tiles == (tt.Tile("baden", 3),)
    assert position.decider == 1


CITIES = [city.name for city in tt.board("south").cities]


def test_without_a_house_left_four_tiles_bring_nothing() -> None:
    anna = {"houses": CITIES[:20], "tiles": ["game-end 1"], "offices": [A, P, C, W]}
    position = game(anna, {"offices": [A]}, ender=0)
    position = after(position, "administrator", *RENEW)
    trace = traced(position, "return administrator carrier cartwright postmaster")
    assert trace[-1] == ("houses.supply", "Anna has no house left to place.")
    assert position.play("return administrator carrier cartwright postmaster").decider == 1


def test_house_takes_the_letter_that_lies_there() -> None:
    anna = {"offices": [A, P, C, W], "houses": ["Linz"], "letters": 1}
    position = game(anna, {"offices": [A]}, more=(MESSENGER,))
    position = after(position, "administrator", *RENEW, "return administrator carrier cartwright postmaster")
    position = position.play("honor house Ulm")
    assert (position.players[0].letters, position.players[0].letters_usable) == (2, 1)


def test_last_house_of_another_player_brings_about_the_end() -> None:
    ben = {"houses": CITIES[:19], "offices": [A, P, C, W], "hand": ["Zürich"]}
    position = game({"offices": [A]}, ben, {"hand": ["Basel"], "offices": [A, A]})
    position = after(position, "administrator", *RENEW, "return administrator")
    position = position.play("return administrator carrier cartwright postmaster").play(f"honor house {CITIES[20]}")
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
    position = last_cartwright(["Ulm"])
    assert events(position) == "cartwright; decline"
    position = position.play("cartwright")
    assert (position.turn.player, position.turn.phase, position.mover.carriage) == (0, "carriage", 6)
    assert position.returning == tt.Returning((0, 1), W)
    assert position.mover.route == tuple(LONG)
    assert said(position, "decline")[0] == (
        "return.duty",
        "First Anna has to return office tiles, or take or decline the reward.",
    )
    position = after(position, "return cartwright")
    assert ("discard.route", "The cards of the route are discarded.") in traced(position, "return cartwright")
    position = position.play("return cartwright")
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


@pytest.mark.parametrize(("final_return", "order"), [("yucata", (2, 1, 0)), ("clockwise", (2, 0, 1))])
def test_final_round_begins_with_the_last_player(final_return: str, order: tuple[int, ...]) -> None:
    position = last_turn(*({"offices": THREE},) * 3, final_return=final_return)
    assert ("return.final", "The last turn is over, and the final return round begins.") in traced(position, "end")
    position = position.play("end")
    assert (position.turn, position.is_over) == (tt.Turn(2, phase="final"), False)
    assert position.returning == tt.Returning(order, None, final=True)
    assert events(position) == "honor pass; return administrator carrier postmaster"
    assert permits(position, "honor pass") == ("return.final-pass",)
    few = (
        "return.final-three",
        "In the final return round, a player returns three or four different office tiles, or none.",
    )
    assert said(position, "return carrier postmaster") == (few,)
    out = ("turn.steps", "This isn't possible now: the last turn is over, and office tiles are being returned.")
    assert out in said(position, "draw Linz")
    position = after(position, "return administrator carrier postmaster", "honor pass")
    assert position.players[2].chips == 1
    assert ("end.round", "The round is complete, and the game is over.") in traced(position, "honor pass")
    nothing = ("Ben returns nothing.", "Anna returns nothing.")[final_return == "yucata"]
    assert ("return.final-pass", nothing) in traced(position, "honor pass")
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
    position = last_turn(first, {}).play("end").play("return administrator carrier cartwright postmaster")
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
            position = position.play("return administrator carrier cartwright postmaster")
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
