"""Words that turn a statement into its opposite: "enabled" and "disabled", "first" and "last", "safe" and "unsafe"."""

from __future__ import annotations

from functools import lru_cache

from consilience.corpus.matching.terms import stem

_PAIRS = """
    enabled disabled | enable disable | include exclude | including excluding | included excluded | increase decrease
    increase reduce | increase decline | increase fall | increase drop | rise fall | rise drop | rise decline
    rose fell | grow shrink | grew fell | gain lose | gain loss | win lose | won lost | victory defeat | profit loss
    income expense | revenue cost | surplus deficit | first last | first final | first second | early late
    earlier later | earliest latest | before after | start end | start finish | begin end | began ended | open close
    opened closed | open shut | high low | higher lower | highest lowest | large small | larger smaller
    largest smallest | big small | bigger smaller | biggest smallest | major minor | more less | more fewer | most least
    many few | maximum minimum | maximal minimal | upper lower | above below | over under | up down | upward downward
    inside outside | internal external | inner outer | indoor outdoor | front back | left right | north south
    east west | northern southern | eastern western | good bad | better worse | best worst | positive negative
    strong weak | stronger weaker | strength weakness | easy difficult | easy hard | simple complex | fast slow
    faster slower | quick slow | long short | longer shorter | tall short | young old | younger older | youngest oldest
    new old | newest oldest | modern ancient | hot cold | warm cool | warm cold | dry wet | full empty | heavy light
    thick thin | wide narrow | deep shallow | rich poor | cheap expensive | safe dangerous | safe unsafe
    public private | male female | man woman | men women | boy girl | father mother | son daughter | brother sister
    husband wife | king queen | he she | his her | him her | buy sell | bought sold | purchase sell | borrow lend
    accept reject | accept refuse | agree disagree | agree refuse | allow prohibit | allow forbid | permit prohibit
    permit forbid | allow ban | approve reject | approve deny | confirm deny | admit deny | require optional
    mandatory optional | compulsory voluntary | required optional | always never | often rarely | frequently rarely
    usually rarely | common rare | all none | everyone nobody | everything nothing | both neither | with without
    same different | similar different | alive dead | live die | born died | birth death | love hate | like dislike
    support oppose | friend enemy | ally enemy | succeed fail | success failure | successful unsuccessful | pass fail
    improve worsen | improve deteriorate | create destroy | build destroy | add remove | attach detach
    connect disconnect | arrive depart | arrival departure | enter leave | join leave | remember forget | hire fire
    push pull | raise lower | ascend descend | expand contract | expand shrink | accelerate slow | encourage discourage
    optimistic pessimistic | active inactive | manual automatic | supervised unsupervised | temporary permanent
    partial complete | partially fully | domestic foreign | domestic international | local global
    national international | urban rural | single multiple | single married | sole joint | primary secondary
    guilty innocent | legal illegal | present absent | available unavailable | able unable | happy sad | beginning end
    top bottom | head tail | day night | morning evening | morning afternoon | morning night | monday friday
    weekday weekend | summer winter | spring autumn | spring fall | yesterday tomorrow | past future | previous next
    comedy tragedy | fiction nonfiction | fresh stale | sharp blunt | smooth rough | tight loose | visible hidden
    exceed miss | beat miss | outperform underperform | ahead behind | credit debit | inflow outflow | import export
    upload download | online offline | encrypted unencrypted | free paid | refundable nonrefundable
    tangible intangible | favorable unfavorable | favourable unfavourable | sunny rainy | plus minus | add subtract
    multiply divide | increased decreased | decreasing increasing | ascending descending | dependent independent
    relevant irrelevant | linear nonlinear | certain uncertain | stable unstable | static dynamic | sparse dense
    discrete continuous | local remote | advantage disadvantage | efficient inefficient | effective ineffective
    strengthen weaken | strengthened weakened | stronger weaker | substantial minimal | substantial modest
    substantial slight | substantially slightly | significant minor | significant slight | significant insignificant
    significantly slightly | considerable slight | extensive limited | broad narrow | unlimited limited
    accelerate delay | accelerate defer | accelerate decelerate | hasten delay | speed slow | advance delay
    advance postpone | maximize minimize | maximise minimise | maximum minimal | save waste | save spend | save lose
    unchanged changed | unchanged increased | unchanged decreased | improved declined | improved worsened
    improvement decline | improvement deterioration | progress regress | thrive struggle | prosper suffer
    approximately exactly | roughly exactly | about exactly | almost exactly | optimal suboptimal | perfect flawed
    certainty uncertainty | certain doubtful | aware unaware | aware ignorant | careful careless | hopeful hopeless
    useful useless | helpful harmful | harmful harmless | healthy sick | healthy unhealthy | safe risky | risk safety
    sufficient insufficient | adequate inadequate | abundant scarce | plenty lack | presence absence | praise criticize
    praise blame | welcome reject | like hate | enjoy hate | enjoy dislike | trust distrust | believe doubt
    confident doubtful | calm nervous | calm angry | kind cruel | polite rude | generous stingy | brave afraid
    lucky unlucky | wise foolish | clever stupid | smart stupid | hard soft | rigid flexible | fixed variable
    constant variable | constant changing | regular irregular | formal informal | official unofficial
    voluntary compulsory | obligatory optional | mandatory voluntary | permitted forbidden | allowed forbidden
    allowed prohibited | allowed banned | lawful unlawful | acquit convict | attack defend | offense defense
    victory loss | ascend fall | climb descend | lift drop | lengthen shorten | widen narrow | deepen shallow
    enlarge shrink | inflate deflate | surge plunge | soar plummet | gain drop | up lower | boom slump | recover relapse
    employ dismiss | hire dismiss | appoint dismiss | promote demote | elect defeat | arrive leave | come go
    send receive | give take | give receive | lend borrow | teach learn | ask answer | question answer | speak listen
    lead follow | leader follower | majority minority | superior inferior | senior junior | major minimal
    sunny cloudy | dry rainy | dry humid | hot cool | frozen melted | noisy quiet | loud quiet | light dark
    white black | clean dirty | tidy messy | clear vague | clear unclear | obvious obscure | simple complicated
    easy challenging | similar distinct | identical different | unique common | rare frequent | usual unusual
    ordinary extraordinary | normal abnormal | natural artificial | genuine fake | real fake | true false | right wrong
    correct incorrect | accurate inaccurate | precise vague | valid invalid | honest dishonest | open closed
    together apart | unite divide | merge split | combine separate | gather scatter | connect separate
    within outside | beneath above | near far | close distant | here there | front rear | ahead behind | east west
    beginning ending | initial final | initially finally | former latter | previous following | prior subsequent
    early delayed | prompt late | eager reluctant | willing unwilling | quickly slowly | rapidly slowly
    rapidly gradually | suddenly gradually | often seldom | frequently seldom | sometimes never | everywhere nowhere
    everyone nobody | somebody nobody | something nothing | entirely partly | fully partly | wholly partially
    completely partially | largely barely | highly barely | strongly weakly | directly indirectly | alone together
    independent joint | individual collective | personal impersonal | customised standard | customized standard
    inclusive exclusive | cheap costly | affordable expensive | wealthy poor | profitable unprofitable
    profit deficit | earnings losses | asset liability | debt equity | supply demand | buyer seller | employer employee
    teacher student | doctor patient | parent child | mother daughter | father son | uncle aunt | host guest
"""
_PREFIXES = ("un", "in", "im", "ir", "il", "non", "dis", "mis", "anti")
_SHORTEST = 4  # letters that must be left without the prefix: "under" is no opposite of "der"


@lru_cache(maxsize=1)
def _table() -> dict[str, frozenset[str]]:
    table: dict[str, set[str]] = {}
    for pair in pairs():
        a, b = map(stem, pair)
        table.setdefault(a, set()).add(b)
        table.setdefault(b, set()).add(a)
    return {word: frozenset(others) for word, others in table.items()}


def pairs() -> list[tuple[str, str]]:
    """The words of the list, in pairs."""
    every = _PAIRS.replace("|", " ").split()
    return list(zip(every[::2], every[1::2], strict=True))


def opposed(a: str, b: str) -> bool:
    """Whether two stems are opposites. Symmetric."""
    return b in opposites_of(a)


@lru_cache(maxsize=50_000)
def opposites_of(word: str) -> frozenset[str]:
    """The stems that are opposites of a stem: those of the list, and the same with or without a negating prefix."""
    with_prefix = [prefix + word for prefix in _PREFIXES if len(word) >= _SHORTEST]
    without = [word.removeprefix(prefix) for prefix in _PREFIXES if word.startswith(prefix)]
    return _table().get(word, frozenset()).union(with_prefix, (one for one in without if len(one) >= _SHORTEST))
