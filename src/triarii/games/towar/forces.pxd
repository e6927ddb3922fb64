cdef struct Forces:
    unsigned long long attack
    unsigned long long defence
    int sideways
    int twice
    int elite
    bint redisplace
    bint fresh_locked
    bint second_step_displaces
    bint attack_on_entry
    bint first_middle
    int hand
    bint pile_ends
    bint displace_on_entry
    bint second_any_way
