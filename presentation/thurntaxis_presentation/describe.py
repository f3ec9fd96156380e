"""Short descriptions of a position, its rules and its tiles, for screen and picture alike."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from thurntaxis import UNKNOWN, Board, Player, Position, Tile
from thurntaxis.holdings import PlayerHolding, TableHolding
from thurntaxis_presentation.errors import one_line
from thurntaxis_presentation.language import ENGLISH, Language, copies
from thurntaxis_rulebook.corpus.loading import chapters


def thing_on_table(path: str, lang: Language) -> str:
    """Return in words what a path such as `players[0].tiles` leads to."""
    if of_player := re.fullmatch(r"players\[(\d)\]\.(\w+)", path):
        return lang.label(of_player[2].replace("_", "-")) + lang.bracketed(lang.seat(int(of_player[1])))
    return lang.label(_THINGS.get(path, path))


_THINGS = {
    "discard": "discards",
    "turn.phase": "step",
    "turn.pending": "reveals",
    "turn.player": "on-turn",
    "turn.official": "official-used",
    "turn.drawn": "drawn",
    "returning.order": "returning",
}
"""Things whose name in words differs from that in a position."""

_CHAPTERS = {"keep": "discard", "final": "offices", "over": "end"}
"""The chapters on the phases of the turn, where these have other names."""


def value_in_words(path: str, value: object, board: Board, lang: Language) -> str:
    """Return in words what a path leads to; empty for an empty list. Cards and cities are called by their names."""
    if path == "turn.phase":
        return chapters()[_CHAPTERS.get(str(value), str(value))].title[lang]
    if path == "turn.official":
        return lang.term(str(value))
    values = value if isinstance(value, list) else [value]
    if path == "turn.pending":
        return str(len(values))
    if path in ("turn.player", "messenger", "returning.order"):
        return lang.listed(lang.seat(at) for at in values if isinstance(at, int))
    if path.endswith(".tiles"):
        words = (str(tile).split() for tile in values)
        return lang.listed(tile_in_words(Tile(stack, int(points)), lang, board) for stack, points in words)
    if path.endswith(".offices"):
        return lang.listed(lang.term(str(name)) for name in values)
    return lang.listed(map(str, values))


def tile_in_words(tile: Tile, lang: Language, board: Board) -> str:
    """Return what a tile is for, and its points."""
    return stack_title(board, tile.stack, lang) + lang.bracketed(str(tile.value))


def called(position: Position, player: int, lang: Language) -> str:
    """Return what to call a player in headings and tables, without unprintable characters."""
    return one_line(lang.player_form(position.name_of(player), "short"))


def stack_title(board: Board, name: str, lang: Language = ENGLISH) -> str:
    """Return in short what a tile of this stack is for."""
    return lang.stack_form(board.stack(name), "short")


def moment(position: Position, lang: Language = ENGLISH) -> str:
    """Return how far the game is."""
    if position.is_over:
        winner = position.winner()
        return lang.shown("over") if winner is None else lang.shown("won", player=position.name_of(winner))
    turn = position.turn
    if turn.phase == "final":
        return lang.shown("final", stage=stage(position, lang))
    player, next_step = position.name_of(turn.player), stage(position, lang)
    used = lang.shown("used", offices=tuple(turn.used)) if turn.used else ""
    last = "" if position.ender is None else lang.shown("last-round")
    return lang.shown("turn", player=player, stage=next_step, used=used, last=last)


def stage(position: Position, lang: Language) -> str:
    """Return what happens next."""
    turn, returning = position.turn, position.returning
    if position.is_chance:
        return lang.shown("back" if turn.pending[0] == "back" else "reveal")
    if returning is not None:
        name = f"return-{returning.reward}" if returning.reward else "return"
        return lang.shown(name, player=position.name_of(position.decider))
    if turn.phase == "draw" and turn.drawn:
        may_play = not position.rules.actions["play"].is_untimely(position)
        return lang.shown("drawn" if may_play else "drawn-first")
    if turn.phase == "play" and position.rules.actions["close"].is_untimely(position):
        has_carrier = any(event.verb == "carrier" for event in position.events())
        return lang.shown("played-carrier" if has_carrier else "played")
    return lang.shown(turn.phase)


def held_names(position: Position, player: Player, lang: Language) -> Iterator[tuple[PlayerHolding, tuple[str, ...]]]:
    """Yield the cards and the tiles of officials that modules give to a player: each holding with the names in it."""
    for holding in position.rules.parts.player_holdings:
        if holding.kind == "cards":
            yield holding, holding.value(player)
        elif holding.kind == "officials":
            yield holding, tuple(lang.term(name) for name in holding.value(player))


def held_counts(position: Position, at: int, lang: Language) -> Iterator[str]:
    """Yield what modules give to a player that is counted, or that only one player can hold."""
    player = position.players[at]
    for added in position.rules.parts.holdings:
        for holding in added.of_players:
            if holding.kind == "count":
                unusable = holding.unusable(player)
                count = lang.shown(f"{holding.key}-number", number=holding.value(player))
                yield count + (lang.shown("not-usable", number=unusable) if unusable else "")
        for key in added.pieces_of(position, at):
            yield lang.shown(f"{key}-here")


def cards_in_words(cards: Sequence[str], lang: Language) -> str:
    """Return cards in a row; how many are unknown comes last, with the number on their back if that is known."""
    hidden = Counter(card for card in cards if card.startswith(UNKNOWN))
    backs = {card: lang.bracketed(card[2:]) if card[2:] else "" for card in hidden}
    unknown = (lang.shown("unknown-cards", number=count) + backs[card] for card, count in hidden.items())
    return lang.listed((*copies(card for card in cards if card not in hidden), *unknown))


def belongings(position: Position, player: Player, lang: Language) -> Iterator[tuple[str, str]]:
    """Yield the cards and tiles of a player in words, each kind after the name of its label."""
    yield "route", " – ".join(player.route)
    yield "hand", cards_in_words(player.hand, lang)
    yield "tiles", lang.listed(tile_in_words(tile, lang, position.rules.board) for tile in player.tiles)
    for holding, names in held_names(position, player, lang):
        yield holding.key, lang.listed(copies(names))


def counted(position: Position, at: int, lang: Language) -> Iterator[str]:
    """Yield a player's counts, except points and houses."""
    if position.rules.parts.carriages:
        carriage = position.players[at].carriage
        yield lang.shown("carriage-number" if carriage else "no-carriage", number=carriage)
    yield from held_counts(position, at, lang)


def on_table(position: Position, lang: Language) -> Iterator[tuple[TableHolding, str, list[str]]]:
    """Yield what modules put on the table except states: each holding with its label, and what lies there."""
    for holding in position.rules.parts.table_holdings:
        value = holding.value(position)
        if holding.kind == "cities":
            yield holding, holding.key, list(value)
        elif holding.kind == "officials":
            left = [f"{lang.term(name)}{lang.bracketed(str(number))}" for name, number in value.items()]
            yield holding, holding.key, left
        elif holding.kind == "count":
            yield holding, f"{holding.key}-left", [str(value)]
        elif holding.kind == "holder":
            where = "beside-board" if value is None else "with"
            player = "" if value is None else position.name_of(value)
            yield holding, holding.key, [lang.shown(where, player=player)]


def supply_in_words(position: Position, lang: Language) -> Iterator[tuple[str, str]]:
    """Yield what lies on the table and isn't a player's: what it is called, and what is there."""
    none = lang.text("none")
    yield lang.label("display"), lang.listed(copies(position.display)) or none
    yield lang.label("deck"), str(position.deck_size)
    if position.deck_back is not None:
        yield lang.label("deck-back"), str(position.deck_back)
    yield lang.label("discards"), cards_in_words(position.discard, lang) or none
    for holding, _, things in on_table(position, lang):
        title = holding.key if holding.kind == "holder" else f"{holding.key}-left"
        yield lang.label(title), lang.listed(things) or none


def player_in_words(position: Position, at: int, lang: Language) -> Iterator[str]:
    """Yield what a player has, without what is empty."""
    player = position.players[at]
    for key, words in (*belongings(position, player, lang), ("houses", lang.listed(player.houses))):
        if words:
            yield lang.labelled(key, words)
    yield from counted(position, at, lang)


def marks(position: Position) -> tuple[str, ...]:
    """Return a mark for each player: the initial of the name if all differ, else a number from 1."""
    initials = [(player.name or "").strip()[:1].upper() for player in position.players]
    plain = all(initial.isascii() and initial.isalpha() for initial in initials)
    return tuple(initials if plain and len(set(initials)) == len(initials) else map(str, range(1, len(initials) + 1)))
