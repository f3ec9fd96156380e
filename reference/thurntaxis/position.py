"""A position: everything on the table, and whose turn it is."""

import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from thurntaxis import scoring
from thurntaxis.clauses import Effect, Objection, unnoted
from thurntaxis.events import Event, Events, IllegalEvent
from thurntaxis.values import UNKNOWN, Cards, Value, count_unknown

if TYPE_CHECKING:
    from fractions import Fraction
    from random import Random

    from thurntaxis.rules import RuleSet


class Tile(NamedTuple):
    """A bonus tile in front of a player."""

    stack: str
    value: int

    def __str__(self) -> str:
        return f"{self.stack} {self.value}"


@dataclass(frozen=True)
class Player(Value):
    """What one player has.

    `hand`, `houses` and `tiles` are sorted; `route` is the row as it lies on the table, left to right; `carriage`
    is the number of the highest carriage taken. A hand may hold unknown cards (`UNKNOWN`).

    The rest belongs to modules, and stays empty without them: `letters` owned, and those of them that were owned
    before this turn and can be paid with (`letters_usable`); whether the messenger stands here; `offices` (office
    tiles, sorted) and `chips`; `horses` (cards in front of the carriage, sorted).
    """

    name: str | None = None
    hand: Cards = ()
    route: tuple[str, ...] = ()
    houses: tuple[str, ...] = ()
    carriage: int | None = None
    tiles: tuple[Tile, ...] = ()
    letters: int = 0
    letters_usable: int = 0
    has_messenger: bool = False
    offices: tuple[str, ...] = ()
    chips: int = 0
    horses: Cards = ()


@dataclass(frozen=True)
class Turn(Value):
    """How far the turn of `player` has come.

    `phase` is `draw` (from the start of the turn until a card is played), `play` (from the first card played until
    the turn ends or the route is closed), `carriage`, `keep`, `final` (a round after the last turn), or `over`.
    `drawn` and `played` count this turn's cards, `closed` is the length of the route closed in it. `pending` lists
    the reveals still due, each `display` (a face-up space), `hand` (a blind draw) or `back` (of the deck's top card).

    If only one official can be used in a turn, that is the `official`. If there can be several, they are the
    `officials`, in the order in which they were used, and `official` stays empty.
    """

    player: int
    phase: str = "draw"
    official: str | None = None
    drawn: int = 0
    played: int = 0
    began_empty: bool = False
    closed: int = 0
    pending: tuple[str, ...] = ()
    officials: tuple[str, ...] = ()

    @property
    def used(self) -> tuple[str, ...]:
        """The officials used in this turn."""
        return self.officials if self.official is None else (self.official,)


@dataclass(frozen=True)
class Returning(Value):
    """A round in which players return office tiles.

    `order` are the players who still act, in order; `office` is the stack that was emptied (none in the
    `final` round). `reward` is what the first one may take now: `draw` or `house`; it is `drawn` while the card that
    was taken, or the one in its place, is still to be revealed.
    """

    order: tuple[int, ...]
    office: str | None = None
    final: bool = False
    reward: str | None = None


def apply(position: "Position", event: Event | str) -> "Position":
    """Return the position after a legal event, as `Position.play` does."""
    return position.play(event)


@dataclass(frozen=True)
class Position(Value):
    """A position, complete: with the events it determines everything.

    There is no hidden order of the deck. `unseen` are the cards that the position does not show: those of the deck,
    and the unknown ones (`UNKNOWN`) in hands and among the discards. Each of these places holds a random one of them.
    Which of them comes next is an event of chance (`deal`). With modules, `returning` is the round of returning tiles
    that interrupts the turn, and `deck_back` the number on the back of the top card.
    """

    rules: "RuleSet"
    players: tuple[Player, ...]
    display: Cards
    discard: Cards
    unseen: Cards
    start: int
    turn: Turn
    ender: int | None = None
    returning: Returning | None = None
    deck_back: int | None = None

    # `thurntaxis/__init__.py` sets these three, since what reads positions imports this module.

    from_line: ClassVar["staticmethod[[str], Position]"]
    """Return the position of a line; raise `PositionError`, with every fault, if it isn't one."""

    from_json: ClassVar["staticmethod[[str | bytes], Position]"]
    """Return the position of a JSON text; raise like `from_line`."""

    from_toml: ClassVar["staticmethod[[str | bytes], Position]"]
    """Return the position of a TOML text; raise like `from_line`."""

    def to_line(self) -> str:
        """Return the position as one line of ASCII, the same for equal positions."""
        from thurntaxis.io.write_line import position_line

        return position_line(self)

    def to_json(self, *, indent: int | None = None) -> str:
        """Return the position as JSON, every key written out; in one line unless `indent` is given."""
        from thurntaxis.io.write import to_json

        return to_json(self, indent=indent)

    def to_toml(self) -> str:
        """Return the position as TOML; keys without a value are left out, since TOML has no null."""
        from thurntaxis.io.write import to_toml

        return to_toml(self)

    def svg(self, lang: str = "en") -> str:
        """Return the table as one SVG picture, its words in a language (en, de, fr, it, pl or ja).

        Raises:
            UnknownName: there is no such language.
            ModuleNotFoundError: nothing that is installed draws positions.
        """
        from thurntaxis.presented import presented

        return presented("svg", self, lang)

    def _repr_svg_(self) -> str | None:
        """Return the picture for a notebook; none if nothing draws positions, and the notebook shows the line."""
        try:
            return self.svg()
        except ModuleNotFoundError:
            return None

    def __str__(self) -> str:
        from thurntaxis.text_table import text_table

        return text_table(self)

    def __repr__(self) -> str:
        return f"Position.from_line({self.to_line()!r})"

    @property
    def decider(self) -> int:
        """The index of the player who acts: the one whose turn it is, or the first in a return round."""
        return self.turn.player if self.returning is None else self.returning.order[0]

    @property
    def own(self) -> Player:
        """What the decider holds: `players[decider]`."""
        return self.players[self.turn.player if self.returning is None else self.returning.order[0]]

    @property
    def mover(self) -> Player:
        """Deprecated, as it names no seat: `own`."""
        warnings.warn("Position.mover is called own", DeprecationWarning, stacklevel=2)
        return self.own

    @property
    def is_chance(self) -> bool:
        """Whether a card is to be revealed next."""
        return bool(self.turn.pending)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.turn.phase == "over"

    @property
    def deck_size(self) -> int:
        """How many cards the deck holds."""
        return len(self.unseen) - self.unknown_in_hands - count_unknown(self.discard)

    @property
    def unknown_in_hands(self) -> int:
        """How many cards in hands are unknown."""
        return len([1 for player in self.players for card in player.hand if card[:1] == UNKNOWN])

    @property
    def unknown_discards(self) -> int:
        """The number of unknown discards."""
        return count_unknown(self.discard)

    @property
    def deck_can_give(self) -> bool:
        """Whether a card can be drawn blind, if need be after a reshuffle."""
        return bool(self.discard) or self.deck_size > 0

    @property
    def card_can_be_had(self) -> bool:
        """Whether any card can be drawn at all."""
        return bool(self.display) or self.deck_can_give

    def stacks(self) -> dict[str, tuple[int, ...]]:
        """Return the values left in each stack of tiles, the uppermost first."""
        left = {stack.name: list(stack.values) for stack in self.rules.board.stacks}
        for player in self.players:
            for tile in player.tiles:
                left[tile.stack].remove(tile.value)
        return {name: tuple(values) for name, values in left.items()}

    def events(self) -> Events:
        """Return a view of the legal events, sorted; in a chance position, what may be revealed next."""
        return Events(self)

    def decisions(self) -> tuple[Event, ...]:
        """Return the legal events of the player who decides, sorted; none where chance decides or the game is over."""
        return () if self.is_chance else tuple(self.events())

    def chances(self) -> tuple[tuple[Event, "Fraction"], ...]:
        """Return what may be revealed next, sorted: each event with its probability. They add up to 1.

        There are none if a player decides, or if the game is over.
        """
        from fractions import Fraction

        weights = self.weights()
        total = sum(weights.values())
        return tuple((event, Fraction(weight, total)) for event, weight in weights.items())

    def weights(self) -> dict[Event, int]:
        """Return the events of `chances` with whole numbers in proportion: how many cards each of them stands for."""
        if not self.is_chance:
            return {}
        return {event: self.rules.action_of(event).weight(self, event) for event in self.events()}

    def sample(self, rng: "Random") -> Event:
        """Return an event of `chances`, drawn by its probability; raise ValueError where chance doesn't decide."""
        if not self.is_chance:
            raise ValueError("nothing is to be revealed here; expected a position in which chance decides")
        weights = self.weights()
        return rng.choices(tuple(weights), tuple(weights.values()))[0]

    def seen_by(self, player: int) -> "Position":
        """Return the position as a player (an index) sees it who knows no card in the hands of the others.

        `thurntaxis.seen_cards.Seen` follows a game, and knows the cards that were taken from the display.
        """
        from thurntaxis.seen_cards import Seen

        if not 0 <= player < len(self.players):
            raise ValueError(f"player: expected 0 to {len(self.players) - 1}, found {player}")
        return Seen.at(self).view(player)

    def parse(self, text: str) -> Event:
        """Return the event that a line of text means, in canonical form; raise `EventError` if it is no event."""
        return self.rules.parse(text)

    def why_not(self, event: Event | str) -> tuple[Objection, ...]:
        """Return every objection to the event; it is legal if there are none. Raise `EventError` like `parse`."""
        return self.rules.objections(self, self._event(event))

    def play(self, event: Event | str) -> "Position":
        """Return the position after a legal event; raise `IllegalEvent` otherwise, `EventError` like `parse`."""
        return self.rules.apply(self, self._legal(event), unnoted)

    def play_without_checking(self, event: Event) -> "Position":
        """Return the position after an event that is known to be legal."""
        return self.rules.apply(self, event, unnoted)

    def traced(self, event: Event | str) -> tuple["Position", tuple[Effect, ...]]:
        """Return the position after a legal event and the effects that led to it; raise like `play`."""
        trace: list[Effect] = []

        def note(clause: str, template: str, **facts: Any) -> None:
            trace.append(Effect(clause, template, facts))

        return self.rules.apply(self, self._legal(event), note), tuple(trace)

    def _legal(self, event: Event | str) -> Event:
        event = self._event(event)
        if self.rules.refuses(self, event):
            raise IllegalEvent(event, self.why_not(event))
        return event

    def _event(self, event: Event | str) -> Event:
        return event if isinstance(event, Event) else self.parse(event)

    def scores(self) -> tuple[int, ...]:
        """Return every player's victory points, counted now."""
        return tuple(scoring.score(self, player) for player in self.players)

    def winner(self) -> int | None:
        """Return the index of the player who leads by points and tie-break; none if a tie can't be broken yet."""
        return scoring.winner(self)

    # ---- for the code of the rules

    def name_of(self, player: int) -> str:
        """Return what to call a player in a sentence: the name or, without one, `player 1`, `player 2` and so on."""
        return self.players[player].name or f"player {player + 1}"

    @property
    def who(self) -> str:
        """What to call the player who acts in a sentence."""
        return self.name_of(self.decider)

    def with_own(self, **changes: Any) -> Self:
        """Return a copy with what the decider holds changed."""
        at, players = self.decider, self.players
        return self.replace(players=(*players[:at], players[at].replace(**changes), *players[at + 1 :]))

    def with_turn(self, **changes: Any) -> Self:
        """Return a copy with the state of the turn changed."""
        return self.replace(turn=self.turn.replace(**changes))

    def with_rules(self, rules: "RuleSet") -> Self:
        """Return the same position under other rules."""
        return self.replace(rules=rules)
