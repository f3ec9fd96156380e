"""Elements of Markdown, and of HTML for what Markdown can't express."""

import html
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path


def escaped(text: str) -> str:
    """Return a text with the special characters of Markdown and HTML escaped."""
    return re.sub(r"([\\`*_{}\[\]|])", r"\\\1", text.replace("&", "&amp;").replace("<", "&lt;"))


def link(text: str, target: str) -> str:
    """Return a link; the text is Markdown."""
    return f"[{text}]({target})"


def paragraph(text: str, kind: str) -> str:
    """Return a paragraph with one or more CSS classes."""
    return f"{text}\n{{ {' '.join(f'.{each}' for each in kind.split())} }}\n\n"


def heading(level: int, text: str, anchor: str) -> str:
    """Return a heading with an anchor."""
    return f"{'#' * level} {text} {{ #{anchor} }}\n\n"


def div(kind: str, inner: str, tag: str = "div") -> str:
    """Return Markdown inside an element with a CSS class."""
    return f'<{tag} class="{kind}" markdown="1">\n\n{inner.strip()}\n\n</{tag}>\n\n'


def collapsible(title: str, inner: str, kind: str) -> str:
    """Return a block that is collapsed until its title is clicked."""
    inside = "\n".join(f"    {line}" if line else "" for line in inner.strip().splitlines())
    quoted = title.replace('"', "&quot;")
    return f'??? {kind} "{quoted}"\n\n{inside}\n\n'


def code(source: str) -> str:
    """Return a block of Python."""
    return f"```python\n{source.rstrip()}\n```\n\n"


def template(name: str) -> str:
    """Return a file that pages are made from."""
    return Path(__file__).with_name("templates").joinpath(name).read_text(encoding="utf-8")


def filled(name: str, gaps: Mapping[str, str]) -> str:
    """Return a template with its gaps, such as `{{title}}`, filled in."""
    return re.sub(r"\{\{([\w-]+)\}\}", lambda gap: gaps[gap[1]], template(name))


def options(choices: Iterable[tuple[object, str]], chosen: object = None) -> str:
    """Return the options of a list from which one chooses: values and their words, of which one is chosen at first."""
    return "".join(
        f'<option value="{value}"{" selected" if value == chosen else ""}>{html.escape(words)}</option>'
        for value, words in choices
    )


def html_table(kind: str, headers: Sequence[str], rows: Iterable[Sequence[str]], label: str) -> str:
    """Return a table with a CSS class and row headers in its first column.

    The cells contain Markdown. `label` is the name of the table for screen readers.
    """
    head = "".join(f'<th scope="col" markdown="span">{header}</th>' for header in headers)
    body = ""
    for first, *others in rows:
        cells = "".join(f'<td markdown="span">{cell}</td>' for cell in others)
        body += f'<tr markdown="1"><th scope="row" markdown="span">{first}</th>{cells}</tr>\n'
    return (
        f'<table class="{kind}" aria-label="{html.escape(label)}" markdown="1">\n'
        f'<thead markdown="1"><tr markdown="1">{head}</tr></thead>\n<tbody markdown="1">\n{body}</tbody>\n</table>\n\n'
    )


def scrollable(table: str, label: str) -> str:
    """Return a wide table in a frame that scrolls on its own, also by keyboard."""
    name = html.escape(label)
    return f'<div class="wide" role="region" aria-label="{name}" tabindex="0" markdown="1">\n\n{table}</div>\n\n'


def definition_list(pairs: Iterable[tuple[str, str]]) -> str:
    """Return a definition list; terms and definitions are Markdown."""
    entries = "".join(
        f'<div markdown="1"><dt markdown="span">{name}</dt><dd markdown="span">{told}</dd></div>\n'
        for name, told in pairs
    )
    return f'<dl class="table-words" markdown="1">\n{entries}</dl>\n\n'


# ---- formulas: LaTeX between dollar signs becomes MathML, which browsers render natively

_FORMULAS_AND_CODE = re.compile(
    r"""
    (?P<code> ^```.*?^``` | `[^`\n]+` )
    | ^\$\$ \s* (?P<block> .+? ) \s* \$\$ $
    | (?<! [\\\w] ) \$ (?=\S) (?P<inline> [^$\n]+? ) (?<=\S) \$ (?!\w)
    """,
    re.MULTILINE | re.DOTALL | re.VERBOSE,
)


def with_formulas(markdown: str) -> str:
    """Return a page with its formulas as MathML; code stays as it is."""
    return _FORMULAS_AND_CODE.sub(_formula, markdown)


def _formula(found: re.Match[str]) -> str:
    if found[1]:
        return found[1]
    if found[2]:
        return f'<div class="formula" tabindex="0" role="group" aria-label="formula">{_mathml(found[2], "block")}</div>'
    return _mathml(found[3], "inline")


@cache
def _mathml(latex: str, display: str) -> str:
    from latex2mathml.converter import convert

    return convert(latex, display=display)
