"""Short descriptions of a position, its rules and its tiles, for screen and picture alike."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from thurntaxis import Board, Player, Position
from thurntaxis_presentation.errors import one_line
from thurntaxis_presentation.i18n import colon, framed, numbered, shown

if TYPE_CHECKING:
    from thurntaxis import Tile


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


def called(position: Position, player: int, lang: str) -> str:
    """Return what to call a player in a language, without signs that can't be printed."""
    from thurntaxis_rulebook.corpus.languages import label

    name = position.players[player].name
    return one_line(name) if name else f"{label('player', lang)} {player}"


def stack_title(board: Board, name: str, lang: str = "en") -> str:
    """Return in words what a tile of this stack is for."""
    stack = board.stack(name)
    if stack.length is not None:
        return framed("route-tile", lang, cities=str(stack.length))
    if stack.city is not None:
        return framed("city-tile", lang, city=stack.city)
    return " + ".join(stack.provinces) or framed("all-tile" if name == "all-provinces" else "end-tile", lang)


def rules_in_words(edition: str, modules: Sequence[str], board: Board) -> str:
    """Return what is played: the edition, with which modules, and on which board if not on that of the base game."""
    played = " and ".join(filter(None, (", ".join(modules[:-1]), *modules[-1:])))
    where = "" if (board.file or board.name) == "south" else f" on {one_line(board.file or board.name)}"
    return f"{edition}{f' with {played}' if played else ''}{where}"


def official(name: str, lang: str) -> str:
    """Return what an official is called."""
    from thurntaxis_rulebook.corpus.languages import term

    return term(name, lang)


def moment(position: Position, lang: str = "en") -> str:
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


def _stage(position: Position, lang: str) -> str:
    """Return what happens next."""
    turn, returning = position.turn, position.returning
    if position.is_chance:
        return shown("back" if turn.pending[0] == "back" else "reveal", lang)
    if returning is not None:
        name = f"return-{returning.reward}" if returning.reward else "return"
        return shown(name, lang, player=called(position, position.decider, lang))
    if turn.phase == "draw" and turn.drawn:
        first = turn.began_empty and turn.drawn == 1 and position.card_can_be_had
        return shown("drawn-first" if first else "drawn", lang)
    return shown(turn.phase, lang)


def keys_of_players(position: Position) -> set[str]:
    """Return the names of what players have in this game besides what they have in the base game."""
    return {name for keys in position.rules.parts.keys for name in keys.player_keys}


def also(position: Position, player: Player, lang: str) -> Iterator[str]:
    """Yield what a player has of what modules count: letters, the messenger, chips."""
    has = keys_of_players(position)
    if "letters" in has:
        new = player.letters - player.letters_usable
        yield numbered("letters-number", player.letters, lang) + (shown("not-usable", lang, number=new) if new else "")
    if player.has_messenger:
        yield shown("messenger-here", lang)
    if "chips" in has:
        yield numbered("chips-number", player.chips, lang)


def counted(position: Position, player: Player, lang: str) -> Iterator[str]:
    """Yield what a player has of each thing that is counted, but for points and houses."""
    if position.rules.parts.carriages:
        yield shown("carriage-number" if player.carriage else "no-carriage", lang, number=player.carriage)
    yield from also(position, player, lang)


def left_over(position: Position, lang: str) -> Iterator[tuple[str, list[str]]]:
    """Yield what modules have on the table: letters and office tiles that nobody has taken, chips, the messenger."""
    data = {name: value for keys in position.rules.parts.keys for name, value in keys.table(position).items()}
    if "letters" in data:
        yield "letters", list(data["letters"])
    if "messenger" in data:
        holder = data["messenger"]
        beside = holder is None
        where = shown("beside-board", lang) if beside else shown("with", lang, player=called(position, holder, lang))
        yield "messenger", [where]
    if "offices" in data:
        yield "offices", [f"{official(office, lang)} {left}" for office, left in data["offices"].items()]
        yield "chips-left", [str(data["chips"])]


def copies(names: Iterable[str]) -> list[str]:
    """Return cards or tiles in words, those of the same name together."""
    return [f"{name} ×{count}" if count > 1 else name for name, count in Counter(names).items()]
