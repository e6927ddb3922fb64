"""How /api/openapi.json tells of bodies and answers that the framework does not see as types."""

from __future__ import annotations

from typing import Any

import msgspec
from pydantic import BaseModel

from triarii.server.wire import shown


def asked_by(body: type[BaseModel]) -> dict[str, Any]:
    """Of a body that is not read by the route itself."""
    return {"requestBody": {"required": True, **_content(body.model_json_schema())}}


def answered_by(answer: type[msgspec.Struct], status: int | str = 200) -> dict[int | str, dict[str, Any]]:
    """Of an answer whose fields are plain values."""
    return {status: {"description": answer.__doc__ or "", **_content(_schema(answer))}}


def _schema(answer: type[msgspec.Struct]) -> dict[str, Any]:
    (found,), named = msgspec.json.schema_components([answer])
    schema: dict[str, Any] = named[found["$ref"].rpartition("/")[2]]
    return schema


def _content(schema: dict[str, Any]) -> dict[str, Any]:
    return {"content": {"application/json": {"schema": schema}}}


REFUSALS = answered_by(shown.Refusal, "4XX")
"""Of every route that can refuse."""
