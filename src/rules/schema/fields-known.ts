import type { Graph } from '../../repository/graph/graph.js';
import { ingressClass } from '../../kubernetes/kinds/ingress.js';
import type { Field } from '../../model/field.js';
import { gatewayPlugin } from '../../rollouts/routers/gateway-api/plugin.js';
import { onlyNearName } from '../../model/nearest-name.js';
import { renamedTo, removalOf } from '../fixes.js';
import { type ProposedFix, typedRule } from '../rule.js';
import { eachLeftOut, eachProblem, problemPath, type LocatedProblem } from '../facts/schema/problems.js';
import { ownKinds } from '../facts/schema/own.js';
import { unknownInRoutes } from '../facts/schema/refusals.js';

export default typedRule({
  meta: {
    name: 'schema/fields-known',
    description: 'Require every field of a manifest to be a field of its kind.',
    why: 'The API server refuses the manifest under strict validation, and silently drops the field otherwise.',
    consequence: 'refused-by-api-server',
    severity: 'error',
    otherwise: {
      unlisted: {
        when: 'In a file that no kustomization lists',
        consequence: 'no-effect',
        why: 'Once the file is listed, the API server refuses the manifest under strict validation, and silently drops the field otherwise.',
        severity: 'info',
      },
    },
    messages: {
      nearest: '{kind} "{name}" has no field "{field}" in {parent}; did you mean "{nearest}"?',
      elsewhere: '{kind} "{name}" has no field "{field}" in {parent}; move it to {owner}.',
      content: '{kind} "{name}" has no field "{field}" in {parent}; move its content to {owner}.',
      ingress:
        '{kind} "{name}" has no field "{field}" in {parent}; for ingress-nginx it belongs in {parent}.nginx as "stableIngress", for an ALB in {parent}.alb.',
      plugin:
        '{kind} "{name}" has no field "{field}" in {parent}, because the Gateway API is a plugin; move its content to plugins, "{plugin}".',
      unknown:
        '{kind} "{name}" has no field "{field}" in {parent}, whose fields are {known}; remove it, or correct its name.',
      fieldless: '{kind} "{name}" has no field "{field}" in {parent}, which has no fields; remove it.',
    },
    fixes: ['safe', 'unsafe', 'choice'],
    links: [
      'https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/manifests/crds/rollout-crd.yaml',
      'https://github.com/kubernetes-sigs/gateway-api/tree/v1.7.0/config/crd',
    ],
    aliases: ['schema-validation'],
  },

  *check(context) {
    const { graph } = context;
    const tellWith = (problem: LocatedProblem, report: typeof context.report): void => {
      if (problem.keyword !== 'unknown') return;
      const { resource, field, nearest, owner, isOfContent, known = [] } = problem;
      const data = {
        kind: resource.kind,
        name: resource.name,
        field: problem.name,
        parent: problemPath(problem.path.slice(0, -1)) || 'its top level',
        nearest,
        owner,
        plugin: gatewayPlugin,
        known: known.slice(0, 12).join(', ') + (known.length > 12 ? ' and others' : ''),
      };
      const router = isIngress(problem) ? ingressRouter(graph, field) : undefined;
      if (router === 'nginx') data.owner = `${data.parent}.nginx, as "stableIngress"`;
      const message = isGatewayPlugin(problem)
        ? 'plugin'
        : nearest
          ? 'nearest'
          : router === 'any'
            ? 'ingress'
            : owner
              ? isOfContent === true
                ? 'content'
                : 'elsewhere'
              : known.length === 0
                ? 'fieldless'
                : 'unknown';
      const fix = (): ProposedFix | undefined =>
        message === 'nearest'
          ? renamedTo(field, nearest, onlyNearName(problem.name ?? '', known) === nearest ? 'safe' : 'unsafe')
          : message === 'fieldless'
            ? removalOf(field, 'unsafe')
            : undefined;
      const choices = (): readonly (ProposedFix | undefined)[] =>
        message === 'unknown' ? [removalOf(field), ...known.map((name) => renamedTo(field, name))] : [];
      report(field, message, data, { atKey: true, fix, choices });
    };
    const tell = (problem: LocatedProblem): void => {
      tellWith(problem, context.report);
    };
    yield* eachProblem(graph, tell);
    yield* eachLeftOut(graph, (problem) => {
      tellWith(problem, (field, message, data, options) =>
        context.report(field, message, data, { ...options, case: 'unlisted' }),
      );
    });
    [...unknownInRoutes(graph), ...ownKinds(graph).problems].forEach(tell);
  },
});

/** Whether the plugin is written as a router of its own, `trafficRouting.gatewayApi`, instead of in `plugins`. */
function isGatewayPlugin({ path, name }: Pick<LocatedProblem, 'path' | 'name'>): boolean {
  return path.at(-2) === 'trafficRouting' && /^(argoproj-labs\/)?gateway-?api$/i.test(name ?? '');
}

/** Whether it is the Ingress of a router, beside the routers: only `alb` has a field with that name. */
function isIngress({ path, name, owner, isOfContent }: LocatedProblem): boolean {
  return (
    path.at(-2) === 'trafficRouting' && name === 'ingress' && owner !== undefined && isOfContent !== true
  );
}

/** The router for such an Ingress, by its class. */
function ingressRouter(graph: Graph, field: Field): 'alb' | 'nginx' | 'any' {
  const from = field.text === undefined ? field.at('name') : field;
  const to = { group: 'networking.k8s.io', kind: 'Ingress', name: from.text ?? '' };
  const ingress = from.text === undefined ? undefined : graph.find({ from, to });
  const name = ingress ? (ingressClass(ingress).text ?? '') : '';
  return /\bnginx\b/.test(name) ? 'nginx' : /\balb\b/.test(name) ? 'alb' : 'any';
}
