// What several attacks are made of.

/**
 * @param {{ name: string, path: string, helm?: unknown }} options
 */
export function application({ name, path, helm }) {
  return `${JSON.stringify({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name },
    spec: { project: 'default', destination: { namespace: 'shop' }, source: { repoURL: 'x', path, helm } },
  })}\n`;
}

/**
 * @param {import('./world.mjs').World} world
 * @param {string} folder
 * @param {Record<string, string>} [templates]
 */
export function chart(world, folder, templates = {}) {
  world.write(`${folder}/Chart.yaml`, 'apiVersion: v2\nname: shop\nversion: 1.0.0\n');
  const service = 'apiVersion: v1\nkind: Service\nmetadata: { name: rendered-service }\n';
  for (const [name, text] of Object.entries({ 'service.yaml': service, ...templates }))
    world.write(`${folder}/templates/${name}`, text);
}
