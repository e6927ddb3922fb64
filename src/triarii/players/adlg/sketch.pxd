cimport cython
from triarii.games.adlg.geometry cimport frames, roots
from triarii.players.adlg cimport angles

cdef int CELL, TERRAINS, ALIKE
cdef double HALF, HALF_LANE, BESIDE, ZONE, FAR, HALF_ROUND

@cython.final
cdef class Sketch:
    cdef public int count, columns, rows
    cdef public long long[::1] ground, hill, malus, seat, present, camp, fights, in_line, light_foot, holds, yields, heading, under, high, left, right, hands
    cdef public double[::1] crest_x, crest_y, depth, wide, x, y, sine, cosine, middle_x, middle_y

    cpdef void place(self, int unit, double x, double y, long long heading) except *
    @cython.locals(column=cython.int, row=cython.int)
    cdef int cell(self, double x, double y) noexcept nogil
    @cython.locals(worst=cython.longlong, bare=cython.bint, hill=cython.longlong, point=cython.int, s=cython.double, t=cython.double, where=cython.int, ground=cython.longlong, dx=cython.double, dy=cython.double)
    cdef void look_under(self, int unit) noexcept nogil
    cdef long long cost(self, int unit, long long ground) noexcept nogil
    @cython.locals(dx=cython.double, dy=cython.double, long=cython.double, way=cython.double, done=cython.double, where=cython.int)
    cdef bint bad_way(self, int unit, int other) noexcept nogil
    cdef double ahead(self, int unit, double x, double y) noexcept nogil
    cdef double aside(self, int unit, double x, double y) noexcept nogil
    cpdef double turn_to(self, int unit, double x, double y) noexcept nogil
    @cython.locals(least=cython.double, corner=cython.int, s=cython.double, t=cython.double, px=cython.double, py=cython.double, right=cython.double, front=cython.double, away=cython.double, square=cython.double)
    cdef double corner_gap(self, int unit, int other) noexcept nogil
    @cython.locals(one=cython.double, two=cython.double)
    cpdef double gap(self, int unit, int other) noexcept nogil
    @cython.locals(corner=cython.int, s=cython.double, t=cython.double, px=cython.double, py=cython.double, right=cython.double, back=cython.double)
    cpdef int side(self, int unit, int other) noexcept nogil
    @cython.locals(dx=cython.double, dy=cython.double, long=cython.double, least=cython.double, most=cython.double, wide=cython.double, third=cython.int, px=cython.double, py=cython.double, along=cython.double)
    cdef bint lane_taken(self, int unit, int other, double half) noexcept nogil
    @cython.locals(unit=cython.int, other=cython.int, dx=cython.double, dy=cython.double, turn=cython.longlong, right=cython.double, free=cython.int)
    cpdef void dress(self) noexcept nogil
    @cython.locals(found=cython.int, nearest=cython.double, enemy=cython.int, dx=cython.double, dy=cython.double, square=cython.double)
    cpdef int holder(self, int unit) noexcept nogil
    @cython.locals(low=cython.double, high=cython.double, least=cython.double, most=cython.double, corner=cython.int, s=cython.double, t=cython.double, px=cython.double, py=cython.double, right=cython.double, front=cython.double)
    cdef bint in_zone(self, int unit, int enemy) noexcept nogil
    @cython.locals(found=cython.int, least=cython.double, enemy=cython.int, dx=cython.double, dy=cython.double, square=cython.double)
    cpdef double nearest(self, int unit) noexcept nogil
    @cython.locals(other=cython.int, dx=cython.double, dy=cython.double)
    cpdef bint collides(self, int unit) noexcept nogil
    @cython.locals(low=cython.double, high=cython.double, least=cython.double, most=cython.double, corner=cython.int, s=cython.double, t=cython.double, px=cython.double, py=cython.double, right=cython.double, front=cython.double, touch=cython.double)
    cdef bint overlaps(self, int unit, int other) noexcept nogil
