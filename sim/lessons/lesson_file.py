"""The format of lessons and puzzles: a board, minis, dice, and steps, in a TOML file beside its board."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from sim.bots import base as bots
from sim.carnevale.fields import MOST_MEMBERS, Face, Name, OwnName, Point, Source
from sim.carnevale.options import Options
from sim.carnevale.script import ScriptCharacter
from sim.carnevale.vocabulary import Place, unknown_spell, wrong_words
from sim.errors import BautaError, meant
from sim.lessons.conditions import Condition, wrong_names
from sim.lessons.facts import Facts
from sim.schemas import read_bytes, read_toml, wrong_at
from sim.words import say

__all__ = [
    "SCRIPTED",
    "Hint",
    "Learnt",
    "Lesson",
    "LessonStep",
    "LessonThrow",
    "LookAt",
    "Mark",
    "Mistake",
    "Quiz",
    "QuizOption",
    "Star",
    "WrongLesson",
    "in_words",
    "read_lesson",
]

SCRIPTED = "scripted"  # an opponent that does what the step in hand says, and else lets its turns pass
Seat = Literal["north", "south"]
SEATS: tuple[Seat, ...] = get_args(Seat)
Entry = dict[str, Any]  # of a script: what is done, see `sim.carnevale.script`
Entries = Annotated[tuple[Entry, ...], Meta(max_length=100)]
Words = Annotated[str, Meta(min_length=1, max_length=700)]
Said = Annotated[str, Meta(max_length=700)]  # empty: as for the window


class WrongLesson(BautaError):
    """A lesson cannot be played; the message names the file, the place and the mend."""


class LessonThrow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What dice show for a purpose, over and over where more are thrown; the Destiny Die's is the first."""

    faces: Annotated[tuple[Face, ...], Meta(min_length=1, max_length=20)]
    purpose: str = ""  # of the roll: jump, combat, protection, ...; empty: any
    who: str = ""  # empty: anybody


class Mark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that is pointed out on the board: a mini or a place, with a word or a letter."""

    who: str = ""
    at: Point | None = None
    say: Annotated[str, Meta(max_length=40)] = ""
    wide: Annotated[float, Meta(gt=0, le=10)] = 0.6  # inches from the middle of a place


class LookAt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the camera goes as a step begins."""

    at: Point
    distance: Annotated[float, Meta(ge=4, le=80)] | None = None  # inches; none: as it is
    heading: Annotated[float, Meta(ge=-360, le=360)] | None = None  # degrees, 0: towards the north
    pitch: Annotated[float, Meta(ge=10, le=89)] | None = None  # degrees that it looks down


class Hint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said of a mistake. `answer`: of one that is tried, which is stopped unless `stop` is false."""

    say: Words
    say_in_words: Said = ""  # in its place, where the game is played in words
    answer: Facts = {}  # of what is tried, as an entry of a script tells it
    when: Condition | None = None  # what is so, or happened since the step began
    stop: bool = True
    counts: bool = True  # is it a mistake, or only said?


class QuizOption(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer that can be picked. It is right where its condition holds: the board is asked."""

    say: Annotated[str, Meta(min_length=1, max_length=80)]
    when: Condition
    who: str = ""  # the mini that is clicked for it


class Quiz(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question of the coach's own: all right answers must be picked, and no other."""

    options: Annotated[tuple[QuizOption, ...], Meta(min_length=2, max_length=9)]
    right: Words  # said afterwards
    wrong: Words
    right_in_words: Said = ""
    wrong_in_words: Said = ""
    several: bool = False


class Mistake(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wrong way from the beginning of the step, and a part of the hint that it must bring."""

    do: Entries
    says: Words


class LessonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing to be done or understood. Without `done` and `quiz` it is read, and the player goes on."""

    title: Annotated[str, Meta(min_length=1, max_length=60)]
    say: Words
    say_in_words: Said = ""
    done: Condition | None = None
    quiz: Quiz | None = None
    only: tuple[Facts, ...] = ()  # what may be done; nothing given: anything that is legal
    instead: Annotated[str, Meta(max_length=300)] = ""  # said where something else is tried
    instead_in_words: Annotated[str, Meta(max_length=300)] = ""
    hints: tuple[Hint, ...] = ()
    dice: tuple[LessonThrow, ...] = ()
    they: Entries = ()  # what the scripted opponent does
    marks: tuple[Mark, ...] = ()
    look: LookAt | None = None
    show: Entries = ()  # the answer, as it is shown, and as tests play it
    pick: tuple[Annotated[int, Meta(ge=1, le=9)], ...] = ()  # of a quiz: the numbers of the right answers
    mistakes: tuple[Mistake, ...] = ()


class Star(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What brings a star, besides the one for solving it."""

    say: Annotated[str, Meta(min_length=1, max_length=80)]
    when: Condition | None = None  # over the whole puzzle
    mistakes: Annotated[int, Meta(ge=0, le=20)] | None = None  # at most; and no answer was shown


class Learnt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule that was met, in a line."""

    rule: Name
    say: Annotated[str, Meta(min_length=1, max_length=160)]


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson or a puzzle."""

    format: Literal[1]
    kind: Literal["lesson", "puzzle"]
    title: Annotated[str, Meta(min_length=1, max_length=40)]
    about: Annotated[str, Meta(min_length=1, max_length=200)]
    board: Source  # beside the lesson first
    characters: Annotated[tuple[ScriptCharacter, ...], Meta(min_length=1, max_length=MOST_MEMBERS)]
    steps: Annotated[tuple[LessonStep, ...], Meta(min_length=1, max_length=40)]
    order: Annotated[int, Meta(ge=0, le=1000)] = 1000  # among its kind
    minutes: Annotated[int, Meta(ge=1, le=60)] = 10
    you: Annotated[str, Meta(max_length=40)] = ""  # the name of the player's gang
    they: Annotated[str, Meta(max_length=40)] = ""
    opponent: OwnName = SCRIPTED  # or a bot
    first: Seat = "north"
    seed: Annotated[int, Meta(ge=0, le=1_000_000)] = 1
    dice: tuple[LessonThrow, ...] = ()  # where a step says nothing else
    options: Options = Options()
    failed: tuple[Hint, ...] = ()  # when it is lost: `when` of each
    stars: Annotated[tuple[Star, ...], Meta(max_length=2)] = ()
    learnt: tuple[Learnt, ...] = ()


def read_lesson(path: Path) -> Lesson:
    """A lesson, every word of it understood. Raises WrongLesson."""
    content = read_bytes(path, WrongLesson)
    try:
        text = content.decode()
    except UnicodeDecodeError:
        raise WrongLesson(say("{path}: not UTF-8 text", path=path)) from None
    lesson = read_toml(text, Lesson, str(path), WrongLesson)
    for place, words in _wrong(lesson):
        raise WrongLesson(wrong_at(str(path), place, words, text))
    return lesson


def in_words(lesson: Lesson) -> Lesson:
    """A lesson as it is told to who plays it in words, without a board to point at."""
    steps, failed = tuple(map(_step_in_words, lesson.steps)), tuple(map(_hint_in_words, lesson.failed))
    return replace(lesson, steps=steps, failed=failed)


def _step_in_words(step: LessonStep) -> LessonStep:
    quiz = step.quiz
    if quiz is not None:
        quiz = replace(quiz, right=quiz.right_in_words or quiz.right, wrong=quiz.wrong_in_words or quiz.wrong)
    words, instead = step.say_in_words or step.say, step.instead_in_words or step.instead
    return replace(step, say=words, instead=instead, hints=tuple(map(_hint_in_words, step.hints)), quiz=quiz)


def _hint_in_words(hint: Hint) -> Hint:
    return replace(hint, say=hint.say_in_words or hint.say)


def _wrong(lesson: Lesson) -> Iterator[tuple[Place, str]]:
    """Words that mean nothing: of cards, of characters, of steps."""
    ids = [c.id for c in lesson.characters]
    yield from _wrong_characters(lesson)
    played = (SCRIPTED, *bots.names())
    if lesson.opponent not in played:
        yield ("opponent",), say("is '{value}': {mend}", value=lesson.opponent, mend=meant(lesson.opponent, played))
    for place, condition in _asked(lesson):
        yield from ((place, words) for words in wrong_names(condition, ids))
    for i, step in enumerate(lesson.steps):
        yield from ((("steps", i, *place), words) for place, words in _wrong_step(step, ids))


def _wrong_characters(lesson: Lesson) -> Iterator[tuple[Place, str]]:
    names, ids = [c.name or c.id for c in lesson.characters], [c.id for c in lesson.characters]
    for i, c in enumerate(lesson.characters):
        if c.seat not in SEATS:
            yield ("characters", i, "seat"), say("is '{value}': {mend}", value=c.seat, mend=meant(c.seat, SEATS))
        if ids.index(c.id) < i:
            yield ("characters", i, "id"), say("is '{id}', as that of another: name it otherwise", id=c.id)
        for place, words in wrong_words(c, names, ()):
            yield ("characters", i, *place), words
        for j, spell in enumerate(c.spells):
            if words := unknown_spell(spell):
                yield ("characters", i, "spells", j), say("is '{value}': {mend}", value=spell, mend=words)


def _wrong_step(step: LessonStep, ids: list[str]) -> Iterator[tuple[Place, str]]:
    """What is wrong with a step, with places in it."""
    marked, thrown = [mark.who for mark in step.marks], [throw.who for throw in step.dice]
    for key, named, known in (("marks", marked, ids), ("dice", thrown, [*ids, *SEATS])):
        for j, name in enumerate(named):
            if name and name not in known:
                yield (key, j, "who"), say("is '{value}': {mend}", value=name, mend=meant(name, ids))
    if step.done is not None and step.quiz is not None:
        yield (), say("has both `done` and `quiz`: leave one out")
    if step.quiz is not None and not all(1 <= n <= len(step.quiz.options) for n in step.pick):
        yield ("pick",), say("names an answer that is not there: there are {n}", n=len(step.quiz.options))
    if (step.done is None) != (not step.show):
        yield (), say("has `done` without `show`, or the other way round: what ends it must be shown")
    if (step.quiz is None) != (not step.pick):
        yield (), say("has `quiz` without `pick`, or the other way round")


def _asked(lesson: Lesson) -> Iterator[tuple[Place, Condition]]:
    """Every condition, with its place."""
    for i, step in enumerate(lesson.steps):
        if step.done is not None:
            yield ("steps", i, "done"), step.done
        yield from ((("steps", i, "hints", j, "when"), hint.when) for j, hint in enumerate(step.hints) if hint.when)
        for j, option in enumerate(step.quiz.options if step.quiz is not None else ()):
            yield ("steps", i, "quiz", "options", j, "when"), option.when
    yield from ((("stars", i, "when"), star.when) for i, star in enumerate(lesson.stars) if star.when)
    yield from ((("failed", i, "when"), hint.when) for i, hint in enumerate(lesson.failed) if hint.when)
