"""What is told of one mini that looks at another: as a JSON document, and as a sentence."""

from __future__ import annotations

from typing import Any

from sim.board.model.part_names import part_called
from sim.board.sight.seen_pairs import SeenPair
from sim.percent import hidden_share, percent
from sim.words import Message, say

__all__ = ["pair_document", "pair_sentence"]


def pair_document(pair: SeenPair) -> dict[str, Any]:
    """As `bauta los --json` prints it."""
    sight, cover, distance = pair.sight, pair.ruled.cover, pair.distance
    return {
        "visible": sight.visible,
        "witness": sight.witness,
        "blocker": sight.blocker,
        "gap_bound": sight.gap_bound,
        "cover": {"hidden": cover.hidden, "error": cover.error, "in_cover": cover.in_cover, "by": cover.by},
        "distance": distance.distance,
        "base_contact": distance.base_contact,
    }


def pair_sentence(pair: SeenPair) -> str:
    """Whether it is seen, how much of it is hidden and behind what, whether that is cover, and how far apart they
    are."""
    from sim.carnevale.evidence import behind

    sight, ruled, distance = pair.sight, pair.ruled, pair.distance
    cover, bound = ruled.cover, sight.gap_bound
    apart = say("base contact") if distance.base_contact else say('{inches:.2f}" apart', inches=distance.distance)
    share = hidden_share(cover.hidden) if sight.visible else percent(cover.hidden)
    error = Message("{n:.1f}%", {"n": 100 * cover.error})
    hidden = say("{share} hidden (±{error})", share=share, error=error)
    if sight.visible and (hiding := behind(cover.by, part_called)):
        hidden = say("{share} behind {part}", share=hidden, part=hiding)
    covered = say("in cover") if cover.in_cover else say("no cover")
    if ruled.why and not distance.base_contact:  # that is told anyway
        covered = say("in cover ({why})", why=ruled.why)
    if sight.visible:
        seen = say("visible")
    else:
        by = behind(cover.by, part_called) or (sight.blocker and part_called(sight.blocker))
        blocked = say("not visible, blocked by {part}", part=by) if by else say("not visible, blocked")
        missed = say('an opening under {inches:.3f}" could have been missed', inches=bound)
        seen = say("{blocked} ({sure})", blocked=blocked, sure=say("proven") if bound == 0 else missed)
    return say("{seen}; {hidden}, {covered}; {apart}", seen=seen, hidden=hidden, covered=covered, apart=apart)
