"""What `taxis engine --check` says about a program."""

from thurntaxis.fault import Fault
from thurntaxis_cli.engine_check.checks import CheckResult, Examiner, examine
from thurntaxis_presentation.errors import fault_with_key, in_words, one_line
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.terminal.output import paint, say, say_json
from thurntaxis_solver.play.engine_process import EngineFailure

COLOURS = {"passed": "green", "failed": "red"}

MOST_SHOWN = 300
"""The greatest length of a line that is shown; JSON answers contain all of it."""


def check(command: str, patience: float, lang: Language, *, as_json: bool) -> bool:
    """Check a program, report the results, and return whether no check failed."""
    examiner, results = Examiner(command, patience), list[CheckResult]()
    for result in examine(examiner):
        results.append(result)
        if not as_json:
            show(result, lang)
    introduction, is_passed = examiner.introduction, all(result.result != "failed" for result in results)
    offers = list(introduction.values("offers"))
    if as_json:
        data = {"command": command, "name": introduction.name, "version": introduction.version, "offers": offers}
        say_json({**data, "ok": is_passed, "checks": [result_data(result, lang) for result in results]})
        return is_passed
    say("")
    if program := " ".join(filter(None, (introduction.name, introduction.version))):
        parts = lang.listed(offers) or lang.text("nothing", "engine")
        say(one_line(lang.text("offers", "engine", program=program, parts=parts)))
    made = [result.result for result in results if result.result in COLOURS]
    say(lang.text("result", "engine", passed=made.count("passed"), made=len(made)))
    return is_passed


def result_data(check: CheckResult, lang: Language) -> dict[str, str | None]:
    """Return the result of a check for JSON, a failure in words."""
    title = lang.text(f"check-{check.name}", "engine")
    data: dict[str, str | None] = {"check": check.name, "title": title, "result": check.result}
    if failure := check.failure:
        came, facts = failure.came, failure.facts
        told = {name: fault_with_key(fact, lang) if isinstance(fact, Fault) else fact for name, fact in facts.items()}
        data |= {
            "position": failure.position,
            "sent": failure.sent,
            "came": in_words(came.message, lang) if isinstance(came, EngineFailure) else came,
            "right": failure.right,
            "reason": lang.text(failure.reason, "engine", **told) if failure.reason else None,
        }
    return data


def show(check: CheckResult, lang: Language) -> None:
    """Write the result of a check."""
    data = result_data(check, lang)
    result = paint(lang.text(check.result, "engine"), fg=COLOURS.get(check.result), bold=True)
    say(f"{result}{lang.colon}{data['title']}")
    for name in ("position", "sent", "came", "right"):
        if part := data.get(name):
            line = one_line(part)
            line = line if len(line) <= MOST_SHOWN else line[: MOST_SHOWN - 1] + "…"
            say(f"  {lang.text(name, 'engine')}{lang.colon}{line}")
    if reason := data.get("reason"):
        say(f"  {one_line(reason)}")
