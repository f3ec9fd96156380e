"""The environment for OpenSpiel: its own tests, playthroughs, and information states."""

import copy
import hashlib
import pickle
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from support import environment_games as games
from support import golden
from support.few_and_many import one_in
from thurntaxis_solver.environments import openspiel

assert openspiel.GAME_TYPE.short_name == "python_thurn_and_taxis"

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"


def load(**parameters: int | str) -> Any:
    """Return the game with these parameters."""
    return pyspiel.load_game("python_thurn_and_taxis", parameters)


# ---- OpenSpiel's own tests


@pytest.mark.parametrize(
    "game",
    [
        "python_thurn_and_taxis(edition=it-2006,most_moves=200)",
        pytest.param("python_thurn_and_taxis(most_moves=400)", marks=pytest.mark.nightly),
        pytest.param(
            "python_thurn_and_taxis(players=3,modules=offices-of-honor+princess-messenger,most_moves=600)",
            marks=pytest.mark.nightly,
        ),
        "python_thurn_and_taxis(players=4,board=testland,modules=power-and-glory,most_moves=150)",
        pytest.param(
            "python_thurn_and_taxis(players=4,board=testland,modules=power-and-glory,most_moves=600)",
            marks=pytest.mark.nightly,
        ),
    ],
)
def test_random_simulations(game: str) -> None:
    loaded = pyspiel.load_game(game)
    pyspiel.random_sim_test(loaded, num_sims=1, serialize="most_moves" in game, verbose=False)


@pytest.mark.parametrize("name", one_in(2, ["modules", "base"]))
def test_playthroughs(name: str) -> None:
    """The actions in words and by number, the returns, and a digest of all that OpenSpiel prints of the game."""
    from open_spiel.python.algorithms import generate_playthrough  # takes long: it brings scipy

    file = PLAYTHROUGHS / f"{name}.txt"
    written = file.read_text(encoding="utf-8")  # the same actions are played even if the file is renewed
    (game,) = re.findall(r"^game: (.*)$", written, re.MULTILINE)
    actions = [int(action) for action in re.findall(r"^action: (\d+)$", written, re.MULTILINE)]
    text = str(generate_playthrough.playthrough(game, action_sequence=actions, seed=1))
    lines = [line for line in text.splitlines() if line.startswith(("game: ", "# Apply action ", "action: "))]
    (returns,) = re.findall(r"^Returns\(\) = .*$", text, re.MULTILINE)[-1:]
    golden.same(file, "\n".join([*lines, returns, f"SHA-256: {hashlib.sha256(text.encode()).hexdigest()}\n"]))


# ---- parameters


def test_parameters() -> None:
    game = load(players=3, board="testland", modules="power-and-glory+offices-of-honor", edition="it-2006")
    rules = game.setting.start.rules
    assert (game.num_players(), rules.board.name, rules.edition) == (3, "testland", "it-2006")
    assert rules.modules == ("power-and-glory", "offices-of-honor")
    assert game.max_game_length() == 3000
    assert str(pyspiel.load_game(str(game))) == str(game)


@pytest.mark.parametrize(("parameters", "wrong"), [({"players": 7}, "7 players"), ({"modules": "x"}, "x")])
def test_impossible_parameters(parameters: dict[str, Any], wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        load(**parameters)


# ---- what seats witness


def step(state: Any, text: str) -> Any:
    """Return the state after the action or outcome with this text."""
    child = state.child(state.string_to_action(state.current_player(), text))
    assert child.history() != state.history()
    return child


def begun() -> Any:
    """Return a game after the first reveals."""
    state = load().new_initial_state()
    for city in ("Basel", "Basel", "Linz", "Lodz", "Ulm", "Ulm"):
        state = step(state, f"deal {city}")
    return state


def same(first: Any, second: Any, player: int) -> bool:
    """Return whether two states look the same to a player; texts and tensors must agree on that."""
    found: set[bool] = {
        first.information_state_string(player) == second.information_state_string(player),
        first.information_state_tensor(player) == second.information_state_tensor(player),
    }
    assert len(found) == 1
    return found.pop()


def test_a_blind_draw_is_the_players_secret() -> None:
    state = step(begun(), "draw deck")
    first, second = step(state, "deal Passau"), step(state, "deal Pilsen")
    assert same(first, second, 1)
    assert not same(first, second, 0)
    assert first.observation_string(1) == second.observation_string(1)
    assert first.observation_string(0) != second.observation_string(0)
    for text in ("postmaster deck", "deal Zürich", "play Zürich start"):
        first, second = step(first, text), step(second, text)
        assert same(first, second, 1)
    for text in ("end", "draw Ulm", "deal Ulm", "postmaster Ulm", "deal Linz", "play Ulm start", "end", "draw Linz"):
        first, second = step(first, text), step(second, text)
    first, second = step(first, "deal Linz"), step(second, "deal Linz")
    assert same(first, second, 1)
    assert not same(step(first, "play Passau start"), step(second, "play Pilsen start"), 1)


def test_a_card_from_the_display_is_not() -> None:
    first, second = (step(begun(), f"draw {city}") for city in ("Ulm", "Linz"))
    first, second = step(first, "deal Linz"), step(second, "deal Ulm")
    assert not same(first, second, 1)


def test_information_states_only_grow() -> None:
    """What a seat has witnessed stays, and what it sees now follows from it."""
    seen: dict[tuple[int, ...], tuple[float, ...]] = {}
    chance = random.Random(5)
    for _ in range(3):
        state = load(players=3, modules="offices-of-honor", most_moves=400).new_initial_state()
        before: list[list[int]] = [[], [], []]
        while not state.is_terminal():
            state.apply_action(any_action(state, chance))
            for seat, witnessed in enumerate(state.witnessed):
                assert witnessed[: len(before[seat])] == before[seat]
                before[seat] = list(witnessed)
                if not state.is_chance_node():
                    key, now = (seat, *witnessed), tuple(state.episode.observation(seat).tolist())
                    assert seen.setdefault(key, now) == now
    assert len(seen) > 1000


def any_action(state: Any, chance: random.Random) -> int:
    if state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        return int(chance.choices(outcomes, weights)[0])
    return int(chance.choice(state.legal_actions()))


def choosing_cards() -> Any:
    """Return a game in which a player chooses the first of the cards to keep, of which several are possible."""
    game, chance = load(), random.Random(1)
    choose = games.choosers(game.setting, 1)
    state = game.new_initial_state()
    while not (state.legal_actions()[0] in state.numbers.keeps and len(state.legal_actions()) > 1):
        state.apply_action(any_action(state, chance) if state.is_chance_node() else choose(state.episode))
    return state


def test_others_see_which_cards_are_discarded_and_not_which_are_kept() -> None:
    state = choosing_cards()
    player, hand = state.current_player(), Counter(hand_of(state))
    first, second = (state.child(action) for action in state.legal_actions()[:2])
    assert same(first, second, 1 - player)
    assert not same(first, second, player)
    before = len(state.witnessed[1 - player])
    while state.current_player() == player:
        state.apply_action(state.legal_actions()[0])
    discards = [state.numbers.texts[number] for number in state.witnessed[1 - player][before:]]
    kept = state.episode.events[-1]
    assert kept.verb == "keep"
    assert discards == [f"discard {card}" for card in sorted((hand - Counter(kept[1:])).elements())]


def hand_of(state: Any) -> list[str]:
    """Return the hand of the player who decides."""
    setting = state.episode.setting
    counts = state.episode.observation(state.current_player())[: len(setting.actions.cards)]
    return [card for card, count in zip(setting.actions.cards, counts, strict=True) for _ in range(int(count))]


# ---- games that a seat can't tell from another


@pytest.mark.parametrize(
    "parameters",
    [
        {"most_moves": 700},
        {"players": 3, "modules": "offices-of-honor+princess-messenger", "most_moves": 900},
        {"players": 4, "board": "testland", "modules": "power-and-glory", "most_moves": 500},
        {"board": "testland", "edition": "it-2006", "most_moves": 700},
    ],
)
def test_another_game_that_looks_the_same_to_a_seat(parameters: dict[str, Any]) -> None:
    """Impossible deals would raise an error; hidden cards do change, also those drawn before the deck was shuffled."""
    chance, others, shuffled, choosing = random.Random(1), 0, 0, 0
    game = load(**parameters)
    choose = games.choosers(game.setting, 1)
    state = game.new_initial_state()
    while not state.is_terminal():
        partial = bool(state.legal_actions()) and state.legal_actions()[0] in state.numbers.keeps
        if state.move_number() % 17 == 0 or partial:
            for player in range(state.num_players()):
                other = state.resample_from_infostate(player, chance.random)
                assert same(state, other, player)
                assert other.current_player() == state.current_player()
                assert player != state.current_player() or other.legal_actions() == state.legal_actions()
                others += str(other) != str(state)
                shuffled += str(other) != str(state) and state.shuffles > 0
                choosing += partial
        decks = [action for action in state.legal_actions() if state.action_to_string(action).endswith(" deck")]
        if state.is_chance_node() or (decks and chance.random() < 0.6):
            state.apply_action(decks[0] if decks else any_action(state, chance))
        else:
            state.apply_action(choose(state.episode))
    assert min(others, shuffled, choosing) > 5


def test_hidden_cards_are_as_likely_as_what_is_unseen() -> None:
    """Seat 0 holds a card that it drew blind; seat 1 has seen nine cards, and knows nothing of the other 57."""
    state = begun()
    for text in ("draw deck", "deal Passau", "postmaster deck", "deal Zürich", "play Zürich start", "end"):
        state = step(state, text)
    for text in ("draw Ulm", "deal Linz", "postmaster Ulm", "deal Linz", "play Ulm start", "end"):
        state = step(state, text)
    chance = random.Random(1)
    found = Counter(hand_of(state.resample_from_infostate(1, chance.random))[0] for _ in range(3000))
    unseen = Counter(dict.fromkeys(state.episode.setting.actions.cards, 3))
    unseen.subtract(["Basel", "Basel", "Linz", "Lodz", "Ulm", "Ulm", "Zürich", "Linz", "Linz"])
    assert (unseen.total(), found["Linz"]) == (57, 0)
    expected = {card: 3000 * count / 57 for card, count in unseen.items() if count}
    assert sum((found[card] - mean) ** 2 / mean for card, mean in expected.items()) < 45.3  # 99.9 % of chi-squared, 20


@pytest.mark.parametrize("players", [2, 3])
def test_searches_of_openspiel_play(players: int) -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    game, numbers, chance = load(players=players, most_moves=60), np.random.RandomState(1), random.Random(2)
    state = game.new_initial_state()
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, numbers), 1.4, 4, random_state=numbers)
    while not state.is_terminal():
        state.apply_action(any_action(state, chance) if state.is_chance_node() else bot.step(state))
    assert sum(state.returns()) == 0


# ---- copies


def test_copies_go_their_own_way() -> None:
    """To the end of the game, whose rewards are the returns."""
    state, chance = load(most_moves=200).new_initial_state(), random.Random(3)
    while not state.is_terminal():
        assert state.returns() == [0, 0]
        action, before = any_action(state, chance), str(state)
        for copied in (state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
            copied.apply_action(action)
            assert str(state) == before
        state.apply_action(action)
        assert str(copied) == str(state)
        assert copied.episode.events == state.episode.events
        assert copied.witnessed == state.witnessed
    assert state.returns() == state.episode.rewards()
    assert sorted(state.returns()) == [-1, 1]
