"""Results on their way into a season of the federation: what it gets to know, what counts, what stays."""

import pytest

from tarockclub.models import Club, FederationMember, LogEntry, Person
from tarockclub.office.privacy.erasing import erase
from tests.support.shared_rows import share_rows
from tests.tournaments.seasons.federation.federations import add_person, found_federation, give, open_season, play
from tests.tournaments.seasons.season.seasons import publish, stands
from tests.tournaments.seasons.season.test_services import code_of
from tournaments.models import SeasonEvent, SeasonOffer, SeasonResult
from tournaments.people.register.services import merge, rename, set_federation_number, set_publicity
from tournaments.seasons.federation.offers import accept_offer, offer, refuse_offer, withdraw_offer
from tournaments.seasons.federation.services import end

pytestmark = pytest.mark.django_db


@share_rows
def clubs():
    """A federation of two clubs, with four players in each; one of them plays in both."""
    federation, adler, post = found_federation("Adler", "Post")
    for club, first in ((adler, 1), (post, 4)):
        for at, name in enumerate(("Anna Maier", "Bert Huber", "Carl Wolf"), first):
            add_person(club, f"{name} {club.name}" if at != 4 else "C. Wolf", f"at {at if at != 4 else 3}")
        add_person(club, f"Gast {club.name}")
    return federation, adler, post


ADLER = ("Anna Maier Adler", "Gast Adler", "Bert Huber Adler", "Carl Wolf Adler")
POST = ("C. Wolf", "Bert Huber Post", "Carl Wolf Post")


def test_persons_are_ranked_by_their_number_whatever_their_club_calls_them(clubs):
    federation, adler, post = clubs
    cup = open_season(federation, formula="10 - place")
    give(play(adler, ADLER), cup)
    give(play(post, POST), cup)
    assert stands(cup) == [
        (1, "Carl Wolf Adler", 15),  # the same number at both: the name that came first
        (2, "Anna Maier Adler", 9),
        (3, "Bert Huber Post", 8),
        (4, "Bert Huber Adler", 7),
        (4, "Carl Wolf Post", 7),
    ]
    person = Person.objects.get(club=federation, federation_number="AT3")
    rename(person, "Karl Wolf")
    give(play(post, POST, name="Zweites"), cup)
    assert stands(cup)[0] == (1, "Karl Wolf", 24)
    assert not Person.objects.filter(club=federation, name__startswith="Gast").exists()


def test_a_federation_gets_the_names_that_everybody_sees(clubs):
    federation, adler, post = clubs
    for name, publicity in (("Anna Maier Adler", "short"), ("Bert Huber Adler", "number"), ("Carl Wolf Adler", "full")):
        set_publicity(Person.objects.get(name=name), publicity)
    cup = open_season(federation)
    give(play(adler, ADLER), cup)
    shown = {number: (name, shown_as or name) for number, name, shown_as in list_people(federation)}
    assert shown["AT1"] == ("Anna Maier A.", "Anna Maier A.")
    assert shown["AT2"][0] == "AT2"
    assert shown["AT2"][1].startswith("Spieler ")
    assert shown["AT3"] == ("Carl Wolf Adler", "Carl Wolf Adler")
    set_publicity(Person.objects.get(name="C. Wolf"), "number")  # the stricter choice of two clubs counts
    give(play(post, POST), cup)
    assert {number: shown_as for number, _name, shown_as in list_people(federation)}["AT3"].startswith("Spieler ")


def list_people(federation):
    return Person.objects.filter(club=federation).values_list("federation_number", "name", "shown_as")


def test_a_corrected_result_is_another_edition_of_the_same_event(clubs):
    federation, adler, _post = clubs
    cup = open_season(federation, formula="10 - place")
    tournament = play(adler, ADLER)
    event = give(tournament, cup, "final")
    assert code_of(lambda: give(play(adler, ADLER[:2], name="Anderes"), cup, "final")) == "final_there"
    publish(tournament, ADLER[::-1])
    set_federation_number(Person.objects.get(name="Gast Adler"), "AT9")
    assert give(tournament, cup) == event
    event.refresh_from_db()
    assert (event.edition, event.kind, event.others, event.name) == (2, "final", "", "Turnier (Adler)")
    assert stands(cup)[0][1] == "Carl Wolf Adler"
    assert SeasonResult.objects.filter(event=event, edition=1).count() == 3
    assert cup.acts.filter(kind="results").latest("sequence").note is not None  # the reason


def test_an_offer_is_decided_once_and_forgets_its_rows(clubs):
    federation, adler, post = clubs
    cup, tournament = open_season(federation), play(adler, ADLER)
    first, again = offer(tournament, cup), offer(tournament, cup)
    assert first == again
    assert code_of(lambda: accept_offer(first.pk, post)) == "offer_decided"  # only the federation decides
    refuse_offer(first.pk, federation)
    assert code_of(lambda: accept_offer(first.pk, federation)) == "offer_decided"
    second = offer(tournament, cup)
    assert code_of(lambda: withdraw_offer(second.pk, post)) == "offer_decided"
    withdraw_offer(second.pk, adler)
    third = offer(tournament, cup)
    assert accept_offer(third.pk, federation) == accept_offer(third.pk, federation)
    assert set(SeasonOffer.objects.values_list("rows", flat=True)) == {""}
    kinds = LogEntry.objects.filter(kind__in=("result_offered", "offer_decided"))
    assert [kinds.filter(log__club=club).count() for club in clubs] == [2, 4, 0]


def test_what_cannot_be_offered_is_refused(clubs):
    federation, adler, _post = clubs
    cup = open_season(federation)
    guests = play(adler, ("Gast Adler",))
    assert code_of(lambda: offer(guests, cup)) == "nobody_has_number"
    stranger = open_season(found_other())
    assert code_of(lambda: offer(play(adler, ADLER), stranger)) == "not_member"


def found_other():
    return Club.objects.create(name="Anderer Verband", slug="anderer", is_federation=True)


def test_a_club_that_leaves_takes_back_what_waits_and_what_counts_stays(clubs):
    federation, adler, _post = clubs
    cup = open_season(federation)
    give(play(adler, ADLER), cup)
    waiting = offer(play(adler, ADLER, name="Zweites"), cup)
    end(FederationMember.objects.get(club=adler).pk, adler)
    waiting.refresh_from_db()
    assert (waiting.state, waiting.rows) == ("withdrawn", "")
    assert len(stands(cup)) == 3
    assert code_of(lambda: offer(play(adler, ADLER, name="Drittes"), cup)) == "not_member"
    assert SeasonEvent.objects.get(season=cup).name == "Turnier (Adler)"


def test_somebody_who_is_erased_is_in_no_offer_and_has_no_number(clubs):
    federation, adler, _post = clubs
    waiting = offer(play(adler, ADLER), open_season(federation))
    anna = Person.objects.get(name="Anna Maier Adler")
    erase(anna)
    waiting.refresh_from_db()
    anna.refresh_from_db()
    assert (waiting.state, waiting.rows, anna.federation_number) == ("withdrawn", "", "")


@pytest.mark.usefixtures("clubs")
def test_a_number_belongs_to_one_person_of_a_club_and_survives_a_merger():
    anna, guest = Person.objects.get(name="Anna Maier Adler"), Person.objects.get(name="Gast Adler")
    assert code_of(lambda: set_federation_number(guest, " AT\t1 ")) == "number_of_another"
    assert code_of(lambda: set_federation_number(guest, "x" * 21)) == "number_too_long"
    set_federation_number(Person.objects.get(name="Gast Post"), "AT1")  # nobody learns who else has it
    merge(guest, anna)
    assert Person.objects.get(pk=guest.pk).federation_number == "AT1"
    assert code_of(lambda: merge(guest, Person.objects.get(name="Bert Huber Adler"))) == "two_numbers"
