# syntax=docker/dockerfile:1
ARG PYTHON_IMAGE=python:3.13-slim
FROM ${PYTHON_IMAGE} AS build
WORKDIR /src
RUN python -m venv /opt/patience
# Wheels only, each checked against its hash, so that no package runs code while it is installed.
COPY requirements.txt ./
RUN /opt/patience/bin/pip install --no-cache-dir --require-hashes --only-binary :all: -r requirements.txt
COPY pyproject.toml README.md LICENSE ./
COPY engine engine
COPY protocol protocol
COPY server server
COPY client_cli client_cli
COPY client_web client_web
COPY bench bench
# The build reads them. The image has neither a C compiler nor node, so the engine in it is not compiled and the
# browser client not bundled.
COPY deploy/compile_engine.py deploy/bundle_client.py deploy/
RUN /opt/patience/bin/pip install --no-cache-dir --no-deps --no-build-isolation .

FROM ${PYTHON_IMAGE}
RUN useradd --uid 10001 --user-group --create-home patience \
    && install -d -m 700 -o patience -g patience /data \
    && install -d -m 755 -o patience -g patience /srv/web \
    && install -d -m 700 -o patience -g patience /backups
COPY --from=build /opt/patience /opt/patience
ENV PATH=/opt/patience/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    PATIENCE_DATA_DIR=/data \
    PATIENCE_LOG_JSON=true
USER 10001:10001
WORKDIR /data
# Without REDIS_URL the embedded store writes its append-only file here.
VOLUME /data
EXPOSE 8765
HEALTHCHECK --interval=10s --timeout=4s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8765/healthz', timeout=3)"]
# On SIGTERM the server stores and acknowledges moves under way before it exits.
CMD ["patience", "serve", "--host", "0.0.0.0"]
