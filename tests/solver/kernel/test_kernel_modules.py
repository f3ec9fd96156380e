"""The kernel with modules: return rounds, unknown cards with backs, numbered cards, last turns."""

import functools
import itertools
import random
import tomllib
from collections import Counter
from collections.abc import Iterator

import pytest

import thurntaxis as tt
from support import kernel_comparison, paths, random_play
from support.kernel_comparison import surprise
from support.kernels import kernel_of
from support.tables import MESSENGER, OFFICES, POWER, after, events, table
from thurntaxis.io.read import position_from_data
from thurntaxis.values import UNKNOWN, add, is_unknown
from thurntaxis_solver.kernel import compiled
from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.rules import keeping, moves
from thurntaxis_solver.kernel.search import last_turn, leaf_value, tree_search
from thurntaxis_solver.kernel.states import event_of, number_of
from thurntaxis_solver.kernel.tables import Tables

FILES = {path.stem: path for path in sorted((paths.COUNTS / "modules").glob("*.toml"))}
HIDDEN = [name for name, path in FILES.items() if '"?' in path.read_text(encoding="utf-8")]
"""The positions in which cards in hands are unknown."""

KNOWN = [name for name in FILES if name not in HIDDEN]


@functools.cache
def counted(name: str) -> tt.Position:
    """Return the position of a perft table."""
    return position_from_data(tomllib.loads(FILES[name].read_text(encoding="utf-8"))["position"])


def test_cards_are_unknown_only_where_the_file_says_so() -> None:
    for name in FILES:
        hands = [card for player in counted(name).players for card in player.hand]
        assert any(map(is_unknown, hands)) == (name in HIDDEN)


@pytest.mark.parametrize("block", range(8))
def test_games_from_every_perft_table_agree(block: int) -> None:
    """Return rounds, last turns and empty decks soon occur there."""
    for name in KNOWN[block::8]:
        for seed in range(2):
            kernel_comparison.compare_from(counted(name), random.Random(f"{name} {seed}"), 40, name)


@pytest.mark.parametrize("block", range(4))
def test_short_displays_are_filled_alike(block: int) -> None:
    """Under both readings of how many cards come to a short display."""
    chance, compared = random.Random(block), 0
    for name in [name for name in KNOWN if counted(name).turn.phase == "draw" and not counted(name).turn.pending][
        block::4
    ]:
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


# ---- unknown cards


@pytest.mark.parametrize("name", HIDDEN)
def test_unknown_cards_are_dealt_by_their_backs(name: str) -> None:
    position = counted(name)
    kernel, shoes = kernel_of(position.rules), position.rules.board.horseshoes
    numbers = kernel.tables
    for seed in range(20):
        s = kernel.state(position, seed)
        tree_search.deal_unknown(s, kernel.model.t, kernel.unknown(position))
        deck = cards_of_deck(s, numbers)
        assert len(deck) == position.deck_size
        hands = [hand_of(s, numbers, seat) for seat in range(len(position.players))]
        assert sorted([*deck, *itertools.chain(*hands)]) == sorted(
            [*position.unseen, *(card for player in position.players for card in player.hand if not is_unknown(card))]
        )
        for hand, player in zip(hands, position.players, strict=True):
            marks = Counter(card[2:] for card in player.hand if is_unknown(card) and card != UNKNOWN)
            dealt = Counter(hand) - Counter(card for card in player.hand if not is_unknown(card))
            assert not marks - Counter(str(shoes.get(card)) for card in dealt.elements())
        if position.deck_back:
            assert position.deck_back in {shoes[card] for card in deck}


def cards_of_deck(s: compiled.Array, numbers: Tables) -> list[str]:
    return [numbers.card_of[int(s[L.DECK + place])] for place in range(s[L.DECK_SIZE])]


def hand_of(s: compiled.Array, numbers: Tables, seat: int) -> tuple[str, ...]:
    """Return the cards of a hand, with their numbers if the cards of a city differ."""
    bag = L.SEATS + L.SEAT * seat + L.HAND
    whole, two, three = (int(s[bag + place]) for place in range(3))
    if not numbers.numbers[L.NUMBERED]:
        return numbers.cities_of(whole)
    each = ((whole - two - three, 1), (two, 2), (three, 3))
    return tuple(f"{city}/{number}" for cards, number in each for city in numbers.cities_of(cards))


def test_cards_with_unknown_backs_leave_the_top_card_in_the_deck() -> None:
    """Each choice of a top card with its back and of the card in hand from the others is equally likely."""
    few = ("Fabelau/1", "Fabelau/2", "Fabelcron/2", "Fabelcron/3", "Fabelend/1")
    position = tt.undealt(2, "testland", modules=[POWER])
    others = list(position.unseen)
    for card in few:
        others.remove(card)
    turn = position.turn.replace(pending=())
    position = position.replace(
        players=(tt.Player(), tt.Player(hand=(UNKNOWN,))), discard=tuple(others), unseen=few, turn=turn, deck_back=2
    )
    kernel, shoes = kernel_of(position.rules), position.rules.board.horseshoes
    numbers = kernel.tables
    found = []
    for seed in range(6000):
        s = kernel.state(position, seed)
        tree_search.deal_unknown(s, kernel.model.t, kernel.unknown(position))
        found.append(hand_of(s, numbers, 1)[0])
    tops = [card for card in few if shoes[card] == 2]
    expected: dict[object, float] = {card: sum(top != card for top in tops) for card in few}
    assert surprise([found], expected) < 4


def test_an_unknown_card_is_a_random_one_with_its_back() -> None:
    position = counted("power-unknown-by-back")
    kernel, shoes = kernel_of(position.rules), position.rules.board.horseshoes
    numbers = kernel.tables
    player = next(seat for seat, player in enumerate(position.players) if "?/3" in player.hand)
    hidden = position.players[player].hand.count("?/3")
    known = Counter(card for card in position.players[player].hand if not is_unknown(card))
    found = Counter[str]()
    deals = 4000
    for seed in range(deals):
        s = kernel.state(position, seed)
        tree_search.deal_unknown(s, kernel.model.t, kernel.unknown(position))
        hand = Counter(hand_of(s, numbers, player)) - known
        found.update({card: count for card, count in hand.items() if shoes[card] == 3})
    of_three = Counter(card for card in position.unseen if shoes[card] == 3)
    assert found.total() == deals * hidden
    for card, copies in of_three.items():
        expected = deals * hidden * copies / of_three.total()
        assert abs(found[card] - expected) < 6 * expected**0.5


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
                    last = at.ender is not None and (at.turn.player + 1) % len(at.players) == at.start
                    if last and not at.is_chance and at.turn.phase not in ("draw", "over"):
                        yield at, kernel_of(at.rules).state(at)


@pytest.mark.parametrize("modules", [(MESSENGER,), (POWER,), (POWER, MESSENGER)])
def test_the_last_turn_is_searched_if_only_its_player_decides(modules: tuple[str, ...]) -> None:
    found = 0
    for position, s in last_turns(modules):
        assert last_turn.is_last_turn(s, kernel_of(position.rules).model.t)
        found += 1
    assert found > 2


@pytest.mark.parametrize("modules", [(OFFICES,), (POWER, OFFICES), tt.MODULES])
def test_it_is_not_searched_if_tiles_may_be_returned_after_it(modules: tuple[str, ...]) -> None:
    found = 0
    for position, s in last_turns(modules):
        assert not last_turn.is_last_turn(s, kernel_of(position.rules).model.t)
        found += 1
    assert found > 2


def test_the_next_turn_begins_with_the_back_and_is_not_played() -> None:
    """The discards have become the deck at the end of a turn; the network evaluates the state with the new back."""
    position = tt.new(2, "testland", seed=1, modules=[POWER])
    position = position.replace(deck_back=None, turn=tt.Turn(1, began_empty=True, pending=("back",)))
    kernel = kernel_of(position.rules)
    space, s = kernel.workspace, kernel.state(position, 1)
    leaf_value.judge(s, kernel.model, space)
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
    leaf_value.judge(s, kernel.model, space)
    assert s[L.TURNS] == 1
    assert s[L.ON_TURN] != turn


def test_a_round_leaves_the_player_on_turn() -> None:
    """During a round its first player decides; after it, the player on turn does again."""
    full = ["postmaster"] * 3
    position = table(
        {"hand": ["Ulm"], "offices": full},
        {"hand": ["Ulm"], "offices": ["carrier"]},
        modules=(OFFICES,),
        turn={"drawn": 1},
    )
    position = after(position, "postmaster Linz", "deal Basel")
    kernel = kernel_of(position.rules)
    numbers = kernel.tables
    s, out = kernel.state(position), kernel.memory.zeros(numbers.most_events)
    decided = []
    while position.returning is not None:
        decided.append((int(s[L.PLAYER]), int(s[L.ON_TURN])))
        event = position.parse(events(position).split("; ")[0])
        kernel_comparison.play(s, kernel, event)
        position = position.play(event)
    assert decided == [(0, 0), (1, 0)]
    assert (int(s[L.PLAYER]), int(s[L.ON_TURN])) == (0, 0)
    assert kernel_comparison.legal(s, kernel, out) == list(position.events())
