cimport cython
from triarii.core cimport bits
from triarii.games.towar cimport forces

cdef int CELLS, COLUMNS, FORWARD, LEFT, RIGHT, OVER_THE_EDGE, INTO_THE_CAMP, WON, LOST, TIED, SIDE_BONUS
cdef unsigned long long BROKEN_THROUGH, SPREAD, ALL
cdef int STAMP, LONGEST, ENTRY, FIGHTS, MOVED, FRESH, LOW_EDGE, HIGH_EDGE
cdef unsigned long long LISTINGS, EVEN, ONES, SEAT, LOWEST, BACK_ROW
cdef int TO_PLAY, TYPES, DEPLOY, DRAW, DRAW_OTHER, TURN, COUNT, UNKNOWN

cpdef int unit_on(unsigned long long field, int cell) noexcept nogil
@cython.locals(word=cython.ulonglong)
cpdef unsigned long long put(unsigned long long field, int cell, int unit) noexcept nogil
cpdef int number_of(unsigned long long table, int unit) noexcept nogil
@cython.locals(target=cython.int)
cpdef int step_from(int cell, int direction, int side) noexcept nogil
@cython.locals(attack=cython.int, defence=cython.int)
cdef int fight(int attacker, int defender, int direction, forces.Forces force) noexcept nogil
cpdef unsigned long long after_fight(unsigned long long field, int cell, int attacker, int outcome) noexcept nogil
cpdef int cards_in(unsigned long long cards) noexcept nogil
cpdef int cards_of(unsigned long long cards, int side) noexcept nogil
@cython.locals(code=cython.int)
cpdef int nth_card(unsigned long long cards, int side, int n) noexcept nogil
cpdef unsigned long long one_card(int unit) noexcept nogil
@cython.locals(left=cython.int)
cdef int next_thing(unsigned long long reserve, unsigned long long hands, int card, int side, forces.Forces force) noexcept nogil
@cython.locals(cells=cython.int, begin=cython.int, cell=cython.int)
cdef int open_cells(unsigned long long field, int side, forces.Forces force) noexcept nogil
@cython.locals(count=cython.int, cell=cython.int, unit=cython.int)
cpdef int units_of(unsigned long long field, int side) noexcept nogil
@cython.locals(count=cython.int, cell=cython.int, unit=cython.int)
cpdef int elite_of(unsigned long long field, int side, int elite) noexcept nogil
@cython.locals(units=cython.int, crowned=cython.int, cell=cython.int, unit=cython.int, sign=cython.int)
cdef (int, int) balance(unsigned long long field, int elite) noexcept nogil
@cython.locals(theirs=cython.ulonglong, ours=cython.ulonglong)
cpdef int units_ahead(unsigned long long field) noexcept nogil
@cython.locals(row=cython.ulonglong)
cpdef bint free_entry(unsigned long long field, int side) noexcept nogil
@cython.locals(units=cython.int, crowned=cython.int)
cpdef int count_up(unsigned long long field, int elite) noexcept nogil
cdef bint may_displace(int been, bint second, forces.Forces force) noexcept nogil

@cython.final
cdef class Turns:
    cdef readonly bint ways, duels
    cdef unsigned long long[::1] results
    cdef unsigned short[::1] lengths
    cdef unsigned char[::1] paths
    cdef unsigned short[::1] fights
    cdef unsigned char[::1] fight_paths
    cdef unsigned char[::1] cards
    cdef int card
    cdef unsigned long long[::1] slots
    cdef int[::1] places
    cdef int bits
    cdef int[::1] been
    cdef unsigned char[::1] path
    cdef int steps
    cdef readonly long long paths_seen
    cdef unsigned long long listing
    cdef Py_ssize_t base, room
    cdef readonly Py_ssize_t count
    cdef bint ends
    cdef int seat, elite, end

    @cython.locals(column=cython.int)
    cdef Py_ssize_t list_turns(self, unsigned long long field, int side, int card, forces.Forces force) noexcept nogil
    @cython.locals(column=cython.int)
    cdef int best_end(self, unsigned long long field, int side, int card, forces.Forces force) noexcept nogil
    @cython.locals(first=cython.Py_ssize_t, card=cython.int)
    cdef Py_ssize_t list_hand(self, unsigned long long field, int side, unsigned long long hand, forces.Forces force) noexcept nogil
    @cython.locals(unit=cython.int)
    cdef void enter(self, unsigned long long field, int side, int card, int cell, forces.Forces force) noexcept nogil
    @cython.locals(other=cython.int)
    cdef void begin_chain(self, int cell) noexcept nogil
    @cython.locals(seen=cython.int)
    cdef void displace(self, unsigned long long field, int side, int cell, int unit, int been, forces.Forces force) noexcept nogil
    @cython.locals(target=cython.int, other=cython.int, before=cython.int)
    cdef void step(self, unsigned long long field, int side, int cell, int direction, int unit, int seen, bint second, forces.Forces force) noexcept nogil
    @cython.locals(mask=cython.longlong, mark=cython.ulonglong, slot=cython.Py_ssize_t)
    cdef void record(self, unsigned long long result) noexcept nogil
    @cython.locals(value=cython.int)
    cdef void keep_end(self, unsigned long long result) noexcept nogil
    @cython.locals(i=cython.int)
    cdef void keep_way(self, Py_ssize_t place) noexcept nogil
    @cython.locals(i=cython.int)
    cdef void keep_fight(self, int fight) noexcept nogil
    @cython.locals(room=cython.Py_ssize_t, mask=cython.Py_ssize_t, slot=cython.Py_ssize_t, place=cython.Py_ssize_t, result=cython.ulonglong)
    cdef void grow(self) except *
    @cython.locals(slot=cython.Py_ssize_t)
    cdef void forget(self) noexcept nogil
