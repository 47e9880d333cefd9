"""Numbers, keys and fragments of names."""

from sandtable.cli.name_matching import Thing, find, normalise, split, take, whole

AREAS = ["Königsberg", "Kovel", "Kiev", "Minsk", "Berlin", "El Alamein", "El Agheila", "Łódź"]
THINGS = [
    *[
        Thing(i, i + 1, "area", f"area:{normalise(name).replace(' ', '_')}", name)
        for i, name in enumerate(AREAS)
    ],
    Thing(20, 9, "unit", "unit:german_infantry@warsaw", "German infantry in Warsaw", "Warsaw"),
    Thing(
        21, 10, "unit", "unit:german_infantry.reduced@minsk", "German infantry (reduced) in Minsk", "Minsk"
    ),
    Thing(22, 11, "unit", "unit:german_armor@minsk", "German armor in Minsk", "Minsk"),
    Thing(23, 12, "button", "button:done", "Done"),
]


def found(*typed: str) -> list[str]:
    return [thing.key for thing in find(THINGS, list(typed))]


def test_fold_drops_case_accents_and_signs() -> None:
    assert normalise("Königsberg") == "konigsberg"
    assert normalise("Łódź / Tromsø") == "lodz tromso"
    assert normalise("End operations, begin combat") == "end operations begin combat"


def test_a_name_is_found_without_case_and_accents() -> None:
    assert found("KONIGS") == ["area:konigsberg"]
    assert found("königsberg") == ["area:konigsberg"]
    assert found("lodz") == ["area:lodz"]


def test_a_key_is_exact() -> None:
    assert found("unit:german_armor@minsk") == ["unit:german_armor@minsk"]
    assert found("area:minsk") == ["area:minsk"]


def test_the_whole_name_comes_before_names_that_contain_it() -> None:
    assert found("minsk") == ["area:minsk"]


def test_a_kind_narrows_the_search() -> None:
    assert found("unit:minsk") == ["unit:german_infantry.reduced@minsk", "unit:german_armor@minsk"]
    assert found("area:k") == ["area:konigsberg", "area:kovel", "area:kiev"]
    assert found("area:") == []


def test_words_in_any_order_and_cut_short() -> None:
    assert found("minsk", "arm") == ["unit:german_armor@minsk"]
    assert found("inf", "germ", "wars") == ["unit:german_infantry@warsaw"]


def test_each_word_needs_a_word_of_its_own() -> None:
    assert found("berlin", "berlin") == []
    assert found("german", "g") == []


def test_a_piece_of_a_name_is_the_last_resort() -> None:
    assert found("alamein") == ["area:el_alamein"]
    assert found("lame") == ["area:el_alamein"]
    assert found("xyz") == []
    assert found("...") == []


def test_take_prefers_the_longest_run_that_means_one_thing() -> None:
    things, used = take(THINGS, ["el", "alamein", "kiev"])
    assert ([thing.label for thing in things], used) == (["El Alamein"], 2)
    things, used = take(THINGS, ["kovel", "minsk"])
    assert ([thing.label for thing in things], used) == (["Kovel"], 1)


def test_small_words_mean_nothing_among_others() -> None:
    assert split("armor in Ruhr to Brussels, then the end") == ["armor", "Ruhr", "Brussels,", "end"]
    assert split("to") == ["to"]
    assert split("") == []


def test_take_gives_all_candidates_of_the_longest_unclear_run() -> None:
    things, used = take(THINGS, ["german", "minsk", "kiev"])
    assert len(things) == 2 and used == 2
    assert take(THINGS, ["nowhere"]) == ([], 0)


def test_a_thing_tells_its_place_once() -> None:
    assert str(THINGS[8]) == "German infantry in Warsaw"
    assert str(Thing(1, 1, "unit", "unit:tank", "Tank", "North")) == "Tank in North"


def test_the_whole_name_of_a_thing() -> None:
    infantry = THINGS[8]
    for typed in (
        "german infantry in warsaw",
        "German infantry Warsaw",
        "unit:german_infantry@warsaw",
        "german_infantry@warsaw",
    ):
        assert whole(infantry, typed.split())
    for typed in ("german infantry", "german", "infantry warsaw", "german infantry warsaw minsk"):
        assert not whole(infantry, typed.split())
