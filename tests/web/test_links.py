"""Broken links of the site are reported, whatever they point to."""

from pathlib import Path

import pytest

from support.golden import check
from thurntaxis_web.build_site import broken_links


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "play.html").write_text('<h2 id="play.adjacent"></h2><a href="code.html#f">f</a>')
    (tmp_path / "en" / "code.html").write_text('<h3 id="f"></h3><a href="play.html#play.adjacent">clause</a>')
    return tmp_path


def test_a_sound_site(site: Path) -> None:
    assert broken_links(site) == []


def test_a_dangling_link_is_told(site: Path) -> None:
    def told(markup: str) -> str:
        (site / "en" / "more.html").write_text(markup)
        return "\n".join(broken_links(site))

    check(Path(__file__).parent / "broken_links.txt", told)


def test_links_for_readers_may_lead_elsewhere(site: Path) -> None:
    (site / "en" / "more.html").write_text('<a href="https://example.org/"></a><a href="mailto:a@example.org"></a>')
    assert broken_links(site) == []
