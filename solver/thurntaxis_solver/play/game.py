"""A game of one person against agents: chance is dealt, agents decide, and the person may take back.

All players are shown only what they may know (`thurntaxis.seen_cards`).
"""

import random
from collections.abc import Iterator
from typing import NamedTuple

import thurntaxis
from thurntaxis import Effect, Event, Position
from thurntaxis.fault import InputError
from thurntaxis.message import Message
from thurntaxis.records import Record
from thurntaxis.seen_cards import Seen
from thurntaxis.values import Cards
from thurntaxis_solver.play.agents import Agent, agent, read
from thurntaxis_solver.play.fixed_deck import ShuffledDeck
from thurntaxis_solver.play.forfeit import Forfeit


class Happened(NamedTuple):
    """An event of a game as the person sees it, with what came of it; `event` is none for what is hidden altogether.

    `player` is the one who decides, or for whom chance does.
    """

    player: int
    event: Event | None
    effects: tuple[Effect, ...]


class Game:
    """A game under way, with all that has happened in it.

    `seats` names the agent of each seat, None for the person's. The order of the deck depends on the seed, as long as
    the events of the game have followed it. `close` the game at its end.
    """

    def __init__(
        self, start: Position, seats: tuple[str | None, ...], seed: int, shown: tuple[Cards, ...] | None = None
    ) -> None:
        """Begin a game; `shown` are the cards of each hand that all have seen before, none if left out.

        Raises:
            AgentError: a seat names no agent, or one that does not know the rules.
            InputError: there is not exactly one person, or the start has unknown cards.
        """
        if len(seats) != len(start.players) or seats.count(None) != 1:
            raise InputError("exactly one seat must be yours", "an agent for every other seat")
        if start.unknown_in_hands or start.unknown_discards:
            raise InputError("the game starts with unknown cards", "all cards known")
        for name in filter(None, seats):
            read(name).check(start.rules)
        self.seats, self.seed, self.person = seats, seed, seats.index(None)
        self.start = start
        self.events: list[Event] = []
        seen = Seen.at(start) if shown is None else Seen(start, shown)
        self._moments = [(seen, ShuffledDeck(str(seed)))]
        self._agents: dict[int, Agent] = {}
        for seat in set(range(len(seats))) - {self.person}:
            self._agent(seat)

    def _agent(self, seat: int) -> Agent:
        """Return the agent of a seat; after `close`, a new one, whose seed depends on how far the game has got."""
        if seat not in self._agents:
            name = self.seats[seat]
            assert name is not None
            seed = random.Random(f"{self.seed}/{seat}/{len(self.events)}").getrandbits(48)
            self._agents[seat] = agent(name, seed)
        return self._agents[seat]

    @property
    def truth(self) -> Position:
        """The position as it is."""
        return self._moments[-1][0].position

    @property
    def view(self) -> Position:
        """The position as the person sees it."""
        return self._moments[-1][0].view(self.person)

    @property
    def waits(self) -> bool:
        """Whether the person decides next."""
        truth = self.truth
        return not truth.is_over and not truth.is_chance and truth.decider == self.person

    def follow(self, event: str) -> None:
        """Play an event as it is written in a record; raise as `Position.play` does."""
        self.play(self.truth.parse(event))
        self.close()

    def play(self, event: Event) -> Happened:
        """Play the next event, of the person or of somebody else; raise as `Position.play` does."""
        seen, deck = self._moments[-1]
        before = seen.position
        after, effects = before.traced(event)
        if before.is_chance:
            deck = deck.after(before, event)
        self._moments.append((seen.followed(event, after), deck))
        self.events.append(event)
        return self._as_seen(before, event, effects)

    def go_on(self) -> Iterator[Happened]:
        """Yield what happens until the person decides, or the game is over.

        Raises:
            Forfeit: an agent can't go on; the message begins with its name.
        """
        while not self.truth.is_over and not self.waits:
            seen, deck = self._moments[-1]
            player = self.truth.decider
            yield self.play(deck.next(self.truth) if self.truth.is_chance else self._choice(seen, player))

    def _choice(self, seen: Seen, player: int) -> Event:
        try:
            return self._agent(player).choose(seen.view(player))
        except Forfeit as forfeit:
            raise Forfeit(Message("{agent}: {reason}", agent=self.seats[player], reason=forfeit.reason)) from None

    def others_since(self, count: int) -> bool:
        """Return whether another player has been on turn since the first `count` events."""
        return any(seen.position.decider != self.person for seen, _ in self._moments[count:])

    def take_back(self) -> tuple[Event, ...]:
        """Return to the last decision of the person that is not the present one; return that and what followed it.

        If there is none, nothing is taken back.
        """
        for at in reversed(range(len(self.events))):
            position = self._moments[at][0].position
            if not position.is_chance and position.decider == self.person:
                taken = tuple(self.events[at:])
                del self.events[at:], self._moments[at + 1 :]
                self.close()
                return taken
        return ()

    def close(self) -> None:
        """End what the agents have started; an agent that is asked again starts afresh."""
        for opponent in self._agents.values():
            opponent.close()
        self._agents.clear()

    def record(self) -> Record:
        """Return the game as a record."""
        return Record(self.start, tuple(map(str, self.events)), thurntaxis.__version__, self.seats, self.seed)

    def _as_seen(self, before: Position, event: Event, effects: tuple[Effect, ...]) -> Happened:
        """Return an event as the person sees it: no card that another drew blind, and none that another kept."""
        player = before.decider
        if player == self.person:
            return Happened(player, event, effects)
        if before.is_chance and before.turn.pending[0] == "hand":
            return Happened(player, None, ())
        if event.verb == "keep":
            known = self.view.players[player].hand
            return Happened(player, Event(("keep", *known)), tuple(e for e in effects if e.clause != "discard.three"))
        return Happened(player, event, effects)
