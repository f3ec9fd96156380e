"""The content security policy of the pages: everything comes from the site, and only known scripts run."""

import base64
import hashlib
import re
from pathlib import Path

_DATA = re.compile(r'\btype="?application/(?:ld\+)?json')
"""In the opening tag of a script: it holds data, which no browser runs."""

_CHARSET = re.compile(r"<meta charset=[^>]*>")


def add_policies(site: Path) -> None:
    """Give every page of a built site that has no policy of its own one that allows its inline scripts and styles."""
    for path in sorted(site.glob("**/*.html")):
        page = path.read_text(encoding="utf-8")
        if "Content-Security-Policy" not in page:
            path.write_text(with_policy(page), encoding="utf-8")


def with_policy(page: str) -> str:
    """Return a page with its policy, which comes right after the character set, as it applies only to what follows.

    Raises:
        ValueError: the page names no character set.
    """
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy(page)}">'
    if not (charset := _CHARSET.search(page)):
        raise ValueError("the page names no character set (<meta charset>)")
    return page[: charset.end()] + meta + page[charset.end() :]


def policy(page: str) -> str:
    """Return the policy of a page: files of the site, and its own inline scripts and styles, by their digests."""
    scripts, styles = (" ".join(("'self'", *inline(page, tag))) for tag in ("script", "style"))
    return (
        f"default-src 'none'; script-src {scripts}; style-src {styles}; img-src 'self' data:; connect-src 'self'; "
        "worker-src 'self'; manifest-src 'self'; base-uri 'self'; form-action 'none'"
    )


def inline(page: str, tag: str) -> list[str]:
    """Return the digests of a page's inline scripts or styles, as a policy names them, each once."""
    found = re.findall(rf"<{tag}\b([^>]*)>(.*?)</{tag}>", page, re.DOTALL)
    texts = (text for attributes, text in found if "src=" not in attributes and not _DATA.search(attributes))
    digests = (base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in texts)
    return [f"'sha256-{digest}'" for digest in dict.fromkeys(digests)]
