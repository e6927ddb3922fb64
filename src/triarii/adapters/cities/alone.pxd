cimport cython
from triarii.adapters.cities cimport many
from triarii.games.cities cimport rulings, standings

cdef int ACTIONS, MOVES, WAYS, PASS, SHIFT, PASSED, CLAIMED, OVER, REFUSED

@cython.final
@cython.auto_pickle(False)
cdef class Alone:
    cdef readonly standings.Standing position
    cdef unsigned char[::1] seen, mask
    cdef int[::1] square, bit, way, difference
    cdef readonly int turn, value

    @cython.locals(start=cython.int, action=cython.int, after=standings.Standing)
    cpdef int step(self, int number) except *
    @cython.locals(now=standings.Standing, acting=cython.bint, times=cython.int)
    cpdef void look(self, int seat) except *
    @cython.locals(now=standings.Standing)
    cdef void allow(self) except *
