"""Words that decide about a full stop, for English, German, French, Spanish, Italian, Dutch and Portuguese.

Abbreviations are written as they stand in front of their last full stop, in lower case.
"""

from __future__ import annotations

from consilience.text.wordlists import words

# A full stop behind these never ends a sentence: something always follows.
NEVER_LAST = words(
    """
    dr mr mrs ms mx prof st hr fr frl mme mlle sra srta sr dra ing dipl rev hon capt lt col gen sgt messrs pres gov
    sen rep e.g i.e eg ie viz cf vs ca approx circa z.b d.h u.a i.d.r s.o s.u m.e vgl bzw ggf evtl ggfs bspw sog
    zzgl inkl exkl incl excl d.w.z bijv o.a m.b.t t.a.v i.v.m p.ej p.ex núm pág págs pag pags av avda exmo exma resp
    tel ext dept univ str abb abs kap anm hrsg std geb gest dhr mevr mej drs ir mt
    """
)

# These end a sentence, unless a number follows: "No. 5", "Fig. 3", "Jan. 5".
BEFORE_NUMBER = words(
    """
    no nos max min nr nrs num art arts fig figs p pp vol ch sec sect eq ver v bd s § jan feb mar apr jun jul aug sep
    sept oct okt nov dec dez déc janv févr avr juil
    """
)

# These often end a sentence: then the next word has a capital and is no number.
INNER = words(
    """
    etc inc ltd co corp plc llc jr a.m p.m am pm usw u.s.w enz u.s u.k e.v bros est
    """
)

# A single letter behind one of these is a name of its own, not an initial: "appendix K."
LETTERED = words(
    """
    appendix annex annexe anhang anlage bijlage anexo class grade type bench plan section part phase group zone
    block building hall room level team category vitamin schedule step unit line gate bay dock option table figure
    form platform terminal letter variant exhibit klasse gruppe gebäude halle stufe typ annexe bâtiment edificio
    gebouw klas groep
    """
)

# Function words that open a sentence but never follow an initial.
STARTERS = words(
    """
    The A An It Its This That These Those There He She We You They If In On At By For From To With Without When
    Where While After Before Until Once All Any Each Every Both No Not Our Your Their His Her As But And Or So Then
    What Who Why How Between During Under Over Only Also Please See Do Does Is Are Was Were Has Have Had May Must
    Can Could Should Would Will One Two Three Der Die Das Ein Eine Es Er Sie Wir Ihr Dies Diese Dieser Dieses Wenn
    Bei Im Am Auf Für Mit Nach Vor Und Aber Oder Nur Alle Le La Les Un Une Il Elle Nous Vous Ils Elles Ce Cette Ces
    Si En Dans Pour Avec Sans Et Mais El Los Las Una Ella Nosotros Ellos Este Esta Estos Estas Con Sin Para Pero De
    Het Een Hij Zij Wij Deze Dit Als Bij Op Voor Met Na En Maar O Os As Um Uma Se
    """
)

# A number of one or two digits with a full stop before one of these is an ordinal: "31. März", "2. Quartal".
ORDINAL_NOUNS = words(
    """
    Januar Jänner Februar März April Mai Juni Juli August September Oktober November Dezember Quartal Halbjahr
    Semester Stock Stockwerk Obergeschoss Untergeschoss Etage OG UG Auflage Ausgabe Jahrhundert Klasse Woche
    Kalenderwoche KW Monat Tag Werktag Lebensjahr Stufe Platz Kapitel Abschnitt Schicht Änderung Nachtrag
    """
)
