"""What a field of To War! is worth: where each type of card stands, who can beat whom at once, what is still to come.

Points are summed up as whole numbers and turned into an expected score by a table, so that every build says the same.
This text is compiled as it stands (evaluation.pxd gives the types).
"""

from array import array

from triarii.games.towar import codes, rules

CELLS = codes.CELLS
COLUMNS = codes.COLUMNS
TURNS = codes.TO_PLAY + 1
"""Numbers of turns that may be left, 0 included."""
CODES = 16
CONTACTS = 8
"""For the player to move and for the other: forward attacks that win, that tie, sideways ones that win, that tie."""
CERTAIN = 1 << 20
"""An expected score of one."""
STEEP = 200
"""Points that make odds of e to one."""
WIDEST = 2_000
"""More points than this are as good as so many."""
HIGH_EDGE = codes.EDGES[1]


class Judgement:
    """The weights of both armies, spread over tables: by turns left, card and cell."""

    def __init__(
        self,
        places: list[int],
        reserves: list[int],
        contacts: list[int],
        tempo: list[int],
        duels: list[int],
        elite: int,
        scores: list[int],
    ) -> None:
        self.places = memoryview(array("i", places))
        """[turns left][card][cell]; the second seat's cards count negative."""
        self.reserves = memoryview(array("i", reserves))
        """[turns left][card]: a card that is still to come."""
        self.contacts = memoryview(array("i", contacts))
        """[turns left][contact]."""
        self.tempo = memoryview(array("i", tempo))
        """[turns left]: being the next to move."""
        self.duels = memoryview(array("B", duels))
        """[attacker][defender]: forward attack 1 wins, 2 ties; the same for a sideways one, two bits higher."""
        self.scores = memoryview(array("i", scores))
        self.elite = elite

    def points(self, field: int, reserve: int, side: int, left: int) -> int:
        """Points for the first seat while `side` is to move, with so many turns left."""
        base = left * CODES
        total = 0
        mine = 0
        theirs = 0
        word = left * CONTACTS
        for cell in range(CELLS):
            unit = rules.unit_on(field, cell)
            if not unit:
                continue
            total += self.places[(base + unit) * CELLS + cell]
            if not (HIGH_EDGE >> cell) & 1:
                other = rules.unit_on(field, cell + 1)
                if other and (other ^ unit) & 8:
                    if unit >> 3 == side:
                        mine += self.gain(word, self.duels[unit * CODES + other] >> 2, 2)
                        theirs += self.gain(word + 4, self.duels[other * CODES + unit] >> 2, 2)
                    else:
                        theirs += self.gain(word + 4, self.duels[unit * CODES + other] >> 2, 2)
                        mine += self.gain(word, self.duels[other * CODES + unit] >> 2, 2)
            if cell + COLUMNS < CELLS and not unit & 8:
                other = rules.unit_on(field, cell + COLUMNS)
                if other & 8:  # they face each other
                    if side:
                        theirs += self.gain(word + 4, self.duels[unit * CODES + other] & 3, 0)
                        mine += self.gain(word, self.duels[other * CODES + unit] & 3, 0)
                    else:
                        mine += self.gain(word, self.duels[unit * CODES + other] & 3, 0)
                        theirs += self.gain(word + 4, self.duels[other * CODES + unit] & 3, 0)
        for code in range(1, 6):
            total += self.reserves[base + code] * rules.number_of(reserve, code)
            total += self.reserves[base + 8 + code] * rules.number_of(reserve, 8 + code)
        mine += self.tempo[left]
        return total + (theirs - mine if side else mine - theirs)

    def gain(self, word: int, outcome: int, kind: int) -> int:
        """What an attack that lies open is worth: 1 wins, 2 ties, else nothing."""
        if outcome == 1:
            return self.contacts[word + kind]
        return self.contacts[word + kind + 1] if outcome == 2 else 0

    def score(self, field: int, reserve: int, side: int, left: int) -> int:
        """The expected score of `side`, who is to move; with no turns left, what the count says."""
        if not left:
            value = rules.count_up(field, self.elite)
            value = -value if side else value
            return CERTAIN // 2 * (1 + value)
        points = self.points(field, reserve, side, left)
        if side:
            points = -points
        if points > WIDEST:
            points = WIDEST
        elif points < -WIDEST:
            points = -WIDEST
        return self.scores[points + WIDEST]
