"""Follows the steps of the scenario with the Python client, and prints the outcomes as JSON.

The input is an object with ``steps``, ``url``, ``key``, ``folder`` and ``is_async``.
"""

import asyncio
import hashlib
import inspect
import json
import re
import sys
from pathlib import Path

from countersign import ApiError, AsyncCountersign, Countersign, UnreachableError


def filled(value, saved):
    """The value with references to earlier answers replaced."""
    if isinstance(value, dict):
        return {name: filled(one, saved) for name, one in value.items()}
    if isinstance(value, list):
        return [filled(one, saved) for one in value]
    if not isinstance(value, str):
        return value
    return re.sub(r"\$([a-z]+(?:\.\w+)*)", lambda match: str(member(match[1], saved)), value)


def member(path, saved):
    found = saved
    for name in path.split("."):
        found = found[int(name) if isinstance(found, list) else name]
    return found


def prepare(client, step, folder):
    """The method of a step, and its arguments."""
    method = getattr(client, re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", step["call"]).lower())
    arguments = {**step.get("path", {}), **step.get("query", {})}
    if "url" in step:
        arguments["url"] = step["url"]
    if "body" in step:
        arguments["body"] = step["body"]
    if "content" in step:
        arguments["content"] = folder / step["content"]
    if "files" in step:
        arguments["files"] = [folder / name for name in step["files"]]
    if step["call"] == "download":
        arguments["path"] = folder / "downloaded-by-python"
    return method, arguments


def outcome(step, answer, folder):
    if step["call"] == "download":
        answer = (folder / "downloaded-by-python").read_bytes()
    if isinstance(answer, bytes):
        return {"bytes": len(answer), "sha256": hashlib.sha256(answer).hexdigest()}
    return {"answer": answer}


def failure(error):
    if isinstance(error, UnreachableError):
        return {"unreachable": True}
    return {
        "status": error.status,
        "slug": error.slug,
        "title": error.title,
        "detail": error.detail,
        "errors": error.errors,
        "message": str(error).replace(error.request_id, "request"),
        "members": sorted(error.members),
    }


async def follow(given):
    folder = Path(given["folder"])
    client = (AsyncCountersign if given["is_async"] else Countersign)(given["url"], given["key"])
    saved, outcomes = {}, []
    for step in given["steps"]:
        step = filled(step, saved)
        method, arguments = prepare(client, step, folder)
        try:
            answer = method(**arguments)
            if inspect.isawaitable(answer):
                answer = await answer
            if "save" in step:
                saved[step["save"]] = answer
            outcomes.append(outcome(step, answer, folder))
        except (ApiError, UnreachableError) as error:
            outcomes.append(failure(error))
    await client.aclose() if given["is_async"] else client.close()
    return outcomes


given = json.load(sys.stdin)
print(json.dumps(asyncio.run(follow(given))))
