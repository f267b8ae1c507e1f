"""Hands of phones without network about which people decide, and how often a table had one."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0006_access_and_marks"),
        ("tarockclub", "0004_accounts"),
    ]

    operations = [
        migrations.AddField(
            model_name="gametable",
            name="held",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.CreateModel(
            name="HeldHand",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=64)),
                ("body_digest", models.CharField(max_length=64)),
                ("previous", models.CharField(blank=True, default="", max_length=64)),
                ("seats", models.CharField(max_length=100)),
                ("fields", models.TextField()),
                ("why", models.CharField(choices=[("stale", "Stale"), ("ended", "Ended")], max_length=5)),
                ("device", models.CharField(blank=True, default="", max_length=64)),
                ("at", models.DateTimeField()),
                ("entered", models.DateTimeField()),
                (
                    "decided_as",
                    models.CharField(
                        blank=True, choices=[("same", "Same"), ("dropped", "Dropped")], default="", max_length=7
                    ),
                ),
                ("deal", models.PositiveBigIntegerField(default=0)),
                ("note", models.CharField(blank=True, default="", max_length=300)),
                ("decided_device", models.CharField(blank=True, default="", max_length=64)),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tarockclub.person",
                    ),
                ),
                (
                    "decided_by",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tarockclub.person",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="held_hands",
                        to="scoring.gametable",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("table", "key"), name="held_hand_key_once")],
            },
        ),
    ]
