"""Formulas in the hand-written pages: LaTeX between dollar signs becomes MathML, which browsers render natively."""

import re
from functools import cache

_PARTS = re.compile(
    r"""
    (?P<code> ^```.*?^``` | `[^`\n]+` )
    | ^\$\$ \s* (?P<block> .+? ) \s* \$\$ $
    | (?<! [\\\w] ) \$ (?=\S) (?P<inline> [^$\n]+? ) (?<=\S) \$ (?!\w)
    """,
    re.MULTILINE | re.DOTALL | re.VERBOSE,
)


def with_formulas(markdown: str) -> str:
    """Return a page with its formulas as MathML; code stays as it is."""
    return _PARTS.sub(_formula, markdown)


def _formula(found: re.Match[str]) -> str:
    if found[1]:
        return found[1]
    if found[2]:
        return (
            f'<div class="formula" tabindex="0" role="region" aria-label="formula">{_mathml(found[2], "block")}</div>'
        )
    return _mathml(found[3], "inline")


@cache
def _mathml(latex: str, display: str) -> str:
    from latex2mathml.converter import convert

    return convert(latex, display=display)
