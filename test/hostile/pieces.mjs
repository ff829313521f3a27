// What several attacks are made of.
import { gzipSync } from 'node:zlib';

/** @typedef {import('./world.mjs').World} World */

/**
 * An Application, in JSON, which takes any name.
 * @param {{ name: string, path?: string, helm?: unknown, namespace?: string, spec?: object }} options
 */
export function application({ name, path = '.', helm, namespace = 'shop', spec = {} }) {
  return object(
    'argoproj.io/v1alpha1',
    'Application',
    { name, namespace: 'argocd' },
    {
      project: 'default',
      destination: { namespace },
      source: { repoURL: 'https://example.com/shop.git', path, helm },
      ...spec,
    },
  );
}

/**
 * @param {string} apiVersion
 * @param {string} kind
 * @param {object} metadata
 * @param {unknown} spec
 */
export function object(apiVersion, kind, metadata, spec) {
  return `${JSON.stringify({ apiVersion, kind, metadata, spec })}\n`;
}

/**
 * A Rollout with what it needs to be simulated, as one file.
 * @param {string} name
 * @param {object} [spec]
 * @param {object} [canary]
 */
export function rollout(name, spec = {}, canary = {}) {
  const labels = { app: 'web' };
  return [
    object(
      'argoproj.io/v1alpha1',
      'Rollout',
      { name, namespace: 'shop' },
      {
        replicas: 2,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'web:1' }] } },
        strategy: { canary: { steps: [{ setWeight: 20 }, { pause: {} }], ...canary } },
        ...spec,
      },
    ),
  ].join('---\n');
}

/** @param {string} name @param {object} [spec] */
export function service(name, spec = {}) {
  return object(
    'v1',
    'Service',
    { name, namespace: 'shop' },
    {
      selector: { app: 'web' },
      ports: [{ port: 80 }],
      ...spec,
    },
  );
}

/**
 * @param {World} world
 * @param {string} folder
 * @param {Record<string, string>} [templates]
 */
export function chart(world, folder, templates = {}) {
  world.write(
    `${folder}/Chart.yaml`,
    `apiVersion: v2\nname: ${folder.replace(/.*\//, '')}\nversion: 1.0.0\n`,
  );
  const rendered = 'apiVersion: v1\nkind: Service\nmetadata: { name: rendered-service }\n';
  for (const [name, text] of Object.entries({ 'service.yaml': rendered, ...templates }))
    world.write(`${folder}/templates/${name}`, text);
}

/** @param {number} size */
export function zeros(size) {
  return Buffer.alloc(size);
}

/**
 * An archive whose names are taken as they are given, which no tar writes.
 * @param {Record<string, string | Buffer | { link: string }>} files
 */
export function packed(files) {
  const parts = Object.entries(files).flatMap(([name, content]) => {
    const isLink = typeof content === 'object' && 'link' in content;
    const body = isLink ? Buffer.alloc(0) : Buffer.from(content);
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write('0000644\0', 100);
    header.write('0000000\0', 108);
    header.write('0000000\0', 116);
    header.write(`${body.length.toString(8).padStart(11, '0')}\0`, 124);
    header.write('00000000000\0', 136);
    header.write('        ', 148); // The checksum counts as blanks.
    header.write(isLink ? '2' : '0', 156);
    if (isLink) header.write(content.link, 157);
    header.write('ustar\x0000', 257);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [header, body, Buffer.alloc((512 - (body.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(1024)]));
}
