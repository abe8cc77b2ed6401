from django.apps import AppConfig


class ClassroomsConfig(AppConfig):
    name = "classrooms"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register who belongs to a class, what is kept, what is no place for pupils, and what drills count for."""
        from classrooms import inventory, keeping  # noqa: F401
        from classrooms.demonstration import deploying  # noqa: F401
        from classrooms.services import assignments  # noqa: F401
