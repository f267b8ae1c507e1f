"""The front of an installation with several clubs: nothing that their own front pages do not show."""

from django.conf import settings

from tarockclub.models import Club, Publication
from tarockclub.platform.clubs.addresses import list_open_clubs
from tarockclub.platform.clubs.scope import enter_club
from tournaments.around.public.federation_front import FederationFront, build_member, load_dates_of_clubs
from tournaments.around.public.front import FrontPage, load_front_results, load_podium
from tournaments.around.public.front_now import load_running


def load_directory_page() -> FrontPage:
    """Return what the open clubs publish, together."""
    clubs = [link.club for link in list_open_clubs()]
    with enter_club(*(club.pk for club in clubs)):
        publications = list(Publication.objects.filter(club__in=clubs))

        def list_showing(part: str) -> list[Club]:
            showing = {row.club_id for row in publications if getattr(row, part)}
            return [club for club in clubs if club.pk in showing]

        results = load_front_results(*list_showing("results"))
        return FrontPage(
            settings.INSTALLATION_NAME,
            ("dates",) if list_showing("dates") else (),
            running=load_running(*list_showing("now")),
            results=results,
            federation=FederationFront(tuple(map(build_member, clubs)), load_dates_of_clubs(clubs)),
            podium=load_podium(results[0]) if results else (),
            is_directory=True,
        )
