"""Uses the table in each browser engine that is installed, as a person would, and says what it found.

    apt-get install chromium firefox-esr webkit2gtk-driver xvfb
    pip install selenium
    taxis site build && PYTHONPATH=tests python tests/web/engines.py site

It loads the page, sets up a position, asks for a ruling and for advice on one and on two cores, plays some events, and
opens the shared address in a new browser. The answers have to be those of Python here.
"""

import json
import sys
import threading
from pathlib import Path
from typing import Any

from support.command_line import taxis
from support.engines import Engine, installed
from support.paths import EXAMPLES
from thurntaxis.io.read import read_position
from thurntaxis_web.server import server

FILE = EXAMPLES / "midgame.toml"


def use(engine: Engine, address: str) -> str:
    """Use the table; return the address that it shares."""
    position = read_position(FILE)
    engine.open(address)
    assert "draw deck" in engine.run("() => taxis.events()")["events"]  # of a new game
    engine.run("() => taxis.ready()")
    engine.run("(line) => taxis.load(line)", position.to_line())
    assert engine.run("() => taxis.line()") == position.to_line()
    assert engine.run("() => taxis.events()") == taxis("legal", FILE, "--json").data
    assert engine.run("() => taxis.ruling('end')") == taxis("ruling", FILE, "end", "--json").data
    for cores in (1, 2):
        found = engine.run("(cores) => taxis.advise({playouts: 2000, cores})", cores)
        assert _without_seconds(found) == _without_seconds(
            taxis("advise", FILE, "--playouts", 2000, "--cores", cores, "--json").data
        )
    for _ in range(4):
        event = engine.run("() => taxis.events()")["events"][0]
        position = position.play(event)
        assert engine.run("(event) => taxis.apply(event)", event) == position.to_line()
    shared: str = engine.run("() => location.href")
    assert engine.errors() == []
    return shared


def open_shared(engine: Engine, shared: str) -> None:
    """Open a shared address; the table and its past have to be there."""
    engine.open(shared)
    engine.run("() => taxis.ready()")
    assert engine.run("() => location.href") == shared
    for _ in range(4):
        engine.run("() => taxis.undo()")
    assert engine.run("() => taxis.line()") == read_position(FILE).to_line()
    assert engine.errors() == []


def _without_seconds(advice: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(advice))
    found["effort"].pop("seconds", None)
    return found


def main(site: Path, names: list[str]) -> None:
    """Use each engine, or those named."""
    with server(site.resolve().parent, 0) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{serving.server_address[1]}/{site.resolve().name}/en/table.html"
        for name, run in installed().items():
            if names and name not in names:
                continue
            with run() as engine:
                shared = use(engine, address)
            with run() as engine:
                open_shared(engine, shared)
            print(f"{name}: all as in Python", flush=True)
        serving.shutdown()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
