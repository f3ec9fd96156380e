"""Recorded playouts, and the reasons made of them: every figure is counted again by the reference."""

import itertools
import random

import thurntaxis as tt
from support import random_play
from support.few_and_many import few_and_many
from support.paths import EXAMPLES
from support.playout_recount import Recount, Story, story
from thurntaxis.io.read import read_position
from thurntaxis_solver.advice import RECORDED_KINDS, Line
from thurntaxis_solver.decider import decides_last, next_decider
from thurntaxis_solver.play.observation import Seen
from thurntaxis_solver.search.differences import FEWEST
from thurntaxis_solver.search.ismcts import Ismcts
from thurntaxis_solver.search.line_comparison import LineComparison, recorded_for
from thurntaxis_solver.search.recorded_playouts import Playout, PlayoutRecorder
from thurntaxis_solver.search.search_advice import lines_of
from thurntaxis_solver.turn_advice import Effort, advise, advise_in_steps, explain

GAMES = [("south", ()), *random_play.GAMES]
EFFORT = Effort(playouts=400)


def seen_at(seed: int) -> tt.Position:
    """Return a position of a random game as the player sees it who decides next."""
    chance = random.Random(f"recorded playouts {seed}")
    board, modules = GAMES[seed % len(GAMES)]
    seen = Seen.at(random_play.start_with(chance, board, modules))
    events = chance.randrange(20, 700)
    for at in itertools.count():
        position = seen.position
        ready = at >= events and not position.is_chance and len(position.events()) > 1
        if position.is_over or (ready and decides_last(position)):
            return seen_at(seed + 1000 * len(GAMES))
        if ready:
            return seen.view(next_decider(position))
        seen = seen.play_without_checking(random_play.choose(position, chance))
    raise AssertionError


def searched(position: tt.Position, count: int = 2, playouts: int = 200) -> tuple[Line, ...]:
    search = Ismcts(position)
    search.think(playouts=playouts)
    return lines_of(search, count)


def same(playout: Playout, told: Story, position: tt.Position) -> None:
    """Assert that what the kernel recorded is what the reference counts."""
    players = range(len(position.players))
    end = told.end
    assert [(c.turn, set(c.cities), set(c.houses), c.carriage) for c in playout.closings] == [
        (c.turn, c.cities, c.houses, c.carriage) for c in told.closed[:2]
    ]
    assert playout.abandoned == told.abandoned
    assert playout.taken == told.taken
    assert playout.turns == told.turns
    assert playout.ended_by == end.ender
    assert playout.winner == end.winner()
    assert playout.scores == tuple(end.scores())
    assert [set(stacks) for stacks in playout.stacks] == [{tile.stack for tile in p.tiles} for p in end.players]
    assert playout.messenger == next((at for at in players if end.players[at].has_messenger), None)


@few_and_many(len(GAMES), 100)
def test_what_is_recorded_is_what_the_reference_counts(seeds: range) -> None:
    closed = abandoned = taken = 0
    for seed in seeds:
        position = seen_at(seed)
        recorder = PlayoutRecorder(position, seed)
        for line in searched(position):
            playout = recorder.playout(line, 3)
            start, events = recorder.game(line, 3)
            assert start.unknown_in_hands == 0
            told = story(start, events, recorder.player)
            assert told.end.is_over
            same(playout, told, position)
            assert list(events[: len(line.turn[:1])]) == list(line.turn[:1])
            closed += len(playout.closings)
            abandoned += playout.abandoned
            taken += len(playout.taken)
    assert closed > len(seeds)
    assert taken > len(seeds)
    assert abandoned


@few_and_many(2, 100)
def test_every_figure_in_a_reason_is_counted_again(seeds: range) -> None:
    kinds: set[str] = set()
    for seed in seeds:
        position = seen_at(seed)
        lines = searched(position)
        compared = LineComparison(position, lines, seed)
        for _ in compared.record(FEWEST):
            pass
        recorder = compared.recorder
        stories = [
            [
                story(*recorder.game(line, number), recorder.player, checked=number == 0)
                for number in range(compared.count)
            ]
            for line in lines
        ]
        for at, line in enumerate(compared.told()):
            recount = Recount(position, recorder.player, stories[at], stories[0 if at else len(lines) - 1])
            for reason in line.reasons:
                if reason.kind in RECORDED_KINDS:
                    kinds.add(reason.kind)
                    assert dict(reason.facts) == recount.facts(reason), reason.text
    assert kinds
    assert len(seeds) < 50 or kinds == RECORDED_KINDS


def test_playouts_of_one_number_have_the_same_hands_and_the_same_deck() -> None:
    position = Seen.at(tt.new(3, seed=5)).view(0)
    recorder = PlayoutRecorder(position)
    lines = searched(position, 6)
    games = [recorder.game(line, 4) for line in lines]
    assert len({start for start, _ in games}) == 1
    first_deals = [[event for event in events if event.verb == "deal"][:6] for _, events in games]
    assert all(deals == first_deals[0] for deals in first_deals)
    assert recorder.game(lines[0], 5)[1] != games[0][1]


def test_the_same_seed_gives_the_same_reasons_in_steps_as_well() -> None:
    position = read_position(EXAMPLES / "midgame.toml")
    effort = Effort(playouts=20_000)
    told = advise(position, effort)
    assert told.effort.recorded == recorded_for(20_000, 3, 2) > 0
    assert told.lines == advise(position, effort).lines
    *_, last = advise_in_steps(position, effort)
    assert last is not None
    assert last.lines == told.lines
    assert [reason.kind for reason in told.lines[1].reasons].count("compared") == 1
    alone = advise(position, effort, compare=False)
    for line, other in zip(alone.lines, told.lines, strict=True):
        assert (line.turn, line.win, line.margin) == (other.turn, other.win, other.margin)
        assert other.reasons[-len(line.reasons) :] == line.reasons


def test_too_few_playouts_tell_nothing() -> None:
    position = read_position(EXAMPLES / "midgame.toml")
    found = advise(position, EFFORT)
    assert found.effort.recorded is None
    assert "recorded" not in found.effort.data()
    assert not {reason.kind for line in found.lines for reason in line.reasons} & RECORDED_KINDS


def test_recording_keeps_to_its_share_of_the_time() -> None:
    position = read_position(EXAMPLES / "midgame.toml")
    found = advise(position, Effort(seconds=1.0))
    assert found.effort.seconds < 1.5
    assert found.effort.recorded


def test_an_event_that_is_asked_about_is_compared_with_the_best_one() -> None:
    position = read_position(EXAMPLES / "midgame.toml")
    best = advise(position, EFFORT).lines[0].turn[0]
    event = next(event for event in position.events() if event != best)
    found = explain(position, event, Effort(playouts=30_000))
    for line, other in ((found.best, found.given), (found.given, found.best)):
        compared = next(reason for reason in line.reasons if reason.kind == "compared")
        assert dict(compared.facts)["event"] == other.turn[0]
