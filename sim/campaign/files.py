"""The files of campaigns: in the player's data folder, each beside a folder of its games' journals."""

from __future__ import annotations

from pathlib import Path

import msgspec

from sim.board.files.file_names import file_stem
from sim.board.files.folders import data_dir
from sim.board.model.errors import BoardError
from sim.campaign.campaign_file import CampaignFile
from sim.campaign.errors import CampaignError
from sim.errors import meant
from sim.schemas import read_bytes, read_json
from sim.whole_files import one_writer, write_whole
from sim.words import in_english, reason, say

__all__ = [
    "KeptCampaign", "brought_back", "campaigns_dir", "find_campaign", "fresh_campaign", "keep_journal",
    "kept_campaigns", "laid_aside", "read_campaign", "write_campaign",
]  # fmt: skip

SUFFIX = ".json"
FORMAT = 1
ASIDE = "aside"  # the folder of those that are in no list


class KeptCampaign(msgspec.Struct, frozen=True):
    """A campaign as a list shows it. `trouble`: why it cannot be opened."""

    path: Path
    name: str
    games: int = 0
    gangs: tuple[str, ...] = ()
    trouble: str = ""


def campaigns_dir() -> Path:
    """Raises BoardError where the data folder cannot be made."""
    return data_dir() / "campaigns"


def kept_campaigns(*, aside: bool = False) -> tuple[KeptCampaign, ...]:
    """All that lie in the folder, by name; or those that are laid `aside`."""
    try:
        folder = campaigns_dir() / ASIDE if aside else campaigns_dir()
        paths = sorted(folder.glob(f"*{SUFFIX}"))
    except (OSError, BoardError):
        return ()
    return tuple(map(_kept, paths))


def _kept(path: Path) -> KeptCampaign:
    try:
        file, _ = read_campaign(path)
    except CampaignError as error:
        return KeptCampaign(path, path.stem, trouble=reason(error))
    games = sum(type(entry).__name__ == "GameRecorded" for entry in file.log)
    return KeptCampaign(path, file.name, games, tuple(player.gang.name for player in file.players))


def find_campaign(name_or_path: str, *, aside: bool = False) -> Path:
    """A campaign's file by its path, or by its name among the player's own, or among those that are laid `aside`.
    Raises CampaignError."""
    if name_or_path.endswith(SUFFIX):
        return Path(name_or_path)
    kept = kept_campaigns(aside=aside)
    for each in kept:
        if name_or_path.casefold() in (each.path.stem.casefold(), each.name.casefold()):
            return each.path
    for each in () if aside else kept_campaigns(aside=True):
        if name_or_path.casefold() in (each.path.stem.casefold(), each.name.casefold()):
            told = {"name": each.name, "how": f"bauta campaign aside {each.path.stem} --back"}
            raise CampaignError(say("the campaign '{name}' is laid aside; {how} brings it back", **told))
    if aside and not kept:
        raise CampaignError(say("no campaign is laid aside"))
    if not kept:
        raise CampaignError(
            say("there is no campaign '{name}', nor any other: begin one with `bauta campaign new`", name=name_or_path)
        )
    mend = meant(name_or_path, [each.path.stem for each in kept])
    raise CampaignError(say("there is no campaign '{name}'; {mend}", name=name_or_path, mend=mend))


def fresh_campaign(name: str) -> Path:
    """Where a new campaign of this name is kept. Raises CampaignError where one is there, or the name has no letter."""
    stem = file_stem(name, "campaign")
    if not stem:
        raise CampaignError(say("'{name}' would be no name of a file: give one with letters", name=name))
    path = campaigns_dir() / f"{stem}{SUFFIX}"
    if path.exists():
        raise CampaignError(say("{file}: there is such a campaign already: give another name", file=path))
    return path


def laid_aside(path: Path) -> Path:
    """Lay a campaign aside, whether it can be read or not: it is in no list any more, and its file and games lie in a
    folder beside the others. Where it lies now. Raises CampaignError."""
    return _moved(path, path.parent / ASIDE)


def brought_back(path: Path) -> Path:
    """Take one that was laid aside among the others again. Where it lies now. Raises CampaignError."""
    return _moved(path, path.parent.parent)


def _moved(path: Path, folder: Path) -> Path:
    """The file first: whatever breaks off between, its games still lie where they are found once it is moved back."""
    if not path.is_file():
        raise CampaignError(say("{file}: there is no such file", file=path))
    places = (folder / f"{path.stem}{'' if n == 1 else f'-{n}'}{SUFFIX}" for n in range(1, 1000))
    games = path.with_suffix("")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        free = (each for each in places if not each.exists() and not (games.exists() and each.with_suffix("").exists()))
        place = next(free)
        path.rename(place)
        if games.exists():
            games.rename(place.with_suffix(""))
    except OSError as error:
        raise CampaignError(say("{file}: cannot be moved: {why}", file=path, why=error.strerror or error)) from None
    return place


def read_campaign(path: Path) -> tuple[CampaignFile, bytes]:
    """What a file says, and its bytes. Raises CampaignError with the file, the place and the mend."""
    content = read_bytes(path, CampaignError)
    raw = read_json(content, dict, str(path), CampaignError)
    if raw.get("format") != FORMAT or isinstance(raw["format"], bool):
        raise CampaignError(
            say("{file}: is no campaign that this program reads: it wants format = {number}", file=path, number=FORMAT)
        )
    return read_json(content, CampaignFile, str(path), CampaignError), content


def write_campaign(path: Path, file: CampaignFile, before: bytes | None) -> bytes:
    """Write it whole; its bytes. `before`: what the file held when it was read, None of a new one.

    Raises CampaignError where another program wrote it meanwhile, or it cannot be written.
    """
    content = msgspec.json.format(msgspec.json.encode(file, enc_hook=in_english), indent=1) + b"\n"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with one_writer(path):
            if (before is None and path.exists()) or (before is not None and path.read_bytes() != before):
                raise CampaignError(say("{file}: another program wrote it meanwhile: call again", file=path))
            write_whole(path, content)
    except OSError as error:
        raise CampaignError(say("{file}: cannot be written: {why}", file=path, why=error.strerror or error)) from None
    return content


def keep_journal(journal: Path, place: Path) -> None:
    """Keep a copy of a journal from elsewhere: here, or beside it where another lies, as one that was broken off.

    Raises CampaignError where it cannot be written.
    """
    content = read_bytes(journal, CampaignError)
    packed = journal.suffix if journal.suffix == ".gz" else ""
    names = (place.stem, *(f"{place.stem}-{number}" for number in range(2, 1000)))
    places = (place.with_name(f"{name}{place.suffix}{packed}") for name in names)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        free = next(each for each in places if not each.exists() or each.read_bytes() == content)
        if not free.exists():
            write_whole(free, content)
    except OSError as error:
        raise CampaignError(say("{file}: cannot be written: {why}", file=place, why=error.strerror or error)) from None
