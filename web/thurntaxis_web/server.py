"""Serves the built site: to this machine alone, or to others in its network."""

import functools
import os
import socket
import sys
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

HOST = "127.0.0.1"
"""The host that only this machine reaches."""

ALL_HOSTS = ("0.0.0.0", "::")
"""The hosts that stand for every address of this machine."""


class SilentHandler(SimpleHTTPRequestHandler):
    """Serves files without logging."""

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class has this name
        """Log nothing."""

    def send_head(self) -> Any:
        """Answer that there is no file, too, if the address can't be the name of one."""
        try:
            return super().send_head()
        except ValueError:  # a null character, or half of a surrogate pair
            return self.send_error(HTTPStatus.NOT_FOUND)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer with the site's own page if there is no file."""
        folders = Path(self.translate_path(self.path)).parents if code == HTTPStatus.NOT_FOUND else ()
        if file := next(filter(os.path.isfile, (folder / "404.html" for folder in folders)), None):
            self.error_message_format = file.read_text("utf-8").replace("%", "%%")
        super().send_error(code, message, explain)


class SiteServer(ThreadingHTTPServer):
    """Serves the site, after `serve_forever`, each request in a thread of its own."""

    def __init__(self, site: Path, port: int, host: str = HOST) -> None:
        """Listen at a port; 0 means any free one.

        Raises:
            OSError: the host is not one of this machine (its subclass `socket.gaierror`: there is none of this name),
                or the port is in use.
        """
        self.address_family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        super().__init__((host, port), functools.partial(SilentHandler, directory=str(site)))

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore browsers that disconnect before they have read everything."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def addresses(host: str, port: int) -> list[str]:
    """Return where browsers reach a server; one at all hosts on this machine, and from its network."""
    hosts = [host] if host not in ALL_HOSTS else [HOST, *_in_network()]
    return [f"http://{f'[{each}]' if ':' in each else each}:{port}/" for each in hosts]


def _in_network() -> list[str]:
    """Return the address of this machine in its network, if it has one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation; nothing is sent
        except OSError:
            return []
        return [probe.getsockname()[0]]
