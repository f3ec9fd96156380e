"""The turn solver in random games with any modules, against whole turns searched event by event."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import thurntaxis as tt
from support import module_games
from support.exact_advice import advise_exactly, check_choices
from support.few_and_many import few_and_many, one_in
from support.module_games import Game
from support.tables import MESSENGER, OFFICES, POWER, STACKS, table
from support.whole_turns import cards, turn_value, words
from support.whole_turns import seat as plain_seat
from support.whole_turns import table as plain_table
from thurntaxis.position import Returning
from thurntaxis_solver.capabilities import capabilities
from thurntaxis_solver.decider import decides_last
from thurntaxis_solver.exact import last_turn
from thurntaxis_solver.exact.last_turn import NotProved, TurnSolver
from thurntaxis_solver.exact.plans import Plan
from thurntaxis_solver.exact.refill import different_displays

GAMES = [("south", ()), *(game for game in module_games.GAMES if game[1])]


def some(pile: tuple[str, ...], most: int, chance: random.Random) -> tuple[str, ...]:
    return tuple(sorted(chance.sample(pile, min(most, len(pile)))))


def few_cards(position: tt.Position, chance: random.Random) -> tt.Position:
    """Return the position as the last turn of a game, with few cards and office tiles, and nothing unknown."""
    me = position.turn.player
    players = []
    for at, player in enumerate(position.players):
        hand = some(player.hand, 4 if at == me and position.turn.phase == "keep" else chance.choice([1, 2]), chance)
        route = player.route[:4] if at == me else player.route
        offices = some(player.offices, 3, chance) if at == me else ()
        players.append(player.replace(hand=hand, route=route, offices=offices))
    if any(card.startswith("?") for player in players for card in player.hand):
        players = [player.replace(hand=()) for player in players]
    few = position.replace(
        players=tuple(players),
        display=some(position.display, chance.choice([1, 2]), chance),
        unseen=some(position.unseen, 2, chance),
        discard=some(position.discard, chance.choice([0, 1]), chance),
        ender=position.ender or 0,
        start=(me + 1) % len(players),
    )
    if few.turn.phase == "draw" and not few.turn.drawn:
        few = few.with_turn(began_empty=not few.players[me].hand)
    if capabilities(few.rules).backs:
        shoes = few.rules.board.horseshoes
        few = few.replace(deck_back=shoes[chance.choice(few.unseen)] if few.unseen else None)
    return few


def nearly_empty_stacks(position: tt.Position, chance: random.Random) -> tt.Position:
    """Return the table with one tile left in one stack or two; the player on turn has the others."""
    if not capabilities(position.rules).offices:
        return position
    whole = STACKS[len(position.players)]
    names = [name for name in position.rules.officials if name in whole and name not in position.turn.used]
    nearly = chance.sample(names, min(len(names), chance.choice([1, 1, 2])))
    return position.with_own(offices=tuple(sorted(name for name in nearly for _ in range(whole[name] - 1))))


def with_letters(position: tt.Position, chance: random.Random) -> tt.Position:
    """Return the table with some letters for the player on turn, in a game with letters."""
    if not capabilities(position.rules).letters or chance.random() < 0.4:
        return position
    letters = chance.choice([1, 2, 4, 6])
    return position.with_own(letters=letters, letters_usable=letters)


def turns(game: Game, seed: int, count: int) -> Iterator[tt.Position]:
    """Yield last turns out of random games, with few cards, in which nobody else decides."""
    chance = random.Random(f"{module_games.name(game)} {seed}")
    every = [p for p in module_games.positions(game) if not p.is_chance and p.returning is None and not p.is_over]
    every = [p for p in every if p.turn.phase != "final"]
    early = [p for p in every if p.turn.phase == "draw" and len(p.players) < 4]
    for position in [*chance.sample(early, count), *chance.sample(every, count // 2)]:
        few = with_letters(few_cards(position, chance), chance)
        if chance.random() < 0.6:
            few = nearly_empty_stacks(few, chance)
        if decides_last(few) and (few.own.hand or few.turn.phase == "draw"):
            yield few


@few_and_many(1, 6)
@pytest.mark.parametrize("game", one_in(3, GAMES), ids=module_games.name)
def test_last_turns_are_solved_exactly(game: Game, seeds: range) -> None:
    for seed in seeds:
        for position in turns(game, seed, 2 if game[1] else 40):
            assert TurnSolver(position).value(position) == turn_value(position, position.turn.player)


@pytest.mark.parametrize("game", GAMES, ids=module_games.name)
def test_choices_are_the_events_with_their_values(game: Game) -> None:
    for position in turns(game, 4, 2):
        check_choices(position)


def follow(solver: TurnSolver, position: tt.Position, plan: Plan) -> Iterator[tuple[float, tt.Position]]:
    """Follow a plan to the ends of the game; yield these with their chances."""
    position = solver.remaining.reduced(position)
    if position.is_over:
        assert not plan.turn
        yield 1, position
    elif position.is_chance:
        chances = position.weights()
        for event, weight in chances.items():
            then = plan.after.get(event, Plan(plan.turn, {}))
            for share, end in follow(solver, position.play(event), then):
                yield share * weight / sum(chances.values()), end
    else:
        event, *rest = plan.turn
        yield from follow(solver, position.play(event), Plan(tuple(rest), plan.after))


@pytest.mark.parametrize("game", one_in(3, GAMES), ids=module_games.name)
def test_following_a_line_brings_what_it_says(game: Game) -> None:
    followed = 0
    for position in turns(game, 5, 4):
        solver = TurnSolver(position)
        for line in advise_exactly(position, lines=4).lines:
            if "administrator" in {event.verb for event in line.turn}:
                continue  # what is said then goes for the best card, or for the likeliest display
            ends = list(follow(solver, position, Plan(line.turn, line.after)))
            assert sum(chance for chance, _ in ends) == pytest.approx(1)
            values = [(chance, solver.value(end)) for chance, end in ends]
            for at, figure in enumerate((line.win, line.margin, line.score)):
                mean = sum(chance * float(value[at]) for chance, value in values if value)
                assert float(figure) == pytest.approx(mean, abs=1e-9)
            followed += 1
    assert followed > 1


# ---- rounds of returning tiles in which nobody else acts


def alone(anna: list[str], *, phase: str = "play", **keys: Any) -> tt.Position:
    """Return a last turn in which Anna alone has office tiles, and a last tile may be taken."""
    own = {"hand": ["Ulm"], "route": ["Kempten", "Zürich", "Sigmaringen"], "offices": anna, **keys}
    position = table(own, {"hand": ["Linz"], "houses": ["Basel"]}, modules=(OFFICES,), phase=phase)
    position = position.replace(ender=0, start=1, display=cards("Aug"), unseen=cards("Bas Lin Pas"))
    return position.with_turn(drawn=1, played=1) if phase == "play" else position


ROUNDS = {
    "carrier": alone(["carrier"] * 3),
    "carrier, two kinds": alone(["administrator", *["carrier"] * 3]),
    "carrier, three kinds": alone(["administrator", "cartwright", *["carrier"] * 3]),
    "cartwright": alone(["cartwright", "postmaster"], carriage=4),
    "cartwright, many cards": alone(["cartwright", "postmaster"], carriage=4, hand=[*cards("Ulm Bas Fre Pas")]),
    "final": alone(["administrator", "carrier", "postmaster"]),
    "final, four kinds": alone(["administrator", "carrier", "cartwright", "postmaster"]),
    "postmaster": alone(["administrator", *["postmaster"] * 3], phase="draw").with_turn(drawn=1),
}
"""Last turns in which office tiles may be returned, in the middle of the turn or after it."""


@pytest.mark.parametrize("name", ROUNDS)
def test_rounds_in_which_nobody_else_acts_are_solved_exactly(name: str) -> None:
    position = ROUNDS[name]
    assert decides_last(position)
    assert TurnSolver(position).value(position) == turn_value(position, 0)
    for line in advise_exactly(position, lines=30).lines:
        assert line.turn[0] in position.events()


def test_where_others_may_return_tiles_there_is_no_proof() -> None:
    position = ROUNDS["carrier"]
    anna, ben = position.players
    position = position.replace(players=(anna, ben.replace(offices=("administrator",))))
    for refuse in (advise_exactly, TurnSolver(position).solve):
        with pytest.raises(NotProved, match="others still have decisions to make"):
            refuse(position)


def test_the_last_of_a_final_round_is_advised() -> None:
    tiles, others = (
        {"hand": [card], "offices": ["administrator", "carrier", "postmaster"]} for card in ("Ulm", "Linz")
    )
    position = table(tiles, others, modules=(OFFICES,)).replace(ender=0, start=1)
    position = position.replace(turn=tt.Turn(0, "final"), returning=Returning((1,), None, final=True))
    advice = advise_exactly(position, lines=9)
    assert advice.player == 1
    assert str(advice.lines[0].turn[0]) == "return administrator carrier postmaster"
    assert {line.turn[0] for line in advice.lines} == set(position.events())
    assert TurnSolver(position).value(position) == turn_value(position, 1)


# ---- what one solver keeps


def test_what_lies_on_display_makes_no_difference_once_cards_do_not_matter() -> None:
    """Only whether a card is left for the administrator counts, whose tile may be wanted."""
    position = table({"hand": ["Ulm"]}, {"hand": ["Linz"]}, modules=(MESSENGER, OFFICES)).replace(ender=0, start=1)
    position = position.with_own(letters=2, letters_usable=2).with_turn(officials=("postmaster",), drawn=2)
    solver = TurnSolver(position)
    found = [solver.solve(position.replace(display=shown)) for shown in (("Linz",), ("Basel", "Ulm"), ())]
    assert found[0] is found[1]
    assert found[0] is not found[2]


def test_what_letters_pay_for_and_what_others_have_makes_a_difference() -> None:
    position = table({"hand": ["Ulm", "Basel"]}, {"hand": ["Linz"]}, modules=(MESSENGER, OFFICES))
    position = position.with_own(route=("Kempten", "Sigmaringen"), letters=2, letters_usable=2)
    position = position.with_turn(phase="play", drawn=1, played=1).replace(ender=0, start=1)
    anna, ben = position.players
    others = [position.with_turn(officials=officials) for officials in ((), ("postmaster",), ("carrier",))]
    others += [position.replace(players=(anna, ben.replace(chips=3)))]
    shared = TurnSolver(position)
    for other in (*others, *reversed(others)):
        assert shared.solve(other) == TurnSolver(other).solve(other)
    assert len({shared.value(other) for other in others}) > 1


# ---- new displays

TWELVE = "Aug Bas Bud Car Fre Inn Kem Lin Lod Man Mün Nür"
DISPLAY = ("display",) * 6
ONE = plain_table(plain_seat(), plain_seat("Lod", "Sig Kem"), deck=TWELVE, official="administrator", pending=DISPLAY)


def after_administrator(*, letters: int = 4, unseen: str = TWELVE, **turn: Any) -> tt.Position:
    """Return the last turn of a game with letters on the southern board; the administrator has been used."""
    position = table({"hand": ["Ulm"]}, {"hand": ["Linz"]}, modules=(MESSENGER,))
    position = position.with_own(letters=letters, letters_usable=letters)
    position = position.replace(display=(), unseen=cards(unseen), ender=0, start=1)
    return position.with_turn(**{"officials": ("administrator",), "pending": DISPLAY} | turn)


def with_backs() -> tt.Position:
    """Return a display to be dealt on a board whose cards show their horseshoes on the back."""
    position = tt.undealt(2, "testland", modules=[POWER])
    players = (tt.Player(hand=("Fabelend/1",), route=("Fabelbruck/2",)), tt.Player())
    due = position.with_turn(official="administrator", pending=DISPLAY).replace(players=players, display=())
    return due.replace(deck_back=due.rules.board.horseshoes[due.unseen[0]], ender=0, start=1)


EMPTIED = ROUNDS["postmaster"].with_turn(drawn=0, official="administrator", pending=DISPLAY)
"""After the administrator, a second kind of office tiles may bring a card."""


@pytest.mark.parametrize(
    ("position", "is_one"),
    [
        (ONE, True),
        (ONE.with_turn(pending=("display",)), True),
        (ONE.with_turn(pending=("display",), drawn=1), False),
        (ONE.with_turn(pending=("hand", *DISPLAY), drawn=1), False),
        (ONE.with_turn(drawn=1, official=None), True),
        (after_administrator(), False),
        (after_administrator(letters=0), True),
        (after_administrator(letters=0, pending=("display",)), False),
        (after_administrator(drawn=1), True),
        (after_administrator(drawn=1, letters=0), False),
        (with_backs(), False),
        (EMPTIED.with_own(offices=()), True),
        (EMPTIED.with_own(offices=("administrator",) * 3), False),
    ],
    ids=str,
)
def test_after_the_administrator_one_card_is_taken_unless_something_else_can_be_done(
    position: tt.Position, is_one: bool
) -> None:
    assert TurnSolver(position).gives_one_card(position) == is_one


def test_taking_a_card_leaves_no_other_reveals_due() -> None:
    solver = TurnSolver(ONE)
    taken = solver.after_taking(ONE, "Linz")
    assert taken.turn.pending == ("display",), "the space of that card"
    assert taken.own.hand == (*cards("Lin"), *cards("Lod"))
    nothing = solver.after_taking(after_administrator(drawn=1), "")
    assert (nothing.turn.pending, nothing.display, nothing.own.hand) == ((), (), ("Ulm",))


def test_a_second_card_from_a_new_display_is_the_best_one_or_none() -> None:
    """With letters the postmaster may follow the administrator."""
    position = after_administrator(drawn=1, unseen="Kem Lin Kem", pending=DISPLAY[:2])
    position = position.with_own(route=words("Ulm Sig"))
    assert TurnSolver(position).value(position) == turn_value(position, 0)


@pytest.mark.parametrize("most", [56, 55])
def test_so_many_different_displays_are_searched_and_no_more(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    position = after_administrator(letters=2, unseen="Aug Bas Bud Kem Lin Lod Ulm Zür", pending=DISPLAY[:3])
    assert different_displays(Counter(position.unseen), 3) == 56
    monkeypatch.setattr(last_turn, "FEW_DISPLAYS", most)
    solver = TurnSolver(position)
    if most == 56:
        assert solver.solve(position) is not None
    else:
        with pytest.raises(NotProved, match="cards that nobody has seen"):
            solver.solve(position)
