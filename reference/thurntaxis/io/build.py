"""Builds the position of a decoded file from its names and numbers."""

import functools
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from thurntaxis.board import Board
from thurntaxis.boards import BoardError, UnreadableBoard, is_board_file
from thurntaxis.boards import board as named_board
from thurntaxis.fault import MOST_FAULTS, Fault
from thurntaxis.io.decoding import left_out, values_by_key
from thurntaxis.io.file_format import OfficesShape, PlayerShape, PositionShape
from thurntaxis.io.position_checks import faults
from thurntaxis.io.turn_checks import must_have_begun_empty
from thurntaxis.message import Alternatives, Hint, Message, clipped
from thurntaxis.modules import ALL_HOLDINGS
from thurntaxis.names import UnknownName, fold
from thurntaxis.options import EDITIONS, MODULES
from thurntaxis.position import Player, Position, Returning, Tile, Turn
from thurntaxis.rule_sets import canonical, rule_set
from thurntaxis.rules import RuleSet, Unplayable
from thurntaxis.values import UNKNOWN, add, frozen, less


def built(shape: PositionShape, folder: Path | str | None) -> tuple[Position | None, list[Fault]]:
    """Return the position of this shape, if its rules can be played, and everything that is impossible about it."""
    rules, found = _rules(shape, folder)
    if rules is None:
        return None, found
    table = Position(
        rules=rules,
        players=tuple(
            _player(f"players[{at}]", player, rules, found).replace(has_messenger=at == shape.messenger)
            for at, player in enumerate(shape.players)
        ),
        display=_cards("display", shape.display, rules, found),
        discard=_cards("discard", shape.discard, rules, found, unknown=rules.parts.unknown_cards),
        unseen=(),
        start=shape.start,
        turn=Turn(**frozen(values_by_key(shape.turn))).replace(
            began_empty=bool(shape.turn.began_empty), closed=shape.turn.closed or 0
        ),
        ender=shape.ender,
        returning=_returning(shape),
        deck_back=shape.deck_back,
    )
    table = _with_what_follows(table, shape)
    given: dict[str, Any] = {"messenger": shape.messenger}
    if shape.letters is not None:
        given["letters"] = _cities("letters", shape.letters, rules.board, found)
    if shape.offices is not None:
        given["offices"] = {office: left for office, left in values_by_key(shape.offices).items() if left}
    if shape.chips is not None:
        given["chips"] = shape.chips
    found.extend(_foreign_keys(shape, rules))
    of_players = (card for player in table.players for card in player.hand + player.route + player.horses)
    table = table.replace(unseen=less(rules.board.cards, (*table.display, *table.discard, *of_players)))
    if shape.deck is not None and not found and table.deck_size >= 0:
        table = _with_deck(table, shape.deck, found)
    found.extend(faults(table, given))
    position = _canonical(table)
    if not found:
        found.extend(_dead_end(position))
    return position, found


def _with_what_follows(table: Position, shape: PositionShape) -> Position:
    """Return the position with what its file leaves out, since it follows from the rest."""
    ends = next(stack.name for stack in table.rules.board.stacks if stack.kind == "game-end")
    holders = [at for at, player in enumerate(table.players) if any(tile.stack == ends for tile in player.tiles)]
    if shape.ender is None and len(holders) == 1:
        table = table.replace(ender=holders[0])
    if shape.turn.player >= len(table.players):
        return table
    if shape.turn.closed is None and shape.turn.phase == "carriage":
        table = table.with_turn(closed=len(table.players[shape.turn.player].route))
    return table if shape.turn.began_empty is not None else table.with_turn(began_empty=must_have_begun_empty(table))


def _with_deck(table: Position, deck: int, found: list[Fault]) -> Position:
    """Return the position with a deck of this size: cards that lie nowhere else are unknown discards.

    If the discards have unknown cards already, their number must match; if it doesn't, add the fault to `found`.
    """
    left, told = table.deck_size, table.unknown_discards
    if told and deck != left:
        wrong = Message("is {number}, but {low:# card is|# cards are} left beside the unknown discards", deck, left)
        right = Message("{number}", number=left)
        if deck < told + left:
            discards = told + left - deck
            right = Message("{number}, or {cards:# unknown discard|# unknown discards}", number=left, cards=discards)
        found.append(Fault("deck", wrong, right))
    elif deck > left:
        wrong = Message(
            "is {number}, but only {low:# card is|# cards are} neither on the table nor in hands", deck, left
        )
        found.append(Fault("deck", wrong, "at most {most}", left))
    elif not told:
        return table.replace(discard=(*table.discard, *(UNKNOWN,) * (left - deck)))
    return table


def _dead_end(position: Position) -> Iterator[Fault]:
    """A game that isn't over has a legal event; with unknown cards in the hand, this isn't checked."""
    is_known = not any(card.startswith(UNKNOWN) for card in position.own.hand)
    if position.is_over or position.is_chance or not is_known or any(True for _ in position.rules.legal(position)):
        return
    phase = position.turn.phase
    if phase == "draw" and not position.own.hand:
        key = f"players[{position.decider}].hand"
        yield Fault(key, "is empty after all draws, so no card can be played", "the cards drawn")
    else:
        yield Fault("turn", "no move is possible", "a state from which the game can continue")


# ---- the rules


def _rules(shape: PositionShape, folder: Path | str | None) -> tuple[RuleSet | None, list[Fault]]:
    """Return the rule set of a position, or the faults in its names."""
    found: list[Fault] = []
    if shape.board_file is not None and not is_board_file(shape.board):  # the board has no file
        found.append(Fault("board_file", "unknown key", Hint("leave it out in this game")))
    material = board_called(shape.board, folder, found, shape.board_file)
    options = {k: v for k, v in values_by_key(shape.rules.options).items() if v is not None}
    modules = [module.casefold() for module in shape.rules.modules]
    _read("rules.edition", shape.rules.edition, functools.partial(canonical, "edition", known=EDITIONS), found)
    for at, module in enumerate(shape.rules.modules):
        _read(f"rules.modules[{at}]", module, functools.partial(canonical, "module", known=MODULES), found)
    for at, module in enumerate(modules):
        if module in modules[:at]:
            found.append(Fault(f"rules.modules[{at}]", '"{text}" is listed twice', "each module once", clipped(module)))
    if found or material is None:
        return None, found
    try:
        return rule_set(material, shape.rules.edition, options, modules), found
    except Unplayable as unplayable:
        place = f"[{modules.index(unplayable.module)}]" if unplayable.key == "modules" else ""
        return None, [Fault(f"rules.{unplayable.key}{place}", unplayable.wrong, unplayable.right)]


def board_called(name: str, folder: Path | str | None, found: list[Fault], text: str | None = None) -> Board | None:
    """Return the board that a position names, by the text of its file if that comes along.

    If it can't be played, add the faults to `found`.
    """
    try:
        return named_board(name, folder, text)
    except UnknownName as unknown:
        found.append(Fault("board", unknown.wrong, unknown.right))
    except UnreadableBoard as error:
        found.append(Fault("board", '"{file}" {wrong}', error.right, clipped(error.file), error.wrong))
    except BoardError as error:
        found += [Fault("board", _of_board_file(error.file, fault), fault.right) for fault in error.faults]
    return None


def _of_board_file(file: str, fault: Fault) -> Message:
    if not fault.key:
        return Message('"{file}" {wrong}', file=clipped(file), wrong=fault.wrong)
    return Message('"{file}": {key}: {wrong}', file=clipped(file), key=fault.key, wrong=fault.wrong)


_EMPTY = {"letters": [], "letters_usable": 0, "offices": OfficesShape(), "chips": 0}
"""The empty values of keys whose value follows from the rest if they are left out."""


def _foreign_keys(shape: PositionShape, rules: RuleSet) -> Iterator[Fault]:
    """Yield the keys with a value that belong only to other modules."""
    here = {holdings.of for holdings in rules.parts.holdings}
    for holdings in ALL_HOLDINGS:
        if holdings.of in here:
            continue
        places: list[tuple[str, object, tuple[str, ...]]] = [
            *((f"players[{at}].", player, holdings.player_keys) for at, player in enumerate(shape.players)),
            ("turn.", shape.turn, holdings.turn_keys),
            ("", shape, holdings.table_keys),
        ]
        for path, place, names in places:
            kind: Any = type(place)
            for name in names:
                if getattr(place, name) not in (left_out(kind, name), _EMPTY.get(name)):
                    yield Fault(f"{path}{name}", "belongs to {games}", Hint("leave it out in this game"), holdings.of)


# ---- what lies on the table


def _returning(shape: PositionShape) -> Returning | None:
    """Return the round of returning tiles; while a card is to be revealed, its first player has drawn one."""
    if shape.returning is None:
        return None
    returning = Returning(**frozen(values_by_key(shape.returning)))
    return returning.replace(reward="drawn") if shape.turn.pending and returning.reward is None else returning


def _player(key: str, shape: PlayerShape, rules: RuleSet, found: list[Fault]) -> Player:
    board = rules.board
    named = {
        "hand": _hand(f"{key}.hand", shape.hand, rules, found),
        "route": _cards(f"{key}.route", shape.route, rules, found),
        "houses": _cities(f"{key}.houses", shape.houses, board, found),
        "tiles": tuple(_tile(f"{key}.tiles[{at}]", text, board, found) for at, text in enumerate(shape.tiles)),
        "horses": _cards(f"{key}.horses", shape.horses, rules, found),
    }
    usable = shape.letters if shape.letters_usable is None else shape.letters_usable
    return Player(**frozen(values_by_key(shape)) | named | {"letters_usable": usable})


def _hand(key: str, hand: list[str] | int, rules: RuleSet, found: list[Fault]) -> tuple[str, ...]:
    """Return the cards of a hand; a number stands for that many unknown ones."""
    if isinstance(hand, list):
        return _cards(key, hand, rules, found, unknown=rules.parts.unknown_cards)
    if hand > len(rules.board.cards):
        found.append(Fault(key, "is {value}", "at most {most}, the number of all cards", hand, len(rules.board.cards)))
        return ()
    return (UNKNOWN,) * hand


def _cities(key: str, names: list[str], board: Board, found: list[Fault]) -> tuple[str, ...]:
    """Return the canonical names; an unknown one stays as it is, and its fault is added to `found`."""
    return tuple(_read(f"{key}[{at}]", name, board.resolve, found) for at, name in enumerate(names))


def _cards(
    key: str, names: list[str], rules: RuleSet, found: list[Fault], *, unknown: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """Return the canonical cards like `_cities`; those that are `unknown` stay as they are."""
    return tuple(
        name if name in unknown else _read(f"{key}[{at}]", name, rules.board.resolve_card, found)
        for at, name in enumerate(names)
    )


def _read(key: str, name: str, resolve: Callable[[str], str], found: list[Fault]) -> str:
    try:
        return resolve(name)
    except UnknownName as error:
        if len(found) < MOST_FAULTS:  # no more are reported, and finding similar names is slow
            found.append(Fault(key, error.wrong, error.right))
        return name


def _tile(key: str, text: str, board: Board, found: list[Fault]) -> Tile:
    """Return the tile of a text `STACK VALUE`; if it isn't one, add the fault to `found`."""
    match = re.fullmatch(r"\s*(\S+)\s+([0-9]{1,9})\s*", text)
    if match is None:
        tile = Tile("", 0)
        wrong = Message('"{text}" isn\'t a tile', text=clipped(text))
        right = Message('"STACK VALUE", where STACK is {stacks}', Alternatives(stack.name for stack in board.stacks))
    else:
        try:
            return Tile(board.stack(match[1]).name, int(match[2]))
        except UnknownName as unknown:
            tile, wrong, right = Tile(match[1], int(match[2])), unknown.wrong, unknown.right
    as_shown = _tile_as_shown(text, board)
    found.append(Fault(key, wrong, Hint('write "{tile}"', tile=str(as_shown)) if as_shown else right))
    return tile


_WORDS = re.compile(r"[^\W\d_]+|[0-9]+")


def _tile_as_shown(text: str, board: Board) -> Tile | None:
    """Return the tile that a text means in the words of the table, as in "5 cities 2"; none if it means no tile."""
    *words, value = _WORDS.findall(fold(text)) or [""]
    for stack in board.stacks:
        is_meant = (
            words == _WORDS.findall(fold(stack.name)) if stack.length is None else words[:1] == [str(stack.length)]
        )
        if is_meant and value in map(str, stack.values):
            return Tile(stack.name, int(value))
    return None


_MULTISETS = ("hand", "houses", "tiles", "offices", "horses")
"""The values of a player that have no order."""


def _canonical(table: Position) -> Position:
    """Return the position with every multiset sorted."""
    players = tuple(p.replace(**{part: tuple(sorted(getattr(p, part))) for part in _MULTISETS}) for p in table.players)
    return table.replace(players=players, display=add(table.display, ()), discard=add(table.discard, ()))
