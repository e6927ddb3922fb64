# The name of roots.py for compiled code.
cdef extern from "math.h":
    double root "sqrt" (double x) noexcept nogil
