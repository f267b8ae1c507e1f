"""Work that one process does for all machines."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tarockclub", "0009_club_acts"),
    ]

    operations = [
        migrations.CreateModel(
            name="Job",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(choices=[("export", "Export"), ("backup", "Backup")], max_length=8)),
                ("key", models.CharField(max_length=64)),
                ("about", models.CharField(blank=True, max_length=64)),
                ("slot", models.PositiveSmallIntegerField(default=0)),
                ("arguments", models.JSONField(default=dict)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("running", "Running"),
                            ("done", "Done"),
                            ("failed", "Failed"),
                        ],
                        default="waiting",
                        max_length=8,
                    ),
                ),
                ("done", models.PositiveIntegerField(default=0)),
                ("of", models.PositiveIntegerField(default=0)),
                ("begun", models.DateTimeField()),
                ("sign", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("runner", models.CharField(blank=True, default="", max_length=128)),
                ("attempts", models.PositiveSmallIntegerField(default=1)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("kind", "key"), name="job_key_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("state", "waiting"), ("state", "running"), _connector="OR"),
                        fields=("kind", "about"),
                        name="job_about_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("state", "waiting"), ("state", "running"), _connector="OR"),
                        fields=("kind", "slot"),
                        name="job_slot_once",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="JobPart",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("content", models.BinaryField()),
                (
                    "job",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="parts",
                        to="tarockclub.job",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("job", "number"), name="job_part_once")],
            },
        ),
    ]
