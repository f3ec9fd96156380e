"""Games played on, and the reasons and figures made of them: every figure is counted again by the reference."""

import itertools
import random

import thurntaxis as tt
from support import random_play
from support.few_and_many import few_and_many
from support.game_recount import Recount, Story, story
from support.searched_positions import MIDGAME, grown
from thurntaxis.seen_cards import Seen
from thurntaxis_solver.advice import RECORDED_KINDS, Line
from thurntaxis_solver.decider import decides_last, next_decider
from thurntaxis_solver.effort import Effort
from thurntaxis_solver.search.differences import FEWEST, Compared, differences
from thurntaxis_solver.search.games_played_on import Continuation, Continuations
from thurntaxis_solver.search.ismcts import Ismcts
from thurntaxis_solver.search.line_comparison import LineComparison
from thurntaxis_solver.search.search_advice import compared_lines
from thurntaxis_solver.turn_advice import AdviceQuestion, advise, explain

EFFORT = Effort(playouts=400)


def seen_at(seed: int) -> tt.Position:
    """Return a position of a random game as the player sees it who decides next."""
    chance = random.Random(f"continuations {seed}")
    board, modules = random_play.ALL[seed % len(random_play.ALL)]
    seen = Seen.at(random_play.start_with(chance, board, modules))
    events = chance.randrange(20, 700)
    for at in itertools.count():
        position = seen.position
        ready = at >= events and not position.is_chance and len(position.events()) > 1
        if position.is_over or (ready and decides_last(position)):
            return seen_at(seed + 1000 * len(random_play.ALL))
        if ready:
            return seen.view(next_decider(position))
        seen = seen.play_without_checking(random_play.choose(position, chance))
    raise AssertionError


def searched(position: tt.Position, count: int = 2, seed: int = 1) -> tuple[Ismcts, tuple[Line, ...]]:
    search = grown(position, 200, seed=seed)
    return search, compared_lines(search, count).lines[:count]


def same(game: Continuation, told: Story, position: tt.Position) -> None:
    """Assert that what the kernel recorded is what the reference counts."""
    players = range(len(position.players))
    end = told.end
    assert [(c.turn, set(c.cities), set(c.houses), c.carriage) for c in game.closings] == [
        (c.turn, c.cities, c.houses, c.carriage) for c in told.closed[:2]
    ]
    assert game.abandoned == told.abandoned
    assert game.taken == told.taken
    assert game.turns == told.turns
    assert game.ended_by == end.ender
    assert game.winner == end.winner()
    assert game.scores == tuple(end.scores())
    assert [set(stacks) for stacks in game.stacks] == [{tile.stack for tile in p.tiles} for p in end.players]
    assert game.messenger == next((at for at in players if end.players[at].has_messenger), None)


@few_and_many(len(random_play.ALL), 100)
def test_what_is_recorded_is_what_the_reference_counts(seeds: range) -> None:
    closed = abandoned = taken = 0
    for seed in seeds:
        position = seen_at(seed)
        search, lines = searched(position, seed=seed)
        continuations = Continuations(search, playouts=10)
        for line in lines:
            game = continuations.play(line.turn, 3)
            start, events = continuations.game(line.turn, 3)
            assert start.unknown_in_hands == 0
            told = story(start, events, search.player)
            assert told.end.is_over
            same(game, told, position)
            assert list(events[: len(line.turn[:1])]) == list(line.turn[:1])
            closed += len(game.closings)
            abandoned += game.abandoned
            taken += len(game.taken)
    assert closed > len(seeds)
    assert taken > len(seeds)
    assert abandoned


@few_and_many(1, 100)
def test_every_figure_in_a_reason_is_counted_again(seeds: range) -> None:
    kinds: set[str] = set()
    for seed in seeds:
        position = seen_at(seed)
        search, lines = searched(position, seed=seed)
        compared = LineComparison(search, lines)
        for _ in compared.play(300_000):
            pass
        assert compared.count >= FEWEST
        continuations = Continuations(search, compared.allotment.playouts, compared.allotment.turns)
        stories = {
            line.turn: [
                story(*continuations.game(line.turn, number), search.player, checked=number == 0)
                for number in range(compared.count)
            ]
            for line in lines
        }
        told, games = compared.told(), dict(zip((line.turn for line in compared.lines), compared.games, strict=True))
        for line in told:
            other = told[0] if line is not told[0] else told[-1]
            recount = Recount(position, search.player, stories[line.turn], stories[other.turn])
            closing = compared.next_closing(line, line.turn)
            count = min(len(games[line.turn]), len(games[other.turn]))
            both = Compared(games[line.turn][:count], games[other.turn][:count])
            clear = [each.reason for each in differences(position, search.player, (line.turn, other.turn), both)]
            for reason in (*clear, *compared.reasons(line, [other]), *(closing.reasons() if closing else ())):
                kinds.add(reason.kind)
                assert dict(reason.facts) == recount.facts(reason), reason.text
    assert kinds
    assert len(seeds) < 50 or kinds == RECORDED_KINDS - {"too-few"}


def test_games_of_one_number_have_the_same_hands_and_the_same_deck() -> None:
    position = Seen.at(tt.new(3, seed=5)).view(0)
    search, lines = searched(position, 6)
    continuations = Continuations(search, playouts=10)
    games = [continuations.game(line.turn, 4) for line in lines]
    assert len({start for start, _ in games}) == 1
    first_deals = [[event for event in events if event.verb == "deal"][:6] for _, events in games]
    assert all(deals == first_deals[0] for deals in first_deals)
    assert continuations.game(lines[0].turn, 5)[1] != games[0][1]


def test_the_same_seed_gives_the_same_reasons_in_steps_as_well() -> None:
    effort = Effort(playouts=3000)
    told = advise(MIDGAME, effort)
    assert told.effort.recorded
    *_, last = AdviceQuestion(MIDGAME, effort).steps()
    assert last is not None
    assert last.lines == told.lines
    assert [reason.kind for reason in told.lines[1].reasons].count("compared") == 1


def test_too_few_games_are_said_to_be_too_few() -> None:
    found = advise(MIDGAME, Effort(playouts=300))
    assert found.effort.recorded
    assert found.effort.recorded < FEWEST
    assert {reason.kind for line in found.lines for reason in line.reasons} & RECORDED_KINDS == {"too-few"}


def test_games_keep_to_its_share_of_the_time() -> None:
    found = advise(MIDGAME, Effort(seconds=1.0))
    assert found.effort.seconds < 1.5
    assert found.effort.recorded


def test_an_event_that_is_asked_about_is_compared_with_the_best_one() -> None:
    best = advise(MIDGAME, EFFORT).lines[0].turn[0]
    event = next(event for event in MIDGAME.events() if event != best)
    found = explain(MIDGAME, event, Effort(playouts=3000))
    compared = next(reason for reason in found.given.reasons if reason.kind == "compared")
    assert dict(compared.facts)["event"] == found.best.turn[0]
