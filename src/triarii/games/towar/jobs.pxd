cimport cython
from triarii.core cimport streams
from triarii.games.towar cimport forces, rules, steps

cdef int LONGEST, CHAIN, FIGHTS, DEPLOY, DRAW, DRAW_OTHER, TURN, COUNT, UNFINISHED, MISFIT
cdef unsigned long long BROKEN_THROUGH

cdef forces.Forces struct(force) except *
@cython.locals(as_ruled=forces.Forces)
cpdef int meet(int attacker, int defender, int direction, force) except *
@cython.locals(as_ruled=forces.Forces)
cpdef bint open_to(int been, bint second, force) except *
@cython.locals(as_ruled=forces.Forces, chain="int[::1]")
cpdef int entry_refusal(unsigned long long field, int side, int card, int cell, force) except *
@cython.locals(as_ruled=forces.Forces, chain="int[::1]", after=cython.ulonglong)
cpdef tuple enter(unsigned long long field, int side, int card, int cell, force)
@cython.locals(as_ruled=forces.Forces, chain="int[::1]")
cpdef int step_refusal(numbers, unsigned long long field, int side, int direction, force) except *
@cython.locals(as_ruled=forces.Forces, chain="int[::1]", after=cython.ulonglong)
cpdef tuple take_step(numbers, unsigned long long field, int side, int direction, force)
@cython.locals(as_ruled=forces.Forces, field=cython.ulonglong, reserve=cython.ulonglong, hands=cython.ulonglong, card=cython.int, side=cython.int)
cpdef int comes_next(state, force) except *
@cython.locals(as_ruled=forces.Forces)
cpdef int free_cells(unsigned long long field, int side, force) except *
@cython.locals(as_ruled=forces.Forces, turns=rules.Turns, found=list, place=cython.Py_ssize_t, begin=cython.Py_ssize_t)
cpdef list list_ways(unsigned long long field, int side, int card, force)
@cython.locals(as_ruled=forces.Forces, turns=rules.Turns, found=list, fight=cython.int, begin=cython.Py_ssize_t)
cpdef list list_fights(unsigned long long field, int side, int card, force)
@cython.locals(as_ruled=forces.Forces, turns=rules.Turns)
cpdef tuple count_ways(unsigned long long field, int side, int card, force)
@cython.locals(cell=cython.int)
cdef int nth_cell(int cells, int n) noexcept nogil
@cython.locals(count=cython.int)
cdef int count_cells(int cells) noexcept nogil
@cython.locals(x=cython.ulonglong, plies=cython.int, coming=cython.int, drawer=cython.int, drawn=cython.int, cells=cython.int, chosen=cython.int)
cdef (int, int) play_out(unsigned long long field, unsigned long long reserve, unsigned long long hands, int card, int side, forces.Forces force, rules.Turns turns, unsigned long long state, int longest) noexcept nogil
@cython.locals(plies=cython.longlong, won=cython.longlong, lost=cython.longlong, drawn=cython.longlong, i=cython.longlong, state=cython.ulonglong, length=cython.int, value=cython.int)
cdef (long long, long long, long long, long long) many_play_outs(unsigned long long field, unsigned long long reserve, unsigned long long hands, int card, int side, forces.Forces force, rules.Turns turns, long long[::1] numbers, long long games, unsigned long long seed, int longest) noexcept nogil
@cython.locals(as_ruled=forces.Forces, turns=rules.Turns, field=cython.ulonglong, reserve=cython.ulonglong, hands=cython.ulonglong, card=cython.int, side=cython.int, wanted="long long[::1]", games=cython.longlong, plies=cython.longlong, won=cython.longlong, lost=cython.longlong, drawn=cython.longlong)
cpdef tuple playouts(state, force, numbers, unsigned long long seed, int longest)
@cython.locals(coming=cython.int, drawer=cython.int, drawn=cython.int, total=cython.longlong, below=cython.longlong, cells=cython.int, cell=cython.int, after=cython.ulonglong, first=cython.Py_ssize_t, last=cython.Py_ssize_t, place=cython.Py_ssize_t, held=cython.ulonglong)
cdef long long count_lines(unsigned long long field, unsigned long long reserve, unsigned long long hands, int card, int side, forces.Forces force, rules.Turns turns, int[::1] outcomes, Py_ssize_t given, Py_ssize_t fallen, int depth) noexcept nogil
@cython.locals(as_ruled=forces.Forces, turns=rules.Turns, drawn="int[::1]", given=cython.Py_ssize_t, field=cython.ulonglong, reserve=cython.ulonglong, hands=cython.ulonglong, card=cython.int, side=cython.int, total=cython.longlong)
cpdef perft(state, force, list outcomes, int depth)
