"""Observations of environments: what they show, computed from positions of the reference, and what they don't."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping

import numpy as np
import pytest

import thurntaxis as tt
from support import environment_games as games
from support.few_and_many import one_in
from thurntaxis.modules.offices.office_tiles import chips_left, offices_left
from thurntaxis.seen_cards import Seen
from thurntaxis.values import is_unknown
from thurntaxis_solver.environments.episode import Episode
from thurntaxis_solver.environments.observation_blocks import ObservationBlock
from thurntaxis_solver.environments.setting import Setting
from thurntaxis_solver.kernel.environments.write_observation import ALL_HANDS, NO_HAND

Labelled = dict[str, dict[str, float]]
"""By block: by label, the numbers that differ from 0."""


def labelled(setting: Setting, values: np.ndarray) -> Labelled:
    """Return an observation by its blocks and labels."""

    def numbers(block: ObservationBlock) -> dict[str, float]:
        found = zip(block.labels, values[block.first : block.first + len(block.labels)], strict=True)
        return {label: float(number) for label, number in found if number}

    assert sum(len(block.labels) for block in setting.blocks) == len(values)
    return {block.name: numbers(block) for block in setting.blocks}


def of_seat(position: tt.Position, at: int, hand: tuple[str, ...]) -> Iterator[tuple[str, Mapping[str, float]]]:
    """Yield what is seen of a seat whose hand is seen so."""
    player, turn, returning = position.players[at], position.turn, position.returning
    yield "hand", Counter(card for card in hand if not is_unknown(card))
    yield "unseen", Counter(card.partition("/")[2] for card in hand if is_unknown(card))
    yield "route", Counter(player.route)
    board = position.rules.board
    yield "left end", {board.city_of[player.route[0]]: 1} if player.route else {}
    yield "right end", {board.city_of[player.route[-1]]: 1} if player.route else {}
    yield "houses", dict.fromkeys(player.houses, 1)
    yield "carriage", {"": player.carriage or 0}
    yield "tiles", {tile.stack: 1 for tile in player.tiles}
    yield "tile points", {"": sum(tile.value for tile in player.tiles)}
    yield "starts", {"": at == position.start}
    yield "ended", {"": at == position.ender}
    yield "on turn", {"": at == turn.player}
    yield "decides", {"": at == position.decider}
    yield "horses", Counter(player.horses)
    yield "letters", {"": player.letters}
    yield "usable letters", {"": player.letters_usable}
    yield "messenger", {"": player.has_messenger}
    yield "offices", Counter(player.offices)
    yield "chips", {"": player.chips}
    yield "return order", {"": returning.order.index(at) + 1 if returning and at in returning.order else 0}


def of_table(
    position: tt.Position, shown: tuple[str, ...], moves_left: int
) -> Iterator[tuple[str, Mapping[str, float]]]:
    """Yield what is seen of the table while nothing is being chosen."""
    turn, returning, stacks = position.turn, position.returning, position.stacks()
    pending = () if position.is_over else turn.pending
    yield "shown", Counter(shown)
    yield "moves left", {"": moves_left}
    yield "display", Counter(position.display)
    yield "discards", Counter(position.discard)
    yield "deck", {"": len(position.unseen)}
    yield "top tile", {name: values[0] for name, values in stacks.items() if values}
    yield "tiles left", {name: len(values) for name, values in stacks.items()}
    yield "phase", {turn.phase: 1}
    yield "officials", dict.fromkeys(turn.used, 1)
    yield "drawn", {"": turn.drawn}
    yield "played", {"": turn.played}
    yield "began empty", {"": turn.began_empty}
    yield "closed", {"": turn.closed}
    yield "due to the display", {"": pending.count("display")}
    yield "due to the hand", {"": pending.count("hand")}
    yield "back due", {"": pending.count("back")}
    yield "deck back", {str(position.deck_back): 1} if position.deck_back else {}
    yield "chosen houses", {}
    yield "chosen cards", {}
    yield "choosing houses", {}
    if "offices-of-honor" in position.rules.modules:
        yield "offices left", offices_left(position)
        yield "chips left", {"": chips_left(position)}
        yield "emptied office", {returning.office: 1} if returning and returning.office else {}
        yield "reward", {returning.reward: 1} if returning and returning.reward else {}


def expected(setting: Setting, seen: Seen, observer: int, moves: int) -> Labelled:
    """Return what an observer sees, computed from the position alone."""
    truth, players = seen.position, setting.players
    view = truth if observer == ALL_HANDS else seen.view(observer)
    found: dict[str, Mapping[str, float]] = {}
    for away in range(players):
        at = (max(observer, 0) + away) % players
        found |= {f"seat {away} {name}": numbers for name, numbers in of_seat(truth, at, view.players[at].hand)}
    shown = seen.shown[observer] if observer >= 0 else ()
    found |= of_table(truth, shown, setting.most_moves - moves)
    there = {block.name for block in setting.blocks}
    assert all(name in there for name, numbers in found.items() if any(numbers.values()))
    return {name: {k: float(v) for k, v in found[name].items() if v} for name in there}


@pytest.mark.parametrize(("board", "modules"), one_in(16, games.GAMES, several=True))
def test_observations_say_what_the_seat_knows(board: str, modules: tuple[str, ...]) -> None:
    """And nothing else: all is computed from the position as the seat sees it. Chances are those of the reference."""
    chance = random.Random(f"{board[-8:]} {modules} known")
    compared = 0
    for players in (2, 3, 4):
        setting = games.setting_of(board, modules, players, chance)
        moves = 0
        for seen, episode, event in games.walk(setting, chance, 600):
            for observer in (ALL_HANDS, NO_HAND, *range(players)) if chance.random() < 0.2 else ():
                values = episode.observation(observer)
                assert labelled(setting, values) == expected(setting, seen, observer, moves)
                assert (values <= setting.bounds).all()
                assert (values >= 0).all()
                compared += 1
            if seen.position.is_chance:
                chances = {str(reveal): float(odds) for reveal, odds in seen.position.chances()}
                assert {setting.outcomes[at]: odds for at, odds in episode.outcomes()} == pytest.approx(chances)
            moves += 1 if seen.position.is_chance else len(setting.actions.sequence(event))
    assert compared > 500


# ---- in the middle of an event


def keeping(setting: Setting) -> Episode:
    """Return a game in which a player is to keep cards that are all different."""
    position = tt.new(players=2, seed=3)
    hand = ("Augsburg", "Basel", "Lodz", "Ulm", "Zürich")
    unseen = Counter(position.unseen) - Counter[str](hand)
    position = position.with_own(hand=hand).replace(unseen=tuple(sorted(unseen.elements())))
    position = position.with_turn(phase="keep", drawn=1, played=1, closed=3, began_empty=False)
    return games.episode_at(setting, Seen(position, (("Basel", "Ulm"), ())))


def test_only_the_player_sees_which_cards_are_kept() -> None:
    setting = Setting(2)
    ends = []
    for kept in (("Augsburg", "Basel", "Lodz"), ("Basel", "Lodz", "Ulm")):
        episode = keeping(setting)
        before = episode.observation(1)
        for number, card in enumerate(kept, 1):
            episode.play(setting.actions.texts.index(f"keep {card}"))
            if number < len(kept):
                assert labelled(setting, episode.observation(0))["chosen cards"] == dict.fromkeys(kept[:number], 1)
                differing = np.flatnonzero(before != episode.observation(1))
                names = [block.name for block in setting.blocks if block.first in differing]
                assert names == ["moves left"]
        ends.append(episode)
    first, second = (labelled(setting, episode.observation(1)) for episode in ends)
    assert (first["seat 1 hand"], first["seat 1 unseen"]) == ({"Basel": 1}, {"": 2})
    assert (second["seat 1 hand"], second["seat 1 unseen"]) == ({"Basel": 1, "Ulm": 1}, {"": 1})


def test_all_see_the_houses_that_are_chosen() -> None:
    setting = Setting(2)
    position = tt.new(players=2, seed=3).with_own(route=("Ulm", "Augsburg", "München"))
    position = position.with_turn(phase="play", drawn=1, played=1, began_empty=False)
    episode = games.episode_at(setting, Seen.at(position))
    for action in ("close", "house München"):
        assert episode.play(setting.actions.texts.index(action)) is None
    for observer in (ALL_HANDS, NO_HAND, 0, 1):
        found = labelled(setting, episode.observation(observer))
        assert (found["choosing houses"], found["chosen houses"]) == ({"": 1}, {"München": 1})
    assert [setting.actions.texts[action] for action in episode.legal_actions()] == ["house Ulm", "done"]


def test_words() -> None:
    text = Episode(Setting(2)).text(0)
    assert text.startswith("seat 0 starts: 1\nseat 0 on turn: 1\nseat 0 decides: 1\nmoves left: 2000\ndeck: 66\n")
    assert text.endswith("\nphase: draw\nbegan empty: 1\ndue to the display: 6")


def test_a_game_that_is_stopped_counts_as_it_stands() -> None:
    episode = Episode(Setting(3, most_moves=7))
    assert len(episode.reveal()) == 6
    assert (episode.is_done, episode.rewards()) == (False, [0, 0, 0])
    episode.play(episode.legal_actions()[0])
    assert (episode.is_done, episode.is_truncated, episode.is_chance) == (True, True, False)
    assert episode.legal_actions() == []
    assert episode.mask().sum() == 0
    assert (episode.scores(), episode.rewards()) == ([-20, -20, -20], [1, -0.5, -0.5])
