"""The turn solver with modules, against whole turns searched event by event without any short cut."""

import itertools
import math
import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

import thurntaxis as tt
from support import module_games
from support.few_and_many import few_and_many
from support.module_games import GAMES, Game
from support.tables import MESSENGER, OFFICES, POWER, table
from thurntaxis.position import Returning
from thurntaxis_solver.capabilities import capabilities
from thurntaxis_solver.decider import is_last_turn
from thurntaxis_solver.exact import turn
from thurntaxis_solver.exact.evaluation import Evaluation
from thurntaxis_solver.exact.exact_advice import advise_exactly
from thurntaxis_solver.exact.plans import Plan
from thurntaxis_solver.exact.remaining_turn import RemainingTurn, begins_by
from thurntaxis_solver.exact.sampling import different_displays, mean_of_sample
from thurntaxis_solver.exact.turn import TurnSolver
from thurntaxis_solver.exact.value import SCALE, TurnValue, unproved, worst_of

Figures = tuple[Fraction, ...]

PLAYED: list[Game] = [game for game in GAMES if game[1]]
games = pytest.mark.parametrize("game", PLAYED, ids=module_games.name)


class EveryEvent:
    """A turn, or a round of returning tiles, in which every event is played and every reveal averaged.

    What has been found is kept; nothing is left out. What others do, and what is done in rounds that lie ahead, is what
    the solver says that it assumes.
    """

    def __init__(self, position: tt.Position) -> None:
        self.start, self.me = position, position.decider
        self.on_turn = self.me == position.turn.player
        self.evaluation = Evaluation.of(position, self.me)
        self.found: dict[tt.Position, Figures] = {}

    def value(self, position: tt.Position) -> Figures:
        """Return chance of winning, margin and score."""
        over = position.turn.player != self.me if self.on_turn else position.returning is None
        if over or position.is_over:
            return tuple(map(Fraction, self.evaluation.evaluate(position)[:3]))
        if position not in self.found:
            self.found[position] = self.looked_through(position)
        return self.found[position]

    def looked_through(self, position: tt.Position) -> Figures:
        if position.is_chance:
            chances = position.weights()
            parts = [(weight, self.value(position.play_without_checking(event))) for event, weight in chances.items()]
            return tuple(Fraction(sum(w * p[k] for w, p in parts)) / sum(chances.values()) for k in range(3))
        own = position.decider == self.me
        best = max if own else min
        if position.returning is not None and not self.all_counts(position, own=own):
            return self.value(position.play(self.assumed(position, own=own)))
        return best(self.value(position.play_without_checking(event)) for event in position.events())

    def all_counts(self, position: tt.Position, *, own: bool) -> bool:
        """Return whether every choice in a round of returning tiles is searched."""
        under_way = self.start.returning is not None and position.turn.used == self.start.turn.used
        return is_last_turn(position) or (own and under_way)

    def assumed(self, position: tt.Position, *, own: bool) -> tt.Event:
        best = max if own else min
        assert position.returning is not None
        if position.returning.reward == "draw":
            return tt.Event(("honor", "pass"))
        players = tuple(player.replace(hand=()) for player in position.players)
        table = position.replace(players=players, display=(), discard=(), unseen=(), deck_back=None)
        table = table.replace(turn=table.turn.replace(pending=()))

        def stands(event: tt.Event) -> TurnValue:
            after = table.play(event)
            if after.returning is not None and after.returning.reward == "house":
                return best(self.evaluation.evaluate(after.play(house)) for house in after.events())
            return self.evaluation.evaluate(after)

        return best(table.events(), key=stands)


def some(pile: tuple[str, ...], most: int, chance: random.Random) -> tuple[str, ...]:
    return tuple(sorted(chance.sample(pile, min(most, len(pile)))))


def few_cards(position: tt.Position, chance: random.Random, *, last: bool) -> tt.Position:
    """Take away cards, office tiles and free houses until the whole turn can be searched."""
    players = []
    for at, player in enumerate(position.players):
        own = at == position.turn.player
        hand = some(player.hand, 4 if own and position.turn.phase == "keep" else chance.choice([1, 2]), chance)
        route = player.route[:4] if own else player.route
        players.append(player.replace(hand=hand, route=route, offices=some(player.offices, 3, chance)))
    few = position.replace(
        players=tuple(players),
        display=some(position.display, chance.choice([1, 2]), chance),
        unseen=some(position.unseen, chance.choice([2, 3]), chance),
        discard=some(position.discard, chance.choice([0, 1]), chance),
    )
    hidden = [card for player in few.players for card in player.hand if card.startswith("?")]
    if hidden:
        few = few.replace(players=tuple(player.replace(hand=()) for player in few.players))
    if few.turn.phase == "draw" and not few.turn.drawn:
        few = few.with_turn(began_empty=not few.players[few.turn.player].hand)
    if capabilities(few.rules).backs:
        shoes = few.rules.board.horseshoes
        few = few.replace(deck_back=shoes[chance.choice(few.unseen)] if few.unseen else None)
    if last:
        count = len(few.players)
        return few.replace(ender=few.ender or 0, start=(few.turn.player + 1) % count)
    return few.replace(ender=None)


def nearly_empty_stacks(position: tt.Position, chance: random.Random) -> tt.Position:
    """Return the table with one tile left in one stack or two; the players have the others."""
    if not capabilities(position.rules).offices:
        return position
    stacks = {2: (3, 4, 4, 2), 3: (5, 6, 6, 3), 4: (6, 8, 8, 4)}[len(position.players)]
    whole: dict[str, int] = dict(zip(("administrator", "postmaster", "carrier", "cartwright"), stacks, strict=True))
    names = [name for name in position.rules.officials if name in whole and name not in position.turn.used]
    tiles: list[list[str]] = [[] for _ in position.players]
    for name in chance.sample(names, min(len(names), chance.choice([1, 1, 2]))):
        for _ in range(whole[name] - 1):
            tiles[chance.randrange(len(tiles))].append(name)
    players = tuple(p.replace(offices=tuple(sorted(t))) for p, t in zip(position.players, tiles, strict=True))
    return position.replace(players=players)


def with_letters(position: tt.Position, chance: random.Random) -> tt.Position:
    """Return the table with some letters for the player on turn, in a game with letters."""
    if not capabilities(position.rules).letters or chance.random() < 0.4:
        return position
    letters = chance.choice([1, 2, 4, 6])
    return position.with_mover(letters=letters, letters_usable=letters)


def turns(game: Game, seed: int, count: int, *, last: bool) -> Iterator[tt.Position]:
    """Yield decisions of the player on turn out of random games, with few cards."""
    chance = random.Random(f"{module_games.name(game)} {seed} {last}")
    every = [p for p in module_games.positions(game) if not p.is_chance and p.returning is None and not p.is_over]
    early = [p for p in every if p.turn.phase == "draw" and len(p.players) < 4]
    for position in [*chance.sample(early, count), *chance.sample(every, count // 2)]:
        few = with_letters(few_cards(position, chance, last=last), chance)
        if chance.random() < 0.6:
            few = nearly_empty_stacks(few, chance)
        if few.players[few.turn.player].hand or few.turn.phase == "draw":
            yield few


def solved(position: tt.Position) -> TurnValue:
    value = TurnSolver(position).value(position)
    assert value is not None
    return value


@few_and_many(1, 3)
@games
def test_last_turns_are_solved_exactly(game: Game, seeds: range) -> None:
    for seed in seeds:
        for position in turns(game, seed, 2, last=True):
            value = solved(position)
            assert value.is_proved
            assert value.low == value.high == value.win
            assert tuple(map(Fraction, value[:3])) == EveryEvent(position).value(position)


@games
def test_other_turns_are_solved_exactly_but_for_the_evaluation(game: Game) -> None:
    for position in turns(game, 2, 6, last=False):
        value = solved(position)
        assert tuple(map(Fraction, value[:3])) == EveryEvent(position).value(position)


# ---- rounds of returning tiles that are under way


def rounds(game: Game, seed: int, count: int) -> Iterator[tt.Position]:
    """Yield decisions in rounds of returning tiles, with few cards and not too many tiles."""
    chance = random.Random(f"{module_games.name(game)} {seed}")
    every = [p for p in module_games.positions(game) if p.returning is not None and not p.is_chance]
    few = [p for p in every if sum(len(set(player.offices)) for player in p.players) <= 5 and len(p.players) < 4]
    for position in chance.sample(few, min(count, len(few))):
        offices = [player.offices for player in position.players]
        cut = few_cards(position, chance, last=position.turn.phase == "final" or chance.random() < 0.3)
        players = tuple(p.replace(offices=tiles) for p, tiles in zip(cut.players, offices, strict=True))
        yield cut.replace(players=players)


@pytest.mark.parametrize("game", [game for game in PLAYED if OFFICES in game[1]], ids=module_games.name)
def test_whoever_returns_tiles_is_advised(game: Game) -> None:
    of_others = 0
    for position in rounds(game, 3, 14):
        value = solved(position)
        assert tuple(map(Fraction, value[:3])) == EveryEvent(position).value(position)
        of_others += position.decider != position.turn.player
    assert of_others > 2


@pytest.mark.parametrize(
    ("offices", "is_near"),
    [
        ([], False),
        (["carrier"] * 2, False),
        (["carrier"] * 3, True),
        (["cartwright"], True),
        (["postmaster"] * 3, False),
    ],
    ids=str,
)
def test_a_turn_is_settled_unless_an_official_can_take_the_last_tile_of_a_stack(
    offices: list[str], is_near: bool
) -> None:
    anna = {"hand": ["Basel", "Ulm"], "route": ["Augsburg"], "offices": offices}
    position = table(anna, {"hand": ["Linz"]}, modules=(OFFICES,), phase="play")
    remaining = RemainingTurn(position)
    assert remaining.round_may_begin(position) == is_near
    assert remaining.is_settled(position) == remaining.has_only_own_events(position) == (not is_near)
    for official in ("carrier", "cartwright"):
        assert begins_by(position, official) == (is_near and official in offices)


def under_way(anna: list[str], ben: list[str], *order: int) -> tt.Position:
    """Return a round in the middle of a game, after Anna has taken the last tile of the postmaster."""
    own = {"hand": ["Ulm"], "offices": anna, "houses": ["Basel", "Freiburg"]}
    begun = {"official": "postmaster", "drawn": 2}
    rounds = {"order": [0, 1], "office": "postmaster"}
    other = {"hand": ["Linz"], "offices": ben, "houses": ["Basel"]}
    begins = table(own, other, modules=(OFFICES,), turn=begun, returning=rounds)
    return begins.replace(returning=Returning(order, "postmaster"))


ALL_KINDS = ["administrator", "carrier", "cartwright", "postmaster"]


@pytest.mark.parametrize("kinds", [ALL_KINDS, ALL_KINDS[1:], ALL_KINDS[2:]], ids=len)
@pytest.mark.parametrize("at", [0, 1])
@pytest.mark.parametrize("houses", [1, 12])
def test_choices_in_rounds_are_judged_by_the_table_after_them(kinds: list[str], at: int, houses: int) -> None:
    """The player takes what is best there, others take what is worst for the player."""
    rest = ["postmaster"] * (4 - kinds.count("postmaster"))
    anna, ben = (rest, kinds) if at else (kinds, rest)
    position = under_way(anna, ben, at)
    position = position.with_mover(houses=tuple(sorted(city.name for city in position.rules.board.cities)[:houses]))
    ahead = position.replace(returning=None).with_turn(official=None, drawn=1)
    for start in (ahead, position.replace(returning=Returning((0, 1), "postmaster")) if at else ahead):
        solver, every = TurnSolver(start), EveryEvent(start)
        assert solver.player == 0
        event = solver.assumed_event(position)
        assert event == every.assumed(position, own=at == 0)
        after = solver.value(position.play(event))
        assert after is not None
        assert solver.value(position) == unproved(after), "what is assumed is no proof"
        assert solver.others_decide or at == 0


def test_nobody_is_assumed_to_take_a_card() -> None:
    position = under_way(["postmaster"] * 3, ["carrier", "postmaster"], 1)
    start = under_way(["postmaster"] * 3, ["carrier", "postmaster"], 0, 1)
    earned = position.play("return carrier postmaster")
    assert [str(event) for event in earned.events()][-1] == "honor pass"
    solver = TurnSolver(start)
    passed = solver.assumed_event(earned)
    assert passed == earned.parse("honor pass")
    value = solver.value(earned.play(passed))
    assert value is not None
    assert solver.value(earned) == unproved(value)


class Given(TurnSolver):
    """Gives the positions after the events of a decision these values, one after the other."""

    def __init__(self, position: tt.Position, values: list[TurnValue]) -> None:
        super().__init__(position)
        self.values = dict(zip(map(position.play, position.events()), values, strict=True))

    def value(self, position: tt.Position) -> TurnValue | None:
        return self.values[position]


def test_what_is_worst_for_the_player_comes_first_among_the_choices_of_others() -> None:
    """Chance of winning, margin and score count; what is known about the chance does not."""
    position = under_way(["postmaster"] * 3, ["carrier", "postmaster"], 1)
    start = under_way(["postmaster"] * 3, ["carrier", "postmaster"], 0, 1)
    plain = TurnValue(5, 5, 5, 5, 5, 0, 0)
    for values, order in (
        ([plain, plain._replace(low=4), plain._replace(low=3)], [0, 1, 2]),
        ([plain, plain._replace(score=4), plain._replace(margin=4)], [2, 1, 0]),
        ([plain._replace(win=6), plain, plain._replace(win=4, score=9)], [2, 1, 0]),
    ):
        solver = Given(position, values)
        solver.remaining = RemainingTurn(start)
        assert [choice.event for choice in solver.choices(position)] == [position.events()[at] for at in order]


@pytest.mark.parametrize(("carriage", "cities"), [(4, 3), (5, 5)])
def test_whoever_takes_the_last_tile_of_the_cartwright_closes_before_others_choose(carriage: int, cities: int) -> None:
    """The others act in the round that interrupts the closing, and do what is worst for the player."""
    row = ["Sigmaringen", "Zürich", "Kempten", "Ulm", "Augsburg"]
    anna = {"hand": ["Ulm"], "route": row[:cities], "offices": ["cartwright"], "carriage": carriage}
    ben = {"hand": ["Linz"], "offices": ["administrator", "carrier", "postmaster"]}
    position = table(anna, ben, modules=(OFFICES,), phase="play").with_mover(hand=())
    position = position.replace(display=(), unseen=(), ender=0, start=1)
    assert begins_by(position, "cartwright")
    value = solved(position)
    assert tuple(map(Fraction, value[:3])) == EveryEvent(position).value(position)


@pytest.mark.parametrize(("is_last", "effort"), [(True, (36, 56)), (False, (22, 152))], ids=["last turn", "later"])
def test_short_cuts_leave_no_more_to_search_than_before_while_others_may_act(
    is_last: bool, effort: tuple[int, int]
) -> None:
    """With the carrier Anna takes the last of his tiles, and a round begins; closing the route needs no search."""
    hand, route = ["Basel", "Lodz", "Passau", "Pilsen", "Ulm"], ["Kempten", "Zürich", "Sigmaringen"]
    ben = {"hand": ["Linz"], "offices": ["administrator", "postmaster"]}
    anna = {"hand": hand, "route": route, "offices": ["carrier"] * 3}
    position = table(anna, ben, modules=(OFFICES,), phase="play").replace(display=(), unseen=("Linz", "Pilsen"))
    if is_last:
        position = position.replace(ender=0, start=1)
    solver = TurnSolver(position)
    assert solver.value(position) is not None
    assert (solver.nodes, solver.evaluation.positions) == effort


def test_what_lies_on_display_makes_no_difference_once_cards_do_not_matter() -> None:
    """Only whether a card is left for the administrator counts, whose tile may be wanted."""
    position = table({"hand": ["Ulm", "Basel"]}, {"hand": ["Linz"]}, modules=(OFFICES,))
    position = position.with_mover(route=("Kempten",)).with_turn(phase="play", drawn=1, played=1)
    solver = TurnSolver(position)
    found = [solver.finish(position.replace(display=shown)) for shown in (("Linz",), ("Basel", "Ulm"), ())]
    assert found[0] is not None
    assert found[0] is found[1]
    assert found[0] is not found[2]


def test_which_officials_have_been_used_makes_a_difference_with_letters() -> None:
    position = table({"hand": ["Ulm", "Basel"]}, {"hand": ["Linz"]}, modules=(MESSENGER,))
    position = position.with_mover(route=("Kempten", "Sigmaringen"), letters=2, letters_usable=2)
    position = position.with_turn(phase="play", drawn=1, played=1)
    used = [position.with_turn(officials=officials) for officials in ((), ("postmaster",), ("carrier",))]
    shared = TurnSolver(position)
    for each in (*used, *reversed(used)):
        assert shared.finish(each) == TurnSolver(each).finish(each)
    assert shared.finish(used[1]) != shared.finish(used[2])


# ---- events and their values


@games
def test_choices_are_the_events_with_their_values(game: Game) -> None:
    for position in turns(game, 4, 4, last=False):
        solver = TurnSolver(position)
        choices = solver.choices(position)
        assert {choice.event for choice in choices} == set(position.events())
        assert [c.value for c in choices] == sorted((c.value for c in choices), reverse=True)
        for choice in choices:
            assert choice.value == TurnSolver(position).value(position.play(choice.event))


def follow(solver: TurnSolver, position: tt.Position, plan: Plan) -> Iterator[tuple[Fraction, tt.Position]]:
    """Follow a plan to the ends of the turn, others deciding as assumed; yield these with their chances."""
    position = solver.remaining.reduced(position)
    if solver.remaining.is_ended(position):
        assert not plan.turn
        yield Fraction(1), position
    elif position.is_chance:
        chances = position.weights()
        for event, weight in chances.items():
            then = plan.after.get(event, Plan(plan.turn, {}))
            for share, end in follow(solver, position.play(event), then):
                yield share * Fraction(weight, sum(chances.values())), end
    elif position.decider != solver.player:
        yield from follow(solver, position.play(solver.assumed_event(position)), plan)
    else:
        event, *rest = plan.turn
        yield from follow(solver, position.play(event), Plan(tuple(rest), plan.after))


@games
def test_following_a_line_brings_what_it_says(game: Game) -> None:
    followed = 0
    for position in turns(game, 5, 4, last=False):
        solver = TurnSolver(position)
        for line in advise_exactly(position, lines=4).lines:
            if "administrator" in {event.verb for event in line.turn}:
                continue  # what is said then goes for the best card, or for the likeliest display
            ends = list(follow(solver, position, Plan(line.turn, line.after)))
            assert sum(chance for chance, _ in ends) == 1
            values = [(chance, solver.evaluation.evaluate(end)) for chance, end in ends]
            for at, figure in enumerate((line.win, line.margin, line.score)):
                mean = sum(chance * value[at] / SCALE for chance, value in values)
                assert float(figure) == pytest.approx(float(mean), abs=1e-9)
            followed += 1
    assert followed > 3


# ---- sampled displays


def test_different_displays_are_counted() -> None:
    chance = random.Random(1)
    for _ in range(30):
        cards = chance.choices("abcd", k=chance.randint(0, 8))
        due = chance.randint(0, 5)
        listed = {tuple(sorted(some)) for some in itertools.combinations(cards, due)}
        assert different_displays(Counter(cards), due) == len(listed)


def midgame(board: str, *modules: str, **keys: Any) -> tt.Position:
    """Return a position in the middle of a game, at the start of a turn."""
    game: Game = (board, modules)
    found = [p for p in module_games.positions(game) if p.turn.phase == "draw" and not p.turn.drawn and p.ender is None]
    calm = [p for p in found if not p.is_chance and p.returning is None and len(p.mover.hand) > 1 and p.display]
    return calm[len(calm) // 2].with_mover(**keys)


@pytest.mark.parametrize(
    ("board", "module", "letters", "effort"),
    [("south", MESSENGER, 4, (8228, 3302)), ("testland", POWER, 0, (383, 132))],
    ids=["two draws", "a back is seen"],
)
def test_a_sample_is_always_the_same_and_proves_nothing(
    board: str, module: str, letters: int, effort: tuple[int, int]
) -> None:
    position = midgame(board, module, letters=letters, letters_usable=letters)
    last = position.replace(ender=0, start=(position.turn.player + 1) % len(position.players))
    after = last.with_turn(began_empty=False).play("administrator")
    solver = TurnSolver(last)
    value = solver.value(after)
    assert value is not None
    assert solver.has_sampled
    assert not value.is_proved
    assert value.low <= value.win <= value.high
    assert (solver.nodes, solver.evaluation.positions) == effort
    assert TurnSolver(last).value(after) == value


def test_a_sample_comes_close_to_all_displays(monkeypatch: pytest.MonkeyPatch) -> None:
    """With few displays, all of them are searched; a large sample has nearly the same mean."""
    position = midgame("testland", POWER)
    chance = random.Random(2)
    position = position.replace(unseen=some(position.unseen, 8, chance), discard=())
    after = position.replace(deck_back=None).with_turn(pending=("back",) + ("display",) * 6, official="administrator")
    after = after.replace(display=())
    exact = TurnSolver(position)
    value = exact.value(after)
    assert value is not None
    assert not exact.has_sampled
    monkeypatch.setattr(turn, "FEW_DISPLAYS", 0)
    monkeypatch.setattr(turn, "SAMPLED_DISPLAYS", {0: 400, 1: 400})
    sampled = TurnSolver(position)
    nearly = sampled.value(after)
    assert nearly is not None
    assert sampled.has_sampled
    off, reach = float(nearly.win - value.win), float(nearly.win - nearly.low)
    assert abs(off) < max(reach, SCALE / 200)
    assert nearly.margin_doubt > value.margin_doubt


def test_the_doubt_of_a_sample_is_that_of_its_mean() -> None:
    figures = ((0.4, 2, 10), (0.5, 4, 16))
    values = [
        TurnValue(round(win * SCALE), margin * SCALE, score * SCALE, round(win * SCALE), round(win * SCALE), 7, 9)
        for win, margin, score in figures
    ]
    found = mean_of_sample(values)
    assert (found.win, found.margin, found.score) == (0.45 * SCALE, 3 * SCALE, 13 * SCALE)
    assert found.margin_doubt == 7 + 1 + SCALE  # variance 2, of the mean of two 1
    assert found.score_doubt == 9 + 1 + 9 * SCALE
    half = 98_000  # 1.96 · 0.05
    assert (found.low, found.high) == (found.win - half, found.win + half)


def test_the_variance_of_a_sample_is_shared_out_among_one_less_than_there_are() -> None:
    wins = (0.4, 0.5, 0.6)
    found = mean_of_sample([TurnValue(round(win * SCALE), 0, 0, 0, 0, 0, 0) for win in wins])
    half = math.floor(1.96 * SCALE * math.sqrt(0.02 / 2 / 3))
    assert found.high == pytest.approx(half, abs=1)
    points = mean_of_sample([TurnValue(0, margin * SCALE, margin * SCALE, 0, 0, 0, 0) for margin in (1, 4, 7)])
    assert points.margin_doubt == points.score_doubt == 1 + 18 // 2 // 3 * SCALE


def test_the_bounds_of_a_sample_are_chances() -> None:
    sure, lost = TurnValue(SCALE, 0, 0, SCALE, SCALE, 0, 0), TurnValue(0, 0, 0, 0, 0, 0, 0)
    found = mean_of_sample([sure, lost])
    assert (found.low, found.high) == (0, SCALE)
    assert mean_of_sample([sure]).margin_doubt == 1


# ---- proofs


def test_a_proof_holds_whatever_the_others_do() -> None:
    """In the last turn, and the final round after it, others may do anything; the figures are the lowest."""
    anna: dict[str, Any] = {"houses": ["Basel", "Lodz"], "offices": ["administrator", "carrier", "postmaster"]}
    anna |= {"tiles": ["game-end 1"], "carriage": 7}
    ben: dict[str, Any] = {"hand": ["Ulm"], "route": ["Kempten", "Zürich"], "houses": ["Basel"]}
    begun = {"player": 1, "official": "postmaster", "drawn": 2}
    (line, *_) = advise_exactly(table(anna, ben, modules=(OFFICES,), ender=0, turn=begun)).lines
    assert line.proved
    said = {reason.text for reason in line.reasons}
    assert "Others who return office tiles are assumed to do what is worst for Ben." in said
    assert any(text.startswith("Anna is assumed to answer: return administrator ") for text in said)
    assert (line.score.data()["fraction"], line.margin.data()["fraction"]) == ("-14", "-8")


def test_the_worst_of_several_is_proved_only_if_all_are() -> None:
    sure, better = TurnValue(0, 0, 0, 0, 0, 0, 0), TurnValue(SCALE, 0, 0, 0, 0, 0, 0)
    assert worst_of([sure, better]).is_proved
    assert not worst_of([sure, better._replace(margin_doubt=1)]).is_proved


def test_of_several_that_are_as_bad_the_first_is_the_worst() -> None:
    """Chance of winning, margin and score count."""
    bad = TurnValue(0, 0, 0, 5, 5, 9, 9)
    assert worst_of([bad, bad._replace(low=4)]) == bad
    assert worst_of([bad._replace(low=4), bad]) == bad._replace(low=4)
    for worse in (bad._replace(win=-1, margin=1), bad._replace(margin=-1, score=1), bad._replace(score=-1, low=9)):
        assert worst_of([bad, None, worse]) == worse


def test_what_others_have_makes_a_difference_where_it_can_change_in_the_turn() -> None:
    position = table({"hand": ["Ulm", "Basel"], "chips": 1}, {"hand": ["Linz"]}, modules=(OFFICES,))
    position = position.with_mover(route=("Kempten",)).with_turn(phase="play", drawn=1, played=1)
    anna, ben = position.players
    richer = position.replace(players=(anna, ben.replace(chips=3)))
    shared = TurnSolver(position)
    for each in (position, richer, position):
        assert shared.finish(each) == TurnSolver(each).finish(each)
    assert shared.finish(richer) != shared.finish(position)
