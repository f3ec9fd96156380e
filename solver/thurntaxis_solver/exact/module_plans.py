"""What to do in the rest of a turn of a game with modules, whatever chance reveals and others decide.

Trees are those of the base game (`thurntaxis_solver.exact.plans`). A decision of somebody else has one case, that of
the event that is supposed. A new display after which more than one card may be taken, or a back is seen, has one case
as well, the likeliest: once the cards lie there, one has to ask again.
"""

from thurntaxis import Position
from thurntaxis_solver.exact.endings import Line
from thurntaxis_solver.exact.plans import NOTHING, Case, Tree, after_renewal
from thurntaxis_solver.exact.turn import ModuleTurnSolver


def tree(solver: ModuleTurnSolver, position: Position) -> Tree:
    """Return what to do from a position of the turn to its end."""
    position = solver.ready(position)
    if solver.endings.is_ended(position):
        return NOTHING
    found = solver.trees.get(position)
    if found is None:
        found = _after_reveal(solver, position) if position.is_chance else _after_decision(solver, position)
        solver.trees[position] = found
    return found


def _after_decision(solver: ModuleTurnSolver, position: Position) -> Tree:
    if position.decider == solver.player and solver.is_settled(position):
        finish = solver.finish(position)
        return _after_line(solver, position, finish.line) if finish else NOTHING
    if position.returning is not None:
        event = solver.supposed(position)
        after = tree(solver, position.play_without_checking(event))
        return after.begun(event) if position.decider == solver.player else Tree((), (Case(event, 1, after),))
    choices = solver.choices(position)
    if not choices:
        return NOTHING
    event = choices[0].event
    return tree(solver, position.play_without_checking(event)).begun(event)


def _after_line(solver: ModuleTurnSolver, position: Position, line: Line) -> Tree:
    """Return what to do in these events, and in a round of returning tiles that may follow them."""
    for event in line:
        position = solver.ready(position).play_without_checking(event)
    return tree(solver, position).begun(*line)


def _after_reveal(solver: ModuleTurnSolver, position: Position) -> Tree:
    """Return what to do after the next reveal, or after a new display."""
    due = position.turn.pending.count("display")
    if solver.is_single_draw(position):
        return after_renewal(solver, position, tree) if position.turn.drawn == 0 else _likeliest(solver, position, due)
    if solver.has_many_cases(position):
        return _likeliest(solver, position, max(1, due))
    chances = position.chances().items()
    return Tree((), tuple(Case(e, n, tree(solver, position.play_without_checking(e))) for e, n in chances))


def _likeliest(solver: ModuleTurnSolver, position: Position, due: int) -> Tree:
    """Return what to do after so many reveals, each of them the likeliest."""
    if not due or not position.is_chance:
        return tree(solver, position)
    event, number = max(position.chances().items(), key=lambda case: (case[1], case[0]))
    after = position.play_without_checking(event)
    return Tree((), (Case(event, number, _likeliest(solver, after, due - (event.verb == "deal"))),))
