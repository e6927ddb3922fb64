cimport cython
from cpython cimport time
from triarii.core cimport bits, streams
from triarii.core.bits cimport board
from triarii.games.cities cimport jobs, rules, rulings
from triarii.players.cities cimport evaluation, weights

cdef int WIN, DECIDED, NOTHING, DEEPEST, WIDEST, EXACT, AT_LEAST, AT_MOST, SHIFT, MOVES, MOVE_MASK
cdef int SORTED, NULL_DEPTH, NULL_REDUCTION, LATE, HOPELESS, CAPTURE_CHAIN, NEAR_STALL
cdef long long EVER, LOOK_EVERY
cdef unsigned long long FIRST, CAPTURE, CITY, PROMOTION, KILLER, MOST_SUCCESS

@cython.final
cdef class Search:
    cdef weights.Weights early, late
    cdef rulings.Rulings ruled
    cdef unsigned long long slots, salt
    cdef unsigned long long[::1] keys, entries, moves, lines, successes, killers, excluded
    cdef jobs.Trail trail
    cdef long long nodes, node_limit, deadline, next_look
    cdef bint stopped
    cdef int unfinished, contempt
    cdef unsigned int overlooked
    cdef unsigned long long eyes

    cdef bint out_of_budget(self) noexcept nogil
    @cython.locals(empty=board, enclosing=board, rest=board, piece=board, targets=board, target=board, killer=cython.int, fighter=cython.bint, count=cython.int, move=cython.int, promise=cython.ulonglong)
    cdef int list_moves(self, board mine, board theirs, board heroes, board my_cities, board their_cities, int first, int ply, int start) noexcept nogil
    @cython.locals(best=cython.int, i=cython.int, chosen=cython.ulonglong)
    cdef unsigned long long next_move(self, int start, int end) noexcept nogil
    @cython.locals(row=cython.int, below=cython.int, i=cython.int)
    cdef void keep_line(self, int ply, int move) noexcept nogil
    @cython.locals(slot=cython.ulonglong)
    cdef void store(self, unsigned long long key, long long value, int ply, unsigned long long depth, unsigned long long bound, unsigned long long move) noexcept nogil
    @cython.locals(grown=cython.ulonglong)
    cdef void succeed(self, int move, int ply, int depth) noexcept nogil
    @cython.locals(waited=cython.int, why=cython.int, result=cython.int, best=cython.int, value=cython.int, empty=board, enclosing=board, wanted=board, rest=board, piece=board, targets=board, target=board, a=board, b=board, h=board, c=board, d=board)
    cdef int quiesce(self, board mine, board theirs, board heroes, board my_cities, board their_cities, int stall, int ply, int chain, int alpha, int beta) noexcept nogil
    cdef int value_of(self, int result, int ply) noexcept nogil
    cdef bint misses(self, board piece, board target, unsigned long long move) noexcept nogil
    @cython.locals(why=cython.int)
    cdef int worn_out_value(self, int seen, int stall, int ply, board my_cities, board their_cities) noexcept nogil
    @cython.locals(why=cython.int, result=cython.int, value=cython.int, placed=cython.ulonglong, key=cython.ulonglong, narrow=cython.bint, first=cython.int, slot=cython.ulonglong, entry=cython.ulonglong, stored=cython.int, bound=cython.int, standing=cython.int, floor=cython.Py_ssize_t, length=cython.Py_ssize_t, start=cython.int, end=cython.int, best=cython.int, best_move=cython.int, lowest=cython.int, i=cython.int, chosen=cython.ulonglong, move=cython.int, quiet=cython.bint, piece=board, target=board, a=board, b=board, h=board, c=board, d=board, waited=cython.int, less=cython.int)
    cdef int negamax(self, board mine, board theirs, board heroes, board my_cities, board their_cities, int stall, int depth, int ply, int alpha, int beta, bint may_pass) noexcept nogil
    @cython.locals(mine=board, theirs=board, heroes=board, my_cities=board, their_cities=board, value=cython.int, reached=cython.int, move=cython.int)
    cpdef search(self, placement, int stall, past, int depth=*, long long nodes=*, double milliseconds=*, without=*, int contempt=*, int overlooked=*, unsigned long long eyes=*)
    @cython.locals(i=cython.int)
    cpdef line(self)
