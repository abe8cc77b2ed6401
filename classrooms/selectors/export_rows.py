"""The rows of the files that a teacher downloads; the first row of each names its columns."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from classrooms.models import Classroom, Membership
from classrooms.selectors.review import members_of
from trainer.figures import ROLE_OF, TIMED, Figure
from trainer.marking import GROUPS, SKILLS
from trainer.models import Answer
from trainer.selectors.matrix import Filters, chosen_answers, figures_of_people
from trainer.wording import group_name, kind_name, skill_name

AT_ONCE = 2000

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
    answers = chosen_answers([member.user_id for member in members], filters, with_set_aside=True)
    for answer in answers.select_related("set_aside").iterator(chunk_size=AT_ONCE):
        is_timed = answer.role in TIMED and answer.user_id not in unjudged
        yield [
            names[answer.user_id],
            _local(answer.answered_at),
            _("drill") if answer.role in {Answer.Role.OWN, Answer.Role.OWN_UNTIMED} else _("match"),
            _role_name(answer.role),
            answer.try_number,
            answer.prior,
            answer.card,
            answer.change,
            answer.expected,
            answer.announced,
            answer.right,
            skill_name(answer.skill),
            "" if answer.kind is None else kind_name(answer.kind),
            answer.choosing_ms / 1000 if answer.user_id not in unjudged else None,
            answer.computing_ms / 1000 if is_timed else None,
            hasattr(answer, "set_aside"),
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


def _role_name(role: str) -> str:
    return {"own": _("on their own"), "playing": _("playing"), "checking": _("checking")}[ROLE_OF[role]]


def _local(when: datetime) -> datetime:
    return timezone.localtime(when)
