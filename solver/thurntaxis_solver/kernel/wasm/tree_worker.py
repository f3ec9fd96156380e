"""Growing a search tree in a worker of the browser, beside the Python that runs there in Pyodide.

The worker is plain JavaScript (`tree_worker.js` of the site). It begins with a copy of the memory in which Python has
prepared the tree, and so needs no Python; what it has grown is copied back into that memory.
"""

import importlib
import inspect
import math
import time
from typing import TYPE_CHECKING, Any

from thurntaxis_solver.kernel.search import tree_search
from thurntaxis_solver.kernel.wasm.signatures import signature_of

if TYPE_CHECKING:
    from thurntaxis_solver.kernel.search.tree_search import Tree
    from thurntaxis_solver.kernel.wasm.browser import BrowserMemory


class TreeWorker:
    """A worker that calls `grow_by_halving` again and again until the effort is spent."""

    def __init__(self, memory: "BrowserMemory", arguments: tuple[Any, ...], seconds: float | None, most: int) -> None:
        """Begin; `arguments` are those of `grow_by_halving`, and `most` is the largest number of edges of the tree."""
        self._memory = memory
        signature = signature_of(inspect.unwrap(tree_search.grow_by_halving))
        given = dict(zip((name for name, _ in signature.parameters), arguments, strict=True))
        self.tree: Tree = given["tree"]
        job = {
            **memory.call_elsewhere(signature, arguments),
            "tree_at": 1 + list(given).index("tree"),
            "spent_at": 1 + list(given).index("spent"),
            "tree": memory.addresses(self.tree),
            "size": len(self.tree.edges),
            "most": most,
            "begun": 1000 * time.time(),
            "seconds": math.inf if seconds is None else seconds,
            "ended": tree_search.ENDED,
            "full": tree_search.FULL,
            "round": tree_search.ROUND,
        }
        js, ffi = importlib.import_module("js"), importlib.import_module("pyodide.ffi")
        converted = ffi.to_js(job, dict_converter=js.Object.fromEntries)
        self._worker = importlib.import_module("tree_workers").TreeWorker.new(converted)
        self.is_done = self.is_full = False

    def look(self) -> bool:
        """Take over what the worker has reported since the last call; return whether there was anything.

        Raises:
            MemoryError: there is no space for the tree here.
        """
        grown = self._worker.take()
        if grown is None:
            return False
        if int(grown.size) > len(self.tree.edges):
            self.tree = tree_search.empty_tree(int(grown.size), self._memory)
        for address, part in zip(self._memory.addresses(self.tree), grown.parts, strict=True):
            self._memory.copy_from(part, address)
        self.is_done, self.is_full = bool(grown.done), bool(grown.full)
        return True

    def stop(self) -> None:
        """End the search with the results so far."""
        self._worker.stop()

    def end(self) -> None:
        """End the worker."""
        self._worker.end()
