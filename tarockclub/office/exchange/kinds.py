"""The three kinds of rules that travel: how each becomes the content of a file, is checked, and is compared."""

import json
import tomllib
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from pydantic import ValidationError

from scoring.book.sheet_library import find_rules
from scoring.engine.house_rules.library import BUILT_IN, load_built_in
from scoring.engine.house_rules.loader import Rules
from scoring.engine.problems import SheetError
from scoring.engine.texts import describe_placed_problem, pick_language
from scoring.sheets.examples.page import list_own_examples
from scoring.sheets.own_sheets.file import ReadFile, read_file, write_file
from scoring.sheets.own_sheets.selectors import find_own_sheet, list_rule_changes
from tarockclub.kit.time_source import now
from tarockclub.kit.words import get_current_language
from tarockclub.models import Club, SharedRules
from tarockclub.office.api.tournaments.seasons import NewSeason, parse_season
from tarockclub.office.api.tournaments.setup import TournamentDecided, parse_tournament
from tarockclub.office.exchange.document import RulesBase
from tarockclub.platform.api.errors import ApiError
from tarockclub.platform.server.apart.pool import run_apart
from tournaments.core.acts import ActionRefused
from tournaments.core.formats.library import find_format
from tournaments.core.settings import Settings, encode_settings, parse_settings
from tournaments.hall.setup.setting_table import SETTINGS
from tournaments.models import Season, Tournament
from tournaments.seasons.season.export.settings import list_settings
from tournaments.seasons.season.points.ready import list_ready
from tournaments.seasons.season.settings import SeasonSettings, encode_season_settings, parse_season_settings

T = TypeVar("T")
Content = dict[str, Any]
Pairs = Iterable[tuple[str | Promise, object]]
NOTHING, NAMELESS = "–", "-"


class RulesFault(Exception):  # noqa: N818 -- no error of the program, but an answer
    """Rules that this installation cannot have; `sentences` say why."""

    def __init__(self, *sentences: str) -> None:
        super().__init__(*sentences)
        self.sentences = sentences or (_("This program does not know such rules: perhaps it is older than the file."),)


class SheetRules:
    """House rules: the content is the file of the sheet, with its examples."""

    def load(self, club: Club, subject: str) -> tuple[str, Content]:
        """Return the name and the newest version; raise Http404, ActionRefused("sheet_not_saved")."""
        own = find_own_sheet(club, subject)
        version = own.versions.order_by("-number").first()
        if version is None:
            raise ActionRefused("sheet_not_saved")
        table = tomllib.loads(version.text)
        return str(table["name"]), {"sheet": write_file(table, list_own_examples(own.sheet))}

    def parse(self, content: Content) -> ReadFile:
        """Return what a content says that has been checked."""
        return read_file(content["sheet"].encode())

    def check(self, content: Content, _club: Club) -> ReadFile:
        """Read somebody else's sheet as its loader does, away from this process; raise RulesFault."""
        if content.keys() != {"sheet"} or not isinstance(content["sheet"], str):
            raise RulesFault
        try:
            return run_apart(read_file, content["sheet"].encode())
        except SheetError as error:
            placed = zip(error.problems, error.places, strict=True)
            sentences = (describe_placed_problem(problem, place, get_current_language()) for problem, place in placed)
            raise RulesFault(*sentences) from None

    def write(self, value: ReadFile) -> Content:
        """Return the content that says this."""
        return {"sheet": write_file(value.table, value.examples)}

    def list_warnings(self, _content: Content, value: ReadFile) -> list[str]:
        """Return what the loader of sheets doubts."""
        language = get_current_language()
        return [describe_placed_problem(problem, place, language) for problem, place in value.warnings]

    def list_changes(self, before: ReadFile | Rules, after: ReadFile) -> list[str]:
        """Return what differs, as it stands beside the versions of an own sheet."""
        old = before.rules if isinstance(before, ReadFile) else before
        return list(list_rule_changes(old, after.rules, get_current_language()))

    def list_known(self, value: ReadFile) -> Iterator[tuple[RulesBase, Rules]]:
        """Yield the sheet of the program that this one extends."""
        rules = load_built_in(str(value.table.get("extends", "")))
        if rules is not None:
            sheet = rules.build_sheet()
            yield RulesBase(id=sheet.id, name=pick_language(sheet.names, get_current_language())), rules


@dataclass(frozen=True)
class SettingsRules(Generic[T]):
    """Rules that are settings: the content has those that are not as usual, in the shape in which they are stored."""

    usual: T
    encode: Callable[[T], str]
    parse_text: Callable[[str], T]
    load_named: Callable[[Club, uuid.UUID], tuple[str, T]]  # the name, and what may travel
    check_settings: Callable[[Content, Club], T]  # raises ApiError, ValueError or TypeError
    list_pairs: Callable[[T], Pairs]  # what is set, in words
    list_known: Callable[[T], Iterator[tuple[RulesBase, T]]]  # rules of the program on which these may be based

    def load(self, club: Club, subject: str) -> tuple[str, Content]:
        """Return the name and the content of rules of a club; raise Http404."""
        try:
            name, value = self.load_named(club, uuid.UUID(subject))
        except ValueError:
            raise Http404 from None
        sheet = getattr(value, "sheet", "")
        return name, self.write(value) | ({"sheet_name": _name_sheet(sheet)} if sheet else {})

    def parse(self, content: Content) -> T:
        """Return what a content says that has been checked."""
        return self.parse_text(json.dumps(content["settings"]))

    def check(self, content: Content, club: Club) -> T:
        """Check somebody else's settings as the API does; raise RulesFault."""
        said = content.get("settings")
        if not isinstance(said, dict):
            raise RulesFault
        try:
            return self.check_settings(said, club)
        except ApiError as error:
            raise RulesFault(*(mistake.message for mistake in error.errors)) from None
        except (ValidationError, ValueError, TypeError):
            raise RulesFault from None

    def write(self, value: T) -> Content:
        """Return the content that says this: older programs can read as much of it as they know."""
        usual, said = (json.loads(self.encode(settings)) for settings in (self.usual, value))
        return {"settings": {name: part for name, part in said.items() if part != usual.get(name)}}

    def list_warnings(self, content: Content, _value: T) -> list[str]:
        """Say which house rules are still to be chosen."""
        if content["settings"].get("sheet", next(iter(BUILT_IN))) in BUILT_IN:
            return []
        sentence = _("The house rules “%(name)s” are the other club’s own: take them over, too, and choose them then.")
        return [sentence % {"name": str(content.get("sheet_name", ""))[:80]}]

    def list_changes(self, before: T, after: T) -> list[str]:
        """Return the settings that differ, with both values."""
        old, new = (_join_pairs(self.list_pairs(side)) for side in (before, after))
        labels = [label for label in {**old, **new} if old.get(label) != new.get(label)]
        return [f"{label}: {old.get(label, NOTHING)} → {new.get(label, NOTHING)}" for label in labels]


def _join_pairs(pairs: Pairs) -> dict[str, str]:
    """Return the values by their labels; several of one label as one."""
    found: dict[str, str] = {}
    for label, value in pairs:
        found[str(label)] = ", ".join(filter(None, (found.get(str(label)), " ".join(str(value).split()))))
    return found


def _load_format(club: Club, slug: uuid.UUID) -> tuple[str, Settings]:
    """Return a tournament's settings, by its name as a template; fees by categories are the club's own matter."""
    tournament = get_object_or_404(Tournament.objects.select_related("invitation"), club=club, slug=slug)
    invitation = getattr(tournament, "invitation", None)
    name = (invitation.template if invitation is not None else "") or tournament.name
    return name, parse_settings(tournament.settings)._replace(reduced=())


def _check_format(said: Content, club: Club) -> Settings:
    """Check settings; house rules that came not with the program stay at home."""
    usual = Settings()
    kept = {**said, "options": dict(said.get("options", ()))}
    if isinstance(kept.get("sheet"), str) and kept["sheet"] not in BUILT_IN:
        kept |= {"sheet": usual.sheet, "options": {}}
    body = {"key": NAMELESS, "name": NAMELESS, "day": now().date().isoformat(), "settings": kept}
    return parse_tournament(TournamentDecided.model_validate(body), usual, club.pk).settings


def _list_format_pairs(settings: Settings) -> Pairs:
    """Yield the house rules with their options, and the rows of exports."""
    yield _("House rules"), _name_sheet(settings.sheet)
    rules, chosen = find_rules(settings.sheet), dict(settings.options)
    for option in rules.build_sheet().options.values() if rules is not None else ():
        is_on = chosen.get(option.id, option.default)
        yield pick_language((option.name, option.name_en), get_current_language()), _("yes") if is_on else _("no")
    for setting in SETTINGS:
        yield from setting.list_pairs(settings)


def _list_known_formats(settings: Settings) -> Iterator[tuple[RulesBase, Settings]]:
    """Yield the format with which the form began."""
    found = find_format(settings.format)
    if found is not None:
        yield RulesBase(id=found.id, name=found.get_name(get_current_language())), found.settings


def _load_season(club: Club, slug: uuid.UUID) -> tuple[str, SeasonSettings]:
    """Return a season's settings; its sub-rankings name people of the club, and stay there."""
    season = get_object_or_404(Season, club=club, slug=slug)
    return season.name, parse_season_settings(season.settings)._replace(rankings=())


def _check_season(said: Content, _club: Club) -> SeasonSettings:
    return parse_season(NewSeason.model_validate({"key": NAMELESS, "name": NAMELESS, "settings": said})).settings


def _list_ready_seasons(_settings: SeasonSettings) -> Iterator[tuple[RulesBase, SeasonSettings]]:
    for rule in list_ready():
        yield RulesBase(id=rule.id, name=rule.get_name(get_current_language())), rule.settings


def _name_sheet(sheet_id: str) -> str:
    rules = find_rules(sheet_id)
    return sheet_id if rules is None else pick_language(rules.build_sheet().names, get_current_language())


RulesKind = SheetRules | SettingsRules[Any]
KINDS: Mapping[str, RulesKind] = {
    SharedRules.Kind.SHEET: SheetRules(),
    SharedRules.Kind.FORMAT: SettingsRules(
        usual=Settings(),
        encode=encode_settings,
        parse_text=parse_settings,
        load_named=_load_format,
        check_settings=_check_format,
        list_pairs=_list_format_pairs,
        list_known=_list_known_formats,
    ),
    SharedRules.Kind.SEASON: SettingsRules(
        usual=SeasonSettings(),
        encode=encode_season_settings,
        parse_text=parse_season_settings,
        load_named=_load_season,
        check_settings=_check_season,
        list_pairs=list_settings,
        list_known=_list_ready_seasons,
    ),
}
