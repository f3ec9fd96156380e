"""Questions as they are typed at the table: it answers those about the game on it, and the rulebook all others."""

import itertools
from collections.abc import Iterator
from html import escape

from thurntaxis import UNKNOWN, Event, Position
from thurntaxis.names import fold
from thurntaxis_presentation.describe import called, moment
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.rulings import lasting_objections, results, rule_on
from thurntaxis_presentation.sentences import capitalized
from thurntaxis_presentation.typed_moves import phrases, tells_move
from thurntaxis_rulebook import clause
from thurntaxis_web.app.table_parts import definitions, element
from thurntaxis_web.app.view import groups, in_words, linked, ruling_in_words

FEW_WORDS = 10
"""Fewer words with another player are about this player, not about the rules."""

MOST_CLOSINGS = 3
"""How many ways to close the route are told."""


def question_in_words(question: str, position: Position, edition: str, lang: Language) -> str:
    """Return what the table answers to a question, or else the rulebook, with links to more; nothing without an answer.

    Facts about the map don't answer a question about a move, nor do modules that aren't in play answer any.
    """
    from thurntaxis_presentation.question_answers import answer
    from thurntaxis_rulebook.ask import AFTER_THE_BASE_GAME, in_language

    is_move = tells_move(position, question, lang)
    if told := _from_table(fold(question).replace("’", "'"), position, lang, is_move=is_move):
        return told
    asked = in_language(str(lang))
    elsewhere = () if position.rules.modules else AFTER_THE_BASE_GAME
    unfit = "fact" if is_move else ""
    answers = (answer(one, edition, lang) for one in asked.results(question) if one.kind != unfit)
    found = [each for each in answers if not {clause(name).chapter for name in each.clauses} & {*elsewhere}][:3]
    texts = [escape(text) for best in found[:1] for text in (best.heading, best.answer, best.place) if text]
    texts[:1] = [element("b", text) for text in texts[:1]]
    pages = {linked(name, lang)["link"]: escape(each.heading) for each in found for name in each.clauses[:1]}
    links = (element("a", title, href=page) for page, title in pages.items())
    told = "".join(element("p", text) for text in (*texts, *links))
    named = [name for kind, name in asked.prepared(question)[1] if kind == "province"]
    here = element("dl", definitions(row for name in named for row in _province(position, name, lang))) if named else ""
    return told + here if found and found[0].result.kind == "fact" else here + told


def _from_table(asked: str, position: Position, lang: Language, *, is_move: bool) -> str:
    """Return what the table answers to a folded question; nothing if it isn't about the game on it."""
    meant = {kind for kind, said in phrases(lang).items() if said.search(asked)}
    on_turn = element("p", escape(moment(position, lang)))
    supply, seats = (rows := list(in_words(position, lang)))[: -len(position.players)], rows[-len(position.players) :]
    seats = seats[position.decider :] + seats[: position.decider]
    is_named = any(fold(name) in asked for name, _ in seats[1:]) and (is_move or len(asked.split()) < FEW_WORDS)
    if "turn" in meant:
        return on_turn
    if is_named or "standing" in meant:
        return (on_turn if is_named else "") + element("dl", definitions(seats))
    if "best" in meant:
        return element(
            "button", escape(lang.text("best-turn", "table")), type="button", _class="main", data_open="advise"
        )
    if "fits" in meant and not position.is_over:
        return element("dl", definitions(_fitting(position, lang)))
    if "options" in meant:
        can = (
            (each["title"], lang.listed(event["words"] for event in each["events"])) for each in groups(position, lang)
        )
        return on_turn + element("dl", definitions(can))
    if "gain" in meant and not position.is_over:
        return _closing(position, lang)
    return element("dl", definitions(supply)) if "supply" in meant else ""


def _fitting(position: Position, lang: Language) -> Iterator[tuple[str, str]]:
    """Yield the cards of the own hand and of the display that fit at an end of the own route, each beside this end."""
    city_of = position.rules.board.city_of
    route = [city_of[card] for card in position.own.route]
    for label, cards in (("hand", position.own.hand), ("display", position.display)):
        fit: list[str] = []
        for card in dict.fromkeys(card for card in cards if not card.startswith(UNKNOWN)):
            for side in ("right", "left")[: len(route)] or ("start",):
                event, city = Event(("play", card, side)), city_of[card]
                beside = {"left": [city, *route[:1]], "right": [*route[-1:], city]}.get(side, [city])
                if not lasting_objections(position, event, position.why_not(event)):
                    fit.append(" – ".join(beside))
        yield lang.label(label), lang.listed(fit) or lang.text("none")


def _closing(position: Position, lang: Language) -> str:
    """Return what closing the route now brings, or why that isn't possible."""
    ways = sorted((event for event in position.events() if event.verb == "close"), key=len, reverse=True)
    if not ways:
        return str(ruling_in_words(position, rule_on(position, Event(("close",))), lang)["html"])
    told = (lang.typography("space").join(results(position, [event], lang)) for event in ways)
    rows = zip((capitalized(lang.move(event)) for event in ways), told, strict=True)
    return element("dl", definitions(itertools.islice(rows, MOST_CLOSINGS)))


def _province(position: Position, name: str, lang: Language) -> Iterator[tuple[str, str]]:
    """Yield who has houses in the cities of a province or its tile, where the player has none, and the tiles left."""
    board = position.rules.board
    stack = next((stack for stack in board.stacks if name in stack.provinces), None)
    cities = (
        board.region_cities[stack.name] if stack else {city for city, of in board.province_of.items() if of == name}
    )
    for at, player in enumerate(position.players):
        if here := sorted(cities & set(player.houses)):
            yield called(position, at, lang), lang.listed(here)
    if missing := sorted(cities - set(position.own.houses)):
        yield lang.text("no-house", "table"), lang.listed(missing)
    if stack:
        left = lang.listed(map(str, position.stacks()[stack.name]))
        yield capitalized(lang.shown("tiles-left")), left or lang.text("none")
