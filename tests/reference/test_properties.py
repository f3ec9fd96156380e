"""What holds in every reachable position, whatever the rules."""

import itertools
import json
import random
from collections import Counter
from collections.abc import Iterator

import pytest

import thurntaxis as tt
from support import random_play
from support.conceivable import conceivable
from support.few_and_many import few_and_many, one_in
from support.hidden_cards import hidden
from support.tables import MESSENGER, OFFICES, STACKS
from thurntaxis.io import position_checks
from thurntaxis.io.read import position_from_data, record_from_data
from thurntaxis.io.write import position_data, record_data
from thurntaxis.records import Record, replay

Game = tuple[str, tuple[str, ...]]

BASE: Game = ("south", ())
"""Board and modules of the base game."""


def steps(seed: int, most: int = 1500) -> Iterator[random_play.Step]:
    """Yield the events of a random game, each with the position before and after.

    Every other seed is one of the base game; those between go through all other games.
    """
    chance = random.Random(seed)
    game = random_play.GAMES[seed // 2 % len(random_play.GAMES)] if seed % 2 else BASE
    return random_play.steps(random_play.start_with(chance, *game), chance, most)


@few_and_many(3, 60)
def test_everything_is_all_there(seeds: range) -> None:
    for seed in seeds:
        for at, (before, event, position) in enumerate(steps(seed)):
            letters_are_taken_and_paid(before, event, position)
            if at % 5 == 0:
                nothing_is_lost(position)
                assert list(position_checks.faults(position)) == []


def nothing_is_lost(position: tt.Position) -> None:
    """Cards, tiles, office tiles and chips are those that belong to the game; houses are at most twenty."""
    board, data = position.rules.board, position_data(position)
    places = [position.display, position.discard, position.unseen]
    places += [cards for player in position.players for cards in (player.hand, player.route, player.horses)]
    assert Counter(itertools.chain(*places)) == Counter(board.cards)
    held = Counter(tile for player in position.players for tile in player.tiles)
    left = Counter(tt.Tile(name, value) for name, values in position.stacks().items() for value in values)
    assert held + left == Counter(tt.Tile(stack.name, value) for stack in board.stacks for value in stack.values)
    assert all(len(player.houses) == len(set(player.houses)) <= 20 for player in position.players)
    if OFFICES in position.rules.modules:
        tiles = Counter(office for player in data["players"] for office in player["offices"])
        whole = {name: STACKS[len(position.players)][name] for name in data["offices"]}
        assert tiles + Counter(data["offices"]) == Counter(whole)
        assert sum(player["chips"] for player in data["players"]) + data["chips"] == 12


def letters_are_taken_and_paid(before: tt.Position, event: tt.Event, position: tt.Position) -> None:
    """Letters come from cities with a first house, and go for officials, one or two at a time."""
    if MESSENGER not in position.rules.modules:
        assert not any(player.letters or player.letters_usable for player in position.players)
        return
    there, left = (
        sum(player.letters for player in table.players) + len(position_data(table)["letters"])
        for table in (before, position)
    )
    paid = there - left
    is_official = event.verb in before.rules.officials
    assert paid in ((0, 1, 2) if is_official else (0,))
    used = len(before.turn.officials)
    if is_official and used and not before.turn.began_empty:
        assert paid == (1 if before.own.has_messenger else 2)
    assert sum(player.has_messenger for player in position.players) <= 1
    assert all(player.letters_usable <= player.letters for player in position.players)


@few_and_many(3, 60)
def test_an_event_is_listed_or_refused_with_a_clause(seeds: range) -> None:
    for seed in seeds:
        chance = random.Random(seed)
        for position, _, _ in steps(seed, 700):
            if chance.randrange(25):
                continue
            listed = set(position.events())
            assert list(position.events()) == sorted(listed, key=str)
            assert listed or position.is_over
            for event in {*conceivable(position, chance), *listed}:
                objections = position.why_not(event)
                assert (event in listed) == (not objections), event
                assert all(o.clause and o.sentence.endswith(".") and "{" not in o.sentence for o in objections)
                if event in listed:
                    after, effects = position.traced(event)
                    assert after == position.play(str(event)) == position.play_without_checking(event)
                    assert all(effect.sentence and "{" not in effect.sentence for effect in effects)
                    assert position.rules.action_of(event).permits(position, event)


@pytest.mark.parametrize("game", one_in(3, random_play.ALL), ids=str)
def test_replay_reproduces_the_game_and_scores_are_a_recount(game: Game) -> None:
    chance = random.Random(str(game))
    start = random_play.start_with(chance, *game)
    moves = list(random_play.steps(start, chance, 12000))
    *_, end = moves[-1]
    assert end.is_over
    assert list(end.events()) == []
    assert end.winner() is not None
    assert end.ender is not None
    record = Record(start, tuple(str(event) for _, event, _ in moves), tt.__version__)
    assert record_from_data(json.loads(json.dumps(record_data(record)))) == record
    assert [step.after for step in replay(record)][-1] == record.end == end
    data = position_data(end)
    points = {None: 0, 3: 2, 4: 3, 5: 5, 6: 7, 7: 10}
    for at, (player, score) in enumerate(zip(data["players"], end.scores(), strict=True)):
        tiles = sum(int(tile.split()[-1]) for tile in player["tiles"])
        more = player.get("chips", 0) + (data.get("messenger") == at)
        assert score == points[player["carriage"]] + tiles - (20 - len(player["houses"])) + more


@few_and_many(3, 60)
def test_games_end_with_the_round(seeds: range) -> None:
    for seed in seeds:
        turns: Counter[int] = Counter()
        after = None
        for before, _, after in steps(seed, 6000):
            if after.turn.phase in ("final", "over") and before.turn.phase == "final":
                continue
            if after.turn.phase in ("final", "over") or after.turn.player != before.turn.player:
                turns[before.turn.player] += 1
        assert after is not None
        if after.is_over:
            assert len(set(turns.values())) == 1
            assert after.returning is None


@few_and_many(3, 60)
def test_what_a_player_sees_is_enough_to_list_the_own_events(seeds: range) -> None:
    for seed in seeds:
        chance = random.Random(seed)
        for position, _, _ in steps(seed):
            if chance.randrange(20) or position.is_chance:
                continue
            seen = hidden(position, chance, share=1)
            assert seen.deck_size == position.deck_size
            assert list(seen.events()) == list(position.events())
            assert position_from_data(position_data(seen)) == seen


@few_and_many(3, 60)
def test_chances_add_up_and_are_those_of_the_events(seeds: range) -> None:
    for seed in seeds:
        for position, _, _ in itertools.islice(steps(seed), 0, 400, 3):
            if position.is_chance:
                chances = position.weights()
                assert list(chances) == list(position.events())
                assert all(weight > 0 for weight in chances.values())
                backs = position.turn.pending[0] == "back"
                of_back = [c for c in position.unseen if position.rules.board.horseshoes.get(c) == position.deck_back]
                cards = position.unseen if backs or position.deck_back is None else of_back
                assert sum(chances.values()) == len(cards)
