"""The turn solver in the base game, against whole turns searched event by event without any shortcut."""

import functools
import itertools
import random
from fractions import Fraction

import pytest

import thurntaxis as tt
from support.decisions import decisions
from support.whole_turns import Figures, cards, result, seat, table, turn_value, words
from thurntaxis_solver.exact.turn import END, NotProved, TurnSolver
from thurntaxis_solver.exact.value import TurnValue, mean

WHEN_NEEDED = {"reshuffle": "when-needed"}
TO_SIX = {"display-refill": "to-six"}
STRICT = {"carriage-declinable": False, "carrier-restart": False}
ENDER = (tt.Tile("game-end", 1),)

LAST_TURNS = {
    "the right card may come": table(
        seat(carriage=3, houses="Ulm Bas Aug"),
        seat("Lod", "Sig Zür", carriage=3),
        deck="Kem Lod Pil Bas",
        display="Lod",
    ),
    "administrator, the discards come in": table(
        seat(carriage=5, houses="Bas"),
        seat("Lod", "Sig Zür", carriage=3, houses="Sig Ulm"),
        deck="Kem Bas Pil",
        display="Lod Pil",
        discard="Ulm Pas",
    ),
    "administrator, the discards come in when needed": table(
        seat(carriage=5, houses="Bas"),
        seat("Lod", "Sig Zür", carriage=3, houses="Sig Ulm"),
        deck="Kem Bas Pil",
        display="Lod Pil",
        discard="Ulm Pas",
        options=WHEN_NEEDED,
    ),
    "administrator, too few cards for a display": table(
        seat(carriage=5),
        seat("Pil", "Sig Zür", carriage=3, houses="Sig"),
        deck="Lod Bas",
        display="Lod Pil",
        discard="Pas Kem Pas",
    ),
    "administrator, just a display in the deck": table(
        seat(carriage=5, houses="Bas"),
        seat("Pil", "Sig Zür", carriage=3),
        deck="Kem Lod Lod Lod Pas Ulm",
        display="Lod Pil",
    ),
    "administrator, just a display in the deck, when needed": table(
        seat(carriage=5, houses="Bas"),
        seat("Pil", "Sig Zür", carriage=3),
        deck="Kem Lod Lod Lod Pas Ulm",
        display="Lod Pil",
        options=WHEN_NEEDED,
    ),
    "administrator, just a display in the deck, a discard may be drawn blind": table(
        seat(carriage=5, houses="Bas"),
        seat("Pil", "Sig Zür", carriage=3),
        deck="Lod Lod Lod Pas Pas Lin",
        display="Pil",
        discard="Kem Pil",
        options=WHEN_NEEDED,
    ),
    "administrator, unknown cards held by another": table(
        seat("? ?", carriage=3, houses="Bas Aug"),
        seat("Pil", "Sig Zür", carriage=3),
        deck="Kem Bas Lod Lod",
        display="Lod",
        discard="Ulm",
    ),
    "hand empty at the beginning": table(
        seat(carriage=4), seat("", "Ulm Kem"), deck="Zür Lod Pil Sig", display="Lod Pas"
    ),
    "hand empty at the beginning, the discards come in": table(
        seat(carriage=3, houses="Ulm Bas"), seat("", "Ulm Kem"), deck="Lod", display="Lod Pas", discard="Zür Pil"
    ),
    "hand empty at the beginning, one card anywhere": table(seat(carriage=4), seat("", "Ulm Kem"), deck="Zür"),
    "nothing to draw": table(seat(carriage=3), seat("Sig Zür", "Ulm Kem", carriage=3)),
    "nothing to draw and nothing to play": table(seat(carriage=4), seat("", "Ulm Kem")),
    "cartwright, carrier or postmaster": table(
        seat(carriage=6, houses="Ulm Bas Zür"),
        seat("Zür Lod", "Kem Inn Mün", carriage=5),
        deck="Pas Sal Pil Aug",
        display="Lod",
    ),
    "carriage compulsory, carrier without a restart": table(
        seat(carriage=5, houses="Ulm"),
        seat("Sal", "Zür Kem Inn", carriage=3),
        deck="Lin Mün Pas",
        display="Pas",
        options=STRICT,
    ),
    "tie of three for the holder of the game-end tile": table(
        seat(carriage=3, houses="Bas Zür Fre Sig"),
        seat(carriage=3, houses="Bas Zür Fre", tiles=ENDER),
        seat("Lod", "Sig Kem", carriage=3, houses="Ulm"),
        deck="Bas Zür Pil Aug",
        display="Pil",
        ender=1,
    ),
    "four players, a tie for the next one clockwise": table(
        seat(carriage=3, houses="Ulm Bas Zür Kem Stu Fre Aug"),
        seat(carriage=3, houses="Bas Zür"),
        seat("?", carriage=4, tiles=ENDER),
        seat("Lod", "Sig Kem", carriage=3, houses="Ulm Stu"),
        deck="Bas Zür Lod Stu",
        display="Lod Inn",
        ender=2,
    ),
    "the deck runs out between two draws": table(
        seat(carriage=5), seat("Lod", "Sig Kem", carriage=3), deck="Bas", display="Lod Pil", discard="Fre Zür Pil"
    ),
    "the deck runs out between two draws, when needed": table(
        seat(carriage=5),
        seat("Lod", "Sig Kem", carriage=3),
        deck="Bas",
        display="Lod Pil",
        discard="Fre Zür Pil",
        options=WHEN_NEEDED,
    ),
    "a short display is made up to six": table(
        seat(carriage=5),
        seat("Lod", "Sig Kem", carriage=3),
        deck="Bas Zür Fre Kem Ulm Bas Pas",
        display="Lod Pil Pil",
        options=TO_SIX,
    ),
    "a short display is made up to six, the hand being empty": table(
        seat(carriage=4),
        seat("", "Ulm Kem"),
        deck="Zür Lod Pil Sig Sig Bas",
        display="Lod Pas",
        options=TO_SIX,
    ),
    "a short display is made up, and the discards come in": table(
        seat(carriage=5),
        seat("Lod", "Sig Kem", carriage=3),
        deck="Bas Aug",
        display="Lod Pil",
        discard="Fre Zür Pil",
        options=TO_SIX,
    ),
    "a short display is made up, and the discards come in when needed": table(
        seat(carriage=5),
        seat("Lod", "Sig Kem", carriage=3),
        deck="Bas",
        display="Lod Pil",
        discard="Fre Zür Pil",
        options=WHEN_NEEDED | TO_SIX,
    ),
    "a card drawn blind and three spaces are still due": table(
        seat(carriage=5),
        seat("Lod", "Sig Kem", carriage=3),
        deck="Bas Zür Fre Kem Ulm Pas",
        display="Lod Pil Pil",
        options=TO_SIX,
        drawn=1,
        pending=("hand", "display", "display", "display"),
    ),
    "many cards in hand": table(
        seat(carriage=5), seat("Lod Lod Pil Bas Fre", "Sig Kem", carriage=3), deck="Zür Pil Lod", display="Pil"
    ),
    "an unknown card in the own hand": table(
        seat(carriage=5), seat("Lod ?", "Sig Kem", carriage=3), deck="Bas Zür Lod Aug", display="Pil"
    ),
    "three reveals of the administrator still due": table(
        seat(carriage=5),
        seat("Lod", "Sig Zür", carriage=3),
        deck="Kem Pil Pas Lod Pas",
        display="Pas",
        discard="Lod Kem",
        official="administrator",
        pending=("display",) * 3,
    ),
    "the last reveal of the administrator still due": table(
        seat(carriage=5),
        seat("Lod", "Sig Zür", carriage=3),
        deck="Kem Pil Pas Lod Pas",
        display="Pas",
        discard="Lod Kem",
        official="administrator",
        pending=("display",),
    ),
    "a blind card to be revealed": table(
        seat(carriage=3), seat("Lod", "Sig Zür"), deck="Kem Bas Pas Lod", display="Lod", drawn=1, pending=("hand",)
    ),
    "a space to be filled": table(
        seat(carriage=3), seat("Lod", "Sig Zür"), deck="Kem Bas Pas Lod", display="Lod", drawn=1, pending=("display",)
    ),
    "a carriage to be taken or not": table(
        seat(carriage=5), seat("Lod Pil Bas Kem", "Sig Zür Fre", carriage=3), deck="Lod", phase="carriage", closed=4
    ),
}
"""Last turns of a game."""

MIXED = (
    "administrator, unknown cards held by another",
    "four players, a tie for the next one clockwise",
    "an unknown card in the own hand",
)
"""Last turns that can't be proved: with the administrator, discards come in while cards in hands are unknown."""

PROVED = {name: position for name, position in LAST_TURNS.items() if name not in MIXED}


def solved(position: tt.Position) -> Figures:
    value = TurnSolver(position).value(position)
    assert value is not None
    return tuple(map(Fraction, value))


@pytest.mark.parametrize("name", PROVED)
def test_last_turns_are_solved_exactly(name: str) -> None:
    position = PROVED[name]
    assert solved(position) == turn_value(position, position.turn.player)


@pytest.mark.parametrize("name", MIXED)
def test_discards_mixed_with_unknown_cards_rule_out_a_proof(name: str) -> None:
    """Where nobody uses the administrator, there is one."""
    position = LAST_TURNS[name]
    solver = TurnSolver(position)
    with pytest.raises(NotProved, match="cards that nobody has seen"):
        solver.solve(position)
    for event in position.events():
        if event.verb != "administrator":
            after = position.with_turn(official="carrier").play(event)
            assert solved(after) == turn_value(after, after.turn.player)


def test_the_last_turns_are_not_trivial() -> None:
    chances = [solved(position)[0] for position in PROVED.values()]
    assert sum(0 < chance < 1 for chance in chances) >= 8


@pytest.mark.parametrize(
    ("position", "who"),
    [
        (table(seat("Lod", carriage=5), seat("Zür Lod", "Fre Bas", carriage=3), display="Inn", ender=None), 1),
        (table(seat(carriage=5), seat("Zür", "Ulm Sig Fre Bas", carriage=6), ender=None), 1),
        (table(seat(carriage=5), seat("Zür"), seat("Lod")).with_turn(player=1), 1),
    ],
    ids=["the game goes on", "the game may end", "another has a turn"],
)
def test_where_others_still_decide_there_is_no_proof(position: tt.Position, who: int) -> None:
    assert position.decider == who
    with pytest.raises(NotProved, match="others still decide"):
        TurnSolver(position).solve(position)


@pytest.mark.parametrize("name", [name for name, position in PROVED.items() if not position.is_chance])
def test_choices_are_the_events_with_their_values(name: str) -> None:
    position = PROVED[name]
    solver = TurnSolver(position)
    choices = solver.choices(position)
    assert {choice.events[0] for choice in choices} == set(position.events())
    assert [c.value for c in choices] == sorted((c.value for c in choices), reverse=True)
    assert choices[0].value == solver.value(position)
    for choice in choices:
        assert choice.value == TurnSolver(position).value(position.play(choice.events[0]))


def few_cards(position: tt.Position, chance: random.Random) -> tt.Position:
    """Return the position as the last turn of a game, without cards too many to search the whole turn."""

    def some(pile: tuple[str, ...], most: int) -> tuple[str, ...]:
        return tuple(sorted(chance.sample(pile, min(most, len(pile)))))

    hand = some(position.mover.hand, chance.choice([1, 2] if position.turn.drawn else [0, 1, 2]))
    few = position.with_mover(hand=hand, route=position.mover.route[:4])
    few = few.replace(
        display=some(position.display, 1),
        unseen=some(position.unseen, 2),
        discard=some(position.discard, chance.choice([0, 2])),
    )
    if few.turn.phase == "draw" and not few.turn.drawn:
        few = few.with_turn(began_empty=not few.mover.hand)
    return few.replace(ender=0, start=(few.turn.player + 1) % len(few.players))


@pytest.mark.parametrize("seed", range(20))
def test_positions_of_random_games_are_solved_exactly(seed: int) -> None:
    chance = random.Random(seed)
    drawing = [p for p in decisions(seed, every=3) if p.turn.phase == "draw" and not p.turn.pending]
    for position in chance.sample(drawing, 3):
        few = few_cards(position, chance)
        assert tt.UNKNOWN in str(few.players) or solved(few) == turn_value(few, few.turn.player)


def test_shortcuts_leave_no_more_to_search_than_before() -> None:
    nodes = 0
    for position in PROVED.values():
        solver = TurnSolver(position)
        solver.solve(position)
        nodes += solver.nodes
    assert nodes == NODES


NODES = 2714
"""How many positions are searched in all these turns."""


def test_among_equal_events_the_plainest_comes_first() -> None:
    lost = table(seat(carriage=7, houses="Ulm Bas Aug"), seat("Lod"), deck="Pil Pil Pil", display="Pil Pas")
    for play, verbs in (
        ((), ["draw"] * 3 + ["administrator"]),
        (("draw Pilsen", "deal Pilsen"), ["play"] * 2 + ["postmaster"] * 3),
        (("play Pilsen start",), ["end", "carrier", "carrier"]),
    ):
        lost = functools.reduce(tt.Position.play, play, lost)
        assert [choice.events[0].verb for choice in TurnSolver(lost).choices(lost)] == verbs


def test_ending_the_turn_comes_before_closing_a_route_for_nothing() -> None:
    route = "Sig Zür Kem"
    lost = table(seat(carriage=7), seat("Lod", route, route, carriage=7), phase="play", drawn=1, played=1)
    solver = TurnSolver(lost)
    choices = solver.choices(lost)
    assert [choice.events[0].verb for choice in choices] == ["end", "close", "carrier"]
    assert len({choice.value for choice in choices}) == 1
    best = solver.solve(lost)
    assert best is not None
    assert best.events == (END,)


KEPT = table(
    seat("Lod", "Ulm Kem Zür", carriage=5),
    seat("Zür Lod Pil Bud Aug Inn", "Sig Kem Ulm", carriage=3),
    phase="play",
    drawn=1,
    played=1,
)
"""A last turn in which cards to keep may have to be chosen."""

LATER = [
    KEPT,
    KEPT.with_turn(official="postmaster"),
    KEPT.with_turn(official="carrier", played=2),
    KEPT.with_turn(phase="draw", played=0),
    KEPT.with_turn(phase="draw", played=0, official="postmaster", drawn=2),
    KEPT.with_turn(phase="carriage", closed=3),
    KEPT.with_turn(phase="carriage", closed=4),
    KEPT.with_turn(phase="carriage", closed=4, official="carrier"),
    KEPT.with_turn(phase="keep", closed=4, official="carrier"),
    KEPT.with_mover(route=words("Sig Kem Inn")),
    KEPT.with_mover(hand=cards("Zür Lod")),
]
"""Other points of that turn, and other cards."""


@pytest.mark.parametrize("position", [*LATER, LAST_TURNS["nothing to draw"]])
def test_the_events_that_are_found_lead_to_the_value(position: tt.Position) -> None:
    """They can be played one after the other, and the game that they end is worth what is said."""
    best = TurnSolver(position).solve(position)
    assert best is not None
    after = position.replace(display=(), discard=(), unseen=())
    for event in best.events:
        assert event in after.events()
        after = after.play(event)
    assert result(after, 1) == best.value == turn_value(position, 1)


def test_of_hands_that_are_worth_the_same_the_first_is_kept() -> None:
    best = TurnSolver(KEPT).solve(KEPT)
    assert best is not None
    *closing, keep = best.events
    after = functools.reduce(tt.Position.play, closing, KEPT)
    assert after.turn.phase == "keep"
    assert len(after.events()) > 1
    assert keep == after.events()[0]


def test_a_route_is_not_closed_if_unknown_cards_leave_no_choice_of_those_to_keep() -> None:
    known = KEPT.with_turn(official="postmaster")
    for position, verb in ((known, "close"), (known.with_mover(hand=cards("Zür Lod Pil ?")), "end")):
        best = TurnSolver(position).solve(position)
        assert best is not None
        assert best.events[0].verb == verb


def test_what_was_found_of_a_turn_is_for_this_point_of_it_only() -> None:
    """A solver that has searched one position gives others the same values as one that begins with them."""
    shared = TurnSolver(KEPT)
    for position in (*LATER, *reversed(LATER)):
        assert shared.solve(position) == TurnSolver(position).solve(position)


def test_the_order_of_the_search_makes_no_difference() -> None:
    position = PROVED["cartwright, carrier or postmaster"]
    solver = TurnSolver(position)
    for event in reversed(position.events()):
        solver.value(position.play(event))
    assert solver.value(position) == TurnSolver(position).value(position)


# ---- values


def test_values_order_by_win_then_margin_then_score() -> None:
    values = [TurnValue(*figures) for figures in ((1, 0, 0), (0, 2, 0), (0, 1, 3), (0, 1, 2))]
    assert sorted(values, reverse=True) == values


def test_means_are_exact() -> None:
    assert mean([(2, TurnValue(1, 1, 1)), (1, TurnValue(5, 5, 5))]) == TurnValue(*[Fraction(7, 3)] * 3)


def test_a_game_that_is_over_is_its_result() -> None:
    position = table(seat(carriage=7, tiles=(tt.Tile("game-end", 1),)), seat("Ulm", carriage=5), phase="over")
    solver = TurnSolver(LAST_TURNS["nothing to draw"])
    assert solver.value(position) == (0, -6, -15)
    assert result(position, 0) == (Fraction(1), Fraction(6), Fraction(-9))


# ---- the administrator's reveals


def administrator_by_listing(position: tt.Position) -> Figures:
    """Return the mean over all displays, listed one by one, of a deck that has enough cards."""
    at = position.turn.player
    after = position.play("administrator")

    def taken(city: str) -> Figures:
        shown = after.replace(display=(city,), turn=after.turn.replace(pending=())).play(tt.Event(("draw", city)))
        shown = shown.replace(turn=shown.turn.replace(pending=()))
        return turn_value(shown, at)

    values = {city: taken(city) for city in set(after.unseen)}
    total, displays = [Fraction(0)] * 3, 0
    for display in itertools.combinations(range(len(after.unseen)), 6):
        left = [values[city] for number, city in enumerate(after.unseen) if number not in display]
        blind = tuple(sum(figures, Fraction(0)) / len(left) for figures in zip(*left, strict=True))
        best = max(blind, *(values[after.unseen[number]] for number in display))
        total, displays = [t + f for t, f in zip(total, best, strict=True)], displays + 1
    return tuple(t / displays for t in total)


@pytest.mark.parametrize(
    "deck",
    [
        "Kem Bas Ulm Fre Lod Lod Pil Pil Pas Pas Sal Lin Mün Reg",
        "Lod Lod Lod Pil Pil Pil Pas Pas Pas Kem Sal",
        "Kem Bas Ulm Fre Inn Stu Aug Zür Zür Zür",
    ],
)
def test_the_administrator_is_averaged_over_all_displays(deck: str) -> None:
    position = table(
        seat(carriage=5, houses="Bas"),
        seat("Lod Ulm", "Sig Zür Kem", carriage=4, houses="Ulm Sig"),
        deck=deck,
        display="Lod Lod",
    )
    value = TurnSolver(position).value(position.play("administrator"))
    assert value == administrator_by_listing(position)
