"""A small engine that plays any legal event. It passes `taxis engine --check "python examples/engine_random.py"`."""

import random
import sys

from thurntaxis import IllegalEvent, Position
from thurntaxis.io.read import data_from_bytes, position_from_data
from thurntaxis.io.write import to_json

INTRODUCTION = """id name random
option name board type combo default south var south var testland
option name module type set var power-and-glory var princess-messenger var offices-of-honor
taxisok
"""


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
            return INTRODUCTION
        if command == "position" and rest.startswith("json "):
            self.position = position_from_data(data_from_bytes(rest[5:].encode(), ".json"))
            return "positionok\n"
        if self.position is None:
            raise ValueError("unknown command, or no position has been set (position json {...})")
        if command == "apply":
            self.position = self.position.play(rest)
            return "applyok\n"
        match command, rest.split():
            case "json", []:
                return f"json {to_json(self.position)}\n"
            case "events", []:
                return "".join(f"event {event}\n" for event in self.position.events()) + "eventsok\n"
            case "go", ["time", time] if time.isdecimal() and not (self.position.is_over or self.position.is_chance):
                self.may_stop = True
                return f"bestturn {random.choice(self.position.events())}\n"
        raise ValueError("this can't be answered here (taxis, position json, json, events, apply, go time, stop, quit)")


engine = RandomEngine()
for text in sys.stdin.buffer:
    if text.strip() == b"quit":
        break
    try:
        told = engine.answer(text.decode())
    except IllegalEvent as illegal:
        told = f"illegal {','.join(illegal.clauses)} {illegal}\n"
    except ValueError as error:
        told = f"error {' '.join(str(error).split())}\n"
    sys.stdout.buffer.write(told.encode())
    sys.stdout.buffer.flush()
