"""Setting up a position: the fields of the form, and the position that a draft means.

A draft has the keys of a position file. Of its turn it may have a `stage` (how far the turn is), `used` (the
officials), `reveals` and `closed` instead, from which the rest follows; a `deck` without a number says that all
discards are known. Of a round of returning tiles, the first player to act and the reward count; the rest follows.
A draft keeps keys that its rules don't know, so that a module that is taken out and put in again has lost nothing.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from thurntaxis import DEFAULT_EDITION, EDITIONS, MODULES, UNKNOWN, Board, Position, rule_set
from thurntaxis.boards import board as named_board
from thurntaxis.editions import options_of
from thurntaxis.fault import Fault
from thurntaxis.holdings import PlayerHolding, TableHolding
from thurntaxis.modules.offices.rounds import acting_from
from thurntaxis.officials import helping_in
from thurntaxis.rules import RuleSet
from thurntaxis_presentation.describe import official, stack_title
from thurntaxis_presentation.errors import one_line, shortened
from thurntaxis_presentation.faults import fault_in_words
from thurntaxis_presentation.i18n import bracketed, form_of, framed, listed, player_form, shown
from thurntaxis_presentation.rulebook_answers import reading_in_words
from thurntaxis_presentation.sentences import warnings_in_words
from thurntaxis_presentation.spellings import Spellings, Unclear, city_spellings, words_of
from thurntaxis_rulebook.corpus.languages import label
from thurntaxis_web.app.choices import boards

Draft = dict[str, Any]

STAGES = ("begin", "administrator", "drawn", "played", "carriage", "keep", "final", "over")
"""How far a turn may be."""

_PHASES = {"begin": "draw", "administrator": "draw", "drawn": "draw", "played": "play"}
"""The phases of the stages with other names."""

_DRAWN = ("drawn", "played", "carriage", "keep")
_PLAYED = ("played", "carriage", "keep")
_CLOSED = ("carriage", "keep")
"""The stages after a card is drawn, after one is played, and after the route is closed."""

_ROUND = "returning.order[0]"
"""The key of the player who is first to act in a round of returning tiles."""

_REWARDS = {None: "set-up-return", "draw": "set-up-return-draw", "house": "set-up-return-house"}
"""What that player may do next, by the reward, with the words for it."""

MOST_LISTED = 8
"""How many names a message lists."""


class UnknownWords(ValueError):
    """Text that names nothing that can stand in a field; the message says so in the reader's language."""


def rules_of(draft: Draft) -> RuleSet:
    """Return the rules that a draft names; raise ValueError if they can't be played."""
    rules = draft.get("rules", {})
    modules = tuple(rules.get("modules", ()))
    options = {name: value for name, value in rules.get("options", {}).items() if name in options_of(modules)}
    edition = rules.get("edition", DEFAULT_EDITION)
    return rule_set(named_board(draft.get("board", "south")), edition, options, modules)


def empty_draft(players: int = 2) -> Draft:
    """Return the draft of an empty table."""
    return {
        "thurntaxis": 1,
        "board": "south",
        "rules": {"edition": DEFAULT_EDITION, "modules": [], "options": {}},
        "players": [{} for _ in range(players)],
        "display": [],
        "discard": [],
        "deck": None,
        "start": 0,
        "turn": {"player": 0, "stage": "begin", "used": []},
    }


def draft_of(position: Position) -> Draft:
    """Return the draft from which a position can be changed; of the discards it has the known ones."""
    from thurntaxis.io.write import position_data

    draft = position_data(position)
    if position.unknown_discards:
        draft["deck"] = position.deck_size
        draft["discard"] = [card for card in position.discard if card != UNKNOWN]
    for player in draft["players"]:
        if isinstance(player.get("hand"), int):
            player["hand"] = [UNKNOWN] * player["hand"]
    return draft


def completed(draft: Draft, rules: RuleSet) -> Draft:
    """Return the data of the position file that a draft means, without what its rules don't know."""
    holdings = rules.parts.holdings
    of_players = {"name", "hand", "route", "houses", "tiles", *(key for own in holdings for key in own.player_keys)}
    if rules.parts.carriages:
        of_players.add("carriage")
    players = [
        {key: value for key, value in player.items() if key in of_players and value not in (None, "")}
        for player in draft["players"]
    ]
    turn = draft.get("turn", {})
    start = min(draft.get("start", 0), len(players) - 1)
    if "stage" in turn:
        turn = _turn(turn, players, rules, len(draft.get("display", ())), start, is_round=_is_round(draft, rules))
        for limited in _limited(rules):
            _limit(players, limited, turn)
    options = {
        name: value
        for name, value in draft["rules"].get("options", {}).items()
        if value is not None and name in options_of(rules.modules)
    }
    # What modules put on the table follows from the rest, except for the piece of one player and for states.
    told = {piece.key for own in holdings for piece in own.of_table if piece.kind in ("holder", "state")}
    table = {key: draft[key] for key in told if draft.get(key) is not None}
    if "returning" in table:
        table["returning"] = _returning(table["returning"], turn)
    discard = list(draft.get("discard", ()))
    deck = {} if draft.get("deck") is None or UNKNOWN in discard else {"deck": draft["deck"]}
    return {
        "thurntaxis": 1,
        "board": draft.get("board", "south"),
        "rules": {**draft["rules"], "options": options},
        "players": players,
        "display": draft.get("display", []),
        "discard": discard,
        "start": start,
        "turn": turn,
        "ender": _ender(players, rules.board),
        **deck,
        **table,
    }


def _limited(rules: RuleSet) -> Iterator[PlayerHolding]:
    """Yield what modules give to players of which only a part can be used in a turn."""
    for own in rules.parts.holdings:
        yield from (holding for holding in own.of_players if holding.is_limited)


def _limit(players: list[dict[str, Any]], holding: PlayerHolding, turn: Mapping[str, Any]) -> None:
    """Make all pieces usable if no route was closed in the turn, and for those who are not on turn."""
    usable = f"{holding.key}_usable"
    for at, player in enumerate(players):
        if at != turn["player"] or turn["phase"] not in _CLOSED or usable not in player:
            player[usable] = player.get(holding.key, 0)


def _ender(players: Iterable[Mapping[str, Any]], board: Board) -> int | None:
    """Return the index of the player who has the game-end tile."""
    ends = {stack.name for stack in board.stacks if stack.kind == "game-end"}
    held = ((at, tile.rpartition(" ")[0]) for at, player in enumerate(players) for tile in player.get("tiles", ()))
    return next((at for at, name in held if name in ends), None)


def _turn(
    turn: Mapping[str, Any],
    players: list[dict[str, Any]],
    rules: RuleSet,
    displayed: int,
    start: int,
    *,
    is_round: bool,
) -> dict[str, Any]:
    """Return the turn of a position file that a stage and the officials used mean."""
    stage: str = turn["stage"]
    at: int = min(turn.get("player", 0), len(players) - 1)
    free = rules.board.display - displayed
    due = turn.get("reveals")
    pending = ["display"] * (_usual_reveals(free, is_round=is_round) if due is None else due)
    if stage == "over":
        return {"player": at, "phase": "over"}
    if stage == "final":  # the player before the first had the last turn
        last = (start - 1) % len(players)
        return {"player": last, "phase": "final", "pending": pending if is_round else []}
    mover = players[at]
    used = ["administrator"] if stage == "administrator" else [] if stage == "begin" else list(turn.get("used", ()))
    drawn = 0 if stage not in _DRAWN else 2 if "postmaster" in used else 1
    played = 0 if stage not in _PLAYED else 2 if "carrier" in used else 1
    several = any("officials" in own.turn_keys for own in rules.parts.holdings)
    found = {
        "player": at,
        "phase": _PHASES.get(stage, stage),
        "drawn": drawn,
        "played": played,
        "began_empty": len(mover.get("hand", ())) == drawn - played,
        **({"officials": used} if several else {"official": used[0] if used else None}),
    }
    if stage in _CLOSED:
        found["closed"] = len(mover.get("route", ())) or turn.get("closed") or rules.board.shortest_route
    if stage in ("administrator", "drawn") or is_round:
        found["pending"] = pending
    return found


def _usual_reveals(free: int, *, is_round: bool) -> int:
    """Return how many reveals are due by default; one at most in a round of returning tiles."""
    return min(free, 1) if is_round else free


def _has_rounds(rules: RuleSet) -> bool:
    """Return whether tiles are returned in rounds by these rules."""
    return any(piece.key == "returning" for own in rules.parts.holdings for piece in own.of_table)


def _first_to_act(draft: Draft) -> int | None:
    """Return who is first to act in the round of returning tiles; none if there is no round."""
    told: dict[str, Any] = draft.get("returning") or {}
    order: list[int | None] = told.get("order") or [None]
    return order[0]


def _is_round(draft: Draft, rules: RuleSet) -> bool:
    return _has_rounds(rules) and _first_to_act(draft) is not None


def _returning(told: Mapping[str, Any], turn: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the round of a position file in which a player is first to act; `checked` adds who comes after."""
    first = _first_to_act({"returning": told})
    if first is None:
        return None
    used, is_final = _used({"turn": turn}), turn.get("phase") == "final"
    office = used[-1] if used and not is_final else None
    return {"order": [first], "office": office, "final": is_final, "reward": told.get("reward")}


def stage_of(draft: Draft) -> str:
    """Return how far the turn of a draft is."""
    turn = draft.get("turn", {})
    if "stage" in turn:
        return str(turn["stage"])
    phase: str = turn.get("phase", "draw")
    if phase == "draw":
        if turn.get("drawn"):
            return "drawn"
        return "administrator" if "administrator" in _used(draft) else "begin"
    return {"play": "played"}.get(phase, phase)


def _used(draft: Draft) -> list[str]:
    turn = draft.get("turn", {})
    if "used" in turn:
        return list(turn["used"])
    return list(turn.get("officials") or filter(None, [turn.get("official")]))


# ---- what is wrong


class Checked(NamedTuple):
    """What a draft means: its position if it has one, and the faults; impossible ones can be drawn, too."""

    position: Position | None
    faults: tuple[Fault, ...]


def checked(draft: Draft) -> Checked:
    """Return the position that a draft means, and everything that is impossible about it."""
    from thurntaxis.io.build import built
    from thurntaxis.io.decoding import Unfit, filled
    from thurntaxis.io.file_format import PositionShape
    from thurntaxis.io.read import PositionError, position_from_data

    try:
        data = completed(draft, rules_of(draft))
    except ValueError:
        data = draft
    try:
        position, found = built(filled(PositionShape, data), None, is_abridged=True)
        if position is not None and position.returning is not None:
            first = min(position.returning.order[0], len(position.players) - 1)
            data["returning"]["order"] = list(acting_from(position, first))
            position, found = built(filled(PositionShape, data), None, is_abridged=True)
    except Unfit:
        try:
            return Checked(position_from_data(data, is_abridged=True), ())
        except PositionError as error:
            return Checked(None, error.faults)
    return Checked(position, tuple(found))


# ---- the form


def form(draft: Draft, lang: str) -> dict[str, Any]:
    """Return the form for a draft: its fields in sections, and the faults and warnings, each with the key it is about.

    A section has a `title` and `fields`. A field has a `key`, a `kind`, a `label` and what its kind needs: the `cards`
    of each city, if they have names of their own; `choices` as pairs of a value and its words; `unknown` cards.
    """
    found = checked(draft)
    try:
        rules: RuleSet | None = rules_of(draft)
    except ValueError:
        rules = None
    sections = [_rules_section(draft, lang)]
    if rules is not None:
        fields = _Fields(rules, draft, lang)
        sections = [
            *({"title": fields.name(at), "fields": list(fields.player(at))} for at in range(len(draft["players"]))),
            {"title": label("set-up-table", lang, "table"), "fields": list(fields.table())},
            {"title": label("set-up-turn", lang, "table"), "fields": list(fields.turn())},
            *sections,
        ]
    warnings: list[dict[str, str]] = []
    if found.position is not None and not found.faults:
        warnings = warnings_in_words(found.position, lang)
    return {
        "sections": sections,
        "faults": [{"key": _field_of(fault.key), "text": fault_in_words(fault, lang)} for fault in found.faults],
        "warnings": warnings,
    }


_FIELDS_OF = {
    "turn.pending": "turn.reveals",
    **dict.fromkeys(("turn.official", "turn.officials"), "turn.used"),
    **dict.fromkeys(("turn.phase", "turn.drawn", "turn.played", "turn.began_empty"), "turn.stage"),
}
"""The field that a fault is about, by the key of position files, if the form asks for something else."""


def _field_of(key: str) -> str:
    return _FIELDS_OF.get(key.partition("[")[0], key)


def _rules_section(draft: Draft, lang: str) -> dict[str, Any]:
    """Return the section about who plays by which rules."""
    rules = draft["rules"]
    named: dict[str, str] = dict(boards(lang))
    board = draft.get("board", "south")
    named.setdefault(board, board)
    fields: list[dict[str, Any]] = [
        _field("board", "select", label("set-up-board", lang, "table"), choices=list(map(list, named.items()))),
        _field(
            "rules.modules",
            "several",
            label("modules", lang, "table"),
            choices=[[name, form_of(name, "", lang)] for name in MODULES],
        ),
        _field(
            "rules.edition",
            "select",
            label("edition", lang, "table"),
            choices=[[name, form_of(name, "", lang)] for name in EDITIONS],
        ),
    ]
    for option, values in options_of(rules.get("modules", ())).items():
        choices: list[list[Any]] = [[None, label("set-up-as-edition", lang, "table")]]
        choices += [[value, _sentence(reading_in_words(option, value, lang))] for value in values]
        name = label(f"option-{option}", lang, "table")
        fields.append(_field(f"rules.options.{option}", "select", name, choices=choices))
    return {"title": label("set-up-rules", lang, "table"), "fields": fields}


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def _field(key: str, kind: str, words: str, **more: Any) -> dict[str, Any]:
    return {"key": key, "kind": kind, "label": words, **more}


class _Fields:
    """The fields of a draft under some rules."""

    def __init__(self, rules: RuleSet, draft: Draft, lang: str) -> None:
        self.rules, self.draft, self.lang = rules, draft, lang
        self.board = rules.board
        self.cards = dict(self.board.cards_of) if self.board.cards_are_numbered else None

    def name(self, at: int) -> str:
        """Return what to call a player."""
        name = self.draft["players"][at].get("name")
        return one_line(player_form(name or f"player {at + 1}", "short", self.lang))

    def _label(self, name: str) -> str:
        return label(f"set-up-{name}", self.lang, "table")

    def _of_cards(self, key: str, words: str, kind: str = "cards", **more: Any) -> dict[str, Any]:
        return _field(key, kind, words, cards=self.cards, **more)

    # ---- players

    def player(self, at: int) -> Iterator[dict[str, Any]]:
        """Yield the fields of a player."""
        key = f"players[{at}]"
        yield _field(f"{key}.name", "text", self._label("name"))
        yield _field(f"{key}.houses", "cities", self._label("houses"))
        yield self._of_cards(f"{key}.route", self._label("route"), "route")
        unknown = [[card, self._unknown(card)] for card in self.rules.parts.unknown_cards]
        yield self._of_cards(f"{key}.hand", self._label("hand"), unknown=unknown)
        if self.rules.parts.carriages:
            numbers = [[None, "–"], *([number, str(number)] for number, _ in self.board.carriages)]
            yield _field(f"{key}.carriage", "choice", self._label("carriage"), choices=numbers)
        yield _field(f"{key}.tiles", "tiles", self._label("tiles"), stacks=list(self._stacks(at)))
        for own in self.rules.parts.holdings:
            for holding in own.of_players:
                yield from self._holding(at, holding)

    def _unknown(self, card: str) -> str:
        """Return what to call an unknown card, with the number on its back if that is known."""
        back = card.removeprefix(UNKNOWN).removeprefix("/")
        return shown("unknown", self.lang) + (bracketed(back, self.lang) if back else "")

    def _stacks(self, at: int) -> Iterator[dict[str, Any]]:
        """Yield each stack with its tiles, and who else has them: the name, or nothing."""
        others: dict[str, list[str]] = {}
        for other, player in enumerate(self.draft["players"]):
            for tile in player.get("tiles", ()) if other != at else ():
                others.setdefault(tile, []).append(self.name(other))
        for stack in self.board.stacks:
            tiles = [(f"{stack.name} {value}", value) for value in stack.values]
            yield {
                "label": stack_title(self.board, stack.name, self.lang),
                "tiles": [
                    {"tile": tile, "value": value, "taken": others[tile].pop() if others.get(tile) else None}
                    for tile, value in tiles
                ],
            }

    def _holding(self, at: int, holding: PlayerHolding) -> Iterator[dict[str, Any]]:
        """Yield the fields for what a module gives to a player."""
        key, words = f"players[{at}].{holding.key}", label(holding.key, self.lang)
        if holding.kind == "cards":
            yield self._of_cards(key, words)
        elif holding.kind == "officials":
            yield _field(key, "copies", words, choices=self._officials())
        else:
            yield _field(key, "count", words, low=0, high=99)
            if holding.is_limited and at == self.draft["turn"].get("player") and stage_of(self.draft) in _CLOSED:
                yield _field(f"{key}_usable", "count", label(f"{holding.key}-usable", self.lang), low=0, high=99)

    def _officials(self) -> list[list[str]]:
        return [[name, official(name, self.lang)] for name in self.rules.officials]

    # ---- the table

    def table(self) -> Iterator[dict[str, Any]]:
        """Yield the fields of what lies on the table; what follows from the rest is not asked."""
        yield self._of_cards("display", self._label("display"), most=self.board.display)
        left = len(self.board.cards) - sum(1 for _ in self._shown())
        yield _field("deck", "number", self._label("deck"), low=0, high=max(left, 0), hint=self._label("deck-how"))
        yield self._of_cards("discard", self._label("discard"), unknown=[[UNKNOWN, shown("unknown", self.lang)]])
        for own in self.rules.parts.holdings:
            for holding in own.of_table:
                if field := self._piece(holding):
                    yield field

    def _shown(self) -> Iterator[str]:
        """Yield every card that lies neither in the deck nor among the discards."""
        yield from self.draft.get("display", ())
        for player in self.draft["players"]:
            for key in ("route", "horses", "hand"):
                yield from player.get(key, ())

    def _piece(self, holding: TableHolding) -> dict[str, Any] | None:
        """Return the field for what a module puts on the table, unless it follows from the rest."""
        words = label(holding.key.replace("_", "-"), self.lang)
        if holding.kind == "holder":
            return _field(holding.key, "choice", words, choices=[[None, "–"], *self._players()])
        if holding.kind == "state" and isinstance(self.draft.get(holding.key), int | None) and self.board.horseshoes:
            numbers = sorted(set(self.board.horseshoes.values()))
            if holding.key == "deck_back":
                return _field(
                    holding.key, "choice", words, choices=[[None, "–"], *([each, str(each)] for each in numbers)]
                )
        return None

    def _players(self) -> list[list[Any]]:
        return [[at, self.name(at)] for at in range(len(self.draft["players"]))]

    # ---- the turn

    def turn(self) -> Iterator[dict[str, Any]]:
        """Yield the fields of the turn; what follows from stage and officials is not asked."""
        stage = stage_of(self.draft)
        if stage != "final":
            yield _field("turn.player", "choice", self._label("player"), choices=self._players())
        stages = [
            [each, _sentence(framed(f"stage-{each}", self.lang, "enter"))]
            for each in STAGES
            if (each != "carriage" or self.rules.parts.carriages)
            and (each != "administrator" or each in helping_in("draw"))
            and (each != "final" or _has_rounds(self.rules))
        ]
        yield _field("turn.stage", "select", self._label("stage"), choices=stages, value=stage)
        if stage in _DRAWN:
            words = framed("ask-official", self.lang, "enter")
            yield _field("turn.used", "several", words, choices=self._officials(), value=_used(self.draft))
        mover = self.draft["players"][min(self.draft["turn"].get("player", 0), len(self.draft["players"]) - 1)]
        if stage in _CLOSED and not mover.get("route"):
            low, high = self.board.shortest_route, len(self.board.cities)
            yield _field("turn.closed", "count", framed("ask-closed", self.lang, "enter"), low=low, high=high)
        free = self.board.display - len(self.draft.get("display", ()))
        is_round = _is_round(self.draft, self.rules)
        if (stage in ("administrator", "drawn") or is_round) and free > 0:
            words = framed("ask-reveals", self.lang, "enter")
            usual = _usual_reveals(free, is_round=is_round)
            due = self.draft["turn"].get("reveals", usual)
            yield _field("turn.reveals", "count", words, low=0, high=free, value=due)
        if is_round or (_has_rounds(self.rules) and stage not in ("begin", "keep", "over")):
            players = [[None, "–"], *self._players()]
            yield _field(_ROUND, "choice", self._label("round"), choices=players, value=_first_to_act(self.draft))
        if is_round:
            rewards = [[reward, label(words, self.lang, "table")] for reward, words in _REWARDS.items()]
            yield _field("returning.reward", "choice", self._label("round-next"), choices=rewards)
        yield _field("start", "choice", self._label("start"), choices=self._players())


# ---- names in writing


def names_in(draft: Draft, text: str, lang: str, *, of_cards: bool) -> list[str]:
    """Return the cities or cards that a text names, in any spelling; "?" is an unknown card.

    Raises:
        UnknownWords: a word names none, or several.
    """
    board = rules_of(draft).board
    spelled = city_spellings(board, lang)
    names = Spellings(spelled)
    cards: Counter[str] = Counter(board.cards)
    found: list[str] = []
    for word in words_of(text.replace("？", UNKNOWN)):
        if of_cards and (word.startswith(UNKNOWN) or word in cards):
            found.append(word)
            continue
        try:
            city = names.find(word)
        except Unclear as unclear:
            raise UnknownWords(_unclear(unclear, names, lang)) from None
        found.append(board.cards_of[city][0] if of_cards else city)
    return found


def _unclear(unclear: Unclear, names: Spellings, lang: str) -> str:
    written = one_line(shortened(unclear.text))
    for message, near in (("could-be", unclear.could_be), ("did-you-mean", unclear.near)):
        if near:
            return framed(message, lang, "enter", text=written, names=listed(near[:MOST_LISTED], lang))
    more = ["…"] if len(names.names) > MOST_LISTED else []
    return framed("unknown", lang, "enter", text=written, names=listed([*names.names[:MOST_LISTED], *more], lang))
