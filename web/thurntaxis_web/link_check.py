"""Follows every link of the built site to its file and anchor, within a language and between languages."""

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

OUTSIDE = ("data:", "mailto:", "javascript:")


class PageLinks(HTMLParser):
    """The links and anchors of a page."""

    def __init__(self, text: str) -> None:
        """Parse a page."""
        super().__init__()
        self.links: list[tuple[str, str]] = []
        """The tag and target of each link."""
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record the link and the anchor of an element."""
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.links.append((tag, value))
            elif name == "id" and value:
                self.anchors.add(value)


def broken_links(site: Path) -> list[str]:
    """Return the links that lead nowhere or would load something from another host, one line each."""
    pages = {path: PageLinks(path.read_text(encoding="utf-8")) for path in sorted(site.glob("**/*.html"))}
    faults: dict[str, None] = {}
    for path, page in pages.items():
        for tag, target in page.links:
            fault = _fault(path, tag, target, pages)
            if fault:
                faults[f"{path.relative_to(site)}: {target}: {fault}"] = None
    return list(faults)


def _fault(path: Path, tag: str, target: str, pages: dict[Path, PageLinks]) -> str:
    """Return what is wrong with a link, or an empty string."""
    parts = urlsplit(target)
    if target.startswith(OUTSIDE) or (tag == "a" and parts.scheme in ("http", "https")):
        return ""
    if parts.scheme or parts.netloc or parts.path.startswith("/"):
        return "leads outside the site"
    file = (path.parent / unquote(parts.path)).resolve() if parts.path else path.resolve()
    if not file.is_file():
        return "there is no such file"
    page = pages.get(file)
    if parts.fragment and page is not None and unquote(parts.fragment) not in page.anchors:
        return "the page has no such anchor"
    return ""
