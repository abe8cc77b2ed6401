"""The rows of the files that a teacher downloads; the first row of each names its columns."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import batched

from django.db.models import Count, Max, Model, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from classrooms.models import Classroom, Membership
from classrooms.selectors.pupil_page import while_here
from classrooms.selectors.review import members_of
from ninety.models import Seat
from trainer.figures import ROLE_OF, TIMED, Figure
from trainer.marking import CARD_RULES, GROUPS, KINDS, SKILLS
from trainer.minutes import whole_minutes
from trainer.models import Drill, Judgement
from trainer.selectors.drill_results import figures_of_drills
from trainer.selectors.drill_words import drill_name, options_text
from trainer.selectors.drills import LAID_READY, is_finished, options_of
from trainer.selectors.matrix import Filters, chosen_answers, figures_of_people, while_there
from trainer.selectors.practised import times_of_people
from trainer.wording import group_name, judgement_name, kind_name, skill_name

AT_ONCE = 2000
COLUMNS = (
    *("user_id", "answered_at", "role", "try_number", "prior", "card", "change", "expected", "announced", "right"),
    *("skill", "kinds", "choosing_ms", "computing_ms", "set_aside"),
)

type Rows = Iterator[Sequence[object]]


def files_offered() -> tuple[tuple[str, str, bool], ...]:
    """Return what can be downloaded, each with its name, and whether it is a table."""
    return (
        ("matrix", _("The pupils by sorts of sums"), True),
        ("pupils", _("Pupils: answers, minutes, drills, matches"), True),
        ("drills", _("Every drill"), True),
        ("answers", _("Every single answer"), True),
        ("judgements", _("Every judgement: being stuck, agreeing, cards that did not fit"), True),
        ("records", _("Records of matches"), False),
    )


def matrix_rows(classroom: Classroom, filters: Filters, *, hide_names: bool = False) -> Rows:
    """Yield a pupil a row: right, answered, not answered and median seconds for all sums, each group and each skill."""
    members = members_of(classroom)
    names = names_in_files(members, hide_names=hide_names)
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


def pupil_rows(classroom: Classroom, filters: Filters, *, hide_names: bool = False) -> Rows:
    """Yield a pupil a row: what was answered, how much of it rightly, how fast, for how long, and how much was done.

    Drills and matches are those that were finished; they and the minutes are of the whole period, whatever else the
    filters choose.
    """
    members = members_of(classroom)
    people, names = [member.user_id for member in members], names_in_files(members, hide_names=hide_names)
    yield [
        *(_("Name"), _("right"), _("answered"), _("percent right"), _("no answer"), _("median seconds")),
        *(_("cards that are no sum, right"), _("cards that are no sum, answered"), _("second tries that were right")),
        *(_("minutes of practice"), _("drills"), _("matches"), _("last answer")),
    ]
    figures, times = figures_of_people(people, filters), times_of_people(people, filters.period)
    second, newest = _second_tries(people, filters), _newest(people, filters)
    drills, matches = _finished_drills(people, filters), _finished_matches(people, filters)
    zone = timezone.get_current_timezone()
    for member in members:
        person = member.user_id
        overall, rules = figures[person].overall, figures[person].groups["card-rules"]
        percent = None if overall.accuracy is None else round(100 * overall.accuracy, 1)
        minutes = whole_minutes(sum((time for _came, time in while_here(member, times[person])), timedelta()))
        yield [
            *(names[person], overall.right, overall.answers, percent, overall.no_answers),
            None if overall.median_ms is None else overall.median_ms / 1000,
            *(rules.right, rules.answers, second.get(person, 0), minutes),
            *(drills.get(person, 0), matches.get(person, 0)),
            newest[person].astimezone(zone) if person in newest else None,
        ]


def drill_rows(classroom: Classroom, filters: Filters, *, hide_names: bool = False) -> Rows:
    """Yield a drill a row, of those begun in the period, also those that were not finished."""
    members = members_of(classroom)
    names = names_in_files(members, hide_names=hide_names)
    unjudged = {member.user_id for member in members if not member.user.times_judged}
    yield [
        *(_("Name"), _("begun"), _("ended"), _("drill"), _("settings"), _("was set"), _("finished")),
        *(_("sums"), _("right"), _("longest run"), _("busts"), _("seconds used")),
        *(_("correct digits a minute"), _("median seconds"), _("doubtful times"), _("sent late")),
    ]
    zone = timezone.get_current_timezone()
    begun = within(Drill.objects.filter(user__in=names).exclude(LAID_READY), "started_at", filters)
    found = begun.defer("deal", "standing", "events").select_related("assigned").order_by("started_at", "pk")
    for drills in batched(found.iterator(chunk_size=AT_ONCE), AT_ONCE):
        figures = figures_of_drills(drills)
        for drill in drills:
            is_judged, figure = drill.user_id not in unjudged, figures[drill.pk]
            median_ms, digits = figure.median_ms, figure.correct_digits_a_minute
            yield [
                *(names[drill.user_id], drill.started_at.astimezone(zone)),
                drill.ended_at.astimezone(zone) if drill.ended_at else None,
                *(drill_name(drill.kind), options_text(options_of(drill), drill.seconds)),
                *(hasattr(drill, "assigned"), is_finished(drill)),
                *(drill.sums, drill.right, drill.longest_run, drill.busts),
                drill.used_ms / 1000 if is_judged else None,
                round(digits, 1) if is_judged and digits is not None else None,
                median_ms / 1000 if is_judged and median_ms is not None else None,
                *(drill.doubtful, drill.sent_late),
            ]


def judgement_rows(classroom: Classroom, filters: Filters, *, hide_names: bool = False) -> Rows:
    """Yield a judgement of the period a row: what was said that is no total, and whether it was right."""
    members = members_of(classroom)
    names = names_in_files(members, hide_names=hide_names)
    unjudged = {member.user_id for member in members if not member.user.times_judged}
    yield [
        *(_("Name"), _("when"), _("where"), _("judgement"), _("total before"), _("card"), _("value of the card")),
        *(_("right"), _("seconds to choose")),
    ]
    zone, says = timezone.get_current_timezone(), {kind: judgement_name(kind) for kind in Judgement.Kind.values}
    places = {True: _("drill"), False: _("match")}
    found = within(Judgement.objects.filter(user__in=names), "judged_at", filters).order_by("judged_at", "pk")
    columns = ("user_id", "judged_at", "drill_id", "kind", "total", "card", "choice", "right", "choosing_ms")
    for row in found.values_list(*columns).iterator(chunk_size=AT_ONCE):
        person, when, drill, kind, *judged, choosing_ms = row
        seconds = None if person in unjudged else choosing_ms / 1000
        yield [names[person], when.astimezone(zone), places[drill is not None], says[kind], *judged, seconds]


def answer_rows(classroom: Classroom, filters: Filters, *, hide_names: bool = False) -> Rows:
    """Yield an answer a row, second tries and those set aside included, as the log has them."""
    members = members_of(classroom)
    names = names_in_files(members, hide_names=hide_names)
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


def within[Row: Model](rows: QuerySet[Row], column: str, filters: Filters) -> QuerySet[Row]:
    """Return the rows of people whose moment lies in a period, and before they left."""
    period, rows = filters.period, while_there(rows, column, filters.left)
    if period.start is not None:
        rows = rows.filter(**{f"{column}__gte": period.start})
    return rows if period.end is None else rows.filter(**{f"{column}__lt": period.end})


def _second_tries(people: Sequence[int], filters: Filters) -> dict[int, int]:
    """Count the second tries at sums that were right, by person."""
    right = chosen_answers(people, filters).filter(try_number=2, right=True).exclude(skill__in=CARD_RULES)
    return dict(right.order_by().values_list("user").annotate(Count("pk")))


def _newest(people: Sequence[int], filters: Filters) -> dict[int, datetime]:
    """Return when each person answered last."""
    return dict(chosen_answers(people, filters).order_by().values_list("user").annotate(Max("answered_at")))


def _finished_drills(people: Sequence[int], filters: Filters) -> dict[int, int]:
    """Count the drills of a period that were done to their end, by person."""
    done = Q(why__in=[Drill.Why.TIME, Drill.Why.DONE]) | Q(why=Drill.Why.STOPPED, seconds=0)
    begun = within(Drill.objects.filter(done, user__in=people), "started_at", filters)
    return dict(begun.order_by().values_list("user").annotate(Count("pk")))


def _finished_matches(people: Sequence[int], filters: Filters) -> dict[int, int]:
    """Count the matches of a period that are over, by person."""
    seats = Seat.objects.filter(user__in=people, match__ended_at__isnull=False)
    begun = within(seats, "match__created_at", filters)
    return dict(begun.order_by().values_list("user").annotate(Count("pk")))


def names_in_files(members: Sequence[Membership], *, hide_names: bool) -> dict[int, str]:
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
