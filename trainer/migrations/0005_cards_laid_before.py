from django.db import migrations


def say_where_they_stand(apps, schema_editor):
    """Note of each card that lay on a table before there were phases that it waits for its total, and what was said."""
    Match, Answer = apps.get_model("ninety", "Match"), apps.get_model("trainer", "Answer")
    for match in Match.objects.filter(committed__isnull=False).iterator():
        if "phase" in match.committed:
            continue
        said = Answer.objects.filter(match=match, play_number=match.steps + 1, role="player").order_by("try_number")
        match.committed |= {
            "phase": "laid",
            "laid_at": match.step_since.isoformat(),
            "tried": list(said.values_list("announced", flat=True)),
        }
        match.save(update_fields=["committed"])


class Migration(migrations.Migration):

    dependencies = [
        ("ninety", "0002_live_tables"),
        ("trainer", "0004_drills"),
    ]

    operations = [migrations.RunPython(say_where_they_stand, migrations.RunPython.noop)]
