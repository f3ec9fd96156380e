"""Serves the built site on this machine."""

import functools
import sys
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

HOST = "127.0.0.1"


class SilentHandler(SimpleHTTPRequestHandler):
    """Serves files without logging."""

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class has this name
        """Log nothing."""


class SiteServer(ThreadingHTTPServer):
    """Serves each request in a thread of its own."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore browsers that disconnect before they have read everything."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def server(site: Path, port: int) -> SiteServer:
    """Return a server of the site, to be started with `serve_forever`. Port 0 means any free port."""
    return SiteServer((HOST, port), functools.partial(SilentHandler, directory=str(site)))
