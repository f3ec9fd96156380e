"""Reads positions and game records from one line of text.

Each field of the line becomes the key of a position file that it stands for; then the position is built and checked as
that of a file is. A fault names that key.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from thurntaxis.arguments import checked
from thurntaxis.board import Board
from thurntaxis.codes import CITY_CODE, STACK_CODE
from thurntaxis.events import EventError, IllegalEvent
from thurntaxis.fault import Fault
from thurntaxis.io.build import board_called
from thurntaxis.io.line_events import event_text
from thurntaxis.io.line_format import (
    EMPTY,
    IN_BOARDS,
    IN_NAMES,
    MARK,
    MOVES,
    OFFICIALS,
    PHASES,
    PLAYER,
    PLAYER_FIELDS,
    REVEALS,
    REWARDS,
    TABLE_FIELDS,
    sent,
    unescaped,
)
from thurntaxis.io.read import PositionError, position_from_data
from thurntaxis.message import Alternatives, Hint, Message, clipped
from thurntaxis.names import UnknownName, fold
from thurntaxis.options import DEFAULT_EDITION, EDITIONS, MODULES
from thurntaxis.position import Position
from thurntaxis.records import Record
from thurntaxis.values import UNKNOWN


@checked
def position_from_line(line: str, folder: Path | str | None = None) -> Position:
    """Return the position of a line, or of an address of the table, after its events.

    A board file that it names is looked for as `position_from_data` does.

    Raises:
        PositionError: the line is no possible position; every fault names the key of position files that it concerns.
    """
    fields, moves = _fields(line)
    if MOVES in fields:
        raise PositionError.of("", "this is a game record, not a position", Hint("taxis replay reads it"))
    position = _position(fields, folder)
    for at, move in enumerate(moves):
        try:
            position = position.play(move)
        except EventError as error:
            raise PositionError.of(f"events[{at}]", error.wrong, error.right) from None
        except IllegalEvent:
            wrong = Message('"{event}" is not legal here', clipped(move))
            raise PositionError.of(f"events[{at}]", wrong, Hint("taxis replay says why")) from None
    return position


def record_from_line(line: str, folder: Path | str | None = None) -> Record:
    """Return the game record of a line, which names no engine; raise like `position_from_line`."""
    fields, moves = _fields(line)
    if moves:
        return Record(_position(fields, folder), tuple(moves))
    if MOVES not in fields:
        raise PositionError.of(
            "", "this is a position, not a game record", "the position, then {word} and the moves", MOVES
        )
    at = fields.index(MOVES)
    try:
        start = _position(fields[:at], folder)
    except PositionError as error:
        raise error.within("start") from None
    found: list[Fault] = []
    events: list[str] = []
    for number, word in enumerate(fields[at + 1 :]):
        try:
            events.append(event_text(word, start.rules.board))
        except ValueError:
            right = Message("letters and codes, such as dUl for draw Ulm; only record files have moves in full")
            found.append(Fault(f"events[{number}]", '"{text}" isn\'t a move', right, clipped(word)))
    if found:
        raise PositionError(found)
    return Record(start, tuple(events))


def _fields(line: str) -> tuple[list[str], list[str]]:
    """Return the fields of a line, and the events that follow it in an address."""
    fields, moves = sent(line)
    if fields[0].upper() != MARK:
        wrong = Message('begins with "{text}"', text=clipped(fields[0])) if fields[0] else Message("empty")
        raise PositionError.of("thurntaxis", wrong, "a line that begins with {word}", MARK)
    return fields, moves


def _position(fields: Sequence[str], folder: Path | str | None) -> Position:
    """Return the position of these fields; raise `PositionError` with every fault in them."""
    groups = re.split(rf"(?<!\S){PLAYER}(?!\S)", " ".join(fields[1:]))
    table, *players = (group.split() for group in groups)
    found = _too_many(table, TABLE_FIELDS, "", Message("before the first player"))
    for at, player in enumerate(players):
        found += _too_many(player, PLAYER_FIELDS, f"players[{at}]", Message("for a player"))
    if len(players) not in (2, 3, 4):
        found.append(Fault("players", "holds {number}", "2 to 4 (each begins with {sign})", len(players), PLAYER))
    named = _named(table, TABLE_FIELDS)
    right = Message(
        "letters, digits, full stops, hyphens and slashes; write each byte of anything else as"
        " ~ and two hexadecimal digits"
    )
    if found:
        raise PositionError(found)
    name = _unescaped("board", named["BOARD"], IN_BOARDS, right, found) or "south"
    board = board_called(name, folder, found)
    if board is None:
        raise PositionError(found)
    reader = _FieldReader(board, len(players), found)
    data = reader.position(named, [_named(player, PLAYER_FIELDS) for player in players])
    if found:
        raise PositionError(found)
    return position_from_data(data, folder)


def _too_many(fields: Sequence[str], names: Sequence[str], key: str, of: Message) -> list[Fault]:
    if len(fields) <= len(names):
        return []
    return [
        Fault(key, "has {number} fields {of}", "at most {most}: {names}", len(fields), of, len(names), " ".join(names))
    ]


def _named(fields: Sequence[str], names: Sequence[str]) -> dict[str, str]:
    """Return the fields by name; those that are empty or left out at the end are empty texts."""
    given = ("" if field == EMPTY else field for field in fields)
    return dict.fromkeys(names, "") | dict(zip(names, given, strict=False))


def _unescaped(key: str, field: str, plain: str, right: Message, found: list[Fault]) -> str | None:
    """Return the text of a field; if there is none, add the fault to `found`."""
    try:
        return unescaped(field, plain)
    except ValueError:
        found.append(Fault(key, 'is "{text}"', right, clipped(field)))
        return None


_TURN = re.compile(
    f"([1-9])([{''.join(PHASES)}])([{''.join(OFFICIALS)}]*)([0-9][0-9])?(e)?(?:x([0-9]{{1,3}}))?"
    f"(?:[.]([{''.join(REVEALS)}]+))?"
)
_RETURNING = re.compile(f"r([1-9]*)([f{''.join(OFFICIALS)}])([{''.join(REWARDS)}])?")
_CARD = re.compile(rf"({CITY_CODE}|\?)([0-9]?)")
_CITY = re.compile(f"({CITY_CODE})()")
_TILE = re.compile(f"({STACK_CODE})([0-9]{{1,9}})")
_NUMBER = "[0-9]{1,3}"


class _FieldReader:
    """Reads the fields of a line on a board as the values of a position file; adds what is wrong to `found`."""

    def __init__(self, board: Board, players: int, found: list[Fault]) -> None:
        self._board, self._count, self._found = board, players, found
        self._cities = {code: city for city, code in board.city_codes.items()}
        self._stacks = {code: stack for stack, code in board.stack_codes.items()}

    def position(self, table: Mapping[str, str], players: Sequence[Mapping[str, str]]) -> dict[str, Any]:
        """Return the data of a position file, without what modules add to the table and follows from the rest."""
        rules = self._rules(table["RULES"])
        several = "princess-messenger" in rules["modules"]
        return {
            "thurntaxis": 1,
            "board": self._board.file or self._board.name,
            "rules": rules,
            "players": [self._player(f"players[{at}]", player) for at, player in enumerate(players)],
            "display": self._cards("display", table["DISPLAY"]),
            "discard": self._cards("discard", table["DISCARD"]),
            "deck": self.number("deck", table["DECK"], Message("the number of cards in the deck, or -")),
            **self._ends(table["ENDS"]),
            "turn": self._turn(table["TURN"], several_officials=several),
            **self._parts("", table["TABLE"], self._on_table),
        }

    def _add_fault(self, key: str, wrong: str, right: str, *values: object) -> None:
        self._found.append(Fault(key, wrong, right, *values))

    def _index(self, key: str, player: str) -> int:
        """Return the index of a player; lines count from 1."""
        if int(player) > self._count:
            self._add_fault(key, "there is no player {number}", "{low} to {high}", int(player), 1, self._count)
        return int(player) - 1

    def number(self, key: str, field: str, right: Message) -> int | None:
        """Return a number; None if the field is empty."""
        if not field or re.fullmatch(_NUMBER, field):
            return int(field) if field else None
        self._add_fault(key, 'is "{text}"', right, clipped(field))
        return None

    # ---- the table

    def _rules(self, field: str) -> dict[str, Any]:
        rules: dict[str, Any] = {"edition": DEFAULT_EDITION, "modules": [], "options": {}}
        editions = 0
        for word in field.split(".") if field else []:
            option, equals, value = word.partition("=")
            if equals and option in rules["options"]:
                self._add_fault("rules.options", '"{text}" is listed twice', "each option once", clipped(option))
            elif equals:
                rules["options"][option] = {"true": True, "false": False}.get(value, value)
            elif fold(word) in EDITIONS:
                rules["edition"], editions = fold(word), editions + 1
            elif fold(word) in MODULES:
                rules["modules"].append(fold(word))
            else:
                unknown = UnknownName("edition or module", word, [*EDITIONS, *MODULES])
                self._add_fault("rules", unknown.wrong, unknown.right)
        if editions > 1:
            self._add_fault("rules.edition", "names {number} editions", "at most one", editions)
        return rules

    def _turn(self, field: str, *, several_officials: bool) -> dict[str, Any]:
        match = _TURN.fullmatch(field or "1d")
        if match is None:
            right = Message("a player and a phase, such as 1d, followed by what was done in the turn")
            self._add_fault("turn", 'is "{text}"', right, clipped(field))
            return {"phase": "draw"}
        player, phase, letters, counts, empty, closed, pending = match.groups()
        officials = [OFFICIALS[letter] for letter in letters]
        if len(officials) > 1 and not several_officials:
            self._add_fault("turn.official", "names {number} officials", "at most one in this game", len(officials))
        return {
            "player": self._index("turn.player", player),
            "phase": PHASES[phase],
            **({"officials": officials} if several_officials else {"official": next(iter(officials), None)}),
            "drawn": int((counts or "00")[0]),
            "played": int((counts or "00")[1]),
            "began_empty": True if empty else None,
            "closed": closed and int(closed),
            "pending": [REVEALS[letter] for letter in pending or ""],
        }

    def _ends(self, field: str) -> dict[str, Any]:
        if not re.fullmatch("[1-9]{0,2}", field):
            right = Message("the starting player, then the one who ended the game, such as 1 or 12")
            self._add_fault("start", 'is "{text}"', right, clipped(field))
            return {}
        return {
            "start": self._index("start", field[:1] or "1"),
            "ender": self._index("ender", field[1:]) if field[1:] else None,
        }

    def _parts(self, path: str, field: str, values_of: Callable[[str], dict[str, Any]]) -> dict[str, Any]:
        """Return the values of the parts of a field, by their keys after this path."""
        data: dict[str, Any] = {}
        for part in field.split(".") if field else []:
            values = values_of(part)
            if twice := next((name for name in values if name in data), None):
                self._add_fault(f"{path}{twice}", "is listed twice", "only once")
            data.update(values)
        return data

    def _on_table(self, part: str) -> dict[str, Any]:
        if re.fullmatch("m[1-9]", part):
            return {"messenger": self._index("messenger", part[1:])}
        if re.fullmatch("b[0-9]", part):
            return {"deck_back": int(part[1:])}
        match = _RETURNING.fullmatch(part)
        if match is None:
            right = Message("m and a player, b and a number, or r, players, a stack and d or h, such as r231p")
            self._add_fault("table", '"{text}" isn\'t something on the table', right, clipped(part))
            return {}
        order, stack, reward = match.groups()
        returning = {
            "order": [self._index("returning.order", player) for player in order],
            "office": OFFICIALS.get(stack),
            "final": stack == "f",
            "reward": REWARDS.get(reward),
        }
        return {"returning": returning}

    # ---- players

    def _player(self, key: str, fields: Mapping[str, str]) -> dict[str, Any]:
        return {
            "name": self._name(f"{key}.name", fields["NAME"]),
            "hand": self._hand(f"{key}.hand", fields["HAND"]),
            "route": self._cards(f"{key}.route", fields["ROUTE"]),
            "houses": self._split(f"{key}.houses", fields["HOUSES"], _CITY),
            "carriage": self.number(f"{key}.carriage", fields["CARRIAGE"], Message("a number, such as 3, or -")),
            "tiles": self._split(f"{key}.tiles", fields["TILES"], _TILE),
            **self._parts(f"{key}.", fields["EXTRAS"], lambda part: self._of_player(key, part)),
        }

    def _name(self, key: str, field: str) -> str | None:
        right = Message("ASCII letters and digits; write each byte of anything else as ~ and two hexadecimal digits")
        return _unescaped(key, field, IN_NAMES, right, self._found) if field else None

    def _hand(self, key: str, field: str) -> list[str] | int:
        """Return the cards of a hand, or the number of cards, all of them unknown."""
        return int(field) if re.fullmatch(_NUMBER, field) else self._cards(key, field)

    def _of_player(self, key: str, part: str) -> dict[str, Any]:
        if match := re.fullmatch(f"l({_NUMBER})(?:u({_NUMBER}))?", part):
            return {"letters": int(match[1]), "letters_usable": int(match[2] or match[1])}
        if match := re.fullmatch(f"o([{''.join(OFFICIALS)}]+)", part):
            return {"offices": [OFFICIALS[letter] for letter in match[1]]}
        if match := re.fullmatch(f"c({_NUMBER})", part):
            return {"chips": int(match[1])}
        if part.startswith("h"):
            return {"horses": self._cards(f"{key}.horses", part[1:])}
        right = Message("l and the letters, o and the office tiles, c and the chips, or h and cards, such as l3.oap")
        self._add_fault(key, '"{text}" isn\'t something that players have', right, clipped(part))
        return {}

    # ---- codes

    def _cards(self, key: str, field: str) -> list[str]:
        return self._split(key, field, _CARD)

    def _split(self, key: str, field: str, form: re.Pattern[str]) -> list[str]:
        """Return the meanings of a field's codes, each with the number after it, up to the first without a meaning."""
        names, joint = (self._stacks, " ") if form is _TILE else ({UNKNOWN: UNKNOWN, **self._cities}, "/")
        meanings: list[str] = []
        at = 0
        while at < len(field):
            match = form.match(field, at)
            if match is None or match[1] not in names:
                rest = field[at:] if match is None else match[0]
                right = self._wanted(rest, form)
                self._add_fault(f"{key}[{len(meanings)}]", 'unknown code "{text}"', right, clipped(rest))
                break
            name, number = names[match[1]], match[2]
            meanings.append(f"{name}{joint}{number}" if number else name)
            at = match.end()
        return meanings

    def _wanted(self, text: str, form: re.Pattern[str]) -> Message:
        """Return the codes that begin like a text, or all if none does."""
        codes = self._stacks if form is _TILE else self._cities
        near = {code: name for code, name in codes.items() if code[:1] == text[:1].upper()} or codes
        told = Alternatives(f"{code} ({name})" for code, name in sorted(near.items()))
        if form is _TILE:
            return Message("a stack and a value: {codes}", codes=told)
        return Message("{codes}", codes=told)
