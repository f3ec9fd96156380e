"""Advice from a search: its best turns as lines, each with a plan for other reveals and its reasons."""

import functools
import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from thurntaxis import Event, Position
from thurntaxis.values import is_unknown
from thurntaxis_solver.advice import TAKING, Advice, EffortSpent, Line, reasons, without_transpositions
from thurntaxis_solver.decider import all_revealed, next_decider, revealed_with
from thurntaxis_solver.estimates import Estimate
from thurntaxis_solver.exact.plans import NOTHING, PlanCase, PlanTree
from thurntaxis_solver.search.explanation import facts_of_line, facts_of_position
from thurntaxis_solver.search.ismcts import Branch, Ismcts
from thurntaxis_solver.search.line_comparison import CANDIDATES, FINALISTS, LineComparison

ENOUGH_VISITS = 0.5
"""A line that looks better than the most visited one must have had this share of its playouts."""


def compared_lines(search: Ismcts, count: int, event: Event | None = None) -> LineComparison:
    """Return a comparison of the lines of a search from which the best `count` can be told, and that of an event.

    They have only first events. These differ, and so do the positions to which the turns lead; if there are fewer than
    `count`, other second events are given, too. In a position of chance there is one line.
    """
    position, branches, wanted = search.position, search.branches(), max(count, FINALISTS)
    if position.is_chance:
        often = [branch for branch in branches if _has_enough_visits(branch, branches)]
        return LineComparison(search, tuple(replace(bare_line(_mean(often)), turn=()) for _ in often[:1]))

    def end(line: Line) -> str:
        return _certain_end(search, line.turn).to_line()

    ranked = [bare_line(branch) for branch in ranked_branches(branches)]
    lines = list(itertools.islice(without_transpositions(ranked, end), max(wanted, CANDIDATES)))
    if event not in (None, *(line.turn[0] for line in lines)):
        lines += [bare_line(branch) for branch in branches if branch.event == event and branch.visits]
    if len(lines) < count:
        others = (*lines, *_other_second_events(search, lines))
        lines = list(itertools.islice(without_transpositions(others, end), count))
    return LineComparison(search, tuple(lines), wanted, event)


def advice_of(compared: LineComparison, count: int, event: Event | None = None) -> Advice:
    """Return the results of a search as advice of at most this many lines, and the given one that begins with an event.

    The best line is compared with the second, and each other one with the best.
    """
    search, told = compared.search, compared.told()
    spent = EffortSpent(
        search.playouts,
        round(search.seconds + compared.seconds, 3),
        search.seed,
        is_full=search.is_full,
        recorded=compared.count or None,
    )
    given = next((at for at, line in enumerate(told) if line.turn[:1] == (event,)), None)
    shown = {
        at: _with_plan(compared, told[at], told[:1] if at else told[1:])
        for at in (*range(min(count, len(told))), *([] if given is None else [given]))
    }
    lines = tuple(shown[at] for at in range(min(count, len(told))))
    hands = [player.hand for at, player in enumerate(search.position.players) if at != search.player]
    is_open = any(hands) and not any(map(is_unknown, itertools.chain(*hands)))
    return Advice(search.position, search.player, lines, spent, None if given is None else shown[given], is_open)


def _with_plan(compared: LineComparison, line: Line, others: Sequence[Line]) -> Line:
    """Return a line with the rest of the turn, and with its reasons: how it differs from others comes first."""
    search, position = compared.search, compared.search.position
    begun = functools.reduce(Position.play_without_checking, line.turn, position)
    tree = _plan(search, begun, line.turn).begun(*line.turn)
    plan = tree.plan
    then = compared.next_closing(line, plan.turn)
    why = (
        *compared.reasons(line, others),
        *(then.reasons() if then else ()),
        *dict.fromkeys(reasons(position, tree)),
        *facts_of_line(position, search.player, plan.turn, then),
        *facts_of_position(position, search.player),
    )
    return replace(line, turn=plan.turn, after=plan.after, certain=plan.certain, reasons=why)


def ranked_branches(branches: list[Branch]) -> list[Branch]:
    """Return the branches by chance of winning, then margin, the best first.

    Those that look better than the most visited one, but have too few playouts, are left out.
    """
    known = [
        branch
        for branch in branches
        if branch.visits and (_has_enough_visits(branch, branches) or branch.win <= branches[0].win)
    ]
    return sorted(known, key=lambda branch: (branch.win, branch.margin), reverse=True)


def _has_enough_visits(branch: Branch, branches: list[Branch]) -> bool:
    """Return whether a branch had enough playouts to be compared with the most visited one, which is the first."""
    return branch.visits > 0 and branch.visits >= ENOUGH_VISITS * branches[0].visits


def _mean(branches: list[Branch]) -> Branch:
    """Return the average over the branches of a position of chance."""
    visits = sum(branch.visits for branch in branches)

    def mean(figure: Callable[[Branch], float]) -> float:
        return math.fsum(figure(branch) * branch.visits for branch in branches) / visits

    return branches[0]._replace(
        visits=visits,
        win=mean(lambda branch: branch.win),
        margin=mean(lambda branch: branch.margin),
        score=mean(lambda branch: branch.score),
    )


def bare_line(branch: Branch) -> Line:
    """Return a line of one event, without reasons; its figures have no intervals yet."""
    win, margin, score = (Estimate(figure, figure, figure) for figure in (branch.win, branch.margin, branch.score))
    return Line((branch.event,), {}, win, margin, score, proved=False, reasons=(), noise=branch.noise)


def _other_second_events(search: Ismcts, found: Sequence[Line]) -> Iterator[Line]:
    """Yield lines with another second event than the best, if nothing is revealed after the first."""
    for line in found:
        first = line.turn[0]
        after = search.position.play_without_checking(first)
        if after.is_over or after.is_chance or after.decider != search.player:
            continue
        best = search.favourite((first,), after)
        for other in ranked_branches(search.branches((first,))):
            if other.event != best:
                yield replace(bare_line(other), turn=(first, other.event))


# ---- what to do in the rest of the turn


def _certain_end(search: Ismcts, path: tuple[Event, ...]) -> Position:
    """Return the position after some events and what most playouts do then, up to a reveal that matters."""
    position = search.position
    for event in path:
        position = all_revealed(position).play_without_checking(event)
    while not position.is_over and next_decider(position) == search.player:
        if position.is_chance:
            if _reveals_matter(search, position, path):
                break
            position = all_revealed(position)
        event = search.favourite(path, position)
        position, path = position.play_without_checking(event), (*path, event)
    return position


def _plan(search: Ismcts, position: Position, path: tuple[Event, ...]) -> PlanTree:
    """Return what most playouts do, until somebody else decides or the game is over; `path` leads to the position."""
    if position.is_over or next_decider(position) != search.player:
        return NOTHING
    if position.is_chance:
        if not _reveals_matter(search, position, path):
            return _plan(search, all_revealed(position), path)
        ranked = _is_new_display(position)
        return PlanTree((), (_best_cards if ranked else _cases)(search, position, path), ranked=ranked)
    event = search.favourite(path, position)
    return _plan(search, position.play_without_checking(event), (*path, event)).begun(event)


def _is_new_display(position: Position) -> bool:
    """Return whether several cards are to be put on display, so that the best one of them matters."""
    return "hand" not in position.turn.pending and position.turn.pending.count("display") > 1


def _reveals_matter(search: Ismcts, position: Position, path: tuple[Event, ...]) -> bool:
    """Return whether the plan may depend on the reveals.

    It can't depend on the back of a card, which the tree doesn't know, nor on a new display if no card is taken next.
    """
    if position.turn.pending == ("back",):
        return False
    if not _is_new_display(position):
        return True
    branches = search.branches(path)
    return not branches or branches[0].event.verb in TAKING


def _cases(search: Ismcts, position: Position, path: tuple[Event, ...]) -> tuple[PlanCase, ...]:
    """Return a case for each possible next reveal, with its weight."""
    return tuple(
        PlanCase(event, weight, _plan(search, position.play_without_checking(event), path))
        for event, weight in position.weights().items()
    )


def _best_cards(search: Ismcts, position: Position, path: tuple[Event, ...]) -> tuple[PlanCase, ...]:
    """Return a case for each card that may be the best one of a new display, the best first."""
    cases: list[PlanCase] = []
    for branch in sorted(search.branches(path), key=lambda branch: branch.utility, reverse=True):
        shown = revealed_with(position, branch.event[1]) if branch.event.verb in TAKING else None
        if shown is not None:
            plan = _plan(search, shown.play_without_checking(branch.event), (*path, branch.event))
            cases.append(PlanCase(Event(("deal", branch.event[1])), branch.visits, plan.begun(branch.event)))
    return tuple(cases)
