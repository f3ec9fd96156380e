"""The start page of a language, and the root page that leads to it."""

import html
from urllib.parse import quote

from thurntaxis_presentation.language import Language
from thurntaxis_rulebook import clauses, editions
from thurntaxis_rulebook.corpus.languages import LANGUAGES, NAMES
from thurntaxis_rulebook.corpus.loading import chapters
from thurntaxis_web.ask.answers import questions, usual_edition
from thurntaxis_web.markup import escaped, options, paragraph

_FIELD_ALONE = "---\nhide:\n  - navigation\n  - toc\n---\n\n"
"""Front matter by which the page has no columns beside its text."""


def start_page(lang: Language) -> str:
    """Return the start page: the question field, the table, and the chapters."""
    counts = {name: sum(one.chapter == name for one in clauses().values()) for name in chapters()}
    entries = [
        f"1. [{escaped(chapter.title[lang])}]({name}.md) <span>{counts[name]}</span>"
        for name, chapter in chapters().items()
    ]
    others = [
        f"- [{lang.label(name)}]({name}.md){lang.colon}{lang.label(name, 'pages')}"
        for name in ("how-to-play", "disputes", "editions", "glossary", "code")
    ]
    uses = [f"- {lang.label(name, 'pages')}" for name in ("ask", "advise")]
    to_table = f'<a href="table.html">{lang.label("title", "table")}</a>'
    return "".join(
        [
            _FIELD_ALONE,
            f"# {lang.label('title', 'pages')}\n\n",
            question_field(lang),
            paragraph(lang.label("intro", "pages"), "intro"),
            paragraph(f"{to_table}{lang.colon}{lang.label('about', 'table')}", "table-link"),
            f"## {lang.label('chapters', 'pages')} {{ #chapters }}\n\n",
            '<div class="chapters" markdown="1">\n\n' + "\n".join(entries) + "\n\n</div>\n\n",
            "\n".join(others) + "\n\n",
            "\n".join(uses) + "\n\n",
            paragraph(lang.label("own-words", "pages"), "see"),
        ]
    )


def question_field(lang: Language) -> str:
    """Return the question field with the choice of an edition and a few questions; its script adds the answers."""
    ask = {
        name: html.escape(lang.label(name, "ask")) for name in ("field", "hint", "booklet", "needs-server", "no-script")
    }
    choices = options(((name, lang.form(name)) for name in editions()), usual_edition(lang))
    examples = "".join(
        f'<li><a href="#q={quote(question)}">{html.escape(question)}</a></li>' for question in questions(lang)
    )
    return f"""<div class="ask" data-ask data-needs-server="{ask["needs-server"]}">
<form role="search">
<label for="ask">{ask["field"]}</label>
<input type="search" id="ask" placeholder="{ask["hint"]}" autofocus
 autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="search">
</form>
<p class="your-booklet"><label for="booklet">{ask["booklet"]}</label> <select id="booklet">{choices}</select></p>
<noscript><p>{ask["no-script"]}</p></noscript>
<p role="status"></p>
<ol></ol>
<div class="examples">
<p>{html.escape(lang.label("examples", "ask"))}</p>
<ul>{examples}</ul>
</div>
</div>

"""


def root_page() -> str:
    """Return the page at the root of the site. It redirects to the reader's language, or lists all without scripts."""
    entries = "\n".join(
        f'<li><a href="{lang}/index.html" lang="{lang}" hreflang="{lang}"><strong>{NAMES[lang]}</strong> '
        f"<span>{html.escape(lang.label('title', 'pages'))}</span></a></li>"
        for lang in map(Language, LANGUAGES)
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
<link rel="icon" href="en/assets/icon.svg">
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
