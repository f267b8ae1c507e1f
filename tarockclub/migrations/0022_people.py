"""Town, the cup's number, categories, year of birth and contact of persons; their own pages; namesakes."""

from typing import Any

from django.db import migrations, models
from django.db.models import Count

LENGTH = 80


def tell_apart(apps: Any, _schema_editor: Any) -> None:
    """Put the number in the register behind the names of people who share one: nobody has a town yet."""
    person = apps.get_model("tarockclub", "Person")
    there = person.objects.filter(merged_into=None, erased=None)
    shared = there.values("club", "name").annotate(many=Count("pk")).filter(many__gt=1).order_by()
    for pair in list(shared):
        for one in there.filter(club=pair["club"], name=pair["name"]):
            beside = f" ({one.number})"
            called = f"{one.name[: LENGTH - len(beside)]}{beside}"
            shown = (
                one.shown_as
                if one.publicity == "number"
                else f"{(one.shown_as or one.name)[: LENGTH - len(beside)]}{beside}"
            )
            person.objects.filter(pk=one.pk).update(called=called, shown_as=shown)
            person.objects.filter(merged_into=one.pk).update(called=called, shown_as=shown)


class Migration(migrations.Migration):
    dependencies = [
        ("tarockclub", "0021_club_origins"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="categories",
            field=models.TextField(blank=True, db_default="", default=""),
        ),
        migrations.AddField(
            model_name="club",
            name="links_pages",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="club",
            name="shows_towns",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="person",
            name="birth_year",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="person",
            name="called",
            field=models.CharField(blank=True, db_default="", default="", max_length=80),
        ),
        migrations.AddField(
            model_name="person",
            name="categories",
            field=models.CharField(blank=True, db_default="", default="", max_length=120),
        ),
        migrations.AddField(
            model_name="person",
            name="contact",
            field=models.CharField(blank=True, db_default="", default="", max_length=300),
        ),
        migrations.AddField(
            model_name="person",
            name="details_public",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="person",
            name="page_digest",
            field=models.CharField(blank=True, db_default="", default="", max_length=64),
        ),
        migrations.AddField(
            model_name="person",
            name="page_public",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="person",
            name="player_number",
            field=models.CharField(blank=True, db_default="", default="", max_length=20),
        ),
        migrations.AddField(
            model_name="person",
            name="town",
            field=models.CharField(blank=True, db_default="", default="", max_length=40),
        ),
        migrations.AddIndex(
            model_name="person",
            index=models.Index(fields=["club", "name"], name="person_by_name"),
        ),
        migrations.AddConstraint(
            model_name="person",
            constraint=models.UniqueConstraint(
                condition=models.Q(("player_number__gt", "")),
                fields=("club", "player_number"),
                name="player_number_once_in_club",
            ),
        ),
        migrations.AddConstraint(
            model_name="person",
            constraint=models.UniqueConstraint(
                condition=models.Q(("page_digest__gt", "")), fields=("page_digest",), name="page_digest_once"
            ),
        ),
        migrations.RunPython(tell_apart, migrations.RunPython.noop),
    ]
