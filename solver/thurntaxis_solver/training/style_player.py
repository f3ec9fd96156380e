"""A simple, fast player by rules of thumb, whose style is drawn at random for each game.

It looks no further than the next event: it extends its route while it can, closes it at the length it aims at or when
it can't grow, and places houses for tiles and provinces. The evaluation is fitted to games between such players.
"""

import random
from dataclasses import dataclass

from thurntaxis import Event, Player, Position
from thurntaxis_solver.exact.features import WHOLE, Hands, lasting_features

LONGEST = 7
"""A route of this length earns all that a route can."""

BLIND = 0.25
"""What a blind card is assumed to add to the potential of a hand."""

ByVerb = dict[str, list[Event]]


@dataclass
class StylePlayer:
    """A player with a style.

    `length` is the length of route that it aims at, unless the next carriage needs a longer one; `boldness` is the
    chance that it waits with a short route that could be closed; `noise` the chance of a random event.
    """

    hands: Hands
    chance: random.Random
    length: int = 5
    boldness: float = 0.5
    noise: float = 0.03

    @classmethod
    def with_random_style(cls, hands: Hands, chance: random.Random) -> "StylePlayer":
        """Return a player whose style is drawn at random."""
        return cls(hands, chance, chance.choice([4, 5, 5, 6, 6, 7]), chance.uniform(0.2, 0.9), chance.uniform(0, 0.06))

    def choose(self, position: Position) -> Event:
        """Return the event that the player on turn chooses."""
        by_verb: ByVerb = {}
        for event in position.events():
            by_verb.setdefault(event.verb, []).append(event)
        phase = position.turn.phase
        if phase in ("draw", "play") and self.chance.random() < self.noise:
            return self.chance.choice([event for verb in by_verb if verb != "close" for event in by_verb[verb]])
        if phase == "draw":
            return self._draw_or_play(position, by_verb)
        if phase == "play":
            return self._close_or_end(position, by_verb)
        if phase == "keep":
            return max(by_verb["keep"], key=lambda event: self._potential(position.mover, event.cities))
        return next(by_verb[verb][0] for verb in ("carriage", "cartwright", "decline") if verb in by_verb)

    # ---- drawing and playing

    def _draw_or_play(self, position: Position, by_verb: ByVerb) -> Event:
        if "draw" in by_verb:
            event, gain = self._best_card(position, by_verb["draw"])
            useless = gain < 0.3 and self.chance.random() < 0.4
            return by_verb["administrator"][0] if useless and "administrator" in by_verb else event
        if "postmaster" in by_verb:
            event, gain = self._best_card(position, by_verb["postmaster"])
            if "play" not in by_verb or (gain > 0.7 and not self._is_near_its_goal(position.mover)):
                return event
        return self._best_place(position, by_verb["play"]) if "play" in by_verb else by_verb["end"][0]

    def _best_card(self, position: Position, events: list[Event]) -> tuple[Event, float]:
        """Return the best of some draws, and how much it adds to the potential of the hand."""
        player = position.mover
        now = self._potential(player, player.hand)
        gains = {
            event: BLIND if event[1] == "deck" else self._potential(player, (*player.hand, event[1])) - now
            for event in events
        }
        best = max(events, key=lambda event: gains[event] + self.chance.uniform(0, 0.1))
        return best, gains[best]

    def _best_place(self, position: Position, events: list[Event]) -> Event:
        """Return the best place for a card: the one that leaves the route the highest potential."""

        def potential(event: Event) -> float:
            player = position.play_without_checking(event).mover
            board = self.hands.board
            near = {n for end in (player.route[0], player.route[-1]) for n in board.neighbours[board.city_of[end]]}
            outside = self.hands.fresh(tuple(near), player.route)
            return self._potential(player, player.hand) + 1.2 * len(player.route) + 0.05 * outside

        return max(events, key=lambda event: potential(event) + self.chance.uniform(0, 0.1))

    def _potential(self, player: Player, hand: tuple[str, ...]) -> float:
        """Return the potential of a hand: cards that extend the route, cities without a house, different cities."""
        growth = min(self.hands.chain(player.route, hand), max(0, LONGEST + 1 - len(player.route)))
        fresh = self.hands.fresh(hand, player.houses, player.route)
        return growth + 0.3 * fresh + 0.1 * len(set(hand)) + 0.05 * len(hand)

    # ---- closing

    def _goal(self, player: Player) -> int:
        """Return the length of route that the player aims at."""
        return min(LONGEST, max(self.length, self.hands.board.next_carriage[player.carriage] or 0))

    def _is_near_its_goal(self, player: Player) -> bool:
        """Return whether the route may be closed in this turn, so that the official should be saved for that."""
        return len(player.route) + 2 >= self._goal(player) and self.hands.chain(player.route, player.hand) > 0

    def _close_or_end(self, position: Position, by_verb: ByVerb) -> Event:
        player = position.mover
        length, goal, growth = len(player.route), self._goal(player), self.hands.chain(player.route, player.hand)
        extending = [event for event in by_verb.get("carrier", []) if event[2] != "start"]
        if extending and length == goal - 1:
            return self._best_place(position, extending)
        if "close" in by_verb and self._is_time(position, growth):
            return self._best_closing(position, by_verb["close"])
        if extending and growth > 1 and self.chance.random() < 0.3:
            return self._best_place(position, extending)
        return by_verb["end"][0]

    def _is_time(self, position: Position, growth: int) -> bool:
        """Return whether to close the route now: at its goal, or when it can't grow."""
        player = position.mover
        if len(player.route) >= self._goal(player) or position.ender is not None:
            return True
        if growth:
            return False
        helped = 0 if position.turn.official else 2
        earns = len(player.route) + helped >= (self.hands.board.next_carriage[player.carriage] or 0)
        return earns or self.chance.random() > self.boldness

    def _best_closing(self, position: Position, events: list[Event]) -> Event:
        """Return the best houses: for points, and for progress towards tiles."""
        left, at = position.stacks(), position.turn.player

        def points(event: Event) -> float:
            after = position.play_without_checking(event)
            *_, regions, provinces = lasting_features(after, after.players[at], left)
            return after.scores()[at] + (regions + provinces) / WHOLE

        return max(events, key=lambda event: points(event) + self.chance.uniform(0, 0.2))
