"""The session of a table, outside a browser: its requests and answers; and the files that the table loads."""

import itertools
import json
import random
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest

import thurntaxis as tt
from support import random_play
from support.bad_inputs import BAD_INPUTS
from support.command_line import taxis
from support.few_and_many import one_in
from support.paths import EXAMPLES, ROOT
from thurntaxis.io.read import read_position, read_record
from thurntaxis.options import options_of
from thurntaxis.position import Returning
from thurntaxis.seen_cards import Seen
from thurntaxis_presentation.language import ENGLISH, Language
from thurntaxis_rulebook import clause
from thurntaxis_rulebook.corpus.languages import LANGUAGES, translation
from thurntaxis_solver.play.agents import LEVELS
from thurntaxis_web.app import AppFault
from thurntaxis_web.app.build_app import table_page, write_python
from thurntaxis_web.app.choices import PERSON
from thurntaxis_web.app.locked_files import npm_files
from thurntaxis_web.app.session import LONGEST_ADDRESS, TableSession
from thurntaxis_web.app.table_parts import players_part
from thurntaxis_web.app.view import MOST_SHOWN, groups, in_words, map_in_words

MIDGAME = read_position(EXAMPLES / "midgame.toml")
CLOSING = read_position(EXAMPLES / "houses.toml")


@pytest.fixture
def session() -> TableSession:
    session = TableSession()
    session.load(MIDGAME.to_line())
    return session


def ask(session: TableSession, method: str, *given: Any) -> Any:
    return json.loads(session.answer(json.dumps({"method": method, "arguments": given})))


# ---- requests and answers


def test_a_request_is_answered_with_a_value_or_an_error(session: TableSession) -> None:
    assert ask(session, "line") == {"value": MIDGAME.to_line()}
    assert ask(session, "apply", "jump")["error"]["message"].startswith("taxis: apply: EVENT: unknown move")
    refusal = ask(session, "apply", "end")["error"]
    assert refusal["ruling"] == taxis("ruling", EXAMPLES / "midgame.toml", "end", "--json").data
    assert ask(session, "line") == {"value": MIDGAME.to_line()}


def advise(session: TableSession, **settings: Any) -> Any:
    """Return the results of a search as they become known, or the message of a refusal."""
    known: list[Any] = []
    answer = ask(session, "begin_advice", settings)
    while "error" not in answer:
        answer = ask(session, "go_on_advising")
        if (results := answer.get("value")) is not None:
            if results["done"]:
                return known
            known.append(results)
    return answer["error"]["message"]


def test_advice_is_found_in_steps(session: TableSession) -> None:
    last = advise(session, playouts=400, seed=3)[-1]
    expected = taxis("advise", EXAMPLES / "midgame.toml", "--playouts", 400, "--seed", 3, "--json").data
    assert last["advice"]["lines"] == expected["lines"]
    assert [line["turn"] for line in last["words"]] == [line["turn"] for line in expected["lines"]]
    assert all(said.rstrip(".") in expected["summary"] for said in last["words"][0]["figures"].split(". "))
    linked = [reason for line in last["words"] for reason in line["more"] if "link" in reason]
    assert linked
    assert all(reason["link"].endswith(f".html#{reason['clause']}") for reason in linked)


def test_advice_is_given_for_a_player_by_name_or_index(session: TableSession) -> None:
    for asked in (MIDGAME.decider, str(MIDGAME.decider), "Anna"):
        assert advise(session, playouts=100, **{"for": asked})[-1]["advice"]["player"] == MIDGAME.decider
    assert "there is no player" in advise(session, **{"for": "Zoe"})
    assert "no turns are asked for" in advise(session, lines=0)
    assert "unknown setting" in advise(session, depth=3)


def test_an_advised_turn_is_played_up_to_cards_that_change_it() -> None:
    """Against an agent whose cards are hidden, turn after turn."""
    session = TableSession()
    session.new({"seed": 3})
    session.sit_down([PERSON, next(iter(LEVELS))])
    stopped = 0
    for turn in range(4):
        while session.view()["is_agents"]:
            session.play_on()
        advised = advise(session, playouts=60, seed=turn)[-1]["advice"]["lines"][0]["turn"]
        before = session.view()["at"]
        session.play_turn(0)
        while session.position.is_chance and session.position.turn.player == 0:
            session.play_on()
        events = [str(moment.event) for moment in session._moments[before + 1 :]]
        played = [event for event in events if not event.startswith("deal ")]
        changed = session.lang.text("turn-changed", "table") in session.view()["html"]["last"]
        assert played == advised[: len(played)]
        assert changed == (len(played) < len(advised))
        stopped += changed
        while session.position.turn.player == 0 and not session.view()["is_agents"]:
            session.apply(str(session.position.events()[0]))
    assert 0 < stopped < 4


def test_the_last_turn_of_another_tells_what_it_brought() -> None:
    session = TableSession("en")
    session.load("TT1 - - 1d 1 BuIbKeLoMaSt - - - / Ul IgAu FrMa - - / Lo - - - -")
    for event in ("draw deck", "deal Lodz", "play Ulm right", "close Augsburg Ulm", "carriage"):
        session.apply(event)
    assert "carriage 3; houses in Augsburg, Ulm" in session.view()["html"]["last"]


def test_a_game_that_is_over_gets_no_advice(session: TableSession) -> None:
    session.load((EXAMPLES / "game-tie.json").read_text(encoding="utf-8"))
    assert "the game is over" in advise(session)


# ---- moves that lack a word


@pytest.mark.parametrize(("text", "event"), [("postmaster", "postmaster deck"), ("play Lodz", "play Lodz right")])
def test_a_move_is_ruled_on_if_what_it_lacks_does_not_matter(session: TableSession, text: str, event: str) -> None:
    assert session.why(text)["event"] == event


def test_a_move_that_lacks_a_word_that_matters_is_asked_back(session: TableSession) -> None:
    assert session.why("take Freiburg and play Stuttgart, then close with houses in Ulm")["event"] == "close Ulm"
    refused = session.why("take Freiburg, then end my turn, then play Stuttgart")
    assert (refused["event"], refused["legal"]) == ("end", False)
    session.apply("draw Freiburg")
    session.reveal()
    assert "start a route at Regensburg" in ask(session, "why", "play Regensburg")["error"]["words"]


# ---- loading, undo, addresses


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("game-*.json")), ids=lambda file: file.stem)
def test_a_game_is_loaded_undone_and_kept_in_its_address(session: TableSession, file: Path) -> None:
    record = read_record(file)
    assert session.load(file.read_text(encoding="utf-8")) == {"warnings": []}
    assert session.line() == record.end.to_line()
    assert len(session.address()) <= LONGEST_ADDRESS
    again = TableSession("ja")
    again.load_address(f"#{session.address(100_000)}")
    assert again.record() == session.record()
    again.load_address(session.address())
    assert again.line() == session.line()
    for _ in record.events:
        session.undo()
    assert session.line() == session.undo() == record.start.to_line()
    for _ in record.events:
        session.redo()
    assert session.line() == session.redo() == record.end.to_line()
    session.undo()
    session.apply(record.events[-1])
    assert session.redo() == record.end.to_line()


def test_a_game_with_an_illegal_event_is_not_loaded(session: TableSession) -> None:
    data = json.loads((EXAMPLES / "game-tie.json").read_text(encoding="utf-8"))
    data["events"][5] = "end"
    assert ask(session, "load", json.dumps(data))["error"]["ruling"]["event"] == "end"
    assert session.line() == MIDGAME.to_line()
    assert "error" in ask(session, "load_address", "#p=TT1&m=end")
    assert session.line() == MIDGAME.to_line()


def test_a_line_with_events_is_loaded(session: TableSession) -> None:
    session.load(f"{MIDGAME.to_line()} moves dFr")
    assert session.line() == MIDGAME.play("draw Freiburg").to_line()
    assert session.undo() == MIDGAME.to_line()


def test_reveals_can_be_left_to_chance(session: TableSession) -> None:
    session.new({"seed": 7})
    session.apply("draw Basel")
    assert session.events()["chance"] is True
    session.reveal()
    assert session.events()["chance"] is False
    assert [event.split()[0] for event in session.record()["events"]] == ["draw", "deal"]


@pytest.mark.parametrize(
    "settings",
    [
        {"seed": 7},
        {"players": 4, "seed": -3, "edition": "pl-pala"},
        {"players": 3, "seed": 10**15, "modules": ["offices-of-honor", "princess-messenger"]},
        {"seed": 5, "board": "testland", "modules": ["power-and-glory"], "options": {"card-backs": "ignored"}},
    ],
)
def test_a_new_game_is_dealt_as_by_the_command(session: TableSession, settings: dict[str, Any]) -> None:
    session.new(settings)
    single = {key: value for key, value in settings.items() if key not in ("modules", "options")}
    arguments = [word for key, value in single.items() for word in (f"--{key}", value)]
    arguments += [word for name in settings.get("modules", ()) for word in ("--module", name)]
    arguments += [
        word for name, value in settings.get("options", {}).items() for word in ("--option", f"{name}={value}")
    ]
    assert session.line() == tt.Position.from_json(taxis("new", *arguments).out).to_line()


@pytest.mark.parametrize(
    "settings", [{"players": 5}, {"edition": "xx"}, {"colour": 1}, {"modules": ["power-and-glory"]}]
)
def test_a_game_that_can_not_be_played_is_refused(session: TableSession, settings: dict[str, Any]) -> None:
    message = ask(session, "new", settings)["error"]["message"]
    assert re.fullmatch(r"taxis: new: [\w-]+: [^\n]+; [^\n]+", message)
    assert session.line() == MIDGAME.to_line()


NO_LINES = ("TT1 - - 1d 1 XxAu", "TT1 mars", "TT2", "TT1 - - 1d 1 AuAuAuAu - - - / - / -")
NO_FILES = ('{"players": 3}', '{"thurntaxis": 1', "players = [1, 2]", "players = [{hand = ['Ulmen']}, {}]")


@pytest.mark.parametrize(("kind", "text"), [("line", one) for one in NO_LINES] + [("file", one) for one in NO_FILES])
def test_a_text_without_a_position_is_refused_as_by_the_command(session: TableSession, kind: str, text: str) -> None:
    answer = taxis("legal", text) if kind == "line" else taxis("legal", "-", stdin=text.encode())
    message = ask(session, "load", text)["error"]["message"]
    as_print = str.maketrans("“”’", '""\'')
    assert message == answer.err.replace("taxis: -:", "taxis: file:").translate(as_print).rstrip()
    assert all(
        re.fullmatch(rf"taxis: {kind}: [^\n]+: (expected [^\n]+, found|[^\n]+;) [^\n]+", line)
        for line in message.splitlines()
    )
    assert session.line() == MIDGAME.to_line()


# ---- what is shown


@pytest.mark.parametrize("lang", one_in(3, LANGUAGES))
def test_each_event_is_shown_in_words(lang: str) -> None:
    session = TableSession(lang)
    shown: set[tuple[str, ...]] = set()
    for file in sorted(EXAMPLES.glob("game-*.json")):
        position = read_record(file).start
        for event in read_record(file).events:
            forms = {tuple(word for word in event if word.islower()) for event in position.events()}
            if forms - shown:
                shown |= forms
                session.load(position.to_line())
                for group in session.view()["groups"]:
                    assert group["title"]
                    assert all(event["words"] for event in group["events"])
            position = position.play(event)
    assert len({form[0] for form in shown}) == 15
    assert {("play", "horse"), ("honor", "pass"), ("carrier", "left"), ("return", "postmaster")} <= shown


def test_events_are_narrowed_down_by_what_they_name() -> None:
    session = TableSession()
    session.load(CLOSING.to_line())
    closings = [event for event in CLOSING.events() if event.verb == "close"]
    houses = max(closings, key=len).cities
    assert len(houses) > 1
    (everything,) = [group for group in session.view()["groups"] if group["name"] == "close"]
    assert everything["count"] == len(closings)
    assert len(everything["events"]) == min(len(closings), MOST_SHOWN)
    (some,) = session.view(houses)["groups"]
    assert some["count"] == sum(set(houses) <= set(event.cities) for event in closings)
    assert some["events"][0]["event"] == f"close {' '.join(houses)}"


def test_points_are_told_where_they_come_from_and_where_they_would() -> None:
    told, record = 0, read_record(EXAMPLES / "game-tie.json")
    for position in itertools.accumulate(record.events, tt.Position.play, initial=record.start):
        for seat, score in zip(players_part(position, ENGLISH).split("<dl>")[1:], position.scores(), strict=True):
            assert sum(map(int, re.findall(r"<dd>(-?\d+)", seat.replace("−", "-")))) == score
        for shown in groups(position, ENGLISH, ()):
            for each in shown["events"] if shown["name"] == "close" else ():
                after = position.play(position.parse(each["event"])).players[position.decider]
                more = sum(tile.value for tile in after.tiles) - sum(tile.value for tile in position.own.tiles)
                assert sum(map(int, re.findall(r"\((\d+)\)", each["order"]))) == more
                told += more
    assert told


@pytest.mark.parametrize("modules", [(), *([module] for module in tt.MODULES if module != "power-and-glory")])
def test_actions_that_nobody_can_take_now_can_be_asked_about(modules: list[str]) -> None:
    session = TableSession("it")
    session.new({"modules": list(modules), "seed": 4})
    chance, asked = random.Random(4), set[str]()
    for _ in range(60):
        position = session.position
        for event in re.findall(r'data-ask="([^"]+)"', session.view()["html"]["actions"]):
            assert position.why_not(event)
            assert session.why(event)["clauses"]
            asked.add(event.split()[0])
        session.apply(str(random_play.choose(position, chance)))
    assert {"postmaster", "administrator", "carrier", "close", "end"} <= asked


def test_pictures_say_what_can_be_tapped(session: TableSession) -> None:
    view = session.view()["html"]
    for city in MIDGAME.rules.board.cities:
        assert f'data-city="{city.name}"' in view["map"]
    assert all(f'data-card="{card}" data-event="draw {card}"' in view["display"] for card in MIDGAME.display)
    assert 'data-pile="deck" data-event="draw deck"' in view["display"]
    of_player = view["players"].split('data-place="hand"')[1].split("data-place")[0]
    assert all(f'data-card="{card}"' in hand for card in MIDGAME.players[0].hand for hand in (of_player, view["hand"]))


@pytest.mark.parametrize("lang", one_in(3, LANGUAGES))
def test_the_table_and_what_has_happened_are_told_in_words(lang: str) -> None:
    session = TableSession(lang)
    for file in [EXAMPLES / "midgame.toml", *sorted(EXAMPLES.glob("game-*.json"))]:
        session.load(file.read_text(encoding="utf-8"))
        position, view = session.position, session.view()
        told = list(in_words(position, session.lang))
        everything = " ".join(words for _, words in told)
        assert "{" not in everything
        for player in position.players:
            for name in (*player.route, *player.houses, *(card for card in player.hand if "?" not in card)):
                assert name in everything
        for card in (*position.display, *(card for card in position.discard if "?" not in card)):
            assert card in everything
        assert [name for name, _ in told][-len(position.players) :] == view["names"]
        assert len(list(map_in_words(position, session.lang))) == len(position.rules.board.cities)
        history = re.findall(r"<button [^>]*>([^<{]+)</button>", view["html"]["history"])
        assert len(history) == view["count"]
        if position.is_over:
            cells = [int(cell.replace("−", "-")) for cell in re.findall(r"<td>(−?\d+)</td>", view["html"]["sheet"])]
            count = len(position.players)
            assert tuple(cells[-count:]) == position.scores()
            assert [2 * total for total in cells[-count:]] == [sum(cells[at::count]) for at in range(count)]
        session.go_to(3)
        assert session.view()["at"] == min(3, view["count"])
        session.go_to(10**6)
        assert session.view()["at"] == view["count"]


def test_a_ruling_is_told_in_words_with_links(session: TableSession) -> None:
    told = session.why("play Lodz right")
    ruling = session.ruling("play Lodz right")
    assert told["legal"] is False
    assert [clause["clause"] for clause in told["clauses"]] == [clause["id"] for clause in ruling["clauses"]]
    assert [event["event"] for event in told["instead"]] == ["draw Lodz"]
    assert told["verdict"] == "No."
    assert told["reason"].startswith(tuple(reason["sentence"] for reason in ruling["reasons"]))
    for told_clause in told["clauses"]:
        assert told_clause["link"] == f"{clause(told_clause['clause']).chapter}.html#{told_clause['clause']}"
        assert told_clause["sentences"]
    assert session.why("draw Freiburg")["legal"] is True


def test_another_booklet_keeps_what_was_undone(session: TableSession) -> None:
    session.apply("draw Freiburg")
    session.undo()
    session.booklet("pl-pala", MIDGAME.rules.edition)
    assert (session.position.rules.edition, session.view()["can_redo"]) == ("pl-pala", True)


# ---- against agents


def test_a_person_sees_only_what_may_be_known(session: TableSession) -> None:
    session.new({"seed": 3, "players": 2})
    session.sit_down(["beginner", "person"])
    played = 0
    while session.position.decider == 0 or session.position.is_chance:
        view, before = session.view(), session.line()
        assert (view["is_agents"], view["groups"]) == (True, [])
        assert "data-event" not in "".join(view["html"].values())
        assert session.play_on() != before
        played += 1
    assert played >= 3
    assert (line := session.line()) == session.play_on()
    truth, shown = session.position, session.shown
    assert shown.players[1].hand == truth.players[1].hand
    assert truth.name_of(0) == f"{translation(session.lang)['table']['computer-name']} 1"
    seen = Seen.at(tt.Position.from_line(session.saved()["start"]))
    for event in session.record()["events"]:
        seen = seen.play(event)
    assert shown == seen.view(1)
    told = re.findall(r'title="([^"]*)"', session.view()["html"]["history"])
    drawn = [event for event, before in zip(session.record()["events"], told, strict=True) if event != before]
    assert all(event.startswith("deal") for event in drawn)
    assert session.address().endswith("&seats=beginner.person")
    session.apply("draw deck")
    session.reveal()
    session.take_back()
    assert session.line() == line
    again = TableSession()
    again.load_address(session.address())
    assert again.shown.players[0].hand.count(tt.UNKNOWN) == len(truth.players[0].hand) - len(seen.shown[0])


# ---- the page and its files


@pytest.mark.parametrize("lang", one_in(3, LANGUAGES))
def test_the_page_is_complete(lang: str) -> None:
    page = table_page(Language(lang))
    assert "{{" not in page
    assert f'<html lang="{lang}">' in page
    assert 'data-city="Ulm"' in page
    assert "unsafe-inline" not in page
    words = page.split('id="words">')[1].split("</script>")[0]
    assert json.loads(words) == {**translation(lang)["table"], "colon": Language(lang).colon}


def test_the_words_of_the_page_are_those_that_are_used() -> None:
    folder = ROOT / "web/thurntaxis_web/app"
    others = ("web/thurntaxis_web/templates/table.html", "presentation/thurntaxis_presentation/set_up/form.py")
    sources = [*(folder / "static").glob("*.js"), *folder.glob("*.py"), *map(ROOT.joinpath, others)]
    text = "".join(file.read_text(encoding="utf-8") for file in sources)
    used = set(re.findall(r'(?:words|field|table|step|framed|label)\((?:"[^"]*", )?"([\w-]+)"', text))
    used |= set(re.findall(r'"([a-z]+(?:-[a-z]+)*)"', text)) | set(re.findall(r"\{\{([\w-]+)\}\}", text))
    composed = ("word-", "level-", "option-", "board-")
    there = {name for name in translation("en")["table"] if not name.startswith(composed)}
    assert there - used - {"about"} == set()
    assert {f"option-{name}" for name in options_of(tt.MODULES)} <= set(translation("en")["table"])
    assert {f"level-{name}" for name in (PERSON, *LEVELS)} <= set(translation("en")["table"])


# ---- setting up


def test_random_positions_are_drafts_too() -> None:
    session, held = TableSession("pl"), set()
    for position, _ in random_play.positions(60):
        session.load(position.to_line())
        draft = ask(session, "draft", 0)["value"]
        form = ask(session, "set_up_form", draft)["value"]
        assert form["faults"] == []
        assert "data-city" in form["map"]
        assert ask(session, "finish_set_up", draft) == {"value": {"warnings": session.warnings()}}
        assert session.position == position
        held |= {field["key"].rpartition(".")[2] for part in form["sections"] for field in part["fields"]}
    declared = {
        holding.key for own in tt.rule_set("testland", modules=tt.MODULES).parts.holdings for holding in own.of_players
    }
    assert {*declared, "messenger", "deck_back", "houses", "route", "hand", "tiles", "carriage"} <= held


def test_the_form_asks_for_a_round_of_returning_tiles() -> None:
    session = TableSession("de")
    draft = session.draft(2) | {"display": ["Basel", "Linz", "Lodz", "Passau", "Pilsen", "Innsbruck"]}
    draft["rules"]["modules"] = ["offices-of-honor"]
    draft["turn"] = {"player": 1, "stage": "played", "used": ["carrier"]}
    draft["players"][0]["offices"] = ["administrator"]
    draft["players"][1]["route"] = ["Ulm", "Augsburg"]

    def asked() -> set[str]:
        fields = {field["key"] for part in session.set_up_form(draft)["sections"] for field in part["fields"]}
        return fields & {"returning.order[0]", "returning.reward", "turn.player"}

    assert asked() == {"returning.order[0]", "turn.player"}
    draft["returning"] = {"order": [1]}
    assert asked() == {"returning.order[0]", "returning.reward", "turn.player"}
    assert "returning.order[0]" in [fault["field"] for fault in session.set_up_form(draft)["faults"]]
    officials = {"offices": ["carrier", "cartwright"]}
    whole = draft | {"players": [{"offices": ["carrier"]}, draft["players"][1] | officials]}
    session.finish_set_up(whole | {"returning": {"order": [1], "reward": "draw"}})
    assert session.position.returning == Returning((1, 0), "carrier", reward="draw")
    draft["turn"] = {"stage": "final"}
    assert asked() == {"returning.order[0]", "returning.reward"}
    draft["rules"]["modules"] = []
    assert asked() == set()


def test_a_draft_with_faults_names_them_in_words_and_changes_nothing() -> None:
    session = TableSession("fr")
    line = session.line()
    draft = session.draft(3)
    draft["players"][1] |= {"route": ["Ulm", "Linz"], "hand": ["Basel"] * 4}
    faults = session.set_up_form(draft)["faults"]
    assert {fault["key"] for fault in faults} == {"players[1].hand[3]", "players[1].route[1]"}
    assert all("road" not in fault["text"] for fault in faults)
    assert "words" in ask(session, "finish_set_up", draft)["error"]
    assert session.line() == line
    draft["players"][1] |= {"route": [], "hand": []}
    draft["deck"] = 20
    session.finish_set_up(draft)
    assert (session.position.deck_size, session.position.unknown_discards) == (20, 46)


def test_names_in_a_draft_are_read_in_any_spelling() -> None:
    session = TableSession("de")
    draft = session.draft(2)
    assert session.set_up_names(draft, "münch, nuernberg ?", of_cards=True)["names"] == ["München", "Nürnberg", "?"]
    read = session.set_up_names(draft, "ulm - Lintz und basel hüpfdorf", of_cards=False)
    assert (read["names"], read["left"]) == (["Ulm", "Basel"], "Lintz, hüpfdorf")
    assert "hüpfdorf" in read["fault"]
    assert ("Lintz", "Linz") in read["near"]


def test_a_tile_that_was_earned_can_be_added() -> None:
    session = TableSession("en")
    draft = session.draft(2)
    draft["players"][0] = {"houses": ["Carlsruhe", "Mannheim", "Freiburg"], "carriage": 3}
    (warning,) = session.set_up_form(draft)["warnings"]
    assert warning["field"] == "players[0].tiles"
    draft["players"][0]["tiles"] = [warning["tile"]]
    assert not session.set_up_form(draft)["warnings"]


# ---- boards of one's own


def test_a_game_brings_its_own_board_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ROOT / "reference/thurntaxis/boards/testland.toml").read_text(encoding="utf-8")
    for folder in ("mine", "yours"):
        (tmp_path / folder).mkdir()
    monkeypatch.chdir(tmp_path / "mine")
    mine = TableSession()
    assert mine.own_board() is None
    mine.add_board("my board.toml", text)
    mine.new({"board": "my-board.toml", "modules": ["power-and-glory"], "seed": 1})
    mine.apply(str(mine.position.events()[0]))
    assert mine.view()["own_board"] == ("my-board.toml", text)
    record = json.dumps(mine.record())
    (tmp_path / "game.json").write_text(record, encoding="utf-8")
    assert read_record(tmp_path / "game.json").end.rules.board.text == text
    assert taxis("replay", tmp_path / "game.json").status == 0

    monkeypatch.chdir(tmp_path / "yours")
    yours = TableSession()
    yours.add_board("my-board.toml", text.replace("values = [4, 1]", "values = [3, 1]"))
    yours.load(record)
    assert yours.position.rules.board.file == "my-board-2.toml"  # beside the other board of that name
    assert yours.line().replace("my-board-2", "my-board") == mine.line()
    yours.load(record)
    assert yours.position.rules.board.file == "my-board-2.toml"
    yours.load(json.dumps(json.loads(record)["start"]))
    assert yours.view()["own_board"] == ("my-board-2.toml", text)
    yours.load_address(yours.address())
    assert yours.line().startswith("TT1 my-board-2.toml ")
    for lang in LANGUAGES:
        error = ask(TableSession(lang), "load_address", "#p=TT1_other.toml_-_1de_1_-_-_-_-_/_/")["error"]
        assert error["words"] == translation(lang)["table"]["no-own-board"].replace("{name}", "other.toml")


# ---- bad input, and events in the language


@pytest.mark.parametrize("lang", one_in(3, LANGUAGES))
@pytest.mark.parametrize("kind", BAD_INPUTS)
def test_bad_input_is_refused_in_one_line_of_the_language(kind: str, lang: str) -> None:
    session = TableSession(lang)
    line = session.line()
    error = ask(session, "load", BAD_INPUTS[kind])["error"]
    assert error["words"]
    assert "\n" not in error["words"]
    assert session.line() == line
    if lang == "en":
        return
    english = ask(TableSession("en"), "load", BAD_INPUTS[kind])["error"]["words"]
    assert error["words"] != english
    foreign = r"\b(unknown|is no|holds|begins with|there is|at least|did you mean|a list|the|and)\b"
    assert not re.search(foreign, re.sub(r"\w+(?:-\w+)+", "", error["words"])), error["words"]


def test_bad_inputs_are_told_apart() -> None:
    session = TableSession("de")
    told = {ask(session, "load", text)["error"]["words"] for text in BAD_INPUTS.values()}
    assert len(told) >= 17  # texts of no known form share one line


@pytest.mark.parametrize(("lang", "text"), [("de", "nimm freiburg"), ("fr", "prendre freiburg"), ("en", "dr freib")])
def test_events_may_be_typed_in_the_language(lang: str, text: str) -> None:
    session = TableSession(lang)
    session.load(MIDGAME.to_line())
    session.play_typed(text)
    assert session.record()["events"] == ["draw Freiburg"]
    assert "xyz" in ask(session, "play_typed", "xyz")["error"]["words"]


def test_a_typed_turn_is_played_up_to_a_reveal_or_not_at_all(session: TableSession) -> None:
    session.load("TT1 - - 1d 1 BuIbKeLoMaSt - - - / IgLo UlAu CaFrMaSt 4 - / ?? PaReNu BuLiPi 4 - / ? - BaZu 3 -")
    assert "road" in ask(session, "play_typed", "take Kempten, play Lodz on the left, end")["error"]["words"]
    assert "first" in ask(session, "play_typed", "play Ingolstadt on the right and end")["error"]["words"]
    session.play_typed("take Kempten, play it and close")
    session.reveal()
    assert session.record()["events"][2:] == ["play Kempten left", "close Augsburg Kempten"]


def test_agents_are_dealt_the_cards_that_nobody_knows(session: TableSession) -> None:
    session.load("TT1 - - 1d 1 BuIbKeLoMaSt - - - / IgLo UlAu CaFrMaSt 4 - / ?? PaReNu BuLiPi 4 - / ? - BaZu 3 -")
    session.sit_down(["person", "casual", "casual"])
    assert (session.position.unknown_in_hands, session.shown.unknown_in_hands) == (0, 3)


def test_levels_play_the_same_again_for_the_same_seed() -> None:
    records = []
    sessions = TableSession(), TableSession()
    for session in sessions:
        session.new({"seed": 5, "players": 3})
        session.sit_down(["person", "casual", "beginner"])
        while len(session.record()["events"]) < 40:
            if session.position.decider == 0 and not session.position.is_chance:
                session.apply(session.events()["events"][0])
            else:
                session.play_on()
        records.append(session.record())
    assert records[0] == records[1]
    assert records[0]["seats"] == [None, LEVELS["casual"], LEVELS["beginner"]]
    assert "error" in ask(sessions[0], "sit_down", ["master", "master", "master"])
    assert "error" in ask(sessions[0], "sit_down", ["person", "person", "nobody"])


def test_the_archive_holds_what_runs_in_the_browser(tmp_path: Path) -> None:
    for name in ("one.zip", "two.zip"):
        write_python(tmp_path / name)
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    names = zipfile.ZipFile(tmp_path / "one.zip").namelist()
    for wanted in (
        "thurntaxis/boards/south.toml",
        "thurntaxis_rulebook/languages/ja.toml",
        "thurntaxis_solver/kernel/kernel.wasm",
        "thurntaxis_solver/kernel/weights/shipped/network.npz",
        "thurntaxis_presentation/svg/style.css",
        "thurntaxis_web/app/session.py",
    ):
        assert wanted in names
    assert not [name for name in names if "__pycache__" in name or "static" in name or name.endswith(".pyc")]


def test_what_npm_can_not_install_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("npm_config_registry", "http://127.0.0.1:9")
    monkeypatch.setenv("npm_config_fetch_retries", "0")
    monkeypatch.setenv("npm_config_cache", str(tmp_path / "cache"))
    with pytest.raises(AppFault, match="npm"):
        npm_files(ROOT / "web", tmp_path)
    assert not list(tmp_path.glob("npm-*"))
