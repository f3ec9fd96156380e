"""`taxis site`: usage errors, the addresses that it serves, and the page for addresses without one."""

import contextlib
import http.client
import socket
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.command_line import taxis
from support.served import served
from thurntaxis_presentation.language import Language
from thurntaxis_rulebook.corpus.languages import LANGUAGES
from thurntaxis_web.server import addresses
from thurntaxis_web.start_page import not_found_page


@pytest.fixture
def base(tmp_path: Path) -> Iterator[str]:
    """Serve a folder with a site in it, and return the address of the folder."""
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "404.html").write_text(not_found_page(), encoding="utf-8")
    with served(tmp_path) as address:
        yield address


def refused(address: str) -> str:
    """Return the page that comes with the answer that there is none."""
    with pytest.raises(urllib.error.HTTPError) as refusal:
        urllib.request.urlopen(address)
    assert refusal.value.code == 404
    return refusal.value.read().decode("utf-8")


ODD = ["en/%00", "%00/x", "%ff", "%ed%a0%80/x", "a" * 300, f"{'a' * 300}/b", "x/" * 2000, "%0d%0a", "*"]
"""Paths that are no names of files, or hardly."""


@pytest.mark.parametrize("path", ["x.html", "de/x.html", "de/developers/x/y.html", *ODD])
def test_a_missing_page_is_answered_by_the_page_of_the_site(base: str, path: str) -> None:
    page = refused(f"{base}/site/{path}")
    for lang in LANGUAGES:
        assert f'<section lang="{lang}"><h2>{Language(lang).label("not-found", "pages")}</h2>' in page
        assert f'href="{lang}/index.html"' in page


@pytest.mark.parametrize("path", [*ODD, "/host.invalid/x", "..", "../../etc/passwd", "a/../..//b", "%2e%2e/x"])
def test_no_path_ends_the_answer(base: str, path: str, capfd: pytest.CaptureFixture[str]) -> None:
    for begun in ("", "/site", "//site"):
        with contextlib.closing(http.client.HTTPConnection(base.removeprefix("http://"))) as connection:
            connection.request("GET", f"{begun}/{path}")
            assert connection.getresponse().status in (200, 301, 404)
    assert capfd.readouterr().err == ""


def test_outside_of_the_site_the_plain_answer_stays(base: str) -> None:
    assert "section" not in refused(f"{base}/elsewhere/x.html")
    assert "section" not in refused(f"{base}/../../x.html")


def test_all_hosts_are_told_as_addresses_that_can_be_opened() -> None:
    assert addresses("127.0.0.1", 8000) == ["http://127.0.0.1:8000/"]
    assert addresses("::1", 8000) == ["http://[::1]:8000/"]
    first, *others = addresses("0.0.0.0", 80)
    assert first == "http://127.0.0.1:80/"
    assert all(socket.inet_aton(address.removeprefix("http://").removesuffix(":80/")) for address in others)


HOST = "site: --host: "


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("serve --host nowhere.invalid", HOST + "unknown host “nowhere.invalid”; expected an address of this machine,"),
        ("serve --host a..b", HOST + "unknown host “a..b”; expected an address of this machine, such as 0.0.0.0"),
        ("serve --host 192.0.2.1", HOST + "192.0.2.1 isn’t an address of this machine; expected 127.0.0.1, or 0.0.0.0"),
        ("serve --port many", "serve: --port: expected a whole number from 0 to 65535, found “many”\n"),
        ("build --outptu x", "build: --outptu: unknown option; did you mean --output?\n"),
        ("publish", "usage: COMMAND: unknown command “publish”; expected build or serve\n"),
    ],
)
def test_bad_usage_is_one_line(words: str, told: str) -> None:
    answer = taxis("site", *words.split())
    assert len(answer.errors()) == 1
    assert answer.err.startswith(f"taxis: {told}")


def test_a_port_in_use_is_told() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        (error,) = taxis("site", "serve", "--port", port).errors()
    assert error["wrong"] == f"port {port} is in use"
    assert error["right"] == "another port, such as 8001, or 0 for any free one"


def test_a_folder_of_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    (error,) = taxis("site", "build", "--output", tmp_path).errors()
    assert error["wrong"].endswith("isn’t empty")
    assert error["right"] == "a folder that is new, empty or a site built before"
    assert (tmp_path / "letter.txt").read_text() == "dear"
