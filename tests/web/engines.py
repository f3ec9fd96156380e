"""Uses the table in each browser engine that is installed, as a person would, and says what it found.

    apt-get install chromium firefox-esr webkit2gtk-driver xvfb
    pip install playwright selenium websocket-client
    taxis site build && PYTHONPATH=tests python tests/web/engines.py site

It loads the page, asks for a ruling and for advice on one and on two cores, plays some events, opens the shared address
in a new browser, sets up a position by tapping, plays a whole game against the computer by pressing buttons, and then
uses the table without a server. The answers have to be those of Python here.
"""

import json
import random
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from support.command_line import taxis
from support.engines import Engine, installed
from support.paths import EXAMPLES
from support.served import served
from support.whole_games import chosen
from thurntaxis import Position
from thurntaxis.io.read import read_position, record_from_data

FILE = EXAMPLES / "midgame.toml"

UNTIL = """
    const until = async (test) => {
        for (;;) {
            const found = await test();
            if (found) return found;
            await new Promise((resolve) => setTimeout(resolve, 20));
        }
    };
    const tap = async (selector) =>
        (await until(() => document.querySelector(selector))).dispatchEvent(new MouseEvent("click", { bubbles: true }));
"""
"""What waits in the page until something is there, and taps it."""


def open_table(engine: Engine, address: str) -> None:
    """Open the table, and wait until it can be asked."""
    engine.open(address)
    engine.run(f"async () => {{ {UNTIL} await until(() => window.taxis); }}")


def use(engine: Engine, address: str) -> str:
    """Use the table; return the address that it shares."""
    position = read_position(FILE)
    open_table(engine, address)
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
    open_table(engine, shared)
    engine.run("() => taxis.ready()")
    assert engine.run("() => location.href") == shared
    for _ in range(4):
        engine.run("() => taxis.undo()")
    assert engine.run("() => taxis.line()") == read_position(FILE).to_line()
    assert engine.errors() == []


# ---- by tapping

SET_UP = f"""async (houses, route, display) => {{
    {UNTIL}
    const cities = async (names) => {{
        for (const name of names) await tap(`[data-part="map"] [data-city="${{name}}"] circle`);
    }};
    await tap('[data-part="set-up"]');
    await tap('[data-players="2"]');
    await tap('[data-key="players[0].houses"] button.field-name');
    await cities(houses);
    await tap('[data-key="players[0].route"] button.field-name');
    await cities(route);
    await tap('[data-tab="2"]');
    await until(() => document.querySelector('[data-key="display"]'));
    await cities(display);
    await tap('[data-part="finish"]');
    await until(() => !document.querySelector(".set-up"));
    return taxis.line();
}}"""

HOUSES, ROUTE = ["Ulm", "Augsburg"], ["Linz", "Passau", "Regensburg"]
DISPLAY = ["Basel", "Carlsruhe", "Innsbruck", "Lodz", "Pilsen", "Stuttgart"]
ENTERED = {"players": [{"houses": HOUSES, "route": ROUTE}, {}], "display": DISPLAY, "turn": {"began_empty": True}}

STEP = f"""async (event) => {{
    {UNTIL}
    const table = document.querySelector("taxis-table");
    const before = event && table.dataset.line;
    if (event) await tap(`[data-part="events"] button[data-event="${{CSS.escape(event)}}"]`);
    return until(() => {{
        if (table.dataset.line === before) return null;
        if (document.querySelector('[data-part="sheet"] table')) return {{ over: true }};
        const buttons = document.querySelectorAll('[data-part="events"] button[data-event]');
        return buttons.length && {{ over: false, events: [...buttons].map((button) => button.dataset.event) }};
    }});
}}"""
"""What presses the button of an event, if there is one, and waits for what can be played then."""


def set_up(engine: Engine) -> None:
    """Set up a position."""
    entered = Position.from_json(json.dumps(ENTERED))
    assert engine.run(SET_UP, HOUSES, ROUTE, DISPLAY) == entered.to_line()
    assert engine.errors() == []


def play(engine: Engine) -> int:
    """Play a whole game against the computer; return how many events it had."""
    chance = random.Random(7)
    engine.run("() => taxis.new({ players: 2, seed: 7 })")
    engine.run("() => document.querySelector('taxis-table').act('sit_down', ['person', 'beginner'])")
    offered = engine.run(STEP, None)
    while not offered["over"]:
        offered = engine.run(STEP, chosen(offered["events"], chance))
    record = record_from_data(engine.run("() => taxis.record()"))
    assert record.end.is_over
    assert engine.run("() => taxis.line()") == record.end.to_line()
    assert engine.errors() == []
    return len(record.events)


# ---- without a server


def keep(engine: Engine) -> None:
    """Wait until the browser has kept all that the table needs."""
    engine.run(
        f"""async () => {{
            {UNTIL}
            await navigator.serviceWorker.ready;
            await until(() => navigator.serviceWorker.controller);
            await until(async () => {{
                const name = (await caches.keys()).find((each) => each.startsWith("table-"));
                return name && (await (await caches.open(name)).keys()).length;
            }});
        }}"""
    )


def use_offline(engine: Engine, address: str) -> None:
    """Use the table while nobody serves it."""
    open_table(engine, address)
    engine.run("() => taxis.ready()")
    assert engine.run("(line) => taxis.load(line)", read_position(FILE).to_line())["warnings"] is not None
    assert engine.run("() => taxis.ruling('end')") == taxis("ruling", FILE, "end", "--json").data
    assert engine.run("() => taxis.advise({playouts: 500})")["lines"]


def _without_seconds(advice: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(advice))
    found["effort"].pop("seconds", None)
    return found


def main(site: Path, names: list[str]) -> None:
    """Use each engine, or those named."""
    site = site.resolve()
    for name, run in installed().items():
        if names and name not in names:
            continue
        with run() as engine:
            with served(site.parent) as folder:
                address = f"{folder}/{site.name}/en/table.html"
                shared = use(engine, address)
                set_up(engine)
                events = play(engine)
                keep(engine)
            use_offline(engine, address)
        with served(site.parent, urlsplit(folder).port or 0), run() as engine:
            open_shared(engine, shared)
        print(f"{name}: all as in Python; a game of {events} events; works without a server", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
