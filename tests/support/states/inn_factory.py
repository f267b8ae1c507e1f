"""A club that has sent a tournament, and has received another installation's; nothing is sent."""

from tarockclub.accounts.actors import ANONYMOUS
from tarockclub.models import Account, Club, HostedAddress, ReceivedSite, SentSite
from tarockclub.time_source import now
from tournaments.live_publishing import keys, receiving
from tournaments.live_publishing.sending import build_pages, find_moment
from tournaments.models import Tournament


def receive_site(club: Club) -> str:
    """Show the pages of a tournament as if a laptop had sent them; return the word in their address."""
    tournament = Tournament.objects.filter(club=club, ended__isnull=False).order_by("-pk").first()
    assert tournament is not None
    HostedAddress.objects.create(club=club, url="https://tarock.example", secret="x", name="Tarockfreunde im Internet")
    keys.create_key(Account.objects.get(login="gustav"), "Laptop des Vereins im Extrazimmer", ANONYMOUS)
    sent = SentSite.objects.create(club=club, kind=SentSite.Kind.TOURNAMENT, thing=tournament.slug)
    moment = find_moment(sent)
    SentSite.objects.filter(pk=sent.pk).update(
        sign=moment.sign, is_there=True, sent=now(), waiting=3, trouble="no_answer", address="https://tarock.example/x/"
    )
    pages = build_pages(moment.subject())
    digests = {path: page.digest for path, page in pages.items()}
    offer = receiving.Offer(tournament.slug, "tournament", moment.name, 1, is_live=False, pages=digests)
    receiving.take_offer(club, offer)
    receiving.store_pieces(club, tournament.slug, {page.digest: page.content for page in pages.values()})
    receiving.take_offer(club, offer)
    return str(ReceivedSite.objects.get().slug)
