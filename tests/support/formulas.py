"""Comparison of odds with their formulas by sympy, which is loaded when the first formula is checked."""

from thurntaxis_solver.route_planning.odds import Odds


def has_true_formula(answer: Odds) -> bool:
    """Return whether the formula, read by sympy, gives the chance, and the expression gives the formula."""
    from sympy import sympify

    formula = sympify(answer.formula)
    return bool(formula == sympify(answer.chance.fraction) == answer.expression.doit())
