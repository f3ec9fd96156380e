"""The page for addresses without a page: in the language of the address, with links to the start pages."""

import html
import json

from thurntaxis_presentation.language import Language
from thurntaxis_rulebook.corpus.languages import LANGUAGES, NAMES
from thurntaxis_web.start_page import PLAIN_STYLE


def not_found_page() -> str:
    """Return the page. Its script leaves the language that the address names; without one, all of them are shown."""
    parts = "\n".join(_part(lang) for lang in map(Language, LANGUAGES))
    return _PAGE.replace("STYLE", PLAIN_STYLE).replace("PARTS", parts).replace("LANGUAGES", json.dumps(LANGUAGES))


def _part(lang: Language) -> str:
    return (
        f'<section lang="{lang}"><h2>{_escaped("not-found", lang)}</h2><p>{_escaped("not-found-how", lang)}</p>'
        f'<ul><li><a href="{lang}/index.html"><strong>{NAMES[lang]}</strong> '
        f"<span>{_escaped('title', lang)}</span></a></li></ul></section>"
    )


def _escaped(name: str, lang: Language) -> str:
    return html.escape(lang.label(name, "pages"))


# A server shows the page under any address. The script says what its links are relative to: the folder that holds the
# folders of the languages.
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>404 – Thurn and Taxis</title>
<link rel="icon" href="data:,">
<style>STYLE</style>
<script>
const languages = LANGUAGES;
const parts = location.pathname.split("/");
const at = parts.findIndex((part) => languages.includes(part));
const base = document.createElement("base");
base.href = `${parts.slice(0, at < 0 ? -1 : at).join("/")}/`;
document.head.append(base);
addEventListener("DOMContentLoaded", () => {
  if (at < 0) return;
  document.documentElement.lang = parts[at];
  for (const section of document.querySelectorAll("section")) section.hidden = section.lang !== parts[at];
  document.title = `404 – ${document.querySelector("section:not([hidden]) h2").textContent}`;
});
</script>
</head>
<body>
<main>
<h1>404</h1>
PARTS
</main>
</body>
</html>
"""
