"""Gangs as others write them: the text of a chat, and a catalogue, a game system and a list of BattleScribe."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from random import Random

from tools.fuzzing.case import FOLDER, Case
from tools.fuzzing.values import mutate_bytes, mutate_text

__all__ = ["brought", "sound_brought"]

TEXT = """Carnevale gang: The Night Watch
Faction: Guild
Ducats: 75

Models
- Capodecina
  Name: Beppo
- Gatto Rosso (17)
  Mentor: Nobody
  Discipline: Wild Magic > Healing, Gateway

Equipment
Flash grenade
"""
NUMBERS = (
    '<profile id="p1" name="A" typeName="Attributes"><characteristics><characteristic name="Actions">3</characteristic>'
    '<characteristic name="Life">12</characteristic><characteristic name="Will">3</characteristic>'
    '<characteristic name="Command">4</characteristic><characteristic name="Base Size">30mm</characteristic>'
    '</characteristics></profile><profile id="p2" name="S" typeName="Statistics"><characteristics>'
    '<characteristic name="MOVE">5"</characteristic><characteristic name="DEX.">5</characteristic>'
    '<characteristic name="ATTACK">4</characteristic><characteristic name="PROT.">3</characteristic>'
    '<characteristic name="MIND">4</characteristic><characteristic name="Abilities">Brave, Expert Marksman(1), Mage (1)'
    "</characteristic></characteristics></profile>"
)
SWORD = (
    '<profile id="sword" name="Sword" typeName="Weapon"><characteristics><characteristic name="Range">-'
    '</characteristic><characteristic name="Evasion">0</characteristic><characteristic name="Damage">+1'
    '</characteristic><characteristic name="Penetration">-1</characteristic><characteristic name="Abilities">'
    "Two-handed</characteristic></characteristics></profile>"
)
SYSTEM = f'<gameSystem xmlns="x" name="Carnevale"><sharedProfiles>{SWORD}</sharedProfiles></gameSystem>'
CATALOGUE = (
    '<catalogue xmlns="x" name="The Guild"><selectionEntries><selectionEntry id="e1" name="Captain" type="model" '
    f'hidden="false"><profiles>{NUMBERS}</profiles><infoLinks><infoLink targetId="sword" type="profile"/></infoLinks>'
    '<categoryLinks><categoryLink name="Leader"/><categoryLink name="Human"/></categoryLinks><costs>'
    '<cost name=" ducats" value="21.0"/></costs><selectionEntryGroups><selectionEntryGroup name="G"><constraints>'
    '<constraint type="max" value="1.0" field="selections" scope="parent"/></constraints><entryLinks>'
    '<entryLink id="l1" name="Pike" targetId="e2"/></entryLinks></selectionEntryGroup></selectionEntryGroups>'
    '</selectionEntry></selectionEntries><sharedSelectionEntries><selectionEntry id="e2" name="Pike" type="upgrade">'
    f"<profiles>{SWORD}</profiles></selectionEntry></sharedSelectionEntries></catalogue>"
)
LIST = (
    '<roster xmlns="x" name="Mine"><costLimits><costLimit name=" ducats" value="75.0"/></costLimits><forces><force '
    'catalogueName="The Guild"><selections><selection name="Captain" type="model" number="2" customName="Old">'
    f'<profiles>{NUMBERS}{SWORD}</profiles><categories><category name="Leader"/></categories><costs>'
    '<cost name=" ducats" value="42.0"/></costs></selection></selections></force></forces></roster>'
)
FILES = {"chat.txt": TEXT, "c.cat": CATALOGUE, "l.ros": LIST}


def brought(chance: Random, _: Path) -> Case:
    """A file that is brought, with something wrong in it; a catalogue with its game system."""
    name = chance.choice(sorted(FILES))
    made = (mutate_text if chance.random() < 0.85 else mutate_bytes)(FILES[name].encode(), chance)
    return _case(name, made.value, f"{name}: {made.about}", zipped=chance.random() < 0.15)


def sound_brought() -> list[Case]:
    """The same as they stand."""
    return [_case(name, text.encode(), f"sound {name}", zipped=False) for name, text in FILES.items()]


def _case(name: str, content: bytes, about: str, *, zipped: bool) -> Case:
    if zipped:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as made:
            made.writestr(zipfile.ZipInfo(name), content)
        name, content = f"{name}z", packed.getvalue()
    files = {name: content}
    words = ["gang", "import", f"{FOLDER}/{name}", "--out", f"{FOLDER}/out"]
    if name.startswith("c.cat"):
        files["g.gst"] = SYSTEM.encode()
        words.insert(3, f"{FOLDER}/g.gst")
    return Case(tuple(words), files, "", about)
