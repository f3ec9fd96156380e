"""A small engine that plays any legal event. It passes `taxis engine --check "python examples/engine_random.py"`."""

import random
import re
import sys
from itertools import takewhile

from thurntaxis import IllegalEvent, Position
from thurntaxis.io.read import data_from_bytes, position_from_data
from thurntaxis.io.write import to_json


class RandomEngine:
    """Keeps a position, and answers lines about it."""

    position: Position | None = None
    may_stop = False  # a stop that crossed the end of a go gets no answer

    def answer(self, line: str) -> str:
        """Return the answer to a line, with its line ends; raise ValueError for a line that can't be taken."""
        command, _, rest = line.strip().partition(" ")
        if command == "stop" and self.may_stop:
            self.may_stop = False
            return ""
        if command == "taxis" and not rest:
            return "id name random\noption name board type combo default south var south var testland\ntaxisok\n"
        if command == "position" and rest.startswith("json "):
            self.position = position_from_data(data_from_bytes(rest[5:].encode(), ".json"))
            return "positionok\n"
        if (position := self.position) is None:
            raise ValueError("unknown command, or no position has been set (position json {...})")
        if command == "apply":
            self.position = position.play(rest)
            return "applyok\n"
        if command == "json" and not rest:
            return f"json {to_json(position)}\n"
        if command == "events" and not rest:
            return "".join(f"event {event}\n" for event in position.events()) + "eventsok\n"
        if command == "go" and re.fullmatch("time [1-9][0-9]*", rest) and not (position.is_over or position.is_chance):
            self.may_stop = True
            return f"bestturn {random.choice(position.events())}\n"
        raise ValueError("unknown command, or nobody decides (position json, json, events, apply, go time, stop, quit)")


def converse(engine: RandomEngine) -> None:
    """Answer lines until quit, or until their end."""
    for line in takewhile(lambda line: line.strip() != b"quit", sys.stdin.buffer):
        try:
            answer = engine.answer(line.decode())
        except IllegalEvent as illegal:
            answer = f"illegal {','.join(illegal.clauses)} {illegal}\n"
        except ValueError as error:
            answer = f"error {' '.join(str(error).split())}\n"
        sys.stdout.buffer.write(answer.encode())
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    converse(RandomEngine())
