"""What holds in every reachable position."""

import itertools
import json
import random
import tomllib
from collections import Counter
from collections.abc import Iterator

import thurntaxis as tt
from support import random_play
from support.few_and_many import few_and_many
from thurntaxis.io import position_checks
from thurntaxis.io.read import position_from_data, record_from_data
from thurntaxis.io.write import position_data, record_data, to_json, to_toml
from thurntaxis.records import Record, replay


def positions(seeds: range, every: int) -> Iterator[tt.Position]:
    """Yield some positions of random games, early and late ones, and their ends."""
    for seed in seeds:
        chance = random.Random(seed)
        steps = list(random_play.steps(random_play.start(chance), chance))
        yield from (before for before, _, _ in steps if chance.randrange(every) == 0)
        *_, end = steps[-1]
        yield end


@few_and_many(15, 60)
def test_cards_tiles_and_houses_are_all_there(seeds: range) -> None:
    for position in positions(seeds, every=10):
        board = position.rules.board
        places = [position.display, position.discard, position.unseen, *(p.hand for p in position.players)]
        assert Counter(itertools.chain(*places, *(p.route for p in position.players))) == Counter(board.cards)
        held = Counter(tile for player in position.players for tile in player.tiles)
        left = Counter(tt.Tile(name, value) for name, values in position.stacks().items() for value in values)
        assert held + left == Counter(tt.Tile(stack.name, value) for stack in board.stacks for value in stack.values)
        assert (held + left).total() == 30
        assert all(len(player.houses) <= 20 for player in position.players)
        assert list(position_checks.faults(position)) == []


def conceivable(position: tt.Position, chance: random.Random) -> Iterator[tt.Event]:
    """Yield every event that can be written with one or two words, and many of those with more."""
    cities = [city.name for city in position.rules.board.cities]
    for verb in ("administrator", "end", "carriage", "cartwright", "decline"):
        yield tt.Event((verb,))
    for city in cities:
        yield tt.Event(("deal", city))
        for verb, side in itertools.product(("play", "carrier"), ("right", "left", "start")):
            yield tt.Event((verb, city, side))
    for verb in ("draw", "postmaster"):
        for source in (*cities, "deck"):
            yield tt.Event((verb, source))
    near = [*position.mover.route, *position.mover.hand, *chance.sample(cities, 2)]
    for _ in range(40):
        some = sorted(c for c in chance.sample(near, chance.randrange(len(near) + 1)) if c != tt.UNKNOWN)
        yield tt.Event(("close", *some))
        yield tt.Event(("keep", *some[: chance.choice([3, 3, 3, 2, 4])]))


def is_filled(sentence: str) -> bool:
    """Return whether a sentence is whole, and has no gap left."""
    return sentence.endswith(".") and "{" not in sentence


@few_and_many(10, 40)
def test_an_event_is_listed_or_refused_with_a_clause(seeds: range) -> None:
    chance = random.Random(seeds.start)
    for position in positions(seeds, every=60):
        listed = set(position.events())
        assert list(position.events()) == sorted(listed, key=str)
        for event in {*conceivable(position, chance), *listed}:
            objections = position.why_not(event)
            assert (event in listed) == (not objections)
            assert all(o.clause and is_filled(o.sentence) for o in objections)
            if event in listed:
                after, effects = position.traced(event)
                assert after == position.play(str(event)) == position.play_without_checking(event)
                assert all(effect.sentence and "{" not in effect.sentence for effect in effects)
                assert position.rules.actions[event.verb].permits(position, event)


@few_and_many(10, 40)
def test_files_give_back_the_position(seeds: range) -> None:
    for position in positions(seeds, every=25):
        text = to_json(position)
        read = position_from_data(json.loads(text))
        assert read == position
        assert to_json(read) == text
        assert position_from_data(tomllib.loads(to_toml(position))) == position


@few_and_many(8, 25)
def test_replay_reproduces_the_game_and_scores_are_a_recount(seeds: range) -> None:
    for seed in seeds:
        chance = random.Random(seed)
        start = random_play.start(chance)
        moves = list(random_play.steps(start, chance))
        *_, end = moves[-1]
        record = Record(start, tuple(str(event) for _, event, _ in moves), tt.__version__)
        assert record.end == end
        assert [step.after for step in replay(record)][-1] == end
        read = record_from_data(json.loads(json.dumps(record_data(record))))
        assert read == record
        data = position_data(end)
        points = {None: 0, 3: 2, 4: 3, 5: 5, 6: 7, 7: 10}
        for player, score in zip(data["players"], end.scores(), strict=True):
            tiles = sum(int(tile.split()[-1]) for tile in player["tiles"])
            assert score == points[player["carriage"]] + tiles - (20 - len(player["houses"]))


@few_and_many(10, 25)
def test_games_end_with_the_round(seeds: range) -> None:
    for seed in seeds:
        turns: Counter[int] = Counter()
        chance = random.Random(seed)
        start = after = random_play.start(chance)
        for position, _, after in random_play.steps(start, chance):
            if after.is_over or after.turn.player != position.turn.player:
                turns[position.turn.player] += 1
        if after.is_over:
            assert len(set(turns.values())) == 1
            assert after.ender is not None
            assert list(after.events()) == []
            assert after.winner() is not None


@few_and_many(10, 20)
def test_what_a_player_sees_is_enough_to_list_the_own_events(seeds: range) -> None:
    for position in positions(seeds, every=20):
        seen = hidden(position)
        assert seen.deck_size == position.deck_size
        if not position.is_chance:
            assert list(seen.events()) == list(position.events())


def hidden(position: tt.Position) -> tt.Position:
    """Return the position with the hands of the others unknown."""
    others = [player for at, player in enumerate(position.players) if at != position.turn.player]
    unseen = tuple(sorted((*position.unseen, *(card for player in others for card in player.hand))))
    players = tuple(
        player if at == position.turn.player else player.replace(hand=(tt.UNKNOWN,) * len(player.hand))
        for at, player in enumerate(position.players)
    )
    return position.replace(players=players, unseen=unseen)
