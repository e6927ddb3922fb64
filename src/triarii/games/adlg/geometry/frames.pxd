cimport cython

ctypedef (long long, long long, long long) pose_t
ctypedef (long long, long long) point_t

cdef long long SCALE, ZONE
cdef long long SINES[9001]

@cython.locals(k=cython.int)
cdef void fill_sines() except *
cpdef long long rdiv(long long a, long long b) noexcept nogil
@cython.locals(h=cython.longlong)
cpdef long long fold(long long heading) noexcept nogil
@cython.locals(h=cython.longlong)
cpdef long long sin_of(long long heading) noexcept nogil
cpdef long long cos_of(long long heading) noexcept nogil
@cython.locals(x=cython.longlong, y=cython.longlong, h=cython.longlong, sine=cython.longlong, cosine=cython.longlong)
cpdef pose_t at(pose, long long s, long long t, long long dh=*) except *
@cython.locals(x=cython.longlong, y=cython.longlong, h=cython.longlong)
cpdef pose_t turned(pose, long long pivot_s, long long pivot_t, long long s, long long t, long long angle) except *
@cython.locals(before_sine=cython.longlong, before_cosine=cython.longlong, sine=cython.longlong, cosine=cython.longlong, right=cython.longlong, ahead=cython.longlong, over=cython.longlong, up=cython.longlong)
cdef pose_t turned_from(long long x, long long y, long long h, long long pivot_s, long long pivot_t, long long s, long long t, long long angle) noexcept nogil
@cython.locals(x=cython.longlong, y=cython.longlong, h=cython.longlong)
cpdef pose_t along(pose, long long heading, long long distance) except *
@cython.locals(x=cython.longlong, y=cython.longlong, h=cython.longlong)
cpdef point_t world(pose, long long s, long long t) except *
@cython.locals(sine=cython.longlong, cosine=cython.longlong)
cdef point_t world_from(long long x, long long y, long long h, long long s, long long t) noexcept nogil
@cython.locals(x=cython.longlong, y=cython.longlong, h=cython.longlong, px=cython.longlong, py=cython.longlong, dx=cython.longlong, dy=cython.longlong, sine=cython.longlong, cosine=cython.longlong)
cpdef point_t local(pose, point) except *
@cython.locals(x=cython.longlong, y=cython.longlong, h=cython.longlong)
cpdef tuple rectangle(pose, long long s0, long long s1, long long t0, long long t1)
cpdef tuple quad(pose, long long width, long long depth)
cpdef tuple zone_quad(pose, long long width)
