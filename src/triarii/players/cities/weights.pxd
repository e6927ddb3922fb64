cdef struct Weights:
    int piece
    int hero
    int city
    int lead
    int late_lead
    int late_city
    int mobility
    int threat
    int danger
    int city_threat
    int city_danger
    int tempo
