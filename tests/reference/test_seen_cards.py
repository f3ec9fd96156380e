"""What a player sees: never more than the truth, always the own hand, and every card accounted for."""

import itertools
import random
from collections import Counter

import pytest

import thurntaxis as tt
from support import random_play
from support.few_and_many import few_and_many
from thurntaxis.io.read import position_from_data
from thurntaxis.io.write import position_data
from thurntaxis.seen_cards import Seen
from thurntaxis.values import is_unknown


def consistent(seen: Seen) -> None:
    """Check what every player sees of a position against the truth."""
    truth = seen.position
    for observer in range(len(truth.players)):
        view = seen.view(observer)
        assert view.replace(players=(), unseen=()) == truth.replace(players=(), unseen=())
        hidden: Counter[str] = Counter()
        for at, (mine, theirs) in enumerate(zip(view.players, truth.players, strict=True)):
            assert mine.replace(hand=()) == theirs.replace(hand=())
            assert len(mine.hand) == len(theirs.hand)
            assert mine.hand == tuple(sorted(mine.hand))
            known = Counter(card for card in mine.hand if not is_unknown(card))
            assert known <= Counter(theirs.hand)
            hidden += Counter(theirs.hand) - known
            if at == observer:
                assert mine == theirs
        assert Counter(view.unseen) == Counter(truth.unseen) + hidden
        assert view.unseen == tuple(sorted(view.unseen))
        assert view.deck_size == truth.deck_size
        if observer == truth.decider and not truth.is_chance:
            assert list(view.events()) == list(truth.events())


def naive_views(start: tt.Position, events: list[tt.Event]) -> list[list[Counter[str]]]:
    """Return for every position which cards of each hand are known to the others, judging by the events' words."""
    position, known = start, [Counter[str]() for _ in start.players]
    found = [[Counter(cards) for cards in known]]
    for event in events:
        cards = known[position.turn.player]
        if event.verb in ("draw", "postmaster") and event[1] != "deck":
            cards[event[1]] += 1
        elif event.verb in ("play", "carrier"):
            cards[event[1]] -= cards[event[1]] > 0
        elif event.verb == "keep":
            for city in set(position.own.hand):
                discarded = position.own.hand.count(city) - event.cities.count(city)
                cards[city] = max(0, cards[city] - discarded)
        position = position.play(event)
        found.append([+cards for cards in known])
    return found


@pytest.mark.parametrize("seed", range(6))
def test_what_is_shown_follows_from_the_words_of_the_events(seed: int) -> None:
    chance = random.Random(seed)
    start = random_play.start(chance)
    events = [event for _, event in random_play.walk(start, chance, 800)]
    views = itertools.accumulate(events, Seen.play, initial=Seen.at(start))
    assert [[Counter(cards) for cards in seen.shown] for seen in views] == naive_views(start, events)


def test_a_blind_card_is_its_owners_until_it_is_played() -> None:
    seen = Seen.at(tt.new(players=2, seed=7)).play("draw deck")
    blind = seen.position.unseen[0]
    seen = seen.play(f"deal {blind}")
    assert seen.view(0).players[0].hand == (blind,)
    assert seen.view(1).players[0].hand == (tt.UNKNOWN,)
    face_up = next(city for city in seen.position.display if city != blind)
    seen = seen.play(f"postmaster {face_up}").play(f"deal {seen.position.unseen[0]}")
    assert seen.view(1).players[0].hand == tuple(sorted((tt.UNKNOWN, face_up)))
    seen = seen.play(f"play {blind} start").play("end")
    assert seen.view(1).players[0].hand == (face_up,)
    assert seen.view(1).unseen == seen.position.unseen


def test_the_shown_card_of_two_alike_goes_first() -> None:
    start = tt.new(players=2, seed=7)
    city = next(c for c in start.display if c in start.unseen)
    seen = Seen.at(start).play(f"draw {city}").play(f"deal {start.unseen[0]}")
    if city not in seen.position.unseen:
        pytest.fail("the deal should have left a second card of the city")
    seen = seen.play("postmaster deck").play(f"deal {city}")
    assert seen.view(1).own.hand == tuple(sorted((city, tt.UNKNOWN)))
    seen = seen.play(f"play {city} start")
    assert seen.view(1).own.hand == (tt.UNKNOWN,)


def test_hands_at_the_beginning_are_their_owners() -> None:
    player = tt.Player(hand=("Linz", "Ulm"))
    start = tt.new(players=2, seed=7)
    table = start.replace(players=(player, player.replace(hand=("?", "Basel"))))
    view = Seen.at(table).view(0)
    assert view.players[0].hand == ("Linz", "Ulm")
    assert view.players[1].hand == ("?", "?")
    assert Counter(view.unseen) == Counter(start.unseen) + Counter(["Basel"])


def test_an_illegal_event_is_refused() -> None:
    with pytest.raises(tt.IllegalEvent):
        Seen.at(tt.new(seed=7)).play("end")


# ---- with modules


@pytest.mark.parametrize(("board", "modules"), random_play.ALL)
@few_and_many(1, 12)
def test_views_never_show_more_than_the_truth_and_are_possible(
    seeds: range, board: str, modules: tuple[str, ...]
) -> None:
    for seed in seeds:
        check_views(random.Random(f"{seed} {modules}"), board, modules)


def check_views(chance: random.Random, board: str, modules: tuple[str, ...]) -> None:
    """Check what every player sees of a game."""
    start = random_play.start_with(chance, board, modules)
    seen, hidden = Seen.at(start), 0
    for at, (position, event) in enumerate(random_play.walk(start, chance, 400)):
        assert seen.position == position
        if at % 5 == 0:
            consistent(seen)
        if at % 50 == 0:
            for observer in range(len(start.players)):
                view = seen.view(observer)
                assert position_from_data(position_data(view)) == view
                hidden += sum(is_unknown(card) for player in view.players for card in player.hand)
        seen = seen.play_without_checking(event)
    assert hidden


def test_the_back_of_a_card_drawn_blind_is_seen_where_backs_are_looked_at() -> None:
    for reading, shown in (("seen", "?/1"), ("ignored", tt.UNKNOWN)):
        options = {"card-backs": reading}
        start = tt.new(board="testland", modules=["power-and-glory"], options=options, seed=3)
        back = start.deck_back or 1
        card = next(c for c in start.unseen if start.rules.board.horseshoes[c] == back)
        seen = Seen.at(start).play("draw deck").play(f"deal {card}")
        assert seen.view(0).players[0].hand == (card,)
        assert seen.view(1).players[0].hand == (shown.replace("1", str(back)),)
