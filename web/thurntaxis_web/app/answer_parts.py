"""Answers as HTML: what decides comes first, and the rest is folded."""

import html
from collections.abc import Mapping, Sequence
from typing import Any

from thurntaxis import Position
from thurntaxis_presentation.advice_answers import alternative
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.rulings import Part
from thurntaxis_solver.advice import Line
from thurntaxis_solver.estimates import Estimate
from thurntaxis_web.app.table_parts import element


def ruling_part(told: Mapping[str, Any], lang: Language) -> str:
    """Return a ruling: yes or no with its reason, the place in the booklet, what else could be done, the clauses."""
    verdict = f"<strong>{_text(told['verdict'])}</strong> {_text(told['reason'])}"
    instead = (
        element("button", _text(each["words"]), type="button", data_event=each["event"], title=each["event"])
        for each in told["instead"]
    )
    clauses = "".join(map(_clause, told["clauses"]))
    return "".join(
        [
            element("p", verdict, _class=f"verdict {'yes' if told['legal'] else 'no'}", title=told["event"]),
            element("p", _text(told["place"]), _class="place"),
            element("p", _text(told["editions"]), _class="editions"),
            element("div", "".join(instead), _class="row"),
            element("details", element("summary", _text(lang.text("why", "table"))) + clauses),
        ]
    )


def _clause(told: Mapping[str, Any]) -> str:
    parts = [element("p", _text(sentence)) for sentence in told["sentences"]]
    parts.append(element("p", element("a", _text(told["title"]), href=told["link"])))
    parts.append(element("p", _text(told["text"]), _class="text"))
    parts.append(element("p", _text(told["booklet"]), _class="text booklet"))
    return element("div", "".join(parts), _class="clause", data_clause=told["clause"])


# ---- advice

_VERDICTS = {"open": "as-good", "probable": "probably-worse", "clear": "clearly-worse"}
"""The text that says how a turn compares with the best one, by its verdict."""

_FOLDED = ("why", "next", "tiles", "opponent")
"""The parts of a short answer that stand before the reasons."""


def advice_part(
    position: Position, lines: Sequence[Line], words: Sequence[Mapping[str, Any]], parts: Sequence[Part], lang: Language
) -> str:
    """Return the items of a list: the best turn with its chance, then how the others differ from it."""
    items: list[str] = []
    for at, (line, told) in enumerate(zip(lines, words, strict=True)):
        chance, *_ = told["figures"].splitlines() or [""]
        if at == 0:
            plan = element("strong", _text(told["words"]), _class="plan", title="; ".join(told["turn"]))
            shown = plan + _bar(line) + element("p", _text(chance))
            folded = "".join(element("p", _text(part.text)) for part in parts if part.name in _FOLDED)
        else:
            other = lang.text(_VERDICTS.get(line.verdict, "as-good"), events=alternative(line, lines, lang))
            shown = element("span", _text(other), _class="plan", title="; ".join(told["turn"]))
            folded = element("p", _text(told["words"])) + element("p", _text(chance))
        reasons = "".join(map(_reason, told["reasons"]))
        play = lang.text("play-it", "table")
        button = (
            element(
                "button",
                _text(play),
                type="button",
                data_event=told["turn"][0],
                data_turn=at,
                _class="main" if at == 0 else None,
                aria_label=f"{play}{lang.colon}{told['words']}",
            )
            if told["turn"] and not position.is_chance
            else ""
        )
        summary = element("summary", _text(lang.text("why", "table")))
        details = element(
            "details", f"{summary}{folded}<ul>{reasons}</ul>", data_key=told["turn"][0] if told["turn"] else ""
        )
        items.append(element("li", shown + element("div", button + details, _class="row")))
    return "".join(items)


def _bar(line: Line) -> str:
    """Return the chance of winning as a bar, with the interval in which it lies if it is estimated."""
    win = 100 * float(line.win)
    low, high = (100 * line.win.low, 100 * line.win.high) if isinstance(line.win, Estimate) else (win, win)
    return (
        '<svg class="chance-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect class="all" width="100" height="4"/><rect class="win" width="{win:.1f}" height="4"/>'
        f'<rect class="interval" x="{low:.1f}" y="1.4" width="{max(high - low, 0.5):.1f}" height="1.2"/></svg>'
    )


def _reason(reason: Mapping[str, str]) -> str:
    link = f" {element('a', _text(reason.get('title', '')), href=reason['link'])}" if "link" in reason else ""
    return element("li", _text(reason["text"]) + link)


def _text(words: object) -> str:
    return html.escape(str(words), quote=False)
