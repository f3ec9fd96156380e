"""What can still happen in the last turn of a game, and what of a position matters for it."""

from thurntaxis import Position
from thurntaxis.modules.offices.office_tiles import emptied, kinds, offices_left
from thurntaxis.officials import HELPS_IN, helping_in
from thurntaxis_solver.capabilities import at_turn, capabilities
from thurntaxis_solver.decider import next_decider

ENOUGH_FOR_A_CARD = 2
"""A player who returns this many different office tiles may take a card."""

PHASES = ("draw", "play", "carriage")
"""The phases of a turn in which officials help, in order."""


class RemainingTurn:
    """What can still happen until the game is over, if `player` alone decides, with the given rules."""

    def __init__(self, position: Position) -> None:
        self.player = next_decider(position)
        self.capabilities = capabilities(position.rules)
        self._officials: dict[tuple[object, ...], tuple[str, ...]] = {}

    def officials(self, position: Position) -> tuple[str, ...]:
        """Return the officials that can still be used in this turn."""
        turn, player = position.turn, position.players[position.turn.player]
        key = (turn.phase, turn.drawn, turn.official, turn.officials, player.letters_usable, player.has_messenger)
        usable = self._officials.get(key)
        if usable is None:
            later = PHASES[PHASES.index(turn.phase) :] if turn.phase in PHASES else ()
            rules, at = position.rules, at_turn(position)
            helpful = (name for name in rules.officials if HELPS_IN[name] in later)
            usable = self._officials[key] = tuple(o for o in helpful if rules.parts.officials.offered(at, o))
        return usable

    def officials_in(self, phase: str, position: Position) -> set[str]:
        """Return those of them that help in a phase."""
        return {*helping_in(phase)}.intersection(self.officials(position))

    # ---- rounds of returning office tiles

    def in_round(self, position: Position) -> bool:
        """Return whether a round is under way, or begins once the reveals that are due are made."""
        return position.returning is not None or (self.capabilities.offices and emptied(position) is not None)

    def round_may_begin(self, position: Position) -> bool:
        """Return whether an official may still empty a stack of office tiles in this turn."""
        if not self.capabilities.offices:
            return False
        left = offices_left(position)
        return any(left[official] <= 1 for official in left.keys() & self.officials(position))

    def may_draw_in_round(self, position: Position) -> bool:
        """Return whether two office tiles may bring the player a card in the rest of the turn."""
        if not self.capabilities.offices or position.turn.phase == "final":
            return False
        if position.returning is not None and position.returning.reward == "draw":
            return True
        coming = offices_left(position).keys() & self.officials(position)
        if len({*kinds(position.players[self.player]), *coming}) < ENOUGH_FOR_A_CARD:
            return False
        return self.in_round(position) or self.round_may_begin(position)

    # ---- what matters

    def cards_matter(self, position: Position) -> bool:
        """Return whether a card may still come to the player's hand."""
        turn = position.turn
        if "hand" in turn.pending:
            return True
        may_draw = turn.drawn == 0 or "postmaster" in self.officials(position)
        if turn.phase == "draw" and position.card_can_be_had and may_draw:
            return True
        return self.may_draw_in_round(position)

    def reduced(self, position: Position) -> Position:
        """Return the position without what no longer matters: once no card can come, all cards but those in hands.

        Positions that differ in nothing else are then equal.
        """
        if position.is_over or self.cards_matter(position):
            return position
        if self.capabilities.offices:  # a round may begin after the reveals
            while position.is_chance:
                position = position.play_without_checking(position.events()[0])
        return position if position.is_over else self.without_cards(position)

    def without_cards(self, position: Position) -> Position:
        """Return the position with nothing to draw; unknown cards in hands are all that is left unseen.

        If the administrator may be used for the office tile, one card stays on display for him to replace.
        """
        turn, any_card = position.turn, position.rules.board.cards[0]
        keeps_display = self.capabilities.offices and position.display and "administrator" in self.officials(position)
        return position.replace(
            display=(any_card,) if keeps_display else (),
            discard=(),
            unseen=(any_card,) * position.unknown_in_hands,
            deck_back=None,
            turn=turn.replace(pending=()) if turn.pending else turn,
        )
