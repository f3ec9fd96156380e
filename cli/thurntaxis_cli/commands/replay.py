"""Game records: `replay`."""

from typing import TYPE_CHECKING, Any

import click

from thurntaxis_cli.inputs import load_record
from thurntaxis_cli.options import Question, answers
from thurntaxis_cli.usage_errors import DONE, NO
from thurntaxis_presentation.describe import called
from thurntaxis_presentation.errors import refuse, split_message
from thurntaxis_presentation.i18n import framed, shown, signed
from thurntaxis_presentation.rulebook_answers import titles
from thurntaxis_presentation.sentences import sentence
from thurntaxis_presentation.terminal.output import paint, say, say_json, wrapped

if TYPE_CHECKING:
    from thurntaxis.records import Record, Replayed


@click.command("replay", cls=Question)
@click.argument("record_file", metavar="RECORD")
@answers(lang=True)
def replay_command(record_file: str, as_json: bool, lang: str) -> int:
    """Check a game RECORD event by event, and annotate it with the clauses that worked."""
    from thurntaxis.records import replay

    record = load_record(record_file)
    played = list(replay(record))
    if played and played[-1].error is not None:
        last = played[-1]
        raise refuse(record_file, f"events[{last.at}]", *split_message(last.error or ""))
    answer = _answer(record, played, lang)
    if as_json:
        say_json(answer)
    else:
        _tell(record, played, answer, lang)
    return DONE if answer["ok"] else NO


def _answer(record: "Record", played: "list[Replayed]", lang: str) -> dict[str, Any]:
    """Return the answer for JSON; after a fault, what came before it and how the table stood there."""
    fault = next((step for step in played if step.after is None), None)
    steps = [step for step in played if step.after is not None]
    end = steps[-1].after if steps else record.start
    assert end is not None
    answer: dict[str, Any] = {"ok": fault is None}
    board = record.start.rules.board
    if fault:
        answer |= {
            "index": fault.at,
            "event": fault.text,
            "player": fault.before.decider,
            "clauses": list(dict.fromkeys(said.clause for said in fault.objections)),
            "message": " ".join(sentence(said, lang, board) for said in fault.objections),
        }
    answer["events"] = [
        {
            "event": str(step.event),
            "player": step.before.decider,
            "clauses": list(dict.fromkeys([*_permits(step), *(effect.clause for effect in step.effects)])),
            "effects": [sentence(effect, lang, board) for effect in step.effects],
        }
        for step in steps
    ]
    return {**answer, "scores": end.scores(), "winner": end.winner(), "over": end.is_over}


def _permits(step: "Replayed") -> tuple[str, ...]:
    """Return the clauses that permitted an event."""
    assert step.event is not None
    return step.before.rules.action_of(step.event).permits(step.before, step.event)


INDENT = " " * 9


def _tell(record: "Record", played: "list[Replayed]", answer: dict[str, Any], lang: str) -> None:
    """Write the annotated record for people."""
    words, board = titles(lang), record.start.rules.board
    player = None
    for step in played:
        if step.before.decider != player:
            player = step.before.decider
            say(paint(called(step.before, player, lang), bold=True))
        if step.after:
            say(f"  {step.at:4} {step.event}")
        else:
            say(paint(f"  {step.at:4} " + framed("illegal-event", lang, event=step.event), fg="red", bold=True))
        if step.after and not step.effects:
            permits = "; ".join(words.get(name, name) for name in _permits(step))
            say(paint(wrapped(f"[{permits}]", INDENT), dim=True))
        for said in step.effects or step.objections:
            say(wrapped(f"{sentence(said, lang, board)} [{words.get(said.clause, said.clause)}]", INDENT))
    names = [called(record.start, at, lang) for at in range(len(record.start.players))]
    scores = ", ".join(f"{name} {signed(points)}" for name, points in zip(names, answer["scores"], strict=True))
    say("")
    say(framed("scores", lang, scores=scores))
    if not answer["ok"]:
        say(framed("broken", lang, number=answer["index"], clauses=", ".join(answer["clauses"])))
    elif answer["over"]:
        winner = answer["winner"]
        say(shown("over", lang) if winner is None else shown("won", lang, player=names[int(winner)]))
    else:
        say(framed("unfinished", lang))
