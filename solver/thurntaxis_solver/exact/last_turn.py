"""The last turn of a game, solved exactly: expectimax over the reference's events.

**What is proved.** Nobody but the player decides any more, so a position is worth what the player's best event brings,
averaged over chance with its exact weights; every line ends with the result of the game. Unknown discards are random
cards of those that nobody sees, so means over a deck that they have become are exact, too.

**What isn't.** `NotProved` is raised where somebody else decides, where a new display can be too many different ones,
and where discards become the deck while cards in hands are unknown: the position can't say which of these are which.

**How.** The rules are applied by playing events. Four shortcuts make that fast:

- Once no card can come to the hand, all positions with the same table are one (`exact.remaining_turn`).
- Nothing that is kept in hand counts, so the ways to close a route are solved once for all hands.
- A new display that one card is taken from is averaged by order statistics (`exact.refill`).
- What follows a second card doesn't depend on what else lies on display, so it is solved once for each card.
"""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from thurntaxis import Event, Position
from thurntaxis.fault import InputError
from thurntaxis.message import Hint, Message
from thurntaxis.officials import OFFICIALS
from thurntaxis_solver.exact.refill import DisplayRefill, Stage, cards_due, different_displays, refill, stages
from thurntaxis_solver.exact.remaining_turn import RemainingTurn
from thurntaxis_solver.exact.value import Events, TurnValue, mean, result

FEW_DISPLAYS = 300
"""Up to this number of different new displays, all are searched."""

END = Event(("end",))

NO_CARD = ""
"""Stands for taking no second card."""

DRAWING = {0: "draw", 1: "postmaster"}
"""The verb that takes a card, by the number of cards drawn so far in the turn."""

OTHERS_DECIDE = Message(
    "no exact answer is possible, because others still have decisions to make before the game is over"
)
CARDS_DECIDE = Message("no exact answer is possible, because too much depends on cards that nobody has seen")
ASK_FOR_ESTIMATE = Hint("ask for an estimate instead")


class NotProved(InputError):
    """A turn whose outcome can't be proved."""


class Solved(NamedTuple):
    """The value of a position, and the player's best events up to the next reveal that matters."""

    value: TurnValue
    events: Events

    def begun(self, event: Event) -> "Solved":
        """Return what begins with an event."""
        return Solved(self.value, (event, *self.events))


class TurnSolver:
    """Solves the positions of one turn; what has been solved is kept. `nodes` counts the positions searched."""

    def __init__(self, position: Position) -> None:
        self.remaining = RemainingTurn(position)
        self.player = self.remaining.player
        self.nodes = 0
        self._unseen = Counter(position.unseen) if position.unknown_in_hands else None
        self._solved: dict[Position, Solved | None] = {}
        self._endings: dict[Position, tuple[Solved | None, Solved | None]] = {}
        self._second_cards: dict[Position, dict[str, Solved | None]] = {}

    def solve(self, position: Position) -> Solved | None:
        """Return the value of a position of the turn, and what to do; none if unknown cards leave no event.

        Raises:
            NotProved: the value depends on what can't be worked out.
        """
        position = self.remaining.reduced(position)
        if position.is_over:
            return Solved(result(position, self.player), ())
        if position not in self._solved:
            self.nodes += 1
            self._solved[position] = self._search(position)
        return self._solved[position]

    def value(self, position: Position) -> TurnValue | None:
        """Return the value of a position; raise as `solve` does."""
        solved = self.solve(position)
        return solved and solved.value

    def choices(self, position: Position) -> list[Solved]:
        """Return the best way to go on with each event of a decision, the best first.

        Of ways with equal values, the plainer come first: ending the turn, then events without an official.
        """
        if position.is_chance:
            position = self.remaining.reduced(position)
        ways = [way for event in position.events() if (way := self._after(position, event))]
        ways.sort(key=lambda way: (way.events[0] != END, way.events[0].verb in OFFICIALS))
        return sorted(ways, key=lambda way: way.value, reverse=True)

    def _search(self, position: Position) -> Solved | None:
        if position.is_chance:
            value = self._mean(position)
            return value and Solved(value, ())
        if position.decider != self.player:
            raise NotProved(OTHERS_DECIDE, ASK_FOR_ESTIMATE)
        phase = None if position.returning is not None else position.turn.phase
        if phase == "play":
            return self._search_play(position)
        if phase == "draw" and self._takes_second_card(position):
            return self._search_second_card(position)
        return next(iter(self.choices(position)), None)

    def _after(self, position: Position, event: Event) -> Solved | None:
        """Return the best way to go on that begins with an event."""
        solved = self.solve(position.play_without_checking(event))
        return solved and solved.begun(event)

    # ---- playing and closing

    def _search_play(self, position: Position) -> Solved | None:
        """Leave the route open, close it, or play a second card; of equal ways, the first is the best."""
        aside = self.remaining.reduced(position.with_own(hand=()))
        if aside not in self._endings:
            closes = (event for event in aside.events() if event.verb == "close")
            self._endings[aside] = self._after(aside, END), _best(self._after(aside, event) for event in closes)
        left_open, closing = self._endings[aside]
        ways = [left_open, closing and self._with_kept_cards(position, closing)]
        if carriers := self.remaining.officials_in("play", position):
            ways += (self._after(position, event) for event in position.events() if event.verb in carriers)
        return _best(ways)

    def _with_kept_cards(self, position: Position, closing: Solved) -> Solved | None:
        """Add the choice of the cards to keep to a closing; none if unknown cards leave no choice."""
        if len(position.own.hand) <= position.rules.board.hand_after_closing:
            return closing
        played: list[Event] = []
        for event in (*closing.events, None):
            if position.turn.phase == "keep":
                keeps = position.events()
                if not keeps:
                    return None
                played.append(keeps[0])
                position = self.remaining.reduced(position.play_without_checking(keeps[0]))
            if event is not None:
                played.append(event)
                position = self.remaining.reduced(position.play_without_checking(event))
        return Solved(closing.value, tuple(played))

    # ---- drawing

    def _takes_second_card(self, position: Position) -> bool:
        """Return whether one card has been drawn, the postmaster may give another, and no round may interrupt that."""
        if position.turn.drawn != 1 or not position.card_can_be_had or self.remaining.round_may_begin(position):
            return False
        return "postmaster" in self.remaining.officials(position)

    def _search_second_card(self, position: Position) -> Solved | None:
        """Take no second card, one on display, or a blind one, or use another official."""
        bare = self.remaining.without_cards(position)
        known = self._second_cards.setdefault(bare, {})

        def with_card(card: str, before: Position, event: Event) -> Solved | None:
            """Return what follows the card that an event brings."""
            if card not in known:
                known[card] = self.solve(before.play_without_checking(event))
            return known[card]

        ways: list[Solved | None] = []
        if not position.rules.actions["play"].is_untimely(position):
            if NO_CARD not in known:
                known[NO_CARD] = self.solve(bare.replace(display=()))
            ways.append(known[NO_CARD])
        for card in dict.fromkeys(position.display):
            event = Event((DRAWING[1], card))
            after = with_card(card, position, event)
            ways.append(after and after.begun(event))
        blind = Event((DRAWING[1], "deck"))
        if not position.rules.refuses(position, blind):
            drawn = position.play_without_checking(blind)
            self._check_unseen(drawn)
            weights = drawn.weights()
            cases = [after for event in weights if (after := with_card(event[1], drawn, event))]
            if len(cases) == len(weights):
                value = mean(zip(weights.values(), (after.value for after in cases), strict=True))
                ways.append(Solved(value, (blind,)))
        others = self.remaining.officials_in("draw", position) - {DRAWING[1]}
        ways += (self._after(position, event) for event in position.events() if event.verb in others)
        return _best(ways)

    # ---- chance

    def _mean(self, position: Position) -> TurnValue | None:
        """Return the mean over the reveals that are due."""
        if self.gives_one_card(position):
            drawn, _ = self.stages(position)
            self._check_unseen(position, reshuffles=len(drawn) > 1)
            return self.refill(position).value()
        due = cards_due(position)
        if due > 1 and different_displays(Counter(position.unseen), due) > FEW_DISPLAYS:
            raise NotProved(CARDS_DECIDE, ASK_FOR_ESTIMATE)
        self._check_unseen(position)
        cases: list[tuple[int, TurnValue]] = []
        for event, weight in position.weights().items():
            value = self.value(position.play_without_checking(event))
            if value is None:
                return None
            cases.append((weight, value))
        return mean(cases)

    def _check_unseen(self, position: Position, *, reshuffles: bool = False) -> None:
        """Raise `NotProved` if discards come, or have come, into the deck while cards in hands are unknown."""
        if self._unseen is not None and (reshuffles or Counter(position.unseen) - self._unseen):
            raise NotProved(CARDS_DECIDE, ASK_FOR_ESTIMATE)

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
        if self.remaining.in_round(position) or self.remaining.may_draw_in_round(position):
            return False
        second = {DRAWING[1]} if turn.drawn == 1 else set[str]()
        return self.remaining.officials_in("draw", position) == second

    def refill(self, position: Position) -> DisplayRefill:
        """Return all that the reveals due can bring, if one card is taken after them, or none if that is allowed."""
        drawn, blind = self.stages(position)
        shown = position.display
        values = {card: self._taken(position, card) for card in sorted(set(shown).union(*(s.cards for s in drawn)))}
        if not position.rules.actions["play"].is_untimely(position.with_turn(pending=())):
            values[NO_CARD] = self._taken(position, NO_CARD)
            shown = (*shown, NO_CARD)
        return refill(values, shown, drawn, blind=blind)

    def after_taking(self, position: Position, card: str) -> Position:
        """Return the position after a card has been taken from the new display, assuming that it is revealed there."""
        if card == NO_CARD:
            return self.remaining.without_cards(position)
        return position.replace(display=(card,)).play_without_checking(Event((DRAWING[position.turn.drawn], card)))

    def _taken(self, position: Position, card: str) -> TurnValue:
        value = self.value(self.after_taking(position, card))
        assert value is not None, "the card that has been taken can start a route"
        return value


def _best(ways: Iterable[Solved | None]) -> Solved | None:
    """Return the best of the ways that there are; of equal ones, the first."""
    return max((way for way in ways if way is not None), key=lambda way: way.value, default=None)
