"""The clients: ``Countersign`` for ordinary programs, ``AsyncCountersign`` for asyncio."""

from __future__ import annotations

import asyncio
import json
import os
import time
import uuid
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx

from . import types
from ._errors import ApiError, CountersignError, UnreachableError
from ._operations import AsyncOperations, Operations
from ._request import Call, Content, read_content
from ._retries import Retry, RetryRules
from ._trail import Trail

CHUNK_BYTES = 64 * 1024


class _Settings:
    """What both clients have in common: addresses, headers, and the rules for retries."""

    def __init__(
        self,
        base_url: str,
        api_key: str | None = None,
        *,
        retries: int = 4,
        longest_wait_seconds: float = 60,
        timeout_seconds: float = 60,
        user_agent: str | None = None,
        on_retry: Callable[[Retry], None] | None = None,
    ) -> None:
        """``base_url`` is the address of the service, for example ``https://sign.example.com``.

        ``api_key`` is ``cs_live_…`` or ``cs_test_…``; without it, the variable COUNTERSIGN_API_KEY is used. Calls without a
        response, and with 429 or 502 to 504, are repeated up to ``retries`` times. A longer ``Retry-After`` than
        ``longest_wait_seconds`` is raised as an error.
        """
        self.base_url = base_url.rstrip("/")
        key = api_key if api_key is not None else os.environ.get("COUNTERSIGN_API_KEY")
        agent = f"countersign-python/{_version()}"
        self._headers = {"User-Agent": f"{user_agent} {agent}" if user_agent else agent}
        if key:
            self._headers["Authorization"] = f"Bearer {key}"
        self._rules = RetryRules(retries, longest_wait_seconds, on_retry)
        self._timeout = httpx.Timeout(timeout_seconds)

    def _request(self, client: httpx.Client | httpx.AsyncClient, call: Call, key: str) -> httpx.Request:
        arguments = call.content_arguments()
        headers = {**self._headers, **arguments.pop("headers", {})}
        if call.method == "POST":
            headers["Idempotency-Key"] = key
        return client.build_request(
            call.method,
            self.base_url + call.address(),
            params=call.parameters() or None,
            headers=headers,
            **arguments,
        )

    def _request_to(
        self,
        client: httpx.Client | httpx.AsyncClient,
        method: str,
        url: str,
        content: bytes | None = None,
        content_type: str | None = None,
    ) -> httpx.Request:
        """A request to an address that the service gave, such as ``uploadUrl``. Only the service itself gets the key."""
        target = httpx.URL(self.base_url + "/").join(url)
        own = httpx.URL(self.base_url)
        is_own = (target.scheme, target.host, target.port) == (own.scheme, own.host, own.port)
        headers = dict(self._headers) if is_own else {}
        if content_type:
            headers["Content-Type"] = content_type
        return client.build_request(method, target, content=content, headers=headers)


def _key_of(call: Call) -> str:
    """All attempts of one call use the same key, so that it takes effect once."""
    return call.idempotency_key or str(uuid.uuid4())


def _answer(call: Call, response: httpx.Response) -> Any:
    if call.answer == "none":
        return None
    if call.answer == "bytes":
        return response.content
    try:
        return response.json()
    except ValueError as error:
        raise UnreachableError(f"The answer of {response.url.host} is not JSON") from error


def _check(response: httpx.Response) -> None:
    if response.is_success:
        return
    try:
        members = json.loads(response.content)
    except ValueError:
        members = None
    raise ApiError(response.status_code, response.headers, members if isinstance(members, dict) else {})


def _unreachable(request: httpx.Request, error: httpx.TransportError) -> UnreachableError:
    origin = f"{request.url.scheme}://{request.url.netloc.decode()}"
    return UnreachableError(f"{origin} cannot be reached: {str(error) or type(error).__name__}")


def _version() -> str:
    try:
        return version("countersign")
    except PackageNotFoundError:
        return "0"


class Countersign(_Settings, Operations):
    """A client for one service and one key. It can be shared between threads. Close it, or use it in a ``with`` statement.

    Every method raises ApiError for an error response, and UnreachableError if there is no response.
    """

    def __init__(self, base_url: str, api_key: str | None = None, **options: Any) -> None:
        super().__init__(base_url, api_key, **options)
        self._http = httpx.Client(timeout=self._timeout, follow_redirects=False)

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Countersign:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _call(self, call: Call) -> Any:
        key = _key_of(call)
        return _answer(call, self._repeat(lambda: self._send(self._request(self._http, call, key))))

    def upload(self, url: str, content: Content, content_type: str = "application/pdf") -> None:
        """Sends a file to an address that the service gave, such as ``uploadUrl``."""
        data = read_content(content)
        self._repeat(lambda: self._send(self._request_to(self._http, "PUT", url, data, content_type)))

    def download(self, url: str, path: str | os.PathLike[str]) -> None:
        """Writes an answer of any size to a file, without holding it in memory. The file appears when it is complete."""
        self._repeat(lambda: self._save(url, Path(path)))

    def read_trail(self, doc_id: str, *, after: int = 0) -> list[types.EventOut]:
        """The complete audit trail of a document of any length, or its events after number ``after``."""
        trail = Trail(after)
        while (position := trail.position) is not None:
            trail.add(self.list_events(doc_id, after=position, limit=Trail.PAGE_SIZE))
        return trail.events

    def _send(self, request: httpx.Request) -> httpx.Response:
        try:
            response = self._http.send(request)
        except httpx.TransportError as error:
            raise _unreachable(request, error) from error
        _check(response)
        return response

    def _save(self, url: str, path: Path) -> None:
        request = self._request_to(self._http, "GET", url)
        part = path.with_name(f"{path.name}.part")
        try:
            response = self._http.send(request, stream=True)
            try:
                if not response.is_success:
                    response.read()
                _check(response)
                with part.open("wb") as file:
                    for chunk in response.iter_bytes(CHUNK_BYTES):
                        file.write(chunk)
            finally:
                response.close()
        except httpx.TransportError as error:
            raise _unreachable(request, error) from error
        part.replace(path)

    def _repeat(self, attempt: Callable[[], Any]) -> Any:
        for number in self._rules.attempts():
            try:
                return attempt()
            except CountersignError as error:
                time.sleep(self._rules.wait_after(error, number))
        raise AssertionError("The last attempt returns or raises.")


class AsyncCountersign(_Settings, AsyncOperations):
    """The same as ``Countersign``, for asyncio. Close it with ``await aclose()``, or use it in an ``async with`` statement."""

    def __init__(self, base_url: str, api_key: str | None = None, **options: Any) -> None:
        super().__init__(base_url, api_key, **options)
        self._http = httpx.AsyncClient(timeout=self._timeout, follow_redirects=False)

    async def aclose(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> AsyncCountersign:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def _call(self, call: Call) -> Any:
        key = _key_of(call)

        async def attempt() -> httpx.Response:
            # Files are read from the disk in a thread, so that other tasks go on.
            request = await asyncio.to_thread(self._request, self._http, call, key)
            return await self._send(request)

        return _answer(call, await self._repeat(attempt))

    async def upload(self, url: str, content: Content, content_type: str = "application/pdf") -> None:
        """Sends a file to an address that the service gave, such as ``uploadUrl``."""
        data = await asyncio.to_thread(read_content, content)
        await self._repeat(lambda: self._send(self._request_to(self._http, "PUT", url, data, content_type)))

    async def download(self, url: str, path: str | os.PathLike[str]) -> None:
        """Writes an answer of any size to a file, without holding it in memory. The file appears when it is complete."""
        await self._repeat(lambda: self._save(url, Path(path)))

    async def read_trail(self, doc_id: str, *, after: int = 0) -> list[types.EventOut]:
        """The complete audit trail of a document of any length, or its events after number ``after``."""
        trail = Trail(after)
        while (position := trail.position) is not None:
            trail.add(await self.list_events(doc_id, after=position, limit=Trail.PAGE_SIZE))
        return trail.events

    async def _send(self, request: httpx.Request) -> httpx.Response:
        try:
            response = await self._http.send(request)
        except httpx.TransportError as error:
            raise _unreachable(request, error) from error
        _check(response)
        return response

    async def _save(self, url: str, path: Path) -> None:
        request = self._request_to(self._http, "GET", url)
        part = path.with_name(f"{path.name}.part")
        try:
            response = await self._http.send(request, stream=True)
            try:
                if not response.is_success:
                    await response.aread()
                _check(response)
                with part.open("wb") as file:
                    async for chunk in response.aiter_bytes(CHUNK_BYTES):
                        await asyncio.to_thread(file.write, chunk)
            finally:
                await response.aclose()
        except httpx.TransportError as error:
            raise _unreachable(request, error) from error
        part.replace(path)

    async def _repeat(self, attempt: Callable[[], Any]) -> Any:
        for number in self._rules.attempts():
            try:
                return await attempt()
            except CountersignError as error:
                await asyncio.sleep(self._rules.wait_after(error, number))
        raise AssertionError("The last attempt returns or raises.")
