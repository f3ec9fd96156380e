"""The kernel with modules: return rounds, numbered cards, backs, last turns."""

import functools
import itertools
import random
from collections.abc import Iterator

import pytest

import thurntaxis as tt
from support import kernel_comparison, paths, position_files, random_play
from support.best_turns import is_last_turn
from support.few_and_many import one_in
from support.kernel_comparison import surprise
from support.kernels import kernel_of
from support.tables import MESSENGER, OFFICES, POWER
from thurntaxis.io.read import position_from_data
from thurntaxis.values import add
from thurntaxis_solver.kernel import compiled
from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.rules import keeping, moves
from thurntaxis_solver.kernel.search import last_turn, network_value
from thurntaxis_solver.kernel.states import event_of, number_of

FILES = {path.stem: path for path in sorted((paths.COUNTS / "modules").glob("*.toml"))}
HIDDEN = [name for name, path in FILES.items() if '"?' in path.read_text(encoding="utf-8")]
"""The positions in which cards in hands are unknown."""

KNOWN = [name for name in FILES if name not in HIDDEN]


@functools.cache
def counted(name: str) -> tt.Position:
    """Return the position of a perft table."""
    return position_from_data(position_files.counted(FILES[name]))


@pytest.mark.parametrize("block", one_in(4, range(8)))
def test_games_from_every_perft_table_agree(block: int) -> None:
    """Return rounds, last turns and empty decks soon occur there."""
    for name in KNOWN[block::8]:
        for seed in range(2):
            kernel_comparison.compare_from(counted(name), random.Random(f"{name} {seed}"), 40, name)


@pytest.mark.parametrize("block", one_in(4, range(4)))
def test_short_displays_are_filled_alike(block: int) -> None:
    """Under both readings of how many cards come to a short display."""
    chance, compared = random.Random(block), 0
    drawing = [name for name in KNOWN if counted(name).turn.phase == "draw" and not counted(name).turn.pending]
    for name in drawing[block::4]:
        position = counted(name)
        shown = chance.randrange(min(5, len(position.display) + 1))
        cards = add(position.unseen, position.display[shown:])
        for reading in ("one-card", "to-six"):
            rules = tt.rule_set(
                position.rules.board,
                position.rules.edition,
                {**position.rules.options, "display-refill": reading},
                position.rules.modules,
            )
            short = position.replace(display=position.display[:shown], unseen=cards).with_rules(rules)
            for seed in range(3):
                events, _ = kernel_comparison.compare_from(short, random.Random(f"{name} {seed}"), 25, name)
                compared += events.total()
    assert compared > 500


# ---- numbers of events


def test_numbers_of_events_fit_into_a_word() -> None:
    """With all three modules, on the board with numbered cards."""
    position = counted("all-three-keep")
    kernel = kernel_of(position.rules)
    numbers = kernel.tables
    cards = max(numbers.number_of.values())
    for verb in range(L.VERBS):
        assert verb + cards * L.VERBS < 2**63
    kept = {event: number_of(event, numbers) for event in position.events()}
    assert {event.verb for event in kept} == {"keep"}
    assert len(set(kept.values())) == len(kept)
    assert [event_of(number, numbers) for number in kept.values()] == list(kept)


@pytest.mark.parametrize("seed", range(3))
def test_every_choice_of_numbered_cards_to_keep_is_listed_once(seed: int) -> None:
    board, chance = tt.board("testland"), random.Random(seed)
    position = tt.undealt(2, board)
    kernel = kernel_of(position.rules)
    numbers = kernel.tables
    out = kernel.memory.zeros(numbers.most_events)
    doubles = 0
    for size in range(4, 12):
        cards = [card for card in board.cards if card < "Fabelg" or chance.random() < 0.2]
        hand = tuple(sorted(chance.sample(cards, size)))
        player = position.players[0].replace(hand=hand)
        s = kernel.state(position.replace(players=(player, tt.Player())))
        n = keeping.keepings(s, kernel.model.t, L.SEATS, out)
        kept = [event_of(out[place], numbers).cities for place in range(n)]
        assert sorted(kept) == sorted(set(itertools.combinations(hand, 3)))
        doubles += len(set(hand)) < size
    assert doubles > 2


# ---- chance events


def test_reveals_have_their_probabilities() -> None:
    """First a back, weighted with its number of cards; then a card, uniformly among those with that back."""
    position = counted("power-undealt")
    while position.turn.pending[0] != "back":
        position = position.play(random_play.choose(position, random.Random(1)))
    for _ in range(2):
        kernel, found = kernel_of(position.rules), []
        numbers = kernel.tables
        for seed in range(6000):
            s = kernel.state(position, seed)
            found.append(event_of(moves.deal_any(s, kernel.model.t), numbers))
        expected: dict[object, float] = dict[object, float](position.weights().items())
        assert surprise([found], expected) < 4
        position = position.play(next(iter(position.weights())))


def test_a_back_that_no_card_shows_cannot_be_seen() -> None:
    position = counted("power-back-due").replace(unseen=("Fabelau/1", "Fabelend/1", "Fabelbruck/2"))
    kernel = kernel_of(position.rules)
    s = kernel.state(position)
    assert not moves.see_back(s, kernel.model.t, 3)
    assert s[L.BACK_DUE]
    assert moves.see_back(s, kernel.model.t, 2)
    assert s[L.DECK_BACK] == 2
    assert not s[L.BACK_DUE]


# ---- the last turn, and the beginning of the next


def last_turns(modules: tuple[str, ...]) -> Iterator[tuple[tt.Position, compiled.Array]]:
    """Yield the decisions of last turns after the draw phase."""
    for name, position in zip(FILES, map(counted, FILES), strict=True):
        if name in KNOWN and position.rules.modules == modules:
            for seed in range(3):
                for at, _ in random_play.walk(position, random.Random(f"{name} {seed}"), 30):
                    if is_last_turn(at) and not at.is_chance and at.turn.phase not in ("draw", "over"):
                        yield at, kernel_of(at.rules).state(at)


@pytest.mark.parametrize(
    "modules", [(MESSENGER,), (POWER,), (POWER, MESSENGER), (OFFICES,), (POWER, OFFICES), tt.MODULES]
)
def test_the_last_turn_is_searched_unless_tiles_may_be_returned_after_it(modules: tuple[str, ...]) -> None:
    turns = list(last_turns(modules))
    assert len(turns) > 2
    for position, s in turns:
        assert last_turn.is_last_turn(s, kernel_of(position.rules).model.t) == (OFFICES not in modules)


def test_the_next_turn_begins_with_the_back_and_is_not_played() -> None:
    """The discards have become the deck at the end of a turn; the network evaluates the state with the new back."""
    position = tt.new(2, "testland", seed=1, modules=[POWER])
    position = position.replace(deck_back=None, turn=tt.Turn(1, began_empty=True, pending=("back",)))
    kernel = kernel_of(position.rules)
    space, s = kernel.workspace, kernel.state(position, 1)
    network_value.judge(s, kernel.model, space)
    assert s[L.DECK_BACK] in (1, 2, 3)
    assert (s[L.BACK_DUE], s[L.TURNS], s[L.DRAWN], s[L.PLAYER]) == (0, 0, 0, 1)


def test_a_round_in_the_middle_of_a_turn_is_no_beginning() -> None:
    """The administrator's last tile is taken before a card is drawn; the turn continues after the round."""
    position = counted("honor-last-administrator-revealing")
    chance = random.Random(1)
    while position.is_chance:
        position = position.play(random_play.choose(position, chance))
    assert position.returning is not None
    assert (position.turn.phase, position.turn.drawn) == ("draw", 0)
    kernel = kernel_of(position.rules)
    space, s = kernel.workspace, kernel.state(position, 1)
    turn = s[L.ON_TURN]
    network_value.judge(s, kernel.model, space)
    assert s[L.TURNS] == 1
    assert s[L.ON_TURN] != turn
