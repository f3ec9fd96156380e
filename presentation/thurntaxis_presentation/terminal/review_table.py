"""The review of a game on a terminal: the chances turn by turn, and the costliest turns."""

from typing import TYPE_CHECKING

from rich.table import Table

from thurntaxis_presentation.describe import called
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.numbers import in_percent, percent
from thurntaxis_presentation.sentences import reason_in_words, reason_with_side
from thurntaxis_presentation.terminal.answer_tables import show_turn
from thurntaxis_presentation.terminal.output import RunningText, console, paint, say, wrapped

if TYPE_CHECKING:
    from thurntaxis_solver.game_review import Review, ReviewedTurn


def show_review(review: "Review", lang: Language) -> None:
    """Write the chances turn by turn, and what would have been better in the costliest turns."""
    say(paint(lang.text("review", count=len(review.turns)), bold=True))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name in ("review-turn", "review-player", "chance", "review-lost", "review-events"):
        right = name in ("review-turn", "chance", "review-lost")
        table.add_column(lang.text(name), justify="right" if right else "left", no_wrap=name != "review-events")
    costly = {turn.number for turn in review.costly}
    for turn in filter(lambda turn: turn.mark or turn.number in costly, review.turns):
        win = "–" if turn.win is None else percent(turn.win, lang, alone=True)
        lost = f"{lost_in_words(turn.lost, lang)} {turn.mark}"
        events = RunningText(lang.moves(turn.events))
        name = called(review.record.start, turn.player, lang)
        table.add_row(str(turn.number), name, win, lost, events, style="bold" if turn.number in costly else "")
    if table.row_count:
        console().print(table)
        say("")
    start = review.record.start
    losses = [
        f"{called(start, at, lang)} {in_percent(f'{100 * lost:.1f}', lang)}"
        for at, lost in enumerate(review.average_lost)
    ]
    say(wrapped(lang.text("review-average", losses=lang.listed(losses))))
    say("")
    say(paint(lang.text("review-costly" if review.costly else "review-none"), bold=True))
    for turn in review.costly:
        _show_costly(review, turn, lang)
    effort = [lang.text("playouts-each", number=review.playouts), lang.text("seed", number=review.seed)]
    say("\n" + paint(lang.text("effort", effort=lang.listed(effort)), dim=True))
    if not review.is_complete:
        looked = sum(len(turn.decisions) for turn in review.turns)
        say(paint(lang.text("review-stopped", count=looked, all=review.decisions), dim=True))


def lost_in_words(lost: float, lang: Language) -> str:
    """Return a chance that was lost, in per cent with its sign."""
    return in_percent(f"−{100 * lost:.1f}", lang)


def _show_costly(review: "Review", turn: "ReviewedTurn", lang: Language) -> None:
    """Write what a turn cost, and what would have been better at its costliest decision."""
    player = called(review.record.start, turn.player, lang)
    head = lang.text("review-turn-of", number=turn.number, player=player, lost=lost_in_words(turn.lost, lang))
    say("\n" + paint(f"{head} {turn.mark}".rstrip(), bold=True))
    say(lang.text("review-position", line=turn.costliest.position.to_line()))
    if turn.comparison is None:
        return
    from thurntaxis_solver.advice import RECORDED_KINDS

    if turn.mistakes > 1:
        say(wrapped(lang.text("review-several"), "   "))
    board, best = review.record.start.rules.board, turn.comparison.best
    say(wrapped(reason_in_words(turn.comparison.verdict, lang, board), "   "))
    show_turn(lang.text("best-line"), best.turn, best, lang)
    for reason in best.reasons:
        if reason.kind in RECORDED_KINDS:
            say(wrapped(reason_with_side(reason, lang, board), "   "))
    show_turn(lang.text("played-line"), turn.played, turn.comparison.given, lang)
