"""Prints the player aid of each language as a PDF, with a browser of the Chromium family."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from thurntaxis_presentation.language import Language
from thurntaxis_rulebook.corpus.languages import LANGUAGES

AID_PAGE = "player-aid"
"""The name of the page and of the PDF, without its ending, and of its texts."""

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-pdf-header-footer")


def missing(lang: Language) -> str:
    """Return why the aid of a language can't be printed here, or an empty string."""
    if not any(map(shutil.which, BROWSERS)):
        return f"no {AID_PAGE}.pdf: no Chromium is installed ({', '.join(BROWSERS)})"
    lister = shutil.which("fc-list") if lang == "ja" else None
    is_known = not lister or subprocess.run([lister, ":lang=ja"], capture_output=True, check=False).stdout
    return "" if is_known else f"no Japanese {AID_PAGE}.pdf: no Japanese font is installed"


def print_aids(site: Path) -> None:
    """Print the aids of a built site to PDF files; say on standard error why some can't be printed here."""
    langs = [*map(Language, LANGUAGES)]
    sys.stderr.writelines(f"{why}\n" for why in dict.fromkeys(map(missing, langs)) if why)
    for lang in langs:
        if not missing(lang):
            pdf, program = site.resolve() / lang / f"{AID_PAGE}.pdf", next(filter(None, map(shutil.which, BROWSERS)))
            with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
                command = [program, *FLAGS, f"--user-data-dir={profile}", f"--print-to-pdf={pdf}"]
                subprocess.run([*command, pdf.with_suffix(".html").as_uri()], capture_output=True, check=False)
