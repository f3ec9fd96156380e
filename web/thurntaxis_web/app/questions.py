"""Questions as they are typed at the table: it answers those about the game on it, and the rulebook all others."""

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING

from thurntaxis import UNKNOWN, Event, Position, Turn
from thurntaxis.names import fold
from thurntaxis.officials import OFFICIALS
from thurntaxis.steps.carriage import CARTWRIGHT_HELPS
from thurntaxis.values import add
from thurntaxis_presentation.describe import belongings, called, counted, moment, stack_title, supply_in_words
from thurntaxis_presentation.language import Language, signed
from thurntaxis_presentation.rulings import lasting_objections
from thurntaxis_presentation.sentences import capitalized
from thurntaxis_presentation.typed_moves import CLEAR, LISTED, implied, name_pattern, phrases, tells_move
from thurntaxis_rulebook import clause
from thurntaxis_web.app.table_parts import definitions, element, points_by_term
from thurntaxis_web.app.view import FEW_SHOWN, best_first, groups, linked

if TYPE_CHECKING:
    from thurntaxis_rulebook.ask import Result

FEW_WORDS = 14
"""Fewer words with a player are about this player, and about the rules only if an answer fits clearly."""


def question_in_words(question: str, position: Position, edition: str, lang: Language) -> str:
    """Return what the table answers to a question, or else the rulebook, with links to more; nothing without an answer.

    The rulebook comes first if the question is listed there, unless it is about where houses can go. Facts about the
    map answer one about a move only if nothing else does, and modules that aren't in play answer none.
    """
    from thurntaxis_rulebook.ask import AFTER_THE_BASE_GAME, in_language
    from thurntaxis_rulebook.ask.facts import NEEDS

    asked, own = fold(question).replace("’", "'"), in_language(str(lang))
    is_move, names, results = tells_move(position, question, lang), own.prepared(question)[1], own.results(question)
    is_short = len(asked.split()) < FEW_WORDS
    cities, provinces = ([name for kind, name in names if kind == wanted] for wanted in ("city", "province"))
    provinces = provinces if is_short else []
    about = players_named(question, position, lang) if is_move or is_short else []
    others = {"options"} if implied(position, question, lang) & {*OFFICIALS} else set[str]()
    others |= {"leader", "standing", "supply", "tiles"} if about or provinces else set[str]()
    player = (*about, position.decider)[0]
    fits_best = max((one.fit for one in results if one.kind != "fact"), default=0)
    others |= {"best"} if fits_best >= CLEAR and len(asked.split()) > 5 else set[str]()
    meant = {kind for kind, said in phrases(lang).items() if said.search(asked)} - others
    if is_short and "turn" in meant:
        return _whose_turn(position, () if position.is_over else about, lang)
    is_listed = fits_best >= LISTED and not meant & {"placing", "closable"}
    if {"suppose", "obliged"} & meant == {"suppose"} and "close" in implied(position, asked, lang):
        meant.add("placing")
    if not is_listed:
        told = _next_carriage(asked, position, player, lang) or _from_table(asked, cities, meant, position, lang)
        if told:
            return told
    if len(cities) > NEEDS["road"][1] and not is_move and not about:
        return "".join(element("p", escape(text)) for text in _roads(cities, position, lang))
    if provinces and (about or not (cities and results and results[0].kind == "fact")):
        rows = list(dict.fromkeys(row for name in provinces for row in _province(position, name, player, asked, lang)))
    else:
        rows = [row for at in about for row in _standing(position, at, asked, lang)]
    lengths = [one.id.replace("length:", "route-") for one in results[:3] if one.id.startswith("length:")]
    left = element("dl", definitions(_tiles_left(position, lang, lengths))) if lengths and not is_move else ""
    here = element("dl", definitions(rows)) if rows else ""
    fit = [one for one in results if one.kind != ("fact" if is_move else "") and one.fit >= (CLEAR if rows else 0)]
    fit = fit or ([] if rows or len(cities) < 2 else results)
    told = _from_rulebook(fit, edition, lang, () if position.rules.modules else AFTER_THE_BASE_GAME)
    is_first = (about and phrases(lang)["rules"].search(asked)) or (fit and fit[0].kind == "fact")
    return left + (here + told if is_first else told + here)


def _from_rulebook(results: Iterable["Result"], edition: str, lang: Language, elsewhere: Sequence[str]) -> str:
    """Return the first answer of the rulebook, with links to more, but none of the chapters `elsewhere`."""
    from thurntaxis_presentation.question_answers import answer

    answers = (answer(one, edition, lang) for one in results)
    found = [each for each in answers if not {clause(name).chapter for name in each.clauses} & {*elsewhere}][:3]
    verdict = "|".join(re.escape(lang.text(said).rstrip(".。")) + r"\b" for said in ("yes", "no"))
    texts = [
        re.sub(f"^({verdict})", r"<b>\1</b>", escape(text))
        for best in found[:1]
        for text in (best.heading if best.result.kind != "clause" else "", best.answer, best.place)
        if text
    ]
    pages = {linked(name, lang)["link"]: escape(each.heading) for each in found for name in each.clauses[:1]}
    links = (element("a", title, href=page) for page, title in pages.items())
    return "".join(element("p", text) for text in (*texts, *links))


def _from_table(asked: str, cities: Sequence[str], meant: set[str], position: Position, lang: Language) -> str:
    """Return the answer to a folded question about the game on the table; `meant` has the kinds of its phrases."""
    on_turn, rows, verdict = element("p", escape(moment(position, lang))), list[tuple[str, str]](), ""
    best = element("button", escape(lang.text("best-turn", "table")), type="button", data_open="advise")
    if "best" in meant and not meant & {"fit", "fits"}:
        return on_turn if position.is_over else best
    if "owners" in meant and cities:
        houses = [(called(position, at, lang), player.houses) for at, player in enumerate(position.players)]
        owned = ((city, lang.listed(name for name, own in houses if city in own)) for city in cities)
        rows = [(city, lang.labelled("houses", names or lang.text("none"))) for city, names in owned]
    elif "leader" in meant:
        by_points = sorted(((points, called(position, at, lang)) for at, points in enumerate(position.scores())))[::-1]
        first = lang.listed(name for points, name in by_points if points == by_points[0][0])
        rows = [(name, lang.shown("points", number=points)) for points, name in by_points]
        rows.insert(0, (lang.text("in-the-lead", "table"), first))
    elif meant & {"placing", "closable"} and not position.is_over:
        rows = list(_closings(position, lang))
        verdict = element("b", escape(lang.text("yes"))) if rows and "closable" in meant else ""
    elif "standing" in meant:
        rows = list(_standing(position, position.decider, asked, lang))
    elif "fits" in meant and not position.is_over and not {"suppose", "not"} <= meant:
        rows = list(_fitting(position, lang))
    elif "provinces" in meant:
        here = {position.rules.board.province_of[city] for city in position.own.houses}
        missing = [province.name for province in position.rules.board.provinces if province.name not in here]
        rows = [_without_house(position, missing, position.decider, lang)]
    elif "options" in meant:
        for group in groups(position, lang):
            named = (each["words"] for each in group["events"] if " " in each["event"])
            rows.append((group["title"], lang.listed(named)))
        return on_turn + element("dl", definitions(rows))
    elif "supply" in meant and cities:
        unseen = [position.rules.board.city_of[card] for card in position.unseen]
        left = (lang.text("odds-left", city=city, left=unseen.count(city)) for city in cities)
        return "".join(element("p", escape(each)) for each in left)
    elif meant & {"supply", "tiles"}:
        lengths = [f"route-{length}" for length in re.findall("[5-7]", asked)]
        about_tiles = meant & {"tiles", "of-tiles"}
        rows = list(_tiles_left(position, lang, lengths) if about_tiles else supply_in_words(position, lang))
    told = verdict + element("dl", definitions(rows)) if rows else ""
    return told + best if told and "best" in meant else told


def _roads(cities: Sequence[str], position: Position, lang: Language) -> Iterator[str]:
    """Yield which cities that follow one another aren't joined by a road, or else that all of them are."""
    from thurntaxis_presentation.question_answers import fact_in_words
    from thurntaxis_rulebook.ask.facts import fact

    pairs, roads = list(itertools.pairwise(cities)), position.rules.board.neighbours
    missing = [(one, other) for one, other in pairs if other not in roads.get(one, ())]
    yield from (fact_in_words(fact(f"road:{'-'.join(sorted(pair))}"), lang) for pair in missing or pairs)


def _tiles_left(position: Position, lang: Language, names: Sequence[str] = ()) -> Iterator[tuple[str, str]]:
    """Yield each stack of tiles, or those with some names, with the points of the tiles that are left."""
    stacks = position.stacks()
    for name, values in ((name, stacks[name]) for name in names or stacks):
        title = capitalized(stack_title(position.rules.board, name, lang))
        yield title, lang.listed(map(str, values)) or lang.text("none")


def _whose_turn(position: Position, about: Sequence[int], lang: Language) -> str:
    """Return how far the game is, and whether a player is on turn, if one is named, or else the order of play."""
    players = [*range(len(position.players))]
    order = " → ".join(called(position, at, lang) for at in players[position.decider :] + players[: position.decider])
    verdict = lang.text("yes" if position.decider in about else "no") + lang.typography("space") if about else ""
    told = element("p", element("b", verdict) + escape(moment(position, lang)))
    return told if about or position.is_over else told + element("p", escape(order))


def players_named(question: str, position: Position, lang: Language) -> list[int]:
    """Return the players that a question names, by number or by name."""
    asked = fold(question)
    named = [int(found[1]) - 1 for found in phrases(lang)["player"].finditer(asked)]
    everybody = range(len(position.players))
    named += [at for at in everybody if name_pattern(called(position, at, lang), lang).search(asked)]
    return [at for at in dict.fromkeys(named) if at in everybody]


def _standing(position: Position, at: int, asked: str, lang: Language) -> Iterator[tuple[str, str]]:
    """Yield what a player has: what a folded question asks about, points with their terms, or else everything."""
    player, said = position.players[at], phrases(lang)
    parts = {"points": lang.shown("points", number=position.scores()[at])}
    parts |= {key: lang.labelled(key, words or "–") for key, words in belongings(position, player, lang)}
    parts["route"] += lang.bracketed(str(len(player.route)))
    left = lang.shown("houses-left", number=position.rules.board.houses - len(player.houses))
    parts["houses"] = lang.parted((left, lang.labelled("houses", lang.listed(player.houses) or "–")))
    parts["carriage"] = lang.parted(counted(position, at, lang))
    about = [key for key in parts if f"of-{key}" in said and said[f"of-{key}"].search(asked)]
    yield called(position, at, lang), lang.parted(parts[key] for key in about or parts)
    if "points" in about:
        yield from ((title, signed(points[at])) for title, points in points_by_term(position, lang))


def _closings(position: Position, lang: Language) -> Iterator[tuple[str, str]]:
    """Yield the best ways to place houses on the own route, as if it could be closed at once, or with one card more."""
    as_played = position.replace(turn=Turn(position.decider, phase="play", drawn=1, played=1))
    closable = [now for now in (position, as_played) if any(event.verb == "close" for event in now.events())][:1]
    ways: list[tuple[int, str, list[str]]] = []
    for now in closable or _with_a_card(position):
        for closings in (best_first(group, now)["events"] for group in groups(now, lang) if group["name"] == "close"):
            points = now.play_without_checking(now.parse(closings[0]["event"])).scores()[position.decider]
            route = lang.labelled("route", " – ".join(now.own.route))
            ways.append((points, route, [each["order"] for each in closings[: FEW_SHOWN if closable else 1]]))
    for _, route, told in sorted(ways, key=lambda way: -way[0])[:FEW_SHOWN]:
        yield route, lang.parted(told)


def _with_a_card(position: Position) -> Iterator[Position]:
    """Yield the positions after a known card of the own hand or of the display is played on the own route."""
    for card in dict.fromkeys(card for card in (*position.own.hand, *position.display) if not card.startswith(UNKNOWN)):
        players = list(position.players)
        players[position.decider] = position.own.replace(hand=add(position.own.hand, (card,)))
        now = position.replace(players=tuple(players), turn=Turn(position.decider, drawn=1))
        for event in now.events():
            if event.verb == "play" and event[1] == card and event[-1] in ("left", "right"):
                yield now.play_without_checking(event)


def _fitting(position: Position, lang: Language) -> Iterator[tuple[str, str]]:
    """Yield the cards of the own hand and of the display that fit at an end of the own route, each before this end."""
    city_of = position.rules.board.city_of
    route = [city_of[card] for card in position.own.route]
    for label, cards in (("hand", position.own.hand), ("display", position.display)):
        fit: list[str] = []
        for card in dict.fromkeys(card for card in cards if not card.startswith(UNKNOWN)):
            for side in ("right", "left")[: len(route)] or ("start",):
                event, city = Event(("play", card, side)), city_of[card]
                beside = {"left": route[:1], "right": route[-1:]}.get(side, [])
                if not lasting_objections(position, event, position.why_not(event)):
                    fit.append(" – ".join((city, *beside)))
        yield lang.label(label), lang.listed(fit) or lang.text("none")


def _next_carriage(asked: str, position: Position, at: int, lang: Language) -> str:
    """Return how long a route gets a player the next carriage, if that is asked; nothing where nobody can help."""
    board, own = position.rules.board, position.players[at].carriage
    least, number = board.shortest_route, board.next_carriage[own]
    is_asked = phrases(lang)["next-carriage"].search(asked) and not phrases(lang)["provinces"].search(asked)
    if number is None or number <= least or not is_asked:
        return ""
    player, fewest = called(position, at, lang), max(least, number - CARTWRIGHT_HELPS)
    return element("p", escape(lang.text("next-carriage", "table", player=player, number=number, fewest=fewest)))


def _province(position: Position, name: str, player: int, asked: str, lang: Language) -> Iterator[tuple[str, str]]:
    """Yield where a player has no house in a province or its tile, who has houses there, the tiles left, the cities.

    If the question asks who has houses, or for the tiles, these come first.
    """
    board, said = position.rules.board, phrases(lang)
    stack = next((stack for stack in board.stacks if name in stack.provinces), None)
    cities = [city.name for city in board.cities if city.province in (stack.provinces if stack else (name,))]
    left = lang.listed(map(str, position.stacks()[stack.name])) if stack else ""
    rows = {
        "tiles": [(capitalized(lang.shown("tiles-left")), left or lang.text("none"))],
        "missing": [_without_house(position, sorted({*cities} - {*position.players[player].houses}), player, lang)],
        "owners": list[tuple[str, str]](),
    }
    for at, each in enumerate(position.players):
        houses = lang.listed(sorted({*each.houses} & {*cities}))
        tiles = lang.listed(str(tile.value) for tile in each.tiles if stack and tile.stack == stack.name)
        if has := [lang.labelled(key, words) for key, words in (("houses", houses), ("tiles", tiles)) if words]:
            rows["owners"].append((called(position, at, lang), lang.parted(has)))
    first = next((kind for kind in ("tiles", "owners") if said[kind].search(asked)), "missing")
    for kind in dict.fromkeys((first, *rows)):
        yield from rows[kind]
    yield stack_title(board, stack.name, lang) if stack else name, lang.listed(cities)


def _without_house(position: Position, places: Iterable[str], player: int, lang: Language) -> tuple[str, str]:
    """Return the cities or provinces in which a player has no house."""
    name, missing = called(position, player, lang), list(places)
    if not missing:
        return name, lang.text("everywhere", "table")
    return lang.text("no-house", "table", player=name), lang.listed(missing) + lang.bracketed(str(len(missing)))
