cimport cython
from triarii.core cimport bits, streams
from triarii.core.bits cimport board
from triarii.games.cities cimport rules, rulings

@cython.final
cdef class Trail:
    cdef unsigned long long[::1] keys
    cdef Py_ssize_t floor, length

    @cython.locals(times=cython.int, i=cython.Py_ssize_t)
    cdef int seen(self, unsigned long long key) noexcept nogil
    cdef void push(self, unsigned long long key) noexcept nogil

@cython.locals(why=cython.int, value=cython.int, key=cython.ulonglong, worn=cython.int, able=cython.bint, total=cython.longlong, floor=cython.Py_ssize_t, length=cython.Py_ssize_t, empty=board, rest=board, piece=board, targets=board, target=board, a=board, b=board, h=board, c=board, d=board)
cdef long long count_lines(board mine, board theirs, board heroes, board my_cities, board their_cities, int stall, Trail trail, rulings.Rulings ruled, int depth) noexcept nogil
@cython.locals(x=cython.ulonglong, sign=cython.int, ply=cython.int, why=cython.int, value=cython.int, key=cython.ulonglong, worn=cython.int, moves=cython.int, actions=cython.int, chosen=cython.int, piece=board, target=board, a=board, b=board, h=board, c=board, d=board)
cdef (int, int, int) play_out(board mine, board theirs, board heroes, board my_cities, board their_cities, int stall, Trail trail, rulings.Rulings ruled, unsigned long long state, int longest) noexcept nogil
@cython.locals(plies=cython.longlong, won=cython.longlong, lost=cython.longlong, drawn=cython.longlong, known=cython.Py_ssize_t, number=cython.longlong, state=cython.ulonglong, length=cython.int, why=cython.int, value=cython.int)
cdef (long long, long long, long long, long long) many_play_outs(board mine, board theirs, board heroes, board my_cities, board their_cities, int stall, Trail trail, rulings.Rulings ruled, long long begin, long long end, unsigned long long seed, int longest) noexcept nogil
@cython.locals(found=list, empty=board, rest=board, piece=board, targets=board, target=board, start=cython.int)
cpdef list list_moves(board mine, board theirs, board heroes, board my_cities)
cdef rulings.Rulings struct(ruled) except *
@cython.locals(mine=board, theirs=board, heroes=board, my_cities=board, their_cities=board, as_ruled=rulings.Rulings, why=cython.int, value=cython.int)
cpdef judge(placement, int seen, int stall, ruled)
@cython.locals(mine=board, theirs=board, heroes=board, my_cities=board, their_cities=board, as_ruled=rulings.Rulings, trail=Trail, total=cython.longlong)
cpdef perft(placement, int stall, past, ruled, int depth)
@cython.locals(mine=board, theirs=board, heroes=board, my_cities=board, their_cities=board, as_ruled=rulings.Rulings, trail=Trail, plies=cython.longlong, won=cython.longlong, lost=cython.longlong, drawn=cython.longlong)
cpdef playouts(placement, int stall, past, ruled, long long begin, long long end, unsigned long long seed, int longest)
