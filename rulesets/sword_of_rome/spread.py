"""Where spaces stand on a picture: the ancient map, wider, and pushed apart where it is crowded.

The data file ``drawing`` has the ancient map.  How far each space is pushed is no datum: a charter
pins the data, and a better picture must not end the games that are played.
"""

from collections.abc import Mapping

from rulesets.sword_of_rome.board import DATA

#: How much wider and higher than the data's paper, in tenths.
WIDER, HIGHER = 21, 16
#: How far from there, right and down: so no link passes behind a third space, and all have room for
#: two lines of pieces.
_PUSHED: Mapping[str, tuple[int, int]] = {
    "transalpine-gaul": (23, 17), "eporedia": (100, -11), "genua": (-20, -3),
    "mediolanum": (69, -8), "bononia": (-43, 74), "sena-gallica": (206, -48),
    "patavium": (153, -25), "luna": (-9, -23), "placentia": (5, 7),
    "augusta-taurinorum": (-38, 6), "comum": (105, -33), "clastidium": (-86, 10),
    "brixia": (82, -78), "cremona": (98, -62), "verona": (132, -21), "mantua": (180, 18),
    "parma": (86, -33), "mutina": (56, 16), "hatria": (139, 3), "ravenna": (20, 3),
    "ariminum": (126, -25), "pisae": (-134, 12), "tarquinii": (-305, 36), "clusium": (10, 33),
    "populonium": (-138, -16), "sentinum": (74, -31), "spoletium": (86, -52),
    "vetulonia": (-205, 45), "vulci": (-103, 19), "faesulae": (-85, 44), "arretium": (42, -65),
    "cortona": (-191, 39), "perusia": (-35, -39), "volsinii": (-6, 68), "iguvium": (289, -7),
    "roma": (-36, 16), "narnia": (110, -1), "sutrium": (-172, 74), "capua": (-3, 69),
    "velitrae": (-67, 66), "anagnia": (38, 38), "praeneste": (74, -30), "tarracina": (-8, 101),
    "antium": (-104, 118), "bovianum": (277, 15), "aufidena": (133, -2), "larinum": (184, -17),
    "fregellae": (74, 59), "aesernia": (128, 59), "maleventum": (259, 42), "caudium": (109, 65),
    "nola": (127, 116), "luceria": (329, 4), "arpi": (248, -72), "venusia": (260, -3),
    "alba-fucens": (170, -31), "corfinium": (283, -50), "teate": (399, -33),
    "hadria": (232, -60), "asculum": (125, -4), "grumentum": (77, 3), "consentia": (159, -9),
    "syracusae": (58, 125), "messana": (152, 46), "tarentum": (211, -92), "neapolis": (-8, 119),
    "rhegium": (42, -59), "thurii": (336, 11), "croton": (184, 2), "locri": (124, -39),
    "hipponium": (13, -51), "elea": (166, 78), "posidonia": (-10, 142), "heraclea": (124, 48),
    "metapontum": (112, -12), "brundisium": (124, 27), "barium": (453, 0),
    "canusium": (376, -61), "ancona": (299, 22), "tauromenium": (110, 81), "catana": (106, 107),
    "gela": (77, 20), "henna": (73, 20), "tyndaris": (56, 30), "lilybaeum": (-75, -4),
    "kerkouane": (116, 30), "carthago": (71, 6), "panormus": (-24, 48), "drepanum": (56, -62),
    "selinus": (-41, 51), "agrigentum": (13, 21), "thermae": (109, 2), "aleria": (100, 103),
}  # fmt: skip


def place(space: str) -> tuple[int, int]:
    """The middle of a space on the picture's paper."""
    x, y = DATA["drawing"]["at"][space]
    right, down = _PUSHED.get(space, (0, 0))
    return x * WIDER // 10 + right, y * HIGHER // 10 + down
