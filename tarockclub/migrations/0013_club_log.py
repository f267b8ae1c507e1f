"""Each club gets a log; what its acts say about accounts and merged persons is where the log begins."""

import json

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import deletion

from tarockclub.act_chain import build_act_facts
from tarockclub.hash_chain import compute_link


def begin_logs(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Write an entry for each old act, at the time of the act."""
    logs, rows = apps.get_model("tarockclub", "ClubLog").objects, apps.get_model("tarockclub", "LogEntry")
    for club in apps.get_model("tarockclub", "Club").objects.order_by("pk"):
        log, head, known, entries = logs.create(club=club), b"", set(), []
        acts = apps.get_model("tarockclub", "ClubAct").objects.filter(club=club, kind__in=["account", "merged"])
        for sequence, act in enumerate(acts.order_by("sequence"), 1):
            said, kind = json.loads(act.said), act.kind
            person = said.pop("kept" if kind == "merged" else "person")
            if kind == "account" and person not in known:
                kind = "account_made"
            known.add(person)
            text = json.dumps(said, separators=(",", ":"), sort_keys=True)
            who = {"by_id": act.by_id, "device": act.device, "at": act.at}
            entry = rows(log=log, sequence=sequence, kind=kind, said=text, about_id=person, previous_hash=head, **who)
            entry.hash = head = compute_link(head, build_act_facts(entry, f"log {club.pk}"))
            entries.append(entry)
        rows.objects.bulk_create(entries, batch_size=100)
        logs.filter(pk=log.pk).update(entries=len(entries))


class Migration(migrations.Migration):
    dependencies = [
        ("tarockclub", "0012_outside"),
    ]

    operations = [
        migrations.CreateModel(
            name="ClubLog",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("entries", models.PositiveIntegerField(default=0)),
                (
                    "club",
                    models.OneToOneField(on_delete=deletion.PROTECT, related_name="log", to="tarockclub.club"),
                ),
            ],
        ),
        migrations.CreateModel(
            name="FailureCount",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=20)),
                ("account", models.PositiveBigIntegerField()),
                ("since", models.DateTimeField()),
                ("more", models.PositiveIntegerField(default=0)),
                ("locked", models.BooleanField(default=False)),
                (
                    "log",
                    models.ForeignKey(on_delete=deletion.CASCADE, related_name="failures", to="tarockclub.clublog"),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("log", "kind", "account"), name="failure_count_once")],
            },
        ),
        migrations.CreateModel(
            name="LogEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("state", models.TextField(default="{}")),
                ("previous_hash", models.BinaryField(default=bytes, max_length=32)),
                ("hash", models.BinaryField(default=bytes, max_length=32)),
                ("sequence", models.PositiveIntegerField()),
                ("said", models.TextField()),
                ("device", models.CharField(blank=True, default="", max_length=64)),
                ("at", models.DateTimeField()),
                ("kind", models.CharField(max_length=20)),
                (
                    "about",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=deletion.PROTECT,
                        related_name="+",
                        to="tarockclub.person",
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=deletion.PROTECT,
                        related_name="+",
                        to="tarockclub.person",
                    ),
                ),
                (
                    "log",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=deletion.PROTECT,
                        related_name="log_entries",
                        to="tarockclub.clublog",
                    ),
                ),
                (
                    "token",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=deletion.PROTECT,
                        related_name="+",
                        to="tarockclub.apitoken",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("log", "sequence"), name="log_entry_sequence_once")],
            },
        ),
        migrations.RunPython(begin_logs, migrations.RunPython.noop),
    ]
