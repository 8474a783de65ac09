"""A gamepad as mouse and keys: the left stick moves the pointer, the right one turns the view, buttons are keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from sim.app.pad_map import OwnPad

__all__ = ["Gamepad", "PadState", "move_pointer", "read_pad"]

DEAD = 0.22  # of a stick's way that is rest
ACROSS = 0.9  # of the window's height that the pointer goes in a second, at full tilt
TURN = 260.0  # pixels of dragging the view in a second
ZOOM = 0.12  # seconds between two steps of the wheel


class PadState(NamedTuple):
    """What is held: buttons by name, sticks from -1 to 1 (up and right above 0), triggers from 0 to 1.
    `name`: of the pad."""

    buttons: frozenset[str] = frozenset()
    left: tuple[float, float] = (0.0, 0.0)
    right: tuple[float, float] = (0.0, 0.0)
    triggers: tuple[float, float] = (0.0, 0.0)
    name: str = ""


class PadWindow(Protocol):
    """What a pad has to do with of a window."""

    def mouse(self) -> tuple[float, float]: ...

    def size(self) -> tuple[int, int]: ...


class Gamepad:
    """The pad that was used last, with its player's `own` buttons.

    `press(down, name)`: a key or button as the window's own; `move(way, seconds)`: the pointer is led on, right and up
    above 0 (False: it rests); `turn(dx, dy)`: the view is dragged so far.
    """

    def __init__(
        self,
        press: Callable[[bool, str], None],
        move: Callable[[tuple[float, float], float], bool],
        turn: Callable[[float, float], None],
        own: OwnPad | None = None,
    ) -> None:
        self._press, self._move, self._turn = press, move, turn
        self.own = own or OwnPad()
        self._keys = dict[str, str]()  # what is held, and the key that each button was as it went down
        self._held: frozenset[str] = frozenset()
        self._wheel = 0.0  # seconds until the next step

    def take(self, pad: PadState, seconds: float) -> bool:
        """Go on by so many seconds with what is held. False: nothing is."""
        for name in sorted(self._held - pad.buttons):
            self._key(False, name)
        for name in sorted(pad.buttons - self._held):
            self._key(True, name)
        self._held = pad.buttons
        moved = self._move(_live(pad.left), seconds)
        turned = _live(pad.right)
        if turned != (0.0, 0.0):
            self._turn(turned[0] * TURN * seconds, -turned[1] * TURN * seconds)
        zoomed = self._zoom(pad.triggers[1] - pad.triggers[0], seconds)
        return bool(pad.buttons) or moved or zoomed or turned != (0.0, 0.0)

    def _key(self, down: bool, name: str) -> None:
        key = self.own.hear(name) if down else self._keys.pop(name, "")
        if key:
            self._press(down, key if down else key.rpartition("-")[2])
        if down:
            self._keys[name] = key

    def _zoom(self, pull: float, seconds: float) -> bool:
        self._wheel = max(0.0, self._wheel - seconds)
        if abs(pull) < DEAD:
            return False
        if self._wheel <= 0:
            self._wheel = ZOOM / abs(pull)
            self._press(True, "wheel_up" if pull > 0 else "wheel_down")
            self._press(False, "wheel_up" if pull > 0 else "wheel_down")
        return True


def move_pointer(
    window: PadWindow, point: Callable[[float, float], None], way: tuple[float, float], seconds: float
) -> bool:
    """Move the pointer for so many seconds, right and up above 0; never out of the window. False: it stays."""
    if way == (0.0, 0.0):
        return False
    (x, y), (wide, tall) = window.mouse(), window.size()
    step = ACROSS * tall * seconds
    point(min(max(x + way[0] * step, 0), wide - 1), min(max(y - way[1] * step, 0), tall - 1))
    return True


def _live(stick: tuple[float, float]) -> tuple[float, float]:
    """A stick without its rest, slow near it: the square of its tilt."""
    far = (stick[0] ** 2 + stick[1] ** 2) ** 0.5
    if far < DEAD:
        return (0.0, 0.0)
    share = min(1.0, (far - DEAD) / (1 - DEAD)) ** 2 / far
    return (stick[0] * share, stick[1] * share)


def read_pad(devices: Any) -> PadState | None:
    """What the first pad of Panda3D's devices holds; None where there is none."""
    from panda3d.core import InputDevice

    axis = InputDevice.Axis
    for device in devices.get_devices(InputDevice.DeviceClass.gamepad):
        if not device.connected:
            continue
        device.poll()
        held = {b.handle.name for b in device.buttons if b.pressed}

        def value(which: Any, device: Any = device) -> float:
            found = device.find_axis(which)
            return round(float(found.value), 2) if found and abs(found.value) > DEAD / 2 else 0.0  # at rest it is still

        return PadState(
            frozenset(held),
            (value(axis.left_x), value(axis.left_y)),
            (value(axis.right_x), value(axis.right_y)),
            (value(axis.left_trigger), value(axis.right_trigger)),
            device.name,
        )
    return None
