cimport cython
from triarii.core cimport bits
from triarii.core.bits cimport board
from triarii.games.cities cimport jobs, rules, rulings

cdef int CLAIM, FIRST_BEGINS, PASS, SHIFT

@cython.auto_pickle(False)
cdef class Standing:
    cdef board mine, theirs, heroes, my_cities, their_cities
    cdef rulings.Rulings ruled
    cdef int why, value
    cdef readonly object side, setting, turn
    cdef readonly Standing previous
    cdef readonly int stall, seen
    cdef readonly bint claimed, drawing_lots

    @cython.locals(found=Actions)
    cpdef Actions actions(self)
    @cython.locals(made=Standing, piece=board, target=board, a=board, b=board, h=board, c=board, d=board)
    cpdef Standing play(self, int action)
    @cython.locals(swapped=cython.bint)
    cdef void play_word(self, int action, Standing made) except *
    @cython.locals(times=cython.int, before=Standing, why=cython.int, value=cython.int, waits=cython.bint)
    cdef void judge(self) except *

@cython.final
@cython.auto_pickle(False)
cdef class Actions:
    cdef board mine, theirs, heroes, my_cities
    cdef int moves, length

    cdef object at(self, Py_ssize_t place)
    @cython.locals(piece=board, target=board)
    cdef int nth(self, int place) noexcept
    cpdef list listed(self)
