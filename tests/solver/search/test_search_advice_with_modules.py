"""Advice from a search, in games with modules: whose plan it is, where it ends, and its reasons."""

import itertools
import random
from collections.abc import Iterator

import pytest

import thurntaxis as tt
from support import random_play
from support.few_and_many import few_and_many, one_in
from support.searched_positions import grown
from support.tables import MESSENGER, OFFICES, POWER, after, table
from thurntaxis.seen_cards import Seen
from thurntaxis_solver.advice import Advice
from thurntaxis_solver.decider import next_decider
from thurntaxis_solver.exact.plans import Plan
from thurntaxis_solver.search.differences import NextClosing
from thurntaxis_solver.search.ismcts import Ismcts, determinized
from thurntaxis_solver.search.line_comparison import LineComparison
from thurntaxis_solver.search.search_advice import _cases, advice_of, compared_lines

GAMES = [("south", ()), *((board, modules) for board, modules in random_play.GAMES if modules)]
A, P, C, W = "administrator", "postmaster", "carrier", "cartwright"


def advised(search: Ismcts, count: int) -> Advice:
    return advice_of(compared_lines(search, count), count)


def moments(board: str, modules: tuple[str, ...], seed: int, every: int = 50) -> Iterator[tt.Position]:
    """Yield positions of a game as the player sees them who decides next, those of chance among them."""
    chance = random.Random(seed)
    seen = Seen.at(random_play.start_with(chance, board, modules))
    for _ in range(900):
        if seen.position.is_over:
            return
        turn = seen.position.turn
        if (turn.drawn or turn.used) and chance.randrange(every) == 0:
            yield seen.view(next_decider(seen.position))
        seen = seen.play_without_checking(random_play.choose(seen.position, chance))


def follow(position: tt.Position, plan: Plan, player: int, chance: random.Random) -> None:
    """Follow a plan as far as it goes, whatever chance reveals; every event has to be legal when it comes to it."""
    turn, others = list(plan.turn), dict(plan.after)
    while True:
        if position.is_chance:
            if next_decider(position) != player:
                break
            ranked = position.turn.pending.count("display") > 1
            event = random_play.choose(position, chance)
            position = position.play(event)
            if ranked:
                return  # the display shows which case it is
            if event in others:
                turn, others = list(others[event].turn), dict(others[event].after)
            continue
        if not turn or position.is_over or position.decider != player:
            break
        if turn[0] not in position.events():
            assert turn[0].verb in ("draw", "postmaster", "honor"), turn
            return  # a card that is not there after another reveal
        position = position.play(turn.pop(0))
    assert not turn


@pytest.mark.parametrize(("board", "modules"), one_in(2, GAMES, several=True))
@few_and_many(1, 2)
def test_plans_can_be_followed_until_somebody_else_decides(seeds: range, board: str, modules: tuple[str, ...]) -> None:
    chance, looked, chances = random.Random(1), 0, 0
    for position in itertools.chain.from_iterable(moments(board, modules, seed) for seed in seeds):
        search = grown(position, 60)
        advice = advised(search, 3)
        assert advice.player == search.player == next_decider(position)
        assert advice.lines
        for line in advice.lines:
            dealt = determinized(position, chance.randrange(1 << 20))
            follow(dealt, Plan(line.turn, line.after), search.player, chance)
        looked += 1
        chances += position.is_chance
    assert looked > 5
    assert chances


# ---- who decides


def in_a_round() -> tt.Position:
    """Return a table at which Ben returns tiles in the turn of Anna, who has had the display replaced."""
    return table(
        {"hand": ["Augsburg"], "offices": [P], "houses": ["Ulm"]},
        {"hand": ["Basel"], "offices": [A, P], "houses": ["Linz"], "route": ["Lodz", "Pilsen"]},
        modules=(OFFICES,),
        turn={"official": A},
        returning={"order": [1], "office": A},
    )


def test_in_a_round_the_one_who_returns_tiles_is_advised() -> None:
    position = in_a_round()
    advice = advised(grown(position, 60), 4)
    assert advice.player == 1
    assert {line.turn[0].verb for line in advice.lines} == {"return"}
    for line in advice.lines:
        assert {event.verb for event in line.turn} <= {"return", "honor"}
    two = next(line for line in advice.lines if len(line.turn[0]) == 3)
    assert len(two.turn) == 2
    assert two.turn[1][:2] in (("honor", "draw"), ("honor", "pass"))


def test_where_a_card_is_revealed_before_somebody_else_decides_that_one_is_advised() -> None:
    position = after(in_a_round(), "return administrator postmaster", "honor draw deck")
    assert (position.is_chance, position.decider, next_decider(position)) == (True, 1, 0)
    advice = advised(grown(position, 60), 3)
    assert advice.player == 0
    assert advice.lines[0].turn[0].verb == "draw"


def test_a_plan_ends_with_what_one_returns_oneself() -> None:
    """The other's tiles come next, and what is drawn for them."""
    position = table(
        {"hand": ["Augsburg"], "offices": [P]},
        {"hand": ["Basel"], "offices": [P, P]},
        modules=(OFFICES,),
        turn={"drawn": 1},
    )
    assert position.play("postmaster Linz").play("deal Ulm").returning is not None
    for line in advised(grown(position, 200), 6).lines:
        verbs = [event.verb for event in line.turn]
        if verbs[0] == "postmaster":
            assert verbs == ["postmaster", "return"]
            assert {event.verb for deal in line.after.values() for event in deal.turn} <= {"return"}


# ---- chance


def test_reveals_are_weighed_as_chance_does() -> None:
    position = tt.new(2, "testland", seed=4, modules=[POWER]).play("draw deck")
    search = grown(position, 80)
    assert {case.deal: case.number for case in _cases(search, position, ())} == position.weights()
    assert all(case.deal[1].endswith(f"/{position.deck_back}") for case in _cases(search, position, ()))
    due = position.with_turn(pending=("back", "hand")).replace(deck_back=None)
    backs = _cases(search, due, ())
    assert {case.deal: case.number for case in backs} == due.weights()
    assert {len(case.tree.cases) for case in backs} == {len(due.play(case.deal).events()) for case in backs}


def test_the_best_card_of_a_new_display_may_have_any_back() -> None:
    position = table({"hand": ["Wachsel/2"]}, {}, modules=(POWER,), board="testland", deck_back=1, turn={"official": A})
    position = position.replace(display=(), unseen=tuple(sorted((*position.unseen, *position.display))))
    position = position.with_turn(pending=("display",) * 6)
    (line,) = advised(grown(position, 300), 1).lines
    assert {event[1][-1] for event in line.after} == {"1", "2", "3"}
    for event, plan in line.after.items():
        assert plan.turn[0] == tt.Event(("draw", event[1]))


def test_where_no_card_of_a_new_display_is_taken_the_plan_goes_on() -> None:
    """With letters, the administrator may come after both draws, and then it is played."""
    position = table(
        {"hand": ["Linz", "Ulm"], "letters": 3, "route": ["Augsburg"]},
        {"houses": ["Basel", "Lodz"]},
        modules=(MESSENGER,),
        turn={"drawn": 2, "officials": [P]},
    ).play(A)
    assert position.turn.pending == ("display",) * 6
    (line,) = advised(grown(position, 100), 1).lines
    assert line.turn[0].verb == "play"
    assert line.turn[-1].verb in ("end", "carrier")
    assert not line.after


# ---- reasons


def reasons(position: tt.Position, playouts: int = 400) -> set[str]:
    """Return all that is said of the lines of a position."""
    lines = advised(grown(position, playouts), 3).lines
    return {reason.text for line in lines for reason in line.reasons}


def plan(monkeypatch: pytest.MonkeyPatch, *cities: str) -> None:
    """Let the player of a position plan a route, whatever the games show."""
    closing = NextClosing(len(cities), 2, cities, (), 0)
    monkeypatch.setattr(LineComparison, "next_closing", lambda *_: closing)


def test_what_letters_pay_and_where_they_lie(monkeypatch: pytest.MonkeyPatch) -> None:
    position = table(
        {"hand": ["Kempten"], "letters": 3, "route": ["Innsbruck"], "houses": ["Augsburg"]},
        {"houses": ["Basel"]},
        modules=(MESSENGER,),
        turn={"drawn": 1},
    )
    plan(monkeypatch, "Innsbruck", "Kempten", "Ulm")
    said = reasons(position)
    assert "Letters that can be paid with: 3; a further official costs 2." in said
    assert "Letters still lie on it in Innsbruck, Kempten, Ulm." in said
    holder = position.replace(players=(position.players[0].replace(has_messenger=True), position.players[1]))
    assert "Letters that can be paid with: 3; a further official costs 1." in reasons(holder)
    poor = position.replace(players=(position.players[0].replace(letters=1, letters_usable=1), position.players[1]))
    assert not any(text.startswith("Letters that can be paid") for text in reasons(poor))


def test_horses_that_a_route_needs_and_no_carriage_to_come(monkeypatch: pytest.MonkeyPatch) -> None:
    position = table(
        {"hand": ["Kreidonia/1", "Wachsum/3"], "route": ["Kreidel/1", "Wachsel/2"], "houses": ["Kreidel"]},
        {"houses": ["Fabelau"]},
        modules=(POWER,),
        board="testland",
        deck_back=1,
        turn={"drawn": 1},
    )
    plan(monkeypatch, "Kreidel", "Wachsel", "Kreidonia", "Schiefstadt")
    said = reasons(position, 30)
    assert any(text.startswith("Plan: close a route of 4 cities in about 1 turns, with Kreidel") for text in said)
    assert "Horses before the carriage now: 2; the route needs 4." in said
    assert "Ben has −19 points and Anna −19; 19 houses to place." in said
    assert not any("carriage" in text and "to come" in text for text in said)


def test_stacks_that_run_out() -> None:
    position = table(
        {"hand": ["Augsburg"], "offices": [A, C, P]},
        {"hand": ["Basel"], "offices": [A, P, P]},
        modules=(OFFICES,),
        turn={"drawn": 1},
    )
    told = "One office tile is left of: administrator, postmaster. Whoever takes it has everybody return theirs; "
    assert f"{told}Anna has 3 different ones." in reasons(position)
    assert not any("is left of" in text for text in reasons(in_a_round(), 60))
