"""An action is one class: its values, right, refusals, what it writes, its log sentence, its way back, its button."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import cache, partial
from importlib import import_module
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, NamedTuple, Self, TypeVar, overload

from django import forms
from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.functional import Promise
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from scoring.models import Deal
from tarockclub.kit.form_fields import NameTextField, TickField
from tarockclub.kit.text import clean_name
from tarockclub.models import NAME_LENGTH
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.permissions import must_have
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.clubs.features import import_parts
from tournaments.core.actions.names import ActNames, Content
from tournaments.core.actions.targets import SEASON, AnySpot, Spot, Target, get_tournament_id
from tournaments.core.acts import (
    SEASONS,
    TOURNAMENTS,
    ActionRefused,
    Command,
    Kind,
    Owner,
    must_not_have_ended,
    parse_content,
)
from tournaments.core.messages import register_sentences
from tournaments.core.view_helpers import ActionForm, ReasonForm, format_problem, get_director
from tournaments.models import Act, JournalAct, Round, RoundTable, Season, SeasonAct, Tournament

UNDO_TIME = timedelta(minutes=10)  # the time in which one tap takes an act back


class UndoStep(NamedTuple):
    """An act that is being taken back, within the transaction of the new act."""

    tournament: Tournament  # its locked row
    act: Act
    key: str = ""
    who: Actor = ANONYMOUS
    reason: str = ""

    @property
    def round(self) -> Round:
        """The round of the act; raises ActionRefused("cannot_undo") if it has none."""
        if self.act.round is None:
            raise ActionRefused("cannot_undo")
        return self.act.round


def list_later_acts(act: Act, kinds: Collection[str]) -> QuerySet[Act]:
    """Return the acts of these kinds after an act that still count, in order."""
    after = Act.objects.filter(tournament=act.tournament_id, sequence__gt=act.sequence, kind__in=kinds, undone_by=None)
    return after.select_related("round", "table").order_by("sequence")


def must_be_last(acts: Iterable[Act]) -> None:
    """Refuse an act that was followed by any of these; raise ActionRefused("followed", act=…) with the first one."""
    for act in acts:
        raise ActionRefused("followed", act=act)


def must_not_be_published(step: UndoStep) -> None:
    """Refuse an act in a round whose result has been published since, or in a tournament with a final result."""
    published = list_later_acts(step.act, (Kind.RESULT,))
    must_be_last(later_act for later_act in published if later_act.round_id in (None, step.act.round_id))


def must_not_be_over(step: UndoStep) -> None:
    """Refuse an act in a round, or a tournament, that is over."""
    must_not_have_ended(step.tournament)
    must_not_be_published(step)
    if step.act.round is not None and step.act.round.closed is not None:
        raise ActionRefused("closed")


def list_book_lines(tables: QuerySet[RoundTable]) -> QuerySet[Deal]:
    """Return the lines of the books of tables."""
    return Deal.objects.filter(table__round_table__in=tables).select_related("table__round_table", "entry")


def list_table_numbers(act: Act) -> set[int]:
    """Return the tables that an act reaches (`act.table` is read): its own, those it names; none where it is of all."""
    cls, content = load_actions().get(act.kind), parse_content(act)
    named = [content[name] for name in cls.spec.tables if name in content] if cls is not None else []
    numbers = {number for value in named for number in (value if isinstance(value, list) else (value,))}
    return numbers if act.table is None else {act.table.number, *numbers}


def is_about(act: Act, name: str, ids: Collection[int]) -> bool:
    """Return whether an act names one of these ids in a list or a single value."""
    value = parse_content(act).get(name, ())
    return bool(set(value if isinstance(value, list) else (value,)) & set(ids))


class Input(NamedTuple):
    """The way people enter a value: the field, its name in forms, the refusal of what its type does not allow."""

    field: Callable[[], forms.Field] = forms.Field
    name: str = ""  # the name of the value if empty
    refusal: str = ""
    facts: Mapping[str, Any] = MappingProxyType({})
    resolve: Callable[[Any, Any], Any] | None = None  # what is meant here (AnySpot) by what people and programs say
    body: Any = None  # its type in the API, where programs say it otherwise than pages


def require_name(typed: str) -> str:
    """Return a name as it is stored; ActionRefused("no_name") without a letter or a digit, or where it is too long."""
    name = clean_name(typed)
    if not name or len(name) > NAME_LENGTH:
        raise ActionRefused("no_name")
    return name


ID_RANGE = Field(ge=0, le=2**63 - 1)  # of ids and numbers, as the database can hold them
Tick = Annotated[bool, Input(TickField)]
Confirmation = Annotated[bool, Input(TickField, "confirm")]
Name = Annotated[
    str,
    StringConstraints(min_length=1, max_length=NAME_LENGTH),
    Input(partial(NameTextField, NAME_LENGTH), resolve=lambda _spot, typed: require_name(typed)),
]


class Operation(NamedTuple):
    """An operation of the API: on what, the end of its address, its id, its summary."""

    target: Target
    path: str
    id: str
    summary: str = ""  # perhaps with more after an empty line; else the first line of the action's docstring
    path_values: Mapping[str, str] = MappingProxyType({})  # the values that stand in its address, by their names there


@dataclass(frozen=True, kw_only=True)
class Spec:
    """The facts about an action that are no code."""

    kind: Kind  # as stored; several actions may share one
    operations: tuple[Operation, ...] = ()
    targets: tuple[Target, ...] = ()  # on what, where no operation says it
    right: Right
    words: Promise | str = ""  # of its kind, in the log, which seasons do not have
    button: str = ""  # the value of `what` that its buttons send; empty: the kind
    is_repeatable: bool = True  # False: two people must not do it one after the other without knowing it
    has_reason: bool = False
    needs_reason: bool = False  # "no_reason" without one
    reason_about: str = ""  # the description of the reason in the API
    confirmable: tuple[str, ...] = ()  # the refusals that a confirmation overrides
    undo_later: bool = False  # also after ten minutes, with a reason
    undo_on: tuple[str, ...] = ()  # the pages that offer to take it back, besides those that offer everything
    on_clock: bool = False  # nothing earlier on the same clock can be taken back after it
    before_play: bool = False  # the table can be drawn anew after it: nothing of it stays there
    tables: tuple[str, ...] = ()  # the names, in its content, of numbers of tables that it reaches besides its own
    area: str = ""  # that words its refusals in its own way (core/messages.py)
    sent_word: str = ""  # stands before the values in what was sent, where several actions share a kind
    sent_alone: str | bool | None = None  # was sent instead of values
    schema: tuple[str, str] = ("", "")  # the name and the description of its body in the API

    def list_targets(self) -> list[Target]:
        """Return what it can be done on."""
        return [*self.targets, *(operation.target for operation in self.operations)]


class Action(BaseModel):
    """The values of an action; a subclass says what it does. Pages, programs and code build it the same way."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)
    spec: ClassVar[Spec]
    refusals: ClassVar[Mapping[str, Promise]] = MappingProxyType({})  # shared ones stand in a common base

    @classmethod
    def build(cls, **values: Any) -> Self:
        """Return the action with these values; ActionRefused as the type of the first wrong one says."""
        try:
            return cls(**values)
        except ValidationError as error:
            wrong = cls.get_input(str(error.errors()[0]["loc"][0]))
            if not wrong.refusal:
                raise
            raise ActionRefused(wrong.refusal, cls.spec.area, **wrong.facts) from error

    @classmethod
    def build_here(cls, spot: AnySpot, **typed: Any) -> Self:
        """Return the action with values as people and programs say them, such as start numbers for entrants."""
        resolvers = {name: field.resolve for name in typed if (field := cls.find_input(name)) and field.resolve}
        return cls.build(**typed | {name: resolve(spot, typed[name]) for name, resolve in resolvers.items()})

    @classmethod
    def get_input(cls, name: str) -> Input:
        """Return how people enter a value; TypeError where only programs and other forms say it."""
        field = cls.find_input(name)
        if field is None:
            raise TypeError(f"{cls.__name__}.{name} has no Input")
        return field

    @classmethod
    def find_input(cls, name: str) -> Input | None:
        """Return how people and programs enter a value, where its type says it."""
        return next((about for about in cls.model_fields[name].metadata if isinstance(about, Input)), None)

    @classmethod
    def is_for(cls, spot: AnySpot) -> bool:
        """Return whether it can be done here."""
        return cls.find_target(spot) is not None

    @classmethod
    def find_target(cls, spot: AnySpot) -> Target | None:
        """Return what it is done on if it can be done here."""
        return next((target for target in cls.spec.list_targets() if isinstance(spot, target.model)), None)

    @classmethod
    def find_right(cls, _spot: Any) -> Right:
        """Return the right that is needed here; it may be more than that of the kind once something has begun."""
        return cls.spec.right

    @classmethod
    def may_have_reason(cls) -> bool:
        """Return whether people can say why, or must."""
        return cls.spec.has_reason or cls.spec.needs_reason

    @classmethod
    def get_button(cls) -> str:
        """Return the word that its buttons send."""
        return cls.spec.button or cls.spec.kind.value

    def list_sent(self) -> object:
        """Return what tells two requests with one key apart; JSON values that must never change their form."""
        if self.spec.sent_alone is not None:
            return self.spec.sent_alone
        word = [self.spec.sent_word] if self.spec.sent_word else []
        return [*word, *(getattr(self, name) for name in type(self).model_fields)] or None

    @overload
    def perform(self, spot: Spot, key: str, who: Actor = ..., reason: str = "") -> Act: ...
    @overload
    def perform(self, spot: Season, key: str, who: Actor = ..., reason: str = "") -> SeasonAct: ...
    def perform(self, spot: Any, key: str, who: Actor = ANONYMOUS, reason: str = "") -> JournalAct:
        """Do it once per key, recorded in the journal; ActionRefused where it cannot be done, TypeError elsewhere."""
        try:
            return self.perform_once(spot, key, who, reason)
        except ActionRefused as refused:
            refused.area = self.spec.area
            raise

    def perform_once(self, spot: Any, key: str, who: Actor, reason: str) -> JournalAct:
        """Write its act, as perform says; overridden where more is done in the same transaction."""
        spec, target = self.spec, self.find_target(spot)
        if target is None:
            raise TypeError(f"{type(self).__name__} is not for {spot!r}")
        if spec.needs_reason and not reason:
            raise ActionRefused("no_reason")
        sent = target.add_sent(spot, self.list_sent())
        command = Command(key, spec.kind, sent, who, reason, **target.name(spot), is_repeatable=spec.is_repeatable)

        def do(row: Owner) -> dict[str, Any]:
            return self.carry_out(target.load(row, spot)._replace(key=key, who=who, reason=reason))

        if isinstance(spot, Season):
            return SEASONS.act(spot.pk, command, do)
        return TOURNAMENTS.act(get_tournament_id(spot), command, do)

    def carry_out(self, here: Any) -> dict[str, Any]:
        """Write, and return the content of the act; ActionRefused where it cannot be done: nothing was written.

        Another act may carry it out, too, within its own transaction; whether a reason is needed is then its affair.
        """
        raise NotImplementedError

    @classmethod
    def say(cls, _content: Content, _names: ActNames) -> str:
        """Return the sentence of the log; "": the words of the kind say it all."""
        return ""

    @classmethod
    def check_undo(cls, step: UndoStep) -> None:
        """Refuse to take an act back after which something else has happened."""

    @classmethod
    def take_back(cls, step: UndoStep) -> dict[str, Any]:
        """Undo an act and return the content of the new one; overridden by what can be undone."""
        raise NotImplementedError


A = TypeVar("A", bound=type[Action])
BY_KIND: dict[str, type[Action]] = {}  # the class that words and takes back the acts of a kind, in tournaments
_REGISTERED: set[int] = set()  # ids of the mappings of refusals


def action(spec: Spec) -> Callable[[A], A]:
    """Return the decorator that registers an action under its stored kind."""

    def register(cls: A) -> A:
        cls.spec = spec
        if any(target is not SEASON for target in spec.list_targets()):
            first = BY_KIND.setdefault(spec.kind.value, cls)
            if _list_shared(first) != _list_shared(cls):
                raise TypeError(f"{cls.__name__} words or takes back {spec.kind} not as {first.__name__}")
        for base in cls.__mro__:
            refusals = base.__dict__.get("refusals", {})
            if refusals and id(refusals) not in _REGISTERED:
                _REGISTERED.add(id(refusals))
                register_sentences(refusals)
        return cls

    return register


@cache
def load_actions() -> Mapping[str, type[Action]]:
    """Return the class that words and takes back the acts of each kind; their modules are imported with the first."""
    for module in settings.ACTIONS:
        import_module(module)
    import_parts("actions")
    return BY_KIND


def can_be_undone(cls: type[Action]) -> bool:
    """Return whether acts of this kind can be taken back."""
    return _get_function(cls, "take_back") is not _get_function(Action, "take_back")


def list_kinds(has: Callable[[type[Action]], object]) -> list[str]:
    """Return the kinds of tournaments' acts of which something is true."""
    return [kind for kind, cls in load_actions().items() if has(cls)]


def _list_shared(cls: type[Action]) -> list[object]:
    """Return what the acts of a kind have in common, whichever action wrote them."""
    functions = [_get_function(cls, name) for name in ("say", "check_undo", "take_back")]
    facts = ("words", "right", "undo_later", "undo_on", "on_clock", "before_play", "tables")
    return [*functions, *(getattr(cls.spec, name) for name in facts)]


def _get_function(cls: type[Action], name: str) -> object:
    return getattr(cls, name).__func__


@cache
def build_action_form(cls: type[Action], *page_values: str) -> type[ActionForm]:
    """Return the form of an action: a field for each value but those that the page says, as its type says."""
    names = (name for name in cls.model_fields if name not in page_values)
    fields = {_get_field_name(cls, name): cls.get_input(name).field() for name in names}
    return type(f"{cls.__name__}Form", (ReasonForm if cls.may_have_reason() else ActionForm,), fields)


def perform_posted(request: HttpRequest, spot: AnySpot, cls: type[Action], **page_values: Any) -> JournalAct:
    """Do what a form says, with the values that the page says instead; ActionRefused as the action."""
    must_have(request, cls.find_right(spot))
    sent = build_action_form(cls, *page_values)(request.POST).parse()
    values = {name: sent[_get_field_name(cls, name)] for name in cls.model_fields if name not in page_values}
    action = cls.build_here(spot, **page_values, **values)
    return action.perform(spot, sent["key"], get_director(request), sent.get("reason", ""))


class Buttons:
    """The actions that can be done on a page."""

    def __init__(self, *actions: type[Action]) -> None:
        self._actions = {cls.get_button(): cls for cls in actions}
        if len(self._actions) < len(actions):
            raise TypeError("two actions have one word")
        for cls in actions:
            build_action_form(cls)  # an action whose values nobody can enter is refused here

    def press(self, request: HttpRequest, spot: AnySpot) -> None:
        """Do what the tapped button says; nothing where no action has its word. ActionRefused as the action."""
        cls = self._find(request)
        if cls is not None and cls.is_for(spot):
            perform_posted(request, spot, cls)

    def build_refused_context(self, request: HttpRequest, refused: ActionRefused) -> dict[str, Any]:
        """Return what the page shows after a refusal: why, what was entered, and whether it can be confirmed."""
        cls = self._find(request)
        if cls is None:
            return format_problem(refused)
        names = ["what", "reason", *build_action_form(cls).base_fields]
        typed = {name: request.POST[name] for name in names if name in request.POST and name != "key"}
        confirm = {"asked": cls.get_button()} if refused.code in cls.spec.confirmable else {}
        return {**format_problem(refused), "typed": typed, **confirm}

    def _find(self, request: HttpRequest) -> type[Action] | None:
        return self._actions.get(request.POST.get("what", ""))


def _get_field_name(cls: type[Action], name: str) -> str:
    return cls.get_input(name).name or name
