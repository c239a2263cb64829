"""What generated documents are made of: six genres, each with its own parts, properties, ways to say it and sections.

Plain data. A property is (what is said, kind of value); kinds are drawn in `values_drawn.py`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Genre:
    """One kind of document. `parts` x `properties` x `frames` make its statements."""

    name: str
    title: str  # with {entity}
    parts: tuple[str, ...]
    properties: tuple[tuple[str, str], ...]
    sections: tuple[str, ...]
    opening: str  # with {entity}, {place}, {person}, {date}
    rules: tuple[str, ...]  # yes/no statements with {part}


FRAMES = (
    "The {property} of the {part} is {value}.",
    "For the {part}, the {property} was set at {value} after the review by {person}.",
    "At {entity} the {part} has {a} {property} of {value}.",
    "{value} is the agreed {property} of the {part}, as recorded by the site team.",
    "Anyone who works with the {part} should note its {property}: {value}.",
    "The {part} keeps {a} {property} of {value}, which the supplier confirmed in writing.",
    "Since the last change the {property} of the {part} stands at {value}.",
    "The {property} given for the {part} is {value}; other figures found in old drawings are void.",
)

LINKS = (
    "Questions about {section} go to {person}, who keeps the records in {place}.",
    "The text on {section} was approved by {person} on {date}.",
    "Photographs and sketches for {section} are kept with the paper copy in {place}.",
    "Whoever finds a mistake under {section} tells {person} before acting on it.",
    "The text on {section} is read together with the local instructions that hang beside the entrance in {place}.",
)

FIRST = (
    "Amara", "Ilse", "Jonas", "Mirela", "Tomasz", "Yusuf", "Hedda", "Rafael",
    "Noor", "Cillian", "Beatrix", "Levente", "Oona", "Piotr", "Saskia", "Emeka",
)  # fmt: skip
LAST = (
    "Okafor", "Brandt", "Kivela", "Marsh", "Lindqvist", "Oduya", "Petrov", "Haas",
    "Moreau", "Tanaka", "Varga", "Whitlock", "Ferro", "Nyman", "Rask", "Dube",
)  # fmt: skip
PLACES = (
    "Avonmouth", "Lindau", "Karvia", "Tilbury", "Sora", "Meppel", "Graz", "Ostrava",
    "Laredo", "Viborg", "Cork", "Nantes", "Pecs", "Halden", "Turku",
)  # fmt: skip
SYLLABLES = (
    "ka", "ro", "ven", "tis", "mol", "dra", "bel", "sun",
    "hor", "pex", "lin", "gar", "zo", "mi", "tar", "qua",
    "fen", "os", "lub", "net", "ri", "dal", "cor", "ulm",
    "wes",
)  # fmt: skip

GENRES = (
    Genre(
        "plant",
        "Operating manual of {entity}",
        ("inlet pump", "relief valve", "sand filter", "control cabinet", "dosing station", "storage tank", "blower",
         "heat exchanger", "standby generator", "raw water main", "level sensor", "sludge press"),
        (("operating pressure", "pressure"), ("flow rate", "flow"), ("inspection interval", "duration"),
         ("rated power", "power"), ("net weight", "mass"), ("surface temperature limit", "temperature"),
         ("replacement cost", "money"), ("year of installation", "year"), ("firmware version", "version"),
         ("design efficiency", "percentage"), ("start-up time", "minutes"), ("nominal length", "length")),
        ("Purpose", "Plant data", "Operation", "Maintenance", "Safety", "Spare parts", "Records"),
        "{entity} is a treatment works near {place}. It was commissioned on {date} and is led by {person}.",
        ("The {part} may be opened while the plant is running.", "The {part} must not be cleaned with acid.",
         "Work on the {part} requires a written permit."),
    ),
    Genre(
        "staff",
        "Staff handbook of {entity}",
        ("parental leave", "company car", "night shift", "sick pay", "training budget", "home office", "pension plan",
         "travel booking", "notice period", "overtime", "cycle scheme", "probation"),
        (("monthly allowance", "money"), ("maximum duration", "duration"), ("waiting period", "duration"),
         ("employer share", "percentage"), ("approval limit", "money"), ("earliest start", "time"),
         ("number of eligible employees", "count"), ("date of introduction", "date"), ("yearly ceiling", "money"),
         ("review interval", "duration"), ("uptake last year", "percentage"), ("processing time", "days")),
        ("About this handbook", "Working time", "Pay and benefits", "Absence", "Travel", "Development", "Contacts"),
        "{entity} is a family-owned company with its head office in {place}. {person} signed this edition on {date}.",
        ("Employees may combine the {part} with unpaid leave.", "The {part} is not available to contractors.",
         "A manager must approve the {part} in advance."),
    ),
    Genre(
        "tariff",
        "Price list and terms of {entity}",
        ("fibre line", "roaming pass", "family plan", "business plan", "equipment rental", "static address",
         "installation visit", "paper invoice", "number transfer", "support hotline", "set-top box", "data option"),
        (("monthly price", "money"), ("download speed", "speed"), ("minimum term", "duration"), ("set-up fee", "money"),
         ("data volume", "data"), ("cancellation notice", "days"), ("availability", "percentage"),
         ("start of sale", "date"), ("response time", "hours"), ("late payment fee", "money"),
         ("number of included lines", "count"), ("opening hour", "time")),
        ("Scope", "Prices", "Terms", "Service levels", "Payment", "Changes", "Contact"),
        "{entity} sells telephone and internet access in and around {place}. {person} answers for this list of {date}.",
        ("Customers may pause the {part} once a year.", "The {part} cannot be resold.",
         "The {part} requires a signed order form."),
    ),
    Genre(
        "laboratory",
        "Stability protocol {entity}",
        ("reference sample", "climate chamber", "dissolution test", "tablet batch", "blister pack", "assay", "balance",
         "retention sample", "mobile phase", "cleaning cycle", "autoclave", "water bath"),
        (("storage temperature", "temperature"), ("sample mass", "grams"), ("holding time", "hours"),
         ("acceptance limit", "percentage"), ("number of replicates", "count"), ("relative humidity", "percentage"),
         ("calibration date", "date"), ("chamber volume", "volume"), ("stirring time", "minutes"),
         ("cost per run", "money"), ("method version", "version"), ("shelf life", "months")),
        ("Objective", "Materials", "Method", "Limits", "Equipment", "Deviations", "Archive"),
        "Protocol {entity} was opened in {place} on {date}; the study director is {person}.",
        ("The {part} may be repeated once without a deviation report.", "The {part} must not leave the building.",
         "Two analysts must sign for the {part}."),
    ),
    Genre(
        "warehouse",
        "Site rules for {entity}",
        ("loading dock", "cold store", "forklift", "pallet rack", "battery room", "customs cage", "sprinkler system",
         "visitor badge", "returns desk", "conveyor", "mezzanine", "night gate"),
        (("maximum load", "mass"), ("air temperature", "temperature"), ("speed limit", "kmh"), ("opening time", "time"),
         ("clear height", "length"), ("floor area", "area"), ("deposit", "money"), ("number of bays", "count"),
         ("inspection interval", "duration"), ("date of the last audit", "date"), ("fill rate", "percentage"),
         ("walking distance", "distance")),
        ("The site", "Access", "Vehicles", "Storage", "Fire safety", "Shifts", "Reporting"),
        "{entity} is a distribution centre outside {place}, opened on {date} and managed by {person}.",
        ("Visitors may enter the {part} alone.", "The {part} is closed on public holidays.",
         "Drivers must wear a helmet near the {part}."),
    ),
    Genre(
        "software",
        "Administration guide for {entity}",
        ("message queue", "backup job", "session store", "web console", "audit log", "worker pool", "rate limiter",
         "search index", "upload service", "mail relay", "licence server", "metrics endpoint"),
        (("default timeout", "seconds"), ("memory limit", "data"), ("retention period", "duration"),
         ("maximum number of clients", "count"), ("release date", "date"), ("supported version", "version"),
         ("sampling rate", "percentage"), ("start of the nightly run", "time"), ("yearly licence fee", "money"),
         ("retry delay", "seconds"), ("disk quota", "data"), ("recovery time", "minutes")),
        ("Overview", "Installation", "Configuration", "Limits", "Operations", "Upgrades", "Support"),
        "{entity} is run from the data centre in {place}. The release of {date} is maintained by {person}.",
        ("Administrators may restart the {part} during the day.", "The {part} must not be exposed to the internet.",
         "The {part} is enabled by default."),
    ),
)  # fmt: skip
