// What scripts/equal.mjs compares, and how.
import { parseAllDocuments, stringify } from 'yaml';

/**
 * A JSON text without some fields, at any depth; any other text unchanged.
 * @param {string} text @param {ReadonlySet<string>} keys
 */
export function withoutKeys(text, keys) {
  try {
    return JSON.stringify(
      JSON.parse(text, (key, value) => (key !== '' && keys.has(key) ? undefined : value)),
      null,
      2,
    );
  } catch {
    return text;
  }
}

/** Lines around a difference. */
const around = 2;

/**
 * The first difference between two results, as lines; undefined if they are equal.
 * @param {unknown} before @param {unknown} after
 */
export function firstDifference(before, after) {
  if (JSON.stringify(before) === JSON.stringify(after)) return undefined;
  const [left, right] = [linesOf(before), linesOf(after)];
  const at = left.findIndex((line, index) => line !== right[index]);
  const from = at === -1 ? left.length : at;
  const told = (/** @type {string[]} */ lines, /** @type {string} */ mark) =>
    lines.slice(from, from + around).map((line) => `${mark} ${line.slice(0, 300)}`);
  const context = left.slice(Math.max(0, from - around), from).map((line) => `  ${line.slice(0, 300)}`);
  return [...context, ...told(left, '-'), ...told(right, '+')].join('\n');
}

/** @param {unknown} value */
function linesOf(value) {
  const lines = (/** @type {string} */ _, /** @type {unknown} */ inner) =>
    typeof inner === 'string' && inner.includes('\n') ? inner.split('\n') : inner;
  return (JSON.stringify(value, lines, 1) ?? '').split('\n');
}

/**
 * Manifests with a Deployment instead of each Rollout, for migrate.
 * @param {string} text
 */
export function asDeployments(text) {
  const objects = parseAllDocuments(text).map((document) => document.toJS());
  if (!objects.some((object) => object?.kind === 'Rollout')) return text;
  return objects
    .map((object) => {
      if (object?.kind !== 'Rollout') return object;
      const { replicas, selector, template } = object.spec;
      const spec = { replicas, selector, template };
      return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: object.metadata, spec };
    })
    .map((object) => stringify(object))
    .join('---\n');
}

/**
 * The arguments with which `new` writes a service.
 * @param {import('../../src/write/scaffold/service.js').NewService} service @param {string} style
 */
export function argumentsOfNew(service, style) {
  const { scaling, header, notification, argocd, analysis } = service;
  /** @type {readonly (readonly [string, string | number | undefined])[]} */
  const given = [
    ['--style', style],
    ['--router', service.router],
    ['--strategy', service.strategy],
    ['--image', service.image],
    ['--port', service.port],
    ['--namespace', service.namespace],
    ['--replicas', service.replicas],
    ['--hpa', scaling && `${scaling.min}-${scaling.max}`],
    ['--health-path', service.healthPath],
    ...service.hosts.map((host) => /** @type {const} */ (['--host', host])),
    ['--tls', service.tls],
    ['--scheme', service.scheme],
    ['--gateway', service.gateway],
    ['--header', header && `${header.name}=${header.value}`],
    ['--analysis', analysis?.provider],
    ['--notify', notification && `${notification.service}=${notification.recipient}`],
    ['--argocd-repo', argocd?.repository],
    ['--argocd-path', argocd?.path],
  ];
  const flags = given.flatMap(([flag, value]) => (value === undefined ? [] : [flag, String(value)]));
  return ['new', service.name, ...flags, ...(service.hasNetworkPolicy ? [] : ['--no-network-policy'])];
}
