"""What is wrong in gangs, rosters, scripts and setups is told with the file, the line, the place and the mend."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sim.board.files.folders import assets_dir
from sim.carnevale.characters import Command, Profile, Weapon
from sim.carnevale.gangs import muster, read_gang
from sim.carnevale.rosters import WrongData, read_roster
from sim.carnevale.script import read_script
from sim.carnevale.setup import Setup, WrongSetup, begin
from sim.carnevale.turn import BeginRound
from sim.carnevale.vocabulary import KEYWORDS, unknown_words, wrong_words
from sim.engine.script import WrongScript
from tests.carnevale.fighters import POST

ROSTER = """format = 1
faction = "Own"
keywords = ["Lamplighter"]

[[characters]]
name = "Ada"
rank = "Leader"
cost = 10
ap = 2
lp = 8
move = 5
dexterity = 4
attack = 4
protection = 3
mind = 3
keywords = ["Human", "Lamplighter"]
abilities = ["Acrobatic (1)", "Bodyguard (Lamplighter)", "Companion (Bruno)"]
body = "human"

[[characters.weapons]]
name = "Net"
range = 4
abilities = ["Harmless", "Stun"]
without_damage = ["Stun"]

[[characters.commands]]
name = "On"
form = "aura"
grants = ["Slippery"]

[[characters]]
name = "Bruno"
rank = "Henchman"
cost = 5
ap = 2
lp = 8
move = 5
dexterity = 4
attack = 4
protection = 3
mind = 3
"""
GANG = """format = 1
name = "The Own"
faction = "Own"
roster = "own.toml"
equipment = ["lantern"]

[[members]]
character = "Ada"

[[members]]
character = "Bruno"
"""
OF_ADA = 'characters[0] "Ada": '

ROSTERS = [
    ("lp = 8", "lp = 0", f"line 10: {OF_ADA}lp is 0: give a whole number from 1 to 200"),
    ("lp = 8", "lp = nan", f"line 10: {OF_ADA}lp is nan: give a whole number"),
    ("lp = 8", "lp = true", f"line 10: {OF_ADA}lp is true: give a whole number"),
    ("lp = 8", f"lp = {'9' * 5000}", "thousands of digits"),
    ("lp = 8", "lpp = 8", f"line 10: {OF_ADA}lpp is unknown here: is it 'lp'?"),
    ("lp = 8", "", f"line 5: {OF_ADA[:-2]} has no 'lp': give it a whole number from 1 to 200"),
    ("ap = 2", "ap = -2", f"line 9: {OF_ADA}ap is -2"),
    ("cost = 10", "cost = 100000", f"line 8: {OF_ADA}cost is 100000: give a whole number from 0 to 1000"),
    ("move = 5", "move = inf", f"line 11: {OF_ADA}move is inf"),
    ("range = 4", "range = nan", f'line 22: {OF_ADA}weapons[0] "Net": range is nan: give a number from 0 to 120'),
    ("range = 4", "range = -1", "range is -1"),
    ("range = 4", "damage = 1e9", "damage is 1000000000.0: give a whole number from -15 to 15"),
    ("range = 4", "rnage = 4", f'line 22: {OF_ADA}weapons[0] "Net": rnage is unknown here: is it \'range\'?'),
    ('form = "aura"', 'form = "aurora"', "form is 'aurora': give one of aura, pulse (is it 'aura'?)"),
    ('form = "aura"', 'form = "aura"\nreach = inf', "reach is inf"),
    ('form = "aura"', 'form = "aura"\ngains = { xp = 1 }', "gains.xp is unknown here: there are: ap, cp, lp, wp"),
    ('form = "aura"', 'form = "aura"\ngains = { wp = 999 }', "gains.wp is 999: give a whole number from 0 to 100"),
    ('form = "aura"', 'form = "aura"\non = "friend"', "on is 'friend': an aura lies over all of them that are near"),
    ('form = "aura"', 'form = "aura"\ngains = { wp = 1 }', "gains is 'wp': only a pulse gives points back"),
    ('rank = "Leader"', 'rank = "Leadr"', "is it 'Leader'"),
    ("Acrobatic (1)", "Acrobtic (1)", f"line 17: {OF_ADA}abilities[0] is 'Acrobtic (1)': there is no such ability; is"),
    ("Acrobatic (1)", "Acrobatic", "its number is missing, 0 to 99: write Acrobatic (1)"),
    ("Acrobatic (1)", "Acrobatic (Leader)", "its number is missing"),
    ("Acrobatic (1)", "Acrobatic (²)", "its number is missing"),
    ("Acrobatic (1)", "Slippery (2)", "it takes no number and no name: write Slippery"),
    ("Acrobatic (1)", "Two-handed", "this is an ability of weapons: give it to one of `weapons`"),
    ("Acrobatic (1)", "Steadfast", "there is no such ability"),  # only effects give it, and these
    ("Acrobatic (1)", "Lantern Light", "there is no such ability"),
    ("Acrobatic (1)", "Master of Destiny", "there is no such ability"),
    ("Acrobatic (1)", "Otherworldly Oddity", "there is no such ability"),
    ("Acrobatic (1)", "In Smoke", "there is no such ability"),
    ("Acrobatic (1)", "((1)", "give a name, and what belongs to it in brackets"),
    ("Bodyguard (Lamplighter)", "Bodyguard (Lamplihgter)", "or has this keyword; is it 'Lamplighter'?"),
    ("Bodyguard (Lamplighter)", "Bodyguard", "its name or keyword is missing: write Bodyguard (Leader)"),
    ("Companion (Bruno)", "Companion (Bruna)", "is it 'Bruno'?"),
    ('"Human"', '"Hunan"', f"line 16: {OF_ADA}keywords[0] is 'Hunan': there is no such keyword; is it 'Human'?"),
    ('"Human"', '"Stilt-walker"', "one of your own stands in the file's `keywords`"),
    ('"Human"', '"Discipline (Runes)"', "there is no such discipline; "),
    ('"Harmless"', '"Harmles"', "there is no such ability of weapons; is it 'Harmless'?"),
    ('"Harmless"', '"Slippery"', "this is an ability of characters, not of weapons"),
    ('without_damage = ["Stun"]', 'without_damage = ["Blast"]', "but is none of its abilities"),
    ('grants = ["Slippery"]', 'grants = ["Slipery"]', 'commands[0] "On": grants[0] is \'Slipery\''),
    ('body = "human"', 'body = "humna"', "body is 'humna': there is no such body; "),
    ('body = "human"', 'body = "nowhere/own.glb"', "there is no such mesh file"),
    ("format = 1", "format = 2", "format is 2: this program reads files with format = 1"),
    ("format = 1", "", "it has no format"),
    ("[[characters]]", "[[characters", "line 5: the line is not closed: put a ]] at its end"),
]  # fmt: skip
GANGS = [
    ('"Ada"', '"Adda"', "line 8: members[0] \"Adda\": character is 'Adda': the roster of the Own has"),
    ('"lantern"', '"lanten"', "line 5: equipment[0] is 'lanten': there is no such equipment; is it 'lantern'?"),
    ('faction = "Own"', 'faction = "Owl"', "line 3: faction is 'Owl': is it 'Own'?"),
    ('roster = "own.toml"', 'roster = "own.tml"', "own.tml: there is no such file"),
    ('roster = "own.toml"', 'roster = "o\\u0000"', "cannot be read"),
    ('roster = "own.toml"', 'roster = "."', "cannot be read"),
    ('roster = "own.toml"', "", "is 'Own': there are: Doctors, "),
    ('character = "Bruno"', 'character = "Bruno"\nspells = ["Healling"]', "there is no such spell; is it 'Healing'"),
    ('character = "Bruno"', 'character = "Bruno"\nweapons = ["Net"]', "Bruno has no such choice"),
    ("format = 1", "format = 1\nducats = -5", "ducats is -5: give a whole number from 1 to 10000"),
    ("format = 1", "format = 1\nducats = 1e400", "ducats is inf"),
    ("format = 1", "format = 1\nduckats = 75", "duckats is unknown here: is it 'ducats'?"),
    ("format = 1", "format = true", "format is true"),
]  # fmt: skip


def written(folder: Path, roster: str = ROSTER, gang: str = GANG) -> Path:
    (folder / "own.toml").write_text(roster, encoding="utf-8")
    (folder / "gang.toml").write_text(gang, encoding="utf-8")
    return folder / "gang.toml"


@pytest.mark.rule("GANG-01")
def test_a_gang_of_ones_own_is_read_and_fielded(tmp_path: Path) -> None:
    gang, roster = read_gang(str(written(tmp_path)))
    members = muster(gang, roster, "north", 100).members
    assert [m.id for m in members] == ["north-ada", "north-bruno"]
    for each in (m.profile for m in members):  # what a sheet does not say
        assert (each.size, each.wp, each.cp, "Unique" in each.keywords) == (30, 0, 0, False)


@pytest.mark.rule("GANG-01", "GANG-02")
@pytest.mark.parametrize(("was", "made", "says"), ROSTERS, ids=[f"{was} > {made[:30]}" for was, made, _ in ROSTERS])
def test_a_wrong_roster_is_told(was: str, made: str, says: str, tmp_path: Path) -> None:
    assert was in ROSTER
    gang = written(tmp_path, roster=ROSTER.replace(was, made, 1))
    with pytest.raises(WrongData) as refused:
        read_gang(str(gang))
    assert says in str(refused.value)
    assert str(refused.value).startswith(str(tmp_path / "own.toml"))


@pytest.mark.rule("GANG-01", "GANG-02")
@pytest.mark.parametrize(("was", "made", "says"), GANGS, ids=[f"{was} > {made[:30]}" for was, made, _ in GANGS])
def test_a_wrong_gang_is_told(was: str, made: str, says: str, tmp_path: Path) -> None:
    assert was in GANG
    with pytest.raises(WrongData) as refused:
        read_gang(str(written(tmp_path, gang=GANG.replace(was, made, 1))))
    assert says in str(refused.value)


GOOD, BAD = Weapon("Good", abilities=("Stun", "Reload (1)", "Two-handed")), Weapon("Bad", abilities=("Sting",))
WORDS: list[tuple[dict[str, Any], list[tuple[str | int, ...]]]] = [
    ({"abilities": ("Brave", "Acrobatic (1)", "Universal Shielding (12)", "Bodyguard (Human)")}, []),
    ({"abilities": ("Bodyguard (lamplighter)", "Companion (BRUNO)", "Companion (leader)")}, []),
    ({"abilities": ("Brave", "Brave (1)", "Acrobatic", "Companion (Carlo)")}, [("abilities", n) for n in (1, 2, 3)]),
    ({"keywords": ("Human", "Lamplighter", "Faction (Any)", "Discipline (Divinity)")}, []),
    ({"keywords": ("lamplighter", "Discipline (Any)")}, [("keywords", 0), ("keywords", 1)]),
    ({"body": POST}, []),
    ({"body": "human"}, []),
    ({"body": f"{POST}.stl"}, [("body",)]),
    ({"weapons": (GOOD, Weapon("Net", abilities=("Harmless", "Stun"), without_damage=("Stun",)))}, []),
    ({"weapons": (GOOD, BAD)}, [("weapons", 1, "abilities", 0)]),
    (
        {"weapons": (Weapon("Odd", abilities=("Reload", "Stun (1)", "Smoke")),)},
        [("weapons", 0, "abilities", n) for n in (0, 1)],
    ),
    (
        {"weapons": (Weapon("Odd", abilities=("Stun",), without_damage=("Smoke",)),)},
        [("weapons", 0, "without_damage", 0)],
    ),
    ({"commands": (Command("On", "aura", grants=("Steadfast", "Slippery", "Parry (1)")),)}, []),
    (
        {"commands": (Command("On", "aura", grants=("Brave",)), Command("Off", "pulse", grants=("Brave", "Stun")))},
        [("commands", 1, "grants", 1)],
    ),
    *[
        ({"commands": (Command("Off", "pulse", on=on), Command("On", "aura", on=on))}, [("commands", 1, "on")])
        for on in ("friend", "enemy")
    ],
    (
        {"commands": (Command("Off", "pulse", gains={"wp": 1}), Command("On", "aura", gains={"wp": 1}))},
        [("commands", 1, "gains")],
    ),
]


@pytest.mark.rule("GANG-01")
@pytest.mark.parametrize(("card", "wrong"), WORDS)
def test_where_the_words_of_a_card_are_wrong(card: dict[str, Any], wrong: list[tuple[str | int, ...]]) -> None:
    profile = Profile(name="Ada", **card)
    for choices, more in (((), []), (((GOOD,), (GOOD, BAD)), [("choices", 1, 1, "abilities", 0)])):
        found = [each.place for each in wrong_words(profile, ["Ada", "Bruno"], ["Lamplighter"], choices)]
        assert sorted(map(str, found)) == sorted(map(str, [*wrong, *more]))


@pytest.mark.rule("GANG-01", "GANG-02")
def test_which_abilities_and_spells_there_are_not() -> None:
    commands = (Command("On", "aura", grants=("Brave",)), Command("Off", "pulse", grants=("Stun", "Nothing")))
    card = Profile(name="Ada", abilities=("Brave", "Bravery (1)"), weapons=(GOOD, BAD), commands=commands)
    found = [each.place for each in unknown_words(card, ("Healing", "Heeling"))]
    assert found == [("abilities", 1), ("weapons", 1, "abilities", 0), ("commands", 1, "grants", 1), ("spells", 1)]


def test_the_line_is_found_behind_lists_of_many_lines(tmp_path: Path) -> None:
    roster = ROSTER.replace('["Harmless", "Stun"]', '[\n  "Harmless",\n  # a comment\n  "Stnu",\n]', 1)
    with pytest.raises(WrongData, match=r"own\.toml, line 23: .*abilities\[1\] is 'Stnu'"):
        read_gang(str(written(tmp_path, roster=roster)))


@pytest.mark.rule("GANG-01")
def test_the_keywords_of_the_game_are_those_of_its_rosters() -> None:
    rosters = [read_roster(path) for path in sorted((assets_dir() / "characters").glob("*.toml"))]
    worn = {keyword for roster in rosters for sheet in roster.characters for keyword in sheet.keywords}
    plain = {keyword for keyword in worn if "(" not in keyword} | {"Leader", "Hero", "Henchman", "Unique"}
    assert set(KEYWORDS) == plain


@pytest.mark.rule("GANG-01")
def test_a_name_stands_once_in_a_roster(tmp_path: Path) -> None:
    twice = f"{ROSTER}\n[[characters]]{ROSTER.partition('[[characters]]')[2].partition('[[characters]]')[0]}"
    with pytest.raises(WrongData, match=r'line 43: characters\[2\] "ADA" has the name of another'):
        read_gang(str(written(tmp_path, roster=twice.replace('"Ada"', '"ADA"').replace('"ADA"', '"Ada"', 1))))


# --- scripts ----------------------------------------------------------------------------------------------------

FIGHTER: dict[str, Any] = {"id": "a", "seat": "north", "at": [6, 6, 0], "weapons": [{"name": "Sword"}]}
SCRIPTS = [
    ({"at": [1e300, 0, 0]}, 'characters[0] "a": at[0] is 1e+300: give a number from -100000 to 100000'),
    ({"at": [1, 2]}, "at is [1, 2]: give a list of 3"),
    ({"lp": -1}, "lp is -1"),
    ({"lp": 10**30}, "lp is 1000000000000000000000000000000"),
    ({"size": 0}, "size is 0: give a whole number from 10 to 500"),
    ({"attack": "5"}, "attack is '5': give a whole number from 0 to 15"),
    ({"abilities": ["Acrobtic (1)"]}, "abilities[0] is 'Acrobtic (1)': there is no such ability; is it 'Acrobatic'?"),
    ({"spells": ["Healling"]}, "spells[0] is 'Healling': there is no such spell; is it 'Healing'?"),
    ({"keywords": ["Leadr"]}, "keywords[0] is 'Leadr': there is no such keyword; is it 'Leader'?"),
    ({"body": "nobody"}, "body is 'nobody': there is no such body"),
    ({"seat": "nort"}, "seat is 'nort': is it 'north'?"),
    ({"lives": 3}, "lives is unknown here: "),
]
WHOLE = [
    ({"dice": [99]}, "dice[0] is 99: give a whole number from 1 to 10"),
    ({"dice": [0]}, "dice[0] is 0"),
    ({"dice": [5.0]}, "dice[0] is 5.0"),
    ({"dice": "7"}, "dice is '7': give a list"),
    ({"options": {"blast_across": -3}}, "options.blast_across is -3"),
    ({"options": {"minis_blok": True}}, "options.minis_blok is unknown here: is it 'minis_block'?"),
    ({"first": "sout"}, "first is 'sout': is it 'south'?"),
    ({"characters": []}, "characters is []: give a list of at least 1"),
    ({"board": ""}, "board is ''"),
]


def script(folder: Path, **changed: Any) -> Path:
    made = {"board": "san-canciano", "characters": [FIGHTER], **changed}
    path = folder / "fight.json"
    path.write_text(json.dumps(made), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("changed", "says"), [*(({"characters": [FIGHTER | one]}, says) for one, says in SCRIPTS), *WHOLE]
)
def test_a_wrong_script_is_told(changed: dict[str, Any], says: str, tmp_path: Path) -> None:
    with pytest.raises(WrongScript) as refused:
        read_script(script(tmp_path, **changed))
    assert says in str(refused.value)
    assert str(refused.value).startswith(str(tmp_path / "fight.json"))


@pytest.mark.parametrize("text", ["", "{", '{"board": NaN}', '{"board": 1e400}', "[" * 100_000, "\0", '"x"', "[]"])
def test_what_is_no_script_is_told(text: str, tmp_path: Path) -> None:
    (tmp_path / "fight.json").write_text(text, encoding="utf-8")
    with pytest.raises(WrongScript, match=r"fight\.json(, line \d+)?: "):
        read_script(tmp_path / "fight.json")


def test_a_script_may_have_keywords_of_its_own(tmp_path: Path) -> None:
    fighter = {**FIGHTER, "keywords": ["Lamplighter"], "abilities": ["Bodyguard (Lamplighter)"]}
    read = read_script(script(tmp_path, characters=[fighter], keywords=["Lamplighter"]))
    assert read.characters[0].keywords == ("Lamplighter",)


# --- setups -----------------------------------------------------------------------------------------------------

SETUPS = [
    (("seed",), -1, "setup: seed is -1: give a whole number"),
    (("seed",), float("nan"), "setup: seed is nan"),
    (("seed",), "7", "setup: seed is '7'"),
    (("size",), [float("inf"), 36], "setup: size[0] is inf"),
    (("scenario",), "gang-wars", "there is no scenario 'gang-wars'; is it 'gang-war'?"),
    (("first",), "nort", "setup: first: there is no seat 'nort'; is it 'north'?"),
    (("gangs",), [], "setup: gangs is []: give a list of at least 1"),
    (("gangs", 0, "members", 0, "at"), [0, 0, float("nan")], "at[2] is nan: give a number from -100000 to 100000"),
    (("gangs", 0, "members", 0, "profile", "lp"), 0, "profile.lp is 0: give a whole number from 1 to 200"),
    (("gangs", 0, "members", 0, "profile", "abilities"), ["Acrobtic"], "there is no such ability; is it 'Acrobatic'?"),
    (("gangs", 0, "members", 0, "profile", "spells"), ["Healling"], "is it 'Healing'?"),
    (("gangs", 0, "equipment"), ["lanten"], "there is no equipment 'lanten'; is it 'lantern'?"),
]


@pytest.mark.rule("SCEN-01", "GANG-02")
@pytest.mark.parametrize(("place", "value", "says"), SETUPS, ids=[says for *_, says in SETUPS])
def test_a_wrong_setup_begins_no_game(place: tuple[Any, ...], value: Any, says: str) -> None:
    member = {"id": "a", "profile": {"name": "A"}, "at": [1, 2, 0]}
    plain: dict[str, Any] = {"board": "x", "gangs": [{"seat": "north", "members": [member]}]}
    begin(plain)
    here: Any = plain
    for step in place[:-1]:
        here = here[step]
    here[place[-1]] = value
    with pytest.raises(WrongSetup) as refused:
        begin(plain)
    assert says in str(refused.value)


def gang(seat: str, *ids: str, **more: Any) -> dict[str, Any]:
    return {"seat": seat, "members": [{"id": id, "profile": {"name": id}} for id in ids], **more}


@pytest.mark.rule("SCEN-01", "SCEN-09", "EQUIP-01")
@pytest.mark.parametrize(
    ("scenario", "gangs", "says"),
    [
        ("free", [gang("n", "a"), gang("n", "b")], "two gangs have the same seat"),
        ("free", [gang("n", "a"), gang("s", "a")], "two characters have the id 'a'"),
        ("free", [gang("n", "a", equipment=["lantern", "lantern"])], "n: Lantern can be bought once, not 2 times"),
        ("free", [gang("n", "a", name="Own", equipment=["lantern"] * 3)], "Own: Lantern can be bought once, not 3"),
        ("free", [gang("n", "a")], None),
        ("gang-war", [gang("n", "a")], "Gang War is for 2 to 4 gangs, not 1"),
        ("gang-war", [gang(seat, seat * 2) for seat in "nesw"], None),
        ("gang-war", [gang(seat, seat * 2) for seat in "neswu"], "Gang War is for 2 to 4 gangs, not 5"),
        ("street-fight", [gang("n", "a", side="attacker"), gang("s", "b", side="attacker")], "0 gangs are defender"),
        ("street-fight", [gang("n", "a", side="thief"), gang("s", "b")], "there is no side 'thief'"),
        ("street-fight", [gang(s, s * 2, side="attacker") for s in "nes"] + [gang("w", "b")], "3 gangs are attacker"),
    ],
)
def test_which_gangs_begin_a_game_together(scenario: str, gangs: list[Any], says: str | None) -> None:
    plain = {"board": "x", "scenario": scenario, "gangs": gangs, "size": [24, 48]}
    if says is None:
        assert list(begin(plain).seats) == [each["seat"] for each in gangs]
        return
    with pytest.raises(WrongSetup) as refused:
        begin(plain)
    assert says in str(refused.value)


@pytest.mark.rule("SCEN-09")
@pytest.mark.parametrize(
    ("said", "sides"),
    [
        (["", ""], ["attacker", "defender"]),
        (["defender", "attacker"], ["defender", "attacker"]),
        (["", "", ""], ["attacker", "defender", "attacker"]),
        (["defender", "", "attacker", ""], ["defender", "defender", "attacker", "defender"]),
        (["", "", "", ""], ["attacker", "defender"] * 2),
    ],
)
def test_sides_are_dealt_in_turn_unless_they_are_said(said: list[str], sides: list[str]) -> None:
    gangs = [gang(seat, seat * 2, side=side) for seat, side in zip("nesw", said, strict=False)]
    plain = {"board": "x", "scenario": "street-fight", "gangs": gangs, "size": [24, 48]}
    if sides.count("defender") > 2:
        with pytest.raises(WrongSetup, match="3 gangs are defender"):
            begin(plain)
        return
    assert [seat.side for seat in begin(plain).seats.values()] == sides
    assert not any(seat.side for seat in begin({**plain, "scenario": "gang-war", "size": [36, 36]}).seats.values())


@pytest.mark.rule("SCEN-01", "TURN-01")
@pytest.mark.parametrize(("first", "begins"), [(None, "n"), ("n", "n"), ("s", "s")])
def test_a_free_fight_begins_with_whom_it_says_or_the_first_gang(first: str | None, begins: str) -> None:
    game = begin({"board": "x", "gangs": [gang("n", "a"), gang("s", "b")], "first": first})
    assert game.todo == [BeginRound(1, begins)]
    assert {c.at for c in game.characters.values()} == {None}


def test_what_is_no_setup_begins_no_game() -> None:
    for plain in (None, 5, [], "setup", {"board": 3}):
        with pytest.raises(WrongSetup, match=r"^setup: "):
            begin(plain)  # type: ignore[arg-type]
    assert msgspec.convert({"board": "x", "gangs": [{"seat": "n", "members": []}]}, Setup).seed is None
