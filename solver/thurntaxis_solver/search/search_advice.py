"""The search's layer of advice: what the trees say, as lines."""

from collections.abc import Iterator

from thurntaxis import Event, Position
from thurntaxis_solver.advice import Advice, Line, reasons, told
from thurntaxis_solver.decider import all_revealed, next_decider, revealed_with
from thurntaxis_solver.exact.plans import NOTHING, PlanCase, PlanTree
from thurntaxis_solver.quantities import Estimate
from thurntaxis_solver.search.explanation import outlook
from thurntaxis_solver.search.ismcts import Branch, Search

SOUND = 0.5
"""A line must have had this part of the playouts of the one that had most to be put before it."""


def searched(search: Search, lines: int) -> Advice:
    """Return what a search knows, as advice."""
    position = search.position
    found = _ranked(search.branches(), lines)
    if position.is_chance:
        made = [_line(search, _all_together(found), _tree(search, position, ()))] if found else []
    else:
        made = [_line(search, branch, _begun(search, position, (branch.event,))) for branch in found]
        made += _second_thoughts(search, position, found, lines - len(made))
        made.sort(key=lambda line: (float(line.win), float(line.margin)), reverse=True)
    return Advice(
        player=search.player,
        lines=tuple(made[:lines]),
        effort={"playouts": search.playouts, "seconds": round(search.seconds, 3), "seed": search.seed},
    )


def _ranked(branches: list[Branch], lines: int) -> list[Branch]:
    """Return the most visited branches, without those that look better than the first but were hardly tried."""
    if not branches:
        return []
    most = branches[0]
    return [
        branch
        for branch in branches[: max(lines, 1)]
        if branch.visits and (branch.visits >= SOUND * most.visits or branch.win.value <= most.win.value)
    ]


def _all_together(branches: list[Branch]) -> Branch:
    """Return the average over the branches of a position of chance."""
    visits = sum(branch.visits for branch in branches)

    def mean(estimates: list[Estimate]) -> Estimate:
        parts = [branch.visits / visits for branch in branches]
        figures = [(e.value, e.low, e.high) for e in estimates]
        return Estimate(*(sum(p * f[at] for p, f in zip(parts, figures, strict=True)) for at in range(3)))

    return branches[0]._replace(
        visits=visits,
        win=mean([branch.win for branch in branches]),
        margin=mean([branch.margin for branch in branches]),
        score=mean([branch.score for branch in branches]),
    )


def _line(search: Search, branch: Branch, done: PlanTree) -> Line:
    plan = done.plan
    why = (*dict.fromkeys(reasons(search.position, done)), *outlook(search, plan.turn))
    tried = told("{visits} of {playouts} playouts chose it.", visits=branch.visits, playouts=search.playouts)
    figures = branch.win, branch.margin, branch.score
    return Line(plan.turn, plan.after, *figures, proved=False, reasons=(*why, tried), noise=branch.noise)


def _second_thoughts(search: Search, position: Position, found: list[Branch], wanted: int) -> Iterator[Line]:
    """Yield what else could be done after the first event than the best, if nothing is revealed between."""
    for branch in found:
        after = position.play_without_checking(branch.event)
        if wanted <= 0 or after.is_over or after.is_chance or after.decider != search.player:
            continue
        for other in _ranked(search.branches((branch.event,)), wanted + 1)[1:]:
            yield _line(search, other, _begun(search, position, (branch.event, other.event)))
            wanted -= 1


# ---- what to do in the rest of the turn


def _begun(search: Search, position: Position, events: tuple[Event, ...]) -> PlanTree:
    """Return the tree of what is done after some events."""
    for event in events:
        position = position.play_without_checking(event)
    return _tree(search, position, events).begun(*events)


def _tree(search: Search, position: Position, path: tuple[Event, ...]) -> PlanTree:
    """Return what is done, by the event that most playouts chose, until somebody else decides or the game is over."""
    if position.is_over or next_decider(position) != search.player:
        return NOTHING
    if position.is_chance:
        if not _reveals_matter(search, position, path):
            return _tree(search, all_revealed(position), path)
        ranked = _is_ranked(position)
        return PlanTree((), (_ranked_cases if ranked else _cases)(search, position, path), ranked=ranked)
    event = search.favourite(path, position)
    return _tree(search, position.play_without_checking(event), (*path, event)).begun(event)


def _is_ranked(position: Position) -> bool:
    """Return whether several cards are put on display, so that it matters which the best of them is."""
    return position.turn.pending.count("display") > 1


def _reveals_matter(search: Search, position: Position, path: tuple[Event, ...]) -> bool:
    """Return whether other events may follow other reveals.

    Trees know no backs, only which events are legal. And none of the cards on display matters if none is taken.
    """
    if position.turn.pending == ("back",):
        return False
    if not _is_ranked(position):
        return True
    branches = search.branches(path)
    return not branches or branches[0].event.verb in TAKING


TAKING = ("draw", "postmaster")
"""The events by which a card is taken."""


def _cases(search: Search, position: Position, path: tuple[Event, ...]) -> tuple[PlanCase, ...]:
    """Return the cases of what may be revealed next, by how likely it is."""
    return tuple(
        PlanCase(event, weight, _tree(search, position.play_without_checking(event), path))
        for event, weight in position.chances().items()
    )


def _ranked_cases(search: Search, position: Position, path: tuple[Event, ...]) -> tuple[PlanCase, ...]:
    """Return the cases of what the best card of a new display may be."""
    cases: list[PlanCase] = []
    for branch in sorted(search.branches(path), key=lambda branch: branch.utility, reverse=True):
        shown = revealed_with(position, branch.event[1]) if branch.event.verb in TAKING else None
        if shown is not None:
            done = _tree(search, shown.play_without_checking(branch.event), (*path, branch.event))
            cases.append(PlanCase(Event(("deal", branch.event[1])), branch.visits, done.begun(branch.event)))
    return tuple(cases)
