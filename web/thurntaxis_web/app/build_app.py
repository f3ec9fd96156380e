"""Writes the table: a page for each language, and what all of them load."""

import hashlib
import html
import json
import shutil
import zipfile
from importlib.resources import files
from pathlib import Path
from typing import Any

from thurntaxis import DEFAULT_EDITION, EDITIONS, Event, undealt
from thurntaxis.officials import OFFICIALS
from thurntaxis_presentation.event_words import GROUP_OF, group_title
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.rulebook_answers import usual_edition
from thurntaxis_presentation.set_up.form import named
from thurntaxis_presentation.svg.whole import BOLDER, map_part, style
from thurntaxis_rulebook.corpus.languages import LANGUAGES, NAMES, translation
from thurntaxis_rulebook.corpus.loading import chapters
from thurntaxis_solver.kernel.states import verb_patterns
from thurntaxis_solver.kernel.wasm.digests import MODULE, is_current
from thurntaxis_web.app import AppFault
from thurntaxis_web.app.choices import choices
from thurntaxis_web.app.kernel_tables import kernel_tables
from thurntaxis_web.app.locked_files import npm_files
from thurntaxis_web.app.view import MOST_SHOWN
from thurntaxis_web.app.view import words as event_words
from thurntaxis_web.markup import filled, options

STATIC = Path(__file__).parent / "static"

PACKAGES = ("thurntaxis", "thurntaxis_rulebook", "thurntaxis_solver", "thurntaxis_presentation", "thurntaxis_web")
"""The packages of this project that run in the browser."""

LEFT_OUT = (
    "__pycache__",
    "py.typed",
    "training",
    "booklet",
    "kernel/weights/builder",
    "kernel/weights/rusher",
    "app/static",
    "app/build_app.py",
    "app/kernel_tables.py",
    "ask/static",
    "templates",
    "build_site.py",
    "server.py",
)
"""The files of them that are not needed there."""


def write_app(root: Path, site: Path) -> None:
    """Write the pages, and the folder `app` that all of them share.

    Raises:
        AppFault: what it needs of other projects isn't available, or the kernel's module is not current.
    """
    if not is_current():
        raise AppFault("kernel.wasm is older than its source (python -m thurntaxis_solver.kernel.wasm.build)")
    shared = site / "shared" / "app"
    shared.mkdir(parents=True, exist_ok=True)
    for file in STATIC.iterdir():
        shutil.copy(file, shared / file.name)
    small = f"@media (max-width: 40rem), (max-height: 34rem) {{\n{BOLDER}\n}}\n"
    (shared / "picture.css").write_text(f"{style()}\n{small}", encoding="utf-8")
    for file in (locked := sorted(npm_files(root / "web", root / "build"))):
        shutil.copy(file, shared / file.name)
    write_python(shared / "python.zip")
    of_python = (*locked, shared / "python.zip", STATIC / "worker.js")
    digest = hashlib.sha256(b"".join(file.read_bytes() for file in of_python)).hexdigest()
    (shared / "python.json").write_text(json.dumps({"digest": digest[:16]}), encoding="utf-8")
    shutil.copy(MODULE, shared / MODULE.name)
    (shared / "kernel_tables.json").write_text(json.dumps(kernel_tables()), encoding="utf-8")
    for lang in map(Language, LANGUAGES):
        (site / lang).mkdir(exist_ok=True)
        (site / lang / "table.html").write_text(table_page(lang), encoding="utf-8")
        (site / lang / MANIFEST).write_text(manifest(lang), encoding="utf-8")
    write_offline(site)


def write_offline(site: Path) -> None:
    """Write the service worker that stores pages and everything they load; it changes when the files do."""
    maps = list(site.glob("shared/maps/*.svg"))
    parts = {"table": [*(site / "shared" / "app").iterdir(), *site.glob("*/table.html"), *site.glob(f"*/{MANIFEST}")]}
    for lang in map(Language, LANGUAGES):
        own, ask = site / lang, site / "shared" / "ask"
        pages = [file for name in (*chapters(), *KEPT) if (file := own / f"{name}.html").is_file()]
        pages += own.glob("dispute-*.html")
        assets = [file for depth in ("*", "*/*") for file in own.glob(f"assets/{depth}") if file.suffix in ASSETS]
        tour = own / "how-to-play.html"
        named_there = tour.read_text(encoding="utf-8") if tour.is_file() else ""
        pages += [file for file in maps if file.name in named_there] + [*site.glob("index.html")]
        parts[f"rules-{lang}"] = [*pages, *assets, *ask.glob("*.js"), *ask.glob(f"*-{lang}.json")]
    named: dict[str, list[str]] = {}
    for name, part in parts.items():
        files = sorted(part)
        digest = hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()
        named[f"{name}-{digest[:16]}"] = [file.relative_to(site).as_posix() for file in files]
    worker = (STATIC.parent / "offline.js").read_text(encoding="utf-8")
    (site / "offline.js").write_text(worker.replace("{{parts}}", json.dumps(named)), encoding="utf-8")


KEPT = ("index", "how-to-play", "player-aid", "disputes", "editions", "glossary")
"""The pages of a language that are kept for use without a connection, besides the chapters."""

ASSETS = (".css", ".js", ".png", ".svg")
"""The kinds of files that they load."""


def write_python(archive: Path) -> None:
    """Write the packages that run in the browser to a ZIP archive."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as written:
        for name in PACKAGES:
            folder = Path(str(files(name)))
            for file in sorted(folder.rglob("*")):
                inside = file.relative_to(folder)
                left_out = any(part in LEFT_OUT for part in inside.parts) or inside.as_posix().startswith(LEFT_OUT)
                if file.is_file() and not left_out:
                    entry = zipfile.ZipInfo(f"{name}/{inside.as_posix()}")  # without a date: the same bytes every time
                    entry.compress_type = zipfile.ZIP_DEFLATED
                    written.writestr(entry, file.read_bytes())


# ---- the page

MANIFEST = "manifest.json"
"""The file that lets a phone put the table on its home screen."""


def manifest(lang: Language) -> str:
    """Return the web app manifest in a language."""
    words = {"name": lang.label("title", "pages"), "description": lang.label("about", "table"), "lang": lang}
    return filled("manifest.json", {name: json.dumps(word, ensure_ascii=False) for name, word in words.items()})


def table_page(lang: Language) -> str:
    """Return the page in a language: the map without a game on it, and the words for the scripts."""
    words = {**translation(lang)["table"], "colon": lang.colon}
    languages = "".join(
        f'<option value="{code}" lang="{code}"{" selected" if code == lang else ""}>{html.escape(name)}</option>'
        for code, name in NAMES.items()
    )
    gaps = {
        **{name: html.escape(text) for name, text in words.items()},
        **choices(lang),
        "lang": lang,
        "site": html.escape(lang.label("title", "pages")),
        "start": html.escape(lang.label("start")),
        "language": html.escape(lang.label("language")),
        "languages": languages,
        "words": _inline_json(words),
        "names": _inline_json(event_names(lang)),
        "booklet": html.escape(lang.label("booklet", "ask")),
        "booklets": options(named(EDITIONS, lang), usual_edition(lang)),
        "first-booklet": DEFAULT_EDITION,
        "themes": options((name, lang.label(name, "table")) for name in ("theme-auto", "theme-light", "theme-dark")),
        "display": html.escape(lang.shown("heading-display")),
        "picture": map_part(undealt(), lang),
    }
    return filled("table.html", gaps)


def _inline_json(data: Any) -> str:
    """Return data as JSON that can stand in a script element."""
    return json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")


def event_names(lang: Language) -> dict[str, Any]:
    """Return how legal events are shown before Python answers: in groups with titles, and their words in a language."""
    verbs = [text.split() for text, _ in verb_patterns(numbered=False)]
    groups = {verb: GROUP_OF.get(verb, verb) for verb, *_ in verbs}
    named = {"deck", "close", *OFFICIALS} | {word for words in verbs for word in words[1:] or words if word != "*"}
    return {
        "groups": groups,
        "titles": {group: group_title(group, lang) for group in groups.values()},
        "words": {word: event_words(Event(("", word)), lang) for word in sorted(named)},
        "separator": lang.typography("comma"),
        "most": MOST_SHOWN,
    }
