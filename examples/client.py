"""A client of the engine protocol that needs no package: a program plays a game against itself.

python examples/client.py taxis engine
"""

import random
import subprocess
import sys


class Client:
    """A running program that answers lines."""

    def __init__(self, command: list[str]) -> None:
        """Start the program and wait for its introduction."""
        pipe = subprocess.PIPE
        self.program = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, encoding="utf-8")
        self.ask("taxis", "taxisok")

    def ask(self, line: str, last: str) -> list[str]:
        """Send a line, and return its answer up to the line that begins with the word `last`."""
        assert self.program.stdin
        assert self.program.stdout
        print(line, file=self.program.stdin, flush=True)
        heard: list[str] = []
        while not heard or heard[-1].split(" ")[0] != last:
            heard.append(self.program.stdout.readline().rstrip("\n"))
            if not heard[-1] or heard[-1].startswith(("error ", "illegal ")):
                raise RuntimeError(f"{line}: {heard[-1] or 'the program ended'}")
        return heard


def play(client: Client, playouts: int = 100, seed: int = 1) -> list[str]:
    """Play a game and return its events: chance draws them by their weights, the program finds the others."""
    dice, events = random.Random(seed), []
    client.ask("position new players 2 seed 1", "positionok")
    while (decides := client.ask("decides", "decides")[-1]) != "decides nobody":
        if decides == "decides chance":
            weighed = [line.split(" ", 2)[1:] for line in client.ask("weights", "weightsok")[:-1]]
            (event,) = dice.choices([event for _, event in weighed], [int(weight) for weight, _ in weighed])
        else:
            best = client.ask(f"go playouts {playouts}", "bestturn")[-1]
            event = best.removeprefix("bestturn ").split("; ")[0]
        client.ask(f"apply {event}", "applyok")
        events.append(event)
    return events


if __name__ == "__main__":
    engine = Client(sys.argv[1:] or ["taxis", "engine"])
    print(*play(engine), sep="\n")
    print(engine.ask("scores", "scores")[-1])
