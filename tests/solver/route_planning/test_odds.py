"""The chances of seeing cards against all orders of small decks, the reveals that the rules allow, and sympy."""

import itertools
import random
import subprocess
import sys
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import thurntaxis as tt
from support.formulas import has_true_formula
from support.hidden_cards import laid_out
from support.paths import BY_CITY
from thurntaxis_solver.route_planning.odds import odds
from thurntaxis_solver.route_planning.routes import routes

BOARDS = ("testland", str(BY_CITY))
DEALT = "power-and-glory"

CITIES = ("Basel", "Lodz", "Ulm")


def table(unseen: str, discard: str = "", display: str = "", unknown: int = 0) -> tt.Position:
    """Return a table with these cards, by their first letters, and with unknown cards in the first player's hand."""
    city_of = {city[0]: city for city in CITIES} | {tt.UNKNOWN: tt.UNKNOWN}
    cards = [tuple(city_of[letter] for letter in sorted(pile)) for pile in (unseen, discard, display)]
    position = tt.undealt().replace(unseen=cards[0], discard=cards[1], display=cards[2])
    return position.with_own(hand=(tt.UNKNOWN,) * unknown)


def revealed(position: tt.Position, wanted: Counter[str], count: int, shown: tuple[str, ...] = ()) -> Fraction:
    """Search all reveals until this many cards are revealed; add up the chances of those with the wanted cards."""
    names = position.rules.board.city_of
    if count == 0 or not position.is_chance:
        found = Counter(shown) + Counter(names[card] for card in shown if card != names[card])
        return Fraction(wanted <= found)
    chances = position.weights()
    total = Fraction(0)
    for event, weight in chances.items():
        is_card = event.verb == "deal"
        part = revealed(position.play(event), wanted, count - is_card, (*shown, event[1]) if is_card else shown)
        total += Fraction(weight, sum(chances.values())) * part
    return total


def in_every_way(position: tt.Position, wanted: Counter[str], reveals: int, *, administrator: bool = False) -> Fraction:
    """Lay out the unseen cards in all ways, and draw all sets from the discards once the deck has run out."""
    names = position.rules.board.city_of
    deck, unknown = position.deck_size, position.unknown_discards
    known = tuple(card for card in position.discard if card[0] != "?") + (position.display if administrator else ())
    later = min(max(0, reveals - deck), unknown + len(known))
    found = []
    for order in laid_out(position):
        for drawn in itertools.combinations((*order[deck : deck + unknown], *known), later):
            shown = (*order[: min(reveals, deck)], *drawn)
            found.append(wanted <= Counter(shown) + Counter(names[card] for card in shown if card != names[card]))
    return Fraction(sum(found), len(found))


@settings(max_examples=150, deadline=None)
@given(
    unseen=st.text("BLU", max_size=5),
    discard=st.text("BLU", max_size=3),
    display=st.text("BLU", min_size=1, max_size=2),
    unknown=st.integers(0, 2),
    unknown_discards=st.integers(0, 3),
    cities=st.lists(st.sampled_from(CITIES), min_size=1, max_size=4),
    reveals=st.integers(1, 6),
    administrator=st.booleans(),
)
def test_the_chance_is_that_of_all_orders_and_of_the_formula(
    unseen: str,
    discard: str,
    display: str,
    unknown: int,
    unknown_discards: int,
    cities: list[str],
    reveals: int,
    administrator: bool,
) -> None:
    unknown = min(unknown, len(unseen))
    unknown_discards = min(unknown_discards, len(unseen) - unknown)
    position = table(unseen, discard + tt.UNKNOWN * unknown_discards, display, unknown)
    answer = odds(position, cities, reveals=reveals, administrator=administrator)
    chance = answer.chance.fraction
    assert chance == in_every_way(position, Counter(cities), reveals, administrator=administrator)
    assert has_true_formula(answer)


@pytest.mark.parametrize("reshuffle", ["at-exhaustion", "when-needed"])
@pytest.mark.parametrize("cities", [["Basel"], ["Basel", "Lodz"], ["Ulm", "Ulm"], ["Lodz", "Lodz", "Lodz"]])
def test_an_administrator_whose_reveals_exhaust_the_deck(reshuffle: str, cities: list[str]) -> None:
    position = table(unseen="LLU", discard="U", display="BBLUU").with_turn(began_empty=False, pending=())
    position = position.with_rules(tt.rule_set(options={"reshuffle": reshuffle}))
    chance = revealed(position.play("administrator"), Counter(cities), 6)
    assert 0 < chance < 1
    assert odds(position, cities, administrator=True).chance.fraction == chance


def test_a_position_from_play_midway_through_its_reveals() -> None:
    position = tt.undealt().play("deal Ulm")
    chance = odds(position, ["Ulm"], reveals=5).chance.fraction
    assert chance == 1 - Fraction(63 * 62 * 61 * 60 * 59, 65 * 64 * 63 * 62 * 61)


def test_one_card_of_three_among_six() -> None:
    answer = odds(tt.undealt(), ["Ulm"])
    assert answer.chance.fraction == 1 - Fraction(60 * 59 * 58, 66 * 65 * 64)
    assert answer.formula == "(binomial(66, 6) - binomial(63, 6))/binomial(66, 6)"
    assert answer.latex == r"\frac{{\binom{66}{6}} - {\binom{63}{6}}}{{\binom{66}{6}}}"


def test_equal_terms_of_the_formula_are_gathered() -> None:
    answer = odds(tt.undealt(), ["Ulm", "Basel", "Lodz"])
    assert answer.formula == (
        "(binomial(66, 6) - 3*binomial(63, 6) + 3*binomial(60, 6) - binomial(57, 6))/binomial(66, 6)"
    )


@pytest.mark.parametrize(
    ("cities", "reveals", "chance"), [(["Lodz"] * 4, 66, 0), (["Lodz"] * 3, 66, 1), (["Lodz", "Basel"], 1, 0)]
)
def test_the_impossible_and_the_certain_are_plain_numbers(cities: list[str], reveals: int, chance: int) -> None:
    answer = odds(tt.undealt(), cities, reveals=reveals)
    assert answer.chance.fraction == chance
    assert answer.formula == answer.latex == str(chance)


def test_all_cities_of_the_board_are_answered_too() -> None:
    answer = odds(tt.undealt(), [city.name for city in tt.board("south").cities], reveals=40)
    chance = answer.chance.fraction
    assert 0 < chance < 1
    assert has_true_formula(answer)


def test_a_deck_of_unknown_discards_is_drawn_from_the_unseen_cards() -> None:
    position = table(unseen="BLLU", discard="U??")
    assert position.deck_size == 2
    one = odds(position, ["Basel"], reveals=3)
    assert one.chance.fraction == Fraction(1, 2) + Fraction(1, 2) * Fraction(2, 3) * Fraction(1, 2)
    assert (
        one.formula
        == "((binomial(4, 2) - binomial(3, 2))/binomial(4, 2))/3 + 2*((binomial(4, 3) - 1)/binomial(4, 3))/3"
    )
    assert odds(position, ["Basel"], reveals=5).chance.fraction == 1
    assert odds(table(unseen="BLL", discard="???"), ["Basel"], reveals=1).chance.fraction == Fraction(1, 3)


def test_the_answer_for_json_has_the_keys_of_the_contract() -> None:
    data = odds(tt.undealt(), ["ULM", "lodz"], reveals=66).data()
    assert data == {
        "cities": ["Ulm", "Lodz"],
        "reveals": 66,
        "administrator": False,
        "chance": {"exact": True, "value": 1.0, "fraction": "1"},
        "formula": "1",
        "latex": "1",
    }


@pytest.mark.parametrize(
    ("cities", "reveals", "administrator", "message"),
    [
        ([], 6, False, "no city is named"),
        (["Bern"], 6, False, 'unknown city "Bern"'),
        (["Ulm"], 0, False, "0 cards can't be revealed"),
        (["Ulm"], 67, False, "67 cards can't be revealed; expected at most 66"),
        (["Ulm"], 6, True, "the display is empty"),
    ],
)
def test_an_invalid_question_is_refused(cities: list[str], reveals: int, administrator: bool, message: str) -> None:
    with pytest.raises(ValueError, match=message) as refusal:
        odds(tt.undealt(), cities, reveals=reveals, administrator=administrator)
    assert "\n" not in str(refusal.value)


def test_the_chance_alone_needs_no_algebra() -> None:
    code = "import sys, thurntaxis as tt; from thurntaxis_solver import odds; odds(tt.undealt(), ['Ulm']); "
    subprocess.run([sys.executable, "-c", code + "sys.exit('sympy' in sys.modules)"], check=True)


# ---- cards that differ, and backs that are seen


def test_a_city_means_any_of_its_cards_and_a_card_itself() -> None:
    position = tt.new(board="testland", seed=3)
    unseen = list(position.unseen)
    for wanted in (
        ("Wachsel",),
        ("Wachsel/2",),
        ("Wachsel/2", "Wachsel/3"),
        ("Tintau", "Wachsel/3"),
        ("Tintau", "Tintau"),
    ):
        seen = 0
        for drawn in itertools.combinations(range(len(unseen)), 3):
            cards = [unseen[at] for at in drawn]
            cities = [position.rules.board.city_of[card] for card in cards]
            seen += all((cards if "/" in name else cities).count(name) >= wanted.count(name) for name in wanted)
        every = len(unseen) * (len(unseen) - 1) * (len(unseen) - 2) // 6
        answer = odds(position, wanted, reveals=3)
        assert answer.chance.fraction == Fraction(seen, every)
        assert answer.expression.doit() == answer.chance.fraction


def test_a_city_beside_one_of_its_cards_is_refused() -> None:
    with pytest.raises(ValueError, match=r"Wachsel/2 and Wachsel are both named; expected the city or its cards"):
        odds(tt.new(board="testland", seed=3), ["wachsel", "wachsel/2"])


def table_with_backs(chance: random.Random, board: str, *, hidden: int, seen: bool = True) -> tt.Position:
    """Return a table with few cards outside hands, `hidden` of the unseen ones in another's hand."""
    options = {"card-backs": "seen" if seen else "ignored"}
    position = tt.undealt(2, board, options=options, modules=[DEALT])
    cards = position.rules.board.cards
    some = chance.sample(chance.sample(cards, 9), 7)  # often both copies of a card
    unseen, others = tuple(sorted(some[: 3 + hidden])), some[3 + hidden :]
    held = chance.sample(unseen, hidden)
    shoes = position.rules.board.horseshoes
    left = Counter(unseen) - Counter(held)
    hand = [f"?/{shoes[card]}" if seen and chance.random() < 0.7 else "?" for card in held]
    players = (position.players[0], tt.Player(hand=tuple(sorted(hand))))
    back = shoes[chance.choice(sorted(left.elements()))] if seen else None
    turn = tt.Turn(0, phase="draw")
    return position.replace(
        players=players, unseen=unseen, discard=tuple(sorted(others)), display=("Wachsum/1",), turn=turn, deck_back=back
    ).replace(display=(cards[0],))


@pytest.mark.parametrize("seen", [True, False])
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("seed", range(10))
def test_unknown_discards_come_when_the_deck_runs_out(board: str, seed: int, seen: bool) -> None:
    chance = random.Random(f"{seed} {board}")
    position = table_with_backs(chance, board, hidden=seed % 2, seen=seen)
    shoes = position.rules.board.horseshoes
    gone = chance.sample(position.discard, 2)
    known = sorted((Counter(position.discard) - Counter(gone)).elements())
    marks = [f"?/{shoes[card]}" if seen and chance.random() < 0.6 else "?" for card in gone]
    unseen = tuple(sorted([*position.unseen, *gone]))
    position = position.replace(discard=tuple(sorted([*known, *marks])), unseen=unseen)
    for reveals in (1, 2, 4, 6, position.deck_size + len(position.discard)):
        wanted = wanted_cards(chance, position)
        answer = odds(position, wanted, reveals=reveals)
        assert answer.chance.fraction == in_every_way(position, Counter(wanted), reveals)
        assert has_true_formula(answer)
        if reveals <= position.deck_size:
            assert answer.chance.fraction == revealed(due(position, reveals), Counter(wanted), reveals)


def wanted_cards(chance: random.Random, position: tt.Position) -> list[str]:
    """Return one or two cities or cards that may come."""
    may_come = [card for card in position.unseen + position.discard if card[0] != "?"]
    cards = chance.choices(may_come, k=chance.choice([1, 1, 2]))
    names = position.rules.board.city_of
    return sorted(cards) if chance.random() < 0.5 else sorted(names[card] for card in cards)


def due(position: tt.Position, count: int) -> tt.Position:
    """Return the table with an empty display, and this many cards to be revealed."""
    return position.replace(display=(), turn=position.turn.replace(pending=("display",) * count))


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("seed", range(12))
def test_the_chance_is_that_of_all_reveals(board: str, seed: int) -> None:
    chance = random.Random(seed)
    position = table_with_backs(chance, board, hidden=seed % 3)
    reveals = chance.randint(1, position.deck_size)
    wanted = wanted_cards(chance, position)
    answer = odds(position, wanted, reveals=reveals)
    assert answer.chance.fraction == revealed(due(position, reveals), Counter(wanted), reveals)
    assert has_true_formula(answer)


def test_the_administrators_first_card_has_the_back_that_is_seen() -> None:
    chance = random.Random(4)
    for _ in range(6):
        position = table_with_backs(chance, BOARDS[0], hidden=0)
        wanted = wanted_cards(chance, position)
        position = position.with_own(hand=(position.rules.board.cards[5],))
        after = position.play("administrator")
        every = revealed(after, Counter(wanted), 6)
        assert odds(position, wanted, administrator=True).chance.fraction == every


def test_only_the_first_card_is_told_by_its_back() -> None:
    position = tt.new(2, "testland", seed=3, modules=[DEALT])
    back, shoes = position.deck_back, position.rules.board.horseshoes
    fitting = [card for card in position.unseen if shoes[card] == back]
    for card in sorted(set(position.unseen)):
        first = Fraction(fitting.count(card), len(fitting)) if shoes[card] == back else 0
        assert odds(position, [card], reveals=1).chance.fraction == first
        ignored = position.with_rules(tt.rule_set("testland", options={"card-backs": "ignored"}, modules=[DEALT]))
        plain = odds(ignored, [card], reveals=2).chance.fraction
        assert (odds(position, [card], reveals=2).chance.fraction > plain) == (first > 0)


def test_a_back_still_to_be_seen_tells_nothing() -> None:
    position = tt.new(2, "testland", seed=3, modules=[DEALT])
    waiting = position.replace(deck_back=None, turn=position.turn.replace(pending=("back",)))
    of_city = sum(position.rules.board.city_of[card] == "Wachsel" for card in position.unseen)
    assert odds(waiting, ["Wachsel"], reveals=1).chance.fraction == Fraction(of_city, len(position.unseen))


def test_the_formula_sums_up_what_the_first_card_may_be() -> None:
    position = tt.new(2, "testland", seed=3, modules=[DEALT])
    assert position.deck_back == 1
    answer = odds(position, ["Wachsel", "Tintau"])
    assert answer.formula == (
        "((binomial(62, 5) - binomial(60, 5))/binomial(62, 5))/23"
        " + 22*((binomial(62, 5) - binomial(60, 5) - binomial(59, 5) + binomial(57, 5))/binomial(62, 5))/23"
    )
    assert has_true_formula(answer)
    assert answer.data()["back"] == 1
    assert "back" not in odds(tt.new(2, "testland", seed=3), ["Wachsel"]).data()


@pytest.mark.parametrize("board", BOARDS)
def test_the_chances_of_routes_know_the_back_too(board: str) -> None:
    position = tt.new(2, board, seed=5, modules=[DEALT])
    found = routes(position, longest=4)
    blind = [target for target in found if target.unseen]
    for target in blind[:: max(1, len(blind) // 12)]:
        assert target.chance == odds(position, target.unseen, reveals=3).chance
        assert [chance.fraction for chance in target.blind] == [
            odds(position, target.unseen, reveals=draws).chance.fraction for draws in (1, 2, 3)
        ]
    ignored = tt.rule_set(position.rules.board, options={"card-backs": "ignored"}, modules=[DEALT])
    plain = {target.cities: target.chance for target in routes(position.with_rules(ignored), longest=4)}
    assert any(plain.get(target.cities) != target.chance for target in blind)
    assert all(target.chance.fraction == 1 for target in routes(position, longest=4, draws=0))
