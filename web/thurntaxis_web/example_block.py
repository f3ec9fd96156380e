"""The block of an example: the map, the table in words, the event, what the rules make of it."""

import html
from collections.abc import Iterable, Iterator

from thurntaxis import UNKNOWN, Board, Player, Position
from thurntaxis.boards import MADE_UP
from thurntaxis.clauses import Said
from thurntaxis.holdings import PlayerHolding, TableHolding
from thurntaxis_presentation.sentences import sentence
from thurntaxis_presentation.svg.map import WIDTH, view
from thurntaxis_rulebook import Example, clause
from thurntaxis_web.citations import edition_link
from thurntaxis_web.example_files import position_of
from thurntaxis_web.labels import SiteWords
from thurntaxis_web.markup import block, described, folded, link, paragraph, plain

MANY = 12
"""From how many legal events on they are folded away."""


def example_block(example: Example, words: SiteWords) -> str:
    """Return an example as it stands on the page of its clause."""
    return block_of(example, words, "".join(_claims(example, position_of(example), words)))


def block_of(example: Example, words: SiteWords, claims: str = "", below: str = "") -> str:
    """Return the block of an example with what is claimed of its table, and what stands below both in full width."""
    position = position_of(example)
    told = [paragraph(words.label("table"), "label"), described(_table(position, words), "table-words"), claims]
    asked = _command(example, words)
    for name, printing in (("printed-in", example.printed), ("like", example.like)):
        if printing:
            asked += paragraph(words.leading(name, ", ".join(map(edition_link, printing))), "printed")
    if position.rules.board.name in MADE_UP:
        asked += paragraph(words.label("made-up"), "printed")
    inner = f"{_map(example, position, words)}{block('told', ''.join(told))}{block('asked', asked)}"
    if below:
        inner += block("compared", below)
    return f'<div class="example" data-example="{example.id}" markdown="1">\n\n{inner}</div>\n\n'


def _map(example: Example, position: Position, words: SiteWords) -> str:
    """Return the picture; the words beside it say all that is in it."""
    height = round(view(position.rules.board).height)
    name = html.escape(words.label("map-of"))
    return (
        f'<figure class="map"><a href="../shared/maps/{example.id}.svg"><img src="../shared/maps/{example.id}.svg" '
        f'alt="{name}" loading="lazy" width="{WIDTH}" height="{height}"></a></figure>\n\n'
    )


# ---- the table in words


def _table(position: Position, words: SiteWords) -> Iterator[tuple[str, str]]:
    """Yield what lies where."""
    label = words.label
    yield label("display"), _cards(position.display, words)
    yield label("deck"), str(position.deck_size)
    if position.discard:
        yield label("discards"), _cards(position.discard, words)
    for at in range(len(position.players)):
        name = f"**{plain(words.player(at))}**"
        if at == position.turn.player and not position.is_over:
            name += f" ({label('on-turn')})"
        yield name, "; ".join(_holdings(position, at, words)) or label("nothing")
    if position.turn.used:
        yield label("official-used"), _names(position.turn.used, words)
    yield from _of_modules(position, words)


def _of_modules(position: Position, words: SiteWords) -> Iterator[tuple[str, str]]:
    """Yield what lies on the table in games with modules."""
    if position.deck_back is not None:
        yield words.label("deck-back"), str(position.deck_back)
    for holdings in position.rules.parts.holdings:
        for holding in holdings.of_table:
            if told := _on_table(position, holding, words):
                yield words.label(f"{holding.key}-left"), told
    if position.returning is not None:
        yield words.label("returning"), ", ".join(plain(words.player(at)) for at in position.returning.order)


def _on_table(position: Position, holding: TableHolding, words: SiteWords) -> str:
    """Return what is left of something that a module puts on the table; nothing if players alone hold it."""
    value = holding.value(position)
    if holding.kind == "cities":
        return _cards(value, words) if value else ""
    if holding.kind == "officials":
        return ", ".join(f"{words.term(official)[0]} {left}" for official, left in value.items())
    return str(value) if holding.kind == "count" else ""


def _names(officials: Iterable[str], words: SiteWords) -> str:
    return ", ".join(words.term(official)[0] for official in officials)


def _holdings(position: Position, at: int, words: SiteWords) -> Iterator[str]:
    """Yield what a player has; what is nothing is left out."""
    player = position.players[at]
    if player.hand:
        yield words.leading("hand", _cards(player.hand, words))
    if player.route:
        yield words.leading("route", " – ".join(player.route))
    if player.houses:
        yield words.leading("houses", _cards(player.houses, words))
    if player.carriage is not None:
        yield words.leading("carriage", str(player.carriage))
    if player.tiles:
        yield words.leading("tiles", ", ".join(f"`{tile}`" for tile in player.tiles))
    for holdings in position.rules.parts.holdings:
        for held in holdings.of_players:
            yield from _held(player, held, words)
        for piece in holdings.of_table:
            if piece.kind == "holder" and piece.value(position) == at:
                yield words.label(piece.key)


def _held(player: Player, holding: PlayerHolding, words: SiteWords) -> Iterator[str]:
    """Yield what a player has of something that a module gives; nothing if there is none of it."""
    value = holding.value(player)
    if not value:
        return
    if holding.kind == "cards":
        yield words.leading(holding.key, _cards(value, words))
    elif holding.kind == "officials":
        yield words.leading(holding.key, _names(value, words))
    else:
        yield words.leading(holding.key, str(value))
        if holding.usable is not None and holding.usable(player) != value:
            yield words.leading(f"{holding.key}-usable", str(holding.usable(player)))


def _cards(cards: Iterable[str], words: SiteWords) -> str:
    """Return cards, those that are unknown in a number."""
    cards = list(cards)
    unknown = cards.count(UNKNOWN)
    names = [card.replace(UNKNOWN, words.label("unknown")) for card in cards if card != UNKNOWN]
    if unknown:
        names.append(words.label("unknown") + (f" ×\N{NO-BREAK SPACE}{unknown}" if unknown > 1 else ""))
    return ", ".join(names) or words.label("nothing")


# ---- what is claimed


def _claims(example: Example, position: Position, words: SiteWords) -> Iterator[str]:
    """Yield what the example says of its table."""
    label = words.label
    if example.offers is not None:
        yield _events(label("legal-events"), example.offers, words.colon)
    if example.event is not None:
        yield paragraph(words.leading("event", f"`{example.event}`"), "event")
        objections = position.why_not(example.event)
        if objections:
            yield paragraph(f"**{label('illegal')}**", "verdict no")
            yield _said(objections, words, position.rules.board)
        else:
            yield paragraph(f"**{label('legal')}**", "verdict yes")
            effects = position.traced(example.event)[1]
            if effects:
                yield paragraph(label("follows"), "label") + _said(effects, words, position.rules.board)
    if example.best:
        yield paragraph(words.leading("best-turn", f"`{'; '.join(example.best)}`"), "event")
    if example.scores is not None:
        points = [f"{words.player(at)}{words.colon}**{score}**" for at, score in enumerate(example.scores)]
        yield paragraph(words.leading("points", ", ".join(points)), "event")
        if example.winner is not None:
            yield paragraph(words.leading("winner", f"**{words.player(example.winner)}**"), "event")


def _events(title: str, events: tuple[str, ...], colon: str) -> str:
    listed = ", ".join(f"`{event}`" for event in events)
    if len(events) > MANY:
        return folded(f"{title} ({len(events)})", listed, "note")
    return paragraph(f"{title}{colon}{listed}", "event")


def _said(said: Iterable[Said], words: SiteWords, board: Board) -> str:
    """Return the sentences, each with the clause that speaks in it."""
    lines: list[str] = []
    for each in said:
        named = clause(each.clause)
        target = f"{named.chapter}.md#{each.clause}"
        lines.append(f"- {plain(sentence(each, words.lang, board))} {link(plain(named.title[words.lang]), target)}")
    return "\n".join(lines) + "\n{ .said }\n\n"


def _command(example: Example, words: SiteWords) -> str:
    """Return the command that asks the same question, and the position to ask it of."""
    file = f"{example.id}.json"
    if example.event is not None:
        command = f'taxis ruling {file} "{example.event}"'
    else:
        command = f"taxis {'show' if example.scores is not None else 'legal'} {file}"
    download = f'<a href="../shared/positions/{file}" download>{file}</a>'
    return paragraph(f"{words.label('ask')} ({download})", "label") + f"```sh\n{command}\n```\n\n"
