"""Which modules of a source tree import which: at run time, with deferred imports, but not those for type checkers."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import networkx as nx


def modules_below(roots: Mapping[str, Path]) -> dict[str, Path]:
    """Return the files of the packages' modules by their dotted names; `roots` are the packages' folders by name."""
    found: dict[str, Path] = {}
    for package, folder in roots.items():
        for file in sorted(folder.rglob("*.py")):
            parts = [package, *file.relative_to(folder).with_suffix("").parts]
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return found


def import_graph(modules: Mapping[str, Path]) -> "nx.DiGraph[str]":
    """Return the graph of imports between these modules.

    To import `a.b.c` runs `a` and `a.b`, too: they count as imported, unless the importing module lies in them.
    """
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(modules)
    for importer, file in modules.items():
        for name in _imported(ast.parse(file.read_text(encoding="utf-8")), modules):
            parts = name.split(".")
            packages = (".".join(parts[:size]) for size in range(1, len(parts)))
            outside = (p for p in packages if p in modules and not f"{importer}.".startswith(f"{p}."))
            graph.add_edges_from((importer, imported) for imported in (name, *outside))
    return graph


def _imported(tree: ast.AST, modules: Mapping[str, Path]) -> Iterator[str]:
    """Yield the modules that a syntax tree imports, from these, wherever the import stands."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            for other in node.orelse:
                yield from _imported(other, modules)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                within = f"{node.module}.{alias.name}"
                if within in modules:
                    yield within
                elif node.module in modules:
                    yield str(node.module)
        else:
            yield from _imported(node, modules)


def cycles(graph: "nx.DiGraph[str]") -> list[str]:
    """Return a shortest chain `a -> b -> a` for each group of modules that import each other."""
    chains: list[str] = []
    for group in nx.strongly_connected_components(graph):
        start = min(group)
        if len(group) == 1 and not graph.has_edge(start, start):
            continue
        within = graph.subgraph(group)
        back = min((nx.shortest_path(within, after, start) for after in within.successors(start)), key=len)
        chains.append(" -> ".join([start, *back]))
    return sorted(chains)
