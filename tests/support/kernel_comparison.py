"""Comparison of the kernel with the reference, shared by its tests.

`PYTHONPATH=tests python -m support.kernel_comparison COMMAND NUMBER`:

- `games 10000` compares that many random games event by event, and as many with modules;
- `played 3` prints fingerprints of the kernel's games, which are the same however it runs;
- `wandered 3` does so with modules, and with random policy weights.
"""

import hashlib
import itertools
import math
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import thurntaxis as tt
from support import random_play
from support.kernels import kernel_of, shipped_weights
from thurntaxis.options import options_of
from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.checkpoint import shipped
from thurntaxis_solver.kernel.compiled import RUNTIME, Array
from thurntaxis_solver.kernel.instance import Kernel
from thurntaxis_solver.kernel.policy import playout_policy
from thurntaxis_solver.kernel.rules import moves
from thurntaxis_solver.kernel.rules.cards import shoes_of
from thurntaxis_solver.kernel.states import event_of, number_of

CAPPED = 150
"""Events after which most random games are abandoned."""

WHOLE = {True: 0.01, False: 0.1}
"""The share of random games played to the end: of the base game, and of others. The policy plays all to the end."""

# ---- the games


class Game(NamedTuple):
    """The set-up of a game: players, board, modules and readings of the options."""

    players: int
    board: str
    modules: tuple[str, ...]
    options: dict[str, str | bool]


def rule_sets(board: str = "south", modules: tuple[str, ...] = ()) -> list[Game]:
    """Return a game for every number of players and every reading of the options."""
    known = options_of(modules)
    if tt.MODULES[1] in modules:
        known["carriage-declinable"] = (True,)
    readings = itertools.product(*known.values())
    return [Game(n, board, modules, dict(zip(known, r, strict=True))) for r in readings for n in (2, 3, 4)]


BASE = rule_sets()
"""The games without modules on the southern board."""


def other_games() -> list[Game]:
    """Return all other games, in an order in which neighbours have different boards and modules."""
    found = [rule_sets(board, modules) for board, modules in random_play.OTHERS]
    return [game for row in itertools.zip_longest(*found) for game in row if game is not None]


# ---- event by event


def opening(game: Game, chance: random.Random) -> tt.Position:
    """Return the start of a game, with a random edition and starting player."""
    edition = chance.choice(list(tt.EDITIONS))
    position = tt.undealt(game.players, game.board, edition, game.options, game.modules)
    start = chance.randrange(game.players)
    return position.replace(start=start, turn=position.turn.replace(player=start))


def shown(s: Array) -> list[object]:
    """Return what a state says about the position: all but turns and random numbers, with the deck sorted."""
    numbers = plain(s)
    deck = sorted(numbers[L.DECK : L.DECK + numbers[L.DECK_SIZE]])
    return [*numbers[: L.TURNS], *numbers[L.SEATS : L.DECK], deck]


def plain(s: Array) -> list[int]:
    """Return the numbers of an array."""
    return list(map(int, s[:]))


def legal(s: Array, kernel: Kernel, out: Array) -> list[tt.Event]:
    """Return the events that the kernel allows, sorted."""
    if moves.is_chance(s):
        return sorted(reveals(s, kernel))
    n = moves.decisions(s, kernel.model.t, out)
    assert n <= kernel.tables.most_events
    return sorted(event_of(out[place], kernel.tables) for place in range(n))


def reveals(s: Array, kernel: Kernel) -> dict[tt.Event, int]:
    """Return the events of chance, each with its weight."""
    deck = [int(s[L.DECK + place]) for place in range(s[L.DECK_SIZE])]
    shoes = {card: int(shoes_of(kernel.model.t, card)) for card in deck}
    if s[L.BACK_DUE]:
        return Counter(tt.Event(("back", str(shoes[card]))) for card in deck)
    back = s[L.DECK_BACK]
    return Counter(tt.Event(("deal", kernel.tables.card_of[card])) for card in deck if back in (0, shoes[card]))


def play(s: Array, kernel: Kernel, event: tt.Event) -> None:
    """Play an event in the kernel."""
    if event.verb == "deal":
        assert moves.deal(s, kernel.model.t, kernel.tables.number_of[event[1]])
    elif event.verb == "back":
        assert moves.see_back(s, kernel.model.t, int(event[1]))
    else:
        moves.apply(s, kernel.model.t, number_of(event, kernel.tables))


def compare(number: int, games: Sequence[Game] = BASE) -> tuple[Counter[str], bool]:
    """Play a game in the reference and the kernel, as `compare_from` does; `number` says which.

    Three of four games are played at random, and the fourth by the policy.
    """
    chance = random.Random(number)
    game = games[number % len(games)]
    position = opening(game, chance)
    by_policy = number // len(games) % 4 == 3 if games is BASE else random.Random(f"policy {number}").random() < 0.25
    most = 5000 if by_policy or chance.random() < WHOLE[games is BASE] else CAPPED
    return compare_from(position, chance, most, f"game {number}, {game}", by_policy=by_policy)


def compare_from(
    position: tt.Position, chance: random.Random, most: int, name: str, *, by_policy: bool = False
) -> tuple[Counter[str], bool]:
    """Play at most this many events in the reference and the kernel.

    Return how many there were by kind, and whether the game is over. Legal events, the weights of chance, scores, the
    winner and the whole state must agree after each event. Now and then, the kernel continues from a new state.
    """
    kernel = kernel_of(position.rules)
    out, weights = kernel.memory.zeros(kernel.tables.most_events), shipped_weights(kernel)
    seed = chance.getrandbits(32)
    s = kernel.state(position, seed)
    events: Counter[str] = Counter()
    while True:
        where = f"{name}, after {events.total()} events"
        assert shown(s) == shown(kernel.state(position)), where
        assert legal(s, kernel, out) == list(position.events()), where
        if position.is_over or events.total() == most:
            break
        if position.is_chance:
            assert reveals(s, kernel) == position.weights(), where
        if by_policy and not position.is_chance and chance.random() > random_play.WILD:
            event = event_of(playout_policy.choose(s, kernel.model.t, weights, out), kernel.tables)
        else:
            event = random_play.choose(position, chance)
        assert event_of(number_of(event, kernel.tables), kernel.tables) == event, where
        if chance.random() < 0.02:
            s = kernel.state(position, seed)
        play(s, kernel, event)
        position = position.play_without_checking(event)
        events[opening_of(event)] += 1
    scores = tuple(moves.score(s, kernel.model.t, player) for player in range(len(position.players)))
    assert scores == position.scores(), where
    if not position.is_over:
        return events, False
    assert s[L.PHASE] == L.OVER
    assert moves.decisions(s, kernel.model.t, out) == 0
    assert moves.winner(s, kernel.model.t) == position.winner(), where
    return events, True


def opening_of(event: tt.Event) -> str:
    """Return what kind of event this is."""
    if event.verb in ("play", "carrier"):
        return f"{event[0]} {event[2]}"
    if event.verb == "return":
        return f"return of {len(event) - 1}"
    return " ".join(event[: 2 if event.verb == "honor" else 1])


# ---- counting


def perft(s: Array, kernel: Kernel, depth: int, out: Array) -> int:
    """Return the number of different sequences of this many events."""
    events = legal(s, kernel, out)
    if depth <= 1:
        return len(events) if depth else 1
    total = 0
    for event in events:
        following = kernel.memory.array(s)
        play(following, kernel, event)
        total += perft(following, kernel, depth - 1, out)
    return total


# ---- chance


def surprise(samples: Iterable[Iterable[object]], expected: dict[object, float]) -> float:
    """Return how many standard deviations chi-square, summed over independent samples, is off its mean."""
    squares, freedom = 0.0, 0
    for sample in samples:
        counts = Counter(sample)
        assert set(counts) <= set(expected)
        scale = counts.total() / sum(expected.values())
        squares += sum((counts[key] - scale * share) ** 2 / (scale * share) for key, share in expected.items())
        freedom += len(expected) - 1
    return abs(squares - freedom) / math.sqrt(2 * freedom)


# ---- fingerprints


def fingerprint(game: Game, seed: int, seed_of_policy: int, weights: Sequence[float]) -> str:
    """Return a short fingerprint of a random game and of one of the policy with these weights."""
    start = tt.undealt(game.players, game.board, options=game.options, modules=game.modules)
    kernel = kernel_of(start.rules)
    t, out = kernel.model.t, kernel.memory.zeros(kernel.tables.most_events)
    wild, ended = kernel.state(start, seed), kernel.state(start, seed_of_policy)
    done = [int(moves.play_uniformly(wild, t, out, 1500))]
    done += [int(playout_policy.play_out(ended, t, kernel.memory.floats(weights), out, 200))]
    done += [int(moves.winner(ended, t))]
    done += [int(moves.score(s, t, player)) for s in (wild, ended) for player in range(game.players)]
    return hashlib.sha256(repr([done, plain(wild), plain(ended)]).encode()).hexdigest()[:16]


def played(seed: int) -> list[str]:
    """Return fingerprints of random games and of the policy's, for every rule set of the base game."""
    return [
        fingerprint(game, 1000 * seed + number, 1000 * seed - number, shipped().policy)
        for number, game in enumerate(BASE)
    ]


def wandered(seed: int) -> list[str]:
    """Return fingerprints of random games with modules and on other boards, for random readings of the options.

    They are followed by those of games of the policy with random weights.
    """
    found = []
    chance = random.Random(seed)
    for number, (board, modules) in enumerate(random_play.OTHERS):
        game = chance.choice(rule_sets(board, modules))
        weights = [weight + chance.uniform(-0.5, 0.5) for weight in shipped().policy]
        found.append(fingerprint(game, 1000 * seed + number, 1000 * seed - number, weights))
    return found


RUNS = {"played": played, "wandered": wandered}


def compare_many(what: str, games: Sequence[Game], number: int) -> None:
    """Compare this many games, and print what was compared."""
    begin, events, ended = time.process_time(), Counter[str](), 0
    for game in range(number):
        of_this, over = compare(game, games)
        events.update(of_this)
        ended += over
        if (game + 1) % 1000 == 0 or game + 1 == number:
            found = f"{RUNTIME}: {game + 1:,} games {what}, {events.total():,} events, {ended:,} games to the end"
            print(f"{found}: all equal ({time.process_time() - begin:.0f} s)", flush=True)
    print(*(f"{opening} {count:,}" for opening, count in sorted(events.items())), sep=", ")


def main(what: str, number: int) -> None:
    if what in RUNS:
        print(RUNTIME, *RUNS[what](number))
        return
    compare_many("of the base game", BASE, number)
    compare_many("with modules or on other boards", other_games(), number)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
