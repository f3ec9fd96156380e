"""The chances of seeing cards against all orders of small decks, against the rules' own reveals, and against sympy."""

import itertools
import subprocess
import sys
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import thurntaxis as tt
from support.formulas import has_true_formula
from thurntaxis_solver.route_planning.odds import odds

CITIES = ("Basel", "Lodz", "Ulm")


def table(unseen: str, discard: str = "", display: str = "", unknown: int = 0) -> tt.Position:
    """Return a table with these cards, by their first letters, and with unknown cards in the first player's hand."""
    city_of = {city[0]: city for city in CITIES} | {tt.UNKNOWN: tt.UNKNOWN}
    cards = [tuple(city_of[letter] for letter in sorted(pile)) for pile in (unseen, discard, display)]
    position = tt.undealt().replace(unseen=cards[0], discard=cards[1], display=cards[2])
    return position.with_mover(hand=(tt.UNKNOWN,) * unknown)


def in_every_order(position: tt.Position, wanted: Counter[str], reveals: int, administrator: bool) -> Fraction:
    """Lay out the unseen cards in all ways, draw all sets from the discards; count where they are what is wanted."""
    deck, unknown = position.deck_size, position.unknown_discards
    known = position.discard[unknown:] + (position.display if administrator else ())
    later = min(max(0, reveals - deck), unknown + len(known))
    found = [
        wanted <= Counter((*order[: min(reveals, deck)], *drawn))
        for order in itertools.permutations(position.unseen)
        for drawn in itertools.combinations((*order[deck : deck + unknown], *known), later)
    ]
    return Fraction(sum(found), len(found))


@settings(max_examples=150, deadline=None)
@given(
    unseen=st.text("BLU", max_size=5),
    discard=st.text("BLU", max_size=3),
    display=st.text("BLU", min_size=1, max_size=2),
    unknown=st.integers(0, 2),
    unknown_discards=st.integers(0, 3),
    cities=st.lists(st.sampled_from(CITIES), min_size=1, max_size=4),
    reveals=st.integers(1, 9),
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
    assert chance == in_every_order(position, Counter(cities), reveals, administrator)
    assert has_true_formula(answer)


def revealed(position: tt.Position, wanted: Counter[str]) -> Fraction:
    """Reveal all cards due by the rules themselves, each by its probability; sum where the display shows them all."""
    if not position.is_chance:
        return Fraction(wanted <= Counter(position.display))
    chances = Counter(position.unseen)
    return sum(
        (
            Fraction(number, len(position.unseen)) * revealed(position.play(f"deal {city}"), wanted)
            for city, number in chances.items()
        ),
        Fraction(0),
    )


@pytest.mark.parametrize("reshuffle", ["at-exhaustion", "when-needed"])
@pytest.mark.parametrize("cities", [["Basel"], ["Basel", "Lodz"], ["Ulm", "Ulm"], ["Lodz", "Lodz", "Lodz"]])
def test_an_administrator_whose_reveals_exhaust_the_deck(reshuffle: str, cities: list[str]) -> None:
    position = table(unseen="LLU", discard="U", display="BBLUU").with_turn(began_empty=False, pending=())
    position = position.with_rules(tt.rule_set(options={"reshuffle": reshuffle}))
    chance = revealed(position.play("administrator"), Counter(cities))
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


def test_unknown_cards_in_hands_shorten_the_deck_but_not_the_unseen_cards() -> None:
    position = table(unseen="BLLU", unknown=2)
    assert odds(position, ["Basel"], reveals=2).chance.fraction == Fraction(1, 2)
    assert odds(position, ["Basel"], reveals=3).chance.fraction == Fraction(1, 2)


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
