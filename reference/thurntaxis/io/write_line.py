"""Writes positions and game records as one line of text: equal positions give equal lines."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from thurntaxis.io.line_events import event_word
from thurntaxis.io.line_format import (
    EMPTY,
    IN_BOARDS,
    IN_NAMES,
    MARK,
    MOVES,
    PHASES,
    PLAYER,
    REVEALS,
    REWARDS,
    card_code,
    escaped,
    sign_of,
)
from thurntaxis.officials import SIGNS
from thurntaxis.options import DEFAULT_EDITION, EDITIONS

if TYPE_CHECKING:
    from thurntaxis.board import Board
    from thurntaxis.position import Player, Position, Returning, Turn
    from thurntaxis.records import Record
    from thurntaxis.rules import RuleSet


def position_line(position: "Position") -> str:
    """Return the position as one line of ASCII; docs/line-notation.md has the grammar."""
    board = position.rules.board
    fields = [
        MARK,
        EMPTY if board.file is None and board.name == "south" else escaped(board.file or board.name, IN_BOARDS),
        _rules(position.rules),
        _turn(position.turn),
        str(position.start + 1) + ("" if position.ender is None else str(position.ender + 1)),
        _cards(position.display, board),
        _cards(position.discard, board),
        EMPTY,
        _table(position),
    ]
    for player in position.players:
        fields += [PLAYER, *_player(player, board)]
    return " ".join(field or EMPTY for field in fields)


def record_line(record: "Record") -> str:
    """Return the game record as one line: its position and its events, without the engine, the seats and the seed.

    Raises:
        EventError: an event of the record is none.
    """
    board, parse = record.start.rules.board, record.start.parse
    return " ".join([position_line(record.start), MOVES, *(event_word(parse(text), board) for text in record.events)])


def _rules(rules: "RuleSet") -> str:
    """Return the edition unless it is the default one, the modules, and the options that differ from the edition."""
    edition = EDITIONS[rules.edition]
    readings = {**edition.options, **edition.module_options}
    differing = {name: value for name, value in rules.options.items() if value != readings[name]}
    named = [] if rules.edition == DEFAULT_EDITION else [rules.edition]
    return ".".join([*named, *rules.modules, *(f"{name}={str(value).lower()}" for name, value in differing.items())])


def _turn(turn: "Turn") -> str:
    pending = "".join(sign_of(REVEALS, reveal) for reveal in turn.pending)
    return "".join(
        [
            str(turn.player + 1),
            sign_of(PHASES, turn.phase),
            "".join(SIGNS[official] for official in turn.used),
            f"{turn.drawn}{turn.played}" if turn.drawn or turn.played else "",
            "e" if turn.began_empty else "",
            f"x{turn.closed}" if turn.closed else "",
            f".{pending}" if pending else "",
        ]
    )


def _cards(cards: Iterable[str], board: "Board") -> str:
    """Return the codes of a multiset of cards, sorted, the unknown ones last."""
    return "".join(sorted((card_code(card, board) for card in cards), key=lambda code: (code[0] == "?", code)))


def _table(position: "Position") -> str:
    """Return what modules add to the table, unless it follows from the rest of the position."""
    holder = next((at for at, player in enumerate(position.players, 1) if player.has_messenger), None)
    parts = (
        "" if holder is None else f"m{holder}",
        "" if position.deck_back is None else f"b{position.deck_back}",
        "" if position.returning is None else _returning(position.returning),
    )
    return ".".join(filter(None, parts))


def _returning(returning: "Returning") -> str:
    order = "".join(str(player + 1) for player in returning.order)
    stack = "f" if returning.office is None else SIGNS[returning.office]
    reward = "".join(sign for sign, known in REWARDS.items() if known == returning.reward)
    return f"r{order}{stack}{reward}"


def _player(player: "Player", board: "Board") -> list[str]:
    tiles = sorted((board.stack_codes[tile.stack], tile.value) for tile in player.tiles)
    fields = [
        _cards(player.hand, board),
        "".join(card_code(card, board) for card in player.route),
        "".join(sorted(board.city_codes[city] for city in player.houses)),
        str(player.carriage or ""),
        "".join(f"{code}{value}" for code, value in tiles),
    ]
    extras = _extras(player, board)
    if extras or player.name is not None:
        fields.append(extras)
    if player.name is not None:
        fields.append(_name(player.name))
    return fields


def _name(name: str) -> str:
    """Return the field of a name; the name `moves` is escaped."""
    return f"~{ord(name[0]):02x}{name[1:]}" if name == MOVES else escaped(name, IN_NAMES)


def _extras(player: "Player", board: "Board") -> str:
    """Return what modules add to a player."""
    usable = "" if player.letters_usable == player.letters else f"u{player.letters_usable}"
    parts = (
        f"l{player.letters}{usable}" if player.letters else "",
        f"o{''.join(sorted(SIGNS[office] for office in player.offices))}" if player.offices else "",
        f"c{player.chips}" if player.chips else "",
        f"h{_cards(player.horses, board)}" if player.horses else "",
    )
    return ".".join(filter(None, parts))
