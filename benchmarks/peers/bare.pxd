cimport cython
from triarii.core cimport bits
from triarii.core.bits cimport board
from triarii.games.cities cimport jobs, rules, rulings

cdef int WON, NOTHING

cdef int evaluate(board mine, board theirs, board heroes, board my_cities, board their_cities) noexcept nogil
@cython.locals(why=cython.int, result=cython.int, empty=board, rest=board, piece=board, targets=board, target=board, best=cython.int, nodes=cython.longlong, value=cython.int, count=cython.longlong, a=board, b=board, h=board, c=board, d=board)
cdef (int, long long) search(board mine, board theirs, board heroes, board my_cities, board their_cities, rulings.Rulings ruled, int depth, int alpha, int beta) noexcept nogil
@cython.locals(mine=board, theirs=board, heroes=board, my_cities=board, their_cities=board, as_ruled=rulings.Rulings, value=cython.int, nodes=cython.longlong)
cpdef run(placement, ruled, int depth)
