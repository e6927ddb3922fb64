cimport cython
from triarii.games.adlg.geometry cimport figures, frames

cdef long long STEP

@cython.locals(i=cython.int, j=cython.int, x=cython.longlong, y=cython.longlong)
cdef void put_in_order(long long* xs, long long* ys, int n) noexcept nogil
@cython.locals(size=cython.int, least=cython.int, step=cython.int, i=cython.int, x=cython.longlong, y=cython.longlong, ux=cython.longlong, uy=cython.longlong)
cdef int wrap(long long* xs, long long* ys, int n, long long* hx, long long* hy) noexcept nogil
@cython.locals(i=cython.int, found=list)
cdef tuple as_figure(long long* xs, long long* ys, int n)
@cython.locals(xs=cython.longlong[128], ys=cython.longlong[128], hx=cython.longlong[256], hy=cython.longlong[256], n=cython.int, x=cython.longlong, y=cython.longlong)
cpdef tuple outline(points)
cpdef tuple hull(a, b)
@cython.locals(half=cython.longlong)
cdef void put_corners(long long x, long long y, long long h, long long width, long long depth, long long* xs, long long* ys, int first) noexcept nogil
@cython.locals(xs=cython.longlong[8], ys=cython.longlong[8], u=cython.longlong, v=cython.longlong, k=cython.longlong)
cdef int swept_between(long long x, long long y, long long h, long long width, long long depth, long long pivot_s, long long pivot_t, long long s, long long t, long long begin, long long end, long long* hx, long long* hy) noexcept nogil
@cython.locals(hx=cython.longlong[16], hy=cython.longlong[16], x=cython.longlong, y=cython.longlong, h=cython.longlong, ps=cython.longlong, pt=cython.longlong, s=cython.longlong, t=cython.longlong, sign=cython.longlong, whole=cython.longlong, done=cython.longlong, then=cython.longlong, n=cython.int, found=list)
cpdef list swept_turn(pose, long long width, long long depth, pivot, long long angle, place=*)
@cython.locals(hx=cython.longlong[16], hy=cython.longlong[16], x=cython.longlong, y=cython.longlong, h=cython.longlong, ps=cython.longlong, pt=cython.longlong, s=cython.longlong, t=cython.longlong, sign=cython.longlong, whole=cython.longlong, done=cython.longlong, then=cython.longlong, good=cython.longlong, middle=cython.longlong, cx=cython.longlong, cy=cython.longlong, reach=cython.longlong, near=list, n=cython.int)
cpdef long long free_turn(pose, long long width, long long depth, pivot, long long angle, obstacles, place=*, long long tol=*) except? -1
