"""Changes to a game's source that its tests must notice: one at each place that cites a rule.

A citation in a comment belongs to the statement, or the part of a longer statement, that stands on its line
(or on the next line of code if the comment has a line of its own). A condition is negated; where there is
none, a value is shifted or a statement removed. A citation in a docstring belongs to the whole function,
class or module; there, several changes are offered and a test has to notice one of them.
"""

import ast
import hashlib
import io
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from sandtable.engine.data.ledger import cited_in
from sandtable.engine.game import Game

SHIFT: Final = "_shifted_"  # the name under which the runner offers `shifted` to changed code
WIDE_TRIES: Final = 8  # changes tried for a citation in a docstring

Function = ast.FunctionDef | ast.AsyncFunctionDef
Holder = Function | ast.ClassDef | ast.Module
Tested = ast.If | ast.While | ast.IfExp | ast.Assert


class Edit(NamedTuple):
    """A text that replaces a part of the source; `condition` is the part as it stands there."""

    start: int
    end: int
    text: str
    condition: str


class Place(NamedTuple):
    """A place that cites rules, with the edits to try there; a test has to notice one of them."""

    module: str  # path of the file in the game's package
    line: int
    rules: tuple[str, ...]
    name: str  # the function or class around it
    edits: tuple[Edit, ...]

    @property
    def key(self) -> str:
        """A name that stays the same as long as the place and its citations do."""
        parts = [self.module, self.name, *self.rules, *(edit.condition for edit in self.edits)]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


class Source:
    """A module's text, syntax tree and tokens, with the places in it that cite rules."""

    def __init__(self, module: str, text: str, game: Game) -> None:
        self.module = module
        self.text = text
        self.game = game
        self.tree = ast.parse(text)
        self.lines = text.splitlines(keepends=True)
        self.offsets = [0]
        for line in self.lines:
            self.offsets.append(self.offsets[-1] + len(line))
        self.parent: dict[ast.AST, ast.AST] = {}
        for node in ast.walk(self.tree):
            for child in ast.iter_child_nodes(node):
                self.parent[child] = node
        self.comments: dict[int, str] = {}
        self.code: dict[int, str] = {}  # the first token of each line that has code
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                self.comments[token.start[0]] = token.string
            elif token.string.strip() and token.type != tokenize.ENDMARKER:
                self.code.setdefault(token.start[0], token.string)

    # --- places

    def places(self) -> Iterator[Place]:
        """Yield every place of this module that cites a rule of the game's index."""
        for line, comment in self.comments.items():
            if rules := self._rules(comment):
                node, edits = self.at_comment(line)
                yield Place(self.module, line, rules, self.qualified(node), tuple(edits))
        for holder in ast.walk(self.tree):
            if isinstance(holder, Holder):
                doc = ast.get_docstring(holder, clean=False)
                if doc is not None and (rules := self._rules(doc)):
                    line = holder.body[0].lineno
                    edits = spread(self.in_holder(holder), WIDE_TRIES)
                    yield Place(self.module, line, rules, self.qualified(holder), tuple(edits))

    def _rules(self, text: str) -> tuple[str, ...]:
        found: dict[str, None] = {}
        for line in text.splitlines():
            for rule in cited_in(line, self.game):
                if rule in self.game.rules:
                    found[rule] = None
        return tuple(found)

    def qualified(self, node: ast.AST | None) -> str:
        """Return the dotted name of the function or class that holds a node, or "" at module level."""
        names: list[str] = []
        while node is not None:
            if isinstance(node, Function | ast.ClassDef):
                names.append(node.name)
            node = self.parent.get(node)
        return ".".join(reversed(names))

    # --- comments

    def at_comment(self, line: int) -> tuple[ast.AST, list[Edit]]:
        """Return the node that the comment on this line is about, and the edits to try there."""
        while line not in self.code and line <= len(self.lines):
            line += 1
        if self.code.get(line) in ("else", "finally", "try"):
            owner = self._owner_of_else(line)
            return (owner, self._negated(owner.test)) if owner is not None else (self.tree, [])
        found = self._statement(line)
        if found is None:
            return self.tree, []
        if isinstance(found, Holder):
            return found, spread(self.in_holder(found), WIDE_TRIES)
        last = _header_end(found)
        if last > found.lineno:
            part = self._part(found, line, last)
            if part is not None:
                return part, self.of_expression(part)
        return found, self.of_statement(found)

    def _owner_of_else(self, line: int) -> ast.If | None:
        for node in ast.walk(self.tree):
            if isinstance(node, ast.If) and node.orelse:
                if (node.body[-1].end_lineno or 0) < line < node.orelse[0].lineno:
                    return node
        return None

    def _statement(self, line: int) -> ast.stmt | None:
        """Return the innermost statement whose own lines, for a compound one its head, hold this line."""
        best: ast.stmt | None = None
        for node in ast.walk(self.tree):
            if isinstance(node, ast.stmt) and node.lineno <= line <= _header_end(node):
                if best is None or node.lineno >= best.lineno:
                    best = node
        return best

    def _part(self, statement: ast.stmt, line: int, last: int) -> ast.expr | None:
        """Return the largest expression of a long statement that lies on this line alone."""
        for node in _within(statement, last):
            if isinstance(node, ast.expr) and node.lineno == node.end_lineno == line:
                context = getattr(node, "ctx", None)
                if not isinstance(context, (ast.Store, ast.Del)) and not isinstance(node, ast.Starred):
                    if self._replaceable(node):
                        return node
        return None

    def _replaceable(self, node: ast.expr) -> bool:
        """Whether an edit of this expression is still Python: not in an annotation, decorator or string."""
        above = self.parent[node]
        if isinstance(above, (ast.arg, ast.JoinedStr, ast.FormattedValue)):
            return False
        if isinstance(above, ast.AnnAssign) and above.annotation is node:
            return False
        return not (isinstance(above, Function) and (above.returns is node or node in above.decorator_list))

    # --- edits

    def of_expression(self, node: ast.expr) -> list[Edit]:
        """Return the edit of a part of a statement: negated where it is a condition, otherwise shifted."""
        above = self.parent[node]
        if _is_condition(node) or (isinstance(above, Tested) and above.test is node):
            return self._negated(node)
        if isinstance(above, ast.BoolOp) or (isinstance(above, ast.comprehension) and node in above.ifs):
            return self._negated(node)
        inner = self._conditions(node)
        return self._negated(inner[0]) if inner else self._shifted(node)

    def of_statement(self, node: ast.stmt) -> list[Edit]:
        """Return the edit of a statement that has a citation; none where there is nothing to change."""
        match node:
            case ast.If() | ast.While() | ast.Assert():
                return [] if isinstance(node.test, ast.Constant) else self._negated(node.test)
            case ast.For():
                return [self._edit(node.iter, "()")]
            case ast.Return():
                return self._of_return(node)
            case ast.Assign() | ast.AugAssign() | ast.AnnAssign():
                return self._of_assignment(node)
            case ast.Expr():
                if isinstance(node.value, ast.Constant):
                    return []
                inner = self._conditions(node.value)
                return self._negated(inner[0]) if inner else [self._edit(node, "pass")]
            case ast.Raise() | ast.Continue() | ast.Break():
                return self._of_enclosing_if(node)
            case _:
                return []

    def _of_return(self, node: ast.Return) -> list[Edit]:
        value = node.value
        if value is None:
            return self._of_enclosing_if(node)
        inner = self._conditions(value)
        if inner:
            return self._negated(inner[0])
        if isinstance(value, (ast.Constant, ast.Name, ast.Attribute, ast.Tuple, ast.Call, ast.UnaryOp)):
            if edits := self._of_enclosing_if(node):
                return edits
        return self._negated(value) if self._gives_bool(node) else self._shifted(value)

    def _gives_bool(self, node: ast.AST) -> bool:
        function: ast.AST | None = node
        while function is not None and not isinstance(function, Function):
            function = self.parent.get(function)
        returns = function.returns if isinstance(function, Function) else None
        return isinstance(returns, ast.Name) and returns.id == "bool"

    def _of_enclosing_if(self, node: ast.stmt) -> list[Edit]:
        above = self.parent.get(node)
        if isinstance(above, ast.If) and not isinstance(above.test, ast.Constant):
            return self._negated(above.test)
        return []

    def _of_assignment(self, node: ast.Assign | ast.AugAssign | ast.AnnAssign) -> list[Edit]:
        if node.value is None:
            return []
        inner = self._conditions(node.value)
        if inner:
            return self._negated(inner[0])
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        held = isinstance(targets[0], (ast.Attribute, ast.Subscript))
        inside = any(isinstance(above, Function) for above in self._above(node))
        if inside and (held or isinstance(node, ast.AugAssign)):
            return [self._edit(node, "pass")]
        if not inside and self._is_enumerator(node):
            return []
        return self._shifted(node.value)

    def _is_enumerator(self, node: ast.stmt) -> bool:
        """Whether a constant is one of several that only tell things apart: numbers on lines side by side."""
        body: list[ast.stmt] = getattr(self.parent[node], "body", [])
        near = [other for other in body if abs(other.lineno - node.lineno) == 1]
        return _is_number(node) and any(_is_number(other) for other in near)

    def _above(self, node: ast.AST) -> Iterator[ast.AST]:
        above = self.parent.get(node)
        while above is not None:
            yield above
            above = self.parent.get(above)

    def in_holder(self, holder: Holder) -> list[Edit]:
        """Return the edits in a function, class or module: its conditions; without any, its statements."""
        conditions: list[Edit] = []
        for node in _in_order(holder):
            if isinstance(node, (ast.If, ast.While, ast.IfExp)) and not isinstance(node.test, ast.Constant):
                conditions += self._negated(node.test)
            elif isinstance(node, ast.comprehension):
                for test in node.ifs:
                    conditions += self._negated(test)
            elif isinstance(node, ast.Return) and node.value is not None and _is_condition(node.value):
                conditions += self._negated(node.value)
        conditions = [edit for edit in conditions if "log is" not in edit.condition]
        if conditions:
            return conditions
        edits: list[Edit] = []
        for node in _in_order(holder):
            if isinstance(node, (ast.Return, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr, ast.For)):
                edits += self.of_statement(node)
        return edits

    def _conditions(self, node: ast.expr) -> list[ast.expr]:
        """Return the conditions in an expression, outermost first."""
        found: list[ast.expr] = []
        for part in ast.walk(node):
            if isinstance(part, ast.IfExp):
                found.append(part.test)
            elif isinstance(part, ast.comprehension):
                found += part.ifs
            elif isinstance(part, ast.expr) and _is_condition(part):
                above = self.parent[part]
                if not isinstance(above, (ast.BoolOp, ast.UnaryOp)):
                    found.append(part)
        return found

    def _negated(self, node: ast.expr) -> list[Edit]:
        return [self._edit(node, f"(not ({self._segment(node)}))")]

    def _shifted(self, node: ast.expr) -> list[Edit]:
        above = self.parent.get(node)
        if isinstance(above, ast.FormattedValue) or isinstance(node, (ast.Lambda, ast.Yield)):
            return []
        return [self._edit(node, f"{SHIFT}({self._segment(node)})")]

    def _edit(self, node: ast.expr | ast.stmt, text: str) -> Edit:
        start, end = self._at(node.lineno, node.col_offset), self._span_end(node)
        return Edit(start, end, text, " ".join(self.text[start:end].split()))

    def _segment(self, node: ast.expr) -> str:
        return self.text[self._at(node.lineno, node.col_offset) : self._span_end(node)]

    def _span_end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self._at(node.end_lineno, node.end_col_offset)

    def _at(self, line: int, column: int) -> int:
        """Return where in the text a line and a column, which the tree counts in bytes, are."""
        before = self.lines[line - 1].encode()[:column].decode()
        return self.offsets[line - 1] + len(before)

    def changed(self, edit: Edit) -> str:
        """Return the source with one edit made."""
        return self.text[: edit.start] + edit.text + self.text[edit.end :]


def places_of(game: Game, folder: Path) -> list[tuple[Source, Place]]:
    """Return every place in a game's package that cites a rule, with the module that holds it."""
    found: list[tuple[Source, Place]] = []
    for path in sorted(folder.rglob("*.py")):
        source = Source(path.relative_to(folder).as_posix(), path.read_text(encoding="utf-8"), game)
        found += [(source, place) for place in source.places()]
    narrow = {rule for _, place in found if place.name and place.edits for rule in place.rules}
    chosen: list[tuple[Source, Place]] = []
    for source, place in found:
        if place.line == 1 and not place.name:  # a module's docstring: only for what stands nowhere else
            place = place._replace(rules=tuple(rule for rule in place.rules if rule not in narrow))
        if place.rules:
            chosen.append((source, place))
    return chosen


def shifted(value: object) -> object:
    """Return another value of the same kind: the runner puts this function into changed modules."""
    match value:
        case bool():
            return not value
        case int() | float():
            return value + 1
        case str():
            return value + " (changed)"
        case bytes() | bytearray() | list() | tuple() | range():
            if len(value) > 0:
                return value[1:]
        case dict():
            if value:
                return dict(list(value.items())[1:])
        case set() | frozenset():
            if value:
                return type(value)(sorted(value, key=repr)[1:])
        case Iterator():
            return iter(list(value)[1:])
    raise AssertionError(f"{value!r} was needed here")


def spread(edits: list[Edit], most: int) -> list[Edit]:
    """Return at most `most` of the edits, spread evenly."""
    if len(edits) <= most:
        return edits
    return [edits[index * len(edits) // most] for index in range(most)]


def _header_end(node: ast.stmt) -> int:
    """Return the last line of a statement, or of its head if it holds others."""
    body = getattr(node, "body", None)
    if not isinstance(body, list) or not body:
        assert node.end_lineno is not None
        return node.end_lineno
    first: ast.stmt = body[0]
    start = first.lineno
    if isinstance(first, Function | ast.ClassDef) and first.decorator_list:
        start = first.decorator_list[0].lineno
    return max(node.lineno, start - 1)


def _within(statement: ast.stmt, last: int) -> Iterator[ast.AST]:
    """Yield the nodes of a statement up to a line, outer ones first."""
    todo: list[ast.AST] = [statement]
    while todo:
        node = todo.pop(0)
        yield node
        todo += [child for child in ast.iter_child_nodes(node) if getattr(child, "lineno", 0) <= last]


def _in_order(holder: Holder) -> list[ast.AST]:
    """Return the nodes of a function, class or module in the order of the text, without its head."""
    inside = [node for statement in holder.body for node in ast.walk(statement)]
    place: dict[int, tuple[int, int]] = {}
    for node in inside:
        if isinstance(node, ast.comprehension):
            place[id(node)] = (node.target.lineno, node.target.col_offset)
        else:
            place[id(node)] = (getattr(node, "lineno", 0), getattr(node, "col_offset", 0))
    return sorted(inside, key=lambda node: place[id(node)])


def _is_number(node: ast.stmt) -> bool:
    """Whether a statement gives a number a name."""
    value = node.value if isinstance(node, (ast.Assign, ast.AnnAssign)) else None
    return isinstance(value, ast.Constant) and type(value.value) is int


def _is_condition(node: ast.expr) -> bool:
    """Whether an expression is a comparison or is made of conditions."""
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Not)
    return isinstance(node, (ast.Compare, ast.BoolOp))
