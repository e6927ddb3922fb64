cimport cython
from triarii.core cimport bits
from triarii.core.bits cimport board
from triarii.games.cities cimport rulings

cdef board BOARD
cdef int SIZE, WIDTH, FIGHTER_STEPS, HERO_STEPS
cdef int ONGOING, ALL_CITIES, LAST_PIECE, FEW_PIECES, OVERLAP, REPETITION, STALL, NO_MOVE

@cython.locals(flood=board, row=board, _=cython.int)
cpdef board reach(board piece, board empty, int steps) noexcept nogil
@cython.locals(targets=board)
cpdef board targets_of(board piece, board empty, board heroes, board my_cities) noexcept nogil
@cython.locals(empty=board, rest=board, piece=board, total=cython.int)
cpdef int count_moves(board mine, board theirs, board heroes, board my_cities) noexcept nogil
@cython.locals(empty=board, rest=board, piece=board, targets=board, size=cython.int)
cdef (board, board) nth_move(board mine, board theirs, board heroes, board my_cities, int n) noexcept nogil
cpdef bint can_act(board mine, board theirs, board heroes, board my_cities) noexcept nogil
@cython.locals(up=board, down=board, grown=board)
cpdef board bracketed(board prey, board hunter, int step) noexcept nogil
cpdef board enclosed(board prey, board hunter) noexcept nogil
@cython.locals(dead_theirs=board, dead_mine=board)
cpdef (board, board, board, board, board) play(board mine, board theirs, board heroes, board my_cities, board their_cities, board piece, board target, bint shelter) noexcept nogil
cpdef bint quiet(board mine, board theirs, board heroes, board new_mine, board new_theirs, board new_heroes) noexcept nogil
@cython.locals(mine=cython.int, theirs=cython.int)
cdef int more_cities(board my_cities, board their_cities) noexcept nogil
cdef int all_cities(board my_cities, board their_cities) noexcept nogil
@cython.locals(cities=cython.int, me=cython.int, them=cython.int)
cdef (int, int) outcome(board mine, board theirs, board heroes, board my_cities, board their_cities, rulings.Rulings ruled) noexcept nogil
cdef int worn_out(int seen, int stall, rulings.Rulings ruled) noexcept nogil
cdef int worn_out_value(int why, board my_cities, board their_cities, rulings.Rulings ruled) noexcept nogil
@cython.locals(key=cython.ulonglong)
cpdef unsigned long long placement_key(board mine, board theirs, board heroes, board my_cities, board their_cities) noexcept nogil
