"""Gangs as files while they are built: comments stay, undo takes back, files bear their gangs' names."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from sim.app.gang_builder.desk import GangDesk
from sim.app.gang_builder.dialogs import trouble_of
from sim.carnevale.gangs import Chosen, Gang, find_gang, own_gangs_dir, read_gang, roster_of
from sim.gangs.document import GangDocument
from sim.gangs.files import GangNotSaved, OtherText, delete_gang, gang_files, save_gang
from sim.gangs.writing import gang_text

TEXT = """# Of the Guild.
format = 1
name = "The Few"   # for now
faction = "Guild"

# He leads.
[[members]]
character = "Capodecina"  # always

# The roofs.
[[members]]
character = "Bravo"
name = "Beppo"
"""


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    return tmp_path


def desk_of(text: str = TEXT) -> GangDesk:
    gang, roster = roster_of(text, Path("few.toml"))
    return GangDesk(GangDocument(gang, text), roster)


def test_a_change_leaves_all_else_of_the_text_as_it_was() -> None:
    desk = desk_of()
    desk.add("Cutpurse")
    assert desk.document.text == TEXT + '\n[[members]]\ncharacter = "Cutpurse"\n'
    desk.remove(2)
    desk.call(1, "Zanetto")
    assert desk.document.text == TEXT.replace("Beppo", "Zanetto")
    desk.rename("The Many")
    desk.buy("poison")
    assert 'name = "The Many"   # for now' in desk.document.text
    assert 'faction = "Guild"\nequipment = ["poison"]\n\n# He leads.' in desk.document.text


def test_a_member_takes_its_comments_along() -> None:
    desk = desk_of()
    desk.move(1, 0)
    text = desk.document.text
    assert text.index("# The roofs.") < text.index("Bravo") < text.index("# He leads.") < text.index("# always")
    desk.remove(0)
    assert "# The roofs." in desk.document.text  # it may have been about more than this one


def test_members_in_one_line_are_written_as_tables() -> None:
    desk = desk_of('format = 1\nname = "A"  # mine\nfaction = "Guild"\nmembers = [{ character = "Bravo" }]\n')
    desk.add("Capodecina", 0)
    text = desk.document.text
    assert "# mine" in text
    assert [chosen.character for chosen in roster_of(text, Path("a.toml"))[0].members] == ["Capodecina", "Bravo"]


def test_every_edit_is_taken_back_and_done_again() -> None:
    desk = desk_of()
    for edit in (
        lambda: desk.add("Cutpurse", 1),
        lambda: desk.limit(75),
        lambda: desk.take_roster("Vatican"),
        lambda: desk.add("Legate of the Rota"),
        lambda: desk.learn(0, "Holy Light"),
    ):
        edit()
    last = desk.document.text
    assert desk.gang.members == (Chosen("Legate of the Rota", spells=("Holy Light",)),)
    for _ in range(5):
        desk.undo()
    assert desk.document.text == TEXT
    assert not desk.document.changed
    for _ in range(5):
        desk.redo()
    assert desk.document.text == last


def test_a_roster_of_ones_own_is_kept_and_found_again(at_home: Path) -> None:
    card = "ap = 2\nlp = 8\nmove = 5\ndexterity = 4\nattack = 4\nprotection = 3\nmind = 3\ncost = 9"
    text = f'format = 1\nfaction = "Lamps"\n[[characters]]\nname = "Wick"\nrank = "Leader"\n{card}\n'
    (at_home / "lamps.toml").write_text(text, encoding="utf-8")
    file = at_home / "mine.toml"
    file.write_text(
        'format = 1\nname = "L"\nfaction = "Lamps"\nroster = "lamps.toml"\n[[members]]\ncharacter = "Wick"\n'
    )
    document, roster = GangDocument.read(file, own=False)
    desk = GangDesk(document, roster)
    assert not desk.check.faults
    for faction in ("Guild", "Lamps"):
        desk.take_roster(faction)
        desk.add(desk.shelf()[0].name)
    assert read_gang(str(save_gang(document)))[1] == roster  # from another folder


def test_rosters_that_were_brought_may_be_built_from(at_home: Path) -> None:
    card = "ap = 2\nlp = 8\nmove = 5\ndexterity = 4\nattack = 4\nprotection = 3\nmind = 3\ncost = 9"
    (at_home / "rosters").mkdir()
    for stem, faction in (("cards", "Guild"), ("lamps", "Lamps"), ("broken", "Lamps")):
        text = f'format = 1\nfaction = "{faction}"\n[[characters]]\nname = "Wick"\nrank = "Leader"\n{card}\n'
        broken = "rank" if stem == "broken" else "no such key"
        (at_home / "rosters" / f"{stem}.toml").write_text(text.replace(broken, "lank"), encoding="utf-8")
    desk = desk_of()
    assert [each.title for each in desk.rosters if each.file is not None] == ["Guild (cards)", "Lamps"]
    assert desk.roster_title == "Guild"
    desk.take_roster("Guild (cards)")
    assert desk.roster_title == "Guild (cards)"
    assert desk.gang.members == ()
    desk.add("Wick")
    path = save_gang(desk.document)
    assert read_gang(str(path))[1] == next(each.roster for each in desk.rosters if each.title == "Guild (cards)")
    again = GangDesk(*GangDocument.read(path, own=True))
    assert again.roster_title == "Guild (cards)"
    assert [each.title for each in again.rosters] == [each.title for each in desk.rosters]
    desk.undo()
    desk.undo()
    assert (desk.roster_title, len(desk.gang.members)) == ("Guild", 2)


def test_a_new_file_says_all_of_a_gang() -> None:
    gang = Gang(
        1, "N", "Gifted", (Chosen("Hedge Witch of Torcello", spells=("Healing",), name="Anna"),), 75, ("poison",)
    )
    assert roster_of(gang_text(gang), Path("n.toml"))[0] == gang


def test_a_gang_is_saved_under_its_name_and_found_by_it() -> None:
    desk = GangDesk.new("Guild", 75)
    desk.rename("I Dìese & Co.")
    with pytest.raises(GangNotSaved, match="nobody is in it"):
        save_gang(desk.document)
    desk.add("Capodecina")
    path = save_gang(desk.document)
    assert path == own_gangs_dir() / "i-diese-co.toml"
    assert read_gang("i-diese-co")[0] == desk.gang
    desk.rename("The Ten")
    assert save_gang(desk.document) == own_gangs_dir() / "the-ten.toml"
    assert [file.name for file in gang_files() if file.own] == ["The Ten"]
    delete_gang(find_gang("the-ten"))
    assert not [file for file in gang_files() if file.own]


def test_two_gangs_of_one_name_have_two_files() -> None:
    paths = []
    for _ in range(2):
        desk = GangDesk.new("Guild")
        desk.rename("Guild")
        desk.add("Capodecina")
        paths.append(save_gang(desk.document).stem)
    assert paths == ["guild-2", "guild-3"]  # the first comes with the game


def test_a_gang_that_is_called_as_a_device_has_a_file_that_every_system_takes() -> None:
    desk = GangDesk.new("Guild")
    desk.rename("Aux")
    desk.add("Capodecina")
    assert save_gang(desk.document) == own_gangs_dir() / "aux-gang.toml"


def test_what_another_program_wrote_is_not_written_over_unasked() -> None:
    desk = GangDesk.new("Guild")
    desk.add("Capodecina")
    path = save_gang(desk.document)
    path.write_text("mine", encoding="utf-8")
    desk.add("Bravo")
    with pytest.raises(OtherText):
        save_gang(desk.document)
    assert path.read_text(encoding="utf-8") == "mine"
    save_gang(desk.document, over=True)
    assert len(read_gang(str(path))[0].members) == 2


def test_a_gang_of_the_game_is_opened_as_a_copy() -> None:
    document, _ = GangDocument.read(find_gang("guild"), own=False)
    assert document.source is None
    assert document.text.startswith("format = 1")
    assert not document.changed


def test_the_roster_is_searched_by_all_that_stands_on_cards() -> None:
    desk = GangDesk.new("Guild")
    desk.words = "boat hero"
    assert [offer.name for offer in desk.shelf()] == ["Barcarola"]
    desk.words, desk.rank = "", "Leader"
    assert {offer.name for offer in desk.shelf()} >= {"Capodecina"}
    desk.add("Capodecina")
    desk.fitting = True
    assert desk.shelf() == []


LAMPS = """format = 1
faction = "Lamps"
[[characters]]
name = "Wick"
rank = "Leader"
ap = 2
lp = 8
move = 5
dexterity = 4
attack = 4
protection = 3
mind = 3
cost = 9
"""
OF_LAMPS = 'format = 1\nname = "L"\nfaction = "Lamps"\nroster = "lamps.toml"\n[[members]]\ncharacter = "Wick"\n'


def test_a_copy_and_its_roster_can_be_moved_together(at_home: Path) -> None:
    """The copy named the roster by its whole path, and opened nowhere else."""
    gangs = at_home / "gangs"
    gangs.mkdir()
    (gangs / "lamps.toml").write_text(LAMPS, encoding="utf-8")
    (gangs / "mine.toml").write_text(OF_LAMPS, encoding="utf-8")
    document, _ = GangDocument.read(gangs / "mine.toml", own=False)
    desk = GangDesk(document, read_gang(str(gangs / "mine.toml"))[1])
    desk.rename("Theirs")
    path = save_gang(document)
    assert tomllib.loads(path.read_text(encoding="utf-8"))["roster"] == "lamps.toml"
    elsewhere = gangs.rename(at_home / "moved")
    assert read_gang(str(elsewhere / path.name))[1].faction == "Lamps"


def test_a_roster_among_the_gangs_is_no_gang_and_keeps_its_file(at_home: Path) -> None:
    """It was listed as a gang that cannot be read, to be deleted."""
    gangs = at_home / "gangs"
    gangs.mkdir()
    (gangs / "lamps.toml").write_text(LAMPS, encoding="utf-8")
    (gangs / "mine.toml").write_text(OF_LAMPS, encoding="utf-8")
    (gangs / "broken.toml").write_text('format = 1\nname = "B', encoding="utf-8")
    assert [file.path.stem for file in gang_files() if file.own] == ["broken", "mine"]
    desk = desk_of()
    desk.rename("Lamps")
    assert save_gang(desk.document).stem == "lamps-2"


def test_why_a_gang_cannot_be_read_is_told_without_its_path(at_home: Path) -> None:
    (at_home / "gangs").mkdir()
    (at_home / "gangs" / "broken.toml").write_text('format = 1\nname = "B"\n', encoding="utf-8")
    broken = next(file for file in gang_files() if file.trouble)
    assert str(at_home) in broken.trouble
    told = trouble_of(broken)
    assert str(at_home) not in told
    assert "faction" in told
