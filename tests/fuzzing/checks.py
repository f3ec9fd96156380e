"""What must be true for every input: it is read correctly, or refused in plain lines."""

import contextlib
import functools
import io
import itertools
import json
import tempfile
import unicodedata
from pathlib import Path

import thurntaxis as tt
from fuzzing.inputs import LATE, RIGHT
from thurntaxis.boards import UnreadableBoard, data_of_board_file
from thurntaxis.boards.examination import examine
from thurntaxis.fault import Fault
from thurntaxis.io.read import PositionError, data_from_bytes, position_from_data, record_from_data
from thurntaxis.io.write import position_data, record_data
from thurntaxis.records import replay
from thurntaxis_cli.engine.protocol import ProtocolHandler, Request
from thurntaxis_cli.enter.session import Entry
from thurntaxis_cli.line_input import LineInput
from thurntaxis_presentation.errors import BadInput
from thurntaxis_presentation.language import ENGLISH
from thurntaxis_rulebook.booklet.extract import readings


@functools.cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory()


def folder() -> str:
    """Return a folder for files that are read; it goes with this process."""
    return _folder().name


def is_plain(text: str) -> bool:
    """Return whether a text is one line without controls, overrides, lone surrogates and noncharacters.

    Names are kept as they are, also with characters that can't be seen: joiners, or those of a later Unicode.
    """
    overrides = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufffe\uffff"
    is_harmful = any(unicodedata.category(sign) in {"Cc", "Cs", "Zl", "Zp"} or sign in overrides for sign in text)
    return bool(text.strip()) and not is_harmful


def check_faults(faults: tuple[Fault, ...]) -> None:
    """Check that there are faults, each in one line."""
    assert faults
    for fault in faults:
        assert is_plain(str(fault)), repr(str(fault))


def check_read(position: tt.Position) -> None:
    """Check a position that was read: it comes back from its files, and somebody can go on unless it is over.

    If the player who decides holds unknown cards, nobody knows whether an event is possible.
    """
    assert position_from_data(json.loads(json.dumps(position_data(position)))) == position
    if position.rules.board.file is None:
        assert tt.Position.from_line(position.to_line()) == position
    some = list(itertools.islice(position.events(), 5))
    is_known = not any(card.startswith("?") for card in position.own.hand)
    assert bool(some) != position.is_over or not (is_known or position.is_chance), "no move is possible"
    for event in some:
        assert position.play(str(event)) == position.play_without_checking(event)


def check_position(given: tuple[bytes, str]) -> None:
    """Check what becomes of the bytes of a position file."""
    try:
        position = position_from_data(data_from_bytes(*given))
    except PositionError as error:
        return check_faults(error.faults)
    return check_read(position)


def check_record(given: tuple[bytes, str]) -> None:
    """Check what becomes of the bytes of a record file."""
    try:
        record = record_from_data(data_from_bytes(*given))
    except PositionError as error:
        return check_faults(error.faults)
    assert record_from_data(json.loads(json.dumps(record_data(record)))) == record
    for step in replay(record):
        assert (step.after is None) == bool(step.objections or step.error)
        if step.error:
            assert is_plain(str(step.error)), repr(step.error)
    return None


def check_board(given: tuple[bytes, str]) -> None:
    """Check what becomes of the bytes of a board file."""
    path = Path(folder()) / "board.toml"
    path.write_bytes(given[0])
    data, refused = None, ""
    try:
        data = data_of_board_file(path)
    except UnreadableBoard as error:
        refused = str(error)
    if refused:
        assert is_plain(refused), repr(refused)
        return
    found = examine(data)
    if found.board is None:
        assert found.faults or found.gaps
        if found.faults:
            check_faults(found.faults)


def check_line(line: str) -> None:
    """Check what becomes of a line of the line notation."""
    try:
        position = tt.Position.from_line(line)
    except PositionError as error:
        return check_faults(error.faults)
    return check_read(position)


def check_event(given: tuple[int, str]) -> None:
    """Check what becomes of the text of an event: it is refused in a plain line, or written the same again."""
    position, text = LATE[given[0]], given[1]
    refused = ""
    try:
        event = position.parse(text)
    except tt.EventError as error:
        refused = str(error)
    else:
        assert position.parse(str(event)) == event
        with contextlib.suppress(tt.IllegalEvent):
            position.play(text)
        refused = " ".join(map(str, position.rules.objections(position, event)))
    assert not refused or is_plain(refused), repr(refused)


def check_entry(answers: list[str]) -> None:
    """Check a guided entry: it continues until the answers end or a valid position is reached, and writes plainly."""
    lines = LineInput(line.replace("\n", " ").encode("utf-8", "replace") for line in answers)
    entry = Entry(ENGLISH, lines, {})
    with contextlib.redirect_stdout(io.StringIO()) as out:
        position, refused = None, ""
        try:
            position = entry.run()
        except EOFError:
            pass
        except BadInput as bad:
            refused = str(bad)
    for line in (*out.getvalue().split("\n"), *refused.splitlines()):
        assert not line.strip() or is_plain(line), repr(line)
    if position is not None:
        check_read(position)


def check_conversation(said: list[bytes]) -> None:
    """Check the answers of the engine: printable lines, no fault of its own, and an error changes nothing."""
    handler = ProtocolHandler()
    for line in said:
        before = handler._position
        request = Request(line)
        if line.decode("utf-8", "replace") not in RIGHT:
            request.take_stop()  # it may ask for more than anybody waits for, such as perft 12
        answers = list(handler.answer(request))
        for answer in answers:
            assert is_plain(answer), repr(answer)
            assert not answer.startswith("error inside"), answer
        if any(answer.startswith("error") for answer in answers):
            assert handler._position == before, line


def check_booklet(raw: bytes) -> None:
    """Check what becomes of a file that is given as a booklet."""
    path = Path(folder()) / "booklet"
    path.write_bytes(raw)
    refused = ""
    try:
        assert any(text.strip() for text in readings(path))
    except ValueError as error:
        refused = str(error)
    assert not refused or is_plain(refused), repr(refused)
