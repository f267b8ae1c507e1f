"""The form of a tournament: its name and day, and every setting of the table."""

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from scoring.book.ledger.sheet_versions import parse_sheet
from scoring.book.sheet_library import list_offered_sheets
from scoring.engine.house_rules.paper_facts import format_ref
from scoring.engine.house_rules.sheet import Sheet
from scoring.models import SheetVersion
from scoring.table.evenings.forms import refuse_clash
from tarockclub.kit.days import DayField, format_day
from tarockclub.models import Club
from tarockclub.platform.accounts.forms import NameField
from tarockclub.platform.accounts.persons import list_club_categories
from tournaments.core.formats.library import find_format
from tournaments.core.settings import Settings, build_default_settings, parse_settings
from tournaments.hall.setup.contradictions import find_setting_contradictions, format_contradiction
from tournaments.hall.setup.form_fields import Section, Text
from tournaments.hall.setup.services import TournamentDetails
from tournaments.hall.setup.setting_table import BASICS, BY_NAME, SECTIONS, SETTINGS, build_field_values
from tournaments.models import Tournament


class TournamentForm(forms.Form):
    """The form that cleans to TournamentDetails; every message says what to do."""

    field_class = "setting"
    key = forms.CharField(max_length=64, widget=forms.HiddenInput)
    name = NameField(
        label=_("Name of the tournament"), widget=forms.TextInput(attrs={"autocomplete": "off", "list": "names"})
    )
    day = DayField(label=_("Day"))

    def __init__(self, *args: Any, language: str, club: int, pinned: SheetVersion | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for setting in SETTINGS:
            self.fields |= setting.build_fields()
        self.language, self.club = language, club
        self.sheets = list_offered_sheets(club, str(self.initial.get("sheet", "")))  # the last used one first
        fixed_id = ""
        if pinned is not None and all(sheet.id != pinned.sheet for sheet in self.sheets):
            fixed_id = pinned.sheet  # of a federation that was left: it stays as it is, or gives way to another one
            self.sheets.append(parse_sheet(pinned))
        field = self.fields["sheet"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [(sheet.id, self._get_word(sheet)) for sheet in self.sheets]
        for sheet in self.sheets:
            for option in sheet.options.values():
                place = f" ({format_ref(option.ref, self.language)})" if option.ref else ""
                self.fields[f"option-{sheet.id}-{option.id}"] = forms.BooleanField(
                    label=f"{self._get_word(option)}{place}",
                    help_text=option.text_en if self.language.startswith("en") else option.text,
                    required=False,
                    initial=option.default,
                    disabled=sheet.id == fixed_id,
                )

    def _get_word(self, named: Any) -> str:
        return str(named.name_en if self.language.startswith("en") else named.name)

    def list_short_fields(self) -> list[forms.BoundField]:
        """Return the fields that differ from one tournament to the next."""
        return [self[name] for row in BASICS.list_rows() for name in row]

    def list_sections(self) -> tuple[dict[str, Any], ...]:
        """Return all other settings in folded sections; mark what is not as the format has it."""
        settings, unusual = self.find_settings(), self.list_unusual_names()
        for name in unusual:
            self[name].label = format_html('{} <em class="unusual">{}</em>', self[name].label, _("changed"))
        return tuple(self._build_section(section, settings, unusual) for section in SECTIONS)

    def _build_section(self, section: Section, settings: Settings | None, unusual: set[str]) -> dict[str, Any]:
        rows = tuple(tuple(self[name] for name in row) for row in section.list_rows())
        fields = [field for row in rows for field in row]
        summary = "" if settings is None else " · ".join(map(str, section.list_phrases(settings)))
        return {
            "id": section.id,
            "title": str(section.title),
            "summary": summary,  # what is set; "" while something typed is refused
            "rows": rows,  # several fields in a row belong together
            "unusual": sum(field.name in unusual for field in fields),  # settings that are not those of the format
            "open": any(field.errors for field in fields),  # something in it was refused
        }

    def list_facts(self, tournament: Tournament, *changing: str) -> list[tuple[Text, list[tuple[Text, Text]]]]:
        """Return all settings of a tournament in words, section by section; nothing of what does not concern it.

        `changing`: the names of those that can still be changed, which are no facts.
        """
        settings = parse_settings(tournament.settings)
        sheet, chosen = parse_sheet(tournament.sheet_version), dict(settings.options)
        basics: list[tuple[Text, Text]] = [
            (_("Day"), format_day(tournament.day)),
            (_("House rules"), self._get_word(sheet)),
            *((self._get_word(option), _("yes")) for option in sheet.options.values() if chosen.get(option.id)),
        ]
        pairs = [(section.title, [*_list_pairs(section, settings, changing)]) for section in (BASICS, *SECTIONS)]
        pairs[0] = (pairs[0][0], basics + pairs[0][1])
        return [(title, facts) for title, facts in pairs if facts]

    def list_unusual_names(self) -> set[str]:
        """Return the names of the fields that are not as the format has them."""
        settings = self.find_settings()
        if settings is None:
            return set()
        usual = build_field_values(get_usual_settings(settings.format))
        return {name for name, value in build_field_values(settings).items() if value != usual[name]}

    def find_settings(self) -> Settings | None:
        """Return the settings on display; None while something typed is refused."""
        if self.is_bound:
            return None if self.errors else self.build_settings()
        return Settings(**{name: self.initial[name] for name in Settings._fields if name in self.initial})

    def list_option_fields(self) -> list[tuple[str, list[forms.BoundField]]]:
        """Return the option fields of each sheet that has options."""
        return [
            (sheet.id, [self[f"option-{sheet.id}-{option}"] for option in sheet.options])
            for sheet in self.sheets
            if sheet.options
        ]

    def clean_reduced(self) -> tuple[tuple[str, int], ...]:
        """Refuse a category that the club does not have: nobody would pay by it."""
        reduced: tuple[tuple[str, int], ...] = self.cleaned_data["reduced"]
        used = {category.casefold() for category, _cents in self.initial.get("reduced") or ()}
        words = list_club_categories(Club.objects.get(pk=self.club)) if reduced else ()
        categories = used | {word.casefold() for word in words}
        unknown = [category for category, _cents in reduced if category.casefold() not in categories]
        if unknown:
            sentence = _("The settings of the player register have no category %(category)s.")
            raise forms.ValidationError(sentence % {"category": ", ".join(unknown)})
        return reduced

    def clean(self) -> dict[str, Any]:
        """Refuse settings that contradict each other, naming both."""
        data = super().clean() or {}
        if "sheet" in data:
            refuse_clash(self, self._load_sheet(), self.language)
        if not self.errors:
            for contradiction in find_setting_contradictions(self.build_settings()):
                self.add_error(BY_NAME[contradiction.fields[0]].list_rows()[0][0], format_contradiction(contradiction))
        return data

    def _load_sheet(self) -> Sheet:
        return next(sheet for sheet in self.sheets if sheet.id == self.cleaned_data["sheet"])

    def _list_options(self) -> Iterator[tuple[str, bool]]:
        for option in self._load_sheet().options:
            yield option, bool(self.cleaned_data[f"option-{self._load_sheet().id}-{option}"])

    def build_settings(self) -> Settings:
        """Return the chosen settings; only without errors."""
        values = {setting.name: setting.build_value(self.cleaned_data) for setting in SETTINGS}
        return Settings(**{**values, "options": tuple(self._list_options())})

    def build_details(self) -> TournamentDetails:
        """Return the form's values; only after is_valid()."""
        return TournamentDetails(self.cleaned_data["name"], self.cleaned_data["day"], self.build_settings())


def _list_pairs(section: Section, settings: Settings, changing: Sequence[str]) -> Iterator[tuple[Text, Text]]:
    """Yield the settings of a section as exports write them, and the ticks that only the pages have."""
    for setting in (setting for setting in section.settings if setting.name not in changing):
        yield from setting.list_pairs(settings)
        value = getattr(settings, setting.name)
        if isinstance(value, bool) and not setting.what and all(getattr(settings, name) for name in setting.only_with):
            yield setting.label, _("yes") if value else _("no")


def get_usual_settings(format_id: str) -> Settings:
    """Return the settings of a format; those of one that is not offered any more as they are without it."""
    offered = find_format(format_id)
    return offered.settings if offered is not None else build_default_settings(format_id)


def build_initial(settings: Settings) -> dict[str, Any]:
    """Return settings as initial values of the form."""
    return (
        settings._asdict()
        | build_field_values(settings)
        | {f"option-{settings.sheet}-{option}": on for option, on in settings.options}
    )
