"""One door to the measuring of poses and figures; the work is done in frames, figures, hulls and clips."""

from triarii.games.adlg.geometry.clips import (
    Exact,
    area,
    area_share,
    clip_figure,
    clip_half,
    clip_segment,
    distance,
    share_in,
)
from triarii.games.adlg.geometry.figures import (
    TOL,
    first_contact,
    first_contacts,
    gap,
    gaps,
    measured,
    overlap,
    overlapping,
    penetration,
    push_clear,
    touching,
    within,
)
from triarii.games.adlg.geometry.frames import (
    FINE,
    SIN,
    Edge,
    Figure,
    Point,
    Pose,
    Quad,
    along,
    at,
    cos_of,
    fold,
    heading_to,
    local,
    quad,
    rdiv,
    rectangle,
    sin_of,
    turned,
    world,
    zone_quad,
)
from triarii.games.adlg.geometry.hulls import clockwise, hull

CORNER = 4
SAME_FACING = 50
EDGE_MIN = 20
STOP_SHORT = 10
