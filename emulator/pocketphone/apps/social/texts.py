"""What people write about on Social, and the communities they do it in."""

from __future__ import annotations

from typing import NamedTuple


class Topic(NamedTuple):
    """A subject: its community, the picture that goes with it, and posts about it."""

    community: str
    about: str
    picture: str  # a kind of photo
    posts: tuple[str, ...]
    replies: tuple[str, ...]


TOPICS = {
    "running": Topic(
        "Early Morning Runners",
        "We run before breakfast, slowly and in all weather.",
        "mountains",
        (
            "Ten kilometres before the city woke up. Legs tired, head clear.",
            "Does anybody else count lamp posts on the last stretch home?",
            "New shoes, same old hill. The hill won again.",
            "Sunday group run starts at the fountain at 7:30. Slow pace, good coffee after.",
            "Missed my best time by two seconds. Two!",
        ),
        ("What a start to the day!", "I will join next week.", "That hill beats everyone."),
    ),
    "gardening": Topic(
        "Balcony Gardeners",
        "Tomatoes, herbs and courage on the fourth floor.",
        "flowers",
        (
            "First tomato of the year. It is the size of a marble and I am proud of it.",
            "Swapping basil seedlings for mint. I have far too much basil.",
            "The bees have found my balcony. Best flatmates I ever had.",
            "Day 12 of talking to the lemon tree. It has not answered, but it grows.",
            "Compost is just slow cooking.",
        ),
        ("Mine never survive June.", "I have mint for you!", "So green!"),
    ),
    "trams": Topic(
        "Tram Spotters",
        "Every line, every depot, every bell.",
        "city",
        (
            "The old yellow tram is back on the harbour line for the weekend.",
            "If you sit on the left of tram 4 you see the whole river at sunset.",
            "Timetable change on Monday: the last night tram leaves half an hour later.",
            "Forty years of tickets in one shoe box. I need a bigger shoe box.",
            "Line 9 is running late because of a very relaxed swan.",
        ),
        ("The swan again?", "Left side, always.", "I kept all of mine too."),
    ),
    "baking": Topic(
        "Slow Bread Club",
        "Flour, water, salt and plenty of time.",
        "food",
        (
            "My sourdough starter turned three today. We had cake, it had flour.",
            "Rye at 80 percent hydration is not a dough, it is a lake.",
            "Best crust so far. The secret is to forget it in the oven for five minutes.",
            "Baked 24 rolls for the neighbours. Kept 10 of them.",
            "Can you freeze cinnamon knots? Asking before I eat all of them.",
        ),
        ("Recipe, please!", "You can freeze them.", "I can smell it from here."),
    ),
    "stars": Topic(
        "Night Sky Watchers",
        "Bring a blanket. Lights off, please.",
        "sunset",
        (
            "Saturn tonight, low in the east. You only need binoculars.",
            "Counted eleven shooting stars and one very bright aeroplane.",
            "The city lights are bad, but the roof of the library is worth it.",
            "Cloudy. Cloudy. Cloudy. I bought a telescope for this?",
            "A photo of the moon taken through a kitchen sieve. Do not ask.",
        ),
        ("Now I have to ask.", "Clear skies to you.", "I saw it too!"),
    ),
    "wood": Topic(
        "Wood and Shavings",
        "Hand tools, honest joints, many plasters.",
        "forest",
        (
            "Made a stool. It stands. That is all I wanted from it.",
            "Measure twice, cut once, then drive to the shop for another board.",
            "Grandfather's plane still takes a shaving thinner than paper.",
            "Looking for a second-hand workbench near the old town.",
            "The smell of cedar is half the reason I do this.",
        ),
        ("A fine stool.", "I know somebody with a bench.", "Twice is never enough."),
    ),
    "birds": Topic(
        "City Birders",
        "Swifts, sparrows and the falcon on the town hall.",
        "sea",
        (
            "The falcons on the town hall have three chicks this year.",
            "A kingfisher, in the middle of town, on a shopping trolley.",
            "Heard the first swift today. Summer may begin.",
            "Please do not feed bread to the ducks. They prefer peas.",
            "Binoculars forgotten, of course an eagle came by.",
        ),
        ("Three! Wonderful.", "Peas it is.", "It always happens that way."),
    ),
    "chess": Topic(
        "Chess in the Park",
        "Stone tables, wooden clocks, no hurry.",
        "flowers",
        (
            "Lost to a nine year old in the park. She offered me a rematch and a biscuit.",
            "Which opening would you teach somebody who is afraid of losing?",
            "The stone tables are dry again. Games from three o'clock.",
            "A draw can be the best game of the week.",
            "I moved the wrong bishop and it turned out brilliant.",
        ),
        ("She beat me as well.", "I will bring a clock.", "The biscuit is a trap."),
    ),
    "film": Topic(
        "Tuesday Film Circle",
        "One film a week, then we argue kindly.",
        "city",
        (
            "Watched a silent film with a live piano. Did not miss a single word.",
            "The cinema on Ferry Road shows the restored print until Sunday.",
            "Unpopular opinion: the second half is the better half.",
            "Popcorn ranking: sweet, then nothing, then salted.",
            "Next Tuesday we vote. Bring one film and one good reason.",
        ),
        ("Salted first!", "See you on Tuesday.", "I agree about the second half."),
    ),
    "code": Topic(
        "Small Programs",
        "Software that fits in one head.",
        "desert",
        (
            "Deleted four hundred lines today. Nothing broke. Lovely day.",
            "A test that cannot fail is only a comment that takes longer.",
            "My favourite tool is still a pencil.",
            "Renamed one variable and suddenly understood the whole program.",
            "Who else writes the error message before the function?",
        ),
        ("Four hundred! Respect.", "I do.", "Pencil and eraser."),
    ),
    "cycling": Topic(
        "Pedal Commuters",
        "Rain jackets welcome. Helmets too.",
        "mountains",
        (
            "The new cycle lane over the bridge is open. Wind included.",
            "Fixed a flat in nine minutes. A lady applauded.",
            "Headwind on the way there, headwind on the way back. How?",
            "Found a bakery that is exactly halfway to work. This will end badly.",
            "Lights on, everybody. It is dark at five again.",
        ),
        ("Which bakery?", "The wind knows you.", "Nine minutes is fast."),
    ),
    "painting": Topic(
        "Sunday Painters",
        "Watercolour, gouache, and tea in the wrong cup.",
        "lighthouse",
        (
            "Painted the lighthouse again. It looked less worried this time.",
            "Drank the paint water. Again.",
            "A blue that I mixed by accident and will never find again.",
            "Sketching in the museum is free on the first Sunday of the month.",
            "The sky is the hardest part because it will not hold still.",
        ),
        ("The lighthouse looks fine.", "Not the paint water!", "That blue!"),
    ),
    "music": Topic(
        "Kitchen Orchestra",
        "Play badly, play together.",
        "balloons",
        (
            "Learnt one chord on the ukulele. Played it for an hour.",
            "Our choir needs two more low voices. Shower experience is enough.",
            "The neighbour's trumpet and my coffee machine are nearly in tune.",
            "Old songs sound better in a stairwell.",
            "Open stage on Friday, every instrument welcome, kazoos as well.",
        ),
        ("I sing low!", "Kazoos, finally.", "Which chord?"),
    ),
    "snow": Topic(
        "Winter Swimmers",
        "Cold water, warm soup.",
        "snow",
        (
            "Two degrees in the water, eight outside, soup at ninety.",
            "Woolly hat, swimsuit, no regrets.",
            "The ice on the small lake is gone, the big one needs another week.",
            "Somebody brought a thermos for eleven people. Heroes exist.",
            "Thirty seconds is a perfectly fine swim.",
        ),
        ("Soup is the reason.", "You are brave.", "Thirty whole seconds!"),
    ),
}

BIOS = (
    "Tea, trains and too many books.", "Teaches maths, learns the cello.",
    "Walks the dog, or the other way round.", "Mostly here for the bread.",
    "Cartographer of small places.", "Will stop for every bakery.",
    "Nurse on nights, baker on days.",
    "I repair radios.", "Father of two, gardener of one lemon tree.", "Photographs of puddles.",
    "Librarian. Yes, quietly.", "Slow runner, fast reader.", "Ask me about moss.",
    "Old maps, new shoes.", "Half of a very good quiz team.", "Building a boat in a flat.",
)  # fmt: skip

PLACES = (
    "Port Alder", "Linden Valley", "Stonewick", "Northgate", "Cape Merrow", "Easter Sound",
)  # fmt: skip

RULES = (
    "Be kind, also when you disagree.",
    "No advertising and no chain messages.",
    "Stay on the subject of the community.",
    "Ask before you share somebody's picture.",
)
