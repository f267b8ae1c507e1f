"""Results that clubs give to the seasons of their federation."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tarockclub", "0019_federation"),
        ("tournaments", "0007_roles"),
    ]

    operations = [
        migrations.AddField(
            model_name="seasonevent",
            name="others",
            field=models.TextField(blank=True, default=""),
        ),
        migrations.AddField(
            model_name="seasonresult",
            name="made",
            field=models.BigIntegerField(blank=True, null=True),
        ),
        migrations.CreateModel(
            name="SeasonOffer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("tournament", models.UUIDField()),
                ("name", models.CharField(max_length=80)),
                ("day", models.DateField()),
                ("edition", models.PositiveIntegerField()),
                ("players", models.PositiveIntegerField()),
                ("rows", models.TextField(blank=True, default="")),
                ("counted", models.PositiveIntegerField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("accepted", "Accepted"),
                            ("declined", "Declined"),
                            ("withdrawn", "Withdrawn"),
                        ],
                        default="waiting",
                        max_length=9,
                    ),
                ),
                ("at", models.DateTimeField()),
                ("decided", models.DateTimeField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="offers", to="tarockclub.club"
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="offers",
                        to="tournaments.seasonevent",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="offers", to="tournaments.season"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state", "waiting")),
                        fields=("season", "tournament"),
                        name="season_offer_waits_once",
                    )
                ],
            },
        ),
    ]
