"""The rest of a turn, searched to its end: exact expectimax over the reference's events.

The value of a position is that of its best event, averaged over chance. At the end of the turn, the position is
evaluated; if the game ends with it, the result counts. The rules are applied by playing events. The short cuts
are based on one fact: the end of a turn is evaluated without looking at display, deck and discards.

- Once no card can come to the player's hand, reveals don't matter, and all positions with the same table are one
  (`thurntaxis_solver.exact.remaining_turn`).
- What closing a route brings is found once for all hands (`thurntaxis_solver.exact.endings`).
- A new display that one card is taken from, if no backs are seen, is averaged by order statistics
  (`thurntaxis_solver.exact.refill`).

**Other new displays.** With modules a second card may be taken from a new display, or the back of a card may be seen.
Such a display is averaged over all it can be if these are few. Otherwise a sample is averaged, always the same one for
the same position; the value is then not proved, and its doubt includes that of the sample. The same goes for single
cards that are revealed in a round that is searched.

**Rounds of returning office tiles.** In the last turn of a game, and in the final round after it, all events of such a
round are searched, and the other players choose what is worst for the player. So proved figures hold whatever the
others do. In a round that is under way, the player's own choices are searched as well. All other choices in rounds are
assumed: they are judged by the table right after the choice, hands set aside; the player takes the best there, the
others take what is worst for the player, and nobody takes a card. A player who returns tiles in somebody else's turn is
advised up to the end of the round.

**Unknown cards.** Unknown discards are random ones of the unseen cards, and means over a deck that they have become are
exact. While cards in hands are unknown, too, a position can't say that they are not among the cards of such a new deck:
means over it are not proved.
"""

import random
from collections import Counter
from collections.abc import Hashable
from typing import NamedTuple

from thurntaxis import Event, Position
from thurntaxis.officials import OFFICIALS
from thurntaxis_solver.decider import is_last_turn
from thurntaxis_solver.exact.endings import END, Endings, Events
from thurntaxis_solver.exact.evaluation import Evaluation
from thurntaxis_solver.exact.refill import DisplayRefill, Stage, refill, stages
from thurntaxis_solver.exact.remaining_turn import RemainingTurn, begins_by, distinct_events, in_round, without_hands
from thurntaxis_solver.exact.sampling import cards_due, different_displays, mean_of_sample, sampled_reveals
from thurntaxis_solver.exact.value import TurnValue, best_of, mean, preference, unproved, worst_of

FEW_DISPLAYS = 300
"""Up to this number of different new displays, all are searched."""

SAMPLED_DISPLAYS = {0: 32, 1: 8}
"""How many new displays are sampled otherwise, by the number of cards drawn so far in the turn."""

FEW_CARDS = 6
"""Up to this number of different cards that may be revealed in a round of returning tiles, all are searched."""

SAMPLED_DISPLAYS_IN_ROUND, SAMPLED_CARDS_IN_ROUND = 4, 2
"""How many new displays, and how many single cards, are sampled otherwise in such a round."""

PASS = Event(("honor", "pass"))
"""Declines what returned office tiles bring."""

NO_CARD = ""
"""Stands for taking no second card."""

DRAWING = {0: "draw", 1: "postmaster"}
"""The verb that takes a card, by the number of cards drawn so far in the turn."""


class Choice(NamedTuple):
    """An event and its value, if the turn goes on as well as it can."""

    event: Event
    value: TurnValue


class Finish(NamedTuple):
    """The value of a position that only the player's own events decide, and the best of these events."""

    value: TurnValue
    events: Events


class TurnSolver:
    """Solves the positions of one turn, for the player who decides; what has been found is kept.

    `nodes` counts the positions searched; those at the end of the turn are counted by the evaluation. `others_decide`
    says whether others decided in the positions searched, `has_sampled` whether reveals were sampled, `has_mixed`
    whether discards that became the deck were mixed with unknown cards in hands.
    """

    def __init__(self, position: Position) -> None:
        """Begin with a position of the turn, and nothing found."""
        self.evaluation = Evaluation.of(position, position.decider)
        self.remaining = RemainingTurn(position)
        self.endings = Endings(self.evaluation, self.remaining)
        self.nodes = 0
        self.others_decide = False
        self.has_sampled = False
        self.has_mixed = False
        self._unseen = Counter(position.unseen) if position.unknown_in_hands else None
        self._values: dict[Position, TurnValue | None] = {}
        self._finishes: dict[Hashable, Finish | None] = {}
        self._second_cards: dict[Hashable, dict[str, TurnValue | None]] = {}
        self._assumed: dict[Position, Event] = {}

    @property
    def player(self) -> int:
        """The player whose decisions are searched."""
        return self.remaining.player

    # ---- values

    def value(self, position: Position) -> TurnValue | None:
        """Return the value of a position of the turn; none if unknown cards leave no event."""
        remaining = self.remaining
        if remaining.is_ended(position):
            return self.evaluation.evaluate(position)
        if not remaining.cards_matter(position):
            position = remaining.revealed(position)
            if remaining.is_ended(position):
                return self.evaluation.evaluate(position)
            if remaining.has_only_own_events(position):
                finish = self.finish(position)
                return finish and finish.value
            position = remaining.without_cards(position)
        if position not in self._values:
            self.nodes += 1
            self._values[position] = self._search(position)
        return self._values[position]

    def choices(self, position: Position) -> list[Choice]:
        """Return the events of a decision with their values, the best for whoever decides first.

        Of events with equal values, the plainer come first: ending the turn, then events without an official.
        """
        if position.is_chance:
            position = self.remaining.reduced(position)
        found: list[Choice] = []
        for event in position.events():
            value = self.value(position.play_without_checking(event))
            if value is not None:
                found.append(Choice(event, value))
        found.sort(key=lambda choice: (choice.event != END, choice.event.verb in OFFICIALS))
        found.sort(key=lambda choice: preference(choice.value), reverse=True)
        return found if position.decider == self.player else sorted(found, key=lambda choice: choice.value[:3])

    def _search(self, position: Position) -> TurnValue | None:
        if position.is_chance:
            return self._mean(position)
        if position.returning is not None:
            return self._in_round(position)
        if position.turn.phase == "play":
            return self._finish_playing(position).value
        drawing = position.turn.drawn == 1 and position.card_can_be_had
        if drawing and not (self.remaining.searches_round(position) and self.remaining.round_may_begin(position)):
            return self._with_second_card(position)
        return best_of(choice.value for choice in self.choices(position))

    def _state(self, position: Position) -> Hashable:
        """Return what can have changed in this turn, without the cards on display, in the deck and in the discards."""
        turn = position.turn
        table = position.players if self.remaining.others_change else position.mover
        return turn.phase, turn.official, turn.officials, turn.drawn, turn.played, turn.closed, table

    # ---- drawing

    def _with_second_card(self, position: Position) -> TurnValue | None:
        """Return the value of a position in which one card has been drawn, and the postmaster may give another.

        What follows the second card doesn't depend on what else lies on display, so it is found once for every card.
        """
        state = self._state(position)
        known = self._second_cards.get(state)
        if known is None:
            known = self._second_cards[state] = {}
            if not position.rules.actions["play"].is_untimely(position):
                known[NO_CARD] = self.value(self.remaining.without_cards(position.replace(display=())))
        found = [known[NO_CARD]] if NO_CARD in known else []
        for card in dict.fromkeys(position.display):
            if card not in known:
                known[card] = self.value(position.play_without_checking(Event((DRAWING[1], card))))
            found.append(known[card])
        draw = Event((DRAWING[1], "deck"))
        if not position.rules.refuses(position, draw):
            blind = position.play_without_checking(draw)
            if blind not in self._values:
                self._values[blind] = self._blind_card(blind, known)
            found.append(self._values[blind])
        if others := self.remaining.officials_in("draw", position) - {DRAWING[1]}:
            events = (event for event in position.events() if event.verb in others)
            found += [self.value(position.play_without_checking(event)) for event in events]
        return best_of(found)

    def _blind_card(self, position: Position, known: dict[str, TurnValue | None]) -> TurnValue | None:
        """Return the value of a position in which the second card is drawn blind."""
        cases: list[tuple[int, TurnValue]] = []
        for event, weight in position.weights().items():
            if event[1] not in known:
                known[event[1]] = self.value(position.play_without_checking(event))
            value = known[event[1]]
            if value is None:
                return None
            cases.append((weight, value))
        return self._if_mixed(position, mean(cases))

    # ---- chance

    def _if_mixed(self, position: Position, value: TurnValue, *, reshuffles: bool = False) -> TurnValue:
        """Return the mean over reveals, not proved if discards in the deck are mixed with unknown cards in hands.

        `reshuffles` says whether discards come into the deck during the reveals.
        """
        if self._unseen is None or not (reshuffles or Counter(position.unseen) - self._unseen):
            return value
        self.has_mixed = True
        return unproved(value)

    def _mean(self, position: Position) -> TurnValue | None:
        """Return the mean over the reveals that are due."""
        if self.gives_one_card(position):
            reshuffles = len(self.stages(position)[0]) > 1
            return self._if_mixed(position, self.refill(position).value(), reshuffles=reshuffles)
        if self.has_many_cases(position):
            return self._mean_of_sample(position)
        cases: list[tuple[int, TurnValue]] = []
        for event, weight in position.weights().items():
            value = self.value(position.play_without_checking(event))
            if value is None:
                return None
            cases.append((weight, value))
        return self._if_mixed(position, mean(cases))

    def stages(self, position: Position) -> tuple[tuple[Stage, ...], bool]:
        """Return the stages in which the cards due come to the display, and whether a blind card can be drawn then."""
        return stages(position, Event((DRAWING[position.turn.drawn], "deck")))

    def gives_one_card(self, position: Position) -> bool:
        """Return whether the reveals due make a new display that at most one card is taken from, by the next event.

        This is so after the administrator, if nothing else depends on the reveals. A single reveal counts as a new
        display in the base game only: elsewhere a plan says what is done after each card.
        """
        turn = position.turn
        if set(turn.pending) != {"display"} or self.remaining.capabilities.backs:
            return False
        if len(turn.pending) == 1 and (turn.drawn or position.rules.modules):
            return False
        if in_round(position) or self.remaining.may_draw_in_round(position):
            return False
        second = {DRAWING[1]} if turn.drawn == 1 else set[str]()
        return self.remaining.on_turn and self.remaining.officials_in("draw", position) == second

    def has_many_cases(self, position: Position) -> bool:
        """Return whether the reveals due can bring too much to search all of it."""
        due, cards = cards_due(position), Counter(position.unseen)
        if due > 1:
            return different_displays(cards, due) > FEW_DISPLAYS
        searched_round = in_round(position) and self.remaining.searches_round(position)
        return position.turn.pending[0] != "back" and searched_round and len(cards) > FEW_CARDS

    def _mean_of_sample(self, position: Position) -> TurnValue | None:
        """Return the mean over sampled reveals, with the doubt that this leaves."""
        self.has_sampled = True
        due = cards_due(position)
        count = SAMPLED_DISPLAYS[min(1, position.turn.drawn)]
        if in_round(position) and self.remaining.searches_round(position):
            count = SAMPLED_DISPLAYS_IN_ROUND if due > 1 else SAMPLED_CARDS_IN_ROUND
        chance, sample = random.Random(0), list[TurnValue]()
        for _ in range(count):
            value = self.value(sampled_reveals(position, due, chance))
            if value is None:
                return None
            sample.append(value)
        return mean_of_sample(sample)

    def refill(self, position: Position) -> DisplayRefill:
        """Return all that the reveals due can bring, if one card is taken after them, or none if that is allowed."""
        drawn, blind = self.stages(position)
        cards = set(position.display).union(*(stage.cards for stage in drawn))
        found = {card: self._taken(position, card) for card in sorted(cards)}
        shown = position.display
        may_play = not position.rules.actions["play"].is_untimely(position.with_turn(pending=()))
        if may_play:
            found[NO_CARD] = self._taken(position, NO_CARD)
            shown = (*shown, NO_CARD)
        return refill(found, shown, drawn, blind=blind)

    def after_taking(self, position: Position, card: str) -> Position:
        """Return the position after a card has been taken from the new display, assuming that it is revealed there."""
        if card == NO_CARD:
            return self.remaining.without_cards(position)
        return position.replace(display=(card,)).play_without_checking(Event((DRAWING[position.turn.drawn], card)))

    def _taken(self, position: Position, card: str) -> TurnValue:
        value = self.value(self.after_taking(position, card))
        assert value is not None, "the card that has been taken can start a route"
        return value

    # ---- rounds of returning office tiles

    def _in_round(self, position: Position) -> TurnValue | None:
        """Return the value of a position in which office tiles are returned, or what they bring is taken."""
        own = position.decider == self.player
        self.others_decide = self.others_decide or not own
        if self._searches_decision(position):
            found = [self.value(position.play_without_checking(event)) for event in distinct_events(position)]
            return best_of(found) if own else worst_of(found)
        value = self.value(position.play_without_checking(self.assumed_event(position)))
        return value and unproved(value)

    def _searches_decision(self, position: Position) -> bool:
        """Return whether all events of a decision in a round are searched."""
        return is_last_turn(position) or (position.decider == self.player and self.remaining.searches_round(position))

    def assumed_event(self, position: Position) -> Event:
        """Return the event that is assumed to be chosen in a round of returning office tiles."""
        if self._searches_decision(position):
            return self.choices(position)[0].event
        assert position.returning is not None
        if position.returning.reward == "draw":
            return PASS
        own, table = position.decider == self.player, without_hands(position)
        if table not in self._assumed:
            choose = max if own else min
            self._assumed[table] = choose(
                table.events(), key=lambda event: self._table_value(table.play_without_checking(event), own=own)
            )
        return self._assumed[table]

    def _table_value(self, table: Position, *, own: bool) -> TurnValue:
        """Return the value of the table as it stands, once a house that returned tiles bring is placed."""
        if table.returning is None or table.returning.reward != "house":
            return self.evaluation.evaluate(table)
        after = (self.evaluation.evaluate(table.play_without_checking(event)) for event in table.events())
        return max(after) if own else min(after)

    def _final_round(self, position: Position) -> TurnValue:
        value = self.value(position)
        assert value is not None, "there is always an event in a round of returning tiles"
        return value

    # ---- without chance

    def finish(self, position: Position) -> Finish | None:
        """Return the best way to the end of the turn from a position that only the player's own events decide.

        Of ways with equal values, the one with fewer events is returned.
        """
        key = (self._state(position), self.remaining.capabilities.offices and not position.display)
        if key not in self._finishes:
            self.nodes += 1
            position = self.remaining.without_cards(position)
            in_play = position.turn.phase == "play"
            self._finishes[key] = self._finish_playing(position) if in_play else self._finish_by(position)
        return self._finishes[key]

    def _finish_by(self, position: Position, *verbs: str) -> Finish | None:
        """Return the best way that begins with an event of these verbs; with any event if no verb is given."""
        best: Finish | None = None
        for event in position.events():
            if not verbs or event.verb in verbs:
                finish = self._finish_after(position.play_without_checking(event))
                if finish and (best is None or finish.value > best.value):
                    best = Finish(finish.value, (event, *finish.events))
        return best

    def _finish_after(self, position: Position) -> Finish | None:
        position = self.remaining.revealed(position)
        if not self.remaining.is_ended(position) and self.remaining.is_settled(position):
            return self.finish(position)
        value = self.value(position)  # the turn has ended, or a round of returning tiles follows
        return None if value is None else Finish(value, ())

    def _finish_playing(self, position: Position) -> Finish:
        """Return the best way after a card has been played: leave the route open, close it, or play a second card."""
        best = Finish(self.endings.left_open(position, self._final_round), (END,))
        officials = self.remaining.officials(position)
        if "cartwright" in officials and begins_by(position, "cartwright"):
            closed = self._finish_by(position, "close")
        else:
            found = self.endings.closed(position, self._final_round)
            closed = found and Finish(*found)
        helpful = self.remaining.officials_in("play", position)
        carried = self._finish_by(position, *helpful) if helpful else None
        for finish in (closed, carried):
            if finish and finish.value > best.value:
                best = finish
        return best
