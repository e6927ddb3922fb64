cimport cython
from triarii.core cimport bits
from triarii.core.bits cimport board
from triarii.games.cities cimport rules
from triarii.players.cities.yardstick cimport weights

cdef int LATE_SHIFT

@cython.locals(up=board, down=board, grown=board)
cdef board closing_along(board prey, board hunter, board empty, int step) noexcept nogil
cpdef board closing(board prey, board hunter, board empty) noexcept nogil
cpdef board reach_of_all(board pieces, board heroes, board empty) noexcept nogil
@cython.locals(empty=board, my_reach=board, their_reach=board, cities=cython.int)
cpdef (int, int, int, int, int, int, int, int, int) features(board mine, board theirs, board heroes, board my_cities, board their_cities, int stall) noexcept nogil
@cython.locals(piece=cython.int, hero=cython.int, city=cython.int, late_city=cython.int, mobility=cython.int, threat=cython.int, danger=cython.int, city_threat=cython.int, city_danger=cython.int)
cdef int evaluate(board mine, board theirs, board heroes, board my_cities, board their_cities, int stall, weights.Weights worth) noexcept nogil
