"""What `taxis engine --check` says about a program."""

from collections.abc import Iterable, Sequence
from typing import Any

from thurntaxis.fault import Fault
from thurntaxis_cli.engine_check.checks import CheckResult
from thurntaxis_cli.engine_check.examiner import CheckFailure
from thurntaxis_presentation.errors import one_line
from thurntaxis_presentation.faults import fault_with_key, in_words
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


def show(check: CheckResult, lang: Language) -> None:
    """Write the result of a check."""
    result = paint(words(check.result, lang), fg=COLOURS.get(check.result), bold=True)
    say(f"{result}{lang.colon}{words(f'check-{check.name}', lang)}")
    if check.failure:
        parts = failure_data(check.failure, lang)
        for name in ("position", "sent", "came", "right"):
            if part := parts[name]:
                say(f"  {words(name, lang)}{lang.colon}{_shortened(one_line(part))}")
        if reason := parts["reason"]:
            say(f"  {one_line(reason)}")


def show_end(introduction: Introduction, results: Sequence[CheckResult], lang: Language) -> None:
    """Write what the program offers, and how many checks it passed."""
    made = [check for check in results if check.result in ("passed", "failed")]
    program = " ".join(filter(None, (introduction.name, introduction.version)))
    parts = lang.listed(introduction.values("offers")) or words("nothing", lang)
    say("")
    if program:
        say(one_line(words("offers", lang, program=program, parts=parts)))
    say(words("result", lang, passed=sum(check.result == "passed" for check in made), made=len(made)))


def data(command: str, introduction: Introduction, results: Iterable[CheckResult], lang: Language) -> dict[str, Any]:
    """Return the report for JSON."""
    results = list(results)
    return {
        "command": command,
        "name": introduction.name,
        "version": introduction.version,
        "offers": list(introduction.values("offers")),
        "ok": is_passed(results),
        "checks": [
            {
                "check": check.name,
                "title": words(f"check-{check.name}", lang),
                "result": check.result,
                **(failure_data(check.failure, lang) if check.failure else {}),
            }
            for check in results
        ],
    }


def is_passed(results: Iterable[CheckResult]) -> bool:
    """Return whether no check failed."""
    return all(check.result != "failed" for check in results)


def failure_data(failure: CheckFailure, lang: Language) -> dict[str, str | None]:
    """Return the parts of a failure in words."""
    came = failure.came
    facts = {
        name: fault_with_key(fact, lang) if isinstance(fact, Fault) else fact for name, fact in failure.facts.items()
    }
    return {
        "position": failure.position,
        "sent": failure.sent,
        "came": in_words(came.message, lang) if isinstance(came, EngineFailure) else came,
        "right": failure.right,
        "reason": words(failure.reason, lang, **facts) if failure.reason else None,
    }


def _shortened(text: str) -> str:
    return text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 1] + "…"
