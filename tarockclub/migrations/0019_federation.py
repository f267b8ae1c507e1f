"""Members of a federation, and the numbers that it gives to persons."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tarockclub", "0018_roles"),
    ]

    operations = [
        migrations.CreateModel(
            name="FederationMember",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("by_federation", models.BooleanField()),
                ("asked", models.DateTimeField()),
                ("since", models.DateField(blank=True, null=True)),
                ("until", models.DateField(blank=True, null=True)),
            ],
        ),
        migrations.AddField(
            model_name="person",
            name="federation_number",
            field=models.CharField(blank=True, db_default="", default="", max_length=20),
        ),
        migrations.AddConstraint(
            model_name="person",
            constraint=models.UniqueConstraint(
                condition=models.Q(("federation_number__gt", "")),
                fields=("club", "federation_number"),
                name="federation_number_once_in_club",
            ),
        ),
        migrations.AddField(
            model_name="federationmember",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="memberships", to="tarockclub.club"
            ),
        ),
        migrations.AddField(
            model_name="federationmember",
            name="federation",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="members", to="tarockclub.club"
            ),
        ),
        migrations.AddConstraint(
            model_name="federationmember",
            constraint=models.UniqueConstraint(
                condition=models.Q(("until", None)), fields=("federation", "club"), name="federation_member_once"
            ),
        ),
    ]
