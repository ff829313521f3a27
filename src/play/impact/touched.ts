import type { Graph } from '../../repository/graph/graph.js';
import { autoscalerKinds } from '../../kubernetes/kinds/autoscaler.js';
import { configReferences, podTemplate, serviceAccountField } from '../../kubernetes/kinds/workload.js';
import type { Resource } from '../../model/resource.js';
import type { Source } from '../../model/source.js';
import { autoscalerOf, referencesOf } from '../simulate/referenced.js';
import { pairsOf, type RolloutPair } from './pairs.js';
import { isRouting, leadsToRollout, selectsPodsOf, targetsOf } from './surroundings.js';

/** The files that differ between two states: an unchanged file is the same object in both, or has equal text. */
export function changedSources(
  before: readonly Source[],
  after: readonly Source[],
): { readonly before: ReadonlySet<Source>; readonly after: ReadonlySet<Source> } {
  const own = new Set(before);
  const added = after.filter((source) => !own.delete(source));
  const gone = [...own];
  const byPath = new Map(gone.map((source) => [source.path, source]));
  const same = new Set<Source>();
  for (const source of added) {
    const earlier = byPath.get(source.path);
    if (!earlier || String(earlier.read()) !== String(source.read())) continue;
    same.add(source);
    same.add(earlier);
  }
  return {
    before: new Set(gone.filter((source) => !same.has(source))),
    after: new Set(added.filter((source) => !same.has(source))),
  };
}

/**
 * The Rollouts that a change may affect, in the order of their files. `placeOf` maps a path of the earlier state to the path of the
 * same file in the later one.
 */
export function touchedPairs(
  before: Graph,
  after: Graph,
  changed: ReturnType<typeof changedSources>,
  placeOf: (file: string) => string = (file) => file,
): readonly RolloutPair[] {
  const [isTouchedBefore, isTouchedAfter] = [toucher(before, changed.before), toucher(after, changed.after)];
  const pairs = pairsOf(before, after, placeOf);
  return pairs.filter(
    (pair) =>
      !pair.before ||
      !pair.after ||
      (pair.before && isTouchedBefore(pair.before)) ||
      (pair.after && isTouchedAfter(pair.after)),
  );
}

/** Tells whether a changed object is related to a Rollout. */
function toucher(graph: Graph, sources: ReadonlySet<Source>): (rollout: Resource) => boolean {
  if (sources.size === 0) return () => false;
  const changed = new Set(graph.resources.filter(({ source }) => sources.has(source)));
  // The effect of a kustomization on an object is found by comparing its results.
  const isOpen = graph.given.some(
    ({ kind, source }) =>
      sources.has(source) && ['Kustomization', 'Component', 'ApplicationSet'].includes(kind),
  );
  const services = [...changed].filter(({ kind, group }) => kind === 'Service' && group === '');
  const routing = [...changed].filter(isRouting);
  // Only changed kinds are looked up: most changes involve few kinds, and repositories have many Rollouts.
  const kinds = new Set([...changed].map(({ kind }) => kind));
  const areScaled = autoscalerKinds.some(({ kind }) => kinds.has(kind));
  const areConfigured = ['ConfigMap', 'Secret', 'ServiceAccount'].some((kind) => kinds.has(kind));
  const isReferred = [...kinds].some((kind) => kind !== 'Rollout');
  return (rollout) => {
    if (isOpen || changed.has(rollout)) return true;
    if (!isReferred) return false;
    const isChanged = (resource: Resource | undefined): boolean =>
      resource !== undefined && changed.has(resource);
    return (
      (areScaled && isChanged(autoscalerOf(graph, rollout))) ||
      referencesOf(graph, rollout).some(
        (reference) => kinds.has(reference.to.kind) && isChanged(graph.find(reference)),
      ) ||
      (areConfigured && configsOf(graph, rollout).some(({ resource }) => isChanged(resource))) ||
      (kinds.has('Application') && graph.applications(rollout).some(isChanged)) ||
      services.some((service) => selectsPodsOf(graph, rollout, service)) ||
      routing.some((resource) => leadsToRollout(graph, rollout, resource, targetsOf(resource)))
    );
  };
}

/** The ConfigMaps, Secrets and the ServiceAccount that the pods of a Rollout name, if they are among the files. */
export function configsOf(
  graph: Graph,
  rollout: Resource,
): readonly { readonly resource: Resource; readonly isMounted: boolean; readonly isOptional: boolean }[] {
  const template = graph.podTemplate(rollout) ?? podTemplate(rollout);
  if (!template) return [];
  const from = serviceAccountField(template);
  const account = { from, to: { group: '', kind: 'ServiceAccount', name: from.text ?? '' } };
  return [
    ...configReferences(template),
    ...(from.text === undefined ? [] : [{ ...account, isMounted: false, isOptional: false }]),
  ].flatMap((reference) => {
    const resource = graph.find(reference);
    const { isMounted, isOptional } = reference;
    return resource ? [{ resource, isMounted, isOptional }] : [];
  });
}
