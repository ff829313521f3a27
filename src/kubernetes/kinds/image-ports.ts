import type { Field } from '../../model/field.js';
import { readImage } from './image.js';

/**
 * The ports on which well-known images of servers listen with the configuration that is in them.
 * https://github.com/nginx/docker-nginx (EXPOSE 80), https://github.com/docker-library/httpd (EXPOSE 80),
 * https://github.com/caddyserver/caddy-docker (EXPOSE 80, 443, 2019), https://github.com/nginx/docker-nginx-unprivileged (EXPOSE 8080),
 * https://github.com/argoproj/rollouts-demo/blob/06e052425a242a684bc2ed6e27018f6dfa706739/main.go
 */
const portsByName: Readonly<Record<string, readonly number[]>> = {
  nginx: [80],
  httpd: [80],
  caddy: [80, 443, 2019],
  'nginxinc/nginx-unprivileged': [8080],
  'argoproj/rollouts-demo': [8080],
};

/** The ports on which an image listens by default; undefined if it is not known. */
export function portsOfImage(text: string): readonly number[] | undefined {
  const image = readImage(text);
  if (typeof image === 'string') return undefined;
  const name = image.repository.replace(/^docker\.io\//, '').replace(/^library\//, '');
  return Object.hasOwn(portsByName, name) ? portsByName[name] : undefined;
}

/** Whether a container takes connections: it declares ports, or its image is known to listen. */
export function listens(container: Field): boolean {
  return (
    container.at('ports').items.length > 0 || portsOfImage(container.at('image').text ?? '') !== undefined
  );
}
