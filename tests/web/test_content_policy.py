"""The content security policy names each inline script and style of a page by its digest, and nothing else inline."""

import base64
import hashlib

import pytest

from thurntaxis_web.content_policy import policy, with_policy
from thurntaxis_web.start_page import not_found_page, root_page

PAGE = """<!doctype html><html><head><meta charset="utf-8">
<script>one()</script><script type="application/json">{"a": 1}</script><script src="x.js"></script>
<style>p { color: red }</style></head><body><script>one()</script></body></html>"""


def digest(text: str) -> str:
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def directive(name: str, page: str) -> str:
    found = [part for part in policy(page).split("; ") if part.split()[0] == name]
    assert len(found) == 1
    return found[0]


def test_inline_scripts_and_styles_are_named_once_by_their_digests() -> None:
    assert directive("script-src", PAGE) == f"script-src 'self' {digest('one()')}"
    assert directive("style-src", PAGE) == f"style-src 'self' {digest('p { color: red }')}"
    assert directive("default-src", PAGE) == "default-src 'none'"


def test_the_policy_stands_before_all_that_it_is_for() -> None:
    page = with_policy(PAGE)
    assert page.index("Content-Security-Policy") < page.index("<script")
    assert page.index("charset") < page.index("Content-Security-Policy")
    with pytest.raises(ValueError, match="names no character set"):
        with_policy("<html></html>")


@pytest.mark.parametrize("page", [root_page(), not_found_page()])
def test_the_pages_outside_of_the_languages_have_all_they_need_in_them(page: str) -> None:
    assert "unsafe" not in policy(page)
    assert "onclick" not in page
    assert " style=" not in page
