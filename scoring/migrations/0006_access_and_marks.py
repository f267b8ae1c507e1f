"""Links that let phones write at a table, and what other phones say of a line."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0005_no_index_of_entries"),
        ("tarockclub", "0004_accounts"),
    ]

    operations = [
        migrations.CreateModel(
            name="AccessToken",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("made", models.DateTimeField()),
                ("expires", models.DateTimeField()),
                ("ended", models.DateTimeField(blank=True, null=True)),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="tokens", to="scoring.gametable"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Mark",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[("fits", "Fits"), ("disputed", "Disputed"), ("settled", "Settled")], max_length=8
                    ),
                ),
                ("place", models.PositiveSmallIntegerField()),
                ("key", models.CharField(max_length=64)),
                ("device", models.CharField(blank=True, default="", max_length=64)),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        to="tarockclub.person",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="marks",
                        to="scoring.entry",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="marks", to="scoring.gametable"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("table", "key"), name="mark_key_once"),
                    models.CheckConstraint(condition=models.Q(("place__lt", 6)), name="mark_place_known"),
                ],
            },
        ),
    ]
