"""Draws the railroad diagrams of the line notation, from the grammar on its page: one for each rule of the EBNF.

Run `python -m thurntaxis_web.railroad_diagrams` in the repository after changing the grammar; it writes
`docs/line-notation.svg`. With `--check` it only says whether the file is what the grammar gives.
"""

import html
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import railroad

DOCS = Path(__file__).parents[2] / "docs"
PAGE, PICTURE = DOCS / "line-notation.md", DOCS / "line-notation.svg"

WIDTH = 970
"""The pixels of the picture. Diagrams that fit beside each other stand in one row."""

ROW = 560
"""The most pixels of a sequence; a longer one continues in the next row."""

FEWEST_FOLDED = 6
"""This many single characters with consecutive codes are drawn as a range."""

SPACE = "␣"
"""How the rule `space` is drawn, which the page explains."""

MARGIN, GAP, TITLE = 12.0, 18.0, 18.0
"""Pixels around the picture, between diagrams, and of the name above a diagram."""

STYLE = """
.paper { fill: #fff; stroke: #ccc; }
.rule { font: bold 15px sans-serif; fill: #14495c; }
.railroad-diagram { overflow: visible; }
.railroad-diagram path { fill: none; stroke: #555; stroke-width: 2; }
.railroad-diagram rect { fill: #f3ead2; stroke: #8a6d1f; stroke-width: 1.5; }
.railroad-diagram .non-terminal rect { fill: #e3f0f4; stroke: #1f6f8b; }
.railroad-diagram text { font: 14px monospace; text-anchor: middle; fill: #111; }
@media (prefers-color-scheme: dark) {
  .paper { fill: #1e2129; stroke: #444; }
  .rule { fill: #9fd3e6; }
  .railroad-diagram path { stroke: #aaa; }
  .railroad-diagram rect { fill: #4a3d17; stroke: #c9a84a; }
  .railroad-diagram .non-terminal rect { fill: #173a47; stroke: #5fb3cf; }
  .railroad-diagram text { fill: #f4f4f4; }
}
"""


class Expression(NamedTuple):
    """An expression of the EBNF: its kind, and what it is made of.

    The kinds are `choice`, `sequence`, `option` and `repetition` of other expressions, `terminal` and `name` of a text.
    """

    kind: str
    parts: tuple["Expression", ...] = ()
    text: str = ""


# ---- reading


def grammar(page: str) -> dict[str, Expression]:
    """Return the rules of the grammar on a page, by name, in their order.

    Raises:
        ValueError: the page has no grammar, or one that is not of this EBNF.
    """
    block = re.search(r"^```ebnf\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    if block is None:
        raise ValueError("the page has no grammar (a block that begins with ```ebnf)")
    text = re.sub(r"\(\*.*?\*\)", "", block[1], flags=re.DOTALL)
    tokens = re.findall(r'"[^"]+"|[a-z]+(?: [a-z]+)*|\S', re.sub(r"\s+", " ", text))
    rules: dict[str, Expression] = {}
    while tokens:
        name = tokens.pop(0)
        _take(tokens, "=")
        if name in rules:
            raise ValueError(f"the grammar has a second rule {name} (one)")
        rules[name] = _choice(tokens)
        _take(tokens, ";")
    return rules


def _take(tokens: list[str], wanted: str) -> None:
    if tokens[:1] != [wanted]:
        raise ValueError(f"the grammar has {' '.join(tokens[:4]) or 'its end'} here ({wanted})")
    del tokens[0]


def _choice(tokens: list[str]) -> Expression:
    return _joined(tokens, "|", "choice", lambda: _joined(tokens, ",", "sequence", lambda: _part(tokens)))


def _joined(tokens: list[str], sign: str, kind: str, read: Callable[[], Expression]) -> Expression:
    """Return one expression, or several with a sign between them."""
    parts = [read()]
    while tokens[:1] == [sign]:
        del tokens[0]
        parts.append(read())
    return parts[0] if len(parts) == 1 else Expression(kind, tuple(parts))


_CLOSED_BY = {"(": ")", "[": "]", "{": "}"}


def _part(tokens: list[str]) -> Expression:
    token = tokens.pop(0) if tokens else ""
    if token in _CLOSED_BY:
        within = _choice(tokens)
        _take(tokens, _CLOSED_BY[token])
        return within if token == "(" else Expression("option" if token == "[" else "repetition", (within,))
    if token.startswith('"') and len(token) > 2:
        return Expression("terminal", text=token[1:-1])
    if re.fullmatch("[a-z ]+", token):
        return Expression("name", text=token)
    raise ValueError(f"the grammar has {token or 'its end'} here (a text in quotes, a name, or a bracket)")


# ---- drawing


def diagram_picture(rules: dict[str, Expression]) -> str:
    """Return the diagrams of all rules in their order, as one SVG picture that can be read on light and on dark."""
    railroad.INTERNAL_ALIGNMENT = "left"
    parts: list[str] = []
    x, y, bottom = MARGIN, MARGIN, MARGIN
    for name, expression in rules.items():
        diagram = railroad.Diagram(_node(expression)).format(8)
        width, height = float(diagram.attrs["width"]), float(diagram.attrs["height"])
        if x > MARGIN and x + width > WIDTH - MARGIN:
            x, y = MARGIN, bottom + GAP
        diagram.attrs |= {"x": f"{x:g}", "y": f"{y + TITLE:g}"}
        parts.append(f'<text class="rule" x="{x + 8:g}" y="{y + TITLE:g}">{html.escape(name)}</text>\n')
        diagram.writeSvg(parts.append)
        parts.append("\n")
        x, bottom = x + max(width, 10.0 * len(name)) + GAP, max(bottom, y + TITLE + height)
    size = f'width="{WIDTH}" height="{bottom + MARGIN:g}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {bottom + MARGIN:g}" {size} role="img">\n'
        f"<title>Railroad diagrams of the line notation: {', '.join(rules)}</title>\n<style>{STYLE}</style>\n"
        f'<rect class="paper" {size} rx="10"/>\n{"".join(parts)}</svg>\n'
    )


def _node(expression: Expression) -> railroad.DiagramItem:
    kind, parts, text = expression
    if kind == "terminal":
        return railroad.Terminal(text)
    if kind == "name":
        return railroad.NonTerminal(SPACE if text == "space" else text)
    if kind == "option":
        return railroad.Choice(1, railroad.Skip(), _node(parts[0]))
    if kind == "repetition":
        return railroad.Choice(1, railroad.Skip(), railroad.OneOrMore(_node(parts[0])))
    if kind == "choice":
        return _one_of(parts)
    return _in_rows(parts)


def _runs(parts: tuple[Expression, ...]) -> list[list[Expression]]:
    """Return the alternatives, those together that are single characters whose codes follow each other."""
    runs: list[list[Expression]] = []
    for part in parts:
        is_sign = part.kind == "terminal" and len(part.text) == 1
        last = runs[-1][-1] if runs else part
        if is_sign and last.kind == "terminal" and ord(last.text[-1]) + 1 == ord(part.text):
            runs[-1].append(part)
        else:
            runs.append([part])
    return runs


def _one_of(parts: tuple[Expression, ...]) -> railroad.DiagramItem:
    """Return a choice; many characters in a row are one box, such as `A … Z`."""
    nodes: list[railroad.DiagramItem] = []
    for run in _runs(parts):
        is_folded = len(run) >= FEWEST_FOLDED
        nodes += [railroad.Terminal(f"{run[0].text} … {run[-1].text}")] if is_folded else map(_node, run)
    heights = [node.height for node in nodes]
    # The straight line leads to the highest alternative; railroad.Choice would forget its height if it were the last.
    return nodes[0] if len(nodes) == 1 else railroad.Choice(heights.index(max(heights)), *nodes)


def _in_rows(parts: tuple[Expression, ...]) -> railroad.DiagramItem:
    """Return a sequence, in several rows if it is wide."""
    rows: list[list[railroad.DiagramItem]] = [[]]
    for node in map(_node, parts):
        if rows[-1] and railroad.Sequence(*rows[-1], node).width > ROW:
            rows.append([])
        rows[-1].append(node)
    return railroad.Sequence(*rows[0]) if len(rows) == 1 else railroad.Stack(*(railroad.Sequence(*row) for row in rows))


def main(arguments: list[str]) -> int:
    """Write the picture, or with `--check` say whether it is up to date; return the exit status."""
    drawn = diagram_picture(grammar(PAGE.read_text(encoding="utf-8")))
    if arguments == ["--check"]:
        return int(not PICTURE.exists() or PICTURE.read_text(encoding="utf-8") != drawn)
    PICTURE.write_text(drawn, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
