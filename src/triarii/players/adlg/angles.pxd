# The name of angles.py for compiled code.
cdef extern from "math.h":
    double angle "atan2" (double x, double y) noexcept nogil
