"""Generated documents for measuring: `generate(count, seed)` gives the same texts for the same arguments, and truth.

Every document describes an entity of its own in about 1,000 words of Markdown: headings, paragraphs, a list, a table,
values of all kinds. A controlled number of *shared* keys is stated in two documents each, in other words; some of them
with another value. Nothing else is said about one entity twice, so whatever else is flagged is a false alarm.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from phrases import FIRST, FRAMES, GENRES, LAST, LINKS, PLACES, SYLLABLES, Genre
from values_drawn import draw, draw_date, draw_other

STATEMENTS = 48  # sentences with a value in one document: with the rest about 1,000 words
_SHARED_FRAMES = (
    "The {property} of the {part} at {entity} is {value}.",
    "At {entity}, the {part} has {a} {property} of {value}.",
)


@dataclass(frozen=True)
class Shared:
    """A key stated in two documents: the quotes there, and whether their values conflict."""

    documents: tuple[str, str]
    quotes: tuple[str, str]
    conflicting: bool


@dataclass(frozen=True)
class Generated:
    """Texts by file name, sorted, and the keys that two of them share."""

    texts: tuple[tuple[str, str], ...]
    shared: tuple[Shared, ...]


def generate(count: int, seed: int = 0, *, shared: int | None = None, conflicting: int | None = None) -> Generated:
    """`count` documents; `shared` keys (default a tenth of them), `conflicting` of which (default half) disagree."""
    if count < 2:
        raise ValueError(f"At least two documents are needed to share a key, not {count}.")
    keys = count // 10 if shared is None else shared
    clashes = keys // 2 if conflicting is None else conflicting
    if not 0 <= clashes <= keys:
        raise ValueError(f"{clashes} of {keys} shared keys cannot conflict.")
    names = [f"{GENRES[index % len(GENRES)].name}-{index:05d}.md" for index in range(count)]
    random = Random(f"shared {seed}")
    stated = [_shared_key(names, index, index < clashes, random) for index in range(keys)]
    extra: dict[str, list[str]] = {}
    for key in stated:
        for name, quote in zip(key.documents, key.quotes, strict=True):
            extra.setdefault(name, []).append(quote)
    texts = tuple((name, _document(index, seed, extra.get(name, []))) for index, name in enumerate(names))
    return Generated(tuple(sorted(texts)), tuple(stated))


def entity_name(index: int) -> str:
    """A name of its own for each number: "Karovend", "Tisbel Mol" ..."""
    base = len(SYLLABLES)
    digits = [index % base, index // base % base, index // base**2 % base]
    word = "".join(SYLLABLES[digit] for digit in digits).capitalize()
    return word if index < base**3 else f"{word} {index // base**3}"


def _shared_key(names: list[str], index: int, conflicting: bool, random: Random) -> Shared:
    first, second = random.sample(names, 2)
    genre = random.choice(GENRES)
    what, kind = random.choice(genre.properties)
    value = draw(kind, random)
    other = draw_other(kind, value, random) if conflicting else value
    entity = f"{random.choice(PLACES)} {entity_name(9001 + index * 11)}"
    filled = {"a": _article(what), "property": what, "part": random.choice(genre.parts), "entity": entity}
    quotes = [frame.format(value=said, **filled) for frame, said in zip(_SHARED_FRAMES, (value, other), strict=True)]
    return Shared((first, second), (quotes[0], quotes[1]), conflicting)


def _document(index: int, seed: int, extra: list[str]) -> str:
    random = Random(f"{seed} {index}")
    genre = GENRES[index % len(GENRES)]
    entity = entity_name(index * 7 + 3)
    pairs = random.sample([(part, what) for part in genre.parts for what in genre.properties], STATEMENTS + 8)
    rows, told = pairs[:8], pairs[8:]
    blocks = [f"# {genre.title.format(entity=entity)}", _fill(genre.opening, entity, random)]
    size = -(-len(told) // len(genre.sections))
    for number, section in enumerate(genre.sections):
        blocks.append(f"## {section}")
        blocks += _section(genre, entity, told[number * size : (number + 1) * size], number, random)
        if number == 1:
            blocks.append(_table(rows, random))
    if extra:
        blocks += ["## Other sites", *extra]
    return "\n\n".join(blocks) + "\n"


def _section(
    genre: Genre, entity: str, pairs: list[tuple[str, tuple[str, str]]], number: int, random: Random
) -> list[str]:
    sentences = [_sentence(random.choice(FRAMES), part, what, entity, random) for part, what in pairs]
    part = genre.parts[(number * 5 + len(entity)) % len(genre.parts)]
    rule = genre.rules[number % len(genre.rules)].format(part=part)
    link = _fill(random.choice(LINKS), entity, random, genre.sections[number].lower())
    if number % 3 == 2:
        return ["The following holds here:", "\n".join(f"- {sentence}" for sentence in sentences), f"{rule} {link}"]
    middle = len(sentences) // 2
    return [" ".join([*sentences[:middle], rule]), " ".join([*sentences[middle:], link])]


def _sentence(frame: str, part: str, what: tuple[str, str], entity: str, random: Random) -> str:
    filled = {"a": _article(what[0]), "property": what[0], "part": part, "entity": entity, "person": _person(random)}
    said = frame.format(value=draw(what[1], random), **filled)
    return said[0].upper() + said[1:]


def _article(word: str) -> str:
    return "an" if word[0] in "aeiou" else "a"


def _table(pairs: list[tuple[str, tuple[str, str]]], random: Random) -> str:
    lines = ["| Item | Property | Value |", "|---|---|---|"]
    lines += [f"| {part.capitalize()} | {what} | {draw(kind, random)} |" for part, (what, kind) in pairs]
    return "\n".join(lines)


def _person(random: Random) -> str:
    return f"{random.choice(FIRST)} {random.choice(LAST)}"


def _fill(pattern: str, entity: str, random: Random, section: str = "") -> str:
    drawn = {"place": random.choice(PLACES), "person": _person(random), "date": draw_date(random)}
    return pattern.format(entity=entity, section=section, **drawn)
