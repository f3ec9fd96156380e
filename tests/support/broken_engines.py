"""Engines for tests: `python broken_engines.py FAULT [FILE]`.

All but the first two break the protocol or the rules, each in one way. They are made from the engine of the examples.
FILE takes the number of the process, and of a child that it starts.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

import thurntaxis
from thurntaxis import IllegalEvent

sys.path.insert(0, str(Path(__file__).parents[2] / "examples"))
from engine_random import RandomEngine, converse


class Sound(RandomEngine):
    """The engine as it is, on one board and for two players."""

    options = "option name players type spin default 2 min 2 max 2\n"

    def answer(self, line: str) -> str:
        return f"id name toy\n{self.options}taxisok\n" if line.strip() == "taxis" else super().answer(line)


class DrawsBlind(Sound):
    """Begins each turn with the top card of the deck, and is not broken either."""

    def answer(self, line: str) -> str:
        answer = super().answer(line)
        return "bestturn draw deck\n" if answer.startswith("bestturn draw ") else answer


class SupportsNothingKnown(Sound):
    options = "option name board type combo default moon var moon\noption name players type spin min 5 max 6\n"


class Hangs(Sound):
    def answer(self, line: str) -> str:
        if line.startswith("events"):
            time.sleep(3600)
        return super().answer(line)


class CrashesOnIllegal(Sound):
    def answer(self, line: str) -> str:
        try:
            return super().answer(line)
        except IllegalEvent:
            sys.exit("nobody said that this could happen")


class ListsAnIllegalEvent(Sound):
    def answer(self, line: str) -> str:
        answer = super().answer(line)
        if self.position and answer.endswith("eventsok\n") and "event draw deck\n" in answer:
            absent = next(city.name for city in self.position.rules.board.cities if f" {city.name}\n" not in answer)
            lines = [*answer.splitlines()[:-1], f"event draw {absent}"]
            return "\n".join([*sorted(lines), "eventsok\n"])
        return answer


class OmitsAnEvent(Sound):
    def answer(self, line: str) -> str:
        return super().answer(line).replace("event draw deck\n", "")


class Unsorted(Sound):
    def answer(self, line: str) -> str:
        answer = super().answer(line)
        if answer.endswith("eventsok\n"):
            return "\n".join([*reversed(answer.splitlines()[:-1]), "eventsok\n"])
        return answer


class DeafWhileThinking(Sound):
    """Ignores its time, and `stop`."""

    def answer(self, line: str) -> str:
        answer = super().answer(line)
        if line.startswith("go"):
            time.sleep(3600)
        return answer


class Miscounts(Sound):
    options = "option name offers type set var perft\n" + Sound.options

    def answer(self, line: str) -> str:
        command, _, rest = line.strip().partition(" ")
        if command == "perft" and rest.isdecimal() and self.position:
            depth = int(rest)
            return f"perft {depth} {thurntaxis.perft(self.position, depth) + (depth > 1)}\n"
        return super().answer(line)


class GuessesChance(Sound):
    """Takes the player on turn for the one who decides a reveal, and all reveals for equally likely."""

    options = "option name offers type set var decides var weights\n" + Sound.options

    def answer(self, line: str) -> str:
        if self.position and line == "decides\n":
            return "decides nobody\n" if self.position.is_over else f"decides player {self.position.decider}\n"
        if self.position and line == "weights\n":
            return "".join(f"weight 1 {event}\n" for event in self.position.weights()) + "weightsok\n"
        return super().answer(line)


class WritesGarbage(Sound):
    def answer(self, line: str) -> str:
        return "Hello, I am an engine\x07!\n" + super().answer(line)


class WritesWithoutEnd(Sound):
    def answer(self, line: str) -> str:
        while line.startswith("go"):
            print("info string thinking", flush=True)
        return super().answer(line)


class ChangesOnInvalidLines(Sound):
    def answer(self, line: str) -> str:
        try:
            return super().answer(line)
        except ValueError:
            if line.startswith("apply ") and self.position:
                self.position = self.position.play(self.position.events()[0])
            raise


class ChoosesIllegalEvents(Sound):
    def answer(self, line: str) -> str:
        answer = super().answer(line)
        return "bestturn play Ulm right; end\n" if answer.startswith("bestturn draw") else answer


class ForgetsCarriages(Sound):
    def answer(self, line: str) -> str:
        answer = super().answer(line)
        if line.startswith("position json") and self.position:
            players = tuple(player.replace(carriage=None) for player in self.position.players)
            self.position = self.position.replace(players=players)
        return answer


class StartsChildren(DeafWhileThinking):
    """Starts a child that never ends, and notes both in a file."""

    def __init__(self, file: str) -> None:
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
        Path(file).write_text(f"{child.pid} {os.getpid()}", encoding="utf-8")


def main(fault: str, *arguments: str) -> None:
    converse(globals()[fault](*arguments))


if __name__ == "__main__":
    main(*sys.argv[1:])
