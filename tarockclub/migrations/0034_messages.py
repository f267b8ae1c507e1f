"""Addresses of people for messages, and the messages."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tarockclub", "0033_new_names"),
    ]

    operations = [
        migrations.AlterField(
            model_name="job",
            name="kind",
            field=models.CharField(
                choices=[
                    ("export", "Export"),
                    ("backup", "Backup"),
                    ("site", "Site"),
                    ("folder", "Folder"),
                    ("rehearse", "Rehearse"),
                    ("upload", "Upload"),
                    ("import", "Import"),
                    ("message", "Message"),
                ],
                max_length=8,
            ),
        ),
        migrations.CreateModel(
            name="MessageAddress",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("channel", models.CharField(choices=[("mail", "Mail"), ("push", "Push")], max_length=4)),
                ("value", models.CharField(max_length=1500)),
                ("language", models.CharField(max_length=2)),
                ("unwanted", models.CharField(blank=True, default="", max_length=80)),
                ("confirmed", models.DateTimeField(blank=True, null=True)),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="message_addresses",
                        to="tarockclub.person",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Message",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=8)),
                ("key", models.CharField(max_length=64)),
                ("subject", models.CharField(blank=True, max_length=200)),
                ("text", models.CharField(blank=True, max_length=600)),
                ("path", models.CharField(blank=True, max_length=300)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("sending", "Sending"),
                            ("sent", "Sent"),
                            ("failed", "Failed"),
                            ("unclear", "Unclear"),
                            ("stopped", "Stopped"),
                        ],
                        default="waiting",
                        max_length=8,
                    ),
                ),
                ("at", models.DateTimeField()),
                ("due", models.DateTimeField()),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("answer", models.CharField(blank=True, default="", max_length=30)),
                (
                    "address",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
                        to="tarockclub.messageaddress",
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="messageaddress",
            constraint=models.UniqueConstraint(fields=("person", "channel", "value"), name="message_address_once"),
        ),
        migrations.AddIndex(
            model_name="message",
            index=models.Index(fields=["state", "due"], name="message_by_state"),
        ),
        migrations.AddConstraint(
            model_name="message",
            constraint=models.UniqueConstraint(fields=("address", "key"), name="message_once"),
        ),
    ]
