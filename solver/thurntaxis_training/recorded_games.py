"""Games for training: who sits where, how they are played, and what is recorded of them.

A game is played turn by turn: `thurntaxis_solver.kernel.games.play_turn` plays each turn with the weights of the player
on turn. The prior network learns from games of one-turn lookahead, too (`play_decisions`). All games depend only on
the plan and the number of the task, wherever they are played.
"""

import random
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from thurntaxis.rules import RuleSet
from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.checkpoint import BUILDER, Checkpoint, checkpoint
from thurntaxis_solver.kernel.compiled import Array
from thurntaxis_solver.kernel.games import LONGEST_GAME, play_turn
from thurntaxis_solver.kernel.instance import Kernel, new_model
from thurntaxis_solver.kernel.network.encoding import encode
from thurntaxis_solver.kernel.policy.policy_weights import EXPLORATION
from thurntaxis_solver.kernel.recorded_decisions import new_record, play_recorded, play_turn_by_search
from thurntaxis_solver.kernel.rng import seeded
from thurntaxis_solver.kernel.rules.moves import deal_any, is_chance, score, winner
from thurntaxis_solver.kernel.search.model import LEAF_VALUE_SIZE
from thurntaxis_solver.kernel.search.network_value import POINTS_EXPECTED, WIN
from thurntaxis_solver.kernel.search.tree_search import EDGES_A_PLAYOUT, new_tree, root_value
from thurntaxis_solver.kernel.tables import tables
from thurntaxis_training.records import Numbers, RecordedDecisions, Records
from thurntaxis_training.self_play import opening, rule_sets

PLAYERS = (2, 2, 3, 4)
"""The numbers of players of four games in turn, if a plan doesn't say otherwise."""

RANDOM_OPENING = 2
"""In the turns of a randomised opening, one in this many decisions is random."""

DECISIONS_A_GAME = 150
"""For how many recorded decisions of a game there is space, on average."""

LEARNER = "learner"
"""The name of the weights that are trained."""


# ---- what is recorded


@dataclass(frozen=True, eq=False)
class RecordedTurns(Records):
    """The beginnings of turns, game by game: what the network sees there, and how the game ended.

    The four columns of a turn are the seats, counted from the player on turn; those of absent players are 0.

    Attributes:
        starts: where the inputs of each turn begin in `places` and `values`; one number more than there are turns.
        places: the inputs that differ from 0.
        values: their values.
        players: the number of players.
        seats: who is on turn.
        won: the column of the winner.
        scores: by column, the final scores.
        last: whether it is the last recorded turn of its game.
        searched: whether the turn was searched.
        chances: by column, the chances of winning that the search gave.
        points: by column, the expected final scores that the search gave.
    """

    starts: Numbers
    places: Numbers
    values: Numbers
    players: Numbers
    seats: Numbers
    won: Numbers
    scores: Numbers
    last: Numbers
    searched: Numbers
    chances: Numbers
    points: Numbers

    @property
    def count(self) -> int:
        """The number of turns."""
        return len(self.players)

    @cached_property
    def games(self) -> Numbers:
        """The number of the game of each turn, from 0."""
        return np.cumsum(self.last) - self.last


class SeatResult(NamedTuple):
    """How a game ended for a seat: who sat there, at a table of how many players, and what came of it."""

    name: str
    players: int
    won: bool
    score: int


# ---- what is played


class Seated(NamedTuple):
    """A player that may sit at a seat.

    Attributes:
        weights: the name of its weights.
        lookahead: whether it plays by one-turn lookahead, else by its policy.
        share: its share of the seats.
        playouts: if it searches instead, the playouts for each decision; 0: it doesn't.
    """

    weights: str
    lookahead: bool
    share: float
    playouts: int = 0

    @property
    def name(self) -> str:
        """The name in results."""
        if self.playouts:
            return f"{self.weights}-search"
        return self.weights if self.lookahead else f"{self.weights}-policy"


@dataclass(frozen=True, eq=False)
class GamesPlan:
    """How the games of an iteration are played; a task is some of them, by one rule set.

    Attributes:
        seed: the seed of the iteration.
        games: the number of games of a task.
        further: whether they are games with modules and on other boards.
        checkpoints: the weights by name, the learner's among them.
        seats: who may sit at the seats.
        alike: the share of games in which the first of those who may sit takes all seats.
        random_one_in: one in this many decisions is random (0: none).
        random_turns: the most turns at the beginning of a game that are more random.
        record_one_in: one in this many turns is recorded.
        search_one_in: one in this many recorded turns of players who don't search is searched with the learner's
            weights (0: none).
        playouts: the playouts of such a search.
        takeover: the most rounds of a game after which the first of those who may sit takes over all seats, and turns
            are recorded. So positions of all styles are evaluated by how equal players go on (0: nobody takes over).
        decide_one_in: one in this many decisions that the learner searches is recorded for the prior network (0: none).
        exploration: the factor by which the exploration term of all searches is multiplied.
    """

    seed: int
    games: int
    further: bool
    checkpoints: dict[str, Checkpoint]
    seats: tuple[Seated, ...]
    alike: float = 0.0
    random_one_in: int = 0
    random_turns: int = 0
    record_one_in: int = 3
    search_one_in: int = 0
    playouts: int = 200
    decide_one_in: int = 0
    takeover: int = 0
    exploration: float = 1.0


class PlayedTask(NamedTuple):
    """What a task gives: recorded turns, results by game and seat, and recorded decisions of the learner's searches."""

    turns: RecordedTurns
    results: list[SeatResult]
    decisions: RecordedDecisions


def play_task(plan: GamesPlan, number: int) -> PlayedTask:
    """Play the games of a task. Tasks are played by the rule sets in turn."""
    rules = rule_sets(further=plan.further)
    table = _Table(plan, rules[number % len(rules)])
    for game in range(number * plan.games, (number + 1) * plan.games):
        table.play(game)
    return PlayedTask(table.recorder.turns(), table.results, RecordedDecisions.of(table.decisions))


class _Table:
    """A rule set with all models of a plan in one memory."""

    def __init__(self, plan: GamesPlan, rules: RuleSet) -> None:
        self.plan, self.rules = plan, rules
        self.kernel = Kernel.of(tables(rules), checkpoint=plan.checkpoints[LEARNER])
        self.models = {
            name: new_model(self.kernel.tables, self.kernel.memory, _with_exploration(weights, plan.exploration))
            for name, weights in plan.checkpoints.items()
        }
        self.starts = {players: list(self.kernel.state(opening(rules, players))) for players in set(PLAYERS)}
        self.recorder = _Recorder(self.kernel)
        self.results: list[SeatResult] = []
        most = max(plan.playouts if plan.search_one_in else 0, *(seat.playouts for seat in plan.seats))
        if most:
            self.tree = new_tree(EDGES_A_PLAYOUT * most // 4, self.kernel.memory)
            self.nothing_unknown = self.kernel.memory.zeros(4 * (L.MOST_PLAYERS + 1))
            self.value = self.kernel.memory.floats([0.0] * LEAF_VALUE_SIZE)
            self.values = self.kernel.memory.float_matrix(2, LEAF_VALUE_SIZE)
        space = DECISIONS_A_GAME * plan.games if plan.decide_one_in else 1
        self.decisions = new_record(space, self.kernel.tables.most_events, self.kernel.memory)

    def play(self, game: int) -> None:
        """Play a game, record some of its turns, and note its results."""
        plan, chance = self.plan, random.Random(f"{self.plan.seed}/{game}")
        players = PLAYERS[game % len(PLAYERS)]
        t, workspace = self.kernel.model.t, self.kernel.workspace
        s = self.kernel.memory.array(self.starts[players])
        s[L.CHANCE] = seeded(chance.getrandbits(48))
        seats = self._seats(players, chance)
        wild, takeover = chance.randint(0, plan.random_turns), chance.randint(0, players * plan.takeover)
        while is_chance(s):
            deal_any(s, t)
        while s[L.PHASE] != L.OVER and s[L.TURNS] < LONGEST_GAME:
            takes_over = plan.takeover and s[L.TURNS] >= takeover
            player = plan.seats[0] if takes_over else seats[s[L.ON_TURN]]
            is_recorded = chance.randrange(plan.record_one_in) == 0 and (takes_over or not plan.takeover)
            if is_recorded:
                self.recorder.record(s)
                if not player.playouts:
                    self._search(s, chance)
            one_in = RANDOM_OPENING if s[L.TURNS] < wild else plan.random_one_in
            model = self.models[player.weights]
            if not player.playouts:
                play_turn(s, model, workspace, int(player.lookahead), one_in)
                continue
            is_learner = player.weights == LEARNER
            how = player.playouts, one_in, self.values, self.decisions, plan.decide_one_in if is_learner else 0
            searches = play_turn_by_search(s, self.nothing_unknown, self.tree, model, workspace, *how)
            if is_recorded and searches and is_learner:
                self.recorder.note_search(list(self.values[0]))
        first, scores = int(winner(s, t)), [int(score(s, t, player)) for player in range(players)]
        self.recorder.end_game(players, first, scores)
        self.results += [SeatResult(seat.name, players, first == at, scores[at]) for at, seat in enumerate(seats)]

    def _seats(self, players: int, chance: random.Random) -> list[Seated]:
        """Return who sits where."""
        if chance.random() < self.plan.alike:
            return [self.plan.seats[0]] * players
        return chance.choices(self.plan.seats, [seat.share for seat in self.plan.seats], k=players)

    def _search(self, s: Array, chance: random.Random) -> None:
        """Search the turn recorded last if it is drawn for a search."""
        if not self.plan.search_one_in or chance.randrange(self.plan.search_one_in):
            return
        root = self.kernel.memory.array(list(s))
        root[L.CHANCE] = seeded(chance.getrandbits(48))
        model, workspace = self.models[LEARNER], self.kernel.workspace
        root_value(root, self.nothing_unknown, self.tree, model, workspace, self.plan.playouts, self.value)
        self.recorder.note_search(list(self.value))


def _with_exploration(weights: Checkpoint, factor: float) -> Checkpoint:
    """Return a checkpoint with its exploration term multiplied by a factor."""
    policy = list(weights.policy)
    policy[EXPLORATION] *= factor
    return replace(weights, policy=policy)


RESULT = np.dtype(
    [("players", np.int8), ("winner", np.int8), ("scores", np.float32, (L.MOST_PLAYERS,)), ("last", np.bool_)]
)
"""How the game of a recorded turn ended, and whether the turn is the last one that was recorded of it."""


class _Recorder:
    """Collects turns, of which the results become known at the end of each game."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel
        self._places = [np.zeros(0, np.int16)]
        self._values = [np.zeros(0, np.float16)]
        self._seats: list[int] = []
        self._searches: dict[int, list[float]] = {}
        self._results: list[tuple[int, int, list[int], bool]] = []

    def record(self, s: Array) -> None:
        """Record the turn that begins."""
        workspace = self._kernel.workspace
        size = encode(s, self._kernel.model.t, workspace.places, workspace.values)
        self._places.append(np.asarray(workspace.places)[:size].astype(np.int16))
        self._values.append(np.asarray(workspace.values)[:size].astype(np.float16))
        self._seats.append(int(s[L.PLAYER]))

    def note_search(self, value: list[float]) -> None:
        """Note the leaf value that a search gave for the turn recorded last."""
        self._searches[len(self._seats) - 1] = value

    def end_game(self, players: int, won: int, scores: list[int]) -> None:
        """Note the result of the game to which all turns belong that were recorded since the last one."""
        all_scores = scores + [0] * (L.MOST_PLAYERS - players)
        for turn in range(len(self._results) + 1, len(self._seats) + 1):
            self._results.append((players, won, all_scores, turn == len(self._seats)))

    def turns(self) -> RecordedTurns:
        """Return all turns."""
        count, results = len(self._seats), np.array(self._results, RESULT)
        seats, players = np.array(self._seats, np.int8), results["players"].copy()
        rows, columns = np.arange(count)[:, None], np.arange(L.MOST_PLAYERS)
        there = columns < players[:, None]
        seat_of_column = (columns + seats[:, None]) % players[:, None]
        values = np.zeros((count, LEAF_VALUE_SIZE), np.float32)
        for turn, value in self._searches.items():
            values[turn] = value
        return RecordedTurns(
            starts=np.cumsum([len(places) for places in self._places], dtype=np.int64),
            places=np.concatenate(self._places),
            values=np.concatenate(self._values),
            players=players,
            seats=seats,
            won=(results["winner"] - seats) % players,
            scores=np.where(there, results["scores"][rows, seat_of_column], 0),
            last=results["last"].copy(),
            searched=np.isin(np.arange(count), list(self._searches)),
            chances=np.where(there, values[rows, WIN + seat_of_column], 0),
            points=np.where(there, values[rows, POINTS_EXPECTED + seat_of_column], 0),
        )


# ---- games of one-turn lookahead

RECORD_ONE_IN, RANDOM_ONE_IN, POLICY_ONE_IN = 2, 10, 6
"""How many decisions of a game are recorded, made at random, or made by the policy."""

SAMPLES = 3
"""Samples of what is revealed in the rest of the turn, for each event of a recorded decision."""

BUILDERS = 0.2
"""The share of the games that the builder plays, so that the network learns its positions, too."""


def play_decisions(judge: Checkpoint, seed: int, games: int, number: int, *, further: bool) -> RecordedDecisions:
    """Play the games of a task and return the recorded decisions; tasks are played by the rule sets in turn.

    Args:
        judge: whose one-turn lookahead is recorded; it also plays most games.
        seed: the seed of the iteration.
        games: the number of games of a task.
        number: the number of the task.
        further: whether they are games with modules and on other boards.
    """
    rules = rule_sets(further=further)[number % len(rule_sets(further=further))]
    kernel = Kernel.of(tables(rules), checkpoint=judge)
    builder = new_model(kernel.tables, kernel.memory, checkpoint(BUILDER))
    record = new_record(DECISIONS_A_GAME * games, kernel.tables.most_events, kernel.memory)
    starts = {players: list(kernel.state(opening(rules, players))) for players in set(PLAYERS)}
    for game in range(number * games, (number + 1) * games):
        chance = random.Random(f"{seed}/{game}")
        s = kernel.memory.array(starts[PLAYERS[game % len(PLAYERS)]])
        s[L.CHANCE] = seeded(chance.getrandbits(48))
        player = builder if chance.random() < BUILDERS else kernel.model
        how = RECORD_ONE_IN, SAMPLES, RANDOM_ONE_IN, POLICY_ONE_IN
        play_recorded(s, player, kernel.model, kernel.workspace, record, *how)
    return RecordedDecisions.of(record)
