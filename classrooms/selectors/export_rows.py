"""The rows of the files that a teacher downloads; the first row of each names its columns."""

from collections.abc import Iterator, Sequence

from django.utils import timezone
from django.utils.translation import gettext as _

from classrooms.models import Classroom, Membership
from classrooms.selectors.review import members_of
from trainer.figures import ROLE_OF, TIMED, Figure
from trainer.marking import GROUPS, KINDS, SKILLS
from trainer.selectors.matrix import Filters, chosen_answers, figures_of_people
from trainer.wording import group_name, kind_name, skill_name

AT_ONCE = 2000
COLUMNS = (
    *("user_id", "answered_at", "role", "try_number", "prior", "card", "change", "expected", "announced", "right"),
    *("skill", "kinds", "choosing_ms", "computing_ms", "set_aside"),
)

type Rows = Iterator[Sequence[object]]


def matrix_rows(classroom: Classroom, filters: Filters, *, hide_names: bool = False) -> Rows:
    """Yield a pupil a row: right, answered, not answered and median seconds for all sums, each group and each skill."""
    members = members_of(classroom)
    names = _names(members, hide_names=hide_names)
    parts = [_("all sums"), *(group_name(group) for group in GROUPS), *(skill_name(skill) for skill in SKILLS)]
    figures = [_("right"), _("answered"), _("no answer"), _("median seconds")]
    yield [_("Name"), *(f"{part}: {figure}" for part in parts for figure in figures)]
    found = figures_of_people([member.user_id for member in members], filters)
    for member in members:
        mine = found[member.user_id]
        row: list[object] = [names[member.user_id]]
        for figure in (mine.overall, *mine.groups.values(), *mine.skills.values()):
            row.extend(_figure(figure))
        yield row


def answer_rows(classroom: Classroom, filters: Filters, *, hide_names: bool = False) -> Rows:
    """Yield an answer a row, second tries and those set aside included, as the log has them."""
    members = members_of(classroom)
    names = _names(members, hide_names=hide_names)
    unjudged = {member.user_id for member in members if not member.user.times_judged}
    yield [
        *(_("Name"), _("when"), _("where"), _("how answered"), _("try"), _("total before"), _("card")),
        *(_("change"), _("right total"), _("said"), _("right"), _("skill"), _("mistake")),
        *(_("seconds to choose"), _("seconds to compute"), _("set aside")),
    ]
    found = chosen_answers([member.user_id for member in members], filters, with_set_aside=True)
    skills, roles, kinds = {skill: skill_name(skill) for skill in SKILLS}, _role_names(), _kind_names()
    zone = timezone.get_current_timezone()
    for row in found.values_list(*COLUMNS).iterator(chunk_size=AT_ONCE):
        person, when, role, number, *sum_and_answer, skill, made, choosing_ms, computing_ms, aside = row
        is_judged = person not in unjudged
        yield [
            *(names[person], when.astimezone(zone), *roles[role], number, *sum_and_answer, skills[skill]),
            kinds[made[0]] if made else "",
            choosing_ms / 1000 if is_judged else None,
            computing_ms / 1000 if is_judged and role in TIMED else None,
            aside is not None,
        ]


def _names(members: Sequence[Membership], *, hide_names: bool) -> dict[int, str]:
    """Return what each is called in a file: by name, or by a number in the order of the class."""
    if not hide_names:
        return {member.user_id: member.user.display_name for member in members}
    says = _("Pupil %(number)s")
    return {member.user_id: says % {"number": number} for number, member in enumerate(members, start=1)}


def _figure(figure: Figure) -> list[object]:
    seconds = None if figure.median_ms is None else figure.median_ms / 1000
    return [figure.right, figure.answers, figure.no_answers, seconds]


def _role_names() -> dict[str, tuple[str, str]]:
    """Return where and how an answer was given, by its role in the log."""
    says = {"own": _("on their own"), "playing": _("playing"), "checking": _("checking")}
    return {
        role: (_("drill") if counts_in == "own" else _("match"), says[counts_in]) for role, counts_in in ROLE_OF.items()
    }


def _kind_names() -> dict[str, str]:
    return {kind: kind_name(kind) for kind in KINDS}
