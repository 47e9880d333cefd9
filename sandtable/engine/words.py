"""Small words that logs, questions and refusals of all games share; not called while no log is kept."""


def one_stop(text: str) -> str:
    """Return a sentence that ends with an abbreviation has one full stop: "to Midway Isl."."""
    return text[:-1] if text.endswith("..") else text


def count(number: int, thing: str) -> str:
    """Return a number of things: "1 Action", "2 Actions", "no Actions"."""
    if number == 1:
        return f"1 {thing}"
    return f"{number} {thing}s" if number else f"no {thing}s"


def listed(names: list[str], last: str = "and") -> str:
    """Names in a row: "Riga, Minsk and Kovel"."""
    if not names:
        return ""
    return f" {last} ".join([part for part in (", ".join(names[:-1]), names[-1]) if part])


def players(counts: tuple[int, ...]) -> str:
    """Return for how many something is: "1 player", "2, 3 or 4 players"."""
    return f"{listed([str(n) for n in counts], 'or')} {'player' if counts == (1,) else 'players'}"


def tally(names: list[str]) -> str:
    """Names in a row, equal ones counted: "2 × German infantry and German armor"."""
    told: list[str] = []
    for i in range(len(names)):
        if names[i] not in names[:i]:
            number = names.count(names[i])
            told.append(names[i] if number == 1 else f"{number} × {names[i]}")
    return listed(told)


def signed(number: int, why: str) -> str:
    """Return a part of a sum: " + 2 support", " − 1 submarines"."""
    return f" + {number} {why}" if number >= 0 else f" − {-number} {why}"
