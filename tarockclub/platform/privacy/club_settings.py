"""The settings of data protection; without a row, the defaults."""

from typing import Any

from tarockclub.models import PrivacySettings


def load_privacy(club: int) -> PrivacySettings:
    """Return the settings of a club, saved or not."""
    return PrivacySettings.objects.filter(club=club).first() or PrivacySettings(club_id=club)


def load_export_days() -> int:
    """Return for how many days finished exports are kept: as long as the club that keeps them longest."""
    return max([1, *PrivacySettings.objects.values_list("exports_days", flat=True)])


def save_privacy(club: int, **columns: Any) -> None:
    """Save the settings of a club."""
    PrivacySettings.objects.update_or_create(club_id=club, defaults=columns)
