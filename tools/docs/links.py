"""Links that nobody writes: ids of rules lead to the page of rules, and links of README.md to pages."""

from __future__ import annotations

import re
from collections.abc import Iterator

from docutils import nodes
from sources import CHECKOUT
from sphinx import addnodes
from sphinx.application import Sphinx

from sim.carnevale import rulebook

RULE = re.compile(r"(?<![\w-])([A-Z]+-\d\d)(?![\w-])")
PLAIN = (
    nodes.literal,
    nodes.literal_block,
    nodes.reference,
    nodes.title,
    addnodes.pending_xref,
    addnodes.desc_signature,
)
"""No text in these is made a link."""


def lead_to_rules(app: Sphinx, doctree: nodes.document) -> None:
    """Ids of rules in running text lead to where they are told."""
    known = {entry.rule for entry in rulebook.entries()}
    for text in list(doctree.findall(nodes.Text)):
        if RULE.search(text) and not any(isinstance(each, PLAIN) for each in _around(text)):
            parts = RULE.split(text.astext())
            made = [_to_rule(app, part) if part in known else nodes.Text(part) for part in parts if part]
            text.parent.replace(text, made)


def _around(node: nodes.Node) -> Iterator[nodes.Node]:
    """What a node stands in, from the inside out."""
    while node.parent is not None:
        node = node.parent
        yield node


def _to_rule(app: Sphinx, rule: str) -> addnodes.pending_xref:
    where = {"reftype": "ref", "refdomain": "std", "reftarget": rule.lower(), "refexplicit": True, "refwarn": True}
    return addnodes.pending_xref("", nodes.inline("", rule), refdoc=app.env.docname, **where)


def lead_to_pages(app: Sphinx, doctree: nodes.document) -> None:
    """Links of README.md to other files at the top of the checkout lead to the pages that include them."""
    for link in doctree.findall(addnodes.pending_xref):
        page = link["reftarget"].removesuffix(".md").lower()
        if link["reftype"] == "myst" and (CHECKOUT / link["reftarget"]).is_file() and page in app.env.found_docs:
            link["refdomain"], link["reftarget"], link["reftargetid"] = "doc", page, None


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("doctree-read", lead_to_pages)
    app.connect("doctree-read", lead_to_rules)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
