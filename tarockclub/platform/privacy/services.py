"""Writing the settings of data protection."""

from typing import Any

from tarockclub.models import PrivacySettings


def save_privacy(club: int, **columns: Any) -> None:
    """Save the settings of a club."""
    PrivacySettings.objects.update_or_create(club_id=club, defaults=columns)
