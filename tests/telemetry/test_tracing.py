"""Traces: a span for each request, a child of the caller's, without secrets."""

import gzip
import queue
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from doorward.telemetry.tracing import Tracing
from tests.support.databases import Databases
from tests.support.process import serving
from tests.support.service import Client, Service

PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


async def test_a_request_is_a_span_of_its_route_under_the_span_of_its_caller(service: Service, admin: Client) -> None:
    """Mutants: the path in the place of the route; a span without the parent that the caller names."""
    exporter = InMemorySpanExporter()
    application = service.application
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
        "doorward.request_id": answer.headers["x-request-id"],
    }


class Receiver(BaseHTTPRequestHandler):
    """An OTLP endpoint over HTTP."""

    requests: ClassVar[queue.Queue[ExportTraceServiceRequest]] = queue.Queue()

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        if self.headers.get("content-encoding") == "gzip":
            body = gzip.decompress(body)
        self.requests.put(ExportTraceServiceRequest.FromString(body))
        self.send_response(200)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Keeps the output of the tests clean."""


async def test_a_server_sends_its_spans_to_the_endpoint_that_opentelemetry_s_variables_name(
    sqlite_databases: Databases, tmp_path: Path
) -> None:
    """Mutants: a span without the request id; a service name of ours over the one that was set."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Receiver) as collector:
        threading.Thread(target=collector.serve_forever, daemon=True).start()
        otel = {
            "DOORWARD_OTEL": "on",
            "OTEL_EXPORTER_OTLP_ENDPOINT": f"http://127.0.0.1:{collector.server_port}",
            "OTEL_SERVICE_NAME": "door-1",
        }
        async with sqlite_databases.new(tmp_path) as environ, serving(environ | otel) as node:
            await node.http.get("/api/auth/user", headers={"traceparent": PARENT, "X-Request-Id": "request-1234"})
            # Stopping sends what is left.
            assert await node.terminate() == 0
        collector.shutdown()
    spans = {}
    while "request-1234" not in spans:
        (resource,) = Receiver.requests.get(timeout=30).resource_spans
        names = {attribute.key: attribute.value.string_value for attribute in resource.resource.attributes}
        assert names["service.name"] == "door-1"
        for span in resource.scope_spans[0].spans:
            spans[{a.key: a.value.string_value for a in span.attributes}["doorward.request_id"][19:]] = span
    found = spans["request-1234"]
    assert (found.name, found.trace_id.hex()) == ("GET /api/auth/user", PARENT.split("-")[1])
