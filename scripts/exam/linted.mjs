// Turns upstream's test objects into a repository of Rollouts, and lints it.
import { parseAllDocuments, stringify } from 'yaml';
import { lint, messageOf, rules } from '../../dist/index.js';

/** @typedef {Record<string, any>} KubeObject */
/** @typedef {{ rule: string, names: readonly string[], objects: readonly string[], text: string }} Found */

const namesOf = new Map(rules.map(({ meta }) => [meta.name, [meta.name, ...(meta.aliases ?? [])]]));

/** The objects in a file, including the items of lists. @param {string} text @returns {KubeObject[]} */
export function objectsOf(text) {
  return parseAllDocuments(text, { schema: 'yaml-1.1', uniqueKeys: false })
    .map((document) => document.toJS())
    .filter((object) => typeof object?.kind === 'string')
    .flatMap((object) => (object.kind === 'List' ? object.items : [object]));
}

/** Turns workloads into Rollouts, because lint checks these. @param {KubeObject} object @returns {KubeObject} */
export function asRollout(object) {
  const { kind, metadata, spec = {} } = object;
  const head = { apiVersion: 'argoproj.io/v1alpha1', kind: 'Rollout' };
  if (kind === 'Pod') {
    const { labels = {}, annotations, ...rest } = metadata;
    const template = { metadata: { labels, ...(annotations && { annotations }) }, spec };
    return {
      ...head,
      metadata: rest,
      spec: { selector: { matchLabels: labels }, strategy: { canary: {} }, template },
    };
  }
  if (!['Deployment', 'DeploymentConfig', 'StatefulSet'].includes(kind)) return object;
  const { template, selector, replicas } = spec;
  const labels = template?.metadata?.labels;
  // A DeploymentConfig selects without matchLabels, and test objects may have no selector.
  const own =
    selector?.matchLabels || selector?.matchExpressions ? selector : { matchLabels: selector ?? labels };
  return {
    ...head,
    metadata,
    spec: { ...(replicas !== undefined && { replicas }), selector: own, strategy: { canary: {} }, template },
  };
}

/** @param {string} name */
function service(name) {
  return {
    ...{ apiVersion: 'v1', kind: 'Service', metadata: { name, namespace: 'beside' } },
    spec: { selector: { app: 'beside' }, ports: [{ name: 'http', port: 80 }] },
  };
}

/** A correct canary in a mesh, which is deployed together with the test objects. */
const beside = [
  service('beside'),
  service('beside-canary'),
  {
    apiVersion: 'networking.istio.io/v1',
    kind: 'VirtualService',
    metadata: { name: 'beside', namespace: 'beside' },
    spec: {
      hosts: ['beside'],
      http: [
        {
          route: [
            { destination: { host: 'beside' }, weight: 100 },
            { destination: { host: 'beside-canary' }, weight: 0 },
          ],
        },
      ],
    },
  },
  {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Rollout',
    metadata: { name: 'beside', namespace: 'beside' },
    spec: {
      selector: { matchLabels: { app: 'beside' } },
      strategy: {
        canary: {
          ...{ stableService: 'beside', canaryService: 'beside-canary' },
          trafficRouting: { istio: { virtualService: { name: 'beside' } } },
          steps: [{ setWeight: 10 }, { pause: {} }],
        },
      },
      template: {
        metadata: { labels: { app: 'beside' } },
        spec: { containers: [{ name: 'beside', image: 'beside:1' }] },
      },
    },
  },
];

/** @param {KubeObject} object */
export function titleOf({ kind, metadata }) {
  return `${kind} ${metadata?.namespace === undefined ? '' : `${metadata.namespace}/`}${metadata?.name}`;
}

/**
 * Lints objects as one file, with a Rollout beside them. A finding counts for the object at which it is reported and
 * for related ones.
 * @param {readonly KubeObject[]} objects
 * @returns {Found[]}
 */
export function foundIn(objects) {
  /** @type {{ end: number, title: string }[]} */
  const ends = [];
  let text = '';
  for (const object of [...objects, ...beside]) {
    text += `---\n${stringify(object, { aliasDuplicateObjects: false })}`;
    ends.push({ end: text.length, title: titleOf(object) });
  }
  const source = { path: '/exam/all.yaml', name: 'all.yaml', read: () => text };
  return lint([source], rules).findings.map((finding) => {
    const at = [finding.place, ...finding.labels.map(({ place }) => place)];
    const titles = at.map(({ start }) => ends.find(({ end }) => start < end)?.title ?? '');
    const { rule } = finding;
    return {
      rule: `${rule} ${finding.severity}`,
      names: [...(namesOf.get(rule) ?? [rule]), ...(isRefusal(finding) ? ['refused'] : [])],
      objects: [...new Set(titles)],
      text: messageOf(finding),
    };
  });
}

/** The consequences of objects that the API server or the controller rejects. */
const refusals = ['invalid-spec', 'refused-by-api-server', 'pass-error'];

/**
 * Whether a finding reports that an object is rejected because of its own content, not because of missing objects.
 * @param {import('../../dist/index.js').Finding} finding
 */
function isRefusal({ rule, severity, consequence }) {
  const isThere = !rule.endsWith('exist') && (!rule.endsWith('exists') || rule === 'istio/route-exists');
  return severity === 'error' && isThere && refusals.includes(consequence?.kind ?? '');
}
