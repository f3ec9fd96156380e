"""Legal events: the clauses that allow them, and all that a position allows."""

import tomllib

import pytest

import thurntaxis as tt
from support.base_tables import (
    BEGAN_EMPTY,
    DRAW,
    DRAWN,
    KEEP,
    LONG,
    PLAYED,
    REVEAL,
    SHORT,
    deck_of,
    nobody_can_draw,
    over,
    table,
)
from support.paths import COUNTS
from thurntaxis.io.read import position_from_data
from thurntaxis.io.write import position_data

NOTHING_PLAYED = nobody_can_draw(
    hand=[], route=["Ulm", "Augsburg", "München"], turn=BEGAN_EMPTY, options={"closing-without-playing": True}
)

# ---- permissions

PERMITTED = [
    ("deal Ulm", REVEAL, ("draw.refill",)),
    ("draw Linz", DRAW, ("draw.duty", "draw.from-display")),
    ("draw deck", DRAW, ("draw.duty", "draw.from-deck")),
    ("postmaster Linz", DRAWN, ("postmaster.second-card", "draw.from-display")),
    ("postmaster deck", DRAWN, ("postmaster.second-card", "draw.from-deck")),
    ("administrator", DRAW, ("administrator.replace", "administrator.before-drawing")),
    ("play Ulm right", DRAWN, ("play.duty", "play.extend", "play.adjacent")),
    ("play Ulm start", DRAWN, ("play.duty", "play.abandon", "play.start")),
    ("play Ulm start", table(turn={"drawn": 1}), ("play.duty", "play.start")),
    (
        "carrier Ulm right",
        table("play", route=["Stuttgart"]),
        ("carrier.second-card", "play.extend", "play.adjacent"),
    ),
    (
        "carrier Ulm start",
        table("play", route=["Linz"]),
        ("carrier.second-card", "carrier.restart", "play.abandon", "play.start"),
    ),
    ("close", PLAYED, ("close.optional", "close.minimum", "houses.ways", "houses.optional")),
    ("end", PLAYED, ("close.optional",)),
    ("end", nobody_can_draw(hand=[], turn=BEGAN_EMPTY), ("play.nothing-to-play",)),
    ("close", NOTHING_PLAYED, ("close.nothing-played", "close.minimum", "houses.ways", "houses.optional")),
    ("carriage", LONG, ("carriage.next", "carriage.no-skipping")),
    ("decline", LONG, ("carriage.decline",)),
    ("decline", SHORT, ("cartwright.short",)),
    ("cartwright", SHORT, ("cartwright.short",)),
    ("keep Augsburg Basel Ulm", KEEP, ("discard.three",)),
]


@pytest.mark.parametrize(("text", "position", "clauses"), PERMITTED, ids=lambda value: str(value)[:30])
def test_legal_event_names_the_clauses_that_allow_it(
    text: str, position: tt.Position, clauses: tuple[str, ...]
) -> None:
    event = position.parse(text)
    assert position.why_not(event) == ()
    assert event in list(position.events()), "listed, not only legal"
    assert position.rules.actions[event.verb].permits(position, event) == clauses


def test_every_kind_of_event_is_shown_to_be_legal() -> None:
    verbs = {text.split()[0] for text, _, _ in PERMITTED}
    assert verbs == set(tt.rule_set().actions)


# ---- what is legal

LEGAL = [
    (
        "a route of one city is extended at its right end",
        table(route=["Stuttgart"], turn={"drawn": 2, "official": "postmaster"}),
        "play Augsburg start; play Ulm right; play Ulm start",
    ),
    (
        "unknown cards are not played",
        table(hand=["?", "Ulm"], turn={"drawn": 2, "official": "postmaster"}),
        "play Ulm start",
    ),
    ("without any card, a turn ends", nobody_can_draw(hand=[], turn=BEGAN_EMPTY), "end"),
    ("without a card to draw, one is played", nobody_can_draw(hand=["Ulm"]), "play Ulm start"),
    (
        "a last card goes to who began empty",
        deck_of(display=("Linz",)).with_mover(hand=()).with_turn(**BEGAN_EMPTY),
        "draw Linz",
    ),
    ("the cartwright or nothing", SHORT, "cartwright; decline"),
    ("the carriage or nothing", LONG, "carriage; decline"),
    ("the carriage", LONG.with_rules(tt.rule_set(options={"carriage-declinable": False})), "carriage"),
    ("every choice of three cards once", KEEP, "keep Augsburg Basel Ulm; keep Augsburg Ulm Ulm; keep Basel Ulm Ulm"),
    ("nothing after the end", over(), ""),
]


@pytest.mark.parametrize(("position", "events"), [case[1:] for case in LEGAL], ids=[case[0] for case in LEGAL])
def test_legal_events_are_these(position: tt.Position, events: str) -> None:
    assert "; ".join(map(str, position.events())) == events


@pytest.mark.parametrize("hand", [[], ["Linz"], ["?"]])
def test_a_turn_begins_empty_if_its_player_has_no_card(hand: list[str]) -> None:
    position = table("play", route=["Stuttgart"], other={"hand": hand}).play("end")
    assert position.turn == tt.Turn(1, began_empty=not hand)
    third = table("play", route=["Stuttgart"], other={"hand": hand}, third={"hand": ["Pilsen"]}).play("end")
    assert third.turn == tt.Turn(1, began_empty=not hand)


def test_a_route_closed_without_playing_brings_a_carriage() -> None:
    position = NOTHING_PLAYED.play("close Ulm")
    assert (position.turn.phase, position.turn.played) == ("carriage", 0)
    assert position_from_data(position_data(position)) == position


def test_the_hand_can_come_down_to_three_before_the_route_is_discarded() -> None:
    """The surplus of the hand becomes the deck, which was empty, and only then does the route follow."""
    counted = tomllib.loads((COUNTS / "hand-discarded-first.toml").read_text(encoding="utf-8"))["position"]
    start = position_from_data(counted)
    closed = start.play(next(event for event in start.events() if event.verb == "close"))
    while closed.turn.phase == "carriage":
        closed = closed.play(closed.events()[0])
    assert (closed.turn.phase, closed.mover.route) == ("keep", start.mover.route)
    assert position_from_data(position_data(closed)) == closed
    after = closed.play(closed.events()[0])
    surplus = len(closed.mover.hand) - 3
    assert after.deck_size == surplus
    assert sorted(after.discard) == sorted(start.mover.route)
    first = start.with_rules(tt.rule_set(options={**start.rules.options, "closing-discards": "route-first"}))
    kept = first.play(next(event for event in first.events() if event.verb == "close"))
    while kept.turn.phase == "carriage":
        kept = kept.play(kept.events()[0])
    assert (kept.turn.phase, kept.mover.route) == ("keep", ())
