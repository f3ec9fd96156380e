"""Every link of the built site, followed: to files and to anchors, within a language and between them."""

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

OUTSIDE = ("data:", "mailto:", "javascript:")


class Page(HTMLParser):
    """The links and anchors of a page."""

    def __init__(self, text: str) -> None:
        """Read a page."""
        super().__init__()
        self.links: list[tuple[str, str]] = []
        """Each with the element that has it."""
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what an element leads to, and the anchor that it is."""
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.links.append((tag, value))
            elif name == "id" and value:
                self.anchors.add(value)


def broken_links(site: Path) -> list[str]:
    """Return the links that lead nowhere, or that would have something fetched from elsewhere; a line each."""
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in sorted(site.glob("**/*.html"))}
    faults: dict[str, None] = {}
    for path, page in pages.items():
        for tag, target in page.links:
            fault = _fault(path, tag, target, pages)
            if fault:
                faults[f"{path.relative_to(site)}: {target}: {fault}"] = None
    return list(faults)


def _fault(path: Path, tag: str, target: str, pages: dict[Path, Page]) -> str:
    """Return what is wrong with a link, or nothing."""
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
