"""The solver: routes, placements, odds, exact turns, search and advice.

>>> import thurntaxis
>>> from thurntaxis_solver import odds
>>> odds(thurntaxis.new(players=2, seed=7), ["Pilsen"]).chance.fraction
Fraction(113, 590)

The names are loaded when they are first used, so importing the package takes no time.
"""

import importlib
from inspect import isfunction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from thurntaxis_solver.advice import Advice, AdviceReason, EffortSpent, Line
    from thurntaxis_solver.advice_by_reading import Reading
    from thurntaxis_solver.analysis import Analysis, AnalysisResult
    from thurntaxis_solver.effort import Effort
    from thurntaxis_solver.estimates import Estimate, Exact, Number
    from thurntaxis_solver.exact.plans import Plan
    from thurntaxis_solver.game_review import (
        DecisionPoint,
        FaultyRecord,
        Review,
        ReviewedDecision,
        ReviewedTurn,
        review,
    )
    from thurntaxis_solver.limits import NotCovered
    from thurntaxis_solver.play.engine_client import EngineClient, EngineTurn
    from thurntaxis_solver.play.engine_process import EngineFailure
    from thurntaxis_solver.play.matches import play_game
    from thurntaxis_solver.play.seat_rows import SeatRow, read_seat_rows, seat_rows
    from thurntaxis_solver.route_planning.horse_cards import Horses
    from thurntaxis_solver.route_planning.odds import Odds, odds
    from thurntaxis_solver.route_planning.placements import Placement, Placements, placements
    from thurntaxis_solver.route_planning.routes import TargetRoute, routes
    from thurntaxis_solver.turn_advice import Comparison, Stopped, advise, explain

__all__ = ["Effort", "EffortSpent", "Estimate", "Exact", "NotCovered", "Number"]
__all__ += ["Advice", "AdviceReason", "Analysis", "AnalysisResult", "Line", "Plan", "Stopped", "advise"]
__all__ += ["Comparison", "Reading", "explain"]
__all__ += ["Horses", "Odds", "Placement", "Placements", "TargetRoute", "odds", "placements", "routes"]
__all__ += ["DecisionPoint", "FaultyRecord", "Review", "ReviewedDecision", "ReviewedTurn", "review"]
__all__ += ["EngineClient", "EngineFailure", "EngineTurn", "SeatRow", "play_game", "read_seat_rows", "seat_rows"]

_MODULES = {
    "advice": ("Advice", "AdviceReason", "EffortSpent", "Line"),
    "analysis": ("Analysis", "AnalysisResult"),
    "exact.plans": ("Plan",),
    "game_review": ("DecisionPoint", "FaultyRecord", "Review", "ReviewedDecision", "ReviewedTurn", "review"),
    "limits": ("NotCovered",),
    "advice_by_reading": ("Reading",),
    "play.engine_client": ("EngineClient", "EngineTurn"),
    "play.engine_process": ("EngineFailure",),
    "play.matches": ("play_game",),
    "play.seat_rows": ("SeatRow", "read_seat_rows", "seat_rows"),
    "effort": ("Effort",),
    "estimates": ("Estimate", "Exact", "Number"),
    "route_planning.horse_cards": ("Horses",),
    "route_planning.odds": ("Odds", "odds"),
    "route_planning.placements": ("Placement", "Placements", "placements"),
    "route_planning.routes": ("TargetRoute", "routes"),
    "turn_advice": ("Comparison", "Stopped", "advise", "explain"),
}
"""Where the names above come from, as the imports for type checkers say it."""

if not TYPE_CHECKING:  # type checkers know the names, and report unknown ones

    def __getattr__(name: str) -> Any:
        from thurntaxis.arguments import checked

        for module, names in _MODULES.items():
            if name in names:
                public = getattr(importlib.import_module(f"{__name__}.{module}"), name)
                globals()[name] = checked(public, __name__) if isfunction(public) else public
                return globals()[name]
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted([*globals(), *__all__])
