"""OpenTelemetry traces: the optional extra `doorward[otel]`, configured by the OTEL_* variables."""

from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from doorward.settings import SettingsError
from doorward.web.messages import Receive, Scope, Send

Serve = Callable[[Scope, Receive, Send], Awaitable[None]]


def load() -> None:
    """Imports OpenTelemetry. Raises SettingsError where it is not installed."""
    try:
        import opentelemetry.exporter.otlp.proto.http.trace_exporter
        import opentelemetry.sdk.trace.export  # noqa: F401
    except ImportError:
        raise SettingsError("DOORWARD_OTEL needs OpenTelemetry: pip install 'doorward[otel]'") from None


class Tracing:
    def __init__(self, exporter: Any = None) -> None:
        """`exporter`: by default the OTLP endpoint that OTEL_EXPORTER_OTLP_ENDPOINT names."""
        load()
        from opentelemetry import propagate, trace
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor

        resource = Resource.create()
        if str(resource.attributes.get("service.name", "")).startswith("unknown_service"):
            resource = resource.merge(Resource({"service.name": "doorward"}))
        self._provider = TracerProvider(resource=resource)
        self._provider.add_span_processor(BatchSpanProcessor(exporter or OTLPSpanExporter()))
        self._tracer = self._provider.get_tracer("doorward")
        self._extract, self._kind = propagate.extract, trace.SpanKind.SERVER
        self._failed = trace.Status(trace.StatusCode.ERROR)

    async def serve(self, serve: Serve, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves a request within a span: a child of the span that the request names, if any."""
        carrier = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        method = scope["method"]
        with self._tracer.start_as_current_span(method, self._extract(carrier), self._kind) as span:

            async def send_and_record(message: Any) -> None:
                if message["type"] == "http.response.start":
                    # Only the route: path and query may contain what the client typed.
                    route = scope.get("doorward.route", "-")
                    span.update_name(f"{method} {route}")
                    span.set_attribute("http.route", route)
                    span.set_attribute("http.request.method", method)
                    span.set_attribute("http.response.status_code", message["status"])
                    span.set_attribute("doorward.request_id", _request_id(message["headers"]))
                    if message["status"] >= 500:
                        span.set_status(self._failed)
                await send(message)

            await serve(scope, receive, send_and_record)

    def close(self) -> None:
        self._provider.shutdown()


def _request_id(headers: Iterable[tuple[bytes, bytes]]) -> str:
    return next((value.decode("latin-1") for name, value in headers if name == b"x-request-id"), "")
