"""Numbers for people: a proved one with its fraction, an estimated one with its interval."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from thurntaxis_presentation.language import ENGLISH, Language, signed
from thurntaxis_solver.estimates import Exact, Number, tenths

if TYPE_CHECKING:
    from thurntaxis_solver.advice import Line


LONGEST_FRACTION = 15


def percent(number: Number, lang: Language = ENGLISH, *, alone: bool = False) -> str:
    """Return a chance in per cent: `42.86% (3/7)`, or `41.0% (39.0 to 43.0)`; `alone` without what is in brackets."""
    return _figure(number, lang, factor=100, form=lang.typography("percent"), alone=alone)


def in_percent(figure: str, lang: Language) -> str:
    """Return a percentage, given as a figure, with the sign and the decimal mark of a language."""
    return lang.typography("percent").replace("#", lang.with_decimal_mark(figure))


def points(number: Number, lang: Language = ENGLISH) -> str:
    """Return a number of points: `2.5 (5/2)`, or `2.1 (1.8 to 2.4)`."""
    return _figure(number, lang)


def figures_of(line: "Line", lang: Language) -> Iterator[str]:
    """Yield the figures of a line of advice; if they aren't proved, also how sure it is that the best one is better."""
    win, margin, score = percent(line.win, lang), points(line.margin, lang), points(line.score, lang)
    yield lang.text("proved" if line.proved else "estimated", win=win, margin=margin, score=score)
    if line.second is not None:
        yield lang.text("second-place", chance=percent(line.second, lang))
    if line.verdict != "best" and not line.proved:
        yield lang.text(f"loss-{line.verdict}", loss=_figure(line.loss, lang, factor=100))


def _figure(number: Number, lang: Language, *, factor: int = 1, form: str = "#", alone: bool = False) -> str:
    if isinstance(number, Exact):
        rounded = round(factor * float(number), 2) + 0.0  # no minus before zero
        figure = signed(int(rounded)) if rounded == int(rounded) else signed(f"{rounded:.2f}")
        fraction = signed(number.fraction)
        remark = fraction if "/" in fraction and len(fraction) <= LONGEST_FRACTION else ""
    else:
        figure = tenths(factor * number.value)
        low, high = (lang.with_decimal_mark(tenths(factor * end)) for end in (number.low, number.high))
        remark = lang.text("interval", low=low, high=high)
    figure = form.replace("#", lang.with_decimal_mark(figure))
    return figure + lang.bracketed(remark) if remark and not alone else figure
