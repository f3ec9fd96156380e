"""The three browser engines, driven alike: Chromium, Firefox and WebKit, those that are installed.

    apt-get install chromium firefox-esr webkit2gtk-driver xvfb
    pip install selenium websocket-client playwright

Chromium is driven by Playwright, Firefox by WebDriver BiDi, and WebKit (MiniBrowser, in a virtual screen) by Selenium.
"""

import contextlib
import itertools
import json
import os
import re
import shutil
import subprocess
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Generator
from pathlib import Path
from typing import Any

from support.browser import CHROMIUM, FLAGS

MINI_BROWSERS = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"
"""Where Debian puts WebKit's browser."""

TIMEOUT = 180.0


class Engine(ABC):
    """A browser with one page."""

    def __init__(self) -> None:
        self._errors: list[str] = []

    @abstractmethod
    def open(self, address: str) -> None:
        """Open an address in the page, and wait until it is parsed."""

    @abstractmethod
    def run(self, script: str, *given: Any) -> Any:
        """Return what an asynchronous function of JavaScript returns, in JSON both ways."""

    def errors(self) -> list[str]:
        """Return the errors on the console so far."""
        return self._errors


class _Chromium(Engine):
    def __init__(self, page: Any) -> None:
        super().__init__()
        self._page = page
        page.set_default_timeout(1000 * TIMEOUT)
        page.on("console", lambda told: self._errors.append(told.text) if told.type == "error" else None)
        page.on("pageerror", lambda error: self._errors.append(str(error)))

    def open(self, address: str) -> None:
        self._page.goto("about:blank")  # an address that differs in its fragment alone would not be loaded
        self._page.goto(address)

    def run(self, script: str, *given: Any) -> Any:
        return self._page.evaluate(f"given => ({script})(...given)", list(given))


class _Firefox(Engine):
    def __init__(self, socket: Any) -> None:
        super().__init__()
        self._socket, self._numbers = socket, itertools.count(1)
        self._ask("session.new", {"capabilities": {}})
        self._ask("session.subscribe", {"events": ["log.entryAdded"]})
        self._page = self._ask("browsingContext.getTree", {})["contexts"][0]["context"]

    def _ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            told = json.loads(self._socket.recv())
            if told.get("method") == "log.entryAdded" and told["params"]["level"] == "error":
                self._errors.append(str(told["params"]["text"]))
            if told.get("id") == number:
                if told["type"] == "error":
                    raise RuntimeError(told["message"])
                result: dict[str, Any] = told["result"]
                return result

    def open(self, address: str) -> None:
        for each in ("about:blank", address):
            self._ask("browsingContext.navigate", {"context": self._page, "url": each, "wait": "complete"})

    def run(self, script: str, *given: Any) -> Any:
        code = f"async (given) => JSON.stringify(await ({script})(...JSON.parse(given))) ?? 'null'"
        params = {
            "functionDeclaration": code,
            "arguments": [{"type": "string", "value": json.dumps(given)}],
            "awaitPromise": True,
            "target": {"context": self._page},
        }
        told = self._ask("script.callFunction", params)
        if told["type"] == "exception":
            raise RuntimeError(told["exceptionDetails"]["text"])
        return json.loads(told["result"]["value"])


class _WebKit(Engine):
    def __init__(self, driver: Any) -> None:
        super().__init__()
        self._driver = driver
        driver.set_script_timeout(TIMEOUT)

    def open(self, address: str) -> None:
        self.errors()
        self._driver.get("about:blank")
        self._driver.get(address)
        self._driver.execute_script("""
            window.seen = [];
            addEventListener("error", (event) => seen.push(event.message));
            addEventListener("unhandledrejection", (event) => seen.push(String(event.reason)));
            const error = console.error;
            console.error = (...told) => { seen.push(told.join(" ")); error(...told); };
        """)

    def run(self, script: str, *given: Any) -> Any:
        code = f"""
            const done = arguments[arguments.length - 1];
            Promise.resolve(({script})(...JSON.parse(arguments[0])))
                .then((value) => done([true, JSON.stringify(value) ?? "null"]))
                .catch((error) => done([false, String(error)]));
        """
        is_good, told = self._driver.execute_async_script(code, json.dumps(given))
        if not is_good:
            raise RuntimeError(told)
        return json.loads(told)

    def errors(self) -> list[str]:
        """Return the errors since the pages were parsed: WebKit's driver doesn't report earlier ones."""
        self._errors += self._driver.execute_script("const seen = window.seen ?? []; window.seen = []; return seen;")
        return self._errors


@contextlib.contextmanager
def chromium() -> Generator[Engine]:
    """Run Chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield _Chromium(browser.new_page())
        browser.close()


@contextlib.contextmanager
def firefox() -> Generator[Engine]:
    """Run Firefox."""
    import websocket

    command = [str(shutil.which("firefox-esr")), "--headless", "--no-remote", "--remote-debugging-port=0", "--profile"]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process = subprocess.Popen([*command, profile], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        try:
            assert process.stderr is not None
            found = next(filter(None, (re.search(r"BiDi listening on (ws://\S+)", line) for line in process.stderr)))
            socket = websocket.create_connection(f"{found[1]}/session", timeout=TIMEOUT, suppress_origin=True)
            yield _Firefox(socket)
            socket.close()
        finally:
            process.terminate()
            process.wait()


@contextlib.contextmanager
def webkit() -> Generator[Engine]:
    """Run WebKit in a virtual screen."""
    from selenium import webdriver

    screen = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x900x24"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert screen.stdout is not None
        os.environ["DISPLAY"] = f":{screen.stdout.readline().strip()}"
        options = webdriver.WebKitGTKOptions()
        options.binary_location = str(next(Path("/").glob(MINI_BROWSERS[1:])))
        options.add_argument("--automation")
        service = webdriver.webkitgtk.service.Service(shutil.which("WebKitWebDriver"))
        driver = webdriver.WebKitGTK(options=options, service=service)
        yield _WebKit(driver)
        driver.quit()
    finally:
        screen.terminate()
        screen.wait()


def installed() -> dict[str, Any]:
    """Return the engines that are installed, by name: each a context manager that runs it."""
    has_webkit = shutil.which("WebKitWebDriver") and shutil.which("Xvfb") and any(Path("/").glob(MINI_BROWSERS[1:]))
    found = {"chromium": (CHROMIUM, chromium), "firefox": (shutil.which("firefox-esr"), firefox)}
    return {name: run for name, (is_there, run) in {**found, "webkit": (has_webkit, webkit)}.items() if is_there}
