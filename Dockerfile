# The server as an image: `docker build -t skein .`, or `docker compose up` with PostgreSQL beside it. docs/deploy.md
FROM node:24-slim AS build
WORKDIR /source
COPY package.json package-lock.json tsconfig.base.json tsconfig.json LICENSE ./
COPY scripts scripts
COPY packages packages
RUN npm run pack
# What a server may need, with every driver and provider, in the versions and with the checksums of the lockfile.
RUN npm ci --workspace=skein --omit=dev --ignore-scripts --no-audit --no-fund && rm -rf node_modules/@skein

FROM node:24-slim
WORKDIR /app
COPY --from=build /source/node_modules node_modules
# As in the repository, node_modules/skein is a link to it.
COPY --from=build /source/dist/package packages/skein
RUN mkdir /data && chown node:node /data
ENV NODE_ENV=production \
    PATH=/app/node_modules/.bin:$PATH \
    SKEIN_STORE=sqlite:/data/skein.db \
    SKEIN_HOST=0.0.0.0 \
    SKEIN_PORT=4680 \
    SKEIN_LOG=json
USER node
# What is kept beside the store, as the key that secrets are sealed with, goes into the working folder.
WORKDIR /data
VOLUME /data
EXPOSE 4680
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.SKEIN_PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# A stop lets what has begun come to its end, for at most ten seconds (SKEIN_DRAIN): give it 15 before it is killed.
STOPSIGNAL SIGTERM
ENTRYPOINT ["skein"]
CMD ["serve"]
