"""The start page of a language, and the root page that leads to it."""

import html

from thurntaxis_rulebook import clauses
from thurntaxis_rulebook.corpus.languages import LANGUAGES, NAMES
from thurntaxis_rulebook.corpus.loading import chapters
from thurntaxis_web.labels import SiteLabels
from thurntaxis_web.markup import escaped, paragraph


def start_page(labels: SiteLabels) -> str:
    """Return the start page: what the site is for, and where to start."""
    counts = {name: sum(one.chapter == name for one in clauses().values()) for name in chapters()}
    entries = [
        f"1. [{escaped(chapter.title[labels.lang])}]({name}.md) <span>{counts[name]}</span>"
        for name, chapter in chapters().items()
    ]
    others = [
        f"- [{labels.label(name)}]({name}.md): {labels.page(name)}"
        for name in ("how-to-play", "disputes", "editions", "glossary", "code")
    ]
    uses = [f"- {labels.page(name)}" for name in ("settle", "ask", "advise")]
    to_table = f'<a href="table.html">{labels.table("title")}</a>'
    return "".join(
        [
            f"# {labels.page('title')}\n\n",
            paragraph(labels.page("intro"), "intro"),
            "\n".join(uses) + "\n\n",
            paragraph(f"{to_table}{labels.colon}{labels.table('about')}", "table-link"),
            f"## {labels.page('chapters')} {{ #chapters }}\n\n",
            '<div class="chapters" markdown="1">\n\n' + "\n".join(entries) + "\n\n</div>\n\n",
            "\n".join(others) + "\n\n",
            paragraph(labels.page("own-words"), "see"),
        ]
    )


def root_page() -> str:
    """Return the page at the root of the site. It redirects to the reader's language, or lists all without scripts."""
    entries = "\n".join(
        f'<li><a href="{lang}/index.html" lang="{lang}" hreflang="{lang}"><strong>{NAMES[lang]}</strong> '
        f"<span>{html.escape(SiteLabels(lang).page('title'))}</span></a></li>"
        for lang in LANGUAGES
    )
    return _ROOT.replace("STYLE", PLAIN_STYLE).replace("ENTRIES", entries).replace("LANGUAGES", " ".join(LANGUAGES))


PLAIN_STYLE = """
:root { color-scheme: light dark; --ink: #2b2419; --paper: #f7f1e1; --line: #cdbd95; --link: #7a1f1a; }
@media (prefers-color-scheme: dark) { :root { --ink: #ece5d6; --paper: #1c1a17; --line: #55493a; --link: #f0b49d; } }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--paper); color: var(--ink);
  font: 18px/1.5 "Iowan Old Style", Palatino, Georgia, "Liberation Serif", "Noto Serif CJK JP", serif; }
main { width: min(34rem, 90vw); padding: 2rem 0; }
h1 { font-weight: normal; text-align: center; }
ul { list-style: none; padding: 0; }
a { display: block; padding: .6rem 1rem; border-top: 1px solid var(--line); color: inherit; text-decoration: none; }
a strong { color: var(--link); display: block; }
a:hover strong, a:focus strong { text-decoration: underline; }
"""
"""The style of the pages that stand outside of the languages' folders."""

_ROOT = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Thurn and Taxis</title>
<link rel="icon" href="en/assets/images/favicon.png">
<style>STYLE</style>
<script>
const spoken = "LANGUAGES".split(" ");
const lang = (navigator.languages || [navigator.language]).map(l => l.slice(0, 2)).find(l => spoken.includes(l));
if (lang && !location.hash) location.replace(lang + "/index.html");
</script>
</head>
<body>
<main>
<h1>Thurn and Taxis</h1>
<ul>
ENTRIES
</ul>
</main>
</body>
</html>
"""
