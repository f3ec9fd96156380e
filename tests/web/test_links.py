"""Broken links of the site are reported, whatever they point to."""

from pathlib import Path

import pytest

from thurntaxis_web.build_site import broken_links


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "play.html").write_text('<h2 id="play.adjacent"></h2><a href="code.html#f">f</a>')
    (tmp_path / "en" / "code.html").write_text('<h3 id="f"></h3><a href="play.html#play.adjacent">clause</a>')
    return tmp_path


def test_a_sound_site(site: Path) -> None:
    assert broken_links(site) == []


@pytest.mark.parametrize(
    ("markup", "fault"),
    [
        ('<a href="nowhere.html">', "en/more.html: nowhere.html: not found"),
        ('<a href="play.html#play.nowhere">', "en/more.html: play.html#play.nowhere: the page has no such anchor"),
        ('<a href="code.html#g">', "en/more.html: code.html#g: the page has no such anchor"),
        ('<a href="#here">', "en/more.html: #here: the page has no such anchor"),
        ('<a href="../de/play.html">', "en/more.html: ../de/play.html: not found"),
        ('<a href="/en/play.html">', "en/more.html: /en/play.html: leads outside the site"),
        ('<img src="map.svg">', "en/more.html: map.svg: not found"),
        ('<script src="https://example.org/x.js">', "en/more.html: https://example.org/x.js: leads outside the site"),
        ('<link href="//example.org/x.css">', "en/more.html: //example.org/x.css: leads outside the site"),
    ],
)
def test_a_dangling_link_is_told(site: Path, markup: str, fault: str) -> None:
    (site / "en" / "more.html").write_text(markup)
    assert broken_links(site) == [fault]


def test_links_for_readers_may_lead_elsewhere(site: Path) -> None:
    (site / "en" / "more.html").write_text('<a href="https://example.org/"></a><a href="mailto:a@example.org"></a>')
    assert broken_links(site) == []
