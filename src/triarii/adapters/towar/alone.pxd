cimport cython
from triarii.adapters.towar cimport many
from triarii.games.towar cimport forces

cdef int ACTIONS, NOBODY, OVER, REFUSED
cdef unsigned long long FIELD, BROKEN_THROUGH

@cython.final
@cython.auto_pickle(False)
cdef class Alone:
    cdef object begun
    cdef many.Games kernel
    cdef unsigned char[::1] seen, mask
    cdef int[::1] nothing
    cdef int mine, theirs, card, last
    cdef unsigned long long field, hands
    cdef readonly int turn, value

    @cython.locals(over=cython.int)
    cpdef int step(self, int number) except *
    @cython.locals(force=forces.Forces, mine=cython.int, theirs=cython.int, reserve=cython.ulonglong)
    cpdef void look(self, int seat) except *
    cdef void come_to_rest(self) except *
    @cython.locals(number=cython.int)
    cdef void allow(self) except *
