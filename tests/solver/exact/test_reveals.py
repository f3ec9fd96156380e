"""Reveals in a turn: which are averaged over all that they can be, and how many are sampled otherwise."""

import random
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

import thurntaxis as tt
from support.tables import MESSENGER, OFFICES, POWER, table
from support.whole_turns import cards, result, seat, turn_value, words
from support.whole_turns import table as plain_table
from thurntaxis_solver.exact import turn
from thurntaxis_solver.exact.plans import Planner
from thurntaxis_solver.exact.sampling import different_displays, sampled_reveals
from thurntaxis_solver.exact.turn import TurnSolver
from thurntaxis_solver.exact.value import SCALE, TurnValue

LOST = TurnValue(0, 0, 0, 0, 0, 0, 0)
TWELVE = "Aug Bas Bud Car Fre Inn Kem Lin Lod Man Mün Nür"
DISPLAY = ("display",) * 6


class Listing(TurnSolver):
    """Searches one position; the positions that it asks for are listed, not searched."""

    def __init__(self, position: tt.Position) -> None:
        super().__init__(position)
        self.listed: list[tt.Position] | None = None

    def value(self, position: tt.Position) -> TurnValue | None:
        if self.listed is None:
            self.listed = []
            return super().value(position)
        self.listed.append(position)
        return LOST


def with_tiles(anna: list[str], ben: list[str], *, last: bool = True, **keys: Any) -> tt.Position:
    """Return a table with office tiles, at Anna's turn, in the last turn of the game or not; twelve cities can come."""
    players = {"hand": ["Ulm"], "offices": anna}, {"hand": ["Linz"], "offices": ben}
    position = table(*players, modules=(OFFICES,), **keys).replace(display=(), unseen=cards(TWELVE))
    return position.replace(ender=0, start=1) if last else position


def with_letters(*, letters: int = 4, unseen: str = TWELVE, **turn: Any) -> tt.Position:
    """Return the last turn of a game with letters on the southern board; the administrator has been used."""
    position = table({"hand": ["Ulm"]}, {"hand": ["Linz"]}, modules=(MESSENGER,))
    position = position.with_mover(letters=letters, letters_usable=letters)
    position = position.replace(display=(), unseen=cards(unseen), ender=0, start=1)
    begun: dict[str, Any] = {"officials": ("administrator",), "pending": DISPLAY}
    return position.with_turn(**begun | turn)


def with_backs(*, drawn: int = 0, back: bool = False) -> tt.Position:
    """Return a display to be dealt on a board whose cards show their horseshoes on the back."""
    position = tt.undealt(2, "testland", modules=[MESSENGER, POWER])
    own = tt.Player(hand=("Fabelend/1",), route=("Fabelbruck/2",), letters=4, letters_usable=4)
    due = ("back", *DISPLAY) if back else DISPLAY
    turn = tt.Turn(0, drawn=drawn, officials=("administrator",), pending=due)
    back_of = position.rules.board.horseshoes[position.unseen[0]]
    players = (own, tt.Player())
    return position.replace(players=players, display=(), turn=turn, deck_back=None if back else back_of)


ROUND = with_tiles(
    ["administrator", "administrator", "carrier"],
    ["administrator"],
    turn={"official": "administrator"},
    returning={"order": [0, 1], "office": "administrator"},
)
"""A round in the last turn, in which Anna may return two tiles for a card; she has drawn none yet."""

EMPTIED = ROUND.replace(returning=None).with_turn(pending=DISPLAY)
"""A turn in which the last tile of the administrator has been taken, and his display is to be dealt."""


AHEAD = ROUND.replace(returning=None, ender=None)
"""The turn before such a round, in the middle of the game."""

EARNED = ROUND.play("return administrator carrier")
SHOWN = EARNED.play("honor draw deck").with_turn(pending=("display",))


@pytest.mark.parametrize(
    ("position", "start", "number"),
    [
        (with_letters(), None, 32),
        (with_backs(back=True), None, 32),
        (with_backs(drawn=1, back=True), None, 8),
        (EMPTIED, None, 4),
        (EMPTIED.replace(ender=None), None, 32),
        (EARNED.play("honor draw deck"), None, 2),
        (SHOWN, ROUND, 2),
        (SHOWN.replace(unseen=cards("Aug Bas Bud Car Fre Inn Kem")), ROUND, 2),
        (EARNED.play("honor draw deck").with_turn(drawn=2), None, 2),
    ],
    ids=[
        "two draws",
        "back",
        "one drawn",
        "round",
        "round ahead",
        "card in a round",
        "space in a round",
        "seven",
        "third card, in a round",
    ],
)
def test_a_sample_has_its_size(position: tt.Position, start: tt.Position | None, number: int) -> None:
    """A new display is sampled 32 times at the start of a turn, and less later; in a round it is less still."""
    solver = Listing(start or position)
    assert solver.value(position) is not None
    assert solver.listed is not None
    assert (len(solver.listed), solver.has_sampled) == (number, True)


def test_two_spaces_in_a_round_are_a_new_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn, "FEW_DISPLAYS", 0)
    solver = Listing(EMPTIED)
    assert solver.value(EMPTIED.with_turn(pending=DISPLAY[:2])) is not None
    assert len(solver.listed or ()) == 4


def test_two_spaces_in_a_round_are_searched_if_few_displays_can_come() -> None:
    position = EMPTIED.with_turn(pending=DISPLAY[:2])
    assert different_displays(Counter(position.unseen), 2) == 66
    assert not TurnSolver(EMPTIED).has_many_cases(position)


@pytest.mark.parametrize(
    ("position", "start"),
    [
        (SHOWN.replace(unseen=cards("Aug Bas Bud Car Fre Inn")), ROUND),
        (SHOWN.replace(ender=None), AHEAD),
        (with_backs(back=True).with_turn(pending=("back",)), None),
        (with_letters(drawn=1, pending=("hand",)), None),
    ],
    ids=["few cards", "round ahead", "back", "no round"],
)
def test_single_reveals_are_all_searched_but_for_many_in_a_round(
    position: tt.Position, start: tt.Position | None
) -> None:
    solver = Listing(start or position)
    assert solver.value(position) is not None
    assert solver.listed == [position.play(event) for event in position.weights()]
    assert not solver.has_sampled


def test_the_back_of_the_deck_is_not_sampled_in_a_round() -> None:
    solver = TurnSolver(ROUND)
    assert solver.has_many_cases(SHOWN)
    assert not solver.has_many_cases(SHOWN.with_turn(pending=("back",)))
    assert not solver.has_many_cases(SHOWN.with_turn(pending=("back", "display")))


def test_up_to_300_different_displays_are_searched() -> None:
    twelve = TWELVE.split()
    for copies, displays in ((3, 300), (4, 301)):
        deck = cards(" ".join(twelve + twelve[:7] + twelve[:copies]))
        position = with_letters().with_turn(pending=DISPLAY[:3]).replace(unseen=deck)
        assert different_displays(Counter(deck), 3) == displays
        assert TurnSolver(position).has_many_cases(position) == (displays > 300)


def test_sampled_positions_differ_in_their_displays() -> None:
    position = with_letters()
    solver = Listing(position)
    solver.value(position)
    listed = solver.listed or []
    assert all(len(each.display) == 6 and not each.is_chance for each in listed)
    assert len({each.display for each in listed}) > 20
    chance = random.Random(0)
    assert listed == [sampled_reveals(position, 6, chance) for _ in listed], "always the same"


# ---- displays that one card is taken from

ONE = plain_table(seat(), seat("Lod", "Sig Kem"), deck=TWELVE, official="administrator", pending=DISPLAY)


@pytest.mark.parametrize(
    ("position", "is_one"),
    [
        (ONE, True),
        (ONE.with_turn(pending=("display",)), True),
        (ONE.with_turn(pending=("display",), drawn=1), False),
        (ONE.with_turn(pending=("hand", *DISPLAY), drawn=1), False),
        (ONE.with_turn(drawn=1, official=None), True),
        (with_letters(), False),
        (with_letters(letters=0), True),
        (with_letters(letters=0, pending=("display",)), False),
        (with_letters(drawn=1), True),
        (with_letters(drawn=1, letters=0), False),
        (with_backs(), False),
        (EMPTIED, False),
        (EMPTIED.with_mover(offices=()), True),
    ],
    ids=str,
)
def test_after_the_administrator_one_card_is_taken_unless_something_else_can_be_done(
    position: tt.Position, is_one: bool
) -> None:
    solver = TurnSolver(position)
    assert solver.gives_one_card(position) == is_one


def test_taking_a_card_leaves_no_other_reveals_due() -> None:
    solver = TurnSolver(ONE)
    taken = solver.after_taking(ONE, "Linz")
    assert taken.turn.pending == ("display",), "the space of that card"
    assert taken.mover.hand == (*cards("Lin"), *cards("Lod"))
    nothing = solver.after_taking(with_letters(drawn=1), "")
    assert (nothing.turn.pending, nothing.display, nothing.mover.hand) == ((), (), ("Ulm",))


def test_a_second_card_from_a_new_display_is_the_best_one_or_none() -> None:
    """The mean over all displays, listed one by one; with letters the postmaster may follow the administrator."""
    position = with_letters(drawn=1, unseen="Kem Lin Kem", pending=DISPLAY[:2]).with_mover(route=words("Ulm Sig"))
    value = TurnSolver(position).value(position)
    assert value is not None
    found = tuple(Fraction(figure) / SCALE for figure in value[:3])
    assert found == turn_value(position, 0, lambda after: result(after, 0))


# ---- unknown cards in hands


@pytest.mark.parametrize(("deck", "is_proved"), [("Kem Bas Ulm Lod Pil Pas Fre Aug Zür", True), ("Kem Bas Ulm", False)])
def test_figures_are_proved_unless_discards_are_mixed_with_unknown_cards(deck: str, is_proved: bool) -> None:
    position = plain_table(seat("?"), seat("Lod", "Sig Zür"), deck=deck, display="Lod Pil", discard="Reg")
    after = position.play("administrator")
    solver = TurnSolver(position)
    assert solver.gives_one_card(after)
    value = solver.value(after)
    assert value is not None
    assert value.is_proved == is_proved
    assert solver.has_mixed == (not is_proved)


def test_what_comes_to_the_display_after_the_last_card_is_no_case_of_a_plan() -> None:
    """A card is drawn blind in a round, and a short display is made up; only the card is planned for."""
    rounds = {"order": [0, 1], "office": "administrator"}
    tiles = ["administrator", "administrator", "carrier"]
    keys: dict[str, Any] = {"turn": {"official": "administrator"}, "options": {"display-refill": "to-six"}}
    begun = with_tiles(tiles, ["administrator"], returning=rounds, **keys).with_turn(phase="play", drawn=1, played=1)
    drawn = begun.play("return administrator carrier").play("honor draw deck")
    assert drawn.turn.pending == ("hand", *DISPLAY)
    solver = TurnSolver(begun)
    assert solver.has_many_cases(drawn)
    (case,) = Planner(solver).tree(drawn).cases
    assert not any(later.deal.verb == "deal" for later in case.tree.cases)
