cimport cython
from triarii.core cimport streams
from triarii.games.towar cimport forces, jobs, rules, steps

cdef int CELLS, COLUMNS, TYPES, DIRECTIONS, CHAIN, AIR, CELL, SEEN, SECOND, MOVED, FRESH, TO_PLAY
cdef int DEPLOY, DRAW, DRAW_OTHER, COUNT, ALLOWED
cdef int CELL_NUMBER, CARD_NUMBER, COLUMN_NUMBER, STEP_NUMBER, STAY_NUMBER, PASS_NUMBER, ACTIONS
cdef int CHOOSE_CELL, CHOOSE_CARD, CHOOSE_COLUMN, CHOOSE_STEP, CARD_NUMBERS, PER_CELL
cdef int SEEN_CARD, SEEN_AIR, SEEN_RESERVE, SEEN_HAND, SEEN_UNSEEN, SEEN_HELD, SEEN_ARMY, SEEN_THEIR_ARMY
cdef int SEEN_STAGE, SEEN_SECOND, OBSERVATION
cdef unsigned long long BROKEN_THROUGH

cdef int turned(int cell, int seat) noexcept nogil
cdef void write_card(unsigned char[::1] out, Py_ssize_t at, int unit, int seat, forces.Forces force) noexcept nogil
@cython.locals(i=cython.int, unit=cython.int, cell=cython.int, place=cython.Py_ssize_t, own=cython.int, other=cython.int)
cdef void write_seen(unsigned char[::1] out, Py_ssize_t at, int seat, int stage, unsigned long long field, unsigned long long reserve, unsigned long long hands, int card, int[::1] chain, Py_ssize_t link, int mine, int theirs, forces.Forces force) noexcept nogil
@cython.locals(i=cython.int, found=cython.int, cells=cython.int)
cdef int write_mask(unsigned char[::1] out, Py_ssize_t at, int stage, unsigned long long field, unsigned long long hands, int card, int side, int[::1] chain, Py_ssize_t link, forces.Forces force) noexcept nogil
cdef unsigned long long follow(int[::1] chain, Py_ssize_t link, unsigned long long field, int side, int card, int number, forces.Forces force) noexcept nogil

@cython.final
cdef class Games:
    cdef readonly Py_ssize_t games
    cdef int pairs, begins
    cdef int[::1] first_army, second_army, kinds, cards, sides, stages, dealt, allowed, chains
    cdef unsigned long long[::1] decks, attack, defence, fields, reserves, hands, streams

    cpdef void reset(self, unsigned long long[::1] states, unsigned char[::1] seen, unsigned char[::1] masks, unsigned char[::1] seats)
    @cython.locals(misplayed=cython.Py_ssize_t)
    cpdef Py_ssize_t step(self, int[::1] chosen, unsigned char[::1] seen, unsigned char[::1] masks, float[::1] rewards, unsigned char[::1] ended, unsigned char[::1] seats)
    cpdef void sample(self, unsigned char[::1] masks, int[::1] chosen)
    cpdef tuple state(self, Py_ssize_t game)
    cpdef void put(self, Py_ssize_t game, tuple state, unsigned long long stream) except *
    @cython.locals(at=cython.Py_ssize_t)
    cdef forces.Forces force_of(self, Py_ssize_t pair) noexcept nogil
    @cython.locals(game=cython.Py_ssize_t)
    cdef void reset_all(self, unsigned long long[::1] states, unsigned char[::1] seen, unsigned char[::1] masks, unsigned char[::1] seats) noexcept nogil
    @cython.locals(game=cython.Py_ssize_t, number=cython.int, over=cython.int)
    cdef Py_ssize_t step_all(self, int[::1] chosen, unsigned char[::1] seen, unsigned char[::1] masks, float[::1] rewards, unsigned char[::1] ended, unsigned char[::1] seats) noexcept nogil
    @cython.locals(game=cython.Py_ssize_t, left=cython.int, number=cython.int)
    cdef void sample_all(self, unsigned char[::1] masks, int[::1] chosen) noexcept nogil
    @cython.locals(x=cython.ulonglong, pair=cython.int, side=cython.int)
    cdef void begin(self, Py_ssize_t game) noexcept nogil
    @cython.locals(side=cython.int, coming=cython.int, drawer=cython.int, left=cython.int, drawn=cython.int)
    cdef bint settle(self, Py_ssize_t game, forces.Forces force) noexcept nogil
    @cython.locals(side=cython.int, force=forces.Forces, link=cython.Py_ssize_t, field=cython.ulonglong)
    cdef int play(self, Py_ssize_t game, int number) noexcept nogil
    @cython.locals(side=cython.int, pair=cython.int, force=forces.Forces, link=cython.Py_ssize_t, stage=cython.int, mine=cython.int, theirs=cython.int)
    cdef void show(self, Py_ssize_t game, unsigned char[::1] seen, unsigned char[::1] masks, unsigned char[::1] seats) noexcept nogil

@cython.locals(as_ruled=forces.Forces, field=cython.ulonglong, reserve=cython.ulonglong, hands=cython.ulonglong, card=cython.int, side=cython.int)
cpdef bytearray see(int seat, int stage, state, int[::1] chain, int mine, int theirs, force)
@cython.locals(as_ruled=forces.Forces, field=cython.ulonglong, reserve=cython.ulonglong, hands=cython.ulonglong, card=cython.int, side=cython.int)
cpdef bytearray mask(int stage, state, int[::1] chain, force)
@cython.locals(as_ruled=forces.Forces)
cpdef unsigned long long after_word(int[::1] chain, unsigned long long field, int side, int card, int number, force) except *
