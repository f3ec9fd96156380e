"""Games in one call: the record of a game between agents."""

import pytest

import thurntaxis as tt
from support.searched_positions import MIDGAME
from thurntaxis_solver import play_game
from thurntaxis_solver.play.matches import BrokenAgentError


class Scripted:
    """Chooses the first legal event, as a text, and keeps what it was shown."""

    def __init__(self) -> None:
        self.shown: list[tt.Position] = []

    def choose(self, position: tt.Position) -> tt.Event:
        self.shown.append(position)
        return str(position.events()[0])  # type: ignore[return-value]


def test_a_game_between_agents_is_a_record() -> None:
    mine = Scripted()
    record = play_game([mine, "greedy", "random"], seed=3)
    assert record.end.is_over
    assert record.seats == (None, "greedy", "random")
    assert record == play_game([Scripted(), "greedy", "random"], seed=3) != play_game([Scripted()] * 3, seed=4)
    assert all(position.decider == 0 for position in mine.shown)
    assert any(tt.UNKNOWN in player.hand for position in mine.shown for player in position.players[1:])
    assert tt.UNKNOWN not in {card for position in mine.shown for card in position.players[0].hand}
    middle = record.start
    for event in record.events[:100]:
        middle = middle.play(event)
    again = play_game(["greedy"] * 3, seed=5, start=middle)
    assert (again.start, again.end.is_over) == (middle, True)


def test_a_game_that_cannot_be_played_is_refused() -> None:
    class Cheat:
        def choose(self, position: tt.Position) -> tt.Event:
            return position.parse("end")

    with pytest.raises(BrokenAgentError, match=r"^Cheat chose end, which is not legal: Take a card and play one"):
        play_game([Cheat(), "greedy"])
    with pytest.raises(ValueError, match=r"^there are 3 agents; expected one for each player: 2$"):
        play_game(["greedy"] * 3, start=MIDGAME)
    with pytest.raises(ValueError, match=r"^a hand holds unknown cards; expected a start"):
        play_game(["greedy"] * 2, start=MIDGAME)
    with pytest.raises(ValueError, match=r"^unknown agent"):
        play_game(["gredy", "nobody"])
