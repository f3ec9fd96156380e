"""Answers as HTML: what decides comes first, and the rest is folded."""

import html
from collections.abc import Mapping, Sequence
from typing import Any

from thurntaxis import Position
from thurntaxis_presentation.advice_answers import VERDICTS, alternative
from thurntaxis_presentation.language import Language
from thurntaxis_solver.advice import Line
from thurntaxis_solver.estimates import Estimate
from thurntaxis_web.app.table_parts import element


def ruling_part(told: Mapping[str, Any], lang: Language) -> str:
    """Return a ruling: yes or no with its reason, the place in the booklet, what else could be done, the clauses."""
    verdict = f"<strong>{_text(told['verdict'])}</strong>{lang.typography('space')}{_text(told['reason'])}"
    parts = [element("p", verdict, _class=f"verdict {'yes' if told['legal'] else 'no'}", title=told["event"])]
    parts.append(_follows(told))
    parts += [element("p", _text(told[name]), _class=name) for name in ("place", "editions")]
    buttons = "".join(_button(each["words"], each["event"]) for each in told["instead"])
    clauses = element("summary", _text(lang.text("why", "table"))) + "".join(
        _clause(each, told["reason"]) for each in told["clauses"]
    )
    return "".join([*parts, element("div", buttons, _class="row"), element("details", clauses)])


def _button(words: str, event: str, **more: object) -> str:
    """Return a button that plays an event."""
    return element("button", _text(words), type="button", data_event=event, **more)


def _follows(told: Mapping[str, Any]) -> str:
    return element("ul", "".join(element("li", _text(each)) for each in told["follows"]), _class="follows")


def _clause(told: Mapping[str, Any], reason: str) -> str:
    """Return a clause with what it says of the case, without the reason that has been given."""
    link = element("a", _text(told["title"]), href=told["link"])
    parts = [*(_text(said) for said in told["sentences"] if said != reason), link, _text(told["text"])]
    place = element("p", _text(told["booklet"]), _class="booklet")
    return element("div", "".join(map("<p>{}</p>".format, parts)) + place, _class="clause", data_clause=told["clause"])


# ---- advice


def advice_part(
    position: Position, lines: Sequence[Line], words: Sequence[Mapping[str, Any]], notes: str, lang: Language
) -> str:
    """Return a list, the best turn with its chance, then how the others differ from it; and notes, if there are any.

    What is opened is known by its place in the list, so that it stays open while the search changes the turns.
    """
    items: list[str] = []
    play = lang.text("play-it", "table")
    why, more = (element("summary", _text(lang.text(name, "table"))) for name in ("why", "all-reasons"))
    for at, (line, told) in enumerate(zip(lines, words, strict=True)):
        title = "; ".join(told["turn"])
        label = f"{play}{lang.colon}{told['words']}"
        kind = "main" if at == 0 else None
        is_playable = told["turn"] and not position.is_chance
        button = _button(play, told["turn"][0], data_turn=at, _class=kind, aria_label=label) if is_playable else ""
        if at == 0:
            plan = element("strong", _text(told["words"]), _class="plan", title=title)
            chance = element("div", _bar(line) + element("p", _text(told["figures"])))
            shown = plan + element("div", chance + button, _class="row best") + _follows(told)
        else:
            turn = alternative(line, lines, lang, whole=True)
            other = lang.text(VERDICTS.get(line.verdict, "as-good"), events=turn)
            shown = element("span", _text(other), _class="plan", title=title) + button
        reasons = told["reasons"][:5], [*told["reasons"][5:], *told["more"]]
        first, rest = ("".join(map(_reason, some)) for some in reasons)
        rest = element("details", f"{more}<ul>{rest}</ul>", data_key=f"{at} …") if rest else ""
        items.append(element("li", shown + element("details", f"{why}<ul>{first}</ul>{rest}", data_key=at)))
    equal = 1 + sum(line.verdict == "open" for line in lines)
    heading = element("p", _text(lang.text("equally-good", "table", number=equal))) if equal > 1 else ""
    note = element("p", _text(notes), _class="text") if notes else ""
    return heading + element("ol", "".join(items), data_part="lines") + note


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
