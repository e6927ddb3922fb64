cimport cython
from triarii.games.adlg.geometry cimport figures, frames, sweeps

cdef int CLEAR, UNSURE, ENEMY, EDGE, FRIEND, SLOW_GROUND, FEARED, BASE, BOX
cdef long long RING, ROUNDING

ctypedef (long long, long long, long long, long long, long long, long long) step_t

@cython.locals(row="long long[::1]", count=cython.int, number=cython.int, first=cython.int, corner=cython.int, x=cython.longlong, y=cython.longlong)
cpdef bases(quads)

@cython.final
cdef class Surroundings:
    cdef readonly long long[::1] friends, enemies, zones, feared, special, slow
    cdef readonly long long right, top, touch

    @cython.locals(first=cython.int, end=cython.int)
    cdef bint any_near(self, long long[::1] row, int size, long long west, long long east, long long south, long long north, long long margin) noexcept nogil
    @cython.locals(bx=cython.longlong[4], by=cython.longlong[4], first=cython.int, end=cython.int, number=cython.int, corner=cython.int)
    cdef int overlaps(self, long long[::1] row, int own, long long* hx, long long* hy, int n, long long* outline) noexcept nogil
    @cython.locals(found=cython.int)
    cdef int near(self, long long west, long long east, long long south, long long north) noexcept nogil
    cdef bint rules_apply(self, long long west, long long east, long long south, long long north) noexcept nogil
    @cython.locals(xs=cython.longlong[8], ys=cython.longlong[8], hx=cython.longlong[16], hy=cython.longlong[16], outline=cython.longlong[4], sine=cython.longlong, cosine=cython.longlong, u=cython.longlong, v=cython.longlong, slack=cython.longlong, off_table=cython.bint, i=cython.int, n=cython.int, met=cython.int)
    cpdef step_t straight(self, int own, long long x, long long y, long long h, long long width, long long depth, long long aside, long long ahead) noexcept
    @cython.locals(pivot=cython.longlong, u=cython.longlong, v=cython.longlong, k=cython.longlong, px=cython.longlong, py=cython.longlong, reach=cython.longlong, wide=cython.longlong, met=cython.int)
    cpdef step_t wheel(self, int own, long long x, long long y, long long h, long long width, long long depth, long long angle) noexcept
    @cython.locals(xs=cython.longlong[8], ys=cython.longlong[8], west=cython.longlong, east=cython.longlong, south=cython.longlong, north=cython.longlong, i=cython.int, met=cython.int)
    cpdef step_t on_the_spot(self, int own, long long x, long long y, long long h, long long width, long long depth, long long u, long long v, long long k) noexcept
    @cython.locals(xs=cython.longlong[4], ys=cython.longlong[4], outline=cython.longlong[4], i=cython.int)
    cdef int friend_at(self, int own, long long x, long long y, long long h, long long width, long long depth) noexcept nogil
