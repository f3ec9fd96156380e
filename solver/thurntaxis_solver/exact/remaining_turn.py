"""What can still happen in a turn, and what of a position matters for it."""

from collections.abc import Iterable

from thurntaxis import Event, Position
from thurntaxis.modules.offices.office_tiles import emptied, kinds, offices_left
from thurntaxis.officials import HELPS_IN, helping_in
from thurntaxis_solver.capabilities import at_turn, capabilities
from thurntaxis_solver.decider import is_last_turn

ENOUGH_FOR_A_CARD = 2
"""A player who returns this many different office tiles may take a card."""

PHASES = ("draw", "play", "carriage")
"""The phases of a turn in which officials help, in order."""


class RemainingTurn:
    """What can still happen in a turn, for the player whose decisions are searched.

    That is the player who decides in `position`. If this is the player on turn (`on_turn`), the search goes to the end
    of the turn, and else, in a round of returning office tiles, to the end of the round.
    """

    def __init__(self, position: Position) -> None:
        """Take the player, the rules, and the round that is under way from a position of the turn."""
        self.player = position.decider
        self.on_turn = self.player == position.turn.player
        self.capabilities = capabilities(position.rules)
        self.others_change = self.capabilities.offices or self.capabilities.messenger
        """Whether what other players have can change in the turn: office tiles are returned, the messenger moves."""
        interrupted = position.returning is not None and position.returning.office is not None
        self._used_before_round = position.turn.used if interrupted else None
        self._officials: dict[tuple[object, ...], tuple[str, ...]] = {}

    def is_ended(self, position: Position) -> bool:
        """Return whether the turn has ended, or the round for a player who is not on turn."""
        if self.on_turn:
            return position.turn.player != self.player or position.is_over
        return position.returning is None or position.is_over

    def officials(self, position: Position) -> tuple[str, ...]:
        """Return the officials that can still be used in this turn."""
        turn, player = position.turn, position.players[position.turn.player]
        key = (turn.phase, turn.drawn, turn.official, turn.officials, player.letters_usable, player.has_messenger)
        found = self._officials.get(key)
        if found is None:
            later = PHASES[PHASES.index(turn.phase) :] if turn.phase in PHASES else ()
            rules, at = position.rules, at_turn(position)
            helpful = (name for name in rules.officials if HELPS_IN[name] in later)
            found = self._officials[key] = tuple(o for o in helpful if rules.parts.officials.offered(at, o))
        return found

    def officials_in(self, phase: str, position: Position) -> set[str]:
        """Return those of them that help in a phase."""
        return {*helping_in(phase)}.intersection(self.officials(position))

    # ---- rounds of returning office tiles

    def searches_round(self, position: Position) -> bool:
        """Return whether every choice of the player is searched in a round of returning tiles at this point."""
        if not self.capabilities.offices:
            return False
        return is_last_turn(position) or position.turn.used == self._used_before_round

    def round_may_begin(self, position: Position) -> bool:
        """Return whether an official may still empty a stack in this turn, in a game with office tiles."""
        if not self.on_turn:
            return False
        left = offices_left(position)
        return any(left[official] <= 1 for official in left.keys() & self.officials(position))

    def may_draw_in_round(self, position: Position) -> bool:
        """Return whether two office tiles may bring the player a card in the rest of the turn."""
        if position.turn.phase == "final" or not self.searches_round(position):
            return False
        if position.returning is not None and position.decider == self.player and position.returning.reward == "draw":
            return True
        coming = offices_left(position).keys() & self.officials(position) if self.on_turn else ()
        if len({*kinds(position.players[self.player]), *coming}) < ENOUGH_FOR_A_CARD:
            return False
        return position.returning is not None or emptied(position) is not None or self.round_may_begin(position)

    # ---- what matters

    def cards_matter(self, position: Position) -> bool:
        """Return whether a card may still come to the player's hand."""
        turn = position.turn
        if "hand" in turn.pending and position.decider == self.player:
            return True
        if (
            self.on_turn
            and turn.phase == "draw"
            and position.card_can_be_had
            and (turn.drawn == 0 or "postmaster" in self.officials(position))
        ):
            return True
        return self.may_draw_in_round(position)

    def is_settled(self, position: Position) -> bool:
        """Return whether only the player's own events decide the rest of the turn."""
        return not self.cards_matter(position) and self.has_only_own_events(position)

    def has_only_own_events(self, position: Position) -> bool:
        """Return whether nobody else decides in the rest of the turn, in a position in which cards don't matter."""
        if not self.on_turn or position.returning is not None:
            return False
        return not self.capabilities.offices or not (position.is_chance or self.round_may_begin(position))

    def reduced(self, position: Position) -> Position:
        """Return the position without what no longer matters for the rest of the turn."""
        if self.is_ended(position) or self.cards_matter(position):
            return position
        position = self.revealed(position)
        return position if self.is_ended(position) else self.without_cards(position)

    def revealed(self, position: Position) -> Position:
        """Return the position after reveals that don't matter themselves, if a round may begin after them."""
        if self.capabilities.offices:
            while position.is_chance and not self.is_ended(position):
                position = position.play_without_checking(position.events()[0])
        return position

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


def in_round(position: Position) -> bool:
    """Return whether a round is under way, or begins once the reveals that are due are made."""
    return position.returning is not None or (capabilities(position.rules).offices and emptied(position) is not None)


def begins_by(position: Position, official: str) -> bool:
    """Return whether a round begins if the official is used."""
    return capabilities(position.rules).offices and offices_left(position)[official] <= 1


def distinct_events(position: Position) -> Iterable[Event]:
    """Return the events of a round, without those that bring the same as another event, or less.

    In a final round it makes no difference which three tiles are returned, and returning none is never better.
    """
    if position.turn.phase != "final" or position.returning is None or position.returning.reward is not None:
        return position.events()
    by_count = {len(event): event for event in position.events() if event.verb == "return"}
    return by_count.values()


def without_hands(position: Position) -> Position:
    """Return the position without cards in hands, on display, in the deck and in the discards."""
    players = tuple(player.replace(hand=()) for player in position.players)
    turn = position.turn.replace(pending=())
    return position.replace(players=players, display=(), discard=(), unseen=(), deck_back=None, turn=turn)
