"""Cities by name, with their offset from UTC in winter."""

from __future__ import annotations

from typing import Any, NamedTuple


class City(NamedTuple):
    name: str
    country: str
    offset_min: int

    def to_json(self) -> dict[str, Any]:
        return {"city": self.name, "country": self.country, "offset_min": self.offset_min}


_TABLE = """
Abu Dhabi|United Arab Emirates|4
Accra|Ghana|0
Addis Ababa|Ethiopia|3
Algiers|Algeria|1
Amsterdam|Netherlands|1
Anchorage|United States|-9
Athens|Greece|2
Auckland|New Zealand|13
Baghdad|Iraq|3
Bangkok|Thailand|7
Barcelona|Spain|1
Beijing|China|8
Berlin|Germany|1
Bogota|Colombia|-5
Brussels|Belgium|1
Bucharest|Romania|2
Budapest|Hungary|1
Buenos Aires|Argentina|-3
Cairo|Egypt|2
Caracas|Venezuela|-4
Casablanca|Morocco|1
Chicago|United States|-6
Copenhagen|Denmark|1
Dakar|Senegal|0
Delhi|India|5.5
Denver|United States|-7
Dhaka|Bangladesh|6
Dubai|United Arab Emirates|4
Dublin|Ireland|0
Hanoi|Vietnam|7
Havana|Cuba|-5
Helsinki|Finland|2
Hong Kong|China|8
Honolulu|United States|-10
Istanbul|Turkey|3
Jakarta|Indonesia|7
Johannesburg|South Africa|2
Kabul|Afghanistan|4.5
Karachi|Pakistan|5
Kathmandu|Nepal|5.75
Kyiv|Ukraine|2
Lagos|Nigeria|1
La Paz|Bolivia|-4
Lima|Peru|-5
Lisbon|Portugal|0
London|United Kingdom|0
Los Angeles|United States|-8
Madrid|Spain|1
Manila|Philippines|8
Melbourne|Australia|11
Mexico City|Mexico|-6
Montreal|Canada|-5
Moscow|Russia|3
Mumbai|India|5.5
Nairobi|Kenya|3
New York|United States|-5
Oslo|Norway|1
Paris|France|1
Perth|Australia|8
Prague|Czechia|1
Reykjavik|Iceland|0
Rio de Janeiro|Brazil|-3
Riyadh|Saudi Arabia|3
Rome|Italy|1
San Francisco|United States|-8
Santiago|Chile|-3
Sao Paulo|Brazil|-3
Seoul|South Korea|9
Shanghai|China|8
Singapore|Singapore|8
Stockholm|Sweden|1
Sydney|Australia|11
Taipei|Taiwan|8
Tehran|Iran|3.5
Tokyo|Japan|9
Toronto|Canada|-5
Vancouver|Canada|-8
Vienna|Austria|1
Warsaw|Poland|1
Yerevan|Armenia|4
Zurich|Switzerland|1
"""

CITIES = tuple(
    City(name, country, round(float(hours) * 60))
    for name, country, hours in (line.split("|") for line in _TABLE.split("\n") if line)
)
