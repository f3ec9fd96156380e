"""The parts of an event that the prior network knows, from the event's text and the reference's position."""

import thurntaxis as tt
from thurntaxis.officials import OFFICIALS
from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.network import prior_network as P

PLACES = ("right", "left", "start", "horse")
ENDS = {"right": -1, "left": 0}
BY_CITY = {"draw": P.DRAWN, "postmaster": P.DRAWN, "keep": P.KEPT, "close": P.HOUSE}


def parts(position: tt.Position, event: tt.Event, *, is_preferred: bool, named: bool) -> set[int]:
    """Return the numbers of the parts; `named`: the network knows the cities of the board by name."""
    first, *rest = str(event).split()
    last = rest.pop() if rest and rest[-1] in PLACES else ""
    kind = rest.pop(0) if first == "honor" else ""
    found = {L.VERB_WORDS.index(" ".join(filter(None, (first, last or kind))))}
    if is_preferred:
        found.add(P.PREFERRED)
    if first == "return":
        return found | {P.RETURNED + OFFICIALS.index(official) for official in rest}
    if first == "close":
        found.add(P.HOUSES + min(len(rest), 7))
    if not named:
        return found
    numbers = {name: place for place, name in enumerate(sorted(city.name for city in position.rules.board.cities))}
    cities = {numbers[word.partition("/")[0]] for word in rest if word != "deck"}
    if last in ENDS:
        end = position.players[position.decider].route[ENDS[last]]
        return found | {P.ADDED + city for city in cities} | {P.EXTENDED + numbers[end]}
    if last or kind:
        block = {"start": P.BEGUN, "horse": P.HORSES, "draw": P.DRAWN, "house": P.HOUSE, "pass": 0}[last or kind]
    else:
        block = BY_CITY.get(first, 0)
    return found | {block + city for city in cities}
