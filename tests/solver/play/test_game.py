"""A game of one person against agents: what is shown, what is taken back, what is saved."""

import random
from collections import Counter

import pytest

import thurntaxis as tt
from support import random_play
from support.few_and_many import one_in
from thurntaxis.io.read import record_from_data
from thurntaxis.io.write import record_data
from thurntaxis_solver.play import agents
from thurntaxis_solver.play.agents import AgentError, Kind, agent
from thurntaxis_solver.play.game import Game, Happened

SEATS = ("greedy", None, "greedy:noise=7")


def game(seed: int = 5, seats: tuple[str | None, ...] = SEATS) -> Game:
    return Game(tt.new(players=len(seats), seed=seed), seats, seed)


def played(one: Game, decisions: int, seed: int = 1) -> list[tuple[Happened, tt.Position, tt.Event]]:
    """Let an agent decide for the person; return what happened, the position as it was, and the true event."""
    person, told = agent("greedy:noise=0.8", seed), []
    while True:
        steps = one.go_on()
        while True:
            before = one.truth
            step = next(steps, None)
            if step is None:
                break
            told.append((step, before, one.events[-1]))
        if one.truth.is_over or decisions == 0:
            return told
        decisions -= 1
        before = one.truth
        event = person.choose(one.view)
        told.append((one.play(event), before, event))


def test_a_whole_game_and_its_end_taken_back() -> None:
    one = game()
    played(one, 1000)
    end = one.truth
    assert end.is_over
    assert (one.waits, list(one.go_on()), one.record().end) == (False, [], end)
    one.take_back()
    assert one.waits
    assert one.truth != end


def test_nothing_hidden_is_told() -> None:
    blind = kept = 0
    for seed in range(4):
        one = game(seed, ("greedy", None, "random"))
        for step, before, event in played(one, 1000):
            own = before.turn.player == 1
            to_hand = before.is_chance and before.turn.pending == ("hand",)
            assert step.player == before.turn.player
            if own or not (to_hand or event.verb == "keep"):
                assert step.event == event
            elif to_hand:
                blind += 1
                assert step == (before.turn.player, None, ())
            else:
                kept += 1
                assert step.event is not None
                known = Counter(step.event.cities)
                del known[tt.UNKNOWN]
                assert len(step.event.cities) == 3
                assert known <= Counter(event.cities)
                assert not any(effect.clause == "discard.three" for effect in step.effects)
    assert blind > 10
    assert kept > 0


def test_everybody_sees_only_what_may_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    views: list[tt.Position] = []

    class Spy:
        def choose(self, position: tt.Position) -> tt.Event:
            views.append(position)
            return agent("random", len(views)).choose(position)

    monkeypatch.setitem(agents.KINDS, "spy", Kind(lambda seed: Spy(), {}))
    one = Game(tt.new(players=2, seed=1), ("spy", None), 1)
    person, hidden, blind = random.Random(1), 0, tt.Event(("draw", "deck"))
    for _ in range(150):
        list(one.go_on())
        if one.truth.is_over:
            break
        view = one.view
        assert view.players[1] == one.truth.players[1]
        hidden += view.players[0].hand.count(tt.UNKNOWN)
        assert list(view.events()) == list(one.truth.events())
        one.play(blind if blind in view.events() else person.choice(view.events()))
    assert hidden
    assert any(tt.UNKNOWN in view.players[1].hand for view in views)


def test_take_back_goes_from_decision_to_decision() -> None:
    one = game()
    played(one, 12)
    decisions = [at for at, event in enumerate(one.events) if event.verb != "deal" and _mover(one, at) == 1]
    everything = list(one.events)
    for at in reversed(decisions):
        taken = one.take_back()
        assert taken == tuple(everything[at : at + len(taken)])
        assert len(one.events) == at
        assert one.waits
    assert one.take_back() == ()
    assert one.events == everything[: decisions[0]]


def _mover(one: Game, at: int) -> int:
    position = one.start
    for event in one.events[:at]:
        position = position.play(event)
    return position.turn.player


def test_the_same_decision_brings_the_same_cards_and_answers_again() -> None:
    one = game()
    played(one, 9)
    event = agent("greedy", 4).choose(one.view)
    one.play(event)
    list(one.go_on())
    after, events = one.truth, list(one.events)
    one.take_back()
    one.play(event)
    list(one.go_on())
    assert one.truth == after
    assert one.events == events


def test_a_saved_game_goes_on_as_it_would_have() -> None:
    one = game()
    played(one, 11)
    record = record_from_data(record_data(one.record()))
    assert record.seed is not None
    other = Game(record.start, record.seats, record.seed)
    for text in record.events:
        other.follow(text)
    assert (other.truth, other.view) == (one.truth, one.view)
    one.take_back()  # agents start afresh
    other.take_back()
    assert played(one, 6) == played(other, 6)


def test_others_since() -> None:
    one = Game(tt.new(players=2, seed=1), (None, "greedy"), 1)
    one.play(tt.Event(("draw", one.view.display[0])))
    list(one.go_on())
    assert not one.others_since(0)
    played(one, 6)
    assert one.others_since(0)


def test_seats_that_make_no_game() -> None:
    start = tt.new(players=2, seed=1)
    for seats in ((None, None), ("greedy", "greedy"), (None,), (None, "greedy", "greedy")):
        with pytest.raises(ValueError, match="exactly one seat must be yours"):
            Game(start, seats, 1)
    with pytest.raises(AgentError, match="unknown agent"):
        Game(start, (None, "gredy"), 1)
    in_hand = start.replace(players=(start.players[0].replace(hand=("?",)), start.players[1]))
    for unknown in (in_hand, start.replace(discard=("?",))):
        with pytest.raises(ValueError, match="unknown cards"):
            Game(unknown, (None, "greedy"), 1)


def test_an_illegal_event_changes_nothing() -> None:
    one = Game(tt.new(players=2, seed=1), (None, "greedy"), 1)
    before = one.truth
    with pytest.raises(tt.IllegalEvent):
        one.play(tt.Event(("end",)))
    with pytest.raises(tt.EventError):
        one.follow("castle")
    assert (one.truth, one.events) == (before, [])


# ---- with modules


@pytest.mark.parametrize(("board", "modules"), one_in(16, random_play.GAMES[1:], several=True))
def test_a_whole_game_with_modules(board: str, modules: tuple[str, ...]) -> None:
    """Everybody decides when the rules say so, in rounds of returning tiles, too; the record is that of the game."""
    one = Game(tt.new(3, board, seed=4, modules=modules), ("random", None, "random"), 4)
    chance, returned = random.Random(2), set[int]()
    for _ in range(3000):
        list(one.go_on())
        if one.truth.is_over:
            break
        assert one.truth.decider == 1
        if one.truth.returning is not None:
            returned.add(one.truth.turn.player)
        one.play(chance.choice(one.view.events()))
    assert one.record().end == one.truth
    assert bool(returned - {1}) == ("offices-of-honor" in modules)
    before = one.truth
    assert one.take_back()
    assert one.truth.decider == 1
    assert one.truth != before


def test_the_deck_comes_in_its_order_and_backs_before_their_cards() -> None:
    """A record that dealt another card than the next one can be continued, too."""
    start = tt.new(2, "testland", seed=4, modules=["power-and-glory"])
    one = Game(start, ("random", None), 4)
    list(one.go_on())
    for _ in range(40):
        truth = one.truth
        events = truth.events()
        one.follow(str(random.Random(len(one.events)).choice(events) if truth.is_chance else events[0]))
    list(one.go_on())
    one.play(one.view.events()[0])
    list(one.go_on())
    assert one.record().end == one.truth
    deals = [event for event in one.events if event.verb == "deal"]
    assert [event[1] for event in deals] != sorted(event[1] for event in deals)
