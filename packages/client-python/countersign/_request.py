"""A request, before it is sent."""

from __future__ import annotations

import json
import mimetypes
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias
from urllib.parse import quote

Content: TypeAlias = "bytes | os.PathLike[str]"
"""The bytes of a file, or the path of one."""

File: TypeAlias = "Content | tuple[str, Content]"
"""A file of a form. The tuple gives it a name, which also decides its type."""


@dataclass(frozen=True)
class Call:
    """One call of an operation. ``body`` is sent as JSON, ``content`` as it is, and ``files`` in a form together with ``body``.

    ``parts`` are the files of a form by their names, the first of which is ``content``; without the others, ``content`` is sent as it is.
    """

    method: str
    route: str
    path: Mapping[str, str] | None = None
    query: Mapping[str, Any] | None = None
    body: Any = None
    content: Content | None = None
    content_type: str | None = None
    files: Sequence[File] | None = None
    parts: Mapping[str, Content | None] | None = None
    idempotency_key: str | None = None
    answer: Literal["json", "bytes", "none"] = "json"

    def address(self) -> str:
        """The route with its parameters. A parameter cannot leave its place in the path."""
        path = {name: quote(value, safe="") for name, value in (self.path or {}).items()}
        if "" in path.values():
            raise ValueError(f"A parameter of {self.route} is empty.")
        return self.route.format(**path)

    def parameters(self) -> list[tuple[str, str | int | float | bool | None]]:
        """The parameters of the query. A list becomes one parameter for each item."""
        found: list[tuple[str, str | int | float | bool | None]] = []
        for name, value in (self.query or {}).items():
            if value is None:
                continue
            several = value if isinstance(value, Sequence) and not isinstance(value, str) else [value]
            found.extend((name, _text(one)) for one in several)
        return found

    def content_arguments(self) -> dict[str, Any]:
        """The body, as httpx takes it. Reads files, so that every attempt sends the same bytes."""
        if self.files is not None:
            return {"files": [("document", (None, _json(self.body), "application/json")), *map(_part, self.files)]}
        parts = {name: content for name, content in (self.parts or {}).items() if content is not None}
        if len(parts) > 1 or (parts and self.content is None):
            if self.body is not None or self.content is None:
                raise TypeError("Send files of a form together with a content, and without a body.")
            return {"files": [(name, (name, read_content(content), None)) for name, content in parts.items()]}
        if self.content is not None:
            if self.body is not None:
                raise TypeError("Give either a body or a content, not both.")
            return {"content": read_content(self.content), "headers": {"Content-Type": self.content_type}}
        if self.body is not None:
            return {"content": _json(self.body), "headers": {"Content-Type": "application/json"}}
        return {}


def read_content(content: Content) -> bytes:
    return content if isinstance(content, bytes) else Path(content).read_bytes()


def _json(body: Any) -> bytes:
    return json.dumps({} if body is None else body, allow_nan=False).encode()


def _text(value: Any) -> str:
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


def _part(file: File) -> tuple[str, tuple[str, bytes, str]]:
    name, content = file if isinstance(file, tuple) else (None, file)
    if name is None:
        name = "document.pdf" if isinstance(content, bytes) else Path(content).name
    return ("file", (name, read_content(content), mimetypes.guess_type(name)[0] or "application/octet-stream"))
