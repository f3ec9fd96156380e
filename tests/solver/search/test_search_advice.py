"""Advice by search: plans that can be followed, comparisons, and other readings."""

import itertools

import pytest

import thurntaxis as tt
from support.paths import EXAMPLES
from support.searched_positions import HIDDEN, LAST, MIDDLE, MIDGAME
from support.tables import table as playing
from support.whole_turns import seat, table
from thurntaxis.io.read import read_position
from thurntaxis_solver.advice_by_reading import advice_by_reading
from thurntaxis_solver.decider import all_revealed
from thurntaxis_solver.effort import Effort
from thurntaxis_solver.search.ismcts import Branch
from thurntaxis_solver.search.line_comparison import LEVEL
from thurntaxis_solver.search.search_advice import compared_lines, ranked_branches
from thurntaxis_solver.turn_advice import advise, explain

# ---- advice


def test_lines_stand_in_their_order_with_their_reasons() -> None:
    for position in (MIDDLE, HIDDEN, tt.new(2, seed=8)):
        advice = advise(position, Effort(playouts=400), lines=4)
        wins = [float(line.win) for line in advice.lines]
        assert all(win > other - LEVEL for win, other in itertools.pairwise(wins))
        assert len({line.turn[0] for line in advice.lines}) == len(advice.lines) > 1
        assert not any(line.proved for line in advice.lines)
        assert advice.effort.playouts == 400
        assert all(line.reasons for line in advice.lines)


def test_no_two_lines_lead_to_the_same_position() -> None:
    """Two cards that can be played in either order are one line."""
    hand = {"hand": ["Linz", "Ulm"], "route": ["Passau", "Regensburg", "Nürnberg"]}
    position = playing(hand, {"houses": ["Basel"]}, turn={"drawn": 1, "officials": []})
    for lines in (3, 9):
        ends = set()
        advice = advise(position, Effort(playouts=600), lines=lines)
        for line in advice.lines:
            after = position
            for event in line.turn:
                after = all_revealed(after).play(event)
            ends.add((after.to_line(), *line.after))
        assert len(ends) == len(advice.lines) > 1


def test_what_all_lines_share_is_said_once() -> None:
    advice = advise(MIDGAME, Effort(playouts=400), lines=3)
    data = advice.data()
    assert data["facts"]
    for fact in data["facts"]:
        assert all(fact not in line["reasons"] for line in data["lines"])
    for line, told in zip(advice.lines, advice.told_lines, strict=True):
        assert {*line.reasons} == {*told.reasons, *advice.facts}
    (only,) = advise(MIDGAME, Effort(playouts=400), lines=1).data()["lines"]
    assert "opponent" in {reason["kind"] for reason in only["reasons"]}


@pytest.mark.parametrize("event", [None, "draw deck", "draw Lodz"])
@pytest.mark.parametrize("seed", range(4))
def test_the_best_line_is_the_same_however_many_are_asked_for(event: str | None, seed: int) -> None:
    """Also if the most visited event isn't the best one."""
    search = Effort(playouts=2000, seed=seed).set_up(MIDGAME)
    search.think(playouts=2000)
    if event:
        search.examine(MIDGAME.parse(event))
    every = compared_lines(search, len(MIDGAME.events())).told()
    assert [compared_lines(search, count).told()[:1] for count in range(1, 5)] == [every[:1]] * 4


def test_a_branch_with_few_playouts_is_not_ranked_above_the_most_visited_one() -> None:
    """With half as many playouts, it is."""

    def branch(name: str, visits: int, win: float) -> Branch:
        return Branch(tt.Event(("draw", name)), 0, visits, win, win, win, win, 0.01, 0.0)

    branches = [branch("Ulm", 100, 0.5), branch("Linz", 50, 0.6), branch("Basel", 49, 0.7), branch("Lodz", 9, 0.4)]
    assert [found.event[1] for found in ranked_branches(branches)] == ["Linz", "Ulm", "Lodz"]
    assert ranked_branches([branch("Ulm", 0, 0.0)]) == ranked_branches([]) == []


def test_rivals_for_a_tile_who_need_equally_many_houses_are_named_together() -> None:
    position = read_position(EXAMPLES / "four-players.toml")
    reasons = advise(position, Effort(playouts=400), lines=1).lines[0].reasons
    found: dict[int, tuple[str, ...]] = {}
    rivals: dict[str, dict[int, tuple[str, ...]]] = {}
    for reason in reasons:
        facts = dict(reason.facts)
        if reason.kind == "tile":
            rivals[facts["tile"].stack] = found = {}
        elif reason.kind == "tile-rival":
            found[facts["count"]] = facts["players"] if "players" in facts else (facts["player"],)
    cities = {province.name: province.cities for province in position.rules.board.provinces}
    stacks = [stack for stack in position.rules.board.stacks if stack.kind == "region"]
    regions = {stack.name: {city for name in stack.provinces for city in cities[name]} for stack in stacks}
    assert len(rivals.keys() & regions.keys()) == 2
    for region in rivals.keys() & regions.keys():
        missing = [len(regions[region] - set(player.houses)) for player in position.players]
        counted: dict[int, tuple[str, ...]] = {}
        for other in (0, 1, 3):
            if missing[other] in (1, 2):
                counted[missing[other]] = (*counted.get(missing[other], ()), position.name_of(other))
        assert rivals[region] == counted
        assert list(rivals[region]) == sorted(counted)


def test_why_not_compares_with_the_event_that_was_asked_for() -> None:
    best = advise(MIDDLE, Effort(playouts=600)).lines[0].turn[0]
    for event in {best, MIDDLE.events()[0], MIDDLE.events()[-1]}:
        comparison = explain(MIDDLE, event, Effort(playouts=600))
        assert comparison.given.turn[0] == event
        assert float(comparison.best.win) >= float(comparison.given.win)
        if event == best and comparison.best.turn[0] == event:
            assert comparison.verdict.text == "There is no reason not to: the best turn found begins that way."
    with pytest.raises(ValueError, match='"end" is not legal here'):
        explain(MIDDLE, tt.Event(("end",)))


def test_every_other_reading_is_asked() -> None:
    readings = advice_by_reading(LAST, LAST.events()[0], Effort(playouts=100))
    options = LAST.rules.options
    assert [(reading.option, reading.value) for reading in readings] == [
        (name, value) for name in options for value in tt.OPTIONS[name] if value != options[name]
    ]


def test_a_reading_that_forbids_the_best_event_changes_the_advice() -> None:
    """Without `carrier-restart`, the carrier's card can't start a new route."""
    position = table(
        seat(carriage=6, houses="Ulm Bas Zür"),
        seat("Bas", "Lod Pil", carriage=3),
        deck="Ulm Reg",
        display="Lod Pil",
        ender=None,
        phase="play",
        drawn=1,
        played=1,
    )
    event = position.parse("carrier Basel start")
    reading = next(r for r in advice_by_reading(position, event, Effort(playouts=40)) if r.option == "carrier-restart")
    assert reading.changes is True
    assert reading.best != event
