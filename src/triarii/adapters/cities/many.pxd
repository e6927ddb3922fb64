cimport cython
from triarii.core cimport bits, streams
from triarii.core.bits cimport board as Board
from triarii.games.cities cimport jobs, rules, rulings

cdef int SQUARES, WAYS, MOVES, PASS, CLAIM, ACTIONS, OBSERVATION, REACH, MOST, WORDS, ONGOING, GOES_ON
cdef int[::1] SQUARE, BIT, WAY, DIFFERENCE

@cython.locals(number=cython.int)
cdef void write_plane(unsigned char[::1] out, Py_ssize_t at, Board board, int seat, int[::1] square) noexcept nogil
@cython.locals(i=cython.int)
cdef void write_seen(unsigned char[::1] out, Py_ssize_t at, int seat, bint acting, Board own, Board other, Board heroes, Board own_cities, Board other_cities, int stall, int times, int[::1] square) noexcept nogil
@cython.locals(number=cython.int, place=cython.Py_ssize_t, i=cython.int)
cdef void clear_mask(unsigned char[::1] out, Py_ssize_t at, Board mine, int seat, int[::1] square) noexcept nogil
@cython.locals(empty=Board, rest=Board, found=cython.int, piece=Board, start=cython.int, targets=Board, first=cython.int, number=cython.int)
cdef int write_mask(unsigned char[::1] out, Py_ssize_t at, Board mine, Board theirs, Board heroes, Board my_cities, int seat, bint claimable, int[::1] square, int[::1] way) noexcept nogil

@cython.final
cdef class Games:
    cdef readonly Py_ssize_t games
    cdef int begins, longest
    cdef rulings.Rulings ruled
    cdef Py_ssize_t room
    cdef int[::1] square, bit, way, difference, sides, stalls, lengths, allowed, known
    cdef unsigned long long[::1] opening, boards, streams, trails

    cpdef void reset(self, unsigned long long[::1] states, unsigned char[::1] seen, unsigned char[::1] masks, unsigned char[::1] seats)
    @cython.locals(misplayed=cython.Py_ssize_t)
    cpdef Py_ssize_t step(self, int[::1] chosen, unsigned char[::1] seen, unsigned char[::1] masks, float[::1] rewards, unsigned char[::1] ended, unsigned char[::1] given_up, unsigned char[::1] seats)
    cpdef void sample(self, unsigned char[::1] masks, int[::1] chosen)
    cpdef tuple state(self, Py_ssize_t game)
    cdef Board board(self, Py_ssize_t game, int which) noexcept nogil
    cdef void keep(self, Py_ssize_t game, int which, Board board) noexcept nogil
    @cython.locals(place=cython.Py_ssize_t, game=cython.Py_ssize_t)
    cdef void reset_all(self, unsigned long long[::1] states, unsigned char[::1] seen, unsigned char[::1] masks, unsigned char[::1] seats) noexcept nogil
    @cython.locals(game=cython.Py_ssize_t, number=cython.int, value=cython.int)
    cdef Py_ssize_t step_all(self, int[::1] chosen, unsigned char[::1] seen, unsigned char[::1] masks, float[::1] rewards, unsigned char[::1] ended, unsigned char[::1] given_up, unsigned char[::1] seats) noexcept nogil
    @cython.locals(game=cython.Py_ssize_t, left=cython.int, mine=Board, theirs=Board, heroes=Board, piece=Board, target=Board, start=cython.int, number=cython.int)
    cdef void sample_all(self, unsigned char[::1] masks, int[::1] chosen) noexcept nogil
    @cython.locals(side=cython.int, i=cython.int)
    cdef void begin(self, Py_ssize_t game) noexcept nogil
    @cython.locals(times=cython.int, begin=cython.Py_ssize_t, i=cython.Py_ssize_t)
    cdef int times_seen(self, Py_ssize_t game, unsigned long long key) noexcept nogil
    @cython.locals(mine=Board, theirs=Board, heroes=Board, my_cities=Board, their_cities=Board, times=cython.int, why=cython.int, value=cython.int, piece=Board, target=Board, start=cython.int, a=Board, b=Board, h=Board, c=Board, d=Board, key=cython.ulonglong)
    cdef int play(self, Py_ssize_t game, int number) noexcept nogil
    @cython.locals(mine=Board, theirs=Board, heroes=Board, my_cities=Board, their_cities=Board, seat=cython.int, times=cython.int, stall=cython.int, claimable=cython.bint, at=cython.Py_ssize_t)
    cdef void show(self, Py_ssize_t game, unsigned char[::1] seen, unsigned char[::1] masks, unsigned char[::1] seats) noexcept nogil

@cython.locals(mine=Board, theirs=Board, heroes=Board, my_cities=Board, their_cities=Board)
cpdef bytearray see(placement, int seat, int side, bint acting, int stall, int times)
@cython.locals(mine=Board, theirs=Board, heroes=Board, my_cities=Board, their_cities=Board)
cpdef bytearray mask(placement, int side, bint claimable)
