cimport cython
from triarii.games.towar cimport rules

cdef int CELLS, COLUMNS, TURNS, CODES, CONTACTS, CERTAIN, STEEP, WIDEST, HIGH_EDGE

@cython.final
cdef class Judgement:
    cdef int[::1] places
    cdef int[::1] reserves
    cdef int[::1] contacts
    cdef int[::1] tempo
    cdef unsigned char[::1] duels
    cdef int[::1] scores
    cdef int elite

    @cython.locals(base=cython.int, total=cython.int, mine=cython.int, theirs=cython.int, word=cython.int, cell=cython.int, unit=cython.int, other=cython.int, code=cython.int)
    cpdef int points(self, unsigned long long field, unsigned long long reserve, int side, int left) noexcept nogil
    cdef int gain(self, int word, int outcome, int kind) noexcept nogil
    @cython.locals(value=cython.int, points=cython.int)
    cpdef int score(self, unsigned long long field, unsigned long long reserve, int side, int left) noexcept nogil
