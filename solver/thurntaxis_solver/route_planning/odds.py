"""The chance of seeing certain cards: an exact fraction, and the formula behind it.

The fraction counts selections of cards (`thurntaxis_solver.route_planning.reveal_chances`). The formula is derived in
another way, by inclusion and exclusion over the cities that are missed, so that each checks the other.
"""

import functools
import itertools
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from thurntaxis import Board, Position
from thurntaxis.fault import InputError
from thurntaxis_solver.estimates import Exact
from thurntaxis_solver.route_planning.reveal_chances import (
    Case,
    Draw,
    Wanted,
    by_city,
    cases,
    chance_in,
    chance_of_all,
    requirements,
)

if TYPE_CHECKING:
    import sympy


@dataclass(frozen=True)
class Odds:
    """The chance that `cities` are all among the next `reveals` cards revealed.

    `cities` are canonical names in the order asked for; one that is repeated is wanted as often. `administrator` says
    whether the display is discarded first. `cases` are what the cards are drawn from; there are several if the back of
    the top card tells something about it, or if unknown discards may be drawn. `back` is the number on that back, if it
    is seen.
    """

    cities: tuple[str, ...]
    reveals: int
    administrator: bool
    chance: Exact
    cases: tuple[Case, ...]
    back: int | None = None

    def most_of(self, *cities: str) -> int:
        """Return how many of the cards that may come up are of these cities, at most; of any city if none is named."""
        coming = ([*case.shown, *(card for pile in case.piles for card in pile.cards)] for case in self.cases)
        return max(sum(not cities or card in cities for card in cards) for cards in coming)

    @functools.cached_property
    def expression(self) -> "sympy.Expr":
        """The formula as an expression of sympy; its binomials are not evaluated (`doit` evaluates them).

        If there are several cases, it is the sum over them.
        """
        import sympy

        asked = requirements(self.cases, self.cities)
        parts = [(share, _expression(*question)) for question, share in sorted(asked.items())]
        if len(parts) == 1 or self.chance.fraction.denominator == 1:
            return parts[0][1] if len(parts) == 1 else sympy.Integer(self.chance.fraction.numerator)
        return sympy.Add(*(_share(share, part) for share, part in parts if part != 0), evaluate=False)

    @functools.cached_property
    def formula(self) -> str:
        """The formula as text that sympy reads; `binomial(n, k)` is the number of ways to choose k cards from n."""
        import sympy

        return str(sympy.sstr(self.expression, order="none"))

    @functools.cached_property
    def latex(self) -> str:
        """The formula in LaTeX."""
        import sympy

        return str(sympy.latex(self.expression, order="none"))

    def data(self) -> dict[str, Any]:
        """Return the answer for JSON."""
        return {
            "cities": list(self.cities),
            "reveals": self.reveals,
            "administrator": self.administrator,
            "chance": self.chance.data(),
            "formula": self.formula,
            "latex": self.latex,
            **({} if self.back is None else {"back": self.back}),
        }


class NotRevealed(InputError):
    """So many cards can't be revealed."""


def odds(position: Position, cities: Iterable[str], *, reveals: int = 6, administrator: bool = False) -> Odds:
    """Return the exact chance that all `cities` appear among the next `reveals` cards revealed.

    A city that is named twice or three times is wanted as often. If the cards of a city differ (`CITY/N`), a card may
    be named instead; the city itself means any of them. If the back of the deck's top card is seen, the first card is
    one of those with that number of horseshoes. First the rest of the deck is revealed, then the current discards,
    reshuffled, until no card is left. With `administrator`, the display is discarded before, and the usual six reveals
    are the new display. Whether the administrator may be used now isn't checked, but there must be cards to replace.

    Raises:
        ValueError: a city is unknown, none is named, a city is named beside one of its cards, `reveals` is less than 1
            or more than the cards and a full display, or the display is empty.
    """
    board = position.rules.board
    names = tuple(wanted_name(board, city) for city in cities)
    if not names:
        raise InputError("no city is named", "at least one")
    if reveals < 1:
        raise NotRevealed("{number:# card|# cards} can't be revealed", "at least {low}", reveals, 1)
    cards = position.deck_size + len(position.discard) + (len(position.display) if administrator else 0)
    if reveals > (most := max(cards, board.display)):
        raise NotRevealed("{number:# card|# cards} can't be revealed", "at most {most}", reveals, most)
    if administrator and not position.display:
        raise InputError(
            "the display is empty, so the administrator can't replace it", "odds without the administrator"
        )
    if twice := {name for name in names if name not in board.province_of and board.city_of[name] in names}:
        name = min(twice)
        raise InputError("{card} and {city} are both named", "the city or its cards", name, board.city_of[name])
    ways = by_city(cases(position, reveals, administrator=administrator), board, but=names)
    return Odds(names, reveals, administrator, Exact(chance_in(ways, names)), ways, position.deck_back)


def wanted_name(board: Board, name: str) -> str:
    """Return the canonical name of a city, which stands for any of its cards, or of a card `CITY/N`.

    Raises `UnknownName` if `name` is neither.
    """
    return board.resolve_card(name) if "/" in name and board.cards_are_numbered else board.resolve(name)


# ---- the formula


class _Term(NamedTuple):
    """Selections in which certain cities are missed.

    `taken_out` counts, for each pile, the cards of these cities; `shown` counts those that are drawn nevertheless,
    since a city is also missed if too few of its copies come; `ways` are the pairs (n, k) of their binomials.
    """

    taken_out: tuple[int, ...]
    shown: tuple[int, ...]
    ways: tuple[tuple[int, int], ...]


def _terms(draws: tuple[Draw, ...], wanted: tuple[Wanted, ...]) -> dict[_Term, int]:
    """Return the terms of inclusion and exclusion with their coefficients, none of them zero."""
    nothing = (0,) * len(draws)
    terms: Counter[_Term] = Counter({_Term(nothing, nothing, ()): 1})
    for wish in wanted:
        for term, coefficient in tuple(terms.items()):
            for missed in _with_city_missed(term, wish):
                terms[missed] -= coefficient
    return {
        term: number
        for term, number in terms.items()
        if number and all(0 <= rest.drawn <= rest.size for rest in _rest(term, draws))
    }


def _with_city_missed(term: _Term, wish: Wanted) -> Iterable[_Term]:
    """Yield the term with one more city missed, for every number of its copies that is too low."""
    taken_out = tuple(map(sum, zip(term.taken_out, wish.held, strict=True)))
    for shown in itertools.product(*(range(held + 1) for held in wish.held)):
        if sum(shown) < wish.copies:
            ways = [(held, count) for held, count in zip(wish.held, shown, strict=True) if count]
            both = tuple(map(sum, zip(term.shown, shown, strict=True)))
            yield _Term(taken_out, both, tuple(sorted([*term.ways, *ways])))


def _rest(term: _Term, draws: tuple[Draw, ...]) -> list[Draw]:
    """Return the draws that are left after the missed cities are taken out."""
    return [
        Draw(draw.size - out, draw.drawn - shown)
        for draw, out, shown in zip(draws, term.taken_out, term.shown, strict=True)
    ]


def _expression(draws: tuple[Draw, ...], wanted: tuple[Wanted, ...]) -> "sympy.Expr":
    """Return the sum of all terms divided by the number of all selections; 0 or 1 if that is the chance."""
    import sympy

    chance = chance_of_all(draws, wanted)
    if chance.denominator == 1:
        return sympy.Integer(chance.numerator)
    terms = sorted(_terms(draws, wanted).items())
    parts = [_product(coefficient, [*term.ways, *_rest(term, draws)]) for term, coefficient in terms]
    numerator = parts[0] if len(parts) == 1 else sympy.Add(*parts, evaluate=False)
    return sympy.Mul(numerator, sympy.Pow(_product(1, draws), -1, evaluate=False), evaluate=False)


def _share(share: Fraction, part: "sympy.Expr") -> "sympy.Expr":
    """Return a part of the formula times its share; a part that is just 1 is left out."""
    import sympy

    factor = sympy.Rational(share.numerator, share.denominator)
    return factor if part == 1 else sympy.Mul(factor, part, evaluate=False)


def _product(coefficient: int, pairs: Iterable[tuple[int, int]]) -> "sympy.Expr":
    """Return a coefficient times the binomials of these pairs (n, k); those that are just 1 are left out."""
    import sympy

    factors = [sympy.binomial(n, k, evaluate=False) for n, k in pairs if k not in (0, n)]
    if coefficient != 1 or not factors:
        factors.insert(0, sympy.Integer(coefficient))
    return factors[0] if len(factors) == 1 else sympy.Mul(*factors, evaluate=False)
