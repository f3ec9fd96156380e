"""The parts of the table on and around its map: cards, players, actions, marks, and what the others did last."""

import html
import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from thurntaxis import UNKNOWN, Event, Player, Position
from thurntaxis.clauses import clause_of
from thurntaxis.officials import OFFICIALS
from thurntaxis_presentation.describe import called, counted, marks, tile_in_words
from thurntaxis_presentation.event_words import event_in_words
from thurntaxis_presentation.language import Language, signed
from thurntaxis_presentation.svg.map import Marks, view
from thurntaxis_presentation.svg.pieces import face, house
from thurntaxis_presentation.svg.whole import player_part
from thurntaxis_presentation.typed_moves import SIDES
from thurntaxis_rulebook import clause

TAKING, PLAYING = ("draw", "postmaster"), ("play", "carrier")
"""The events by which a card of the display is taken, and those by which one of the hand is played."""


def element(tag: str, inner: str, **attributes: object) -> str:
    """Return an element; of the attributes, `_` stands for a hyphen, and those that are none are left out."""
    given = "".join(
        f' {name.strip("_").replace("_", "-")}="{html.escape(str(value))}"'
        for name, value in attributes.items()
        if value is not None
    )
    return f"<{tag}{given}>{inner}</{tag}>"


# ---- cards


def card(
    position: Position, name: str, lang: Language, kind: str = "", events: Sequence[Event] = (), tag: str = "button"
) -> str:
    """Return a card in its province's colour, as what can be tapped: it plays the event if it's for one alone."""
    mine = [event for event in events if name in event[1:]]
    known = name in position.rules.board.city_of
    city, colour, horseshoes = face(position.rules.board, name, lang)
    tint = f'<svg aria-hidden="true"><rect width="100%" height="100%" fill="{colour}"/></svg>'
    words = f"{city if known else '?'} {'∪' * horseshoes}".strip()
    return element(
        tag,
        tint + element("span", html.escape(words)),
        type="button" if tag == "button" else None,
        _class=f"card {kind if mine else ''}".strip(),
        data_card=name,
        data_event=mine[0] if len(mine) == 1 else None,
        aria_label=event_in_words(mine[0], lang) if len(mine) == 1 else None if known else city,
    )


def laid_out(display: Sequence[str], before: Sequence[str], places: int) -> list[str]:
    """Return the cards of the display, each at the place where it lay before; a gap is empty.

    >>> laid_out(["Basel", "Linz", "Ulm"], ["Ulm", "Lodz", "Linz"], 3)
    ['Ulm', 'Basel', 'Linz']
    """
    stays = Counter(display) & Counter(before)
    new = list((Counter(display) - stays).elements())
    laid = []
    for card in before if len(before) == places else [""] * places:
        if stays[card] > 0:
            stays[card] -= 1
            laid.append(card)
        else:
            laid.append(new.pop(0) if new else "")
    return laid


def display_part(position: Position, can: Sequence[Event], lang: Language, laid: Sequence[str]) -> str:
    """Return the display, as it is laid out, with the deck beside it; what is tapped plays one of the events `can`."""
    events = [event for event in can if event.verb in TAKING]
    gap = '<span class="card gap"></span>'
    cards = [card(position, name, lang, "takeable", events) if name else gap for name in laid]
    back = "∪" * (position.deck_back or 0)
    piles = [("deck", f"{position.deck_size} {back}".strip()), ("discards", str(len(position.discard)))]
    shown = []
    for name, count in piles:
        mine = [event for event in events if name in event[1:]]
        words = element("span", f"{html.escape(lang.shown(name))} <b>{count}</b>")
        kind = f"card pile{' takeable' if mine else ''}"
        does: dict[str, object] = {"data_event": mine[0] if len(mine) == 1 else None}
        does["data_ask"] = lang.label("discards") if name == "discards" else None
        shown.append(element("button", words, type="button", _class=kind, data_pile=name, **does))
    return "".join([*cards, *shown])


def hand_part(position: Position, can: Sequence[Event], player: int, lang: Language) -> str:
    """Return the hand of a player; what is tapped plays one of the events `can`."""
    is_mine = position.decider == player
    events = [event for event in can if event.verb in PLAYING] if is_mine else []
    return "".join(card(position, name, lang, "playable", events) for name in position.players[player].hand) or "–"


def route_part(position: Position, player: int, lang: Language) -> str:
    """Return the route of a player."""
    return "".join(card(position, name, lang, tag="span") for name in position.players[player].route) or "–"


# ---- players


def points_by_term(position: Position, lang: Language) -> Iterator[tuple[str, list[int]]]:
    """Yield the name of each term of the score, and the points of each player for it."""
    for points in position.rules.parts.points:
        yield clause(clause_of(points)).title[lang], [points(position, player) for player in position.players]


def players_part(position: Position, lang: Language) -> str:
    """Return a row for each player, which opens to all that lies before the player."""
    return "".join(_player(position, at, lang) for at in range(len(position.players)))


def _player(position: Position, at: int, lang: Language) -> str:
    player, parts = position.players[at], position.rules.parts
    left = position.rules.board.houses - len(player.houses)
    figures = [("score", signed(position.scores()[at]), lang.shown("points", number=position.scores()[at]))]
    if parts.carriages:
        figures.append(("wheel", str(player.carriage or "–"), next(counted(position, at, lang))))
    figures += [
        ("houses", str(left), lang.shown("houses-left", number=left)),
        ("tiles", str(len(player.tiles)), lang.labelled("tiles", str(len(player.tiles)))),
        ("hand", str(len(player.hand)), lang.labelled("hand", str(len(player.hand)))),
    ]
    shown = "".join(
        f'<span class="{kind}" title="{html.escape(words)}">{"" if kind == "score" else icon(kind)}{number}</span>'
        for kind, number, words in figures
    )
    on_turn = position.turn.player == at and not position.is_over
    name = element("b", html.escape(called(position, at, lang)))
    said = html.escape(f"{called(position, at, lang)}{lang.colon}{lang.listed(words for _, _, words in figures)}")
    summary = element(
        "summary",
        f'{_sign(position, at, 20)}<span aria-hidden="true">{name} {shown}</span><span class="hidden">{said}</span>',
    )
    points = ((title, signed(each[at])) for title, each in points_by_term(position, lang) if each[at])
    return element(
        "details",
        summary + element("dl", definitions(points)) + player_part(position, at, lang),
        name="player",
        _class=f"seat p{at}{' on' if on_turn else ''}",
    )


def _sign(position: Position, player: int, width: int) -> str:
    """Return the house of a player with the player's mark."""
    drawn = house(player, marks(position)[player], 13, 14, 22)
    return f'<svg viewBox="0 0 26 28" width="{width}" height="{width}" aria-hidden="true">{drawn}</svg>'


def icon(name: str) -> str:
    """Return a small picture of the page, which says nothing to those who don't see it."""
    return f'<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><use href="#icon-{name}"/></svg>'


# ---- actions


def actions_part(position: Position, can: Sequence[Event], lang: Language) -> str:
    """Return the actions that name no card, or open a choice: the officials, to close the route, to end the turn."""
    verbs = [name for name in (*OFFICIALS, "close", "end") if name in position.rules.actions]
    return "".join(_action(position, verb, can, lang) for verb in verbs)


def _action(position: Position, verb: str, can: Sequence[Event], lang: Language) -> str:
    events = [event for event in can if event.verb == verb]
    name = lang.term(verb) if verb in OFFICIALS else lang.text({"close": "do-close", "end": "do-end"}[verb], "table")
    if len(events) == 1:
        kind = "act main" if verb == "end" and len(can) == 1 else "act"
        does: Mapping[str, object] = {"_class": kind, "data_event": events[0], "title": events[0]}
    elif events:
        does = {"_class": "act", "data_group": verb}
    else:
        label = name + lang.colon + lang.text("why-not", "table")
        does = {"_class": "act off", "data_ask": _asked(position, verb), "aria_label": label}
    return element("button", icon(verb) + element("span", html.escape(name)), type="button", **does)


def _asked(position: Position, verb: str) -> str:
    """Return the event of which to ask why it can't be played."""
    if verb == "postmaster":
        return "postmaster deck"
    if verb == "carrier":
        hand = [name for name in position.players[position.decider].hand if not name.startswith(UNKNOWN)]
        return f"carrier {(hand or list(position.rules.board.city_of))[0]} right"
    return verb


# ---- on the map


def marks_on_map(position: Position, can: Sequence[Event], player: int, traced: Mapping[str, int]) -> Marks:
    """Return how cities are marked: those of cards to take, those of the player's own hand, and those others led to."""
    city_of = position.rules.board.city_of
    kinds = {city_of[name]: "playable" for name in position.players[player].hand if name in city_of}
    for event in can:
        if event.verb in TAKING:
            kinds |= {city_of[word]: "takeable" for word in event[1:] if word in city_of}
    return {city: (kinds.get(city, ""), traced.get(city)) for city in {*kinds, *traced}}


def turn_on_map(position: Position, turn: Sequence[Event]) -> str:
    """Return a turn in SVG, to lie on the map below the cities' names: cards taken, cities joined, houses built."""
    board = position.rules.board
    places = {city.name: view(board).place(city) for city in board.cities}
    route = [board.city_of.get(card, "") for card in position.players[position.decider].route]
    parts: list[str] = []
    new: list[str] = []
    for event in turn:
        cities = [city for word in event[1:] if (city := board.city_of.get(word, word)) in places]
        if event.verb in TAKING:
            parts += [_ring(*places[city], "taken") for city in cities]
        elif event.verb in PLAYING and cities:
            new.append(cities[0])
            rest = [] if event[-1] == "start" else route
            route = [*cities, *rest] if event[-1] == "left" else [*rest, *cities]
        elif event.verb == "close":
            parts += [house(position.decider, "", places[city][0], places[city][1] + 25) for city in cities]
    joined = [
        f"M{places[a][0]:.1f} {places[a][1]:.1f}L{places[b][0]:.1f} {places[b][1]:.1f}"
        for a, b in itertools.pairwise(route)
        if (a in new or b in new) and a in places and b in places
    ]
    line = f'<path d="{"".join(joined)}"/>' if joined else ""
    return line + "".join(parts) + "".join(_ring(*places[city], "played") for city in new)


def _ring(x: float, y: float, kind: str) -> str:
    return f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="17"/>'


# ---- what has happened


def last_turns(
    turns: Iterable[tuple[int, Sequence[Event], Player]], position: Position, lang: Language
) -> Iterator[str]:
    """Yield a line for the last turn of each player, in short; `turns` also has what the player had before it.

    What a closing brought comes first, then the closing, as narrow windows cut the rest.
    """
    for player, events, before in turns:
        closing, *others = _in_short(events, lang)
        told = lang.parted(filter(None, (*_gained(before, position, player, lang), closing, *others)))
        name = html.escape(called(position, player, lang))
        yield element(
            "p", f"{_sign(position, player, 14)}<b>{name}{lang.colon}</b>{html.escape(told)}", _class=f"p{player}"
        )


def _gained(before: Player, position: Position, at: int, lang: Language) -> Iterator[str]:
    """Yield the tiles and the carriage that a player has and didn't have before."""
    player, board = position.players[at], position.rules.board
    yield from (tile_in_words(tile, lang, board) for tile in Counter(player.tiles) - Counter(before.tiles))
    if player.carriage != before.carriage:
        yield lang.shown("carriage-number", number=player.carriage)


def _in_short(events: Sequence[Event], lang: Language) -> Iterator[str]:
    """Yield what a player did in a turn: where houses were placed, who helped, which cards were taken and played."""

    def told(name: str, verbs: Sequence[str]) -> str:
        named = [word for event in events if event.verb in verbs for word in event[1:]]
        cards = [lang.text("deck-card", "table") if word == "deck" else word for word in named if word not in SIDES]
        return lang.text(name, "table", cities=lang.listed(cards)) if cards else ""

    yield told("built-short", ("close",))
    for event in events:
        if event.verb not in (*TAKING, *PLAYING, "close", "carriage", "decline", "end", "keep") or event == ("close",):
            yield lang.term(event.verb) if event.verb in OFFICIALS else event_in_words(event, lang, "deeds")
    yield told("taken-short", TAKING)
    yield told("played-short", PLAYING)


def history_part(steps: Iterable[tuple[Position, Event]], lang: Language) -> Iterator[str]:
    """Yield what has happened, event by event, each with the position before it, to which it leads back."""
    for at, (position, event) in enumerate(steps, 1):
        player = "" if position.is_chance else called(position, position.decider, lang) + lang.colon
        words = html.escape(player + event_in_words(event, lang, "deeds"))
        back = element("button", words, type="button", _class="plain", title=event, data_go=at)
        yield element("li", back, _class="chance" if position.is_chance else None, data_player=position.decider)


def definitions(rows: Iterable[tuple[str, str]]) -> str:
    """Return things with what there is to say about them."""
    return "".join(element("dt", html.escape(name)) + element("dd", html.escape(words)) for name, words in rows)
