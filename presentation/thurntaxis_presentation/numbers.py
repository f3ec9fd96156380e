"""Numbers for people: a proved one with its fraction, an estimated one with its interval."""

from typing import TYPE_CHECKING

from thurntaxis_presentation.i18n import framed, marked, signed, signed_text

if TYPE_CHECKING:
    from thurntaxis_solver.quantities import Number


LONGEST_FRACTION = 15


def percent(number: "Number", lang: str = "en") -> str:
    """Return a chance in per cent: `42.86 % (3/7)`, or `41.0 % (39.0 to 43.0)`."""
    from thurntaxis_solver.quantities import Exact

    if isinstance(number, Exact):
        return f"{marked(_decimals(100 * float(number)), lang)} %{_fraction(number)}"
    return f"{_tenths(100 * number.value, lang)} % ({_interval(100 * number.low, 100 * number.high, lang)})"


def points(number: "Number", lang: str = "en") -> str:
    """Return a number of points: `2.5 (5/2)`, or `2.1 (1.8 to 2.4)`."""
    from thurntaxis_solver.quantities import Exact

    if isinstance(number, Exact):
        return f"{marked(_decimals(float(number)), lang)}{_fraction(number)}"
    return f"{_tenths(number.value, lang)} ({_interval(number.low, number.high, lang)})"


def _interval(low: float, high: float, lang: str) -> str:
    return framed("interval", lang, low=_tenths(low, lang), high=_tenths(high, lang))


def _tenths(number: float, lang: str) -> str:
    from thurntaxis_solver.quantities import tenths

    return marked(tenths(number), lang)


def _decimals(number: float) -> str:
    rounded = round(number, 2) + 0.0  # no minus before zero
    return signed(int(rounded)) if rounded == int(rounded) else signed_text(f"{rounded:.2f}")


def _fraction(number: "Number") -> str:
    fraction = str(getattr(number, "fraction", ""))
    return f" ({signed_text(fraction)})" if "/" in fraction and len(fraction) <= LONGEST_FRACTION else ""
