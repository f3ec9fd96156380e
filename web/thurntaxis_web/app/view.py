"""What the page shows of a position: pictures, words, and the legal events in groups."""

from collections.abc import Iterator, Sequence
from typing import Any

from thurntaxis import UNKNOWN, Board, Event, Position
from thurntaxis.officials import HELPS_IN, helping_in
from thurntaxis_presentation.describe import (
    called,
    copies,
    counted,
    held_names,
    moment,
    official,
    on_table,
    stack_title,
    tile_in_words,
)
from thurntaxis_presentation.i18n import colon, framed, listed, numbered, shown
from thurntaxis_presentation.numbers import percent, points
from thurntaxis_presentation.rulings import Ruling
from thurntaxis_presentation.sentences import reason_in_words, sentence
from thurntaxis_presentation.svg.whole import map_part, player_part, supply_part
from thurntaxis_rulebook import clause
from thurntaxis_rulebook.corpus.languages import label
from thurntaxis_solver.advice import Line

MOST_SHOWN = 40
"""How many events of a group are listed at first; choosing cities brings the others."""

GROUP_OF = dict.fromkeys((*helping_in("carriage"), "decline"), "carriage")
"""The groups of events that aren't named by the verb of the event."""


def view(position: Position, lang: str, chosen: Sequence[str] = ()) -> dict[str, Any]:
    """Return the position in pictures and words; of the events, those that name all of `chosen`."""
    winner = position.winner() if position.is_over else None
    return {
        "moment": moment(position, lang),
        "in_words": list(in_words(position, lang)),
        "is_chance": position.is_chance,
        "is_over": position.is_over,
        "decider": position.decider,
        "names": [called(position, at, lang) for at in range(len(position.players))],
        "scores": position.scores(),
        "winner": winner,
        "map": map_part(position, lang),
        "supply": supply_part(position, lang),
        "players": [player_part(position, at, lang) for at in range(len(position.players))],
        "groups": groups(position, lang, chosen),
    }


def in_words(position: Position, lang: str) -> Iterator[tuple[str, str]]:
    """Yield all that lies on the table in words: what it is called, and what is there."""
    board, none = position.rules.board, framed("none", lang)
    yield shown("display", lang), listed(copies(position.display), lang) or none
    yield shown("deck", lang), str(position.deck_size)
    yield shown("discards", lang), listed(copies(position.discard), lang) or none
    stacks = position.stacks().items()
    left = (f"{stack_title(board, name, lang)} {' '.join(map(str, values))}" for name, values in stacks if values)
    yield shown("tiles-left", lang), listed(left, lang) or none
    for holdings in position.rules.parts.holdings:
        for holding in holdings.of_table:
            if found := on_table(position, holding, lang):
                yield shown(found[0], lang), listed(found[1], lang) or none
    for at, player in enumerate(position.players):
        own = {
            "hand": copies(card.replace(UNKNOWN, shown("unknown", lang)) for card in player.hand),
            "route": player.route,
            "houses": player.houses,
            "tiles": [tile_in_words(tile, lang, board) for tile in player.tiles],
        }
        own |= {holding.key: names for holding, names in held_names(position, player, lang)}
        rows = [f"{label(name, lang)}{colon(lang)}{listed(things, lang) or none}" for name, things in own.items()]
        points_now = numbered("points", position.scores()[at], lang)
        yield called(position, at, lang), "; ".join([points_now, *rows, *counted(position, at, lang)])


def groups(position: Position, lang: str, chosen: Sequence[str]) -> list[dict[str, Any]]:
    """Return the legal events that name all of `chosen`, in groups of one kind, each in words; the shortest first."""
    found: dict[str, list[Event]] = {}
    for event in position.events():
        if set(chosen) <= set(event[1:]):
            found.setdefault(GROUP_OF.get(event.verb, event.verb), []).append(event)
    return [
        {
            "name": name,
            "title": group_title(name, lang),
            "count": len(events),
            "events": [_named(event, lang) for event in sorted(events, key=len)[:MOST_SHOWN]],
        }
        for name, events in found.items()
    ]


def _named(event: Event, lang: str) -> dict[str, str]:
    return {"event": str(event), "words": words(event, lang)}


def group_title(name: str, lang: str) -> str:
    """Return the title of a group of events."""
    return framed(name, lang, "table" if name in ("back", "deal") else "play")


def _with_title(event: Event, lang: str) -> str:
    """Return an event in words that stand alone."""
    title = group_title(GROUP_OF.get(event.verb, event.verb), lang)
    return f"{title}{colon(lang)}{words(event, lang)}" if len(event) > 1 else title


def words(event: Event, lang: str) -> str:
    """Return what an event names, in a language; its verb, if it names nothing."""
    named = event[1:] or (event.verb,)
    return ", ".join(_word(word, lang) for word in named)


def _word(word: str, lang: str) -> str:
    if word in HELPS_IN:
        return official(word, lang)
    return framed(f"word-{word}", lang, "table") if word.islower() else word


# ---- answers in words


def ruling_in_words(position: Position, ruling: Ruling, lang: str) -> dict[str, Any]:
    """Return a ruling in words: the verdict, each clause with its reasons, what editions say, and what is legal."""
    board = position.rules.board
    found = [
        {
            **_linked(name, lang),
            "text": clause(name).text_in(lang),
            "sentences": [sentence(said, lang, board) for said in ruling.objections if said.clause == name],
        }
        for name in ruling.clauses
    ]
    editions = framed("same", lang)
    if ruling.disputed:
        yes = ", ".join(name for name, is_legal in ruling.editions.items() if is_legal)
        no = ", ".join(name for name, is_legal in ruling.editions.items() if not is_legal)
        editions = framed("differ", lang, yes=yes or framed("none", lang), no=no or framed("none", lang))
    return {
        "event": str(ruling.event),
        "legal": ruling.legal,
        "verdict": label("legal" if ruling.legal else "illegal", lang),
        "clauses": found,
        "editions": editions,
        "instead": [{"event": str(event), "words": _with_title(event, lang)} for event in ruling.instead],
    }


def line_in_words(line: Line, board: Board, lang: str) -> dict[str, Any]:
    """Return a line of advice in words: its figures, and its reasons with links to their clauses."""
    figures = framed(
        "proved" if line.proved else "estimated",
        lang,
        win=percent(line.win, lang),
        margin=points(line.margin, lang),
        score=points(line.score, lang),
    )
    reasons = [
        {"text": reason_in_words(each, lang, board), **(_linked(each.clause, lang) if each.clause else {})}
        for each in line.reasons
    ]
    return {"turn": list(map(str, line.turn)), "figures": figures, "reasons": reasons}


def _linked(name: str, lang: str) -> dict[str, str]:
    """Return the title of a clause, and its page on the site."""
    named = clause(name)
    return {"clause": name, "title": named.title_in(lang), "link": f"{named.chapter}.html#{name}"}
