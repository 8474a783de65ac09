"""What counts as a find: a fault, a mistake told badly, a hang, too much memory, or silent nonsense."""

from __future__ import annotations

import json
import re
from typing import NamedTuple

from tools.fuzzing.case import FOLDER, Case
from tools.fuzzing.faces import Outcome

__all__ = ["LONGEST", "MEMORY", "SECONDS", "Find", "judge"]

LONGEST = 1100  # letters of a line: some list the hundred names that there are
SECONDS, MEMORY = 10.0, 2 << 30
FRAME = re.compile(r'File "[^"]*?((?:sim|site-packages)/[^"]+)", line \d+, in (\S+)')
NOT_A_NUMBER = re.compile(r"(?<![\w.\"'/-])(?:nan|inf|Infinity|NaN)(?![\w.-])")
LISTS = (("map", "check"), ("gang", "check"))  # they tell each fault in a line of its own, or in their answer
MEASURED = ("los", "measure", "drop", "jump", "reach", "odds", "map")  # what answers in numbers
NOTES = ("note: ", "is made anew", ": mended", "goes on with the board")


class Find(NamedTuple):
    """What is wrong with how a case ended. Cases with one signature have one cause, as far as can be seen."""

    kind: str
    signature: str
    detail: str


def judge(case: Case, outcome: Outcome) -> Find | None:
    """What is wrong with an outcome; None where it is as it should be."""
    err = outcome.err
    if outcome.memory > MEMORY:
        return Find("memory", f"memory {case.command}", f"{outcome.memory >> 20} MB")
    if "Traceback (most recent call last)" in err or " failed: " in err.splitlines()[-1:].__str__():
        return Find("fault", *_fault(err))
    if outcome.code not in _allowed(case):
        return Find("code", f"code {outcome.code} of {case.command}", err[-300:])
    if "Warning:" in err:
        return Find("warning", "warning " + _frame_of_warning(err), err[-300:])
    if not outcome.same:
        return Find("unstable", f"another answer the second time: {' '.join(case.words[:2])[:20]}", outcome.out[:200])
    if outcome.code == 2:
        return _told_badly(case, outcome)
    return _nonsense(case, outcome)


def _allowed(case: Case) -> tuple[int, ...]:
    return (0, 1, 2) if "--verify" in case.words or case.command in ("doctor", "@doctor") else (0, 2)


def _fault(err: str) -> tuple[str, str]:
    told = err.rpartition("Traceback (most recent call last)")[2]
    ours = [frame for frame in FRAME.findall(told) if frame[0].startswith("sim/")]
    where = f"{ours[-1][0]}:{ours[-1][1]}" if ours else "?"
    last = next((line for line in told.splitlines()[1:] if line and not line.startswith(" ")), err[-300:])
    return f"{re.split('[^A-Za-z_.]', last)[0]} in {where}", last[:300]


def _frame_of_warning(err: str) -> str:
    line = next(line for line in err.splitlines() if "Warning:" in line)
    found = re.search(r"((?:sim|site-packages)/[\w/.-]+):\d+: (.*)", line)
    return f"{found.group(1)}: {found.group(2)[:60]}" if found else line[-80:]


def _told_badly(case: Case, outcome: Outcome) -> Find | None:
    """A refusal that is not one clear line."""
    name = " ".join(case.words[:2]) if case.words[:1] in (("map",), ("gang",)) else case.command
    lines = [line for line in outcome.err.splitlines() if not any(note in line for note in NOTES)]
    told_each = all(line.startswith(("error: ", "warning: ", "bauta gang: ")) for line in lines)
    if case.words[:2] in LISTS and (told_each if lines else outcome.out):
        return None
    if not lines:
        return Find("silent", f"a refusal without a word: {name}", outcome.out[:200])
    if len(lines) > 1:
        return Find("lines", f"{len(lines)} lines: {_shape(lines[0])}", outcome.err[:400])
    told = lines[0].replace(outcome.folder, FOLDER)
    if len(told) > LONGEST:
        return Find("long", f"long: {_shape(told)}", f"{len(told)} letters: {told[:200]} ... {told[-60:]}")
    if any(ord(letter) < 32 or ord(letter) == 127 for letter in told):
        return Find("control", f"control letters: {_shape(told)}", repr(told[:200]))
    if outcome.out and name not in ("gang check", "play"):
        return Find("halfway", f"half an answer: {name}", outcome.out[:200])
    return None


def _shape(line: str) -> str:
    """A message without what is different each time."""
    line = re.sub(r"'[^']*'|\"[^\"]*\"|`[^`]*`", "'...'", line[:400])
    line = re.sub(r"\S*/\S*|\d[\d.e+-]*", "#", line)
    return re.sub(r"[\[\](){},: #]*\.\.\.[\[\](){},: #'.]*", "...", line)[:60]


def _nonsense(case: Case, outcome: Outcome) -> Find | None:
    """An answer that should not have been given."""
    name = case.command
    if case.must == "refuse" and outcome.code == 0:
        return Find("nonsense", f"accepted: {re.sub(r'[0-9]+', '#', case.about)[:80]}", outcome.out[:200])
    if case.must == "tell" and outcome.code == 0 and not outcome.err.strip():
        return Find("nonsense", f"said nothing: {re.sub(r'[0-9]+', '#', case.about)[:60]}", outcome.out[-200:])
    json_wanted = ("--json" in case.words or name in ("script", "@library")) and "--help" not in case.words
    if not json_wanted and name in MEASURED and (found := NOT_A_NUMBER.search(outcome.out)):
        about = outcome.out[max(0, found.start() - 80) : found.end() + 20]
        return Find("nan", f"{found.group()} in the answer of {' '.join(case.words[:2])[:20]}", about)
    if json_wanted and outcome.code == 0:
        try:
            json.loads(outcome.out, parse_constant=_no_constant)
        except (ValueError, RecursionError) as error:
            return Find("json", f"no JSON of {name}", f"{error}: {outcome.out[:200]}")
    return None


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")
