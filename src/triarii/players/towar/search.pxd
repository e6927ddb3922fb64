cimport cython
from triarii.core cimport streams
from triarii.games.towar cimport forces, jobs, rules
from triarii.players.towar cimport evaluation

cdef unsigned long long BROKEN_THROUGH
cdef int TYPES, CERTAIN, USED, CLOCK, PROBED, TO_PLAY

@cython.final
cdef class Search:
    cdef evaluation.Judgement judge
    cdef forces.Forces force
    cdef int width
    cdef unsigned char[::1] orders
    cdef rules.Turns turns
    cdef int[::1] looks
    cdef Py_ssize_t room
    cdef long long[::1] least
    cdef readonly long long nodes
    cdef long long limit
    cdef double deadline
    cdef readonly bint stopped, narrow

    cpdef void begin(self, long long nodes, double seconds) except *
    cpdef void widen(self, int width) except *
    @cython.locals(side=cython.int, place=cython.int)
    cpdef void deal(self, orders) except *
    @cython.locals(found=cython.int)
    cpdef int value(self, unsigned long long field, unsigned long long reserve, unsigned long long hands, int side, int left, int depth, int alpha=*, int beta=*) except *
    cpdef int look(self, unsigned long long field, unsigned long long reserve, int side, int left) except *
    cpdef int points(self, unsigned long long field, unsigned long long reserve, int side, int left) except *
    @cython.locals(total=cython.longlong, done=cython.longlong, rest=cython.longlong, card=cython.int, number=cython.longlong, low=cython.longlong, high=cython.longlong, worth=cython.longlong, least=cython.Py_ssize_t, sure=cython.longlong, undrawn=cython.ulonglong)
    cdef int before_draw(self, unsigned long long field, unsigned long long reserve, unsigned long long hands, int side, int left, int depth, long long alpha, long long beta) noexcept nogil
    @cython.locals(sure=cython.longlong, rest=cython.longlong, card=cython.int, number=cython.longlong, low=cython.longlong, high=cython.longlong, worth=cython.longlong, undrawn=cython.ulonglong)
    cdef long long probe(self, unsigned long long field, unsigned long long reserve, int side, int left, int depth, long long beta, long long total, Py_ssize_t least) noexcept nogil
    @cython.locals(first=cython.Py_ssize_t, last=cython.Py_ssize_t, place=cython.Py_ssize_t, chosen=cython.Py_ssize_t, best=cython.int, worth=cython.int, tries=cython.int, after=cython.ulonglong, unseen=cython.ulonglong, held=cython.ulonglong)
    cdef int best_turn(self, unsigned long long field, unsigned long long reserve, unsigned long long hands, int side, int card, int left, int depth, long long alpha, long long beta, int width) noexcept nogil
    @cython.locals(won=cython.longlong, drawn=cython.longlong, number=cython.longlong, value=cython.int)
    cpdef tuple roll_outs(self, unsigned long long field, unsigned long long reserve, unsigned long long hands, int side, int left, long long begin, long long end, unsigned long long seed)
    @cython.locals(x=cython.ulonglong, mover=cython.int, drawer=cython.int, who=cython.int, card=cython.int, first=cython.Py_ssize_t, chosen=cython.Py_ssize_t, place=cython.Py_ssize_t, best=cython.int, worth=cython.int, after=cython.ulonglong, value=cython.int)
    cdef int roll_out(self, unsigned long long field, unsigned long long reserve, unsigned long long hands, int side, int left, unsigned long long state) noexcept nogil
    @cython.locals(over=cython.bint)
    cdef bint late(self) noexcept nogil
    cdef void grow(self) except *
