"""Reads a page as a browser would: is it whole, does it need nothing from outside."""

import re
from html.parser import HTMLParser

VOID = {"meta", "link", "img", "br", "hr", "input"}


class Reader(HTMLParser):
    """Collects the tags, ids, references and words of a page; a tag closed out of turn is an error."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {key: value or "" for key, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {key: value or "" for key, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def read_page(html: str) -> Reader:
    """The page, checked: whole, of one piece, with words for its pictures."""
    page = Reader()
    page.feed(html)
    page.close()
    assert page.open == []
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    for name in re.findall(r"url\(#([^)]*)\)", html):
        assert name in ids
    for tag, attributes in page.tags:
        assert tag not in ("script", "link", "iframe", "img", "object")
        assert not any(key.startswith("on") or key == "src" for key in attributes)
        for key in ("href", "xlink:href"):
            if key in attributes:
                assert attributes[key].startswith("#") and attributes[key][1:] in ids
    assert not re.search(r"@import|url\((?!#)", html)
    assert "default-src 'none'" in html and "prefers-color-scheme: dark" in html
    for number, (tag, attributes) in enumerate(page.tags):
        if tag == "figure":
            inner, found = page.tags[number + 1]
            assert inner == "svg" and found["role"] == "img" and found["aria-label"]
        if tag == "th":
            assert attributes["scope"] in ("row", "col")
    return page


def text_of(page: Reader) -> str:
    """The words of a page, with single spaces."""
    return " ".join(" ".join(page.words).split())
