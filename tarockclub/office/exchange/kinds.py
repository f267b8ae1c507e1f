"""The three kinds of rules that travel: how each becomes the content of a file, is checked, and is compared."""

import json
import tomllib
import uuid
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Generic, TypeVar

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
NOTHING = "–"


class RulesFault(Exception):  # noqa: N818 -- no error of the program, but an answer
    """Rules that this installation cannot have; `sentences` say why."""

    def __init__(self, *sentences: str) -> None:
        super().__init__(*sentences)
        self.sentences = sentences or (_("This program does not know such rules: perhaps it is older than the file."),)


class RulesKind(Generic[T]):
    """A kind of rules; T is what its content says."""

    def load(self, club: Club, subject: str) -> tuple[str, Content]:
        """Return the name and the content of rules of a club; Http404 if it has none such."""
        raise NotImplementedError

    def parse(self, content: Content) -> T:
        """Return what a content says that has been checked."""
        raise NotImplementedError

    def check(self, content: Content, club: Club) -> T:
        """Return what the content of somebody else's file says, as the club can have it; raise RulesFault."""
        raise NotImplementedError

    def write(self, value: T) -> Content:
        """Return the content that says this."""
        raise NotImplementedError

    def list_warnings(self, content: Content, value: T) -> list[str]:
        """Return sentences about what is worth a second look."""
        raise NotImplementedError

    def list_changes(self, before: T, after: T) -> list[str]:
        """Return what differs, in words."""
        raise NotImplementedError

    def list_known(self, value: T) -> Iterator[tuple[RulesBase, T]]:
        """Yield the rules of the program on which these may be based."""
        raise NotImplementedError


class SheetRules(RulesKind[ReadFile]):
    """House rules: the content is the file of the sheet, with its examples."""

    def load(self, club: Club, subject: str) -> tuple[str, Content]:
        """Return the newest version; raise ActionRefused("sheet_not_saved") where there is none yet."""
        own = find_own_sheet(club, subject)
        version = own.versions.order_by("-number").first()
        if version is None:
            raise ActionRefused("sheet_not_saved")
        table = tomllib.loads(version.text)
        return str(table["name"]), {"sheet": write_file(table, list_own_examples(own.sheet))}

    def parse(self, content: Content) -> ReadFile:
        """Read the sheet."""
        return read_file(content["sheet"].encode())

    def check(self, content: Content, club: Club) -> ReadFile:
        """Read the sheet as its loader does, away from this process: somebody else has written it."""
        if content.keys() != {"sheet"} or not isinstance(content["sheet"], str):
            raise RulesFault
        try:
            return run_apart(read_file, content["sheet"].encode())
        except SheetError as error:
            placed = zip(error.problems, error.places, strict=True)
            sentences = (describe_placed_problem(problem, place, get_current_language()) for problem, place in placed)
            raise RulesFault(*sentences) from None

    def write(self, value: ReadFile) -> Content:
        """Write the sheet with its examples."""
        return {"sheet": write_file(value.table, value.examples)}

    def list_warnings(self, content: Content, value: ReadFile) -> list[str]:
        """Return what the loader of sheets doubts."""
        language = get_current_language()
        return [describe_placed_problem(problem, place, language) for problem, place in value.warnings]

    def list_changes(self, before: ReadFile | Rules, after: ReadFile | Rules) -> list[str]:
        """Return the changes as they stand beside the versions of an own sheet."""
        old, new = (side.rules if isinstance(side, ReadFile) else side for side in (before, after))
        return list(list_rule_changes(old, new, get_current_language()))

    def list_known(self, value: ReadFile) -> Iterator[tuple[RulesBase, Any]]:
        """Yield the sheet that this one extends."""
        rules = load_built_in(str(value.table.get("extends", "")))
        if rules is not None:
            sheet = rules.build_sheet()
            yield RulesBase(id=sheet.id, name=pick_language(sheet.names, get_current_language())), rules


class SettingsRules(RulesKind[T]):
    """Rules that are settings: the content has those that are not as usual, in the shape in which they are stored."""

    usual: ClassVar[Any]

    def parse(self, content: Content) -> T:
        """Parse the settings as those of a tournament or season."""
        return self.parse_text(json.dumps(content["settings"]))

    def parse_text(self, text: str) -> T:
        """Parse stored settings."""
        raise NotImplementedError

    def encode(self, value: T) -> str:
        """Return settings as they are stored."""
        raise NotImplementedError

    def list_pairs(self, value: T) -> Pairs:
        """Return what is set, in words."""
        raise NotImplementedError

    def write(self, value: T) -> Content:
        """Write what is not as usual: older programs can read as much of it as they know."""
        usual = json.loads(self.encode(self.usual))
        said = json.loads(self.encode(value))
        return {"settings": {name: part for name, part in said.items() if part != usual.get(name)}}

    def check(self, content: Content, club: Club) -> T:
        """Check the settings as the API does."""
        said = content.get("settings")
        if not isinstance(said, dict):
            raise RulesFault
        try:
            return self.check_settings(said, club)
        except ApiError as error:
            raise RulesFault(*(mistake.message for mistake in error.errors)) from None
        except (ValidationError, ValueError, TypeError):
            raise RulesFault from None

    def check_settings(self, said: Content, club: Club) -> T:
        """Return these settings; raise ApiError, ValueError or TypeError."""
        raise NotImplementedError

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


class FormatRules(SettingsRules[Settings]):
    """The settings of a tournament, with the name of its house rules; fees by categories are the club's own matter."""

    usual = Settings()

    def load(self, club: Club, subject: str) -> tuple[str, Content]:
        """Return the settings of a tournament, under its name as a template if it is one."""
        rows = Tournament.objects.select_related("invitation")
        tournament = get_object_or_404(rows, club=club, slug=_parse_address(subject))
        invitation = getattr(tournament, "invitation", None)
        name = (invitation.template if invitation is not None else "") or tournament.name
        settings = parse_settings(tournament.settings)._replace(reduced=())
        return name, {**self.write(settings), "sheet_name": _name_sheet(settings.sheet)}

    def parse_text(self, text: str) -> Settings:
        """Parse the settings of a tournament."""
        return parse_settings(text)

    def encode(self, value: Settings) -> str:
        """Return the settings of a tournament as they are stored."""
        return encode_settings(value)

    def check_settings(self, said: Content, club: Club) -> Settings:
        """Check settings; house rules that came not with the program stay at home."""
        kept = {**said, "options": dict(said.get("options", ()))}
        if isinstance(kept.get("sheet"), str) and kept["sheet"] not in BUILT_IN:
            kept |= {"sheet": self.usual.sheet, "options": {}}
        body = {"key": NAMELESS, "name": NAMELESS, "day": now().date().isoformat(), "settings": kept}
        return parse_tournament(TournamentDecided.model_validate(body), self.usual, club.pk).settings

    def list_warnings(self, content: Content, value: Settings) -> list[str]:
        """Say which house rules are still to be chosen."""
        if content["settings"].get("sheet", self.usual.sheet) in BUILT_IN:
            return []
        sentence = _("The house rules “%(name)s” are the other club’s own: take them over, too, and choose them then.")
        return [sentence % {"name": str(content.get("sheet_name", ""))[:80]}]

    def list_pairs(self, value: Settings) -> Pairs:
        """Return the rows of exports, and the house rules with their options."""
        yield _("House rules"), _name_sheet(value.sheet)
        rules, chosen = find_rules(value.sheet), dict(value.options)
        for option in rules.build_sheet().options.values() if rules is not None else ():
            is_on = chosen.get(option.id, option.default)
            yield pick_language((option.name, option.name_en), get_current_language()), _("yes") if is_on else _("no")
        for setting in SETTINGS:
            yield from setting.list_pairs(value)

    def list_known(self, value: Settings) -> Iterator[tuple[RulesBase, Settings]]:
        """Yield the format with which the form began."""
        found = find_format(value.format)
        if found is not None:
            yield RulesBase(id=found.id, name=found.get_name(get_current_language())), found.settings


class SeasonRules(SettingsRules[SeasonSettings]):
    """The settings of a season."""

    usual = SeasonSettings()

    def load(self, club: Club, subject: str) -> tuple[str, Content]:
        """Return the settings of a season; its sub-rankings name people of the club, and stay there."""
        season = get_object_or_404(Season, club=club, slug=_parse_address(subject))
        return season.name, self.write(parse_season_settings(season.settings)._replace(rankings=()))

    def parse_text(self, text: str) -> SeasonSettings:
        """Parse the settings of a season."""
        return parse_season_settings(text)

    def encode(self, value: SeasonSettings) -> str:
        """Return the settings of a season as they are stored."""
        return encode_season_settings(value)

    def check_settings(self, said: Content, club: Club) -> SeasonSettings:
        """Check settings as the form of a season does."""
        return parse_season(NewSeason.model_validate({"key": NAMELESS, "name": NAMELESS, "settings": said})).settings

    def list_pairs(self, value: SeasonSettings) -> Pairs:
        """Return the rows of exports."""
        return list_settings(value)

    def list_warnings(self, content: Content, value: SeasonSettings) -> list[str]:
        """Return none: the form says what is wrong with a rule."""
        return []

    def list_known(self, value: SeasonSettings) -> Iterator[tuple[RulesBase, SeasonSettings]]:
        """Yield all ready rules."""
        for rule in list_ready():
            yield RulesBase(id=rule.id, name=rule.get_name(get_current_language())), rule.settings


NAMELESS = "-"
KINDS: Mapping[str, RulesKind[Any]] = {
    SharedRules.Kind.SHEET: SheetRules(),
    SharedRules.Kind.FORMAT: FormatRules(),
    SharedRules.Kind.SEASON: SeasonRules(),
}


def _parse_address(subject: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(subject)
    except ValueError:
        return None


def _name_sheet(sheet_id: str) -> str:
    rules = find_rules(sheet_id)
    return sheet_id if rules is None else pick_language(rules.build_sheet().names, get_current_language())
