"""The settings of a tournament in folded sections: what is set in each, and what is unusual for its format."""

from collections.abc import Callable
from typing import NamedTuple

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.core.settings import Settings
from tournaments.hall.setup import summaries
from tournaments.hall.setup.form_fields import build_form_values


class SettingSection(NamedTuple):
    """A folded part of the form."""

    id: str
    title: str
    summary: str  # what is set; "" while something typed is refused
    rows: tuple[tuple[forms.BoundField, ...], ...]  # several fields in a row belong together
    unusual: int  # number of settings that are not those of the format
    open: bool  # something in it was refused


class _Part(NamedTuple):
    id: str
    title: Promise
    rows: tuple[tuple[str, ...], ...]
    summarize: Callable[[Settings], str]


_SIZES = (4, 5, 6)
_PARTS = (
    _Part(
        "clock",
        _("Hands, clock and seats"),
        (
            tuple(f"hands_{size}" for size in _SIZES),
            *(("round_seconds",), ("hand_in_play",), ("double_round",), ("double_only_last",), ("seating",)),
            ("silent_seconds", "overtime_seconds"),
        ),
        summaries.summarize_clock,
    ),
    _Part(
        "money",
        _("Money at the table"),
        (
            ("start", "stake"),
            ("replacement",),
            ("forgives_debt",),
            ("count_chips",),
            ("rate",),
            ("kontra",),
            ("donation",),
        ),
        summaries.summarize_money,
    ),
    _Part(
        "ranking",
        _("Ranking and prizes"),
        (
            ("points",),
            tuple(f"points_{size}" for size in _SIZES),
            *(("scope",), ("round_criteria",), ("overall_criteria",), ("replaced_last",), ("choosers",)),
        ),
        summaries.summarize_ranking,
    ),
    _Part("teams", _("Teams"), (("team_size",), ("mates_apart",)), summaries.summarize_teams),
    _Part("public", _("For everybody"), (("show_live",), ("show_replacements",)), summaries.summarize_public),
)


def build_sections(form: forms.Form, settings: Settings | None, usual: Settings) -> tuple[SettingSection, ...]:
    """Build the sections of a form with these settings (None: something typed is refused)."""
    unusual = set() if settings is None else list_unusual(settings, usual)
    found = []
    for part in _PARTS:
        rows = tuple(tuple(form[name] for name in row) for row in part.rows)
        names = {name for row in part.rows for name in row}
        found.append(
            SettingSection(
                part.id,
                str(part.title),
                "" if settings is None else part.summarize(settings),
                rows,
                len(unusual & names),
                any(field.errors for row in rows for field in row),
            )
        )
    return tuple(found)


def list_unusual(settings: Settings, usual: Settings) -> set[str]:
    """Return the fields of the form with something else than the format has.

    >>> sorted(list_unusual(Settings(choosers=3, hands=(16, 20, 24)), Settings()))
    ['choosers', 'hands_4', 'hands_5', 'hands_6']
    """
    shown, expected = (
        chosen._asdict() | build_form_values(chosen.hands, chosen.place_points) for chosen in (settings, usual)
    )
    return {name for name, value in shown.items() if value != expected[name]} - {"options", "hands", "place_points"}
