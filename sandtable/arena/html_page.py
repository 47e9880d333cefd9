"""One HTML page that needs nothing else: style and pictures are in it, and no script."""

import re
from collections.abc import Sequence
from html import escape

from sandtable.arena.shared_svg import DrawingSet

Cell = str | int | float

# Colours pass 4.5 : 1 against the paper in both lights; lines differ by marker and dash as well.
STYLE = """
:root { color-scheme: light dark; --paper: #fdfcf8; --ink: #22211e; --soft: #5d594f; --grid: #d8d4c8;
  --accent: #1c5a96; --panel: #f3f0e6;
  --series-0: #1c5a96; --series-1: #a8420a; --series-2: #1d6b45; --series-3: #8a3179;
  --series-4: #6b5a00; --series-5: #0d6a75; --series-6: #9c2740; --series-7: #4e4a9e; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #191a1c; --ink: #ece9e1; --soft: #b3aea2; --grid: #43454a; --accent: #86b9ee;
    --panel: #232528;
    --series-0: #86b9ee; --series-1: #f2a36b; --series-2: #7fce9f; --series-3: #e3a0d6;
    --series-4: #d8c665; --series-5: #6fcfdb; --series-6: #f196a6; --series-7: #b5b1f5; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 68rem; padding: 1.5rem 1rem 4rem; background: var(--paper);
  color: var(--ink); font: 1rem/1.5 system-ui, "Segoe UI", "Open Sans", Helvetica, Arial, sans-serif; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .3rem; }
h2 { font-size: 1.25rem; margin: 2.2rem 0 .5rem; border-bottom: 1px solid var(--grid); }
h3 { font-size: 1.05rem; margin: 1.4rem 0 .4rem; }
p { max-width: 46rem; margin: .4rem 0; }
p.soft, caption, figcaption { color: var(--soft); font-size: .9rem; text-align: left; }
a { color: var(--accent); }
nav ul { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; list-style: none; padding: 0; margin: .8rem 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .92rem; margin: .5rem 0; }
th, td { padding: .22rem .7rem .22rem 0; text-align: left; vertical-align: top;
  border-bottom: 1px solid var(--grid); }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
figure { margin: .8rem 0; max-width: 46rem; }
figure.map { max-width: none; }
figure svg { width: 100%; height: auto; display: block; }
figure.map svg { border: 1px solid var(--grid); }
.plots { display: grid; gap: .5rem 2rem;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); }
details { margin: .3rem 0; }
summary { cursor: pointer; color: var(--accent); }
summary:focus-visible, a:focus-visible, .wide:focus-visible { outline: 2px solid var(--accent);
  outline-offset: 2px; }
ol.events { margin: .2rem 0; padding-left: 1.4rem; }
@media print { body { max-width: none; } details:not([open]) { display: none; } }
"""

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


class Page:
    """Collects a page from top to bottom."""

    def __init__(self, title: str, lead: str = "") -> None:
        self.title = title
        self.lead = lead
        self._parts: list[str] = []
        self._sections: list[tuple[str, str]] = []
        self._pictures = 0
        self._drawings = DrawingSet()
        self._maps: dict[int, tuple[int, str]] = {}  # by the place where they come

    def section(self, title: str) -> None:
        """Add a heading with a link in the list at the top."""
        name = f"s{len(self._sections) + 1}"
        self._sections.append((name, title))
        self._parts.append(f'<h2 id="{name}">{escape(title)}</h2>')

    def heading(self, title: str) -> None:
        """Add a smaller heading."""
        self._parts.append(f"<h3>{escape(title)}</h3>")

    def text(self, text: str, soft: bool = False) -> None:
        """Add a paragraph."""
        self._parts.append(f'<p class="soft">{escape(text)}</p>' if soft else f"<p>{escape(text)}</p>")

    def events(self, found: Sequence[str]) -> None:
        """Add a list of sentences."""
        self._parts.append(
            '<ol class="events">' + "".join(f"<li>{escape(text)}</li>" for text in found) + "</ol>"
        )

    def table(self, caption: str, heads: Sequence[str], rows: Sequence[Sequence[Cell]]) -> None:
        """Add a table; the first cell of each row is its heading, numbers are aligned to the right."""
        numeric = [
            bool(rows) and all(not isinstance(row[i], str) or _numeric(row[i]) for row in rows)
            for i in range(len(heads))
        ]
        head = "".join(
            f'<th scope="col"{_class(numeric[i])}>{escape(text)}</th>' for i, text in enumerate(heads)
        )
        body = ""
        for row in rows:
            cells = f'<th scope="row">{escape(_shown(row[0]))}</th>'
            for i, cell in enumerate(row[1:], 1):
                cells += f"<td{_class(numeric[i])}>{escape(_shown(cell))}</td>"
            body += f"<tr>{cells}</tr>"
        self._parts.append(
            f'<div class="wide" tabindex="0" role="region" aria-label="{escape(caption)}"><table>'
            f"<caption>{escape(caption)}</caption>"
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
        )

    def plot(self, svg: str, text: str) -> None:
        """Add a plot and a text that describes it, also for screen readers."""
        self._parts.append(f"<figure>{self._own(svg, text)}<figcaption>{escape(text)}</figcaption></figure>")

    def map(self, svg: str, text: str) -> None:
        """Add a map and a text that describes it; what maps have in common is written once."""
        self._maps[len(self._parts)] = (self._drawings.add(svg), text)
        self._parts.append("")

    def open_details(self, summary: str, is_open: bool = False) -> None:
        """Begin a part that can be folded."""
        self._parts.append(f"<details{' open' if is_open else ''}><summary>{escape(summary)}</summary>")

    def close_details(self) -> None:
        """End the part that can be folded."""
        self._parts.append("</details>")

    def open_grid(self) -> None:
        """Begin a part whose elements are side by side if there is room."""
        self._parts.append('<div class="plots">')

    def close_grid(self) -> None:
        """End the part with elements side by side."""
        self._parts.append("</div>")

    def _own(self, svg: str, text: str) -> str:
        """Return a picture with its text, and with ids that no other picture of the page has."""
        self._pictures += 1
        prefix = f"p{self._pictures}-"
        svg = re.sub(r' id="', f' id="{prefix}', svg)
        svg = re.sub(r'(url\(#|href="#)', rf"\g<1>{prefix}", svg)
        return svg.replace("<svg ", f'<svg role="img" aria-label="{escape(text)}" ', 1)

    def html(self) -> str:
        """Return the whole page."""
        parts = self._parts[:]
        for at, (number, text) in self._maps.items():
            parts[at] = f'<figure class="map">{self._drawings.drawing(number, text)}</figure>'
        hidden = self._drawings.hidden()
        links = "".join(f'<li><a href="#{name}">{escape(title)}</a></li>' for name, title in self._sections)
        return (
            '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            '<meta name="referrer" content="no-referrer">\n'
            f"<title>{escape(self.title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{hidden}"
            f"<header><h1>{escape(self.title)}</h1><p>{escape(self.lead)}</p></header>\n"
            f'<nav aria-label="Sections"><ul>{links}</ul></nav>\n<main>\n'
            + "\n".join(parts)
            + "\n</main>\n</body>\n</html>\n"
        )


def _shown(cell: Cell) -> str:
    return cell if isinstance(cell, str) else f"{cell:.3f}" if isinstance(cell, float) else str(cell)


def _numeric(text: Cell) -> bool:
    """Return whether a cell is a number."""
    return isinstance(text, str) and re.fullmatch(r"[–—+\-−±\d.,% ]+", text) is not None


def _class(numeric: bool) -> str:
    return ' class="number"' if numeric else ""
