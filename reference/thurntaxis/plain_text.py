"""Text as people's tools write it: its bytes decoded, and what is typed in the characters that the program writes.

Names of players are neither typed for the program to understand nor changed by it: only `decoded` is for them.
"""

import unicodedata

UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")
"""The byte-order marks with which a text in UTF-16 begins, as Windows PowerShell writes it."""

HARMFUL = r"\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufffe\uffff"
"""The characters, in a regular expression, that no line of text shows: controls, line ends, changes of direction."""

_MARKS = " \t\r\n\"'`*<>()[].,:;!。「」『』【】"
"""The characters that chats, mails and word processors put around what they send; none begins or ends it."""

_SIGNS = str.maketrans("‐‑‒–—―−‘’‚‛“”„‟«»‹›", 7 * "-" + 4 * "'" + 8 * '"')
"""The hyphens and quotation marks of typographers."""


def decoded(raw: bytes) -> str:
    """Return a text in UTF-8 or, if it says so, UTF-16, its lines ended as in Unix.

    Raises:
        UnicodeDecodeError: the bytes are in neither.
    """
    text = raw.decode("utf-16" if raw.startswith(UTF_16_MARKS) else "utf-8-sig")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def plain_text(text: str) -> str:
    """Return what is typed, or sent by a chat, without marks around it, in plain hyphens, digits and quotation marks.

    Invisible characters go, full-width ones become the usual ones, and the digits of all scripts 0 to 9.
    """
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text).translate(_SIGNS)
        text = "".join(str(unicodedata.digit(c, c)) for c in text if unicodedata.category(c) != "Cf")
    return text.strip(_MARKS) or text
