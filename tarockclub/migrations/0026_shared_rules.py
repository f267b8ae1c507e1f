import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tarockclub", "0025_cashiers")]

    operations = [
        migrations.CreateModel(
            name="SharedRules",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("origin", models.UUIDField()),
                (
                    "kind",
                    models.CharField(
                        choices=[("sheet", "Sheet"), ("format", "Format"), ("season", "Season")], max_length=6
                    ),
                ),
                ("is_taken", models.BooleanField(default=False)),
                ("version", models.PositiveIntegerField()),
                ("subject", models.CharField(blank=True, default="", max_length=40)),
                ("text", models.TextField()),
                ("is_public", models.BooleanField(default=False)),
                ("at", models.DateTimeField()),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="shared_rules", to="tarockclub.club"
                    ),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("club", "origin"), name="shared_rules_once")]},
        ),
    ]
