"""The speed of the table in the browser: what a visitor waits for, and playouts per second in each engine.

    taxis site build
    PYTHONPATH=tests python benchmarks/table.py loading site
    PYTHONPATH=tests python benchmarks/table.py typing site
    PYTHONPATH=tests python benchmarks/table.py playouts site

`loading` measures in Chromium, from a local server, when the map, the legal events and the first ruling appear: on a
first visit and on a later one, and the same with the processor slowed four times. DevTools would slow only the thread
of the page, so all processes of the browser are stopped for three quarters of the time instead.

`typing` measures how long the question field takes for its slowest keystroke, layout included: the best of three times
for each, without what else runs on the machine.

`playouts` compares engines and command with the same search, in turns, and gives the ratios of one run. It measures the
processor time of the thread that searches, since other processes may be busy.
"""

import contextlib
import os
import signal
import statistics
import threading
import time
import tomllib
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import click

from support.browser import CHROMIUM, FLAGS
from support.engines import installed
from support.paths import EXAMPLES, ROOT
from thurntaxis.io.read import read_position
from thurntaxis_rulebook.corpus.languages import LANGUAGES
from thurntaxis_solver.effort import Effort
from thurntaxis_solver.turn_advice import advise
from thurntaxis_web.server import SiteServer

FILE = EXAMPLES / "midgame.toml"
QUESTIONS = ROOT / "tests" / "rulebook" / "questions.toml"
FRAGMENT = f"#p={read_position(FILE).to_line().replace(' ', '_')}"

WATCHED = 0.02
"""Seconds between two readings of the threads' times."""

SLOWED = 4
STEP = 0.005
"""How many seconds a slowed browser runs before it is stopped again."""

SETTLING = 5.0
"""Seconds after a first visit in which the page is kept for later ones."""

MARKS = """
window.marks = {};
const mark = (name) => (window.marks[name] ??= performance.now() / 1000);
new MutationObserver(() => {
  if (document.querySelector('[data-part="map"] [data-city]')) mark("map");
  if (document.querySelector("button[data-event]")) mark("legal events");
}).observe(document, {childList: true, subtree: true});
addEventListener("DOMContentLoaded", () => {
  const ask = () => taxis.ruling("play Lodz right").then(() => mark("first ruling"));
  const wait = () => (window.taxis ? ask() : setTimeout(wait, 5));
  wait();
});
"""


KEYSTROKES = """(question) => {
  const field = document.getElementById("ask");
  const time = (typed) => {
    field.value = typed;
    const start = performance.now();
    field.dispatchEvent(new Event("input"));
    document.body.getBoundingClientRect();
    return performance.now() - start;
  };
  const typed = [...question].map((_, at) => question.slice(0, at + 1));
  return Math.max(...typed.map((start) => Math.min(time(start), time(start), time(start))));
}"""


@click.group()
def main() -> None:
    """Measure the speed of the table in the browser."""


@contextlib.contextmanager
def served(site: Path) -> Generator[str]:
    """Serve the site; yield the address of the table with a position on it."""
    with SiteServer(site.resolve().parent, 0) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{serving.server_address[1]}/{site.resolve().name}/en/table.html{FRAGMENT}"
        serving.shutdown()


# ---- what a visitor waits for


@main.command()
@click.argument("site", type=click.Path(exists=True, path_type=Path))
@click.option("--runs", default=3, show_default=True)
def loading(site: Path, runs: int) -> None:
    """Measure when the map, the legal events and the first ruling appear."""
    from playwright.sync_api import sync_playwright

    found: dict[tuple[str, str], list[dict[str, float]]] = {}
    with served(site) as address, sync_playwright() as playwright:
        for _ in range(runs):
            for speed in ("normal", "slowed"):
                chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
                context = chromium.new_context()
                for visit in ("first visit", "later visit"):
                    with slowed() if speed == "slowed" else contextlib.nullcontext():
                        found.setdefault((visit, speed), []).append(_visit(context, address))
                    time.sleep(SETTLING)
                chromium.close()
    print("| visit | " + " | ".join(next(iter(found.values()))[0]) + " |")
    for (visit, speed), times in found.items():
        medians = [f"{statistics.median(each[name] for each in times):.2f} s" for name in times[0]]
        print(f"| {visit}, {speed} | " + " | ".join(medians) + " |")


@main.command()
@click.argument("site", type=click.Path(exists=True, path_type=Path))
def typing(site: Path) -> None:
    """Measure the slowest keystroke of the question field, by language."""
    from playwright.sync_api import sync_playwright

    asked = tomllib.loads(QUESTIONS.read_text(encoding="utf-8"))
    with served(site) as address, sync_playwright() as playwright:
        page = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS).new_page()
        for lang in LANGUAGES:
            page.goto(address.replace("/en/table.html" + FRAGMENT, f"/{lang}/index.html"))
            page.wait_for_selector(".ask[data-ready]:has(#ask)")
            slowest = max(page.evaluate(KEYSTROKES, question) for question in list(asked[lang])[:10])
            print(f"{lang}: {slowest:.0f} ms")


def _visit(context: Any, address: str) -> dict[str, float]:
    """Open the table in a new page; return the seconds until each thing appeared."""
    page = context.new_page()
    page.add_init_script(MARKS)
    page.goto(address)
    page.wait_for_function("() => window.marks && marks['first ruling'] && marks['legal events']", timeout=180_000)
    marks = page.evaluate("marks")
    time.sleep(SETTLING)
    page.close()
    return {name: float(marks[name]) for name in ("map", "legal events", "first ruling")}


@contextlib.contextmanager
def slowed() -> Generator[None]:
    """Stop all processes of the browsers that this one has started for three quarters of the time."""
    is_over = threading.Event()

    def signal_all(processes: list[int], number: signal.Signals) -> None:
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)

    def slow_down() -> None:
        while not is_over.is_set():
            began = time.monotonic()
            processes = _descendants(os.getpid(), "chrom")
            time.sleep(STEP)
            ran = time.monotonic() - began
            signal_all(processes, signal.SIGSTOP)
            time.sleep((SLOWED - 1) * ran)
            signal_all(processes, signal.SIGCONT)

    thread = threading.Thread(target=slow_down)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()


def _descendants(parent: int, name: str = "") -> list[int]:
    """Return the processes that descend from a process; those alone whose names begin with `name`."""
    children: dict[int, list[tuple[int, str]]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            head, _, fields = stat.read_text().rpartition(")")
            children.setdefault(int(fields.split()[1]), []).append((int(stat.parent.name), head.partition("(")[2]))
    found, waiting = [], [parent]
    while waiting:
        for process, called in children.get(waiting.pop(), []):
            waiting.append(process)
            if called.startswith(name):
                found.append(process)
    return found


# ---- playouts a second


@main.command()
@click.argument("site", type=click.Path(exists=True, path_type=Path))
@click.option("--playouts", default=200_000, show_default=True)
@click.option("--runs", default=3, show_default=True)
def playouts(site: Path, playouts: int, runs: int) -> None:
    """Compare the playouts of each engine with those of the command, on one core, per second of processor time."""
    found: dict[str, list[float]] = {"command": []}
    with contextlib.ExitStack() as stack:
        address = stack.enter_context(served(site))
        engines = {name: stack.enter_context(run()) for name, run in installed().items()}
        for engine in engines.values():
            engine.open(address)
            engine.run("() => customElements.whenDefined('taxis-table').then(() => taxis.ready())")
            engine.run("(playouts) => taxis.advise({playouts})", playouts)  # the engine compiles what is hot
        for _ in range(runs):
            found["command"].append(playouts / _command(playouts))
            for name, engine in engines.items():
                with _busiest_thread() as busiest:
                    engine.run("(playouts) => taxis.advise({playouts})", playouts)
                found.setdefault(name, []).append(playouts / busiest())
    print("| where | playouts a second | of the command's |\n| --- | --- | --- |")
    for name, rates in found.items():
        ratio = statistics.median(one / other for one, other in zip(rates, found["command"], strict=True))
        print(f"| {name} | {statistics.median(rates):,.0f} | {ratio:.2f} |")


def _command(playouts: int) -> float:
    """Search as the command does; return the seconds of processor time."""
    began = time.thread_time()
    advise(read_position(FILE), Effort(playouts=playouts))
    return time.thread_time() - began


@contextlib.contextmanager
def _busiest_thread() -> Generator[Callable[[], float]]:
    """Yield a function that returns the processor time, in seconds, of the browsers' busiest thread meanwhile.

    The thread that searches ends with its search, so the times are read again and again.
    """
    before = _thread_times(os.getpid())
    after: dict[str, float] = {}
    is_over = threading.Event()

    def watch() -> None:
        while not is_over.wait(WATCHED):
            after.update(_thread_times(os.getpid()))

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield lambda: max(seconds - before.get(thread, 0.0) for thread, seconds in after.items())
    finally:
        is_over.set()
        watcher.join()


def _thread_times(parent: int) -> dict[str, float]:
    """Return the processor time so far of each thread of the processes that descend from a process, in seconds."""
    found: dict[str, float] = {}
    for process in _descendants(parent):
        for stat in Path(f"/proc/{process}/task").glob("*/stat"):
            with contextlib.suppress(OSError):
                fields = stat.read_text().rpartition(")")[2].split()
                found[str(stat)] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return found


if __name__ == "__main__":
    main()
