"""A tournament can be cancelled, or moved to another day; its next act seals that it was neither so far."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0022_replaced_codes")]

    operations = [
        migrations.AddField("tournament", "cancelled", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("tournament", "moved_from", models.DateField(blank=True, null=True)),
    ]
