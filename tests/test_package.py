"""What is published is whole: the wheel works on its own, and the sdist has all that builds and tests it."""

import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email.message import Message
from email.parser import Parser
from pathlib import Path

import pytest

import thurntaxis
from support.paths import EXAMPLES, ROOT

PACKAGES = [file.parent for file in ROOT.glob("*/thurntaxis*/__init__.py") if file.parent.name != "thurntaxis_training"]
"""The packages of the wheel."""

GENERATED = {"__pycache__", ".ruff_cache", ".mypy_cache", ".pytest_cache", "node_modules"}


def files_below(folder: Path) -> set[str]:
    """Return the names of all files below a folder, but for those that tools leave there."""
    return {
        file.relative_to(folder).as_posix()
        for file in folder.rglob("*")
        if file.is_file() and not GENERATED & set(file.parts)
    }


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the built wheel and sdist."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-d", str(folder)], cwd=ROOT, check=True)
    return folder


@pytest.fixture(scope="module")
def wheel(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with what the wheel installs."""
    folder = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(next(dist.glob("*.whl"))) as archive:
        archive.extractall(folder)
    return folder


@pytest.fixture(scope="module")
def metadata(wheel: Path) -> Message:
    return Parser().parsestr(next(wheel.glob("*.dist-info/METADATA")).read_text(encoding="utf-8"))


def taxis(wheel: Path, *words: str, status: int = 0) -> str:
    """Return what the command prints, run from what the wheel installs, far from the project."""
    code = (
        "import sys, thurntaxis_cli.main as program; from pathlib import Path;"
        f"assert Path(program.__file__).is_relative_to({str(wheel)!r}), program.__file__;"
        "sys.exit(program.main(sys.argv[1:]))"
    )
    environment = {**os.environ, "PYTHONPATH": str(wheel)}
    command = [sys.executable, "-c", code, *words]
    done = subprocess.run(command, check=False, cwd=wheel, env=environment, capture_output=True, encoding="utf-8")
    assert (done.stderr, done.returncode) == ("", status)
    return done.stdout


def test_the_wheel_has_every_file_of_the_packages_and_no_other(wheel: Path) -> None:
    assert len(PACKAGES) == 6
    wanted = {f"{package.name}/{name}" for package in PACKAGES for name in files_below(package)}
    assert {name for name in files_below(wheel) if ".dist-info/" not in name} == wanted
    assert all((wheel / package.name / "py.typed").is_file() for package in PACKAGES)
    assert "thurntaxis_solver/kernel/kernel.wasm" in wanted


def test_the_sdist_has_all_that_builds_and_tests_the_package(dist: Path) -> None:
    with tarfile.open(next(dist.glob("*.tar.gz"))) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    folders = [*(package.parent.name for package in PACKAGES), "tests", "docs", "examples", "benchmarks"]
    for folder in folders:
        assert {f"{folder}/{name}" for name in files_below(ROOT / folder)} <= names
    for name in ("README", "CHANGELOG", "CONTRIBUTING", "SECURITY"):
        assert f"{name}.md" in names
    assert {"LICENSE", "CITATION.cff", "pyproject.toml", "uv.lock", "mkdocs.yml", "conftest.py", "PKG-INFO"} <= names
    assert not any(name.startswith((".ci", "site", "build/")) for name in names)


def test_the_command_works_from_the_wheel(wheel: Path) -> None:
    midgame = str(EXAMPLES / "midgame.toml")
    assert "advise" in taxis(wheel, "--help")
    assert taxis(wheel, "ruling", midgame, "draw Ulm", status=1).startswith("No.")
    assert "Chance of winning about" in taxis(wheel, "advise", midgame, "--playouts", "200", "--lines", "1")


def test_the_wheel_brings_the_picture_of_notebooks(wheel: Path) -> None:
    entries = next(wheel.glob("*.dist-info/entry_points.txt")).read_text(encoding="utf-8")
    assert "[thurntaxis.presentation]\nadvice = thurntaxis_presentation.advice_answers:advice_text\nsvg = " in entries
    code = "import thurntaxis; print(thurntaxis.__file__, thurntaxis.new(seed=1)._repr_svg_())"
    environment = {**os.environ, "PYTHONPATH": str(wheel)}
    shown = subprocess.check_output([sys.executable, "-c", code], cwd=wheel, env=environment, encoding="utf-8")
    assert shown.startswith(f"{wheel / 'thurntaxis' / '__init__.py'} <svg ")


def test_the_description_has_no_link_that_leads_nowhere(metadata: Message) -> None:
    assert metadata["Description-Content-Type"] == "text/markdown"
    description = str(metadata.get_payload())
    links = re.findall(r"\]\(([^)]*)\)", description)
    assert links
    assert all(link.startswith("https://") for link in links)
    assert len(description.splitlines()) == len((ROOT / "README.md").read_text(encoding="utf-8").splitlines())


def test_the_versions_agree(metadata: Message) -> None:
    cited = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert metadata["Version"] == thurntaxis.__version__
    assert f"\nversion: {thurntaxis.__version__}\n" in cited
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert f"\nlicense: {project['license']}\n" in cited
    assert f"  - name: {project['authors'][0]['name']}\n" in cited


def test_links_between_the_pages_of_the_project_lead_somewhere() -> None:
    for page in ROOT.glob("*.md"):
        for link in re.findall(r"\]\(((?!https?://)[^)#]+)", page.read_text(encoding="utf-8")):
            assert (ROOT / link).exists(), (page.name, link)
