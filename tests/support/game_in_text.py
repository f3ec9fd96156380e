"""`taxis play` with lines for input, and what it answers."""

import re

import thurntaxis as tt
from support.command_line import Answer, taxis


def play(*lines: str, words: str = "--seed 7") -> Answer:
    """Play with these lines, up to the end of the input."""
    answer = taxis("play", *words.split(), stdin="".join(f"{line}\n" for line in lines).encode())
    assert answer.err == ""
    return answer


def replies(answer: Answer) -> list[str]:
    """Return what was answered to each line, and what was said first."""
    return [re.sub(r"\s+", " ", part).strip() for part in re.split(r"^> ", answer.out, flags=re.MULTILINE)]


def closing() -> tt.Position:
    """Return a position with many ways of closing."""
    route = ("Mannheim", "Würzburg", "Nürnberg", "Ingolstadt", "Augsburg", "Kempten", "Zürich")
    start = tt.new(players=2, seed=7)
    return start.replace(
        players=(tt.Player(route=route, hand=("Ulm",)), *start.players[1:]),
        turn=tt.Turn(0, phase="play", drawn=1, played=1),
    )
