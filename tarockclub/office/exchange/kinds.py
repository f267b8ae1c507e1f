"""The rules that a file may hold: how they become its content, and how somebody else's are checked.

The file of a format or of a season's rules: JSON. A file of others is hostile until it has been read.

>>> document = RulesDocument(kind="season", name="Cup", by="Linde", made="2026-11-26", content={"settings": {}})
>>> read_rules_file(write_rules_file(document).encode()) == document
True
"""

import json
import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from django.shortcuts import get_object_or_404
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import ValidationError

from scoring.book.sheet_library import find_rules, name_sheet
from scoring.engine.house_rules.library import BUILT_IN
from scoring.engine.texts import pick_language
from tarockclub.kit.words import get_current_language
from tarockclub.models import Club
from tarockclub.platform.api.errors import ApiError
from tarockclub.platform.api.schemas import Day, In, Name, decode_json
from tarockclub.platform.clubs.taken_rules import FORMAT as TAKEN_RULES_FORMAT
from tarockclub.platform.clubs.taken_rules import SEASON
from tournaments.core.acts import ActionRefused
from tournaments.core.messages import register_sentences
from tournaments.core.settings import Settings, encode_settings, parse_settings
from tournaments.hall.setup.contradictions import SettingsIn, merge_settings
from tournaments.hall.setup.setting_table import SETTINGS
from tournaments.models import Season, Tournament
from tournaments.seasons.season.export.rules import list_settings
from tournaments.seasons.season.forms import parse_season_body
from tournaments.seasons.season.settings import SeasonSettings, encode_season_settings, parse_season_settings

T = TypeVar("T")
Content = dict[str, Any]
Pairs = Iterable[tuple[str | Promise, object]]


class RulesFault(Exception):  # noqa: N818 -- no error of the program, but an answer
    """Rules that this installation cannot have; `sentences` say why."""

    def __init__(self, *sentences: str) -> None:
        super().__init__(*sentences)
        self.sentences = sentences or (_("This program does not know such rules: perhaps it is older than the file."),)


@dataclass(frozen=True)
class SettingsRules(Generic[T]):
    """Rules that are settings: the content has those that are not as usual, as they are stored."""

    usual: T
    encode: Callable[[T], str]
    load_named: Callable[[Club, uuid.UUID], tuple[str, T]]  # the name, and what may travel
    check_settings: Callable[[Content, Club], T]  # raises ApiError, ValueError or TypeError
    list_pairs: Callable[[T], Pairs]  # what is set, in words

    def load(self, club: Club, subject: uuid.UUID) -> tuple[str, Content]:
        """Return the name and the content of rules of a club; raise Http404."""
        name, value = self.load_named(club, subject)
        sheet = getattr(value, "sheet", "")
        return name, self.write(value) | ({"sheet_name": name_sheet(sheet, get_current_language())} if sheet else {})

    def check(self, content: Content, club: Club) -> T:
        """Check somebody else's settings as the API does; raise RulesFault."""
        settings = content.get("settings")
        if not isinstance(settings, dict):
            raise RulesFault
        try:
            return self.check_settings(settings, club)
        except ApiError as error:
            raise RulesFault(*(mistake.message for mistake in error.errors)) from None
        except (ValidationError, ValueError, TypeError):
            raise RulesFault from None

    def write(self, value: T) -> Content:
        """Return the content that says this: older programs can read as much of it as they know."""
        usual, own = (json.loads(self.encode(settings)) for settings in (self.usual, value))
        return {"settings": {name: part for name, part in own.items() if part != usual.get(name)}}

    def list_warnings(self, content: Content) -> list[str]:
        """Say which house rules are still to be chosen."""
        if content["settings"].get("sheet", next(iter(BUILT_IN))) in BUILT_IN:
            return []
        sentence = _(
            "The house rules “%(name)s” are the other club’s own: read in their file, too, and choose them then."
        )
        return [sentence % {"name": str(content.get("sheet_name", ""))[:80]}]


def _load_format(club: Club, slug: uuid.UUID) -> tuple[str, Settings]:
    """Return a tournament's settings, by its name as a template; fees by categories are the club's own matter."""
    tournament = get_object_or_404(Tournament.objects.select_related("invitation"), club=club, slug=slug)
    invitation = getattr(tournament, "invitation", None)
    name = (invitation.template if invitation is not None else "") or tournament.name
    return name, parse_settings(tournament.settings)._replace(reduced=())


def _check_format(content: Content, club: Club) -> Settings:
    """Check settings; house rules that came not with the program stay at home."""
    usual = Settings()
    fields = {**content, "options": dict(content.get("options", ()))}
    if isinstance(fields.get("sheet"), str) and fields["sheet"] not in BUILT_IN:
        fields |= {"sheet": usual.sheet, "options": {}}
    return merge_settings(SettingsIn.model_validate(fields), usual, club.pk)


def _list_format_pairs(settings: Settings) -> Pairs:
    """Yield the house rules with their options, and the rows of exports."""
    yield _("House rules"), name_sheet(settings.sheet, get_current_language())
    rules, chosen = find_rules(settings.sheet), dict(settings.options)
    for option in rules.build_sheet().options.values() if rules is not None else ():
        is_on = chosen.get(option.id, option.default)
        yield pick_language((option.name, option.name_en), get_current_language()), _("yes") if is_on else _("no")
    for setting in SETTINGS:
        yield from setting.list_pairs(settings)


def _load_season(club: Club, slug: uuid.UUID) -> tuple[str, SeasonSettings]:
    """Return a season's settings; its sub-rankings and evenings name people and dates of the club, and stay there."""
    season = get_object_or_404(Season, club=club, slug=slug)
    return season.name, parse_season_settings(season.settings)._replace(rankings=(), evenings=None)


def _check_season(content: Content, _club: Club) -> SeasonSettings:
    return parse_season_body(content)


KINDS: Mapping[str, SettingsRules[Any]] = {
    TAKEN_RULES_FORMAT: SettingsRules(
        usual=Settings(),
        encode=encode_settings,
        load_named=_load_format,
        check_settings=_check_format,
        list_pairs=_list_format_pairs,
    ),
    SEASON: SettingsRules(
        usual=SeasonSettings(),
        encode=encode_season_settings,
        load_named=_load_season,
        check_settings=_check_season,
        list_pairs=list_settings,
    ),
}


FORMAT = 1  # of the file; a newer one is refused
MOST_BYTES = 512 * 1024


class RulesDocument(In):
    """A file: which rules, and of whom."""

    tarockclub: Literal[1] = 1
    kind: Literal["format", "season"]
    name: Name
    by: Name
    made: Day
    content: dict[str, Any]


def write_rules_file(document: RulesDocument) -> str:
    """Return the text of a file."""
    return document.model_dump_json(indent=1)


def read_rules_file(data: bytes) -> RulesDocument:
    """Return what a file says; raise ActionRefused("rules_too_large", "no_rules_file", "newer_rules_file")."""
    if len(data) > MOST_BYTES:
        raise ActionRefused("rules_too_large", most=MOST_BYTES // 1024)
    try:
        values = decode_json(data)
    except ApiError:
        raise ActionRefused("no_rules_file") from None
    if isinstance(values, dict) and type(values.get("tarockclub")) is int and values["tarockclub"] > FORMAT:
        raise ActionRefused("newer_rules_file")
    try:
        document = RulesDocument.model_validate(values)
    except ValidationError:
        raise ActionRefused("no_rules_file") from None
    if not (document.name.isprintable() and document.by.isprintable()):
        raise ActionRefused("no_rules_file")
    return document


register_sentences(
    {
        "rules_too_large": gettext_lazy("This file is too large: at most %(most)s kB."),
        "no_rules_file": gettext_lazy("This is no file of rules, or it is incomplete."),
        "newer_rules_file": gettext_lazy("This file was made by a newer program: update this one first."),
        "nothing_sent": gettext_lazy("Choose the file first."),
    }
)
