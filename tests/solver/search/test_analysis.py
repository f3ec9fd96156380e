"""Analyses: what they report on the way, how soon they stop, and that they say what the solver says."""

import itertools
import threading
import time

import pytest

import thurntaxis as tt
from support.command_line import taxis
from support.exact_advice import Hourglass, advise_exactly
from support.kernels import kernel_of
from support.paths import EXAMPLES
from support.searched_positions import MIDGAME
from support.whole_turns import seat, table
from thurntaxis.io.read import read_position
from thurntaxis_cli.engine.go import go
from thurntaxis_solver.advice_by_reading import advice_by_reading
from thurntaxis_solver.analysis import PATIENCE, Analysis
from thurntaxis_solver.decider import decides_last
from thurntaxis_solver.effort import Effort
from thurntaxis_solver.exact.last_turn import NotProved
from thurntaxis_solver.search import SEARCHES
from thurntaxis_solver.search.ismcts import Ismcts
from thurntaxis_solver.search.search_advice import compared_lines
from thurntaxis_solver.turn_advice import Stopped, advise, explain

START = tt.new(2, seed=7)
LAST_TURN = read_position(EXAMPLES / "last-turn.toml")
FOREVER = 600.0


def taken(began: float) -> float:
    return time.monotonic() - began


# ---- what they say


@pytest.mark.parametrize("cores", [1, 3])
def test_the_answer_is_that_of_the_solver_in_steps_as_well(cores: int) -> None:
    effort, event = Effort(playouts=200, cores=cores, seed=3), MIDGAME.events()[-1]
    advice = advise(MIDGAME, effort, lines=4)
    analysis = Analysis(MIDGAME, effort, lines=4, readings=cores == 1)
    found = analysis.result()
    assert analysis.result() is found
    *_, last = Analysis(MIDGAME, effort, lines=4).steps()
    assert last is not None
    for answer in (found.advice, last, Analysis(MIDGAME, effort, lines=4).run().advice):
        assert (answer.player, answer.lines, answer.effort.playouts) == (advice.player, advice.lines, 200)
    assert Analysis(MIDGAME, effort, event=event).result().comparison == explain(MIDGAME, event, effort)
    if found.readings is not None:
        assert found.readings == advice_by_reading(MIDGAME, advice.lines[0].turn[0], effort)


@pytest.mark.parametrize("exact", [False, True])
def test_an_event_is_compared_with_the_best_line_shown(*, exact: bool) -> None:
    """The comparison comes from the search that gives the advice: from 12,000 playouts, two differed here."""
    position = LAST_TURN if exact else MIDGAME
    event = position.events()[-1]
    found = Analysis(position, Effort(playouts=12_000), lines=1, exact=exact, event=event, compare=False).result()
    assert found.comparison is not None
    (best,) = found.advice.lines
    assert (found.comparison.best.turn, found.comparison.best.win) == (best.turn, best.win)
    assert found.comparison.given.turn[0] == event
    assert found.comparison.best.proved == found.comparison.given.proved


def test_a_proof_is_given_on_demand_or_refused() -> None:
    """Also in steps, and where the time would be over before the turn is worked out."""
    found, in_time = Analysis(LAST_TURN, exact=True).result(), Analysis(LAST_TURN, Effort(seconds=0.01), punctual=True)
    *steps, last = Analysis(LAST_TURN).steps()
    assert not any(steps)
    assert last is not None
    lines = advise_exactly(LAST_TURN).lines
    assert found.advice.lines == in_time.result().advice.lines == last.lines == lines
    assert (found.advice.effort.playouts, found.notes) == (0, ())
    for event in (None, MIDGAME.events()[0]):
        with pytest.raises(NotProved, match="others still have decisions to make"):
            Analysis(MIDGAME, exact=True, event=event).result()


def test_where_a_last_turn_can_not_be_proved_it_is_searched() -> None:
    """With the administrator, discards come in while cards in hands are unknown."""
    hidden = seat("? ?", carriage=3, houses="Bas Aug")
    own = seat("Pil", "Sig Zür", carriage=3)
    position = table(hidden, own, deck="Kem Bas Lod Lod", display="Lod", discard="Ulm")
    assert decides_last(position)
    with pytest.raises(NotProved, match="cards that nobody has seen"):
        Analysis(position, exact=True).result()
    found = Analysis(position, Effort(playouts=200), event=position.events()[0]).result()
    assert 200 <= found.advice.effort.playouts < 300
    assert found.comparison
    assert not found.advice.lines[0].proved
    assert not found.comparison.given.proved


def test_each_search_is_set_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[tt.Position] = []
    set_up = Effort.set_up

    def counted(effort: Effort, position: tt.Position) -> Ismcts:
        searched.append(position)
        return set_up(effort, position)

    monkeypatch.setattr(Effort, "set_up", counted)
    Analysis(MIDGAME, Effort(playouts=50)).result()
    assert searched == [MIDGAME]
    Analysis(MIDGAME, Effort(playouts=50), event=MIDGAME.events()[0]).result()
    assert searched == [MIDGAME, MIDGAME]


@pytest.mark.parametrize("punctual", [True, False])
def test_what_the_solver_refuses_is_raised(*, punctual: bool) -> None:
    with pytest.raises(ValueError, match="only the player who decides next can be advised"):
        Analysis(START, player=1, punctual=punctual).result()
    with pytest.raises(ValueError, match="no turns are asked for"):
        next(Analysis(MIDGAME, lines=0).steps())
    with pytest.raises(ValueError, match=r'^unknown search "oracle"; expected ismcts'):
        Effort(search="oracle")


# ---- what they report


def test_reports_come_before_the_end_and_tell_more_and_more() -> None:
    analysis = Analysis(MIDGAME, Effort(seconds=FOREVER))
    playouts: list[int] = []
    for advice in itertools.islice(analysis.reports(), 3):
        assert analysis.is_ready
        playouts.append(advice.effort.playouts)
    assert playouts == sorted(set(playouts))
    analysis.stop.set()
    assert analysis.result().advice.effort.playouts >= playouts[-1]


# ---- how they stop


def test_a_search_stops_at_once_with_what_it_knows() -> None:
    """It has an answer even if it is stopped before it starts."""
    for punctual, has_begun in itertools.product((True, False), repeat=2):
        analysis = Analysis(MIDGAME, Effort(seconds=FOREVER), punctual=punctual)
        if has_begun:
            next(analysis.reports())
        began = time.monotonic()
        analysis.stop.set()
        assert analysis.result().advice.lines
        assert taken(began) < 5


def test_a_proof_that_takes_long_stops_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    endless = Hourglass()
    monkeypatch.setattr("thurntaxis_solver.turn_advice.solve_in_steps", endless)
    analysis = Analysis(LAST_TURN, exact=True)
    threading.Timer(0.05, analysis.stop.set).start()
    began = time.monotonic()
    with pytest.raises(Stopped):
        analysis.result()
    assert taken(began) < 5
    seen = endless.looks
    time.sleep(0.1)
    assert endless.looks == seen


def test_a_punctual_one_waits_for_no_search_that_is_slow_to_start(monkeypatch: pytest.MonkeyPatch) -> None:
    done, set_up = threading.Event(), Effort.set_up

    def slow(effort: Effort, position: tt.Position) -> Ismcts:
        done.wait(60)
        return set_up(effort, position)

    monkeypatch.setattr(Effort, "set_up", slow)
    monkeypatch.setattr("thurntaxis_solver.analysis.READY_WITHIN", 0.1)
    try:
        for effort, seconds in ((Effort(seconds=0.3), 0.4), (Effort(playouts=50), 0.3)):
            analysis = Analysis(MIDGAME, effort, punctual=True)
            if effort.seconds is None:
                threading.Timer(seconds, analysis.stop.set).start()
            began = time.monotonic()
            with pytest.raises(Stopped):
                analysis.result()
            assert seconds < taken(began) < seconds + PATIENCE + 5
    finally:
        done.set()


@pytest.mark.parametrize("compare", [True, False])
def test_to_ask_about_an_event_does_not_change_the_advice(*, compare: bool) -> None:
    """Unless the event is better than what was found without that question."""
    effort = Effort(playouts=300)
    usual, same = advise(MIDGAME, effort, compare=compare), 0
    for event in MIDGAME.events():
        asked = advise(MIDGAME, effort, compare=compare, event=event)
        assert asked.given
        if asked.given.verdict != "best":
            assert asked.lines[0].turn == usual.lines[0].turn
            assert asked.lines[0].win == usual.lines[0].win
            same += 1
    assert same >= len(MIDGAME.events()) - 2


# ---- another search


class Unlearned(Ismcts):
    """A search whose playouts go on to the end of the game; it takes other events than the usual one."""

    def __init__(self, position: tt.Position, seed: int = 1, cores: int = 1) -> None:
        """Set up the trees without the network."""
        super().__init__(position, seed, cores, [kernel_of(position.rules, learned=False)])


def test_another_search_takes_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Advice, comparison, command and protocol take the search of that line."""
    effort = Effort(playouts=60)
    usual = advise(MIDGAME, effort).lines
    for name in ("unlearned", "ismcts"):
        monkeypatch.setitem(SEARCHES, name, Unlearned)
    lines = advise(MIDGAME, Effort(playouts=60, search="unlearned")).lines
    assert lines[0].turn != usual[0].turn
    assert Analysis(MIDGAME, effort).result().advice.lines == lines
    search, event = Unlearned(MIDGAME), MIDGAME.events()[-1]
    search.think(playouts=60)
    search.examine(event)
    assert explain(MIDGAME, event, effort).given.turn[:1] in [
        line.turn for line in compared_lines(search, 1, event).lines
    ]
    expected = [str(event) for event in lines[0].turn]
    data = taxis("advise", EXAMPLES / "midgame.toml", "--playouts", 60, "--json").data
    assert data["lines"][0]["turn"] == expected
    *_, best = go(MIDGAME, effort, exact=False, stop=threading.Event())
    assert best == f"bestturn {'; '.join(expected)}"


# ---- in steps


def test_an_analysis_in_steps_can_be_stopped() -> None:
    analysis = Analysis(MIDGAME, Effort(seconds=FOREVER))
    known = []
    for found in analysis.steps():
        if found is not None:
            known.append(found)
            analysis.stop.set()
    assert len(known) == 2
    assert known[0].effort.playouts <= known[1].effort.playouts < 100_000
