"""The site, served as by `taxis site`."""

import contextlib
import threading
from collections.abc import Generator
from pathlib import Path

from thurntaxis_web.server import HOST, SiteServer


@contextlib.contextmanager
def served(folder: Path, port: int = 0) -> Generator[str]:
    """Serve a folder; yield its address."""
    with SiteServer(folder, port) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        yield f"http://{HOST}:{serving.server_address[1]}"
        serving.shutdown()
