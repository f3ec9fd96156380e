"""The rest of a turn in a game with modules, looked through to its end: expectimax over the events of the reference.

As in the base game (`thurntaxis_solver.exact.base_turn`), the value of a position is that of its best event, averaged
over chance, and the end of the turn is valued by the evaluation, or by the result of the game. A turn has more in it:
several officials that letters pay for, cards played before the carriage, backs that are seen, rounds of returning tiles
in the middle of it and after the last one.

**Rounds of returning tiles.** In a game's last turn, and after it, all that can be done in such a round is gone
through, and the others are supposed to choose what is worst for the player for whom the turn is looked through. So
where figures are proved they are what is sure, whatever the others do. In a round that is under way, the player's own
choices are gone through as well. All other choices in rounds are supposed to be made by the table as it stands after
the choice, hands set aside: the player's as the best there, the others' as the worst for the player, and nobody takes a
card. A player who returns tiles in somebody else's turn is advised up to the end of the round.

**Reveals.** Once no card can come to the player's hand any more, display, deck and discards don't matter. A new
display that one card is taken from, and no back is seen, is averaged by order statistics. Any other new display is
averaged over all it can be where these are few, and else over some that are dealt by chance, always the same ones for
the same position: then the value is no proved one, and its doubt counts the dealing in. So it is with single cards that
are revealed in a round that is gone through.
"""

import random
from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from thurntaxis import Event, Position
from thurntaxis.modules.offices.tiles import emptied, kinds, offices_left
from thurntaxis_solver.capabilities import at_turn, material
from thurntaxis_solver.decider import is_last_turn
from thurntaxis_solver.exact.base_turn import Choice, Finish, TurnSolver
from thurntaxis_solver.exact.endings import END, Endings
from thurntaxis_solver.exact.evaluation import Ended, Evaluation
from thurntaxis_solver.exact.refill import Renewal, renewal, stages
from thurntaxis_solver.exact.return_rounds import begins_by, in_round, telling_events, without_hands
from thurntaxis_solver.exact.sampling import dealt, different_displays, with_doubt
from thurntaxis_solver.exact.value import Rational, Value, doubted, mean, worst

if TYPE_CHECKING:
    from thurntaxis_solver.exact.plans import Tree

FEW_DISPLAYS = 300
"""Of so many different new displays at the most, all are looked at."""

DEALT_DISPLAYS = {0: 32, 1: 8}
"""How many new displays are dealt otherwise, by the cards drawn so far in the turn."""

FEW_CARDS = 6
"""If so many different cards at the most may be revealed in a round of returning tiles, all are looked at."""

DEALT_DISPLAYS_IN_ROUND, DEALT_CARDS_IN_ROUND = 4, 2
"""How many new displays, and how many single cards, are dealt otherwise in such a round."""

NO_CARD = ""
"""Stands for taking no second card."""

DECLINED = Event(("honor", "pass"))
"""What nobody takes anything by."""

AFTER_REVEALS = {0: "draw", 1: "postmaster"}
"""What takes a card from a new display, by the cards drawn so far in the turn."""

ENOUGH_FOR_A_CARD = 2
"""So many different office tiles bring a card."""

STILL_TO_COME = {
    "draw": ("administrator", "postmaster", "carrier", "cartwright"),
    "play": ("carrier", "cartwright"),
    "carriage": ("cartwright",),
}
"""The officials that may still help, by the phase of the turn."""


@dataclass
class ModuleEndings(Endings):
    """The endings of a player's turn, or of the round of returning tiles in which the player acts."""

    solver: "ModuleTurnSolver | None" = None

    def is_ended(self, position: Position) -> bool:
        """Return whether the turn has ended, or the round."""
        if position.is_over:
            return True
        if self.solver is not None and not self.solver.on_turn:
            return position.returning is None
        return position.turn.player != self.evaluation.player

    def state_left_open(self, position: Position) -> Hashable:
        """Return the table without the player's hand."""
        return position.with_mover(hand=())

    state_to_close = state_left_open

    def ended(self, position: Position) -> Ended:
        """Return what the end of the turn is worth; a final round of returning tiles is looked through."""
        if self.is_ended(position):
            return super().ended(position)
        assert self.solver is not None
        value = self.solver.value(position)
        assert value is not None, "there is always an event in a round of returning tiles"
        return Ended(position.players[self.evaluation.player], value, 0, 0, 0)

    def goes_on(self, position: Position) -> bool:
        """Return whether the player has something to decide before the turn ends; a final round comes after it."""
        return not self.is_ended(position) and position.turn.phase != "final"


@dataclass
class ModuleTurnSolver(TurnSolver):
    """Solves the positions of one turn of a game with modules, for the player who decides.

    `on_turn`: whether that is the player on turn, so that the whole rest of the turn is looked through. `office` and
    `used` are of the round of returning tiles that is under way: the stack that was emptied, and the officials used so
    far. `others_decide` tells whether others decided in what has been looked at, `has_dealt` whether cards have been
    dealt by chance. `trees` is for the plans that are made of what has been found
    (`thurntaxis_solver.exact.module_plans`).
    """

    on_turn: bool = True
    office: str | None = None
    used: tuple[str, ...] = ()
    others_decide: bool = field(default=False, init=False)
    trees: "dict[Position, Tree]" = field(default_factory=dict["Position", "Tree"], init=False)
    _second_cards: dict[Position, dict[str, Value | None]] = field(
        default_factory=dict[Position, dict[str, Value | None]], init=False
    )
    _supposed: dict[Position, Event] = field(default_factory=dict[Position, Event], init=False)
    _coming: dict[Hashable, list[str]] = field(default_factory=dict[Hashable, list[str]], init=False)
    has_dealt: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        """Begin without knowing any ending."""
        self.endings = ModuleEndings(self.evaluation, solver=self)

    @classmethod
    def of_decider(cls, position: Position) -> "ModuleTurnSolver":
        """Return the solver for the player who decides."""
        at = position.decider
        office = position.returning.office if position.returning else None
        return cls(
            Evaluation.of(position, at), on_turn=at == position.turn.player, office=office, used=position.turn.used
        )

    @property
    def player(self) -> int:
        """The player for whom the turn is looked through."""
        return self.evaluation.player

    # ---- what matters

    def ready(self, position: Position) -> Position:
        """Return a position without what doesn't matter for the rest of the turn."""
        if self.endings.is_ended(position) or self._cards_matter(position):
            return position
        if material(position.rules).offices:
            while position.is_chance and not self.endings.is_ended(position):  # a round may begin after the reveals
                position = position.play_without_checking(position.events()[0])
            if self.endings.is_ended(position):
                return position
        return self._bare(position)

    def _bare(self, position: Position) -> Position:
        """Return a position without cards that can be had; unknown cards in hands are all that is left unseen.

        If the administrator may still come, one card lies on display to be replaced.
        """
        turn, any_card = position.turn, position.rules.board.cards[0]
        may_renew = "administrator" in self._to_come(position) and material(position.rules).offices
        return position.replace(
            display=(any_card,) if may_renew and position.display else (),
            discard=(),
            unseen=(any_card,) * (len(position.unseen) - position.deck_size),
            deck_back=None,
            turn=turn.replace(pending=()) if turn.pending else turn,
        )

    def _cards_matter(self, position: Position) -> bool:
        """Return whether a card may still come to the player's hand."""
        turn = position.turn
        if "hand" in turn.pending and position.decider == self.player:
            return True
        drawing = self.on_turn and turn.phase == "draw" and position.card_can_be_had
        if drawing and (turn.drawn == 0 or "postmaster" in self._to_come(position)):
            return True
        return self._may_draw_in_round(position)

    def _may_draw_in_round(self, position: Position) -> bool:
        """Return whether two office tiles may bring the player a card in the rest of the turn."""
        if position.turn.phase == "final" or not self._is_gone_through(position):
            return False
        if position.returning is not None and position.decider == self.player and position.returning.reward == "draw":
            return True
        coming = self._to_come(position) if self.on_turn else []
        if len({*kinds(position.players[self.player]), *coming}) < ENOUGH_FOR_A_CARD:
            return False
        return position.returning is not None or emptied(position) is not None or self._round_may_begin(position)

    def _is_gone_through(self, position: Position) -> bool:
        """Return whether all is looked at that the player can do in a round of returning tiles."""
        if not material(position.rules).offices:
            return False
        return is_last_turn(position) or (self.office is not None and position.turn.used == self.used)

    def _round_may_begin(self, position: Position) -> bool:
        """Return whether an official may still empty a stack in this turn."""
        if not material(position.rules).offices or not self.on_turn:
            return False
        left = offices_left(position)
        return any(left[official] <= 1 for official in self._to_come(position))

    def _to_come(self, position: Position) -> list[str]:
        """Return the officials that may still be used in this turn."""
        turn, player = position.turn, position.players[position.turn.player]
        key = (turn.phase, turn.drawn, turn.official, turn.officials, player.letters_usable, player.has_messenger)
        if key not in self._coming:
            after = STILL_TO_COME.get(turn.phase, ())
            self._coming[key] = [official for official in after if _may_come(position, official)]
        return self._coming[key]

    # ---- values

    def value(self, position: Position) -> Value | None:
        """Return what a position of the turn is worth; nothing where unknown cards leave no event."""
        position = self.ready(position)
        if self.endings.is_ended(position):
            return self.evaluation.evaluate(position)
        if self.is_settled(position):
            finish = self.finish(position)
            return finish.value if finish else None
        if position not in self._values:
            self.nodes += 1
            self._values[position] = self._found(position)
        return self._values[position]

    def _found(self, position: Position) -> Value | None:
        if position.is_chance:
            return self._average(position)
        if position.returning is not None:
            return self._in_round(position)
        if position.turn.phase == "play":
            return self._finish_playing(position).value
        drawing = position.turn.drawn == 1 and position.card_can_be_had
        if drawing and not (self._is_gone_through(position) and self._round_may_begin(position)):
            return self._with_second_card(position)
        return self._best([choice.value for choice in self.choices(position)])

    def order(self, value: Value) -> tuple[Rational, ...]:
        """Return what values are ordered by: of those with the same figures, one with less doubt is better."""
        return value.win, value.margin, value.score, -value.margin_doubt

    def _best(self, values: Iterable[Value | None]) -> Value | None:
        """Return the best of the values that are known."""
        return max((value for value in values if value is not None), key=self.order, default=None)

    def _with_second_card(self, position: Position) -> Value | None:
        """Return what a position is worth in which one card has been drawn, and the postmaster may give another.

        What follows the second card does not depend on what else lies there, so it is found once for every card.
        """
        without = self._bare(position.replace(display=()))
        known = self._second_cards.setdefault(without, {})
        found = [] if position.turn.began_empty else [self.value(without)]
        for card in dict.fromkeys(position.display):
            if card not in known:
                known[card] = self.value(position.play_without_checking(Event(("postmaster", card))))
            found.append(known[card])
        if position.deck_can_give:
            blind = position.play_without_checking(Event(("postmaster", "deck")))
            found.append(self._blind_card(blind, known))
        if "administrator" in self._to_come(position) and position.display:
            found.append(self.value(position.play_without_checking(Event(("administrator",)))))
        return self._best(found)

    def _blind_card(self, position: Position, known: dict[str, Value | None]) -> Value | None:
        """Return what a position is worth in which the second card is drawn blind."""
        cases: list[tuple[int, Value]] = []
        for event, number in position.chances().items():
            if event[1] not in known:
                known[event[1]] = self.value(position.play_without_checking(event))
            value = known[event[1]]
            if value is None:
                return None
            cases.append((number, value))
        return mean(cases)

    def _in_round(self, position: Position) -> Value | None:
        """Return what a position is worth in which office tiles are returned, or what they bring is taken."""
        own = position.decider == self.player
        self.others_decide = self.others_decide or not own
        if is_last_turn(position) or (own and self._is_gone_through(position)):
            values = [self.value(position.play_without_checking(event)) for event in telling_events(position)]
            return self._best(values) if own else worst(values)
        value = self.value(position.play_without_checking(self.supposed(position)))
        return value and doubted(value)

    def supposed(self, position: Position) -> Event:
        """Return what is supposed to be decided in a round of returning tiles."""
        own = position.decider == self.player
        if is_last_turn(position) or (own and self._is_gone_through(position)):
            return self.choices(position)[0].event
        assert position.returning is not None
        if position.returning.reward == "draw":
            return DECLINED
        table = without_hands(position)
        if table not in self._supposed:
            best = max if own else min
            self._supposed[table] = best(
                table.events(), key=lambda event: self._standing(table.play_without_checking(event), own=own)
            )
        return self._supposed[table]

    def _standing(self, table: Position, *, own: bool) -> Value:
        """Return what the table is worth as it stands, once a house that returned tiles bring is placed."""
        if table.returning is None or table.returning.reward != "house":
            return self.evaluation.evaluate(table)
        after = (self.evaluation.evaluate(table.play_without_checking(event)) for event in table.events())
        return max(after) if own else min(after)

    def is_settled(self, position: Position) -> bool:
        """Return whether nothing but the player's own events decides the rest of the turn."""
        return (
            self.on_turn
            and position.returning is None
            and not position.is_chance
            and not self._cards_matter(position)
            and not self._round_may_begin(position)
        )

    def choices(self, position: Position) -> list[Choice]:
        """Return the events of a decision with what each is worth, the best for whoever decides first."""
        found = self._valued(self.ready(position) if position.is_chance else position)
        return found if position.decider == self.player else sorted(found, key=lambda choice: choice.value[:3])

    # ---- chance

    def _average(self, position: Position) -> Value | None:
        if self.is_single_draw(position):
            return self.renewal(position).value()
        if self.has_many_cases(position):
            return self._average_of_dealt(position)
        return self._average_of(position, position.chances().items())

    def is_single_draw(self, position: Position) -> bool:
        """Return whether reveals are due after which one card is taken, or none, and nothing else depends on them."""
        turn = position.turn
        if len(turn.pending) < 2 or set(turn.pending) != {"display"} or material(position.rules).backs:
            return False
        if in_round(position) or self._may_draw_in_round(position):
            return False
        return self.on_turn and ("postmaster" in self._to_come(position)) == (turn.drawn == 1)

    def has_many_cases(self, position: Position) -> bool:
        """Return whether the reveals due can bring too much to look at all of it."""
        due, cards = position.turn.pending.count("display"), Counter(position.unseen)
        if due > 1:
            return different_displays(cards, due) > FEW_DISPLAYS
        in_tree = in_round(position) and self._is_gone_through(position)
        return position.turn.pending[0] != "back" and in_tree and len(cards) > FEW_CARDS

    def _average_of_dealt(self, position: Position) -> Value | None:
        """Return the average over some reveals that are dealt by chance, with the doubt that this leaves."""
        self.has_dealt = True
        due = max(1, position.turn.pending.count("display"))
        count = DEALT_DISPLAYS[min(1, position.turn.drawn)]
        if in_round(position) and self._is_gone_through(position):
            count = DEALT_DISPLAYS_IN_ROUND if due > 1 else DEALT_CARDS_IN_ROUND
        chance, values = random.Random(0), list[Value]()
        for _ in range(count):
            value = self.value(dealt(position, due, chance))
            if value is None:
                return None
            values.append(value)
        return with_doubt(values)

    def renewal(self, position: Position) -> Renewal:
        """Return all that the reveals due can bring, one card being taken after them, or none if that is possible."""
        drawn, blind = stages(position, Event((AFTER_REVEALS[position.turn.drawn], "deck")))
        cards = set(position.display).union(*(stage.cards for stage in drawn))
        values = {card: self._taken(position, card) for card in sorted(cards)}
        shown = position.display
        if position.turn.drawn == 1 and not position.turn.began_empty:
            values[NO_CARD] = self._taken(position, NO_CARD)
            shown = (*shown, NO_CARD)
        return renewal(values, shown, drawn, blind=blind)

    def taking(self, position: Position, city: str) -> Position:
        """Return the position after a card has been taken from the display, supposing that it comes to lie there."""
        turn = position.turn.replace(pending=())
        if city == NO_CARD:
            return self._bare(position.replace(turn=turn))
        shown = position.replace(display=(city,), turn=turn)
        return shown.play_without_checking(Event((AFTER_REVEALS[turn.drawn], city)))

    # ---- without chance

    def finish(self, position: Position) -> Finish | None:
        """Return the best way to the end of the turn from a position in which only the player's own events are left."""
        if position not in self._finishes:
            self.nodes += 1
            in_play = position.turn.phase == "play"
            self._finishes[position] = self._finish_playing(position) if in_play else self._finish_by(position)
        return self._finishes[position]

    def _finish_after(self, position: Position) -> Finish | None:
        position = self.ready(position)
        if self.endings.is_ended(position):
            return Finish(self.evaluation.evaluate(position), ())
        if self.is_settled(position):
            return self.finish(position)
        value = self.value(position)  # a round of returning tiles
        return None if value is None else Finish(value, ())

    def _finish_playing(self, position: Position) -> Finish:
        """Return the best way where a card has been played: leave the route open, close it, or play a second card."""
        best = Finish(self.endings.left_open(position), (END,))
        if "cartwright" in self._to_come(position) and begins_by(position, "cartwright"):
            closed = self._finish_by(position, "close")
        else:
            found = self.endings.closed(position)
            closed = found and Finish(*found)
        for finish in (closed, self._finish_by(position, "carrier")):
            if finish and finish.value > best.value:
                best = finish
        return best


def _may_come(position: Position, official: str) -> bool:
    """Return whether an official may still be used in this turn, as far as price and number go."""
    parts, phase = position.rules.parts, position.turn.phase
    if official not in parts.officials.names or official not in STILL_TO_COME.get(phase, ()):
        return False
    position = at_turn(position)
    if official == "administrator" and any(moment(position) is not None for moment in parts.administrator.moments):
        return False
    return parts.officials.offered(position, official)
