"""Where lines of pages break, and that nothing but spaces and marks for breaks changes."""

import html
import re

import pytest

from thurntaxis_presentation.language import Language
from thurntaxis_web.typesetting import typeset

POLISH, JAPANESE = Language("pl"), Language("ja")


@pytest.mark.parametrize(
    ("page", "typeset_page"),
    [
        ("<p>Dom w mieście i karta</p>", "<p>Dom w\u00a0mieście i\u00a0karta</p>"),
        ("<p>Dom w <a>mieście</a></p>", "<p>Dom w\u00a0<a>mieście</a></p>"),
        ("<code>a w b</code><pre>w <b>i w</b></pre>", "<code>a w b</code><pre>w <b>i w</b></pre>"),
        ('<a title="w domu">w domu</a>', '<a title="w domu">w\u00a0domu</a>'),
        ("<script>w = i w</script><p>3 karty</p>", "<script>w = i w</script><p>3\u00a0karty</p>"),
    ],
)
def test_short_words_and_numbers_stay_with_the_next_word(page: str, typeset_page: str) -> None:
    assert typeset(page, POLISH) == typeset_page


def test_japanese_breaks_between_phrases() -> None:
    pytest.importorskip("budoux")  # is only where pages are built
    page = "<title>路線を延ばす</title><p>カード &amp; 路線。先にカードを取って<b>路線に</b>つなげます。</p>"
    page += "<code>路線を出す</code>"
    made = typeset(page, JAPANESE)
    assert "<title>路線を延ばす</title>" in made
    assert "<code>路線を出す</code>" in made
    assert "<wbr>つなげ" not in made
    assert made.count("<wbr>") >= 2
    assert html.unescape(made.replace("<wbr>", "")) == html.unescape(page)


@pytest.mark.parametrize("lang", [POLISH, JAPANESE, Language("it"), Language("en")])
def test_only_breaks_change(lang: Language) -> None:
    if lang == "ja":
        pytest.importorskip("budoux")
    page = "<p>a b 3 c&lt;d&gt; <i>w</i> と路線、カードを1枚</p><!-- w i --><br/><img alt='w i'>"
    bare = re.sub("<wbr>", "", typeset(page, lang)).replace("\u00a0", " ")
    assert html.unescape(bare) == html.unescape(page)
