"""Up to version 1.0: acts and logs, publication, several clubs, federations, work beside the requests."""

import uuid

from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import deletion, functions

from tarockclub.migrations._create_models import CreateModels

NAME_LENGTH = 80


def begin_logs(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Give each club its log, which is empty."""
    log = apps.get_model("tarockclub", "ClubLog")
    log.objects.bulk_create(log(club=club) for club in apps.get_model("tarockclub", "Club").objects.order_by("pk"))


class Migration(migrations.Migration):
    replaces = [
        ("tarockclub", "0007_sessions_and_second_factors"),
        ("tarockclub", "0008_key_fingerprint"),
        ("tarockclub", "0009_club_acts"),
        ("tarockclub", "0010_jobs"),
        ("tarockclub", "0011_club_look"),
        ("tarockclub", "0012_outside"),
        ("tarockclub", "0013_club_log"),
        ("tarockclub", "0014_privacy"),
        ("tarockclub", "0015_note_club"),
        ("tarockclub", "0016_clubs"),
        ("tarockclub", "0017_first_host"),
        ("tarockclub", "0018_roles"),
        ("tarockclub", "0019_federation"),
        ("tarockclub", "0020_from_inn"),
        ("tarockclub", "0021_club_origins"),
        ("tarockclub", "0022_people"),
        ("tarockclub", "0023_importing"),
    ]

    dependencies = [
        ("tarockclub", "0001_squashed_0006_api_tokens"),
        ("sessions", "0001_initial"),
    ]

    operations = [
        migrations.RemoveField(
            model_name="account",
            name="last_login",
        ),
        migrations.AddField(
            model_name="account",
            name="is_helper",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="account",
            name="is_host",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="club",
            name="archived",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="club",
            name="categories",
            field=models.TextField(blank=True, db_default="", default=""),
        ),
        migrations.AddField(
            model_name="club",
            name="colour",
            field=models.CharField(blank=True, default="", max_length=7),
        ),
        migrations.AddField(
            model_name="club",
            name="host_name",
            field=models.CharField(blank=True, default="", max_length=253),
        ),
        migrations.AddField(
            model_name="club",
            name="is_federation",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="club",
            name="links_pages",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="club",
            name="logo",
            field=models.CharField(blank=True, default="", max_length=16),
        ),
        migrations.AddField(
            model_name="club",
            name="shows_towns",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="club",
            name="slug",
            field=models.CharField(blank=True, default="", max_length=40),
        ),
        migrations.AddField(
            model_name="note",
            name="club",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=deletion.PROTECT,
                related_name="+",
                to="tarockclub.club",
            ),
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
            name="federation_number",
            field=models.CharField(blank=True, db_default="", default="", max_length=20),
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
            name="publicity",
            field=models.CharField(
                choices=[("full", "Full"), ("short", "Short"), ("number", "Number")],
                db_default="full",
                default="full",
                max_length=6,
            ),
        ),
        migrations.AddField(
            model_name="person",
            name="shown_as",
            field=models.CharField(blank=True, db_default="", default="", max_length=80),
        ),
        migrations.AddField(
            model_name="person",
            name="town",
            field=models.CharField(blank=True, db_default="", default="", max_length=40),
        ),
        migrations.AlterField(
            model_name="account",
            name="login",
            field=models.CharField(max_length=80),
        ),
        migrations.AlterField(
            model_name="account",
            name="role",
            field=models.CharField(
                blank=True,
                choices=[
                    ("director", "Director"),
                    ("secretary", "Secretary"),
                    ("referee", "Referee"),
                    ("treasurer", "Treasurer"),
                    ("watcher", "Watcher"),
                ],
                max_length=12,
            ),
        ),
        migrations.AlterField(
            model_name="apitoken",
            name="role",
            field=models.CharField(
                choices=[
                    ("director", "Director"),
                    ("secretary", "Secretary"),
                    ("referee", "Referee"),
                    ("treasurer", "Treasurer"),
                    ("watcher", "Watcher"),
                ],
                max_length=12,
            ),
        ),
        migrations.AddIndex(
            model_name="person",
            index=models.Index(fields=["club", "name"], name="person_by_name"),
        ),
        migrations.AddConstraint(
            model_name="account",
            constraint=models.UniqueConstraint(fields=("club", "login"), name="account_login_once_in_club"),
        ),
        migrations.AddConstraint(
            model_name="club",
            constraint=models.UniqueConstraint(
                condition=models.Q(("slug", ""), _negated=True), fields=("slug",), name="club_slug_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="club",
            constraint=models.UniqueConstraint(
                condition=models.Q(("host_name", ""), _negated=True), fields=("host_name",), name="club_host_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="person",
            constraint=models.UniqueConstraint(
                condition=models.Q(("federation_number__gt", "")),
                fields=("club", "federation_number"),
                name="federation_number_once_in_club",
            ),
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
        CreateModels(
            migrations.CreateModel(
                name="ClubAct",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("state", models.TextField(default="{}")),
                    ("previous_hash", models.BinaryField(default=bytes, max_length=32)),
                    ("hash", models.BinaryField(default=bytes, max_length=32)),
                    ("sequence", models.PositiveIntegerField()),
                    (
                        "kind",
                        models.CharField(
                            choices=[
                                ("account", "Account"),
                                ("merged", "Merged"),
                                ("erased", "Erased"),
                                ("public", "Public"),
                                ("sealed", "Sealed"),
                            ],
                            max_length=8,
                        ),
                    ),
                    ("said", models.TextField()),
                    ("device", models.CharField(blank=True, default="", max_length=64)),
                    ("at", models.DateTimeField()),
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
                        "club",
                        models.ForeignKey(
                            db_index=False,
                            on_delete=deletion.PROTECT,
                            related_name="acts",
                            to="tarockclub.club",
                        ),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "sequence"), name="club_act_sequence_once")
                    ],
                },
            ),
            migrations.CreateModel(
                name="ClubLog",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("entries", models.PositiveIntegerField(default=0)),
                    (
                        "club",
                        models.OneToOneField(on_delete=deletion.PROTECT, related_name="log", to="tarockclub.club"),
                    ),
                ],
            ),
            migrations.CreateModel(
                name="ClubLogo",
                fields=[
                    (
                        "club",
                        models.OneToOneField(
                            on_delete=deletion.CASCADE,
                            primary_key=True,
                            related_name="+",
                            serialize=False,
                            to="tarockclub.club",
                        ),
                    ),
                    ("png", models.BinaryField()),
                ],
            ),
            migrations.CreateModel(
                name="ClubOrigin",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("digest", models.CharField(max_length=64)),
                    ("made", models.DateTimeField()),
                    ("at", models.DateTimeField()),
                    ("shifts", models.TextField(default="{}")),
                    ("keys", models.TextField(default="{}")),
                    (
                        "club",
                        models.ForeignKey(on_delete=deletion.PROTECT, related_name="origins", to="tarockclub.club"),
                    ),
                ],
            ),
            migrations.CreateModel(
                name="Delivery",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
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
                        models.ForeignKey(on_delete=deletion.PROTECT, related_name="deliveries", to="tarockclub.club"),
                    ),
                ],
                options={
                    "indexes": [models.Index(fields=["state", "due"], name="tarockclub__state_1cfbcf_idx")],
                },
            ),
            migrations.CreateModel(
                name="FailureCount",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
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
                    "constraints": [
                        models.UniqueConstraint(fields=("log", "kind", "account"), name="failure_count_once")
                    ],
                },
            ),
            migrations.CreateModel(
                name="FederationMember",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("by_federation", models.BooleanField()),
                    ("asked", models.DateTimeField()),
                    ("since", models.DateField(blank=True, null=True)),
                    ("until", models.DateField(blank=True, null=True)),
                    (
                        "club",
                        models.ForeignKey(on_delete=deletion.PROTECT, related_name="memberships", to="tarockclub.club"),
                    ),
                    (
                        "federation",
                        models.ForeignKey(on_delete=deletion.PROTECT, related_name="members", to="tarockclub.club"),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(
                            condition=models.Q(("until", None)),
                            fields=("federation", "club"),
                            name="federation_member_once",
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="HostedAddress",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("url", models.CharField(max_length=300)),
                    ("secret", models.CharField(max_length=64)),
                    ("name", models.CharField(blank=True, default="", max_length=80)),
                    (
                        "club",
                        models.OneToOneField(
                            on_delete=deletion.PROTECT, related_name="hosted_address", to="tarockclub.club"
                        ),
                    ),
                ],
            ),
            migrations.CreateModel(
                name="Job",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    (
                        "kind",
                        models.CharField(
                            choices=[
                                ("export", "Export"),
                                ("backup", "Backup"),
                                ("webhook", "Webhook"),
                                ("site", "Site"),
                                ("publish", "Publish"),
                                ("rehearse", "Rehearse"),
                                ("upload", "Upload"),
                                ("import", "Import"),
                                ("send", "Send"),
                            ],
                            max_length=8,
                        ),
                    ),
                    ("key", models.CharField(max_length=64)),
                    ("about", models.CharField(blank=True, max_length=64)),
                    ("slot", models.PositiveSmallIntegerField(default=0)),
                    ("arguments", models.JSONField(default=dict)),
                    (
                        "state",
                        models.CharField(
                            choices=[
                                ("arriving", "Arriving"),
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
                    ("sign", models.DateTimeField(db_default=functions.Now())),
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
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("number", models.PositiveIntegerField()),
                    ("content", models.BinaryField()),
                    (
                        "job",
                        models.ForeignKey(
                            db_index=False,
                            on_delete=deletion.CASCADE,
                            related_name="parts",
                            to="tarockclub.job",
                        ),
                    ),
                ],
                options={
                    "constraints": [models.UniqueConstraint(fields=("job", "number"), name="job_part_once")],
                },
            ),
            migrations.CreateModel(
                name="KeyFingerprint",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("digest", models.CharField(max_length=64)),
                ],
            ),
            migrations.CreateModel(
                name="LogEntry",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
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
                    "indexes": [
                        models.Index(
                            condition=models.Q(("kind", "looked")), fields=["by", "at"], name="log_entry_looks"
                        )
                    ],
                    "constraints": [
                        models.UniqueConstraint(fields=("log", "sequence"), name="log_entry_sequence_once")
                    ],
                },
            ),
            migrations.CreateModel(
                name="OriginChain",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("name", models.CharField(max_length=80)),
                    ("until", models.PositiveIntegerField()),
                    (
                        "origin",
                        models.ForeignKey(
                            on_delete=deletion.PROTECT, related_name="chains", to="tarockclub.cluborigin"
                        ),
                    ),
                ],
                options={
                    "constraints": [models.UniqueConstraint(fields=("name", "until"), name="origin_chain_once")],
                },
            ),
            migrations.CreateModel(
                name="PrivacySettings",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("controller", models.CharField(blank=True, default="", max_length=160)),
                    ("contact", models.TextField(blank=True, default="")),
                    ("declined_days", models.PositiveIntegerField(default=90)),
                    ("exports_days", models.PositiveIntegerField(default=1)),
                    ("programs_days", models.PositiveIntegerField(default=365)),
                    ("remarks_days", models.PositiveIntegerField(default=0)),
                    (
                        "club",
                        models.OneToOneField(on_delete=deletion.PROTECT, related_name="privacy", to="tarockclub.club"),
                    ),
                ],
            ),
            migrations.CreateModel(
                name="Publication",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
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
                            on_delete=deletion.PROTECT, related_name="publication", to="tarockclub.club"
                        ),
                    ),
                ],
            ),
            migrations.CreateModel(
                name="PublishingKey",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("name", models.CharField(max_length=80)),
                    ("digest", models.CharField(max_length=64, unique=True)),
                    ("made", models.DateTimeField()),
                    ("used", models.DateTimeField(blank=True, null=True)),
                    ("ended", models.DateTimeField(blank=True, null=True)),
                    ("minute", models.PositiveBigIntegerField(default=0)),
                    ("requests", models.PositiveIntegerField(default=0)),
                    ("size", models.PositiveBigIntegerField(default=0)),
                    ("may_import", models.BooleanField(default=False)),
                    (
                        "by",
                        models.ForeignKey(
                            null=True,
                            on_delete=deletion.SET_NULL,
                            related_name="+",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                    (
                        "club",
                        models.ForeignKey(
                            on_delete=deletion.PROTECT,
                            related_name="publishing_keys",
                            to="tarockclub.club",
                        ),
                    ),
                ],
            ),
            migrations.CreateModel(
                name="ReceivedSite",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("thing", models.UUIDField()),
                    ("slug", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                    ("kind", models.CharField(max_length=10)),
                    ("name", models.CharField(max_length=80)),
                    ("sequence", models.PositiveBigIntegerField(default=0)),
                    ("sign", models.CharField(blank=True, default="", max_length=64)),
                    ("is_live", models.BooleanField(default=False)),
                    ("stand", models.DateTimeField(blank=True, null=True)),
                    ("ended", models.DateTimeField(blank=True, null=True)),
                    (
                        "club",
                        models.ForeignKey(
                            on_delete=deletion.PROTECT, related_name="received_sites", to="tarockclub.club"
                        ),
                    ),
                ],
                options={
                    "constraints": [models.UniqueConstraint(fields=("club", "thing"), name="received_site_once")],
                },
            ),
            migrations.CreateModel(
                name="ReceivedPiece",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("digest", models.CharField(max_length=64)),
                    ("content", models.BinaryField()),
                    ("size", models.PositiveIntegerField()),
                    (
                        "site",
                        models.ForeignKey(
                            on_delete=deletion.CASCADE, related_name="pieces", to="tarockclub.receivedsite"
                        ),
                    ),
                ],
                options={
                    "constraints": [models.UniqueConstraint(fields=("site", "digest"), name="received_piece_once")],
                },
            ),
            migrations.CreateModel(
                name="ReceivedPage",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("path", models.CharField(max_length=200)),
                    (
                        "piece",
                        models.ForeignKey(
                            on_delete=deletion.CASCADE, related_name="pages", to="tarockclub.receivedpiece"
                        ),
                    ),
                    (
                        "site",
                        models.ForeignKey(
                            on_delete=deletion.CASCADE, related_name="pages", to="tarockclub.receivedsite"
                        ),
                    ),
                ],
                options={
                    "constraints": [models.UniqueConstraint(fields=("site", "path"), name="received_page_once")],
                },
            ),
            migrations.CreateModel(
                name="SecondFactor",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("secret", models.CharField(max_length=64)),
                    ("last_step", models.BigIntegerField()),
                    ("made", models.DateTimeField()),
                    (
                        "account",
                        models.OneToOneField(
                            on_delete=deletion.CASCADE,
                            related_name="second_factor",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                ],
            ),
            migrations.CreateModel(
                name="RecoveryCode",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("digest", models.CharField(max_length=64)),
                    (
                        "factor",
                        models.ForeignKey(
                            on_delete=deletion.CASCADE,
                            related_name="recovery_codes",
                            to="tarockclub.secondfactor",
                        ),
                    ),
                ],
                options={
                    "constraints": [models.UniqueConstraint(fields=("factor", "digest"), name="recovery_code_once")],
                },
            ),
            migrations.CreateModel(
                name="SentSite",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    (
                        "kind",
                        models.CharField(choices=[("tournament", "Tournament"), ("season", "Season")], max_length=10),
                    ),
                    ("thing", models.UUIDField()),
                    ("is_on", models.BooleanField(default=True)),
                    ("is_there", models.BooleanField(default=False)),
                    ("sequence", models.PositiveBigIntegerField(default=0)),
                    ("sign", models.CharField(blank=True, default="", max_length=64)),
                    ("there", models.JSONField(default=dict)),
                    ("waiting", models.PositiveIntegerField(default=0)),
                    ("sent", models.DateTimeField(blank=True, null=True)),
                    ("trouble", models.CharField(blank=True, default="", max_length=40)),
                    ("address", models.CharField(blank=True, default="", max_length=400)),
                    (
                        "club",
                        models.ForeignKey(on_delete=deletion.PROTECT, related_name="sent_sites", to="tarockclub.club"),
                    ),
                ],
                options={
                    "constraints": [models.UniqueConstraint(fields=("club", "thing"), name="sent_site_once")],
                },
            ),
            migrations.CreateModel(
                name="Session",
                fields=[
                    (
                        "session_key",
                        models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name="session key"),
                    ),
                    ("session_data", models.TextField(verbose_name="session data")),
                    ("expire_date", models.DateTimeField(db_index=True, verbose_name="expire date")),
                    (
                        "account",
                        models.ForeignKey(
                            null=True,
                            on_delete=deletion.CASCADE,
                            related_name="sessions",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                ],
                options={
                    "verbose_name": "session",
                    "verbose_name_plural": "sessions",
                    "abstract": False,
                },
            ),
            migrations.CreateModel(
                name="SetAsideBook",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("slug", models.UUIDField()),
                    ("side", models.CharField(max_length=4)),
                    ("sequence", models.PositiveIntegerField()),
                    ("head", models.CharField(max_length=64)),
                    ("text", models.TextField()),
                    ("at", models.DateTimeField()),
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
                        "club",
                        models.ForeignKey(
                            on_delete=deletion.PROTECT,
                            related_name="set_aside_books",
                            to="tarockclub.club",
                        ),
                    ),
                ],
            ),
        ),
        # Sessions that were kept in Django's own table: whoever was logged in by one logs in again.
        migrations.RunSQL("DELETE FROM django_session", migrations.RunSQL.noop),
        migrations.RunPython(begin_logs, migrations.RunPython.noop),
    ]
