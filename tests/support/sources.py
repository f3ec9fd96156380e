"""The sentences in the source of the rules: shared by the tests."""

import ast
from collections.abc import Iterator
from pathlib import Path


def sentences_of_rules(*modules: Path) -> Iterator[tuple[str, str]]:
    """Yield the templates of refusals and effects in modules, each with its maker: `because` or `note`."""
    for path in modules:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
            match node:
                case ast.Call(func=ast.Name(id="because"), args=[template, *_]):
                    kind = "because"
                case ast.Call(func=ast.Name(id="note"), args=[_, template, *_]):
                    kind = "note"
                case _:
                    continue
            assert isinstance(template, ast.Constant)
            yield kind, str(template.value)
