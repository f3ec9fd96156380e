"""The block of an example: the map, the position in words, the event, and what follows by the rules."""

import html
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from urllib.parse import quote

from thurntaxis import Board, Position
from thurntaxis.boards import MADE_UP
from thurntaxis.clauses import Said
from thurntaxis.io.write import to_json
from thurntaxis_presentation.decision_tables import claimed_event, claimed_events, scores_in_words
from thurntaxis_presentation.describe import player_in_words, supply_in_words
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.sentences import sentence
from thurntaxis_presentation.svg.map import WIDTH, view
from thurntaxis_presentation.svg.whole import map_picture, player_part, style, turn_picture
from thurntaxis_rulebook import Example, examples
from thurntaxis_web.citations import clause_link, edition_link, in_address
from thurntaxis_web.markup import collapsible, definition_list, div, escaped, paragraph

MANY = 12
"""The number of legal events above which their list is collapsed."""


def example_block(example: Example, lang: Language, below: str = "") -> str:
    """Return the block of an example with its claims beside the map, or with full-width content below instead."""
    position = position_of(example)
    told = [paragraph(lang.label("table"), "label"), definition_list(_table(position, lang))]
    told += [] if below else _claims(example, lang)
    asked = table_link(example, lang)
    for name, printing in (("printed-in", example.printed), ("like", example.like)):
        if printing:
            named = lang.listed(edition_link(edition, lang) for edition in printing)
            asked += paragraph(lang.labelled(name, named), "printed")
    if position.rules.board.name in MADE_UP:
        asked += paragraph(lang.label("made-up"), "printed")
    inner = f"{map_figure(example, lang)}{div('told', ''.join(told))}{div('asked', asked)}"
    if below:
        inner += div("compared", below)
    inner += _command(example, lang)
    return f'<div class="example" data-example="{example.id}" markdown="1">\n\n{inner}</div>\n\n'


def worked_example(example: Example, lang: Language) -> str:
    """Return an example for readers: the map, what the player has, the event, and what comes of it."""
    position = position_of(example)
    players = [*_players(position, lang)]
    if example.event is None:
        told = paragraph(lang.label("example"), "label") + definition_list(players)
        told += "".join(_claims(example, lang))
    else:
        cards = [*supply_in_words(position, lang)][: example.event.startswith(("draw", "postmaster", "administrator"))]
        objections = position.why_not(example.event)
        shown = {*example.clauses, *example.brings}
        said = objections or [one for one in position.traced(example.event)[1] if one.clause in shown]
        event = lang.labelled("example", escaped(claimed_event(example.event, lang))) + lang.typography("stop").strip()
        verdict = f"**{lang.label('illegal' if objections else 'legal')}**"
        parts = [event, verdict, *(escaped(sentence(each, lang, position.rules.board)) for each in said)]
        told = definition_list([*cards, players[position.decider]])
        told += paragraph(lang.typography("space").join(parts), "event")
    return div("worked reader", map_figure(example, lang, turn=True) + told + table_link(example, lang))


def map_figure(example: Example, lang: Language, *, turn: bool = False) -> str:
    """Return the map of an example, or its part before and after the event, with what it shows in words."""
    positions, file = turn_of(example), f"../shared/maps/{example.id}{'-turn' if turn else ''}.svg"
    name = html.escape(" → ".join(dict.fromkeys(map_in_words(each, lang) for each in positions[: 1 + turn])))
    size = f' loading="lazy" width="{WIDTH}" height="{round(view(positions[0].rules.board).height)}"' * (not turn)
    return f'<figure class="map"><a href="{file}"><img src="{file}" alt="{name}"{size}></a></figure>\n\n'


def player_picture(position: Position, lang: Language) -> str:
    """Return the picture of what the first player has, with the same in words."""
    picture = player_part(position, 0, lang).replace(">", f"><style>{style()}</style>", 1)
    name = html.escape(lang.parted(player_in_words(position, 0, lang)))
    return f'<figure class="has"><img src="data:image/svg+xml,{quote(picture)}" alt="{name}"></figure>\n\n'


def map_in_words(position: Position, lang: Language) -> str:
    """Return what the map shows: the route and the houses of each player who has any."""
    told: list[str] = []
    for at, player in enumerate(position.players):
        parts = [lang.labelled("route", " – ".join(player.route))] if player.route else []
        parts += [lang.labelled("houses", lang.listed(player.houses))] if player.houses else []
        if parts:
            told.append(lang.seat(at) + lang.bracketed(lang.parted(parts)))
    return lang.labelled("map-of", lang.parted(told)) if told else lang.label("map-empty")


# ---- the position in words


def _table(position: Position, lang: Language) -> Iterator[tuple[str, str]]:
    """Yield the name and contents of each part of a position."""
    label = lang.label
    yield from ((name, escaped(things)) for name, things in supply_in_words(position, lang))
    yield from _players(position, lang)
    if position.turn.used:
        yield label("official-used"), lang.listed(map(lang.term, position.turn.used))
    if position.returning is not None:
        yield label("returning"), lang.listed(escaped(lang.seat(at)) for at in position.returning.order)


def _players(position: Position, lang: Language) -> Iterator[tuple[str, str]]:
    """Yield each player, and what this player has."""
    for at in range(len(position.players)):
        name = f"**{escaped(lang.seat(at))}**"
        if at == position.turn.player and not position.is_over:
            name += lang.bracketed(lang.label("on-turn"))
        yield name, escaped(lang.parted(player_in_words(position, at, lang))) or lang.label("nothing")


# ---- the claims


def _claims(example: Example, lang: Language) -> Iterator[str]:
    """Yield what the example claims about its position."""
    label = lang.label
    if example.offers is not None:
        yield _events(label("legal-events"), example.offers, lang)
    if example.event is not None:
        yield outcome(example, lang)
    if example.best:
        yield paragraph(lang.labelled("best-turn", f"**{escaped(claimed_events(example.best, lang))}**"), "event")
    if example.scores is not None:
        yield paragraph(lang.labelled("points", scores_in_words(example.scores, lang, mark="**")), "event")
        if example.winner is not None:
            yield paragraph(lang.labelled("winner", f"**{lang.seat(example.winner)}**"), "event")


def outcome(example: Example, lang: Language) -> str:
    """Return the event of an example, whether it is legal, and what follows from it or what objects to it."""
    assert example.event is not None
    event = paragraph(lang.labelled("event", f"**{escaped(claimed_event(example.event, lang))}**"), "event")
    position = position_of(example)
    board = position.rules.board
    if objections := position.why_not(example.event):
        return event + paragraph(f"**{lang.label('illegal')}**", "verdict no") + _said(objections, lang, board)
    verdict = event + paragraph(f"**{lang.label('legal')}**", "verdict yes")
    effects = position.traced(example.event)[1]
    return verdict + (paragraph(lang.label("follows"), "label") + _said(effects, lang, board) if effects else "")


def _events(title: str, events: tuple[str, ...], lang: Language) -> str:
    listed = "".join(f"- {escaped(claimed_event(event, lang))}\n" for event in events)
    if len(events) > MANY:
        return collapsible(title + lang.bracketed(str(len(events))), listed, "note")
    return f"{paragraph(title, 'label')}{listed}\n"


def _said(said: Iterable[Said], lang: Language, board: Board) -> str:
    """Return the sentences, each with a link to its clause."""
    lines = (f"- {escaped(sentence(each, lang, board))} {clause_link(each.clause, lang)}" for each in said)
    return "\n".join(lines) + "\n{ .said }\n\n"


def table_link(example: Example, lang: Language) -> str:
    """Return a paragraph with the link that opens the position on the table."""
    address = f"table.html#p={in_address(position_of(example))}"
    return paragraph(f'<a class="md-button" href="{address}">{lang.label("open-in-table")}</a>', "open")


def _command(example: Example, lang: Language) -> str:
    """Return the command that asks the same question, with the position to download."""
    file = f"{example.id}.json"
    if example.event is not None:
        command = f'taxis ruling {file} "{example.event}"'
    else:
        command = f"taxis {'show' if example.scores is not None else 'legal'} {file}"
    download = f'<a href="../shared/positions/{file}" download>{file}</a>'
    return collapsible(lang.label("ask"), f"```sh\n{command}\n```\n\n{download}\n", "quote")


# ---- files that the pages of all languages share


@cache
def position_of(example: Example) -> Position:
    """Return the position of an example under the first of its editions."""
    return example.position_under(example.editions[0])


def turn_of(example: Example) -> list[Position]:
    """Return the position of an example, and the one after its event if it has a legal one."""
    position = position_of(example)
    if example.event is None or position.why_not(example.event):
        return [position]
    return [position, position.play(example.event)]


def write_shared(folder: Path) -> None:
    """Write the maps and the position of every example."""
    for name in ("maps", "positions"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    for example in examples().values():
        positions = turn_of(example)
        (folder / "maps" / f"{example.id}.svg").write_text(map_picture(positions[0]), encoding="utf-8")
        turn = turn_picture(positions, example.event or "")
        (folder / "maps" / f"{example.id}-turn.svg").write_text(turn, encoding="utf-8")
        (folder / "positions" / f"{example.id}.json").write_text(to_json(positions[0]), encoding="utf-8")
