"""Passwords are kept as argon2id hashes."""

import pytest
from argon2 import PasswordHasher

from sandtable.server import passwords


def test_a_password_is_kept_as_argon2id_and_never_twice_alike() -> None:
    one, two = passwords.hash_password("correct horse"), passwords.hash_password("correct horse")
    assert one.startswith("$argon2id$") and "correct" not in one
    assert one != two
    # OWASP's least: 19 MiB and two passes.
    cost = dict(part.split("=") for part in one.split("$")[3].split(","))
    assert int(cost["m"]) >= 19 * 1024 and int(cost["t"]) >= 2
    assert passwords.verify(one, "correct horse") and passwords.verify(two, "correct horse")
    assert not passwords.verify(one, "Correct horse")


@pytest.mark.usefixtures("cheap_passwords")
def test_nobody_signs_in_without_a_kept_password() -> None:
    assert not passwords.verify(None, "correct horse")
    assert not passwords.verify(None, "nobody's")
    assert not passwords.verify("not a hash", "correct horse")
    assert not passwords.verify(passwords.hash_password("x" * 200), "x" * 201)


@pytest.mark.usefixtures("cheap_passwords")
def test_where_there_is_no_password_the_work_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[bytes | str] = []
    kept = passwords.hasher.hash

    class Counting:
        def hash(self, password: bytes | str) -> str:
            made.append(password)
            return kept(password)

    monkeypatch.setattr(passwords, "hasher", Counting())
    assert not passwords.verify(None, "correct horse")
    assert len(made) == 1


@pytest.mark.usefixtures("cheap_passwords")
@pytest.mark.parametrize(("password", "word"), [("seven77", "at least 8"), ("x" * 201, "at most 200")])
def test_short_and_endless_passwords_are_refused(password: str, word: str) -> None:
    with pytest.raises(passwords.BadPassword, match=word):
        passwords.hash_password(password)


@pytest.mark.usefixtures("cheap_passwords")
def test_the_same_letters_from_another_keyboard_are_the_same_password() -> None:
    assert passwords.verify(passwords.hash_password("Käse und Brot"), "Ka\u0308se und Brot")
    assert passwords.verify(passwords.hash_password("odd \ud800 letter"), "odd \ud800 letter")


def test_a_hash_of_less_cost_is_outdated(cheap_passwords: None, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = passwords.hash_password("correct horse")
    assert not passwords.outdated(kept)
    monkeypatch.setattr(passwords, "hasher", PasswordHasher(time_cost=2, memory_cost=8, parallelism=1))
    assert passwords.outdated(kept)
    assert passwords.verify(kept, "correct horse")


def test_new_passwords_are_long_and_random() -> None:
    made = {passwords.new_password() for _ in range(50)}
    assert len(made) == 50
    assert all(len(password) == 19 and not set(password) & set("il1o0") for password in made)


@pytest.mark.parametrize(
    "password",
    [
        "password",
        "12345678",
        "123456789",
        "qwertyuiop",
        "iloveyou",
        "sunshine",
        "princess",
        "football",
        "trustno1",
        "password1",
        "11111111",
        "1q2w3e4r",
        "starwars",
        "PASSWORD",
        "Football1",
        "987654321",
        "superman",
        "qwerty123",
    ],
)
def test_the_most_common_passwords_are_refused(password: str) -> None:
    with pytest.raises(passwords.BadPassword, match="one of the most common passwords"):
        passwords.hash_password(password)


@pytest.mark.usefixtures("cheap_passwords")
def test_common_words_together_are_not_refused() -> None:
    for password in (
        "sunshine football princess",
        "correct horse",
        "Passwort mit Käse",
        passwords.new_password(),
    ):
        assert passwords.verify(passwords.hash_password(password), password)


def test_there_are_thousands_of_common_passwords_all_of_them_long_enough() -> None:
    found = passwords.common_passwords()
    assert len(found) == 8_354
    assert min(len(each) for each in found) == passwords.LEAST
    assert all(each == each.casefold().strip() for each in found)


def test_a_name_is_no_password() -> None:
    with pytest.raises(passwords.BadPassword, match="Your name"):
        passwords.hash_password("marshal ney", "Marshal Ney")


@pytest.mark.usefixtures("cheap_passwords")
def test_a_password_that_was_accepted_once_stays_one() -> None:
    """A common password from before they were refused still works, and its hash is renewed."""
    assert passwords.verify(passwords.hash_again("password"), "password")
