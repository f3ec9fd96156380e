"""Whatever a refusal says is so: its sentence is compared with the position, which the rules don't see here.

Each sentence has a claim of its own, read from the table as a person would. It is true wherever the sentence is said,
and somewhere it is false, and then the sentence isn't said.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import thurntaxis as tt
from support import paths, random_play
from support.conceivable import conceivable
from support.few_and_many import few_and_many
from support.position_files import counted
from support.refusal_cases import CASES
from support.sources import sentences_of_rules
from thurntaxis.io.read import position_from_data
from thurntaxis.steps.common import PHASE_WORDS

Claim = Callable[[tt.Position, tt.Event, dict[str, Any]], bool]

HOUSES, HORSES = 20, 6


def turn(test: Callable[[tt.Turn], bool]) -> Claim:
    return lambda position, _, __: test(position.turn)


def cities(position: tt.Position, cards: tuple[str, ...]) -> list[str]:
    return [position.rules.board.city_of[card] for card in cards]


def next_carriage(position: tt.Position) -> int:
    have = position.own.carriage or 0
    return min((number for number, _ in position.rules.board.carriages if number > have), default=99)


def in_provinces(position: tt.Position, event: tt.Event) -> Counter[str | None]:
    """Return how many of the houses each province would get."""
    return Counter(position.rules.board.province_of.get(city) for city in event[1:])


def road_lacks(position: tt.Position, event: tt.Event, facts: dict[str, Any]) -> bool:
    route = cities(position, position.own.route)
    end = route[0 if event[-1] == "left" else -1] if route else None
    return facts["end"] == end and end not in position.rules.board.neighbours[facts["city"]]


def in_deck(position: tt.Position, back: str) -> int:
    """Return how many cards with this back are neither seen nor unknown cards of hands and discards."""
    unseen = sum(position.rules.board.horseshoes[card] == int(back) for card in position.unseen)
    cards = (card for player in position.players for card in player.hand)
    return unseen - [*cards, *position.discard].count(f"{tt.UNKNOWN}/{back}")


CLAIMS: dict[str, Claim] = {
    "Take a card first.": turn(lambda t: t.drawn == 0),
    "You began the turn with an empty hand, so first take a second card with the postmaster.": turn(
        lambda t: t.began_empty and t.drawn == 1
    ),
    "You have already taken a card in this turn; for a second one, you need the postmaster.": turn(
        lambda t: t.drawn > 0
    ),
    "Take your first card before the postmaster gives you a second one.": turn(lambda t: t.drawn == 0),
    "{city} is not on display.": lambda p, e, f: f["city"] not in p.display,
    "The deck and the discards are both empty.": lambda p, e, f: p.deck_size == 0 and not p.discard,
    "The display is empty.": lambda p, e, f: not p.display,
    "You have already used the {official} in this turn, and you may use only one official in a turn.": (
        lambda p, e, f: f["official"] in p.turn.used
    ),
    "You have already used the {official} in this turn, and you may use each official only once.": (
        lambda p, e, f: f["official"] in p.turn.used and e.verb == f["official"]
    ),
    "You began the turn with an empty hand, so you can use only the postmaster.": (
        lambda p, e, f: p.turn.began_empty and e.verb != "postmaster"
    ),
    "You can use the administrator only before you take your first card.": turn(lambda t: t.drawn > 0),
    "You can use the administrator only before you play a card.": turn(lambda t: t.played > 0),
    "You have already played a card in this turn; for a second one, you need the carrier.": turn(
        lambda t: t.played > 0
    ),
    "The carrier lets you play a second card; play the first one before that.": turn(lambda t: t.played == 0),
    "You have no {city} card in hand.": lambda p, e, f: f["city"] not in (*p.own.hand, *cities(p, known(p))),
    "It isn’t known whether {city} is among the unknown cards in hand.": lambda p, e, f: (
        f["city"] not in p.own.hand and len(known(p)) < len(p.own.hand)
    ),
    "You have no route to extend; {city} can only start one.": lambda p, e, f: not p.own.route,
    "Both ends of a route of one city are the same: write it with right.": (
        lambda p, e, f: len(p.own.route) == 1 and e[-1] == "left"
    ),
    "{city} is already in the route.": lambda p, e, f: f["city"] in cities(p, p.own.route),
    "No road leads from {city} to {end}, the city at that end of the route.": road_lacks,
    "The carrier’s card has to extend your route, not start a new one.": (
        lambda p, e, f: not p.rules.options["carrier-restart"] and e[-1] == "start" and bool(p.own.route)
    ),
    "Play a card before you close your route.": turn(lambda t: t.played == 0),
    "Take a card and play one before you close your route.": turn(lambda t: t.played == t.drawn == 0),
    "With no card played this turn, you can’t close your route.": (
        lambda p, e, f: p.turn.played == 0 and not p.own.hand and not (p.display or p.discard or p.deck_size)
    ),
    "Play a card before you end your turn.": turn(lambda t: t.played == 0),
    "Take a card and play one before you end your turn.": turn(lambda t: t.played == t.drawn == 0),
    "You can close a route only if it has at least {least} cities; this one has {cities}.": (
        lambda p, e, f: len(p.own.route) == f["cities"] < f["least"] == p.rules.board.shortest_route
    ),
    "Not in the route: {cities}.": lambda p, e, f: set(f["cities"]).isdisjoint(cities(p, p.own.route)),
    "You may have only one house in a city; there would be more in {cities}.": lambda p, e, f: all(
        city in p.own.houses or e[1:].count(city) > 1 for city in f["cities"]
    ),
    "Place one house in each province, or all in one; these are in several, with more than one in {crowded}.": (
        lambda p, e, f: len(in_provinces(p, e)) > 1 and all(in_provinces(p, e)[name] > 1 for name in f["crowded"])
    ),
    "You have too few houses left: {left} instead of {wanted}.": (
        lambda p, e, f: HOUSES - len(p.own.houses) == f["left"] < f["wanted"] == len(e[1:])
    ),
    "You may place a house in only one free city, not in {cities}.": (
        lambda p, e, f: len(f["cities"]) > 1 and set(f["cities"]) <= set(p.rules.board.free_cities) & set(e[1:])
    ),
    "You may place a house in a free city only with one house in each province, not with several in {crowded}.": (
        lambda p, e, f: (
            not set(e[1:]).isdisjoint(p.rules.board.free_cities)
            and all(in_provinces(p, e)[name] > 1 for name in f["crowded"])
        )
    ),
    "There is no carriage to take or decline now; it comes only right after you close a route that is long enough.": (
        lambda p, e, f: p.turn.phase != "carriage"
    ),
    "You can use the cartwright only right after you close a route that is one or two cities too short for the next "
    "carriage.": lambda p, e, f: p.turn.phase != "carriage",
    "Your next carriage, number {number}, needs a route of at least {number} cities; the route you closed has "
    "{cities}.": lambda p, e, f: p.turn.closed == f["cities"] < f["number"] == next_carriage(p),
    "The cartwright helps only if the route is one or two cities too short; this one is long enough.": (
        lambda p, e, f: p.turn.closed >= next_carriage(p)
    ),
    "You can’t decline a carriage that you have earned.": (
        lambda p, e, f: p.turn.closed >= next_carriage(p) and not p.rules.options["carriage-declinable"]
    ),
    "There are no carriages to take or decline in this game.": (lambda p, e, f: "power-and-glory" in p.rules.modules),
    "There is no cartwright in this game.": lambda p, e, f: "cartwright" not in p.rules.officials,
    "No card has to be revealed now.": lambda p, e, f: p.turn.pending[:1] not in (("hand",), ("display",)),
    "No {city} card can be revealed now: all of them are in hands, in routes, on display or discarded.": (
        lambda p, e, f: e[1] not in p.unseen
    ),
    "The display has to be refilled first.": turn(lambda t: t.pending[:1] == ("display",)),
    "The card drawn blind has to be revealed first.": turn(lambda t: t.pending[:1] == ("hand",)),
    "First say what the back of the deck’s top card shows.": (
        lambda p, e, f: "power-and-glory" in p.rules.modules and p.deck_back is None and p.deck_size > 0
    ),
    "There is no back to look at now: that of the top card is known, or there is no deck.": (
        lambda p, e, f: p.deck_back is not None or p.turn.pending[:1] != ("back",)
    ),
    "The top card shows {number} on its back, but {card} doesn’t.": (
        lambda p, e, f: p.rules.board.horseshoes[f["card"]] != f["number"] == p.deck_back
    ),
    "No card with {number} on its back is left in the deck.": lambda p, e, f: in_deck(p, f["number"]) <= 0,
    "The game is over.": lambda p, e, f: p.is_over,
    "This isn’t possible now: {now}.": lambda p, e, f: f["now"] == PHASE_WORDS[p.turn.phase],
    "You choose cards to keep only if you have more than three in hand after closing a route.": (
        lambda p, e, f: p.turn.closed == 0 or len(p.own.hand) <= 3
    ),
    "Keep exactly {kept} cards.": lambda p, e, f: len(e[1:]) != f["kept"] == 3,
    "Not in hand as often as they are to be kept: {cities}.": lambda p, e, f: bool(
        Counter(e[1:]) - Counter(p.own.hand)
    ),
    "Letters that the {official} costs now: {cost}; letters that you have: {letters}.": (
        lambda p, e, f: p.own.letters == f["letters"] < f["cost"]
    ),
    "Letters that the {official} costs now: {cost}; letters that you have had since before this turn: {letters}.": (
        lambda p, e, f: p.own.letters_usable == f["letters"] < f["cost"]
    ),
    "First {player} has to return office tiles, or take or decline the reward.": (
        lambda p, e, f: p.returning is not None and f["player"] == p.name_of(p.returning.order[0])
    ),
    "You can return office tiles only in a return round.": lambda p, e, f: p.returning is None,
    "{player} has returned office tiles, and now has to take or decline the reward.": (
        lambda p, e, f: p.returning is not None and p.returning.reward is not None
    ),
    "Only a player who has just returned two office tiles may draw a card for them.": (
        lambda p, e, f: p.returning is None or p.returning.reward != "draw"
    ),
    "Only a player who has just returned four office tiles may place a house for them.": (
        lambda p, e, f: p.returning is None or p.returning.reward != "house"
    ),
    "You have to return at least one office tile.": (
        lambda p, e, f: p.returning is not None and not p.returning.final and p.returning.reward is None
    ),
    "You return one to four different office tiles.": (
        lambda p, e, f: not 1 <= len(e[1:]) <= 4 or len(set(e[1:])) < len(e[1:])
    ),
    "You have no office tile of: {offices}.": lambda p, e, f: set(f["offices"]).isdisjoint(p.own.offices),
    "In the final return round, you return three or four different office tiles, or none.": (
        lambda p, e, f: p.returning is not None and p.returning.final and len(e[1:]) < 3
    ),
    "You already have six cards in front of the carriage, and no more are allowed.": (
        lambda p, e, f: len(p.own.horses) == HORSES
    ),
    "The route has {cities} cities, and the carriage only {horses} horses.": (
        lambda p, e, f: len(p.own.route) == f["cities"] > f["horses"]
    ),
}
"""For each sentence, whether what it says is so."""

ELSEWHERE = {
    "Write this event as: {line}.",
    "The hand holds unknown cards, so it is not known which ones would be discarded.",
}
"""Sentences about how an event is written, or what isn't known of a hand; test_refusals.py has them."""


def known(position: tt.Position) -> tuple[str, ...]:
    """Return the known cards in the hand of the player who acts."""
    return tuple(card for card in position.own.hand if not card.startswith(tt.UNKNOWN))


def test_every_sentence_has_a_claim() -> None:
    modules = [path for path in Path(tt.__file__).parent.rglob("*.py") if path.name != "position_warnings.py"]
    said = {template for kind, template in sentences_of_rules(*modules) if kind == "because"}
    assert said == CLAIMS.keys() | ELSEWHERE


def tables(seeds: range) -> Iterator[tt.Position]:
    """Yield positions in which something is refused, those of the perft tables, and some of random games."""
    if 0 in seeds:
        yield from (position for _, position in CASES)
        for path in sorted(paths.COUNTS.rglob("*.toml")):
            position = position_from_data(counted(path))
            yield position
            if position.returning is not None and position.returning.reward == "draw":
                yield position.replace(returning=position.returning.replace(reward="house"))
    for seed in seeds:
        chance = random.Random(seed)
        game = random_play.ALL[seed % len(random_play.ALL)]
        for position, _, after in random_play.steps(random_play.start_with(chance, *game), chance, 2000):
            if chance.randrange(30) == 0:
                yield position
            if after.is_over:
                yield after


@few_and_many(4, 120)
def test_what_refusals_say_is_so(seeds: range) -> None:
    true, refused = Counter[str](), list[tuple[tt.Position, tt.Event, dict[str, dict[str, Any]]]]()
    chance = random.Random(0)
    for table in tables(seeds):
        by_verb = dict[str, list[tt.Event]]()
        for event in conceivable(table, chance):
            by_verb.setdefault(event.verb, []).append(event)
        for event in (event for events in by_verb.values() for event in chance.sample(events, min(len(events), 6))):
            said = {objection.template: objection.facts for objection in table.why_not(event)}
            refused.append((table, event, said))
            for template in said.keys() - ELSEWHERE:
                assert CLAIMS[template](table, event, said[template]), (template, event, table.to_line())
                true[template] += 1
    if 0 not in seeds:  # the small positions, which have all of them, are among the others
        return
    assert true.keys() == CLAIMS.keys()
    for template, claim in CLAIMS.items():
        verbs = {event.verb for _, event, said in refused if template in said}
        facts = next(said[template] for _, _, said in refused if template in said)
        others = [(table, event) for table, event, said in refused if event.verb in verbs and template not in said]
        assert any(is_false(claim, table, event, facts) for table, event in others), template


def is_false(claim: Claim, table: tt.Position, event: tt.Event, facts: dict[str, Any]) -> bool:
    """Return whether a claim is false of a position and an event, with facts of another refusal."""
    try:
        return not claim(table, event, facts)
    except (KeyError, IndexError):  # the facts name things of another board
        return False
