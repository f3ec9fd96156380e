"""The built site, served on this machine."""

import functools
import sys
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

HOST = "127.0.0.1"


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and keeps no log."""

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name that it has in Python
        """Write nothing."""


class Server(ThreadingHTTPServer):
    """Serves each request in a thread of its own."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Take it that a browser may go away before it has read everything."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def server(site: Path, port: int) -> Server:
    """Return a server of the site; it begins with `serve_forever`. Port 0 is any that is free."""
    return Server((HOST, port), functools.partial(Quiet, directory=str(site)))
