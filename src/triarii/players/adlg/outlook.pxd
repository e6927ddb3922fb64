cimport cython
from triarii.games.adlg.geometry cimport roots
from triarii.players.adlg cimport sketch
from triarii.players.adlg.sketch cimport Sketch

cdef int MOST, TERRAINS
cdef long long FORMS
cdef double BASES, NARROW, WHEEL, QUARTER, LOOMS, FORBIDDEN, TENSION, AT_EASE, TURN_COSTS, SLANT, SIGHT, BAND, STRAIGHT, RAGGED

@cython.final
cdef class Outlook:
    cdef public Sketch table
    cdef public object odds
    cdef public dict known, shot
    cdef public int seat, points
    cdef public bint threatens, flanks, shoots_too, lines_too
    cdef public double weight_threat, weight_chance, weight_now, weight_volley, weight_bond, weight_ragged, weight_ground, weight_height, weight_hearing, eagerness
    cdef public double[::1] reach, pace, range, drive, goal_x, goal_y, near, leader_x, leader_y, radius, steady, gain
    cdef public long long[::1] may_charge, fresh, stays, taken_form, forms, all_round, mate, who, whom, edge, looms, busy, struck, used, aimed_at, aimed_by
    cdef public double threats, soon, later, charges, volleys, places

    @cython.locals(table=Sketch, place=cython.longlong)
    cdef int form(self, int unit) except -1
    @cython.locals(count=cython.int)
    cpdef double value(self) except? -1.0
    @cython.locals(table=Sketch, count=cython.int, unit=cython.int)
    cpdef int strikes(self, int seat, int start) except -1
    @cython.locals(table=Sketch, count=cython.int, reach=cython.double, far=cython.double, held=cython.int, enemy=cython.int, dx=cython.double, dy=cython.double, way=cython.double, near=cython.bint, side=cython.int, worth=cython.double)
    cdef int strikes_of(self, int unit, int start) except -1
    @cython.locals(table=Sketch, gap=cython.double, front=cython.double, turn=cython.double)
    cdef double way_to(self, int unit, int enemy, double most) noexcept
    @cython.locals(table=Sketch, contact=cython.int, ours=cython.longlong, theirs=cython.longlong, both=cython.longlong, one=cython.longlong, two=cython.longlong, key=cython.longlong)
    cdef double worth(self, int unit, int enemy, int side) except? -1.0
    @cython.locals(table=Sketch, unit=cython.int, side=cython.int, total=cython.double, taken=cython.int, chosen=cython.int, gain=cython.double, place=cython.int, enemy=cython.longlong)
    cpdef double best(self, int start, int end, int most, int fresh) noexcept
    @cython.locals(table=Sketch, unit=cython.int, target=cython.int, total=cython.double, harm=cython.double)
    cdef double all_volleys(self) except? -1.0
    @cython.locals(table=Sketch, found=cython.int, least=cython.double, reach=cython.double, far=cython.double, enemy=cython.int, dx=cython.double, dy=cython.double, rank=cython.double, aside=cython.double, gap=cython.double)
    cpdef int target(self, int unit) noexcept
    @cython.locals(one=cython.longlong, two=cython.longlong, key=cython.longlong)
    cdef double harm(self, int unit, int target, int helpers) except? -1.0
    @cython.locals(table=Sketch, total=cython.double, unit=cython.int)
    cdef double all_places(self) noexcept
    @cython.locals(table=Sketch, total=cython.double, nearest=cython.double, tension=cython.double, malus=cython.longlong)
    cpdef double standing(self, int unit) noexcept
    @cython.locals(table=Sketch, mate=cython.longlong, lag=cython.double)
    cdef double torn(self, int unit) noexcept
    @cython.locals(table=Sketch, dx=cython.double, dy=cython.double, away=cython.double, turn=cython.double, found=cython.double)
    cpdef double turns_to_goal(self, int unit) noexcept
    @cython.locals(table=Sketch, dx=cython.double, dy=cython.double, most=cython.double)
    cdef bint hears(self, int unit) noexcept
