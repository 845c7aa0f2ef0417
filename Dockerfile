# The server as an image: `docker build -t skein .`, or `docker compose up` with PostgreSQL beside it. docs/deploy.md
FROM node:24-slim AS build
WORKDIR /source
COPY package.json package-lock.json tsconfig.base.json tsconfig.json LICENSE ./
COPY scripts scripts
COPY packages packages
RUN npm run pack

FROM node:24-slim
WORKDIR /app
COPY --from=build /source/dist/*.tgz /tmp/
# The drivers and providers that a server is usually asked for; others are added by an image on top of this one.
RUN npm install --ignore-scripts --no-audit --no-fund /tmp/*.tgz \
      pg@8 ai@7 @ai-sdk/openai@4 @ai-sdk/anthropic@4 @ai-sdk/google@4 @ai-sdk/openai-compatible@3 \
    && rm -rf /tmp/*.tgz /root/.npm \
    && mkdir /data && chown node:node /data
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
