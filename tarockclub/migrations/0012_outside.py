"""What a club shows to everybody, and the messages to programs of others."""

import uuid

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tarockclub", "0011_club_look"),
    ]

    operations = [
        migrations.AlterField(
            model_name="clubact",
            name="kind",
            field=models.CharField(
                choices=[("account", "Account"), ("merged", "Merged"), ("public", "Public"), ("sealed", "Sealed")],
                max_length=8,
            ),
        ),
        migrations.AlterField(
            model_name="job",
            name="kind",
            field=models.CharField(
                choices=[("export", "Export"), ("backup", "Backup"), ("webhook", "Webhook")], max_length=8
            ),
        ),
        migrations.CreateModel(
            name="Publication",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("now", models.BooleanField(default=False)),
                ("dates", models.BooleanField(default=False)),
                ("results", models.BooleanField(default=False)),
                ("seasons", models.BooleanField(default=False)),
                ("rules", models.BooleanField(default=False)),
                ("evenings", models.BooleanField(default=False)),
                ("origins", models.TextField(blank=True, default="")),
                ("hook_url", models.CharField(blank=True, default="", max_length=300)),
                ("hook_secret", models.CharField(blank=True, default="", max_length=64)),
                (
                    "club",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="publication", to="tarockclub.club"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("identity", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("event", models.CharField(max_length=32)),
                ("body", models.TextField()),
                ("made", models.DateTimeField()),
                ("due", models.DateTimeField()),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                (
                    "state",
                    models.CharField(
                        choices=[("waiting", "Waiting"), ("done", "Done"), ("failed", "Failed")],
                        default="waiting",
                        max_length=8,
                    ),
                ),
                ("answer", models.CharField(blank=True, default="", max_length=40)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="deliveries", to="tarockclub.club"
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["state", "due"], name="tarockclub__state_1cfbcf_idx")],
            },
        ),
    ]
