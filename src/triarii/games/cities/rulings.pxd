cdef struct Rulings:
    int repetition
    int stall_plies
    bint stall_by_cities
    bint pieces_before_cities
    bint cities_decide_few
    bint shelter
    bint blocked_loses
    bint by_claim
