"""Traces: a span for each request, under the caller's, without anything secret."""

from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from doorward.http.application import Application
from doorward.http.tracing import Tracing
from tests.support.service import Client, Service

PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


async def test_a_request_is_a_span_of_its_route_under_the_span_of_its_caller(service: Service, admin: Client) -> None:
    """Mutants: the path in the place of the route; a span without the parent that the caller names."""
    exporter = InMemorySpanExporter()
    application = service.http._transport.app  # type: ignore[attr-defined]
    assert isinstance(application, Application)
    application._tracing = tracing = Tracing(exporter)
    answer = await admin.get("/api/users/1?keyword=canary", headers={"traceparent": PARENT})
    assert answer.code == 200
    tracing.close()
    (span,) = exporter.get_finished_spans()
    assert span.name == "GET /api/users/{id}"
    assert span.context is not None
    assert span.parent is not None
    assert f"{span.context.trace_id:032x}" == PARENT.split("-")[1]
    assert f"{span.parent.span_id:016x}" == PARENT.split("-")[2]
    assert dict(span.attributes or {}) == {
        "http.route": "/api/users/{id}",
        "http.request.method": "GET",
        "http.response.status_code": 200,
    }
