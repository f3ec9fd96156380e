"""The review of a game on a terminal: the chances turn by turn, and the costliest turns."""

import shlex

from rich.table import Table

from thurntaxis_presentation.describe import called
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.numbers import percent
from thurntaxis_presentation.sentences import reason_in_words, reason_with_side
from thurntaxis_presentation.terminal.answer_tables import show_turn
from thurntaxis_presentation.terminal.line_breaking import RunningText, wrapped
from thurntaxis_presentation.terminal.output import console, paint, say
from thurntaxis_solver.advice import DIFFERENCES, RECORDED_KINDS
from thurntaxis_solver.game_review import MARKS, Review, ReviewedTurn

MOST_REASONS = 2
"""How many differences explain why another turn would have been better."""


def show_review(review: Review, file: str, lang: Language, *, details: bool = False) -> None:
    """Write what the costliest turns of the game in a file cost, and what would have been better.

    In detail, also write a table of the marked turns, all figures, and each position as a line.
    """
    say(paint(lang.text("review", count=len(review.turns)), bold=True))
    start, costly = review.record.start, {turn.number for turn in review.costly}
    marked = [turn for turn in review.turns if turn.mark and turn.number not in costly]
    losses = (
        lang.text("review-average-of", player=start.name_of(at), lost=lang.with_decimal_mark(f"{100 * lost:.1f}"))
        for at, lost in enumerate(review.average_lost)
    )
    say(wrapped(lang.text("review-average", losses=lang.parted(losses))))
    if any(turn.mark for turn in review.turns):
        marks = lang.parted(lang.text("review-mark", mark=mark, number=round(100 * least)) for least, mark in MARKS)
        say(wrapped(lang.text("review-marks", marks=marks)))
    if details:
        _show_table(review, costly, lang)
    say("\n" + paint(lang.text("review-costly" if review.costly else "review-none"), bold=True))
    for turn in review.costly:
        if details:
            _show_details(review, turn, lang)
        else:
            _show_costly(review, turn, file, lang)
    if marked and not details:
        say("\n" + paint(lang.text("review-others"), bold=True))
        for at in dict.fromkeys(sorted(turn.player for turn in marked)):
            turns = lang.listed(
                f"{one.number}{lang.bracketed(_cost(one))}".replace(" ", "\u00a0") for one in marked if one.player == at
            )
            say(wrapped(f"{called(start, at, lang)}{lang.colon}{turns}", "   "))
    if details:
        effort = [lang.text("playouts-each", number=review.playouts), lang.text("seed", number=review.seed)]
        say("\n" + paint(lang.text("effort", effort=lang.listed(effort)), dim=True))
    if not review.is_complete:
        looked = sum(len(turn.decisions) for turn in review.turns)
        say(paint(lang.text("review-stopped", count=looked, all=review.decisions), dim=True))


def _show_table(review: Review, costly: set[int], lang: Language) -> None:
    """Write the marked turns in a table, with the chances."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name in ("review-turn", "review-player", "chance", "review-lost", "review-events"):
        right = name in ("review-turn", "chance", "review-lost")
        table.add_column(lang.text(name), justify="right" if right else "left", no_wrap=name != "review-events")
    for turn in filter(lambda turn: turn.mark or turn.number in costly, review.turns):
        win = "–" if turn.win is None else percent(turn.win, lang, alone=True)
        events = RunningText(lang.moves(turn.events))
        name = called(review.record.start, turn.player, lang)
        table.add_row(str(turn.number), name, win, _cost(turn), events, style="bold" if turn.number in costly else "")
    if table.row_count:
        say("")
        console().print(table)


def lost_in_words(lost: float) -> str:
    """Return a chance that was lost, in percentage points with its sign."""
    return f"−{round(100 * lost)}"


def _head(review: Review, turn: ReviewedTurn, lang: Language) -> str:
    """Return which turn of whom cost how much."""
    player = called(review.record.start, turn.player, lang)
    return lang.text("review-turn-of", number=turn.number, player=player, lost=_cost(turn))


def _cost(turn: ReviewedTurn) -> str:
    """Return what a turn cost, with its mark."""
    return "\u00a0".join(filter(None, (lost_in_words(turn.lost), turn.mark)))


def _show_costly(review: Review, turn: ReviewedTurn, file: str, lang: Language) -> None:
    """Write what was played, what would have been better, and why, in a paragraph, and how to see the position."""
    say("\n" + paint(_head(review, turn, lang), bold=True))
    if turn.comparison is not None:
        board, best = review.record.start.rules.board, turn.comparison.best
        reasons = [reason for reason in best.reasons if reason.kind in DIFFERENCES][:MOST_REASONS]
        told = _of_several(turn, lang)
        told += [lang.text("review-better", played=lang.moves(turn.played), best=lang.moves(best.turn))]
        told += [reason_with_side(reason, lang, board) for reason in reasons]
        say(wrapped(lang.typography("space").join(told)))
    command = shlex.join(("taxis", "replay", file, "--at", str(turn.costliest.at), "--to", "line"))
    say(lang.text("review-position", line=f"{command} | taxis show -"))


def _of_several(turn: ReviewedTurn, lang: Language) -> list[str]:
    """Return that several decisions of a turn cost something, and what the costliest one cost."""
    if turn.mistake is None or turn.mistakes == 1:
        return []
    return [lang.text("review-several", number=turn.mistakes, lost=lost_in_words(turn.mistake.lost))]


def _show_details(review: Review, turn: ReviewedTurn, lang: Language) -> None:
    """Write what a turn cost, and what would have been better at its costliest decision, with all figures."""
    say("\n" + paint(_head(review, turn, lang), bold=True))
    say(lang.text("review-position", line=turn.costliest.position.to_line()))
    if turn.comparison is None:
        return
    for several in _of_several(turn, lang):
        say(wrapped(several, "   "))
    board, best = review.record.start.rules.board, turn.comparison.best
    say(wrapped(reason_in_words(turn.comparison.verdict, lang, board), "   "))
    show_turn(lang.text("best-line"), best.turn, best, lang)
    for reason in best.reasons:
        if reason.kind in RECORDED_KINDS:
            say(wrapped(reason_with_side(reason, lang, board), "   "))
    show_turn(lang.text("played-line"), turn.played, turn.comparison.given, lang)
