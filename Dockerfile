# syntax=docker/dockerfile:1
# Builds the console, installs from the hashed lock, and ships neither a compiler nor a package manager cache.

# On the architecture of the machine that builds: what it makes is the same for all.
FROM --platform=$BUILDPLATFORM node:22-slim AS console
WORKDIR /build
COPY console/package.json console/package-lock.json console/
RUN npm --prefix console ci --no-audit --no-fund
COPY console console
COPY src/doorward/console src/doorward/console
COPY src/doorward/features/hosted_pages/catalogues src/doorward/features/hosted_pages/catalogues
RUN npm --prefix console run build

FROM python:3.13-slim AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /build
# Without pip, which the image has no use for.
RUN python -m venv --without-pip /opt/doorward
COPY requirements.lock .
RUN pip --python /opt/doorward/bin/python install --require-hashes --no-deps -r requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY src src
COPY --from=console /build/src/doorward/console/dist src/doorward/console/dist
RUN pip --python /opt/doorward/bin/python install --no-deps --no-build-isolation .

FROM python:3.13-slim
ARG VERSION=dev
LABEL org.opencontainers.image.title="Doorward" \
    org.opencontainers.image.description="Self-hosted authentication and user management" \
    org.opencontainers.image.version="$VERSION" \
    org.opencontainers.image.licenses="MIT"
# A numeric user id, so that Kubernetes can verify that it is not root.
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin doorward \
    && install -d -o 10001 -g 10001 -m 0700 /var/lib/doorward
COPY --from=build /opt/doorward /opt/doorward
ENV PATH=/opt/doorward/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    DOORWARD_HOST=0.0.0.0 \
    DOORWARD_DATA_DIR=/var/lib/doorward
USER 10001:10001
WORKDIR /var/lib/doorward
VOLUME /var/lib/doorward
EXPOSE 8000
STOPSIGNAL SIGTERM
# Python, as the image has no curl. Liveness, not readiness: a node without its database must not be restarted.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as request; request.urlopen('http://127.0.0.1:' + os.environ.get('DOORWARD_PORT', '8000') + '/healthz', timeout=2)"]
ENTRYPOINT ["doorward"]
CMD ["serve"]
