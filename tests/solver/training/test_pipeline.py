"""The training pipeline: its steps, what it writes, and that it continues after an interruption."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

pytest.importorskip("torch")

import numpy as np

import thurntaxis as tt
from support.command_line import can_be_interrupted
from support.few_and_many import one_in
from support.kernels import kernel_of, network_outputs
from support.tournaments import cluster_of
from thurntaxis_solver.kernel.checkpoint import FILES, RUSHER, checkpoint, shipped
from thurntaxis_solver.kernel.network import input_layout as X
from thurntaxis_solver.kernel.network import network as net
from thurntaxis_solver.kernel.network import prior_network
from thurntaxis_solver.kernel.network.seat_network import NETWORK as BY_SEATS
from thurntaxis_solver.play.agents import agent
from thurntaxis_solver.play.tournament import Dask, Engine, Local
from thurntaxis_training import fitter, prior_fitting, value_fitting
from thurntaxis_training.__main__ import main
from thurntaxis_training.pipeline import TrainingRun
from thurntaxis_training.prior_fitting import PriorFitter
from thurntaxis_training.recorded_games import LEARNER, GamesPlan, Seated, play_decisions, play_task
from thurntaxis_training.run_folder import RunFolder
from thurntaxis_training.run_settings import RunError, RunSettings, Stage
from thurntaxis_training.value_fitting import HELD_OUT_EVERY, ValueFitter

SMALL: dict[str, Any] = {"tasks": 2, "games": 8}


def run(folder: Path, stage: Stage = "priors", cores: int = 1, **settings: Any) -> TrainingRun:
    return TrainingRun(RunFolder(folder), RunSettings(stage, **{**SMALL, **settings}), Local(cores), "local")


def log_of(folder: Path) -> list[dict[str, Any]]:
    """Return the log without the times."""
    lines = RunFolder(folder).log()
    return [{name: value for name, value in line.items() if not name.startswith("seconds")} for line in lines]


def files_of(folder: Path) -> dict[str, bytes]:
    """Return the files of the checkpoint."""
    return {name: (folder / name).read_bytes() for name in FILES.values() if (folder / name).exists()}


NETWORKS: dict[Stage, tuple[str, ...]] = {"league": ("base",), "search": ("base", "priors"), "priors": ("priors",)}
"""The networks that a stage fits."""


@pytest.mark.parametrize(
    ("stage", "further"), one_in(3, [("priors", True), ("league", True), ("search", False)], several=True)
)
def test_a_run_that_was_stopped_goes_on_as_if_it_was_not(tmp_path: Path, stage: Stage, *, further: bool) -> None:
    """It changes the networks of its stage, for one family of games, and no other weights."""
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    assert len(list(run(whole, stage, further=further).train(2))) == 2
    for steps in (1, 2):
        list(run(parts, stage, further=further).train(steps))
    assert log_of(parts) == log_of(whole)
    assert files_of(parts) == files_of(whole)
    assert [line["step"] for line in log_of(whole)] == [1, 2]
    assert not list(whole.glob("new-*"))
    found, before = checkpoint(str(whole)), shipped()
    changed = {field.name for field in fields(before) if getattr(found, field.name) != getattr(before, field.name)}
    of_family = {"base": "further", "priors": "further_priors"} if further else {"base": "base", "priors": "priors"}
    assert changed == {of_family[network] for network in NETWORKS[stage]}
    agent(f"search:model={whole},playouts=20", 1).choose(tt.new(2, seed=1))


@pytest.mark.nightly
def test_a_cluster_and_several_processes_play_the_same_games(tmp_path: Path) -> None:
    engines: dict[str, Engine] = {"one": Local(1), "two": Local(2)}
    with cluster_of(1) as cluster:
        engines["cluster"] = Dask(cluster.scheduler_address)
        for name, engine in engines.items():
            settings = RunSettings("league", **SMALL)
            training = TrainingRun(RunFolder(tmp_path / name), settings, engine, name)
            training._values = ValueFitter(1, shipped().base, 1)
            list(training.train(1))
    (first,), *others = (log_of(tmp_path / name) for name in engines)
    played = [line.pop("played-on") for line in (first, *(line for (line,) in others))]
    assert played == ["one, cores: 1", "two, cores: 2", "cluster"]
    assert all(line == first for (line,) in others)
    assert len({tuple(files_of(tmp_path / name).values()) for name in engines}) == 1


@pytest.mark.nightly
def test_a_new_network_begins_with_games_of_the_checkpoint_s(tmp_path: Path) -> None:
    """It is one by seats, and learns from the first iteration on; the checkpoint is that of the learner.

    Only the learner's searches count as searched turns: all of them in 40 games of 100, three in five in the others.
    """
    list(run(tmp_path, "search", begin=RUSHER, from_scratch=True).train(2))
    found, before = checkpoint(str(tmp_path)), checkpoint(RUSHER)
    assert (len(before.base), len(found.base)) == (net.NETWORK, BY_SEATS)
    assert found.further == before.further
    assert len(found.priors) == prior_network.NETWORK
    first, second = log_of(tmp_path)
    assert first["turns"] > 200
    assert 0.6 < first["searched"] / first["turns"] < 0.9
    assert first["decisions"] > first["turns"]
    assert {"brier", "agreement"} <= second.keys()
    agent(f"search:model={tmp_path},playouts=20", 1).choose(tt.new(2, seed=1))


def test_a_folder_belongs_to_one_run(tmp_path: Path) -> None:
    list(run(tmp_path / "run").train(1))
    with pytest.raises(RunError, match=r"holds games 8, not 9; expected the same, or a new folder$"):
        run(tmp_path / "run", games=9)
    with pytest.raises(RunError, match=r"holds something else than a run"):
        run(tmp_path)
    with pytest.raises(RunError, match=r"^no checkpoint to begin from: "):
        run(tmp_path / "new", begin=str(tmp_path / "none"))
    assert not (tmp_path / "new").exists()


def test_half_a_step_is_forgotten(tmp_path: Path) -> None:
    """A line of the log and a snapshot that were written before the process was killed."""
    folder = tmp_path / "run"
    list(run(folder).train(1))
    kept = log_of(folder)
    with (folder / "log.jsonl").open("a") as file:
        file.write(json.dumps({"step": 2, "part": "network"}) + '\n{"step": 3, "pa')
    (folder / "snapshots" / "2").mkdir(parents=True)
    going_on = run(folder)
    assert log_of(folder) == kept
    assert going_on.steps == 1
    assert not (folder / "snapshots" / "2").exists()


POLICY = Seated(LEARNER, lookahead=False, share=1)


def test_the_fitter_writes_weights_as_the_kernel_reads_them() -> None:
    """Its outputs are those of the kernel's network."""
    weights = np.random.default_rng(1).normal(0, 0.1, BY_SEATS).astype(np.float16).tolist()
    fitting, kernel = ValueFitter(1, weights), kernel_of(tt.rule_set())
    assert list(fitting.weights) == weights
    turns = play_task(GamesPlan(1, 2, False, {LEARNER: shipped()}, (POLICY,)), 0).turns
    chances, scores = fitting._outputs(turns)
    for turn in range(0, turns.count, 5):
        used = slice(turns.starts[turn], turns.starts[turn + 1])
        singles = kernel.memory.singles(weights)
        outputs = network_outputs(kernel, singles, turns.places[used].tolist(), turns.values[used].tolist())
        players = turns.players[turn]
        powers = np.exp(outputs[:players])
        assert chances[turn][:players] == pytest.approx(powers / powers.sum(), abs=1e-4)
        first = net.OUTPUTS // 2
        points = net.SCORE_SCALE * np.array(outputs[first : first + players])
        assert scores[turn][:players] == pytest.approx(points, abs=1e-3)


def test_fitting_lowers_the_losses(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the games that are fitted: there are too few of them to say much about others."""
    monkeypatch.setattr(fitter, "AVERAGED_STEPS", 5)
    monkeypatch.setattr(value_fitting, "BATCH", 64)
    turns = play_task(GamesPlan(1, 40, False, {LEARNER: shipped()}, (POLICY,)), 0).turns
    fitting, fitted = ValueFitter(1, threads=1), turns.games % HELD_OUT_EVERY != 0
    before = fitting._errors(turns, fitted)
    fitting.fit([fitting.with_targets(turns, 1.0, 0.0)], 1, 12, 0.003)
    after = fitting._errors(turns, fitted)
    assert after["brier"] < 0.8 * before["brier"]
    assert after["score-error"] < 0.5 * before["score-error"]


@pytest.mark.parametrize("further", one_in(2, [True, False]))
def test_the_prior_fitter_writes_weights_as_the_kernel_reads_them(*, further: bool) -> None:
    """Its logits of recorded decisions are those that the kernel computes from the recorded inputs and parts."""
    weights = shipped().priors
    fitting = PriorFitter(1, weights)
    assert list(fitting.weights) == list(weights)
    found = play_decisions(shipped(), 1, 2, 0, further=further)
    event = 0
    expected: list[float] = []
    for decision in range(found.count):
        used = slice(found.input_starts[decision], found.input_starts[decision + 1])
        work = [0.0] * (net.UNITS + net.SECOND_UNITS)
        places, values = found.places[used].tolist(), found.values[used].tolist()
        spare = [0] * (X.MOST_ACTIVE - len(places))
        net.compute_units(list(weights), places + spare, values + spare, len(places), work)
        work = [max(unit, 0.0) for unit in work]
        while event < found.event_starts[decision + 1]:
            parts = found.parts[found.part_starts[event] : found.part_starts[event + 1]].tolist()
            expected.append(prior_network.logit(list(weights), work, parts, len(parts)))
            event += 1
    inputs = prior_fitting._Decisions(found, fitting._device).of(fitting._torch.arange(found.count))
    assert prior_fitting._logits_of(fitting._mean.module, inputs).tolist() == pytest.approx(expected, abs=1e-3)


@pytest.mark.nightly
def test_fitting_the_prior_network_brings_it_nearer_to_lookahead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fitter, "AVERAGED_STEPS", 5)
    monkeypatch.setattr(prior_fitting, "BATCH", 64)
    decisions = play_decisions(checkpoint(RUSHER), 1, 60, 0, further=False)
    fitting = PriorFitter(1, threads=1)
    first = fitting.fit(decisions, 1, 0, 0.003)
    last = fitting.fit(decisions, 1, 4, 0.003)
    assert last["divergence"] < 0.7 * first["divergence"]
    assert last["agreement"] > first["agreement"] + 0.1


# ---- the command


@pytest.fixture
def training(tmp_path: Path) -> Iterator["subprocess.Popen[str]"]:
    """A run by the command, in the folder `run`."""
    command = [sys.executable, "-m", "thurntaxis_training", "priors", str(tmp_path / "run")]
    command += ["--tasks", "2", "--games", "8", "--cores", "1", "--iterations", "500"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, preexec_fn=can_be_interrupted
    ) as process:
        yield process
        process.kill()


@pytest.mark.nightly
@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGKILL])
@pytest.mark.skipif(os.name != "posix", reason="the signals of POSIX")
def test_it_can_be_stopped_and_killed(tmp_path: Path, training: "subprocess.Popen[str]", by: signal.Signals) -> None:
    folder, deadline = tmp_path / "run", time.monotonic() + 60
    while not RunFolder(folder).log() and time.monotonic() < deadline:
        time.sleep(0.02)
    training.send_signal(by)
    said, _ = training.communicate(timeout=60)
    assert "Traceback" not in said
    if by == signal.SIGINT:
        assert training.returncode == 130
        assert said.endswith("stopped; the same command goes on after the last step\n")
    done = run(folder, iterations=500).steps
    list(run(folder, iterations=500).train(done + 1))
    list(run(tmp_path / "whole", iterations=500).train(done + 1))
    assert files_of(folder) == files_of(tmp_path / "whole")
    assert log_of(folder) == log_of(tmp_path / "whole")


def test_an_impossible_run_is_refused_in_one_line(tmp_path: Path) -> None:
    for words, said in (
        (["--engine", "moon"], 'unknown engine "moon"; expected local or dask://HOST:PORT\n'),
        (
            ["--begin", "nobody"],
            "no checkpoint to begin from: nobody holds no checkpoint; expected builder, rusher, or a folder\n",
        ),
        (["--begin", RUSHER], "the evaluation network of rusher is of an older kind; expected --from-scratch\n"),
    ):
        told = CliRunner().invoke(main, ["league", str(tmp_path / "run"), *words])
        assert (told.exit_code, told.output) == (2, said)
    with RunFolder(tmp_path / "busy").locked():
        told = CliRunner().invoke(main, ["league", str(tmp_path / "busy")])
    assert (told.exit_code, told.output.count("\n")) == (2, 1)
    assert told.output.startswith("another process trains in ")
