"""The catalogues of words: gather what is said, merge it into them, and check that nothing is missing.

    python tools/words.py            # what is missing or wrong
    python tools/words.py --merge    # take new messages into the catalogues, and drop those that nobody says any more
    python tools/words.py --figures  # how many messages there are, and how many are translated

A message is what stands in `say`, `counted`, `sense` or `term`; names and texts of our data, which are found by `term`
as they are shown, are gathered from the data itself (`NAMED`).
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

CHECKOUT = Path(__file__).parents[1]
sys.path.insert(0, str(CHECKOUT))

from sim.words.tongues import LANGUAGES, catalogue_of  # noqa: E402

KEYWORDS = {"say": None, "counted": (1, 2), "sense": ((1, "c"), 2), "term": None}
SEATS = ("north", "south", "east", "west")
UNTOLD = ("scenario",)  # kinds of entries whose texts are said elsewhere
TAUGHT = (  # fields of lessons that are shown
    "title", "about", "say", "instead", "right", "wrong", "you", "they",
    *(f"{field}_in_words" for field in ("say", "instead", "right", "wrong")),
)  # fmt: skip
PLACES = (  # that scenarios lay, and zones of maps
    "board", "cache", "chest", "zone", "attackers' end", "defenders' end", "attackers' end, part",
    "defenders' end, part", *(f"treasure of {seat}" for seat in SEATS),
)  # fmt: skip
ON_CARDS = (  # keywords and points
    "Leader", "Hero", "Henchman", "Unique", "Animal", "Brute", "Clergy", "Construct", "Cultist", "Deepborn",
    "Discipline", "Doctor", "Human", "Inquisition", "Knight", "Masked", "Monster", "Noble", "Nurse", "Orderly",
    "Patient", "Penitent", "Servant", "Spirit", "Undead", "LP", "WP", "AP", "CP",
)  # fmt: skip
VERBS = ("claim", "reveal", "take", "drop", "pick up")  # of objectives
WORDS = (  # of rules, that stand there as names and reasons
    "Unarmed", "plan", "counter", "order", "defender", "charge", "guard", "disengage", "swim", "pass", "combat",
    "shoots", "comes and shoots", "strikes", "charges", "casts", "comes and casts", "drowns", "comes and drowns",
)  # fmt: skip
UNSPACED = (  # contexts of words that are typed, and not read
    "words to type", "words to type, left out where an answer is named",
    "words to type, left out where a place is named",
)  # fmt: skip
JSON = '{"'  # what stands in words that quote some
BEGUN = datetime(2026, 11, 24, tzinfo=UTC)  # of all catalogues, so that they change with their messages alone
HEADER = """\
# {name}: the words of Bauta.
# What stands in braces is filled in and may be put elsewhere in the sentence; `python tools/words.py` checks it."""


def said() -> Catalog:
    """Every message of the program, with the files that say it."""
    found = Catalog(project="Bauta", creation_date=BEGUN, charset="utf-8")
    for path in sorted((CHECKOUT / "sim").rglob("*.py")):
        name = path.relative_to(CHECKOUT).as_posix()
        source = path.read_bytes()
        for line, message, comments, context in extract("python", BytesIO(source), KEYWORDS, ("Words:",)):
            if any(map(_is_told, _bare(message if isinstance(message, str) else message[0]))):
                found.add(message, None, [(name, line)], auto_comments=comments, context=context)
    for name, text in named():
        if any(map(str.isalpha, text)) and found.get(text) is None:
            found.add(text, None, [(name, 0)])
    for name, pair in of_click():
        found.add(pair, None, [(name, 0)])
    for name, text, context in told_apart():
        found.add(text, None, [(name, 0)], context=context)
    return found


def _is_told(sign: str) -> bool:
    """Is it one that other languages have another of: a letter, or a mark of what is quoted?"""
    return sign.isalpha() or sign in "“”"


def named() -> Iterator[tuple[str, str]]:
    """Names and texts of our data: where they stand, and what they are."""
    from sim.app.hud.line_filter import KINDS as LINES
    from sim.app.render.palettes import PALETTES
    from sim.board.files.folders import assets_dir, maps_dir
    from sim.board.model.hours import HOURS
    from sim.bots import base as bots
    from sim.carnevale import actions, rulebook
    from sim.carnevale.dice import Outcome
    from sim.carnevale.talents import INJURIES
    from sim.lessons.catalogue import lessons_dir

    for path in sorted(maps_dir().glob("*.toml")):
        yield f"maps/{path.name}", tomllib.loads(path.read_text("utf-8"))["about"]
    for path in sorted(lessons_dir().glob("*.toml")):
        yield from ((f"assets/lessons/{path.name}", text) for text in _taught(tomllib.loads(path.read_text("utf-8"))))
    for path in sorted((assets_dir() / "characters").glob("*.toml")):
        yield from (
            (f"assets/characters/{path.name}", text) for text in _on_cards(tomllib.loads(path.read_text("utf-8")))
        )
    for entry in rulebook.entries():
        if entry.kind not in UNTOLD:
            yield f"rulebook/{entry.kind}", entry.name
            yield f"rulebook/{entry.kind}", entry.text
    yield from (
        ("rulebook/kinds", kind) for entry in rulebook.entries() for kind in (entry.kind, entry.kind.capitalize())
    )
    yield from (("sim/board/model/hours.py", hour) for hour in HOURS)
    yield from (("sim/bots", word) for name in bots.names() for word in (name, name.capitalize()))
    yield from (("sim/app/render/palettes.py", palette.title) for palette in PALETTES.values())
    yield from (("sim/app/hud/line_filter.py", kind.capitalize()) for kind in LINES)
    yield from (("sim/app/editor", text) for text in _of_building())
    yield from (("sim/cli", text) for text in _of_commands())
    yield from (("sim/carnevale/actions", action.name().replace("_", " ")) for action in actions.KINDS)
    yield from (("sim/carnevale/characters.py", word) for word in WORDS)
    yield from (("sim/carnevale/dice.py", str(outcome)) for outcome in Outcome)
    yield from (("sim/carnevale/names.py", seat.capitalize()) for seat in SEATS)
    yield from (("sim/carnevale/talents.py", injury) for injury in INJURIES)
    yield from (("sim/carnevale/zones.py", words) for words in _of_places())


def of_click() -> Iterator[tuple[str, tuple[str, str]]]:
    """What click says of one thing and of several."""
    from sim.cli.spoken_help import COUNTED

    yield from (("sim/cli/spoken_help.py", pair) for pair in COUNTED)


def told_apart() -> Iterator[tuple[str, str, str]]:
    """Words of our data that are one in English and several elsewhere: where they stand, and which they are."""
    from sim.carnevale.names import A_ROLL, ROLLS

    yield from (("sim/carnevale/names.py", word, A_ROLL) for word in ROLLS)


def _of_places() -> Iterator[str]:
    """Names of zones and objectives, by their first words where a number follows."""
    from sim.carnevale.zones import corners, edges

    for zone in (*edges(4, (48.0, 48.0), 6.0), *corners(4, (48.0, 48.0), 6.0)):
        yield from (zone.name, zone.name.capitalize())
    yield from PLACES
    yield from VERBS
    yield from ON_CARDS
    yield from map(str.capitalize, VERBS)
    yield from map(str.capitalize, PLACES)


def _of_building() -> Iterator[str]:
    """Names of the editor, of what is built in it and of what builds."""
    from sim.app.editor.commands import COMMANDS
    from sim.app.editor.palette import ALIKE, nice
    from sim.board.architecture.fields import fields
    from sim.board.architecture.plans import KINDS
    from sim.board.files.folders import assets_dir
    from sim.builder.generator.styles import Style
    from sim.builder.importing.kinds import WORDS
    from sim.carnevale import scenarios

    yield from (command.words for command in COMMANDS)
    yield from (nice(path.stem).rstrip("0123456789 ") for path in sorted((assets_dir() / "pieces").glob("*.glb")))
    yield from ALIKE
    for kind, plan in KINDS.items():
        yield nice(kind)
        for field in fields(plan):
            yield from filter(None, (field.name.capitalize(), field.says, *field.choices))
    yield from map(str, Style)
    yield from ("water", "ground", "buildings")  # shares of a board
    yield from WORDS
    for id in scenarios.known():
        yield from (words for side in scenarios.find(id).sides for words in (side, side.capitalize()))


def _on_cards(roster: dict[str, Any]) -> Iterator[str]:
    """What the cards of a faction say in words of their own: a line about each, their weapons and their commands."""
    for card in roster["characters"]:
        yield from (weapon["name"] for weapon in (*card.get("weapons", ()), *card.get("armoury", ())))
        yield from filter(None, [card.get("about")])
        for command in card.get("commands", ()):
            yield from (command["name"], command["text"])


def _of_commands() -> Iterator[str]:
    """What commands say of themselves, in the order of their list."""
    from sim.cli.main import bauta
    from sim.cli.spoken_help import said_by

    yield from dict.fromkeys(text for _, text in said_by(bauta, "bauta"))


def _taught(value: object, key: str = "") -> Iterator[str]:
    """What a lesson's file says to whoever learns by it."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield from _taught(each, name)
    elif isinstance(value, list):
        for each in value:
            yield from _taught(each, key)
    elif isinstance(value, str) and key in TAUGHT:
        yield value


def read(language: str) -> Catalog:
    """A language's catalogue as it lies there; an empty one where there is none."""
    path = catalogue_of(language)
    if not path.exists():
        return Catalog(language, project="Bauta", creation_date=BEGUN)
    with path.open("rb") as file:
        return read_po(file, locale=language, ignore_obsolete=True)


def merge(language: str, template: Catalog) -> Catalog:
    """The catalogue with all messages of the program, and no others. Translations stay where the message did."""
    old = read(language)
    new = Catalog(language, project="Bauta", creation_date=BEGUN, revision_date=BEGUN, last_translator="", fuzzy=False)
    new.header_comment = HEADER.format(name=LANGUAGES[language])
    new.language_team = LANGUAGES[language]
    for message in sorted((m for m in template if m.id), key=_place):
        known = old.get(message.id, message.context)
        words = known.string if known is not None else ""
        if language == "fr" and message.context not in UNSPACED:
            words = french(words) if isinstance(words, str) else tuple(map(french, words))
        new.add(message.id, words, message.locations, auto_comments=message.auto_comments, context=message.context)
    return new


def french(words: str) -> str:
    """Words with spaces that do not break before : ; ? ! % and within « », where there are usual ones or none; JSON in
    them is left alone.
    """
    if JSON in words:
        return words
    words = re.sub(r"« ?", "«\u00a0", re.sub(r" ?»", "\u00a0»", words.replace("\u00a0", " ")))
    words = re.sub(r"(?<=\S) ?([:;?!])(?!\S)", "\u00a0\\1", words)
    return re.sub(r"(?<=[\d}]) ?%(?![\w}])", "\u00a0%", words)


def written(catalogue: Catalog) -> bytes:
    """A catalogue as its file."""
    out = BytesIO()
    write_po(out, catalogue, width=116, include_lineno=False)
    return b"\n".join(line for line in out.getvalue().split(b"\n") if not line.startswith(b'"Report-Msgid'))


def wrong(language: str, template: Catalog) -> list[str]:
    """What is missing in a catalogue, and what cannot be."""
    catalogue, found = read(language), list[str]()
    for message in template:
        if not message.id:
            continue
        known = catalogue.get(message.id, message.context)
        one = message.id[0] if isinstance(message.id, tuple) else message.id
        where = f"{language}: “{one}” ({message.locations[0][0]})"
        if known is None or not all(_forms(known)):
            found.append(f"{where}: not translated")
            continue
        if "fuzzy" in known.flags:
            found.append(f"{where}: marked as fuzzy")
        if len(_forms(known)) != (catalogue.num_plurals if isinstance(message.id, tuple) else 1):
            found.append(f"{where}: it wants {catalogue.num_plurals} plural forms")
        each = [_fields(form) for form in (message.id if isinstance(message.id, tuple) else (one,))]
        some, all_ = set.union(*each), set.intersection(*each)
        for form in _forms(known):
            if any(_has_fields(message)) and (unknown := (_fields(form) - some) | (all_ - _fields(form))) - {"n"}:
                found.append(f"{where}: {', '.join(sorted(unknown))} is not in both")
            if form != form.strip() and one == one.strip():
                found.append(f"{where}: there are spaces about it")
    for message in catalogue:
        if message.id and template.get(message.id, message.context) is None:
            found.append(f"{language}: “{message.id}”: nobody says it any more")
    return found


def figures(template: Catalog) -> str:
    """Messages by folder, and how many are translated."""
    rows = Counter(_folder(m) for m in template if m.id)
    lines = [f"{'messages':>9}" + "".join(f"{code:>6}" for code in LANGUAGES if code != "en") + "  where"]
    known = {code: read(code) for code in LANGUAGES if code != "en"}
    done = {
        code: Counter(
            _folder(m)
            for m in template
            if m.id and (found := catalogue.get(m.id, m.context)) is not None and all(_forms(found))
        )
        for code, catalogue in known.items()
    }
    for folder, count in sorted(rows.items()):
        lines.append(f"{count:>9}" + "".join(f"{done[code][folder]:>6}" for code in known) + f"  {folder}")
    lines.append(f"{sum(rows.values()):>9}" + "".join(f"{sum(done[c].values()):>6}" for c in known) + "  in all")
    return "\n".join(lines)


def _folder(message: Message) -> str:
    return "/".join(message.locations[0][0].split("/")[:3])


def _place(message: Message) -> tuple[str, int]:
    return message.locations[0]


def _forms(message: Message) -> tuple[str, ...]:
    return tuple(message.string) if isinstance(message.string, (tuple, list)) else (message.string,)


def _has_fields(message: Message) -> Iterator[bool]:
    for each in message.id if isinstance(message.id, tuple) else (message.id,):
        yield "{" in each and "}" in each


def _fields(sentence: str) -> set[str]:
    """The fields of a sentence, each with how it is written."""
    return {f"{name}:{spec}" if spec else name for _, name, spec, _ in Formatter().parse(sentence) if name is not None}


def _bare(sentence: str) -> str:
    """A sentence without its fields; text that is no sentence with fields, as it is."""
    try:
        return "".join(text for text, _, _, _ in Formatter().parse(sentence))
    except ValueError:
        return sentence


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--merge", action="store_true", help="take new messages into the catalogues")
    parser.add_argument("--figures", action="store_true", help="how many messages there are")
    asked = parser.parse_args()
    template = said()
    if asked.figures:
        print(figures(template))
        return 0
    languages = [code for code in LANGUAGES if code != "en"]
    if asked.merge:
        for language in languages:
            catalogue_of(language).write_bytes(written(merge(language, template)))
    found = [line for language in languages for line in wrong(language, template)]
    print("\n".join(found) or "all is said in all languages")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
