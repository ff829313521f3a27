# rolloutkit in a container: Node without a shell or a package manager, no right but to read what is mounted.
#
#   docker build --tag rolloutkit .
#   docker run --rm --read-only --network none --volume "$PWD:/work:ro" rolloutkit lint
#
# kustomize and helm are not in it; --render needs an image of yours that has them.

FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY . .
# Install scripts of packages do not run; building is a step of its own.
RUN npm ci --ignore-scripts && npm run build && node scripts/pack.mjs /tmp \
  && mkdir /package && tar --extract --gzip --file /tmp/rolloutkit-*.tgz --strip-components 1 --directory /package \
  && npm install --prefix /package --omit dev --omit peer --ignore-scripts --no-package-lock

FROM gcr.io/distroless/nodejs24-debian12:nonroot
COPY --from=build --chown=root:root /package /rolloutkit
WORKDIR /work
USER nonroot
ENTRYPOINT ["/nodejs/bin/node", "/rolloutkit/bin/rolloutkit.js"]
CMD ["lint"]
