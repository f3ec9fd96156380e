"""Conversion of positions into states of the kernel, of cards back, and of events to and from its numbers."""

from typing import Literal

from thurntaxis import UNKNOWN, Event, Player, Position
from thurntaxis.modules.offices.office_tiles import chips_left, offices_left
from thurntaxis.officials import OFFICIALS
from thurntaxis.values import UNKNOWN_BACK, Cards, known
from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array
from thurntaxis_solver.kernel.rng import seeded
from thurntaxis_solver.kernel.rules.cards import MOST_SHOES
from thurntaxis_solver.kernel.tables import Tables

# ---- positions


def state(position: Position, tables: Tables, seed: int = 0) -> list[int]:
    """Return a position's state as plain numbers, with its random numbers seeded; unknown cards stay in the deck."""
    s = [0] * L.STATE_SIZE
    _write_table(s, position, tables)
    _write_turn(s, position)
    for seat, player in enumerate(position.players):
        _write_seat(s, L.SEATS + L.SEAT * seat, player, tables)
    if tables.numbers[L.OFFICES_GIVEN]:
        _write_offices(s, position)
    s[L.CHANCE] = seeded(seed)
    return s


def _write_table(s: list[int], position: Position, tables: Tables) -> None:
    """Write the cards and stacks on the table."""
    s[L.PLAYERS], s[L.START] = len(position.players), position.start
    s[L.ENDER] = -1 if position.ender is None else position.ender
    _write_bags(s, L.DISPLAY, position.display, tables)
    discards = known(position.discard)
    _write_bags(s, L.DISCARD, discards, tables)
    s[L.DISCARD_SIZE], s[L.DECK_SIZE] = len(discards), len(position.unseen)
    for place, card in enumerate(position.unseen):
        s[L.DECK + place] = tables.number_of[card]
    s[L.DECK_BACK] = position.deck_back or 0
    for number, (stack, values) in enumerate(position.stacks().items()):
        assert stack == tables.stacks[number]
        s[L.STACKS + number] = sum(value << 4 * place for place, value in enumerate(values))


def _write_turn(s: list[int], position: Position) -> None:
    """Write the state of the turn; once the game is over, no reveal is due."""
    turn = position.turn
    s[L.PLAYER], s[L.ON_TURN] = position.decider, turn.player
    s[L.PHASE] = L.PHASE_NAMES.index(turn.phase)
    s[L.OFFICIAL] = _bits(turn.used)
    s[L.DRAWN], s[L.PLAYED], s[L.CLOSED], s[L.BEGAN_EMPTY] = turn.drawn, turn.played, turn.closed, int(turn.began_empty)
    if not position.is_over:
        s[L.TO_DISPLAY], s[L.TO_HAND] = turn.pending.count("display"), turn.pending.count("hand")
        s[L.BACK_DUE] = turn.pending.count("back")
    s[L.MESSENGER] = next((seat for seat, player in enumerate(position.players) if player.has_messenger), -1)


def _write_seat(s: list[int], me: int, player: Player, tables: Tables) -> None:
    """Write a player's cards, houses and tiles."""
    hand = known(player.hand)
    _write_bags(s, me + L.HAND, hand, tables)
    _write_bags(s, me + L.ROUTE, player.route, tables)
    _write_bags(s, me + L.HORSES, player.horses, tables)
    s[me + L.HAND_SIZE], s[me + L.LENGTH], s[me + L.HORSE_CARDS] = len(hand), len(player.route), len(player.horses)
    if player.route:
        s[me + L.LEFT], s[me + L.RIGHT] = (tables.number_of[player.route[end]] & L.CITY_BITS for end in (0, -1))
    s[me + L.HORSE_POWER] = sum(map(tables.rules.board.horseshoes.__getitem__, player.horses))
    s[me + L.HOUSES], s[me + L.HOUSES_PLACED] = tables.set_of(player.houses), len(player.houses)
    s[me + L.CARRIAGE] = player.carriage or 0
    s[me + L.POINTS] = sum(tile.value for tile in player.tiles)
    s[me + L.TILES] = sum({1 << tables.stacks.index(tile.stack) for tile in player.tiles})
    s[me + L.LETTERS], s[me + L.USABLE] = player.letters, player.letters_usable
    s[me + L.OFFICES] = sum(1 << 4 * OFFICIALS.index(office) for office in player.offices)
    s[me + L.CHIPS] = player.chips


def _write_bags(s: list[int], bag: int, cards: Cards, tables: Tables) -> None:
    s[bag], s[bag + L.WITH_TWO], s[bag + L.WITH_THREE] = tables.bags_of(cards)


def _write_offices(s: list[int], position: Position) -> None:
    """Write the stacks of office tiles, the chips, and the return round."""
    s[L.OFFICES_LEFT] = sum(left << 4 * OFFICIALS.index(office) for office, left in offices_left(position).items())
    s[L.CHIPS_LEFT] = chips_left(position)
    if returning := position.returning:
        s[L.RETURNING] = sum(player + 1 << 3 * place for place, player in enumerate(returning.order))
        s[L.ROUND_OFFICE] = _bits((returning.office,) if returning.office else ())
        s[L.REWARD] = L.REWARD_NAMES.index(returning.reward)


def _bits(officials: tuple[str, ...]) -> int:
    return sum(map(L.used, officials))


def unknown_cards(position: Position) -> list[int]:
    """Return how many unknown cards each hand holds, as four numbers per seat, and then as four how many are discarded.

    The first counts cards of which nothing is known; the others count those whose backs show one, two or three
    horseshoes.
    """
    marks = (UNKNOWN, *(f"{UNKNOWN_BACK}{shoes}" for shoes in range(1, MOST_SHOES + 1)))
    places = (*(player.hand for player in position.players), position.discard)
    return [cards.count(mark) for cards in places for mark in marks]


def with_cards_of(s: Array, position: Position, tables: Tables) -> Position:
    """Return the position with the hands, the discards and the deck of a state."""

    def cards_in(bag: int) -> Cards:
        return tables.cards_of(s[bag], s[bag + L.WITH_TWO], s[bag + L.WITH_THREE])

    players = tuple(
        player.replace(hand=cards_in(L.SEATS + L.SEAT * seat + L.HAND)) for seat, player in enumerate(position.players)
    )
    deck = sorted(tables.card_of[s[L.DECK + place]] for place in range(s[L.DECK_SIZE]))
    return position.replace(players=players, discard=cards_in(L.DISCARD), unseen=tuple(deck))


# ---- events


OperandKind = Literal["none", "card", "cities", "cards", "officials", "number"]

CARD_VERBS = (L.DEAL, L.DRAW, L.POSTMASTER, L.HONOR_DRAW, *range(L.PLAY_RIGHT, L.CLOSE), L.PLAY_HORSE, L.CARRIER_HORSE)
OPERANDS: dict[int, OperandKind] = {
    **dict.fromkeys(CARD_VERBS, "card"),
    **dict.fromkeys((L.CLOSE, L.HONOR_HOUSE, L.KEEP), "cities"),
    L.RETURN: "officials",
    L.BACK: "number",
}
"""What the operands of verbs are; the other verbs have none."""


def operand_kind(verb: int, *, numbered: bool) -> OperandKind:
    """Return what the operand of a verb is; `numbered`: the cards of a city differ in their horseshoes."""
    return "cards" if numbered and verb == L.KEEP else OPERANDS.get(verb, "none")


def verb_patterns(*, numbered: bool) -> list[tuple[str, OperandKind]]:
    """Return each verb's text with `*` in place of its operand, and the kind of the operand."""
    patterns: list[tuple[str, OperandKind]] = []
    for verb, opening in enumerate(L.VERB_WORDS):
        kind = operand_kind(verb, numbered=numbered)
        first, _, last = opening.partition(" ")
        if first in ("play", "carrier"):
            patterns.append((f"{first} * {last}", kind))
        else:
            patterns.append((opening if kind == "none" else f"{opening} *", kind))
    return patterns


def event_of(number: int, tables: Tables) -> Event:
    """Return the event that one of the kernel's numbers stands for."""
    verb, operand = int(number) % L.VERBS, int(number) // L.VERBS
    first, *others = L.VERB_WORDS[verb].split()
    operands = _operands(verb, operand, tables)
    return Event((first, *operands, *others) if first in ("play", "carrier") else (first, *others, *operands))


def _operands(verb: int, operand: int, tables: Tables) -> tuple[str, ...]:
    """Return the words of an operand."""
    match operand_kind(verb, numbered=tables.rules.board.cards_are_numbered):
        case "card":
            return (tables.card_of[operand] if operand else "deck",)
        case "cities":
            return tables.cities_of(operand)
        case "cards":
            return _kept(operand, tables)
        case "officials":
            return tuple(sorted(name for bit, name in enumerate(OFFICIALS) if operand >> bit & 1))
        case "number":
            return (str(operand),)
        case "none":
            return ()


def _kept(operand: int, tables: Tables) -> tuple[str, ...]:
    """Return the cards kept, sorted."""
    cards: list[str] = []
    while operand:
        card = operand & L.KEPT_MASK
        cards.append(tables.card_of[4 ** (card >> 2) + ((card & MOST_SHOES) << L.SHOES_AT)])
        operand >>= L.KEPT_BITS
    return tuple(sorted(cards))


def number_of(event: Event, tables: Tables) -> int:
    """Return the kernel's number for an event."""
    if event.verb in ("play", "carrier"):
        return L.verb(f"{event[0]} {event[2]}") + tables.number_of[event[1]] * L.VERBS
    opening = 2 if event.verb == "honor" else 1
    verb = L.verb(" ".join(event[:opening]))
    return verb + _operand(verb, event[opening:], tables) * L.VERBS


def _operand(verb: int, words: tuple[str, ...], tables: Tables) -> int:
    """Return the operand with these words."""
    match operand_kind(verb, numbered=tables.rules.board.cards_are_numbered):
        case "card":
            return 0 if words == ("deck",) else tables.number_of[words[0]]
        case "cities":
            return tables.set_of(words)
        case "cards":
            return _number_of_kept(words, tables)
        case "officials":
            return _bits(words)
        case "number":
            return int(words[0])
        case "none":
            return 0


def _number_of_kept(cards: tuple[str, ...], tables: Tables) -> int:
    numbers = (tables.number_of[card] for card in cards)
    kept = sorted(4 * tables.cities.index(tables.name_of[n & L.CITY_BITS]) + (n >> L.SHOES_AT) for n in numbers)
    return sum(card << L.KEPT_BITS * place for place, card in enumerate(kept))
