cimport cython
from triarii.games.towar cimport forces, rules

cdef int CELLS, DIRECTIONS, FORWARD, OVER_THE_EDGE, INTO_THE_CAMP, MOVED, FRESH
cdef int AIR, CELL, SEEN, SECOND, CHAIN
cdef int ALLOWED, ENDED, OWN_CAMP, NO_DIRECTION, NO_SECOND_DIRECTION, EDGE, BEEN, NO_SECOND, FRESH_LOCKED, HAS_MOVED
cdef int STUCK, ENEMY, ENEMY_STUCK
cdef unsigned long long BROKEN_THROUGH

@cython.locals(place=cython.Py_ssize_t)
cdef void forget(int[::1] chain, Py_ssize_t at) noexcept nogil
@cython.locals(met=cython.int, after=cython.ulonglong, why=cython.int)
cdef int entry_refusal(int[::1] chain, Py_ssize_t at, unsigned long long field, int side, int card, int cell, forces.Forces force) noexcept nogil
@cython.locals(met=cython.int)
cdef unsigned long long enter(int[::1] chain, Py_ssize_t at, unsigned long long field, int side, int card, int cell, forces.Forces force) noexcept nogil
@cython.locals(unit=cython.int, second=cython.int, target=cython.int, met=cython.int)
cdef int step_refusal(int[::1] chain, Py_ssize_t at, unsigned long long field, int side, int direction, forces.Forces force) noexcept nogil
@cython.locals(unit=cython.int, cell=cython.int, seen=cython.int, second=cython.int, target=cython.int, met=cython.int, before=cython.int)
cdef unsigned long long take_step(int[::1] chain, Py_ssize_t at, unsigned long long field, int side, int direction, forces.Forces force) noexcept nogil
@cython.locals(unit=cython.int, cell=cython.int, seen=cython.int, second=cython.int, been=cython.int, after=cython.ulonglong, going=cython.bint)
cdef bint pushes_on(int[::1] chain, Py_ssize_t at, unsigned long long field, int side, int direction, int target, forces.Forces force) noexcept nogil
@cython.locals(direction=cython.int)
cdef bint goes_on(int[::1] chain, Py_ssize_t at, unsigned long long field, int side, forces.Forces force) noexcept nogil
