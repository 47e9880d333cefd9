"""The log: what each seat may read."""

from sandtable.engine.log import Log


def told() -> Log:
    log = Log()
    log.add("Round 1.", "2")
    log.whisper("Red draws a card.", "You draw a 5.", (0,), "6")
    log.whisper("Blue shows its ally a card.", "The card is a 3.", (1, 2))
    log.add("Red moves.", "1a", (4, 9))
    return log


def test_secrets_are_read_only_by_their_seats() -> None:
    log = told()
    assert [line.text for line in log.lines(0)][1:3] == ["You draw a 5.", "Blue shows its ally a card."]
    assert [line.text for line in log.lines(2)][1:3] == ["Red draws a card.", "The card is a 3."]
    assert next(line.text for line in log.lines(None, 1)) == "Red draws a card."
    assert next(line.text for line in log.lines(None, 2)) == "Blue shows its ally a card."
    assert log.lines(1, 3) == [("Red moves.", "1a", (4, 9))]


def test_a_blinded_log_reads_the_same_and_knows_no_more() -> None:
    log = told()
    blind = log.copy()
    blind.blind(1)
    assert blind.lines(1) == log.lines(1)
    assert blind.lines(None) == log.lines(None)
    assert not any("draw a 5" in event.secret for event in blind.events)
    assert blind.events[2] == log.events[2]


def test_a_copy_goes_its_own_way() -> None:
    log = told()
    new = log.copy()
    new.add("More.")
    assert len(log.events) == 4 and len(new.events) == 5


def test_packing_keeps_everything() -> None:
    log = told()
    assert Log.unpack(log.pack()).events == log.events


def test_a_line_that_ends_with_an_abbreviation_has_one_full_stop() -> None:
    log = Log()
    log.add("A fleet moves to Midway Isl..")
    log.whisper("It comes from Hawaii Isl..", "It comes from Fiji Isl..", (1,))
    texts = [line.text for line in log.lines(0)]
    assert texts == ["A fleet moves to Midway Isl.", "It comes from Hawaii Isl."]
    assert log.lines(1)[1].text == "It comes from Fiji Isl."
