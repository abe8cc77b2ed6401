"""The sums of some answers that are worth talking about in class, in the language of the page."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ninety.digits import digits, signed_apart
from ninety.engine.cards import Card
from ninety.faces import CardFace, face_of
from trainer.models import Answer
from trainer.selectors.progress import rules_of_answer
from trainer.selectors.turn import mark_of
from trainer.telling import Telling, Wrong, telling_sums
from trainer.wording import Working, kind_name, skill_name, working_text

_QUESTIONS: dict[str, tuple[Promise, Promise]] = {
    # The second is for a card that takes away.
    "unchanged": (_("Here the total is as it was before the card. What does this card do in our game?"),) * 2,
    "other-choice": (_("This card counts in two ways. Which one was chosen here, and how can everybody see it?"),) * 2,
    "face-value": (_("What stands on the card, and what does the card do in our game?"),) * 2,
    "wrong-sign": (_("Does the card make the total larger or smaller? How can you see that?"),) * 2,
    "carry-missed": (
        _("Which ten do you come past on the way up? What happens to the tens there?"),
        _("Which ten do you come past on the way down? What happens to the tens there?"),
    ),
    "smaller-from-larger": (_("There are fewer ones than have to be taken away. What can you do then?"),) * 2,
    "ten-off": (_("How many tens are there before the card, and how many after it? How do you keep count?"),) * 2,
    "digits-swapped": (_("Say the new total aloud. Which digit do you hear first, and which do you write first?"),) * 2,
    "one-off": (
        _("When you count up from the old total, which number do you say first?"),
        _("When you count down from the old total, which number do you say first?"),
    ),
    "card-only": (_("Which number is the card, and which is the new total? How would you explain that?"),) * 2,
    "old-total": (_("From which total does this sum start? How can you keep it in mind?"),) * 2,
}


@dataclass(frozen=True)
class TalkSum:
    """A sum to talk about; `people` made this mistake at it, `people_of_kind` made one of its kind."""

    face: CardFace
    sum: str
    said: tuple[str, ...]
    question: str
    expected: str
    kind_name: str
    skill_name: str
    people: int
    people_of_kind: int
    working: Working


@dataclass(frozen=True)
class Talk:
    """What there is to talk about, and how many sums were answered at the first try, how many of them rightly."""

    sums: tuple[TalkSum, ...]
    answers: int
    right: int

    @property
    def is_all_right(self) -> bool:
        """Tell whether there was something to do, and all of it was right."""
        return 0 < self.answers == self.right


def talk_of(answers: QuerySet[Answer]) -> Talk:
    """Return what there is to talk about in first tries at sums that have a total."""
    counts = answers.order_by().aggregate(answers=Count("pk"), right_ones=Count("pk", filter=Q(right=True)))
    chosen = telling_sums(_wrongs(answers.filter(right=False).order_by()))
    whole = Answer.objects.in_bulk([each.pk for each in chosen])
    sums = tuple(_talk_sum(whole[each.pk], each) for each in chosen)
    return Talk(sums, counts["answers"], counts["right_ones"])


def _wrongs(answers: QuerySet[Answer]) -> Iterable[Wrong]:
    columns = ("pk", "user_id", "prior", "change", "card", "skill", "kinds", "announced", "role", "policy")
    for row in answers.values_list(*columns, "match__everyone_computes", "prior_hidden"):
        pk, person, prior, change, card, skill, kinds, announced, role, policy, all_compute, is_hidden = row
        # Whoever sat there knows whose turn it was, and where a total stands who said it.
        alone = all_compute is False or policy == "stand"
        is_known = alone and role in {Answer.Role.PLAYER, Answer.Role.CHALLENGER}
        yield Wrong(pk, person, prior, change, card[0], skill, kinds, announced, is_known, is_hidden)


def _talk_sum(answer: Answer, telling: Telling) -> TalkSum:
    rules, (if_up, if_down) = rules_of_answer(answer), _QUESTIONS[telling.kind]
    return TalkSum(
        face=face_of(rules, Card(answer.card)),
        sum=f"{digits(answer.prior)} {signed_apart(answer.change)}",
        said=tuple(map(digits, telling.said)),
        question=str(if_up if answer.change > 0 else if_down),
        expected=digits(answer.expected),
        kind_name=kind_name(telling.kind),
        skill_name=skill_name(answer.skill),
        people=telling.people,
        people_of_kind=telling.people_of_kind,
        working=working_text(mark_of(rules, answer), rules),
    )
