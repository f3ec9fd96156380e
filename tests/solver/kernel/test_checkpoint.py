"""Checkpoints: the weights of players by name, and those of folders."""

import hashlib
import shutil
from pathlib import Path

import pytest

import thurntaxis as tt
from support.decisions import decisions
from thurntaxis_solver.kernel.checkpoint import FILES, FOLDER, RUSHER, checkpoint, shipped
from thurntaxis_solver.kernel.instance import Kernel
from thurntaxis_solver.kernel.tables import tables
from thurntaxis_solver.play.agents import AgentError, agent, read

FROZEN = {
    "network-further.npz": "cbb4f9cbfaf451c8",
    "network.npz": "907c67fd24af8c9b",
    "policy_weights.toml": "cce0b814d155506a",
}
"""The files of the rusher, by their digests: it stays as it is, so that others can be measured against it."""


def test_the_rusher_stays_as_it_is() -> None:
    digests = {file.name: hashlib.sha256(file.read_bytes()).hexdigest()[:16] for file in (FOLDER / RUSHER).iterdir()}
    assert digests == FROZEN


@pytest.mark.parametrize("name", ["builder", "rusher"])
def test_named_checkpoints_play_everything(name: str) -> None:
    player = agent(f"{name}:playouts=16", 3)
    for modules in ([], ["offices-of-honor"]):
        position = tt.new(2, seed=5, modules=modules)
        assert player.choose(position) in position.events()
        again = agent(f"search:model={name},playouts=16", 3)
        assert again.choose(position) == agent(f"{name}:playouts=16", 3).choose(position)


@pytest.mark.parametrize(("modules", "family"), [([], "base"), (["princess-messenger"], "further")])
def test_a_kernel_has_the_weights_of_its_checkpoint(modules: list[str], family: str) -> None:
    builder = checkpoint("builder")
    model = Kernel.of(tables(tt.rule_set(modules=modules)), checkpoint=builder).model
    assert list(model.network) == list(getattr(builder, family))
    assert list(model.weights) == list(builder.policy)
    assert (builder.policy, builder.base) != (checkpoint("rusher").policy, checkpoint("rusher").base)


@pytest.mark.parametrize("kind", ["search", "lookahead", "greedy"])
def test_agents_play_with_the_checkpoint_of_a_folder(tmp_path: Path, kind: str) -> None:
    few = ",playouts=30" if kind == "search" else ""
    shutil.copy(FOLDER / "builder" / "policy_weights.toml", tmp_path)
    shutil.copy(FOLDER / "builder" / "network.npz", tmp_path)
    positions = list(decisions(1, 30))

    def chosen(model: str) -> list[tt.Event]:
        return [agent(f"{kind}:model={model}{few}", 1).choose(position) for position in positions]

    assert chosen(str(tmp_path)) == chosen("builder") != chosen("rusher")


def test_what_a_folder_lacks_is_shipped(tmp_path: Path) -> None:
    shutil.copy(FOLDER / "shipped" / FILES["policy"], tmp_path)
    found = checkpoint(str(tmp_path))
    assert (found.policy, found.base, found.further) == (shipped().policy, shipped().base, shipped().further)
    assert not len(found.priors) + len(found.further_priors)


def test_a_folder_without_weights_is_no_checkpoint(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "missing"):
        with pytest.raises(
            AgentError, match=r"^search: invalid value .* for model; expected model=builder, rusher, or the folder"
        ):
            read(f"search:model={folder}")


@pytest.mark.parametrize("file", FILES.values())
def test_damaged_weights_are_refused(tmp_path: Path, file: str) -> None:
    (tmp_path / file).write_text("x = 1", encoding="utf-8")
    with pytest.raises(ValueError, match=r"holds no (network|policy) weights"):
        checkpoint(str(tmp_path))
    with pytest.raises(AgentError):
        read(f"lookahead:model={tmp_path}")
