from django.db import migrations, models
from django.db.models import Q

import classrooms.models


def take_names_left_behind(apps, schema_editor):
    apps.get_model("classrooms", "Membership").objects.filter(state="moved").update(name_key="")


class Migration(migrations.Migration):
    dependencies = [("classrooms", "0004_drills_for_some")]

    operations = [
        migrations.AddField("classroom", "ends_on", models.DateField(default=classrooms.models.usual_end)),
        migrations.AddField("classroom", "names_gone_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddConstraint(
            "classroom",
            models.CheckConstraint(
                condition=Q(names_gone_at__isnull=True) | Q(archived_at__isnull=False),
                name="classroom_without_names_is_archived",
            ),
        ),
        migrations.RunPython(take_names_left_behind, migrations.RunPython.noop),
    ]
