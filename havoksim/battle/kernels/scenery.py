"""Terrain of a battle: drawn at random, dealt, and placed by turns (HVK-TABLE-02, -03)."""

from math import sqrt

from numpy import int64, uint64

from havoksim.battle.kernels.dicebox import begin, event, finish, put, roll_off
from havoksim.battle.kernels.geometry import inside, leg_hits_circle, leg_hits_polygon, root_up
from havoksim.battle.kernels.layout import (
    E_DEAL,
    E_LEFT_OUT,
    E_PIECE,
    E_PLACE,
    KEY_TERRAIN,
    P_CORNERS,
    P_KIND,
    P_PLACED,
    P_RADIUS,
    P_SIDE,
    P_X,
    P_Y,
    PIECE_FIELDS,
    R_DEPTH,
    R_EDGES,
    R_KEEP,
    R_LAYOUT,
    R_ON_TABLE,
    R_PIECES,
    R_PLACING,
    R_SIZE_LEAST,
    R_SIZE_MOST,
    R_WIDTH,
    R_ZONE,
    W_REACH,
)
from havoksim.dice.kernels.stream import S32, branch, word_at
from havoksim.foundation.jit import kernel

#: Gap between pieces, in hundredths.
APART = 300
#: Spots that are drawn for a piece before the table is searched from corner to corner.
DRAWS = 200
#: Legal spots that a player who places terrain chooses from.
OFFERS = 8
BUILDING = 2


@kernel
def draw(key, j, n):
    """Return a whole number from 0 to n - 1: word j of a stream."""
    return int64(((word_at(key, j) >> S32) * uint64(n)) >> S32)


@kernel
def set_table(w):
    """Put the terrain on the table: a layout as it is, or random pieces placed by turns. Modified in place: pieces."""
    pieces, corners = w.pieces, w.corners
    for p in range(w.rules[R_ON_TABLE]):
        pieces[p, P_PLACED] = 0
    if w.rules[R_LAYOUT]:
        for p in range(w.rules[R_ON_TABLE]):
            for i in range(PIECE_FIELDS):
                pieces[p, i] = w.layout[p, i]
            for i in range(pieces[p, P_CORNERS]):
                corners[p, i, 0] = w.layout_corners[p, i, 0]
                corners[p, i, 1] = w.layout_corners[p, i, 1]
            report_piece(w, p, pieces[p, P_X], pieces[p, P_Y])
            event(w, E_PLACE, -1, p, pieces[p, P_X], pieces[p, P_Y])
        return
    n = w.rules[R_PIECES]
    if n == 0:
        return
    start = draw(branch(w.keys[KEY_TERRAIN], 1000), 0, 3)
    for p in range(n):
        shape_piece(w, p, (start + p) % 3)
        report_piece(w, p, 0, 0)
    starter = roll_off(w, 0, 0)
    order_key = branch(w.keys[KEY_TERRAIN], 1001)
    for p in range(n):  # a random order, the same in both battles of a pair: dealing and placing follow it
        w.queue[0, p] = p
    for p in range(n - 1, 0, -1):
        other = draw(order_key, p, p + 1)
        w.queue[0, p], w.queue[0, other] = w.queue[0, other], w.queue[0, p]
    for i in range(n):
        pieces[w.queue[0, i], P_SIDE] = starter if i % 2 == 0 else 1 - starter
    if w.rules[R_KEEP]:
        at = begin(w, E_DEAL)
        for p in range(n):
            put(w, pieces[p, P_SIDE])
        finish(w, at)
    for i in range(n):
        place_piece(w, w.queue[0, i])


@kernel
def report_piece(w, p, x, y):
    """Write a piece as it comes out of the box to the events; x, y: what its corners are counted from now."""
    if not w.rules[R_KEEP]:
        return
    at = begin(w, E_PIECE)
    put(w, p)
    put(w, w.pieces[p, P_KIND])
    put(w, w.pieces[p, P_CORNERS])
    put(w, w.pieces[p, P_RADIUS])
    for i in range(w.pieces[p, P_CORNERS]):
        put(w, w.corners[p, i, 0] - x)
        put(w, w.corners[p, i, 1] - y)
    finish(w, at)


@kernel
def shape_piece(w, p, kind):
    """Draw the shape of a piece: a circle, or a rectangle at an angle. Modified in place: pieces, corners."""
    key = branch(w.keys[KEY_TERRAIN], p)
    least, most = w.rules[R_SIZE_LEAST], w.rules[R_SIZE_MOST]
    pieces, corners = w.pieces, w.corners
    pieces[p, P_KIND] = kind
    pieces[p, P_X] = 0
    pieces[p, P_Y] = 0
    if kind != BUILDING:
        pieces[p, P_CORNERS] = 0
        pieces[p, P_RADIUS] = (least + draw(key, 0, most - least + 1)) // 2
        return
    a = least + draw(key, 0, most - least + 1)
    b = least + draw(key, 1, most - least + 1)
    # a uniform direction: a point drawn in a ring, thrown again if it is outside
    j = 2
    while True:
        vx, vy = draw(key, j, 2001) - 1000, draw(key, j + 1, 2001) - 1000
        d2 = vx * vx + vy * vy
        if 250_000 <= d2 <= 1_000_000:
            break
        j += 2
    length = sqrt(d2)
    radius2 = int64(0)
    pieces[p, P_CORNERS] = 4
    for i in range(4):
        sa = a if i in (1, 2) else -a
        sb = b if i in (2, 3) else -b
        corners[p, i, 0] = int64(round((sa * vx - sb * vy) / (2 * length)))
        corners[p, i, 1] = int64(round((sa * vy + sb * vx) / (2 * length)))
        radius2 = max(radius2, corners[p, i, 0] * corners[p, i, 0] + corners[p, i, 1] * corners[p, i, 1])
    pieces[p, P_RADIUS] = root_up(radius2)


@kernel
def in_a_zone(w, p, x, y):
    """Say whether a piece at a point would lie wholly in a zone of an edge that may still be chosen."""
    low_x, high_x = w.pieces[p, P_RADIUS], w.pieces[p, P_RADIUS]
    low_y, high_y = low_x, high_x
    n = w.pieces[p, P_CORNERS]
    if n > 0:
        low_x = high_x = low_y = high_y = int64(-100_000)
        for i in range(n):
            low_x, high_x = (max(low_x, -w.corners[p, i, 0]), max(high_x, w.corners[p, i, 0]))
            low_y, high_y = (max(low_y, -w.corners[p, i, 1]), max(high_y, w.corners[p, i, 1]))
    zone, edges = w.rules[R_ZONE], w.rules[R_EDGES]
    if edges & 3 and (y + high_y <= zone or y - low_y >= w.rules[R_DEPTH] - zone):
        return True
    return bool(edges & 12 and (x + high_x <= zone or x - low_x >= w.rules[R_WIDTH] - zone))


@kernel
def fits(w, p, x, y):
    """Say whether a piece may lie at a point: on the table, in no zone, far enough from the others (HVK-TABLE-02)."""
    n = w.pieces[p, P_CORNERS]
    if n == 0:
        r = w.pieces[p, P_RADIUS]
        if x < r or y < r or x > w.rules[R_WIDTH] - r or y > w.rules[R_DEPTH] - r:
            return False
    for i in range(n):
        cx, cy = x + w.corners[p, i, 0], y + w.corners[p, i, 1]
        if cx < 0 or cy < 0 or cx > w.rules[R_WIDTH] or cy > w.rules[R_DEPTH]:
            return False
    if in_a_zone(w, p, x, y):
        return False
    for q in range(w.rules[R_ON_TABLE]):
        if w.pieces[q, P_PLACED] and too_near(w, p, q, x, y):
            return False
    return True


@kernel
def too_near(w, p, q, x, y):
    """Say whether a piece at a point would be too near to one that lies already; the circles round both speak first."""
    dx, dy = w.pieces[q, P_X] - x, w.pieces[q, P_Y] - y
    reach = w.pieces[p, P_RADIUS] + w.pieces[q, P_RADIUS] + APART
    if dx * dx + dy * dy >= reach * reach:
        return False
    n, other = w.pieces[p, P_CORNERS], w.pieces[q, P_CORNERS]
    if n == 0 and other == 0:
        return True
    if n == 0:
        return leg_hits_polygon(x, y, x, y, w.pieces[p, P_RADIUS] + APART, w.corners[q], other)
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        ax, ay = x + w.corners[p, i, 0], y + w.corners[p, i, 1]
        bx, by = x + w.corners[p, j, 0], y + w.corners[p, j, 1]
        if other == 0:
            if leg_hits_circle(ax, ay, bx, by, w.pieces[q, P_X], w.pieces[q, P_Y], w.pieces[q, P_RADIUS] + APART):
                return True
        elif leg_hits_polygon(ax, ay, bx, by, APART, w.corners[q], other):
            return True
    return inside(w.pieces[q, P_X] - x, w.pieces[q, P_Y] - y, w.corners[p], n)


@kernel
def place_piece(w, p):
    """Place a piece at a random legal spot, or at the one of several that suits its player; or leave it out."""
    key = branch(branch(w.keys[KEY_TERRAIN], 1002), p)
    width, depth = w.rules[R_WIDTH], w.rules[R_DEPTH]
    offers = OFFERS if w.rules[R_PLACING] else 1
    best_x, best_y, best = int64(-1), int64(-1), int64(-1)
    found = 0
    for j in range(DRAWS):
        x, y = draw(key, 2 * j, width + 1), draw(key, 2 * j + 1, depth + 1)
        if not fits(w, p, x, y):
            continue
        # who likes it close wants cover in the middle, who fires from afar wants a free field
        middle = abs(2 * x - width) + abs(2 * y - depth)
        close = w.policy[w.pieces[p, P_SIDE], W_REACH] <= 1200
        value = width + depth - middle if close else middle
        if value > best:
            best_x, best_y, best = x, y, value
        found += 1
        if found == offers:
            break
    if best < 0:
        best_x, best_y = search_spot(w, p)
    if best_x < 0:
        event(w, E_LEFT_OUT, w.pieces[p, P_SIDE], p, 0, 0)
        return
    put_down(w, p, best_x, best_y)


@kernel
def search_spot(w, p):
    """Return the first spot of the table, an inch apart, where a piece fits; (-1, -1) if there is none."""
    for y in range(0, w.rules[R_DEPTH] + 1, 100):
        for x in range(0, w.rules[R_WIDTH] + 1, 100):
            if fits(w, p, x, y):
                return int64(x), int64(y)
    return int64(-1), int64(-1)


@kernel
def put_down(w, p, x, y):
    """Put a piece on the table. Modified in place: pieces, corners."""
    for i in range(w.pieces[p, P_CORNERS]):
        w.corners[p, i, 0] += x
        w.corners[p, i, 1] += y
    w.pieces[p, P_X] = x
    w.pieces[p, P_Y] = y
    w.pieces[p, P_PLACED] = 1
    event(w, E_PLACE, w.pieces[p, P_SIDE], p, x, y)
