import { gatewayPlugin } from '../../routers/gateway-api/plugin.js';
import { defineRule } from '../rule.js';
import { eachProblem, inWords, type LocatedProblem } from '../../facts/schema/problems.js';
import { ownKinds } from '../../facts/schema/own.js';
import { unknownInRoutes } from '../../facts/schema/refusals.js';

export default defineRule({
  meta: {
    name: 'schema/fields-known',
    description: 'Require every field of a manifest to be a field of its kind.',
    why: 'The API server refuses the manifest under strict validation, and silently drops the field otherwise.',
    consequence: 'refused-by-api-server',
    severity: 'error',
    messages: {
      nearest: '{kind} "{name}" has no field "{field}" in {parent}; did you mean "{nearest}"?',
      elsewhere: '{kind} "{name}" has no field "{field}" in {parent}; it belongs in {owner}.',
      plugin:
        '{kind} "{name}" has no field "{field}" in {parent}: the Gateway API is a plugin; write what is in it under plugins, "{plugin}".',
      unknown: '{kind} "{name}" has no field "{field}" in {parent}, whose fields are {known}.',
      fieldless: '{kind} "{name}" has no field "{field}" in {parent}, which has no fields; remove it.',
    },
    links: [
      'https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/manifests/crds/rollout-crd.yaml',
      'https://github.com/kubernetes-sigs/gateway-api/tree/v1.7.0/config/crd',
    ],
    aliases: ['schema-validation'],
  },

  *check({ graph, report }) {
    const tell = (problem: LocatedProblem): void => {
      if (problem.keyword !== 'unknown') return;
      const { resource, field, nearest, owner, known = [] } = problem;
      const data = {
        kind: resource.kind,
        name: resource.name,
        field: problem.name,
        parent: inWords(problem.path.slice(0, -1)) || 'its top level',
        nearest,
        owner,
        plugin: gatewayPlugin,
        known: known.slice(0, 12).join(', ') + (known.length > 12 ? ' and others' : ''),
      };
      const message = isGatewayPlugin(problem)
        ? 'plugin'
        : nearest
          ? 'nearest'
          : owner
            ? 'elsewhere'
            : known.length === 0
              ? 'fieldless'
              : 'unknown';
      report(field, message, data, { atKey: true });
    };
    yield* eachProblem(graph, tell);
    [...unknownInRoutes(graph), ...ownKinds(graph).problems].forEach(tell);
  },
});

/** Whether somebody takes the plugin for one of the routers that have a key of their own. */
function isGatewayPlugin({ path, name }: Pick<LocatedProblem, 'path' | 'name'>): boolean {
  return path.at(-2) === 'trafficRouting' && /^(argoproj-labs\/)?gateway-?api$/i.test(name ?? '');
}
