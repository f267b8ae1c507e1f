"""A club keeps which columns its lists have, and which spelling of a name is whom."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tarockclub", "0030_log_by_time"),
        ("tournaments", "0016_seals_of_what_moves_results"),
    ]

    operations = [
        migrations.CreateModel(
            name="ListColumns",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("headings", models.CharField(max_length=2000)),
                ("kinds", models.CharField(max_length=1000)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tarockclub.club"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("club", "headings"), name="list_columns_once_in_club")],
            },
        ),
        migrations.CreateModel(
            name="Spelling",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=80)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tarockclub.club"
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tarockclub.person"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("club", "name"), name="spelling_once_in_club")],
            },
        ),
    ]
