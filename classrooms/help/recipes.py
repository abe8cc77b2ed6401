"""Lessons of ten minutes: what each is for, what the class plays, the minutes one by one, what to look at afterwards.

Texts name buttons and headings as pages have them, in quotation marks; a test compares both.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ninety.starting_points import STARTING_POINTS, StartingPoint
from trainer.wording import group_name


@dataclass(frozen=True, slots=True)
class Recipe:
    """A lesson of ten minutes; `point` is the starting point that it is played with, empty for none."""

    code: str
    title: Promise
    aim: Promise
    groups: tuple[str, ...]
    point: str
    setting: Promise | None
    plan: tuple[tuple[int, Promise], ...]
    after: Promise
    has_devices: bool = True

    @property
    def starting_point(self) -> StartingPoint | None:
        """Return what a class begins to play with one click."""
        return STARTING_POINTS.get(self.point)

    @property
    def group_names(self) -> list[str]:
        """Return what the skills it practises are called."""
        return [group_name(group) for group in self.groups]

    @property
    def timetable(self) -> Iterator[tuple[int, int, Promise]]:
        """Yield the minute at which each part begins and the one at which it ends, and what is done in it."""
        begin = 0
        for minutes, says in self.plan:
            yield begin, begin + minutes, says
            begin += minutes


RECIPES = (
    Recipe(
        "first-time",
        _("The first time"),
        _("Everybody knows how a turn goes: lay a card, say the new total."),
        ("inside-ten", "over-ten"),
        "starter",
        None,
        (
            (2, _("Open the board. Pupils scan their cards or type the code, and appear in the lobby.")),
            (1, _("Write 20 where all can see it, and hold up a 7. What is the total now? That was a turn.")),
            (
                5,
                _("Seat everybody at random and start all tables. Go round and listen; let the page correct."),
            ),
            (2, _("Press “Eyes on me”. Who was stuck? Which sum was not easy?")),
        ),
        _("Look only at who took part. The figures of a first time say more about tablets than about arithmetic."),
    ),
    Recipe(
        "over-the-ten",
        _("Over the ten"),
        _("Stop at the ten: 28 + 7 is 28 + 2, and then 5 more."),
        ("over-ten",),
        "starter",
        None,
        (
            (2, _("Draw a number line from 20 to 40. Jump from 28 by 7, with a stop at 30. Do two more together.")),
            (6, _("Play, seated by level. Whoever is not right gets a hint, on that device only.")),
            (2, _("Each pair finds one card that led over a ten, and says aloud how.")),
        ),
        _("In “Review” open the group “to and over a ten”: is it the way up to a ten, or the step over it?"),
    ),
    Recipe(
        "taking-away",
        _("Back over the ten"),
        _("Take away over a ten, from 98 down to 0."),
        ("taking-away",),
        "taking-away",
        None,
        (
            (2, _("Count down together from 98, first in tens, then in sevens.")),
            (6, _("Play. Nearly every card takes something away now; a ten can also add.")),
            (2, _("Collect sums like 53 − 7. Who stopped at 50 on the way?")),
        ),
        _(
            "Among the kinds of mistakes, “took the smaller digit from the larger” means 53 − 7 = 54. One is nothing; "
            "several are worth a talk."
        ),
    ),
    Recipe(
        "everybody-computes",
        _("Everybody computes"),
        _("As many sums for each as there are at the whole table, and nobody is idle."),
        ("inside-ten", "over-ten", "tens-elevens"),
        "next",
        _("“Everybody computes each total” stays ticked, as the starting point has it."),
        (
            (1, _("Say what is new: whoever is not on turn types the total as well, and nobody else sees it.")),
            (7, _("Play. All totals are shown together once the player has answered.")),
            (2, _("Which total was not the same for all? Work it out at the table.")),
        ),
        _(
            "In “Review” choose “checking”, then “playing”. Whoever is much better with the own card may choose easy "
            "cards: no fault, but worth knowing."
        ),
    ),
    Recipe(
        "memory",
        _("With the total covered"),
        _("Keep a number in the head while the others play."),
        ("inside-ten", "over-ten"),
        "next",
        _("Then tick “Memory mode: the total is hidden, and the coach is silent” in the settings."),
        (
            (1, _("Play one turn for all to see, and wipe the total away once it has been said.")),
            (7, _("Play. Each total is seen for a moment, then it is covered.")),
            (2, _("How did you keep the number? Whispered, seen, with the fingers?")),
        ),
        _("The kind of mistake to look for is “went on from an earlier total”."),
    ),
    Recipe(
        "referees",
        _("Is that right?"),
        _("Check what others say, and give a reason. From about age 10."),
        ("over-ten", "tens-elevens"),
        "classic-ninety-nine",
        _(
            "Then choose “What was said stands, and the others may disagree” in the settings, and 20 for “Wrong totals "
            "of bots in a hundred”."
        ),
        (
            (1, _("Say: the bots make mistakes today, and you are the referees.")),
            (7, _("Play, two pupils and two bots at a table. Whoever does not agree types another total.")),
            (2, _("Which wrong total nearly got through? Why did it look right?")),
        ),
        _("Open one match of the lesson: its page shows what was agreed to, and what was not."),
    ),
    Recipe(
        "one-minute",
        _("One minute each"),
        _("A quick look at single sums, equally hard for everybody."),
        ("inside-ten", "over-ten", "tens-elevens"),
        "",
        _("In the lesson open “Class drill”, choose “Flash” and one minute, and press “Start for everybody”."),
        (
            (2, _("All come in. Say: right comes before fast.")),
            (2, _("The first minute.")),
            (3, _("Tell a neighbour one sum that was slow, and how to do it in two steps.")),
            (2, _("The second minute.")),
            (1, _("Everybody compares with the own first minute, and with nobody else.")),
        ),
        _("These sums are equally hard on average, so the two minutes of one pupil can be compared."),
    ),
    Recipe(
        "own-sums",
        _("The own sums"),
        _("Everybody practises what is not yet easy for them."),
        ("inside-ten", "over-ten", "tens-elevens", "taking-away"),
        "",
        _("Under “Drills” set “Practice” until Friday, and “Once more” for the week after."),
        (
            (1, _("Everybody opens the own page and presses the drill there.")),
            (5, _("Three times a minute, with a rest between.")),
            (3, _("Open “My progress”. Which square of the map has changed?")),
            (1, _("Everybody writes down one fact to know by heart next week.")),
        ),
        _("Under “Drills” you see who has done it. Do not compare accuracies: the sums are chosen for each pupil."),
    ),
    Recipe(
        "two-on-one",
        _("Two on one tablet"),
        _("Everybody plays, with half the devices."),
        ("inside-ten", "over-ten"),
        "starter",
        _(
            "In the lesson press the name of a pupil who has not come in, choose “Plays on the device of” and press "
            "“Seat there”."
        ),
        (
            (2, _("One of two comes in; you seat the other one there.")),
            (6, _("Play. Between turns the screen is covered: only the one whose turn it is looks.")),
            (2, _("Tell your partner one total that was not easy.")),
        ),
        _("Each has figures of their own, as if there were two devices."),
    ),
    Recipe(
        "class-match",
        _("The class match"),
        _("The whole class plays on the board, one half against the other."),
        ("over-ten", "tens-elevens"),
        "next",
        _("A computer and a projector: under “Lessons” open “Class match”, and press “Play on the board”."),
        (
            (1, _("Make two halves. All hands lie open on the board, so choosing a card is for everybody.")),
            (7, _("The half on turn whispers, then calls a card and the new total. You type what they call.")),
            (2, _("Which card was a good choice? Which sum was the hardest?")),
        ),
        _("Note the two sums that took longest, and begin the next lesson with them."),
        has_devices=False,
    ),
    Recipe(
        "real-cards",
        _("Real cards"),
        _("The same game without any screen."),
        ("inside-ten", "over-ten"),
        "starter",
        _("A pack of cards for four pupils, and the “Rule card of the class”, printed, for each table."),
        (
            (2, _("Deal. The rule card lies in the middle; buttons or beans are the lives.")),
            (6, _("Play aloud. Whoever lays a card says the new total, and the next one says whether it is right.")),
            (2, _("Each table writes its hardest sum up for all to see.")),
        ),
        _("Nothing is recorded. With devices the same rules are played next time, so the rule card stays true."),
        has_devices=False,
    ),
    Recipe(
        "talk",
        _("Three sums to talk about"),
        _("Find out together how somebody may have thought."),
        ("over-ten", "taking-away"),
        "",
        _("“Sums to talk about, on a sheet”, from “Review”: printed or on the projector. It names nobody."),
        (
            (1, _("Everybody works out the first sum alone.")),
            (6, _("Two minutes for each sum: what may somebody have thought who says 45? Which way is the shortest?")),
            (2, _("Make up a sum in which the same thing could happen.")),
            (1, _("One sentence from everybody: what helps at the ten?")),
        ),
        _("Set “Once more” as a drill: it brings back to each pupil the own sums, until each is right twice."),
        has_devices=False,
    ),
)
