"""The chances of cards where the back of the top card is seen, against every reveal that the rules allow."""

import itertools
import random
from collections import Counter
from fractions import Fraction

import pytest

import thurntaxis as tt
from support.formulas import has_true_formula
from support.paths import BY_CITY
from thurntaxis_solver.route_planning.odds import odds
from thurntaxis_solver.route_planning.routes import routes

BOARDS = ("testland", str(BY_CITY))
DEALT = "power-and-glory"


def table(chance: random.Random, board: str, *, hidden: int, seen: bool = True) -> tt.Position:
    """Return a table with few cards outside hands, `hidden` of the unseen ones in another's hand."""
    options = {"card-backs": "seen" if seen else "ignored"}
    position = tt.undealt(2, board, options=options, modules=[DEALT])
    cards = position.rules.board.cards
    some = chance.sample(chance.sample(cards, 9), 7)  # often both copies of a card
    unseen, others = tuple(sorted(some[: 3 + hidden])), some[3 + hidden :]
    held = chance.sample(unseen, hidden)
    shoes = position.rules.board.horseshoes
    left = Counter(unseen) - Counter(held)
    hand = [f"?/{shoes[card]}" if seen and chance.random() < 0.7 else "?" for card in held]
    players = (position.players[0], tt.Player(hand=tuple(sorted(hand))))
    back = shoes[chance.choice(sorted(left.elements()))] if seen else None
    turn = tt.Turn(0, phase="draw")
    return position.replace(
        players=players, unseen=unseen, discard=tuple(sorted(others)), display=("Wachsum/1",), turn=turn, deck_back=back
    ).replace(display=(cards[0],))


def revealed(position: tt.Position, wanted: Counter[str], count: int, shown: tuple[str, ...] = ()) -> Fraction:
    """Search all reveals until this many cards are revealed; add up the chances of those with the wanted cards."""
    names = position.rules.board.city_of
    if count == 0 or not position.is_chance:
        found = Counter(shown) + Counter(names[card] for card in shown if card != names[card])
        return Fraction(wanted <= found)
    chances = position.weights()
    total = Fraction(0)
    for event, weight in chances.items():
        is_card = event.verb == "deal"
        part = revealed(position.play(event), wanted, count - is_card, (*shown, event[1]) if is_card else shown)
        total += Fraction(weight, sum(chances.values())) * part
    return total


def laid_out(position: tt.Position) -> list[tuple[str, ...]]:
    """Return all ways to lay out the unseen cards that fit what backs show: the deck, the discards, then the hands."""
    shoes = position.rules.board.horseshoes
    hidden = [card for cards in (position.discard, position.players[1].hand) for card in cards if card[0] == "?"]
    backs = ["?"] * position.deck_size + hidden
    if position.deck_back is not None:
        backs[0] = f"?/{position.deck_back}"
    return [
        order
        for order in itertools.permutations(position.unseen)
        if all(back in ("?", f"?/{shoes[card]}") for card, back in zip(order, backs, strict=True))
    ]


def in_every_way(position: tt.Position, wanted: Counter[str], reveals: int) -> Fraction:
    """Lay out the unseen cards in all ways, and draw all sets from the discards once the deck has run out."""
    names = position.rules.board.city_of
    deck, unknown = position.deck_size, position.unknown_discards
    known = tuple(card for card in position.discard if card[0] != "?")
    later = min(max(0, reveals - deck), len(position.discard))
    found = []
    for order in laid_out(position):
        for drawn in itertools.combinations((*order[deck : deck + unknown], *known), later):
            shown = (*order[: min(reveals, deck)], *drawn)
            found.append(wanted <= Counter(shown) + Counter(names[card] for card in shown if card != names[card]))
    return Fraction(sum(found), len(found))


@pytest.mark.parametrize("seen", [True, False])
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("seed", range(10))
def test_unknown_discards_come_when_the_deck_runs_out(board: str, seed: int, seen: bool) -> None:
    chance = random.Random(f"{seed} {board}")
    position = table(chance, board, hidden=seed % 2, seen=seen)
    shoes = position.rules.board.horseshoes
    gone = chance.sample(position.discard, 2)
    known = sorted((Counter(position.discard) - Counter(gone)).elements())
    marks = [f"?/{shoes[card]}" if seen and chance.random() < 0.6 else "?" for card in gone]
    unseen = tuple(sorted([*position.unseen, *gone]))
    position = position.replace(discard=tuple(sorted([*known, *marks])), unseen=unseen)
    for reveals in (1, 2, 4, 6, 9):
        wanted = wanted_cards(chance, position)
        answer = odds(position, wanted, reveals=reveals)
        assert answer.chance.fraction == in_every_way(position, Counter(wanted), reveals)
        assert has_true_formula(answer)
        if reveals <= position.deck_size:
            assert answer.chance.fraction == revealed(due(position, reveals), Counter(wanted), reveals)


def wanted_cards(chance: random.Random, position: tt.Position) -> list[str]:
    """Return one or two cities or cards that may come."""
    may_come = [card for card in position.unseen + position.discard if card[0] != "?"]
    cards = chance.choices(may_come, k=chance.choice([1, 1, 2]))
    names = position.rules.board.city_of
    return sorted(cards) if chance.random() < 0.5 else sorted(names[card] for card in cards)


def due(position: tt.Position, count: int) -> tt.Position:
    """Return the table with an empty display, and this many cards to be revealed."""
    return position.replace(display=(), turn=position.turn.replace(pending=("display",) * count))


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("seed", range(12))
def test_the_chance_is_that_of_all_reveals(board: str, seed: int) -> None:
    chance = random.Random(seed)
    position = table(chance, board, hidden=seed % 3)
    reveals = chance.randint(1, position.deck_size)
    wanted = wanted_cards(chance, position)
    answer = odds(position, wanted, reveals=reveals)
    assert answer.chance.fraction == revealed(due(position, reveals), Counter(wanted), reveals)
    assert has_true_formula(answer)


@pytest.mark.parametrize("seed", range(8))
def test_discards_come_when_the_deck_runs_out(seed: int) -> None:
    """No hand hides a card here: the rules shuffle those of hidden hands in with the discards."""
    chance = random.Random(seed)
    position = table(chance, BOARDS[0], hidden=0)
    wanted = wanted_cards(chance, position)
    for reveals in (4, 5, 7):
        chance_of = revealed(due(position, reveals), Counter(wanted), reveals)
        assert odds(position, wanted, reveals=reveals).chance.fraction == chance_of


def test_the_administrators_first_card_has_the_back_that_is_seen() -> None:
    chance = random.Random(4)
    for _ in range(6):
        position = table(chance, BOARDS[0], hidden=0)
        wanted = wanted_cards(chance, position)
        position = position.with_mover(hand=(position.rules.board.cards[5],))
        after = position.play("administrator")
        every = revealed(after, Counter(wanted), 6)
        assert odds(position, wanted, administrator=True).chance.fraction == every


def test_only_the_first_card_is_told_by_its_back() -> None:
    position = tt.new(2, "testland", seed=3, modules=[DEALT])
    back, shoes = position.deck_back, position.rules.board.horseshoes
    fitting = [card for card in position.unseen if shoes[card] == back]
    for card in sorted(set(position.unseen)):
        first = Fraction(fitting.count(card), len(fitting)) if shoes[card] == back else 0
        assert odds(position, [card], reveals=1).chance.fraction == first
        ignored = position.with_rules(tt.rule_set("testland", options={"card-backs": "ignored"}, modules=[DEALT]))
        plain = odds(ignored, [card], reveals=2).chance.fraction
        assert (odds(position, [card], reveals=2).chance.fraction > plain) == (first > 0)


def test_a_back_still_to_be_seen_tells_nothing() -> None:
    position = tt.new(2, "testland", seed=3, modules=[DEALT])
    waiting = position.replace(deck_back=None, turn=position.turn.replace(pending=("back",)))
    of_city = sum(position.rules.board.city_of[card] == "Wachsel" for card in position.unseen)
    assert odds(waiting, ["Wachsel"], reveals=1).chance.fraction == Fraction(of_city, len(position.unseen))


def test_the_formula_sums_up_what_the_first_card_may_be() -> None:
    position = tt.new(2, "testland", seed=3, modules=[DEALT])
    assert position.deck_back == 1
    answer = odds(position, ["Wachsel", "Tintau"])
    assert answer.formula == (
        "((binomial(62, 5) - binomial(60, 5))/binomial(62, 5))/23"
        " + 22*((binomial(62, 5) - binomial(60, 5) - binomial(59, 5) + binomial(57, 5))/binomial(62, 5))/23"
    )
    assert has_true_formula(answer)
    assert answer.data()["back"] == 1
    assert "back" not in odds(tt.new(2, "testland", seed=3), ["Wachsel"]).data()


def test_backs_that_are_ignored_tell_nothing() -> None:
    chance = random.Random(9)
    for hidden in (0, 2):
        position = table(chance, BOARDS[0], hidden=hidden, seen=False)
        wanted = wanted_cards(chance, position)
        assert odds(position, wanted, reveals=2).chance.fraction == revealed(due(position, 2), Counter(wanted), 2)


@pytest.mark.parametrize("board", BOARDS)
def test_the_chances_of_routes_know_the_back_too(board: str) -> None:
    position = tt.new(2, board, seed=5, modules=[DEALT])
    found = routes(position, longest=4)
    blind = [target for target in found if target.unseen]
    for target in blind[:: max(1, len(blind) // 12)]:
        assert target.chance == odds(position, target.unseen, reveals=3).chance
        assert [chance.fraction for chance in target.blind] == [
            odds(position, target.unseen, reveals=draws).chance.fraction for draws in (1, 2, 3)
        ]
    ignored = tt.rule_set(position.rules.board, options={"card-backs": "ignored"}, modules=[DEALT])
    plain = {target.cities: target.chance for target in routes(position.with_rules(ignored), longest=4)}
    assert any(plain.get(target.cities) != target.chance for target in blind)
    assert all(target.chance.fraction == 1 for target in routes(position, longest=4, draws=0))
