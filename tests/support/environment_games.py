"""Episodes of environments beside the reference, for their tests."""

import copy
import functools
import itertools
import random
from collections.abc import Iterator, Sequence
from typing import Any

import thurntaxis as tt
from support import random_play
from thurntaxis.seen_cards import Seen
from thurntaxis_solver.environments.episode import Episode
from thurntaxis_solver.environments.setting import Setting
from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.checkpoint import shipped
from thurntaxis_solver.kernel.environments import episode_layout as E
from thurntaxis_solver.kernel.policy.playout_policy import choose
from thurntaxis_solver.kernel.rng import seeded
from thurntaxis_solver.kernel.states import event_of

GAMES = [("south", ()), *random_play.OTHERS]
"""Boards and modules."""

MANY = 200
"""The games that a nightly test plays."""


def setting_of(board: str, modules: tuple[str, ...], players: int, chance: random.Random, **rules: Any) -> Setting:
    """Return a setting with random readings of the options."""
    options = random_play.readings(modules, chance)
    return Setting(players, board=board, modules=modules, options=options, **rules)


def episode_at(setting: Setting, seen: Seen) -> Episode:
    """Return an episode that begins with a position, and with what all have seen of the hands."""
    row = setting.row(seen.position)
    for seat, cards in enumerate(seen.shown):
        for card in cards:
            row[E.SHOWN + E.SHOWN_SEAT * seat + setting.actions.cards.index(card)] += 1
    return Episode(setting, row=row)


def walk(setting: Setting, chance: random.Random, most: int) -> Iterator[tuple[Seen, Episode, tt.Event]]:
    """Yield the positions of a random game, late ones too, each with its episode and with the event that follows."""
    seen, episode = Seen.at(setting.start), Episode(setting)
    for position, event in random_play.walk(setting.start, chance, most):
        if episode.is_done:
            return
        yield seen, episode, event
        if position.is_chance:
            assert episode.deal(setting.outcomes.index(str(event))) == event
        else:
            *parts, last = setting.actions.sequence(event)
            assert [episode.play(action) for action in parts] == [None] * len(parts)
            assert episode.play(last) == event
        seen = seen.play(event)


def sequences(episode: Episode) -> Iterator[tuple[tuple[int, ...], tt.Event]]:
    """Yield every sequence of legal actions that completes an event; fail where one can't be completed."""
    actions = episode.legal_actions()
    assert actions
    for action in actions:
        after = copy.deepcopy(episode)
        event = after.play(action)
        if event is not None:
            yield (action,), event
        else:
            for others, completed in sequences(after):
                yield (action, *others), completed


class Chooser:
    """Chooses actions: those of the events of the playout policy, and now and then, or always, any that are legal."""

    def __init__(self, setting: Setting, chance: random.Random, *, wild: float = 0.1) -> None:
        self.setting, self.chance, self.wild = setting, chance, wild
        self.weights = setting.memory.floats(shipped().policy)
        self.row = setting.memory.zeros(E.EPISODE_SIZE)
        self.left: list[int] = []

    def __call__(self, episode: Episode) -> int:
        """Return an action; this doesn't touch the random numbers of the game."""
        setting = self.setting
        if not self.left:
            if episode.row[E.CHOOSING] or self.chance.random() < self.wild:
                return self.chance.choice(episode.legal_actions())
            self.row[:] = list(episode.row)
            self.row[L.CHANCE] = seeded(self.chance.getrandbits(60))
            event = choose(self.row, setting.t, self.weights, setting.events)
            self.left = list(setting.actions.sequence(event_of(event, setting.tables)))
        return self.left.pop(0)


def choosers(setting: Setting, number: int) -> Chooser:
    """Return what chooses in a game of this number: one in four games is played at random."""
    return Chooser(setting, random.Random(number), wild=1 if number % 4 == 3 else 0.1)


def check_result(setting: Setting, events: Sequence[tt.Event], scores: Sequence[int], rewards: Sequence[float]) -> None:
    """Replay the events of a game in the reference, and compare its results."""
    position = functools.reduce(tt.Position.play, events, setting.start)
    assert tuple(scores) == position.scores()
    first = scores.index(max(scores))  # who wins if the game was stopped in a tie that only its end would break
    winner = first if position.winner() is None else position.winner()
    others = len(scores) - 1
    wins = [1 if seat == winner else -1 / others for seat in range(len(scores))]
    margins = [own - (sum(scores) - own) / others for own in scores]
    due = margins if setting.reward == "margin" else wins
    assert all(abs(one - other) < 1e-12 for one, other in zip(rewards, due, strict=True))


def games_in_turn(number: int) -> Iterator[tuple[str, tuple[str, ...], int]]:
    """Yield this many boards, modules and numbers of players, every second time the base game."""
    others = itertools.cycle(itertools.product(GAMES, (2, 3, 4)))
    for at in range(number):
        (board, modules), players = (GAMES[0], 2 + at // 2 % 3) if at % 2 == 0 else next(others)
        yield board, modules, players
