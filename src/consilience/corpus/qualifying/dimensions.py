"""Closed sets of words of which a statement means one and not another: peak or off-peak, adults or children.

Each dimension is a list of members, and each member the words that name it in the languages that the reader knows.
Only dimensions whose members exclude each other are here: a word that can stand for its neighbour ("staff",
"employees") tells nothing, nor does one that has many senses ("left", "high").
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Dimension:
    """A closed set: the kind of reason it gives, and its members as (name, words as a pattern)."""

    kind: str
    members: tuple[tuple[str, str], ...]


def _set(kind: str, **members: str) -> Dimension:
    return Dimension(kind, tuple((name.replace("_", " "), words) for name, words in members.items()))


_OFFER = r"(?=[\s-](?:plan|package|tariff|tier|edition|account|subscription|licen[cs]e|members?|membership|cover)\b)"
_OFFERS = "basic starter standard core plus premium pro professional enterprise free gold silver bronze"
_PAST_TRIAL = r"(?:after|following|passed|completed|completion of|expiration of|end of)"
_TRIAL = r"(?:(?:the|their|your|an?|of) ){0,2}(?:\d+-\w+ )?(?:probation(?:ary)?|trial|holdback)\b"

DIMENSIONS: tuple[Dimension, ...] = (
    _set(
        "period",
        peak=r"(?<!off-)(?<!off )peak (?:times?|hours?|season|rate|period)|high season|hauptsaison|haute saison"
        r"|hoogseizoen|temporada alta",
        off_peak=r"off[- ]peak|low season|nebensaison|basse saison|laagseizoen|temporada baja",
    ),
    _set(
        "period",
        term_time=r"term[- ]time|during term|vorlesungszeit|lecture period",
        holidays=r"(?:school|summer|winter|christmas) (?:holidays|vacations?)|vorlesungsfreie zeit|ferien|vacances",
    ),
    _set(
        "period",
        day=r"daytime|by day|during the day|day shifts?|day rates?|tagsüber|tagschicht",
        night=r"(?:at|by) night|overnight|night[- ](?:shifts?|time|rates?|work|tariff)|nachts|nachtschicht|de nuit",
        early_shift=r"(?:early|morning) shifts?|frühschicht",
        late_shift=r"(?:late|evening) shifts?|spätschicht",
    ),
    _set(
        "period",
        during_the_trial=rf"(?:during|within|in|on|as long as) {_TRIAL}|probationary (?:employees|staff)"
        r"|in der probezeit",
        after_the_trial=rf"{_PAST_TRIAL} {_TRIAL}|(?:probation|trial) (?:period )?is over"
        r"|nach (?:der|ablauf der) probezeit",
    ),
    _set(
        "role",
        adults="adults?|grown-ups?|erwachsene[nr]?|adultes?|volwassenen?|adultos?",
        children="child|children|kids?|minors?|infants?|kindern?|enfants?|kinderen|niños",
        seniors="seniors|pensioners?|rentner|senioren",
    ),
    _set(
        "role",
        full_time=r"full[- ]time\w*|vollzeit\w*|temps plein|voltijd\w*|tiempo completo",
        part_time=r"part[- ]time\w*|teilzeit\w*|temps partiel|deeltijd\w*|tiempo parcial",
    ),
    _set(
        "role",
        permanent=r"permanent(?:ly)?|unbefristet\w*",
        temporary=r"temporary|temps|fixed[- ]term|seasonal|casual (?:staff|workers?)|befristet\w*|saisonniers?",
    ),
    _set(
        "role",
        employees=r"employees|staff|mitarbeiter\w*|salariés|medewerkers|empleados",
        apprentices=r"apprentices?|trainees?|interns?|auszubildende\w*|azubis?|praktikant\w*|stagiaires?",
        managers=r"managers|executives|führungskräfte|cadres|leidinggevenden",
        contractors=r"contractors?|freelancers?|freiberufler\w*|agency (?:staff|workers?)",
        volunteers=r"volunteers?|ehrenamtliche\w*|bénévoles?|vrijwilligers?",
        customers=r"(?<!new )(?<!existing )customers|kunden|clients",
        students=r"students|studierende\w*|étudiants|studenten",
        visitors=r"visitors|besucher\w*|visiteurs|bezoekers",
    ),
    _set(
        "role",
        bachelor=r"bachelor(?:['’]?s)?|undergraduates?",
        master=r"master(?:['’]s|s)|postgraduates?",
        doctorate=r"ph\.?d\.?|doctoral|doctorate|doktorand\w*",
    ),
    _set(
        "role",
        private=r"private (?:customers?|clients?|lines?|households?)|households?|residential|privatkunden|particuliers",
        business=r"business (?:customers?|clients?|lines?)|commercial customers?|corporate clients?|geschäftskunden"
        r"|clients professionnels",
    ),
    _set(
        "role",
        members=r"(?<!non-)(?<!non )(?<!staff )(?<!crew )(?<!team )members",
        non_members=r"non[- ]members",
    ),
    _set(
        "role",
        residents=r"(?<!non-)(?<!non )residents",
        non_residents=r"non[- ]residents",
    ),
    _set(
        "role",
        users=r"(?:ordinary|everyday|normal|standard|user) (?:users?|accounts?)",
        administrators=r"administrators?|admins?|privileged (?:users?|accounts?)",
    ),
    _set(
        "role",
        new=r"new (?:customers?|clients?|members?)",
        existing=r"existing (?:customers?|clients?|members?)",
    ),
    _set(
        "region",
        domestic=r"(?<!non-)domestic (?:flights?|travel|trips?|calls?|mail|parcels?|routes?)|within the country|inland"
        r"|national (?:calls?|mail|flights?|trips?)",
        abroad=r"international (?:flights?|travel|trips?|calls?|mail|parcels?|routes?)|abroad|overseas"
        r"|outside the country|ausland|à l'étranger|in het buitenland|en el extranjero",
    ),
    _set(
        "region",
        inside_the_Union=r"(?:within|inside|in|from) (?:the )?(?:eu|eea|europe|european union)"
        r"|(?<!non-)(?<!outside the )(?<!outside )(?:eu|eea|eu/eea) "
        r"(?:certificates?|citizens?|nationals?|students?|passports?)",
        outside_it=r"(?:outside|beyond) (?:the )?(?:eu|eea|europe|european union)|non-eu\w*|other continents"
        r"|rest of the world",
    ),
    _set(
        "region",
        indoors=r"indoors?|drinnen|à l'intérieur",
        outdoors=r"outdoors?|in the open air|draußen|à l'extérieur",
    ),
    _set(
        "region",
        on_site=r"on[- ]site|(?:in|at) the office|office days?",
        at_home=r"(?:from|at) home|home[- ](?:office|working)|remotely|telework\w*|homeoffice|télétravail",
    ),
    _set("plan", **{name: f"{name}{_OFFER}" for name in _OFFERS.split()}),
    _set("plan", economy="economy class", business="business class", first="first class"),
    _set(
        "plan",
        single=r"single (?:rooms?|tickets?|journey|fare)|one-way",
        double=r"double rooms?|twin rooms?|return (?:tickets?|journey|fare)|round[- ]trip",
    ),
    _set(
        "plan",
        long_term=r"long-term (?:releases?|support)|lts",
        ordinary=r"(?:ordinary|regular|interim) releases?",
    ),
    _set(
        "attribute",
        opening=r"opens?(?! until| till| to\b)|opening (?:time|hour)s?|öffnet|ouvre|abre",
        closing=r"open (?:until|till)|closes?|closing (?:time|hour)s?|shuts?|schließt|ferme|sluit|cierra",
    ),
    _set(
        "attribute",
        beginning=r"begins?|starts|started|began|launched|founded|introduced|opened|beginnt|commence",
        end=r"ends|ended|finish(?:es|ed)|expires?|discontinued|abandoned|closed|endet|expire",
    ),
    _set("attribute", buying="bought|purchased|acquired", selling="sold"),
    _set(
        "attribute",
        arrival=r"arrives?|arrivals?|arrived|check[- ]in|ankunft|arrivée|aankomst|llegada",
        departure=r"departs?|departures?|departed|check[- ]out|abfahrt|départ|vertrek|salida",
    ),
    _set("attribute", imports="imports?|imported", exports="exports?|exported"),
    _set("attribute", inbound="inbound|incoming", outbound="outbound|outgoing"),
    _set("attribute", upload="uploads?|upstream", download="downloads?|downstream"),
    _set("attribute", gross="gross|brutto|bruto", net="net|netto"),
    _set(
        "attribute",
        with_tax=r"(?:including|incl\.?|with) (?:vat|tax)|inkl\. mwst|ttc",
        without_tax=r"(?:excluding|excl\.?|plus|without|before) (?:vat|tax)|zzgl\. mwst|hors taxes?",
    ),
    _set(
        "attribute",
        an_alert=r"(?:alert|warning) (?:limits?|levels?|thresholds?)|early (?:hint|warning)",
        an_action=r"(?:action|alarm) (?:limits?|levels?|thresholds?)|emergency stop",
    ),
    _set(
        "attribute",
        height="height|tall|höhe|hauteur|hoogte",
        width="width|wide|breite|largeur|breedte",
        length="length|länge|longueur|lengte",
        depth="depth|tiefe|profondeur|diepte",
        diameter="diameter|durchmesser|diamètre",
        weight="weight|weighs|gewicht|poids",
    ),
    _set("attribute", inlet="inlet|inflow|influent", outlet="outlet|outflow|effluent"),
    _set(
        "part and whole",
        one_of_them=r"a single|individual(?:ly)?|apiece|for each|per (?:file|item|piece|unit|person|head|pull)",
        all_together=r"together|in total|altogether|combined|all told|for the whole|the whole \w+",
    ),
    _set("part and whole", the_upper="upper", the_lower="lower"),
    _set("part and whole", front="front (?:axle|wheels?|door|tyres?)", rear="rear (?:axle|wheels?|door|tyres?)"),
    _set("part and whole", left="left-hand|left side", right="right-hand|right side"),
)
