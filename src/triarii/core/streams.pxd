# The names of streams.py for compiled code, as inlines: a C compiler cannot inline what another module holds.
cdef extern from *:
    """
    #ifndef TRIARII_STREAMS
    #define TRIARII_STREAMS
    typedef unsigned long long triarii_state;
    static inline triarii_state triarii_scramble(triarii_state x) {
        x += 0x9E3779B97F4A7C15ULL;
        x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
        x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
        return x ^ (x >> 31);
    }
    static inline triarii_state triarii_begin(triarii_state seed, triarii_state number) {
        triarii_state x = triarii_scramble(triarii_scramble(seed) ^ number);
        return x ? x : 0x2545F4914F6CDD1DULL;
    }
    static inline triarii_state triarii_advance(triarii_state x) {
        x ^= x << 13;
        x ^= x >> 7;
        return x ^ (x << 17);
    }
    static inline int triarii_below(triarii_state x, int limit) {
        return (int)(((x >> 32) * (triarii_state)limit) >> 32);
    }
    #endif
    """
    unsigned long long scramble "triarii_scramble" (unsigned long long x) noexcept nogil
    unsigned long long begin "triarii_begin" (unsigned long long seed, unsigned long long number) noexcept nogil
    unsigned long long advance "triarii_advance" (unsigned long long x) noexcept nogil
    int below "triarii_below" (unsigned long long x, int limit) noexcept nogil
