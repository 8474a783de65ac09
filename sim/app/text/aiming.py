"""The part of a question that is answered by a place: listed places, places in words, what comes of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from math import dist, hypot

from sim.app.table import previews
from sim.app.table.preview_requests import needs_confirmation
from sim.app.table.previews import (
    AttackPreview,
    DeploymentPreview,
    JumpPreview,
    Lookout,
    Preview,
    VesselPreview,
)
from sim.app.table.tools import Tool, tool_for
from sim.app.text import lore
from sim.app.text.aims import ABOUT, STOREY, NotUnderstood, SaidPlace, aim_of, is_at, is_ground, places
from sim.app.text.matching import fitting, is_number, plain, without
from sim.app.text.offers import VERB
from sim.app.text.rowing import lies_at, stroke_to, stroke_toward, strokes, turned
from sim.app.text.running import jump_to, nearest_place
from sim.app.text.suggestions import Suggestion, arrives, ends_at, is_vain, place_of, previewed, suggested
from sim.app.text.text_table import TextTable
from sim.app.text.ways_on import WayOn, goals_of, hangs, in_the_way, saves, strays, too_narrow, toward
from sim.app.text.wording import inches, towards, wind_in
from sim.board.model.part_names import CANAL
from sim.board.model.tableau import MM
from sim.carnevale.characters import Point
from sim.carnevale.hooks import at_home_in_water
from sim.carnevale.legality import Acts
from sim.carnevale.questions import OfOne, Question
from sim.carnevale.scenarios.deployment import SetUpMini, undeployed
from sim.engine.requests import Gesture
from sim.words import capital, counted, joined, listed, say, sense

__all__ = ["Aiming"]

PLACED = (Gesture.POINT, Gesture.PATH, Gesture.PLACEMENT)
CONTROLLED = sense("words to type", "controlled")
TOWARDS = sense("words to type", "towards, toward")
NOT_MEANT = 0.5  # inches from the place that was said: one is asked whether that will do
SHORT = 2.0  # inches: a way that goes no farther may not be meant
THERE = 1.0  # inches that are left of a way: that is as good as there
NEARLY, LEAST = 0.5, 0.1  # inches that are left of a way: so few are told as a gap, and fewer not at all
MOST_TRIED = 40  # places that words may mean are tried


class Aiming:
    """A question that a place answers, or that some places do: what was listed, and what words come to."""

    def __init__(self, game: TextTable, choice: Question) -> None:
        self.game, self.choice, self.terminal = game, choice, game.terminal
        self.view = game.view(choice.seat)
        self.acts = isinstance(choice.region, Acts)
        self.tool = Tool.RUN if self.acts else tool_for(type(choice))
        self.placed = not self.acts and choice.gesture in PLACED
        self.deploying: str | None = None
        if isinstance(choice, SetUpMini):
            self.deploying = undeployed(self.view.state, choice.seat)[0].id
        self.found: list[Suggestion] = self._suggested(self.tool) if self.placed else []
        self.aimed: SaidPlace | None = None  # what the words came to that were said last, where they were no list's
        self.left: float | None = None  # inches on from there, where the words said towards what
        self.blocked: tuple[str, ...] = ()  # who keeps it from coming far
        self.barred = ""  # what keeps a vessel from going farther
        self.guessed = False  # were they held against the list, with a number that may mean something else?
        self.listed: dict[Tool, list[Suggestion]] = {}  # of an action: the places that were listed last
        self.meanwhile: Callable[[str], bool] | None = None  # tells what is asked before something is confirmed

    # --- places --------------------------------------------------------------------------------------------

    def _suggested(self, tool: Tool) -> list[Suggestion]:
        if tool is Tool.ROW:
            return list(strokes(self.view, self.choice))
        return suggested(self.view, self.choice, tool, self.deploying)

    def list_places(self, tool: Tool) -> None:
        """Where one could go, with what comes of it."""
        self.listed[tool] = self._suggested(tool)
        verb, tell = VERB[tool], self.terminal.tell
        if not self.listed[tool]:
            tell(say("No place is worth naming for '{verb}'; say where, as in '{verb} 3 east'.", verb=verb))
            return
        for number, each in enumerate(self.listed[tool], 1):
            tell(say("{verb} {number}. {place}", verb=verb, number=number, place=each.words))
        tell(say("Say '{verb} NUMBER' or '{verb} WHERE'; 'try' before it tells more, and does nothing.", verb=verb))

    def go(self, tool: Tool, words: str, *, only_try: bool = False) -> None:
        """Go, jump or aim where the words say; `only_try`: tell what would come of it."""
        sure = words.rstrip().endswith("!")
        try:
            preview = self.preview(tool, words.rstrip(" !"))
        except NotUnderstood as why:
            self.terminal.tell(why.why)
            return
        if preview is None:
            lone = self.aimed is not None and self.aimed.only
            self.terminal.tell(
                say("No place near by is on that level.")
                if lone
                else say("There is nothing there, or it is off the board.")
            )
            return
        told = _words_of(preview) if preview.refusal is not None else (self._told(preview),)
        self.terminal.tell(*map(capital, told), *too_narrow(self.view, self.choice.region, preview))
        if self.blocked:
            self.terminal.tell(self._blocking(self.blocked))
        if self.barred and preview.refusal is None:
            self.terminal.tell(say("No farther: {why}.", why=self.barred))
        if only_try:
            self._tell_there(preview)
        elif preview.refusal is None and (sure or self._is_meant(preview)):
            self.game.give(preview.answer)

    def _is_meant(self, preview: Preview) -> bool:
        """Is it to be done? Asked where something is at stake, or it is not quite what the words said."""
        if self._is_doubtful(preview):
            doubt = say("That is not quite the place that was said. {what}?", what=preview.title)
            return self._confirms(doubt)
        if self._wades(preview):
            return self._confirms(say("That ends in the water. {what}?", what=preview.title))
        return not needs_confirmation(preview) or self._confirms(say("{what}?", what=preview.title))

    def _confirms(self, question: str) -> bool:
        return self.terminal.confirms(question, meanwhile=self.meanwhile)

    def _wades(self, preview: Preview) -> bool:
        """Does it lead into the water without a word of that, from dry land, and somebody who is not at home there?"""
        aim, end, start, who = self.aimed, ends_at(preview), self._start(), self.choice.about
        if isinstance(preview, VesselPreview):  # a boat does, and whoever is aboard stays dry
            return False
        if aim is None or aim.who is not None or end is None or start is None or who is None or not self.acts:
            return False
        said = aim.level == "water" or (aim.mark is not None and aim.mark.kind == CANAL)
        dry = not self.view.under(*start[:2], start[2] + ABOUT).water
        wet = self.view.under(*end[:2], end[2] + ABOUT).water
        return wet and dry and not said and not at_home_in_water(self.view.state, who)

    def _is_doubtful(self, preview: Preview) -> bool:
        """Is it not quite what the words said?"""
        aim, end = self.aimed, ends_at(preview)
        rowed = isinstance(preview, VesselPreview)
        start = lies_at(self.view, self.choice.about) if rowed else self._start()
        if self.guessed or (hangs(preview) and aim is not None and self.left is None):
            return True
        if aim is None or end is None or aim.who is not None:
            return False
        if aim.rise is not None and start is not None and abs(end[2] - start[2] - aim.rise) > ABOUT:
            return True
        if aim.only:
            return False
        if aim.along:
            return start is not None and dist(start, end) < SHORT
        if aim.mark is not None:
            return not self._is_at_mark(aim, end)
        return hypot(end[0] - aim.points[0][0], end[1] - aim.points[0][1]) > NOT_MEANT

    def _is_at_mark(self, aim: SaidPlace, end: Point) -> bool:
        """Does it end where the landmark is, on the level that was said, and on no balcony below a roof?"""
        assert aim.mark is not None
        if not aim.level and not aim.mark.is_part:
            return aim.mark.gap(end) <= SHORT
        ground = self.view.under(end[0], end[1], end[2] + ABOUT)
        if not (is_at(aim, end, ground.water) and is_ground(self.view, aim, ground)):
            return False
        return aim.level != "up" or all(at[2] < end[2] + STOREY for at in places(self.view, aim, most=1)[:1])

    def _told(self, preview: Preview) -> str:
        """What is about to be done, in a line."""
        who, end = self.deploying or self.choice.about, ends_at(preview)
        where = ""
        if end is not None and not isinstance(preview, AttackPreview):
            c = self.view.state.characters.get(who) if who is not None else None
            start = c.here if c is not None and c.at is not None else None
            if isinstance(preview, VesselPreview):
                start = lies_at(self.view, who)

            def at(place: Point, ground: str) -> str:
                return joined(", ", (towards(start, place) if start is not None else "", ground))

            where = at(end, place_of(self.view, preview, end))
            if isinstance(preview, JumpPreview):
                there = at(preview.to, self.view.ground(preview.to))
                where = say("{there}; likeliest it ends {end}", there=there, end=where)
        far = self.left is not None and self.left >= LEAST
        left = say("{left} of the way left", left=inches(self.left or 0.0)) if far else ""
        return say("{what}: {more}.", what=preview.title, more=joined("; ", (where, *_words_of(preview), left)))

    def _tell_there(self, preview: Preview) -> None:
        place = previews.standing(preview, self.view.state)
        if place is None:
            return
        found = Lookout(self.view.state, self.view.measure).from_there(*place)
        if found is not None:
            self.terminal.tell(*lore.from_there(self.view, found))

    def tell_staying(self) -> None:
        """What may come of it if the turn ends where it stands, by who could do what to it there."""
        who = self.choice.about
        if who is None or self.view.state[who].on_wall or not self.view.state[who].on_board:
            return
        found = Lookout(self.view.state, self.view.measure).from_there(who, self.view.state[who].here, 0)
        if found is not None:
            self.terminal.tell(*lore.from_there(self.view, found))

    def preview(self, tool: Tool, words: str) -> Preview | None:
        """What words for a place come to: a number or words of the list, else a place. Raises NotUnderstood."""
        known = self.found if self.placed else self.listed.get(tool)
        self.aimed, self.left, self.blocked, self.barred, self.guessed = None, None, (), "", False
        words, turn = turned(words)
        if is_number(words) and plain(words).strip(" -").isdigit():
            known = known if known is not None else self._list_silently(tool)
            number = int(plain(words))
            if not 1 <= number <= len(known):
                raise NotUnderstood(
                    counted(
                        "There is no place {asked} in the list; there is {n}.",
                        "There is no place {asked} in the list; there are {n}.",
                        len(known),
                        asked=words.strip(),
                    )
                )
            place = ends_at(known[number - 1].preview) if turn is not None else None
            return (
                known[number - 1].preview
                if place is None
                else previewed(self.view, self.choice, tool, place, turn=turn)
            )
        line, controlled = without(words, CONTROLLED)
        if tool is Tool.JUMP and (near := self._in_list(tool, line)) is not None:
            return near
        try:
            start = self._start() if tool is not Tool.ROW else lies_at(self.view, self.choice.about)
            aim = aim_of(self.view, line, start, hangs=self._hangs())
        except NotUnderstood:
            listed = self._in_list(tool, line)
            if listed is None:
                raise
            self.guessed = re.search(r"\d", line) is not None
            return listed
        return self._aimed(tool, aim, controlled, turn, towards_only=without(line, TOWARDS)[1])

    def _in_list(self, tool: Tool, words: str) -> Preview | None:
        """What of the list is called so: `the gap to the east roof`. Of several on one roof the
        first, which is the surest. Raises NotUnderstood where several grounds are called so."""
        known = self.found if self.placed else self.listed.get(tool)
        among = known if known is not None else self._list_silently(tool)
        which = [] if self.placed and wind_in(words) is not None else fitting(words, [each.name for each in among])
        if len({self._bearer(among[i].preview) for i in which}) > 1:
            numbers = listed((str(i + 1) for i in which), last="or")
            raise NotUnderstood(say("That fits several places of the list. Which one: {numbers}?", numbers=numbers))
        return among[which[0]].preview if which else None

    def _bearer(self, preview: Preview) -> str:
        """What one would stand on there."""
        at = preview.to if isinstance(preview, JumpPreview) else ends_at(preview)
        if at is None:
            return ""
        ground = self.view.under(at[0], at[1], at[2] + ABOUT)
        return self.view.land.part(ground.part, ground.at[2])

    def _list_silently(self, tool: Tool) -> list[Suggestion]:
        self.listed[tool] = self._suggested(tool)
        return self.listed[tool]

    def _start(self) -> Point | None:
        who = self.choice.about
        c = self.view.state.characters.get(who) if who is not None else None
        return c.at if c is not None else None

    def _hangs(self) -> bool:
        who = self.choice.about
        return who is not None and who in self.view.state.characters and self.view.state[who].on_wall

    def _aimed(
        self, tool: Tool, aim: SaidPlace, controlled: bool, turn: float | None, *, towards_only: bool = False
    ) -> Preview | None:
        """The first place that the aim may mean and the rules allow; else why the likeliest is refused."""
        view, region, self.aimed = self.view, self.choice.region, aim
        if tool is Tool.RUN and isinstance(region, OfOne):
            if towards_only:
                return self._towards(region, aim)
            if aim.who is not None and aim.who != region.who:
                return self._to_somebody(region, aim.who)
            near = nearest_place(view, region, aim)
            if near is not None:
                found = previewed(view, self.choice, tool, near)
                if found is not None and found.refusal is None and not is_vain(found):
                    return found
        if tool is Tool.JUMP and isinstance(region, OfOne) and (aim.mark is not None or aim.only):
            jumps = [
                previewed(view, self.choice, tool, at, controlled=controlled) for at in jump_to(view, region.who, aim)
            ]
            legal = [each for each in jumps if isinstance(each, JumpPreview) and each.refusal is None]
            if legal:
                return max(legal, key=arrives)
        if tool is Tool.ROW:
            return self._rowed(aim, turn, towards_only=towards_only)
        tried: list[Preview] = []
        for at in list(places(view, aim))[:MOST_TRIED]:
            found = previewed(view, self.choice, tool, at, controlled=controlled, turn=turn, who=self.deploying)
            if found is None or (found.refusal is None and not (is_vain(found) or strays(found, aim.start, aim))):
                return found
            tried.append(found)
        if tool is Tool.RUN and isinstance(region, OfOne):
            if any(strays(each, aim.start, aim) for each in tried):
                half_way = aim.points[len(aim.points) // 2 :][:1]  # of a wind: the farthest may be off the board
                raise NotUnderstood(self._no_way(region, aim._replace(points=half_way)))
            self._refuse_run(region, aim, tried)
        return tried[0] if tried else None

    def _rowed(self, aim: SaidPlace, turn: float | None, *, towards_only: bool) -> Preview | None:
        """Straight there, or as far as nothing is in the way."""
        there = stroke_toward if towards_only else stroke_to
        stroke = there(self.view, self.choice, aim.points[0], turn)
        if stroke is None:
            return None
        self.barred = stroke.why
        if not aim.along:
            self.left = stroke.left
        if towards_only:
            self.aimed = aim._replace(along=True, who=None, mark=None)
        return stroke.preview

    def _towards(self, region: OfOne, aim: SaidPlace) -> Preview:
        """As far as a run comes towards a place; asked about if that is not far. Raises NotUnderstood."""
        way = toward(self.view, region, goals_of(self.view, aim))
        if way is None:
            raise NotUnderstood(self._no_way(region, aim))
        self.left = way.left
        if saves(self.view, region, way):
            self.blocked = tuple(in_the_way(self.view, region, goals_of(self.view, aim)))
        self.aimed = aim._replace(along=True, who=None, mark=None, rise=None, only=False) if way.left > THERE else None
        return way.preview

    def _no_way(self, region: OfOne, aim: SaidPlace) -> str:
        """Why no run comes nearer to a place."""
        name = capital(aim.called) if aim.name else say("That place")
        blockers = in_the_way(self.view, region, goals_of(self.view, aim))
        if blockers:
            return joined(" ", (self._blocking(blockers), say("No place within reach is nearer.")))
        return say("{name}: no place within reach is nearer, and no wall to climb leads on to it.", name=name)

    def _blocking(self, who: Sequence[str]) -> str:
        names = listed(map(self.view.name, who))
        return counted("{names} is in the way there.", "{names} are in the way there.", len(who), names=names)

    def _refuse_run(self, region: OfOne, aim: SaidPlace, tried: list[Preview]) -> None:
        """Nothing that was said can be run to: why, and how one comes nearer. Raises NotUnderstood."""
        if any(each.refusal is None for each in tried):  # ways of no length
            raise NotUnderstood(say("It is there already."))
        if not aim.name:
            return
        way = toward(self.view, region, goals_of(self.view, aim))
        if way is None:
            raise NotUnderstood(self._no_way(region, aim))
        called = {"name": capital(aim.called), "goal": aim.called}
        if way.left < NEARLY and (gap := self._gap(way, region, aim)) is not None:
            raise NotUnderstood(
                say(
                    "{name} is not within reach; 'go towards {goal}' ends {gap} short of it.", gap=inches(gap), **called
                )
            )
        raise NotUnderstood(
            say(
                "{name} is not within reach; 'go towards {goal}' leaves {left} of the way.",
                left=inches(way.left),
                **called,
            )
        )

    def _gap(self, way: WayOn, region: OfOne, aim: SaidPlace) -> float | None:
        """How far from what was said a way ends, from base to base: at the end of it one may stand beside what it
        cannot come up to."""
        end = ends_at(way.preview)
        if end is None:
            return None
        state, apart = self.view.state, min(dist(end, goal) for goal in goals_of(self.view, aim))
        if aim.who is not None:
            apart -= (state[region.who].profile.size + state[aim.who].profile.size) * MM / 2
        return max(apart, LEAST)

    def _to_somebody(self, region: OfOne, who: str) -> Preview:
        state, measure = self.view.state, self.view.measure
        if state[who].seat != state[region.who].seat:
            charge = previews.preview_charge(state, measure, region, who)
            if charge.path is None or charge.path.refusal is not None:  # there is no way so far
                aim = SaidPlace((state[who].here[:2],), who, start=state[who].here, name=self.view.name(who))
                self._refuse_run(region, aim, [])
            return charge
        return previews.preview_path(state, measure, region, previews.touching(state, region.who, who))


def _words_of(preview: Preview) -> tuple[str, ...]:
    """What comes of it; of a place to be set up not how high it is, which is told with the ground there."""
    return preview.words[1:] if isinstance(preview, DeploymentPreview) and preview.at is not None else preview.words
