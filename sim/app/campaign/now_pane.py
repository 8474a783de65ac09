"""What is to be done now: what fell to a gang after a game, what its player decides, or that a game may begin."""

from __future__ import annotations

from collections.abc import Iterator

from imgui_bundle import imgui

from sim.app.campaign.desk import CampaignDesk
from sim.app.campaign.experience_pane import ExperiencePane
from sim.app.campaign.hire_pane import HirePane
from sim.app.campaign.parts import die_line, die_tall, tall_of
from sim.app.campaign.talent_pane import TalentPane
from sim.app.gang_builder.gallery import Gallery
from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.map_pictures import BOARD, MapPictures
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import V, font, marked
from sim.app.table.games import picture_of
from sim.board.files.file_names import nice
from sim.campaign.campaign_file import MOST_PLAYERS, Stage
from sim.campaign.questions import AskDie
from sim.campaign.story import StoryLine
from sim.words import counted, joined, listed, say

__all__ = ["NowPane"]

STAGES: dict[Stage, str] = {"experience": say("Experience"), "talents": say("Talents"), "hiring": say("Hiring")}
HOW = say(
    "After each game dice fall for those who were casualties; the points of the primary objective are given as "
    "experience, agendas and kills bring their own. Experience buys talents. Leaders and Heroes who are left may earn "
    "ducats, for which others join. Then the next game is chosen."
)
TOLD: dict[Stage | None, float] = {"experience": 0.36, "talents": 0.3, "hiring": 0.2, None: 0.5}
"""Of the pane: what fell to the gang, at most."""


class NowPane:
    """The pane of one desk. `commands`: what its buttons ask of the room."""

    def __init__(
        self, desk: CampaignDesk, gallery: Gallery, pictures: MapPictures, fonts: Fonts, commands: list[str]
    ) -> None:
        self.desk, self.pictures, self.fonts, self.commands = desk, pictures, fonts, commands
        self._shown = 0  # how many lines of what fell were there in the last frame
        self.experience = ExperiencePane(desk, gallery, fonts)
        self.talents = TalentPane(desk, gallery, fonts)
        self.hiring = HirePane(desk, gallery, fonts)

    def draw(self) -> None:
        """In the panel that is open."""
        view = self.desk.view
        if view.state.open_game is not None:
            self._under_way()
        elif view.state.over:
            self._ended()
        else:
            self._after_game()

    # -- a game, or none ------------------------------------------------------------------------------------

    def _under_way(self) -> None:
        f, game = self.fonts, self.desk.view.state.open_game
        assert game is not None
        wide = imgui.get_content_region_avail().x
        widgets.headline(f, say("Game {n} is under way", n=game.number), 22, wide)
        widgets.wrapped(say("{board}, {ducats} ducats.", board=nice(game.map), ducats=game.ducats), theme.FADED)
        journal = self.desk.campaign.journal_of(game)
        picture = self.pictures.picture(picture_of(journal)) or self.pictures.board(game.map)
        if picture is not None:
            at, tall = imgui.get_cursor_screen_pos(), wide * BOARD[1] / BOARD[0]
            corner, draw = V(at.x + wide, at.y + tall), imgui.get_window_draw_list()
            draw.add_image(picture, at, corner)
            draw.add_rect(at, corner, ink(theme.GOLD_DIM), 2.0)
            imgui.dummy(V(wide, tall))
        imgui.dummy(V(1, f.px(4)))
        if key_button(f, say("Go on with it"), "Enter", lit=True, width=wide):
            self.commands.append("enter")
        if key_button(f, say("Abandon it"), width=wide, hint=say("All is as it was before it. Its journal stays.")):
            self.commands.append("abandon")

    def _ended(self) -> None:
        f, wide = self.fonts, imgui.get_content_region_avail().x
        widgets.headline(f, say("The campaign has ended"), 22, wide)
        widgets.wrapped(
            say("Each gang can be kept for the next one, with its talents, which raise its value."), theme.FADED
        )
        for seat, gang in self.desk.view.state.gangs.items():
            if key_button(f, marked(say("Keep {gang}", gang=gang.name), seat), width=wide):
                self.commands.append(f"keep {seat}")

    def _after_game(self) -> None:
        """What fell to the gang, and what is asked."""
        f, desk = self.fonts, self.desk
        view = desk.view
        wide = imgui.get_content_region_avail().x
        if not view.asked:
            played = bool(view.played)
            heading = say("All gangs are ready") if played else say("The first game is still to be played")
            widgets.headline(f, heading, 22, wide)
            if key_button(f, say("The next game"), "N", lit=True, width=wide):
                self.commands.append("game")
            if not played:
                widgets.wrapped(HOW, theme.FADED)
            if played and key_button(f, say("End the campaign"), width=wide, hint=say("No game follows.")):
                self.commands.append("end")
        if view.last_game is not None:
            self._seats()
            self._told(room=not view.of(desk.seat))
        self._asked()

    def _seats(self) -> None:
        """Whose aftermath is shown."""
        f, view = self.fonts, self.desk.view
        seats = view.state.gangs
        gap = f.px(4)
        wide = (imgui.get_content_region_avail().x - gap * (len(seats) - 1)) / len(seats)
        for number, (seat, gang) in enumerate(seats.items()):
            if number:
                imgui.same_line(0, gap)
            key = "Tab" if number == len(seats) - 1 and len(seats) < MOST_PLAYERS else ""  # four leave no room for it
            hint = say("something is left for {gang} to decide", gang=gang.name) if seat in view.asked else ""
            if key_button(f, marked(gang.name, f"seat {seat}"), key, lit=seat == self.desk.seat, width=wide, hint=hint):
                self.desk.seat = seat
            if seat in view.asked:
                corner = imgui.get_item_rect_min()
                imgui.get_window_draw_list().add_circle_filled(corner, f.px(4.5), ink(theme.GOLD_BRIGHT))
        with font(f, "text", 13):
            if self.desk.seat in view.asked:
                self._steps(view.stage(self.desk.seat))
            elif view.asked:
                others = listed([seats[seat].name for seat in view.asked])
                widgets.wrapped(say("Still asked to decide: {gangs}", gangs=others), theme.GOLD_BRIGHT)

    def _steps(self, stage: Stage | None) -> None:
        """Where the gang's player is: the stages, the one in hand lit."""
        if stage is None:
            return
        for number, (each, words) in enumerate(STAGES.items()):
            if number:
                imgui.same_line(0, self.fonts.px(14))
            label = say("{n}. {stage}", n=number + 1, stage=words)
            widgets.colour(label, theme.GOLD_BRIGHT if each == stage else theme.GOLD_DIM)

    def _told(self, *, room: bool) -> None:
        """What fell to the gang since the last game, and what it decided; with `room`, as long as it is."""
        f, lines = self.fonts, list(self._lines())
        if not lines:
            if room:
                widgets.wrapped(say("Nothing fell to this gang, and nothing is asked of it."), theme.FADED)
            return
        free, faces = imgui.get_content_region_avail(), self.desk.view.faces
        whole = sum(self._tall(line, free.x) for line in lines) + f.px(4)
        tall = free.y - f.px(4) if room else min(free.y * TOLD[self.desk.view.stage(self.desk.seat)], whole)
        imgui.begin_child("told", V(0, max(tall, f.px(44))))
        for line in lines:
            if line.die and line.words in faces:
                die_line(f, line.words, faces[line.words])
            else:
                with font(f, "text", 13.5):
                    widgets.wrapped(line.words)
                    widgets.explain(f, line.words)
        if len(lines) != self._shown:
            self._shown = len(lines)
            imgui.set_scroll_y(whole)  # what is new stands last
        imgui.end_child()
        if not room:
            imgui.separator()

    def _tall(self, line: StoryLine, width: float) -> float:
        """How tall a line is, with what lies between it and the next."""
        words, gap = line.words, imgui.get_style().item_spacing.y
        is_die = line.die and words in self.desk.view.faces
        return gap + (die_tall(self.fonts, words, width) if is_die else tall_of(self.fonts, words, width, 13.5))

    def _lines(self) -> Iterator[StoryLine]:
        game = self.desk.view.last_game
        if game is not None:
            yield from (line for line in game.lines if line.seat == self.desk.seat)

    # -- what is asked --------------------------------------------------------------------------------------

    def _asked(self) -> None:
        view, seat, f = self.desk.view, self.desk.seat, self.fonts
        if (die := view.die_of(seat)) is not None:
            self._die(die)
            return
        stage = view.stage(seat)
        if stage is None:
            return
        foot = imgui.get_frame_height() + f.px(10)
        imgui.begin_child("asked", V(0, max(imgui.get_content_region_avail().y - foot, f.px(60))))
        if stage == "experience":
            self.experience.draw()
        elif stage == "talents":
            self.talents.draw()
        else:
            self.hiring.draw()
        imgui.dummy(V(0, 0))  # ImGui wants an item after the last move of its cursor
        imgui.end_child()
        self._foot(stage)

    def _die(self, die: AskDie) -> None:
        """A real die is thrown, and told."""
        f = self.fonts
        with font(f, "bold", 14):
            widgets.wrapped(joined(" ", (die.asks(), say("What does it show?"))), theme.GOLD_BRIGHT)
        gap = f.px(4)
        wide = (imgui.get_content_region_avail().x - 4 * gap) / 5
        for face in range(1, 11):
            if face % 5 != 1:
                imgui.same_line(0, gap)
            if key_button(f, marked(str(face), "face"), str(face % 10), width=wide):
                self.commands.append(str(face % 10))

    def _foot(self, stage: Stage) -> None:
        """Let it be decided, and done."""
        f, desk = self.fonts, self.desk
        able = not desk.busy
        left = desk.left_of_all() if stage == "experience" else 0
        done = counted("Done: {n} XP is lost", "Done: {n} XP are lost", left) if left else say("Done")
        gap = f.px(5)
        wide = (imgui.get_content_region_avail().x - gap) / 2
        if key_button(f, say("As a bot would"), "A", able=able, width=wide,
                      hint=say("All that is left is decided so, until the gang is ready")):  # fmt: skip
            self.commands.append("accept")
        imgui.same_line(0, gap)
        if key_button(f, done, "D", able=able, lit=stage == "experience" and not left, width=wide,
                      hint=say("Nothing more is decided of this")):  # fmt: skip
            self.commands.append("done")

    def command(self, name: str) -> None:
        """What a key asks for, of what is asked now."""
        view, seat, campaign = self.desk.view, self.desk.seat, self.desk.campaign
        if view.die_of(seat) is not None:
            if name.isdecimal():
                face = int(name) or 10
                self.desk.do(lambda: campaign.throw(seat, face))
            return
        match view.stage(seat):
            case "experience":
                self.experience.command(name)
            case "talents":
                self.talents.command(name)
            case "hiring":
                self.hiring.command(name)
