"""How Sphinx builds the pages. `python tools/docs/build.py` calls it; nothing else needs to."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parents[1]
sys.path[:0] = [str(CHECKOUT), str(HERE)]

import sim  # noqa: E402  (of this checkout, not of another one that is installed)

project = "Bauta"
version = release = sim.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "docstrings",  # these three lie beside this file
    "generated",
    "links",
]
source_suffix = {".md": "markdown"}
root_doc = "index"
nitpicky = True
nitpick_ignore_regex = [
    # Not ours: their pages are on other sites.
    (
        "py:.*",
        r"(collections|concurrent|contextlib|enum|msgspec|numpy|pathlib|PIL|random|types|typing)\..*|FilePath|Image",
    ),
    ("py:.*", r"(sim\..*\.)?([A-Z](_co|_contra)?|Annotated)"),  # type variables
    ("py:class", "Rule|Questions"),  # short names of generators, told on the page of `sim.engine.requests`
    ("py:class", r"sim\.carnevale\.state\.State"),  # the state of a game, told as what every game has
    ("py:class", r"sim\.board\.(board|files|parts)\..*"),  # what a board is made of inside, which no caller makes
    ("py:class", r"sim\.words\.sayings\..*"),  # how words are kept in files, which no caller makes, either
]
smartquotes = False  # it makes dashes of the options of commands

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

default_role = "code"  # docstrings have `code` in single backticks
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True}
add_module_names = False
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 140

html_theme = "furo"
html_title = "Bauta"
html_logo = html_favicon = "look/mask.svg"
html_static_path = ["look", "../../assets/fonts"]
html_css_files = ["bauta.css"]
html_copy_source = False
html_show_sphinx = html_show_copyright = False
highlight_language = "text"
pygments_style = "friendly"
pygments_dark_style = "gruvbox-dark"
html_theme_options = {
    "light_css_variables": {
        "color-brand-primary": "#8c1720",
        "color-brand-content": "#8c1720",
        "color-brand-visited": "#6b2a4a",
        "color-background-primary": "#fffdf8",
        "color-background-secondary": "#f6f0e3",
        "color-background-border": "#e3d8c0",
        "font-stack": "Tuffy, 'Segoe UI', 'Noto Sans', sans-serif",
        "font-stack--headings": "'Goudy Bookletter 1911', Georgia, serif",
    },
    "dark_css_variables": {
        "color-brand-primary": "#e0b45e",
        "color-brand-content": "#e0b45e",
        "color-brand-visited": "#c9a2b6",
        "color-background-primary": "#15100f",
        "color-background-secondary": "#1d1614",
        "color-background-border": "#3a2e22",
    },
}
