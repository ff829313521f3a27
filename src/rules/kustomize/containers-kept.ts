import { podTemplate } from '../../kubernetes/kinds/workload.js';
import type { Graph } from '../../repository/graph/graph.js';
import type { Field } from '../../model/field.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import { allOf, quoted } from '../facts/words.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'kustomize/containers-kept',
    description: 'Require a patch of a Rollout to keep the fields of the containers that it changes.',
    why: 'Kustomize merges lists of containers by name only for kinds whose schema it has, and it has none for Rollouts. A patch replaces the whole list, so the deployed Rollout lacks every field that the patch does not repeat.',
    consequence: 'wrong-pods',
    severity: 'warning',
    looksAt: 'kustomizations',
    messages: {
      fields:
        'This patch replaces the whole list of {list}, because kustomize has no schema for Rollouts, so container "{container}" of Rollout "{rollout}" loses {lost}; add the schema of Argo Rollouts to openapi of the kustomization, or write a JSON patch.',
      containers:
        'This patch replaces the whole list of {list}, because kustomize has no schema for Rollouts, so Rollout "{rollout}" loses container {lost}; add the schema of Argo Rollouts to openapi of the kustomization, or write a JSON patch.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/kustomize/',
      'https://github.com/kubernetes-sigs/kustomize/blob/kustomize/v5.8.1/kyaml/yaml/merge2/merge2.go',
    ],
  },

  *check({ graph, report }) {
    for (const rollout of graph.rollouts) {
      yield rollout;
      const base = rollout.at('spec', 'template');
      if (!base.exists || isTaught(graph, rollout)) continue;
      for (const patch of graph.mergedInto(rollout)) {
        const lost = lostBy(patch, base);
        if (!lost) continue;
        const { field, list, container, names } = lost;
        report(
          field,
          container === undefined ? 'containers' : 'fields',
          {
            list,
            rollout: rollout.name,
            container,
            lost: allOf(container === undefined ? quoted(names) : names),
          },
          { related: [{ at: lost.of, message: 'the container of the base' }] },
        );
      }
    }
  },
});

/** Whether a schema teaches kustomize how to merge, or a plugin may change anything. */
function isTaught(graph: Graph, rollout: Resource): boolean {
  return graph
    .placements(rollout)
    .some(({ via }) =>
      via.some(({ resource, transformers }) => resource.at('openapi').exists || transformers.length > 0),
    );
}

/** What a list of containers in a patch leaves out. */
interface Lost {
  readonly field: Field;
  readonly list: string;
  /** The container that loses fields; undefined where containers are lost as a whole. */
  readonly container: string | undefined;
  readonly names: readonly string[];
  readonly of: Field;
}

/** Whether a container of a patch may be one by itself: it has an image, or is no more than a directive. */
function mayRun(container: Field): boolean {
  return (
    container.at('image').exists || container.entries.some(({ key }) => directives.includes(String(key)))
  );
}

const containerLists = ['containers', 'initContainers'];
/** Fields without which a container does something else. */
const weighty: ReadonlySet<string> = new Set([
  ...['ports', 'env', 'envFrom', 'command', 'args', 'resources', 'volumeMounts', 'securityContext'],
  ...['readinessProbe', 'livenessProbe', 'startupProbe', 'lifecycle', 'image'],
]);
/** Directives of patches, which the result does not have. */
const directives = ['$patch', '$setElementOrder/containers', '$retainKeys'];

function lostBy(patch: Resource, base: Field): Lost | undefined {
  const template = podTemplate(patch);
  if (!template) return undefined;
  for (const list of containerLists) {
    const [given, own] = [template, base].map((one) => one.at('spec', list).items);
    if (!given || !own || given.length === 0) continue;
    const byName = new Map(given.map((one) => [one.at('name').text, one]));
    for (const container of own) {
      const name = container.at('name').text;
      const one = byName.get(name);
      if (
        name === undefined ||
        isPlaceholder(name) ||
        !one ||
        one.entries.some(({ key }) => directives.includes(String(key)))
      )
        continue;
      const names = container.entries
        .filter(({ key, exists }) => exists && !one.at(key).exists)
        .map(({ key }) => String(key));
      if (names.some((key) => weighty.has(key)))
        return { field: one, list, container: name, names, of: container };
    }
    if ([...given, ...own].some((one) => isPlaceholder(one.at('name').text ?? ''))) continue;
    const gone = own.filter((one) => !byName.has(one.at('name').text));
    // A patch with other containers alone is meant to exchange them, if they can run.
    if (gone[0] && (gone.length < own.length || !given.every(mayRun)))
      return {
        ...{ field: given[0]!.parent ?? given[0]!, list, container: undefined, of: gone[0] },
        names: gone.map((one) => one.at('name').text ?? ''),
      };
  }
  return undefined;
}
