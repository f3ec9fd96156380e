"""Short descriptions of a position, its rules and its tiles, for screen and picture alike."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from thurntaxis_presentation.errors import one_line
from thurntaxis_presentation.i18n import colon, framed, numbered, shown

if TYPE_CHECKING:
    from thurntaxis import Board, Player, Position, Tile
    from thurntaxis.holdings import PlayerHolding, TableHolding


def seat(at: int, lang: str) -> str:
    """Return what to call a player who has no name."""
    from thurntaxis_rulebook.corpus.languages import label

    return f"{label('player', lang)}{'' if lang == 'ja' else ' '}{at}"


def thing_on_table(path: str, lang: str) -> str:
    """Return in words what a path such as `players[0].tiles` leads to."""
    from thurntaxis_rulebook.corpus.languages import label

    if of_player := re.fullmatch(r"players\[(\d)\]\.(\w+)", path):
        return f"{seat(int(of_player[1]), lang)}{colon(lang)}{label(of_player[2].replace('_', '-'), lang)}"
    return label(_THINGS.get(path, path), lang)


_THINGS = {
    "discard": "discards",
    "turn.phase": "step",
    "turn.pending": "reveals",
    "turn.player": "on-turn",
    "turn.official": "official-used",
    "turn.drawn": "drawn",
    "returning.order": "returning",
}
"""What is called by another name in words than in a position."""


def tile_in_words(tile: "Tile", lang: str, board: "Board") -> str:
    """Return what a tile is for, and its points."""
    return f"{stack_title(board, tile.stack, lang)} ({tile.value})"


def called(position: "Position", player: int, lang: str) -> str:
    """Return what to call a player in a language, without signs that can't be printed."""
    from thurntaxis_rulebook.corpus.languages import label

    name = position.players[player].name
    return one_line(name) if name else f"{label('player', lang)} {player}"


def stack_title(board: "Board", name: str, lang: str = "en") -> str:
    """Return in words what a tile of this stack is for."""
    stack = board.stack(name)
    if stack.length is not None:
        return framed("route-tile", lang, cities=str(stack.length))
    if stack.city is not None:
        return framed("city-tile", lang, city=stack.city)
    return " + ".join(stack.provinces) or framed("all-tile" if name == "all-provinces" else "end-tile", lang)


def rules_in_words(edition: str, modules: Sequence[str], board: "Board") -> str:
    """Return what is played: the edition, with which modules, and on which board if not on that of the base game."""
    played = " and ".join(filter(None, (", ".join(modules[:-1]), *modules[-1:])))
    where = "" if (board.file or board.name) == "south" else f" on {one_line(board.file or board.name)}"
    return f"{edition}{f' with {played}' if played else ''}{where}"


def official(name: str, lang: str) -> str:
    """Return what an official is called."""
    from thurntaxis_rulebook.corpus.languages import term

    return term(name, lang)


def moment(position: "Position", lang: str = "en") -> str:
    """Return how far the game is."""
    if position.is_over:
        winner = position.winner()
        return shown("over", lang) if winner is None else shown("won", lang, player=called(position, winner, lang))
    turn = position.turn
    if turn.phase == "final":
        return shown("final", lang, stage=_stage(position, lang))
    used = ", ".join(official(name, lang) for name in turn.used)
    return shown(
        "turn",
        lang,
        player=called(position, turn.player, lang),
        stage=_stage(position, lang),
        used=used and shown("used" if len(turn.used) == 1 else "used-more", lang, official=used),
        last="" if position.ender is None else shown("last-round", lang),
    )


def _stage(position: "Position", lang: str) -> str:
    """Return what happens next."""
    turn, returning = position.turn, position.returning
    if position.is_chance:
        return shown("back" if turn.pending[0] == "back" else "reveal", lang)
    if returning is not None:
        name = f"return-{returning.reward}" if returning.reward else "return"
        return shown(name, lang, player=called(position, position.decider, lang))
    if turn.phase == "draw" and turn.drawn:
        may_play = not position.rules.actions["play"].is_untimely(position)
        return shown("drawn" if may_play else "drawn-first", lang)
    return shown(turn.phase, lang)


def held_names(position: "Position", player: "Player", lang: str) -> "Iterator[tuple[PlayerHolding, tuple[str, ...]]]":
    """Yield the cards and the tiles of officials that modules give to a player: each holding with the names in it."""
    for holdings in position.rules.parts.holdings:
        for holding in holdings.of_players:
            if holding.kind == "cards":
                yield holding, holding.value(player)
            elif holding.kind == "officials":
                yield holding, tuple(official(name, lang) for name in holding.value(player))


def held_counts(position: "Position", at: int, lang: str) -> Iterator[str]:
    """Yield what modules give to a player that is counted, or that only one player can hold."""
    for holdings in position.rules.parts.holdings:
        for held in holdings.of_players:
            if held.kind == "count":
                player = position.players[at]
                count = held.value(player)
                unusable = held.unusable(player)
                words = numbered(f"{held.key}-number", count, lang)
                yield words + (shown("not-usable", lang, number=unusable) if unusable else "")
        for piece in holdings.of_table:
            if piece.kind == "holder" and piece.value(position) == at:
                yield shown(f"{piece.key}-here", lang)


def counted(position: "Position", at: int, lang: str) -> Iterator[str]:
    """Yield what a player has of each thing that is counted, but for points and houses."""
    if position.rules.parts.carriages:
        carriage = position.players[at].carriage
        yield shown("carriage-number" if carriage else "no-carriage", lang, number=carriage)
    yield from held_counts(position, at, lang)


def on_table(position: "Position", holding: "TableHolding", lang: str) -> tuple[str, list[str]] | None:
    """Return the label of something that a module puts on the table, and what lies there; none if it is state."""
    value = holding.value(position)
    if holding.kind == "cities":
        return holding.key, list(value)
    if holding.kind == "officials":
        return holding.key, [f"{official(name, lang)} {left}" for name, left in value.items()]
    if holding.kind == "count":
        return f"{holding.key}-left", [str(value)]
    if holding.kind == "holder":
        where = "beside-board" if value is None else "with"
        return holding.key, [shown(where, lang, player=None if value is None else called(position, value, lang))]
    return None


def copies(names: Iterable[str]) -> list[str]:
    """Return cards or tiles in words, those of the same name together."""
    return [f"{name} ×{count}" if count > 1 else name for name, count in Counter(names).items()]


def marks(position: "Position") -> tuple[str, ...]:
    """Return a sign for each player: the initial of the name where all differ, else the player's index."""
    initials = [(player.name or "").strip()[:1].upper() for player in position.players]
    plain = all(initial.isascii() and initial.isalpha() for initial in initials)
    return tuple(initials if plain and len(set(initials)) == len(initials) else map(str, range(len(initials))))
