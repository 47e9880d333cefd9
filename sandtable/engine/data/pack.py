"""Component packs: folders of TOML files, read into the structs a game declares or refused with one sentence.

A game's `Pack` has a field for each file: `areas: AreasFile` is `areas.toml`, and the items of
`scenarios: tuple[ScenarioFile, ...]` are `scenarios/*.toml`. Only files that end in `.toml` count.
"""

import hashlib
import json
import re
import shutil
import tomllib
from pathlib import Path
from typing import Any, TypeVar, get_args, get_type_hints

import msgspec
from msgspec import inspect

from sandtable.engine.errors import PackError

__all__ = [
    "PackError",
    "entry_error",
    "export_pack",
    "files_of",
    "load_files",
    "load_pack",
    "pack_files",
    "pack_hash",
    "read_toml",
]

P = TypeVar("P")
Where = list[str | int]  # the way to a value: names of fields, positions in lists


def load_files(folder: Path, types: dict[str, type[Any]]) -> dict[str, Any]:
    """Return every file of a pack as its struct, by name; `PackError` for the first thing that is wrong."""
    found = pack_files(folder)
    struct_of: dict[str, type[Any]] = {}
    for pattern, struct in types.items():
        names = [name for name in found if matches(name, pattern)]
        if not names:
            raise PackError(f"The pack {folder} has no file {pattern}.")
        for name in names:
            struct_of[name] = struct
    for name in found:
        if name not in struct_of:
            known = ", ".join(types)
            raise PackError(f"The pack {folder} has a file {name}; the game knows only {known}.")
    return {name: load_file(folder, name, struct_of[name]) for name in found}


def files_of(pack: type[Any]) -> dict[str, type[Any]]:
    """Return the files that a `Pack` has, with their structs; a name with a star stands for one or more."""
    files: dict[str, type[Any]] = {}
    for name, kind in get_type_hints(pack).items():
        if get_args(kind):
            files[f"{name}/*.toml"] = get_args(kind)[0]
        else:
            files[f"{name}.toml"] = kind
    return files


def load_pack(folder: Path, kind: type[P]) -> P:
    """Return the files in a folder as a game's `Pack`; raise `PackError` for the first fault."""
    files = files_of(kind)
    parts: dict[str, Any] = {name.partition("/")[0]: () for name in files if "*" in name}
    for name, content in load_files(folder, files).items():
        part, slash, _ = name.removesuffix(".toml").partition("/")
        parts[part] = (*parts[part], content) if slash else content
    return kind(**parts)


def load_file(folder: Path, name: str, struct: type[Any]) -> Any:
    """Return one file of a pack as its struct."""
    raw = read_toml(folder, name)
    try:
        return msgspec.convert(raw, struct, strict=True)
    except msgspec.ValidationError as error:
        message = str(error)
    raise PackError(explain(name, raw, struct, message))


def read_toml(folder: Path, name: str) -> dict[str, Any]:
    """Return the plain content of one file."""
    try:
        return tomllib.loads((folder / name).read_bytes().decode("utf-8"))
    except UnicodeDecodeError as error:
        raise PackError(f"{name} is not text in UTF-8: byte {error.start + 1} cannot be read.") from None
    except tomllib.TOMLDecodeError as error:
        raise PackError(f"{name} is not valid TOML: {toml_problem(str(error))}.") from None
    except RecursionError:
        raise PackError(f"{name} is not usable: its lists are nested too deeply.") from None
    except OSError as error:
        raise PackError(f"{name} cannot be read: {error.strerror}.") from None


def toml_problem(message: str) -> str:
    """tomllib's message with the place first: `line 3, column 5: invalid value`."""
    text, _, place = message.rpartition(" (at ")
    return f"{place.rstrip(')')}: {text[:1].lower()}{text[1:]}"


def matches(name: str, pattern: str) -> bool:
    """Return whether a file name fits `scenarios/*.toml` or is the name itself."""
    before, star, after = pattern.partition("*")
    if not star:
        return name == pattern
    middle = name[len(before) : len(name) - len(after)]
    return name.startswith(before) and name.endswith(after) and middle != "" and "/" not in middle


def pack_files(folder: Path) -> list[str]:
    """Names of all TOML files below a folder, sorted, with forward slashes; hidden ones left out."""
    if not folder.is_dir():
        raise PackError(f"There is no folder {folder}.")
    names: list[str] = []
    for path in folder.rglob("*.toml"):
        parts = path.relative_to(folder).parts
        if not any(part.startswith(".") for part in parts):
            names.append("/".join(parts))
    return sorted(names)


def pack_hash(folder: Path) -> str:
    """Sixteen hexadecimal digits that change with the content of a pack, but not with comments or layout."""
    content = {name: read_toml(folder, name) for name in pack_files(folder)}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:16]


def export_pack(source: Path, target: Path) -> list[str]:
    """Copy the files of a pack into a new or empty folder; their names."""
    names = pack_files(source)
    try:
        if target.exists() and (not target.is_dir() or any(target.iterdir())):
            raise PackError(f"{target} exists and is not an empty folder; nothing was written.")
        for name in names:
            path = target / name
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source / name, path)
    except OSError as error:
        raise PackError(f"The pack cannot be written to {target}: {error.strerror}.") from None
    return names


# --- what is wrong with a value


def entry_error(file: str, entry: str, field: str, found: str, expected: str) -> PackError:
    """Return the refusal of one field of one entry; `entry` is empty for a value outside lists."""
    where = f"{file}: {entry}, field {field}" if entry else f"{file}: field {field}"
    return PackError(f"{where}: found {found}, expected {expected}.")


def explain(file: str, raw: dict[str, Any], struct: type[Any], message: str) -> str:
    """Return a sentence for msgspec's message: file, entry, field, what was found and what was expected."""
    text, _, place = message.partition(" - at ")
    where = parse_path(place.removeprefix("`key` in ").strip("`"))
    field = re.search(r"field `(.*)`", text)
    if field is not None:
        where.append(field.group(1))
    entry, name = entry_and_field(raw, where)
    kind = type_at(inspect.type_info(struct), raw, where)
    if text.startswith("Object contains unknown field"):
        known = fields_of(type_at(inspect.type_info(struct), raw, where[:-1]))
        error = entry_error(file, entry, name, "a field of that name", f"only {', '.join(known)}")
    elif text.startswith("Object missing required field"):
        error = entry_error(file, entry, name, "nothing", describe(kind))
    else:
        error = entry_error(file, entry, name, shown(value_at(raw, where)), describe(kind))
    return str(error)


def parse_path(path: str) -> Where:
    """`$.areas[3].lon` as ["areas", 3, "lon"]; the unnamed key of a table, `[...]`, ends the way."""
    where: Where = []
    for name, position in re.findall(r"\.([^.\[\]]+)|\[(\d+|\.\.\.)\]", path):
        if position == "...":
            break
        where.append(name if name else int(position))
    return where


def entry_and_field(raw: dict[str, Any], where: Where) -> tuple[str, str]:
    """Return the innermost list entry on the way, called by its id or its place, and the field inside it."""
    entry = ""
    field = ""
    value: Any = raw
    for depth, part in enumerate(where):
        value = child(value, part)
        if isinstance(part, str):
            field = f"{field}.{part}" if field else part
        elif isinstance(value, dict):
            name = value.get("id")
            if isinstance(name, str):
                entry = f'entry "{name}"'
            else:
                outer = f" in {entry}" if entry else ""
                a, b = value.get("a"), value.get("b")
                ends = f" ({a}–{b})" if isinstance(a, str) and isinstance(b, str) else ""
                entry = f"entry {part + 1} of {where[depth - 1]}{ends}{outer}"
            field = ""
        else:
            field = f"{field}, item {part + 1}"
    return entry, field if field else "(the entry itself)"


def child(value: Any, part: str | int) -> Any:
    """Return one step down; None where there is nothing."""
    if isinstance(value, dict):
        return value.get(part)
    return value[part] if isinstance(value, list | tuple) and isinstance(part, int) else None


def value_at(raw: dict[str, Any], where: Where) -> Any:
    """Return the value at the end of the way."""
    value: Any = raw
    for part in where:
        value = child(value, part)
    return value


def type_at(kind: inspect.Type | None, raw: dict[str, Any], where: Where) -> inspect.Type | None:
    """Return the declared type at the end of the way; None where the way leaves the declaration."""
    value: Any = raw
    kind = meant(kind, value)
    for part in where:
        value = child(value, part)
        kind = meant(inner_type(kind, part), value)
    return kind


def meant(kind: inspect.Type | None, value: Any) -> inspect.Type | None:
    """Of several kinds of table told apart by a tag, the one that a value's tag names."""
    if isinstance(kind, inspect.Metadata):
        inner = meant(kind.type, value)
        return kind if inner is kind.type else inner
    if isinstance(kind, inspect.UnionType) and isinstance(value, dict):
        for choice in kind.types:
            inner = meant(choice, value)
            if isinstance(inner, inspect.StructType) and inner.tag is not None:
                if value.get(inner.tag_field) == inner.tag:
                    return inner
    return kind


def inner_type(kind: inspect.Type | None, part: str | int) -> inspect.Type | None:
    """Return the declared type of a field or an item."""
    if isinstance(kind, inspect.Metadata):
        return inner_type(kind.type, part)
    if isinstance(kind, inspect.UnionType):
        tags = tags_of(kind, part)
        if tags:
            return inspect.LiteralType(tags)
        for choice in kind.types:
            inner = inner_type(choice, part)
            if inner is not None:
                return inner
    if isinstance(kind, inspect.StructType):
        for field in kind.fields:
            if field.encode_name == part:
                return field.type
    if isinstance(kind, inspect.VarTupleType | inspect.ListType):
        return kind.item_type
    if isinstance(kind, inspect.TupleType) and isinstance(part, int) and part < len(kind.item_types):
        return kind.item_types[part]
    return None


def tags_of(kind: inspect.UnionType, part: str | int) -> tuple[str | int, ...]:
    """Return the tags of several kinds of table, if this is the field that holds them."""
    tags: list[str | int] = []
    for choice in kind.types:
        if isinstance(choice, inspect.StructType) and choice.tag_field == part and choice.tag is not None:
            tags.append(choice.tag)
    return tuple(sorted(tags, key=str))


def fields_of(kind: inspect.Type | None) -> list[str]:
    """Return the fields a table may have."""
    if isinstance(kind, inspect.Metadata):
        return fields_of(kind.type)
    if isinstance(kind, inspect.UnionType):
        return [name for choice in kind.types for name in fields_of(choice)]
    if isinstance(kind, inspect.StructType):
        tag = [] if kind.tag_field is None else [kind.tag_field]
        return tag + [field.encode_name for field in kind.fields]
    return []


def describe(kind: inspect.Type | None) -> str:
    """Return what a declared type asks for, in words: its own description if it has one."""
    if isinstance(kind, inspect.Metadata):
        extra = kind.extra_json_schema or {}
        return str(extra["description"]) if "description" in extra else describe(kind.type)
    if isinstance(kind, inspect.IntType | inspect.FloatType):
        noun = "a whole number" if isinstance(kind, inspect.IntType) else "a number"
        if kind.ge is not None and kind.le is not None:
            return f"{noun} from {kind.ge} to {kind.le}"
        return noun
    if isinstance(kind, inspect.StrType):
        return "a text that is not empty" if kind.min_length else "a text"
    if isinstance(kind, inspect.BoolType):
        return "true or false"
    if isinstance(kind, inspect.LiteralType):
        values = [shown(value) for value in kind.values]
        return values[0] if len(values) == 1 else "one of " + ", ".join(values)
    if isinstance(kind, inspect.VarTupleType | inspect.ListType):
        return describe_list(kind.min_length, kind.max_length)
    if isinstance(kind, inspect.TupleType):
        return f"a list of {len(kind.item_types)}"
    if isinstance(kind, inspect.UnionType):
        kinds = [describe(x) for x in kind.types if not isinstance(x, inspect.NoneType)]
        return " or ".join(dict.fromkeys(kinds))
    if isinstance(kind, inspect.DictType):
        return f"a table of {describe(kind.key_type)} = {describe(kind.value_type)}"
    return "a table"


def describe_list(least: int | None, most: int | None) -> str:
    """Return a list, with its length where that is declared."""
    if least is not None and most is not None:
        return f"a list of {least}" if least == most else f"a list of {least} to {most}"
    if least is not None:
        return f"a list of at least {least}"
    return "a list" if most is None else f"a list of at most {most}"


def shown(value: Any) -> str:
    """Return a value of a file as a reader would write it, cut short."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{value if len(value) <= 40 else value[:39] + "…"}"'
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return "a table"
    return "nothing" if value is None else str(value)
