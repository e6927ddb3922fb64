# A server that can do nothing but serve: the app is built, the rules are compiled, and neither compiler nor Node stays in what runs.
# docker build -t triarii . && docker run -p 8000:8000 -v triarii:/data triarii
FROM node:22.17.0-bookworm-slim AS app
WORKDIR /src/web
COPY web/package.json web/package-lock.json web/.npmrc ./
RUN npm ci --silent --no-audit --no-fund
COPY web/ ./
RUN npm run -s build

FROM python:3.13.5-bookworm AS wheel
WORKDIR /src
COPY requirements.lock ./
# The versions that we test with; the hashes would ask for one of our own wheel too.
RUN sed -e 's/ *\\$//' -e '/--hash/d' requirements.lock > constraints.txt \
    && pip install --no-cache-dir --constraint constraints.txt build cython setuptools
COPY pyproject.toml setup.py README.md LICENSE ./
COPY src/ src/
COPY --from=app /src/src/triarii/server/app_files/ src/triarii/server/app_files/
RUN python -m build --wheel --no-isolation

FROM python:3.13.5-slim-bookworm
COPY --from=wheel /src/constraints.txt /src/dist/ /tmp/made/
RUN pip install --no-cache-dir --constraint /tmp/made/constraints.txt "$(ls /tmp/made/*.whl)[serve,postgres]" \
    && rm -r /tmp/made \
    && useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin triarii \
    && install -d -o triarii -g triarii -m 0700 /data
USER 10001
ENV LANG=C.UTF-8 TRIARII_DATA=/data TRIARII_HOST=0.0.0.0 TRIARII_PORT=8000 TRIARII_STRICT_PORT=true TRIARII_LOG=json
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/health', timeout=4)"]
ENTRYPOINT ["triarii"]
CMD ["serve"]
