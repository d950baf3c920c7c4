"""People who do not exist: the names that every app draws its own from."""

from __future__ import annotations

from random import Random

FIRST = (
    "Ada", "Aleksander", "Amara", "Anouk", "Beatriz", "Benjamin", "Camille", "Carlos", "Chidi",
    "Clara", "Daisuke", "Dalia", "Edith", "Elias", "Esme", "Fatima", "Felix", "Freya",
    "Gabriel", "Greta", "Hamza", "Hannah", "Ibrahim", "Imani", "Ines", "Isak", "Jasmine",
    "Joanna", "Kai", "Kavya", "Leila", "Lars", "Lucia", "Malik", "Margot", "Mateo", "Mei",
    "Milan", "Nadia", "Niko", "Noor", "Olive", "Oscar", "Priya", "Quentin", "Rafael", "Rosa",
    "Rowan", "Sadia", "Selma", "Soren", "Tamsin", "Teodor", "Una", "Vera", "Viktor", "Wanda",
    "Xavier", "Yara", "Yusuf", "Zoe",
)  # fmt: skip
LAST = (
    "Abernathy", "Adeyemi", "Almeida", "Ashworth", "Bauer", "Bellweather", "Brandt", "Calloway",
    "Castellan", "Chowdhury", "Dahl", "Delacroix", "Eastwick", "Eriksen", "Fairbairn",
    "Fontaine", "Garrick", "Gupta", "Hallam", "Hashimoto", "Ibsen", "Jankowski", "Kessler",
    "Kimura", "Lindqvist", "Lockhart", "Maddox", "Marchetti", "Nakamura", "Novak", "Oakley",
    "Okonkwo", "Pemberton", "Quill", "Rahman", "Rossi", "Sandoval", "Sørensen", "Tanaka",
    "Thackeray", "Underhill", "Vasquez", "Whitlock", "Yilmaz", "Zielinski",
)  # fmt: skip


def people(rng: Random, count: int) -> list[str]:
    """So many full names, no two alike, in the order drawn."""
    found: dict[str, None] = {}
    while len(found) < count:
        found[f"{rng.choice(FIRST)} {rng.choice(LAST)}"] = None
    return list(found)
