cimport cython
from triarii.games.adlg.geometry cimport figures, roots

ctypedef (double, double) exact_t

@cython.locals(xs=cython.longlong[64], ys=cython.longlong[64], n=cython.int, i=cython.int, j=cython.int, px=cython.double, py=cython.double, qx=cython.double, qy=cython.double, x=cython.double, y=cython.double, dx=cython.double, dy=cython.double, at_p=cython.double, at_q=cython.double, enter=cython.double, leave=cython.double)
cdef exact_t part_inside(p, q, figure, bint border) except *
@cython.locals(enter=cython.double, leave=cython.double)
cpdef clip_segment(p, q, figure, bint border=*)
@cython.locals(px=cython.double, py=cython.double, qx=cython.double, qy=cython.double, dx=cython.double, dy=cython.double, enter=cython.double, leave=cython.double)
cpdef long long share_in(p, q, figure, bint border=*) except -1
@cython.locals(kept=list, n=cython.int, i=cython.int, j=cython.int, px=cython.double, py=cython.double, qx=cython.double, qy=cython.double, at_p=cython.double, at_q=cython.double, part=cython.double)
cpdef list clip_half(points, double a, double b, double c)
@cython.locals(kept=list, n=cython.int, i=cython.int, ax=cython.longlong, ay=cython.longlong, bx=cython.longlong, by=cython.longlong, a=cython.double, b=cython.double)
cpdef list clip_figure(points, figure)
@cython.locals(n=cython.int, i=cython.int, total=cython.double, ox=cython.double, oy=cython.double, px=cython.double, py=cython.double, qx=cython.double, qy=cython.double)
cpdef double area(points) except -1.0
@cython.locals(inside=cython.double)
cpdef long long area_share(base, parts) except -1
cpdef double distance(a, b) except -1.0
@cython.locals(n=cython.int, i=cython.int, j=cython.int, least=cython.double, px=cython.double, py=cython.double, dx=cython.double, dy=cython.double, vx=cython.double, vy=cython.double, length=cython.double, ahead=cython.double, cross=cython.double)
cdef double nearest_square(a, b) except -1.0
