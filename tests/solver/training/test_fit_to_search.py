"""Policy weights fitted to the visits of searches."""

import functools
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import thurntaxis as tt
from support.kernels import kernel_of
from thurntaxis_solver.kernel.checkpoint import checkpoint, shipped
from thurntaxis_solver.kernel.policy import policy_weights as W
from thurntaxis_solver.kernel.policy.playout_policy import choose
from thurntaxis_solver.kernel.search.lookahead import candidates
from thurntaxis_solver.play.tournament import Local
from thurntaxis_solver.training.__main__ import main
from thurntaxis_solver.training.fit_policy import PolicyFit
from thurntaxis_solver.training.fit_to_search import (
    Agreement,
    DecisionsPlan,
    SearchedDecision,
    fit_to_search,
    searched_decisions,
)


@functools.cache
def some_decisions(seed: int = 1) -> list[SearchedDecision]:
    return searched_decisions(DecisionsPlan(shipped(), seed, 40), 300, Local(1))


def test_decisions_are_searched_with_all_their_candidates() -> None:
    kernel, decisions = kernel_of(tt.rule_set()), some_decisions()
    assert len(decisions) >= 300
    assert len({decision.game % 4 for decision in decisions}) == 4
    for decision in decisions:
        s, out = kernel.memory.array(decision.state), kernel.workspace.events
        count = candidates(s, kernel.model.t, kernel.model.weights, out)
        assert set(decision.shares) == set(out[:count])
        assert sum(decision.shares.values()) == pytest.approx(1)
    assert searched_decisions(DecisionsPlan(shipped(), 1, 40), 300, Local(2)) == decisions != some_decisions(2)


def test_the_share_is_that_of_the_chosen_events() -> None:
    kernel, decisions = kernel_of(tt.rule_set()), some_decisions()
    for weights in (shipped().policy, checkpoint("builder").policy):
        expected = 0.0
        for decision in decisions:
            s, given = kernel.memory.array(decision.state), kernel.memory.floats(weights)
            chosen = choose(s, kernel.model.t, given, kernel.workspace.events)
            expected += decision.shares.get(int(chosen), 0.0)
        assert Agreement(decisions).share(weights) == pytest.approx(expected / len(decisions))


def test_fitting_raises_the_share() -> None:
    """From weights that choose badly, in other games, too; weights with no scale stay as they are."""
    begin = [0.0] * W.WEIGHTS
    scale = PolicyFit(0, 0, 1, further=False).scale(shipped().policy)
    first, *_, last = fit_to_search(begin, scale, some_decisions(), 4, 1)
    assert first.weights == tuple(begin)
    assert last.fitted > first.fitted + 0.02
    assert last.held_out > first.held_out
    assert Agreement(some_decisions(2)).share(last.weights) > Agreement(some_decisions(2)).share(begin) + 0.01
    assert {at for at in range(W.WEIGHTS) if last.weights[at]} <= {at for at, step in enumerate(scale) if step}


def test_the_command_writes_a_checkpoint(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    from thurntaxis_solver.training.run_folder import RunFolder

    zeros = replace(shipped(), policy=[0.0] * W.WEIGHTS)
    (tmp_path / "begin").mkdir()
    RunFolder(tmp_path / "begin").write_checkpoint(zeros)
    few = ["--decisions", "60", "--playouts", "20", "--cycles", "1", "--cores", "1"]
    told = CliRunner().invoke(main, ["from-search", str(tmp_path / "begin"), str(tmp_path / "out"), *few])
    assert told.exit_code == 0
    assert [line.partition(":")[0] for line in told.output.splitlines()[:2]] == ["cycle 0", "cycle 1"]
    found = checkpoint(str(tmp_path / "out"))
    assert list(found.base) == list(shipped().base)
    assert any(found.policy)
    told = CliRunner().invoke(main, ["from-search", "nobody", str(tmp_path / "none"), *few])
    assert told.exit_code == 2
    assert told.output.startswith("no checkpoint to begin from: ")
