"""What classes play by, and the rules of that in words."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache

from django.db.models import Q, QuerySet
from django.utils import translation

from classrooms.class_settings import ClassSettings
from classrooms.models import Classroom, Membership, SavedSetting
from ninety.engine.rulesets import RuleSet
from ninety.models import User
from ninety.prepared import Number, Prepared
from ninety.rulebook import Rulebook, rulebook, title
from ninety.selectors import settings_say
from ninety.starting_points import STARTING_POINTS, RulesSpec

type SavedNames = tuple[tuple[str, str], ...]
"""The slug and the name of each of some settings."""

_SAVED_NAMES = Prepared(lambda: SavedSetting.objects.filter(owner=Number("owner")).values_list("slug", "name"))


@dataclass(frozen=True)
class RuleCard:
    """The rules of settings in words, and in sentences how they are played, both in one language."""

    language: str
    book: Rulebook
    says: Sequence[str]


def settings_of(classroom: Classroom) -> ClassSettings:
    """Return what a class plays by."""
    return ClassSettings.from_json(classroom.settings)


def settings_for(person: User) -> ClassSettings | None:
    """Return what the class of a pupil plays by; None for whoever is in none."""
    memberships = Membership.objects.filter(user=person, state=Membership.State.IN, classroom__archived_at=None)
    membership = memberships.select_related("classroom").first()
    return None if membership is None else settings_of(membership.classroom)


def saved_settings_of(teacher: User) -> QuerySet[SavedSetting]:
    """Return the settings that a teacher has saved under names."""
    return SavedSetting.objects.filter(owner=teacher)


def saved_names_of(teacher: User) -> SavedNames:
    """Return slug and name of all settings that a teacher has saved."""
    return tuple(_SAVED_NAMES(owner=teacher.pk))


def classrooms_to_set(teacher: User) -> QuerySet[Classroom]:
    """Return the classes whose settings a teacher may change."""
    taught = Classroom.objects.filter(Q(owner=teacher) | Q(co_teachers=teacher), archived_at=None)
    return taught.distinct()


def game_says(rules: RulesSpec) -> str:
    """Name a game in a few words: as its starting point, else by what is changed in it."""
    return _named(json.dumps(rules, sort_keys=True), translation.get_language())


@lru_cache(maxsize=512)
def _named(spec: str, _language: str | None) -> str:
    rules = json.loads(spec)
    point = next((point for point in STARTING_POINTS.values() if point.rules == rules), None)
    return title(RuleSet.from_spec(rules)) if point is None else str(point.name)


def rule_card(settings: ClassSettings, language: str) -> RuleCard:
    """Put settings into words of a language."""
    with translation.override(language):
        says = settings_say(asdict(settings.table_settings()), settings.strength)
        return RuleCard(language, rulebook(settings.rule_set), tuple(says))
