"""Which differences between games are reported: those that exceed their noise and are large enough."""

import random

import thurntaxis as tt
from thurntaxis_solver.advice import AdviceReason, Side
from thurntaxis_solver.search.differences import FEWEST, MOST_TOLD, Compared, comparison, next_closing
from thurntaxis_solver.search.games_played_on import Continuation, RecordedClosing

POSITION = tt.new(2, seed=7)
TURNS = (tt.Event(("draw", "Ulm")),), (tt.Event(("draw", "Linz")),)
OWNER = POSITION.players[0]
COUNT = 100


def game(turn: int = 2, cities: int = 4, *, stacks: tuple[str, ...] = (), taken: tuple[str, ...] = ()) -> Continuation:
    """Return a game in which the player closes a route with this many cities in this turn."""
    names = frozenset([city.name for city in POSITION.rules.board.cities][:cities])
    closing = RecordedClosing(turn, names, names, 4, 0)
    return Continuation((), (closing,), 0, frozenset(taken), 9, 0, 0, (10, 9), (frozenset(stacks), frozenset()), None)


def told(ours: list[Continuation], others: list[Continuation], favoured: Side = "fact") -> list[AdviceReason]:
    return list(comparison(POSITION, 0, TURNS, Compared(ours, others), favoured))


def kinds(ours: list[Continuation], others: list[Continuation]) -> list[str]:
    return [reason.kind for reason in told(ours, others)]


def test_equal_games_show_no_difference() -> None:
    (only,) = told([game()] * COUNT, [game()] * COUNT)
    assert only.text == "100 games of each show no clear difference from draw Linz."


def test_the_figures_are_the_means_of_both_sides() -> None:
    ours = [game(2), game(3)] * 50
    others = [game(4), game(3)] * 50
    compared, closing = told(ours, others)
    assert compared.text == "Compared with draw Linz, in 100 games of each:"
    assert closing.text == "Player 1 closes the next route after 1.5 turns instead of 2.5."


def test_the_present_turn_has_no_number() -> None:
    def sentence(ours: list[Continuation], others: list[Continuation]) -> str:
        return told(ours, others)[1].text

    now, later, longer = [game(1)] * COUNT, [game(2), game(3)] * 50, [game(2, 5), game(3, 5)] * 50
    assert sentence(now, later) == "Player 1 closes a route this turn instead of after 1.5 turns."
    assert sentence(later, now) == "Player 1 closes a route after 1.5 turns instead of this turn."
    lengths = "with 4.0 cities instead of 5.0.", "with 5.0 cities instead of 4.0."
    assert sentence(now, longer) == f"Player 1 closes a route this turn instead of after 1.5 turns, {lengths[0]}"
    assert sentence(longer, now) == f"Player 1 closes a route after 1.5 turns instead of this turn, {lengths[1]}"
    often = [game(1)] * 94 + [game(2)] * 6
    assert sentence(often, later) == "Player 1 closes the next route after 0.1 turns instead of 1.5."


def test_the_larger_difference_comes_first() -> None:
    ours, others = [game(2, stacks=("baiern",))] * COUNT, [game(3)] * COUNT
    assert kinds(ours, others) == ["compared", "tile-share", "closing"]  # a tile of 5 points, and a turn
    ours, others = [game(2, stacks=("route-7", "baiern"))] * COUNT, [game(9)] * COUNT
    assert kinds(ours, others) == ["compared", "closing", "tile-share"]


def test_noise_and_what_is_too_small_to_matter_are_not_told() -> None:
    for seed in range(5):
        chance = random.Random(seed)
        ours, others = ([game(chance.choice([2, 3, 4, 5])) for _ in range(COUNT)] for _ in range(2))
        assert kinds(ours, others) == ["compared"]
    others = [game(3)] * 20 + [game(2)] * 80  # 0.2 turns, more than three standard errors away from 0
    assert kinds([game(2)] * COUNT, others) == ["compared"]


def test_too_few_games_are_said_to_be_too_few() -> None:
    few = FEWEST - 1
    (only,) = told([game(2)] * few, [game(9)] * few)
    assert (only.kind, only.text) == ("too-few", "Only 19 games of each were played on: too few for reasons.")
    assert next_closing(OWNER, [game(2)] * few, closes=False) is None


def test_a_difference_says_whom_it_favours() -> None:
    sooner, later = [game(2, stacks=("baiern",))] * COUNT, [game(3)] * COUNT
    assert [(each.kind, each.side) for each in told(sooner, later)[1:]] == [("tile-share", "for"), ("closing", "for")]
    assert [each.side for each in told(later, sooner)[1:]] == ["against"]
    longer = [game(3, 5)] * COUNT  # later but longer
    assert [each.side for each in told(longer, [game(2, 4)] * COUNT)[1:] if each.kind == "closing"] == ["fact"]
    robbed = [game()._replace(scores=(10, 19), ended_by=1)] * COUNT
    assert {each.kind: each.side for each in told([game()] * COUNT, robbed)[1:]} == {
        "opponent-score": "for",
        "ender": "for",
    }


def test_what_explains_the_figures_comes_first_and_nothing_contradicts_them() -> None:
    ours, others = [game(9, stacks=("route-7", "baiern"))] * COUNT, [game(2)] * COUNT
    assert [each.side for each in told(ours, others)[1:]] == ["against", "for"]  # many turns, two tiles
    assert [each.side for each in told(ours, others, "for")[1:]] == ["for", "against"]
    assert [each.side for each in told(ours, others, "against")[1:]] == ["against", "for"]
    better = [game(2, 6, stacks=("baiern",))] * COUNT
    (only,) = told(better, [game(3)] * COUNT, "against")
    assert only.text == "100 games of each show no single reason for the difference from draw Linz."


def test_a_turn_that_begins_another_one_is_not_compared_with_it() -> None:
    compared = Compared([game(2)] * COUNT, [game(9)] * COUNT)
    assert not list(comparison(POSITION, 0, (TURNS[0], (*TURNS[0], tt.Event(("end",)))), compared))


def test_a_card_that_others_want() -> None:
    ours = [game()] * COUNT
    others = [game(taken=("Ulm",))] * 40 + [game()] * 60
    reason = told(ours, others)[-1]
    assert reason.text == "Otherwise, others take Ulm before the next turn of player 1 in 40 of 100 games."


def test_no_more_than_the_largest_differences_are_told() -> None:
    ours = [game(2, 7, stacks=("baiern", "baden", "schweiz-tyrol", "boehmen-salzburg", "all-provinces"))] * COUNT
    others = [game(9, 3, taken=("Ulm",))] * COUNT
    assert [reason.side for reason in told(ours, others)[1:]] == ["for"] * MOST_TOLD["for"]
    assert [reason.side for reason in told(others, ours)[1:]] == ["against"] * MOST_TOLD["against"]


def test_the_plan_is_what_happens_in_most_games() -> None:
    closing = next_closing(OWNER, [game(2, 4)] * 60 + [game(3, 5)] * 40, closes=False)
    assert closing is not None
    assert (closing.length, closing.turn, len(closing.cities), len(closing.houses), closing.carriage) == (4, 2, 4, 4, 4)
    texts = [reason.text for reason in closing.reasons()]
    assert texts[0].startswith("Plan: close a route of 4 cities in about 1 turns, with ")
    assert texts[2] == "Carriage 4 would follow."
    assert next_closing(OWNER, [game()._replace(closings=())] * COUNT, closes=False) is None
