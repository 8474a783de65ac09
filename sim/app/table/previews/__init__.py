"""What an answer would mean before it is given: measured through free queries (GEO-01) and the rules' own checks."""

from __future__ import annotations

from sim.app.table.previews.attacks import preview_attack, preview_push
from sim.app.table.previews.charges import beside, preview_charge
from sim.app.table.previews.from_there import Facing, FromThere, Lookout, Perils
from sim.app.table.previews.kinds import (
    AimPreview,
    AttackPreview,
    DeploymentPreview,
    JumpPreview,
    ObjectivePreview,
    PathPreview,
    Preview,
    PushPreview,
    TapePreview,
    VesselPreview,
)
from sim.app.table.previews.moves import preview_jump, preview_path, reach_area, touching
from sim.app.table.previews.places import (
    preview_deployment,
    preview_mooring,
    preview_objective,
    preview_point,
    preview_step,
)
from sim.app.table.previews.rowing import berths_near, preview_rowing, sailing_area
from sim.app.table.previews.spells import meets_words, under_spell
from sim.app.table.previews.standing_there import standing
from sim.app.table.previews.tape import End, preview_tape
from sim.app.table.previews.who_sees import Glances, who_sees

__all__ = [
    "AimPreview",
    "AttackPreview",
    "DeploymentPreview",
    "End",
    "Facing",
    "FromThere",
    "Glances",
    "JumpPreview",
    "Lookout",
    "ObjectivePreview",
    "PathPreview",
    "Perils",
    "Preview",
    "PushPreview",
    "TapePreview",
    "VesselPreview",
    "berths_near",
    "beside",
    "meets_words",
    "preview_attack",
    "preview_charge",
    "preview_deployment",
    "preview_jump",
    "preview_mooring",
    "preview_objective",
    "preview_path",
    "preview_point",
    "preview_push",
    "preview_rowing",
    "preview_step",
    "preview_tape",
    "reach_area",
    "sailing_area",
    "standing",
    "touching",
    "under_spell",
    "who_sees",
]
