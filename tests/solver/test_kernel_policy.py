"""The kernel's sensible player against plain words for what it looks at; and the finding of its weights."""

import itertools
import random
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

import kernels
import thurntaxis as tt
from decisions import any_route, decisions
from thurntaxis_solver import fit_taste
from thurntaxis_solver.kernel import compiled, layout, moves, policy, taste
from thurntaxis_solver.kernel.states import event_of, number_of, state
from thurntaxis_solver.kernel.tables import Tables, tables

BOARD = tt.rule_set().board
NAMES = [city.name for city in BOARD.cities]


def some_tables(seed: int) -> Iterator[tuple[tt.Position, random.Random]]:
    """Yield decisions of random games, the routes and houses of the player on turn drawn anew for variety."""
    chance = random.Random(seed)
    for game in range(3):
        for position in decisions(100 * seed + game, every=6, most=500):
            readings = {**position.rules.options, "all-provinces": chance.choice(tt.OPTIONS["all-provinces"])}
            varied = position.with_rules(tt.rule_set(options=readings))
            if chance.random() < 0.7:
                houses = chance.sample(NAMES, chance.choice([chance.randint(0, 20), 18, 19]))
                route = chance.choice([(), any_route(BOARD, chance, 9), (chance.choice(NAMES),)])
                varied = varied.with_mover(houses=tuple(sorted(houses)), route=route)
            yield varied, chance


def any_taste(chance: random.Random) -> list[float]:
    return [chance.uniform(-3, 3) for _ in range(taste.WEIGHTS)]


def at(position: tt.Position) -> tuple[compiled.Array, Tables, int]:
    """Return the state, the tables, and where the seat of the player on turn begins."""
    table = tables(position.rules)
    return state(position, table, 1), table, layout.SEATS + layout.SEAT * position.turn.player


# ---- what it looks at, in plain words


def house_value(position: tt.Position, city: str, weights: list[float]) -> float:
    me, rules = position.mover, position.rules
    if city in me.houses:
        return 0.0
    value, settled = weights[taste.HOUSE], {BOARD.province_of[house] for house in me.houses}
    for stack in BOARD.stacks:
        left = position.stacks()[stack.name]
        if not left or any(tile.stack == stack.name for tile in me.tiles):
            continue
        if city in BOARD.region_cities.get(stack.name, ()):
            value += weights[taste.REGION_TILE] * left[0] / len(BOARD.region_cities[stack.name] - set(me.houses))
        if stack.kind == "all-provinces":
            left_out = {stack.outside} if rules.options["all-provinces"] == "outside-baiern" else set()
            missing = {province.name for province in BOARD.provinces} - left_out - settled
            if BOARD.province_of[city] in missing:
                value += weights[taste.ALL_TILE] * left[0] / (len(missing) + 1)
    return value


def near_ends(player: tt.Player) -> set[str]:
    ends = {player.route[0], player.route[-1]} if player.route else set()
    return {other for end in ends for other in BOARD.neighbours[end]} - set(player.route)


def reached(first: set[str], cards: set[str]) -> set[str]:
    found = first & cards
    while more := {card for card in cards - found if BOARD.neighbours[card] & found}:
        found |= more
    return found


def card_value(position: tt.Position, city: str, chain: set[str], weights: list[float]) -> float:
    me = position.mover
    value = weights[taste.CARD_HOUSE] * house_value(position, city, weights)
    if city in me.route:
        value += weights[taste.CARD_IN_ROUTE]
    elif city in near_ends(me):
        value += weights[taste.CARD_FITS]
    elif me.route and BOARD.neighbours[city] & chain:
        value += weights[taste.CARD_FOLLOWS]
    if city in me.hand:
        value += weights[taste.CARD_DOUBLE]
    elif BOARD.neighbours[city] & set(me.hand) - set(me.route):
        value += weights[taste.CARD_BESIDE_HAND]
    return value


def place_value(position: tt.Position, event: tt.Event, weights: list[float]) -> float:
    me, (_, city, side) = position.mover, event
    route = {"right": (*me.route, city), "left": (city, *me.route), "start": (city,)}[side]
    follow = near_ends(me.replace(route=route))
    value = weights[taste.PLACE_HOUSE] * house_value(position, city, weights)
    if side == "start" and me.route:
        value -= weights[taste.GIVING_UP] + weights[taste.GIVING_UP_CITY] * len(me.route)
    value += weights[taste.PLACE_CHAIN] * len(reached(follow, set(me.hand) - set(route)))
    value += weights[taste.PLACE_DISPLAY] * len(follow & set(position.display))
    return value + weights[taste.PLACE_OPEN] * len(follow)


def chain_of(player: tt.Player) -> set[str]:
    return reached(near_ends(player), set(player.hand) - set(player.route))


# ---- and what the kernel makes of it


@pytest.mark.parametrize("seed", range(3))
def test_houses_and_cards_are_worth_what_is_said(seed: int) -> None:
    kinds = set()
    for position, chance in some_tables(seed):
        weights = any_taste(chance)
        s, table, me = at(position)
        w, t = compiled.floats(weights), table.numbers
        chain = chain_of(position.mover)
        for city in NAMES:
            bit = table.bit_of[city]
            value = house_value(position, city, weights)
            assert policy.house_value(s, t, w, me, bit) == pytest.approx(value)
            worth = card_value(position, city, chain, weights)
            assert policy.card_value(s, t, w, me, bit, table.set_of(tuple(chain))) == pytest.approx(worth)
            kinds.add((position.rules.options["all-provinces"], value > weights[taste.HOUSE]))
        houses = tuple(chance.sample(NAMES, 4))
        value = sum(house_value(position, city, weights) for city in houses)
        assert policy._houses_value(s, t, w, me, table.set_of(houses)) == pytest.approx(value)
    assert len(kinds) == 4


@pytest.mark.parametrize("seed", range(3))
def test_what_can_follow_is_found(seed: int) -> None:
    lengths = set()
    for position, chance in some_tables(seed):
        s, table, me = at(position)
        assert set(table.cities_of(policy.near_ends(s, table.numbers, me))) == near_ends(position.mover)
        first, cards = (set(chance.sample(NAMES, chance.randint(0, 9))) for _ in range(2))
        found = policy.reached(table.numbers, table.set_of(tuple(first)), table.set_of(tuple(cards)))
        assert set(table.cities_of(found)) == reached(first, cards)
        assert moves.size_of(found) == len(reached(first, cards))
        lengths.add(len(reached(first, cards)))
    assert len(lengths) > 5


@pytest.mark.parametrize("seed", range(3))
def test_places_are_worth_what_is_said(seed: int) -> None:
    sides = set()
    for position, chance in some_tables(seed):
        weights = any_taste(chance)
        s, table, me = at(position)
        w = compiled.floats(weights)
        for event in position.events():
            if event.verb in ("play", "carrier"):
                number = number_of(event, table)
                value = policy._place_value(s, table.numbers, w, me, number, number % layout.VERBS)
                assert value == pytest.approx(place_value(position, event, weights)), (position, event)
                sides.add((event.verb, event[2]))
    assert len(sides) == 6


@pytest.mark.parametrize("seed", range(2))
def test_closings_are_all_sets_of_houses_that_may_be_placed(seed: int) -> None:
    scarce = 0
    for position, _ in some_tables(seed):
        mover = position.mover
        if len(mover.route) < BOARD.shortest_route:
            continue
        s, table, me = at(position)
        out = compiled.zeros(table.most_events)
        n = moves.closings(s, table.numbers, me, out, 0)
        free = sorted(set(mover.route) - set(mover.houses))
        supply = BOARD.houses - len(mover.houses)
        expected = []
        for many in range(min(len(free), supply) + 1):
            for houses in itertools.combinations(free, many):
                provinces = {BOARD.province_of[city] for city in houses}
                if len(provinces) in (1, many) or not houses:
                    expected.append(tt.Event(("close", *houses)))
        assert sorted(event_of(out[place], table) for place in range(n)) == sorted(expected)
        scarce += supply < len(free)
    assert scarce > 0


# ---- how it plays


@pytest.mark.parametrize("seed", range(4))
def test_only_legal_events_are_chosen(seed: int) -> None:
    """By the shipped weights and by any others, at any table."""
    verbs = set()
    for position, chance in some_tables(seed):
        s, table, _ = at(position)
        out = compiled.zeros(table.most_events)
        for weights in (list(taste.shipped()), any_taste(chance), any_taste(chance)):
            before = kernels.shown(s)
            event = event_of(policy.choose(s, table.numbers, compiled.floats(weights), out), table)
            assert position.why_not(event) == ()
            assert kernels.shown(s) == before
            verbs.add(event.verb)
    assert {"draw", "play", "close", "keep", "end"} <= verbs


def test_its_games_end() -> None:
    longest = 0
    for number, (players, options) in enumerate(kernels.rule_sets() * 6):
        start = tt.undealt(players, options=options)
        s, table, _ = at(start)
        s[layout.CHANCE] += number
        out, weights = compiled.zeros(table.most_events), compiled.floats(taste.shipped())
        assert policy.play_out(s, table.numbers, weights, out, 60 * players)
        assert s[layout.PHASE] == layout.OVER
        assert s[layout.TURNS] % players == 0
        longest = max(longest, s[layout.TURNS] // players)
    assert 15 < longest < 60


def test_a_playout_stops_after_the_turns_that_it_is_given() -> None:
    s, table, _ = at(tt.new(3, seed=1))
    out, weights = compiled.zeros(table.most_events), compiled.floats(taste.shipped())
    for turns in (0, 1, 5):
        before = int(s[layout.TURNS])
        assert not policy.play_out(s, table.numbers, weights, out, turns)
        assert s[layout.TURNS] == before + turns
        assert not moves.is_chance(s)


def test_it_plays_far_better_than_chance() -> None:
    table = tables(tt.rule_set())
    shipped = list(taste.shipped())
    indifferent = [0.0] * taste.WEIGHTS
    indifferent[taste.WHIM] = 1.0
    assert fit_taste.match(table, shipped, indifferent, 20, seed=1) > 15


# ---- its weights


def test_every_weight_has_its_name() -> None:
    assert len(taste.NAMES) == len(set(taste.NAMES)) == taste.WEIGHTS == len(taste.shipped())
    assert taste.NAMES[taste.REGION_TILE] == "region-tile"
    assert taste.NAMES[taste.WHIM] == "whim"
    assert all(getattr(taste, name.upper().replace("-", "_")) == number for number, name in enumerate(taste.NAMES))
    assert set(tomllib.loads(taste.FILE.read_text(encoding="utf-8"))["weights"]) == set(taste.NAMES)


def test_a_match_is_fair() -> None:
    """Equal tastes tie, and sides changed change the sign."""
    table, chance = tables(tt.rule_set()), random.Random(2)
    first, second = any_taste(chance), list(taste.shipped())
    for deals in (3, 4):
        assert fit_taste.match(table, second, second, deals, seed=5) == 0
        gain = fit_taste.match(table, first, second, deals, seed=5)
        assert gain == -fit_taste.match(table, second, first, deals, seed=5) != 0


def test_a_fit_depends_on_its_seed_alone() -> None:
    once = fit_taste.fit(4, 3, seed=5)
    assert fit_taste.fit(4, 3, seed=5) == once
    assert fit_taste.fit(4, 3, seed=6) != once
    assert once != list(taste.shipped())
    assert once[taste.WHIM] == taste.shipped()[taste.WHIM]


def test_a_fit_is_written_with_how_it_was_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "taste.toml"
    file.write_bytes(taste.FILE.read_bytes())
    made = tomllib.loads(file.read_text(encoding="utf-8"))["made"]
    monkeypatch.setattr(taste, "FILE", file)
    answer = CliRunner().invoke(fit_taste.main, ["--steps", "3", "--deals", "2", "--seed", "9"])
    assert answer.exit_code == 0
    written = tomllib.loads(file.read_text(encoding="utf-8"))
    assert written["made"][:-1] == made
    assert {"steps": 3, "deals": 2, "seed": 9}.items() <= written["made"][-1].items()
    found = fit_taste.fit(3, 2, seed=9)
    assert list(written["weights"].values()) == [round(weight, 3) for weight in found]
    assert list(written["weights"]) == list(taste.NAMES)
