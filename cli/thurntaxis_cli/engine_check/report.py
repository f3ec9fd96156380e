"""What `taxis engine --check` says about a program."""

from collections.abc import Iterable, Sequence
from typing import Any

from thurntaxis.fault import Fault
from thurntaxis_cli.engine_check.checks import CheckResult
from thurntaxis_cli.engine_check.examiner import CheckFailure, CheckReason
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


def show(found: CheckResult, lang: Language) -> None:
    """Write the result of a check."""
    result = paint(words(found.result, lang), fg=COLOURS.get(found.result), bold=True)
    say(f"{result}{lang.colon}{words(f'check-{found.name}', lang)}")
    if found.failure:
        parts = failure_data(found.failure, lang)
        for name in ("position", "sent", "came", "right"):
            if told := parts[name]:
                say(f"  {words(name, lang)}{lang.colon}{_shortened(one_line(told))}")
        if told := parts["reason"]:
            say(f"  {one_line(told)}")


def show_end(introduction: Introduction, results: Sequence[CheckResult], lang: Language) -> None:
    """Write what the program offers, and how many checks it passed."""
    made = [found for found in results if found.result in ("passed", "failed")]
    program = " ".join(filter(None, (introduction.name, introduction.version)))
    parts = lang.listed(introduction.values("offers")) or words("nothing", lang)
    say("")
    if program:
        say(one_line(words("offers", lang, program=program, parts=parts)))
    say(words("result", lang, passed=sum(found.result == "passed" for found in made), made=len(made)))


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
                "check": found.name,
                "title": words(f"check-{found.name}", lang),
                "result": found.result,
                **(failure_data(found.failure, lang) if found.failure else {}),
            }
            for found in results
        ],
    }


def is_passed(results: Iterable[CheckResult]) -> bool:
    """Return whether no check failed."""
    return all(found.result != "failed" for found in results)


def failure_data(failure: CheckFailure, lang: Language) -> dict[str, str | None]:
    """Return the parts of a failure in words."""
    came, reason = failure.came, failure.reason
    return {
        "position": failure.position,
        "sent": failure.sent or words("input-end", lang),
        "came": in_words(came.message, lang) if isinstance(came, EngineFailure) else came,
        "right": failure.right or None,
        "reason": words(reason.name, lang, **_facts(reason, lang)) if reason else None,
    }


def _facts(reason: CheckReason, lang: Language) -> dict[str, object]:
    """Return the facts of a reason, faults among them in words."""
    return {
        name: fault_with_key(fact, lang) if isinstance(fact, Fault) else fact for name, fact in reason.facts.items()
    }


def _shortened(text: str) -> str:
    return text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 1] + "…"
