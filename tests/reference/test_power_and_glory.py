"""Power and Glory on a made-up board: horses, free cities, backs of cards; and that board without the module."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import thurntaxis as tt
from support.golden import check
from support.tables import POWER, after, ruling, table
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
        "; expected a board with horseshoes, or no such module"
    )


# ---- horses

PLAYING = {"drawn": 2, "official": "postmaster"}
ROUTE = ["Fabelau/1", "Fabelbruck", "Phantorf/1"]


FITTING = {"carrier-restart": False}

BEFORE_THE_CARRIAGE = game({"route": ROUTE}, turn={"drawn": 1}).play("play Fabelcron/3 horse")


def test_what_the_rules_say_with_power_and_glory() -> None:
    check(Path(__file__).parent / "rulings" / "power-and-glory.txt", lambda case: ruling(*eval(f"({case})", globals())))


SIX = ["Fabelau/2", "Kreidel/1", "Kreidel/3", "Tintau/1", "Tintau/2", "Wachsum/1"]


def test_without_horse_cards_none_are_discarded() -> None:
    position = game({"route": ROUTE, "horses": ["Fabelend/1"]}, phase="play")
    bare = position.with_own(horses=(), route=("Fabelau/1", "Fabelbruck/2"))
    assert bare.rules.proceed(bare, "close", lambda *_, **__: None).turn.player == 1


def test_carriages_are_not_used() -> None:
    steps = [step.name for step in BEFORE_THE_CARRIAGE.rules.steps]
    assert steps == ["draw", "play", "close", "horses", "discard", "end"]


def test_only_the_twentieth_house_ends_the_game() -> None:
    cities = [city.name for city in tt.board(BOARD).cities]
    houses = [city for city in cities if city not in ("Fabelau", "Phantorf", "Freitest", "Freiprobe")]
    position = game({"route": ROUTE, "horses": SIX, "houses": houses}, phase="play").play("close Fabelau")
    assert (len(position.players[0].houses), position.ender) == (20, 0)
    assert position.scores()[0] == sum(tile.value for tile in position.players[0].tiles)


# ---- cards and cities


def test_cards_are_numbered_and_cities_are_not() -> None:
    position = game({"route": ["Fabelau/1", "Fabelbruck/2"]}, turn={"drawn": 1})
    with pytest.raises(tt.EventError, match=r'unknown card "Wachsel"; did you mean Wachsel/3 or Wachsel/2\?'):
        position.parse("play Wachsel left")
    with pytest.raises(
        tt.EventError,
        match="expected play Wachsel/2 right, play Wachsel/2 left, play Wachsel/2 start or play Wachsel/2 horse",
    ):
        position.parse("play Wachsel/2")


# ---- free cities

FREE = ["Freitest/1", "Phantorf/1", "Fabelbruck", "Freiprobe", "Fabelcron/1", "Fabelau/1"]
"""Two free cities, one city of Oberphant, three of Grossfabel."""


def closing(**keys: Any) -> tt.Position:
    return game({"route": FREE, "horses": ["Kreidel/3", "Fabelend"], **keys}, phase="play")


def test_houses_in_free_cities_go_with_the_first_way_of_placing() -> None:
    # 3 x 2 x 4 by the first way, 2 ** 3 - 1 - 3 further ones in Grossfabel by the second
    assert sum(event.verb == "close" for event in closing().events()) == 3 * 2 * 4 + 4


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


# ---- the backs of the cards


def test_back_of_the_top_card_is_seen_before_each_reveal() -> None:
    position = tt.undealt(2, board=BOARD, modules=[POWER])
    assert position.turn.pending == ("back", *("display",) * 6)
    assert sum(position.weights().values()) == 69
    position = position.play("back 2")
    assert (position.deck_back, position.turn.pending) == (2, ("display",) * 6)
    assert {event[1][-1] for event in position.events()} == {"2"}
    position = position.play("deal Fabelau/2")
    assert (position.deck_back, position.turn.pending) == (None, ("back", *("display",) * 5))
    with pytest.raises(tt.EventError, match="expected back 1, back 2 or back 3"):
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
    assert game({"hand": ["?/3", "Wachsel/2"]}, turn=PLAYING).deck_size == 69 - 6 - 3


def back_due(hand: list[str], *then: str, ben: tuple[str, ...] = ("Kreidonia/1",)) -> tt.Position:
    """Return a table without a display, on which the back of the deck's top card has to be seen."""
    turn = {"drawn": 1, "pending": ["back", *then]}
    return table({"hand": hand}, {"hand": list(ben)}, board=BOARD, modules=(POWER,), turn=turn, display=[])


def test_seen_backs_of_unknown_cards_count_against_those_of_the_deck() -> None:
    plain, seen = back_due(["?", "?"], "display").weights(), back_due(["?/3", "?"], "display").weights()
    assert plain[tt.Event(("back", "3"))] == seen[tt.Event(("back", "3"))] + 1
    assert plain[tt.Event(("back", "1"))] == seen[tt.Event(("back", "1"))]


ONLY_THREES = back_due([card for card in tt.board(BOARD).cards if card[-1] != "3"], ben=())
"""A table on which only cards with three horses on their backs are left in the deck."""


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
    with pytest.raises(tt.EventError, match="right, play Wachsel/2 left or play Wachsel/2 start"):
        position.parse("play Wachsel/2 horse")
    closed = position.play("close Freitest")
    assert closed.players[0].tiles == (tt.Tile("free-Freitest", 1), tt.Tile("route-6", 5))
    assert closed.play("carriage").players[0].carriage == 3
    assert "card-backs" not in position.rules.options
    dealt = tt.undealt(2, board=BOARD)
    assert len(dealt.events()) == len(set(tt.board(BOARD).cards))


# ---- the printed example, cities and roads standing for those of the northern board


def test_example_7_best_houses_and_never_both_free_cities() -> None:
    """Halle, Berlin: Preußen; Hannover; Hamburg, Bremen: free cities; Münster: Preußen. Seven horses, six needed."""
    halle, berlin, hannover = "Fabelau", "Fabelbruck", "Phantorf"
    hamburg, bremen, muenster = "Freitest", "Freiprobe", "Fabelcron"
    route = [f"{berlin}/2", f"{hannover}/1", f"{hamburg}/1"]
    position = game({"route": route, "horses": ["Kreidel/3", "Tintau/2"]}, phase="play")
    assert horses(position) == 7
    # the order of the printed route has no like on this board: its cities are put down, and the houses looked at
    whole = position.with_own(route=("Fabelau/1", *route, "Freiprobe/1", "Fabelcron/1"))
    legal = {event.cities for event in whole.events() if event.verb == "close"}
    assert tuple(sorted((halle, berlin, muenster))) in legal
    for prussian in (halle, berlin, muenster):
        for free in (hamburg, bremen):
            assert tuple(sorted((prussian, hannover, free))) in legal
    assert max(map(len, legal)) == 3
    assert not any({hamburg, bremen} <= set(cities) for cities in legal)
    six_horses = whole.with_own(horses=("Fabelend/1", "Kreidel/3"))
    assert six_horses.why_not("close") == ()
    assert [o.clause for o in whole.with_own(horses=("Kreidel/3",)).why_not("close")] == ["horses.enough"]


REVEALED = table({"hand": ["Freitest/1"]}, {}, board="testland", modules=(POWER,), deck_back=1)
"""A table on which nothing has to be revealed."""
