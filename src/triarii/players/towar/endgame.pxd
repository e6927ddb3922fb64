cimport cython
from triarii.games.towar cimport forces, jobs, rules
from triarii.players.towar cimport evaluation

cdef unsigned long long BROKEN_THROUGH, SPREAD, ALL, COLUMN_A, COLUMN_B, LOWEST, BACK_ROW, KIND, AGES
cdef long long MOST
cdef int TYPES, EXACT, AT_LEAST, AT_MOST, CLOCK, ALL_TURNS, PROBED, USED, JUDGED, REMEMBERED, SIDE_AT, KIND_AT, AGE_AT, WORDS

@cython.final
cdef class Endgame:
    cdef forces.Forces force
    cdef evaluation.Judgement judge
    cdef int bits
    cdef rules.Turns turns
    cdef unsigned long long[::1] table
    cdef unsigned long long age
    cdef int[::1] looks
    cdef Py_ssize_t room
    cdef long long[::1] least
    cdef readonly long long nodes
    cdef long long limit
    cdef double deadline
    cdef readonly bint stopped
    cdef long long won

    cpdef void forget(self) except *
    @cython.locals(full=cython.longlong, found=cython.longlong)
    cpdef tuple solve(self, unsigned long long field, unsigned long long reserve, unsigned long long hands, int side, long long limit, double deadline=*, long long alpha=*, long long beta=*)
    @cython.locals(total=cython.longlong, side=cython.int, number=cython.int)
    cdef long long full(self, unsigned long long reserve) noexcept nogil
    @cython.locals(total=cython.longlong, slot=cython.Py_ssize_t, kind=cython.int, known=cython.longlong, whole=cython.longlong, done=cython.longlong, wins=cython.longlong, rest=cython.longlong, card=cython.int, number=cython.longlong, low=cython.longlong, high=cython.longlong, worth=cython.longlong, least=cython.Py_ssize_t, sure=cython.longlong, settled=cython.longlong, name=cython.ulonglong)
    cdef long long before_draw(self, unsigned long long field, unsigned long long reserve, unsigned long long hands, int side, long long alpha, long long beta) noexcept nogil
    @cython.locals(sure=cython.longlong, wins=cython.longlong, rest=cython.longlong, card=cython.int, number=cython.longlong, low=cython.longlong, high=cython.longlong, worth=cython.longlong)
    cdef long long probe(self, unsigned long long field, unsigned long long reserve, int side, long long beta, long long whole, long long total, Py_ssize_t least) noexcept nogil
    cdef void keep(self, Py_ssize_t slot, unsigned long long name, unsigned long long reserve, long long value, long long wins, int kind) noexcept nogil
    @cython.locals(first=cython.Py_ssize_t, last=cython.Py_ssize_t, place=cython.Py_ssize_t, chosen=cython.Py_ssize_t, full=cython.longlong, units=cython.int, crowned=cython.int, cards=cython.int, look=cython.int, best=cython.longlong, wins=cython.longlong, worth=cython.longlong, held=cython.ulonglong, _=cython.Py_ssize_t)
    cdef long long best_turn(self, unsigned long long field, unsigned long long reserve, unsigned long long hands, int side, int card, long long alpha, long long beta, int tries) noexcept nogil
    @cython.locals(ahead=cython.int)
    cdef long long settled(self, unsigned long long field, unsigned long long reserve, int side) noexcept nogil
    @cython.locals(place=cython.Py_ssize_t, field=cython.ulonglong, slot=cython.Py_ssize_t, kind=cython.int, known=cython.longlong)
    cdef long long refuted(self, unsigned long long reserve, int side, Py_ssize_t first, Py_ssize_t last, long long full, long long beta) noexcept nogil
    @cython.locals(ahead=cython.int, value=cython.int)
    cdef long long last_turn(self, unsigned long long field, int side, int card) noexcept nogil
    @cython.locals(value=cython.int)
    cdef long long counted(self, unsigned long long field, int side) noexcept nogil
    cdef unsigned long long name_of(self, unsigned long long field, int side) noexcept nogil
    @cython.locals(word=cython.ulonglong, slot=cython.Py_ssize_t, name=cython.ulonglong)
    cdef Py_ssize_t slot_of(self, unsigned long long field, unsigned long long reserve, int side) noexcept nogil
    @cython.locals(over=cython.bint)
    cdef bint late(self) noexcept nogil
    cdef void grow(self) except *

@cython.locals(theirs=cython.ulonglong, taken=cython.ulonglong, own=cython.ulonglong)
cdef bint may_break(unsigned long long field, int side) noexcept nogil
@cython.locals(mirrored=cython.ulonglong)
cdef unsigned long long upright(unsigned long long field) noexcept nogil
cdef long long floor_of(long long value, long long number) noexcept nogil
