"""The README is true: its sessions run, and its commands are those of the whole check."""

import re
import shlex

import pytest

from support.paths import ROOT
from thurntaxis_cli.main import COMMANDS, main

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def sessions() -> list[tuple[str, str, str]]:
    """Return page, command and output of every console session."""
    found: list[tuple[str, str, str]] = []
    for page in PAGES:
        for block in re.findall(r"^```console\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, output = part.partition("\n")
                found.append((page.name, command, output))
    return found


def test_there_are_sessions() -> None:
    assert len(sessions()) >= 5


@pytest.mark.parametrize(("page", "command", "output"), sessions(), ids=lambda text: text[:40])
def test_session(
    page: str, command: str, output: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "100")
    program, *arguments = shlex.split(command)
    assert program == "taxis"
    main(arguments)
    written = capsys.readouterr()
    shown = "\n".join(line.rstrip() for line in (written.out + written.err).splitlines())
    assert timeless(shown) == timeless(output.rstrip("\n")), page


def timeless(text: str) -> str:
    """Return an answer without the time that it took."""
    return re.sub(r"\b[\d.]+ s\b", "... s", text)


def test_the_check_runs_the_commands_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r"^python3 -m venv .*$", readme, re.MULTILINE)
    assert len(commands) == 2
    check = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    for command in commands:
        environment, program = command.rsplit(" && .venv/bin/", 1)
        assert environment in check
        assert program in check


def test_the_page_of_the_command_lists_what_there_is() -> None:
    page = (ROOT / "docs" / "command.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `taxis (\w+)", page, re.MULTILINE)) == set(COMMANDS)
