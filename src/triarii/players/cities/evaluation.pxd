cimport cython
from triarii.core cimport bits
from triarii.core.bits cimport board
from triarii.games.cities cimport rules
from triarii.players.cities cimport weights

cdef int LATE_SHIFT, FEWEST, PHASES, SHARE_SHIFT
cdef long long SHARE

@cython.locals(up=board, down=board, grown=board)
cdef board closing_along(board prey, board hunter, board empty, int step) noexcept nogil
cpdef board closing(board prey, board hunter, board empty) noexcept nogil
cpdef board reach_of_all(board pieces, board heroes, board empty) noexcept nogil
@cython.locals(empty=board, my_reach=board, their_reach=board, cities=cython.int, lead=cython.int)
cpdef (int, int, int, int, int, int, int, int, int, int, int) features(board mine, board theirs, board heroes, board my_cities, board their_cities, int stall) noexcept nogil
@cython.locals(left=cython.int)
cpdef int phase(board mine, board theirs) noexcept nogil
@cython.locals(piece=cython.int, hero=cython.int, city=cython.int, lead=cython.int, late_lead=cython.int, late_city=cython.int, mobility=cython.int, threat=cython.int, danger=cython.int, city_threat=cython.int, city_danger=cython.int, now=cython.int, then=cython.int, points=cython.int)
cdef int evaluate(board mine, board theirs, board heroes, board my_cities, board their_cities, int stall, weights.Weights early, weights.Weights late) noexcept nogil
cdef weights.Weights struct(worth) except *
