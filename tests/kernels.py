"""The kernel beside the reference: what its tests share.

python tests/kernels.py games 10000     compares that many random games, event by event
python tests/kernels.py played 3        prints what games of the kernel come to, to be compared between ways to run it
python tests/kernels.py duelled 3       the same for duels of two tastes
"""

import copy
import hashlib
import itertools
import random
import sys
import time
from collections.abc import Sequence

import thurntaxis as tt
import walking
from thurntaxis_solver.kernel import layout, moves, policy, taste
from thurntaxis_solver.kernel.compiled import IS_COMPILED, Array, compiled, floats, zeros
from thurntaxis_solver.kernel.states import event_of, number_of, state
from thurntaxis_solver.kernel.tables import Tables, tables

CAPPED = 150
"""Events after which most random games are left."""

WHOLE = 0.01
"""The share of random games that are played to their end. Of the policy's, all are."""

# ---- event by event


def rule_sets() -> list[tuple[int, dict[str, str | bool]]]:
    """Return every number of players with every reading of the options."""
    readings = itertools.product(*tt.OPTIONS.values())
    return [(players, dict(zip(tt.OPTIONS, r, strict=True))) for r in readings for players in (2, 3, 4)]


def opening(game: int, chance: random.Random) -> tt.Position:
    """Return the start of a game, the rule sets taking turns; anybody starts."""
    players, options = rule_sets()[game % len(rule_sets())]
    position = tt.undealt(players, edition=chance.choice(list(tt.EDITIONS)), options=options)
    start = chance.randrange(players)
    return position.replace(start=start, turn=position.turn.replace(player=start))


def shown(s: Array) -> list[object]:
    """Return what a state says about the position: all but turns and random numbers, the deck as a multiset."""
    numbers = plain(s)
    deck = sorted(numbers[layout.DECK : layout.DECK + numbers[layout.DECK_SIZE]])
    return [*numbers[: layout.TURNS], *numbers[layout.SEATS : layout.DECK], deck]


def plain(s: Array) -> list[int]:
    """Return the numbers of an array."""
    return list(map(int, s))


def legal(s: Array, table: Tables, out: Array) -> list[tt.Event]:
    """Return the events that the kernel allows, sorted."""
    if moves.is_chance(s):
        deck = {int(s[layout.DECK + place]) for place in range(s[layout.DECK_SIZE])}
        return sorted(tt.Event(("deal", table.name_of[bit])) for bit in deck)
    n = moves.decisions(s, table.numbers, out)
    assert n <= table.most_events
    return sorted(event_of(out[place], table) for place in range(n))


def play(s: Array, table: Tables, event: tt.Event) -> None:
    """Play an event in the kernel."""
    if event.verb == "deal":
        assert moves.deal(s, table.numbers, table.bit_of[event[1]])
    else:
        moves.apply(s, table.numbers, number_of(event, table))


def compare(game: int) -> tuple[int, bool]:
    """Play a game in the reference and the kernel; return how many events it had, and whether it ended.

    Legal events, scores, the winner and the whole state must agree after every event. Three of four rounds through the
    rule sets are random play, in the fourth the policy plays. Now and then the kernel goes on from a state that is
    built in the middle of the game.
    """
    chance = random.Random(game)
    position = opening(game, chance)
    table = tables(position.rules)
    out, weights = zeros(table.most_events), floats(taste.shipped())
    s = state(position, table, game)
    by_policy = game // len(rule_sets()) % 4 == 3
    most = 5000 if by_policy or chance.random() < WHOLE else CAPPED
    events = 0
    while True:
        where = f"game {game}, after {events} events"
        assert shown(s) == shown(state(position, table)), where
        assert legal(s, table, out) == list(position.events()), where
        if position.is_over or events == most:
            break
        if by_policy and not position.is_chance and chance.random() > walking.WILD:
            event = event_of(policy.choose(s, table.numbers, weights, out), table)
        else:
            event = walking.choose(position, chance)
        assert event_of(number_of(event, table), table) == event, where
        if chance.random() < 0.02:
            s = state(position, table, game)
        play(s, table, event)
        position = position.play_without_checking(event)
        events += 1
    scores = tuple(moves.score(s, table.numbers, player) for player in range(len(position.players)))
    assert scores == position.scores(), where
    if not position.is_over:
        return events, False
    assert s[layout.PHASE] == layout.OVER
    assert moves.decisions(s, table.numbers, out) == 0
    assert moves.winner(s, table.numbers) == position.winner(), where
    return events, True


# ---- counting


def perft(s: Array, table: Tables, depth: int, out: Array) -> int:
    """Return the number of different sequences of so many events."""
    events = legal(s, table, out)
    if depth <= 1:
        return len(events) if depth else 1
    total = 0
    for event in events:
        following = copy.copy(s)
        play(following, table, event)
        total += perft(following, table, depth - 1, out)
    return total


# ---- the same however it is run


def digest(parts: Sequence[object]) -> str:
    """Return a short fingerprint."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def played(seed: int) -> list[str]:
    """Return fingerprints of where random play and play by policy come to, for every rule set."""
    found = []
    for number, (players, options) in enumerate(rule_sets()):
        table = tables(tt.rule_set(options=options))
        out, weights = zeros(table.most_events), floats(taste.shipped())
        start = tt.undealt(players, options=options)
        s = state(start, table, 1000 * seed + number)
        done = [int(moves.play_uniformly(s, table.numbers, out, 1500))]
        ended = state(start, table, 1000 * seed - number)
        done.append(int(policy.play_out(ended, table.numbers, weights, out, 200)))
        done += [int(moves.winner(ended, table.numbers))]
        done += [int(moves.score(ended, table.numbers, player)) for player in range(players)]
        found.append(digest([done, [int(n) for n in s], [int(n) for n in ended]]))
    return found


def duelled(seed: int) -> list[str]:
    """Return what two tastes score against each other, and a short fit."""
    from thurntaxis_solver import fit_taste

    chance = random.Random(seed)
    first = [weight + chance.uniform(-0.5, 0.5) for weight in taste.shipped()]
    gain = fit_taste.match(tables(tt.rule_set()), first, list(taste.shipped()), 6, seed)
    return [repr(gain), digest(fit_taste.fit(3, 2, seed))]


@compiled
def play_long(begin: Array, s: Array, t: Array, out: Array, games: int) -> None:
    """Play many random games from one beginning."""
    for _ in range(games):
        for place in range(layout.CHANCE):
            s[place] = begin[place]
        for place in range(layout.SEATS, layout.STATE):
            s[place] = begin[place]
        moves.play_uniformly(s, t, out, 2000)


def main(what: str, number: int) -> None:
    if what in ("played", "duelled"):
        print(IS_COMPILED, *(played if what == "played" else duelled)(number))
        return
    begin, events, ended = time.process_time(), 0, 0
    how = "compiled" if IS_COMPILED else "plain"
    for game in range(number):
        of_this, over = compare(game)
        events, ended = events + of_this, ended + over
        if (game + 1) % 1000 == 0 or game + 1 == number:
            found = f"{how}: {game + 1:,} games, {events:,} events, {ended:,} games to the end: all equal"
            print(f"{found} ({time.process_time() - begin:.0f} s)", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
