"""Sheets as files: a web page that is whole in itself, or a PDF."""

from __future__ import annotations

from base64 import b64encode

from sim.board.files.folders import assets_dir
from sim.sheets.errors import SheetNotWritten
from sim.sheets.gang_sheet import GangSheet
from sim.words import listed, say
from sim.words.tongues import told

__all__ = ["ENDINGS", "sheet_bytes", "sheet_html"]

ENDINGS = (".html", ".pdf")
WORDS = {  # of the template
    "game": say("The game"),
    "rounds": say("Rounds"),
    "agendas": say("Agendas"),
    "equipment": say("Equipment, each once"),
    "spells": say("Spells"),
    "commands": say("Commands"),
    "ap": say("AP"),
}


def sheet_html(sheet: GangSheet) -> str:
    """The page; it asks nobody for anything. Its template is `assets/reports/gang.html`."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(assets_dir() / "reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("gang.html").render(
        sheet=sheet,
        words={name: told(words) for name, words in WORDS.items()},
        pictures={key: b64encode(png).decode() for key, png in sheet.pictures.items()},
        font=b64encode((assets_dir() / "fonts" / "GoudyBookletter1911.otf").read_bytes()).decode(),
    )


def sheet_bytes(sheet: GangSheet, ending: str) -> bytes:
    """The content of a file with this ending. Raises SheetNotWritten, also where the library for PDF is missing."""
    if ending.lower() == ".pdf":
        from sim.sheets.gang_pdf import sheet_pdf

        return sheet_pdf(sheet)
    if ending.lower() == ".html":
        return sheet_html(sheet).encode()
    raise SheetNotWritten(
        say("no sheet is a {ending} file: {endings}", ending=ending, endings=listed(ENDINGS, last="or"))
    )
