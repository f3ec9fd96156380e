"""Decisions out of games by all rules that the kernel's players know: shared by their tests."""

import functools
import itertools
import random
from collections.abc import Iterator

import thurntaxis as tt
from support import decisions, random_play
from support.paths import BY_CITY
from thurntaxis.rules import RuleSet
from thurntaxis_training.self_play import opening, rule_sets

_ALIKE = [tt.rule_set(str(BY_CITY), modules=modules) for modules in (["power-and-glory"], tt.MODULES)]

RULES: dict[str, RuleSet] = {
    " ".join([str(number), rules.board.name, *rules.modules]): rules
    for number, rules in enumerate((*rule_sets(further=True), *_ALIKE))
}
"""The rules of games that weights are fitted to, and a board on which all cards of a city have as many horseshoes."""

FURTHER = tuple(RULES)
ALL = ("base game", *FURTHER)
HORSES = tuple(name for name, rules in RULES.items() if "power-and-glory" in rules.modules)
OFFICES = tuple(name for name, rules in RULES.items() if "offices-of-honor" in rules.modules)
"""The names of games: all but the base game, all, those with horses, those with office tiles."""

Table = tuple[tt.Position, random.Random]


def decisions_of(game: str) -> Iterator[tt.Position]:
    """Yield decisions of such games, from play and from varied tables."""
    if game == "base game":
        yield from (position for seed in range(6) for position in decisions.decisions(seed, 12))
    else:
        yield from of_game(game)
    yield from (position for position, _ in tables(game, 7))


def tables(game: str, seed: int = 1) -> Iterator[Table]:
    """Yield decisions of such games; in most of them, route and houses of the player are redrawn for variety."""
    return _base_tables(seed) if game == "base game" else _further_tables(game, seed)


def _base_tables(seed: int) -> Iterator[Table]:
    chance = random.Random(seed)
    for game in range(6):
        for position in decisions.decisions(100 * seed + game, every=6, most=500):
            readings = {**position.rules.options, "all-provinces": chance.choice(tt.OPTIONS["all-provinces"])}
            yield _varied(position.with_rules(tt.rule_set(options=readings)), chance), chance


def _further_tables(game: str, seed: int) -> Iterator[Table]:
    """Yield some of each kind of decision."""
    chance = random.Random(seed)
    kinds: dict[object, list[tt.Position]] = {}
    for position in of_game(game):
        returning = position.returning
        kinds.setdefault((position.turn.phase, returning and (returning.final, returning.reward)), []).append(position)
    for position in itertools.chain(*(chance.sample(some, min(len(some), 64)) for some in kinds.values())):
        yield _varied(position, chance), chance


def _varied(position: tt.Position, chance: random.Random) -> tt.Position:
    board = position.rules.board
    if chance.random() > 0.7:
        return position
    houses = chance.sample(sorted(board.province_of), chance.choice([chance.randint(0, 20), 18, 19]))
    cities = chance.choice([(), decisions.any_route(board, chance, 9), (chance.choice(board.cities).name,)])
    route = tuple(chance.choice(board.cards_of[city]) for city in cities)
    return position.with_own(houses=tuple(sorted(houses)), route=route)


@functools.cache
def of_game(game: str) -> tuple[tt.Position, ...]:
    """Return decisions of games by the rules of this name, of two to four players, out of beginnings and of late games.

    Of the kinds that are rare there are more, such as those of last rounds. (The base game is none of these.)
    """
    chance = random.Random(game)
    found: list[tt.Position] = []
    for players in (2, 3, 4):
        start = opening(RULES[game], players)
        for position, most in ((start, 400), *((_late(start, chance), 1500) for _ in range(3))):
            found += [
                p for p, _ in random_play.walk(position, chance, most)
                if not p.is_chance and chance.randrange(_one_of(p)) == 0
            ]  # fmt: skip
    return (*found, *(p for p in map(_with_house, found) if p))


def _with_house(position: tt.Position) -> tt.Position | None:
    """Return the position in which the player may place a house instead, which hardly ever happens by chance."""
    returning, board = position.returning, position.rules.board
    if not returning or returning.final or returning.reward or "power-and-glory" in position.rules.modules:
        return None
    if len(position.own.houses) == board.houses:
        return None
    return position.replace(returning=returning.replace(reward="house"))


def _one_of(position: tt.Position) -> int:
    """Return of how many such decisions one is taken."""
    if position.turn.phase == "final":
        return 1
    if position.ender is not None or position.turn.phase in ("carriage", "keep"):
        return 2
    return 15 if position.returning or position.turn.phase == "play" else 50


def _late(position: tt.Position, chance: random.Random) -> tt.Position:
    """Return the opening of a game with most of the houses placed, and with whatever modules bring."""
    rules, names = position.rules, sorted(position.rules.board.province_of)
    letters = "princess-messenger" in rules.modules
    carriages = [None] if "power-and-glory" in rules.modules else [None, 3, 4, 5, 6]
    players = tuple(
        player.replace(
            houses=tuple(sorted(chance.sample(names, chance.randint(14, 18)))),
            carriage=chance.choice(carriages),
            letters=chance.randint(0, 12) if letters else 0,
            chips=chance.randint(0, 3) if "offices-of-honor" in rules.modules else 0,
            has_messenger=letters and "power-and-glory" not in rules.modules and seat == 1,
        )
        for seat, player in enumerate(position.players)
    )
    return position.replace(players=players)
