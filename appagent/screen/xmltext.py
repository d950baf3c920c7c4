"""A dump that is not quite XML, repaired: encodings, text around it, characters XML forbids."""

from __future__ import annotations

import codecs
import re

from lxml import etree

from appagent.errors import ScreenUnreadable

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
    (b"<\0", "utf-16-le"),  # a PowerShell redirect without its mark
    (b"\0<", "utf-16-be"),
)
_START = re.compile(r"<\?xml\b|<(?:hierarchy|displays|node)\b")
_END = re.compile(r"</(?:hierarchy|displays)\s*>|<(?:hierarchy|displays)\b[^<>]*/>")
_DECLARATION = re.compile(r"\A<\?xml\b[^>]*\?>\s*")
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_REFERENCE = re.compile(r"&#(?:x([0-9a-fA-F]{1,8})|([0-9]{1,10}));")
_REPLACEMENT = "."  # what uiautomator itself prints for a control character


PARSER = etree.XMLParser(
    resolve_entities=False,
    no_network=True,
    remove_comments=True,
    remove_pis=True,
)


def repair(xml: bytes) -> tuple[etree._Element, tuple[str, ...]]:
    """The root element of a dump that does not parse as it is, and a sentence for each repair.

    Only the edges are repaired: what stands around the document, its encoding, and characters
    that XML forbids. A document that is cut short or badly nested is refused: lxml's `recover`
    would silently drop attributes.

    Raises: `ScreenUnreadable`, with line and cause.
    """
    notes: list[str] = []
    text = _decode(xml, notes)
    text = _trim(text, notes)
    text = _replace_illegal(text, notes)
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise ScreenUnreadable(
            "the hierarchy declares a document type, as no phone does: dump the screen again"
        )
    try:
        root = etree.fromstring(_DECLARATION.sub("", text, count=1).encode(), PARSER)
    except etree.XMLSyntaxError as err:
        raise ScreenUnreadable(_explain_syntax_error(err, text)) from err
    if root.tag not in ("hierarchy", "displays", "node"):
        raise ScreenUnreadable(f"no hierarchy in this dump: its root is <{root.tag}>")
    return root, tuple(notes)


def _decode(xml: bytes, notes: list[str]) -> str:
    for bom, encoding in _BOMS:
        if xml.startswith(bom):
            body = xml if bom in (b"<\0", b"\0<") else xml[len(bom) :]
            notes.append(f"a byte order mark or {encoding} encoding")
            return body.decode(encoding, "replace")
    try:
        return xml.decode()
    except UnicodeDecodeError:
        # Java's "modified UTF-8" writes an emoji as two encoded surrogates (CESU-8).
        try:
            text = xml.decode("utf-8", "surrogatepass")
            joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        except UnicodeDecodeError as err:
            joined = xml.decode("utf-8", "replace")
            notes.append(f"bytes that are not UTF-8, the first at offset {err.start}")
        else:
            notes.append("surrogates encoded as UTF-8")
        return joined


def _trim(text: str, notes: list[str]) -> str:
    """The part from the first tag of a dump to its last."""
    start = _START.search(text)
    if start is None:
        printed = " ".join(text.split())[:200] or "it is empty"
        raise ScreenUnreadable(f"no hierarchy in this dump: {_printable(printed)}")
    if before := text[: start.start()].strip():
        notes.append(f"text before the document: {before[:80]}")
    end = start.end()
    for match in _END.finditer(text, start.start()):
        end = match.end()
    if end == start.end():  # no closing tag at all: the parser says what is missing
        return text[start.start() :]
    # `uiautomator dump /dev/tty` glues "UI hierchary dumped to: /dev/tty" behind the document.
    if after := text[end:].strip():
        if "<" in after:
            return text[start.start() :]
        notes.append(f"text after the document: {after[:80]}")
    return text[start.start() : end]


def _printable(text: str) -> str:
    return "".join(char if char.isprintable() else _REPLACEMENT for char in text)


def _replace_illegal(text: str, notes: list[str]) -> str:
    """The same text without characters, or references to characters, that XML forbids."""
    text, characters = _ILLEGAL.subn(_REPLACEMENT, text)
    if characters:
        notes.append(f"{characters} illegal characters")
    references = 0
    out: list[str] = []
    position = 0
    high: int | None = None  # the first half of a surrogate pair, and where it ended
    for match in _REFERENCE.finditer(text):
        hexadecimal, decimal = match.groups()
        code = int(hexadecimal, 16) if hexadecimal else int(decimal)
        if _is_legal(code):
            continue
        adjacent = match.start() == position and high is not None
        out.append(text[position : match.start()])
        position = match.end()
        references += 1
        if adjacent and high is not None and 0xDC00 <= code <= 0xDFFF:
            out[-2:] = [f"&#{0x10000 + ((high - 0xD800) << 10) + (code - 0xDC00)};"]
            high = None
        else:
            out.append(_REPLACEMENT)
            high = code if 0xD800 <= code <= 0xDBFF else None
    if not references:
        return text
    notes.append(f"{references} illegal character references")
    return "".join((*out, text[position:]))


def _is_legal(code: int) -> bool:
    return (
        code in (0x9, 0xA, 0xD)
        or 0x20 <= code <= 0xD7FF
        or 0xE000 <= code <= 0xFFFD
        or 0x10000 <= code <= 0x10FFFF
    )


def _explain_syntax_error(err: etree.XMLSyntaxError, text: str) -> str:
    line, column = err.position
    where = f"line {line}, column {column}"
    cause = " ".join((err.msg or "not XML").removesuffix(f", {where}").split())
    if "XML_PARSE_HUGE" in cause:  # libxml2 reads 256 levels, and 10 MB of one text
        return f"the hierarchy is deeper or longer than any screen's at {where}: {cause}"
    if line >= len(text.splitlines()) and not _END.search(text):
        return f"the hierarchy ends at {where} before </hierarchy>: {cause}"
    return f"the hierarchy is not XML at {where}: {cause}"
