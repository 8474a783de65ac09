"""The panels of a game: bar, roster, card, log, dice tray, actions."""

from __future__ import annotations

from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.layout import Layout, Rect
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import V, colour, font, key_button
from sim.app.table import tools
from sim.app.table.controller import Table
from sim.app.table.model import HUMAN
from sim.app.table.tools import Button, Tool
from sim.carnevale import scenarios
from sim.carnevale.characters import Character
from sim.carnevale.equipment.base import find as find_item
from sim.carnevale.objectives.carrying import carried_by
from sim.carnevale.telling import names_of, tell

LINES = 160  # of the log that are kept on screen
HEADINGS = ("round_began", "turn_began")
COUNTERS = (("stunned", "Stunned"), ("hidden", "Hidden"), ("guarding", "On guard"), ("underwater", "Underwater"))


class GamePanels:
    """Draws the panels of one game. `wishes` are what their buttons ask of the window."""

    def __init__(self, table: Table, fonts: Fonts) -> None:
        self.table, self.fonts = table, fonts
        self.wishes: list[str] = []
        self._lines: list[tuple[int, str, str]] = []  # (event, kind, sentence)
        self._told = 0
        self._scroll = False

    def draw(self, where: Layout) -> None:
        self._bar(where.bar)
        self._roster(where.roster)
        self._card(where.card)
        self._log(where.log)
        self._tray(where.tray)
        self._actions(where.actions)

    # --- the bar ------------------------------------------------------------------------------------

    def _bar(self, rect: Rect) -> None:
        table, f = self.table, self.fonts
        state = table.model.shown
        flags = int(imgui.WindowFlags_.no_scrollbar | imgui.WindowFlags_.no_scroll_with_mouse)
        with widgets.panel("bar", rect, flags=flags, alpha=0.96):
            turn = self._whose()
            x = rect.x + f.px(16)
            for number, seat in enumerate(state.seats.values()):
                x = self._seat(
                    x, rect, number, seat.id, seat.gang or seat.id.capitalize(), seat.vp, turn == seat.id
                ) + f.px(18)
            page = scenarios.find(state.scenario)
            rounds = f" of {page.rounds}" if page is not None else ""
            middle = f"Round {state.round}{rounds}" if state.round else "Setting up"
            with font(f, "title", 23):
                wide = imgui.calc_text_size(middle).x
                at = max(x + f.px(8), rect.w / 2 - wide / 2)
                imgui.set_cursor_screen_pos(V(at, rect.y + f.px(9)))
                colour(middle, theme.GOLD_BRIGHT)
            self._bar_buttons(rect)

    def _seat(self, x: float, rect: Rect, number: int, seat: str, gang: str, vp: int, turn: bool) -> float:
        f, draw = self.fonts, imgui.get_window_draw_list()
        middle = rect.y + rect.h / 2
        widgets.seat_mark(x + f.px(8), middle, f.px(8), number)
        with font(f, "title", 18):
            gang = widgets.fitted(gang, f.px(150))
            size = imgui.calc_text_size(gang)
            paint = theme.GOLD_BRIGHT if turn else theme.PARCHMENT
            draw.add_text(V(x + f.px(24), middle - size.y / 2 - f.px(5)), ink(paint), gang)
        with font(f, "text", 11.5):
            kind = self.table.model.players[seat]
            who = seat.capitalize() + ("" if kind == HUMAN else f", {kind} bot")
            who += ", Fortune's Favour" if self.table.model.shown.favour == seat else ""
            draw.add_text(V(x + f.px(24), middle + f.px(6)), ink(theme.FADED), who)
            wide = max(size.x, imgui.calc_text_size(who).x)
        right = x + f.px(24) + wide + f.px(12)
        with font(f, "bold", 20):
            score = str(vp)
            tall = imgui.calc_text_size(score)
            draw.add_text(V(right, middle - tall.y / 2), ink(theme.PARCHMENT), score)
        with font(f, "text", 11):
            draw.add_text(V(right + tall.x + f.px(3), middle - f.px(2)), ink(theme.FADED), "VP")
        end = right + tall.x + f.px(20)
        if turn:
            draw.add_line(
                V(x, rect.bottom - f.px(6)), V(end, rect.bottom - f.px(6)), ink(theme.seat_colour(number)), 2.5
            )
        return float(end)

    def _bar_buttons(self, rect: Rect) -> None:
        f, table = self.fonts, self.table
        speed = f"{table.speed:g}x"
        items = [
            ("Undo", "Ctrl Z", "undo", table.model.undo_seat is not None, False, "Take the last choice back"),
            ("Tape", "M", "tape", True, table.tool is Tool.TAPE, "Measure anything: click two points or minis"),
            ("Top", "T", "top", True, False, "Look straight down"),
            ("Eye", "V", "eye", table.selected is not None, False, "See what the selected mini sees"),
            (speed, "+ -", "speed", True, False, "How fast turns are shown"),
            ("Help", "?", "help", True, False, "All keys"),
            ("Menu", "Esc", "menu", True, False, "Pause, save, leave"),
        ]
        wide = 0.0
        sizes = []
        for label, key, *_ in items:
            with font(f, "bold", 11):
                mark = imgui.calc_text_size(key).x
            sizes.append(imgui.calc_text_size(label).x + 2 * imgui.get_style().frame_padding.x + mark + f.px(8))
            wide += sizes[-1] + f.px(5)
        x = rect.right - wide - f.px(8)
        for (label, key, wish, able, lit, hint), size in zip(items, sizes, strict=True):
            imgui.set_cursor_screen_pos(V(x, rect.y + f.px(9)))
            if key_button(f, f"{label}##{wish}", key, able=able, lit=lit, width=size, hint=hint):
                self.wishes.append(wish)
            x += size + f.px(5)

    def _whose(self) -> str | None:
        pending = self.table.model.pending
        if pending is not None:
            return pending.seat
        active = self.table.model.shown.active
        return self.table.model.shown[active].seat if active else None

    # --- the roster -----------------------------------------------------------------------------------

    def _roster(self, rect: Rect) -> None:
        f, table = self.fonts, self.table
        state = table.model.shown
        name = names_of(state)
        with widgets.panel("roster", rect):
            for number, seat in enumerate(state.seats.values()):
                own = [c for c in state.characters.values() if c.seat == seat.id]
                widgets.title(f, widgets.fitted(seat.gang or seat.id.capitalize(), rect.w - f.px(40)), 17)
                imgui.push_style_var(imgui.StyleVar_.item_spacing, V(f.px(8), f.px(1)))
                for c in own:
                    self._row(c, number, name(c.id), rect)
                imgui.pop_style_var()
                if (seat.agendas or seat.scored) and table.model.players[seat.id] == HUMAN:
                    self._agendas(seat.id)
                imgui.dummy(V(1, f.px(3)))

    def _row(self, c: Character, number: int, name: str, rect: Rect) -> None:
        f, table = self.fonts, self.table
        imgui.push_id(c.id)
        at = imgui.get_cursor_screen_pos()
        wide, tall = imgui.get_content_region_avail().x, f.px(18)
        chosen = c.id in (table.selected, table.deploying)
        pressed, _ = imgui.selectable("##row", chosen, int(imgui.SelectableFlags_.none), V(wide, tall))
        if pressed:
            self._select(c)
        if imgui.is_item_hovered() and table.tool is Tool.LOOK:
            table.hovered = c.id
        draw = imgui.get_window_draw_list()
        fade = 1.0 if c.alive else 0.35
        middle = at.y + tall / 2
        widgets.seat_mark(at.x + f.px(7), middle, f.px(4.2), number, hollow=c.had_turn or not c.alive)
        with font(f, "bold" if table.model.shown.active == c.id else "text", 13):
            words = widgets.fitted(name, wide - f.px(98))
            draw.add_text(
                V(at.x + f.px(17), middle - imgui.get_text_line_height() / 2), ink(theme.PARCHMENT, fade), words
            )
        x = at.x + wide - f.px(76)
        if not c.alive or c.escaped:
            with font(f, "text", 12):
                draw.add_text(V(x, middle - f.px(7)), ink(theme.FADED, 0.7), "away" if c.alive else "fallen")
        else:
            share = c.lp / max(1, c.profile.lp)
            draw.add_rect_filled(V(x, middle - f.px(4)), V(x + f.px(44), middle + f.px(4)), ink((0, 0, 0, 0.6)), 2)
            draw.add_rect_filled(V(x, middle - f.px(4)), V(x + f.px(44) * share, middle + f.px(4)), ink(theme.LIFE), 2)
            with font(f, "bold", 12.5):
                draw.add_text(V(x + f.px(50), middle - f.px(7)), ink(theme.PARCHMENT), f"{c.lp}")
        imgui.pop_id()

    def _select(self, c: Character) -> None:
        table = self.table
        choice = table.choice
        if choice is not None and table.tool is Tool.PICK and c.id in choice.options:
            table.give(c.id)
        elif choice is not None and table.tool is Tool.DEPLOY and c.at is None and c.seat == choice.seat:
            table.deploying = c.id
        elif table.tool is Tool.ATTACK and any(a.target == c.id for a in table.attacks):
            table.click(c.id, c.at)
        else:
            table.selected = c.id
            self.wishes.append("centre")

    def _agendas(self, seat: str) -> None:
        held = self.table.model.shown.seats[seat]
        with font(self.fonts, "text", 12.5):
            for id in (*self.table.model.agendas(seat), *held.scored):
                words, text = tools.agenda_words(id)
                done = id in held.scored
                mark = "done: " if done else "double: " if id in held.doubled else "agenda: "
                colour(
                    widgets.fitted(mark + words, imgui.get_content_region_avail().x),
                    theme.GOLD if done else theme.FADED,
                )
                if imgui.is_item_hovered():
                    widgets.tooltip(self.fonts, f"{words}: {text}")
            for gear in filter(None, map(find_item, held.equipment)):
                colour(widgets.fitted(f"has: {gear.title}", imgui.get_content_region_avail().x), theme.FADED)
                if imgui.is_item_hovered():
                    widgets.tooltip(self.fonts, f"{gear.title}: {gear.text}")

    # --- the card -------------------------------------------------------------------------------------

    def _card(self, rect: Rect) -> None:
        table, f = self.table, self.fonts
        state = table.model.shown
        who = table.deploying if table.tool is Tool.DEPLOY else (table.hovered or table.selected)
        with widgets.panel("card", rect):
            if who is None or who not in state.characters:
                widgets.wrapped("Point at a mini, or click it, to read its card.", theme.FADED)
                return
            c, name = state[who], names_of(state)(who)
            draw = imgui.get_window_draw_list()
            at = imgui.get_cursor_screen_pos()
            widgets.seat_mark(at.x + f.px(7), at.y + f.px(12), f.px(6.5), table.model.seat_number(c.seat))
            imgui.set_cursor_screen_pos(V(at.x + f.px(20), at.y))
            with font(f, "title", 20):
                colour(widgets.fitted(name, rect.w - f.px(50)), theme.GOLD_BRIGHT)
            with font(f, "text", 12):
                keys = ", ".join(k for k in c.profile.keywords)
                colour(widgets.fitted(keys or c.profile.name, rect.w - f.px(28)), theme.FADED)
            draw.add_line(
                V(rect.x + f.px(12), imgui.get_cursor_screen_pos().y),
                V(rect.right - f.px(12), imgui.get_cursor_screen_pos().y),
                ink(theme.GOLD_DIM),
            )
            imgui.dummy(V(1, f.px(1)))
            self._points(c, rect)
            self._stats(c, rect)
            self._weapons(c)
            with font(f, "text", 12.5):
                words = [str(t) for t in c.profile.traits] + [command.name for command in c.profile.commands]
                if words:
                    widgets.wrapped(", ".join(words))
                for effect in c.effects:
                    colour(f"{effect.source} ({effect.until.replace('_', ' ')})", theme.WILL)

    def _points(self, c: Character, rect: Rect) -> None:
        f = self.fonts
        for label, now, most, paint in (
            ("LP", c.lp, c.profile.lp, theme.LIFE),
            ("AP", c.ap, c.profile.ap, theme.ACTION),
            ("WP", c.wp, c.profile.wp, theme.WILL),
            ("CP", c.cp, c.profile.cp, theme.COMMAND),
        ):
            with font(f, "bold", 12.5):
                x = imgui.get_cursor_pos_x()
                colour(label, paint)
                imgui.same_line(x + f.px(26))
                imgui.text(f"{now}")
                imgui.same_line(x + f.px(48))
                if label == "LP":
                    imgui.set_cursor_pos_y(imgui.get_cursor_pos_y() + f.px(4))
                    widgets.bar(f, now, most, paint, rect.w - f.px(76))
                else:
                    widgets.pips(f, now, most, paint)
        signs = [word for field, word in COUNTERS if getattr(c, field)]
        if c.on_wall:
            signs.append("on a wall")
        held = carried_by(self.table.model.shown, c.id)
        if held is not None:
            signs.append(f"carries {held.name}")
        if c.aboard:
            signs.append("aboard")
        if signs:
            colour(", ".join(signs), theme.ALERT)

    def _stats(self, c: Character, rect: Rect) -> None:
        f, p = self.fonts, c.profile
        cells = (("MOV", p.move), ("DEX", p.dexterity), ("ATT", p.attack), ("PRO", p.protection), ("MND", p.mind))
        at, draw = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
        wide, tall = (rect.w - f.px(24)) / len(cells), f.px(34)
        for i, (label, value) in enumerate(cells):
            x = at.x + i * wide
            draw.add_rect(V(x + 1, at.y), V(x + wide - 2, at.y + tall), ink(theme.GOLD_DIM), 2.0)
            with font(f, "text", 10.5):
                size = imgui.calc_text_size(label)
                draw.add_text(V(x + (wide - size.x) / 2, at.y + f.px(2)), ink(theme.FADED), label)
            with font(f, "bold", 16):
                size = imgui.calc_text_size(str(value))
                draw.add_text(V(x + (wide - size.x) / 2, at.y + f.px(13)), ink(theme.PARCHMENT), str(value))
        imgui.dummy(V(rect.w - f.px(24), tall))

    def _weapons(self, c: Character) -> None:
        with font(self.fonts, "text", 12.5):
            for w in c.profile.armoury:
                reach = f'{w.range:g}"' if w.range else "contact"
                numbers = "".join(
                    f", {label}{value:+d}"
                    for label, value in (("Ev", w.evasion), ("Dmg", w.damage), ("Pen", w.penetration))
                    if value
                )
                extra = f", {', '.join(w.abilities)}" if w.abilities else ""
                line = f"{w.name}: {reach}{numbers}{extra}"
                colour(widgets.fitted(line, imgui.get_content_region_avail().x), theme.PARCHMENT)
                if imgui.is_item_hovered():
                    widgets.tooltip(self.fonts, line)

    # --- the log --------------------------------------------------------------------------------------

    def _log(self, rect: Rect) -> None:
        table, f = self.table, self.fonts
        self._read_log()
        with widgets.panel("log", rect, flags=int(imgui.WindowFlags_.no_scrollbar)):
            widgets.title(f, "Chronicle", 17)
            imgui.begin_child("lines", V(0, 0))
            with font(f, "text", 13):
                for number, kind, words in self._lines[-LINES:]:
                    heading = kind in HEADINGS
                    shown = table.evidence == number
                    paint = theme.GOLD_BRIGHT if shown or heading else theme.PARCHMENT
                    if kind in ("rolled", "rerolled"):
                        paint = theme.GOLD_BRIGHT if shown else theme.FADED
                    if heading:
                        imgui.dummy(V(1, f.px(2)))
                    widgets.wrapped(words, paint)
                    if imgui.is_item_hovered():
                        low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
                        imgui.get_window_draw_list().add_rect_filled(low, high, ink(theme.GOLD, 0.10), 2.0)
                    if imgui.is_item_clicked():
                        table.evidence = None if shown else number
            imgui.dummy(V(1, f.px(10)))
            if self._scroll:
                imgui.set_scroll_here_y(1.0)
                self._scroll = False
            imgui.end_child()

    def _read_log(self) -> None:
        """Take in what has been shown since; after an undo, begin again."""
        log = self.table.model.shown.log
        if len(log) < self._told:
            self._lines, self._told = [], 0
        if len(log) > self._told:
            name = names_of(self.table.model.shown)
            for number in range(self._told, len(log)):
                event = log[number]
                words = tell(event, name)
                if words:
                    self._lines.append((number, str(type(event).__struct_config__.tag), words))
            self._told = len(log)
            self._scroll = True

    # --- the dice tray --------------------------------------------------------------------------------

    def _tray(self, rect: Rect) -> None:
        table, f = self.table, self.fonts
        choice = table.choice
        region = tools.dice_region(choice) if choice is not None else None
        with widgets.panel("tray", rect, flags=int(imgui.WindowFlags_.no_scrollbar)):
            tray = table.tray
            if table.roll is not None:
                self._typed(rect)
                return
            if tray is None:
                widgets.title(f, "Dice", 17)
                widgets.wrapped("The Destiny Die is the golden one.", theme.FADED)
                return
            name = names_of(table.model.shown)
            with font(f, "title", 17):
                colour(widgets.fitted(f"{name(tray.who)}: {tray.purpose}", rect.w - f.px(28)), theme.GOLD_BRIGHT)
            self._dice(rect, region is not None)
            resting = tray.tumbling <= 0
            imgui.set_cursor_screen_pos(V(rect.x + f.px(12), rect.bottom - f.px(62)))
            with font(f, "text", 12.5):
                if tray.needed and tray.outcome and resting:
                    aces = f", {tray.aces} Ace{'s' if tray.aces != 1 else ''}"
                    with font(f, "bold", 15):
                        paint = theme.ALERT if tray.outcome in ("fail", "fumble") else theme.GOLD_BRIGHT
                        colour(f"{tray.outcome.capitalize()}{aces}", paint)
                    if tray.modifiers:
                        colour(widgets.fitted(", ".join(tray.modifiers), rect.w - f.px(28)), theme.FADED)
                        if imgui.is_item_hovered():
                            widgets.tooltip(f, "\n".join(tray.modifiers))
                elif region is not None:
                    colour("Click the dice to throw again.", theme.FADED)
                elif not resting:
                    colour("…", theme.FADED)

    def _dice(self, rect: Rect, picking: bool) -> None:
        table, f = self.table, self.fonts
        tray = table.tray
        assert tray is not None
        choice = table.choice
        if picking and choice is not None:  # the roll is not read yet: what it needs is in the question
            tray.needed = choice.facts["needed"]
        count = len(tray.faces)
        columns = 5
        radius = f.px(19)
        step = (rect.w - f.px(24)) / columns
        top = imgui.get_cursor_screen_pos().y + radius + f.px(4)
        for i in range(count):
            x = rect.x + f.px(12) + step * (i % columns + 0.5)
            y = top + (i // columns) * (2 * radius + f.px(8))
            loose = tray.tumbling > 0 and i in tray.loose
            shake = f.px(2) if loose and int(tray.tumbling * 20) % 2 else 0
            picked = i in table.picked
            widgets.die(
                f, x + shake, y - (f.px(4) if picked else 0), radius, tray.seen(i), destiny=i == 0,
                ace=tray.ace(i) or not tray.needed, picked=picked, loose=loose, changed=i in tray.rerolled,
            )  # fmt: skip
            if picking:
                imgui.set_cursor_screen_pos(V(x - radius, y - radius))
                if imgui.invisible_button(f"die{i}", V(2 * radius, 2 * radius)):
                    table.pick_die(i)
        if not count:
            widgets.wrapped("No dice at all: a Fail.", theme.FADED)

    def _typed(self, rect: Rect) -> None:
        """Real dice: their faces are typed in, one by one."""
        table, f = self.table, self.fonts
        roll = table.roll
        assert roll is not None
        left = roll.dice - len(table.typed)
        with font(f, "title", 17):
            who = names_of(table.model.shown)(roll.who)
            colour(widgets.fitted(f"{who}: {roll.purpose}", rect.w - f.px(28)), theme.GOLD_BRIGHT)
        widgets.wrapped(f"Throw {roll.dice} dice and click their faces, the Destiny Die first. {left} left.")
        wide = (rect.w - f.px(24) - 4 * f.px(6)) / 5
        for face in range(1, 11):
            if key_button(f, f"{face}##face", width=wide):
                table.type_die(face)
            if face % 5:
                imgui.same_line(0, f.px(6))
        with font(f, "bold", 13):
            imgui.text(" ".join(map(str, table.typed)))

    # --- actions and questions ------------------------------------------------------------------------

    def _actions(self, rect: Rect) -> None:
        table, f = self.table, self.fonts
        with widgets.panel("actions", rect, flags=int(imgui.WindowFlags_.no_scrollbar)):
            menu = table.menu
            if table.failure:
                widgets.title(f, "The game stopped", 18)
                widgets.wrapped(table.failure, theme.ALERT)
                return
            if menu is None:
                self._idle()
                return
            choice = table.choice
            seat = choice.seat if choice is not None else None
            if seat is not None:
                at = imgui.get_cursor_screen_pos()
                widgets.seat_mark(at.x + f.px(7), at.y + f.px(12), f.px(6.5), table.model.seat_number(seat))
                imgui.set_cursor_screen_pos(V(at.x + f.px(20), at.y))
            widgets.title(f, menu.question, 19)
            words = table.model.notice or menu.detail
            if words:
                wide = imgui.get_item_rect_max().x - rect.x + f.px(20)
                paint = theme.ALERT if table.model.notice else theme.FADED
                if wide + imgui.calc_text_size(words).x < rect.w - f.px(16):
                    imgui.same_line(wide)
                    imgui.set_cursor_pos_y(imgui.get_cursor_pos_y() + f.px(5))
                with font(f, "text", 13):
                    colour(widgets.fitted(words, imgui.get_content_region_avail().x), paint)
                    if imgui.is_item_hovered():
                        widgets.tooltip(f, words)
            self._buttons(menu.buttons, rect)

    def _idle(self) -> None:
        table = self.table
        if table.paused:
            widgets.title(self.fonts, "Paused", 19)
        elif table.model.over:
            widgets.title(self.fonts, "The game is over", 19)
            widgets.wrapped("Esc shows the result again.", theme.FADED)
        elif table.model.bot_turn or (table.busy and not table.model.over):
            widgets.title(self.fonts, "The enemy is thinking", 19)
            widgets.wrapped("Space shows at once what is happening; + and - change the pace.", theme.FADED)
        elif table.roll is not None:
            widgets.title(self.fonts, "Throw the dice", 19)
            widgets.wrapped("Type their faces into the tray.", theme.FADED)
        elif not table.model.caught_up:
            widgets.title(self.fonts, "So it happens", 19)
            widgets.wrapped("Space shows at once what is happening; + and - change the pace.", theme.FADED)

    def _buttons(self, buttons: tuple[Button, ...], rect: Rect) -> None:
        table, f = self.table, self.fonts
        right = rect.right - f.px(14)
        gap = f.px(6)
        x = imgui.get_cursor_screen_pos().x
        number = 0
        if table.choice is not None and tools.dice_region(table.choice) is not None:
            label = f"Throw {len(table.picked)} again" if table.picked else "Keep them all"
            if key_button(f, label, "Enter", lit=True):
                table.give_dice()
            return
        if table.tool is Tool.MANY:
            if key_button(f, f"These {len(table.chosen)}" if table.chosen else "Nobody", "Enter", lit=True):
                table.confirm()
            imgui.same_line(0, gap)
        for i, button in enumerate(buttons):
            key = button.key
            if not key:
                number += 1
                key = str(number) if number < 10 else ""
            label = button.label + (
                f"  {button.hint}" if button.hint and button.tool is None and not button.key else ""
            )
            with font(f, "bold", 11):
                mark = imgui.calc_text_size(key).x
            pad = imgui.get_style().frame_padding.x
            wide = min(imgui.calc_text_size(label).x + 2 * pad + (mark + f.px(8) if key else 0), rect.w - f.px(28))
            here = imgui.get_cursor_screen_pos()
            if here.x > x and here.x + wide > right:
                imgui.new_line()
            lit = (
                button.tool is not None
                and button.tool is table.tool
                and (button.tool is not Tool.ATTACK or (button.targets == table.attacks))
            )
            hint = button.why or button.hint
            if button.ap:
                hint = f"{button.ap} AP. {hint}"
            if key_button(f, f"{label}##{i}", key, able=not button.why, lit=lit, width=wide, hint=hint):
                table.press(button)
            imgui.same_line(0, gap)
        imgui.new_line()
