# Sets of squares as 128-bit words: the names of bits.py for compiled code. They are inlines because these are called
# a hundred times for one position, and a C compiler cannot inline what another module holds.
cdef extern from *:
    """
    #ifndef TRIARII_BITS
    #define TRIARII_BITS
    __extension__ typedef unsigned __int128 triarii_board;
    static inline int triarii_count(triarii_board b) {
        return __builtin_popcountll((unsigned long long)b) + __builtin_popcountll((unsigned long long)(b >> 64));
    }
    static inline int triarii_lowest(triarii_board b) {
        unsigned long long low = (unsigned long long)b;
        return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((unsigned long long)(b >> 64));
    }
    static inline triarii_board triarii_square(int n) { return (triarii_board)1 << n; }
    static inline triarii_board triarii_joined(unsigned long long low, unsigned long long high) {
        return (triarii_board)high << 64 | low;
    }
    static inline unsigned long long triarii_low(triarii_board b) { return (unsigned long long)b; }
    static inline unsigned long long triarii_high(triarii_board b) { return (unsigned long long)(b >> 64); }
    static inline unsigned long long triarii_mix(unsigned long long seed, triarii_board b) {
        seed = (seed ^ (unsigned long long)b) * 0x9E3779B97F4A7C15ULL;
        seed = (seed ^ (seed >> 29) ^ (unsigned long long)(b >> 64)) * 0xBF58476D1CE4E5B9ULL;
        return seed ^ (seed >> 32);
    }
    #endif
    """
    # Named after the widest type that Cython knows; it asks the C compiler for the true width when it converts.
    ctypedef unsigned long long board "triarii_board"
    int count "triarii_count" (board b) noexcept nogil
    int lowest "triarii_lowest" (board b) noexcept nogil
    board square "triarii_square" (int n) noexcept nogil
    board joined "triarii_joined" (unsigned long long low, unsigned long long high) noexcept nogil
    unsigned long long low "triarii_low" (board b) noexcept nogil
    unsigned long long high "triarii_high" (board b) noexcept nogil
    unsigned long long mix "triarii_mix" (unsigned long long seed, board b) noexcept nogil
