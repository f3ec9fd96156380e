"""What the page shows of a position: pictures, words, and the legal events in groups."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Any

from thurntaxis import Board, Event, Position
from thurntaxis.names import fold
from thurntaxis.officials import HELPS_IN
from thurntaxis_presentation.advice_answers import figures_in_short
from thurntaxis_presentation.describe import called, player_in_words, stack_title, supply_in_words, tile_in_words
from thurntaxis_presentation.event_words import GROUP_OF, closings_by_points, event_in_words, group_title, grouped
from thurntaxis_presentation.language import Language, signed
from thurntaxis_presentation.numbers import figures_of
from thurntaxis_presentation.rulebook_answers import place
from thurntaxis_presentation.rulings import Move, Ruling, results, ruling_parts
from thurntaxis_presentation.sentences import capitalized, reason_with_side, sentence
from thurntaxis_presentation.svg.whole import supply_part
from thurntaxis_presentation.typed_moves import left_open, phrases
from thurntaxis_rulebook import clause
from thurntaxis_solver.advice import AdviceReason, Line
from thurntaxis_web.app.answer_parts import ruling_part
from thurntaxis_web.app.table_parts import TAKING, definitions, element, players_part, points_by_term, turn_on_map

MOST_SHOWN = 40
"""How many events of a group are listed at first; choosing cities brings the others."""

FEW_SHOWN = 3
"""How many ways to close a route are offered first, if there are at least twice as many; the others are folded."""

ON_BOARD = ("draw", "postmaster", "administrator", "play", "carrier", "close", "end")
"""The groups of events that one plays by tapping cards, or the actions below them; all others are a choice to make."""


def view(position: Position, lang: Language, chosen: Sequence[str] = ()) -> dict[str, Any]:
    """Return the position in pictures and words; of the events, those that name all of `chosen`."""
    found = groups(position, lang, chosen)
    shown = [best_first(group, position) if group["name"] == "close" else group for group in found]
    return {
        "is_chance": position.is_chance,
        "is_over": position.is_over,
        "decider": position.decider,
        "names": [called(position, at, lang) for at in range(len(position.players))],
        "html": {
            "supply": supply_part(position, lang),
            "players": players_part(position, lang),
            "sheet": score_table(position, lang) if position.is_over else "",
            "words": definitions(in_words(position, lang)),
            "map-words": definitions(map_in_words(position, lang)),
        },
        "groups": shown,
        "choices": [group for group in shown if group["name"] not in ON_BOARD],
    }


def in_words(position: Position, lang: Language) -> Iterator[tuple[str, str]]:
    """Yield all that lies on the table in words: what it is called, and what is there."""
    yield from supply_in_words(position, lang)
    board, stacks = position.rules.board, position.stacks().items()
    left = (f"{stack_title(board, name, lang)} {' '.join(map(str, values))}" for name, values in stacks if values)
    yield capitalized(lang.shown("tiles-left")), lang.listed(left) or lang.text("none")
    for at in range(len(position.players)):
        points_now = lang.shown("points", number=position.scores()[at])
        houses = lang.shown("houses-left", number=board.houses - len(position.players[at].houses))
        yield called(position, at, lang), lang.parted([points_now, houses, *player_in_words(position, at, lang)])


def map_in_words(position: Position, lang: Language) -> Iterator[tuple[str, str]]:
    """Yield each city in words, with all that the map shows of it: its province, roads, houses, routes and letter."""
    board = position.rules.board
    letters = position.rules.parts.cities_with_pieces(position)
    comma = ",、 "  # stands before words that follow others elsewhere
    for city in board.cities:
        where = lang.shown("map-city" if city.province else "map-free", city=city.name, province=city.province)
        told = [lang.text("roads", "table", cities=tuple(sorted(board.neighbours[city.name])))]
        players = list(enumerate(position.players))
        owners = [called(position, at, lang) for at, player in players if city.name in player.houses]
        if owners:
            told.append(lang.shown("map-houses", players=tuple(owners)).lstrip(comma))
        if city.name in letters:
            told.append(lang.shown("map-letter").lstrip(comma))
        for at, player in players:
            route = [board.city_of[card] for card in player.route]
            if city.name in route:
                told.append(lang.shown("map-route", player=called(position, at, lang), cities=lang.listed(route)))
        yield where, lang.parted(told)


def score_table(position: Position, lang: Language) -> str:
    """Return the points of all players for each term of the score as a table, with buttons for what comes next."""
    names = (escape(called(position, at, lang)) for at in range(len(position.players)))
    head = element("tr", "<td></td>" + "".join(element("th", name, scope="col") for name in names))
    body = "".join(map(_row, points_by_term(position, lang)))
    foot = _row((lang.text("total", "table"), position.scores()))
    table = element("table", f"<thead>{head}</thead><tbody>{body}</tbody><tfoot>{foot}</tfoot>")
    new = element("button", lang.text("new-game", "table"), type="button", _class="main", data_open="new-game")
    download = element("button", lang.text("download", "table"), type="button", data_part="download")
    title, row = element("h3", escape(lang.text("score-sheet", "table"))), element("div", new + download, _class="row")
    return title + element("div", table, _class="wide") + row


def _row(row: tuple[str, Sequence[int]]) -> str:
    cells = "".join(element("td", signed(points)) for points in row[1])
    return element("tr", element("th", escape(row[0]), scope="row") + cells)


def groups(position: Position, lang: Language, chosen: Sequence[str] = ()) -> list[dict[str, Any]]:
    """Return the legal events that name all of `chosen`, in groups of one kind, each in words.

    The shortest come first; of ways to close a route, those with the most houses.
    """
    events_named = (event for event in position.events() if set(chosen) <= set(event[1:]))
    return [
        {
            "name": name,
            "title": group_title(name, lang),
            "count": len(events),
            "events": [
                _named(event, position, lang) for event in sorted(events, key=len, reverse=name == "close")[:MOST_SHOWN]
            ],
        }
        for name, events in grouped(events_named).items()
    ]


def best_first(group: dict[str, Any], position: Position) -> dict[str, Any]:
    """Return ways to close, the best first; `few` are not folded."""
    named = {each["event"]: each for each in group["events"]}
    events = closings_by_points(position, [position.parse(text) for text in named])
    few = FEW_SHOWN if len(named) >= 2 * FEW_SHOWN else len(named)
    return {**group, "events": [named[str(event)] for event in events], "few": few}


def _named(event: Event, position: Position, lang: Language) -> dict[str, str]:
    """Return an event in words, short and whole; also how a card will lie in the route, or a closing's tiles."""
    named = {"event": str(event), "words": words(event, lang), "whole": capitalized(event_in_words(event, lang))}
    if event[-1] in ("left", "right"):
        cards = (event[1], *position.players[position.decider].route)
        new, *route = (position.rules.board.city_of[card] for card in cards)
        rest = ["…"] * (len(route) > 1)
        named["order"] = " – ".join([new, route[0], *rest] if event[-1] == "left" else [*rest, route[-1], new])
    if event.verb == "close":
        after = position.play_without_checking(event)
        won = Counter(after.players[position.decider].tiles) - Counter(position.own.tiles)
        tiles = (tile_in_words(tile, lang, position.rules.board) for tile in won)
        points = after.scores()[position.decider] - position.scores()[position.decider]
        brought = lang.listed((*tiles, lang.shown("points", number=points)))
        named["order"] = f"{named['words']} → {brought}"
    if event.verb != "decline" and GROUP_OF.get(event.verb, event.verb) == "carriage":
        board, own = position.rules.board, position.own.carriage
        number, worth = board.next_carriage[own], board.carriage_points
        brought = lang.shown("points", number=worth[number] - worth[own])
        helper = lang.bracketed(named["words"]) if event.verb in HELPS_IN else ""
        named["order"] = f"{capitalized(lang.shown('carriage-number', number=number))}{helper} → {brought}"
    return named


def words(event: Event, lang: Language) -> str:
    """Return what an event names, in a language; its verb, if it names nothing."""
    named = event[1:] or (event.verb,)
    own = {word: lang.text(f"word-{word}", "table") for word in named if word.islower() and word not in HELPS_IN}
    return lang.listed(lang.term(word) if word in HELPS_IN else own.get(word, word) for word in named)


def ruling_in_words(
    position: Position,
    ruling: Ruling,
    lang: Language,
    before: Sequence[Move],
    supposed: Sequence[str] | None = None,
    *,
    text: str = "",
) -> dict[str, Any]:
    """Return a ruling in words: the parts of the short answer, each clause with its reasons, and what is legal.

    `supposed` has the cards that a player who isn't on turn is assumed to hold; the reason names them and the player.
    It also says what `text`, the question as it was typed, leaves open.
    """
    board, edition = position.rules.board, position.rules.edition
    found = [
        {
            **linked(name, lang),
            "text": clause(name).text[lang],
            "booklet": place(edition, clause(name).sources.get(edition), lang).replace(lang.tagged(edition), ""),
            "sentences": [sentence(said, lang, board) for said in ruling.objections if said.clause == name],
        }
        for name in ruling.clauses
    ]
    parts = list(ruling_parts(position, ruling, lang, before))
    told: dict[str, Any] = {
        "event": str(ruling.event),
        "legal": ruling.legal,
        **{part.name: part.text for part in parts},
        "follows": [part.text for part in parts if part.name == "follows"],
        "clauses": found,
        "instead": [
            {"event": str(event), "words": capitalized(event_in_words(event, lang))} for event in ruling.few_instead
        ],
    }
    moves = [*before, (position, ruling.event)] if text and ruling.legal else []
    told["follows"] += [lang.text(name, city=city) for name, city in left_open(moves, text, lang)]
    if moves and phrases(lang)["of-points"].search(fold(text)):
        at, after = position.decider, position.play_without_checking(ruling.event).scores()
        gained = signed(f"{after[at] - moves[0][0].scores()[at]:+}")
        told["follows"].insert(0, lang.shown("points", number=after[at]) + lang.bracketed(gained))
    if supposed is not None:
        name, player = "as-if-with" if supposed else "as-if", called(position, position.decider, lang)
        told["reason"] = lang.text(name, "table", player=player, cards=tuple(supposed), reason=told["reason"])
    return {**told, "html": ruling_part(told, lang)}


def line_in_words(line: Line, position: Position, lang: Language) -> dict[str, Any]:
    """Return a line of advice in words: its turn, its figures in short, what it brings, and its reasons.

    `more` has the rules that it follows, with links, and its figures in full. `drawn` is the turn as the map shows it.
    """
    board = position.rules.board
    turn = [position.parse(str(event)) for event in line.turn]
    known = turn[: line.certain] if line.after and line.certain else turn
    words = capitalized(lang.moves(known)) or lang.text("nothing")
    if rest := turn[len(known) :]:
        words += lang.typography("stop") + lang.text("advice-likely", moves=lang.moves(rest)).rstrip(".。")
    figures = lang.typography("space").join(figures_in_short(line, len(position.players), lang))
    follows = list(results(position, known, lang))
    reasons, effects = ([one for one in line.reasons if bool(one.clause) == is_effect] for is_effect in (False, True))
    return {
        "turn": list(map(str, turn)),
        "words": words,
        "figures": figures,
        "follows": follows,
        "reasons": reasons_in_words(reasons, board, lang),
        "more": [*reasons_in_words(effects, board, lang), *({"text": text} for text in figures_of(line, lang))],
        "best": lang.text("best", "table", turn=words, figures=lang.typography("space").join((figures, *follows))),
        "drawn": turn_on_map(position, turn),
        "cards": [word for event in turn if event.verb in TAKING for word in event[1:]],
    }


def reasons_in_words(reasons: Iterable[AdviceReason], board: Board, lang: Language) -> list[dict[str, str]]:
    """Return reasons in words, with links to their clauses."""
    return [
        {"text": reason_with_side(reason, lang, board), **(linked(reason.clause, lang) if reason.clause else {})}
        for reason in reasons
    ]


def linked(name: str, lang: Language) -> dict[str, str]:
    """Return the title of a clause, and its page on the site."""
    named = clause(name)
    return {"clause": name, "title": named.title[lang], "link": f"{named.chapter}.html#{name}"}
