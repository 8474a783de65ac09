"""Sheets as files: a web page that is whole in itself, or a PDF."""

from __future__ import annotations

from base64 import b64encode

from sim.board.files.folders import assets_dir
from sim.sheets.errors import SheetNotWritten
from sim.sheets.gang_sheet import GangSheet

__all__ = ["ENDINGS", "sheet_bytes", "sheet_html"]

ENDINGS = (".html", ".pdf")


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
    raise SheetNotWritten(f"no sheet is a {ending} file: {' or '.join(ENDINGS)}")
