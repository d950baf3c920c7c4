"""What the mails of a new phone say, all of it made up."""

from __future__ import annotations

from typing import NamedTuple


class Topic(NamedTuple):
    """Mails of one thread: a writer's, and in turn those of the phone's owner."""

    subject: str
    letters: tuple[str, ...]
    label: str = ""
    file: str = ""  # comes with the first one
    writer: str = ""  # a firm; else somebody is drawn


class Jotting(NamedTuple):
    """A mail that the owner has not finished."""

    subject: str
    letter: str


TALKS = (
    Topic("Dinner on Saturday?", (
        "We are thinking of Saturday at seven, at our place. Bring nothing but yourself.",
        "Lovely! Can I bring the apple cake anyway?",
        "Nobody has ever said no to the apple cake. See you at seven.")),
    Topic("Notes from Monday's meeting", (
        "Here are the notes. The open points are the venue and the printed map.",
        "Thanks. I can ask about the venue today.",
        "Perfect. Then only the map is left."), "work", "Notes-Monday.pdf"),
    Topic("The leaking tap", (
        "The plumber can come on Thursday between nine and eleven. Will you be there?",
        "Yes, from half past nine."), "home"),
    Topic("Photos of the hike", (
        "The ones from the ridge came out well. I put the best into the shared album.",), "family"),
    Topic("Book club: next title", (
        "Three votes for the sea novel, two for the one with the foxes. Yours is missing.",
        "Foxes, please. Then it is a draw."), "family"),
    Topic("Train times for Friday", (
        "There is one at 16:12 and one at 17:40. The later one is direct.",
        "Then the later one. I will get us seats together.",
        "Seats 41 and 42, coach 7."), "travel"),
    Topic("Spare key", (
        "I left the spare key with the neighbour on the second floor, in case you are early.",),
        "home"),
    Topic("Draft of the poster", (
        "Version three is attached. The blue is warmer now. What do you think of the font?",
        "The blue is much better. The font could be a little heavier.",
        "Done, version four follows tonight."), "work", "Poster-v3.png"),
    Topic("Your bicycle is ready", (
        "New chain, new brake pads, and the bell works again. We are open until six.",), "home"),
    Topic("Garden plot", (
        "The corner with the old pear tree is free from April. Interested?",
        "Very much so! What does it need first?",
        "A strong back and a spade."), "family"),
    Topic("Tickets for the regatta", (
        "I have two extra tickets for the pier. Would you like to come along?",), "family"),
    Topic("Quarterly numbers", (
        "The table is attached. Row 14 looks odd to me, could you have a look before Friday?",
        "Row 14 was counted twice. I mended it in my copy.",
        "That explains it. Thank you!"), "work", "Numbers-Q1.xlsx"),
    Topic("Choir practice moves", (
        "The hall is taken on Wednesday, so we sing on Thursday at half past six.",), "family"),
    Topic("Recipe for the lentil soup", (
        "Red lentils, two carrots, an onion, cumin, and a squeeze of lemon at the very end.",
        "It was wonderful. I doubled the cumin."), "family"),
    Topic("Room for the workshop", (
        "The large room is free on the 19th. It has the good projector.",
        "Please keep it for us, nine to four."), "work"),
    Topic("Lost glove", (
        "Is the grey glove on our hat stand yours? It has been alone here since Sunday.",), "home"),
    Topic("Language exchange", (
        "Shall we do half an hour each on Tuesdays? I bring the coffee.",), ""),
    Topic("New parts for the model ship", (
        "The masts have arrived. They are two millimetres too long, but that can be mended.",), ""),
)  # fmt: skip
NOTICES = (
    Topic("Two books are due soon",
          ("The Salt Path Atlas and Knots for Beginners are due on 6 March.",),
          writer="Port Alder Library"),
    Topic("This week: silent film with live piano",
          ("Wednesday and Saturday at eight. The bar opens at seven.",),
          writer="Quayside Cinema"),
    Topic("Your statement for February",
          ("Your statement is attached. The balance at the end of the month was 1,284.60.",),
          label="receipts", file="Statement-02.pdf", writer="Alder Savings"),
    Topic("Your booking for 14 March",
          ("Two adults, 10:15 from the Ferry Terminal. Please be there 20 minutes before.",),
          label="travel", file="Booking-8841.pdf", writer="Harbour Ferries"),
    Topic("Meter reading in March",
          ("Please read your meter between 9 and 13 March and tell us the number online.",),
          writer="City Gas and Power"),
    Topic("Your table for four",
          ("We look forward to seeing you on Friday at half past seven.",),
          writer="The Copper Pot"),
    Topic("Your parcel is on its way",
          ("One rain jacket, size M. It should arrive on Wednesday.",),
          label="receipts", writer="Tidewater Outfitters"),
    Topic("Your order can be picked up",
          ("It waits for you until Saturday, at the counter on the left.",),
          writer="Willow Pharmacy"),
    Topic("Sunday's long run",
          ("Twelve kilometres along the river, at an easy pace. Start at nine at the bridge.",),
          writer="Northgate Runners"),
    Topic("The atlas that you asked for is here",
          ("We have put it aside under your name for two weeks.",),
          writer="Fable Books"),
    Topic("Night of the orchids",
          ("On 21 March the glass houses stay open until midnight.",),
          writer="Botanical Garden"),
    Topic("How was your stay?",
          ("We would love to hear what you liked and what we could do better.",),
          label="travel", writer="Linden House"),
    Topic("Your trial lesson",
          ("Tuesday at six with Oksana. Shoes and rope are here, bring water.",),
          writer="Riverside Climbing"),
    Topic("Road works in Alder Avenue",
          ("From 9 to 13 March the avenue is closed between Elm Street and Park Street.",),
          writer="Town Hall"),
    Topic("Flea market on the 28th",
          ("Tables are six euros each, and cake is welcome.",),
          writer="Meadow Lane School"),
    Topic("The tenth coffee is on us",
          ("Your card is full. Bring it along whenever you like.",),
          writer="Kettle & Crumb"),
    Topic("New opening hours",
          ("From March we open at six on weekdays and at eight at weekends.",),
          writer="Peak Fitness"),
    Topic("Clear skies on Thursday",
          ("The big telescope points at Jupiter from half past eight. No booking needed.",),
          writer="Observatory"),
    Topic("Crates of new arrivals",
          ("Mostly jazz, some of it rare. First come, first heard.",),
          writer="Vinyl Attic"),
    Topic("Receipt for 38.2 litres",
          ("Thank you for your visit. The receipt is attached.",),
          label="receipts", file="Receipt-3320.pdf", writer="Swift Fuel"),
)  # fmt: skip
JOTTINGS = (
    Jotting("Plan for the allotment", "Three beds of potatoes, one of beans, and"),
    Jotting("Thank you for the weekend", "It was so good to see all of you. The lake"),
    Jotting("Question about the lease", "In paragraph four it says that the cellar"),
    Jotting("Birthday surprise", "Let us meet an hour earlier at the boathouse and"),
    Jotting("Minutes of the choir", "Present: eleven. Missing: the tenors, as ever."),
    Jotting("Offer for the piano", "It is from 1974, was tuned in October, and"),
)
SENT = (
    ("Thanks for the lift", "You saved my evening. The next one is on me."),
    ("Parcel at the neighbour's", "It is on the second floor, behind the red door."),
    ("Idea for the spring fair", "What about a stand with seedlings? I have far too many."),
    ("Re: holiday dates", "The second half of August suits me best."),
    ("Measurements of the shelf", "84 across, 31 deep, 190 high. It fits!"),
)
BIRTHDAY = ("Happy birthday!", "Many happy returns, and see you at the boathouse.")
FILES = (
    ("Contract-flat.pdf", "412 kB"), ("Resume.pdf", "188 kB"), ("Budget-2026.xlsx", "64 kB"),
    ("Packing-list.txt", "2 kB"), ("Map-of-the-trail.pdf", "1.9 MB"), ("Choir-list.docx", "35 kB"),
    ("Invoice-0412.pdf", "97 kB"), ("Recipe-cards.pdf", "3.1 MB"), ("Poster-final.png", "2.4 MB"),
    ("Manual-washing-machine.pdf", "5.6 MB"), ("Seating-plan.pdf", "120 kB"),
    ("Vaccination-card.pdf", "230 kB"),
)  # fmt: skip
