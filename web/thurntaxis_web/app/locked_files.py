"""The files of other projects that the table needs: npm installs them, in the versions that the lock file names."""

import contextlib
import hashlib
import shutil
import subprocess
import tempfile
from pathlib import Path

from thurntaxis_web.app import AppFault

NPM_FILES = {
    "pyodide": ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"),
    "qrcode-generator": ("dist/qrcode.mjs",),
}
"""The files that a browser loads, by their packages in `web/package-lock.json`."""


def npm_files(web: Path, kept: Path) -> list[Path]:
    """Return the files of npm packages, which are installed in a folder in `kept`, one for each lock file.

    Raises:
        AppFault: npm can't install them, or finds another digest than the lock file names.
    """
    folder = kept / f"npm-{hashlib.sha256((web / 'package-lock.json').read_bytes()).hexdigest()[:16]}"
    if not folder.is_dir():
        kept.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=kept) as new:
            for name in ("package.json", "package-lock.json"):
                shutil.copy(web / name, new)
            command = [shutil.which("npm") or "npm", "ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"]
            try:
                subprocess.run(command, cwd=new, check=True, capture_output=True, encoding="utf-8")
            except (OSError, subprocess.CalledProcessError) as error:
                said = " ".join((getattr(error, "stderr", None) or str(error)).split())
                raise AppFault(f"npm (of Node.js) can't install what the table loads: {said[:300]}") from None
            with contextlib.suppress(OSError):  # another process may have been quicker
                Path(new, "node_modules").rename(folder)
    return [folder / name / file for name, files in NPM_FILES.items() for file in files]
