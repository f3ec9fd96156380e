"""Pieces of Markdown, and of the HTML inside it where Markdown has no form for what is meant."""

import html
import re
from collections.abc import Iterable, Sequence


def plain(text: str) -> str:
    """Return a text that stands in Markdown as it is."""
    return re.sub(r"([\\`*_{}\[\]|])", r"\\\1", text.replace("&", "&amp;").replace("<", "&lt;"))


def link(text: str, target: str) -> str:
    """Return a link; the text is Markdown already."""
    return f"[{text}]({target})"


def paragraph(text: str, kind: str) -> str:
    """Return a paragraph of one or more CSS classes."""
    return f"{text}\n{{ {' '.join(f'.{each}' for each in kind.split())} }}\n\n"


def heading(level: int, text: str, anchor: str) -> str:
    """Return a heading with the anchor that links lead to."""
    return f"{'#' * level} {text} {{ #{anchor} }}\n\n"


def block(kind: str, inner: str, tag: str = "div") -> str:
    """Return Markdown inside an element of a CSS class."""
    return f'<{tag} class="{kind}" markdown="1">\n\n{inner.strip()}\n\n</{tag}>\n\n'


def folded(title: str, inner: str, kind: str = "abstract") -> str:
    """Return a block that opens when its title is clicked."""
    inside = "\n".join(f"    {line}" if line else "" for line in inner.strip().splitlines())
    quoted = title.replace('"', "&quot;")
    return f'??? {kind} "{quoted}"\n\n{inside}\n\n'


def code(source: str, language: str = "python") -> str:
    """Return a block of code."""
    return f"```{language}\n{source.rstrip()}\n```\n\n"


def grid(kind: str, headers: Sequence[str], rows: Iterable[Sequence[str]], label: str) -> str:
    """Return a table of a CSS class whose first column names the rows.

    Its cells hold Markdown. Each tells its column to the style sheet, which on a narrow screen sets a row as a block.
    `label` is its name for those who don't see it.
    """
    head = "".join(f'<th scope="col" markdown="span">{header}</th>' for header in headers)
    body: list[str] = []
    for first, *others in rows:
        cells = "".join(
            f'<td data-label="{html.escape(re.sub(r"<[^>]+>", "", header))}" markdown="span">{cell}</td>'
            for header, cell in zip(headers[1:], others, strict=True)
        )
        body.append(f'<tr markdown="1"><th scope="row" markdown="span">{first}</th>{cells}</tr>')
    return (
        f'<table class="{kind}" aria-label="{html.escape(label)}" markdown="1">\n'
        f'<thead markdown="1"><tr markdown="1">{head}</tr></thead>\n'
        f'<tbody markdown="1">\n{chr(10).join(body)}\n</tbody>\n</table>\n\n'
    )


def scrolled(table: str, label: str) -> str:
    """Return a wide table in a frame that scrolls by itself, with the keyboard too."""
    name = html.escape(label)
    return f'<div class="wide" role="region" aria-label="{name}" tabindex="0" markdown="1">\n\n{table}</div>\n\n'


def described(pairs: Iterable[tuple[str, str]], kind: str) -> str:
    """Return a list of names, each with what belongs to it; both are Markdown."""
    entries = "".join(
        f'<div markdown="1"><dt markdown="span">{name}</dt><dd markdown="span">{told}</dd></div>\n'
        for name, told in pairs
    )
    return f'<dl class="{kind}" markdown="1">\n{entries}</dl>\n\n'


def option_value(value: object) -> str:
    """Return a value of an option as positions write it."""
    return f"`{str(value).lower()}`"
