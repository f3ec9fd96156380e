"""A player who looks no further than the next event: sensible, quick, and a little different in every game.

It extends its route while it can, closes it when it is long enough for its taste or can't grow, and places houses for
tiles and for provinces. The evaluation is fitted to games between such players.
"""

import random
from dataclasses import dataclass

from thurntaxis import Event, Player, Position, Stack

from thurntaxis_solver.features import Hands, cities_lacking

LONGEST = 7
"""A route of this length earns all that a route can."""


@dataclass
class Greedy:
    """A greedy player.

    `length` is the length of route that it aims at, if the next carriage doesn't ask for a longer one; `boldness` is
    the chance that it waits with a route that could be closed; `whim` the chance that an event is chosen at random.
    """

    hands: Hands
    chance: random.Random
    length: int = 5
    boldness: float = 0.5
    whim: float = 0.03

    @classmethod
    def of_some_kind(cls, hands: Hands, chance: random.Random) -> "Greedy":
        """Return a player whose tastes are drawn by chance."""
        return cls(hands, chance, chance.choice([4, 5, 5, 6, 6, 7]), chance.uniform(0.2, 0.9), chance.uniform(0, 0.06))

    def choose(self, position: Position) -> Event:
        """Return the event that the player on turn chooses."""
        events = list(position.events())
        if len(events) == 1:
            return events[0]
        if position.turn.phase != "keep" and self.chance.random() < self.whim:
            return self.chance.choice([event for event in events if event.verb not in ("close", "decline")] or events)
        by_verb: dict[str, list[Event]] = {}
        for event in events:
            by_verb.setdefault(event.verb, []).append(event)
        match position.turn.phase:
            case "draw":
                return self._draw_or_play(position, by_verb)
            case "play":
                return self._close_or_end(position, by_verb)
            case "carriage":
                return events[0]
            case _:
                return max(events, key=lambda event: self._promise(position.mover, event.cities))

    # ---- drawing and playing

    def _draw_or_play(self, position: Position, by_verb: dict[str, list[Event]]) -> Event:
        if "draw" in by_verb:
            event, gain = self._best_card(position, by_verb["draw"])
            if gain < 0.3 and "administrator" in by_verb and self.chance.random() < 0.4:
                return by_verb["administrator"][0]
            return event
        if "postmaster" in by_verb:
            event, gain = self._best_card(position, by_verb["postmaster"])
            if "play" not in by_verb or (gain > 0.7 and not self._may_close_this_turn(position)):
                return event
        return self._best_place(position, by_verb["play"]) if "play" in by_verb else next(iter(by_verb.values()))[0]

    def _best_card(self, position: Position, events: list[Event]) -> tuple[Event, float]:
        """Return the best of some draws, and by how much it betters the hand; a blind card is worth a guess."""
        player = position.mover
        now = self._promise(player, player.hand)

        def gain(event: Event) -> float:
            return 0.25 if event[1] == "deck" else self._promise(player, (*player.hand, event[1])) - now

        best = max(events, key=lambda event: gain(event) + self.chance.uniform(0, 0.1))
        return best, gain(best)

    def _best_place(self, position: Position, events: list[Event]) -> Event:
        """Return the best place for a card: where the route with what the hand can add becomes longest."""

        def promise(event: Event) -> float:
            player = position.play_without_checking(event).mover
            ends = {player.route[0], player.route[-1]}
            near = set().union(*(position.rules.board.neighbours[end] for end in ends)) - set(player.route)
            return self._promise(player, player.hand) + 1.2 * len(player.route) + 0.05 * len(near)

        return max(events, key=lambda event: promise(event) + self.chance.uniform(0, 0.1))

    def _promise(self, player: Player, hand: tuple[str, ...]) -> float:
        """Return what a hand promises: cards that make the route grow, cities without a house, different cities."""
        cards, _, _, fresh = self.hands.features(hand, player.route, player.carriage, player.houses)
        chain = self.hands.chain(player.route, set(hand))
        useful = min(chain, max(0, LONGEST + 1 - len(player.route)))
        return useful + 0.3 * fresh / 1000 + 0.1 * len(set(hand)) + 0.05 * cards / 1000

    # ---- closing

    def _goal(self, player: Player) -> int:
        """Return the length of route that the player aims at."""
        return min(LONGEST, max(self.length, cities_lacking(self.hands.board, player.carriage, 0)))

    def _may_close_this_turn(self, position: Position) -> bool:
        """Return whether a card from the hand may bring the route to its length, so that the official is saved."""
        player = position.mover
        return 0 < self.hands.chain(player.route, player.hand) and len(player.route) + 2 >= self._goal(player)

    def _close_or_end(self, position: Position, by_verb: dict[str, list[Event]]) -> Event:
        player = position.mover
        extending = [event for event in by_verb.get("carrier", []) if event[2] != "start"]
        goal, growth = self._goal(player), self.hands.chain(player.route, player.hand)
        if extending and len(player.route) < goal <= len(player.route) + 1:
            return self._best_place(position, extending)
        if "close" in by_verb and self._is_time(position, goal, growth):
            return self._best_closing(position, by_verb["close"])
        if extending and self.chance.random() < 0.3 and growth > 1:
            return self._best_place(position, extending)
        return by_verb["end"][0]

    def _is_time(self, position: Position, goal: int, growth: int) -> bool:
        """Return whether the route is to be closed now."""
        player, board = position.mover, position.rules.board
        length = len(player.route)
        if length >= goal or position.ender is not None:
            return True
        if growth:
            return False
        lacking = cities_lacking(board, player.carriage, length)
        helped = lacking == 0 or (lacking <= 2 and position.turn.official is None)
        return helped or self.chance.random() > self.boldness

    def _best_closing(self, position: Position, events: list[Event]) -> Event:
        stacks = position.stacks()

        def worth(event: Event) -> float:
            after = position.play_without_checking(event)
            at = position.turn.player
            return after.scores()[at] + self._progress(position, after.players[at], stacks)

        return max(events, key=lambda event: worth(event) + self.chance.uniform(0, 0.2))

    def _progress(self, position: Position, player: Player, stacks: dict[str, tuple[int, ...]]) -> float:
        """Return what the houses promise in tiles still to be had."""
        held = {tile.stack for tile in player.tiles}
        return sum(
            stacks[stack.name][0] * self._share(position, player, stack) ** 2
            for stack in position.rules.board.stacks
            if stacks[stack.name] and stack.name not in held
        )

    def _share(self, position: Position, player: Player, stack: Stack) -> float:
        board = position.rules.board
        if stack.kind == "region":
            cities = board.region_cities[stack.name]
            return len(cities.intersection(player.houses)) / len(cities)
        if stack.kind == "all-provinces":
            return len({board.province_of[city] for city in player.houses}) / len(board.provinces)
        return 0
