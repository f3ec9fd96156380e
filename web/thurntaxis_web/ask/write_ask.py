"""Writes the scripts and the data of the question field to the site."""

import json
import shutil
from pathlib import Path

from thurntaxis_presentation.language import Language
from thurntaxis_rulebook.corpus.full_text_search import search_data
from thurntaxis_rulebook.corpus.languages import LANGUAGES
from thurntaxis_web.ask.answers import answers

STATIC = Path(__file__).parent / "static"


def write_ask(folder: Path) -> None:
    """Write the scripts, and for each language the data of the search and the answers."""
    folder.mkdir(parents=True, exist_ok=True)
    for file in STATIC.iterdir():
        shutil.copy(file, folder / file.name)
    for lang in map(Language, LANGUAGES):
        for name, data in (("search", search_data(lang)), ("answers", answers(lang))):
            text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
            (folder / f"{name}-{lang}.json").write_text(text, encoding="utf-8")
