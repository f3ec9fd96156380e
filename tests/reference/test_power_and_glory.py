"""Power and Glory on a made-up board: horses, free cities, backs of cards; and that board without the module."""

from fractions import Fraction
from typing import Any

import pytest

import thurntaxis as tt
from support.tables import POWER, after, events, permits, said, table, traced
from thurntaxis.io.write import position_data
from thurntaxis.modules.power_and_glory.horses import horses

BOARD = "testland"


def game(anna: dict[str, Any], ben: dict[str, Any] | None = None, **keys: Any) -> tt.Position:
    """Return a table of two; if nothing else is said, the deck's top card has one horse on its back."""
    keys.setdefault("modules", (POWER,))
    if POWER in keys["modules"] and (keys.get("options") or {}).get("card-backs") != "ignored":
        keys.setdefault("deck_back", 1)
    return table(
        {"hand": ["Fabelcron/3", "Wachsel/2"], **anna}, {"hand": ["Kreidonia/1"], **(ben or {})}, board=BOARD, **keys
    )


# ---- where the module can be played


def test_south_cannot_be_played_with_the_module() -> None:
    with pytest.raises(tt.Unplayable) as raised:
        tt.rule_set("south", modules=[POWER])
    assert raised.value.key == "modules"
    assert str(raised.value) == (
        "the board south can't be used with the module power-and-glory: its cards have no horseshoes"
        " (a board with horseshoes, or no such module)"
    )


# ---- horses

PLAYING = {"drawn": 2, "official": "postmaster"}
ROUTE = ["Fabelau/1", "Fabelbruck", "Phantorf/1"]


def test_card_can_be_played_before_the_carriage() -> None:
    position = game({"route": ROUTE}, turn=PLAYING)
    assert events(position) == (
        "play Fabelcron/3 horse; play Fabelcron/3 left; play Fabelcron/3 start; play Wachsel/2 horse; "
        "play Wachsel/2 start"
    )
    position = game({"route": ROUTE}, turn={"drawn": 1})
    assert permits(position, "play fabelcron/3 HORSE") == ("play.duty", "horses.play")
    note = ("horses.play", "Fabelcron/3 is played before the carriage; horses there now: 5.")
    assert traced(position, "play Fabelcron/3 horse") == (note,)
    position = position.play("play Fabelcron/3 horse")
    assert (position.mover.horses, len(position.mover.route)) == (("Fabelcron/3",), 3)
    assert (position.turn.phase, position.turn.played) == ("play", 1)
    assert permits(position, "carrier Wachsel/2 horse") == ("carrier.second-card", "horses.carrier")
    position = position.play("carrier Wachsel/2 horse")
    assert horses(position) == 2 + 3 + 2
    assert events(position) == (
        "close; close Fabelau; close Fabelau Fabelbruck; close Fabelau Phantorf; close Fabelbruck; "
        "close Fabelbruck Phantorf; close Phantorf; end"
    )


def test_playing_a_horse_needs_no_route() -> None:
    position = game({}, turn={"drawn": 1}).play("play Wachsel/2 horse")
    assert events(position) == "carrier Fabelcron/3 horse; carrier Fabelcron/3 start; end"
    assert position.play("end").turn.player == 1


def test_first_horse_then_a_route_with_the_carrier() -> None:
    fitting = {"carrier-restart": False}
    position = game({"route": ["Fabelend"]}, turn={"drawn": 1}, options=fitting).play("play Wachsel/2 horse")
    assert said(position, "carrier Fabelcron/3 start") == (
        ("carrier.fit", "The carrier's card has to extend the route of Anna, not start a new one."),
    )
    assert permits(position, "carrier Fabelcron/3 horse") == ("carrier.second-card", "horses.carrier")
    assert (
        game({}, turn={"drawn": 1}, options=fitting).play("play Wachsel/2 horse").why_not("carrier Fabelcron/3 start")
        == ()
    )


def test_giving_up_a_route_keeps_the_horses() -> None:
    position = game({"route": ["Fabelend"], "horses": ["Kreidel/3"]}, turn={"drawn": 1}).play("play Wachsel/2 start")
    assert (position.mover.route, position.mover.horses) == (("Wachsel/2",), ("Kreidel/3",))
    assert position.discard == ("Fabelend/1",)


SIX = ["Fabelau/2", "Kreidel/1", "Kreidel/3", "Tintau/1", "Tintau/2", "Wachsum/1"]


def test_at_most_six_cards_are_horses() -> None:
    position = game({"horses": SIX}, turn={"drawn": 1})
    assert said(position, "play Wachsel/2 horse") == (
        ("horses.six", "Anna already has six cards in front of the carriage, and no more are allowed."),
    )
    assert "horse" not in events(position)
    five = game({"horses": SIX[:5]}, turn={"drawn": 1}).play("play Wachsel/2 horse")
    assert len(five.mover.horses) == 6


def test_closing_needs_as_many_horses_as_cities() -> None:
    two = game({"route": ROUTE}, phase="play")
    assert said(two, "close") == (("horses.enough", "The route has 3 cities, and the carriage only 2 horses."),)
    three = game({"route": ROUTE, "horses": ["Fabelend/1"]}, phase="play")
    assert three.why_not("close Fabelau Phantorf") == ()
    short = game({"route": ROUTE[:2], "horses": SIX}, phase="play")
    assert [clause for clause, _ in said(short, "close")] == ["close.minimum"]


def test_horses_are_discarded_with_the_route_and_there_is_no_carriage() -> None:
    position = game({"route": ROUTE, "horses": ["Fabelend/1"]}, phase="play")
    trace = traced(position, "close")
    assert trace[1:3] == (
        ("horses.discarded", "The cards in front of the carriage are discarded: Fabelend/1."),
        ("discard.route", "The cards of the route are discarded."),
    )
    position = position.play("close")
    assert (position.turn.player, position.players[0].horses, position.players[0].carriage) == (1, (), None)
    assert position.discard == ("Fabelau/1", "Fabelbruck/2", "Fabelend/1", "Phantorf/1")


def test_without_horse_cards_none_are_discarded() -> None:
    position = game({"route": ROUTE, "horses": ["Fabelend/1"]}, phase="play")
    bare = position.with_mover(horses=(), route=("Fabelau/1", "Fabelbruck/2"))
    assert bare.rules.proceed(bare, "close", lambda *_, **__: None).turn.player == 1


def test_carriages_and_the_cartwright_are_not_used() -> None:
    position = game({}, turn={"drawn": 1})
    none = ("north.no-carriages", "There are no carriages to take or decline in this game.")
    assert said(position, "carriage") == said(position, "decline") == (none,)
    assert said(position, "cartwright") == (("north.no-cartwright", "There is no cartwright in this game."),)
    assert [step.name for step in position.rules.steps] == ["draw", "play", "close", "horses", "discard", "end"]


def test_only_the_twentieth_house_ends_the_game() -> None:
    cities = [city.name for city in tt.board(BOARD).cities]
    houses = [city for city in cities if city not in ("Fabelau", "Phantorf", "Freitest", "Freiprobe")]
    position = game({"route": ROUTE, "horses": SIX, "houses": houses}, phase="play").play("close Fabelau")
    assert (len(position.players[0].houses), position.ender) == (20, 0)
    assert position.scores()[0] == sum(tile.value for tile in position.players[0].tiles)


# ---- cards and cities


def test_cards_are_numbered_and_cities_are_not() -> None:
    position = game({"route": ["Fabelau/1", "Fabelbruck/2"]}, turn={"drawn": 1})
    assert said(position, "play Fabelau/2 right")[-1] == ("play.no-repeat", "Fabelau is already in the route.")
    road = "No road leads from Wachsel to Fabelau, the city at that end of the route."
    assert said(position, "play Wachsel/2 left") == (("play.adjacent", road),)
    with pytest.raises(tt.EventError, match=r'unknown card "Wachsel" \(did you mean Wachsel/3 or Wachsel/2\?\)'):
        position.parse("play Wachsel left")
    with pytest.raises(
        tt.EventError,
        match=r"\(play Wachsel/2 right, play Wachsel/2 left, play Wachsel/2 start or play Wachsel/2 horse\)",
    ):
        position.parse("play Wachsel/2")


# ---- free cities

FREE = ["Freitest/1", "Phantorf/1", "Fabelbruck", "Freiprobe", "Fabelcron/1", "Fabelau/1"]
"""Two free cities, one city of Oberphant, three of Grossfabel."""


def closing(**keys: Any) -> tt.Position:
    return game({"route": FREE, "horses": ["Kreidel/3", "Fabelend"], **keys}, phase="play")


def test_houses_in_free_cities_go_with_the_first_way_of_placing() -> None:
    position = closing()
    assert position.why_not("close Freitest") == ()
    assert position.why_not("close Fabelau Freiprobe Phantorf") == ()
    both = ("free-cities.one", "A house may be placed in only one free city, not in Freiprobe, Freitest.")
    assert said(position, "close Freiprobe Freitest") == (both,)
    crowded = (
        "free-cities.first-way",
        "A house in a free city can be placed only with one house in each province, not with several in Grossfabel.",
    )
    assert said(position, "close Fabelau Fabelbruck Freitest") == (crowded,)
    assert [clause for clause, _ in said(position, "close Fabelau Fabelbruck Freitest Phantorf")] == [
        "houses.ways",
        "free-cities.first-way",
    ]
    # 3 x 2 x 4 by the first way, 2 ** 3 - 1 - 3 further ones in Grossfabel by the second
    assert sum(event.verb == "close" for event in position.events()) == 3 * 2 * 4 + 4


def test_first_house_in_a_free_city_takes_its_tile_and_a_later_one_nothing() -> None:
    trace = traced(closing(), "close Freitest")
    assert ("free-cities.tile", "Anna takes the tile free-Freitest 1.") in trace
    assert tt.Tile("free-Freitest", 1) in closing().play("close Freitest").players[0].tiles
    taken = game(
        {"route": FREE, "horses": ["Kreidel/3", "Fabelend"]},
        {"houses": ["Freitest"], "tiles": ["free-Freitest 1"]},
        phase="play",
    ).play("close Freitest")
    assert [tile.stack for tile in taken.players[0].tiles] == ["route-6"]


ONE_EACH = ["Phantorf", "Phantmünde", "Kreidel", "Schiefstadt", "Tintau", "Federkiel", "Wachsel", "Siegelhorn"]
"""Houses in every province but Grossfabel."""


@pytest.mark.parametrize("option", ["every-province", "outside-baiern"])
@pytest.mark.parametrize("modules", [(POWER,), ()])
def test_tile_for_all_provinces_asks_for_no_free_city(option: str, modules: tuple[str, ...]) -> None:
    position = game(
        {"route": ROUTE, "horses": ["Kreidel/3"] if modules else [], "houses": ONE_EACH},
        phase="play",
        modules=modules,
        options={"all-provinces": option},
    )
    assert tt.Tile("all-provinces", 7) in position.play("close Fabelau").players[0].tiles
    assert tt.Tile("all-provinces", 7) not in position.play("close").players[0].tiles


def test_large_province_is_one_in_two_parts() -> None:
    west = ["Fabelau", "Fabelbruck", "Fabelcron"]
    route = ["Fabeldorn/2", "Fabelend", "Fabelgrün", "Fabelfurt/1"]
    position = game({"route": route, "horses": ["Kreidel/3"], "houses": west}, phase="play")
    assert [event for event in map(str, position.events()) if event.count(" ") == 4] == [
        "close Fabeldorn Fabelend Fabelfurt Fabelgrün"
    ]
    after_closing = position.play("close Fabeldorn Fabelend Fabelfurt Fabelgrün")
    assert tt.Tile("grossfabel", 7) in after_closing.players[0].tiles
    assert not any(t.stack == "grossfabel" for t in position.play("close Fabeldorn Fabelend").players[0].tiles)


def test_route_longer_than_eight_takes_a_tile_for_eight() -> None:
    route = [
        "Fabelau/1",
        "Fabelcron/1",
        "Kreidel/1",
        "Wachsel/3",
        "Wachsum/1",
        "Siegelhorn/1",
        "Freizettel/1",
        "Federkiel",
        "Tintau/1",
    ]
    position = game({"route": route, "horses": ["Kreidel/3", "Fabelgrün", "Fabelgrün"]}, phase="play").play("close")
    assert position.players[0].tiles == (tt.Tile("route-8", 8),)


# ---- the backs of the cards


def test_back_of_the_top_card_is_seen_before_each_reveal() -> None:
    position = tt.undealt(2, board=BOARD, modules=[POWER])
    assert position.turn.pending == ("back", *("display",) * 6)
    assert events(position) == "back 1; back 2; back 3"
    assert sum(position.weights().values()) == 69
    due = ("backs.due", "First say what the back of the deck's top card shows.")
    assert said(position, "deal Fabelau/1") == (due,)
    assert said(position, "draw deck")[0] == (
        "draw.refill",
        "First say what the back of the deck's top card shows.",
    )
    assert traced(position, "back 2") == (("backs.seen", "The back of the deck's top card shows 2."),)
    assert permits(position, "back 2") == ("backs.seen",)
    position = position.play("back 2")
    assert (position.deck_back, position.turn.pending) == (2, ("display",) * 6)
    assert {event[1][-1] for event in position.events()} == {"2"}
    assert said(position, "deal Fabelau/1") == (
        ("backs.number", "The top card shows 2 on its back, but Fabelau/1 doesn't."),
    )
    assert said(position, "back 2") == (
        ("backs.due", "There is no back to look at now: that of the top card is known, or there is no deck."),
    )
    position = position.play("deal Fabelau/2")
    assert (position.deck_back, position.turn.pending) == (None, ("back", *("display",) * 5))
    with pytest.raises(tt.EventError, match=r"\(back 1, back 2 or back 3\)"):
        position.parse("back 4")
    dealt = after(position, *["back 1", "deal Fabelend"] * 3, *["back 2", "deal Fabelbruck"] * 2, "back 3")
    assert (dealt.deck_back, dealt.is_chance) == (3, False)


def test_chances_of_a_back_and_of_a_card_multiply_to_those_of_the_deck() -> None:
    position = tt.undealt(2, board=BOARD, modules=[POWER])
    whole = sum(position.weights().values())
    chance: dict[str, Fraction] = {}
    for back, weight in position.weights().items():
        seen = position.play(back)
        cards = seen.weights()
        for deal, copies in cards.items():
            chance[deal[1]] = Fraction(weight, whole) * Fraction(copies, sum(cards.values()))
    deck = tt.board(BOARD).cards
    assert chance == {card: Fraction(deck.count(card), len(deck)) for card in sorted(set(deck))}


def test_new_games_reveal_cards_that_fit_the_backs() -> None:
    position = tt.new(3, board=BOARD, modules=[POWER], seed=5)
    assert len(position.display) == 6
    assert position.deck_back in (1, 2, 3)
    assert tt.new(3, board=BOARD, modules=[POWER], seed=5) == position


def test_unknown_card_of_a_known_back_is_one_of_those() -> None:
    position = game({"hand": ["?/3", "Wachsel/2"]}, turn=PLAYING)
    unknown = "It isn't known whether Fabelcron/3 is among the unknown cards in hand."
    assert said(position, "play Fabelcron/3 start") == (("play.known-card", unknown),)
    none = ("play.from-hand", "Anna has no Fabelau/1 card in hand.")
    assert said(position, "play Fabelau/1 start") == (none,)
    assert events(position) == "play Wachsel/2 horse; play Wachsel/2 start"
    assert position.deck_size == 69 - 6 - 3


def test_seen_backs_of_unknown_cards_count_against_those_of_the_deck() -> None:
    plain = table(
        {"hand": ["?", "?"]},
        {"hand": ["Kreidonia/1"]},
        board=BOARD,
        modules=(POWER,),
        turn={"drawn": 1, "pending": ["back", "display"]},
        display=[],
    )
    seen = table(
        {"hand": ["?/3", "?"]},
        {"hand": ["Kreidonia/1"]},
        board=BOARD,
        modules=(POWER,),
        turn={"drawn": 1, "pending": ["back", "display"]},
        display=[],
    )
    assert plain.weights()[tt.Event(("back", "3"))] == seen.weights()[tt.Event(("back", "3"))] + 1
    assert plain.weights()[tt.Event(("back", "1"))] == seen.weights()[tt.Event(("back", "1"))]


def test_back_that_is_nowhere_in_the_deck_cannot_be_seen() -> None:
    others = [card for card in tt.board(BOARD).cards if card[-1] != "3"]
    position = table(
        {"hand": others},
        {"hand": []},
        board=BOARD,
        modules=(POWER,),
        turn={"drawn": 1, "pending": ["back"]},
        display=[],
    )
    assert events(position) == "back 3"
    gone = ("backs.number", "No card with 2 on its back is left in the deck.")
    assert said(position, "back 2") == (gone,)


def test_no_back_is_seen_without_a_deck_and_one_after_a_reshuffle() -> None:
    everything = list(tt.board(BOARD).cards)
    for card in ("Fabelau/1", "Wachsel/2", "Kreidel/1"):
        everything.remove(card)
    position = table(
        {"hand": ["Wachsel/2"]},
        {"hand": everything},
        board=BOARD,
        modules=(POWER,),
        display=["Kreidel/1"],
        deck_back=1,
    )
    position = after(position, "draw Kreidel/1", "deal Fabelau/1")
    assert (position.deck_size, position.deck_back, position.is_chance) == (0, None, False)
    position = position.play("play Wachsel/2 start").play("end")
    assert position.deck_back is None
    position = position.play("draw Fabelau/1").play(f"play {everything[0]} start").play("end")
    position = position.play("play Kreidel/1 start")
    assert position.discard == ()
    assert position.deck_back is None


def test_reshuffled_discards_have_a_back_to_be_seen() -> None:
    everything = list(tt.board(BOARD).cards)
    for card in ("Fabelau/1", "Wachsel/2", "Kreidel/1", "Tintau/1"):
        everything.remove(card)
    position = table(
        {"hand": ["Wachsel/2"], "route": ["Tintau/1"]},
        {"hand": everything},
        board=BOARD,
        modules=(POWER,),
        display=["Kreidel/1"],
        deck_back=1,
    )
    position = after(position, "draw Kreidel/1", "deal Fabelau/1", "play Wachsel/2 start")
    assert (position.discard, position.deck_size, position.turn.pending) == ((), 1, ("back",))
    assert events(position) == "back 1"
    assert position.play("back 1").why_not("carrier Kreidel/1 start") == ()


@pytest.mark.clause("end.over")
def test_no_back_is_seen_when_the_last_discards_become_the_deck() -> None:
    cards = list(tt.board(BOARD).cards)
    for card in (*(route := ["Fabelbruck/2", "Phantorf/1"]), "Phantmünde/2", "Fabelend/1", "Tintau/2"):
        cards.remove(card)
    houses = [city.name for city in tt.board(BOARD).cities][:20]
    position = table(
        {"hand": sorted(cards), "houses": houses, "tiles": ["game-end 1"]},
        {"hand": ["Phantmünde/2"], "route": route, "horses": ["Fabelend/1"]},
        board=BOARD,
        modules=(POWER,),
        turn={"player": 1, "drawn": 1},
        ender=0,
        display=["Tintau/2"],
        discard=[],
        deck_back=None,
    )
    assert position.deck_size == 0
    last = position.play("play Phantmünde/2 right").play("close")
    assert last.is_over
    assert last.deck_size > 0
    assert not last.is_chance
    assert last.turn.pending == ()


def test_ignored_backs_are_not_looked_at() -> None:
    ignored = {"card-backs": "ignored"}
    position = tt.undealt(2, board=BOARD, modules=[POWER], options=ignored)
    assert position.turn.pending == ("display",) * 6
    assert "back" not in position.rules.actions
    assert len(position.events()) == len(set(tt.board(BOARD).cards))
    assert "deck_back" not in position_data(position)


# ---- the board with the rules of the base game


def test_base_rules_on_that_board_have_carriages_and_free_cities() -> None:
    position = game({"route": FREE}, phase="play", modules=())
    assert [step.name for step in position.rules.steps] == ["draw", "play", "close", "carriage", "discard", "end"]
    with pytest.raises(tt.EventError, match=r"\(play Wachsel/2 right, play Wachsel/2 left or play Wachsel/2 start\)"):
        position.parse("play Wachsel/2 horse")
    both = position.why_not("close Freiprobe Freitest")
    assert [objection.clause for objection in both] == ["free-cities.one"]
    closed = position.play("close Freitest")
    assert closed.players[0].tiles == (tt.Tile("free-Freitest", 1), tt.Tile("route-6", 5))
    assert events(closed) == "carriage; decline"
    assert closed.play("carriage").players[0].carriage == 3
    assert "card-backs" not in position.rules.options
    dealt = tt.undealt(2, board=BOARD)
    assert len(dealt.events()) == len(set(tt.board(BOARD).cards))


def test_highest_carriage_ends_the_game_there() -> None:
    position = game({"route": FREE, "carriage": 6}, phase="play", modules=()).play("close").play("cartwright")
    assert (position.players[0].carriage, position.ender) == (7, 0)


# ---- the printed example, cities and roads standing for those of the northern board


def test_example_7_best_houses_and_never_both_free_cities() -> None:
    """Halle, Berlin: Preussen; Hannover; Hamburg, Bremen: free cities; Münster: Preussen. Seven horses, six needed."""
    halle, berlin, hannover, hamburg, bremen, muenster = [
        "Fabelau",
        "Fabelbruck",
        "Phantorf",
        "Freitest",
        "Freiprobe",
        "Fabelcron",
    ]
    route = [f"{berlin}/2", f"{hannover}/1", f"{hamburg}/1"]
    position = game({"route": route, "horses": ["Kreidel/3", "Tintau/2"]}, phase="play")
    assert horses(position) == 7
    # the order of the printed route has no like on this board: its cities are put down, and the houses looked at
    whole = position.with_mover(route=("Fabelau/1", *route, "Freiprobe/1", "Fabelcron/1"))
    legal = {event.cities for event in whole.events() if event.verb == "close"}
    assert tuple(sorted((halle, berlin, muenster))) in legal
    for prussian in (halle, berlin, muenster):
        for free in (hamburg, bremen):
            assert tuple(sorted((prussian, hannover, free))) in legal
    assert max(map(len, legal)) == 3
    assert not any({hamburg, bremen} <= set(cities) for cities in legal)
    six_horses = whole.with_mover(horses=("Fabelend/1", "Kreidel/3"))
    assert six_horses.why_not("close") == ()
    assert [o.clause for o in whole.with_mover(horses=("Kreidel/3",)).why_not("close")] == ["horses.enough"]


def test_a_card_is_revealed_only_if_one_is_due_and_only_after_the_back_above_it() -> None:
    position = table({"hand": ["Freitest/1"]}, {}, board="testland", modules=(POWER,), deck_back=1)
    not_due = ("draw.refill", "No card has to be revealed now.")
    assert said(position, "deal Fabelau/1") == (not_due,)
    over = ("end.over", "The game is over.")
    assert said(position.with_turn(phase="over"), "deal Fabelau/1") == (over, not_due)
    clauses = [clause for clause, _ in said(position.with_turn(pending=("back", "display")), "deal Fabelau/1")]
    assert clauses == ["backs.due"]
