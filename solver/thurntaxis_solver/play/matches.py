"""Games between agents: who sits where, which cards are dealt, and how a game ended.

Every deal is played once for every rotation of the seats, with the same cards, so that neither seats nor luck favour
anybody. A game depends only on its number: it is the same wherever and whenever it is played, unless the clock limits
an agent's search. Agents are given what their player may know (`thurntaxis.seen_cards`).
"""

import dataclasses
import hashlib
import itertools
import random
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, TypedDict

import thurntaxis
from thurntaxis import DEFAULT_EDITION, Board, Event, EventError, IllegalEvent, Position, Record, undealt
from thurntaxis import board as board_of
from thurntaxis.arguments import checked
from thurntaxis.fault import InputError
from thurntaxis.io.write_line import record_line
from thurntaxis.options import Options, OptionValue
from thurntaxis.scoring import leaders
from thurntaxis.seen_cards import Seen
from thurntaxis_solver.play.agents import Agent, Chooses, read
from thurntaxis_solver.play.fixed_deck import ShuffledDeck
from thurntaxis_solver.play.forfeit import Forfeit

LONGEST_GAME = 10_000
"""The number of a player's turns after which a game is abandoned; even random agents end it long before."""


class Row(TypedDict):
    """The data of a game in a result file; lists are by seat."""

    game: int
    """The number of the game, from 0."""
    deal: int
    """The number of the deal: games of one deal are dealt the same cards."""
    seed: str
    """The seed of the deal."""
    seats: list[str]
    """The agents."""
    scores: list[int]
    winner: int | None
    """The seat of the winner, ties broken as the rules say; none if the game was broken off.

    After a forfeit, the best of the others at that moment wins, a tie going to the first one clockwise from that seat.
    """
    turns: list[int]
    """How many turns each player had."""
    tiles: list[list[str]]
    all_provinces: bool
    """Whether the winner holds a tile for all provinces."""
    events: int
    seconds: float
    forfeit: int | None
    """The seat whose agent lost the game at once, such as a program that ended or chose an illegal event."""
    reason: str | None
    """Why, in words that follow the name of the agent."""
    record: str
    """The game in the line notation, with every event; empty in files of earlier versions."""


def margin(row: Row, seat: int) -> int:
    """Return the score of a seat minus that of the best other seat."""
    return row["scores"][seat] - max(score for at, score in enumerate(row["scores"]) if at != seat)


class Fixture(NamedTuple):
    """A game to be played: for each seat, the index of an agent of the set-up, and its place in the line-up."""

    deal: int
    seats: tuple[int, ...]
    places: tuple[int, ...]


class BrokenAgentError(RuntimeError):
    """An agent chose what the rules don't allow."""


@dataclass(frozen=True)
class Setup:
    """Everything that determines the games of a tournament.

    If there are as many agents as players, they play together. If there are fewer, the last one takes the remaining
    seats; if there are more, every combination of that many agents plays. The whole board is included, so that a game
    can be played where its file is missing.
    """

    agents: tuple[str, ...]
    players: int
    seed: int
    edition: str
    options: tuple[tuple[str, OptionValue], ...]
    board: Board
    modules: tuple[str, ...]

    @classmethod
    @checked
    def of(
        cls,
        agents: Sequence[str],
        players: int | None = None,
        seed: int = 1,
        edition: str = DEFAULT_EDITION,
        options: Options | None = None,
        board: str | Board = "south",
        modules: Iterable[str] = (),
    ) -> "Setup":
        """Return the set-up of these agents; without a number of players, all play together if possible.

        Raises:
            AgentError: there is no such agent, or it can't play by these rules.
            Unplayable: board, modules and options don't go together.
            ValueError: an edition, option, board, module or number of players is impossible.
        """
        written = [read(text) for text in agents]
        if not written:
            raise InputError("there are no agents", "at least one")
        wanted = players if players is not None else len(written) if len(written) in (3, 4) else 2
        rules = undealt(wanted, board, edition, options, modules).rules
        for agent in written:
            agent.check(rules)
        names = tuple(agent.name for agent in written)
        return cls(names, wanted, seed, edition, tuple(rules.options.items()), rules.board, rules.modules)

    def data(self) -> dict[str, Any]:
        """Return the set-up for JSON.

        The board is named; that of a file has a digest, too, since the file may be changed.
        """
        return {
            "agents": list(self.agents),
            "players": self.players,
            "seed": self.seed,
            "edition": self.edition,
            "options": dict(self.options),
            "board": self.board.file or self.board.name,
            **({"board_digest": _digest(self.board)} if self.board.file else {}),
            "modules": list(self.modules),
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any], folder: Path | None = None) -> "Setup":
        """Return the set-up that `data` gave.

        A board file is looked for from `folder` first, then from the current folder.

        Raises:
            ValueError, KeyError, TypeError: `data` never returns such data, or the board is no longer available.
        """
        given = {field.name: data[field.name] for field in dataclasses.fields(cls)}
        return cls.of(**given | {"board": board_of(data["board"], folder)})

    @property
    def line_ups(self) -> tuple[tuple[int, ...], ...]:
        """The groups of agents that play together, as indices."""
        indices = range(len(self.agents))
        if len(indices) > self.players:
            return tuple(itertools.combinations(indices, self.players))
        return ((*indices, *[indices[-1]] * (self.players - len(indices))),)

    @property
    def games_of_a_deal(self) -> int:
        """How many games are played with the same cards."""
        return len(self.line_ups) * self.players

    def fixture(self, number: int) -> Fixture:
        """Return what is played in the game of this number."""
        deal, rest = divmod(number, self.games_of_a_deal)
        line_up, turned = divmod(rest, self.players)
        places = tuple((seat + turned) % self.players for seat in range(self.players))
        return Fixture(deal, tuple(self.line_ups[line_up][place] for place in places), places)

    def start(self) -> Position:
        """Return the table before the first cards are revealed."""
        return undealt(self.players, self.board, self.edition, dict(self.options), self.modules)


def _digest(board: Board) -> str:
    """Return a short text that differs between boards, wherever their files lie."""
    return hashlib.sha256(repr(dataclasses.replace(board, file=None)).encode()).hexdigest()[:16]


class PlayedGame(NamedTuple):
    """A game from its start to its end: its events, how many turns each player had, and how it was given up, if so."""

    events: tuple[Event, ...]
    end: Position
    turns: tuple[int, ...]
    forfeit: Forfeit | None


def played(start: Position, agents: Sequence[Chooses], seed: str) -> PlayedGame:
    """Play a game between agents, one for each seat, and close them; the seed deals its cards.

    Raises:
        BrokenAgentError: an agent chose an illegal event.
    """
    seen, deck = Seen.at(start), ShuffledDeck(seed)
    turns, events, forfeit = [0] * len(agents), list[Event](), None
    try:
        while not seen.position.is_over and max(turns) < LONGEST_GAME:
            position, player = seen.position, seen.position.turn.player
            if position.is_chance:
                event = deck.next(position)
                deck, seen = deck.after(position, event), seen.play_without_checking(event)
            else:
                event, seen = _decided(seen, agents[position.decider])
            events.append(event)
            turns[player] += seen.position.is_over or seen.position.turn.player != player
    except Forfeit as given_up:
        forfeit = given_up
    finally:
        for agent in agents:
            if isinstance(agent, Agent):
                agent.close()
    return PlayedGame(tuple(events), seen.position, tuple(turns), forfeit)


def play_game(agents: Sequence[str | Chooses], *, seed: int = 1, start: Position | None = None) -> Record:
    """Play a game to its end from `start` (before the first deal if left out), and return its record.

    There is an agent for each seat: a name as for `taxis tournament`, or an object whose `choose(position)` returns a
    legal event of the position as its player sees it. The seed deals the cards, and seeds the agents that are named.

    Raises:
        ValueError: an agent can't play by these rules, there isn't one for each player, or a hand isn't known.
        BrokenAgentError: an agent chose an illegal event.
        Forfeit: an agent gave the game up.
    """
    start = undealt(len(agents)) if start is None else start
    if len(agents) != len(start.players):
        raise ValueError(f"there are {len(agents)} agents; expected one for each player: {len(start.players)}")
    if start.unknown_in_hands:
        raise ValueError("a hand holds unknown cards; expected a start at which all hands are known")
    table: list[Chooses] = []
    for place, each in enumerate(agents):
        if isinstance(each, str):
            (written := read(each)).check(start.rules)
            table.append(written.build(_seed(str(seed), place, place)))
        else:
            table.append(each)
    game = played(start, table, str(seed))
    if game.forfeit is not None:
        raise game.forfeit
    seats = tuple(each.name if isinstance(each, Agent) else None for each in table)
    return Record(start, tuple(map(str, game.events)), f"thurntaxis {thurntaxis.__version__}", seats)


def row_of(setup: Setup, number: int) -> Row:
    """Play the game of this number to its end; raise like `played`."""
    began = time.perf_counter()
    deal, seats, places = setup.fixture(number)
    seed, start = f"{setup.seed}/{deal}", setup.start()
    table = [
        read(setup.agents[index]).build(_seed(seed, index, place)) for index, place in zip(seats, places, strict=True)
    ]
    try:
        game = played(start, table, seed)
    except BrokenAgentError as error:
        raise BrokenAgentError(f"game {number}: {error}") from None
    end, forfeit = game.end, None if game.forfeit is None else game.end.decider
    winner = end.winner() if end.is_over else None if forfeit is None else _best_but(forfeit, end)
    tiles = [list(map(str, player.tiles)) for player in end.players]
    return Row(
        game=number,
        deal=deal,
        seed=seed,
        seats=[agent.name for agent in table],
        scores=list(end.scores()),
        winner=winner,
        turns=list(game.turns),
        tiles=tiles,
        all_provinces=winner is not None and any(tile.startswith("all-provinces ") for tile in tiles[winner]),
        events=len(game.events),
        seconds=round(time.perf_counter() - began, 3),
        forfeit=forfeit,
        reason=None if game.forfeit is None else str(game.forfeit),
        record=record_line(Record(start, tuple(map(str, game.events)))),
    )


def _best_but(seat: int, position: Position) -> int:
    """Return who has the most points of all other seats; of several, the first one clockwise from this seat."""
    points = position.scores()
    others = tuple(min(points) - 1 if at == seat else score for at, score in enumerate(points))
    return min(leaders(others), key=lambda at: (at - seat) % len(points))


def _seed(deal: str, index: int, place: int) -> int:
    """Return the seed of an agent: it depends on the deal, and stays with the agent from seat to seat."""
    return random.Random(f"{deal}/{index}/{place}").getrandbits(48)


def _decided(seen: Seen, agent: Chooses) -> tuple[Event, Seen]:
    """Return what the agent of the player who decides chooses, and what is seen after it."""
    position = seen.position
    chosen: Event | str = agent.choose(seen.view(position.decider))
    try:
        event = position.parse(chosen) if isinstance(chosen, str) else chosen
        return event, seen.play(event)
    except (EventError, IllegalEvent) as wrong:
        name = getattr(agent, "name", type(agent).__name__)
        raise BrokenAgentError(f"{name} chose {chosen}, which is not legal: {wrong}") from None
