"""What people say to each other in Chat: short talks with gaps, groups, and questions."""

from __future__ import annotations

from typing import NamedTuple

# "<" begins what the other says, ">" what the owner of the phone says.
TALKS = (
    ("< Are we still on for {day}?", "> Yes! {place} at {time}?", "< Perfect, see you there.",
     "> I will bring the {thing}."),
    ("> Did you get home all right?", "< Yes, the last tram was late but it came.",
     "> Good. Sleep well!", "< You too. Thanks for the {food}!"),
    ("< Have you seen my {thing}?", "> Did you look in the car?", "< Found it. In the car.",
     "> As always.", "< Do not tell anybody."),
    ("> How was {place}?", "< Crowded, but lovely. We stayed until {time}.",
     "> I would like to go on {day}.", "< Take a jacket, it is windy up there."),
    ("< I am making {food} tonight. Want some?", "> Always. What time?",
     "< {time}, bring an appetite.", "> And the {thing} I borrowed."),
    ("> Happy birthday!", "< Thank you so much!", "> Are you celebrating on {day}?",
     "< Small party, {place}, {time}. Come!"),
    ("< The meeting moved to {day}.", "> Same room?", "< No, next to {place}.",
     "> Thanks for telling me."),
    ("> Can I borrow your {thing} over the weekend?", "< Of course. Pick it up on {day}.",
     "> You are the best.", "< I know."),
    ("< Which film shall we watch?", "> The one with the lighthouse.", "< Again?",
     "> Again. At {time}?", "< I will make {food}."),
    ("> I finished the book you gave me.", "< And?", "> Could not put it down.",
     "< The second part is even better. You can have it on {day}."),
    ("< Tickets for the concert are out!", "> How much?", "< Less than dinner at {place}.",
     "> Then two, please.", "< Done. Starts at {time}."),
    ("> Your cat is on our balcony.", "< Oh no. Is he behaving?", "> He ate the {food}.",
     "< I will bring you new {food} on {day}."),
    ("< Did the {thing} arrive?", "> This morning, thank you!", "< Is it the right colour?",
     "> It is perfect."),
    ("> Running at {time} tomorrow?", "< Only if we end at the bakery.", "> Deal.",
     "< Then I am in."),
)  # fmt: skip

GROUP_TALKS = (
    ("< Who is coming on {day}?", "> I am!", "< Me too, if I can bring {food}.",
     "< Then we meet at {place}, {time}."),
    ("< Reminder: we still need a {thing}.", "> I have one.", "< Great, that is everything then."),
    ("> Photos from {place} are in the album.", "< Lovely!", "< The one in the rain is the best."),
    ("< Vote please: {day} or the day after?", "> {day} is good.", "< The day after for me.",
     "< Fine, both then."),
    ("< Has anybody seen the key to the shed?", "> It is under the pot.", "< Which pot?",
     "> The blue one."),
)  # fmt: skip

FILLINGS = {
    "day": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "place": ("the old lighthouse", "Alder Park", "the market hall", "the harbour", "the museum",
              "Observatory Hill", "the boat house"),
    "time": ("half past six", "noon", "eight", "a quarter to ten", "five", "seven thirty"),
    "thing": ("umbrella", "drill", "tent", "board game", "ladder", "guitar", "blue suitcase"),
    "food": ("dumplings", "apple cake", "lentil soup", "pancakes", "lasagne", "fried rice"),
}  # fmt: skip

GROUPS = (
    "Allotment 14", "Sunday hikers", "Book club", "House on Mill Lane", "Choir, low voices",
    "Flat hunters", "Old school friends",
)  # fmt: skip

ABOUTS = (
    "At work", "Can't talk, Chat only", "On a boat, slow answers", "Available",
    "Battery about to die", "Sleeping until noon", "Away until Monday",
    "Learning the accordion", "In the garden",
)  # fmt: skip

CITIES = ("Stonewick", "Northgate", "Fernhollow", "Maplecross", "Saltmarsh", "Windermoor")
FLAVOURS = ("hazelnut", "lemon", "poppyseed", "raspberry", "pistachio", "coconut")
NICKNAMES = ("Biscuit", "Captain", "Pepper", "Waffles", "Nimbus", "Turnip")


class Question(NamedTuple):
    """What was said before, what is asked, and the one word that answers it."""

    before: tuple[str, ...]
    asked: str
    answer: str
