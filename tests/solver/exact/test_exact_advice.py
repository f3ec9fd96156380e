"""Exact advice: its lines can be followed after any reveal and bring what they say; refusals are clear."""

import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import thurntaxis as tt
from support import tables
from support.best_turns import as_last_turn, drawing_is_over
from support.decisions import decisions
from support.exact_advice import advise_exactly as advise
from support.position_files import counted, each_counted
from support.searched_positions import LAST
from support.whole_turns import Figures, result, seat, table, turn_value
from thurntaxis.io.read import position_from_data
from thurntaxis_solver.advice import EffortSpent, Line
from thurntaxis_solver.decider import decides_last
from thurntaxis_solver.estimates import Exact
from thurntaxis_solver.exact.exact_advice import solve_in_steps
from thurntaxis_solver.exact.last_turn import NotProved, TurnSolver
from thurntaxis_solver.exact.plans import Plan, PlanCase, Planner, PlanTree
from thurntaxis_solver.exact.refill import Best, DisplayRefill
from thurntaxis_solver.exact.value import TurnValue

RICH = table(
    seat("Lod", "Ulm Kem Zür", "Bas Fre Man", carriage=3),
    seat("Zür Lod Pil Bud", "Fre Bas", "Sal Lin Pas", carriage=3),
    deck="Kem Lod Inn Sig Sig Man Man Car Ulm Ulm Stu Reg",
    display="Inn Lod Pas Aug Aug Stu",
)
"""A last turn in which much can be done."""

MIDDLE = RICH.replace(ender=None)
"""That turn in the middle of a game."""

WITH_ADMINISTRATOR = table(
    seat(carriage=5),
    seat("Pil", "Sig Zür", carriage=3),
    deck="Kem Lod Lod Pas Ulm Reg Reg",
    display="Lod Pil",
    discard="Man",
)
"""A last turn in which the administrator may help."""


def in_game(seed: int, every: int = 9) -> list[tt.Position]:
    """Return decisions of a random game, each as if the game ended with that turn, and no other player had a card."""
    found = []
    for position in decisions(seed, every):
        if tt.UNKNOWN not in position.own.hand:
            players = tuple(p if p == position.own else p.replace(hand=()) for p in position.players)
            found.append(as_last_turn(position).replace(players=players))
    return found


# ---- following a line


def follow(position: tt.Position, player: int, plan: Plan) -> Iterator[tuple[Fraction, tt.Position]]:
    """Follow a plan to the ends of the turn; yield these with their chances."""
    if position.is_over or position.turn.player != player:
        assert not plan.turn
        yield Fraction(1), position
    elif not position.is_chance:
        event, *rest = plan.turn
        yield from follow(position.play(event), player, Plan(tuple(rest), plan.after))
    elif drawing_is_over(position):
        yield from follow(position.play(position.events()[0]), player, plan)
    else:
        refilled = position.turn.official == "administrator" and position.turn.drawn == 0
        for chance, after, deals in reveals(position, len(position.turn.pending) if refilled else 1):
            best = (deal for deal in plan.after if deal[1] in after.display)
            then = plan.after.get(next(best) if refilled else deals[0], Plan(plan.turn, {}))
            for share, end in follow(after, player, then):
                yield chance * share, end


def reveals(position: tt.Position, count: int) -> Iterator[tuple[Fraction, tt.Position, list[tt.Event]]]:
    """Yield what can be revealed, with the chances."""
    if not count or not position.is_chance:
        yield Fraction(1), position, []
        return
    for deal in position.events():
        chance = Fraction(position.unseen.count(deal[1]), len(position.unseen))
        for share, after, deals in reveals(position.play(deal), count - 1):
            yield chance * share, after, [deal, *deals]


def brings(position: tt.Position, plan: Plan) -> Figures:
    """Return what following a plan brings: chance of winning, margin, score."""
    at = position.turn.player
    ends = list(follow(position, at, plan))
    assert sum(chance for chance, _ in ends) == 1
    values = [(chance, result(end, at)) for chance, end in ends]
    return tuple(sum((chance * value[k] for chance, value in values), Fraction(0)) for k in range(3))


def figures(line: Line) -> tuple[float, ...]:
    return float(line.win), float(line.margin), float(line.score)


@pytest.mark.parametrize("place", [None, (2, 5), (2, 6), (2, 7), (4, 10), (4, 11)], ids=str)
def test_following_a_line_brings_what_it_says(place: tuple[int, int] | None) -> None:
    for position in (LAST, RICH, RICH.play("draw deck")) if place is None else (in_game(place[0])[place[1]],):
        check_lines(position)


def check_lines(position: tt.Position) -> None:
    """Check that every line of a position brings the figures that it gives."""
    lines = advise(position, lines=20).lines
    assert not position.is_chance or len(lines) == 1
    for line in lines:
        if line.turn[0].verb == "administrator":
            continue
        assert figures(line) == pytest.approx(list(map(float, brings(position, Plan(line.turn, line.after)))), abs=1e-9)


def test_following_the_line_of_the_administrator_brings_nearly_what_it_says() -> None:
    line = next(line for line in advise(WITH_ADMINISTRATOR, lines=20).lines if line.turn[0].verb == "administrator")
    win, margin, _ = map(float, brings(WITH_ADMINISTRATOR, Plan(line.turn, line.after)))
    assert (win, margin) <= (float(line.win), float(line.margin))
    assert win == pytest.approx(float(line.win), abs=0.05)


def test_after_a_reveal_the_advice_is_what_the_line_says() -> None:
    """What `after` says is what would be advised then."""
    best = next(line for line in advise(RICH, lines=20).lines if RICH.play(line.turn[0]).is_chance)
    position = RICH.play(best.turn[0])
    for deal in position.events():
        then = advise(position.play(deal), lines=1).lines[0]
        said = best.after.get(deal, Plan(best.turn[1:], {}))
        assert figures(then) == pytest.approx(list(map(float, brings(position.play(deal), said))), abs=1e-9)


def test_a_plan_tells_what_is_done_most_often_and_what_differs() -> None:
    ulm, linz, lodz = (tt.Event(("deal", city)) for city in ("Ulm", "Linz", "Lodz"))
    draw, play, end = tt.Event(("draw", "deck")), tt.Event(("play", "Ulm", "start")), tt.Event(("end",))
    ends = PlanTree((end,))
    tree = PlanTree(
        (draw,), (PlanCase(ulm, 3, PlanTree((play, end))), PlanCase(linz, 2, ends), PlanCase(lodz, 2, ends))
    )
    assert [tree.holding(case) for case in tree.cases] == [3, 4, 4]
    assert tree.likeliest.deal == linz
    assert tree.plan == Plan((draw, end), {ulm: Plan((play, end), {}, 2)}, 1)


def test_of_cases_that_are_as_likely_the_most_frequent_is_expected() -> None:
    """What is done after Ulm and Linz is the same, and so it holds for both, but Linz comes more often."""
    ulm, linz = (tt.Event(("deal", city)) for city in ("Ulm", "Linz"))
    ends = PlanTree((tt.Event(("end",)),))
    for cases in ((PlanCase(ulm, 1, ends), PlanCase(linz, 2, ends)), (PlanCase(linz, 2, ends), PlanCase(ulm, 1, ends))):
        assert PlanTree((), cases).likeliest.deal == linz


ONE_DISPLAY = table(
    seat(carriage=5), seat("Pil", "Sig Zür", carriage=3), deck="Lod Lod Lod Pas Pas Lin", display="Pil", discard="Kem"
)
"""A last turn in which the administrator can show one display only, and discards can be drawn blind after it."""


@pytest.mark.parametrize("position", [WITH_ADMINISTRATOR, ONE_DISPLAY], ids=["several displays", "one display"])
def test_after_the_administrator_each_card_counts_as_often_as_it_is_the_best(position: tt.Position) -> None:
    """Cities that are worth the same share the displays in which they are the best."""
    position = position.play("administrator")
    solver = TurnSolver(position)
    found = solver.refill(position)
    numbers: dict[str, int] = {}
    for case in Planner(solver).tree(position).cases:
        numbers[case.deal[1]] = case.number
    every = sum(numbers.values())
    for best in found.best:
        share = Fraction(best.taken + best.blind, found.displays * len(best.cities))
        assert {Fraction(numbers[city], every) for city in best.cities} == {share}
    assert all(numbers.values())


def test_a_card_that_comes_in_after_the_new_display_is_drawn_blind_only() -> None:
    """Kempten is among the discards that become the deck when the display has been dealt."""
    position = ONE_DISPLAY.play("administrator")
    (line,) = advise(position).lines
    cases = Planner(TurnSolver(position)).tree(position).cases
    assert {case.deal[1] for case in cases} == {"Linz", "Lodz", "Passau"}
    for case in cases:
        assert {blind.deal[1]: blind.number for blind in case.tree.cases} == {"Kempten": 1, "Pilsen": 1}
    assert line.turn[0] == tt.Event(("draw", "deck"))
    assert not any(reason.kind == "likeliest-card" for reason in line.reasons)  # the same is done after each


def test_a_card_already_on_the_new_display_may_be_the_best_one_though_no_other_is_left() -> None:
    position = table(
        seat(carriage=3),
        seat("Lod", "Sig Zür", carriage=3),
        deck="Pil Pil Pil",
        display="Kem",
        official="administrator",
        pending=("display",),
    )
    tree = Planner(TurnSolver(position)).tree(position)
    assert tree.cases[0].deal == tt.Event(("deal", "Kempten"))
    assert tree.cases[0].tree.events[0] == tt.Event(("draw", "Kempten"))
    assert brings(position, tree.plan)[2] == turn_value(position, 1)[2]


class Refilled(TurnSolver):
    """Finds these displays after the administrator."""

    best: tuple[Best, ...]

    def refill(self, position: tt.Position) -> DisplayRefill:
        return DisplayRefill(self.best, 3)


@pytest.mark.parametrize(
    ("taken", "blind", "number", "verb"),
    [(6, 2, 24, "draw Kempten"), (4, 4, 24, "draw Kempten"), (4, 6, 30, "draw deck"), (0, 3, 9, "draw deck")],
)
def test_after_the_administrator_a_card_is_drawn_blind_if_that_is_right_more_often(
    taken: int, blind: int, number: int, verb: str
) -> None:
    """Each of two cities that are worth the same is the best card in half of their displays, each of three in a third.

    So that these are whole numbers, each display counts six times.
    """
    position = WITH_ADMINISTRATOR.play("administrator")
    solver = Refilled(position)
    value = TurnValue(0, 0, 0)
    lower = Best(value, ("Passau", "Regensburg", "Ulm"), 5, 2, value)
    solver.best = (Best(value, ("Kempten", "Lodz"), taken, blind, value), lower)
    first, second, *others = Planner(solver).tree(position).cases
    assert [case.number for case in others] == [14, 14, 14]
    assert (first.deal, second.deal) == (tt.Event(("deal", "Kempten")), tt.Event(("deal", "Lodz")))
    assert first.number == second.number == number
    assert str(first.tree.events[0]) == verb
    assert str(second.tree.events[0]) == verb.replace("Kempten", "Lodz")


def test_a_card_drawn_blind_after_the_administrator_can_be_any_that_is_left() -> None:
    position = WITH_ADMINISTRATOR.play("administrator")
    solver = Refilled(position)
    value = TurnValue(0, 0, 0)
    solver.best = (Best(value, ("Kempten",), 0, 1, value),)
    (case,) = Planner(solver).tree(position).cases
    assert {blind.deal[1]: blind.number for blind in case.tree.cases} == Counter(position.unseen)


@pytest.mark.parametrize("pending", [3, 6, 9])
def test_a_new_display_that_a_second_card_is_taken_from_has_one_case_the_likeliest(pending: int) -> None:
    """No second card may be the best, so there is no best one; each reveal is the likeliest."""
    base = tables.table({"hand": ["Ulm"]}, {"hand": ["Linz"]}, modules=(tables.MESSENGER,))
    position = base.with_own(letters=4, letters_usable=4).replace(display=(), ender=0, start=1)
    due = position.with_turn(drawn=1, officials=("administrator",), pending=("display",) * pending)
    due = due.replace(unseen=("Basel", "Basel", "Basel", "Kempten", "Kempten", "Pilsen"))
    solver = TurnSolver(due)
    assert solver.gives_one_card(due)
    tree, revealed = Planner(solver).tree(due), due
    for _ in range(min(pending, len(due.unseen))):
        (case,) = tree.cases
        weights = revealed.weights()
        assert case.number == weights[case.deal] == max(weights.values())
        tree, revealed = case.tree, revealed.play(case.deal)
    assert not revealed.is_chance


# ---- the answer


def test_lines_are_ordered_and_begin_differently() -> None:
    for position in [LAST, RICH, WITH_ADMINISTRATOR, *in_game(3)[:10]]:
        advice = advise(position, lines=4)
        assert advice.player == position.turn.player
        keys = [figures(line)[:2] for line in advice.lines]
        assert keys == sorted(keys, reverse=True)
        turns = [line.turn for line in advice.lines]
        assert len(set(turns)) == len(turns)
        if len(position.events()) >= 4:
            assert len({turn[0] for turn in turns}) == 4


def test_other_second_events_fill_up_the_lines() -> None:
    position = table(seat(carriage=5), seat("Sig", "Ulm Kem", carriage=3))
    assert [str(event) for event in position.events()] == [
        "play Sigmaringen left",
        "play Sigmaringen right",
        "play Sigmaringen start",
    ]
    assert len(advise(position, lines=2).lines) == 2
    turns = [line.turn for line in advise(position, lines=30).lines]
    assert len(turns) == len(set(turns)) > 3
    assert {turn[0] for turn in turns} == set(position.events())


def test_lines_with_other_second_events_stand_among_the_others_by_their_value() -> None:
    position = table(seat(carriage=5), seat("Kem Lod", "Ulm Sig", carriage=3))
    lines = advise(position, lines=30).lines
    assert len(lines) > len(position.events())
    keys = [figures(line) for line in lines]
    assert keys == sorted(keys, reverse=True)
    assert len(set(keys)) > 1


def test_of_lines_that_are_worth_the_same_the_plainest_comes_first() -> None:
    position = table(seat(carriage=7, houses="Ulm Bas Aug"), seat("Lod Pas"), deck="Pil Pil", display="Pil", drawn=1)
    lines = advise(position, lines=4).lines
    assert len({figures(line) for line in lines}) == 1
    begins = [str(line.turn[0]) for line in lines]
    assert begins == ["play Lodz start", "play Passau start", "postmaster Pilsen", "postmaster deck"]


def test_a_last_turn_is_proved_and_says_so() -> None:
    line = advise(LAST).lines[0]
    assert line.proved
    assert isinstance(line.win, Exact)
    assert 0 < line.win.fraction < 1
    assert line.reasons[-1].clause == "end.round"
    assert all(isinstance(number, Exact) for number in (line.margin, line.score))


def test_reasons_name_tiles_carriage_houses_and_clauses() -> None:
    player = seat("Zür", "Fre Sig Kem Ulm", "Stu", carriage=4)
    position = table(seat(), player, drawn=1)
    reasons = {reason.clause: reason.text for reason in advise(position, lines=1).lines[0].reasons}
    assert set(reasons) <= set(tt.clauses_in_code()) | {None}
    assert reasons["tiles.route-length"] == "Player 2 takes the tile route-5 2."
    assert reasons["carriage.no-skipping"] == "Player 2 takes carriage 5."
    assert reasons["houses.ways"].startswith("Houses are placed in ")


def test_the_effort_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([10.0, 11.23456])
    monkeypatch.setattr("thurntaxis_solver.exact.exact_advice.time.monotonic", lambda: next(clock))
    assert advise(LAST, seed=7).effort == EffortSpent(playouts=0, seconds=1.235, seed=7, positions=297)


def test_the_answer_has_the_form_of_the_contract() -> None:
    for position in [LAST, RICH, WITH_ADMINISTRATOR, WITH_ADMINISTRATOR.play("administrator"), *in_game(6)[:5]]:
        data = json.loads(json.dumps(advise(position).data()))
        assert set(data) == {"player", "lines", "facts", "effort"}
        assert data["effort"].keys() >= {"playouts", "seconds", "seed"}
        for line in data["lines"]:
            assert set(line) == {"turn", "after", "win", "margin", "score", "proved", "loss", "verdict", "reasons"}
            assert all(position.parse(text) for text in line["turn"])
            for key in ("win", "margin", "score", "loss"):
                assert line[key]["exact"]
                assert set(line[key]) == {"exact", "value", "fraction"}
            for reason in line["reasons"]:
                assert set(reason) == {"text", "clause", "kind", "side", "figures"}
                assert reason["kind"]
            check_after(line["after"])


def check_after(after: dict[str, Any]) -> None:
    for deal, plan in after.items():
        assert deal.startswith("deal ")
        if isinstance(plan, dict):
            assert set(plan) == {"turn", "after"}
            assert plan["after"]
            check_after(plan["after"])
        else:
            assert plan[-1].split()[0] in ("end", "close", "carriage", "cartwright", "decline", "keep")


def test_each_step_solves_one_event_and_the_last_one_gives_the_advice() -> None:
    """Then nothing is left to be searched."""
    *steps, advice = solve_in_steps(LAST, lines=3, seed=1)
    assert steps == [None] * len(LAST.events())
    assert advice is not None
    assert advice.lines == advise(LAST).lines


# ---- any position


@each_counted
def test_the_positions_of_the_counts_are_proved_where_nobody_else_decides(path: Path) -> None:
    position = position_from_data(counted(path))
    if path.stem == "undealt":
        return
    if not decides_last(position):
        with pytest.raises(NotProved, match="others still have decisions to make"):
            advise(position)
        return
    for line in advise(position, lines=5).lines:
        assert line.proved
        if not position.is_chance:
            assert line.turn[0] in position.events()
        assert line.turn[-1].verb in ("end", "close", "carriage", "cartwright", "decline", "keep", "return")


def test_a_large_hand_is_no_obstacle() -> None:
    hand = "Aug Aug Ulm Ulm Zür Kem Inn Stu Nür"
    position = table(
        seat("? ? ?", carriage=4),
        seat(hand, "Fre Sig Kem", carriage=4),
        deck="Reg Reg Pas Lin Lin Bud Pil Lod Man Man Wür Ing Ing Mün Sal Bas Car Car Stu Stu Wür",
        display="Bas Mün Pas Reg Sal Wür",
        discard="Pil Bud",
    )
    lines = advise(position).lines
    assert len({line.turn[0] for line in lines}) == 3


def test_a_reveal_that_does_not_matter_is_passed_over() -> None:
    position = RICH.play("draw Innsbruck").play("deal Kempten").play("postmaster Stuttgart")
    assert position.is_chance
    lines = advise(position).lines
    assert len(lines) == 3
    assert {line.turn[0].verb for line in lines} == {"play"}


def test_with_modules_a_reveal_that_does_not_matter_is_shown_as_one() -> None:
    """There is one line, as in any position in which chance reveals a card."""
    base = tables.table({"hand": ["Ulm", "Basel"]}, {"hand": ["Linz"]}, modules=(tables.OFFICES,))
    position = base.with_turn(drawn=2, official="postmaster", pending=("display",)).replace(ender=0, start=1)
    assert position.is_chance
    (line,) = advise(position).lines
    assert line.turn[0].verb == "play"
    assert not line.after


def test_after_the_administrator_every_card_that_may_be_the_best_is_named_the_better_ones_first() -> None:
    position = WITH_ADMINISTRATOR.play("administrator")
    (line,) = advise(position).lines
    best = TurnSolver(position).refill(position).best
    assert line.turn[0].verb == "draw"
    assert {deal.verb for deal in line.after} == {"deal"}
    assert [deal[1] for deal in line.after] == [card for each in best for card in each.cities]
    assert [each.value for each in best] == sorted((each.value for each in best), reverse=True)


@pytest.mark.parametrize(
    ("position", "player", "words"),
    [
        (MIDDLE, None, "others still have decisions to make"),
        (MIDDLE, 0, "it's player 2's turn"),
        (table(seat(), seat(), phase="over"), None, "the game is over"),
        (tt.undealt(), None, "the first display is still to be dealt"),
        (table(seat(), seat("? ?"), deck="Ulm Ulm", drawn=1, official="postmaster"), None, "has unknown cards"),
    ],
)
def test_other_positions_are_refused_in_one_line(position: tt.Position, player: int | None, words: str) -> None:
    with pytest.raises(ValueError, match=words) as refused:
        advise(position, player=player)
    assert "\n" not in str(refused.value)


def test_at_least_one_line_is_asked_for() -> None:
    assert len(advise(RICH).lines) == 3
    assert len(advise(LAST, lines=1).lines) == 1
    assert advise(LAST).effort.seed == 1
    with pytest.raises(ValueError, match="no turns are asked for"):
        advise(LAST, lines=0)


def test_with_an_unknown_card_in_the_own_hand_lines_stay_legal() -> None:
    position = table(
        seat("?", carriage=5), seat("Zür ?", "Fre Bas", carriage=3), deck="Kem Sig Lod Inn", display="Inn Lod", drawn=1
    )
    for line in advise(position, player=1, lines=9).lines:
        assert line.turn[0] in position.events()
        assert all("?" not in event for event in line.turn)
