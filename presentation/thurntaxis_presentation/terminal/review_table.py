"""The review of a game on a terminal: the chances turn by turn, and the costliest turns."""

from typing import TYPE_CHECKING

from rich.table import Table

from thurntaxis_presentation.describe import called
from thurntaxis_presentation.i18n import framed, listed, marked, typography
from thurntaxis_presentation.numbers import percent
from thurntaxis_presentation.sentences import reason_in_words
from thurntaxis_presentation.terminal.answer_tables import show_turn
from thurntaxis_presentation.terminal.output import RunningText, console, paint, say, wrapped

if TYPE_CHECKING:
    from thurntaxis_solver.game_review import Review, ReviewedTurn


def show_review(review: "Review", lang: str) -> None:
    """Write the chances turn by turn, and what would have been better in the costliest turns."""
    say(paint(framed("review", lang, count=len(review.turns)), bold=True))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name in ("review-turn", "review-player", "chance", "review-lost", "review-events"):
        right = name in ("review-turn", "chance", "review-lost")
        table.add_column(framed(name, lang), justify="right" if right else "left", no_wrap=name != "review-events")
    for turn in review.turns:
        win = "–" if turn.win is None else percent(turn.win, lang, alone=True)
        lost = lost_in_words(turn.lost, lang) if turn.mistake else ""
        events = RunningText("; ".join(map(str, turn.events)))
        name = called(review.record.start, turn.player, lang)
        table.add_row(str(turn.number), name, win, lost, events, style="bold" if turn in review.costly else "")
    console().print(table)
    say("")
    say(paint(framed("review-costly" if review.costly else "review-none", lang), bold=True))
    for turn in review.costly:
        _show_costly(review, turn, lang)
    effort = [framed("playouts-each", lang, number=review.playouts), framed("seed", lang, number=review.seed)]
    say("\n" + paint(framed("effort", lang, effort=listed(effort, lang)), dim=True))
    if not review.is_complete:
        looked = sum(len(turn.decisions) for turn in review.turns)
        say(paint(framed("review-stopped", lang, count=looked, all=review.decisions), dim=True))


def lost_in_words(lost: float, lang: str) -> str:
    """Return a chance that was lost, in per cent with its sign."""
    return typography("percent", lang).replace("#", marked(f"−{100 * lost:.1f}", lang))


def _show_costly(review: "Review", turn: "ReviewedTurn", lang: str) -> None:
    """Write what a turn cost, and what would have been better at its costliest decision."""
    player = called(review.record.start, turn.player, lang)
    head = framed("review-turn-of", lang, number=turn.number, player=player, lost=lost_in_words(turn.lost, lang))
    say("\n" + paint(head, bold=True))
    if turn.comparison is None:
        return
    from thurntaxis_solver.advice import RECORDED_KINDS

    if turn.mistakes > 1:
        say(wrapped(framed("review-several", lang), "   "))
    board, best = review.record.start.rules.board, turn.comparison.best
    say(wrapped(reason_in_words(turn.comparison.verdict, lang, board), "   "))
    show_turn(framed("best-line", lang), best.turn, best, lang)
    for reason in best.reasons:
        if reason.kind in RECORDED_KINDS:
            say(wrapped(reason_in_words(reason, lang, board), "   "))
    show_turn(framed("played-line", lang), turn.played, turn.comparison.given, lang)
