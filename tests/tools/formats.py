"""Which table of which page tells the keys of which struct."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sim.board.architecture import plans
from sim.board.files import map_marks, mapfile, packages, table_file
from sim.board.model import terrain
from sim.builder import fragments
from sim.campaign import campaign_file
from sim.carnevale import (
    actions,
    aftermath,
    characters,
    film,
    gangs,
    layout,
    options,
    rosters,
    script,
    setup,
    zones,
)
from sim.carnevale.events import Change
from sim.cli import los
from sim.engine import journal, reasons
from sim.engine.script import ScriptedAnswer
from sim.engine.yields import Yield
from sim.lessons import conditions, facts, lesson_file
from sim.words import sayings

FORMATS = Path(__file__).parents[2] / "tools" / "docs" / "formats"

PAGES: dict[str, dict[str, Any]] = {
    "maps.md": {
        "The board": mapfile.MapFile,
        "Canals": mapfile.Canal,
        "Streets": mapfile.Street,
        "Pieces": mapfile.PiecePlacement,
        "Zones": map_marks.MapZone,
        "Objectives": map_marks.MapObjective,
        "Notes": map_marks.MapNote,
    },
    "pieces.md": {"Rules of a part": terrain.Meaning},
    "made.md": {
        "Houses": plans.HousePlan,
        "Palazzi": plans.PalazzoPlan,
        "Bridges": plans.BridgePlan,
        "Quays": plans.QuayPlan,
        "Stairs": plans.StairsPlan,
        "Walls": plans.WallPlan,
        "Scaffolding": plans.ScaffoldingPlan,
        "Churches": plans.ChurchPlan,
        "Bell towers": plans.CampanilePlan,
    },
    "gangs.md": {
        "Gangs": gangs.Gang,
        "Members": gangs.Chosen,
        "Rosters": rosters.Roster,
        "Characters": rosters.Sheet,
        "Weapons": characters.Weapon,
        "Commands": characters.Command,
    },
    "journals.md": {
        "The header": journal.Header,
        "Reasons": reasons.KeptReason,
        "The setup": setup.Setup,
        "Layouts": layout.BoardLayout,
        "Zones of a layout": zones.Zone,
        "Gangs in play": setup.GangSetup,
        "Members in play": setup.Member,
        "Profiles": characters.Profile,
    },
    "films.md": {
        "The film": film.Film,
        "Seats of a film": film.FilmSeat,
        "Minis of a film": film.FilmMini,
        "Moments": film.FilmMoment,
        "Poses": film.FilmPose,
        "Stills": film.FilmStill,
        "Lines": film.FilmLine,
        "Sayings": sayings.Saying,
    },
    "scripts.md": {
        "The script": script.Script,
        "Characters of a script": script.ScriptCharacter,
        "Answers of an entry": ScriptedAnswer,
        "Yields": Yield,
        "Changes by the Golden Rule": Change,
        **{f"`{kind.name()}`": kind for kind in actions.KINDS},
    },
    "lessons.md": {
        "The lesson": lesson_file.Lesson,
        "Steps": lesson_file.LessonStep,
        "Conditions": conditions.Condition,
        "Tests of a value": facts.ValueTest,
        "Chances to kill": conditions.KillChance,
        "Leaps": conditions.LeapTo,
        "Points that were spent": conditions.SpentPoints,
        "Hints": lesson_file.Hint,
        "Quizzes": lesson_file.Quiz,
        "Answers of a quiz": lesson_file.QuizOption,
        "Dice of a lesson": lesson_file.LessonThrow,
        "Marks": lesson_file.Mark,
        "Looks": lesson_file.LookAt,
        "Mistakes": lesson_file.Mistake,
        "Stars": lesson_file.Star,
        "What was learnt": lesson_file.Learnt,
    },
    "campaigns.md": {
        "The campaign": campaign_file.CampaignFile,
        "Players of a campaign": campaign_file.CampaignPlayer,
        "Who takes part": campaign_file.Fielded,
        "Outcomes": aftermath.GameOutcome,
        "Outcomes of a seat": aftermath.SeatOutcome,
        "Deeds": aftermath.AgendaDeed,
        "Game begun": campaign_file.GameBegun,
        "Game abandoned": campaign_file.GameAbandoned,
        "Game recorded": campaign_file.GameRecorded,
        "Die fell": campaign_file.DieFell,
        "XP given": campaign_file.XpGiven,
        "Talent learned": campaign_file.TalentLearned,
        "Member hired": campaign_file.MemberHired,
        "Item bought": campaign_file.ItemBought,
        "Member dismissed": campaign_file.MemberDismissed,
        "Stage done": campaign_file.StageDone,
        "Decision undone": campaign_file.DecisionUndone,
        "Campaign ended": campaign_file.CampaignEnded,
    },
    "packages.md": {
        "The manifest": packages.Manifest,
        "Files of a package": packages.PackedFile,
        "Pieces of a package": packages.PackedPiece,
        "A part of a board": fragments.Fragment,
    },
    "tables.md": {
        "The table": table_file.TableFile,
        "Minis of a table": table_file.TableMini,
        "Markers of a table": table_file.TableMarker,
        "Boats of a table": table_file.TableBoat,
    },
    "pairs.md": {"Pairs": los.PairEntry},
    "settings.md": {"Options of a game": options.Options},
}
KINDS_OF_TERRAIN = ("pieces.md", "Kinds of terrain")


def links(page: str) -> dict[Any, str]:
    """How a page links to the table of each type."""
    tables = {kind: (where, heading) for where, held in PAGES.items() for heading, kind in held.items()}
    tables[terrain.Kind] = KINDS_OF_TERRAIN
    return {
        kind: f"[{heading}]({'' if where == page else where}#{heading.casefold().replace(' ', '-')})"
        for kind, (where, heading) in tables.items()
    }
