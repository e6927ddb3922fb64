cimport cython
from triarii.games.adlg.geometry cimport frames, roots

cdef double FAR

cpdef long long measured(double fine) noexcept nogil
cpdef long long length(long long dx, long long dy) noexcept nogil
@cython.locals(n=cython.int, i=cython.int, x=cython.longlong, y=cython.longlong)
cdef int load(figure, long long* xs, long long* ys) except -1
cdef bint boxes_meet(long long* ax, long long* ay, int na, long long* bx, long long* by, int nb, long long margin) noexcept nogil
@cython.locals(i=cython.int, low_a=cython.longlong, high_a=cython.longlong, low_b=cython.longlong, high_b=cython.longlong)
cdef bint lie_near(long long* a, int na, long long* b, int nb, long long margin) noexcept nogil
@cython.locals(i=cython.int, shadow=cython.longlong, low_a=cython.longlong, high_a=cython.longlong, low_b=cython.longlong, high_b=cython.longlong)
cdef long long overlap_along(long long* ax, long long* ay, int na, long long* bx, long long* by, int nb, long long nx, long long ny) noexcept nogil
@cython.locals(i=cython.int, j=cython.int, nx=cython.longlong, ny=cython.longlong, common=cython.longlong, least=cython.double)
cdef double depth_along_edges(long long* ax, long long* ay, int na, long long* bx, long long* by, int nb) noexcept nogil
@cython.locals(first=cython.double, second=cython.double)
cdef double depth_of(long long* ax, long long* ay, int na, long long* bx, long long* by, int nb) noexcept nogil
@cython.locals(ax=cython.longlong[64], ay=cython.longlong[64], bx=cython.longlong[64], by=cython.longlong[64], na=cython.int, nb=cython.int, depth=cython.double)
cpdef long long penetration(a, b) except -1
@cython.locals(ax=cython.longlong[64], ay=cython.longlong[64], bx=cython.longlong[64], by=cython.longlong[64], na=cython.int, nb=cython.int)
cpdef bint overlap(a, b, long long tol=*) except -1
cpdef bint touching(a, b, long long tol=*) except -1

@cython.locals(i=cython.int, j=cython.int, k=cython.int, dx=cython.longlong, dy=cython.longlong, vx=cython.longlong, vy=cython.longlong, length=cython.longlong, ahead=cython.longlong, square=cython.longlong, least=cython.double, across=cython.double)
cdef double ends_apart(long long* ax, long long* ay, int na, long long* bx, long long* by, int nb) noexcept nogil
cdef double apart(long long* ax, long long* ay, int na, long long* bx, long long* by, int nb) noexcept nogil
@cython.locals(ax=cython.longlong[64], ay=cython.longlong[64], bx=cython.longlong[64], by=cython.longlong[64], na=cython.int, nb=cython.int)
cpdef long long gap(a, b) except -1

@cython.locals(n=cython.int, i=cython.int, x=cython.longlong, y=cython.longlong, sine=cython.longlong, cosine=cython.longlong)
cdef int load_along(figure, long long heading, double* ss, double* ts) except -1
@cython.locals(i=cython.int, j=cython.int, best=cython.double, s1=cython.double, t1=cython.double, s2=cython.double, t2=cython.double)
cdef double side_at(double* ss, double* ts, int n, double s, double sign) noexcept nogil
@cython.locals(i=cython.int, low_a=cython.double, high_a=cython.double, low_b=cython.double, high_b=cython.double)
cdef (double, double) common_lane(double* sa, int na, double* sb, int nb) noexcept nogil
@cython.locals(i=cython.int, s=cython.double, least=cython.double)
cdef double room_between(double* sa, double* ta, int na, double* sb, double* tb, int nb, double low, double high) noexcept nogil
@cython.locals(low=cython.double, high=cython.double, middle=cython.double, ours=cython.double, theirs=cython.double)
cdef long long contact_of(double* sa, double* ta, int na, double* sb, double* tb, int nb, long long tol) noexcept nogil
@cython.locals(sa=cython.double[64], ta=cython.double[64], sb=cython.double[64], tb=cython.double[64], na=cython.int, nb=cython.int, found=cython.longlong)
cpdef first_contact(a, long long heading, b, long long tol=*)
@cython.locals(sa=cython.double[64], ta=cython.double[64], sb=cython.double[64], tb=cython.double[64], na=cython.int, nb=cython.int, low=cython.double, high=cython.double)
cpdef long long push_clear(a, long long heading, b, long long tol=*) except -1

@cython.locals(ax=cython.longlong[64], ay=cython.longlong[64], bx=cython.longlong[64], by=cython.longlong[64], na=cython.int, nb=cython.int, number=cython.int, found=list)
cpdef list overlapping(a, figures, long long tol=*)
@cython.locals(ax=cython.longlong[2], ay=cython.longlong[2], bx=cython.longlong[64], by=cython.longlong[64], nb=cython.int, number=cython.int, found=list)
cpdef list around(long long x, long long y, long long reach, figures)
@cython.locals(bx=cython.longlong[64], by=cython.longlong[64], nb=cython.int, number=cython.int)
cdef bint hits(long long* ax, long long* ay, int na, figures, long long tol) except -1
@cython.locals(ax=cython.longlong[64], ay=cython.longlong[64], bx=cython.longlong[64], by=cython.longlong[64], na=cython.int, nb=cython.int, number=cython.int, found=list)
cpdef list gaps(a, figures)
@cython.locals(ax=cython.longlong[64], ay=cython.longlong[64], bx=cython.longlong[64], by=cython.longlong[64], na=cython.int, nb=cython.int, number=cython.int, near=cython.bint, found=list)
cpdef list within(a, figures, long long distance)
@cython.locals(sa=cython.double[64], ta=cython.double[64], sb=cython.double[64], tb=cython.double[64], na=cython.int, nb=cython.int, number=cython.int, way=cython.longlong, found=list)
cpdef list first_contacts(a, long long heading, figures, long long tol=*)

@cython.locals(bx=cython.longlong[64], by=cython.longlong[64], nb=cython.int, number=cython.int, i=cython.int, low_x=cython.longlong, low_y=cython.longlong, high_x=cython.longlong, high_y=cython.longlong)
cpdef tuple box_around(figures)
@cython.locals(ax=cython.longlong[64], ay=cython.longlong[64], bx=cython.longlong[64], by=cython.longlong[64], na=cython.int, nb=cython.int, number=cython.int, found=list)
cpdef list boxed(box, figures, long long distance=*)
@cython.locals(ax=cython.longlong[64], ay=cython.longlong[64], na=cython.int, number=cython.int)
cpdef bint any_overlap(swept, figures, long long tol=*) except -1
@cython.locals(ax=cython.longlong[64], ay=cython.longlong[64], bx=cython.longlong[64], by=cython.longlong[64], na=cython.int, nb=cython.int, each=cython.int, number=cython.int, near=cython.bint)
cpdef bint any_within(swept, figures, long long distance) except -1
