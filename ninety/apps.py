from django.apps import AppConfig


class NinetyConfig(AppConfig):
    name = "ninety"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the system checks, and what must hold of the database."""
        from ninety import checks  # noqa: F401
        from ninety.keeping import matches, tables  # noqa: F401
