"""The questions of the entry, in the order in which they are asked, and the position that the answers give.

The questions are a generator: it yields each question, is sent the value of its answer, and writes that into the data
of the position, which have the keys of a position file. Which questions come later depends on the values.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from thurntaxis import EDITIONS, MODULES, Board
from thurntaxis.holdings import PlayerHolding
from thurntaxis.io.decoding import LONGEST_NAME
from thurntaxis.officials import helping_in
from thurntaxis.rules import RuleSet
from thurntaxis_cli.enter.answers import Reader, card_spellings, stack_spellings, tile_example
from thurntaxis_presentation.describe import official
from thurntaxis_presentation.i18n import framed, listed
from thurntaxis_presentation.spellings import Spellings, city_spellings, words_of
from thurntaxis_rulebook.corpus.languages import label

STAGES = ("begin", "administrator", "drawn", "played", "carriage", "keep", "over")
"""The stages of a turn, as the entry asks for them."""

_PHASES = {"begin": "draw", "administrator": "draw", "drawn": "draw", "played": "play"}
"""The phases of stages with another name."""


def _no_names(_begun: str) -> Iterable[str]:
    return ()


@dataclass(frozen=True)
class Question:
    """A question. `key` names the part of the position that it is about; `default` says what an empty answer means.

    `read` returns the value of an answer, or raises `NotUnderstood`. `choices` are listed below the question.
    """

    key: str
    text: str
    read: Callable[[str], Any]
    default: str
    completions: Callable[[str], Iterable[str]] = _no_names
    choices: tuple[str, ...] = ()


Asking = Generator[Question, Any, None]


class Given(NamedTuple):
    """What the command line has already given, so that it isn't asked; None for the rest."""

    board: str | None
    edition: str | None
    modules: tuple[str, ...]
    options: Mapping[str, str | bool]


def questions(given: Given, data: dict[str, Any], rules_of: Callable[[], RuleSet], lang: str) -> Asking:
    """Ask for a position, and write it into the data; `rules_of` returns the rules that these name so far."""
    yield from _about_rules(given, data, lang)
    ask = _Asker(rules_of(), data, lang)
    yield from ask.players()
    for at in range(len(data["players"])):
        yield from ask.player(at)
    yield from ask.table()
    yield from ask.turn()


def _about_rules(given: Given, data: dict[str, Any], lang: str) -> Asking:
    read = Reader(lang)
    data.update(thurntaxis=1, board=given.board or "south", rules={"options": dict(given.options)})
    rules = data["rules"]
    if given.board is None:
        data["board"] = yield Question(
            "board", framed("ask-board", lang, "enter"), lambda said: said or "south", "south"
        )
    rules["modules"] = list(given.modules)
    if not given.modules:
        names = Spellings(dict.fromkeys(MODULES, ()))
        text = framed("ask-modules", lang, "enter", modules=listed(MODULES, lang))
        none = framed("none", lang)
        rules["modules"] = yield Question(
            "rules.modules", text, lambda said: read.several(said, names), none, names.completions
        )
    rules["edition"] = given.edition or "en-yucata"
    if given.edition is None:
        editions = Spellings(dict.fromkeys(EDITIONS, ()))
        text = framed("ask-edition", lang, "enter", editions=listed(EDITIONS, lang))
        rules["edition"] = yield Question(
            "rules.edition",
            text,
            lambda said: read.name(said, editions) if said else "en-yucata",
            "en-yucata",
            editions.completions,
        )


class _Asker:
    """Asks for what players and table hold under some rules."""

    def __init__(self, rules: RuleSet, data: dict[str, Any], lang: str) -> None:
        self.rules, self.data, self.lang, self.read = rules, data, lang, Reader(lang)
        self.board: Board = rules.board
        self.cities, self.cards = Spellings(city_spellings(self.board, lang)), card_spellings(self.board, lang)
        self.officials = Spellings({name: official(name, lang).split() for name in rules.officials})
        self.none = framed("none", lang)

    def _told(self, message: str, **facts: object) -> str:
        return framed(message, self.lang, "enter", **facts)

    # ---- players

    def players(self) -> Asking:
        """Ask who plays."""
        names = yield Question("players", self._told("ask-players"), self._names, "2")
        self.data["players"] = [{} if name is None else {"name": name} for name in names]

    def _names(self, said: str) -> list[str | None]:
        """Return the names of an answer; none for each player if it only says how many."""
        if not said or (said.isascii() and said.isdigit()):
            return [None] * self.read.number(said or "2", 2, 4)
        names = [name.strip() for name in said.split(",")] if "," in said else words_of(said)
        if not 2 <= len(names) <= 4:
            raise self.read.refused("players", number=len(names))
        if long := next((name for name in names if len(name) > LONGEST_NAME or not name.isprintable()), None):
            raise self.read.refused("name", name=long[:20].encode("unicode_escape").decode(), most=LONGEST_NAME)
        return list(names)

    def _name(self, at: int) -> str:
        names = [player.get("name") for player in self.data["players"]]
        name = names[at] or label("player", self.lang)
        return name if names.count(names[at]) == 1 else f"{name} {at + 1}"

    def player(self, at: int) -> Asking:
        """Ask what a player has."""
        player, name = self.data["players"][at], self._name(at)
        player["houses"] = yield self._cities_question(f"players[{at}].houses", self._told("ask-houses", player=name))
        player["route"] = yield self._cards_question(f"players[{at}].route", self._told("ask-route", player=name))
        if self.rules.parts.carriages:
            player["carriage"] = yield self._carriage_question(at)
        player["tiles"] = yield self._tiles_question(at)
        for own in self.rules.parts.holdings:
            for holding in own.of_players:
                value = yield self._holding_question(at, holding)
                player.update(dict.fromkeys(holding.keys, value))
        player["hand"] = yield self._hand_question(at)

    def _cities_question(self, key: str, text: str) -> Question:
        return Question(
            key, text, lambda said: self.read.several(said, self.cities), self.none, self.cities.completions
        )

    def _cards_question(self, key: str, text: str) -> Question:
        return Question(key, text, lambda said: self.read.several(said, self.cards), self.none, self.cards.completions)

    def _carriage_question(self, at: int) -> Question:
        numbers = [number for number, _ in self.board.carriages]

        def carriage(said: str) -> int | None:
            return self.read.number(said, numbers[0], numbers[-1]) if said and said != "0" else None

        text = self._told("ask-carriage", player=self._name(at), low=numbers[0], high=numbers[-1])
        return Question(f"players[{at}].carriage", text, carriage, self.none)

    def _tiles_question(self, at: int) -> Question:
        text = self._told("ask-tiles", player=self._name(at), example=tile_example(self.board, self.lang))
        stacks = stack_spellings(self.board, self.lang)
        return Question(
            f"players[{at}].tiles", text, lambda said: self.read.tiles(said, self.board), self.none, stacks.completions
        )

    def _holding_question(self, at: int, holding: PlayerHolding) -> Question:
        """Ask for what a module gives to a player."""
        key = f"players[{at}].{holding.key}"
        text = self._told("ask-holding", player=self._name(at), holding=label(holding.key, self.lang))
        if holding.kind == "cards":
            return self._cards_question(key, text)
        if holding.kind == "officials":
            return self._officials_question(key, text)
        return Question(key, text, lambda said: self.read.number(said or "0", 0, 99), "0")

    def _officials_question(self, key: str, text: str, *, only_one: bool = False) -> Question:
        def used(said: str) -> list[str]:
            names = self.read.several(said, self.officials)
            if only_one and len(names) > 1:
                raise self.read.refused("one-official")
            return names

        text = f"{text} ({listed((official(name, self.lang) for name in self.rules.officials), self.lang)})"
        return Question(key, text, used, self.none, self.officials.completions)

    def _hand_question(self, at: int) -> Question:
        unknown, most = self.rules.parts.unknown_cards, len(self.board.cards)
        return Question(
            f"players[{at}].hand",
            self._told("ask-hand", player=self._name(at)),
            lambda said: self.read.hand(said, self.cards, unknown, most),
            self.none,
            self.cards.completions,
        )

    # ---- the table

    def table(self) -> Asking:
        """Ask what lies on the table; what follows from the rest isn't asked."""
        data = self.data
        data["display"] = yield self._cards_question("display", self._told("ask-display"))
        left = len(self.board.cards) - sum(1 for _ in self._shown())
        unknown = framed("unknown", self.lang, "show")

        def deck(said: str) -> int | None:
            return self.read.number(said, 0, left) if said else None

        data["deck"] = yield Question("deck", self._told("ask-deck", most=left), deck, unknown)
        message = "ask-discard" if data.get("deck") is None else "ask-discard-known"
        data["discard"] = yield self._cards_question("discard", self._told(message))
        for own in self.rules.parts.holdings:
            for holding in own.of_table:
                if holding.kind == "holder":
                    text = self._told("ask-holder", holding=label(holding.key, self.lang))
                    data[holding.key] = yield self._player_question(holding.key, text, None)
                elif holding.key == "deck_back":
                    data["deck_back"] = yield self._back_question()
        ends = {stack.name for stack in self.board.stacks if stack.kind == "game-end"}
        holders = (
            at
            for at, player in enumerate(data["players"])
            for tile in player["tiles"]
            if tile.rpartition(" ")[0] in ends
        )
        data["ender"] = next(holders, None)

    def _shown(self) -> Iterator[object]:
        """Yield every card that lies neither in the deck nor among the discards."""
        yield from self.data["display"]
        for player in self.data["players"]:
            for key in ("route", "horses", "hand"):
                cards = player.get(key, ())
                yield from range(cards) if isinstance(cards, int) else cards

    def _player_question(self, key: str, text: str, default: int | None) -> Question:
        names = Spellings({self._name(at): (str(at + 1),) for at in range(len(self.data["players"]))})

        def player(said: str) -> int | None:
            return names.names.index(self.read.name(said, names)) if said else default

        text = f"{text} ({listed(names.names, self.lang)})"
        return Question(key, text, player, self.none if default is None else self._name(default), names.completions)

    def _back_question(self) -> Question:
        numbers = sorted(set(self.board.horseshoes.values()))

        def back(said: str) -> int | None:
            return self.read.number(said, numbers[0], numbers[-1]) if said else None

        return Question("deck_back", label("deck-back", self.lang), back, self.none)

    # ---- the turn

    def turn(self) -> Asking:
        """Ask whose turn it is, and how far it is; what follows from stage and official isn't asked."""
        turn: dict[str, Any] = {"player": 0, "phase": "draw"}
        self.data["turn"] = turn
        turn["player"] = yield self._player_question("turn.player", self._told("ask-turn"), 0)
        stage = yield self._stage_question()
        turn["phase"] = _PHASES.get(stage, stage)
        if stage == "over":
            return
        player = self.data["players"][turn["player"]]
        used: list[str] = ["administrator"] if stage == "administrator" else []
        several = any("officials" in own.turn_keys for own in self.rules.parts.holdings)
        if stage not in ("begin", "administrator"):
            used = yield self._officials_question("turn.official", self._told("ask-official"), only_one=not several)
        turn.update({"officials": used} if several else {"official": used[0] if used else None})
        if stage not in ("begin", "administrator"):
            turn["drawn"] = 2 if "postmaster" in used else 1
        if stage in ("played", "carriage", "keep"):
            turn["played"] = 2 if "carrier" in used else 1
        if stage in ("carriage", "keep"):
            yield from self._after_closing(turn, player)
        elif stage in ("administrator", "drawn"):
            yield from self._reveals(turn, stage)
        hand = player["hand"] if isinstance(player["hand"], int) else len(player["hand"])
        turn["began_empty"] = hand == turn.get("drawn", 0) - turn.get("played", 0)

    def _stage_question(self) -> Question:
        offered = [stage for stage in STAGES if stage != "carriage" or self.rules.parts.carriages]
        if "administrator" not in helping_in("draw"):
            offered.remove("administrator")
        labels = [self._told(f"stage-{stage}") for stage in offered]
        listed_choices = tuple(f"{number} {words}" for number, words in enumerate(labels, 1))

        def stage(said: str) -> str:
            return offered[self.read.number(said or "1", 1, len(offered)) - 1]

        return Question("turn.phase", self._told("ask-stage"), stage, "1", choices=listed_choices)

    def _after_closing(self, turn: dict[str, Any], player: dict[str, Any]) -> Asking:
        """Ask for the length of the closed route if it is gone, and for what was gained in this turn."""
        turn["closed"] = len(player["route"])
        if not player["route"]:
            low, high = self.board.shortest_route, len(self.board.cities)
            turn["closed"] = yield Question(
                "turn.closed",
                self._told("ask-closed"),
                lambda said: self.read.number(said or str(low), low, high),
                str(low),
            )
        for own in self.rules.parts.holdings:
            for holding in own.of_players:
                if holding.is_limited:
                    key = f"{holding.key}_usable"
                    player[key] = yield self._usable_question(turn["player"], key, player[holding.key])

    def _usable_question(self, at: int, key: str, held: int) -> Question:
        text = self._told("ask-holding", player=self._name(at), holding=label(key.replace("_", "-"), self.lang))
        return Question(
            f"players[{at}].{key}", text, lambda said: self.read.number(said or str(held), 0, held), str(held)
        )

    def _reveals(self, turn: dict[str, Any], stage: str) -> Asking:
        """Ask whether spaces of the display are still to be filled, if some are free."""
        free = self.board.display - len(self.data["display"])
        if free <= 0:
            return
        to_six = self.rules.options["display-refill"] == "to-six"
        most = free if to_six or stage == "administrator" else 1
        due = yield Question(
            "turn.pending",
            self._told("ask-reveals"),
            lambda said: self.read.number(said or str(most), 0, most),
            str(most),
        )
        turn["pending"] = ["display"] * due
