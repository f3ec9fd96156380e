"""Game records: `replay`, `review`."""

import threading
from dataclasses import dataclass
from typing import Any

import click

from thurntaxis import Position
from thurntaxis.records import Replayed, replay
from thurntaxis.seen_cards import Seen
from thurntaxis_cli.commands.positions import FORMS, write_position
from thurntaxis_cli.file_output import write_file
from thurntaxis_cli.inputs import asking_solver, label, load_record, with_warnings
from thurntaxis_cli.parameters import Integer, OneOf, TaxisCommand, answer_options
from thurntaxis_cli.usage_errors import DONE, NO
from thurntaxis_cli.waiting import interruptible
from thurntaxis_presentation.describe import called
from thurntaxis_presentation.errors import refuse, refusing, whole
from thurntaxis_presentation.language import Language, signed
from thurntaxis_presentation.rulebook_answers import title_of
from thurntaxis_presentation.sentences import objections_in_words, reason_in_words, sentence
from thurntaxis_presentation.spellings import player_meant
from thurntaxis_presentation.terminal.line_breaking import wrapped
from thurntaxis_presentation.terminal.output import paint, say, say_json, working


@click.command("replay", cls=TaxisCommand)
@click.argument("record_file", metavar="RECORD")
@click.option("--at", metavar="N", help="Write the position after N moves instead; --as or --to alone, the last one.")
@click.option("--as", "player", metavar="PLAYER", help="Write it as this player saw it, by index (from 0) or name.")
@click.option("--to", "form", type=OneOf("format", FORMS), help="Format to write: line, json or toml.  [default: json]")
@answer_options(lang=True)
def replay_command(
    record_file: str, at: str | None, player: str | None, form: str | None, as_json: bool, lang: Language
) -> int:
    """Check a game RECORD move by move, and annotate it with the clauses that applied."""
    record = load_record(record_file)
    steps = tuple(replay(record))
    if steps and (error := steps[-1].error) is not None:
        raise refuse(label(record_file), f"events[{steps[-1].at}]", error.wrong, error.right)
    checked = CheckedRecord(record.start, steps)
    if (at, player, form) != (None, None, None):
        write_position(_seen_after(checked, at, player), form or "json", as_json=as_json)
        return NO if checked.fault and at is None else DONE
    if as_json:
        say_json(with_warnings(checked.data(lang), record.start, within="start."))
    else:
        _show(checked, lang.in_edition(record.start.rules.edition))
    return NO if checked.fault else DONE


def _seen_after(checked: "CheckedRecord", at: str | None, player: str | None) -> Position:
    """Return the position after so many legal events, or after all: as a player saw it, or with all cards."""
    moments = [Seen.at(checked.start)]
    for step in checked.steps:
        if step.event is not None and step.after is not None:
            moments.append(moments[-1].followed(step.event, step.after))
    with refusing("replay", "--at"):
        seen = moments[-1] if at is None else moments[whole(at, 0, len(moments) - 1)]
    with refusing("replay", "--as"):
        return seen.position if player is None else seen.view(player_meant(checked.start, player))


@dataclass(frozen=True)
class CheckedRecord:
    """A game record, event by event; the last one may be illegal."""

    start: Position
    steps: tuple[Replayed, ...]

    @property
    def fault(self) -> Replayed | None:
        """The illegal event, if there is one."""
        return self.steps[-1] if self.steps and self.steps[-1].after is None else None

    @property
    def end(self) -> Position:
        """The position after the last legal event."""
        return next((step.after for step in reversed(self.steps) if step.after is not None), self.start)

    def data(self, lang: Language) -> dict[str, Any]:
        """Return the record for a JSON answer; after a fault, the events before it and the scores at that point."""
        answer: dict[str, Any] = {"ok": self.fault is None}
        board = self.start.rules.board
        if self.fault:
            answer |= {
                "index": self.fault.at,
                "event": self.fault.text,
                "player": self.fault.before.decider,
                "clauses": _objecting(self.fault),
                "message": objections_in_words(self.fault.objections, lang, board),
            }
        answer["events"] = [
            {
                "event": str(step.event),
                "player": step.before.decider,
                "clauses": list(dict.fromkeys([*_permits(step), *(effect.clause for effect in step.effects)])),
                "effects": [sentence(effect, lang, board) for effect in step.effects],
            }
            for step in self.steps
            if step.after is not None
        ]
        return {**answer, "scores": self.end.scores(), "winner": self.end.winner(), "over": self.end.is_over}


def _objecting(fault: Replayed) -> list[str]:
    """Return the clauses that object to an event."""
    return list(dict.fromkeys(said.clause for said in fault.objections))


def _permits(step: Replayed) -> tuple[str, ...]:
    """Return the clauses that permit an event."""
    assert step.event is not None
    return step.before.rules.action_of(step.event).permits(step.before, step.event)


INDENT = " " * 9


def _show(checked: CheckedRecord, lang: Language) -> None:
    """Write the annotated record for people."""
    board = checked.start.rules.board
    player = None
    for step in checked.steps:
        if step.before.decider != player:
            say(paint(called(step.before, step.before.decider, lang), bold=True))
        if step.after:
            assert step.event is not None
            say(f"  {step.at:4} {lang.move(step.event, 'deeds')}")
        else:
            say(paint(f"  {step.at:4} " + lang.text("illegal-event", event=step.event), fg="red", bold=True))
        if step.after and not step.effects:
            permits = lang.parted(title_of(name, lang) for name in _permits(step))
            say(paint(wrapped(lang.tagged(permits), INDENT), dim=True))
        for said in step.effects or step.objections:
            say(wrapped(sentence(said, lang, board) + lang.tagged(title_of(said.clause, lang)), INDENT))
    end = checked.end
    names = [called(checked.start, at, lang) for at in range(len(end.players))]
    scores = lang.listed(f"{n}{lang.colon}{signed(points)}" for n, points in zip(names, end.scores(), strict=True))
    say("")
    say(lang.text("scores", scores=scores))
    if checked.fault:
        clauses = lang.listed(title_of(name, lang) for name in _objecting(checked.fault))
        say(lang.text("broken", number=checked.fault.at, clauses=clauses))
    elif end.is_over:
        winner = end.winner()
        say(lang.shown("over") if winner is None else lang.shown("won", player=names[winner]))
    else:
        say(lang.text("unfinished"))


@click.command("review", cls=TaxisCommand)
@click.argument("record_file", metavar="RECORD")
@click.option(
    "--playouts", type=Integer(1, 10**7), default=2000, show_default=True, help="Number of playouts for each decision."
)
@click.option("--seed", type=Integer(0, 2**31 - 1), default=1, show_default=True, help="Random seed.")
@click.option("--svg", metavar="FILE", help="Also draw the chances as SVG into FILE; - prints only the SVG.")
@answer_options(lang=True, details=True)
def review_command(
    record_file: str, playouts: int, seed: int, svg: str | None, as_json: bool, details: bool, lang: Language
) -> None:
    """Find the costliest turns of a game RECORD, and say what would have been better.

    Each decision is judged by what its player could know at the time. The game may be unfinished. Ctrl-C stops the
    review and shows what has been found.
    """
    from thurntaxis_solver.game_review import review

    record, stop, done = load_record(record_file), threading.Event(), [0]
    refused = asking_solver(record_file, record_file, "events", within="start.")
    with interruptible(stop, lambda: done[0] > 0), working("reviewing") as show, refused:

        def tell(count: int, every: int) -> None:
            done[0] = count
            show(f"reviewing: {count} of {every} decisions")

        found = review(record, playouts, seed=seed, stop=stop, progress=tell)
    if not found.turns:
        raise KeyboardInterrupt
    if svg is not None:
        from thurntaxis_presentation.svg.chances_chart import chances_svg

        write_file(svg, chances_svg(found, lang).rstrip("\n"), "--svg")
        if svg == "-":
            return
    if as_json:
        answer = found.data(lambda reason: reason_in_words(reason, lang, record.start.rules.board))
        say_json(with_warnings(answer, record.start, within="start."))
    else:
        from thurntaxis_presentation.terminal.review_table import show_review

        show_review(found, record_file, lang.in_edition(record.start.rules.edition), details=details)
