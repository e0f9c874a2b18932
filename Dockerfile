# Website, API, reader, desk and worker in one image; it needs a PostgreSQL server (DATABASE_URL). compose.yaml starts both.
# Build it from a clean clone. It has no shell: `docker run IMAGE apps/operator/src/kiosk.ts --help` runs commands.
FROM node:24-trixie-slim AS build
WORKDIR /srv/read-it
COPY . .
RUN npm run build
RUN npm ci --omit=dev && node tools/prune-production.ts
RUN mkdir /data

# The C library and related libraries, certificates, time zones and an unprivileged user (ADR-0309).
FROM gcr.io/distroless/cc-debian13:nonroot
WORKDIR /srv/read-it
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build --chown=65532:65532 /data /data
COPY --from=build /srv/read-it /srv/read-it
# A number, so that an orchestrator can see that it is not root.
USER 65532:65532
ENV HOST=0.0.0.0 DATA_DIR=/data
# As in runtime/start.sh.
ENV MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=65536
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# If PORT is set, that port is asked.
HEALTHCHECK --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/livez').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node"]
CMD ["--max-semi-space-size=16", "--max-old-space-size=768", "apps/server/src/main.ts"]
