"""What `taxis engine --check` says about a program."""

from collections.abc import Sequence
from typing import Any

from thurntaxis.fault import Fault
from thurntaxis_cli.engine_check.checks import CheckResult
from thurntaxis_presentation.errors import fault_with_key, in_words, one_line
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.terminal.output import paint, say
from thurntaxis_solver.play.engine_introduction import Introduction
from thurntaxis_solver.play.engine_process import EngineFailure

COLOURS = {"passed": "green", "failed": "red"}

MOST_SHOWN = 300
"""The greatest length of a line that is shown; JSON answers contain all of it."""


def words(name: str, lang: Language, /, **facts: object) -> str:
    """Return words about the check in a language."""
    return lang.text(name, "engine", **facts)


def result_data(check: CheckResult, lang: Language) -> dict[str, str | None]:
    """Return the result of a check for JSON, a failure in words."""
    data: dict[str, str | None] = {
        "check": check.name,
        "title": words(f"check-{check.name}", lang),
        "result": check.result,
    }
    if failure := check.failure:
        came, facts = failure.came, failure.facts
        told = {name: fault_with_key(fact, lang) if isinstance(fact, Fault) else fact for name, fact in facts.items()}
        data |= {
            "position": failure.position,
            "sent": failure.sent,
            "came": in_words(came.message, lang) if isinstance(came, EngineFailure) else came,
            "right": failure.right,
            "reason": words(failure.reason, lang, **told) if failure.reason else None,
        }
    return data


def show(check: CheckResult, lang: Language) -> None:
    """Write the result of a check."""
    data = result_data(check, lang)
    result = paint(words(check.result, lang), fg=COLOURS.get(check.result), bold=True)
    say(f"{result}{lang.colon}{data['title']}")
    for name in ("position", "sent", "came", "right"):
        if part := data.get(name):
            line = one_line(part)
            say(f"  {words(name, lang)}{lang.colon}{line if len(line) <= MOST_SHOWN else line[: MOST_SHOWN - 1] + '…'}")
    if reason := data.get("reason"):
        say(f"  {one_line(reason)}")


def show_end(introduction: Introduction, results: Sequence[CheckResult], lang: Language) -> None:
    """Write what the program offers, and how many checks it passed."""
    program = " ".join(filter(None, (introduction.name, introduction.version)))
    parts = lang.listed(introduction.values("offers")) or words("nothing", lang)
    say("")
    if program:
        say(one_line(words("offers", lang, program=program, parts=parts)))
    made = [check.result for check in results if check.result in COLOURS]
    say(words("result", lang, passed=made.count("passed"), made=len(made)))


def data(command: str, introduction: Introduction, results: Sequence[CheckResult], lang: Language) -> dict[str, Any]:
    """Return the report for JSON."""
    return {
        "command": command,
        "name": introduction.name,
        "version": introduction.version,
        "offers": list(introduction.values("offers")),
        "ok": is_passed(results),
        "checks": [result_data(check, lang) for check in results],
    }


def is_passed(results: Sequence[CheckResult]) -> bool:
    """Return whether no check failed."""
    return all(check.result != "failed" for check in results)
