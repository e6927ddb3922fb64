cimport cython
from triarii.games.towar cimport forces, jobs, rules

cdef unsigned long long BROKEN_THROUGH, SPREAD, ALL
cdef int TYPES, EXACT, AT_LEAST, AT_MOST, CLOCK

@cython.final
cdef class Endgame:
    cdef forces.Forces force
    cdef int bits
    cdef rules.Turns turns
    cdef unsigned long long[::1] fields
    cdef unsigned long long[::1] rests
    cdef long long[::1] values
    cdef long long[::1] wins
    cdef unsigned char[::1] kinds
    cdef int[::1] looks
    cdef Py_ssize_t room
    cdef readonly long long nodes
    cdef long long limit
    cdef double deadline
    cdef readonly bint stopped
    cdef long long won

    cpdef void forget(self) except *
    @cython.locals(full=cython.longlong, found=cython.longlong)
    cpdef tuple solve(self, unsigned long long field, unsigned long long reserve, unsigned long long hands, int side, long long limit, double deadline=*)
    @cython.locals(total=cython.longlong, side=cython.int, number=cython.int)
    cdef long long full(self, unsigned long long reserve) noexcept nogil
    @cython.locals(total=cython.longlong, slot=cython.Py_ssize_t, kind=cython.int, known=cython.longlong, whole=cython.longlong, done=cython.longlong, wins=cython.longlong, rest=cython.longlong, card=cython.int, number=cython.longlong, low=cython.longlong, high=cython.longlong, worth=cython.longlong)
    cdef long long before_draw(self, unsigned long long field, unsigned long long reserve, unsigned long long hands, int side, long long alpha, long long beta) noexcept nogil
    @cython.locals(first=cython.Py_ssize_t, last=cython.Py_ssize_t, place=cython.Py_ssize_t, chosen=cython.Py_ssize_t, full=cython.longlong, units=cython.int, crowned=cython.int, look=cython.int, best=cython.longlong, wins=cython.longlong, worth=cython.longlong, held=cython.ulonglong, _=cython.Py_ssize_t)
    cdef long long best_turn(self, unsigned long long field, unsigned long long reserve, unsigned long long hands, int side, int card, long long alpha, long long beta) noexcept nogil
    @cython.locals(value=cython.int)
    cdef long long counted(self, unsigned long long field, int side) noexcept nogil
    @cython.locals(word=cython.ulonglong)
    cdef Py_ssize_t slot_of(self, unsigned long long field, unsigned long long reserve, int side) noexcept nogil
    @cython.locals(over=cython.bint)
    cdef bint late(self) noexcept nogil
    cdef void grow(self) except *

cdef long long floor_of(long long value, long long number) noexcept nogil
