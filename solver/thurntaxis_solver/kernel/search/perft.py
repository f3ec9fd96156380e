"""All legal events, reveals included, and how many sequences of them there are."""

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, entry
from thurntaxis_solver.kernel.rules.cards import shoes_of
from thurntaxis_solver.kernel.rules.moves import apply, deal, decisions, is_chance, see_back
from thurntaxis_solver.kernel.search.lookahead import copy
from thurntaxis_solver.kernel.search.model import Workspace


@entry
def events(s: Array, t: Array, out: Array) -> int:
    """Write the legal events to `out`, each once: decisions, or what can be revealed; return how many there are."""
    if not is_chance(s):
        return decisions(s, t, out)
    n = 0
    for place in range(s[L.DECK_SIZE]):
        card = s[L.DECK + place]
        shoes = shoes_of(t, card)
        if s[L.BACK_DUE]:
            event = L.BACK + shoes * L.VERBS
        elif s[L.DECK_BACK] in (0, shoes):
            event = L.DEAL + card * L.VERBS
        else:
            continue
        known = 0
        while known < n and out[known] != event:
            known += 1
        if known == n:
            out[n] = event
            n += 1
    return n


@entry
def play(s: Array, t: Array, event: int) -> None:
    """Play a legal event, a reveal included."""
    if event % L.VERBS == L.DEAL:
        deal(s, t, event // L.VERBS)
    elif event % L.VERBS == L.BACK:
        see_back(s, t, event // L.VERBS)
    else:
        apply(s, t, event)


@entry
def perft(s: Array, t: Array, workspace: Workspace, depth: int) -> int:
    """Return how many different sequences of this many legal events there are; the workspace has a row for each event.

    This is a depth-first search. It is iterative: each depth has a row of the workspace.
    """
    if depth == 0:
        return 1
    states, lists, counts = workspace.states, workspace.lists, workspace.counts
    total, level = 0, 0
    copy(s, states[0])
    counts[0] = events(s, t, lists[0])
    while level >= 0:
        if level == depth - 1:
            total += counts[level]
            level -= 1
        elif counts[level] == 0:
            level -= 1
        else:
            counts[level] -= 1
            copy(states[level], states[level + 1])
            level += 1
            play(states[level], t, lists[level - 1][counts[level - 1]])
            counts[level] = events(states[level], t, lists[level])
    return total
