import { isSameJson } from '../../kubernetes/objects/json.js';
import { kinds } from '../../kubernetes/objects/object.js';
import { services, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import type { Source } from '../../model/source.js';
import type { Graph } from '../../repository/graph/graph.js';
import { othersFound } from '../simulate/referenced.js';
import { selectsPodsOf } from './surroundings.js';

/** The groups of kinds whose part in an update is known: they are simulated, or lead no requests to Services. */
const knownGroups: ReadonlySet<string> = new Set([
  '',
  'admissionregistration.k8s.io',
  'apiextensions.k8s.io',
  'apps',
  'argoproj.io',
  'autoscaling',
  'batch',
  'cert-manager.io',
  'external-secrets.io',
  'gateway.networking.k8s.io',
  'keda.sh',
  'kustomize.config.k8s.io',
  'monitoring.coreos.com',
  'networking.istio.io',
  'networking.k8s.io',
  'policy',
  'rbac.authorization.k8s.io',
]);

type ChangedSources = Readonly<Record<'before' | 'after', ReadonlySet<Source>>>;

/**
 * Objects that a change adds, removes or edits, that route requests to the pods of a Rollout and that are not simulated, each in a few
 * words: those that a router or plugin of the Rollout needs, and those that lead to its Services.
 */
export function changedRoutes(before: Graph, after: Graph, changed: ChangedSources): readonly string[] {
  const [then, now] = [unsimulatedIn(before, changed.before), unsimulatedIn(after, changed.after)];
  const isIn = (others: readonly Resource[], graph: Graph, one: Resource, own: Graph): boolean =>
    others.some(
      (other) =>
        other.kind === one.kind &&
        other.group === one.group &&
        other.name === one.name &&
        graph.namespace(other) === own.namespace(one) &&
        isSameJson(other.at().value, one.at().value),
    );
  return [
    ...new Set([
      ...now.filter((one) => !isIn(then, before, one, after)).flatMap((one) => routedOf(after, one)),
      ...then.filter((one) => !isIn(now, after, one, before)).flatMap((one) => routedOf(before, one)),
    ]),
  ];
}

function unsimulatedIn(graph: Graph, sources: ReadonlySet<Source>): readonly Resource[] {
  return graph.resources.filter(
    ({ source, group, isReadable }) => sources.has(source) && isReadable && !knownGroups.has(group),
  );
}

/** The Rollouts whose requests an object routes, in words. */
function routedOf(graph: Graph, resource: Resource): readonly string[] {
  const targets = new Set(namedServices(resource.at('spec'), false));
  const its = graph.rollouts.filter(
    (rollout) =>
      graph.areDeployedTogether(rollout, resource) &&
      (isNeededBy(graph, rollout, resource) || leadsToPods(graph, rollout, resource, targets)),
  );
  return its.map(
    ({ name }) => `what ${resource.kind} "${resource.name}" does to the requests of Rollout "${name}"`,
  );
}

/** Whether a router that is not simulated needs an object, or the configuration of a plugin has its name. */
function isNeededBy(graph: Graph, rollout: Resource, resource: Resource): boolean {
  return (
    othersFound(graph, rollout).some((reference) => graph.find(reference) === resource) ||
    stringsIn(trafficRouting(rollout).at('plugins')).includes(resource.name)
  );
}

function leadsToPods(
  graph: Graph,
  rollout: Resource,
  resource: Resource,
  targets: ReadonlySet<string>,
): boolean {
  const [own, there] = [graph.namespace(rollout), graph.namespace(resource)];
  if (own !== undefined && there !== undefined && own !== there) return false;
  return (
    services(rollout).some(({ to }) => targets.has(to.name)) ||
    [...targets].some((name) =>
      graph
        .withManifestName({ ...kinds.service, name })
        .some((service) => selectsPodsOf(graph, rollout, service)),
    )
  );
}

/** Keys under which routing objects of all kinds name Services. */
const serviceKeys = /service|backend|upstream|destination|^to$/i;

/** What may be names of Services: strings below a key that says so, without the namespace and port of a host. */
function namedServices(field: Field, isBelow: boolean): readonly string[] {
  const all = [
    ...field.entries.flatMap((entry) => namedServices(entry, isBelow || serviceKeys.test(String(entry.key)))),
    ...field.items.flatMap((item) => namedServices(item, isBelow)),
  ];
  return isBelow && field.text !== undefined ? [...all, field.text.split(/[.:]/, 1)[0]!] : all;
}

function stringsIn(field: Field): readonly string[] {
  return [
    ...(field.text === undefined ? [] : [field.text]),
    ...field.entries.flatMap(stringsIn),
    ...field.items.flatMap(stringsIn),
  ];
}
