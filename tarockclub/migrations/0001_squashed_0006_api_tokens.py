"""Clubs, persons, notes and accounts, as they began."""

from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import deletion

from tarockclub.migrations._create_models import CreateModels


def found_club(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Found the club of this installation before anybody starts an evening: two at once would make two."""
    apps.get_model("tarockclub", "Club").objects.create(name="Tarockclub")


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("tarockclub", "0001_initial"),
        ("tarockclub", "0002_own_club"),
        ("tarockclub", "0003_note_digest"),
        ("tarockclub", "0004_accounts"),
        ("tarockclub", "0005_merged_persons"),
        ("tarockclub", "0006_api_tokens"),
    ]

    dependencies = []

    operations = [
        CreateModels(
            migrations.CreateModel(
                name="Club",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("name", models.CharField(max_length=80)),
                    ("founded", models.DateTimeField(auto_now_add=True)),
                ],
            ),
            migrations.CreateModel(
                name="Person",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("number", models.PositiveIntegerField()),
                    ("name", models.CharField(max_length=80)),
                    ("erased", models.DateTimeField(blank=True, null=True)),
                    (
                        "club",
                        models.ForeignKey(on_delete=deletion.PROTECT, related_name="persons", to="tarockclub.club"),
                    ),
                    (
                        "merged_into",
                        models.ForeignKey(blank=True, null=True, on_delete=deletion.PROTECT, to="tarockclub.person"),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "number"), name="person_number_once_in_club")
                    ],
                },
            ),
            migrations.CreateModel(
                name="Account",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("password", models.CharField(max_length=128, verbose_name="password")),
                    ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                    ("login", models.CharField(max_length=80, unique=True)),
                    (
                        "role",
                        models.CharField(choices=[("director", "Director"), ("secretary", "Secretary")], max_length=12),
                    ),
                    ("is_active", models.BooleanField(default=True)),
                    (
                        "club",
                        models.ForeignKey(on_delete=deletion.PROTECT, related_name="accounts", to="tarockclub.club"),
                    ),
                    (
                        "person",
                        models.OneToOneField(
                            on_delete=deletion.PROTECT, related_name="account", to="tarockclub.person"
                        ),
                    ),
                ],
                options={
                    "abstract": False,
                },
            ),
            migrations.CreateModel(
                name="ApiToken",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("client", models.CharField(max_length=80)),
                    ("digest", models.CharField(max_length=64, unique=True)),
                    (
                        "role",
                        models.CharField(
                            choices=[("director", "Director"), ("secretary", "Secretary"), ("watcher", "Watcher")],
                            max_length=12,
                        ),
                    ),
                    ("made", models.DateTimeField()),
                    ("expires", models.DateTimeField()),
                    ("ended", models.DateTimeField(blank=True, null=True)),
                    ("used", models.DateField(blank=True, null=True)),
                    (
                        "account",
                        models.ForeignKey(
                            on_delete=deletion.PROTECT,
                            related_name="api_tokens",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                ],
            ),
            migrations.CreateModel(
                name="FailedAttempt",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("scope", models.CharField(max_length=64)),
                    ("at", models.DateTimeField()),
                ],
                options={
                    "indexes": [models.Index(fields=["scope", "at"], name="tarockclub__scope_4f0ab3_idx")],
                },
            ),
            migrations.CreateModel(
                name="Note",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("text", models.TextField()),
                    ("salt", models.BinaryField(max_length=16)),
                    ("erased", models.DateTimeField(blank=True, null=True)),
                    ("digest", models.CharField(blank=True, default="", max_length=64)),
                ],
            ),
            migrations.CreateModel(
                name="SetupCode",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("digest", models.CharField(max_length=64, unique=True)),
                    ("made", models.DateTimeField(auto_now_add=True)),
                ],
            ),
        ),
        migrations.RunPython(found_club, migrations.RunPython.noop),
    ]
